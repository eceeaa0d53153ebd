/* SPDX-License-Identifier: Apache-2.0 */
/* MoeFusedTopk: list of L0 operators. */
#include "ops/moe/fused_topk.h"

#include "declared/moe.h"
#include "ops/common/list.h"
#include "ops/moe/lists.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

void moe_list_fused_topk(struct l0_list *list, int x, int addNum, int mappingNum, int mappingTable,
                         uint32_t groupNum, uint32_t groupTopk, uint32_t topN, bool isNorm,
                         double scale, bool enableExpertMapping, int y, int indices)
{
    struct fused_topk *f = l0_take(list, sizeof *f);
    const int read[] = {moe_dense(list, x), moe_dense(list, addNum),
                        enableExpertMapping ? moe_dense(list, mappingNum) : L0_NONE,
                        enableExpertMapping ? moe_dense(list, mappingTable) : L0_NONE};
    const int made[] = {moe_like(list, "scores", y), moe_like(list, "experts", indices)};
    if (f == NULL || list->status != ACLNN_SUCCESS)
        return;
    *f = (struct fused_topk){groupNum, groupTopk, topN, isNorm, enableExpertMapping, (float)scale};
    const int64_t *dims = list->tensors[x].dims;
    uint64_t cores = smaller((uint64_t)dims[0], list->soc->vector_cores);
    moe_launch(list, &l0_MoeFusedTopk, read, 4, made, 2);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + cores * (uint64_t)dims[1] * 4);
    moe_return(list, made[0], y);
    moe_return(list, made[1], indices);
    const int inputs[] = {
        list_dense_of(list, x, ACL_FLOAT), list_dense_of(list, addNum, ACL_FLOAT),
        enableExpertMapping ? list_dense_of(list, mappingNum, ACL_INT32) : L0_NONE,
        enableExpertMapping ? list_dense_of(list, mappingTable, ACL_INT32) : L0_NONE};
    const struct l0_tensor like = list->tensors[y];
    const int results[] = {l0_new_shaped(list, "scores", ACL_FLOAT, like.dims, 2),
                           l0_new_shaped(list, "experts", ACL_INT32, like.dims, 2)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_MoeFusedTopk, inputs, enableExpertMapping ? 4 : 2, results, 2,
            f);
    list_store_reshaped(list, results[0], y);
    list_store_reshaped(list, results[1], indices);
}
