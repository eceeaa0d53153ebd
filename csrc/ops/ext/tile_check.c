/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtTilize and aclnnExtUntilize: checks. aclnnExtTileByteCount. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "impl/aclnn_ext/tile_type.h"
#include "ops/common/check.h"
#include "declared/ext.h"
#include "ops/ext/tile_tiling.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

static aclnnStatus refuse_type(int32_t type)
{
    if (ext_tiling_tile_type(type) != NULL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "type is %" PRId32 "; the numbers of aclnnExtTileType are BFLOAT16 0, FLOAT32 1, "
                  "UINT32 2, BFLOAT8_B 3, BFLOAT4_B 4, UINT8 5, UINT16 6 and INT32 7",
                  type);
}

/* ---- aclnnExtTileByteCount ------------------------------------------------------------------- */

static aclnnStatus check_given_dims(const int64_t *dims, uint64_t count)
{
    if (dims == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "dims is NULL; the dimensions are required");
    if (count < 1 || count > EXT_TILE_MOST_RANK)
        return report(ACLNN_ERR_PARAM_INVALID, "dimsNum is %" PRIu64 "; 1 to %d are supported",
                      count, EXT_TILE_MOST_RANK);
    for (uint64_t i = 0; i < count; i++)
        if (dims[i] < 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dims[%" PRIu64 "] is %" PRId64 "; dimensions are 0 or more", i, dims[i]);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnExtTileByteCountImpl(const int64_t *dims, uint64_t dimsNum, int32_t type,
                                      uint64_t *bytes)
{
    char shape[160];
    uint64_t count = 0;
    if (bytes == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "bytes is NULL; a place for the result is required");
    aclnnStatus status = check_given_dims(dims, dimsNum);
    if (status == ACLNN_SUCCESS)
        status = refuse_type(type);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!ext_tiling_tile_bytes(dims, (int)dimsNum, type, &count))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dims are %s; the bytes of their tiles do not fit into 63 bits",
                      dims_describe(dims, (int32_t)dimsNum, shape, sizeof shape));
    *bytes = count;
    return ACLNN_SUCCESS;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static int32_t type_of(const struct call *call, int type)
{
    return (int32_t)call->arguments[type].integer;
}

aclnnStatus ext_check_tile_type(struct call *call, int type)
{
    return refuse_type(type_of(call, type));
}

aclnnStatus ext_check_tile_elements(struct call *call, int matrix, int type)
{
    const struct ext_tile_type *tile = ext_tiling_tile_type(type_of(call, type));
    aclDataType element = call_tensor(call, matrix)->type;
    if (ext_tiling_tile_kernels(type_of(call, type), element) != NULL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; tiles of type %s are made of and read into %s",
                  call_name(call, matrix), data_type_name(element), tile->name, tile->elements);
}

aclnnStatus ext_check_tile_bytes_type(struct call *call, int tiles)
{
    if (call_tensor(call, tiles)->type == ACL_UINT8)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; the bytes of tiles are DT_UINT8",
                  call_name(call, tiles), data_type_name(call_tensor(call, tiles)->type));
}

aclnnStatus ext_check_tile_matrix(struct call *call, int matrix, int type)
{
    const struct tensor *tensor = call_tensor(call, matrix);
    const char *name = call_name(call, matrix);
    char shape[160];
    uint64_t bytes = 0;
    int64_t count = 0;
    int64_t first = 0;
    int64_t past = 0;
    aclnnStatus status = check_tensor_rank(tensor, argument_named(name), 1, EXT_TILE_MOST_RANK);
    if (status != ACLNN_SUCCESS)
        return status;
    if (tensor_element_count(tensor, &count) && tensor_extent(tensor, &first, &past) &&
        ext_tiling_tile_bytes(tensor->dims, tensor->rank, type_of(call, type), &bytes))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s: a dimension is negative, or the bytes of the view or "
                  "of its tiles do not fit into 63 bits",
                  name, dims_describe(tensor->dims, tensor->rank, shape, sizeof shape));
}

aclnnStatus ext_check_tile_bytes(struct call *call, int tiles, int matrix, int type)
{
    const struct tensor *tensor = call_tensor(call, tiles);
    const struct tensor *whole = call_tensor(call, matrix);
    const char *name = call_name(call, tiles);
    char shape[160];
    char of[160];
    uint64_t bytes = 0;
    int64_t first = 0;
    int64_t past = 0;
    ext_tiling_tile_bytes(whole->dims, whole->rank, type_of(call, type), &bytes);
    if (tensor->rank != 1 || tensor->dims[0] < 0 || (uint64_t)tensor->dims[0] != bytes)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "the shape of %s is %s; the tiles of %s %s in type %s are [%" PRIu64 "] bytes", name,
            dims_describe(tensor->dims, tensor->rank, shape, sizeof shape), call_name(call, matrix),
            dims_describe(whole->dims, whole->rank, of, sizeof of),
            ext_tiling_tile_type(type_of(call, type))->name, bytes);
    if (bytes > 0 && tensor->strides[0] != 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the stride of %s is %" PRId64 "; the bytes of tiles lie side by side", name,
                      tensor->strides[0]);
    if (!tensor_extent(tensor, &first, &past))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the offset of %s is %" PRId64
                      ": what the view covers ends beyond 2^63 bytes",
                      name, tensor->offset);
    return ACLNN_SUCCESS;
}
