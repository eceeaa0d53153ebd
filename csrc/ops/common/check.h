/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks: what phase one asks of its operands. A check is a function of the call and of what it is
 * about; it gives ACLNN_SUCCESS, or reports what is wrong and gives CANN's status (161002 where
 * nothing else is said). The "checks" of a declaration name them in CANN's order, without "check_";
 * checks.toml has the sentence of each for the header.
 *
 * Operands are parameters by position, or CALL_PROMOTED where a data type is asked for. A parameter
 * that is NULL is passed over: check_given comes first where it may not be.
 */
#ifndef ACLNN_PY_OPS_COMMON_CHECK_H
#define ACLNN_PY_OPS_COMMON_CHECK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/argument_name.h"
#include "base/report.h"
#include "executor/call.h"
#include "executor/operator.h"
#include "tensor/convert.h"
#include "workspace/l0.h"

/* In place of a parameter: the type that the call computes in, call->promoted. */
#define CALL_PROMOTED (-1)

/* Data types by architecture (enum soc_architecture): bit t is data type t. */
struct type_set {
    uint64_t types[ARCHITECTURES];
};

/* The data type of a tensor, a scalar, a list's first member, a parameter that is one, or promoted.
 */
aclDataType call_type(const struct call *call, int operand);

/* A parameter's name, as the vendor's prototype has it. */
const char *call_name(const struct call *call, int operand);

/* The position of a parameter by the vendor's name, or -1: versions of a call differ in what they
   have. */
int call_find(const struct call *call, const char *name);

/* 161002: the shape of a tensor, and what is required of it. */
aclnnStatus call_refuse_shape(const struct call *call, int tensor, const char *required);

/* 161002 unless a tensor has these dims; with one_will_do any one element will do for one. The
   words say where the dims come from. */
aclnnStatus call_shape_is(const struct call *call, int tensor, const int64_t *dims, int32_t rank,
                          bool one_will_do, const char *words);

/* The same of the shape that a shape function gave, or (false) did not. */
aclnnStatus call_shape_follows(const struct call *call, int tensor, bool has_shape,
                               const struct shape *shape, bool one_will_do, const char *words);

/* The same of a member of a list. */
aclnnStatus call_member_shape_is(const struct call *call, int list, uint64_t member,
                                 const int64_t *dims, int32_t rank, bool one_will_do,
                                 const char *words);

/* 161002 unless dim is a dimension of a tensor with so many, or of none, which has one. */
aclnnStatus call_dim_is_in(const struct call *call, int dim, int64_t rank);

/* What the shapes of tensors broadcast to. */
aclnnStatus call_broadcast(const struct call *call, const int *tensors, int count, int64_t *dims,
                           int32_t *rank);

/* Whether a number names a dimension of a tensor. */
aclnnStatus call_dim_is_known(const struct call *call, int tensor, int parameter, int64_t dim);

static inline aclnnStatus call_report_negative(const struct call *call, int scalar,
                                               const char *when)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it must not be negative%s",
                  call_name(call, scalar), scalar_double(call_scalar(call, scalar)), when);
}

static inline const struct parameter *call_parameter(const struct call *call, int operand)
{
    return &call->operator->parameters[operand];
}

/* A tensor, or the members of a list of them, one by one. */
struct call_members {
    enum argument_kind kind;
    uint64_t count;
    struct tensor **tensors;
    struct tensor *one[1];
};

void call_members(const struct call *call, int operand, struct call_members *members);

static inline struct argument_name call_member_name(const struct call *call, int operand,
                                                    const struct call_members *members,
                                                    uint64_t member)
{
    return (struct argument_name){call_name(call, operand),
                                  members->kind == ARGUMENT_TENSOR_LIST ? (int64_t)member : -1};
}

static inline bool call_gives(const struct call *call, int operand)
{
    switch (call_parameter(call, operand)->kind) {
    case ARGUMENT_INTEGER:
    case ARGUMENT_REAL: return true;
    case ARGUMENT_TEXT: return call->arguments[operand].text != NULL;
    default: return call->arguments[operand].tensor != NULL;
    }
}

/* "[DT_FLOAT, DT_BF16]": cut when it does not fit. Returns text. */
const char *call_describe_types(uint64_t types, char *text, size_t size);

static inline bool call_has_type(uint64_t types, aclDataType type)
{
    return (int)type >= 0 && (int)type < 64 && (types >> (int)type & 1) != 0;
}

aclnnStatus call_refuse_type(const struct call *call, struct argument_name name, aclDataType type,
                             const struct type_set *allowed);

/* out has not the dims that are required; what says where they come from. */
static inline aclnnStatus call_report_shape(struct argument_name name, const struct tensor *tensor,
                                            const int64_t *dims, int32_t rank, const char *what)
{
    char is[160];
    char required[160];
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s, %s, is required",
                  ARGUMENT_TEXT(name), dims_describe(tensor->dims, tensor->rank, is, sizeof is),
                  what, dims_describe(dims, rank, required, sizeof required));
}

/* Broadcasts dims with those of a tensor; false, and dims as they were, when they do not. */
bool call_broadcast_dims(const struct tensor *tensor, int64_t *dims, int32_t *rank);

#define MOST_RANK 8

/*
 * Where CANN generates a call from its kernel's definition, what the definition's types do not say
 * is refused by the tiling.
 */
static inline aclnnStatus call_refusal(const struct call *call)
{
    return call->operator->is_individual ? ACLNN_ERR_INNER_TILING_ERROR : ACLNN_ERR_PARAM_INVALID;
}

/* A member of a list is there and has the type of the first of another. */
aclnnStatus call_member_is(const struct call *call, struct argument_name name,
                           const struct tensor *tensor, aclDataType type);

static inline aclnnStatus call_counts_agree(const struct call *call, int list, int other)
{
    uint64_t count = call->arguments[list].tensors->count;
    uint64_t found = call->arguments[other].tensors->count;
    if (count == found)
        return ACLNN_SUCCESS;
    return report(call_refusal(call),
                  "%s has %" PRIu64 " tensor(s), %s has %" PRIu64 "; there must be as many",
                  call_name(call, list), count, call_name(call, other), found);
}

aclnnStatus call_report_member_shape(const struct call *call, struct argument_name name,
                                     const struct tensor *tensor, struct argument_name other,
                                     const struct tensor *wanted);

#endif
