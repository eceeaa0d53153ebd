/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/ext/signs_tiling.h"

#include "base/data_type.h"
#include "tensor/layout.h"
#include "vector/memory.h"

#define TILING(field) BINARY_EMBEDDING_TILING_##field

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((double)(256 << 10))

int64_t ext_tiling_signs_width(int64_t columns)
{
    return columns / 8 + (columns % 8 != 0);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

int64_t ext_tiling_index_type(const struct tensor *indices)
{
    if (indices == NULL)
        return BINARY_EMBEDDING_INDEX_NONE;
    switch (indices->type) {
    case ACL_INT8: return BINARY_EMBEDDING_INDEX_INT8;
    case ACL_UINT8: return BINARY_EMBEDDING_INDEX_UINT8;
    case ACL_INT16: return BINARY_EMBEDDING_INDEX_INT16;
    case ACL_UINT16: return BINARY_EMBEDDING_INDEX_UINT16;
    case ACL_INT32: return BINARY_EMBEDDING_INDEX_INT32;
    case ACL_UINT32: return BINARY_EMBEDDING_INDEX_UINT32;
    case ACL_INT64: return BINARY_EMBEDDING_INDEX_INT64;
    /* A value that int64 cannot hold becomes negative, and is out of range either way. */
    case ACL_UINT64: return BINARY_EMBEDDING_INDEX_INT64;
    default: return -1;
    }
}

int64_t ext_tiling_scale_type(const struct tensor *scale)
{
    if (scale == NULL)
        return BINARY_EMBEDDING_SCALE_NONE;
    switch (scale->type) {
    case ACL_FLOAT: return BINARY_EMBEDDING_SCALE_FLOAT32;
    case ACL_FLOAT16: return BINARY_EMBEDDING_SCALE_FLOAT16;
    case ACL_BF16: return BINARY_EMBEDDING_SCALE_BFLOAT16;
    case ACL_DOUBLE: return BINARY_EMBEDDING_SCALE_FLOAT64;
    default: return -1;
    }
}

static void rows_of(const struct tensor *tensor, int64_t *rank, int64_t *dims, int64_t *strides)
{
    *rank = collapse_dims(tensor->dims, tensor->strides, tensor->rank - 1, dims, strides);
}

int64_t ext_tiling_column_stride(const struct tensor *tensor)
{
    int last = tensor->rank - 1;
    return tensor->dims[last] > 1 ? tensor->strides[last] : 1;
}

static int64_t blocks_for(double bytes)
{
    double blocks = bytes / BYTES_A_BLOCK;
    return blocks >= EXT_SIGNS_MOST_BLOCKS ? EXT_SIGNS_MOST_BLOCKS
           : blocks < 1                    ? 1
                                           : (int64_t)blocks;
}

/* ---- Pack ------------------------------------------------------------------------------------ */

int ext_tiling_pack_kernel(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return KERNEL_BINARY_EMBEDDING_PACK_FLOAT32;
    case ACL_FLOAT16: return KERNEL_BINARY_EMBEDDING_PACK_FLOAT16;
    case ACL_BF16: return KERNEL_BINARY_EMBEDDING_PACK_BFLOAT16;
    case ACL_DOUBLE: return KERNEL_BINARY_EMBEDDING_PACK_FLOAT64;
    case ACL_INT8: return KERNEL_BINARY_EMBEDDING_PACK_INT8;
    case ACL_INT16: return KERNEL_BINARY_EMBEDDING_PACK_INT16;
    case ACL_INT32: return KERNEL_BINARY_EMBEDDING_PACK_INT32;
    case ACL_INT64: return KERNEL_BINARY_EMBEDDING_PACK_INT64;
    case ACL_UINT8:
    case ACL_UINT16:
    case ACL_UINT32:
    case ACL_UINT64:
    case ACL_BOOL: return KERNEL_BINARY_EMBEDDING_PACK_UNSIGNED;
    default: return -1;
    }
}

void ext_tiling_pack(const struct tensor *x, const struct tensor *out, struct ext_signs *division)
{
    int64_t *t = division->tiling;
    int64_t elements = 0;
    int64_t columns = x->dims[x->rank - 1];
    tensor_element_count(x, &elements);
    division->kernel = ext_tiling_pack_kernel(x->type);
    if (elements == 0)
        return;
    /* Rows without gaps are treated as one row, so that vectors go on from row to row. */
    bool is_one_row = columns % 8 == 0 && view_is_dense(x) && view_is_dense(out);
    t[TILING(ROWS)] = is_one_row ? 1 : elements / columns;
    t[TILING(COLUMNS)] = is_one_row ? elements : columns;
    t[TILING(INPUT_COLUMN_STRIDE)] = ext_tiling_column_stride(x);
    rows_of(x, &t[TILING(INPUT_RANK)], &t[TILING(INPUT_DIMS)], &t[TILING(INPUT_STRIDES)]);
    rows_of(out, &t[TILING(OUT_RANK)], &t[TILING(OUT_DIMS)], &t[TILING(OUT_STRIDES)]);
    if (is_one_row)
        t[TILING(INPUT_COLUMN_STRIDE)] = 1;
    division->blocks = blocks_for((double)elements * (double)data_type_bits(x->type) / 8);
}

/* ---- Unpack ---------------------------------------------------------------------------------- */

/* The bits of the number 1 in the type. */
static int64_t one_of(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return 0x3F800000;
    case ACL_FLOAT16: return 0x3C00;
    case ACL_BF16: return 0x3F80;
    default: return 0x3FF0000000000000;
    }
}

static int unpack_kernel(int64_t element_bytes)
{
    return element_bytes == 2   ? KERNEL_BINARY_EMBEDDING_UNPACK_2
           : element_bytes == 4 ? KERNEL_BINARY_EMBEDDING_UNPACK_4
                                : KERNEL_BINARY_EMBEDDING_UNPACK_8;
}

void ext_tiling_unpack(const struct tensor *packed, const struct tensor *indices,
                       const struct tensor *scale, const struct tensor *out,
                       struct ext_signs *division)
{
    int64_t *t = division->tiling;
    int64_t elements = 0;
    int64_t columns = out->dims[out->rank - 1];
    int64_t element_bytes = data_type_bits(out->type) / 8;
    tensor_element_count(out, &elements);
    division->kernel = unpack_kernel(element_bytes);
    if (elements == 0)
        return;
    bool is_dense = view_is_dense(out);
    double bytes = (double)elements * (double)element_bytes;
    bool is_one_row = is_dense && indices == NULL && scale == NULL && columns % 8 == 0 &&
                      columns / 8 == packed->dims[packed->rank - 1] && view_is_dense(packed);
    t[TILING(ROWS)] = is_one_row ? 1 : elements / columns;
    t[TILING(COLUMNS)] = is_one_row ? elements : columns;
    t[TILING(WEIGHTS)] = packed->dims[0];
    t[TILING(INPUT_COLUMN_STRIDE)] = is_one_row ? 1 : ext_tiling_column_stride(packed);
    rows_of(packed, &t[TILING(INPUT_RANK)], &t[TILING(INPUT_DIMS)], &t[TILING(INPUT_STRIDES)]);
    rows_of(out, &t[TILING(OUT_RANK)], &t[TILING(OUT_DIMS)], &t[TILING(OUT_STRIDES)]);
    t[TILING(INDEX_TYPE)] = ext_tiling_index_type(indices);
    if (indices != NULL)
        t[TILING(INDEX_RANK)] = collapse_dims(indices->dims, indices->strides, indices->rank,
                                              &t[TILING(INDEX_DIMS)], &t[TILING(INDEX_STRIDES)]);
    t[TILING(SCALE_TYPE)] = ext_tiling_scale_type(scale);
    if (scale != NULL)
        rows_of(scale, &t[TILING(SCALE_RANK)], &t[TILING(SCALE_DIMS)], &t[TILING(SCALE_STRIDES)]);
    t[TILING(ONE)] = one_of(out->type);
    t[TILING(STREAM)] = is_dense && bytes > (double)STREAMED_BYTES;
    division->blocks = blocks_for(bytes);
}

/* ---- The gradient ---------------------------------------------------------------------------- */

static int gradient_kernel(aclDataType gradient)
{
    switch (gradient) {
    case ACL_FLOAT: return KERNEL_BINARY_EMBEDDING_BACKWARD_FLOAT32;
    case ACL_FLOAT16: return KERNEL_BINARY_EMBEDDING_BACKWARD_FLOAT16;
    case ACL_BF16: return KERNEL_BINARY_EMBEDDING_BACKWARD_BFLOAT16;
    default: return KERNEL_BINARY_EMBEDDING_BACKWARD_FLOAT64;
    }
}

bool ext_tiling_signs_gradient(const struct tensor *gradient, const struct tensor *indices,
                               const struct tensor *scale, const struct tensor *out,
                               struct ext_signs_gradient *division)
{
    int64_t *t = division->signs.tiling;
    int64_t rows = 0;
    tensor_element_count(indices, &rows);
    division->signs.kernel = gradient_kernel(gradient->type);
    int64_t columns = gradient->dims[gradient->rank - 1];
    /* Without weights there is still work when there are rows: every index is out of range. */
    if (columns == 0 || (rows == 0 && out->dims[0] == 0))
        return true;
    t[TILING(ROWS)] = rows;
    t[TILING(COLUMNS)] = columns;
    t[TILING(WEIGHTS)] = out->dims[0];
    t[TILING(COLUMN_BLOCKS)] = 1;
    /* The stride of a table with a single row may be any number. */
    t[TILING(OUT_STRIDES)] = out->dims[0] > 1 ? out->strides[0] : out->dims[1];
    division->signs.blocks = blocks_for((double)rows * (double)columns *
                                            (double)data_type_bits(gradient->type) / 8 +
                                        (double)out->dims[0] * (double)out->dims[1]);
    if (rows == 0)
        return true;
    t[TILING(INPUT_COLUMN_STRIDE)] = ext_tiling_column_stride(gradient);
    rows_of(gradient, &t[TILING(INPUT_RANK)], &t[TILING(INPUT_DIMS)], &t[TILING(INPUT_STRIDES)]);
    t[TILING(SCALE_TYPE)] = ext_tiling_scale_type(scale);
    if (scale != NULL)
        rows_of(scale, &t[TILING(SCALE_RANK)], &t[TILING(SCALE_DIMS)], &t[TILING(SCALE_STRIDES)]);
    bool fits = embedding_divide_sort(indices, (uint64_t)out->dims[0], &division->sort);
    t[TILING(WIDE)] = division->sort.tiling[EMBEDDING_DENSE_GRAD_TILING_WIDE];
    return fits;
}
