/* SPDX-License-Identifier: Apache-2.0 */
/* ACLNN_LOG: lines on standard error. */
#ifndef ACLNN_PY_BASE_LOG_H
#define ACLNN_PY_BASE_LOG_H

#include <stdbool.h>

#include "base/environment.h"

bool log_wants(enum log_category category);

/* One line of the category: "[aclnn:mem 1234] ..." */
void log_line(enum log_category category, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes the line whatever ACLNN_LOG says. */
void log_always(enum log_category category, const char *text);

#endif
