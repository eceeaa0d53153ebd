/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_rope_with_sin_cos_cache.h: aclnnRopeWithSinCosCache.
 *
 * Made from csrc/ops/rope/rope.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ROPE_POSITIONS  ACL_INT64, ACL_INT32 on Ascend910B and Ascend910_93
 *   ROPE_CACHE      ACL_FLOAT16, ACL_BF16, ACL_FLOAT on Ascend910B and Ascend910_93
 */
#ifndef ACLNNOP_ACLNN_ROPE_WITH_SIN_COS_CACHE_H
#define ACLNNOP_ACLNN_ROPE_WITH_SIN_COS_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRopeWithSinCosCache
 ************************************************/

/*
 * aclnnRopeWithSinCosCacheGetWorkspaceSize: phase one. Turns pairs of columns of every head by the
 * angles that a cache has for the token's position.
 *
 *     queryOut = query1 * cos - query2 * sin, query2 * cos + query1 * sin of the first columns of
 *         each
 *     head, as many as cosSinCache has; the others are copied, and keys likewise
 *
 * positions     rows of cosSinCache, [tokens], or with mropeSection [3, tokens]. ROPE_POSITIONS.
 * queryIn       queries, [tokens, heads * headSize]. ROPE_CACHE.
 * keyIn         keys, [tokens, heads * headSize] of as many heads as they have.
 * cosSinCache   cosines and behind them sines of each position, [positions, columns].
 * mropeSection  columns that each row of positions has the angles of, three numbers; NULL or zeros:
 *               positions has one row; may be NULL.
 * headSize      columns of a head.
 * isNeoxStyle   pairs are of both halves of the columns, else of neighbours.
 * queryOut      queries, turned.
 * keyOut        keys, turned.
 *
 * Halves are float32 while they are calculated with.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * A position outside cosSinCache ends the launch with 507015.
 *
 * Precision: within 1.5 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  positions, queryIn, keyIn, cosSinCache, queryOut or keyOut NULL
 *   161002  the data type of positions not one of ROPE_POSITIONS
 *   161002  the data type of queryIn not one of ROPE_CACHE
 *   161002  the data type of keyIn is not the data type of queryIn
 *   161002  the data type of cosSinCache is not the data type of queryIn
 *   161002  the data type of queryOut is not the data type of queryIn
 *   161002  the data type of keyOut is not the data type of queryIn
 *   161002  queryIn, keyIn or cosSinCache not of two dimensions, queryIn and keyIn not of as many
 *           tokens, queryOut not of the shape of queryIn, or keyOut not of that of keyIn
 *   161002  headSize 0 or below, or no divisor of the columns of queryIn and keyIn; cosSinCache not
 *           of an even number of columns up to headSize and 1024; positions not [tokens], or with
 *           mropeSection [3, tokens]; mropeSection not three numbers that make half of the columns
 *           of cosSinCache, or three zeros
 */
ACLNN_API aclnnStatus aclnnRopeWithSinCosCacheGetWorkspaceSize(const aclTensor *positions,
                                                               const aclTensor *queryIn,
                                                               const aclTensor *keyIn,
                                                               const aclTensor *cosSinCache,
                                                               const aclIntArray *mropeSection,
                                                               int64_t headSize, bool isNeoxStyle,
                                                               aclTensor *queryOut,
                                                               aclTensor *keyOut,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnRopeWithSinCosCache: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRopeWithSinCosCache(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
