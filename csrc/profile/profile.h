/* SPDX-License-Identifier: Apache-2.0 */
/* The profile of a process: what aclprofInit, Start, Stop and Finalize do. */
#ifndef ACLNN_PY_PROFILE_PROFILE_H
#define ACLNN_PY_PROFILE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_prof.h"

#define PROFILE_DEVICES 64

/* What is noted of which devices. */
struct profile_config {
    uint64_t devices; /* a bit each; 0: of the host alone */
    uint64_t types;   /* ACL_PROF_... */
    aclprofAicoreMetrics metrics;
};

/* Refuses a call from a function of the program that mspti calls (trace_is_telling): it reports and
 * returns 148047. Whoever calls what follows has asked it. */
aclError profile_check_caller(void);

/* Each reports and returns a status. */
aclError profile_init(const char *path);
aclError profile_set_path(const char *path);
aclError profile_set_limit(uint64_t bytes);
aclError profile_warm_up(const struct profile_config *config);
aclError profile_start(const struct profile_config *config);
aclError profile_stop(const struct profile_config *config);
aclError profile_finalize(void);

/* Has a function called behind each start and stop. There is only one, which stays. */
void profile_watch(void (*changed)(const struct profile_config *config, bool begins));

/* Whether aclprofInit was called, and aclprofFinalize was not. */
bool profile_is_open(void);

/* Whether profiles have been started that note one of these types. */
bool profile_notes(uint64_t types);

#endif
