/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of aclnn_ext/binary_embedding.h: checks. */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "ops/common/check.h"
#include "declared/ext.h"
#include "ops/ext/signs_tiling.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

/* ---- Data types ------------------------------------------------------------------------------ */

static const char *type_name(const struct call *call, int tensor)
{
    return data_type_name(call_tensor(call, tensor)->type);
}

aclnnStatus ext_check_ordered_type(struct call *call, int tensor)
{
    if (ext_tiling_pack_kernel(call_tensor(call, tensor)->type) >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; [DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, "
                  "DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, "
                  "DT_BOOL] are supported",
                  call_name(call, tensor), type_name(call, tensor));
}

aclnnStatus ext_check_packed_type(struct call *call, int tensor)
{
    if (call_tensor(call, tensor)->type == ACL_UINT8)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; packed signs are [DT_UINT8]",
                  call_name(call, tensor), type_name(call, tensor));
}

aclnnStatus ext_check_row_type(struct call *call, int indices)
{
    if (ext_tiling_index_type(call_tensor(call, indices)) > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; [DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, "
                  "DT_UINT32, DT_INT64, DT_UINT64] are supported",
                  call_name(call, indices), type_name(call, indices));
}

aclnnStatus ext_check_real_type(struct call *call, int tensor)
{
    if (call_tensor(call, tensor) == NULL || ext_tiling_scale_type(call_tensor(call, tensor)) > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; [DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE] are "
                  "supported",
                  call_name(call, tensor), type_name(call, tensor));
}

aclnnStatus ext_check_scale_type(struct call *call, int scale, int out)
{
    const struct tensor *factor = call_tensor(call, scale);
    if (factor == NULL || factor->type == call_tensor(call, out)->type)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of out is %s, that of %s is %s; they must be the same",
                  data_type_name(call_tensor(call, out)->type), call_name(call, scale),
                  data_type_name(factor->type));
}

aclnnStatus ext_check_gradient_scale_type(struct call *call, int scale, int gradient)
{
    const struct tensor *factor = call_tensor(call, scale);
    const struct tensor *rows = call_tensor(call, gradient);
    if (factor == NULL || factor->type != ACL_DOUBLE || rows->type == ACL_DOUBLE)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of scale is DT_DOUBLE and that of outputGradient %s, whose "
                  "sums are float32; [DT_FLOAT, DT_FLOAT16, DT_BF16] are supported with it",
                  data_type_name(rows->type));
}

/* ---- Views ----------------------------------------------------------------------------------- */

aclnnStatus ext_check_view(struct call *call, int tensor, int lowest, int highest)
{
    const struct tensor *view = call_tensor(call, tensor);
    struct argument_name name = argument_named(call_name(call, tensor));
    if (view == NULL)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_tensor_rank(view, name, lowest, highest);
    if (status == ACLNN_SUCCESS)
        status = check_tensor_dims(view, name);
    if (status == ACLNN_SUCCESS)
        status = check_tensor_format(view, name);
    return status;
}

aclnnStatus ext_check_rows_apart(struct call *call, int out)
{
    const struct tensor *result = call_tensor(call, out);
    if (tensor_is_empty(result))
        return ACLNN_SUCCESS;
    if (ext_tiling_column_stride(result) != 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the last stride of out is %" PRId64 "; 1 is required",
                      result->strides[result->rank - 1]);
    if (tensor_overlaps_itself(result))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "elements of out share memory, or its rows interleave; each element needs "
                      "memory of its own");
    return ACLNN_SUCCESS;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* 161002 unless the dims are the first `rank` dims of rows, followed by `last` when that is not
 * negative. rule says so in the text. */
static aclnnStatus check_shape(const struct call *call, int operand, const struct tensor *rows,
                               int rank, int64_t last, const char *rule)
{
    char found[160];
    char wanted[160];
    int64_t dims[TENSOR_MAX_DIMS + 1];
    int32_t count = rank;
    const struct tensor *tensor = call_tensor(call, operand);
    if (tensor == NULL)
        return ACLNN_SUCCESS;
    memcpy(dims, rows->dims, (size_t)rank * sizeof dims[0]);
    if (last >= 0)
        dims[count++] = last;
    if (tensor->rank == count && memcmp(tensor->dims, dims, (size_t)count * sizeof dims[0]) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s = %s is required",
                  call_name(call, operand),
                  dims_describe(tensor->dims, tensor->rank, found, sizeof found), rule,
                  dims_describe(dims, count, wanted, sizeof wanted));
}

static int64_t columns_of(const struct tensor *tensor)
{
    return tensor->dims[tensor->rank - 1];
}

aclnnStatus ext_check_packed_shape(struct call *call, int x, int out)
{
    const struct tensor *rows = call_tensor(call, x);
    return check_shape(call, out, rows, rows->rank - 1, ext_tiling_signs_width(columns_of(rows)),
                       "that of x with ceil(K / 8) in place of its last dimension K");
}

aclnnStatus ext_check_packed_scale(struct call *call, int scale, int packed)
{
    const struct tensor *rows = call_tensor(call, packed);
    return check_shape(call, scale, rows, rows->rank - 1, 1,
                       "a number for each row of packed signs");
}

/* 161002 when out has more columns than a row has bits. */
static aclnnStatus check_width(const struct call *call, int packed, int out)
{
    int64_t columns = columns_of(call_tensor(call, out));
    int64_t width = columns_of(call_tensor(call, packed));
    if (ext_tiling_signs_width(columns) <= width)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "out has %" PRId64 " column(s); the %" PRId64 " byte(s) of a row of %s "
                  "hold 8 each",
                  columns, width, call_name(call, packed));
}

aclnnStatus ext_check_unpacked_shape(struct call *call, int packed, int out)
{
    const struct tensor *rows = call_tensor(call, packed);
    aclnnStatus status = check_shape(call, out, rows, rows->rank - 1,
                                     columns_of(call_tensor(call, out)),
                                     "that of packed but for the columns");
    return status == ACLNN_SUCCESS ? check_width(call, packed, out) : status;
}

aclnnStatus ext_check_looked_up_shape(struct call *call, int indices, int packed, int out)
{
    const struct tensor *rows = call_tensor(call, indices);
    aclnnStatus status = check_shape(call, out, rows, rows->rank,
                                     columns_of(call_tensor(call, out)),
                                     "that of indices and the columns");
    return status == ACLNN_SUCCESS ? check_width(call, packed, out) : status;
}

aclnnStatus ext_check_gradient_indices(struct call *call, int indices, int gradient)
{
    const struct tensor *rows = call_tensor(call, gradient);
    return check_shape(call, indices, rows, rows->rank - 1, -1,
                       "that of outputGradient without its last dimension");
}

aclnnStatus ext_check_gradient_scale(struct call *call, int scale, int gradient)
{
    const struct tensor *rows = call_tensor(call, gradient);
    return check_shape(call, scale, rows, rows->rank - 1, 1,
                       "a number for each row of outputGradient");
}

aclnnStatus ext_check_gradient_signs(struct call *call, int gradient, int out)
{
    return check_shape(call, out, call_tensor(call, out), 1,
                       ext_tiling_signs_width(columns_of(call_tensor(call, gradient))),
                       "[V, ceil(D / 8)], D the last dimension of outputGradient,");
}
