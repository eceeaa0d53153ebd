/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A call as phase one sees it: the operator's parameters, and copies of what was given for them.
 * Checks read it (*_check.c), lists are made from it (*_list.c), and the executor keeps it.
 */
#ifndef ACLNN_PY_EXECUTOR_CALL_H
#define ACLNN_PY_EXECUTOR_CALL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/aclnn_base.h"
#include "base/arena.h"
#include "base/soc.h"
#include "tensor/arrays.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

enum argument_kind {
    ARGUMENT_TENSOR,
    ARGUMENT_SCALAR,
    ARGUMENT_INT_ARRAY,
    ARGUMENT_FLOAT_ARRAY,
    ARGUMENT_BOOL_ARRAY,
    ARGUMENT_TENSOR_LIST,
    ARGUMENT_SCALAR_LIST,
    ARGUMENT_TEXT,    /* const char * */
    ARGUMENT_INTEGER, /* integers of every width, bool and enumerations */
    ARGUMENT_REAL,    /* float and double */
};

/* What the call does with the memory of a tensor, or of the tensors of a list. */
enum argument_role { ROLE_IN, ROLE_OUT, ROLE_IN_OUT };

struct parameter {
    const char *name; /* the vendor's name of the parameter */
    enum argument_kind kind;
    enum argument_role role;
    bool optional; /* the object may be NULL */
};

/* The value that an entry point hands over for a parameter. */
union given {
    const void *handle; /* for objects, and for the characters of a text */
    int64_t integer;
    double real;
};

/* Converts a float exactly. The caller's thread may be in a mode that takes subnormal numbers for
 * 0. */
static inline double given_float(float value)
{
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7F800000) != 0)
        return (double)value;
    double magnitude = (double)(bits & 0x007FFFFF) * 0x1p-149;
    return bits >> 31 != 0 ? -magnitude : magnitude;
}

struct tensor_array {
    uint64_t count;
    struct tensor **members; /* a member is NULL where the list holds NULL */
};

struct scalar_array {
    uint64_t count;
    struct scalar **members;
};

/* The value of a parameter. The object is NULL when the handle was. Arrays, texts and the contents
 * of lists are copies, because the originals may end or change after phase one. */
struct argument {
    union {
        struct tensor *tensor;
        struct scalar *scalar;
        struct array *array;
        struct tensor_array *tensors;
        struct scalar_array *scalars;
        const char *text;
        int64_t integer;
        double real;
    };
};

struct communicator;
struct operator;

/* A communicator whose ranks all make the call. */
struct call_group {
    struct communicator *communicator; /* pinned; NULL: none */
    uint32_t numbers;                  /* how many collectives the call makes with it */
};

/* A call has at most one communicator of experts and one of tensors. */
#define CALL_MOST_GROUPS 2

struct call {
    const struct operator *operator;
    const struct soc *soc; /* the product that the call is sized for */
    bool deterministic;
    bool for_longest; /* its workspace is that of the longest sequences, not of those it is given */
    struct argument *arguments; /* one a parameter */
    struct arena *arena;
    /* What checks find out for the list. */
    aclDataType
        promoted;    /* the type that the call computes in; ACL_DT_UNDEFINED before it is known */
    bool is_empty;   /* there is nothing to do: no list, no workspace */
    bool is_settled; /* the checks that follow do not count */
    /* What CANN's tiling refuses where op_api does not ask whether it went well: phase one lets it
       pass, and phase two answers this. ACLNN_SUCCESS: nothing. */
    aclnnStatus late_status;
    const char *late_text;
    struct call_group groups[CALL_MOST_GROUPS];
};

/* Lets phase two refuse the call with a status and a text, of which the call keeps 1023 characters;
   the call has no list then. Returns false. */
bool call_refuse_late(struct call *call, aclnnStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static inline const struct tensor *call_tensor(const struct call *call, int parameter)
{
    return call->arguments[parameter].tensor;
}

static inline const struct scalar *call_scalar(const struct call *call, int parameter)
{
    return call->arguments[parameter].scalar;
}

/* Of the product, where Ascend910_93, which has the same architecture, differs. */
static inline bool call_is_on_910b(const struct call *call)
{
    return strcmp(call->soc->family, "Ascend910B") == 0;
}

static inline bool call_is_on_950(const struct call *call)
{
    return call->soc->architecture == ARCHITECTURE_3510;
}

#endif
