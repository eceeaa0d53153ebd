/* SPDX-License-Identifier: Apache-2.0 */
/* Which product a thread sizes operators for. */
#ifndef ACLNN_PY_BASE_SOC_CURRENT_H
#define ACLNN_PY_BASE_SOC_CURRENT_H

#include <stdbool.h>

#include "base/soc.h"

/* The product that the calling thread sizes operators for: the one that it selected, else that of
 * the process. */
const struct soc *soc_current(void);

/* Selects another product for phase one on the calling thread; NULL goes back to that of the
 * process. Returns false when the text cannot be read or host memory is short. */
bool soc_select(const char *text);

#endif
