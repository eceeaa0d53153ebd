/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products with quantised weights: a block of the weights becomes float32 numbers, in a panel that
 * stays in the caches, and is multiplied there. Sums are float32; blocks follow from the shapes
 * alone, so that cores share work and change no bit.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "products/blas.h"
#include "products/product.h"
#include "runtime/ai_cores.h"
#include "tensor/layout.h"

#pragma GCC optimize("O3")

#define TILE_ROWS 128
#define TILE_COLUMNS 256
#define STEP 256 /* of the depth */
#define IN_A_WORD 8
#define LARGEST_SIDE 65535
#define GROUP_UNIT 32
#define SMALL_GROUP 64 /* of weights of 4 bits in fractals */
#define LARGE_GROUP 128
#define SCALE_BITS 0xFFFFE000U /* of a float32 in the 64 bits that a scale may come in */
#define OFFSET_SHIFT 37        /* where such bits have an offset of 9 */

enum quant_operand { X, WEIGHT, SCALE, OFFSET, QUANT_SCALE, QUANT_OFFSET, BIAS, OPERANDS };

struct weight_quant {
    int at[OPERANDS]; /* positions among the inputs, or -1 */
    int64_t group;    /* rows of weight that share scales; 0: all */
    bool is_packed;   /* 8 numbers of 4 bits in an int32 */
    int64_t rows;
    int64_t columns;
    int64_t depth;
};

/* ---- The work -------------------------------------------------------------------------------- */

struct run {
    const struct work *work;
    const struct weight_quant *q;
    char *scratch;
    int64_t tiles_down;
    int64_t tiles;
    _Atomic int64_t next;
};

struct panels {
    float left[TILE_ROWS * STEP];
    float right[STEP * TILE_COLUMNS];
    float sums[TILE_ROWS * TILE_COLUMNS];
    float scales[TILE_COLUMNS];
    float offsets[TILE_COLUMNS];
};

static const struct work_view *input(const struct run *r, enum quant_operand which)
{
    return r->q->at[which] < 0 ? NULL : &r->work->inputs[r->q->at[which]];
}

static float float_of(uint64_t bits)
{
    uint32_t low = (uint32_t)bits & SCALE_BITS;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

/* Columns [first, first + count) of row `row` of scales and the like, or their only number. */
static void load_numbers(const struct work_view *view, int64_t row, int64_t first, int64_t count,
                         float *to)
{
    int32_t last = view->rank - 1;
    int64_t step = view->dims[last] == 1 ? 0 : view->strides[last];
    int64_t width = data_type_bits(view->type) / 8;
    int64_t offset = first * step + (last > 0 && view->dims[0] > 1 ? row * view->strides[0] : 0);
    const char *at = view->address + offset * width;
    if (view->type == ACL_FLOAT || view->type == ACL_FLOAT16 || view->type == ACL_BF16) {
        product_load(view->type, at, 0, step, 1, count, to, count);
        return;
    }
    for (int64_t i = 0; i < count; i++, at += step * width) {
        uint64_t bits = 0;
        int32_t whole = 0;
        if (view->type == ACL_INT32)
            memcpy(&whole, at, sizeof whole);
        else
            memcpy(&bits, at, sizeof bits);
        to[i] = view->type == ACL_INT32 ? (float)whole : float_of(bits);
    }
}

static float narrow(const unsigned char *bytes, int64_t element)
{
    int nibble = bytes[element / 2] >> (element % 2 * 4) & 15;
    return (float)(nibble < 8 ? nibble : nibble - 16);
}

/* One row of numbers as float32, without scale and offset. */
static void load_weights(const struct run *r, int64_t row, int64_t first, int64_t count, float *to)
{
    const struct work_view *weight = input(r, WEIGHT);
    int64_t down = weight->strides[0];
    int64_t across = weight->strides[1];
    if (r->q->is_packed) {
        /* The dimension that lies densely has the words. */
        bool by_columns = down == 1 && weight->dims[1] > 1;
        down *= by_columns ? 1 : IN_A_WORD;
        across *= by_columns ? IN_A_WORD : 1;
    }
    int64_t at = row * down + first * across;
    if (weight->type == ACL_INT8) {
        const signed char *from = (const signed char *)weight->address + at;
        if (across == 1)
            for (int64_t i = 0; i < count; i++)
                to[i] = (float)from[i];
        else
            for (int64_t i = 0; i < count; i++)
                to[i] = (float)from[i * across];
        return;
    }
    for (int64_t i = 0; i < count; i++)
        to[i] = narrow((const unsigned char *)weight->address, at + i * across);
}

/* Rows of weights, as the numbers that they stand for. */
static void restore(const struct run *r, struct panels *p, int64_t row, int64_t rows, int64_t first,
                    int64_t count)
{
    int64_t known = -1;
    for (int64_t k = row; k < row + rows; k++) {
        int64_t group = r->q->group == 0 ? 0 : k / r->q->group;
        float *to = p->right + (k - row) * TILE_COLUMNS;
        if (group != known) {
            load_numbers(input(r, SCALE), group, first, count, p->scales);
            memset(p->offsets, 0, sizeof p->offsets);
            if (input(r, OFFSET) != NULL)
                load_numbers(input(r, OFFSET), group, first, count, p->offsets);
            known = group;
        }
        load_weights(r, k, first, count, to);
        for (int64_t j = 0; j < count; j++)
            to[j] = (to[j] + p->offsets[j]) * p->scales[j];
    }
}

/* Whole numbers of 8 bits, the nearest there is: ties to even. */
static int8_t rounded(float value)
{
    if (!(value > -128))
        return value != value ? 0 : -128;
    if (value >= 127)
        return 127;
    float whole = value + 0x1.8p23F - 0x1.8p23F;
    return (int8_t)whole;
}

static void store_quantised(const struct run *r, const struct panels *p, int64_t row, int64_t rows,
                            int64_t first, int64_t count)
{
    const struct work_view *scale = input(r, QUANT_SCALE);
    const struct work_view *offset = input(r, QUANT_OFFSET);
    const struct work_view *out = &r->work->outputs[0];
    int32_t last = scale->rank - 1;
    float scales[TILE_COLUMNS];
    float offsets[TILE_COLUMNS];
    load_numbers(scale, 0, first, count, scales);
    if (offset != NULL)
        load_numbers(offset, 0, first, count, offsets);
    for (int64_t j = 0; offset == NULL && j < count; j++) {
        uint64_t bits;
        int64_t at = scale->dims[last] == 1 ? 0 : (first + j) * scale->strides[last];
        memcpy(&bits, scale->address + at * (int64_t)sizeof bits, sizeof bits);
        int value = (int)(bits >> OFFSET_SHIFT & 0x1FF);
        offsets[j] = (float)(value < 256 ? value : value - 512);
    }
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < count; j++)
            out->address[(row + i) * out->strides[0] + (first + j) * out->strides[1]] = (char)
                rounded(p->sums[i * TILE_COLUMNS + j] * scales[j] + offsets[j]);
}

static void run_tile(const struct run *r, struct panels *p, int64_t row, int64_t first)
{
    const struct work_view *x = input(r, X);
    const struct work_view *out = &r->work->outputs[0];
    int64_t rows = least(TILE_ROWS, r->q->rows - row);
    int64_t count = least(TILE_COLUMNS, r->q->columns - first);
    int64_t width = data_type_bits(x->type) / 8;
    for (int64_t at = 0; at < r->q->depth; at += STEP) {
        int64_t depth = least(STEP, r->q->depth - at);
        const struct blas_matrix left = {p->left, STEP, false};
        const struct blas_matrix right = {p->right, TILE_COLUMNS, false};
        const struct blas_matrix sums = {p->sums, TILE_COLUMNS, false};
        product_load(x->type, x->address + (row * x->strides[0] + at * x->strides[1]) * width,
                     x->strides[0], x->strides[1], rows, depth, p->left, STEP);
        restore(r, p, at, depth, first, count);
        blas_gemm(false, rows, count, depth, &left, &right, at > 0, &sums);
    }
    if (input(r, BIAS) != NULL) {
        load_numbers(input(r, BIAS), 0, first, count, p->offsets);
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < count; j++)
                p->sums[i * TILE_COLUMNS + j] += p->offsets[j];
    }
    if (input(r, QUANT_SCALE) != NULL)
        store_quantised(r, p, row, rows, first, count);
    else
        product_store(out->type,
                      out->address + (row * out->strides[0] + first * out->strides[1]) * width,
                      out->strides[0], out->strides[1], rows, count, p->sums, TILE_COLUMNS);
}

static void run_tiles(int64_t block, int64_t blocks, void *context)
{
    struct run *r = context;
    struct panels *p = (struct panels *)(void *)(r->scratch + block * (int64_t)sizeof *p);
    (void)blocks;
    for (int64_t tile = 0; (tile = atomic_fetch_add(&r->next, 1)) < r->tiles;)
        run_tile(r, p, tile % r->tiles_down * TILE_ROWS, tile / r->tiles_down * TILE_COLUMNS);
}

static struct run plan(const struct work *work)
{
    struct run r = {.work = work, .q = work->attributes, .scratch = work->scratch};
    r.tiles_down = (r.q->rows + TILE_ROWS - 1) / TILE_ROWS;
    r.tiles = r.tiles_down * ((r.q->columns + TILE_COLUMNS - 1) / TILE_COLUMNS);
    return r;
}

static aclnnStatus check_blas(const struct work *work)
{
    (void)work;
    return blas_check();
}

static uint64_t scratch_bytes(const struct work *work)
{
    struct run r = plan(work);
    return (uint64_t)least(r.tiles, ai_cores_count()) * sizeof(struct panels);
}

static void run_work(const struct work *work, struct task_failure *failure)
{
    struct run r = plan(work);
    (void)failure;
    ai_cores_run_function("weight_quant", run_tiles, least(r.tiles, ai_cores_count()), &r);
}

extern const struct l0_run run_weight_quant;
const struct l0_run run_weight_quant = {
    .check = check_blas, .scratch_bytes = scratch_bytes, .run = run_work};

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *t = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s in the shape %s; %s", call_name(call, tensor),
                  data_type_name(t->type), dims_describe(t->dims, t->rank, shape, sizeof shape),
                  required);
}

static bool is_transposed(const struct tensor *t)
{
    return t->rank == 2 && t->strides[0] == 1 && t->strides[1] == t->dims[0] &&
           !(t->dims[0] == 1 && t->dims[1] == 1);
}

static bool is_wide(aclDataType type)
{
    return type == ACL_UINT64 || type == ACL_INT64;
}

/* A row of the columns, of one or two dimensions. */
static bool is_row(const struct tensor *t, int64_t columns, bool one_will_do)
{
    int64_t count = t->rank == 0 ? 0 : t->dims[t->rank - 1];
    return (t->rank == 1 || (t->rank == 2 && t->dims[0] == 1)) &&
           (count == columns || (one_will_do && count == 1));
}

static bool is_whole(aclDataType type)
{
    return type == ACL_INT8 || type == ACL_INT4 || type == ACL_INT32;
}

/* Rows and columns of the weights that a tensor has: float32 holds 8 numbers of 4 bits too. */
static void find_sides(const struct tensor *weight, int64_t *depth, int64_t *columns)
{
    bool is_packed = weight->type == ACL_INT32 || weight->type == ACL_FLOAT;
    *depth = weight->dims[0] * (is_packed && is_transposed(weight) ? IN_A_WORD : 1);
    *columns = weight->dims[1] * (is_packed && !is_transposed(weight) ? IN_A_WORD : 1);
}

/* A bias of no elements is none. */
static bool is_left_out(const struct tensor *bias)
{
    return bias->rank == 1 && bias->dims[0] == 0;
}

static aclnnStatus check_scales(const struct call *call, int scale, int offset, int64_t depth,
                                int64_t columns, int64_t group, const struct tensor *weight)
{
    bool is_transposed_weight = is_transposed(weight);
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *o = call_tensor(call, offset);
    bool fits = s->rank >= 1 && s->rank <= 2 &&
                (group == 0 ? is_row(s, columns, true)
                            : s->rank == 2 && s->dims[0] == (depth + group - 1) / group &&
                                  s->dims[1] == columns);
    if (!fits)
        return refuse(call, scale,
                      "a number for all, for each column, or for each column of "
                      "each group is required");
    if (!is_transposed_weight && !view_is_dense(s))
        return refuse(call, scale, "it must be contiguous, as weight is");
    if (o == NULL)
        return ACLNN_SUCCESS;
    if (!is_whole(weight->type))
        return refuse(call, offset, "NULL is required with weights that are no whole numbers");
    if (o->rank != s->rank || memcmp(o->dims, s->dims, (size_t)s->rank * sizeof *s->dims) != 0)
        return refuse(call, offset, "the shape of antiquantScale is required");
    if (!is_transposed_weight && !view_is_dense(o))
        return refuse(call, offset, "it must be contiguous, as weight is");
    bool is_right = is_wide(s->type) ? o->type == ACL_INT32 : o->type == s->type;
    return is_right ? ACLNN_SUCCESS
                    : refuse(call, offset,
                             "the data type that goes with antiquantScale is "
                             "required");
}

static aclnnStatus check_optional(const struct call *call, int quant_scale, int quant_offset,
                                  int bias, const struct tensor *x, int64_t columns)
{
    const struct tensor *s = call_tensor(call, quant_scale);
    const struct tensor *o = call_tensor(call, quant_offset);
    const struct tensor *b = call_tensor(call, bias);
    bool is_950 = call->soc->architecture == ARCHITECTURE_3510;
    if (o != NULL && s == NULL)
        return refuse(call, quant_offset, "quantScaleOptional is required beside it");
    if (s != NULL && (!is_wide(s->type) || !is_row(s, columns, s->rank == 1) || !view_is_dense(s)))
        return refuse(call, quant_scale,
                      "a number for all, or for each column, in 64 bits, contiguous, is required");
    if (o != NULL && (o->type != ACL_FLOAT || o->rank != s->rank || !view_is_dense(o) ||
                      memcmp(o->dims, s->dims, (size_t)s->rank * sizeof *s->dims) != 0))
        return refuse(call, quant_offset,
                      "float32 in the shape of quantScaleOptional, contiguous, is required");
    if (b == NULL)
        return ACLNN_SUCCESS;
    bool is_right = x->type == ACL_FLOAT16
                        ? b->type == ACL_FLOAT16
                        : b->type == ACL_FLOAT || (is_950 && b->type == ACL_BF16);
    if (!is_right || !(is_row(b, columns, false) || is_left_out(b)) || !view_is_dense(b))
        return refuse(call, bias,
                      "a number for each column, contiguous, is required: float16 "
                      "with x of float16, else float32");
    return ACLNN_SUCCESS;
}

/* Weights of 4 bits in fractals. */
static aclnnStatus check_fractals(const struct call *call, int x, int weight, int scale,
                                  bool is_quantised, int64_t depth, int64_t columns, int64_t group)
{
    const struct tensor *right = call_tensor(call, weight);
    const struct tensor *numbers = call_tensor(call, scale);
    bool is_one = numbers->dims[numbers->rank - 1] == 1;
    if (is_quantised)
        return refuse(call, weight, "quantScaleOptional must be NULL with fractals of int4");
    if (group == 0)
        return !is_one && is_transposed(right)
                   ? ACLNN_SUCCESS
                   : refuse(call, weight,
                            "fractals of int4 must be transposed, with a scale for each column");
    if (is_transposed(call_tensor(call, x)) || is_transposed(right) ||
        (group != SMALL_GROUP && group != LARGE_GROUP) || depth % group != 0 ||
        columns % SMALL_GROUP != 0)
        return refuse(call, weight,
                      "fractals of int4 in groups must not be transposed, nor x; groups have 64 or "
                      "128 rows and divide them, and 64 divides the columns");
    return ACLNN_SUCCESS;
}

aclnnStatus check_weight_quant_product(struct call *call, int x, int weight, int scale, int offset,
                                       int quant_scale, int quant_offset, int bias, int group,
                                       int y)
{
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, weight);
    const struct tensor *out = call_tensor(call, y);
    int64_t size = call->arguments[group].integer;
    int64_t depth = 0;
    int64_t columns = 0;
    bool is_quantised = call_tensor(call, quant_scale) != NULL;
    if (left->rank != 2 || right->rank != 2 || out->rank != 2)
        return refuse(call,
                      left->rank != 2    ? x
                      : right->rank != 2 ? weight
                                         : y,
                      "two dimensions are required");
    find_sides(right, &depth, &columns);
    if (is_quantised ? out->type != ACL_INT8 : out->type != left->type)
        return refuse(call, y, "int8 is required with quantScaleOptional, else the type of x");
    if (is_wide(call_type(call, scale))
            ? left->type != ACL_FLOAT16 || right->type != ACL_INT8 || out->type != ACL_FLOAT16
            : call_type(call, scale) != left->type && call_type(call, scale) != ACL_FLOAT8_E8M0)
        return refuse(call, scale,
                      "the data type of x is required, or 64 bits with x and y of "
                      "float16 and weight of int8");
    bool is_long = call->soc->architecture != ARCHITECTURE_3510 &&
                   (depth > LARGEST_SIDE || columns > LARGEST_SIDE ||
                    (is_transposed(left) && left->dims[0] > LARGEST_SIDE));
    if (left->dims[1] != depth || depth < 1 || left->dims[0] < 1 || columns < 1 || is_long)
        return refuse(call, weight,
                      "rows as many as x has columns, above 0 and at most 65535, "
                      "are required");
    if (right->type == ACL_INT4 && (is_transposed(right) ? depth : columns) % 2 != 0)
        return refuse(call, weight,
                      "an even number of elements in its inner dimension is required");
    if (out->dims[0] != left->dims[0] || out->dims[1] != columns)
        return refuse(call, y, "the rows of x and the columns of weight are required");
    if (size != 0 && (size < GROUP_UNIT || size % GROUP_UNIT != 0 || size >= depth))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "antiquantGroupSize is %" PRId64 "; 0, or a multiple of 32 below the rows of "
                      "weight is required",
                      size);
    if (!(is_transposed(left) || view_is_dense(left)) ||
        !(is_transposed(right) || view_is_dense(right)) || !view_is_dense(out))
        return refuse(call,
                      !view_is_dense(out)                            ? y
                      : !is_transposed(left) && !view_is_dense(left) ? x
                                                                     : weight,
                      "contiguous elements are required, or (but of y) transposed ones");
    aclnnStatus status = check_scales(call, scale, offset, depth, columns, size, right);
    if (status == ACLNN_SUCCESS)
        status = check_optional(call, quant_scale, quant_offset, bias, left, columns);
    if (status == ACLNN_SUCCESS && right->format == ACL_FORMAT_FRACTAL_NZ &&
        right->type == ACL_INT4)
        status = check_fractals(call, x, weight, scale, is_quantised, depth, columns, size);
    return status;
}

aclnnStatus check_not_taken(struct call *call, int operand)
{
    return call_tensor(call, operand) == NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is not NULL; %s takes none",
                        call_name(call, operand), call->soc->name);
}

aclnnStatus check_plain_or_fractal(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t->format == ACL_FORMAT_FRACTAL_NZ
               ? ACLNN_SUCCESS
               : tensor_check_format(t, argument_named(call_name(call, tensor)));
}

aclnnStatus check_fractal_sides(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    bool is_thin = t->rank >= 2 && (t->dims[t->rank - 1] == 1 || t->dims[t->rank - 2] == 1);
    return t->format == ACL_FORMAT_FRACTAL_NZ && is_thin
               ? refuse(call, tensor, "fractals of more than one row and column are required")
               : ACLNN_SUCCESS;
}

aclnnStatus check_weights_computed(struct call *call, int weight, int scale)
{
    bool is_weight = !is_whole(call_type(call, weight));
    if (!is_weight && call_type(call, scale) != ACL_FLOAT8_E8M0)
        return ACLNN_SUCCESS;
    const struct parameter *refused = &call->operator->parameters[is_weight ? weight : scale];
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "the data type of %s is %s, which CANN computes and this library does not",
                  refused->name, data_type_name(call_type(call, is_weight ? weight : scale)));
}

aclnnStatus check_has_weight_quant(struct call *call, int x)
{
    (void)x;
    return call->soc->architecture != ARCHITECTURE_1001
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_RUNTIME_ERROR,
                        "%s does not have the call; Ascend910B and later have it", call->soc->name);
}

/* ---- The list -------------------------------------------------------------------------------- */

void list_weight_quant_product(struct l0_list *list, int x, int weight, int scale, int offset,
                               int quant_scale, int quant_offset, int bias, int group, int y)
{
    struct weight_quant *q = arena_take(list->arena, sizeof *q);
    bool has_bias = bias != L0_NONE && !is_left_out(list->tensors[bias].given);
    const int given[OPERANDS] = {
        x, weight, scale, offset, quant_scale, quant_offset, has_bias ? bias : L0_NONE};
    int inputs[OPERANDS];
    int count = 0;
    if (q == NULL || x == L0_NONE || weight == L0_NONE || y == L0_NONE)
        return;
    memset(q, 0, sizeof *q);
    for (int i = 0; i < OPERANDS; i++) {
        q->at[i] = given[i] == L0_NONE ? -1 : count;
        if (given[i] != L0_NONE)
            inputs[count++] = given[i]; /* the kernel reads transposed ones as they lie */
    }
    const struct tensor *weights = list->tensors[weight].given;
    const struct l0_tensor out = list->tensors[y];
    q->group = group;
    q->is_packed = weights->type == ACL_INT32;
    q->rows = out.dims[0];
    find_sides(weights, &q->depth, &q->columns);
    int product = l0_new_shaped(list, "product", out.type, out.dims, out.rank);
    l0_apply(list, &l0_WeightQuantBatchMatmulV2, inputs, count, 0, &product, 1, q);
    l0_view_copy(list, product, y);
}
