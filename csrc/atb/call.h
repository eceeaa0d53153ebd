/* SPDX-License-Identifier: Apache-2.0 */
/* What every function of atb does before and after its work (base/entry.h), and its texts. */
#ifndef ACLNN_PY_ATB_CALL_H
#define ACLNN_PY_ATB_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atb_status.h"
#include "base/entry_current.h"

struct atb_call {
    struct entry_call outer;
    const char *name;
};

/* Begins a call. name: what its texts begin with; it lives as long as the process. False: *status
 * says why it may not go on. */
bool atb_call_open(struct atb_call *call, const char *name, int32_t *status);

/* Ends it, in any case, and returns the status. */
int32_t atb_call_close(const struct atb_call *call, int32_t status);

/* Stores a text for aclGetRecentErrMsg, and returns the status. */
int32_t atb_report(enum atb_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
