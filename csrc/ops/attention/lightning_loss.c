/* SPDX-License-Identifier: Apache-2.0 */
/* How far the scores of LightningIndexer are from what the heads of an attention see, and what the
 * scores get so that they come nearer. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "kernels.h"
#include "ops/attention/blocks.h"
#include "ops/attention/lightning.h"
#include "ops/attention/selected_gradient.h"
#include "ops/attention/sparse_flash.h"
#include "ops/common/work_views.h"
#include "products/product.h"

#define WITH_ROPE (SPARSE_FLASH_COLUMNS + SPARSE_FLASH_ROPE)
#define LEAST 1e-8F /* parts count as so much at least where their logarithms are taken */

struct panels {
    float *queries;
    float *keys;
    float *scores;
    float *maxima;
    float *parts; /* reciprocals of sums */
    float *seen;  /* what the heads see of each place, in the mean */
    float *least;
    float *logarithms;
    float *zeros;
};

static int64_t heads_of(const struct selected_gradient *g)
{
    const struct work_view *query = lightning_input(g->work, LIGHTNING_ATTENTION_QUERY);
    return query == NULL ? 0 : query->dims[query->rank - 2];
}

static bool is_dense(const struct selected_gradient *g)
{
    const struct lightning *l = g->work->attributes;
    return l->is_dense;
}

/* Columns of a head without its rope. */
static int64_t columns_of(const struct selected_gradient *g)
{
    const struct work_view *query = lightning_input(g->work, LIGHTNING_ATTENTION_QUERY);
    return query->dims[query->rank - 1];
}

static int64_t with_rope(const struct selected_gradient *g)
{
    bool has_rope = lightning_input(g->work, LIGHTNING_ATTENTION_QUERY_ROPE) != NULL;
    return columns_of(g) + (has_rope ? SPARSE_FLASH_ROPE : 0);
}

/* Loads a head of a row, or of a key, and its rope. */
static void load_head(const struct selected_gradient *g, enum lightning_input which,
                      enum lightning_input rope, int64_t head, float *to)
{
    const struct work_view *of_rope = lightning_input(g->work, rope);
    attention_batches_load(lightning_input(g->work, which), head, columns_of(g), to);
    if (of_rope != NULL)
        attention_batches_load(of_rope, head, SPARSE_FLASH_ROPE, to + columns_of(g));
}

/* Which number of the attention's statistics a head of a row has: of all keys they lie by heads. */
static int64_t statistic_of(const struct selected_gradient *g, int64_t row, int64_t head)
{
    const struct work_view *maxima = lightning_input(g->work, LIGHTNING_MAXIMA);
    int64_t rows = maxima->dims[maxima->rank - 2];
    if (!is_dense(g))
        return row * heads_of(g) + head;
    return (row / rows * heads_of(g) + head) * rows + row % rows;
}

static float number_of(const struct selected_gradient *g, enum lightning_input which, int64_t at)
{
    float number;
    memcpy(&number, view_element(lightning_input(g->work, which), at), sizeof number);
    return number;
}

static int64_t take_panels(const struct selected_gradient *g, char *scratch, struct panels *p)
{
    char *start = scratch;
    int64_t heads = heads_of(g);
    int64_t places = attention_padded(g->s.blocks);
    p->queries = attention_take(&scratch, heads * WITH_ROPE);
    p->keys = attention_take(&scratch, SELECTED_TILE * WITH_ROPE);
    p->scores = attention_take(&scratch, most(heads, g->heads) * SELECTED_TILE);
    p->maxima = attention_take(&scratch, heads);
    p->parts = attention_take(&scratch, heads);
    p->seen = attention_take(&scratch, places);
    p->least = attention_take(&scratch, places);
    p->logarithms = attention_take(&scratch, 2 * places);
    p->zeros = attention_take(&scratch, places);
    return scratch - start;
}

int64_t attention_lightning_loss_bytes(const struct selected_gradient *g)
{
    struct panels p;
    return take_panels(g, NULL, &p);
}

static void load_row(const struct selected_gradient *g, int64_t row, const struct panels *p)
{
    int64_t heads = heads_of(g);
    for (int64_t i = 0; i < heads; i++) {
        int64_t at = statistic_of(g, row, i);
        load_head(g, LIGHTNING_ATTENTION_QUERY, LIGHTNING_ATTENTION_QUERY_ROPE, row * heads + i,
                  p->queries + i * WITH_ROPE);
        p->maxima[i] = number_of(g, LIGHTNING_MAXIMA, at);
        p->parts[i] = 1 / number_of(g, LIGHTNING_SUMS, at);
    }
}

/* The products of heads and a tile's keys, of which all heads have one, or each its own. */
static void multiply_heads(const struct selected_gradient *g, const struct selected_row *row,
                           const struct panels *p)
{
    int64_t heads = heads_of(g);
    int64_t groups = is_dense(g) ? heads : 1;
    for (int64_t group = 0; group < groups; group++) {
        for (int64_t j = 0; j < row->count; j++)
            load_head(g, LIGHTNING_ATTENTION_KEY, LIGHTNING_ATTENTION_KEY_ROPE,
                      row->keys[j] * groups + group, p->keys + j * WITH_ROPE);
        attention_multiply(heads / groups, row->count, with_rope(g),
                           (struct blas_matrix){p->queries + group * WITH_ROPE, WITH_ROPE, false},
                           (struct blas_matrix){p->keys, WITH_ROPE, true}, false,
                           p->scores + group * SELECTED_TILE, SELECTED_TILE);
    }
}

/* Adds what the heads see of a tile's keys. */
static void see(const struct selected_gradient *g, const struct selected_row *row,
                const struct panels *p)
{
    const struct lightning *l = g->work->attributes;
    int64_t heads = heads_of(g);
    const struct attention_rows rows = {.rows = heads,
                                        .columns = row->count,
                                        .stride = SELECTED_TILE,
                                        .scores = p->scores,
                                        .maxima = p->maxima,
                                        .sums = p->parts,
                                        .scale = &l->scale};
    multiply_heads(g, row, p);
    attention_run_kernel(KERNEL_ATTENTION_PROBABILITIES, &rows);
    for (int64_t i = 0; i < heads; i++)
        for (int64_t j = 0; j < row->count; j++)
            p->seen[row->places[j]] += p->scores[i * SELECTED_TILE + j];
}

/* Scores a tile's keys, as LightningIndexer does. */
static void score(const struct selected_gradient *g, const struct selected_row *row,
                  const float *queries, const float *weights, const struct panels *p, float *scores)
{
    attention_selected_load(lightning_input(g->work, LIGHTNING_KEY), row, LIGHTNING_COLUMNS,
                            p->keys, LIGHTNING_COLUMNS);
    attention_multiply(g->heads, row->count, LIGHTNING_COLUMNS,
                       (struct blas_matrix){queries, LIGHTNING_COLUMNS, false},
                       (struct blas_matrix){p->keys, LIGHTNING_COLUMNS, true}, false, p->scores,
                       SELECTED_TILE);
    for (int64_t j = 0; j < row->count; j++) {
        float sum = 0;
        for (int64_t i = 0; i < g->heads; i++) {
            float product = p->scores[i * SELECTED_TILE + j];
            sum += (product > 0 ? product : 0) * weights[i];
        }
        scores[row->places[j]] = sum;
    }
}

/* Logarithms of parts, or of LEAST. */
static void take_logarithms(const float *parts, int64_t count, const struct panels *p, float *to)
{
    const struct attention_rows rows = {
        .rows = count, .maxima = p->zeros, .sums = p->least, .results = to};
    for (int64_t i = 0; i < count; i++)
        p->least[i] = parts[i] > LEAST ? parts[i] : LEAST;
    attention_run_kernel(KERNEL_ATTENTION_LOG_SUMS, &rows);
}

/* Places that the row does not see have no part in either, and add nothing. What is seen of a key
 * counts as LEAST at least, of all keys in its logarithm alone. */
static double distance(const struct selected_gradient *g, const float *scored, int64_t count,
                       const struct panels *p)
{
    const float *factors = is_dense(g) ? p->seen : p->least;
    float *mine = p->logarithms;
    float *theirs = p->logarithms + count;
    double sum = 0;
    take_logarithms(scored, count, p, theirs);
    take_logarithms(p->seen, count, p, mine);
    for (int64_t i = 0; i < count; i++)
        sum += (double)factors[i] * ((double)mine[i] - (double)theirs[i]);
    return sum;
}

/* Scores become parts, by what their softmax has of all keys, or by what is found of those that are
 * there. */
static void divide(const struct selected_gradient *g, int64_t row, float *scores, int64_t places)
{
    const float one = 1;
    float largest = -(float)INFINITY;
    float total = 0;
    const struct attention_rows rows = {.rows = 1,
                                        .columns = places,
                                        .stride = places,
                                        .is_first = true,
                                        .scores = scores,
                                        .maxima = &largest,
                                        .sums = &total,
                                        .scale = &one};
    if (is_dense(g)) {
        largest = number_of(g, LIGHTNING_INDEX_MAXIMA, row);
        total = 1 / number_of(g, LIGHTNING_INDEX_SUMS, row);
        attention_run_kernel(KERNEL_ATTENTION_PROBABILITIES, &rows);
        return;
    }
    attention_run_kernel(KERNEL_ATTENTION_SOFTMAX, &rows);
    for (int64_t i = 0; i < places; i++)
        scores[i] = total > 0 ? scores[i] / total : 0;
}

double attention_lightning_compare(const struct selected_gradient *g,
                                   const struct selected_row *begun, const float *queries,
                                   const float *weights, float *dy, char *scratch)
{
    int64_t places = attention_padded(g->s.blocks);
    struct selected_row row = *begun;
    struct panels p;
    take_panels(g, scratch, &p);
    load_row(g, row.number, &p);
    for (int64_t i = 0; i < places; i++) {
        dy[i] = -(float)INFINITY;
        p.seen[i] = p.zeros[i] = 0;
    }
    while (attention_selected_next(&g->s, &row)) {
        see(g, &row, &p);
        score(g, &row, queries, weights, &p, dy);
    }
    divide(g, row.number, dy, places);
    for (int64_t i = 0; i < places; i++)
        p.seen[i] /= (float)heads_of(g);
    double loss = distance(g, dy, places, &p);
    for (int64_t i = 0; i < places; i++)
        dy[i] -= p.seen[i];
    return loss;
}

void attention_lightning_approach(const struct selected_gradient *g,
                                  const struct selected_row *begun, const float *queries,
                                  const float *weights, float *dy, char *scratch)
{
    const struct work_view *to = &g->work->outputs[LIGHTNING_SOFTMAX];
    int64_t places = attention_padded(g->s.blocks);
    struct selected_row row = *begun;
    double parts = 0;
    struct panels p;
    take_panels(g, scratch, &p);
    attention_batches_load(lightning_input(g->work, LIGHTNING_TARGET), row.number, g->s.blocks,
                           p.least);
    for (int64_t i = 0; i < places; i++) {
        dy[i] = -(float)INFINITY;
        p.seen[i] = 0;
    }
    while (attention_selected_next(&g->s, &row)) {
        score(g, &row, queries, weights, &p, dy);
        for (int64_t j = 0; j < row.count; j++) {
            p.seen[row.places[j]] = p.least[row.places[j]];
            parts += (double)p.least[row.places[j]];
        }
    }
    divide(g, row.number, dy, places);
    product_store(to->type, view_element(to, row.number * g->s.blocks), 0,
                  to->strides[to->rank - 1], 1, g->s.blocks, dy, g->s.blocks);
    for (int64_t i = 0; i < places; i++)
        dy[i] = dy[i] * (float)parts - p.seen[i];
}
