/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
#ifndef ACLNNOP_LEVEL2_ACLNN_EMBEDDING_DENSE_BACKWARD_H
#define ACLNNOP_LEVEL2_ACLNN_EMBEDDING_DENSE_BACKWARD_H

#include "../aclnn_embedding_dense_backward.h"

#endif
