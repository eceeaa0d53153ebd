/* SPDX-License-Identifier: Apache-2.0 */
/* How the work of the operators of aclnn_ext/binary_embedding.h is divided. */
#ifndef ACLNN_PY_OPS_EXT_SIGNS_TILING_H
#define ACLNN_PY_OPS_EXT_SIGNS_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels.h"
#include "ops/embedding/gradient.h"

#define EXT_SIGNS_MOST_RANK BINARY_EMBEDDING_MAXIMUM_RANK
#define EXT_SIGNS_MOST_BLOCKS 64

/* Attributes of the steps; tilings fill zeroed ones. */
struct ext_signs {
    int kernel;
    int64_t blocks;               /* at most; 0: nothing to do */
    struct named_indices indices; /* of those that have some */
    int input;                    /* of the step: packed signs, or what is packed; */
    int places;                   /* the indices, */
    int scale;                    /* and the scale; -1: none */
    int64_t tiling[BINARY_EMBEDDING_TILING_SIZE];
};

struct ext_signs_gradient {
    struct ext_signs signs;
    struct embedding_grad_plan sort; /* without scratch when there are no rows */
};

void ext_tiling_pack(const struct tensor *x, const struct tensor *out, struct ext_signs *plan);

/* All rows, or those that indices name; indices and scale may be NULL. */
void ext_tiling_unpack(const struct tensor *packed, const struct tensor *indices,
                       const struct tensor *scale, const struct tensor *out,
                       struct ext_signs *plan);

/* False when the scratch does not fit into 63 bits. scale may be NULL. */
bool ext_tiling_signs_gradient(const struct tensor *gradient, const struct tensor *indices,
                               const struct tensor *scale, const struct tensor *out,
                               struct ext_signs_gradient *plan);

/* -1 for types that have no order. */
int ext_tiling_pack_kernel(aclDataType type);

/* Bytes that the signs of a row take. */
int64_t ext_tiling_signs_width(int64_t columns);

/* Positions in the kernels' lists of types; 0 for no tensor, -1 for types that are not there. */
int64_t ext_tiling_index_type(const struct tensor *indices);
int64_t ext_tiling_scale_type(const struct tensor *scale);

/* The stride of the last dimension; 1 where it makes no difference. */
int64_t ext_tiling_column_stride(const struct tensor *tensor);

#endif
