/* SPDX-License-Identifier: Apache-2.0 */
/* Compressor: tokens become keys and scores, which go into pages of a cache; where a group of them
 * is whole its keys are added up by the softmax of their scores, column by column. Sums are
 * float32. Tokens are taken in pieces that follow from shapes alone, and a group is one block's, so
 * that the number of cores changes no bit. The program may write to lengths and pages meanwhile, so
 * each is read once and checked before anything is written. */
#include "ops/attention/compressor.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "instructions.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/vector.h"
#include "workspace/l0.h"

/* Keys of a piece: products of fewer are cut into smaller tiles, which take longer. */
#define KEYS_TOGETHER ((int64_t)1 << 21)
#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)
#define PART COMPRESSOR_PART

/* A batch, all of whose numbers were checked. Positions count from the begin of its sequence. */
struct sequence {
    int64_t first_token; /* of all */
    int64_t start;       /* the position of that */
    int64_t past;        /* the position behind its last token that counts */
    int64_t first_group; /* of all groups that become whole, in the sequence of their batches */
    int64_t groups;
};

struct compressing {
    const struct work *work;
    const struct compressor *c;
    struct sequence *each;
    int64_t *pages; /* of each batch, as many as the table has columns */
    float *places;  /* what is added to the scores of a group's tokens */
    float *rows;    /* keys and scores of the piece's tokens, behind those of the groups before */
    char *products;
    int64_t first; /* token of the piece */
    int64_t count;
    int64_t sequence;    /* of the first token */
    int64_t first_group; /* that becomes whole in the piece */
    int64_t past_group;
};

static const struct work_view *input(const struct compressing *z, enum compressor_input which)
{
    int at = z->c->at[which];
    return at == L0_NONE ? NULL : &z->work->inputs[at];
}

/* Keys of a token, and behind them as many scores. */
static int64_t keys_of_token(const struct compressor *c)
{
    return c->halves * c->columns;
}

static int64_t row_floats(const struct compressor *c)
{
    return 2 * keys_of_token(c);
}

/* Tokens before a piece that its groups may begin with. */
static int64_t tokens_before(const struct compressor *c)
{
    return c->halves * c->ratio;
}

static int64_t tokens_together(const struct compressor *c)
{
    return least(KEYS_TOGETHER / keys_of_token(c), c->tokens);
}

static int64_t pages_each(const struct compressing *z)
{
    return z->c->mode == COMPRESSOR_RING ? 1 : input(z, COMPRESSOR_TABLE)->dims[1];
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* A number of a batch; without them `otherwise`. */
static bool read_number(const struct compressing *z, enum compressor_input which, const char *name,
                        int64_t at, int64_t least_one, int64_t most_one, int64_t otherwise,
                        int64_t *number, struct task_failure *failure)
{
    const struct work_view *numbers = input(z, which);
    *number = numbers == NULL ? otherwise : index_at(view_element(numbers, at), false);
    if (*number >= least_one && *number <= most_one)
        return true;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "%s[%" PRId64 "] is %" PRId64 "; %" PRId64 " to %" PRId64 " is required", name, at,
             *number, least_one, most_one);
    return false;
}

/* The first position that a batch needs: its first token's, or where its first group begins. */
static int64_t first_position(const struct compressor *c, const struct sequence *s)
{
    return s->groups == 0 ? s->start : most(0, (s->start / c->ratio - (c->halves - 1)) * c->ratio);
}

static bool read_pages(const struct compressing *z, int64_t batch, struct task_failure *failure)
{
    const struct sequence *s = &z->each[batch];
    const struct work_view *state = &z->work->outputs[COMPRESSOR_CHANGED];
    int64_t each = pages_each(z);
    bool is_ring = z->c->mode == COMPRESSOR_RING;
    if (s->start == s->past)
        return true;
    int64_t first = is_ring ? 0 : first_position(z->c, s) / state->dims[1];
    int64_t last = is_ring ? 0 : (s->past - 1) / state->dims[1];
    if (last >= each) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "batch %" PRId64 " has tokens up to position %" PRId64
                 ", and stateBlockTable pages for %" PRId64,
                 batch, s->past - 1, each * state->dims[1]);
        return false;
    }
    for (int64_t i = first; i <= last; i++)
        if (!read_number(z, COMPRESSOR_TABLE, "stateBlockTable", batch * each + i, 0,
                         state->dims[0] - 1, 0, &z->pages[batch * each + i], failure))
            return false;
    return true;
}

static bool read_sequence(const struct compressing *z, int64_t batch, struct task_failure *failure)
{
    const struct compressor *c = z->c;
    struct sequence *s = &z->each[batch];
    bool has_ends = input(z, COMPRESSOR_ENDS) != NULL;
    int64_t end = 0;
    int64_t used = 0;
    int64_t begin = has_ends ? s->first_token : batch * c->room;
    if (!read_number(z, COMPRESSOR_ENDS, "cuSeqlens", batch + 1, begin, c->tokens, begin + c->room,
                     &end, failure) ||
        !read_number(z, COMPRESSOR_USED, "seqused", batch, 0, end - begin, end - begin, &used,
                     failure) ||
        !read_number(z, COMPRESSOR_STARTS, "startPos", batch, 0, INT32_MAX, 0, &s->start, failure))
        return false;
    s->past = s->start + used;
    s->groups = s->past / c->ratio - s->start / c->ratio;
    if (batch + 1 < c->batches) {
        s[1].first_token = end;
        s[1].first_group = s->first_group + s->groups;
    }
    return read_pages(z, batch, failure);
}

static bool read_sequences(const struct compressing *z, struct task_failure *failure)
{
    int64_t start = 0;
    if (!read_number(z, COMPRESSOR_ENDS, "cuSeqlens", 0, 0, 0, 0, &start, failure))
        return false;
    z->each[0].first_token = 0;
    z->each[0].first_group = 0;
    for (int64_t i = 0; i < z->c->batches; i++)
        if (!read_sequence(z, i, failure))
            return false;
    return true;
}

/* The batch of a token, from that of a token before it on. */
static int64_t sequence_with(const struct compressing *z, int64_t token, int64_t sequence)
{
    while (sequence + 1 < z->c->batches && z->each[sequence + 1].first_token <= token)
        sequence++;
    return sequence;
}

static int64_t all_groups(const struct compressing *z)
{
    const struct sequence *last = &z->each[z->c->batches - 1];
    return last->first_group + last->groups;
}

/* The batch of a group, from that of a group before it on. */
static int64_t sequence_of_group(const struct compressing *z, int64_t group, int64_t sequence)
{
    while (sequence + 1 < z->c->batches && z->each[sequence + 1].first_group <= group)
        sequence++;
    return sequence;
}

/* The position that a group of a batch begins with. */
static int64_t begin_of_group(const struct compressing *z, const struct sequence *s, int64_t group)
{
    return (s->start / z->c->ratio + group - s->first_group) * z->c->ratio;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The row of the cache that a position of a batch has. */
static char *row_of_cache(const struct compressing *z, int64_t batch, int64_t position)
{
    const struct work_view *state = &z->work->outputs[COMPRESSOR_CHANGED];
    int64_t each = pages_each(z);
    int64_t place = z->c->mode == COMPRESSOR_RING ? 0 : position / state->dims[1];
    return state->address + (z->pages[batch * each + place] * state->strides[0] +
                             position % state->dims[1] * state->strides[1]) *
                                (int64_t)sizeof(float);
}

static float *row_of_token(const struct compressing *z, int64_t token)
{
    return z->rows + (token - z->first + tokens_before(z->c)) * row_floats(z->c);
}

/* A position's keys and scores: positions before the first token's are in the cache. */
static const char *row_of(const struct compressing *z, int64_t batch, int64_t position)
{
    const struct sequence *s = &z->each[batch];
    return position < s->start
               ? row_of_cache(z, batch, position)
               : (const char *)row_of_token(z, s->first_token + position - s->start);
}

/* Whether a token's row goes into the cache: not into page 0 of a table, and of those that go
 * around only the rows that further tokens need, the last of each place. */
static bool is_kept(const struct compressing *z, int64_t batch, int64_t position)
{
    const struct compressor *c = z->c;
    const struct sequence *s = &z->each[batch];
    int64_t rows = z->work->outputs[COMPRESSOR_CHANGED].dims[1];
    if (c->mode != COMPRESSOR_RING)
        return z->pages[batch * pages_each(z) + position / rows] != 0;
    return position >= (s->past / c->ratio - (c->halves - 1)) * c->ratio &&
           position + rows >= s->past;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static struct product product_of(const struct compressing *z, enum compressor_input which,
                                 int64_t tokens)
{
    const struct work_view *x = input(z, COMPRESSOR_X);
    const struct work_view *weight = input(z, which);
    return (struct product){
        .rows = tokens,
        .columns = keys_of_token(z->c),
        .depth = z->c->width,
        .left = {.type = x->type, .row_stride = x->strides[0], .column_stride = x->strides[1]},
        .right = {.type = weight->type,
                  .row_stride = weight->strides[1],
                  .column_stride = weight->strides[0]},
        .out = {.type = ACL_FLOAT, .row_stride = row_floats(z->c), .column_stride = 1}};
}

static void multiply(const struct compressing *z)
{
    const struct work_view *x = input(z, COMPRESSOR_X);
    const char *tokens = x->address + z->first * x->strides[0] * view_width(x);
    float *rows = row_of_token(z, z->first);
    const struct product keys = product_of(z, COMPRESSOR_WKV, z->count);
    const struct product scores = product_of(z, COMPRESSOR_WGATE, z->count);
    product_matrix(&keys, tokens, input(z, COMPRESSOR_WKV)->address, rows, z->products);
    product_matrix(&scores, tokens, input(z, COMPRESSOR_WGATE)->address, rows + keys_of_token(z->c),
                   z->products);
}

/* Scores get what belongs to their token's place in its group. */
static void add_places(int64_t block, int64_t blocks, void *context)
{
    const struct compressing *z = context;
    const struct block_share share = share_of_block(z->count, block, blocks);
    int64_t keys = keys_of_token(z->c);
    int64_t sequence = z->sequence;
    for (int64_t i = share.first; i < share.past; i++) {
        sequence = sequence_with(z, z->first + i, sequence);
        const struct sequence *s = &z->each[sequence];
        int64_t position = s->start + z->first + i - s->first_token;
        const float *places = z->places + position % z->c->ratio * keys;
        float *scores = row_of_token(z, z->first + i) + keys;
        for (int64_t j = 0; j < keys; j++)
            scores[j] += places[j];
    }
}

static void keep_rows(int64_t block, int64_t blocks, void *context)
{
    const struct compressing *z = context;
    const struct block_share share = share_of_block(z->count, block, blocks);
    int64_t sequence = z->sequence;
    for (int64_t i = share.first; i < share.past; i++) {
        sequence = sequence_with(z, z->first + i, sequence);
        const struct sequence *s = &z->each[sequence];
        int64_t position = s->start + z->first + i - s->first_token;
        if (position < s->past && is_kept(z, sequence, position))
            memcpy(row_of_cache(z, sequence, position), row_of_token(z, z->first + i),
                   (size_t)row_floats(z->c) * sizeof(float));
    }
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Columns of some positions of a batch: their keys, and their scores. */
struct columns {
    int64_t batch;
    int64_t position;
    int64_t keys; /* where the columns are in a row */
    int64_t scores;
};

static void load(const struct compressing *z, const struct columns *at, int64_t i, int64_t column,
                 float *to)
{
    const char *row = row_of(z, at->batch, at->position + i);
    memcpy(to, row + column * (int64_t)sizeof *to, PART * sizeof *to);
}

static void find_largest(const struct compressing *z, const struct columns *at, float *largest)
{
    float scores[PART];
    for (int64_t i = 0; i < z->c->ratio; i++) {
        load(z, at, i, at->scores, scores);
        for (int64_t j = 0; j < PART; j++)
            largest[j] = scores[j] > largest[j] ? scores[j] : largest[j];
    }
}

static void add_up(const struct compressing *z, const struct columns *at, const float *largest,
                   float *sums, float *results)
{
    float scores[PART];
    float powers[PART];
    float keys[PART];
    for (int64_t i = 0; i < z->c->ratio; i++) {
        load(z, at, i, at->scores, scores);
        load(z, at, i, at->keys, keys);
        for (int64_t j = 0; j < PART; j++)
            scores[j] -= largest[j];
        vector_levels[ai_cores_level()].operations[VECTOR_EXP][ACL_FLOAT](
            PART, (char *const[]){(char *)scores, (char *)powers});
        for (int64_t j = 0; j < PART; j++) {
            sums[j] += powers[j];
            results[j] += powers[j] * keys[j];
        }
    }
}

/* A result's row by its number among the groups. */
static int64_t row_of_result(const struct compressing *z, int64_t batch, int64_t group)
{
    return z->c->room == 0
               ? group
               : batch * divide_up(z->c->room, z->c->ratio) + group - z->each[batch].first_group;
}

static void store(const struct compressing *z, int64_t row, int64_t part, const float *results)
{
    const struct work_view *out = &z->work->outputs[COMPRESSOR_KEYS];
    product_store(out->type, view_element(out, row * z->c->columns + part * PART), 0,
                  out->strides[out->rank - 1], 1, PART, results, PART);
}

/* A part of a group's columns: those of its own tokens' last half, and with two halves those of the
 * first half of the group before it, if there is one. */
static void compress(const struct compressing *z, int64_t batch, int64_t group, int64_t part)
{
    const struct compressor *c = z->c;
    float largest[PART];
    float sums[PART] = {0};
    float results[PART] = {0};
    struct columns halves[2];
    int count = 0;
    int64_t begin = begin_of_group(z, &z->each[batch], group);
    for (int64_t half = 0; half < c->halves; half++) {
        int64_t column = half * c->columns + part * PART;
        int64_t position = begin - (c->halves - 1 - half) * c->ratio;
        if (position >= 0)
            halves[count++] = (struct columns){batch, position, column, keys_of_token(c) + column};
    }
    for (int64_t j = 0; j < PART; j++)
        largest[j] = -INFINITY;
    for (int i = 0; i < count; i++)
        find_largest(z, &halves[i], largest);
    for (int i = 0; i < count; i++)
        add_up(z, &halves[i], largest, sums, results);
    for (int64_t j = 0; j < PART; j++)
        results[j] /= sums[j];
    store(z, row_of_result(z, batch, group), part, results);
}

static int64_t parts_of(const struct compressor *c)
{
    return c->columns / PART;
}

static void compress_groups(int64_t block, int64_t blocks, void *context)
{
    const struct compressing *z = context;
    int64_t parts = parts_of(z->c);
    const struct block_share share = share_of_block((z->past_group - z->first_group) * parts, block,
                                                    blocks);
    int64_t batch = 0;
    for (int64_t unit = share.first; unit < share.past; unit++) {
        int64_t group = z->first_group + unit / parts;
        batch = sequence_of_group(z, group, batch);
        compress(z, batch, group, unit % parts);
    }
}

/* Groups become whole in the sequence of their numbers. */
static int64_t past_group_of(const struct compressing *z)
{
    int64_t group = z->first_group;
    int64_t batch = 0;
    for (; group < all_groups(z); group++) {
        batch = sequence_of_group(z, group, batch);
        const struct sequence *s = &z->each[batch];
        int64_t last = begin_of_group(z, s, group) + z->c->ratio - 1;
        if (s->first_token + last - s->start >= z->first + z->count)
            break;
    }
    return group;
}

/* ---- The work -------------------------------------------------------------------------------- */

static int64_t take_scratch(struct compressing *z, char *scratch)
{
    const struct compressor *c = z->c;
    char *start = scratch;
    int64_t together = tokens_together(c);
    int64_t rest = c->tokens % together;
    const struct product whole = product_of(z, COMPRESSOR_WKV, together);
    const struct product last = product_of(z, COMPRESSOR_WKV, most(1, rest));
    int64_t floats = (int64_t)(sizeof *z->each / sizeof(float));
    z->each = (struct sequence *)(void *)attention_take(&scratch, c->batches * floats);
    z->pages = (int64_t *)(void *)attention_take(&scratch, 2 * c->batches * pages_each(z));
    z->places = attention_take(&scratch, c->ratio * keys_of_token(c));
    z->rows = attention_take(&scratch, (tokens_before(c) + together) * row_floats(c));
    z->products = scratch;
    return scratch - start + most(product_scratch(&whole), product_scratch(&last));
}

static aclnnStatus check_products(const struct work *work)
{
    const struct compressing z = {.work = work, .c = work->attributes};
    const struct product product = product_of(&z, COMPRESSOR_WKV, 1);
    return product_check(&product);
}

static uint64_t compressor_scratch(const struct work *work)
{
    struct compressing z = {.work = work, .c = work->attributes};
    return (uint64_t)take_scratch(&z, NULL);
}

static void run_piece(struct compressing *z)
{
    const struct compressor *c = z->c;
    int64_t blocks = blocks_for(z->count * row_floats(c), ELEMENTS_A_BLOCK, z->count);
    z->sequence = sequence_with(z, z->first, z->sequence);
    z->past_group = past_group_of(z);
    multiply(z);
    ai_cores_run_function("compressor_places", add_places, blocks, z);
    int64_t units = (z->past_group - z->first_group) * parts_of(c);
    if (units > 0)
        ai_cores_run_function(
            "compressor", compress_groups,
            blocks_for(units * c->halves * c->ratio * PART, ELEMENTS_A_BLOCK / 8, units), z);
    ai_cores_run_function("compressor_rows", keep_rows, blocks, z);
    memmove(z->rows, z->rows + z->count * row_floats(c),
            (size_t)(tokens_before(c) * row_floats(c)) * sizeof *z->rows);
    z->first_group = z->past_group;
}

/* Room for compressed keys that there are not. */
static void clear_rest(const struct compressing *z)
{
    const struct compressor *c = z->c;
    const struct work_view *out = &z->work->outputs[COMPRESSOR_KEYS];
    static const float zeros[PART];
    int64_t each = c->room == 0 ? out->dims[0] : divide_up(c->room, c->ratio);
    for (int64_t batch = 0; batch < (c->room == 0 ? 1 : c->batches); batch++)
        for (int64_t i = c->room == 0 ? all_groups(z) : z->each[batch].groups; i < each; i++)
            for (int64_t part = 0; part < parts_of(c); part++)
                store(z, batch * each + i, part, zeros);
}

static void run_compressor(const struct work *work, struct task_failure *failure)
{
    struct compressing z = {.work = work, .c = work->attributes};
    const struct work_view *places = input(&z, COMPRESSOR_APE);
    const struct work kept = {.inputs = input(&z, COMPRESSOR_STATE),
                              .outputs = &work->outputs[COMPRESSOR_CHANGED]};
    index_kernel_copy_self(&kept, failure);
    take_scratch(&z, work->scratch);
    if (!read_sequences(&z, failure))
        return;
    product_load(places->type, places->address, places->strides[0], places->strides[1], z.c->ratio,
                 keys_of_token(z.c), z.places, keys_of_token(z.c));
    memset(z.rows, 0, (size_t)(tokens_before(z.c) * row_floats(z.c)) * sizeof *z.rows);
    for (z.first = 0; z.first < z.c->tokens; z.first += z.count) {
        z.count = least(tokens_together(z.c), z.c->tokens - z.first);
        run_piece(&z);
    }
    clear_rest(&z);
}
const struct l0_run attention_kernel_compressor = {.check = check_products,
                                                   .scratch_bytes = compressor_scratch,
                                                   .scratch_steers = true,
                                                   .itself_in_place = true,
                                                   .run = run_compressor};
