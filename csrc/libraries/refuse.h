/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of symbols.def that are not implemented. The functions that call these are generated. */
#ifndef ACLNN_PY_LIBRARIES_REFUSE_H
#define ACLNN_PY_LIBRARIES_REFUSE_H

#include <stdatomic.h>

/* Reports that a function is not implemented: aclGetRecentErrMsg and ge::GEGetErrorMsg return the
 * text. `function` is a literal, as C++ writes it. */
void library_refuse(const char *function);

/* Likewise, and says it on standard error at the first call: no caller learns it otherwise. */
void library_refuse_aloud(atomic_flag *is_said, const char *function);

#endif
