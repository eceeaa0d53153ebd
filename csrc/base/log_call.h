/* SPDX-License-Identifier: Apache-2.0 */
/* A line of ACLNN_LOG=api about one call: name(argument=value, ...) -> result. */
#ifndef ACLNN_PY_BASE_LOG_CALL_H
#define ACLNN_PY_BASE_LOG_CALL_H

#include <stdint.h>

/* The name of an enumerator; a table of them ends with a NULL name. */
struct log_name {
    int64_t value;
    const char *name;
};

/*
 * Writes the line of a call that has ended.
 *
 * function   its name
 * arguments  "h:self e:policy v:count >s": a letter and the name of each argument, then `>` and the
 *            letter of the result
 * status     0 where the call succeeded
 *
 * Then follow the arguments, and the result where it has one, as the letters say:
 *
 *   i, u, d, b   int64_t, uint64_t, double, bool
 *   e            int64_t, and the table of its names (const struct log_name *)
 *   s            a text
 *   p            any pointer
 *   h            a handle; when it is live and its kind is described: "0xac... DT_FLOAT[2, 3]"
 *   P            a pointer to a pointer
 *   j, J         a pointer to an int32_t, int64_t
 *   v, V         a pointer to a uint32_t, uint64_t
 *
 * What P, j, J, v and V lead to is written when the call succeeded. Results are `s` and `e`, the
 * status by its name, of which the second is given its table, `p` and `d`.
 */
void log_call(const char *function, const char *arguments, int status, ...) __attribute__((cold));

#endif
