/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Error texts: what aclGetRecentErrMsg returns. Each thread has a store of its own; reading it
 * empties it. Every text starts with the API call that is running on the thread. What a program can
 * do about a text stands in status_help.toml; a test names each text that is missing there.
 */
#ifndef ACLNN_PY_BASE_REPORT_H
#define ACLNN_PY_BASE_REPORT_H

#include <stdbool.h>
#include <stddef.h>

/* Stores a text under the class that belongs to status, and returns status. */
int report(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same as report, under a class that the caller names ("EH0008"). */
int report_as(const char *message_code, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Everything stored on this thread in the vendor's layout, newest first; NULL when empty. */
const char *report_take(void);

/*
 * What the program has handled does not follow under TraceBack once something else has failed: a
 * call that has succeeded since, all that lies before a synchronize that succeeded, and what the
 * program has asked for. Until then it stays what aclGetRecentErrMsg returns.
 *
 * report_is_kept     whether this thread has texts
 * report_call_ended  a call ends; without a text of its own it has succeeded
 * report_was_handled what this call reported, or all of it (NULL)
 */
extern _Thread_local bool report_is_kept;
void report_call_ended(const char *call);
void report_was_handled(const char *call);

/*
 * What was reported last on this thread, without the name of the call, when that is the call; else
 * NULL. Valid until something is reported or taken.
 */
const char *report_newest(const char *call);

/* Reads the local time's distance from UTC. Called once, before anything else. */
void report_start(void);

/* Reports that a required pointer argument of an acl call is NULL. */
#define REPORT_NULL(argument)                                                               \
    report_as("EH0008", ACL_ERROR_INVALID_PARAM, "%s is NULL; a valid pointer is required", \
              argument)

#endif
