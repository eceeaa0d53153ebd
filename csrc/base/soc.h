/* SPDX-License-Identifier: Apache-2.0 */
/* The products (SoCs) that can be emulated. Their figures are in soc.def. */
#ifndef ACLNN_PY_BASE_SOC_H
#define ACLNN_PY_BASE_SOC_H

#include <stdbool.h>
#include <stdint.h>

/* The architectures of AI cores, by the vendor's numbers. Tables have a row for each. */
enum soc_architecture {
    ARCHITECTURE_1001, /* Ascend910 */
    ARCHITECTURE_2201, /* Ascend910B, Ascend910_93 */
    ARCHITECTURE_3510, /* Ascend950 */
    ARCHITECTURES,
};

struct soc {
    const char *name;
    const char *family;
    enum soc_architecture architecture;
    uint32_t ai_cores;
    uint32_t vector_cores;
    uint64_t unified_buffer_bytes;
    uint64_t memory_bytes;
    bool has_bfloat16;
    uint32_t padding_bytes;
};

#define SOC_DEFAULT "Ascend910B2"
/* What to say of a text that soc_parse refuses, for printf with soc_suggestion behind it. */
#define SOC_EXPECTED "expected a product, or NAME:cores=N,ub=BYTES,memory=BYTES; did you mean %s?"

/* Reads "NAME" or "NAME:cores=N,ub=BYTES,memory=BYTES". Returns false when a part cannot be read.
 * soc then holds the parts that could be read, of the default product when the name is unknown. */
bool soc_parse(const char *text, struct soc *soc);

/*
 * The product that a name may have meant, which none has: a nickname, or a name that begins like
 * it. The default product when nothing is near.
 */
const char *soc_suggestion(const char *text);

/* The vendor's number of an architecture, as in 2201. */
uint32_t soc_architecture_number(enum soc_architecture architecture);

#endif
