/* SPDX-License-Identifier: Apache-2.0 */
/* Brings the rows of experts back to the ranks of their tokens, and adds them up there with their
 * weights. The way back follows from the experts that the tokens had chosen. Two ranks of tensors
 * first add up what both have of a row, each those that the dispatch had brought to it. */
#include <stdint.h>
#include <string.h>

#include "declared/collective.h"
#include "ops/collective/experts_kernel.h"
#include "ops/common/doubles.h"

/* A run. */
struct returning {
    const struct work *work;
    const struct experts *experts;
    struct task_failure *failure;
    struct experts_route *routes;
    int64_t width; /* bytes of a row */
    aclDataType type;
    int64_t *mine;   /* rows that come back, [rank][expert] */
    int64_t *theirs; /* rows that go back, [rank][expert of this rank] */
    int64_t *starts;
    struct operation_part *out;
    struct operation_part *in;
    char *rows;
    char *arrivals;
    char *joined; /* with ranks of tensors: the rows that go, sums of theirs */
};

/* ---- Back ------------------------------------------------------------------------------------ */

static bool fail_counts(const struct returning *r, int64_t at, int64_t sum)
{
    r->failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(r->failure->text, sizeof r->failure->text,
             "epSendCounts[%" PRId64 "] is %" PRId64
             "; the numbers that the dispatch gave are required, which do not fall and end within "
             "the %" PRId64 " rows",
             at, sum, r->work->inputs[0].dims[0]);
    return false;
}

/* Reads what goes back to whom; counts are sums of all before, by expert and then rank. */
static bool read_counts(const struct returning *r)
{
    const struct experts *e = r->experts;
    const char *sums = experts_address(r->work, EXPERTS_COUNTS);
    int64_t before = 0;
    for (int64_t j = 0; j < experts_of_rank(e, e->rank); j++)
        for (int64_t rank = 0; rank < e->ranks; rank++) {
            int64_t sum = index_at(sums + (j * e->ranks + rank) * (int64_t)sizeof(int32_t), false);
            if (sum < before || sum > r->work->inputs[0].dims[0])
                return fail_counts(r, j * e->ranks + rank, sum);
            r->theirs[rank * experts_most(e) + j] = sum - before;
            before = sum;
        }
    return true;
}

/* How many rows are the other rank's of tensors; -1, with a failure, where counts do not fit. */
static int64_t read_tensor_counts(const struct returning *r, int64_t own)
{
    const struct experts *e = r->experts;
    const char *counts = experts_address(r->work, EXPERTS_TENSOR_COUNTS);
    int64_t mine = index_at(counts + e->tensor_rank * (int64_t)sizeof(int32_t), false);
    int64_t other = index_at(counts + (1 - e->tensor_rank) * (int64_t)sizeof(int32_t), false);
    int64_t rows = r->work->inputs[0].dims[0];
    if (mine == own && other >= 0 && own + other <= rows)
        return other;
    r->failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(r->failure->text, sizeof r->failure->text,
             "tpSendCounts say that %" PRId64 " rows are of the own rank and %" PRId64
             " of the other, and epSendCounts that %" PRId64
             " are of the own; those of one dispatch are required, which end within the %" PRId64
             " rows",
             mine, other, own, rows);
    return -1;
}

static void store_half(aclDataType type, float value, char *to)
{
    uint16_t half = type == ACL_FLOAT16 ? float16_of_float(value) : bfloat16_of_float(value);
    memcpy(to, &half, sizeof half);
}

/* Sends the other rank of tensors what is its, and adds what it sends to the own rows. */
static bool join(struct returning *r, int64_t own)
{
    const char *given = experts_address(r->work, EXPERTS_ROWS);
    int64_t other = read_tensor_counts(r, own);
    if (other < 0)
        return false;
    r->joined = malloc((size_t)((own + 1) * r->width));
    if (r->joined == NULL)
        experts_fail_memory(r->failure);
    else
        experts_swap(r->work, given + own * r->width, other * r->width, r->joined, own * r->width,
                     r->failure);
    if (r->failure->status != ACL_SUCCESS)
        return false;
    for (int64_t i = 0; i < own * r->experts->hidden; i++)
        store_half(r->type,
                   experts_number(given, r->type, i) + experts_number(r->joined, r->type, i),
                   r->joined + i * 2);
    return true;
}

/* Puts the rows in the sequence of ranks and experts. */
static void pack(const struct returning *r)
{
    const struct experts *e = r->experts;
    const char *from = r->joined != NULL ? r->joined : experts_address(r->work, EXPERTS_ROWS);
    experts_starts(e, r->theirs, r->starts);
    for (int64_t j = 0; j < experts_of_rank(e, e->rank); j++)
        for (int64_t rank = 0; rank < e->ranks; rank++) {
            int64_t at = rank * experts_most(e) + j;
            memcpy(r->rows + r->starts[at] * r->width, from, (size_t)(r->theirs[at] * r->width));
            from += r->theirs[at] * r->width;
        }
}

/* ---- Sums ------------------------------------------------------------------------------------ */

static void add(const struct returning *r, float *sums, const char *row, float weight)
{
    for (int64_t i = 0; i < r->experts->hidden; i++)
        sums[i] += weight * experts_number(row, r->type, i);
}

static float dot(const struct returning *r, const char *a, const char *b)
{
    float sum = 0;
    for (int64_t i = 0; i < r->experts->hidden; i++)
        sum += experts_number(a, r->type, i) * experts_number(b, r->type, i);
    return sum;
}

/* A constant expert: shares of the token and of the constant row. Shares are the softmax of the
 * products of the token with the two gates of the expert, as CANN's kernels have it. */
static void add_constant(const struct returning *r, float *sums, const char *token,
                         int64_t constant, float weight)
{
    int64_t at = constant * r->width;
    const char *row = (const char *)experts_address(r->work, EXPERTS_CONSTANTS) + at;
    const char *first = (const char *)experts_address(r->work, EXPERTS_ALPHA_1) + at;
    const char *second = (const char *)experts_address(r->work, EXPERTS_ALPHA_2) + at;
    float of_token = dot(r, first, token);
    float of_row = dot(r, second, token);
    float most = of_token > of_row ? of_token : of_row;
    of_token = (float)double_exp((double)(of_token - most));
    of_row = (float)double_exp((double)(of_row - most));
    float all = of_token + of_row;
    for (int64_t i = 0; i < r->experts->hidden; i++)
        sums[i] += weight * (experts_number(token, r->type, i) * (of_token / all) +
                             experts_number(row, r->type, i) * (of_row / all));
}

/* An expert without a rank: none, the token, or the token and a constant row. */
static void add_special(const struct returning *r, float *sums, int64_t token, int64_t id,
                        float weight)
{
    const struct experts *e = r->experts;
    const char *original = experts_address(r->work, EXPERTS_ORIGINAL);
    int64_t constant = id - e->count - e->zeros - e->copies;
    if (id - e->count < e->zeros)
        return;
    if (constant < 0)
        add(r, sums, original + token * r->width, weight);
    else
        add_constant(r, sums, original + token * r->width, constant, weight);
}

static void store(const struct returning *r, const float *sums, int64_t token)
{
    char *to = r->work->outputs[0].address + token * r->width;
    for (int64_t i = 0; i < r->experts->hidden; i++)
        store_half(r->type, sums[i], to + i * 2);
}

static void add_up(const struct returning *r, float *sums)
{
    const struct experts *e = r->experts;
    const any_float *weights = experts_address(r->work, EXPERTS_WEIGHTS);
    const char *shared = experts_address(r->work, EXPERTS_SHARED);
    experts_starts(e, r->mine, r->starts);
    for (int64_t t = 0; t < e->tokens; t++) {
        const struct experts_route *routes = r->routes + t * experts_choices(e);
        memset(sums, 0, (size_t)e->hidden * sizeof *sums);
        for (int64_t k = 0; k < experts_choices(e); k++) {
            float weight = k < e->choices ? weights[t * e->choices + k] : 1;
            if (routes[k].place >= 0)
                add(r, sums, r->arrivals + r->starts[routes[k].place]++ * r->width, weight);
            else if (routes[k].id >= 0)
                add_special(r, sums, t, routes[k].id, weight);
        }
        if (shared != NULL && experts_any_active(e, routes))
            add(r, sums, shared + t * r->width, 1);
        store(r, sums, t);
    }
}

static void fail_own(const struct returning *r)
{
    r->failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(r->failure->text, sizeof r->failure->text,
             "epSendCounts says that %" PRIu64 " rows go back to the own rank, and expertIds that "
             "%" PRIu64 " come; those of one dispatch are required",
             r->out[r->experts->rank].bytes / (uint64_t)r->width,
             r->in[r->experts->rank].bytes / (uint64_t)r->width);
}

/* ---- The run --------------------------------------------------------------------------------- */

static void exchange(struct returning *r)
{
    const struct experts *e = r->experts;
    int64_t going = experts_parts(e, r->theirs, r->width, r->out);
    int64_t coming = experts_parts(e, r->mine, r->width, r->in);
    float *sums = malloc((size_t)(e->hidden + 1) * sizeof *sums);
    r->rows = malloc((size_t)((going + 1) * r->width));
    r->arrivals = malloc((size_t)((coming + 1) * r->width));
    if (sums == NULL || r->rows == NULL || r->arrivals == NULL) {
        experts_fail_memory(r->failure);
    } else if (r->out[e->rank].bytes != r->in[e->rank].bytes) {
        fail_own(r);
    } else if (e->tensor_ranks == 1 || join(r, going)) {
        pack(r);
        const struct within within = experts_meet(r->work, r->failure);
        within_all_to_all_v(&within, HCCL_DATA_TYPE_INT8, r->rows, r->out, r->arrivals, r->in);
        if (r->failure->status == ACL_SUCCESS)
            add_up(r, sums);
    }
    free(sums);
}

static void combine(const struct work *work, struct task_failure *failure)
{
    const struct experts_work *w = work->attributes;
    const struct experts *e = &w->experts;
    size_t places = (size_t)experts_places(e);
    struct returning r = {.work = work, .experts = e, .failure = failure};
    r.type = work->inputs[0].type;
    r.width = view_width(&work->inputs[0]) * e->hidden;
    int64_t *counts = calloc(places, 3 * sizeof *counts);
    r.out = calloc(2 * (size_t)e->ranks, sizeof *r.out);
    if (counts == NULL || r.out == NULL) {
        experts_fail_memory(failure);
    } else {
        r.in = r.out + e->ranks;
        r.mine = counts;
        r.theirs = counts + places;
        r.starts = counts + 2 * places;
        r.routes = experts_read_routes(work, r.mine, failure);
        if (r.routes != NULL && read_counts(&r))
            exchange(&r);
    }
    free(r.rows);
    free(r.arrivals);
    free(r.joined);
    free(r.routes);
    free(counts);
    free(r.out);
}

const struct l0_run collective_kernel_combine = {.run = combine};
