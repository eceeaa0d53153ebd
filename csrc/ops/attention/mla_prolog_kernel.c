/* SPDX-License-Identifier: Apache-2.0 */
/* MlaProlog: tokens become compressed queries and keys, with parts that are turned; keys go into
 * caches. Numbers are rounded where the device keeps them, to bfloat16, or to int8 where they are
 * quantised; sums of int8 products are exact. */
#include "ops/attention/mla_prolog.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/half.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "products/product.h"
#include "workspace/l0.h"

#define TOKENS_TOGETHER ((int64_t)64)
#define HALF_ROPE (MLA_ROPE_DEPTH / 2)
#define HEAD (MLA_DEPTH + MLA_ROPE_DEPTH)
#define KEY_COLUMNS (MLA_KEY_RANK + MLA_ROPE_DEPTH)
#define MOST_INT8 127

struct prolog {
    const struct work *work;
    const struct mla_prolog *m;
    bool has_int8_x;
    bool has_int8_weight; /* of queries: compressed queries are quantised */
    bool has_int8_query;
    int64_t bad; /* a token whose index is outside of the caches; -1: none */
};

/* What some tokens are computed in. */
struct panels {
    void *sums;     /* float32, or int32 */
    float *row;     /* of compressed queries */
    void *cq;       /* bfloat16, or int8 */
    float *factors; /* of each token's quantised queries */
    uint16_t *qc;   /* bfloat16: heads of queries before they are compressed */
    float *qn;      /* compressed heads that are to be quantised */
    char *products; /* scratch of products */
};

static const struct work_view *input(const struct prolog *p, enum mla_input which)
{
    int at = p->m->at[which];
    return at == L0_NONE ? NULL : &p->work->inputs[at];
}

static float element(const struct work_view *view, int64_t number)
{
    const char *address = view_element(view, number);
    float value = 0;
    uint16_t half = 0;
    if (view->type == ACL_FLOAT) {
        memcpy(&value, address, sizeof value);
        return value;
    }
    memcpy(&half, address, sizeof half);
    return float_of_bfloat16(half);
}

static float rounded(float value)
{
    return float_of_bfloat16(bfloat16_of_float(value));
}

static int8_t int8_of(float value)
{
    float whole = rintf(value);
    return (int8_t)(whole > MOST_INT8        ? MOST_INT8
                    : whole < -MOST_INT8 - 1 ? -MOST_INT8 - 1
                                             : whole);
}

/* ---- Products -------------------------------------------------------------------------------- */

static struct product_operand dense(aclDataType type, int64_t columns)
{
    return (struct product_operand){.type = type, .row_stride = columns, .column_stride = 1};
}

static struct product_operand strided(const struct work_view *view)
{
    return (struct product_operand){.type = view->type,
                                    .row_stride = view->strides[view->rank - 2],
                                    .column_stride = view->strides[view->rank - 1]};
}

/* By a weight whose view has the dimensions of its blocks, [columns / width, rows / 16, 16, width]:
 * a product for each column of blocks. */
static void divide_into_blocks(struct product *product, const struct work_view *weight)
{
    product->columns = weight->dims[3];
    product->batch_rank = 1;
    product->batch_dims[0] = weight->dims[0];
    product->right.batch_strides[0] = weight->strides[0];
    product->out.batch_strides[0] = weight->dims[3];
}

static struct product product_of(struct product_operand left, const struct work_view *weight,
                                 int64_t rows, int64_t depth, int64_t columns)
{
    bool is_int8 = weight->type == ACL_INT8;
    struct product product = {.rows = rows,
                              .columns = columns,
                              .depth = depth,
                              .left = left,
                              .right = strided(weight),
                              .out = dense(is_int8 ? ACL_INT32 : ACL_FLOAT, columns)};
    if (weight->rank == 4)
        divide_into_blocks(&product, weight);
    return product;
}

static struct product product_of_x(const struct prolog *p, enum mla_input weight, int64_t rows,
                                   int64_t columns)
{
    return product_of(strided(input(p, MLA_X)), input(p, weight), rows, p->m->width, columns);
}

static struct product product_of_cq(const struct prolog *p, int64_t rows)
{
    return product_of(dense(p->has_int8_weight ? ACL_INT8 : ACL_BF16, MLA_QUERY_RANK),
                      input(p, MLA_WEIGHT_UQ_QR), rows, MLA_QUERY_RANK, p->m->heads * HEAD);
}

/* All heads: each with the weight of its own. */
static struct product product_of_heads(const struct prolog *p, int64_t rows)
{
    const struct work_view *weight = input(p, MLA_WEIGHT_UK);
    struct product product = product_of(dense(ACL_BF16, p->m->heads * MLA_DEPTH), weight, rows,
                                        MLA_DEPTH, MLA_KEY_RANK);
    product.batch_rank = 1;
    product.batch_dims[0] = p->m->heads;
    product.left.batch_strides[0] = MLA_DEPTH;
    product.right.batch_strides[0] = weight->strides[0];
    product.out = dense(ACL_FLOAT, p->m->heads * MLA_KEY_RANK);
    product.out.batch_strides[0] = MLA_KEY_RANK;
    return product;
}

static int64_t tokens_together(const struct prolog *p)
{
    return most(1, least(TOKENS_TOGETHER, p->m->tokens));
}

static int64_t bytes_of_products(const struct prolog *p)
{
    int64_t rows = tokens_together(p);
    const struct product all[] = {product_of_x(p, MLA_WEIGHT_DQ, rows, MLA_QUERY_RANK),
                                  product_of_x(p, MLA_WEIGHT_DKV_KR, rows, KEY_COLUMNS),
                                  product_of_cq(p, rows), product_of_heads(p, rows)};
    int64_t found = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        found = most(found, product_scratch(&all[i]));
    return found;
}

static int64_t take_panels(const struct prolog *p, char *scratch, struct panels *panels)
{
    char *start = scratch;
    int64_t rows = tokens_together(p);
    int64_t widest = most(most(MLA_QUERY_RANK, KEY_COLUMNS), p->m->heads * HEAD);
    panels->sums = attention_take(&scratch, rows * widest);
    panels->row = attention_take(&scratch, MLA_QUERY_RANK);
    panels->cq = attention_take(&scratch, divide_up(rows * MLA_QUERY_RANK, 2));
    panels->factors = attention_take(&scratch, rows);
    panels->qc = (uint16_t *)attention_take(&scratch, divide_up(rows * p->m->heads * MLA_DEPTH, 2));
    panels->qn = attention_take(&scratch, rows * p->m->heads * MLA_KEY_RANK);
    panels->products = scratch;
    return scratch - start + bytes_of_products(p);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* A sum as the device has it: of int8 by the factors of its row and column, else bfloat16. */
static float sum_at(const struct panels *panels, int64_t number, const struct work_view *columns,
                    int64_t column, float row)
{
    int32_t whole = 0;
    float sum = 0;
    if (columns == NULL) {
        memcpy(&sum, (const float *)panels->sums + number, sizeof sum);
        return rounded(sum);
    }
    memcpy(&whole, (const int32_t *)panels->sums + number, sizeof whole);
    return (float)whole * row * element(columns, column);
}

static void normalise(float *row, int64_t columns, const struct work_view *gamma, double epsilon,
                      float factor)
{
    double sum = 0;
    for (int64_t j = 0; j < columns; j++)
        sum += (double)row[j] * row[j];
    float part = (float)(1 / sqrt(sum / (double)columns + epsilon));
    for (int64_t j = 0; j < columns; j++)
        row[j] = row[j] * part * element(gamma, j) * factor;
}

/* By way of float16, and halves away from 0. */
static int8_t int8_by_half(float value)
{
    return int8_of(roundf(float_of_float16(float16_of_float(value))));
}

/* Gives the factor that numbers are to be multiplied with to get those of the row. */
static float quantise(const float *row, int64_t columns, int8_t (*convert)(float), int8_t *to)
{
    float largest = 0;
    for (int64_t j = 0; j < columns; j++)
        largest = fmaxf(largest, fabsf(row[j]));
    float part = MOST_INT8 / largest;
    for (int64_t j = 0; j < columns; j++)
        to[j] = largest == 0 ? 0 : convert(row[j] * part);
    return largest / MOST_INT8;
}

static float factor_of_x(const struct prolog *p, int64_t token)
{
    return p->has_int8_x ? element(input(p, MLA_SCALE_X), token) : 1;
}

static const char *address_of_x(const struct prolog *p, int64_t token)
{
    const struct work_view *x = input(p, MLA_X);
    return x->address + token * x->strides[0] * view_width(x);
}

static void find_cq(const struct prolog *p, int64_t first, int64_t rows, struct panels *panels)
{
    const struct product product = product_of_x(p, MLA_WEIGHT_DQ, rows, MLA_QUERY_RANK);
    const struct work_view *columns = p->has_int8_x ? input(p, MLA_SCALE_DQ) : NULL;
    const struct work_view *smooth = input(p, MLA_SMOOTH);
    product_matrix(&product, address_of_x(p, first), input(p, MLA_WEIGHT_DQ)->address, panels->sums,
                   panels->products);
    for (int64_t i = 0; i < rows; i++) {
        int64_t at = i * MLA_QUERY_RANK;
        float *row = panels->row;
        for (int64_t j = 0; j < MLA_QUERY_RANK; j++)
            row[j] = sum_at(panels, at + j, columns, j, factor_of_x(p, first + i));
        normalise(row, MLA_QUERY_RANK, input(p, MLA_GAMMA_CQ), p->m->epsilon_cq,
                  p->m->query_factor);
        for (int64_t j = 0; j < MLA_QUERY_RANK; j++)
            if (!p->has_int8_weight)
                ((uint16_t *)panels->cq)[at + j] = bfloat16_of_float(row[j]);
            else if (smooth != NULL)
                row[j] *= element(smooth, j);
        if (p->has_int8_weight)
            panels->factors[i] = quantise(row, MLA_QUERY_RANK, int8_of, (int8_t *)panels->cq + at);
    }
}

/* Pairs of neighbours become numbers in both halves. */
static void turn(const struct prolog *p, int64_t token, const float *head, float *turned)
{
    const struct work_view *sines = input(p, MLA_SIN);
    const struct work_view *cosines = input(p, MLA_COS);
    for (int64_t j = 0; j < HALF_ROPE; j++) {
        float even = head[2 * j];
        float odd = head[2 * j + 1];
        int64_t at = token * MLA_ROPE_DEPTH + j;
        turned[j] = even * element(cosines, at) - odd * element(sines, at);
        turned[HALF_ROPE + j] = odd * element(cosines, at + HALF_ROPE) +
                                even * element(sines, at + HALF_ROPE);
    }
}

static void put_bfloat16(const struct work_view *to, int64_t number, float value)
{
    uint16_t half = bfloat16_of_float(value);
    memcpy(view_element(to, number), &half, sizeof half);
}

/* ---- Queries --------------------------------------------------------------------------------- */

static void find_heads(const struct prolog *p, int64_t first, int64_t rows, struct panels *panels)
{
    const struct product product = product_of_cq(p, rows);
    const struct work_view *columns = p->has_int8_weight ? input(p, MLA_SCALE_UQ_QR) : NULL;
    int64_t heads = p->m->heads;
    float head[MLA_ROPE_DEPTH];
    float turned[MLA_ROPE_DEPTH];
    product_matrix(&product, panels->cq, input(p, MLA_WEIGHT_UQ_QR)->address, panels->sums,
                   panels->products);
    for (int64_t i = 0; i < rows * heads; i++) {
        int64_t column = i % heads * HEAD;
        float factor = panels->factors[i / heads];
        for (int64_t j = 0; j < MLA_DEPTH; j++)
            panels->qc[i * MLA_DEPTH + j] = bfloat16_of_float(
                sum_at(panels, i * HEAD + j, columns, column + j, factor));
        for (int64_t j = 0; j < MLA_ROPE_DEPTH; j++)
            head[j] = sum_at(panels, i * HEAD + MLA_DEPTH + j, columns, column + MLA_DEPTH + j,
                             factor);
        turn(p, first + i / heads, head, turned);
        for (int64_t j = 0; j < MLA_ROPE_DEPTH; j++)
            put_bfloat16(&p->work->outputs[MLA_QUERY_ROPE],
                         (first * heads + i) * MLA_ROPE_DEPTH + j, turned[j]);
    }
}

/* A head of queries in int8. What was turned gets the factor that its scores lack then. */
static void put_int8_head(const struct prolog *p, int64_t number, float *head)
{
    const struct work_view *to = &p->work->outputs[MLA_QUERY];
    const struct work_view *turned = &p->work->outputs[MLA_QUERY_ROPE];
    int8_t whole[MLA_KEY_RANK];
    for (int64_t j = 0; j < MLA_KEY_RANK; j++)
        head[j] = rounded(head[j]);
    float factor = quantise(head, MLA_KEY_RANK, int8_by_half, whole);
    float part = element(input(p, MLA_SCALE_CKV), 0) / factor;
    for (int64_t j = 0; j < MLA_KEY_RANK; j++)
        memcpy(view_element(to, number * MLA_KEY_RANK + j), &whole[j], 1);
    memcpy(view_element(&p->work->outputs[MLA_QUERY_SCALE], number), &factor, sizeof factor);
    for (int64_t j = 0; j < MLA_ROPE_DEPTH; j++) {
        int64_t at = number * MLA_ROPE_DEPTH + j;
        put_bfloat16(turned, at, element(turned, at) * part);
    }
}

static void compress_heads(const struct prolog *p, int64_t first, int64_t rows,
                           struct panels *panels)
{
    const struct product product = product_of_heads(p, rows);
    int64_t heads = p->m->heads;
    product_matrix(&product, panels->qc, input(p, MLA_WEIGHT_UK)->address, panels->qn,
                   panels->products);
    for (int64_t i = 0; i < rows * heads; i++) {
        float *head = panels->qn + i * MLA_KEY_RANK;
        int64_t number = first * heads + i;
        if (p->has_int8_query)
            put_int8_head(p, number, head);
        for (int64_t j = 0; j < MLA_KEY_RANK && !p->has_int8_query; j++)
            put_bfloat16(&p->work->outputs[MLA_QUERY], number * MLA_KEY_RANK + j, head[j]);
    }
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* The place of a column of a cache's row among the elements of the cache. */
static int64_t place_in(const struct prolog *p, const struct work_view *cache, int64_t row,
                        int64_t column)
{
    int64_t columns = cache->dims[3];
    int64_t page = cache->dims[1];
    int64_t width = 32 / view_width(cache);
    if (!p->m->is_fractal)
        return row * columns + column;
    return row / page * page * columns + column / width * page * width + row % page * width +
           column % width;
}

/* A row of a cache, in int8 by factors: one for all columns, or one for each. */
static void put_key(const struct prolog *p, enum mla_output which, int64_t row, const float *key,
                    const struct work_view *factors, bool is_one)
{
    const struct work_view *cache = &p->work->outputs[which];
    for (int64_t j = 0; j < cache->dims[3]; j++) {
        int64_t at = place_in(p, cache, row, j);
        if (cache->type == ACL_INT8) {
            int8_t whole = int8_of(key[j] * element(factors, is_one ? 0 : j));
            memcpy(view_element(cache, at), &whole, sizeof whole);
        } else {
            put_bfloat16(cache, at, key[j]);
        }
    }
}

/* A negative index keeps the token out of the caches. */
static void find_keys(struct prolog *p, int64_t first, int64_t rows, struct panels *panels)
{
    const struct product product = product_of_x(p, MLA_WEIGHT_DKV_KR, rows, KEY_COLUMNS);
    const struct work_view *columns = p->has_int8_x ? input(p, MLA_SCALE_DKV_KR) : NULL;
    const struct work_view *cache = &p->work->outputs[MLA_KV_CHANGED];
    float turned[MLA_ROPE_DEPTH];
    product_matrix(&product, address_of_x(p, first), input(p, MLA_WEIGHT_DKV_KR)->address,
                   panels->sums, panels->products);
    for (int64_t i = 0; i < rows; i++) {
        int64_t row = index_at(view_element(input(p, MLA_INDEX), first + i), true);
        if (row >= cache->dims[0] * cache->dims[1])
            p->bad = first + i;
        if (row < 0 || row >= cache->dims[0] * cache->dims[1])
            continue;
        for (int64_t j = 0; j < KEY_COLUMNS; j++)
            panels->row[j] = sum_at(panels, i * KEY_COLUMNS + j, columns, j,
                                    factor_of_x(p, first + i));
        normalise(panels->row, MLA_KEY_RANK, input(p, MLA_GAMMA_CKV), p->m->epsilon_ckv,
                  p->m->key_factor);
        turn(p, first + i, panels->row + MLA_KEY_RANK, turned);
        put_key(p, MLA_KV_CHANGED, row, panels->row, input(p, MLA_SCALE_CKV), p->has_int8_x);
        put_key(p, MLA_KR_CHANGED, row, turned, input(p, MLA_SCALE_CKR), false);
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

static struct prolog prolog_of(const struct work *work)
{
    const struct mla_prolog *m = work->attributes;
    struct prolog p = {.work = work, .m = m, .bad = -1};
    p.has_int8_x = input(&p, MLA_X)->type == ACL_INT8;
    p.has_int8_weight = input(&p, MLA_WEIGHT_UQ_QR)->type == ACL_INT8;
    p.has_int8_query = work->outputs[MLA_QUERY].type == ACL_INT8;
    return p;
}

static aclnnStatus check_products(const struct work *work)
{
    const struct prolog p = prolog_of(work);
    const struct product product = product_of_heads(&p, tokens_together(&p));
    return product_check(&product);
}

static uint64_t prolog_scratch(const struct work *work)
{
    const struct prolog p = prolog_of(work);
    struct panels panels;
    return (uint64_t)take_panels(&p, NULL, &panels);
}

static void keep_cache(const struct prolog *p, enum mla_input from, enum mla_output to,
                       struct task_failure *failure)
{
    const struct work kept = {.inputs = input(p, from), .outputs = &p->work->outputs[to]};
    index_kernel_copy_self(&kept, failure);
}

static void run_prolog(const struct work *work, struct task_failure *failure)
{
    struct prolog p = prolog_of(work);
    struct panels panels;
    int64_t together = tokens_together(&p);
    take_panels(&p, work->scratch, &panels);
    keep_cache(&p, MLA_KV_CACHE, MLA_KV_CHANGED, failure);
    keep_cache(&p, MLA_KR_CACHE, MLA_KR_CHANGED, failure);
    for (int64_t first = 0; first < p.m->tokens; first += together) {
        int64_t rows = least(together, p.m->tokens - first);
        find_cq(&p, first, rows, &panels);
        find_heads(&p, first, rows, &panels);
        compress_heads(&p, first, rows, &panels);
        find_keys(&p, first, rows, &panels);
    }
    if (p.bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "the index of token %" PRId64 " is outside of the caches, which have %" PRId64 " rows",
             p.bad, work->outputs[0].dims[0] * work->outputs[0].dims[1]);
}
const struct l0_run attention_kernel_mla_prolog = {.check = check_products,
                                                   .scratch_bytes = prolog_scratch,
                                                   .itself_in_place = true,
                                                   .run = run_prolog};
