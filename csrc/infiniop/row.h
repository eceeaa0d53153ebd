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
    const void *numbers; /* an array of the caller's, which is read before the call returns */
};

/* ---- Rules ----------------------------------------------------------------------------------- */

/* A set of data types: bit t stands for infiniDtype_t t. */
#define INFINI_TYPE(dtype) ((uint32_t)1 << (dtype))

/* A rule for a data type that several tensors of an operator share. */
struct infini_type_rule {
    uint32_t types;
    int same;        /* index of an earlier rule whose type this one has to equal; -1: any of
                      * `types` */
    uint32_t where;  /* where the earlier type is one of these, */
    uint32_t others; /* this one may also be any of these */
};

enum infini_dim_kind {
    INFINI_DIM_SIZE,   /* a size that tensors share, by its number */
    INFINI_DIM_MANY,   /* a run of dimensions that tensors share, by its number */
    INFINI_DIM_SPREAD, /* dimensions that broadcast to those of that number */
    INFINI_DIM_NUMBER, /* this size */
    INFINI_DIM_VALUE,  /* the size given by the value of this number */
};

struct infini_dim {
    enum infini_dim_kind kind;
    int number;
};

struct infini_tensor_rule {
    const char *name;       /* its name in the call */
    const char *descriptor; /* its name in Create; NULL: only the call has it, and it is dense */
    enum argument_role role;
    bool is_optional;
    bool last_is_1; /* the stride of the last dimension must be 1 */
    bool is_dense;  /* the elements must be dense in row-major sequence */
    int type;       /* index of the type rule */
    int32_t least;  /* the least and the most dimensions */
    int32_t most;
    int dim_count;
    const struct infini_dim *dims;
};

#define INFINI_MAX_TYPES 3
#define INFINI_MAX_SIZES 8
#define INFINI_MAX_VALUES 8

/* What was given, as far as it is known. Create does not know the values of the call. */
struct infini_given {
    const struct tensor *tensors; /* one an operand; it has no elements where it was left out */
    const bool *is_given;
    const union infini_value *values;
};

struct infini_row {
    struct infini_operator operator; /* identifies the operator */
    int operand_count;
    const struct infini_tensor_rule *operands;
    int type_count;
    const struct infini_type_rule *types;
    int value_count; /* number of values of Create, and of both together */
    int all_value_count;
    /* Checks the values; reports. May be NULL. */
    infiniStatus_t (*check)(const struct infini_given *given);
    infiniStatus_t (*check_call)(const struct infini_given *given);
    /* Appends what the operator becomes. tensors are indices in the list, L0_NONE for one that was
     * left out. */
    void (*list)(struct l0_list *list, const int *tensors, const union infini_value *values);
};

/* ---- The four functions: given and pointers are in the order of the operands ----------------- */

infiniStatus_t infini_row_create(const struct infini_row *row, infiniopHandle_t handle,
                                 struct InfiniopDescriptor **desc_ptr,
                                 const infiniopTensorDescriptor_t *given,
                                 const union infini_value *values);

/* Always 0: scratch is the library's own. */
infiniStatus_t infini_row_workspace(const struct infini_row *row, const void *desc, size_t *size);

/* values has only those of the call. */
infiniStatus_t infini_row_call(const struct infini_row *row, const void *desc,
                               const void *const *pointers, const union infini_value *values,
                               void *stream);

/* ---- Rules that rows name: they report; BAD_PARAM where nothing else is said ----------------- */

/* Checks that a tensor has this dimension. Negative ones count from the last. */
infiniStatus_t infini_check_axis(const char *name, int64_t axis, const struct tensor *tensor);

/* Checks a number: from least to most, or above least, and not NaN. */
infiniStatus_t infini_check_range(const char *name, double value, double least, double most);
infiniStatus_t infini_check_above(const char *name, double value, double below, double most);
infiniStatus_t infini_check_count(const char *name, int64_t value, int64_t least, int64_t most);

/* Checks that a number which the call gives again equals that of Create. */
infiniStatus_t infini_check_same(const char *name, int64_t value, int64_t of_create);

/* BAD_TENSOR_SHAPE: infini_check_some when a tensor has no elements, infini_check_rows when it has
 * more rows than columns, infini_check_pairs when the table is not
 * half as wide as the tensor. */
infiniStatus_t infini_check_some(const char *name, const struct tensor *tensor);
infiniStatus_t infini_check_rows(const struct tensor *tensor);
infiniStatus_t infini_check_pairs(const struct tensor *tensor, const struct tensor *table);

/* BAD_TENSOR_SHAPE when q has heads without columns, or a number of heads that is no multiple of
 * k's. Both are [B, heads, rows, columns]. */
infiniStatus_t infini_check_heads(const struct tensor *q, const struct tensor *k);

/* Checks the arrays of RandomSample's numbers, one a row: NULL_POINTER for an array, BAD_PARAM for
 * a number. */
infiniStatus_t infini_check_samples(const float *random_val, const float *topp, const int *topk,
                                    const float *temperature, int64_t count);
infiniStatus_t infini_check_sample(double random_val, double topp, int64_t topk,
                                   double temperature);

/* BAD_PARAM when there is no such dimension, or it has less than k elements. BAD_TENSOR_SHAPE when
 * values has another shape than the result. */
infiniStatus_t infini_check_top(const struct tensor *values, const struct tensor *tensor, int64_t k,
                                int64_t dim);

#endif
