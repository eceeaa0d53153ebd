/* SPDX-License-Identifier: Apache-2.0 */
/* Where the largest or the smallest number of each row is: the first of equal ones, and of floats
 * the first NaN where there is one. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/intrinsics.h"
#include "declared/reduce.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* Fewer elements are not worth waking a thread for. */
#define ALONE ((int64_t)1 << 14)

struct places {
    const struct work *work;
    int64_t rows;
    int64_t columns;
    int64_t (*place_in)(const char *row, int64_t columns, int64_t step);
};

/* The first place of a number in a row that has it, from `at` on. */
#define DEFINE_FIRST(type, vectors)                                            \
    static int64_t first_##type(const type *row, int64_t columns, type number) \
    {                                                                          \
        int64_t at = 0;                                                        \
        vectors;                                                               \
        /* The program may change the elements meanwhile. */                   \
        while (at < columns - 1 && row[at] != number)                          \
            at++;                                                              \
        return at;                                                             \
    }

/* Compares a register of elements at once. */
#if defined(__AVX2__)
#define IN_REGISTERS(bits, lanes, set, bits_of)                                       \
    const __m256i wanted = set(number);                                               \
    for (; at + (lanes) <= columns; at += (lanes)) {                                  \
        __m256i some = _mm256_loadu_si256((const __m256i *)(const void *)(row + at)); \
        int found = bits_of(_mm256_cmpeq_epi##bits(some, wanted));                    \
        if (found != 0)                                                               \
            return at + __builtin_ctz((unsigned int)found);                           \
    }
#define BITS_32(mask) _mm256_movemask_ps(_mm256_castsi256_ps(mask))
#define BITS_64(mask) _mm256_movemask_pd(_mm256_castsi256_pd(mask))
DEFINE_FIRST(any_int32, IN_REGISTERS(32, 8, _mm256_set1_epi32, BITS_32))
DEFINE_FIRST(any_int64, IN_REGISTERS(64, 4, _mm256_set1_epi64x, BITS_64))
#else
DEFINE_FIRST(any_int32, (void)0)
DEFINE_FIRST(any_int64, (void)0)
#endif

/* The place in a row of elements that lie side by side, or `step` elements apart. */
#define DEFINE_PLACE(name, type, is_before)                                \
    static int64_t name(const char *memory, int64_t columns, int64_t step) \
    {                                                                      \
        const type *row = (const type *)(const void *)memory;              \
        type best = row[0];                                                \
        int64_t at = 0;                                                    \
        for (int64_t i = 1; step != 1 && i < columns; i++)                 \
            at = row[i * step] is_before row[at * step] ? i : at;          \
        if (step != 1)                                                     \
            return at;                                                     \
        for (int64_t i = 0; i < columns; i++)                              \
            best = row[i] is_before best ? row[i] : best;                  \
        return first_##type(row, columns, best);                           \
    }

DEFINE_PLACE(largest_int32, any_int32, >)
DEFINE_PLACE(largest_int64, any_int64, >)
DEFINE_PLACE(least_int32, any_int32, <)
DEFINE_PLACE(least_int64, any_int64, <)

#if defined(__AVX2__)
#define FLOATS 8

/* Elements from `at` on, or the last ones: some twice at the end of a row. */
static inline __m256 floats_from(const any_float *row, int64_t columns, int64_t at)
{
    const any_float *from = row + (at < columns - FLOATS ? at : columns - FLOATS);
    return _mm256_loadu_ps((const float *)(const void *)from);
}

static inline __m256 further(bool is_largest, __m256 one, __m256 other)
{
    return is_largest ? _mm256_max_ps(one, other) : _mm256_min_ps(one, other);
}

/* The place in a row of at least a register of floats. */
static inline int64_t place_of_floats(const any_float *row, int64_t columns, bool is_largest)
{
    __m256 best = floats_from(row, columns, 0);
    __m256 nan = _mm256_cmp_ps(best, best, _CMP_UNORD_Q);
    for (int64_t at = FLOATS; at < columns; at += FLOATS) {
        __m256 some = floats_from(row, columns, at);
        nan = _mm256_or_ps(nan, _mm256_cmp_ps(some, some, _CMP_UNORD_Q));
        best = further(is_largest, some, best);
    }
    const bool has_nan = _mm256_movemask_ps(nan) != 0;
    best = further(is_largest, best, _mm256_permute2f128_ps(best, best, 1));
    best = further(is_largest, best, _mm256_permute_ps(best, 0x4e));
    best = further(is_largest, best, _mm256_permute_ps(best, 0xb1));
    for (int64_t at = 0; at < columns; at += FLOATS) {
        __m256 some = floats_from(row, columns, at);
        __m256 is_it = has_nan ? _mm256_cmp_ps(some, some, _CMP_UNORD_Q)
                               : _mm256_cmp_ps(some, best, _CMP_EQ_OQ);
        int found = _mm256_movemask_ps(is_it);
        if (found != 0)
            return (at < columns - FLOATS ? at : columns - FLOATS) +
                   __builtin_ctz((unsigned int)found);
    }
    return columns - 1; /* the program may change the elements meanwhile */
}
#endif

/* The place of a float, in a row as before. */
static inline int64_t place_of_float(const char *memory, int64_t columns, int64_t step,
                                     bool is_largest)
{
    const any_float *row = (const any_float *)(const void *)memory;
    float best = row[0];
    int64_t at = 0;
#if defined(__AVX2__)
    if (step == 1 && columns >= FLOATS)
        return place_of_floats(row, columns, is_largest);
#endif
    for (int64_t i = 0; i < columns; i++) {
        float number = row[i * step];
        if (number != number)
            return i;
        if (is_largest ? number > best : number < best) {
            best = number;
            at = i;
        }
    }
    return at;
}

static int64_t largest_float(const char *memory, int64_t columns, int64_t step)
{
    return place_of_float(memory, columns, step, true);
}

static int64_t least_float(const char *memory, int64_t columns, int64_t step)
{
    return place_of_float(memory, columns, step, false);
}

static void find_block(int64_t block, int64_t blocks, void *context)
{
    const struct places *p = context;
    const struct work_view *self = &p->work->inputs[0];
    const struct work_view *out = &p->work->outputs[0];
    const struct block_share share = share_of_block(p->rows, block, blocks);
    const bool is_wide = out->type == ACL_INT64;
    const int64_t row_bytes = p->columns * view_width(self);
    if (view_is_ordered(self) && view_is_ordered(out)) {
        for (int64_t row = share.first; row < share.past; row++)
            put_index(out->address + row * view_width(out), is_wide,
                      p->place_in(self->address + row * row_bytes, p->columns, 1));
        return;
    }
    for (int64_t row = share.first; row < share.past; row++)
        put_index(view_element(out, row), is_wide,
                  p->place_in(view_element(self, row * p->columns), p->columns,
                              self->strides[self->rank - 1]));
}

static void find_places(const struct work *work, bool is_largest)
{
    const struct work_view *self = &work->inputs[0];
    struct places p = {.work = work, .columns = self->dims[self->rank - 1]};
    if (self->type == ACL_INT32)
        p.place_in = is_largest ? largest_int32 : least_int32;
    else if (self->type == ACL_FLOAT)
        p.place_in = is_largest ? largest_float : least_float;
    else
        p.place_in = is_largest ? largest_int64 : least_int64;
    if (p.columns == 0 || view_count(self) == 0)
        return;
    p.rows = view_count(self) / p.columns;
    ai_cores_run_function("places", find_block, blocks_for(view_count(self), ALONE, p.rows), &p);
}

static void run_largest(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    find_places(work, true);
}
const struct l0_run reduce_kernel_largest_place = {.run = run_largest};

static void run_least(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    find_places(work, false);
}
const struct l0_run reduce_kernel_least_place = {.run = run_least};
