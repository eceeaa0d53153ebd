/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/embedding/gradient.h"

#include <string.h>

#include "base/data_type.h"
#include "base/number.h"
#include "runtime/cores/scratch.h"
#include "ops/embedding/one_pass.h"
#include "ops/common/non_temporal.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/layout.h"
#include "vector/memory.h"
#include "ops/embedding/gradient_division.h"
#include "ops/common/indices.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/quant/weight_quant.h"

#define TILING(field) EMBEDDING_DENSE_GRAD_TILING_##field
#define ARGUMENT(name) EMBEDDING_DENSE_GRAD_ARGUMENT_##name

/* A block of fewer rows is not worth waking a thread for. */
#define ROWS_A_BLOCK 4096
#define WEIGHTS_A_BLOCK 65536
#define MAX_COUNT_BLOCKS 16
#define MAX_BUCKETS 512
#define MAX_SORT_BLOCKS 16
#define ELEMENTS_A_SUM_BLOCK 32768
#define MAX_SUM_BLOCKS 64
#define CLEAR_BLOCKS 4

/* A core takes at least this much of a row. Of less, half of what the CPU prefetches would belong
 * to another core. */
#define BYTES_A_COLUMN_PART 256
#define PARTS_A_CORE 4

/* ---- Types ----------------------------------------------------------------------------------- */

/* The numbers that are added: their type, how many of them an element has, and the kernel that adds
 * them where out has the type of grad. */
struct number {
    aclDataType type;
    aclDataType added;
    int count;
    int kernel;
};

static const struct number *number_of(aclDataType type)
{
    static const struct number all[] = {
        {ACL_FLOAT, ACL_FLOAT, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT32},
        {ACL_FLOAT16, ACL_FLOAT16, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT16},
        {ACL_BF16, ACL_BF16, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_BFLOAT16},
        {ACL_DOUBLE, ACL_DOUBLE, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT64},
        {ACL_COMPLEX32, ACL_FLOAT16, 2, KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT16},
        {ACL_COMPLEX64, ACL_FLOAT, 2, KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT32},
        {ACL_COMPLEX128, ACL_DOUBLE, 2, KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT64},
        {ACL_INT8, ACL_INT8, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_INTEGER},
        {ACL_UINT8, ACL_INT8, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_INTEGER},
        {ACL_INT16, ACL_INT16, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_INTEGER},
        {ACL_UINT16, ACL_INT16, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_INTEGER},
        {ACL_INT32, ACL_INT32, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_INTEGER},
        {ACL_UINT32, ACL_INT32, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_INTEGER},
        {ACL_INT64, ACL_INT64, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_INTEGER},
        {ACL_UINT64, ACL_INT64, 1, KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_INTEGER},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].type == type)
            return &all[i];
    return NULL;
}

static bool is_float(aclDataType added)
{
    return added == ACL_FLOAT || added == ACL_FLOAT16 || added == ACL_BF16 || added == ACL_DOUBLE;
}

/* What kernels for any float, or any integer, call a type; -1 for others. */
static int64_t any_number(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return EMBEDDING_DENSE_GRAD_FLOAT32_NUMBER;
    case ACL_FLOAT16: return EMBEDDING_DENSE_GRAD_FLOAT16_NUMBER;
    case ACL_BF16: return EMBEDDING_DENSE_GRAD_BFLOAT16_NUMBER;
    case ACL_INT8:
    case ACL_UINT8: return EMBEDDING_DENSE_GRAD_INT8_NUMBER;
    case ACL_INT16:
    case ACL_UINT16: return EMBEDDING_DENSE_GRAD_INT16_NUMBER;
    case ACL_INT32:
    case ACL_UINT32: return EMBEDDING_DENSE_GRAD_INT32_NUMBER;
    case ACL_INT64:
    case ACL_UINT64: return EMBEDDING_DENSE_GRAD_INT64_NUMBER;
    default: return -1;
    }
}

/* The kernel for these types; -1 when there is none. */
static int sum_kernel(aclDataType grad, aclDataType out)
{
    const struct number *number = number_of(grad);
    if (grad == out)
        return number == NULL ? -1 : number->kernel;
    bool both = is_float(grad) && any_number(grad) >= 0 && is_float(out) && any_number(out) >= 0;
    return both ? KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_FLOAT : -1;
}

/* ---- The division ---------------------------------------------------------------------------- */

/* How many weights go into a bucket: so that there are few enough buckets to write rows to without
 * missing the caches, and few enough weights in each for their counters to stay in the caches. */
static int64_t bucket_shift(int64_t weights)
{
    int64_t shift = 0;
    while (weights >> shift > MAX_BUCKETS - 1)
        shift++;
    return shift;
}

static bool is_non_temporal(const struct embedding_grad_call *a)
{
    uint64_t row_bytes = (uint64_t)a->out->dims[1] * ((uint64_t)data_type_bits(a->out->type) / 8);
    return data_type_bits(a->out->type) >= 16 && a->out->strides[1] == 1 &&
           a->num_weights > (uint64_t)STREAMED_BYTES / row_bytes;
}

static int64_t alpha_bits(const struct embedding_grad_call *a, aclDataType added)
{
    int64_t bits;
    if (!is_float(added))
        return a->integer_alpha;
    memcpy(&bits, &a->alpha, sizeof bits);
    return bits;
}

/* Converts strides from elements to numbers, of which an element has `count`. */
static void scale_strides(int64_t *strides, int64_t rank, int64_t count)
{
    for (int64_t i = 0; i < rank; i++)
        strides[i] *= count;
}

/* Fills in what the sort reads. */
static void fill_sort_tiling(const struct tensor *indices, int64_t rows, int64_t weights,
                             int64_t padding_index, int64_t *t)
{
    t[TILING(ROWS)] = rows;
    t[TILING(WEIGHTS)] = weights;
    t[TILING(PADDING_INDEX)] = padding_index;
    t[TILING(COUNT_BLOCKS)] = clamp(rows / ROWS_A_BLOCK, 1, MAX_COUNT_BLOCKS);
    t[TILING(BUCKET_SHIFT)] = bucket_shift(weights);
    t[TILING(BUCKETS)] = (weights >> t[TILING(BUCKET_SHIFT)]) + 1;
    t[TILING(INDEX_TYPE)] = indices_kernels_of(indices->type)->number;
    t[TILING(WIDE)] = rows > INT32_MAX || weights > INT32_MAX;
    if (rows > 0)
        t[TILING(INDEX_RANK)] = collapse_dims(indices->dims, indices->strides, indices->rank,
                                              &t[TILING(INDEX_DIMS)], &t[TILING(INDEX_STRIDES)]);
}

static void fill_tiling(const struct embedding_grad_call *a,
                        struct embedding_grad_division *division, int64_t rows)
{
    int64_t *t = division->tiling;
    const struct tensor *grad = a->grad;
    const struct number *number = number_of(grad->type);
    bool pairs = number->count > 1;
    /* No index equals a padding index beyond int64, such as -1 cast to unsigned. */
    fill_sort_tiling(a->indices, rows, (int64_t)a->num_weights,
                     a->padding_index > INT64_MAX ? -1 : (int64_t)a->padding_index, t);
    t[TILING(COLUMNS)] = division->columns;
    t[TILING(SCALE)] = a->scale;
    t[TILING(ALPHA)] = alpha_bits(a, number->added);
    t[TILING(ACCUMULATE)] = a->accumulate;
    t[TILING(INITIAL_ROW_STRIDE)] = a->initial_step * number->count;
    t[TILING(GRAD_COLUMN_STRIDE)] = pairs ? 1 : grad->strides[grad->rank - 1];
    /* The stride of a table with a single row may be any number. */
    t[TILING(OUT_ROW_STRIDE)] = a->out->dims[0] > 1 ? a->out->strides[0] * number->count
                                                    : division->columns;
    t[TILING(OUT_COLUMN_STRIDE)] = pairs ? 1 : a->out->strides[1];
    t[TILING(STREAM)] = is_non_temporal(a);
    t[TILING(GRAD_TYPE)] = any_number(grad->type);
    t[TILING(OUT_TYPE)] = any_number(a->out->type);
    if (rows == 0)
        return;
    t[TILING(GRAD_ROW_RANK)] = collapse_dims(grad->dims, grad->strides, grad->rank - 1,
                                             &t[TILING(GRAD_ROW_DIMS)],
                                             &t[TILING(GRAD_ROW_STRIDES)]);
    scale_strides(&t[TILING(GRAD_ROW_STRIDES)], t[TILING(GRAD_ROW_RANK)], number->count);
}

static int64_t sort_blocks(const struct embedding_grad_division *division)
{
    const int64_t *t = division->tiling;
    int64_t worth = t[TILING(ROWS)] / ROWS_A_BLOCK + t[TILING(WEIGHTS)] / WEIGHTS_A_BLOCK;
    int64_t most = t[TILING(BUCKETS)] < MAX_SORT_BLOCKS ? t[TILING(BUCKETS)] : MAX_SORT_BLOCKS;
    return clamp(worth, 1, most);
}

/* Assigns scratch. What every call writes comes last, near the end of the workspace, because each
 * page of a fresh workspace that is touched costs more than a small call. The accumulators, which
 * few calls need, come first. */
static bool lay_out_scratch(struct embedding_grad_division *division)
{
    struct embedding_grad_scratch *s = &division->scratch;
    uint64_t rows = (uint64_t)division->tiling[TILING(ROWS)];
    uint64_t weights = (uint64_t)division->tiling[TILING(WEIGHTS)];
    uint64_t blocks = (uint64_t)division->tiling[TILING(COUNT_BLOCKS)];
    uint64_t buckets = (uint64_t)division->tiling[TILING(BUCKETS)];
    uint64_t bucket = (uint64_t)1 << division->tiling[TILING(BUCKET_SHIFT)];
    uint64_t apart = EMBEDDING_DENSE_GRAD_COUNTERS_APART;
    uint64_t counters = (uint64_t)sort_blocks(division) * (bucket > apart ? bucket : apart);
    uint64_t position = division->tiling[TILING(WIDE)] ? 8 : 4;
    uint64_t total = 0;
    uint64_t sum_blocks = (uint64_t)division->sum_blocks;
    bool fits = scratch_lay_out(&total, &s->accumulators, sum_blocks,
                                EMBEDDING_DENSE_GRAD_BLOCK_BYTES) &&
                scratch_lay_out(&total, &s->pairs, rows, 2 * position) &&
                scratch_lay_out(&total, &s->order, rows, position) &&
                scratch_lay_out(&total, &s->offsets, weights + 1, position) &&
                scratch_lay_out(&total, &s->counters, counters, position) &&
                scratch_lay_out(&total, &s->places, blocks * buckets, 8) &&
                scratch_lay_out(&total, &s->bucket_starts, buckets + 1, 8) &&
                scratch_lay_out(&total, &s->errors, blocks, 8) &&
                scratch_lay_out(&total, &s->largest, (uint64_t)sort_blocks(division), 8);
    s->total = total;
    return fits;
}

/* Elements of out that share memory must be written in one sequence, so one block writes them
 * all. */
static int64_t sum_block_limit(const struct embedding_grad_call *a, int64_t rows, int64_t columns)
{
    if (tensor_overlaps_itself(a->out))
        return 1;
    double elements = ((double)rows + (double)a->num_weights) * (double)columns;
    double blocks = elements / ELEMENTS_A_SUM_BLOCK;
    return blocks >= MAX_SUM_BLOCKS ? MAX_SUM_BLOCKS : clamp((int64_t)blocks, 1, MAX_SUM_BLOCKS);
}

bool embedding_divide_gradient(const struct embedding_grad_call *a,
                               struct embedding_grad_division *division)
{
    int64_t rows = 0;
    int64_t elements = 0;
    memset(division, 0, sizeof *division);
    tensor_element_count(a->grad, &elements);
    tensor_element_count(a->indices, &rows);
    division->columns = a->grad->dims[a->grad->rank - 1] * number_of(a->grad->type)->count;
    division->rows_empty = elements == 0 || rows == 0;
    /* Without weights there is still work when there are rows: every index is out of range. */
    division->empty = division->columns == 0 ||
                      (division->rows_empty && (a->num_weights == 0 || a->accumulate));
    division->column_parts = a->grad->dims[a->grad->rank - 1] /
                             (BYTES_A_COLUMN_PART / (int64_t)(data_type_bits(a->grad->type) / 8));
    division->index_kernels = indices_kernels_of(a->indices->type);
    division->sum_kernel = sum_kernel(a->grad->type, a->out->type);
    if (division->empty)
        return true;
    fill_tiling(a, division, division->rows_empty ? 0 : rows);
    division->sum_blocks = sum_block_limit(a, division->tiling[TILING(ROWS)], division->columns);
    return division->rows_empty ||
           (lay_out_scratch(division) && embedding_one_pass_divide(division));
}

uint64_t embedding_scratch_bytes(const struct embedding_grad_division *divisions, int tables)
{
    uint64_t bytes = 0;
    for (int i = 0; i < tables; i++) {
        bool sums = !divisions[i].empty && !divisions[i].rows_empty;
        uint64_t sorted = sums ? divisions[i].scratch.total : 0;
        bytes = sorted > bytes ? sorted : bytes;
    }
    uint64_t both = tables > 1 ? embedding_one_pass_bytes(divisions) : 0;
    return both > bytes ? both : bytes;
}

/* ---- The work -------------------------------------------------------------------------------- */

static void bind_scratch(const struct embedding_grad_scratch *s, char *scratch, int64_t *arguments)
{
    arguments[ARGUMENT(PLACES)] = (int64_t)(intptr_t)(scratch + s->places);
    arguments[ARGUMENT(BUCKET_STARTS)] = (int64_t)(intptr_t)(scratch + s->bucket_starts);
    arguments[ARGUMENT(PAIRS)] = (int64_t)(intptr_t)(scratch + s->pairs);
    arguments[ARGUMENT(ORDER)] = (int64_t)(intptr_t)(scratch + s->order);
    arguments[ARGUMENT(OFFSETS)] = (int64_t)(intptr_t)(scratch + s->offsets);
    arguments[ARGUMENT(COUNTERS)] = (int64_t)(intptr_t)(scratch + s->counters);
    arguments[ARGUMENT(ERRORS)] = (int64_t)(intptr_t)(scratch + s->errors);
    arguments[ARGUMENT(LARGEST)] = (int64_t)(intptr_t)(scratch + s->largest);
    arguments[ARGUMENT(ACCUMULATORS)] = (int64_t)(intptr_t)(scratch + s->accumulators);
}

/* From the number of rows that each block has for each bucket, computes where the block writes
 * them. Scratch may hold anything, so every reader of such a position tests it. */
static void scan_buckets(const int64_t *tiling, const int64_t *arguments)
{
    int64_t blocks = tiling[TILING(COUNT_BLOCKS)];
    int64_t buckets = tiling[TILING(BUCKETS)];
    uint64_t *places = (uint64_t *)(intptr_t)arguments[ARGUMENT(PLACES)];
    uint64_t *starts = (uint64_t *)(intptr_t)arguments[ARGUMENT(BUCKET_STARTS)];
    uint64_t running = 0;
    for (int64_t bucket = 0; bucket < buckets; bucket++) {
        starts[bucket] = running;
        for (int64_t block = 0; block < blocks; block++) {
            uint64_t count = places[block * buckets + bucket];
            places[block * buckets + bucket] = running;
            running += count;
        }
    }
    starts[buckets] = running;
}

/* Sorts the rows by weight, leaving out those whose index is out of range. Returns the first of
 * these, or -1. */
static int64_t sort_rows(const struct embedding_grad_division *division, const int64_t *arguments)
{
    const int64_t *tiling = division->tiling;
    int64_t blocks = tiling[TILING(COUNT_BLOCKS)];
    ai_cores_run(division->index_kernels->count, blocks, tiling, arguments);
    int64_t bad = indices_first_bad_row((const int64_t *)(intptr_t)arguments[ARGUMENT(ERRORS)],
                                        blocks, tiling[TILING(ROWS)]);
    scan_buckets(tiling, arguments);
    ai_cores_run(division->index_kernels->scatter, blocks, tiling, arguments);
    ai_cores_run(KERNEL_EMBEDDING_DENSE_GRAD_SORT, sort_blocks(division), tiling, arguments);
    return bad;
}

/* The largest number of rows of one weight. Scratch may hold anything, so the result only decides
 * how work is divided. */
static int64_t largest_weight(const struct embedding_grad_division *division,
                              const int64_t *arguments)
{
    const volatile int64_t *largest = (const volatile int64_t *)(intptr_t)
        arguments[ARGUMENT(LARGEST)];
    int64_t result = 0;
    for (int64_t i = 0; largest != NULL && i < sort_blocks(division); i++) {
        int64_t rows = largest[i];
        if (rows > result)
            result = rows;
    }
    return result;
}

bool embedding_divide_sort(const struct tensor *indices, uint64_t num_weights,
                           struct embedding_grad_division *division)
{
    int64_t rows = 0;
    memset(division, 0, sizeof *division);
    tensor_element_count(indices, &rows);
    division->index_kernels = indices_kernels_of(indices->type);
    fill_sort_tiling(indices, rows, (int64_t)num_weights, -1, division->tiling);
    return lay_out_scratch(division);
}

int64_t embedding_sort(const struct embedding_grad_division *division, const char *indices,
                       char *scratch, struct embedding_grad_order *order)
{
    int64_t arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_COUNT] = {0};
    arguments[ARGUMENT(INDICES)] = (int64_t)(intptr_t)indices;
    bind_scratch(&division->scratch, scratch, arguments);
    int64_t bad = sort_rows(division, arguments);
    if (bad >= 0)
        return bad;
    order->order = arguments[ARGUMENT(ORDER)];
    order->offsets = arguments[ARGUMENT(OFFSETS)];
    order->largest = largest_weight(division, arguments);
    return -1;
}

/* Computes the sums, which are the same however they are divided. Parts are ranges of weights with
 * equal work, several a core, because some take longer than others. When one weight has more work
 * than that, each core takes a part of the columns. */
static void sum_rows(struct embedding_grad_division *division, int64_t *arguments)
{
    int64_t *t = division->tiling;
    int64_t cores = clamp(ai_cores_count(), 1, division->sum_blocks);
    int64_t parts = cores == 1 ? 1 : clamp(PARTS_A_CORE * cores, 1, division->sum_blocks);
    int64_t even = (t[TILING(ROWS)] + t[TILING(WEIGHTS)]) / cores;
    int64_t column_parts = largest_weight(division, arguments) > even / 2
                               ? clamp(division->column_parts, 1, cores)
                               : 1;
    t[TILING(COLUMN_BLOCKS)] = column_parts;
    parts = parts / column_parts * column_parts;
    bool adds_in_place = t[TILING(ACCUMULATE)] && arguments[ARGUMENT(INITIAL)] == 0;
    if (adds_in_place || arguments[ARGUMENT(OUT)] % NON_TEMPORAL_ALIGNMENT != 0)
        t[TILING(STREAM)] = 0;
    ai_cores_run(division->sum_kernel, parts, t, arguments);
}

/* Without rows of grad there is nothing to sort, and the sums are zeros. */
static void clear_out(struct embedding_grad_division *division, int64_t *arguments)
{
    char accumulators[CLEAR_BLOCKS * EMBEDDING_DENSE_GRAD_BLOCK_BYTES];
    arguments[ARGUMENT(ACCUMULATORS)] = (int64_t)(intptr_t)accumulators;
    division->sum_blocks = clamp(division->sum_blocks, 1, CLEAR_BLOCKS);
    sum_rows(division, arguments);
}

/* Does one table by sorting its rows. */
static int64_t run_sorted(struct embedding_grad_division *division,
                          const struct embedding_grad_memory *memory, char *scratch)
{
    int64_t arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_COUNT] = {0};
    if (division->empty)
        return -1;
    embedding_grad_bind(memory, arguments);
    if (division->rows_empty) {
        clear_out(division, arguments);
        return -1;
    }
    bind_scratch(&division->scratch, scratch, arguments);
    int64_t bad = sort_rows(division, arguments);
    sum_rows(division, arguments);
    return bad;
}

void embedding_run_gradient(struct embedding_grad_division *divisions,
                            const struct embedding_grad_memory *memory, int tables, char *scratch,
                            int64_t *bad)
{
    if (tables > 1 && embedding_one_pass_run(divisions, memory, scratch, bad))
        return;
    for (int i = 0; i < tables; i++)
        bad[i] = run_sorted(&divisions[i], &memory[i], scratch);
}
