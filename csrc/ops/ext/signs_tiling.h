/* SPDX-License-Identifier: Apache-2.0 */
/* How the work of the calls of aclnn_ext/binary_embedding.h is divided. */
#ifndef ACLNN_PY_OPS_EXT_SIGNS_TILING_H
#define ACLNN_PY_OPS_EXT_SIGNS_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels.h"
#include "ops/embedding/gradient.h"

#define EXT_SIGNS_MOST_RANK BINARY_EMBEDDING_MAXIMUM_RANK
#define EXT_SIGNS_MOST_BLOCKS 64

/* Attributes of the steps. Tilings fill in zeroed ones. */
struct ext_signs {
    int kernel;
    int64_t blocks;               /* the most blocks; 0: nothing to do */
    struct named_indices indices; /* for steps that have indices */
    int input;                    /* index of the operand with packed signs, or of what is
                                   * packed; */
    int places;                   /* of the one with indices, */
    int scale;                    /* and of the scale; -1: there is none */
    int64_t tiling[BINARY_EMBEDDING_TILING_SIZE];
};

struct ext_signs_gradient {
    struct ext_signs signs;
    struct embedding_grad_division sort; /* has no scratch when there are no rows */
};

void ext_tiling_pack(const struct tensor *x, const struct tensor *out, struct ext_signs *division);

/* Unpacks all rows, or those that indices name. indices and scale may be NULL. */
void ext_tiling_unpack(const struct tensor *packed, const struct tensor *indices,
                       const struct tensor *scale, const struct tensor *out,
                       struct ext_signs *division);

/* False when the scratch does not fit into int64_t. scale may be NULL. */
bool ext_tiling_signs_gradient(const struct tensor *gradient, const struct tensor *indices,
                               const struct tensor *scale, const struct tensor *out,
                               struct ext_signs_gradient *division);

/* -1 for types whose values cannot be compared. */
int ext_tiling_pack_kernel(aclDataType type);

/* The bytes that the signs of a row take. */
int64_t ext_tiling_signs_width(int64_t columns);

/* The index of a type in the kernels' list of types; 0 without a tensor, -1 for types that are not
 * in the list. */
int64_t ext_tiling_index_type(const struct tensor *indices);
int64_t ext_tiling_scale_type(const struct tensor *scale);

/* The stride of the last dimension; 1 where it does not matter. */
int64_t ext_tiling_column_stride(const struct tensor *tensor);

#endif
