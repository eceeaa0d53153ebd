/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/ext/tile_tiling.h"

#include "base/data_type.h"
#include "base/number.h"
#include "tensor/layout.h"
#include "vector/memory.h"

#define TILING(field) TILES_TILING_##field

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK (256 << 10)
#define MAX_BLOCKS 64

/* ---- Types ----------------------------------------------------------------------------------- */

/* Indexed by the number of the type. */
static const struct ext_tile_type types[] = {
    [ACLNN_EXT_TILE_BFLOAT16] = {"BFLOAT16", "[DT_FLOAT, DT_BF16]", 2048},
    [ACLNN_EXT_TILE_FLOAT32] = {"FLOAT32", "[DT_FLOAT, DT_BF16]", 4096},
    [ACLNN_EXT_TILE_UINT32] = {"UINT32", "[DT_UINT32]", 4096},
    [ACLNN_EXT_TILE_BFLOAT8_B] = {"BFLOAT8_B", "[DT_FLOAT, DT_BF16]", 1088},
    [ACLNN_EXT_TILE_BFLOAT4_B] = {"BFLOAT4_B", "[DT_FLOAT, DT_BF16]", 576},
    [ACLNN_EXT_TILE_UINT8] = {"UINT8", "[DT_UINT8]", 1024},
    [ACLNN_EXT_TILE_UINT16] = {"UINT16", "[DT_UINT16]", 2048},
    [ACLNN_EXT_TILE_INT32] = {"INT32", "[DT_INT32]", 4096},
};
#define TYPE_COUNT ((int32_t)(sizeof types / sizeof types[0]))

const struct ext_tile_type *ext_tiling_tile_type(int32_t type)
{
    return type >= 0 && type < TYPE_COUNT ? &types[type] : NULL;
}

const struct ext_tile_kernels *ext_tiling_tile_kernels(int32_t type, aclDataType element)
{
    static const struct ext_tile_kernels all[] = {
#define KERNELS(type, element, NAME) \
    {ACLNN_EXT_TILE_##type, element, KERNEL_TILES_TILIZE_##NAME, KERNEL_TILES_UNTILIZE_##NAME}
        KERNELS(BFLOAT16, ACL_FLOAT, FLOAT32_BFLOAT16),
        KERNELS(BFLOAT16, ACL_BF16, BITS16_BITS16),
        KERNELS(FLOAT32, ACL_FLOAT, BITS32_BITS32),
        KERNELS(FLOAT32, ACL_BF16, BFLOAT16_FLOAT32),
        KERNELS(UINT32, ACL_UINT32, BITS32_BITS32),
        KERNELS(BFLOAT8_B, ACL_FLOAT, FLOAT32_BFLOAT8_B),
        KERNELS(BFLOAT8_B, ACL_BF16, BFLOAT16_BFLOAT8_B),
        KERNELS(BFLOAT4_B, ACL_FLOAT, FLOAT32_BFLOAT4_B),
        KERNELS(BFLOAT4_B, ACL_BF16, BFLOAT16_BFLOAT4_B),
        KERNELS(UINT8, ACL_UINT8, BITS8_BITS8),
        KERNELS(UINT16, ACL_UINT16, BITS16_BITS16),
        KERNELS(INT32, ACL_INT32, BITS32_BITS32),
#undef KERNELS
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].type == type && all[i].element == element)
            return &all[i];
    return NULL;
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static uint64_t tiles_of(int64_t length)
{
    return (uint64_t)length / TILES_SIDE + ((uint64_t)length % TILES_SIDE != 0);
}

bool ext_tiling_tile_bytes(const int64_t *dims, int rank, int32_t type, uint64_t *bytes)
{
    uint64_t result = types[type].bytes;
    bool fits = true;
    for (int i = 0; i < rank; i++) {
        uint64_t factor = i < rank - 2 ? (uint64_t)dims[i] : tiles_of(dims[i]);
        if (dims[i] == 0) {
            *bytes = 0;
            return true;
        }
        fits = fits && !__builtin_mul_overflow(result, factor, &result);
    }
    *bytes = result;
    return fits && result <= INT64_MAX;
}

/* ---- The division ---------------------------------------------------------------------------- */

/* A stride in bytes. For a dimension of one element it does not matter. */
static int64_t byte_stride(int64_t dim, int64_t stride, int64_t bytes)
{
    return dim > 1 ? stride * bytes : 0;
}

void ext_tiling_tiles(const struct tensor *matrix, const struct tensor *tiles, int32_t type,
                      bool makes_tiles, struct ext_tiles *division)
{
    const struct ext_tile_kernels *kernels = ext_tiling_tile_kernels(type, matrix->type);
    int64_t bytes = data_type_bits(matrix->type) / 8;
    int64_t *t = division->tiling;
    int outer = matrix->rank < 2 ? 0 : matrix->rank - 2;
    int last = matrix->rank - 1;
    division->kernel = makes_tiles ? kernels->tilize : kernels->untilize;
    division->makes_tiles = makes_tiles;
    if (tiles->dims[0] == 0)
        return;
    t[TILING(MATRICES)] = 1;
    for (int i = 0; i < outer; i++)
        t[TILING(MATRICES)] *= matrix->dims[i];
    t[TILING(ROWS)] = matrix->rank > 1 ? matrix->dims[last - 1] : 1;
    t[TILING(COLUMNS)] = matrix->dims[last];
    if (matrix->rank > 1)
        t[TILING(ROW_STRIDE)] = byte_stride(matrix->dims[last - 1], matrix->strides[last - 1],
                                            bytes);
    t[TILING(COLUMN_STRIDE)] = byte_stride(matrix->dims[last], matrix->strides[last], bytes);
    t[TILING(RANK)] = collapse_dims(matrix->dims, matrix->strides, outer, &t[TILING(DIMS)],
                                    &t[TILING(STRIDES)]);
    for (int64_t i = 0; i < t[TILING(RANK)]; i++)
        t[TILING(STRIDES) + i] *= bytes;

    int64_t count = 0;
    tensor_element_count(matrix, &count);
    t[TILING(STREAM)] = count > STREAMED_BYTES / bytes;
    int64_t worth = tiles->dims[0] / BYTES_A_BLOCK;
    division->blocks = clamp(worth, 1, MAX_BLOCKS);
}
