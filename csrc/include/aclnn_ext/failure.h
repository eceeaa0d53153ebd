/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/failure.h: what a program knows about a call that failed.
 *
 * It does not exist in CANN. `aclnn run --strict` lists calls that failed, because nobody can see
 * whether a program looks at a status; a program that tries out what works says so here, or is
 * started with ACLNN_EXPECT.
 */
#ifndef ACLNN_EXT_FAILURE_H
#define ACLNN_EXT_FAILURE_H

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnExtFailureWasExpected: the program has reckoned with the failure of the call that failed last
 * on this thread: it is no finding. Once a failure; nothing happens where nobody wants findings.
 * Statuses and error texts stay what they are.
 */
ACLNN_API void aclnnExtFailureWasExpected(void);

#ifdef __cplusplus
}
#endif

#endif
