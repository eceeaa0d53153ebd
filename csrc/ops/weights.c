/* SPDX-License-Identifier: Apache-2.0 */
/* Weights of products in the device's layout: TransMatmulWeight. */
#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "executor/operator.h"

aclnnStatus check_plain_format(struct call *call, int tensor)
{
    if (call_tensor(call, tensor) == NULL || call_tensor(call, tensor)->format == ACL_FORMAT_ND)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; ACL_FORMAT_ND is required",
                  call_name(call, tensor), format_name(call_tensor(call, tensor)->format));
}

aclnnStatus check_weight_rank(struct call *call, int weight)
{
    bool has_more = call->soc->architecture == ARCHITECTURE_2201 ||
                    call_tensor(call, weight)->type == ACL_INT8;
    return check_rank(call, weight, 2, has_more ? 6 : 2);
}

/* The device's copy in blocks, which is as large in CANN's plan; here the weight stays as it is, so
   there is no work. */
void list_trans_matmul_weight(struct l0_list *list, int mmWeightRef)
{
    int dense = l0_contiguous(list, mmWeightRef);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor weight = list->tensors[dense];
    int blocks = l0_new_shaped(list, "TransData", weight.type, weight.dims, weight.rank);
    l0_launch_row(list, &l0_TransData, &dense, 1, 0, &blocks, 1, NULL);
    l0_tensor_move(list, blocks, mmWeightRef);
}
