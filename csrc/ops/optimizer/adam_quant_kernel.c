/* SPDX-License-Identifier: Apache-2.0 */
/* Moments as numbers of a table: what a code names, and the code of the nearest number. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/optimizer.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define LAST 255 /* code of the last number of a table */

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)64 << 10)

struct coding {
    const struct work_view *from; /* dense */
    const struct work_view *to;   /* dense */
    float table[LAST + 1];
    int64_t codes;
    int64_t count; /* numbers, with those behind the last code */
    bool is_signed;
};

static void take_table(struct coding *c, const struct work_view *table)
{
    for (int64_t i = 0; i <= LAST; i++)
        memcpy(&c->table[i], view_element(table, i), sizeof c->table[i]);
}

/* ---- Numbers of codes ------------------------------------------------------------------------ */

static void look_up_block(int64_t block, int64_t blocks, void *context)
{
    const struct coding *c = context;
    struct block_share share = share_of_block(c->count, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        uint8_t code = 0;
        if (i < c->codes)
            memcpy(&code, view_element(c->from, i), 1);
        float number = i < c->codes ? c->table[code] : 0;
        memcpy(view_element(c->to, i), &number, sizeof number);
    }
}

static void look_up(const struct work *work, struct task_failure *failure)
{
    struct coding c = {.from = &work->inputs[0],
                       .to = &work->outputs[0],
                       .codes = view_count(&work->inputs[0]),
                       .count = view_count(&work->outputs[0])};
    (void)failure;
    take_table(&c, &work->inputs[1]);
    ai_cores_run_function("look_up", look_up_block,
                          blocks_for(c.count * (int64_t)sizeof(float), BYTES_A_BLOCK, c.count), &c);
}
const struct l0_run optimizer_kernel_look_up = {.run = look_up};

/* ---- Codes of numbers ------------------------------------------------------------------------ */

/* Of two that are as near the smaller one. */
static int64_t nearest(const struct coding *c, float number)
{
    int64_t below = 0;
    int64_t above = LAST;
    for (int64_t middle = above / 2; above - below > 1; middle = (below + above) / 2)
        *(number > c->table[middle] ? &below : &above) = middle;
    return fabsf(number - c->table[below]) <= fabsf(number - c->table[above]) ? below : above;
}

/* A number keeps its sign where its table has both. */
static int64_t code_of(const struct coding *c, float number)
{
    int64_t code = nearest(c, number);
    if (!c->is_signed || number * c->table[code] >= 0)
        return code;
    if (number > 0 && code < LAST)
        return code + 1;
    return number < 0 && code > 0 ? code - 1 : code;
}

static void find_block(int64_t block, int64_t blocks, void *context)
{
    const struct coding *c = context;
    struct block_share share = share_of_block(c->codes, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        float number;
        memcpy(&number, view_element(c->from, i), sizeof number);
        uint8_t code = (uint8_t)code_of(c, number);
        memcpy(view_element(c->to, i), &code, 1);
    }
}

static void find(const struct work *work, struct task_failure *failure)
{
    struct coding c = {
        .from = &work->inputs[0], .to = &work->outputs[0], .codes = view_count(&work->outputs[0])};
    (void)failure;
    take_table(&c, &work->inputs[1]);
    c.is_signed = *(const bool *)work->attributes && c.table[0] < 0;
    ai_cores_run_function("nearest", find_block,
                          blocks_for(c.codes * (int64_t)sizeof(float), BYTES_A_BLOCK, c.codes), &c);
}
const struct l0_run optimizer_kernel_nearest = {.run = find};
