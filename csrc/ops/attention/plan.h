/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of attention's work, CANN's calls aclnn...Metadata: how many numbers they have, by the
 * headers of CANN's kernels. */
#ifndef ACLNN_PY_OPS_ATTENTION_PLAN_H
#define ACLNN_PY_OPS_ATTENTION_PLAN_H

#define PLAN_NUMBERS 1024
#define PLAN_SHORT_NUMBERS 64  /* of SparseLightningIndexerKLLossGrad */
#define PLAN_LONG_NUMBERS 2048 /* of QuantBlockSparseAttn and StemIndexer */

#endif
