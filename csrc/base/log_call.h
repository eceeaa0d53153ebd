/* SPDX-License-Identifier: Apache-2.0 */
/* A line of ACLNN_LOG=api about one call. The entry points put it together argument by argument. */
#ifndef ACLNN_PY_BASE_LOG_CALL_H
#define ACLNN_PY_BASE_LOG_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct log_call {
    char text[2048];
    size_t length;
    int arguments;
    int status;
};

struct log_name {
    int64_t value;
    const char *name;
};

void log_call_open(struct log_call *call, const char *function, int status);
void log_call_signed(struct log_call *call, const char *argument, int64_t value);
void log_call_unsigned(struct log_call *call, const char *argument, uint64_t value);
void log_call_double(struct log_call *call, const char *argument, double value);
void log_call_bool(struct log_call *call, const char *argument, bool value);
void log_call_string(struct log_call *call, const char *argument, const char *value);
void log_call_pointer(struct log_call *call, const char *argument, const void *value);
/* An enumerator by its name; names ends with a NULL name. */
void log_call_enum(struct log_call *call, const char *argument, int64_t value,
                   const struct log_name *names);
/* Writes what a pointer argument points to when the call succeeded; otherwise only the address. */
void log_call_out_pointer(struct log_call *call, const char *argument, void *const *value);
void log_call_out_signed(struct log_call *call, const char *argument, const void *value,
                         size_t bytes);
void log_call_out_unsigned(struct log_call *call, const char *argument, const void *value,
                           size_t bytes);
/* A handle and, when it is live and its kind is described: "0xac... DT_FLOAT[2, 3]". */
void log_call_handle(struct log_call *call, const char *argument, const void *handle);
/* Ends the line with the status by its name, or with the value that was returned. */
void log_call_close_status(struct log_call *call, int status);
void log_call_close_enum(struct log_call *call, int status, const struct log_name *names);
void log_call_close_pointer(struct log_call *call, const void *value);
void log_call_close_value(struct log_call *call, double value);

#endif
