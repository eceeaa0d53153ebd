/* SPDX-License-Identifier: Apache-2.0 */
/* TurboQuantCompressLatent: list of L0 operators. */
#include <stdint.h>

#include "declared/other.h"
#include "ops/common/list.h"

void other_list_compress_latent(struct l0_list *list, int latent, int centroids, int out)
{
    const int launched[] = {l0_contiguous(list, latent), l0_contiguous(list, centroids)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[out];
    int slots = l0_new_shaped(list, "slots", ACL_UINT8, like.dims, like.rank);
    l0_launch_row(list, &l0_TurboQuantCompressLatent, launched, 2, 0, &slots, 1, NULL);
    l0_launch_view_copy(list, slots, out);
    const int inputs[] = {list_dense_of(list, latent, ACL_FLOAT),
                          list_dense_of(list, centroids, ACL_FLOAT)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_TurboQuantCompressLatent, inputs, 2, &slots, 1, NULL);
    list_store_reshaped(list, slots, out);
}
