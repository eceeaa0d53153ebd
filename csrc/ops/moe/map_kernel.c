/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens by a map of tokens and experts: which there are, and where they go. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/moe/moe.h"

/* What is written of each row: the place by token, or the token by place; the token; the number of
 * the element of the map. */
struct mapping {
    const struct work_view *map; /* [tokens, experts] */
    const struct work_view *sorted;
    const struct work_view *tokens;
    const struct work_view *elements;
    int64_t rows;
};

static bool is_marked(const struct mapping *m, int64_t token, int64_t expert)
{
    return *view_element(m->map, token * m->map->dims[1] + expert) != 0;
}

static void put_row(const struct mapping *m, int64_t row, int64_t token, int64_t expert)
{
    put_index(view_element(m->tokens, row), false, token);
    put_index(view_element(m->elements, row), true, token * m->map->dims[1] + expert);
}

/* Rows by expert, those of one expert by token. Each token has room for so many places. */
static void map_all(const struct mapping *m, int64_t chosen, int64_t *seen)
{
    int64_t tokens = m->map->dims[0];
    int64_t row = 0;
    memset(seen, 0, (size_t)tokens * sizeof *seen);
    for (int64_t i = 0; i < m->rows; i++) {
        put_index(view_element(m->sorted, i), false, -1);
        put_index(view_element(m->tokens, i), false, -1);
        put_index(view_element(m->elements, i), true, -1);
    }
    for (int64_t expert = 0; expert < m->map->dims[1]; expert++)
        for (int64_t token = 0; token < tokens && row < m->rows; token++) {
            if (!is_marked(m, token, expert) || seen[token] == chosen)
                continue;
            put_index(view_element(m->sorted, token * chosen + seen[token]++), false, row);
            put_row(m, row++, token, expert);
        }
}

/* So many tokens for each expert: those that are marked, then the others, both in sequence. */
static void map_some(const struct mapping *m, int64_t capacity)
{
    for (int64_t expert = 0; expert < m->map->dims[1]; expert++) {
        int64_t count = 0;
        for (int pass = 0; pass < 2; pass++)
            for (int64_t token = 0; token < m->map->dims[0] && count < capacity; token++) {
                if (is_marked(m, token, expert) != (pass == 0))
                    continue;
                int64_t row = expert * capacity + count++;
                put_index(view_element(m->sorted, row), false, token);
                put_row(m, row, token, expert);
            }
    }
}

static uint64_t seen_bytes(const struct work *work)
{
    return (uint64_t)work->inputs[0].dims[0] * sizeof(int64_t);
}

static void run_map(const struct work *work, struct task_failure *failure)
{
    const struct moe_mapping *mapping = work->attributes;
    const struct mapping m = {&work->inputs[0], &work->outputs[0], &work->outputs[1],
                              &work->outputs[2], work->outputs[0].dims[0]};
    (void)failure;
    if (mapping->capacity > 0)
        map_some(&m, mapping->capacity);
    else
        map_all(&m, mapping->chosen, (int64_t *)(void *)work->scratch);
}
const struct l0_run moe_kernel_map_rows = {
    .scratch_bytes = seen_bytes, .scratch_steers = true, .run = run_map};

/* ---- Elements of slots ----------------------------------------------------------------------- */

/* With as many rows for each expert a row's number says the expert, and its place the token. */
static void run_slots(const struct work *work, struct task_failure *failure)
{
    const struct moe_mapping *mapping = work->attributes;
    const struct work_view *places = &work->inputs[0];
    int64_t rows = view_count(places);
    (void)failure;
    for (int64_t i = 0; i < rows; i++) {
        int64_t token = index_at(view_element(places, i), false);
        put_index(view_element(&work->outputs[0], i), true,
                  token < 0 ? -1 : token * mapping->chosen + i / mapping->capacity);
    }
}
const struct l0_run moe_kernel_slot_elements = {.run = run_slots};
