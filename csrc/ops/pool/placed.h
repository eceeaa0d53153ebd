/* SPDX-License-Identifier: Apache-2.0 */
/* Windows with places on each side of their own (MaxPool3D). */
#ifndef ACLNN_PY_OPS_POOL_PLACED_H
#define ACLNN_PY_OPS_POOL_PLACED_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/pool/pool.h"
#include "tensor/arrays.h"

/* The arguments of the call; optional ones may be NULL. */
struct placed_windows {
    const struct array *kernel;
    const struct array *stride;
    const struct array *padding;
    const struct array *dilation;
    const char *mode; /* "VALID", "SAME" or "CALCULATED" */
    int64_t ceils;
    const char *format; /* "NCDHW" or "NDHWC" */
};

/* Reads the windows of a volume of five dims, and how many each dimension has. False where an
 * argument has another form, or no window fits. */
bool pool_place_windows(struct pool *pool, const int64_t *dims,
                        const struct placed_windows *windows, int64_t places[POOL_DIMS]);

#endif
