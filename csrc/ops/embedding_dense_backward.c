/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnEmbeddingDenseBackward: the gradient of an embedding table. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "base/handle.h"
#include "base/report.h"
#include "executor/executor.h"
#include "impl.h"
#include "kernels.h"
#include "ops/embedding_dense_backward.h"
#include "runtime/ai_cores.h"

#define TILING(field) EMBEDDING_DENSE_GRAD_TILING_##field
#define ARGUMENT(name) EMBEDDING_DENSE_GRAD_ARGUMENT_##name
#define MAX_RANK EMBEDDING_DENSE_GRAD_MAXIMUM_RANK

enum { GRAD, INDICES, OUT };

/* Pieces of scratch start at multiples of this: a cache line. */
#define SCRATCH_ALIGNMENT 64

/* Where a piece of scratch begins. */
struct scratch {
    uint64_t places;
    uint64_t bucket_starts;
    uint64_t pairs;
    uint64_t order;
    uint64_t offsets;
    uint64_t counters;
    uint64_t errors;
    uint64_t largest;
    uint64_t accumulators;
    uint64_t total;
};

struct plan {
    bool empty;      /* out has no element: there is nothing to do */
    bool rows_empty; /* no row of grad counts: out becomes zero */
    bool scale;
    uint64_t num_weights;
    uint64_t padding_index;
    int64_t columns;
    int64_t sum_blocks; /* at most, whatever the machine */
    const struct index_kernels *index_kernels;
    int sum_kernel;
    struct scratch scratch;
    int64_t tiling[EMBEDDING_DENSE_GRAD_TILING_SIZE];
};

/* ---- Check -------------------------------------------------------------------------------- */

/* The two passes over indices of a type. */
struct index_kernels {
    aclDataType type;
    int count;
    int scatter;
};

/* NULL for types that indices may not have. */
static const struct index_kernels *index_kernels(aclDataType type)
{
    static const struct index_kernels all[] = {
#define KERNELS(type, NAME) \
    {type, KERNEL_EMBEDDING_DENSE_GRAD_COUNT_##NAME, KERNEL_EMBEDDING_DENSE_GRAD_SCATTER_##NAME}
        KERNELS(ACL_FLOAT16, FLOAT16), KERNELS(ACL_FLOAT, FLOAT32), KERNELS(ACL_DOUBLE, FLOAT64),
        KERNELS(ACL_INT8, INT8),       KERNELS(ACL_UINT8, UINT8),   KERNELS(ACL_INT16, INT16),
        KERNELS(ACL_INT32, INT32),     KERNELS(ACL_INT64, INT64),   KERNELS(ACL_BOOL, BOOL),
#undef KERNELS
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].type == type)
            return &all[i];
    return NULL;
}

/* The position of a data type that grad and out may have, -1 for all others. */
static int value_type(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return 0;
    case ACL_FLOAT16: return 1;
    case ACL_BF16: return soc_current()->has_bfloat16 ? 2 : -1;
    default: return -1;
    }
}

static aclnnStatus check_value_type(const struct tensor *tensor, const char *name)
{
    const struct soc *soc = soc_current();
    if (value_type(tensor->type) >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s supports %s", name,
                  data_type_name(tensor->type), soc->name,
                  soc->has_bfloat16 ? "[DT_FLOAT, DT_FLOAT16, DT_BF16]" : "[DT_FLOAT, DT_FLOAT16]");
}

static aclnnStatus check_types(const struct embedding_dense_backward_call *a)
{
    aclnnStatus status = check_value_type(a->grad, "grad");
    if (status != ACLNN_SUCCESS)
        return status;
    if (index_kernels(a->indices->type) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of indices is %s; [DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT8, "
                      "DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_BOOL] are supported",
                      data_type_name(a->indices->type));
    return check_value_type(a->out, "out");
}

static aclnnStatus check_rank(const struct tensor *tensor, const char *name, int lowest)
{
    if (tensor->rank >= lowest && tensor->rank <= MAX_RANK)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %d dimension(s); %d to %d are supported", name,
                  tensor->rank, lowest, MAX_RANK);
}

/* Dimensions that can be multiplied: none is negative, and the bytes fit into 63 bits. */
static aclnnStatus check_dims(const struct tensor *tensor, const char *name)
{
    int64_t count = 0;
    int64_t first = 0;
    int64_t past = 0;
    if (tensor_element_count(tensor, &count) && tensor_extent(tensor, &first, &past))
        return ACLNN_SUCCESS;
    char shape[160];
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s: a dimension is negative, or the bytes that the view "
                  "covers do not fit into 63 bits",
                  name, dims_describe(tensor->dims, tensor->rank, shape, sizeof shape));
}

static aclnnStatus check_ranks(const struct embedding_dense_backward_call *a)
{
    aclnnStatus status = check_rank(a->grad, "grad", 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(a->indices, "indices", 0);
    if (status == ACLNN_SUCCESS)
        status = check_rank(a->out, "out", 0);
    if (status == ACLNN_SUCCESS)
        status = check_dims(a->grad, "grad");
    if (status == ACLNN_SUCCESS)
        status = check_dims(a->indices, "indices");
    if (status == ACLNN_SUCCESS)
        status = check_dims(a->out, "out");
    return status;
}

static int64_t columns_of(const struct embedding_dense_backward_call *a)
{
    return a->grad->dims[a->grad->rank - 1];
}

/* Rows of grad, whose last dimension is not 0. */
static int64_t grad_rows(const struct tensor *grad)
{
    int64_t elements = 0;
    tensor_element_count(grad, &elements);
    return elements / grad->dims[grad->rank - 1];
}

static aclnnStatus check_shapes(const struct embedding_dense_backward_call *a)
{
    char grad[160];
    char other[160];
    int64_t index_count = 0;
    int64_t columns = columns_of(a);
    int64_t rows = columns != 0 ? grad_rows(a->grad) : 0;
    tensor_element_count(a->indices, &index_count);
    /* CANN does not compare the rows when a row has no element. */
    if (columns != 0 && rows != index_count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "grad %s has %" PRId64 " row(s) of %" PRId64 " element(s), indices %s has "
                      "%" PRId64 " element(s); there must be one index for each row",
                      dims_describe(a->grad->dims, a->grad->rank, grad, sizeof grad), rows, columns,
                      dims_describe(a->indices->dims, a->indices->rank, other, sizeof other),
                      index_count);
    if (a->out->rank != 2 || a->out->dims[0] < 0 || (uint64_t)a->out->dims[0] != a->num_weights ||
        a->out->dims[1] != columns)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the shape of out is %s; [numWeights, last dimension of grad] = "
                      "[%" PRIu64 ", %" PRId64 "] is required",
                      dims_describe(a->out->dims, a->out->rank, other, sizeof other),
                      a->num_weights, columns);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_format(const struct tensor *tensor, const char *name)
{
    if (!format_is_private(tensor->format))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the format of %s is %s, which is private to the device; ND, NCHW, NHWC, HWCN, "
                  "NDHWC, NCDHW, NC and NCL are supported",
                  name, format_name(tensor->format));
}

static aclnnStatus check(const struct embedding_dense_backward_call *a)
{
    aclnnStatus status = check_types(a);
    if (status == ACLNN_SUCCESS)
        status = check_ranks(a);
    if (status == ACLNN_SUCCESS)
        status = check_shapes(a);
    if (status == ACLNN_SUCCESS)
        status = check_format(a->grad, "grad");
    if (status == ACLNN_SUCCESS)
        status = check_format(a->indices, "indices");
    if (status == ACLNN_SUCCESS)
        status = check_format(a->out, "out");
    return status;
}

/* ---- Size and schedule -------------------------------------------------------------------- */

/*
 * The fewest dimensions that reach the same elements in the same order: ones are left out, and a
 * dimension whose steps continue those of the next is joined with it. At least one is left.
 */
static int64_t collapse(const int64_t *dims, const int64_t *strides, int rank, int64_t *out_dims,
                        int64_t *out_strides)
{
    int n = 0;
    for (int i = 0; i < rank; i++) {
        if (dims[i] == 1)
            continue;
        int64_t joined = 0;
        if (n > 0 && !__builtin_mul_overflow(dims[i], strides[i], &joined) &&
            out_strides[n - 1] == joined) {
            out_dims[n - 1] *= dims[i];
            out_strides[n - 1] = strides[i];
        } else {
            out_dims[n] = dims[i];
            out_strides[n] = strides[i];
            n++;
        }
    }
    if (n == 0) {
        out_dims[0] = 1;
        out_strides[0] = 0;
        n = 1;
    }
    return n;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* A block must be worth waking a thread for. */
#define ROWS_A_BLOCK 4096
#define WEIGHTS_A_BLOCK 65536
#define MAX_COUNT_BLOCKS 16
#define MAX_BUCKETS 512
#define MAX_SORT_BLOCKS 16
#define ELEMENTS_A_SUM_BLOCK 32768
#define MAX_SUM_BLOCKS 64
#define CLEAR_BLOCKS 4

/* out is written past the caches when it is larger than they are. */
#define STREAMED_BYTES ((uint64_t)4 << 20)
#define STREAM_ALIGNMENT 2

/* Columns are divided when each core gets at least this many of them: some cache lines. */
#define COLUMNS_A_SUM_BLOCK 32
#define PARTS_A_CORE 4

/*
 * Weights a bucket: few enough buckets that a row is written into one of them without missing the
 * caches, and few enough weights that their counters stay there.
 */
static int64_t bucket_shift(int64_t weights)
{
    int64_t shift = 0;
    while (weights >> shift > MAX_BUCKETS - 1)
        shift++;
    return shift;
}

static bool is_streamed(const struct embedding_dense_backward_call *a)
{
    uint64_t row_bytes = (uint64_t)columns_of(a) * ((uint64_t)data_type_bits(a->out->type) / 8);
    return a->out->strides[1] == 1 && a->num_weights > STREAMED_BYTES / row_bytes;
}

static int64_t float64_bits(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void fill_tiling(const struct embedding_dense_backward_call *a, struct plan *plan,
                        int64_t rows)
{
    int64_t *t = plan->tiling;
    const struct tensor *grad = a->grad;
    t[TILING(ROWS)] = rows;
    t[TILING(COLUMNS)] = plan->columns;
    t[TILING(WEIGHTS)] = (int64_t)a->num_weights;
    /* No index can equal a padding index beyond 63 bits, -1 cast among them. */
    t[TILING(PADDING_INDEX)] = a->padding_index > INT64_MAX ? -1 : (int64_t)a->padding_index;
    t[TILING(SCALE)] = a->scale;
    t[TILING(ALPHA)] = float64_bits(1.0);
    t[TILING(GRAD_COLUMN_STRIDE)] = grad->strides[grad->rank - 1];
    t[TILING(OUT_ROW_STRIDE)] = a->out->strides[0];
    t[TILING(OUT_COLUMN_STRIDE)] = a->out->strides[1];
    t[TILING(COUNT_BLOCKS)] = clamp(rows / ROWS_A_BLOCK, 1, MAX_COUNT_BLOCKS);
    t[TILING(BUCKET_SHIFT)] = bucket_shift((int64_t)a->num_weights);
    t[TILING(BUCKETS)] = ((int64_t)a->num_weights >> t[TILING(BUCKET_SHIFT)]) + 1;
    t[TILING(STREAM)] = is_streamed(a);
    t[TILING(WIDE)] = rows > INT32_MAX || a->num_weights > INT32_MAX;
    if (rows == 0)
        return;
    t[TILING(INDEX_RANK)] = collapse(a->indices->dims, a->indices->strides, a->indices->rank,
                                     &t[TILING(INDEX_DIMS)], &t[TILING(INDEX_STRIDES)]);
    t[TILING(GRAD_ROW_RANK)] = collapse(grad->dims, grad->strides, grad->rank - 1,
                                        &t[TILING(GRAD_ROW_DIMS)], &t[TILING(GRAD_ROW_STRIDES)]);
}

/* Puts count elements of 8 or 4 bytes behind what is there; false when the sum is too large. */
static bool place(uint64_t *total, uint64_t *at, uint64_t count, uint64_t bytes)
{
    uint64_t size;
    *at = *total;
    return !__builtin_mul_overflow(count, bytes, &size) &&
           !__builtin_add_overflow(size, SCRATCH_ALIGNMENT - 1, &size) &&
           !__builtin_add_overflow(*total, size / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT, total) &&
           *total <= INT64_MAX;
}

static int64_t sort_blocks(const struct plan *plan)
{
    const int64_t *t = plan->tiling;
    int64_t worth = t[TILING(ROWS)] / ROWS_A_BLOCK + t[TILING(WEIGHTS)] / WEIGHTS_A_BLOCK;
    int64_t most = t[TILING(BUCKETS)] < MAX_SORT_BLOCKS ? t[TILING(BUCKETS)] : MAX_SORT_BLOCKS;
    return clamp(worth, 1, most);
}

/*
 * What every call writes comes last, close to the end of the workspace: in a fresh one each page
 * that is touched costs more than a small call. Few calls need the accumulators.
 */
static bool lay_out_scratch(struct plan *plan)
{
    struct scratch *s = &plan->scratch;
    uint64_t rows = (uint64_t)plan->tiling[TILING(ROWS)];
    uint64_t weights = (uint64_t)plan->tiling[TILING(WEIGHTS)];
    uint64_t blocks = (uint64_t)plan->tiling[TILING(COUNT_BLOCKS)];
    uint64_t buckets = (uint64_t)plan->tiling[TILING(BUCKETS)];
    uint64_t bucket = (uint64_t)1 << plan->tiling[TILING(BUCKET_SHIFT)];
    uint64_t apart = EMBEDDING_DENSE_GRAD_COUNTERS_APART;
    uint64_t counters = (uint64_t)sort_blocks(plan) * (bucket > apart ? bucket : apart);
    uint64_t position = plan->tiling[TILING(WIDE)] ? 8 : 4;
    uint64_t total = 0;
    uint64_t sum_blocks = (uint64_t)plan->sum_blocks;
    bool fits = place(&total, &s->accumulators, sum_blocks, EMBEDDING_DENSE_GRAD_BLOCK_BYTES) &&
                place(&total, &s->pairs, rows, 2 * position) &&
                place(&total, &s->order, rows, position) &&
                place(&total, &s->offsets, weights + 1, position) &&
                place(&total, &s->counters, counters, position) &&
                place(&total, &s->places, blocks * buckets, 8) &&
                place(&total, &s->bucket_starts, buckets + 1, 8) &&
                place(&total, &s->errors, blocks, 8) &&
                place(&total, &s->largest, (uint64_t)sort_blocks(plan), 8);
    s->total = total;
    return fits;
}

/* Overlapping elements of out must be written in one order, so one block writes them all. */
static int64_t sum_block_limit(const struct embedding_dense_backward_call *a, int64_t rows,
                               int64_t columns)
{
    if (tensor_overlaps_itself(a->out))
        return 1;
    double elements = ((double)rows + (double)a->num_weights) * (double)columns;
    double blocks = elements / ELEMENTS_A_SUM_BLOCK;
    return blocks >= MAX_SUM_BLOCKS ? MAX_SUM_BLOCKS : clamp((int64_t)blocks, 1, MAX_SUM_BLOCKS);
}

/* Column of the table of sum kernels: the out type; row: the grad type. */
static int sum_kernel(aclDataType grad, aclDataType out)
{
    static const int kernels[3][3] = {
        {KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT32_FLOAT32,
         KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT32_FLOAT16,
         KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT32_BFLOAT16},
        {KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT16_FLOAT32,
         KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT16_FLOAT16,
         KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT16_BFLOAT16},
        {KERNEL_EMBEDDING_DENSE_GRAD_SUM_BFLOAT16_FLOAT32,
         KERNEL_EMBEDDING_DENSE_GRAD_SUM_BFLOAT16_FLOAT16,
         KERNEL_EMBEDDING_DENSE_GRAD_SUM_BFLOAT16_BFLOAT16},
    };
    return kernels[value_type(grad)][value_type(out)];
}

static bool make_plan(const struct embedding_dense_backward_call *a, struct plan *plan)
{
    int64_t rows = 0;
    int64_t elements = 0;
    memset(plan, 0, sizeof *plan);
    tensor_element_count(a->grad, &elements);
    tensor_element_count(a->indices, &rows);
    plan->columns = columns_of(a);
    plan->num_weights = a->num_weights;
    plan->padding_index = a->padding_index;
    plan->scale = a->scale;
    plan->rows_empty = elements == 0 || rows == 0;
    /* Without weights there is still work when there are rows: no index can be in range. */
    plan->empty = plan->columns == 0 || (plan->rows_empty && a->num_weights == 0);
    plan->index_kernels = index_kernels(a->indices->type);
    plan->sum_kernel = sum_kernel(a->grad->type, a->out->type);
    if (plan->empty)
        return true;
    fill_tiling(a, plan, plan->rows_empty ? 0 : rows);
    plan->sum_blocks = sum_block_limit(a, plan->tiling[TILING(ROWS)], plan->columns);
    return plan->rows_empty || lay_out_scratch(plan);
}

/* ---- Phase two ---------------------------------------------------------------------------- */

/*
 * On Ascend910 the kernel keeps counts, indices and rows in its buffer at once when it scales by
 * frequency, which limits embeddingDim (vendor's documentation of aclnnEmbeddingDenseBackward).
 * Its tiling runs in phase two there, so that is where the vendor's library fails.
 */
static aclnnStatus admit(const struct executor *executor)
{
    struct plan plan;
    memcpy(&plan, executor->plan, sizeof plan);
    const struct soc *soc = executor->soc;
    if (!plan.scale || plan.rows_empty || plan.empty || soc->architecture != ARCHITECTURE_1001)
        return ACLNN_SUCCESS;
    bool wide = plan.index_kernels->type == ACL_INT64;
    uint64_t counts = plan.num_weights / soc->vector_cores + plan.num_weights % soc->vector_cores;
    double budget = 180192.0 - (double)counts * (wide ? 8 : 4);
    int divisor = wide ? 20 : 36;
    if ((double)plan.columns * divisor < budget)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "with scaleGradByFreq on %s embeddingDim must be less than (180192 - countsSize "
                  "* %d) / %d, where countsSize = numWeights / cores + numWeights %% cores; here "
                  "embeddingDim is %" PRId64 ", cores %u, countsSize = %" PRIu64 " / %u + %" PRIu64
                  " %% %u = %" PRIu64 ", and the limit %.2f",
                  soc->name, wide ? 8 : 4, divisor, plan.columns, soc->vector_cores,
                  plan.num_weights, soc->vector_cores, plan.num_weights, soc->vector_cores, counts,
                  budget / divisor);
}

/* A half as a float, infinities and NaNs included (unlike the vendor's aclFloat16ToFloat). */
static double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    double magnitude = exponent == 0   ? ldexp(fraction, -24)
                       : exponent < 31 ? ldexp(fraction + 1024, exponent - 25)
                       : fraction == 0 ? (double)INFINITY
                                       : (double)NAN;
    return bits >> 15 ? -magnitude : magnitude;
}

/* The element as its type prints. */
static void print_element(aclDataType type, const char *element, char *text, size_t size)
{
    union {
        uint16_t u16;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        float f32;
        double f64;
    } value;
    memcpy(&value, element, (size_t)data_type_bits(type) / 8);
    switch (type) {
    case ACL_FLOAT16: snprintf(text, size, "%g", half_value(value.u16)); break;
    case ACL_FLOAT: snprintf(text, size, "%.9g", (double)value.f32); break;
    case ACL_DOUBLE: snprintf(text, size, "%.17g", value.f64); break;
    case ACL_INT8: snprintf(text, size, "%d", (int)*(const signed char *)element); break;
    case ACL_INT16: snprintf(text, size, "%d", (int)value.i16); break;
    case ACL_INT32: snprintf(text, size, "%" PRId32, value.i32); break;
    case ACL_INT64: snprintf(text, size, "%" PRId64, value.i64); break;
    default: snprintf(text, size, "%d", (int)*(const unsigned char *)element); break;
    }
}

/* Says which index is out of range: its place in indices, its value, and the limit. */
static void describe_bad_index(const struct launch *launch, const struct plan *plan, int64_t row,
                               struct task_failure *failure)
{
    const struct tensor *indices = &launch->executor->tensors[INDICES];
    int64_t place[MAX_RANK];
    int64_t rest = row;
    int64_t offset = 0;
    char where[200];
    char value[40];
    for (int i = indices->rank - 1; i >= 0; i--) {
        place[i] = rest % indices->dims[i];
        rest /= indices->dims[i];
        offset += place[i] * indices->strides[i];
    }
    print_element(indices->type,
                  launch->addresses[INDICES] + offset * (data_type_bits(indices->type) / 8), value,
                  sizeof value);
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "aclnnEmbeddingDenseBackward failed on the stream: indices%s (position %" PRId64
             " of %" PRId64 ") is %s; every index must be in [0, %" PRIu64 ")",
             dims_describe(place, indices->rank, where, sizeof where), row,
             plan->tiling[TILING(ROWS)], value, plan->num_weights);
}

/* The first row whose index is out of range, -1 for none. Scratch is not trusted: read once. */
static int64_t first_bad_row(const volatile int64_t *errors, const struct plan *plan)
{
    for (int64_t b = 0; b < plan->tiling[TILING(COUNT_BLOCKS)]; b++) {
        int64_t row = errors[b];
        if (row >= 0 && row < plan->tiling[TILING(ROWS)])
            return row;
    }
    return -1;
}

static void bind_tensors(const struct launch *launch, int64_t *arguments)
{
    arguments[ARGUMENT(GRAD)] = (int64_t)(intptr_t)launch->addresses[GRAD];
    arguments[ARGUMENT(INDICES)] = (int64_t)(intptr_t)launch->addresses[INDICES];
    arguments[ARGUMENT(OUT)] = (int64_t)(intptr_t)launch->addresses[OUT];
}

static void bind_scratch(const struct scratch *s, char *scratch, int64_t *arguments)
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

/*
 * From how many rows each block has for each bucket to where it writes them. Scratch may hold
 * anything; whoever reads a place tests it.
 */
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

/* Sorts the rows by their weight; false when an index is out of range. */
static bool sort_rows(const struct launch *launch, const struct plan *plan,
                      const int64_t *arguments, struct task_failure *failure)
{
    const int64_t *tiling = plan->tiling;
    int64_t blocks = tiling[TILING(COUNT_BLOCKS)];
    ai_cores_run(plan->index_kernels->count, blocks, tiling, arguments);
    int64_t bad = first_bad_row((const volatile int64_t *)(intptr_t)arguments[ARGUMENT(ERRORS)],
                                plan);
    if (bad >= 0) {
        describe_bad_index(launch, plan, bad, failure);
        return false;
    }
    scan_buckets(tiling, arguments);
    ai_cores_run(plan->index_kernels->scatter, blocks, tiling, arguments);
    ai_cores_run(KERNEL_EMBEDDING_DENSE_GRAD_SORT, sort_blocks(plan), tiling, arguments);
    return true;
}

/* The most rows of one weight. Scratch is not trusted: the result decides only how work is split.
 */
static int64_t largest_weight(const struct plan *plan, const int64_t *arguments)
{
    const volatile int64_t *largest = (const volatile int64_t *)(intptr_t)
        arguments[ARGUMENT(LARGEST)];
    int64_t result = 0;
    for (int64_t i = 0; largest != NULL && i < sort_blocks(plan); i++) {
        int64_t rows = largest[i];
        if (rows > result)
            result = rows;
    }
    return result;
}

/*
 * The sums are the same for every split. Parts are ranges of weights with the same work, several
 * a core because some take longer than others; if one weight has more work than that, so many of
 * its rows are there, each core takes a part of the columns.
 */
static void sum_rows(struct plan *plan, int64_t *arguments)
{
    int64_t *t = plan->tiling;
    int64_t cores = clamp(ai_cores_count(), 1, plan->sum_blocks);
    int64_t parts = cores == 1 ? 1 : clamp(PARTS_A_CORE * cores, 1, plan->sum_blocks);
    int64_t even = (t[TILING(ROWS)] + t[TILING(WEIGHTS)]) / cores;
    bool by_columns = largest_weight(plan, arguments) > even / 2 &&
                      plan->columns >= cores * COLUMNS_A_SUM_BLOCK;
    t[TILING(COLUMN_BLOCKS)] = by_columns ? cores : 1;
    if (by_columns)
        parts = parts / cores * cores;
    if (arguments[ARGUMENT(OUT)] % STREAM_ALIGNMENT != 0)
        t[TILING(STREAM)] = 0;
    ai_cores_run(plan->sum_kernel, parts, t, arguments);
}

/* Without rows of grad there is nothing to sort: the sums are zeros. */
static void clear_out(const struct launch *launch, struct plan *plan)
{
    int64_t arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_COUNT] = {0};
    char accumulators[CLEAR_BLOCKS * EMBEDDING_DENSE_GRAD_BLOCK_BYTES];
    bind_tensors(launch, arguments);
    arguments[ARGUMENT(ACCUMULATORS)] = (int64_t)(intptr_t)accumulators;
    plan->sum_blocks = clamp(plan->sum_blocks, 1, CLEAR_BLOCKS);
    sum_rows(plan, arguments);
}

static void run(struct launch *launch, struct task_failure *failure)
{
    struct plan plan;
    int64_t arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_COUNT] = {0};
    memcpy(&plan, launch->executor->plan, sizeof plan);
    if (plan.empty)
        return;
    if (plan.rows_empty) {
        clear_out(launch, &plan);
        return;
    }
    char *scratch = launch_scratch(launch, plan.scratch.total, failure);
    if (scratch == NULL)
        return;
    bind_tensors(launch, arguments);
    bind_scratch(&plan.scratch, scratch, arguments);
    if (sort_rows(launch, &plan, arguments, failure))
        sum_rows(&plan, arguments);
}

static void list(const struct executor *executor, struct l0_list *list)
{
    struct plan plan;
    memcpy(&plan, executor->plan, sizeof plan);
    const struct embedding_dense_backward_call call = {
        .grad = &executor->tensors[GRAD],
        .indices = &executor->tensors[INDICES],
        .out = &executor->tensors[OUT],
        .num_weights = plan.num_weights,
        .padding_index = plan.padding_index,
        .scale = plan.scale,
    };
    embedding_dense_backward_list(&call, list);
}

static const struct operator embedding_dense_backward = {
    .name = "aclnnEmbeddingDenseBackward",
    .tensor_count = 3,
    .tensor_names = {"grad", "indices", "out"},
    .list = list,
    .admit = admit,
    .run = run,
};

/* ---- The two phases ----------------------------------------------------------------------- */

static aclnnStatus size_checked(const struct embedding_dense_backward_call *a,
                                uint64_t *workspaceSize, aclOpExecutor **executor)
{
    struct plan plan;
    aclnnStatus status = check(a);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!make_plan(a, &plan))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the scratch for %" PRId64 " rows and %" PRIu64 " weights does not fit "
                      "into 63 bits",
                      plan.tiling[TILING(ROWS)], a->num_weights);
    const struct tensor *const tensors[] = {a->grad, a->indices, a->out};
    struct executor *created = NULL;
    status = executor_create(&embedding_dense_backward, tensors, &plan, sizeof plan, &created);
    if (status != ACLNN_SUCCESS)
        return status;
    return executor_publish(created, workspaceSize, executor);
}

aclnnStatus aclnnEmbeddingDenseBackwardGetWorkspaceSizeImpl(
    const aclTensor *grad, const aclTensor *indices, uint64_t numWeights, uint64_t paddingIdx,
    bool scaleGradByFreq, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    const aclTensor *const handles[] = {grad, indices, out};
    const struct tensor *tensors[] = {NULL, NULL, NULL};
    aclnnStatus status = executor_check_outputs(workspaceSize, executor);
    if (status == ACLNN_SUCCESS)
        status = executor_acquire_tensors(&embedding_dense_backward, handles, tensors);
    if (status == ACLNN_SUCCESS) {
        struct embedding_dense_backward_call a = {tensors[GRAD], tensors[INDICES], tensors[OUT],
                                                  numWeights,    paddingIdx,       scaleGradByFreq};
        status = size_checked(&a, workspaceSize, executor);
    }
    executor_release_tensors(&embedding_dense_backward, handles, tensors);
    return status;
}

aclnnStatus aclnnEmbeddingDenseBackwardImpl(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream)
{
    return executor_run(&embedding_dense_backward, workspace, workspaceSize, executor, stream);
}
