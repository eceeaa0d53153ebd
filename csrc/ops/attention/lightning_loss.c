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

#define COLUMNS SPARSE_FLASH_COLUMNS
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
    return query->dims[query->rank - 2];
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
        float *to = p->queries + i * WITH_ROPE;
        const struct work *work = g->work;
        int64_t head = row * heads + i;
        attention_batches_load(lightning_input(work, LIGHTNING_ATTENTION_QUERY), head, COLUMNS, to);
        attention_batches_load(lightning_input(work, LIGHTNING_ATTENTION_QUERY_ROPE), head,
                               SPARSE_FLASH_ROPE, to + COLUMNS);
        memcpy(&p->maxima[i], view_element(lightning_input(work, LIGHTNING_MAXIMA), head),
               sizeof *p->maxima);
        memcpy(&p->parts[i], view_element(lightning_input(work, LIGHTNING_SUMS), head),
               sizeof *p->parts);
        p->parts[i] = 1 / p->parts[i];
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
    attention_selected_load(lightning_input(g->work, LIGHTNING_ATTENTION_KEY), row, COLUMNS,
                            p->keys, WITH_ROPE);
    attention_selected_load(lightning_input(g->work, LIGHTNING_ATTENTION_KEY_ROPE), row,
                            SPARSE_FLASH_ROPE, p->keys + COLUMNS, WITH_ROPE);
    attention_multiply(
        heads, row->count, WITH_ROPE, (struct blas_matrix){p->queries, WITH_ROPE, false},
        (struct blas_matrix){p->keys, WITH_ROPE, true}, false, p->scores, SELECTED_TILE);
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

/* Places that the row does not see have no part in either, and add nothing. */
static double distance(const float *scored, int64_t count, const struct panels *p)
{
    float *mine = p->logarithms;
    float *theirs = p->logarithms + count;
    double sum = 0;
    take_logarithms(scored, count, p, theirs);
    take_logarithms(p->seen, count, p, mine);
    for (int64_t i = 0; i < count; i++)
        sum += (double)p->least[i] * ((double)mine[i] - (double)theirs[i]);
    return sum;
}

double attention_lightning_compare(const struct selected_gradient *g,
                                   const struct selected_row *begun, const float *queries,
                                   const float *weights, float *dy, char *scratch)
{
    const float one = 1;
    int64_t places = attention_padded(g->s.blocks);
    float largest = -(float)INFINITY;
    float total = 0;
    struct selected_row row = *begun;
    struct panels p;
    take_panels(g, scratch, &p);
    const struct attention_rows rows = {.rows = 1,
                                        .columns = places,
                                        .stride = places,
                                        .is_first = true,
                                        .scores = dy,
                                        .maxima = &largest,
                                        .sums = &total,
                                        .scale = &one};
    load_row(g, row.number, &p);
    for (int64_t i = 0; i < places; i++) {
        dy[i] = -(float)INFINITY;
        p.seen[i] = p.zeros[i] = 0;
    }
    while (attention_selected_next(&g->s, &row)) {
        see(g, &row, &p);
        score(g, &row, queries, weights, &p, dy);
    }
    attention_run_kernel(KERNEL_ATTENTION_SOFTMAX, &rows);
    for (int64_t i = 0; i < places; i++) {
        dy[i] = total > 0 ? dy[i] / total : 0;
        p.seen[i] /= (float)heads_of(g);
    }
    double loss = distance(dy, places, &p);
    for (int64_t i = 0; i < places; i++)
        dy[i] -= p.seen[i];
    return loss;
}
