/* SPDX-License-Identifier: Apache-2.0 */
#include "base/soc_current.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/environment.h"

/* Products that threads have selected. They are never freed: executors and threads keep pointers to
 * them. */
struct selectable {
    struct selectable *next;
    struct soc soc;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct selectable *selectables;
static _Thread_local const struct soc *selected;

const struct soc *soc_current(void)
{
    return selected != NULL ? selected : &environment()->soc;
}

static bool is_same(const struct soc *a, const struct soc *b)
{
    return a->name == b->name && a->vector_cores == b->vector_cores &&
           a->unified_buffer_bytes == b->unified_buffer_bytes && a->memory_bytes == b->memory_bytes;
}

/* The kept copy of a product, which is made at its first use; NULL when host memory is short. */
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
