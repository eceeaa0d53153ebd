/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmul and its versions: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_MATMUL_GROUPED_MATMUL_H
#define ACLNN_PY_OPS_MATMUL_GROUPED_MATMUL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "executor/operator.h"
#include "ops/common/check.h"

#define NO_ACTIVATION 0

enum group_type { NO_GROUPS = -1, GROUPS_OF_ROWS = 0, GROUPS_OF_COLUMNS = 1, GROUPS_OF_DEPTH = 2 };
enum group_list_type {
    ENDS,
    COUNTS,
    PAIRS
}; /* what the tensor of groups holds; a pair is a
    * group's number and its count */

/* What scales belong to. Powers of two and scales of blocks lie along the depth; those of a group
 * of the depth begin behind as many as fill the depth before it, and one for each group before. */
enum grouped_scaling {
    SCALES_OF_SUMS,
    SCALES_OF_BLOCKS, /* float32: of 128 numbers of a row of x, and of squares of 128 of weight */
    SCALES_AS_POWERS  /* float8_e8m0 in pairs: of 32 numbers of x and of weight */
};
#define GROUPED_BLOCK 128
#define GROUPED_POWER_BLOCK 32

/* The inputs in their order: tensors of x, of weight, then as many as weight has of each kind that
 * is given, one of scales for rows, and the tensor of groups. */
struct grouped {
    enum group_type type;
    enum group_list_type list_type;
    int64_t groups;
    int x_count;
    int weight_count;
    int out_count;
    bool has_bias;
    bool has_scale;   /* of the sums, or of weights that are restored to the type of x */
    bool has_offset;  /* of weights that are restored */
    bool has_tokens;  /* a scale for each row of x */
    bool is_packed;   /* an int32 of weight holds 8 numbers of 4 bits */
    bool is_x_packed; /* an int32 of x does */
    bool is_shifted;  /* x is of int8 and weight of 4 bits: sums are those of x - 8, which biases
                       * complete */
    bool has_tensor;  /* the groups are a tensor, the last input */
    enum grouped_scaling scaling;
    bool is_requantised;       /* weight is of 4 bits, times its offsets rounded to int8 */
    bool are_powers_single;    /* powers of weight are [groups, k / 32, n], not in pairs */
    bool are_powers_swapped;   /* memory has dense powers of weight as [groups, n, k / 64, 2] */
    bool are_tokens_of_groups; /* scales of rows are one for a group, or a row of them */
    bool is_added; /* sums are added to the result, which is the input behind the groups too */
    bool is_depth_first; /* the depth of x, which has groups, is its first dimension */
    const int64_t *ends; /* the groups of the caller's array, one number a group; NULL: none */
};

/* The inputs of a product that is added, in place of these. */
enum { GROUPED_SUM_X, GROUPED_SUM_WEIGHT, GROUPED_SUM_LIST, GROUPED_SUM_RESULT };

enum grouped_operand {
    GROUPED_X,
    GROUPED_WEIGHT,
    GROUPED_BIAS,
    GROUPED_SCALE,
    GROUPED_OFFSET,
    GROUPED_TOKENS,
    GROUPED_LIST,
    GROUPED_OPERANDS
};

/* The number of the first input of a kind. */
static inline int matmul_grouped_first_input(const struct grouped *g, enum grouped_operand kind)
{
    const int counts[GROUPED_OPERANDS] = {
        [GROUPED_X] = g->x_count,
        [GROUPED_WEIGHT] = g->weight_count,
        [GROUPED_BIAS] = g->has_bias ? g->weight_count : 0,
        [GROUPED_SCALE] = g->has_scale ? g->weight_count : 0,
        [GROUPED_OFFSET] = g->has_offset ? g->weight_count : 0,
        [GROUPED_TOKENS] = g->has_tokens,
    };
    int first = 0;
    for (int i = 0; i < (int)kind; i++)
        first += counts[i];
    return first;
}

struct reading {
    const struct call *call;
    int x, weight, bias, groups, out; /* indices of parameters */
    int scale, offset, tokens;        /* -1: the version has none */
    int weight_scale, weight_offset;
    bool has_array;  /* groups are an array, as in the first two versions */
    bool is_first;   /* it is aclnnGroupedMatmul itself */
    bool has_words;  /* the version takes int32 for eight int4 */
    bool is_fractal; /* weight is taken for fractals, whatever its format says */
    enum group_type type;
    int64_t split_item;
    int64_t list_type;
    int64_t activation;
    bool is_x_turned;
    bool is_weight_turned;
};

static inline int64_t matmul_grouped_integer_of(const struct call *call, const char *name,
                                                int64_t otherwise)
{
    int at = call_find(call, name);
    return at < 0 ? otherwise : call->arguments[at].integer;
}

static inline const struct tensor_array *matmul_grouped_members_of(const struct reading *r,
                                                                   int parameter)
{
    return r->call->arguments[parameter].tensors;
}

static inline int matmul_grouped_count_of(const struct reading *r, int parameter)
{
    return (int)matmul_grouped_members_of(r, parameter)->count;
}

static inline const struct tensor *matmul_grouped_member(const struct reading *r, int parameter,
                                                         int at)
{
    return matmul_grouped_members_of(r, parameter)->members[at];
}

/* Whether the caller left out an optional list. Programs do so in four ways: by NULL, by a list of
 * no members, by one whose first member is NULL, and by one tensor of the shape [0]. */
static inline bool matmul_grouped_is_left_out(const struct call *call, int parameter)
{
    const struct tensor_array *list = parameter < 0 ? NULL : call->arguments[parameter].tensors;
    if (list == NULL || list->count == 0 || list->members[0] == NULL)
        return true;
    const struct tensor *first = list->members[0];
    return list->count == 1 && first->rank == 1 && first->dims[0] == 0;
}

/* Whether the last two dims are swapped in memory, and everything else is dense. */
bool matmul_grouped_is_turned(const struct tensor *t);

/* Whether one of the members is transposed and has more than one element. */
static inline bool matmul_grouped_is_any_turned(const struct reading *r, int parameter)
{
    for (int i = 0; i < matmul_grouped_count_of(r, parameter); i++) {
        const struct tensor *t = matmul_grouped_member(r, parameter, i);
        if (matmul_grouped_is_turned(t) &&
            !(t->dims[t->rank - 1] == 1 && t->dims[t->rank - 2] == 1))
            return true;
    }
    return false;
}

static inline bool matmul_grouped_has_groups(const struct reading *r)
{
    const struct argument *argument = &r->call->arguments[r->groups];
    return r->has_array ? argument->array != NULL && argument->array->size > 0
                        : argument->tensor != NULL;
}

static inline const int64_t *matmul_grouped_ends_of(const struct reading *r)
{
    return array_integers(r->call->arguments[r->groups].array);
}

/* Whole numbers of 8 or 4 bits, the latter eight in an int32 too. */
static inline bool matmul_grouped_is_small(aclDataType type)
{
    return type == ACL_INT4 || type == ACL_INT32;
}

static inline bool matmul_grouped_is_whole(aclDataType type)
{
    return type == ACL_INT8 || matmul_grouped_is_small(type);
}

/* The columns of a tensor of weight, or of x beside int4: an int32 holds eight. */
static inline int64_t matmul_grouped_columns(const struct tensor *t)
{
    return t->dims[t->rank - 1] * (t->type == ACL_INT32 ? 8 : 1);
}

aclnnStatus matmul_grouped_refuse_member(const struct reading *r, int parameter, int at,
                                         const char *why);
aclnnStatus matmul_grouped_refuse_given(const struct reading *r, int parameter, const char *beside);
aclnnStatus matmul_grouped_refuse_missing(const struct reading *r, int parameter,
                                          const char *beside);
aclnnStatus matmul_grouped_refuse_number(const struct reading *r, const char *name,
                                         const char *allowed);

/* Checks of products of whole numbers, in the order of CANN: data types, then shapes, of what is
 * given beside x and weight. */
aclnnStatus matmul_check_grouped_whole(const struct reading *r);

/* The same of x and weight of int4. */
aclnnStatus matmul_check_grouped_small(const struct reading *r);

/* The same of x of int8 and weight of int4, and what the kernel's tiling refuses of them. */
aclnnStatus matmul_check_grouped_packed(const struct reading *r);
aclnnStatus matmul_check_grouped_packed_kernel(const struct reading *r);

/* Whether such weights have offsets, [groups, 1, columns], which multiply the sums of x. Offsets of
 * other shapes count for nothing. */
bool matmul_grouped_has_weight_sums(const struct reading *r);

/* Whether x is of int8 and weight of int4. */
static inline bool matmul_grouped_is_packed(const struct reading *r)
{
    return matmul_grouped_member(r, r->x, 0)->type == ACL_INT8 &&
           matmul_grouped_is_small(matmul_grouped_member(r, r->weight, 0)->type);
}

/* Whether x and weight are of int4. */
static inline bool matmul_grouped_is_of_small(const struct reading *r)
{
    return matmul_grouped_is_small(matmul_grouped_member(r, r->x, 0)->type) &&
           matmul_grouped_is_small(matmul_grouped_member(r, r->weight, 0)->type);
}

/* Whether x and weight are both float8, hifloat8 or float4, which Ascend950 multiplies. */
bool matmul_grouped_is_of_floats(const struct reading *r);

/* Whether weight of float8, hifloat8 or float4 stands for floats beside x of float16, bfloat16 or
 * (float4) float8, on Ascend950. */
bool matmul_grouped_is_mixed(const struct reading *r);

/* Whether weight is a matrix for each group: several tensors, or, of such products of groups of
 * rows, one of two dimensions. */
bool matmul_grouped_is_list(const struct reading *r);

/* Whether weight of int4 beside x of int8 becomes int8 by factors of its parts, on Ascend950. */
bool matmul_grouped_is_requantised(const struct reading *r);

/* What the scales of such products belong to; the layouts of x and weight are read before. */
enum grouped_scaling matmul_grouped_scaling(const struct reading *r);

/* Whether powers of two, in pairs, lie with the two dimensions before the pairs swapped. CANN looks
 * at these strides alone here; quant_powers_are_turned, as products without groups and those whose
 * rows are combined ask it, at all dimensions. */
bool matmul_grouped_powers_are_turned(const struct tensor *t);

/* Checks of such products, in the order of CANN, before those of all. */
aclnnStatus matmul_check_grouped_floats(const struct reading *r);
aclnnStatus matmul_check_grouped_mixed(const struct reading *r);
aclnnStatus matmul_check_grouped_requantised(const struct reading *r);

/* The same where weights of whole numbers stand for floats. */
aclnnStatus matmul_check_grouped_restored(const struct reading *r);

struct reading matmul_grouped_read_call(const struct call *call);

/* Reads which operands are transposed, when all members are known to be given. */
static inline void matmul_grouped_read_layouts(struct reading *r)
{
    r->is_x_turned = r->type == GROUPS_OF_DEPTH
                         ? matmul_grouped_is_turned(matmul_grouped_member(r, r->x, 0))
                         : matmul_grouped_is_any_turned(r, r->x);
    r->is_weight_turned = r->type == GROUPS_OF_DEPTH
                              ? matmul_grouped_is_any_turned(r, r->weight)
                              : matmul_grouped_is_turned(matmul_grouped_member(r, r->weight, 0));
}

#endif
