/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingRenorm: scales rows of a table that indices name down to a norm, each row once, however
 * often it is named. Norms are summed in float64, and the product is rounded once. */
#include "ops/embedding/embedding_renorm.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "declared/embedding.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/vector.h"

#define EPSILON 1e-7

/* ---- The work -------------------------------------------------------------------------------- */

#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)
#define STRIP 64 /* the number of elements whose powers are computed together */

struct renorm {
    const struct work *work;
    const struct renorm_attributes *attributes;
    const struct vector_level *level;
    int64_t rows;
    int64_t columns;
    const char *is_named; /* by row: whether an index names it */
};

static double number_at(const char *address, aclDataType type)
{
    float value;
    uint16_t half;
    if (type == ACL_FLOAT) {
        memcpy(&value, address, sizeof value);
        return (double)value;
    }
    memcpy(&half, address, sizeof half);
    return (double)(type == ACL_FLOAT16 ? float_of_float16(half) : float_of_bfloat16(half));
}

/* Converts float64 to float32 so that rounding the result to a half equals rounding once: an
 * inexact result gets an odd last bit. */
static float rounded_to_odd(double value)
{
    float near = (float)value;
    uint32_t bits = bits_of_float(near);
    if ((double)near == value || isnan(value) || isinf(near) || (bits & 1) != 0)
        return near;
    bool is_above = fabs((double)near) > fabs(value);
    return float_of_bits(is_above ? bits - 1 : bits + 1);
}

static void put_number(char *address, aclDataType type, double number)
{
    float value = (float)number;
    uint16_t half;
    if (type == ACL_FLOAT) {
        memcpy(address, &value, sizeof value);
        return;
    }
    float odd = rounded_to_odd(number);
    half = type == ACL_FLOAT16 ? float16_of_float(odd) : bfloat16_of_float(odd);
    memcpy(address, &half, sizeof half);
}

/* Replaces up to STRIP numbers by their powers. */
static void raise_numbers(const struct renorm *r, int64_t count, double *numbers, double exponent)
{
    double exponents[STRIP];
    char *strip = (char *)numbers;
    for (int64_t i = 0; i < count; i++)
        exponents[i] = exponent;
    r->level->operations[VECTOR_POW][ACL_DOUBLE](count,
                                                 (char *const[]){strip, (char *)exponents, strip});
}

/* The norm for an order that needs powers. */
static double norm_by_powers(const struct renorm *r, const char *row, int64_t step)
{
    double power = r->attributes->power;
    double sum = 0;
    for (int64_t first = 0; first < r->columns; first += STRIP) {
        double powers[STRIP];
        int64_t count = r->columns - first < STRIP ? r->columns - first : STRIP;
        for (int64_t i = 0; i < count; i++)
            powers[i] = fabs(number_at(row + (first + i) * step, r->work->inputs[0].type));
        raise_numbers(r, count, powers, power);
        for (int64_t i = 0; i < count; i++)
            sum += powers[i];
    }
    raise_numbers(r, 1, &sum, 1 / power);
    return sum;
}

static double norm_of(const struct renorm *r, const char *row, int64_t step)
{
    aclDataType type = r->work->inputs[0].type;
    double power = r->attributes->power;
    double sum = 0;
    if (power != 2 && power != 1 && power != 0 && !isinf(power))
        return norm_by_powers(r, row, step);
    for (int64_t i = 0; i < r->columns; i++) {
        double value = fabs(number_at(row + i * step, type));
        if (power == 2)
            sum += value * value;
        else if (power == 1)
            sum += value;
        else if (power == 0)
            sum += value != 0;
        else
            sum = value > sum || isnan(value) ? value : sum;
    }
    return power == 2 ? sqrt(sum) : sum;
}

static void scale_rows(int64_t block, int64_t blocks, void *context)
{
    const struct renorm *r = context;
    const struct work_view *self = &r->work->inputs[0];
    const struct work_view *out = &r->work->outputs[0];
    int64_t width = view_width(self);
    struct block_share share = share_of_block(r->rows, block, blocks);
    for (int64_t row = share.first; row < share.past; row++) {
        if (!r->is_named[row])
            continue;
        const char *from = self->address + row * self->strides[0] * width;
        char *to = out->address + row * out->strides[0] * width;
        double norm = norm_of(r, from, self->strides[1] * width);
        if (!(norm > r->attributes->most))
            continue;
        double factor = r->attributes->most / (norm + EPSILON);
        for (int64_t i = 0; i < r->columns; i++)
            put_number(to + i * out->strides[1] * width, self->type,
                       factor * number_at(from + i * self->strides[1] * width, self->type));
    }
}

static uint64_t renorm_scratch(const struct work *work)
{
    return (uint64_t)work->inputs[0].dims[0];
}

static void run_renorm_work(const struct work *work, struct task_failure *failure)
{
    const struct work_view *indices = &work->inputs[1];
    struct renorm r = {.work = work, .attributes = work->attributes, .is_named = work->scratch};
    r.level = &vector_levels[ai_cores_level()];
    r.rows = work->inputs[0].dims[0];
    r.columns = work->inputs[0].dims[1];
    int64_t count = view_count(indices);
    memset(work->scratch, 0, (size_t)r.rows);
    for (int64_t i = 0; i < count; i++) {
        int64_t row = index_at(view_element(indices, i), true);
        if (row < 0 || row >= r.rows) {
            failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
            snprintf(failure->text, sizeof failure->text,
                     "indices[%" PRId64 "] is %" PRId64 "; every index must be in [0, %" PRId64 ")",
                     i, row, r.rows);
            return;
        }
        work->scratch[row] = 1;
    }
    int64_t most = count < r.rows ? count : r.rows;
    int64_t blocks = blocks_for(most * r.columns, ELEMENTS_A_BLOCK, r.rows);
    ai_cores_run_function("renorm", scale_rows, blocks, &r);
}
const struct l0_run embedding_kernel_embedding_renorm = {
    .scratch_bytes = renorm_scratch, .in_place = true, .run = run_renorm_work};
