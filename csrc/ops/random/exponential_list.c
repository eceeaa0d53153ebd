/* SPDX-License-Identifier: Apache-2.0 */
/* SimThreadExponential: the list of L0 operators. */
#include <stdint.h>

#include "declared/common.h"
#include "declared/random.h"
#include "ops/common/list.h"
#include "ops/random/random.h"

/* Numbers that the kernel makes at once. */
#define HANDLED ((int64_t)6 * 256)

static void launch(struct l0_list *list, int self)
{
    const uint64_t fixed = 16 << 20;
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    uint64_t handles = (uint64_t)((list->tensors[self].elements + HANDLED - 1) / HANDLED);
    l0_launch_row(list, &l0_SimThreadExponential, &dense, 1, 0, &dense, 1, NULL);
    l0_kernel_workspace(list, list->architecture == ARCHITECTURE_2201
                                  ? fixed + handles * (uint64_t)HANDLED * sizeof(float)
                                  : fixed);
    l0_launch_view_copy(list, dense, self);
}

void random_list_sim_exponential(struct l0_list *list, int selfRef, double lambda, int64_t seed,
                                 int64_t offset)
{
    if (selfRef == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[selfRef];
    const struct random_attributes unit = random_uniform(0, 1, ACL_FLOAT);
    const struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    launch(list, selfRef);
    int uniform = l0_new_shaped(list, "uniform", ACL_FLOAT, given.dims, given.rank);
    int factor = list_constant(list, "factor", -1 / lambda, ACL_FLOAT);
    int made = l0_new_shaped(list, "exponential", ACL_FLOAT, given.dims, given.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    random_draw(list, &l0_DSARandomUniform, &unit, &source, uniform);
    l0_step(list, L0_STEP_APPLY, &l0_SimThreadExponential, (int[]){uniform, factor}, 2, &made, 1,
            NULL);
    list_store_reshaped(list, made, selfRef);
}
