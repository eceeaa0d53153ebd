/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the exponentials of segments, and of their gradient. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/scan.h"
#include "ops/common/shape.h"

/* A square for each row. */
bool scan_shape_segments(const struct call *call, int self, struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, self);
    if (rows->rank < 1 || rows->rank > 7)
        return false;
    shape_copy(shape, rows);
    shape->dims[shape->rank++] = rows->dims[rows->rank - 1];
    return true;
}

/* A row for each square. */
bool scan_shape_segment_rows(const struct call *call, int gradOutput, struct shape *shape)
{
    const struct tensor *squares = call_tensor(call, gradOutput);
    if (squares->rank < 1)
        return false;
    shape_copy(shape, squares);
    shape->rank--;
    return true;
}
