/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtSumToShape: list of L0 operators. */
#include "declared/ext.h"
#include "ops/ext/sum_to_shape_tiling.h"
#include "ops/ext/work_list.h"

void ext_list_sum_to_shape(struct l0_list *list, int self, int out)
{
    struct ext_sums *division = ext_list_attributes(list, sizeof *division);
    if (division == NULL)
        return;
    ext_tiling_sum_to_shape(ext_list_given(list, self), ext_list_given(list, out), division);
    ext_list_work(list, &l0_ExtSumToShape, &self, 1, out, division->blocks > 0 ? division : NULL);
}
