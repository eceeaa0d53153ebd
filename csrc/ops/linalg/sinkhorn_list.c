/* SPDX-License-Identifier: Apache-2.0 */
/* Sinkhorn: the list of L0 operators. */
#include <stdint.h>

#include "declared/common.h"
#include "declared/linalg.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* The kernel's workspace: what rows and columns are multiplied by. */
static uint64_t kernel_bytes(const struct l0_list *list, int64_t rows, int64_t columns)
{
    const uint64_t fixed = (16 << 20) + 64;
    int64_t cores = (int64_t)list->soc->vector_cores;
    return fixed + (uint64_t)(rows + (cores + 2) * columns) * sizeof(float);
}

static void launch(struct l0_list *list, int cost, int p)
{
    const struct l0_tensor given = list->tensors[cost];
    int dense = l0_launch_cast(list, l0_contiguous(list, cost), ACL_FLOAT);
    int made = l0_new_shaped(list, "p", ACL_FLOAT, given.dims, 2);
    l0_launch_row(list, &l0_Sinkhorn, &dense, 1, 0, &made, 1, NULL);
    if (list->status == ACLNN_SUCCESS)
        l0_kernel_workspace(list, kernel_bytes(list, given.dims[0], given.dims[1]));
    l0_launch_view_copy(list, l0_launch_cast(list, made, list->tensors[p].type), p);
}

void linalg_list_sinkhorn(struct l0_list *list, int cost, const struct scalar *tol, int p)
{
    const double usual = (double)0.0001f;
    double *least = l0_take(list, sizeof *least);
    if (least == NULL || cost == L0_NONE || p == L0_NONE)
        return;
    *least = tol == NULL ? usual : scalar_double(tol);
    launch(list, cost, p);
    const struct l0_tensor given = list->tensors[cost];
    int values = list_dense_of(list, cost, ACL_DOUBLE);
    int made = l0_new_shaped(list, "p", ACL_DOUBLE, given.dims, 2);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Sinkhorn, &values, 1, &made, 1, least);
    list_store_reshaped(list, made, p);
}
