/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms of any length: of a power of two by halves, of others as the convolution with
 * a chirp of at least twice the length (Bluestein). */
#include "ops/other/fourier.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/other.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define NUMBERS_A_BLOCK ((int64_t)1 << 12)
#define PI 3.14159265358979323846

struct complex {
    double real;
    double imaginary;
};

/* Tables for one length, and room for each block. */
struct plan {
    int64_t length;
    int64_t size;           /* of the transforms by halves */
    struct complex *turns;  /* size / 2: the roots of one */
    struct complex *chirp;  /* length; NULL where the length is a power of two */
    struct complex *filter; /* size: the transform of the chirp */
};

struct run {
    const struct work *work;
    struct plan plan;
    struct complex *rooms; /* size for each block */
};

/* Both parts are sums: of a difference beside a sum GCC 12 makes a fused instruction, whatever
 * -ffp-contract says. */
static struct complex times(struct complex a, struct complex b)
{
    return (struct complex){a.real * b.real + -a.imaginary * b.imaginary,
                            a.real * b.imaginary + a.imaginary * b.real};
}

/* exp(-2 pi i part / whole) */
static struct complex root(int64_t part, int64_t whole)
{
    double angle = -2 * PI * (double)part / (double)whole;
    return (struct complex){double_cos(angle), double_sin(angle)};
}

/* ---- Powers of two --------------------------------------------------------------------------- */

static void reverse_bits(struct complex *values, int64_t size)
{
    for (int64_t i = 1, j = 0; i < size; i++) {
        int64_t bit = size >> 1;
        for (; (j & bit) != 0; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            struct complex value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
    }
}

static void join_halves(struct complex *values, int64_t half, const struct complex *turns,
                        int64_t step)
{
    for (int64_t i = 0; i < half; i++) {
        struct complex turned = times(values[half + i], turns[i * step]);
        struct complex first = values[i];
        values[i] = (struct complex){first.real + turned.real, first.imaginary + turned.imaginary};
        values[half + i] = (struct complex){first.real - turned.real,
                                            first.imaginary - turned.imaginary};
    }
}

static void transform_by_halves(const struct plan *plan, struct complex *values)
{
    reverse_bits(values, plan->size);
    for (int64_t half = 1; half < plan->size; half *= 2)
        for (int64_t i = 0; i < plan->size; i += 2 * half)
            join_halves(values + i, half, plan->turns, plan->size / 2 / half);
}

/* ---- Any length ------------------------------------------------------------------------------ */

static bool is_power_of_two(int64_t length)
{
    return (length & (length - 1)) == 0;
}

static int64_t size_of(int64_t length)
{
    int64_t size = 1;
    int64_t least = is_power_of_two(length) ? length : 2 * length - 1;
    while (size < least)
        size *= 2;
    return size;
}

static int64_t numbers_of_plan(int64_t length)
{
    int64_t size = size_of(length);
    return size / 2 + 1 + (is_power_of_two(length) ? 0 : length + size);
}

static void make_chirp(struct plan *plan)
{
    int64_t whole = 2 * plan->length;
    int64_t square = 0; /* of i, within two lengths */
    memset(plan->filter, 0, (size_t)plan->size * sizeof *plan->filter);
    for (int64_t i = 0; i < plan->length; i++) {
        plan->chirp[i] = root(square, whole);
        struct complex back = {plan->chirp[i].real, -plan->chirp[i].imaginary};
        plan->filter[i] = back;
        if (i > 0)
            plan->filter[plan->size - i] = back;
        square = (square + 2 * i + 1) % whole;
    }
    transform_by_halves(plan, plan->filter);
}

static void make_plan(struct plan *plan, int64_t length, struct complex *room)
{
    plan->length = length;
    plan->size = size_of(length);
    plan->turns = room;
    plan->chirp = NULL;
    for (int64_t i = 0; i < plan->size / 2; i++)
        plan->turns[i] = root(i, plan->size);
    if (is_power_of_two(length))
        return;
    plan->chirp = room + plan->size / 2 + 1;
    plan->filter = plan->chirp + length;
    make_chirp(plan);
}

static struct complex conjugate(struct complex value)
{
    return (struct complex){value.real, -value.imaginary};
}

/* values has `length` numbers, and room for `size`. */
static void transform(const struct plan *plan, struct complex *values)
{
    if (plan->chirp == NULL) {
        transform_by_halves(plan, values);
        return;
    }
    for (int64_t i = 0; i < plan->length; i++)
        values[i] = times(values[i], plan->chirp[i]);
    memset(values + plan->length, 0, (size_t)(plan->size - plan->length) * sizeof *values);
    transform_by_halves(plan, values);
    for (int64_t i = 0; i < plan->size; i++)
        values[i] = conjugate(times(values[i], plan->filter[i]));
    transform_by_halves(plan, values);
    for (int64_t i = 0; i < plan->length; i++) {
        struct complex value = times(conjugate(values[i]), plan->chirp[i]);
        values[i] = (struct complex){value.real / (double)plan->size,
                                     value.imaginary / (double)plan->size};
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

static struct complex number_at(const struct work_view *view, int64_t at)
{
    struct complex value = {0, 0};
    bool is_complex = view->type == ACL_COMPLEX128;
    memcpy(&value, view->address + at * view_width(view),
           is_complex ? sizeof value : sizeof value.real);
    return value;
}

/* Reads the window of a sequence: the window lies in the middle of the transform. */
static void read_window(const struct run *run, int64_t sequence, int64_t number,
                        struct complex *values)
{
    const struct fourier *f = run->work->attributes;
    const struct work_view *window = f->width > 0 ? &run->work->inputs[1] : NULL;
    int64_t first = sequence / f->columns * f->places * f->columns + sequence % f->columns;
    int64_t margin = (f->length - f->width) / 2;
    for (int64_t i = 0; i < f->length; i++) {
        int64_t place = number * f->hop + i;
        values[i] = (struct complex){0, 0};
        if (place >= f->places)
            continue;
        if (window == NULL)
            values[i] = number_at(&run->work->inputs[0], first + place * f->columns);
        else if (i >= margin && i - margin < view_count(window))
            values[i] = times(number_at(&run->work->inputs[0], first + place * f->columns),
                              number_at(window, i - margin));
    }
}

/* Writes [frequencies, windows] of each sequence, between the columns where there are some. */
static void write_window(const struct run *run, int64_t sequence, int64_t number,
                         const struct complex *values)
{
    const struct fourier *f = run->work->attributes;
    double *to = (double *)(void *)run->work->outputs[0].address;
    int64_t step = f->windows * f->columns;
    int64_t first = sequence / f->columns * f->frequencies * step + sequence % f->columns + number;
    for (int64_t i = 0; i < f->frequencies; i++) {
        to[2 * (first + i * step)] = values[i].real * f->factor;
        to[2 * (first + i * step) + 1] = values[i].imaginary * f->factor;
    }
}

static void run_share(int64_t block, int64_t blocks, void *context)
{
    const struct run *run = context;
    const struct fourier *f = run->work->attributes;
    struct complex *room = run->rooms + block * run->plan.size;
    struct block_share share = share_of_block(f->sequences * f->windows, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        read_window(run, i / f->windows, i % f->windows, room);
        transform(&run->plan, room);
        write_window(run, i / f->windows, i % f->windows, room);
    }
}

static int64_t blocks_of(const struct fourier *f)
{
    int64_t transforms = f->sequences * f->windows;
    return blocks_for(transforms * f->length, NUMBERS_A_BLOCK, transforms);
}

static uint64_t fourier_bytes(const struct work *work)
{
    const struct fourier *f = work->attributes;
    int64_t numbers = numbers_of_plan(f->length) + blocks_of(f) * size_of(f->length);
    return (uint64_t)numbers * sizeof(struct complex);
}

static void run_fourier(const struct work *work, struct task_failure *failure)
{
    const struct fourier *f = work->attributes;
    struct run run = {.work = work};
    struct complex *room = (struct complex *)(void *)work->scratch;
    (void)failure;
    make_plan(&run.plan, f->length, room);
    run.rooms = room + numbers_of_plan(f->length);
    ai_cores_run_function("fourier", run_share, blocks_of(f), &run);
}
const struct l0_run other_kernel_fourier = {.run = run_fourier, .scratch_bytes = fourier_bytes};
