/* SPDX-License-Identifier: Apache-2.0 */
/* TurboQuantCompressLatent: checks. */
#include "ops/other/latent.h"

#include <stdint.h>

#include "declared/other.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

aclnnStatus other_check_compressed(struct call *call, int latent, int centroids, int out)
{
    const struct tensor *rows = call_tensor(call, latent);
    if (rows->rank != 2 || rows->dims[1] != LATENT_NUMBERS)
        return call_refuse_shape(call, latent, "[tokens, 512] is required");
    if (shape_elements(call_tensor(call, centroids)) != LATENT_CENTROIDS)
        return call_refuse_shape(call, centroids, "16 numbers are required");
    const int64_t dims[] = {rows->dims[0], LATENT_BYTES};
    return call_shape_is(call, out, dims, 2, false, "320 bytes for each token");
}
