/* SPDX-License-Identifier: Apache-2.0 */
/* The types in which calls compute with a tensor and a number. Rules of calls are put together from
 * these functions. */
#ifndef ACLNN_PY_OPS_COMMON_PROMOTION_H
#define ACLNN_PY_OPS_COMMON_PROMOTION_H

#include "executor/call.h"

/* The type that Ascend950 gives a number: float32 for a floating-point one, complex64 for a complex
 * one. */
aclDataType promote_default(aclDataType number);

/* The higher kind of number wins (complex, float, integer, bool). Within a kind the first operand
 * keeps its type. */
aclDataType promote_kinds(aclDataType self, aclDataType other);

/* The rule of Ascend950: the two above, and float32 for a half tensor whose type cannot hold one of
 * the numbers. alpha may be NULL. */
aclDataType promote_number_3510(aclDataType self, const struct scalar *other,
                                const struct scalar *alpha);

/* Stores the type in call->promoted; refuses ACL_DT_UNDEFINED. */
aclnnStatus promote_with_number(struct call *call, int self, int number, aclDataType promoted);

#endif
