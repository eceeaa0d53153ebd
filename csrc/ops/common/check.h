/* SPDX-License-Identifier: Apache-2.0 */
/* Checks: what phase one requires of the operands. A check is a function of the call and of the
 * operands that it is about. It returns ACLNN_SUCCESS, or reports what is wrong and returns CANN's
 * status (161002 unless its comment says otherwise). The "checks" of a declaration name checks in
 * CANN's sequence, without "check_"; checks.toml has a sentence about each for the public header.
 *
 * Operands are indices of parameters, or CALL_PROMOTED where a data type is wanted. A check passes
 * over a parameter that is NULL; check_given stands before it where NULL is not allowed. */
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

/* Stands in place of a parameter for the type that the call computes in, call->promoted. */
#define CALL_PROMOTED (-1)

/* Sets of data types by architecture (enum soc_architecture): bit t is data type t. */
struct type_set {
    uint64_t types[ARCHITECTURES];
};

/* The data type of a tensor, of a scalar, of a list's first member, of a parameter that is a data
 * type, or call->promoted. */
aclDataType call_type(const struct call *call, int operand);

/* A parameter's name in the vendor's prototype. */
const char *call_name(const struct call *call, int operand);

/* The index of a parameter by the vendor's name, or -1: versions of a call differ in their
 * parameters. */
int call_find(const struct call *call, const char *name);

/* Refuses a tensor's shape with 161002. The format says what is required of it. */
aclnnStatus call_refuse_shape(const struct call *call, int tensor, const char *required);

/* Lets phase two refuse a tensor's shape. Returns false. */
bool call_refuse_shape_late(struct call *call, aclnnStatus status, int tensor,
                            const char *required);

/* 161002 unless a tensor has these dims. one_will_do also accepts any tensor of one element where a
 * single element is required. The words say where the dims come from. */
aclnnStatus call_shape_is(const struct call *call, int tensor, const int64_t *dims, int32_t rank,
                          bool one_will_do, const char *words);

/* The same as call_shape_is, for the shape that a shape function gave. has_shape is what the
 * function returned. */
aclnnStatus call_shape_follows(const struct call *call, int tensor, bool has_shape,
                               const struct shape *shape, bool one_will_do, const char *words);

/* The same as call_shape_is, for a member of a tensor list. */
aclnnStatus call_member_shape_is(const struct call *call, int list, uint64_t member,
                                 const int64_t *dims, int32_t rank, bool one_will_do,
                                 const char *words);

/* 161002 unless dim is a dimension of a tensor of this rank. A tensor without dimensions counts as
 * one with one. */
aclnnStatus call_dim_is_in(const struct call *call, int dim, int64_t rank);

/* The shape that tensors broadcast to. */
aclnnStatus call_broadcast(const struct call *call, const int *tensors, int count, int64_t *dims,
                           int32_t *rank);

/* 161002 unless a number names a dimension of a tensor. */
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

/* Walks over a tensor, or over the members of a tensor list. */
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

/* Writes "[DT_FLOAT, DT_BF16]", cut when it does not fit. Returns text. */
const char *call_describe_types(uint64_t types, char *text, size_t size);

static inline bool call_has_type(uint64_t types, aclDataType type)
{
    return (int)type >= 0 && (int)type < 64 && (types >> (int)type & 1) != 0;
}

aclnnStatus call_refuse_type(const struct call *call, struct argument_name name, aclDataType type,
                             const struct type_set *allowed);

/* Reports that out does not have the required dims. `what` says where they come from. */
static inline aclnnStatus call_report_shape(struct argument_name name, const struct tensor *tensor,
                                            const int64_t *dims, int32_t rank, const char *what)
{
    char is[160];
    char required[160];
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s, %s, is required",
                  ARGUMENT_TEXT(name), dims_describe(tensor->dims, tensor->rank, is, sizeof is),
                  what, dims_describe(dims, rank, required, sizeof required));
}

/* Broadcasts dims with those of a tensor. When that is impossible it returns false and leaves dims
 * as they were. */
bool call_broadcast_dims(const struct tensor *tensor, int64_t *dims, int32_t *rank);

#define MOST_RANK 8

/* The status of a refusal. CANN generates some calls from the definition of their kernel; there the
 * tiling refuses what the definition's types do not say. */
static inline aclnnStatus call_refusal(const struct call *call)
{
    return call->operator->is_individual ? ACLNN_ERR_INNER_TILING_ERROR : ACLNN_ERR_PARAM_INVALID;
}

/* 161002 unless a list's member is given and has the type of another list's first member. */
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
