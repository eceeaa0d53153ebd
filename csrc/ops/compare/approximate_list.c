/* SPDX-License-Identifier: Apache-2.0 */
/* ApproximateEqual: its list of L0 operators. */
#include "declared/common.h"
#include "declared/compare.h"
#include "ops/common/list.h"

void compare_list_approximate_equal(struct l0_list *list, int x1, int x2, double tolerance, int y)
{
    int inputs[] = {l0_contiguous(list, x1), l0_contiguous(list, x2),
                    list_number_of(list, tolerance)};
    l0_view_copy(list, list_apply(list, &l0_ApproximateEqual, ACL_BOOL, inputs, 3, 1), y);
}
