/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingDenseGrad: the tilings of the kernels that take indices unsorted. */
#include "ops/embedding/dense_grad_tiling.h"

#include <inttypes.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/embedding.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"
#include "ops/sort/sort_tiling.h"

/* ---- Ascend950 ------------------------------------------------------------------------------- */

#define BLOCK 32            /* alignment of pieces in the unified buffer */
#define CACHE_LINE 128      /* bytes of a row that a core or a pass takes at least */
#define SORT_PADDING 128    /* bytes of the unified buffer */
#define INDEX_BUFFERS 5     /* in the unified buffer */
#define FULL_LOAD_ROWS 1024 /* up to this many indices are loaded at once */
#define FEWEST_ROWS 5       /* rows of a load at least; below that columns are split instead */
#define FEWEST_COLUMNS 8    /* columns of a pass at least */
#define CLEARED_BYTES 1024  /* bytes of out that are shared among cores as a unit */

struct split {
    uint64_t buffer; /* bytes of the unified buffer */
    uint64_t grad_bytes;
    uint64_t index_bytes;
    uint64_t rows;
    uint64_t columns;       /* columns of a core */
    uint64_t least_columns; /* columns in a cache line of grad */
    uint64_t num_weights;
};

static uint64_t sort_bytes(const struct split *s, uint64_t rows)
{
    uint64_t aligned = align_up(rows, BLOCK / s->index_bytes);
    return sort_tiling_buffer_bytes((uint32_t)s->index_bytes, (uint32_t)aligned);
}

/* The bytes of the unified buffer that a step uses for some columns of some rows (or weights). */
typedef uint64_t footprint(const struct split *s, uint64_t columns, uint64_t rows);

static uint64_t sum_footprint(const struct split *s, uint64_t columns, uint64_t rows)
{
    uint64_t indices = align_up(rows, BLOCK / s->index_bytes) * s->index_bytes;
    return rows * align_up(columns, BLOCK / s->grad_bytes) * s->grad_bytes +
           rows * align_up(columns, BLOCK / 4) * 4 + INDEX_BUFFERS * indices + SORT_PADDING +
           sort_bytes(s, rows);
}

static uint64_t scale_footprint(const struct split *s, uint64_t columns, uint64_t weights)
{
    return 2 * weights * align_up(columns, BLOCK / s->grad_bytes) * 4 +
           align_up(weights, BLOCK / s->index_bytes) * s->index_bytes;
}

static uint64_t round_footprint(const struct split *s, uint64_t columns, uint64_t weights)
{
    return weights * align_up(columns, BLOCK / s->grad_bytes) * (4 + s->grad_bytes);
}

/* The most rows, up to all, that fit with this many columns; at least 1. */
static uint64_t most_rows(const struct split *s, footprint *bytes, uint64_t columns, uint64_t all)
{
    uint64_t low = 1;
    uint64_t high = all + 1;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (bytes(s, columns, middle) <= s->buffer)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The most columns of a core that fit with one row; at least a cache line. */
static uint64_t most_columns(const struct split *s, footprint *bytes)
{
    uint64_t low = s->least_columns;
    uint64_t high = s->columns + 1;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (bytes(s, middle, 1) <= s->buffer)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Splits the sums: all at once, or fewer rows, or fewer columns too. */
static bool split_sums(const struct split *s, uint64_t *columns, uint64_t *rows)
{
    if (sum_footprint(s, s->columns, s->rows) < s->buffer) {
        *columns = s->columns;
        *rows = s->rows;
        return true;
    }
    if (sum_footprint(s, s->columns, FEWEST_ROWS) < s->buffer)
        *columns = s->columns;
    else if (sum_footprint(s, s->least_columns, 1) < s->buffer)
        *columns = s->least_columns;
    else if (sum_footprint(s, FEWEST_COLUMNS, 1) < s->buffer)
        *columns = FEWEST_COLUMNS;
    else
        return false;
    *rows = most_rows(s, sum_footprint, *columns, s->rows);
    return true;
}

/* Splits a pass over out: all at once, or fewer weights, or one weight with fewer columns at a
 * time. */
static bool split_weights(const struct split *s, footprint *bytes, uint64_t *columns,
                          uint64_t *weights)
{
    if (bytes(s, s->columns, s->num_weights) < s->buffer) {
        *columns = s->columns;
        *weights = s->num_weights;
        return true;
    }
    if (bytes(s, s->columns, 1) < s->buffer) {
        *columns = s->columns;
        *weights = most_rows(s, bytes, *columns, s->num_weights);
        return true;
    }
    if (bytes(s, s->least_columns, 1) >= s->buffer)
        return false;
    *columns = most_columns(s, bytes);
    *weights = 1;
    return true;
}

/* The size of the last of some parts. */
static int64_t last_part(uint64_t all, uint64_t parts, uint64_t part)
{
    return (int64_t)(all - (parts - 1) * part);
}

static void share_columns(struct embedding_dense_grad_3510 *t, uint64_t columns, uint64_t cores,
                          uint64_t each)
{
    t->processBlock = (int64_t)cores;
    t->embeddingDimPerCore = (int64_t)each;
    t->embeddingDimLastCore = last_part(columns, cores, each);
}

/* Whether all indices fit at once, with enough columns of grad beside them. */
static bool load_all_indices(struct split *s, uint64_t columns, uint64_t cores,
                             struct embedding_dense_grad_3510 *t)
{
    uint64_t aligned = align_up(s->rows, BLOCK / s->index_bytes);
    uint64_t step = BLOCK / s->grad_bytes;
    uint64_t sort = sort_tiling_buffer_bytes((uint32_t)s->index_bytes, (uint32_t)aligned);
    int64_t rest = (int64_t)s->buffer - SORT_PADDING - (int64_t)sort -
                   (int64_t)(INDEX_BUFFERS * aligned * s->index_bytes);
    if (s->rows > FULL_LOAD_ROWS || rest <= 0)
        return false;
    /* In the vendor's tiling a division by 0 gives the dividend; rows are 0 when 32 bits cannot
     * count them. */
    uint64_t pass = align_down((uint64_t)rest / (2 * s->grad_bytes) / larger(s->rows, 1), step);
    if (pass < s->least_columns && pass != columns)
        return false;
    cores = smaller(align_up(columns, pass), cores);
    s->columns = divide_up(columns, cores);
    share_columns(t, columns, cores, s->columns);
    uint64_t passes = divide_up(s->columns, pass);
    t->gradFactor = (int64_t)(s->rows * align_up(pass, step));
    t->loopPerCoreGrad = (int64_t)passes;
    t->gradFactorPerRow = (int64_t)pass;
    t->gradFactorPerRowTail = (uint32_t)last_part(s->columns, passes, pass);
    t->loopPerCoreIndice = 1;
    t->indicesFactor = (int64_t)s->rows;
    t->sortSharedBufSize = (int64_t)sort;
    return true;
}

static bool tile_sums(const struct split *s, struct embedding_dense_grad_3510 *t)
{
    uint64_t columns;
    uint64_t rows;
    if (!split_sums(s, &columns, &rows))
        return false;
    uint64_t passes = divide_up(s->columns, columns);
    uint64_t loads = divide_up(s->rows, rows);
    t->gradFactor = (int64_t)(rows * align_up(columns, BLOCK / s->grad_bytes));
    t->loopPerCoreGrad = (int64_t)passes;
    t->gradFactorPerRow = (int64_t)columns;
    t->gradFactorPerRowTail = (uint32_t)last_part(s->columns, passes, columns);
    t->loopPerCoreIndice = (int64_t)loads;
    t->indicesFactor = (int64_t)rows;
    t->indicesFactorTail = last_part(s->rows, loads, rows);
    t->sortSharedBufSize = (int64_t)sort_bytes(s, rows);
    return true;
}

static bool tile_scale(const struct split *s, struct embedding_dense_grad_3510 *t)
{
    uint64_t columns;
    uint64_t weights;
    if (!split_weights(s, scale_footprint, &columns, &weights))
        return false;
    uint64_t passes = divide_up(s->columns, columns);
    uint64_t loads = divide_up(s->num_weights, weights);
    t->gradFactorPerRowFreq = (int64_t)columns;
    t->loopPerCoreGradFreq = (int64_t)passes;
    t->gradFactorPerRowTailFreq = last_part(s->columns, passes, columns);
    t->indicesFactorFreq = (int64_t)weights;
    t->loopPerCoreIndiceFreq = (int64_t)loads;
    t->indicesFactorFreqTail = last_part(s->num_weights, loads, weights);
    return true;
}

static bool tile_round(const struct split *s, struct embedding_dense_grad_3510 *t)
{
    uint64_t columns;
    uint64_t weights;
    if (!split_weights(s, round_footprint, &columns, &weights))
        return false;
    t->baseACast = (int64_t)columns;
    t->cntACast = (int64_t)divide_up(s->columns, columns);
    t->tailACast = last_part(s->columns, (uint64_t)t->cntACast, columns);
    t->baseWCast = (int64_t)weights;
    t->cntWCast = (int64_t)divide_up(s->num_weights, weights);
    t->tailWCast = last_part(s->num_weights, (uint64_t)t->cntWCast, weights);
    return true;
}

static int64_t type_key(aclDataType type)
{
    return type == ACL_FLOAT ? 4 : type == ACL_FLOAT16 ? 2 : 1;
}

/* Bytes for the counts of all weights and for out in float32; INT64_MAX when they do not fit. */
static int64_t own_bytes(const struct split *s, uint64_t columns)
{
    uint64_t bytes = columns * 4 + s->index_bytes;
    if (__builtin_mul_overflow(bytes, s->num_weights, &bytes) ||
        __builtin_add_overflow(bytes, L0_SYSTEM_WORKSPACE, &bytes) || bytes > INT64_MAX)
        return INT64_MAX;
    return (int64_t)bytes;
}

bool embedding_tiling_v1_3510(const struct soc *soc, const struct embedding_dense_grad_call *call,
                              struct embedding_dense_grad_3510 *t)
{
    uint64_t grad_bytes = (uint64_t)data_type_bits(call->grad_type) / 8;
    struct split s = {
        .buffer = soc->unified_buffer_bytes,
        .grad_bytes = grad_bytes,
        .index_bytes = (uint64_t)data_type_bits(call->index_type) / 8,
        .rows = (uint32_t)call->rows, /* the vendor counts in 32 bits */
        .least_columns = CACHE_LINE / grad_bytes,
        .num_weights = call->num_weights,
    };
    uint64_t columns = call->columns;
    s.columns = smaller(columns, larger(s.least_columns, divide_up(columns, soc->vector_cores)));
    uint64_t cores = divide_up(columns, s.columns);
    uint64_t cleared = divide_up(call->num_weights * columns, CLEARED_BYTES / grad_bytes);
    *t = (struct embedding_dense_grad_3510){
        .schedule_mode = 1,
        .numWeights = (int64_t)call->num_weights,
        .paddingIdx = (int64_t)call->padding_index,
        .scaleGradByFreq = call->scale,
        .embeddingDim = (int64_t)columns,
        .clearBlock = (int64_t)divide_up(cleared, divide_up(cleared, soc->vector_cores)),
    };
    if (load_all_indices(&s, columns, cores, t)) {
        t->tiling_key = 100 + type_key(call->grad_type) + 10 * call->scale;
        t->kernel_workspace_bytes = (int64_t)L0_SYSTEM_WORKSPACE;
    } else {
        share_columns(t, columns, cores, s.columns);
        if (!tile_sums(&s, t) || (call->scale && !tile_scale(&s, t)) ||
            (!call->scale && grad_bytes != 4 && !tile_round(&s, t)))
            return false;
        t->tiling_key = 100 * (int64_t)s.index_bytes + type_key(call->grad_type);
        t->kernel_workspace_bytes = own_bytes(&s, columns);
    }
    t->core_num_used = (int64_t)larger((uint64_t)t->clearBlock, (uint64_t)t->processBlock);
    return true;
}

/* ---- Elsewhere ------------------------------------------------------------------------------- */

#define ROW_STEP 128         /* the rows of a core are a multiple of this */
#define RESERVED_BYTES 16384 /* bytes of the unified buffer */

void embedding_tiling_v1(const struct soc *soc, const struct embedding_dense_grad_call *call,
                         struct embedding_dense_grad *t)
{
    uint64_t index_bytes = (uint64_t)data_type_bits(call->index_type) / 8;
    uint64_t rows = align_up(divide_up(call->rows, soc->vector_cores), ROW_STEP);
    uint64_t weights = call->scale ? divide_up(call->num_weights, soc->vector_cores) : 0;
    uint64_t counts = weights * 4;
    uint64_t taken = counts + RESERVED_BYTES;
    uint64_t rest = taken < soc->unified_buffer_bytes ? soc->unified_buffer_bytes - taken : 0;
    *t = (struct embedding_dense_grad){
        .core_num_used = (int64_t)(call->scale ? divide_up(call->num_weights, weights)
                                               : divide_up(call->rows, rows)),
        .rows_per_core = call->scale ? (int64_t)call->rows : (int64_t)rows,
        .weights_per_core = (int64_t)weights,
        .counts_bytes = (int64_t)counts,
        .rows_in_buffer = (int64_t)align_down(rest / (call->columns * 4 + index_bytes),
                                              32 / index_bytes),
        .mode = call->columns >= 32 && call->columns <= 1024,
    };
}

/* ---- The L0 operator ------------------------------------------------------------------------- */

void embedding_tiling_launch_v1(struct l0_list *list, int grad, int indices, int out,
                                const struct embedding_dense_grad_call *given)
{
    if (list->status != ACLNN_SUCCESS)
        return;
    struct embedding_dense_grad_call call = *given;
    call.grad_type = list->tensors[grad].type;
    call.index_type = list->tensors[indices].type;
    l0_launch_row(list, &l0_EmbeddingDenseGrad, (int[]){grad, indices}, 2, 0, &out, 1, NULL);
    if (list->soc->architecture != ARCHITECTURE_3510) {
        struct embedding_dense_grad t;
        embedding_tiling_v1(list->soc, &call, &t);
#define FIGURE(name, words) l0_figure(list, #name, words, t.name);
        EMBEDDING_DENSE_GRAD_FIGURES(FIGURE)
        return;
    }
    struct embedding_dense_grad_3510 t;
    if (!embedding_tiling_v1_3510(list->soc, &call, &t)) {
        list->status = report(ACLNN_ERR_INNER_NULLPTR,
                              "EmbeddingDenseGrad cannot be tiled on %s: %" PRIu64
                              " bytes of unified buffer are too few for rows of %" PRIu64,
                              list->soc->name, list->soc->unified_buffer_bytes, call.columns);
        return;
    }
    l0_kernel_workspace(list, (uint64_t)t.kernel_workspace_bytes);
    EMBEDDING_DENSE_GRAD_3510_FIGURES(FIGURE)
#undef FIGURE
}
