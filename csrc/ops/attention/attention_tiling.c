/* SPDX-License-Identifier: Apache-2.0 */
/* Attention and its gradient: tilings. */
#include "ops/attention/attention_tiling.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define FRACTAL 16           /* lengths are rounded up to blocks of the cube unit */
#define GLOBAL_ALIGNMENT 512 /* of buffers in global memory */
#define SCORE_BYTES 4        /* scores and results are float32 until they are finished */
#define LEVEL_1_BYTES 524032 /* bytes of a cube core that the platform does not reserve */
#define BLOCK 128            /* the most rows or columns of a block of scores */
/* Up to this many columns, whole rows of scores fit into the unified buffer. */
#define SHORT_COLUMNS 128
#define MIDDLE_COLUMNS 1024 /* up to this many, whole rows fit into global memory */
#define SMALL_BYTES 131072  /* bytes of a batch's scores that one core takes at once */
#define EMPTY_BYTES ((uint64_t)100 << 20)
#define CACHE_OF_B4 ((uint64_t)96 << 20)
#define CACHE_OF_OTHERS ((uint64_t)192 << 20)

/* Lengths, rounded up to blocks of the cube unit. */
struct aligned {
    uint64_t rows;
    uint64_t columns;
    uint64_t depth;
    uint64_t value_depth;
};

static struct aligned aligned_of(const struct attention_tiling_input *in)
{
    return (struct aligned){
        align_up((uint64_t)in->rows, FRACTAL),
        align_up((uint64_t)in->columns, FRACTAL),
        align_up((uint64_t)(in->depth + in->rope_depth), FRACTAL),
        align_up((uint64_t)in->value_depth, FRACTAL),
    };
}

static uint64_t cache_of(const struct soc *soc)
{
    return strcmp(soc->name, "Ascend910B4") == 0 ? CACHE_OF_B4 : CACHE_OF_OTHERS;
}

static uint64_t group_of(const struct attention_tiling_input *in)
{
    return (uint64_t)(in->heads / in->key_heads);
}

static uint64_t length(const int64_t *ends, int64_t batch)
{
    int64_t found = ends[batch] - (batch > 0 ? ends[batch - 1] : 0);
    return found < 0 ? 0 : (uint64_t)found;
}

static bool is_float(const struct attention_tiling_input *in)
{
    return in->element_bytes == 4;
}

/* ---- Rows of scores in the unified buffer: a core takes whole batches ------------------------ */

static bool takes_batches(const struct attention_tiling_input *in)
{
    struct aligned a = aligned_of(in);
    uint64_t heads = (uint64_t)in->key_heads * group_of(in);
    uint64_t bytes = in->element_bytes;
    return in->columns <= SHORT_COLUMNS &&
           heads * ((a.rows + a.columns) * a.depth + a.columns) * bytes < LEVEL_1_BYTES &&
           heads * (a.rows + a.depth) * a.columns * bytes < LEVEL_1_BYTES &&
           heads * a.rows * a.columns * bytes <= SMALL_BYTES;
}

static uint64_t batches_workspace(const struct soc *soc, const struct attention_tiling_input *in)
{
    struct aligned a = aligned_of(in);
    uint64_t batches = (uint64_t)in->batches;
    uint64_t rows = (uint64_t)in->key_heads * group_of(in) * (uint64_t)in->rows;
    uint64_t scores = rows * a.columns * SCORE_BYTES * in->element_bytes / 2;
    uint64_t results = rows * a.depth * SCORE_BYTES;
    uint64_t each = divide_up(batches, smaller(batches, soc->vector_cores));
    return 2 * divide_up(batches, each) *
           (align_up(scores, GLOBAL_ALIGNMENT) + align_up(results, GLOBAL_ALIGNMENT));
}

/* ---- Whole rows of scores in global memory: a core takes blocks of rows ---------------------- */

struct row_blocks {
    uint64_t together; /* blocks that are computed at once */
    uint64_t most;
    uint64_t units;
    uint64_t share; /* cores that share keys */
};

/* A core takes more rows at once when they are short, as long as all cores have work. */
static struct row_blocks row_blocks_of(const struct soc *soc,
                                       const struct attention_tiling_input *in)
{
    struct aligned a = aligned_of(in);
    uint64_t block = smaller(BLOCK, a.rows);
    uint64_t heads = (uint64_t)in->batches * (uint64_t)in->key_heads * group_of(in);
    uint64_t blocks = divide_up((uint64_t)in->rows, block);
    uint64_t cores = soc->vector_cores;
    struct row_blocks r = {1, 4, heads * blocks, 1};
    if (!is_float(in) && ((in->columns >= 512 && heads > 64 && in->depth <= 128) ||
                          (heads >= 4800 && in->columns == 256 && in->depth == 144)))
        r.share = 2;
    if (!is_float(in) && a.columns >= 512 && a.columns <= 1024 && in->rows <= 3840 &&
        a.depth == 64 && !in->is_sparse) {
        r.share = 1;
        r.most = a.columns == 512 ? 1 : r.most;
    }
    if (in->is_sparse)
        return r;
    bool is_unaligned = in->columns % 64 != 0 || in->columns == 64;
    bool is_half_block = in->columns >= 704 && in->columns % 64 == 0 && in->columns % 128 != 0 &&
                         heads * (uint64_t)in->rows > 20480;
    if (a.columns < BLOCK)
        r.most = 1;
    if ((is_unaligned || is_half_block) && in->depth <= 256)
        r.most = 4;
    const uint64_t largest = 8 * BLOCK * BLOCK;
    while (r.together < r.most && r.units > (r.together - 1) * cores / r.together &&
           block * r.together < a.rows && r.together * block * a.columns <= largest) {
        r.together++;
        r.units = heads * divide_up(blocks, r.together);
    }
    while (r.units <= (r.together - 1) * cores / r.together || block * r.together > a.rows ||
           r.together * block * a.columns > largest)
        r.together--;
    r.units = heads * divide_up(blocks, r.together);
    return r;
}

static uint64_t rows_workspace(const struct soc *soc, const struct attention_tiling_input *in)
{
    struct aligned a = aligned_of(in);
    struct row_blocks r = row_blocks_of(soc, in);
    uint64_t rows = smaller(BLOCK, a.rows) * r.together;
    uint64_t cores = smaller(r.units, soc->vector_cores);
    if (!in->is_sparse) {
        cores = divide_up(r.units, divide_up(r.units, cores));
        cores += r.share == 2 && cores % 2 != 0;
        cores = smaller(cores, soc->vector_cores);
    }
    uint64_t scores = align_up(rows * a.columns, 256) * SCORE_BYTES * 2;
    uint64_t results = align_up(rows * a.depth, 256) * SCORE_BYTES * 2;
    return (scores + scores * in->element_bytes / 4 + results) * cores;
}

/* ---- Blocks of rows and columns -------------------------------------------------------------- */

/* How many blocks of columns have their scores kept at once. */
static uint64_t ratio_of(const struct attention_tiling_input *in, uint64_t columns, uint64_t most)
{
    if (in->columns >= 2049 && in->columns <= 2304 && in->depth == 64 && in->layout == TILING_BNSD)
        most = 6;
    return smaller(most, divide_up((uint64_t)in->columns, columns));
}

/* Whether a ninth block of at most 16 columns would be computed alone. */
static bool has_short_ninth(const struct attention_tiling_input *in, uint64_t columns)
{
    uint64_t rest = (uint64_t)in->columns % columns;
    return (uint64_t)in->columns / columns == 8 && rest > 0 && rest <= 16;
}

static uint64_t blocks_workspace(const struct soc *soc, const struct attention_tiling_input *in)
{
    struct aligned a = aligned_of(in);
    uint64_t rows = smaller(64, a.rows);
    uint64_t columns = smaller(BLOCK, a.columns);
    uint64_t units = (uint64_t)in->batches * (uint64_t)in->heads * group_of(in) *
                     divide_up((uint64_t)in->rows, rows);
    if (units > soc->vector_cores)
        rows = smaller(BLOCK, a.rows);
    uint64_t scores = ratio_of(in, columns, has_short_ninth(in, columns) ? 5 : 8) * rows * columns *
                      SCORE_BYTES;
    uint64_t copies = is_float(in) ? 4 : in->columns % 64 != 0 ? 3 : 2;
    return (scores * copies + 4 * rows * a.depth * SCORE_BYTES) * soc->vector_cores;
}

/* ---- The same by both vector cores of a cube core -------------------------------------------- */

static bool is_by_cube_cores(const struct attention_tiling_input *in)
{
    if (is_float(in))
        return false;
    if ((in->depth % FRACTAL != 0 || in->depth == 96) && in->columns >= 512)
        return true;
    if (in->columns > MIDDLE_COLUMNS && in->depth > 128 && in->depth < 196)
        return true;
    return in->depth == 64 && in->columns % 64 != 0 && in->columns > 2 * MIDDLE_COLUMNS &&
           in->columns < 18432;
}

static uint64_t cube_workspace(const struct soc *soc, const struct attention_tiling_input *in,
                               bool *knows_cache)
{
    struct aligned a = aligned_of(in);
    uint64_t columns = smaller(BLOCK, a.columns);
    bool is_unaligned = in->depth % FRACTAL != 0 || in->depth == 96;
    bool has_long_rows = is_unaligned && in->rows > 2048 && in->layout != TILING_BSH &&
                         in->layout != TILING_BSND;
    bool is_best = has_long_rows && cache_of(soc) > CACHE_OF_B4;
    uint64_t rows = is_best && divide_up(a.rows, 384) < divide_up(a.rows, 256) ? 384 : 256;
    uint64_t ratio = ratio_of(in, columns, is_best && has_short_ninth(in, columns) ? 5 : 8);
    *knows_cache = has_long_rows;
    rows = smaller(rows, a.rows);
    return (ratio * rows * columns * SCORE_BYTES * 3 + 4 * rows * a.value_depth * SCORE_BYTES) *
           soc->ai_cores;
}

/* ---- Batches of different lengths ------------------------------------------------------------ */

static uint64_t packed_rows(const struct attention_tiling_input *in, bool is_by_cubes)
{
    struct aligned a = aligned_of(in);
    int64_t middle = 0;
    uint64_t best = 128;
    if (is_by_cubes)
        return smaller(256, a.rows);
    for (int64_t i = 0; i < in->batches; i++) {
        uint64_t columns = length(in->column_ends, i);
        middle += columns >= 512 && columns < 1024;
    }
    uint64_t total = 0;
    for (int64_t i = 0; i < in->batches; i++)
        total += length(in->row_ends, i);
    if (total > 10000 && in->columns < 1024 && in->sparse_mode != 6)
        best = middle * 2 >= in->batches || in->batches >= 5 ? 256 : 512;
    best = smaller(best, a.rows);
    return in->has_mask ? smaller(256, best) : best;
}

static uint64_t packed_workspace(const struct soc *soc, const struct attention_tiling_input *in,
                                 bool *knows_cache)
{
    struct aligned a = aligned_of(in);
    uint64_t all_rows = 0;
    uint64_t all_columns = 0;
    uint64_t blocks = 0;
    for (int64_t i = 0; i < in->batches; i++) {
        all_rows += length(in->row_ends, i);
        all_columns += length(in->column_ends, i);
    }
    bool is_large = (in->batches >= 4 && all_rows >= 8192 && all_columns >= 8192 &&
                     in->rows >= 512 && in->columns >= 512) ||
                    (in->columns > 5120 && in->rows > 5120);
    bool is_by_cubes = is_large && !is_float(in) && (in->heads > 1 || in->key_heads > 1) &&
                       in->precision_mode != 2;
    uint64_t rows = packed_rows(in, is_by_cubes);
    uint64_t columns = smaller(BLOCK, a.columns);
    *knows_cache = is_by_cubes && a.depth == 128 && in->all_rows >= 48000;
    uint64_t ratio = *knows_cache && cache_of(soc) <= CACHE_OF_B4 ? 4 : 8;
    for (int64_t i = 0; i < in->batches; i++)
        blocks += divide_up(length(in->row_ends, i), rows);
    uint64_t scores = smaller(ratio, divide_up((uint64_t)in->columns, columns)) * rows * columns *
                      SCORE_BYTES;
    uint64_t units = blocks * (uint64_t)in->key_heads * group_of(in);
    uint64_t cores = smaller(units, is_by_cubes ? soc->ai_cores : soc->vector_cores);
    return (scores * (is_float(in) ? 5 : 3) + 4 * rows * a.depth * SCORE_BYTES) * cores;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* The workspace for a byte for each bit of the mask, when its rows do not begin with a byte. */
static uint64_t drop_workspace(const struct attention_tiling_input *in)
{
    uint64_t pairs = (uint64_t)in->batches * (uint64_t)in->rows * (uint64_t)in->columns;
    bool is_packed = in->layout == TILING_TND;
    if (!in->drops || (in->columns % 8 == 0 && !(is_packed && in->batches > 1)))
        return 0;
    for (int64_t i = 0; is_packed && i < in->batches; i++)
        pairs = (i == 0 ? 0 : pairs) + length(in->row_ends, i) * length(in->column_ends, i);
    return align_up(pairs * (uint64_t)in->key_heads * group_of(in), GLOBAL_ALIGNMENT);
}

uint64_t attention_tiling_2201(const struct soc *soc, const struct attention_tiling_input *input,
                               bool *knows_cache)
{
    uint64_t bytes;
    *knows_cache = false;
    if (input->is_empty)
        return EMPTY_BYTES;
    if (input->layout == TILING_TND)
        bytes = packed_workspace(soc, input, knows_cache);
    else if (is_by_cube_cores(input))
        bytes = cube_workspace(soc, input, knows_cache);
    else if (input->columns > MIDDLE_COLUMNS)
        bytes = blocks_workspace(soc, input);
    else if (takes_batches(input))
        bytes = batches_workspace(soc, input);
    else
        bytes = rows_workspace(soc, input);
    return L0_SYSTEM_WORKSPACE + bytes + drop_workspace(input);
}

/* Batches of different lengths: the largest blocks that there are, on all cores, and room for
 * shifts that the kernel makes. */
uint64_t attention_tiling_most_2201(const struct soc *soc,
                                    const struct attention_tiling_input *input)
{
    const uint64_t rows = 512;
    const uint64_t shifts = 2 * rows * MIDDLE_COLUMNS;
    uint64_t scores = 8 * rows * BLOCK * SCORE_BYTES;
    uint64_t results = rows * aligned_of(input).depth * SCORE_BYTES;
    uint64_t each = scores * (is_float(input) ? 5 : 3) + 4 * results + shifts;
    return input->is_empty ? EMPTY_BYTES
                           : L0_SYSTEM_WORKSPACE + each * larger(soc->ai_cores, soc->vector_cores);
}

/* ---- Ascend950 ------------------------------------------------------------------------------- */

#define DEPTH_STEP 64  /* heads are rounded up to it, above WIDE_DEPTH to LONGEST_DEPTH */
#define WIDE_DEPTH 256 /* heads of more columns have results of their own in global memory */
#define LONGEST_DEPTH 768
#define LEAST_DEPTH 128 /* up to so many columns results stay in the unified buffer */
#define PLAIN_DEPTH 192 /* the same without mask, pse, dropping and ropes */

static uint64_t row_blocks_3510(const struct attention_tiling_input *in, uint64_t rows)
{
    uint64_t blocks = 0;
    if (in->layout != TILING_TND)
        return (uint64_t)in->batches * (uint64_t)in->heads * divide_up((uint64_t)in->rows, rows);
    for (int64_t i = 0; i < in->batches; i++)
        blocks += divide_up(length(in->row_ends, i), rows);
    return blocks * (uint64_t)in->heads;
}

uint64_t attention_tiling_3510(const struct soc *soc, const struct attention_tiling_input *in)
{
    bool is_packed = in->layout == TILING_TND;
    bool has_ropes = in->rope_depth > 0;
    bool is_plain = !in->has_mask && !in->has_pse && !in->drops_any && !has_ropes;
    bool has_open_rows = in->has_mask && !is_float(in) &&
                         (in->precision_mode == 2 || in->has_open_rows);
    uint64_t depth = align_up((uint64_t)(in->depth + in->rope_depth), DEPTH_STEP);
    uint64_t value_depth = is_packed ? depth : align_up((uint64_t)in->value_depth, DEPTH_STEP);
    uint64_t rows = is_float(in) && in->depth > WIDE_DEPTH ? BLOCK / 2 : BLOCK;
    uint64_t heads = (uint64_t)in->batches * (uint64_t)in->heads;
    uint64_t results = 0;
    if (in->is_empty)
        return EMPTY_BYTES;
    if (heads * divide_up((uint64_t)in->rows, rows) < soc->ai_cores && !has_open_rows &&
        !is_float(in) && depth <= WIDE_DEPTH && !has_ropes)
        rows = BLOCK / 2;
    uint64_t cores = smaller(row_blocks_3510(in, rows), soc->ai_cores);
    bool is_direct = !is_packed && is_plain && rows == BLOCK && value_depth <= WIDE_DEPTH;
    if (in->depth > (is_direct ? PLAIN_DEPTH : LEAST_DEPTH))
        results = depth > WIDE_DEPTH ? LONGEST_DEPTH + value_depth : value_depth;
    uint64_t bytes = 3 * cores * rows * results * SCORE_BYTES;
    return L0_SYSTEM_WORKSPACE + bytes + drop_workspace(in);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

#define LONG_LENGTH 1024     /* from this many rows or columns on all three axes are cut */
#define GRAD_BLOCK 512       /* rows and columns of a block */
#define SMALL_GRADIENT 32768 /* up to this many pairs of a head another kernel is used */
#define SMALL_COLUMNS 1536   /* if there are at most this many columns */
#define GRAD_SYNC_BYTES 65536
#define GRAD_RESERVE ((uint64_t)20 << 20)

/* The next larger multiple, also for a number that is a multiple. */
static uint64_t next_block(uint64_t bytes)
{
    return (bytes / GLOBAL_ALIGNMENT + 1) * GLOBAL_ALIGNMENT;
}

/* Rows by columns of a block when no scores are left out: about 512 x 512, in equal shares. */
static uint64_t fitted_block(uint64_t rows, uint64_t columns)
{
    const uint64_t most = (uint64_t)GRAD_BLOCK * GRAD_BLOCK;
    uint64_t share = columns / GRAD_BLOCK + (columns % GRAD_BLOCK * 2 > GRAD_BLOCK);
    uint64_t block_columns = align_up(divide_up(columns, larger(share, 1)), FRACTAL);
    uint64_t block_rows = align_down(most / block_columns, FRACTAL);
    block_rows = smaller(block_rows, 2 * GRAD_BLOCK);
    uint64_t row_share = divide_up(rows, block_rows);
    if (rows % row_share == 0)
        block_rows = align_up(rows / row_share, FRACTAL);
    if (block_rows > align_up(rows, FRACTAL)) {
        block_rows = align_up(rows, FRACTAL);
        block_columns = larger(align_down(most / block_rows, FRACTAL), block_columns);
    }
    return block_rows * smaller(block_columns, 2 * GRAD_BLOCK);
}

static bool takes_grad_blocks(const struct attention_tiling_input *in, bool is_deterministic)
{
    uint64_t rows = (uint64_t)in->rows;
    uint64_t columns = (uint64_t)in->columns;
    uint64_t aligned = align_up(columns, FRACTAL);
    bool is_small = in->heads == in->key_heads && aligned <= SMALL_COLUMNS &&
                    rows * aligned <= SMALL_GRADIENT;
    if (is_float(in) || in->layout == TILING_TND || is_deterministic || in->rope_depth > 0 ||
        in->sparse_mode > 4 || is_small || (rows < LONG_LENGTH && columns < LONG_LENGTH))
        return false;
    /* For masks of few blocks another block is used when they hide most of the scores. */
    return !in->has_mask || rows == columns ||
           divide_up(rows, GRAD_BLOCK) * divide_up(columns, GRAD_BLOCK) >= 64;
}

bool attention_tiling_grad_2201(const struct soc *soc, const struct attention_tiling_input *in,
                                bool is_deterministic, uint64_t *bytes)
{
    uint64_t rows = (uint64_t)in->rows;
    uint64_t columns = (uint64_t)in->columns;
    uint64_t heads = (uint64_t)in->batches * (uint64_t)in->heads;
    uint64_t key_heads = (uint64_t)in->batches * (uint64_t)in->key_heads;
    uint64_t depth = (uint64_t)in->depth;
    *bytes = EMPTY_BYTES;
    if (in->is_empty)
        return true;
    if (!takes_grad_blocks(in, is_deterministic))
        return false;
    uint64_t value_depth = (uint64_t)in->value_depth;
    if (rows >= 128) {
        depth = align_up(depth, FRACTAL);
        value_depth = align_up(value_depth, FRACTAL);
    }
    bool is_cut = in->has_mask && in->sparse_mode != 1 && in->is_sparse;
    bool is_whole = is_cut || columns >= 4 * GRAD_BLOCK ||
                    (depth == 64 && rows >= GRAD_BLOCK && columns >= GRAD_BLOCK);
    uint64_t block = is_whole ? GRAD_BLOCK * GRAD_BLOCK : fitted_block(rows, columns);
    uint64_t sum = next_block(GRAD_SYNC_BYTES + heads * rows * depth * 4);
    sum = next_block(sum + key_heads * columns * depth * 4);
    sum = next_block(sum + key_heads * columns * value_depth * 4);
    if (in->drops && columns % 8 != 0)
        sum = next_block(sum + heads * rows * columns);
    sum += align_up(heads * rows * 8 * 4, GLOBAL_ALIGNMENT);
    *bytes = next_block(sum + soc->vector_cores * block * 4 * 2) + GRAD_RESERVE;
    return true;
}

/* ---- Single rows ----------------------------------------------------------------------------- */

#define ROW_ALIGNMENT 32
#define ROWS_OF_STATISTICS 128
#define KEYS_OF_A_PART 512 /* at least; all other borders of lengths are multiples of it */
#define CUBE_KEYS 2048
#define CUBE_PIECES 128 /* more than so many pieces of CUBE_KEYS are for cubes */
#define LAST_BORDER (CUBE_PIECES * CUBE_KEYS)
#define EMPTY_COLUMNS 1024 /* keys without columns are divided as if they had so many */

enum row_way {
    ROW_BY_CORES,   /* cube cores multiply, and vector cores do the rest, each by itself */
    ROW_BY_VECTORS, /* vector cores do everything: for float16 heads that share no keys */
    ROW_BY_CUBES,   /* for many blocks of keys: four pieces at once */
};

static enum row_way row_way_of(const struct attention_row_input *in)
{
    uint64_t group = in->heads / in->key_heads;
    if (in->block_size == 0 && group == 1 && in->depth <= 512 && in->is_float16)
        return ROW_BY_VECTORS;
    if (in->block_size > 0 && in->is_bnsd && !in->is_precise && in->depth == 128 && group <= 16 &&
        in->batches * in->key_heads * divide_up(in->longest, CUBE_KEYS) > CUBE_PIECES)
        return ROW_BY_CUBES;
    return ROW_BY_CORES;
}

/* How many parts the keys of a head are cut into, when there are fewer heads than cores; 0:
 * none. */
static uint64_t parts_of_keys(const struct attention_row_input *in, enum row_way way,
                              uint64_t cores)
{
    uint64_t units = in->batches * in->key_heads;
    bool is_few = way == ROW_BY_CUBES     ? 2 * units <= cores
                  : way == ROW_BY_VECTORS ? 2 * units < cores
                                          : 5 * units < 2 * cores;
    if (!is_few || (in->block_size > 0 && in->longest <= 1024) ||
        (in->heads != in->key_heads && in->longest < 2048))
        return 0;
    uint64_t parts = cores / units;
    while (parts > 1 && in->longest / parts < KEYS_OF_A_PART)
        parts--;
    return parts;
}

static uint64_t columns_at_once(const struct attention_row_input *in, uint64_t columns)
{
    static const uint64_t most[] = {8192, 4096, 2048};
    uint64_t at_once = most[smaller(in->heads / in->key_heads / 5, 2)];
    if (in->block_size > 0)
        at_once = align_down(at_once, in->block_size);
    return align_up(smaller(at_once, columns), ROW_ALIGNMENT);
}

uint64_t attention_tiling_rows_2201(const struct soc *soc, const struct attention_row_input *in)
{
    enum row_way way = row_way_of(in);
    uint64_t cores = way == ROW_BY_CUBES ? soc->ai_cores : soc->vector_cores;
    uint64_t parts = parts_of_keys(in, way, cores);
    uint64_t columns = in->columns == 0 ? EMPTY_COLUMNS : in->columns;
    uint64_t depth = align_up(in->depth, ROW_ALIGNMENT);
    uint64_t group = in->heads / in->key_heads;
    uint64_t bytes = L0_SYSTEM_WORKSPACE;
    if (parts > 0)
        columns = divide_up(columns, parts);
    if (parts > 0 && in->block_size > 0)
        columns = align_up(columns, in->block_size);
    if (way != ROW_BY_VECTORS) {
        /* Scores in float32 and 16 bits, results twice, maxima and sums. */
        uint64_t scores = columns_at_once(in, columns) * group * 6;
        uint64_t results = depth * group * 8;
        bytes += (way == ROW_BY_CUBES ? 4 : 1) * cores *
                 (scores + results + (uint64_t)ROWS_OF_STATISTICS * 8);
    }
    /* Results of the parts, and two statistics of 8 numbers each. */
    bytes += in->batches * in->heads * parts * (depth + 2 * 8) * SCORE_BYTES;
    return in->block_size > 0 ? bytes + cores * 64 * 2 : bytes;
}

uint64_t attention_tiling_most_rows_2201(const struct soc *soc,
                                         const struct attention_row_input *input)
{
    struct attention_row_input in = *input;
    uint64_t found = 0;
    for (uint64_t keys = 0; keys <= smaller(in.columns, LAST_BORDER); keys += KEYS_OF_A_PART)
        for (uint64_t more = 0; more < 2; more++) {
            in.longest = smaller(keys + more, in.columns);
            found = larger(found, attention_tiling_rows_2201(soc, &in));
        }
    in.longest = in.columns;
    return larger(found, attention_tiling_rows_2201(soc, &in));
}
