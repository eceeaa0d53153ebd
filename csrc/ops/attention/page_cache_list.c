/* SPDX-License-Identifier: Apache-2.0 */
/* Caches of keys and values in pages: lists of L0 operators of their scatter and gather. */
#include "ops/attention/page_cache.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"

#define MOST_INPUTS 7

/* Appends the operator, which changes some of the caller's tensors, and the step that does so.
 * Those in a set of bits are read as they lie. */
static void change(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   const int *changed, int changed_count, uint64_t views,
                   const struct page_cache *c)
{
    int dense[MOST_INPUTS];
    int made[3];
    for (int i = 0; i < count; i++)
        dense[i] = (views >> i & 1) != 0 ? inputs[i] : l0_contiguous(list, inputs[i]);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, row, dense, count, 0, NULL, 0, NULL);
    for (int i = 0; i < changed_count; i++) {
        const struct l0_tensor out = list->tensors[inputs[changed[i]]];
        if (dense[changed[i]] != inputs[changed[i]])
            l0_launch_view_copy(list, dense[changed[i]], inputs[changed[i]]);
        made[i] = l0_new_shaped(list, "changed", out.type, out.dims, out.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, row, dense, count, made, changed_count, c);
    for (int i = 0; i < changed_count; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &inputs[changed[i]], 1, NULL);
}

void attention_list_page_scatter(struct l0_list *list, int key, int keyCacheRef, int slotMapping,
                                 int value, int valueCacheRef, const char *cacheModeOptional)
{
    struct page_cache *c = l0_take(list, sizeof *c);
    if (c == NULL)
        return;
    *c = (struct page_cache){.is_fractal = page_cache_is_fractal(cacheModeOptional),
                             .has_value = list->tensors[value].rank > 0 &&
                                          list->tensors[value].elements > 0};
    const int inputs[] = {key, slotMapping, keyCacheRef, value, valueCacheRef};
    change(list, &l0_ScatterPaKvCache, inputs, c->has_value ? 5 : 3, (const int[]){2, 4},
           c->has_value ? 2 : 1, 0, c);
}

void attention_list_page_rows(struct l0_list *list, int key, int keyCacheRef, int slotMapping,
                              int compressLensOptional, int compressSeqOffsetOptional,
                              int seqLensOptional, const char *cacheMode)
{
    struct page_cache *c = l0_take(list, sizeof *c);
    if (c == NULL || key == L0_NONE)
        return;
    bool is_shortened = list->tensors[key].rank == 4;
    *c = (struct page_cache){.is_fractal = page_cache_is_fractal(cacheMode),
                             .has_offset = compressSeqOffsetOptional != L0_NONE};
    const int inputs[] = {key,
                          slotMapping,
                          keyCacheRef,
                          compressLensOptional,
                          seqLensOptional,
                          compressSeqOffsetOptional};
    change(list, is_shortened ? &l0_ScatterPaCacheShortened : &l0_ScatterPaCache, inputs,
           !is_shortened   ? 3
           : c->has_offset ? 6
                           : 5,
           (const int[]){2}, 1, 0, c);
}

/* Whether the kernel reads and writes views: elements of a row lie side by side in all of them but
 * the factors, and not all are dense. */
static bool reads_views(const struct l0_list *list, const int *tensors, int count)
{
    bool are_dense = true;
    for (int i = 0; i < count; i++) {
        const struct tensor *t = list->tensors[tensors[i]].given;
        if (i > 0 && t->strides[t->rank - 1] != 1)
            return false;
        are_dense = are_dense && view_is_dense(t);
    }
    return !are_dense;
}

void attention_list_page_scatter_with_scale(struct l0_list *list, int key, int value,
                                            int keyCacheRef, int valueCacheRef, int slotMapping,
                                            int keyScale, int keyScaleCacheRef)
{
    struct page_cache *c = l0_take(list, sizeof *c);
    const int looked_at[] = {keyScale, key, value, keyCacheRef, valueCacheRef, keyScaleCacheRef};
    if (c == NULL)
        return;
    *c = (struct page_cache){.is_fractal = true, .has_value = true, .has_scale = true};
    const int inputs[] = {key,           slotMapping, keyCacheRef,     value,
                          valueCacheRef, keyScale,    keyScaleCacheRef};
    change(list, &l0_ScatterPaKvCacheWithKScale, inputs, 7, (const int[]){2, 4, 6}, 3,
           reads_views(list, looked_at, 6) ? 0x7D : 0, c);
}

void attention_list_page_gather(struct l0_list *list, int keyCache, int valueCache, int blockTables,
                                int seqLens, int keyRef, int valueRef, int seqOffsetOptional,
                                const char *cacheMode, bool isSeqLensCumsum)
{
    struct page_cache *c = l0_take(list, sizeof *c);
    if (c == NULL)
        return;
    *c = (struct page_cache){.is_fractal = page_cache_is_fractal(cacheMode),
                             .has_offset = seqOffsetOptional != L0_NONE,
                             .has_sums = isSeqLensCumsum};
    const int inputs[] = {keyCache, valueCache, blockTables,      seqLens,
                          keyRef,   valueRef,   seqOffsetOptional};
    change(list, &l0_GatherPaKvCache, inputs, c->has_offset ? 7 : 6, (const int[]){4, 5}, 2, 0, c);
}
