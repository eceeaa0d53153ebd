/* SPDX-License-Identifier: Apache-2.0 */
/* Fresnel's integrals, S(x) of sin(pi t^2 / 2) and C(x) of cos(pi t^2 / 2) from 0 to x. Near 0 they
 * are their power series; further out they follow from the complementary error function of a
 * complex number, by its continued fraction. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/unary.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define NUMBERS_A_BLOCK ((int64_t)1 << 10)
#define PI 3.14159265358979323846
#define SERIES_END 1.6
#define MOST_TERMS 60

struct integrals {
    double sine;
    double cosine;
};

/* The terms (pi x^2 / 2)^n x / (n! (2 n + 1)) go to C and S in turn, with signs + + - -. */
static struct integrals by_series(double x)
{
    struct integrals sums = {0, x};
    double factor = PI / 2 * x * x;
    double power = x;
    for (int n = 1; n < MOST_TERMS; n++) {
        power *= factor / n;
        double term = power / (2 * n + 1);
        double signed_term = n % 4 < 2 ? term : -term;
        if (n % 2 == 1)
            sums.sine += signed_term;
        else
            sums.cosine += signed_term;
        if (term < 1e-18 * x)
            break;
    }
    return sums;
}

struct pair {
    double real;
    double imaginary;
};

static struct pair quotient(struct pair a, struct pair b)
{
    double size = b.real * b.real + b.imaginary * b.imaginary;
    return (struct pair){(a.real * b.real + a.imaginary * b.imaginary) / size,
                         (a.imaginary * b.real - a.real * b.imaginary) / size};
}

static struct pair product(struct pair a, struct pair b)
{
    return (struct pair){a.real * b.real - a.imaginary * b.imaginary,
                         a.real * b.imaginary + a.imaginary * b.real};
}

/* C + i S = (1 + i) / 2 * (1 - exp(i pi x^2 / 2) * F), where F is x (1 - i) times the fraction
 * 1 / (b0 + 1 - 1 * 2 / (b0 + 5 - 3 * 4 / (b0 + 9 - ...))) with b0 = -i pi x^2. */
static struct integrals by_fraction(double x)
{
    const int depth = 60;
    double squared = PI * x * x;
    struct pair tail = {4.0 * depth + 1, -squared};
    for (int n = depth; n > 0; n--) {
        struct pair above = {-(2.0 * n - 1) * (2.0 * n), 0};
        struct pair next = quotient(above, tail);
        tail = (struct pair){4.0 * (n - 1) + 1 + next.real, -squared + next.imaginary};
    }
    struct pair f = quotient((struct pair){x, -x}, tail);
    double turns = fmod(x * x / 4, 1) * 2 * PI;
    struct pair g = product((struct pair){double_cos(turns), double_sin(turns)}, f);
    struct pair result = product((struct pair){0.5, 0.5}, (struct pair){1 - g.real, -g.imaginary});
    return (struct integrals){result.imaginary, result.real};
}

static struct integrals fresnel(double x)
{
    const double far = 1e9; /* further out the integrals are 1 / 2 in float32 */
    double size = fabs(x);
    struct integrals found = {0.5, 0.5};
    if (size != size)
        return (struct integrals){x, x};
    if (size < SERIES_END)
        found = by_series(size);
    else if (size < far)
        found = by_fraction(size);
    return (struct integrals){copysign(found.sine, x), copysign(found.cosine, x)};
}

struct run {
    const struct work *work;
    bool is_sine;
};

static void run_share(int64_t block, int64_t blocks, void *context)
{
    const struct run *run = context;
    struct block_share share = share_of_block(view_count(&run->work->inputs[0]), block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        float x = *(const any_float *)(const void *)view_element(&run->work->inputs[0], i);
        struct integrals found = fresnel((double)x);
        *(any_float *)(void *)view_element(&run->work->outputs[0],
                                           i) = (float)(run->is_sine ? found.sine : found.cosine);
    }
}

static void run_all(const struct work *work, bool is_sine)
{
    struct run run = {work, is_sine};
    int64_t count = view_count(&work->inputs[0]);
    if (count > 0)
        ai_cores_run_function("fresnel", run_share, blocks_for(count, NUMBERS_A_BLOCK, count),
                              &run);
}

static void run_sine(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_all(work, true);
}
const struct l0_run unary_kernel_fresnel_sine = {.run = run_sine, .in_place = true};

static void run_cosine(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_all(work, false);
}
const struct l0_run unary_kernel_fresnel_cosine = {.run = run_cosine, .in_place = true};
