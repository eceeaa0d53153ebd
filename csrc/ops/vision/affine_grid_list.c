/* SPDX-License-Identifier: Apache-2.0 */
/* AffineGrid: lists of L0 operators. */
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/vision.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

void vision_list_affine_grid(struct l0_list *list, const struct l0_row *row, int theta,
                             const struct array *size, bool corners, int out)
{
    int32_t spatial = (int32_t)size->size - 2;
    const int64_t *sizes = (const int64_t *)size->values + 2;
    int64_t *attributes = l0_take(list, (size_t)(spatial + 1) * sizeof *attributes);
    int matrices = l0_contiguous(list, theta);
    int asked = l0_host_tensor(list, "size", ACL_INT32, (int64_t)size->size);
    if (attributes == NULL || matrices == L0_NONE || asked == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int64_t dims[] = {result.dims[0], 1, spatial};
    attributes[0] = corners;
    for (int32_t d = 0; d < spatial; d++) {
        attributes[d + 1] = sizes[d];
        dims[1] *= sizes[d];
    }
    int grid = l0_new_shaped(list, "grid", result.type, dims, 3);
    if (grid == L0_NONE)
        return;
    l0_launch(list, row->name, L0_AI_CPU, (int[]){matrices, asked, L0_NONE},
              (int[]){grid, L0_NONE});
    int numbers = l0_convert(list, matrices, ACL_FLOAT);
    int values = result.type == ACL_FLOAT ? grid
                                          : l0_new_shaped(list, "values", ACL_FLOAT, dims, 3);
    if (numbers == L0_NONE || values == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, row, &numbers, 1, &values, 1, attributes);
    if (values != grid)
        l0_step(list, L0_STEP_CAST, NULL, &values, 1, &grid, 1, NULL);
    l0_view_copy(list, l0_reshape(list, grid, result.dims, result.rank), out);
}
