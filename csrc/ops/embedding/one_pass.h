/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gradients of two embedding tables that are small enough to stay in the caches: every row of
 * grad is read once, in order, and added to its sums in both. A core takes a part of the columns.
 * One table is sorted: its rows are gathered as fast as they are read in order.
 */
#ifndef ACLNN_PY_OPS_EMBEDDING_ONE_PASS_H
#define ACLNN_PY_OPS_EMBEDDING_ONE_PASS_H

#include "ops/embedding/gradient_plan.h"

/* Completes a plan that has its tiling; false when the scratch does not fit into 63 bits. */
bool embedding_one_pass_plan(struct embedding_grad_plan *plan);

/* Bytes of scratch for two tables together, 0 when they are not for one pass. */
uint64_t embedding_one_pass_bytes(const struct embedding_grad_plan *plans);

/* Does the work of both and returns true if they are for one pass and this machine's cores are. */
bool embedding_one_pass_run(struct embedding_grad_plan *plans,
                            const struct embedding_grad_memory *memory, char *scratch,
                            int64_t *bad);

#endif
