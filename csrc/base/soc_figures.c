/* SPDX-License-Identifier: Apache-2.0 */
#include "base/soc_figures.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *label;
    const char *key;
    const char *values[ARCHITECTURES];
} figures[] = {
#define SOC_FIGURE(label, key, a, b, c) {label, key, {a, b, c}},
#define SOC_FIGURE_OF(product, label, key, value)
#include "base/soc_figures.def"
#undef SOC_FIGURE
#undef SOC_FIGURE_OF
};

static const struct {
    const char *product;
    const char *label;
    const char *key;
    const char *value;
} exceptions[] = {
#define SOC_FIGURE(label, key, a, b, c)
#define SOC_FIGURE_OF(product, label, key, value) {#product, label, key, value},
#include "base/soc_figures.def"
#undef SOC_FIGURE
#undef SOC_FIGURE_OF
};

static bool is(const char *label, const char *key, const char *wanted_label, const char *wanted_key)
{
    return strcmp(label, wanted_label) == 0 && strcmp(key, wanted_key) == 0;
}

static const char *tabled(const struct soc *soc, const char *label, const char *key)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++)
        if (strcmp(exceptions[i].product, soc->name) == 0 &&
            is(label, key, exceptions[i].label, exceptions[i].key))
            return exceptions[i].value;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        if (is(label, key, figures[i].label, figures[i].key))
            return figures[i].values[soc->architecture];
    return "";
}

/* The unified buffer of the data sheet: soc.def has what tiling sees of it. */
static uint64_t whole_unified_buffer(const struct soc *soc)
{
    return soc->unified_buffer_bytes + (soc->architecture == ARCHITECTURE_2201 ? 256 : 0);
}

/* A core of Ascend910 is for both, and CANN counts no vector cores there. */
static uint32_t vector_cores(const struct soc *soc)
{
    return soc->architecture == ARCHITECTURE_1001 ? 0 : soc->vector_cores;
}

/* The number of a key that soc.def has; false for other keys. */
static bool numbered(const struct soc *soc, const char *label, const char *key, uint64_t *number)
{
    const struct {
        const char *label;
        const char *key;
        uint64_t number;
    } known[] = {
        {"version", "NpuArch", soc_architecture_number(soc->architecture)},
        {"SoCInfo", "ai_core_cnt", soc->ai_cores},
        {"SoCInfo", "cube_core_cnt", soc->ai_cores},
        {"SoCInfo", "vector_core_cnt", vector_cores(soc)},
        {"SoCInfo", "memory_size", soc->memory_bytes},
        {"SoCInfo", "support_bf16", soc->has_bfloat16},
        {"AICoreSpec", "ub_size", whole_unified_buffer(soc)},
        {"AICoreSpec", "padding_size", soc->padding_bytes},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (is(label, key, known[i].label, known[i].key)) {
            *number = known[i].number;
            return true;
        }
    return false;
}

const char *soc_figure(const struct soc *soc, const char *label, const char *key,
                       char text[SOC_FIGURE_BYTES])
{
    uint64_t number;
    if (is(label, key, "version", "SoC_version"))
        return soc->name;
    if (is(label, key, "version", "Short_SoC_version"))
        return soc->family;
    if (numbered(soc, label, key, &number)) {
        snprintf(text, SOC_FIGURE_BYTES, "%" PRIu64, number);
        return text;
    }
    const char *value = tabled(soc, label, key);
    return value[0] == '\0' ? NULL : value;
}
