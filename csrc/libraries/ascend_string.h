/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_LIBRARIES_ASCEND_STRING_H
#define ACLNN_PY_LIBRARIES_ASCEND_STRING_H

#include "base/cxx.h"

/* Makes a ge::AscendString in memory that holds none yet. */
void ascend_string_make(struct cxx_shared *self, const char *text);

#endif
