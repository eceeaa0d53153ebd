/* SPDX-License-Identifier: Apache-2.0 */
/* Marks and ranges of the program's own, on the host and on streams. */
#ifndef ACLNN_PY_PROFILE_MARKS_H
#define ACLNN_PY_PROFILE_MARKS_H

#include <stdint.h>

#include "acl/acl_rt.h"
#include "base/trace.h"

/* A number that no other mark of the process has, from 1. */
uint64_t marks_number(void);

/* Notes a mark of now. `text` and `domain` are copied. */
void marks_note(const char *domain, const char *text, uint64_t number);

/* Queues a mark, or one edge of a range, on a stream; the text is copied. `kind` is TRACE_MARK or
 * TRACE_STEP. Returns 0, or reports and returns a status. */
aclError marks_queue(aclrtStream stream, enum trace_kind kind, enum trace_edge edge,
                     const char *text, uint64_t number);

#endif
