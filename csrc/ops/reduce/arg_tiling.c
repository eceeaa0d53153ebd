/* SPDX-License-Identifier: Apache-2.0 */
/* ArgMax, ArgMin and their forms: tilings. */
#include "ops/reduce/arg_tiling.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/reduce.h"
#include "tensor/lists.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define CORE_BYTES 4096  /* bytes of the input that are worth a core */
#define REGISTER 256     /* bytes of a vector register */
#define BLOCK 32         /* alignment of pieces in the unified buffer */
#define LINE 128         /* alignment of what a core writes to the workspace */
#define PLACES 1024      /* how many results are computed at once */
#define NARROW 64        /* bytes that are enough when only the dims in front are divided */
#define LEAST_PER_CORE 4 /* elements of a row */
#define LEAST_MOVED 4096 /* in bytes */
/* Rows are not cut when there are more of them than this share of the cores. */
#define BUSY 0.85F
#define LONGEST 2147483647 /* rows of this length or more are not cut */

enum schedule {
    ROWS = 10001,
    COLUMNS = 10002,
    ONE_ELEMENT = 10003,
    ROWS_AND_COLUMNS = 10012,
    GATHERED_ROWS = 20001,
    GATHERED_COLUMNS = 20002,
    WIDE = 20003,
    SHARED = 30001,
};

struct search {
    uint64_t before; /* number of rows in front */
    uint64_t length;
    uint64_t behind;
    uint64_t results;
    uint64_t bytes;       /* bytes of an element while it is compared */
    uint64_t place_bytes; /* bytes of an index, with its conversion */
    uint64_t stored;      /* bytes of an index in memory */
    uint64_t inner;       /* bytes of an index during the search */
    uint64_t aligned;     /* results in the buffer are aligned to so many elements */
    bool is_half;         /* bfloat16, which is compared as float32 */
    bool is_wide;         /* int64 */
    bool places_differ;   /* indices have another type during the search */
    uint64_t all_cores;
    uint64_t cores; /* how many cores the size of the input is worth */
    uint64_t buffer;
};

static void measure(const struct soc *soc, aclDataType type, aclDataType places, struct search *s)
{
    s->bytes = (uint64_t)data_type_bits(type) / 8;
    s->stored = s->place_bytes = (uint64_t)data_type_bits(places) / 8;
    s->aligned = BLOCK / s->bytes;
    s->is_half = type == ACL_BF16;
    s->is_wide = type == ACL_INT64;
    s->inner = s->is_wide ? 8 : 4;
    s->places_differ = s->stored != s->inner || (places != ACL_INT32 && places != ACL_INT64);
    if (s->is_half)
        s->bytes *= 2;
    if (places == ACL_INT64 && type == ACL_INT32)
        s->place_bytes *= 2;
    else if (places == ACL_INT32 && type == ACL_INT64)
        s->place_bytes *= 4;
    s->results = s->before * s->behind;
    s->all_cores = soc->vector_cores;
    s->buffer = soc->unified_buffer_bytes;
    uint64_t worth = divide_up(s->results * s->length * s->bytes, CORE_BYTES);
    s->cores = larger(1, smaller(worth, s->all_cores));
}

/* ---- Which schedule -------------------------------------------------------------------------- */

/* Whether rows are long and results few, so that cores share rows. */
static bool is_shared(const struct search *s)
{
    return s->length * s->bytes >= s->all_cores * REGISTER && s->length < LONGEST &&
           (s->behind == 1 ? s->before < s->all_cores : s->results < s->all_cores * 2);
}

static bool is_gathered(const struct search *s)
{
    uint64_t row = s->length * s->bytes;
    uint64_t most = (s->buffer / 2 - PLACES * (s->bytes + s->place_bytes)) / REGISTER;
    if (s->behind == 1)
        return row < REGISTER && s->before * s->bytes >= s->cores * REGISTER && row % BLOCK != 0;
    return s->results * s->bytes >= s->cores * REGISTER &&
           (row < REGISTER || (row * s->behind >= s->buffer / 2 && s->length < most));
}

static bool is_wide(const struct search *s)
{
    return s->behind >= s->cores * REGISTER || (s->behind > 1 && s->length < REGISTER);
}

static enum schedule usual_schedule(const struct search *s)
{
    enum schedule schedule = s->behind == 1 ? ROWS : COLUMNS;
    uint64_t least = s->before > s->cores && !s->is_wide ? NARROW : LINE;
    if (s->before == 1)
        schedule = is_wide(s) ? WIDE : schedule;
    else if (is_gathered(s))
        schedule = s->behind == 1 ? GATHERED_ROWS : GATHERED_COLUMNS;
    if (schedule == COLUMNS && s->results * s->bytes >= s->cores * LINE &&
        s->behind * s->bytes >= least)
        schedule = ROWS_AND_COLUMNS;
    return schedule;
}

/* How many columns a core takes at once, so that all cores have some. */
static uint64_t cut_columns(const struct search *s)
{
    uint64_t step = s->behind;
    while (step > 1 && divide_up(s->behind, step) * s->before < s->cores)
        step--;
    return divide_up(s->behind, divide_up(s->behind, step));
}

/* Whether there are enough rows in front for all cores, with what lies behind them in the buffer,
 * or with few columns. */
static bool rows_suffice(const struct search *s)
{
    uint64_t places = (uint64_t)PLACES * (s->bytes + s->place_bytes) * 2;
    uint64_t room = (s->buffer / 2 - places - REGISTER) / s->bytes;
    return s->before >= s->cores && (s->length * s->behind <= room || s->behind * s->bytes < BLOCK);
}

/* The schedule when there are too few columns for the cores. */
static enum schedule schedule_of_columns(const struct search *s)
{
    if (rows_suffice(s))
        return COLUMNS;
    uint64_t step = cut_columns(s);
    if (step == s->behind || s->behind * s->bytes < BLOCK || s->length < s->cores * LEAST_PER_CORE)
        return COLUMNS;
    if (step * s->bytes >= (uint64_t)BLOCK * 2)
        return ROWS_AND_COLUMNS;
    return s->length / s->all_cores * s->behind * s->bytes >= LEAST_MOVED ? SHARED : COLUMNS;
}

/* ---- What cores exchange --------------------------------------------------------------------- */

/* The workspace when every core writes an index and an element of each result as one block. */
static uint64_t together(const struct search *s)
{
    uint64_t bytes = align_up(s->results, s->aligned) * 2 * sizeof(int32_t) * s->all_cores;
    return align_up(s->is_wide ? bytes * 2 : bytes, REGISTER);
}

/* The workspace when elements and indices are written separately, row by row. */
static uint64_t apart(const struct search *s, uint64_t cores)
{
    uint64_t bytes = align_up(s->behind * s->bytes, LINE) + align_up(s->behind * s->inner, LINE);
    return align_up(s->before * cores * bytes, REGISTER);
}

/* Whether the buffer has room for all results besides what is loaded for them. */
static bool has_room(const struct search *s, uint64_t cores)
{
    uint64_t results = align_up(s->results, s->aligned);
    uint64_t fixed = results * 2 * (s->bytes + s->inner) + cores * results * s->inner + REGISTER;
    uint64_t loaded = larger(REGISTER * s->results / s->bytes, cores * results) * 2 * s->bytes;
    if (s->is_half)
        fixed += results * 2 * sizeof(float);
    if (s->places_differ)
        fixed += results * s->stored;
    return s->buffer >= fixed + (s->is_half ? loaded * 2 : loaded);
}

static uint64_t exchanged(const struct search *s)
{
    uint64_t cores = smaller(s->all_cores, s->length);
    bool is_apart = s->behind * s->bytes >= LINE || s->length / cores * s->bytes < REGISTER;
    return is_apart || !has_room(s, cores) ? apart(s, cores) : together(s);
}

/* ---- One call -------------------------------------------------------------------------------- */

static uint64_t product(const int64_t *dims, int32_t from, int32_t to)
{
    uint64_t elements = 1;
    for (int32_t i = from; i < to; i++)
        elements *= (uint64_t)dims[i];
    return elements;
}

void reduce_tiling_arg_3510(const struct soc *soc, aclDataType type, aclDataType places,
                            const int64_t *dims, int32_t rank, int32_t dim, struct arg_tiling *t)
{
    struct search s = {.before = product(dims, 0, rank > 0 ? dim : 0),
                       .length = rank > 0 ? (uint64_t)dims[dim] : 1,
                       .behind = product(dims, dim + 1, rank)};
    uint64_t more = 0;
    measure(soc, type, places, &s);
    enum schedule schedule = s.length == 1 ? ONE_ELEMENT : s.behind == 1 ? ROWS : COLUMNS;
    if (s.length > 1 && s.results > 0) {
        schedule = is_shared(&s) ? SHARED : usual_schedule(&s);
        /* The workspace stays reserved even when, with many rows, none is cut. */
        if (schedule == SHARED && s.behind == 1 && (float)s.before > BUSY * (float)s.all_cores) {
            schedule = ROWS;
            more = together(&s);
        } else if (schedule == COLUMNS)
            schedule = schedule_of_columns(&s);
        if (schedule == SHARED)
            more = exchanged(&s);
    }
    *t = (struct arg_tiling){.tilingKey = (int64_t)schedule,
                             .aSize = (int64_t)s.before,
                             .rSize = (int64_t)s.length,
                             .nextASize = (int64_t)s.behind,
                             .kernel_workspace_bytes = (int64_t)(L0_SYSTEM_WORKSPACE + more)};
}

bool reduce_tiling_search(struct l0_list *list, int tensor, uint64_t folded)
{
    struct arg_tiling t;
    if (list->status != ACLNN_SUCCESS)
        return true;
    const struct l0_operator *operator = &list->operators[list->operator_count - 1];
    const struct l0_tensor *input = &list->tensors[tensor];
    int32_t dim = 0;
    while (dim + 1 < input->rank && (folded >> dim & 1) == 0)
        dim++;
    reduce_tiling_arg_3510(list->soc, input->type, list->tensors[operator->outputs[0]].type,
                           input->dims, input->rank, dim, &t);
    l0_kernel_workspace(list, (uint64_t)t.kernel_workspace_bytes);
#define FIGURE(name, words) l0_figure(list, #name, words, t.name);
    ARG_TILING_FIGURES(FIGURE)
#undef FIGURE
    return true;
}
