/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions of displaced places: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_CONV_DISPLACEMENT_H
#define ACLNN_PY_OPS_CONV_DISPLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* Of heights and of widths. */
struct displacement {
    int64_t window[2];
    int64_t steps[2];
    int64_t margins[2]; /* above and to the left */
    int64_t spreads[2];
    int64_t groups; /* of channels that are displaced alike */
    bool wants_windows;
};

#endif
