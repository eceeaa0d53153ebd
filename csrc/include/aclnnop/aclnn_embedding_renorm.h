/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_embedding_renorm.h: aclnnEmbeddingRenorm.
 *
 * Made from csrc/ops/embedding/embedding.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_EMBEDDING_RENORM_H
#define ACLNNOP_ACLNN_EMBEDDING_RENORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnEmbeddingRenorm
 ************************************************/

/*
 * aclnnEmbeddingRenormGetWorkspaceSize: phase one. Scales rows of a table, which indices name, down
 * to a norm.
 *
 *     selfRef[i] = selfRef[i] * maxNorm / (norm(selfRef[i]) + 1e-7), for i of indices where
 *         norm(selfRef[i]) > maxNorm
 *
 * selfRef   the table, a row a word; receives the result. SINGLE_OR_HALF.
 * indices   numbers of rows, 0 to the last, in any shape. ACL_INT32, ACL_INT64.
 * maxNorm   the largest norm; NaN: infinity.
 * normType  the power of the norm; infinity: the largest magnitude.
 *
 * A.
 *
 * .
 *
 * r.
 *
 * o.
 *
 * w.
 *
 * .
 *
 * t.
 *
 * h.
 *
 * a.
 *
 * t.
 *
 * .
 *
 * i.
 *
 * s.
 *
 * .
 *
 * n.
 *
 * a.
 *
 * m.
 *
 * e.
 *
 * d.
 *
 * .
 *
 * m.
 *
 * o.
 *
 * r.
 *
 * e.
 *
 * .
 *
 * t.
 *
 * h.
 *
 * a.
 *
 * n.
 *
 * .
 *
 * o.
 *
 * n.
 *
 * c.
 *
 * e.
 *
 * .
 *
 * i.
 *
 * s.
 *
 * .
 *
 * s.
 *
 * c.
 *
 * a.
 *
 * l.
 *
 * e.
 *
 * d.
 *
 * .
 *
 * o.
 *
 * n.
 *
 * c.
 *
 * e.
 *
 * .
 *
 * .
 *
 * N.
 *
 * o.
 *
 * r.
 *
 * m.
 *
 * s.
 *
 * .
 *
 * a.
 *
 * r.
 *
 * e.
 *
 * .
 *
 * t.
 *
 * a.
 *
 * k.
 *
 * e.
 *
 * n.
 *
 * .
 *
 * i.
 *
 * n.
 *
 * .
 *
 * f.
 *
 * l.
 *
 * o.
 *
 * a.
 *
 * t.
 *
 * 6.
 *
 * 4.
 *
 * ,.
 *
 * .
 *
 * a.
 *
 * n.
 *
 * d.
 *
 * .
 *
 * t.
 *
 * h.
 *
 * e.
 *
 * .
 *
 * p.
 *
 * r.
 *
 * o.
 *
 * d.
 *
 * u.
 *
 * c.
 *
 * t.
 *
 * .
 *
 * i.
 *
 * s.
 *
 * .
 *
 * r.
 *
 * o.
 *
 * u.
 *
 * n.
 *
 * d.
 *
 * e.
 *
 * d.
 *
 * .
 *
 * o.
 *
 * n.
 *
 * c.
 *
 * e.
 *
 * .
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or indices NULL
 *   161002  the data type of selfRef not one of SINGLE_OR_HALF
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  selfRef not of 2 to 2 dimensions
 *   161002  indices not of 0 to 8 dimensions
 *   161002  a layout of selfRef or indices private to the device
 *   empty   selfRef or indices empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnEmbeddingRenormGetWorkspaceSize(aclTensor *selfRef,
                                                           const aclTensor *indices, double maxNorm,
                                                           double normType, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnEmbeddingRenorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnEmbeddingRenorm(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
