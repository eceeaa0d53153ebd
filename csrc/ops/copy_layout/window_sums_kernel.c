/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of elements that come from the same element: Im2colBackward and UnfoldGrad, whose windows
 * overlap, and RepeatInterleaveGrad. All are added in float64, one after another, and rounded to
 * float32. Halves are converted before and after that. */
#include "ops/copy_layout/window_sums.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/copy_layout.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)64 << 10)
#define STRIP 512

static void clear(double *sums, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        sums[i] = 0;
}

struct window_sums {
    const struct work_view *from;
    const struct work_view *to;
    struct axis rows;
    struct axis columns;
    int64_t count; /* rows of all sums together */
};

/* The windows in which an element of the kernel falls on sums in [first, past). */
static void windows_within(const struct axis *axis, int64_t element, int64_t first, int64_t past,
                           int64_t *begin, int64_t *end)
{
    int64_t offset = element * axis->dilation - axis->padding;
    *begin = first <= offset ? 0 : divide_up(first - offset, axis->stride);
    *end = past <= offset ? 0 : (past - 1 - offset) / axis->stride + 1;
    if (*end > axis->count)
        *end = axis->count;
}

static void add_columns(const struct axis *columns, const any_float *from, int64_t first,
                        int64_t past, double *sums)
{
    for (int64_t j = 0; j < columns->kernel; j++) {
        int64_t begin = 0;
        int64_t end = 0;
        windows_within(columns, j, first, past, &begin, &end);
        int64_t at = j * columns->dilation - columns->padding - first; /* the sum of window 0 */
        for (int64_t x = begin; x < end; x++)
            sums[at + x * columns->stride] += (double)
                from[j * columns->element + x * columns->window];
    }
}

/* Computes one row of sums, from the first window that reaches it to the last. */
static void sum_row(const struct window_sums *s, const any_float *from, any_float *to, int64_t row)
{
    const struct axis *rows = &s->rows;
    int64_t place = row + rows->padding;
    int64_t reach = (rows->kernel - 1) * rows->dilation;
    int64_t begin = place <= reach ? 0 : divide_up(place - reach, rows->stride);
    int64_t end = place / rows->stride + 1 < rows->count ? place / rows->stride + 1 : rows->count;
    for (int64_t first = 0; first < s->columns.size; first += STRIP) {
        double sums[STRIP];
        int64_t past = first + STRIP < s->columns.size ? first + STRIP : s->columns.size;
        clear(sums, past - first);
        for (int64_t y = begin; y < end; y++) {
            int64_t distance = place - y * rows->stride;
            if (distance % rows->dilation == 0)
                add_columns(&s->columns,
                            from + distance / rows->dilation * rows->element + y * rows->window,
                            first, past, sums);
        }
        for (int64_t i = first; i < past; i++)
            to[i * s->columns.place] = (float)with_positive_nan(sums[i - first]);
    }
}

static void sum_rows(int64_t block, int64_t blocks, void *context)
{
    const struct window_sums *s = context;
    struct block_share share = share_of_block(s->count, block, blocks);
    int64_t inner = s->to->dims[1];
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t row = i % s->rows.size;
        int64_t a = i / s->rows.size / inner;
        int64_t b = i / s->rows.size % inner;
        const any_float *from = (const any_float *)(const void *)s->from->address +
                                a * s->from->strides[0] + b * s->from->strides[1];
        any_float *to = (any_float *)(void *)s->to->address + a * s->to->strides[0] +
                        b * s->to->strides[1] + row * s->rows.place;
        sum_row(s, from, to, row);
    }
}

static void run_in_blocks(const char *name, block_function function, int64_t rows, int64_t row,
                          void *context)
{
    int64_t blocks = blocks_for(rows * row, ELEMENTS_A_BLOCK, rows);
    ai_cores_run_function(name, function, blocks, context);
}

static void run_windows(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    const struct window_attributes *attributes = work->attributes;
    struct window_sums s = {.from = &work->inputs[0], .to = &work->outputs[0]};
    struct axis *axes[] = {&s.rows, &s.columns};
    for (int i = 0; i < 2; i++) {
        *axes[i] = attributes->axes[i];
        axes[i]->element = s.from->strides[attributes->element_dims[i]];
        axes[i]->window = s.from->strides[attributes->window_dims[i]];
        axes[i]->place = s.to->strides[attributes->place_dims[i]];
    }
    s.count = s.to->dims[0] * s.to->dims[1] * s.rows.size;
    run_in_blocks("window_sums", sum_rows, s.count, s.columns.size, &s);
}
const struct l0_run copy_layout_kernel_window_sums = {.run = run_windows};

/* ---- RepeatInterleaveGrad -------------------------------------------------------------------- */

struct repeat_sums {
    const struct work_view *from; /* [outer, elements along the dimension, inner] */
    const struct work_view *to;
    const int64_t *ends; /* for each sum: the end of its repeats in the input */
};

static void sum_repeats(int64_t block, int64_t blocks, void *context)
{
    const struct repeat_sums *s = context;
    const int64_t *dims = s->to->dims;
    struct block_share share = share_of_block(dims[0] * dims[1], block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t place = i % dims[1];
        const any_float *from = (const any_float *)(const void *)s->from->address +
                                i / dims[1] * s->from->strides[0];
        any_float *to = (any_float *)(void *)s->to->address + i / dims[1] * s->to->strides[0] +
                        place * s->to->strides[1];
        for (int64_t first = 0; first < dims[2]; first += STRIP) {
            double sums[STRIP];
            int64_t some = dims[2] - first < STRIP ? dims[2] - first : STRIP;
            clear(sums, some);
            for (int64_t r = place > 0 ? s->ends[place - 1] : 0; r < s->ends[place]; r++)
                for (int64_t j = 0; j < some; j++)
                    sums[j] += (double)
                        from[r * s->from->strides[1] + (first + j) * s->from->strides[2]];
            for (int64_t j = 0; j < some; j++)
                to[(first + j) * s->to->strides[2]] = (float)with_positive_nan(sums[j]);
        }
    }
}

static int64_t repeat_at(const struct work_view *repeats, int64_t place)
{
    int64_t at = repeats->dims[0] == 1 ? 0 : place * repeats->strides[0];
    int32_t narrow = 0;
    int64_t wide = 0;
    if (repeats->type == ACL_INT32) {
        memcpy(&narrow, repeats->address + at * 4, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, repeats->address + at * 8, sizeof wide);
    return wide;
}

static void run_repeats(const struct work *work, struct task_failure *failure)
{
    int64_t *ends = (int64_t *)(void *)work->scratch;
    struct repeat_sums s = {&work->inputs[0], &work->outputs[0], ends};
    int64_t sum = 0;
    for (int64_t i = 0; i < s.to->dims[1]; i++) {
        int64_t times = repeat_at(&work->inputs[1], i);
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
    if (sum != s.from->dims[1]) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "the sum of repeats is %" PRId64 " and yGrad has %" PRId64
                 " places; they must be equal",
                 sum, s.from->dims[1]);
        return;
    }
    run_in_blocks("repeat_sums", sum_repeats, s.to->dims[0] * s.to->dims[1],
                  s.to->dims[2] * (sum / (s.to->dims[1] + 1) + 1), &s);
}

static uint64_t repeats_scratch(const struct work *work)
{
    return (uint64_t)work->outputs[0].dims[1] * sizeof(int64_t);
}
const struct l0_run copy_layout_kernel_repeat_sums = {
    .scratch_bytes = repeats_scratch, .scratch_steers = true, .run = run_repeats};
