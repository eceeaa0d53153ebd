/* SPDX-License-Identifier: Apache-2.0 */
/* Which product a thread sizes operators for. */
#ifndef ACLNN_PY_BASE_SOC_CURRENT_H
#define ACLNN_PY_BASE_SOC_CURRENT_H

#include <stdbool.h>

#include "base/soc.h"

/* The product that the calling thread sizes operators for: of the process, unless selected. */
const struct soc *soc_current(void);

/*
 * Selects another product for the calling thread's phase one; NULL goes back to the process's.
 * False when it cannot be read or there is no host memory.
 */
bool soc_select(const char *text);

#endif
