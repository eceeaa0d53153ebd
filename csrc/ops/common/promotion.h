/* SPDX-License-Identifier: Apache-2.0 */
/* The types that calls with a tensor and a number compute in: what their rules are made of. */
#ifndef ACLNN_PY_OPS_COMMON_PROMOTION_H
#define ACLNN_PY_OPS_COMMON_PROMOTION_H

#include "executor/call.h"

/* A number as Ascend950 counts it: float32 where it is a float, complex64 where it is complex. */
aclDataType promote_default(aclDataType number);

/* The kind of number decides (complex, float, integer, bool); the first keeps its type within its
 * kind. */
aclDataType promote_kinds(aclDataType self, aclDataType other);

/* Ascend950: both of these, and float32 for halves that one of the numbers does not survive in.
 * alpha may be NULL. */
aclDataType promote_number_3510(aclDataType self, const struct scalar *other,
                                const struct scalar *alpha);

/* Keeps the type that was found; ACL_DT_UNDEFINED is refused. */
aclnnStatus promote_with_number(struct call *call, int self, int number, aclDataType promoted);

#endif
