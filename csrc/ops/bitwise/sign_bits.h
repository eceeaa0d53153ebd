/* SPDX-License-Identifier: Apache-2.0 */
/* SignBitsPack and SignBitsUnpack: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_BITWISE_SIGN_BITS_H
#define ACLNN_PY_OPS_BITWISE_SIGN_BITS_H

#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

#define SIGNS 8 /* signs in a byte */

struct sign_bits {
    bool negative_first; /* packing on Ascend950: 1 stands for less than 0, and the first number has
                          * the highest bit */
};

#endif
