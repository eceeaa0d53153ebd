/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices by LAPACK: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_LINALG_LINALG_H
#define ACLNN_PY_OPS_LINALG_LINALG_H

#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

/* What Svd computes besides the singular values: vectors, and whether they span the whole space. */
struct svd_attributes {
    bool is_full;
    bool has_vectors;
};
enum qr_mode { QR_REDUCED, QR_COMPLETE, QR_R_ONLY };

#endif
