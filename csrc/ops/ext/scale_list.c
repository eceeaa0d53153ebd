/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtScale: list of L0 operators. */
#include "base/number.h"
#include "declared/ext.h"
#include "ops/ext/scale_kernel.h"
#include "ops/ext/work_list.h"

/* A block of fewer elements is not worth waking a thread for. */
#define ELEMENTS_A_BLOCK 65536
#define MAX_BLOCKS 64

static int choose_kernel(bool from_bfloat16, bool to_bfloat16)
{
    if (from_bfloat16)
        return to_bfloat16 ? KERNEL_SCALING_SCALE_BFLOAT16_BFLOAT16
                           : KERNEL_SCALING_SCALE_BFLOAT16_FLOAT32;
    return to_bfloat16 ? KERNEL_SCALING_SCALE_FLOAT32_BFLOAT16
                       : KERNEL_SCALING_SCALE_FLOAT32_FLOAT32;
}

void ext_list_scale(struct l0_list *list, int self, double alpha, int out)
{
    struct ext_scaling *division = ext_list_attributes(list, sizeof *division);
    if (division == NULL)
        return;
    int64_t count = list->tensors[self].elements;
    division->blocks = clamp(count / ELEMENTS_A_BLOCK + 1, 1, MAX_BLOCKS);
    division->kernel = choose_kernel(list->tensors[self].type == ACL_BF16,
                                     list->tensors[out].type == ACL_BF16);
    division->alpha = (float)alpha;
    division->tiling[SCALING_TILING_COUNT] = count;
    ext_list_work(list, &l0_ExtScale, &self, 1, out, count > 0 ? division : NULL);
}
