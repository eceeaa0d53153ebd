/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that passes to a C++ program, which gives it back with operator delete. */
#ifndef ACLNN_PY_ATB_MEMORY_H
#define ACLNN_PY_ATB_MEMORY_H

#include "atb/layout.h"

/* A std::string of GCC 5 and later; empty when memory is short. Its text never lies in itself, so
 * that it may be moved as bytes. */
struct atb_std_string atb_string_new(const char *text);

#endif
