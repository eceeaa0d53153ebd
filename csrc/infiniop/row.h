/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators that are rows of operators.toml: their four functions, generated, lead here. A row says
 * what tensors and numbers it is given, what data types and shapes they have, and what list of L0
 * operators it becomes; the executor's schedule does the work.
 */
#ifndef ACLNN_PY_INFINIOP_ROW_H
#define ACLNN_PY_INFINIOP_ROW_H

#include "executor/schedule.h"
#include "infiniop/handle.h"
#include "infiniop/operator.h"
#include "workspace/l0.h"

/* A number that Create or the call is given. */
union infini_value {
    int64_t integer;
    double real;
    const void *numbers; /* an array of the caller's, which the call reads before it returns */
};

/* ---- Rules ----------------------------------------------------------------------------------- */

/* A set of data types: bit t is infiniDtype_t t. */
#define INFINI_TYPE(dtype) ((uint32_t)1 << (dtype))

/* A data type that tensors of a row share, by its first tensor. */
struct infini_type_rule {
    uint32_t types;
    int same;        /* it has to be this one, an earlier rule; -1: any of types */
    uint32_t where;  /* or, where that one is of these, */
    uint32_t others; /* any of these */
};

enum infini_dim_kind {
    INFINI_DIM_SIZE,   /* a size that tensors share, by its number */
    INFINI_DIM_MANY,   /* any number of dimensions that tensors share, by its number */
    INFINI_DIM_SPREAD, /* they broadcast to those of that number */
    INFINI_DIM_NUMBER, /* this size */
    INFINI_DIM_VALUE,  /* the size that the value of this number says */
};

struct infini_dim {
    enum infini_dim_kind kind;
    int number;
};

struct infini_tensor_rule {
    const char *name;       /* in the call */
    const char *descriptor; /* in Create; NULL: only the call has it, and it is dense */
    enum argument_role role;
    bool is_optional;
    bool last_is_1; /* the stride of the last dimension is 1 */
    bool is_dense;  /* the elements follow each other in order */
    int type;       /* which of the row's */
    int32_t least;  /* dimensions */
    int32_t most;
    int dim_count;
    const struct infini_dim *dims;
};

#define INFINI_MAX_TYPES 3
#define INFINI_MAX_SIZES 8
#define INFINI_MAX_VALUES 8

/* What a row was given, as far as it is known: Create does not know the values of the call. */
struct infini_given {
    const struct tensor *tensors; /* one an operand; without elements where it was left out */
    const bool *is_given;
    const union infini_value *values;
};

struct infini_row {
    struct infini_operator operator; /* what identifies it */
    int operand_count;
    const struct infini_tensor_rule *operands;
    int type_count;
    const struct infini_type_rule *types;
    int value_count; /* of Create, and of both */
    int all_value_count;
    /* The rules of numbers; they report. May be NULL. */
    infiniStatus_t (*check)(const struct infini_given *given);
    infiniStatus_t (*check_call)(const struct infini_given *given);
    /* Appends what it becomes; tensors are positions in the list, L0_NONE for one left out. */
    void (*list)(struct l0_list *list, const int *tensors, const union infini_value *values);
};

/* ---- The four functions: given and pointers are in the order of the operands ----------------- */

infiniStatus_t infini_row_create(const struct infini_row *row, infiniopHandle_t handle,
                                 struct InfiniopDescriptor **desc_ptr,
                                 const infiniopTensorDescriptor_t *given,
                                 const union infini_value *values);

/* 0: scratch is the library's own. */
infiniStatus_t infini_row_workspace(const struct infini_row *row, const void *desc, size_t *size);

/* values are those of the call alone. */
infiniStatus_t infini_row_call(const struct infini_row *row, const void *desc,
                               const void *const *pointers, const union infini_value *values,
                               void *stream);

/* ---- Rules that rows name: they report; BAD_PARAM where nothing else is said ----------------- */

/* A dimension of a tensor, negative ones counted from the last. */
infiniStatus_t infini_check_axis(const char *name, int64_t axis, const struct tensor *tensor);

/* From least to most, or above the first; no NaN. */
infiniStatus_t infini_check_range(const char *name, double value, double least, double most);
infiniStatus_t infini_check_above(const char *name, double value, double below, double most);
infiniStatus_t infini_check_count(const char *name, int64_t value, int64_t least, int64_t most);

/* What the call is given again is what Create was given. */
infiniStatus_t infini_check_same(const char *name, int64_t value, int64_t of_create);

/* BAD_TENSOR_SHAPE: no elements; more rows than columns; a table not half as wide. */
infiniStatus_t infini_check_some(const char *name, const struct tensor *tensor);
infiniStatus_t infini_check_rows(const struct tensor *tensor);
infiniStatus_t infini_check_pairs(const struct tensor *tensor, const struct tensor *table);

/* BAD_TENSOR_SHAPE: heads of q without columns, or no multiple of those of k: [B, heads, rows,
   columns]. */
infiniStatus_t infini_check_heads(const struct tensor *q, const struct tensor *k);

/* NULL_POINTER, and BAD_PARAM for the numbers of a row of count: those of RandomSample. */
infiniStatus_t infini_check_samples(const float *random_val, const float *topp, const int *topk,
                                    const float *temperature, int64_t count);
infiniStatus_t infini_check_sample(double random_val, double topp, int64_t topk,
                                   double temperature);

/* BAD_PARAM: no such dimension, or less than k there. BAD_TENSOR_SHAPE: values are not those. */
infiniStatus_t infini_check_top(const struct tensor *values, const struct tensor *tensor, int64_t k,
                                int64_t dim);

#endif
