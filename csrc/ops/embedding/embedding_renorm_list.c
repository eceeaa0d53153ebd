/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingRenorm: lists of L0 operators. */
#include "ops/embedding/embedding_renorm.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/embedding.h"
#include "declared/binary.h"
#include "declared/index.h"
#include "declared/norm.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

void embedding_list_renorm(struct l0_list *list, int selfRef, int indices, double maxNorm,
                           double normType)
{
    struct renorm_attributes *attributes = l0_take(list, sizeof *attributes);
    int flat = l0_contiguous(list, indices);
    if (attributes == NULL || flat == L0_NONE)
        return;
    int64_t count = list->tensors[flat].elements;
    if (list->tensors[flat].rank != 1)
        flat = l0_reshape(list, flat, &count, 1);
    int table = l0_contiguous(list, selfRef);
    if (table == L0_NONE)
        return;
    const struct l0_tensor self = list->tensors[table];
    const int64_t dims[] = {count, self.dims[1]};
    const int64_t norms[] = {count, 1};
    *attributes = (struct renorm_attributes){(float)maxNorm, (float)normType};
    if (isnan(maxNorm))
        attributes->most = INFINITY;
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    int rows = l0_new_shaped(list, "rows", self.type, dims, 2);
    l0_launch_row(list, &l0_GatherV2, (int[]){table, flat}, 2, 0, &rows, 1, NULL);
    if (is_950)
        rows = l0_launch_cast(list, rows, ACL_FLOAT);
    if (rows == L0_NONE)
        return;
    aclDataType type = list->tensors[rows].type;
    int factors = l0_new_shaped(list, "factors", type, norms, 2);
    l0_launch_row(list, &l0_Renorm, &rows, 1, 0, &factors, 1, NULL);
    int numbers = l0_new_tensor(list, "numbers", ACL_INT32, count);
    l0_launch(list, "Range", L0_AI_CORE, (int[]){L0_NONE}, (int[]){numbers, L0_NONE});
    int again = l0_new_shaped(list, "factors", type, norms, 2);
    l0_launch_row(list, &l0_GatherV2, (int[]){factors, numbers}, 2, 0, &again, 1, NULL);
    int scaled = l0_new_shaped(list, "scaled", type, dims, 2);
    l0_launch_row(list, &l0_Mul, (int[]){rows, again}, 2, 0, &scaled, 1, NULL);
    if (is_950)
        scaled = l0_launch_cast(list, scaled, self.type);
    l0_launch_row(list, &l0_ScatterUpdate, (int[]){table, flat, scaled}, 3, 0, &table, 1, NULL);
    l0_launch_view_copy(list, table, selfRef);
    int wide = l0_convert(list, flat, ACL_INT64);
    l0_step(list, L0_STEP_APPLY, &l0_RenormRows, (int[]){selfRef, wide}, 2, &selfRef, 1,
            attributes);
}
