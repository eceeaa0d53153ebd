/* SPDX-License-Identifier: Apache-2.0 */
/* Sends rows to the ranks of their experts and puts those of an expert together, or back. */
#include <stdlib.h>
#include <string.h>

#include "declared/collective.h"
#include "executor/ranks.h"
#include "executor/schedule.h"
#include "ops/collective/grouped.h"
#include "ops/common/work_views.h"

/* Copies rows between the sequence of ranks and then experts, and that of experts and then ranks.
 */
static void turn(const struct grouped_rows *g, const int64_t *counts, const char *from, char *to,
                 int64_t width, bool to_ranks)
{
    int64_t by_expert = 0;
    for (int64_t j = 0; j < g->experts; j++)
        for (int64_t rank = 0; rank < g->ranks; rank++) {
            int64_t by_rank = 0;
            for (int64_t i = 0; i < rank * g->experts + j; i++)
                by_rank += counts[i];
            int64_t rows = counts[rank * g->experts + j];
            int64_t source = to_ranks ? by_expert : by_rank;
            int64_t target = to_ranks ? by_rank : by_expert;
            memcpy(to + target * width, from + source * width, (size_t)(rows * width));
            by_expert += rows;
        }
}

static int64_t set_parts(const struct grouped_rows *g, const int64_t *counts, int64_t width,
                         struct operation_part *parts)
{
    int64_t offset = 0;
    for (int64_t rank = 0; rank < g->ranks; rank++) {
        int64_t rows = 0;
        for (int64_t j = 0; j < g->experts; j++)
            rows += counts[rank * g->experts + j];
        parts[rank] = (struct operation_part){(uint64_t)(offset * width), (uint64_t)(rows * width)};
        offset += rows;
    }
    return offset;
}

static void move_rows(const struct work *work, struct task_failure *failure)
{
    const struct grouped_rows *g = work->attributes;
    const struct work_view *in = &work->inputs[0];
    const struct work_view *out = &work->outputs[0];
    int64_t width = in->dims[1] * view_width(in);
    struct operation_part *parts = calloc(2 * (size_t)g->ranks, sizeof *parts);
    int64_t rows = 0;
    for (int64_t i = 0; i < g->ranks * g->experts; i++)
        rows += g->is_back ? g->sent[i] : g->received[i];
    char *between = malloc((size_t)((rows + 1) * width));
    if (parts != NULL && between != NULL) {
        const struct within within = ranks_meet(work->ranks, work->task, COLLECTIVE_FIRST, failure);
        set_parts(g, g->sent, width, parts);
        set_parts(g, g->received, width, parts + g->ranks);
        if (g->is_back)
            turn(g, g->sent, in->address, between, width, true);
        within_all_to_all_v(&within, HCCL_DATA_TYPE_INT8, g->is_back ? between : in->address, parts,
                            g->is_back ? out->address : between, parts + g->ranks);
        if (!g->is_back && failure->status == ACL_SUCCESS)
            turn(g, g->received, between, out->address, width, false);
    } else {
        failure->status = ACL_ERROR_RT_MEMORY_ALLOCATION;
        strcpy(failure->text, "no host memory for the rows of all experts");
    }
    free(parts);
    free(between);
}

const struct l0_run collective_kernel_move_rows = {.run = move_rows};
