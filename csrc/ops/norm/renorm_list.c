/* SPDX-License-Identifier: Apache-2.0 */
/* Renorm, which scales down slices whose norm is too large: lists of L0 operators. */
#include <math.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "ops/norm/statistics.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

static const struct l0_row *row_of(float p)
{
    return p == 2     ? &l0_RenormOf2
           : p == 1   ? &l0_RenormOf1
           : p == 0   ? &l0_RenormOf0
           : isinf(p) ? &l0_RenormOfInfinity
                      : &l0_Renorm;
}

void norm_list_renorm(struct l0_list *list, int self, const struct scalar *p, int64_t dim,
                      const struct scalar *maxNorm, int out)
{
    if (norm_has_nothing(list, self))
        return;
    int x = l0_contiguous(list, self);
    if (x != L0_NONE && list->architecture == ARCHITECTURE_3510)
        x = l0_cast(list, x, ACL_FLOAT);
    if (x == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[x];
    int32_t kept = (int32_t)(dim < 0 ? dim + elements.rank : dim);
    uint64_t folded = norm_first_dims(elements.rank) & ~((uint64_t)1 << kept);
    int factors = norm_new_statistic(list, x, folded, elements.type);
    int result = l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank);
    l0_launch_row(list, &l0_Renorm, &x, 1, 0, &factors, 1, NULL);
    int spread = l0_new_shaped(list, "factors", elements.type, elements.dims, elements.rank);
    l0_launch_row(list, &l0_BroadcastTo, &factors, 1, 0, &spread, 1, NULL);
    l0_launch_row(list, &l0_Mul, (const int[]){x, spread}, 2, 0, &result, 1, NULL);
    const int inputs[] = {x, list_number_of(list, (double)scalar_float(maxNorm)),
                          list_number_of(list, (double)scalar_float(p))};
    const struct l0_row *row = row_of(scalar_float(p));
    norm_fold_rows(list, row, inputs, row == &l0_Renorm ? 3 : 2, &result, 1, folded);
    list_write(list, result, out);
}
