/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ACLNN_CHECK=nan: a launch that writes a NaN or an infinity, and was given none, is a finding. It
 * is the one where a calculation goes wrong; those behind it are given what it wrote.
 */
#ifndef ACLNN_PY_EXECUTOR_NOT_FINITE_H
#define ACLNN_PY_EXECUTOR_NOT_FINITE_H

#include "executor/call.h"

struct launch;
struct stream;

enum { NOT_FINITE_NAN = 1, NOT_FINITE_INFINITY = 2 };

/* Which of these are among the numbers of a call: its scalars, their lists, arrays and reals. */
unsigned not_finite_numbers(const struct call *call);

/* What a launch found before it ran. */
struct not_finite;

/* Before the work: what it is given. NULL when nobody wants to know, or without memory. */
struct not_finite *not_finite_begin(const struct launch *launch);

/* Behind the work, which has succeeded or not: tells, and releases what was found before. */
void not_finite_end(struct not_finite *before, const struct launch *launch,
                    const struct stream *stream, bool has_succeeded);

#endif
