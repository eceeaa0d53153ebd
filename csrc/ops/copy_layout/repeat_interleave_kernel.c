/* SPDX-License-Identifier: Apache-2.0 */
/* RepeatInterleave and its forms: kernels. */
#include "ops/copy_layout/repeat_interleave.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/copy_layout.h"
#include "executor/schedule.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define BYTES_A_BLOCK ((int64_t)256 << 10)

/* self as [outer, elements along the dimension, row], with the steps of both tensors in bytes. */
struct interleave {
    const struct work_view *from; /* NULL: the positions themselves are repeated */
    const struct work_view *to;
    int32_t dim;
    int width;
    int64_t places;
    int64_t outer;
    int64_t row;         /* elements of a row */
    bool is_dense;       /* a row is dense in both tensors */
    const int64_t *ends; /* for each element along the dimension: the end of its repeats in the
                          * output */
};

static int64_t repeat_at(const struct work_view *repeats, int64_t place)
{
    int64_t step = repeats->rank == 0 || repeats->dims[0] == 1 ? 0 : repeats->strides[0];
    int32_t narrow;
    int64_t wide;
    if (repeats->type == ACL_INT32) {
        memcpy(&narrow, repeats->address + place * step * 4, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, repeats->address + place * step * 8, sizeof wide);
    return wide;
}

/* Finds the addresses of an element, by its number, along some dims of both views. */
static void find(const struct interleave *w, int32_t first, int32_t past, int64_t number,
                 int64_t *from, int64_t *to)
{
    for (int32_t i = past - 1; i >= first; i--) {
        int64_t at = number % w->to->dims[i];
        *from += at * w->from->strides[i] * w->width;
        *to += at * w->to->strides[i] * w->width;
        number /= w->to->dims[i];
    }
}

static void copy_row(const struct interleave *w, const char *from, char *to)
{
    if (w->is_dense) {
        memcpy(to, from, (size_t)(w->row * w->width));
        return;
    }
    for (int64_t i = 0; i < w->row; i++) {
        int64_t source = 0;
        int64_t target = 0;
        find(w, w->dim + 1, w->to->rank, i, &source, &target);
        memcpy(to + target, from + source, (size_t)w->width);
    }
}

static void write_position(const struct interleave *w, int64_t place, char *to)
{
    int32_t narrow = (int32_t)place;
    memcpy(to, w->width == 4 ? (const void *)&narrow : (const void *)&place, (size_t)w->width);
}

/* The index in self that an index of the output comes from. */
static int64_t source_of(const struct interleave *w, int64_t target)
{
    int64_t low = 0;
    int64_t high = w->places - 1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (w->ends[middle] > target)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

#define EACH(COPY)                                                        \
    for (; at < past; place++)                                            \
        for (int64_t end = w->ends[place]; at < end && at < past; at++) { \
            const char *source = from + place * from_step;                \
            char *target = to + at * to_step;                             \
            COPY;                                                         \
        }                                                                 \
    break

/* Writes indices [at, past) of the output, of which the first comes from `place`. */
static void repeat_rows(const struct interleave *w, const char *from, int64_t place, char *to,
                        int64_t at, int64_t past)
{
    int64_t from_step = w->from == NULL ? 0 : w->from->strides[w->dim] * w->width;
    int64_t to_step = w->to->strides[w->dim] * w->width;
    switch (w->from == NULL ? -1 : w->is_dense ? w->row * w->width : 0) {
    case -1: EACH((void)source; write_position(w, place, target));
    case 1: EACH(memcpy(target, source, 1));
    case 2: EACH(memcpy(target, source, 2));
    case 4: EACH(memcpy(target, source, 4));
    case 8: EACH(memcpy(target, source, 8));
    case 16: EACH(memcpy(target, source, 16));
    default: EACH(copy_row(w, source, target));
    }
}

static void interleave_block(int64_t block, int64_t blocks, void *context)
{
    const struct interleave *w = context;
    int64_t targets = w->to->dims[w->dim];
    struct block_share share = share_of_block(w->outer * targets, block, blocks);
    for (int64_t i = share.first, past; i < share.past; i = past) {
        int64_t first = i % targets;
        int64_t from = 0;
        int64_t to = 0;
        past = i - first + targets < share.past ? i - first + targets : share.past;
        if (w->from != NULL)
            find(w, 0, w->dim, i / targets, &from, &to);
        repeat_rows(w, w->from == NULL ? NULL : w->from->address + from, source_of(w, first),
                    w->to->address + to, first, first + past - i);
    }
}

static bool is_dense_row(const struct work_view *view, int32_t first)
{
    int64_t step = 1;
    for (int32_t i = view->rank - 1; i >= first; i--) {
        if (view->dims[i] != 1 && view->strides[i] != step)
            return false;
        step *= view->dims[i];
    }
    return true;
}

static int64_t places_of(const struct work *work)
{
    const struct interleave_attributes *attributes = work->attributes;
    return work->inputs[0].dims[attributes->dim];
}

static void run_interleave(const struct work *work, struct task_failure *failure)
{
    const struct interleave_attributes *attributes = work->attributes;
    const struct work_view *repeats = &work->inputs[attributes->positions ? 0 : 1];
    int64_t *ends = (int64_t *)(void *)work->scratch;
    struct interleave w = {.to = &work->outputs[0], .dim = attributes->dim, .outer = 1, .row = 1};
    w.from = attributes->positions ? NULL : &work->inputs[0];
    w.width = (int)(data_type_bits(w.to->type) / 8);
    w.places = places_of(work);
    w.ends = ends;
    int64_t sum = 0;
    for (int64_t i = 0; i < w.places; i++) {
        int64_t times = repeat_at(repeats, i);
        if (times < 0 || __builtin_add_overflow(sum, times, &sum)) {
            failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
            snprintf(failure->text, sizeof failure->text,
                     "repeats[%" PRId64 "] is %" PRId64
                     "; 0 or more, and a sum that fits into 63 bits, is required",
                     i, times);
            return;
        }
        ends[i] = sum;
    }
    if (sum != w.to->dims[w.dim]) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "the sum of repeats is %" PRId64 " and outputSize %" PRId64 "; they must be equal",
                 sum, w.to->dims[w.dim]);
        return;
    }
    for (int32_t i = 0; i < w.to->rank; i++) {
        w.outer *= i < w.dim ? w.to->dims[i] : 1;
        w.row *= i > w.dim ? w.to->dims[i] : 1;
    }
    w.is_dense = w.from != NULL && is_dense_row(w.from, w.dim + 1) && is_dense_row(w.to, w.dim + 1);
    int64_t blocks = blocks_for(w.outer * sum * w.row * w.width, BYTES_A_BLOCK,
                                w.outer * w.to->dims[w.dim]);
    ai_cores_run_function("interleave", interleave_block, blocks, &w);
}

static uint64_t interleave_scratch(const struct work *work)
{
    return (uint64_t)places_of(work) * sizeof(int64_t);
}
const struct l0_run copy_layout_kernel_repeat_interleave = {
    .scratch_bytes = interleave_scratch, .scratch_steers = true, .run = run_interleave};
