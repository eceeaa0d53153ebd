/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/finding.h: what a program has to say about its findings (ACLNN_FINDINGS, `aclnn run
 * --strict`).
 *
 * It does not exist in CANN. Where nobody wants findings these functions do nothing.
 */
#ifndef ACLNN_EXT_FINDING_H
#define ACLNN_EXT_FINDING_H

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnExtFailureWasExpected: the program has reckoned with the failure of the call that failed last
 * on this thread: it is no finding. Once a failure. Statuses and error texts stay what they are.
 * Calls that failed are listed because nobody can see whether a program looks at a status; a program
 * that tries out what works says so here, or is started with ACLNN_EXPECT.
 */
ACLNN_API void aclnnExtFailureWasExpected(void);

/*
 * aclnnExtSetCaller: where in the program this thread makes its next calls, for interpreters, whose
 * functions are not on the stack of the thread.
 *
 * calls  for each call a line of its function, its file and the number of its line, with tabs
 *        between and a line feed behind, the innermost first; copied. NULL: they are on the stack
 */
ACLNN_API void aclnnExtSetCaller(const char *calls);

#ifdef __cplusplus
}
#endif

#endif
