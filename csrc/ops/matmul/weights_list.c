/* SPDX-License-Identifier: Apache-2.0 */
/* TransMatmulWeight, which gives a weight of products the device's layout. */
#include "aclnn/opdev/op_errno.h"
#include "declared/matmul.h"
#include "declared/copy_layout.h"
#include "ops/common/fractals.h"
#include "tensor/tensor.h"
#include "workspace/l0_operators.h"

/* Says of the weight that it is in blocks, with the storage that CANN gives it. */
static void call_fractal(struct l0_list *list, const struct tensor *weight)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct fractals blocks = fractals_of(weight);
    int32_t rank = fractals_storage(weight, &blocks, dims);
    tensor_set_storage(weight, ACL_FORMAT_FRACTAL_NZ, dims, rank);
    list->changes_operands = true;
}

/* Appends the device's copy in blocks, for the size. Here the elements stay where they are, so
 * there is no work. */
void matmul_list_trans_matmul_weight(struct l0_list *list, int mmWeightRef)
{
    int dense = l0_contiguous(list, mmWeightRef);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor weight = list->tensors[dense];
    int blocks = l0_new_shaped(list, "TransData", weight.type, weight.dims, weight.rank);
    l0_launch_row(list, &l0_TransData, &dense, 1, 0, &blocks, 1, NULL);
    l0_tensor_move(list, blocks, mmWeightRef);
    if (list->status == ACLNN_SUCCESS)
        call_fractal(list, list->tensors[mmWeightRef].given);
}
