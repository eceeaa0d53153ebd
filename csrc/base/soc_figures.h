/* SPDX-License-Identifier: Apache-2.0 */
/* What CANN's platform_config says of a product (soc_figures.def, soc.def). */
#ifndef ACLNN_PY_BASE_SOC_FIGURES_H
#define ACLNN_PY_BASE_SOC_FIGURES_H

#include "base/soc.h"

#define SOC_FIGURE_BYTES 32

/* The value of a key of a section, such as "ub_size" of "AICoreSpec"; NULL when the product has no
 * such key. The value may lie in `text`. */
const char *soc_figure(const struct soc *soc, const char *label, const char *key,
                       char text[SOC_FIGURE_BYTES]);

#endif
