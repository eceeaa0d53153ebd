/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the generated wrappers (build/generated/record/calls.c) and record.c share: the library that
 * `aclnn record` preloads. docs/reference/recordings.md has the file format.
 */
#ifndef ACLNN_PY_RECORD_RECORD_H
#define ACLNN_PY_RECORD_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "aclnn/acl_meta.h"

/* A function that programs find in place of the library's. */
#define WRAPPER __attribute__((visibility("default")))

typedef void any_function(void);

/* An argument of phase one. */
union record_value {
    const void *handle;
    int64_t integer;
    double real;
};

/*
 * A two-phase call.
 * parameters  "ti:self s-:alpha to:out": a letter for the kind (t tensor, s scalar, i f b arrays,
 *             T S lists, c text, n integer, r real), one for the role (i in, o out, x both), and
 *             the name
 * wrappers    of phase one and phase two
 * real        the functions behind them, once they were looked for
 */
struct record_call {
    const char *name;
    const char *parameters;
    any_function *wrappers[2];
    any_function *_Atomic real[2];
};

/* Sorted by name, as strcmp compares. */
extern struct record_call record_calls[];
extern const size_t record_call_count;

struct record_phase_one;

/* The library's own function for phase 0 or 1. Ends the process if no library has it. */
any_function *record_real(struct record_call *call, int phase);

/* Notes the operands before phase one. NULL when nothing is recorded. */
struct record_phase_one *record_before(struct record_call *call, const union record_value *values);

/* Writes what phase one answered, and returns the status. */
aclnnStatus record_after(struct record_phase_one *made, aclnnStatus status,
                         const uint64_t *workspace_size, aclOpExecutor *const *executor);

struct record_run;

/* Notes the operands before phase two, once the stream has ended. NULL when nothing is recorded. */
struct record_run *record_run_before(struct record_call *call, aclOpExecutor *executor,
                                     void *stream);

/* Waits for the stream, writes the entry, and returns the status. */
aclnnStatus record_run_after(struct record_run *run, aclnnStatus status, void *workspace,
                             uint64_t workspace_size, void *stream);

/* Phase two of the calls that take nothing of phase one again: runs it between these two. */
aclnnStatus record_phase_two(struct record_call *call, void *workspace, uint64_t workspace_size,
                             aclOpExecutor *executor, void *stream);

#endif
