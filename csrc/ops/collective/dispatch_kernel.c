/* SPDX-License-Identifier: Apache-2.0 */
/* Sends tokens to the ranks of their experts. The ranks tell each other how many rows go to which
 * expert, then the rows go, those of one expert together. On a rank rows lie by expert, then by the
 * rank they come from, then by token. Two ranks of tensors, which have an expert each, tell each
 * other then what came, and swap it: the rows of the other one lie behind the own. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "declared/collective.h"
#include "hccl/type.h"
#include "ops/collective/experts_kernel.h"

#define WORDS_OF_A_ROW 3 /* rank, token, choice */

enum { OUT_ROWS, OUT_SCALES, OUT_KEPT, OUT_TOTALS, OUT_COUNTS, OUT_TENSOR_COUNTS, OUT_WEIGHTS };

/* What follows the numbers of a row on its way. */
struct tail {
    float scale;
    float weight;
    int32_t token;
    int32_t choice;
};

/* A run. */
struct sending {
    const struct work *work;
    const struct experts *experts;
    struct task_failure *failure;
    struct experts_route *routes;
    int64_t width;     /* bytes of a row with its tail */
    int64_t row_bytes; /* of its numbers */
    int64_t *sent;     /* counts, [rank][expert] */
    int64_t *received; /* by [rank they come from][expert of this rank] */
    int64_t *starts;
    int64_t *gathered; /* `received` of all ranks of tensors */
    struct operation_part *out;
    struct operation_part *in;
    char *rows;     /* those that go */
    char *arrivals; /* and that came */
};

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Codes of a row: the largest is 127. Gives the scale. */
static float quantise(const struct sending *s, const char *from, int64_t expert, signed char *to)
{
    const struct experts_work *w = s->work->attributes;
    const any_float *scales = experts_address(s->work, EXPERTS_SCALES);
    aclDataType type = s->work->inputs[w->at[EXPERTS_ROWS]].type;
    int64_t columns = s->experts->hidden;
    float most = 0;
    for (int64_t i = 0; i < columns; i++) {
        float smooth = scales == NULL ? 1 : scales[expert * columns + i];
        most = fmaxf(most, fabsf(experts_number(from, type, i) * smooth));
    }
    for (int64_t i = 0; i < columns; i++) {
        float smooth = scales == NULL ? 1 : scales[expert * columns + i];
        float code = most > 0 ? experts_number(from, type, i) * smooth * (127 / most) : 0;
        to[i] = (signed char)fmaxf(-128, fminf(127, rintf(code)));
    }
    return most / 127;
}

static void pack(const struct sending *s, int64_t token, int64_t choice, int64_t id, char *to)
{
    const struct experts_work *w = s->work->attributes;
    const struct experts *e = s->experts;
    const any_float *weights = experts_address(s->work, EXPERTS_WEIGHTS);
    int64_t bytes = view_width(&s->work->inputs[w->at[EXPERTS_ROWS]]) * e->hidden;
    const char *from = (const char *)experts_address(s->work, EXPERTS_ROWS) + token * bytes;
    bool is_shared = choice >= e->choices;
    struct tail tail = {.token = (int32_t)token, .choice = (int32_t)choice, .weight = 1};
    if (weights != NULL && !is_shared)
        tail.weight = weights[token * e->choices + choice];
    int64_t expert = is_shared ? choice - e->choices : e->shared + id;
    if (e->is_quantised)
        tail.scale = quantise(s, from, expert, (signed char *)to);
    else
        memcpy(to, from, (size_t)bytes);
    memcpy(to + s->row_bytes, &tail, sizeof tail);
}

/* Puts the rows in the sequence of ranks and their experts. */
static void pack_all(struct sending *s)
{
    const struct experts *e = s->experts;
    const struct experts_work *w = s->work->attributes;
    any_int32 *kept = (any_int32 *)(void *)s->work->outputs[OUT_KEPT].address;
    experts_starts(e, s->sent, s->starts);
    int64_t *next = s->starts + experts_places(e);
    memcpy(next, s->starts, (size_t)experts_places(e) * sizeof *next);
    for (int64_t t = 0; t < e->tokens; t++)
        for (int64_t k = 0; k < experts_choices(e); k++) {
            const struct experts_route route = s->routes[t * experts_choices(e) + k];
            int64_t at = route.place;
            if (at < 0)
                continue;
            if (!w->experts.has_triples && k < e->choices)
                kept[t * e->choices + k] = (int32_t)(next[at] - s->starts[at]);
            pack(s, t, k, route.id, s->rows + next[at]++ * s->width);
        }
}

/* ---- Results --------------------------------------------------------------------------------- */

static void put(const struct sending *s, const char *from, int64_t row)
{
    const struct work_view *out = s->work->outputs;
    struct tail tail;
    memcpy(&tail, from + s->row_bytes, sizeof tail);
    memcpy(out[OUT_ROWS].address + row * s->row_bytes, from, (size_t)s->row_bytes);
    if (row < view_count(&out[OUT_SCALES]) && s->experts->is_quantised)
        memcpy(out[OUT_SCALES].address + row * 4, &tail.scale, sizeof tail.scale);
    if (row < view_count(&out[OUT_WEIGHTS]))
        memcpy(out[OUT_WEIGHTS].address + row * 4, &tail.weight, sizeof tail.weight);
}

/* What the way back needs of a row. */
static void keep(const struct sending *s, const char *from, int64_t rank, int64_t row)
{
    const struct work_view *out = &s->work->outputs[OUT_KEPT];
    struct tail tail;
    memcpy(&tail, from + s->row_bytes, sizeof tail);
    const int32_t words[WORDS_OF_A_ROW] = {(int32_t)rank, tail.token, tail.choice};
    if (s->experts->has_triples && (row + 1) * WORDS_OF_A_ROW <= view_count(out))
        memcpy(out->address + row * (int64_t)sizeof words, words, sizeof words);
}

/* Puts rows and counts where the program reads them; the counts are sums of all before. */
static void unpack(struct sending *s)
{
    const struct experts *e = s->experts;
    const struct work_view *out = s->work->outputs;
    any_int32 *counts = (any_int32 *)(void *)out[OUT_COUNTS].address;
    any_int64 *totals = (any_int64 *)(void *)out[OUT_TOTALS].address;
    int64_t most = experts_most(e);
    int64_t row = 0;
    int64_t sum = 0;
    experts_starts(e, s->received, s->starts);
    for (int64_t j = 0; j < experts_of_rank(e, e->rank); j++) {
        for (int64_t rank = 0; rank < e->ranks; rank++) {
            int64_t at = rank * most + j;
            for (int64_t i = 0; i < s->received[at]; i++) {
                const char *from = s->arrivals + (s->starts[at] + i) * s->width;
                keep(s, from, rank, row);
                put(s, from, row++);
            }
            counts[j * e->ranks + rank] = (int32_t)row;
        }
        totals[j] = e->counts_add_up ? row : row - sum;
        sum = row;
    }
    if (view_count(&out[OUT_TENSOR_COUNTS]) > e->tensor_rank)
        ((any_int32 *)(void *)out[OUT_TENSOR_COUNTS].address)[e->tensor_rank] = (int32_t)row;
}

/* Puts the rows and counts of the other rank of tensors behind the own. */
static void unpack_other(const struct sending *s, const char *arrivals, const int64_t *received,
                         int64_t own)
{
    const struct experts *e = s->experts;
    const struct work_view *out = s->work->outputs;
    any_int32 *counts = (any_int32 *)(void *)out[OUT_COUNTS].address;
    any_int32 *of_ranks = (any_int32 *)(void *)out[OUT_TENSOR_COUNTS].address;
    int64_t row = 0;
    for (int64_t rank = 0; rank < e->ranks; rank++) {
        for (int64_t i = 0; i < received[rank]; i++, row++)
            put(s, arrivals + row * s->width, own + row);
        counts[e->ranks + rank] = (int32_t)row;
    }
    of_ranks[1 - e->tensor_rank] = (int32_t)row;
    *(any_int64 *)(void *)out[OUT_TOTALS].address = own + row;
}

static void clear(const struct work *work)
{
    for (int i = OUT_ROWS; i <= OUT_WEIGHTS; i++)
        if (view_count(&work->outputs[i]) > 0)
            memset(work->outputs[i].address, 0,
                   (size_t)(view_count(&work->outputs[i]) * view_width(&work->outputs[i])));
}

/* ---- The run --------------------------------------------------------------------------------- */

static bool has_room(const struct sending *s, int64_t rows)
{
    int64_t room = s->work->outputs[OUT_ROWS].dims[0];
    if (rows <= room)
        return true;
    s->failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(s->failure->text, sizeof s->failure->text,
             "%" PRId64 " rows came for the experts of rank %" PRId64
             "; the result has room for %" PRId64 ", which must be enough for all",
             rows, s->experts->rank, room);
    return false;
}

/* Tells the other rank of tensors what came to this one, then swaps it. */
static void gather(struct sending *s, int64_t own)
{
    const struct experts *e = s->experts;
    const struct work *work = s->work;
    const int64_t *other = s->gathered + (1 - e->tensor_rank) * e->ranks;
    int64_t coming = 0;
    const struct within within = ranks_meet(work->ranks, work->task, COLLECTIVE_SECOND, s->failure);
    within_all_gather(&within, HCCL_DATA_TYPE_INT64, (const char *)s->received, (char *)s->gathered,
                      (uint64_t)e->ranks);
    if (s->failure->status != ACL_SUCCESS)
        return;
    for (int64_t rank = 0; rank < e->ranks; rank++)
        coming += other[rank];
    char *arrivals = malloc((size_t)((coming + 1) * s->width));
    if (arrivals == NULL)
        experts_fail_memory(s->failure);
    else
        experts_swap(work, s->arrivals, own * s->width, arrivals, coming * s->width, s->failure);
    if (s->failure->status == ACL_SUCCESS && has_room(s, own + coming))
        unpack_other(s, arrivals, other, own);
    free(arrivals);
}

/* Tells all ranks what comes, then sends it. */
static void exchange(struct sending *s)
{
    const struct experts *e = s->experts;
    const struct within first = experts_meet(s->work, s->failure);
    within_all_to_all(&first, HCCL_DATA_TYPE_INT64, (const char *)s->sent, (char *)s->received,
                      (uint64_t)experts_most(e));
    if (s->failure->status != ACL_SUCCESS)
        return;
    int64_t going = experts_parts(e, s->sent, s->width, s->out);
    int64_t coming = experts_parts(e, s->received, s->width, s->in);
    s->rows = malloc((size_t)((going + 1) * s->width));
    s->arrivals = malloc((size_t)((coming + 1) * s->width));
    if (s->rows == NULL || s->arrivals == NULL) {
        experts_fail_memory(s->failure);
        return;
    }
    pack_all(s);
    const struct within second = experts_meet(s->work, s->failure);
    within_all_to_all_v(&second, HCCL_DATA_TYPE_INT8, s->rows, s->out, s->arrivals, s->in);
    if (s->failure->status == ACL_SUCCESS && has_room(s, coming)) {
        unpack(s);
        if (e->tensor_ranks > 1)
            gather(s, coming);
    }
}

static void dispatch(const struct work *work, struct task_failure *failure)
{
    const struct experts_work *w = work->attributes;
    const struct experts *e = &w->experts;
    size_t places = (size_t)experts_places(e);
    struct sending s = {.work = work, .experts = e, .failure = failure};
    s.row_bytes = view_width(&work->outputs[OUT_ROWS]) * e->hidden;
    s.width = s.row_bytes + (int64_t)sizeof(struct tail);
    int64_t *counts = calloc(places, (4 + (size_t)e->tensor_ranks) * sizeof *counts);
    s.out = calloc(2 * (size_t)e->ranks, sizeof *s.out);
    clear(work);
    if (counts == NULL || s.out == NULL) {
        experts_fail_memory(failure);
    } else {
        s.in = s.out + e->ranks;
        s.sent = counts;
        s.received = counts + places;
        s.starts = counts + 2 * places;
        s.gathered = counts + 4 * places;
        s.routes = experts_read_routes(work, s.sent, failure);
        if (s.routes != NULL)
            exchange(&s);
    }
    free(s.rows);
    free(s.arrivals);
    free(s.routes);
    free(counts);
    free(s.out);
}

const struct l0_run collective_kernel_dispatch = {.run = dispatch};
