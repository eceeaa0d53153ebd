/* SPDX-License-Identifier: Apache-2.0 */
/* The gradients of two embedding tables that are small enough to stay in the caches: every row of
 * grad is read once, in sequence, and added to its sum in both tables. A core takes a part of the
 * columns. For a single table rows are sorted instead, because gathering them is as fast as reading
 * them in sequence. */
#ifndef ACLNN_PY_OPS_EMBEDDING_ONE_PASS_H
#define ACLNN_PY_OPS_EMBEDDING_ONE_PASS_H

#include "ops/embedding/gradient_division.h"

/* Completes a division that has its tiling; false when the scratch does not fit into int64_t. */
bool embedding_one_pass_divide(struct embedding_grad_division *division);

/* Bytes of scratch for two tables together; 0 when they are not computed in one pass. */
uint64_t embedding_one_pass_bytes(const struct embedding_grad_division *divisions);

/* Does the work of both tables and returns true, if they are computed in one pass on this
 * machine. */
bool embedding_one_pass_run(struct embedding_grad_division *divisions,
                            const struct embedding_grad_memory *memory, char *scratch,
                            int64_t *bad);

#endif
