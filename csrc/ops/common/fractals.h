/* SPDX-License-Identifier: Apache-2.0 */
/* Storage of matrices in FRACTAL_NZ: blocks of 16 rows of 32 bytes. */
#ifndef ACLNN_PY_OPS_COMMON_FRACTALS_H
#define ACLNN_PY_OPS_COMMON_FRACTALS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "tensor/tensor.h"

#define FRACTAL_ROWS 16
#define FRACTAL_BYTES 32 /* of a row of a block */
#define FRACTAL_DIMS 2   /* that a storage of blocks has more */

/* Whether a format is FRACTAL_NZ, or one of those whose rows have as many elements as their names
 * say. */
static inline bool format_is_fractal(aclFormat format)
{
    return format == ACL_FORMAT_FRACTAL_NZ || format == ACL_FORMAT_FRACTAL_NZ_C0_2 ||
           format == ACL_FORMAT_FRACTAL_NZ_C0_4 || format == ACL_FORMAT_FRACTAL_NZ_C0_16 ||
           format == ACL_FORMAT_FRACTAL_NZ_C0_32;
}

struct fractals {
    int64_t down;   /* blocks of rows */
    int64_t across; /* blocks of columns */
    int64_t width;  /* elements in a row of a block */
    bool is_turned; /* the view swaps the last two dimensions */
};

static inline int64_t fractals_parts(int64_t count, int64_t size)
{
    return count / size + (count % size != 0);
}

/* The elements in a row of a block: as the format says, or as many as 32 bytes hold. */
static inline int64_t fractals_width(const struct tensor *t)
{
    switch (t->format) {
    case ACL_FORMAT_FRACTAL_NZ_C0_2: return 2;
    case ACL_FORMAT_FRACTAL_NZ_C0_4: return 4;
    case ACL_FORMAT_FRACTAL_NZ_C0_16: return 16;
    case ACL_FORMAT_FRACTAL_NZ_C0_32: return 32;
    default: return FRACTAL_BYTES * 8 / data_type_bits(t->type);
    }
}

/* The blocks of a tensor of two dimensions at least. */
static inline struct fractals fractals_of(const struct tensor *t)
{
    int32_t last = t->rank - 1;
    bool is_turned = t->strides[last - 1] == 1 && t->strides[last] == t->dims[last - 1];
    int64_t width = fractals_width(t);
    return (struct fractals){
        .down = fractals_parts(t->dims[is_turned ? last : last - 1], FRACTAL_ROWS),
        .across = fractals_parts(t->dims[is_turned ? last - 1 : last], width),
        .width = width,
        .is_turned = is_turned};
}

/* The dimensions of a storage of blocks, and their number. */
static inline int32_t fractals_storage(const struct tensor *t, const struct fractals *blocks,
                                       int64_t *dims)
{
    int64_t *matrix = dims + t->rank - 2;
    memcpy(dims, t->dims, (size_t)(t->rank - 2) * sizeof *dims);
    matrix[0] = blocks->across;
    matrix[1] = blocks->down;
    matrix[2] = FRACTAL_ROWS;
    matrix[3] = blocks->width;
    return t->rank + FRACTAL_DIMS;
}

/* Whether the storage of a tensor of two dimensions at least has as many elements as all its
 * matrices in such blocks. */
static inline bool fills_blocks(const struct tensor *t, const struct fractals *blocks)
{
    int64_t wanted = FRACTAL_ROWS * blocks->width;
    int64_t stored = 1;
    if (__builtin_mul_overflow(wanted, blocks->down, &wanted) ||
        __builtin_mul_overflow(wanted, blocks->across, &wanted))
        return false;
    for (int32_t i = 0; i < t->rank - 2; i++)
        if (__builtin_mul_overflow(wanted, t->dims[i], &wanted))
            return false;
    for (int32_t i = 0; i < t->storage_rank; i++)
        if (__builtin_mul_overflow(stored, t->storage_dims[i], &stored))
            return false;
    return stored == wanted;
}

/* The same for the blocks that its format and strides say. */
static inline bool fills_fractals(const struct tensor *t)
{
    const struct fractals blocks = fractals_of(t);
    return fills_blocks(t, &blocks);
}

#endif
