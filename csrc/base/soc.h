/* SPDX-License-Identifier: Apache-2.0 */
/* The products (SoCs) that can be emulated. Their figures are in soc.def. */
#ifndef ACLNN_PY_BASE_SOC_H
#define ACLNN_PY_BASE_SOC_H

#include <stdbool.h>
#include <stdint.h>

/* The vendor's numbers of core architectures. */
enum soc_architecture {
    ARCHITECTURE_1001 = 1001, /* Ascend910 */
    ARCHITECTURE_2201 = 2201, /* Ascend910B, Ascend910_93 */
    ARCHITECTURE_3510 = 3510, /* Ascend950 */
};

struct soc {
    const char *name;
    const char *family;
    uint32_t architecture;
    uint32_t ai_cores;
    uint32_t vector_cores;
    uint64_t unified_buffer_bytes;
    uint64_t memory_bytes;
    bool has_bfloat16;
    uint32_t padding_bytes;
};

#define SOC_DEFAULT "Ascend910B2"
#define SOC_EXPECTED "expected a product such as Ascend910B2, or NAME:cores=N,ub=BYTES,memory=BYTES"

/*
 * Reads "NAME" or "NAME:cores=N,ub=BYTES,memory=BYTES". False when a part cannot be read; soc then
 * holds what could be, and the default product when the name is unknown.
 */
bool soc_parse(const char *text, struct soc *soc);

#endif
