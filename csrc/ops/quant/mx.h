/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised in blocks that share a power of two: what checks, shapes and lists share. */
#ifndef ACLNN_PY_OPS_QUANT_MX_H
#define ACLNN_PY_OPS_QUANT_MX_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

#define QUANT_MX_BLOCK 32

/* How a block's scale follows from its largest magnitude. */
enum quant_mx_scale {
    QUANT_MX_FLOOR, /* its power of two, divided by that of the type's largest number */
    QUANT_MX_CEIL,  /* the power of two from it, divided by the type's largest number, on */
    QUANT_MX_RANGE, /* the same, divided by a number that is told */
    QUANT_MX_LEAST, /* as QUANT_MX_CEIL, and zeros count as the least magnitude too */
    QUANT_MX_SCALES,
};

/* How numbers become those of a float4. */
enum quant_mx_rounding { QUANT_MX_RINT, QUANT_MX_ROUND, QUANT_MX_CUT, QUANT_MX_ROUNDINGS };

/* The rounding that a text names ("rint", "round", "floor"; NULL is "rint"), or -1. */
int quant_find_mx_rounding(const char *name);

struct quant_mx {
    int64_t axis; /* the dimension of the blocks, from 0 on */
    int64_t block;
    enum quant_mx_scale scale;
    enum quant_mx_rounding rounding;
    aclDataType type;
    double largest; /* of QUANT_MX_RANGE; 0: the type's largest number */
    double least;   /* of QUANT_MX_CEIL and QUANT_MX_LEAST: what a largest magnitude counts as at
                       least */
};

/* Scales of dense blocks, which lie in the dims that are folded: float32, with 1 in these. */
int quant_mx_scales(struct l0_list *list, const struct quant_mx *mx, int blocks, uint64_t folded);

/* Divides numbers by powers beside them, float32, and rounds them to the dense result. */
void quant_mx_divide(struct l0_list *list, const struct quant_mx *mx, int numbers, int powers,
                     int result);

/* The tensors of the results of elements with these dims: the numbers and the scales, in the dims
 * in which quant_mx_compute writes them; norm_write_reshaped gives them to the caller. */
void quant_mx_results(struct l0_list *list, const struct quant_mx *mx, const int64_t *dims,
                      int32_t rank, int *results);

/* Appends the work: quantises dense elements, without an operator. */
void quant_mx_compute(struct l0_list *list, const struct quant_mx *mx, int elements,
                      const int *results);

/* Pairs of blocks of 32 rows in groups, each of which begins with one of its own. */
static inline int64_t quant_mx_group_pairs(int64_t rows, int64_t groups)
{
    return rows / (2 * QUANT_MX_BLOCK) + groups;
}

/* How groups of rows are told, and where their pairs of blocks lie; NULL is all false. */
struct quant_mx_places {
    bool are_counts; /* their rows are counted, in place of the row behind the last one */
    bool are_dense;  /* pairs of a group lie behind those of the group before it; else those of a
                      * group that begins with row r and is number g begin at r / 64 + g */
    int64_t rows;    /* of blocks that lie alone, not in pairs; 0: pairs of blocks of 32 */
};

/* The same for rows in groups, in blocks of 32 rows that begin anew with each group: of elements
 * [m, n] results are [m, n] and, for pairs of blocks, [pairs, n, 2]. */
void quant_mx_group_results(struct l0_list *list, const struct quant_mx *mx, const int64_t *dims,
                            int64_t pairs, int *results);
void quant_mx_compute_groups(struct l0_list *list, const struct quant_mx *mx, int elements,
                             int groups, const struct quant_mx_places *places, int64_t pairs,
                             const int *results);

/* The scale of its block of 32 for each of the columns, in float32: of dense scales in pairs of
 * blocks. */
int quant_mx_spread(struct l0_list *list, int scales, int64_t rows, int64_t columns);

/* The dims of the scales, whose rank is one more than that of the elements: pairs of blocks along
 * the axis, and 2 behind all others. */
void quant_mx_scale_dims(const int64_t *dims, int32_t rank, int64_t axis, int64_t block,
                         int64_t *scales);

#endif
