/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of groups added to the rows that indices name, each by a weight, and to what all share. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/moe/routed_product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer elements is not worth waking a thread for. */
#define ELEMENTS_A_BLOCK ((int64_t)64 << 10)

enum input { ROWS, PLACES, WEIGHTS, GROUPS, SHARED };

/* Where a row goes, and by what. */
struct routed_row {
    int64_t place; /* -1: nowhere */
    float weight;
};

struct combining {
    const struct work *work;
    const struct routed_rows *attributes;
    const struct routed_row *routed;
};

static char *element(const struct work_view *view, int64_t row, int64_t column)
{
    return view->address +
           (row * view->strides[0] + column * view->strides[1]) * (int64_t)view_width(view);
}

/* The rows that groups have, which follow each other. Each number is read only once. */
static int64_t rows_of_groups(const struct work *work, const struct routed_rows *a)
{
    const struct work_view *groups = &work->inputs[GROUPS];
    int64_t rows = work->inputs[ROWS].dims[0];
    int64_t end = 0;
    for (int64_t i = 0; i < groups->dims[0]; i++) {
        int64_t number = index_at(view_element(groups, i), true);
        if (a->are_counts)
            number = number < 0 ? end : number > rows - end ? rows : end + number;
        end = number < end ? end : number > rows ? rows : number;
    }
    return end;
}

static void begin_row(const struct combining *c, int64_t row, struct block_share share)
{
    const struct work_view *out = &c->work->outputs[0];
    const struct work_view *shared = &c->work->inputs[SHARED];
    bool is_shared = c->attributes->has_shared && row >= c->attributes->first &&
                     row - c->attributes->first < shared->dims[0];
    for (int64_t j = share.first; j < share.past; j++) {
        float value = 0;
        if (is_shared) {
            uint16_t half;
            memcpy(&half, element(shared, row - c->attributes->first, j), sizeof half);
            value = float_of_bfloat16(half) * c->attributes->factor;
        }
        memcpy(element(out, row, j), &value, sizeof value);
    }
}

/* A block has all rows of some columns, so that each sum is made in the sequence of the rows. */
static void combine_block(int64_t block, int64_t blocks, void *context)
{
    const struct combining *c = context;
    const struct work_view *rows = &c->work->inputs[ROWS];
    const struct work_view *out = &c->work->outputs[0];
    struct block_share share = share_of_block(out->dims[1], block, blocks);
    for (int64_t i = 0; i < out->dims[0]; i++)
        begin_row(c, i, share);
    for (int64_t i = 0; i < rows->dims[0]; i++) {
        const struct routed_row *to = &c->routed[i];
        if (to->place < 0)
            continue;
        for (int64_t j = share.first; j < share.past; j++) {
            any_float *sum = (any_float *)(void *)element(out, to->place, j);
            *sum += *(const any_float *)(const void *)element(rows, i, j) * to->weight;
        }
    }
}

static uint64_t routed_bytes(const struct work *work)
{
    return (uint64_t)work->inputs[ROWS].dims[0] * sizeof(struct routed_row);
}

static void run_routed(const struct work *work, struct task_failure *failure)
{
    const struct routed_rows *attributes = work->attributes;
    const struct work_view *places = &work->inputs[PLACES];
    const struct work_view *out = &work->outputs[0];
    struct routed_row *routed = (struct routed_row *)(void *)work->scratch;
    struct combining c = {work, attributes, routed};
    int64_t end = rows_of_groups(work, attributes);
    (void)failure;
    for (int64_t i = 0; i < work->inputs[ROWS].dims[0]; i++) {
        int64_t place = index_at(view_element(places, i), places->type == ACL_INT64);
        routed[i].place = i < end && place >= 0 && place < out->dims[0] ? place : -1;
        memcpy(&routed[i].weight, view_element(&work->inputs[WEIGHTS], i), sizeof routed[i].weight);
    }
    int64_t elements = (out->dims[0] + work->inputs[ROWS].dims[0]) * out->dims[1];
    ai_cores_run_function("routed_rows", combine_block,
                          blocks_for(elements, ELEMENTS_A_BLOCK, out->dims[1]), &c);
}
const struct l0_run moe_kernel_routed_rows = {
    .scratch_bytes = routed_bytes, .scratch_steers = true, .run = run_routed};
