/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingRenorm: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_EMBEDDING_EMBEDDING_RENORM_H
#define ACLNN_PY_OPS_EMBEDDING_EMBEDDING_RENORM_H

#include <string.h>

struct renorm_attributes {
    double most; /* the largest norm; infinity: nothing is scaled */
    double power;
};

#endif
