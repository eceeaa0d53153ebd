/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles: their types and sizes, and how matrices are converted to tiles and back. */
#ifndef ACLNN_PY_OPS_EXT_TILE_TILING_H
#define ACLNN_PY_OPS_EXT_TILE_TILING_H

#include <stdbool.h>

#include "aclnn_ext/tile_type.h"
#include "kernels.h"
#include "tensor/tensor.h"

#define EXT_TILE_MOST_RANK TILES_MAXIMUM_RANK

struct ext_tile_type {
    const char *name;
    const char *elements; /* the matrix' data types that it can hold, as text */
    uint64_t bytes;       /* bytes of a tile */
};

/* The tile type of a number; NULL when aclnnExtTileType has no such number. */
const struct ext_tile_type *ext_tiling_tile_type(int32_t type);

/* The bytes of a shape's tiles; false when they do not fit into int64_t. No dimension is
 * negative. */
bool ext_tiling_tile_bytes(const int64_t *dims, int rank, int32_t type, uint64_t *bytes);

/* The kernels for a tile type and a matrix' data type; NULL: there are none. */
struct ext_tile_kernels {
    int32_t type;
    aclDataType element;
    int tilize;
    int untilize;
};
const struct ext_tile_kernels *ext_tiling_tile_kernels(int32_t type, aclDataType element);

/* Attributes of the step, which converts between a matrix and tiles in either direction. */
struct ext_tiles {
    int kernel;
    bool makes_tiles;
    int64_t blocks; /* 0: nothing to do */
    int64_t tiling[TILES_TILING_SIZE];
};

/* Fills in a zeroed division. */
void ext_tiling_tiles(const struct tensor *matrix, const struct tensor *tiles, int32_t type,
                      bool makes_tiles, struct ext_tiles *division);

#endif
