/* SPDX-License-Identifier: Apache-2.0 */
/* BiasAdd: what its check and its list share. */
#ifndef ACLNN_PY_OPS_BINARY_BIAS_H
#define ACLNN_PY_OPS_BINARY_BIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether channels are the second dimension of this format, and not the last. NULL is "NHWC". */
static inline bool binary_bias_is_second(const char *format)
{
    return format != NULL && (strcmp(format, "NCHW") == 0 || strcmp(format, "NCDHW") == 0);
}

#endif
