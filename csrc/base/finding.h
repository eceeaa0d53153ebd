/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings: what a program does wrong and CANN lets pass, so that no status can say it. They are
 * lines of ACLNN_LOG=finding, and of the file that ACLNN_FINDINGS names, which `aclnn run --strict`
 * reads when the program has ended.
 */
#ifndef ACLNN_PY_BASE_FINDING_H
#define ACLNN_PY_BASE_FINDING_H

#include <stdbool.h>

/* Whether anybody wants to know. */
bool finding_wanted(void);

/* A finding, with the API call that runs on this thread in front. */
void finding(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for damage that was done already: it is written to standard error in any case. */
void finding_damage(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
