/* SPDX-License-Identifier: Apache-2.0 */
/* Pools over all places of a plane: folds over the dimensions behind the channels. */
#include <math.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/layout.h"

#define FIRST_PLACE 2 /* images and channels stand before it */

static bool has_layout(const struct tensor *tensor)
{
    return tensor->format == ACL_FORMAT_ND || tensor->format == ACL_FORMAT_NCHW ||
           tensor->format == ACL_FORMAT_NCDHW;
}

aclnnStatus check_global_pool(struct call *call, int self, int out, int one_will_do)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    if (t->format != result->format || !has_layout(t))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the formats of %s and %s are %s and %s; both ACL_FORMAT_ND, NCHW or NCDHW "
                      "are required",
                      call_name(call, self), call_name(call, out), format_name(t->format),
                      format_name(result->format));
    aclnnStatus status = check_rank(call, self, 4, 8);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, t->rank, t->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    for (int32_t i = 0; i < t->rank; i++)
        dims[i] = i < FIRST_PLACE ? t->dims[i] : 1;
    return call_shape_is(call, out, dims, t->rank, one_will_do != 0,
                         "that of self with one place for each channel");
}

/* The places of every plane: nothing of them is what a fold of nothing is. */
static void fold_planes(struct l0_list *list, const struct l0_row *row, int self, bool takes_view,
                        double nothing, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor of = list->tensors[self];
    const struct l0_tensor result = list->tensors[out];
    uint64_t folded = ((uint64_t)1 << of.rank) - ((uint64_t)1 << FIRST_PLACE);
    if (result.elements == 0)
        return;
    if (of.elements == 0) {
        l0_view_copy(list, list_fill(list, of.type, nothing, result.dims, result.rank), out);
        return;
    }
    bool is_view = takes_view && list_folds_view(list, self, folded, of.type);
    int dense = is_view ? self : l0_contiguous(list, self);
    int pooled = list_fold_dims(list, row, dense, folded, true, of.type);
    if (pooled != L0_NONE)
        l0_view_copy(list, l0_reshape(list, pooled, result.dims, result.rank), out);
}

void list_global_average(struct l0_list *list, int self, int out)
{
    fold_planes(list, &l0_ReduceMean, self, true, NAN, out);
}

void list_global_maximum(struct l0_list *list, int self, int out)
{
    fold_planes(list, &l0_ReduceMax, self, false, -INFINITY, out);
}
