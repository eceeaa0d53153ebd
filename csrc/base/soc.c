/* SPDX-License-Identifier: Apache-2.0 */
#include "base/soc.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/environment.h"
#include "base/text.h"

#define GIB ((uint64_t)1 << 30)

static const struct soc products[] = {
#define ACL_SOC(name, family, architecture, ai, vector, ub, memory_gib, bfloat16, padding) \
    {#name, family, architecture, ai, vector, ub, (memory_gib) * GIB, bfloat16, padding},
#include "base/soc.def"
#undef ACL_SOC
};

/* Products that a thread has selected. They stay: executors and threads keep pointers to them. */
struct selectable {
    struct selectable *next;
    struct soc soc;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct selectable *selectables;
static _Thread_local const struct soc *selected;

/* The product by its name in any case, NULL when there is none of that name. */
static const struct soc *find(const char *name)
{
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++)
        if (strcasecmp(products[i].name, name) == 0)
            return &products[i];
    return NULL;
}

static bool override(struct soc *soc, const char *item)
{
    uint64_t number;
    const char *equals = strchr(item, '=');
    if (equals == NULL)
        return false;
    size_t key = (size_t)(equals - item);
    if (key == 5 && memcmp(item, "cores", key) == 0 &&
        text_parse_number(equals + 1, 1, 65535, &number)) {
        soc->vector_cores = (uint32_t)number;
        return true;
    }
    if (key == 2 && memcmp(item, "ub", key) == 0 &&
        text_parse_number(equals + 1, 1, 1 << 30, &number)) {
        soc->unified_buffer_bytes = number;
        return true;
    }
    if (key == 6 && memcmp(item, "memory", key) == 0 &&
        text_parse_number(equals + 1, 1 << 20, (uint64_t)1 << 44, &number)) {
        soc->memory_bytes = number;
        return true;
    }
    return false;
}

bool soc_parse(const char *text, struct soc *soc)
{
    char piece[64];
    const char *rest = text_next_piece(text, ':', piece, sizeof piece);
    const struct soc *product = rest != NULL ? find(piece) : NULL;
    *soc = product != NULL ? *product : *find(SOC_DEFAULT);
    bool readable = product != NULL;
    while (product != NULL && (rest = text_next_piece(rest, ',', piece, sizeof piece)) != NULL)
        readable = override(soc, piece) && readable;
    return readable;
}

const struct soc *soc_current(void)
{
    return selected != NULL ? selected : &environment()->soc;
}

static bool is_same(const struct soc *a, const struct soc *b)
{
    return a->name == b->name && a->vector_cores == b->vector_cores &&
           a->unified_buffer_bytes == b->unified_buffer_bytes && a->memory_bytes == b->memory_bytes;
}

/* The kept copy of a product, made at its first use; NULL without host memory. */
static const struct soc *keep(const struct soc *soc)
{
    struct selectable *kept;
    pthread_mutex_lock(&lock);
    for (kept = selectables; kept != NULL && !is_same(&kept->soc, soc);)
        kept = kept->next;
    if (kept == NULL && (kept = malloc(sizeof *kept)) != NULL) {
        *kept = (struct selectable){selectables, *soc};
        selectables = kept;
    }
    pthread_mutex_unlock(&lock);
    return kept != NULL ? &kept->soc : NULL;
}

bool soc_select(const char *text)
{
    struct soc soc;
    if (text == NULL) {
        selected = NULL;
        return true;
    }
    const struct soc *kept = soc_parse(text, &soc) ? keep(&soc) : NULL;
    if (kept == NULL)
        return false;
    selected = kept;
    return true;
}
