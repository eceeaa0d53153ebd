/* SPDX-License-Identifier: Apache-2.0 */
/* RopeWithSinCosCache: lists of L0 operators. */
#include "ops/rope/rope_cache.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "acl/acl_base.h"
#include "aclnn/opdev/op_errno.h"
#include "declared/rope.h"
#include "tensor/arrays.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

void rope_list_cache_by(struct l0_list *list, int positions, int query, int key, int cache,
                        const struct array *sections, int64_t head, bool is_neox, int64_t mode,
                        int query_out, int key_out)
{
    struct rope_cache *rope = l0_take(list, sizeof *rope);
    int dense = l0_contiguous(list, cache);
    if (rope == NULL || dense == L0_NONE || query == L0_NONE || key == L0_NONE ||
        positions == L0_NONE)
        return;
    *rope = (struct rope_cache){.head = head,
                                .turned = list->tensors[cache].dims[1],
                                .tokens = list->tensors[query].dims[0],
                                .is_by_halves = is_neox,
                                .alternates = mode == 1};
    for (uint64_t i = 0; sections != NULL && i < sections->size && i < MOST_SECTIONS; i++)
        rope->sections[i] = array_integers(sections)[i];
    const struct l0_tensor queries = list->tensors[query];
    const struct l0_tensor keys = list->tensors[key];
    int results[] = {l0_new_shaped(list, "query", queries.type, queries.dims, queries.rank),
                     l0_new_shaped(list, "key", keys.type, keys.dims, keys.rank)};
    /* The type of the queries decides where the operator runs. */
    l0_launch_row(list, &l0_RopeWithSinCosCache, (int[]){query, key, positions, dense}, 4, 0,
                  results, 2, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_RopeWithSinCosCache, (int[]){positions, query, key, dense}, 4,
            results, 2, rope);
    l0_view_copy(list, results[0], query_out);
    l0_view_copy(list, results[1], key_out);
}

void rope_list_cache(struct l0_list *list, int positions, int query, int key, int cache,
                     const struct array *sections, int64_t head, bool is_neox, int query_out,
                     int key_out)
{
    rope_list_cache_by(list, positions, query, key, cache, sections, head, is_neox, 0, query_out,
                       key_out);
}
