/* SPDX-License-Identifier: Apache-2.0 */
/* AdvanceStep, ExpandIntoJaggedPermute: kernels. All operands are dense. */
#include "ops/other/steps.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/other.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/stream/stream.h"

/* ---- The next step --------------------------------------------------------------------------- */

struct step_run {
    const struct next_step *step;
    const any_int64 *sampled;
    const any_int64 *blocks;
    int64_t block_count;
    int64_t row; /* blocks of a sequence */
    any_int64 *tokens;
    any_int64 *positions;
    any_int64 *lengths;
    any_int64 *slots;
    int64_t bad; /* the first position without a block; -1: all have one */
};

static any_int64 *changed(const struct work *work, int number, int first)
{
    const struct work_view *from = &work->inputs[first + number];
    const struct work_view *to = &work->outputs[number];
    memcpy(to->address, from->address, (size_t)(view_count(to) * (int64_t)sizeof(int64_t)));
    return (any_int64 *)(void *)to->address;
}

static int64_t block_at(struct step_run *run, int64_t at)
{
    if (at >= 0 && at < run->block_count)
        return run->blocks[at];
    if (run->bad < 0)
        run->bad = at;
    return 0;
}

/* Numbers of a table may be any, and those of a slot wrap around. */
static int64_t slot_of(const struct next_step *step, int64_t block, int64_t position)
{
    return wrapped_sum(wrapped_product(block, step->block_size), position % step->block_size);
}

/* Steps of one token each. */
static void run_single(struct step_run *run, int64_t sequences)
{
    const struct next_step *step = run->step;
    for (int64_t i = step->queries; i < sequences; i += step->cores) {
        run->tokens[i] = 0;
        run->positions[i] = 0;
        run->slots[i] = -1;
    }
    for (int64_t i = 0; i < step->queries && i < step->cores; i++) {
        int64_t position = run->lengths[i];
        run->tokens[i] = run->sampled[i];
        run->lengths[i] = wrapped_sum(position, 1);
        run->positions[i] = position;
        int64_t block = wrapped_sum(block_at(run, position / step->block_size), run->row * i);
        run->slots[i] = slot_of(step, block, position);
    }
}

/* The last token of a sequence that was accepted: those behind it are -1. */
static int64_t last_token(const any_int64 *sampled, int64_t count)
{
    int64_t least = 0;
    for (int64_t i = 1; i < count; i++)
        if (sampled[i] < sampled[least])
            least = i;
    if (sampled[least] > -1)
        least = count;
    return sampled[least > 0 ? least - 1 : count - 1];
}

/* Steps of one token and those that are proposed behind it. */
static void run_proposed(struct step_run *run, int64_t sequences, const any_int64 *proposed,
                         const any_int64 *accepted)
{
    const struct next_step *step = run->step;
    int64_t each = step->proposed + 1;
    for (int64_t i = 0; i < sequences; i++)
        for (int64_t j = 0; j < each; j++) {
            int64_t at = i * each + j;
            int64_t position = wrapped_sum(wrapped_sum(run->positions[at], accepted[i]), 1);
            run->positions[at] = position;
            run->lengths[at] = wrapped_sum(position, 1);
            run->tokens[at] = j == 0 ? last_token(run->sampled + i * each, each)
                                     : proposed[i * step->proposed + j - 1];
            int64_t block = wrapped_sum(i * run->row, position / step->block_size);
            run->slots[at] = slot_of(step, block_at(run, block), position);
        }
}

static void run_advance(const struct work *work, struct task_failure *failure)
{
    const struct next_step *step = work->attributes;
    const struct work_view *table = &work->inputs[1];
    int first = step->proposed < 0 ? 2 : 4;
    struct step_run run = {.step = step,
                           .sampled = (const any_int64 *)(const void *)work->inputs[0].address,
                           .blocks = (const any_int64 *)(const void *)table->address,
                           .block_count = view_count(table),
                           .row = view_count(table) / table->dims[0],
                           .tokens = changed(work, 0, first),
                           .positions = changed(work, 1, first),
                           .lengths = changed(work, 2, first),
                           .slots = changed(work, 3, first),
                           .bad = -1};
    if (step->proposed < 0)
        run_single(&run, work->outputs[0].dims[0]);
    else
        run_proposed(&run, table->dims[0], (const any_int64 *)(const void *)work->inputs[2].address,
                     (const any_int64 *)(const void *)work->inputs[3].address);
    if (run.bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "a sequence goes on in block %" PRId64 " of blockTables, which has %" PRId64
             "; a table with room for every position is required",
             run.bad, run.block_count);
}
const struct l0_run other_kernel_advance = {.run = run_advance};

/* ---- Permutations of parts ------------------------------------------------------------------- */

static void run_jagged(const struct work *work, struct task_failure *failure)
{
    const any_int32 *permute = (const any_int32 *)(const void *)work->inputs[0].address;
    const any_int32 *from = (const any_int32 *)(const void *)work->inputs[1].address;
    const any_int32 *to = (const any_int32 *)(const void *)work->inputs[2].address;
    any_int32 *out = (any_int32 *)(void *)work->outputs[0].address;
    int64_t parts = work->inputs[0].dims[0];
    int64_t size = work->outputs[0].dims[0];
    memset(out, 0, (size_t)size * sizeof *out);
    for (int64_t i = 0; i < parts; i++) {
        int64_t part = permute[i];
        if (part < 0 || part >= work->inputs[1].dims[0]) {
            failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
            snprintf(failure->text, sizeof failure->text,
                     "permute[%" PRId64 "] is %" PRId64 "; every index must be in [0, %" PRId64 ")",
                     i, part, parts);
            return;
        }
        int64_t past = to[i + 1] < size ? to[i + 1] : size;
        for (int64_t at = to[i] > 0 ? to[i] : 0; at < past; at++)
            out[at] = (int32_t)(uint32_t)(from[part] + at - to[i]);
    }
}
const struct l0_run other_kernel_jagged = {.run = run_jagged};
