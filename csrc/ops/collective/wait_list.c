/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks wait for each other, and say who is there: lists of L0 operators. */
#include "declared/collective.h"
#include "declared/common.h"
#include "ops/collective/collective.h"
#include "ops/common/list.h"
#include "workspace/l0_operators.h"

/* The kernel reads the tensor for its dependencies alone; the work has a word of its own. */
static void wait(struct l0_list *list, const struct l0_row *row, int tensor)
{
    const int64_t one[] = {1};
    int input = tensor == L0_NONE ? L0_NONE : l0_contiguous(list, tensor);
    int word = l0_new_shaped(list, "word", ACL_INT32, one, 1);
    if (input == L0_NONE || word == L0_NONE)
        return;
    l0_launch_row(list, row, &input, 1, 0, &word, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    collective_step(list, &l0_DistributeBarrier, COLLECTIVE_FIRST, &tensor, 1, &word, 1);
}

void collective_list_barrier(struct l0_list *list, int tensor)
{
    wait(list, &l0_DistributeBarrier, tensor);
}

/* Nothing of other ranks is left in memory here, so that there is nothing to clear. */
void collective_list_reset(struct l0_list *list, int tensor)
{
    wait(list, &l0_MoeDistributeBufferReset, tensor);
}

/* Connections are watched all the time: the test is the wait. */
void collective_list_receivable_test(struct l0_list *list, int tensor)
{
    wait(list, &l0_ElasticReceivableTest, tensor);
}

void collective_list_receivable(struct l0_list *list, int y)
{
    if (y == L0_NONE)
        return;
    const struct l0_tensor out = list->tensors[y];
    int seen = l0_new_shaped(list, "seen", ACL_INT32, out.dims, out.rank);
    l0_launch_row(list, &l0_ElasticReceivableInfoCollect, NULL, 0, 0, &seen, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    collective_step(list, &l0_ElasticReceivableInfoCollect, COLLECTIVE_FIRST, NULL, 0, &seen, 1);
    l0_view_copy(list, list_dense_of(list, seen, ACL_INT32), y);
}
