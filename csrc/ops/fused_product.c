/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products whose kernels do more than multiply: batches of matrices that are read and written in
 * another order of dimensions, and products that end in an operation on the elements.
 */
#include <inttypes.h>
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
#include "ops/matmul.h"
#include "ops/tensor_checks.h"
#include "products/product.h"
#include "runtime/ai_cores.h"
#include "tensor/arrays.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define LONGEST_SIDE 65535     /* before Ascend950 */
#define SCALE_BITS 0xFFFFE000U /* of a float32 in the 64 bits that a scale comes in */
#define OFFSET_SHIFT 37        /* where such bits have an offset of 9 */
#define USE_HFLOAT32 3         /* cubeMathType */
#define USE_FLOAT32_SUM 4      /* cubeMathType: what is fused is float32 too */
#define FEW 16                 /* sides that Ascend950 does not fuse, or joins in memory */
#define V3_WORKSPACE ((uint64_t)20 << 20)
#define EINSUM_WORKSPACE ((uint64_t)24 << 20)
#define MOST_BATCHED 6
#define MOST_FUSED 3

/* ---- TransposeBatchMatMul -------------------------------------------------------------------- */

struct turned_product {
    bool is_left_by_rows; /* x1 is [m, b, k] and not [b, m, k] */
    bool is_right_turned; /* x2 is [b, n, k] and not [b, k, n] */
    int64_t parts;        /* that the batches are written in */
};

static const int64_t *integers_of(const struct call *call, int parameter)
{
    return (const int64_t *)(const void *)call->arguments[parameter].array->values;
}

static bool has_order(const int64_t *order, int64_t a, int64_t b, int64_t c)
{
    return order[0] == a && order[1] == b && order[2] == c;
}

static aclnnStatus refuse_order(const struct call *call, int order, const char *allowed)
{
    const struct array *array = call->arguments[order].array;
    const int64_t *dims = integers_of(call, order);
    if (array->size != 3)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 3 are required",
                      call_name(call, order), array->size);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is [%" PRId64 ", %" PRId64 ", %" PRId64 "]; %s is required",
                  call_name(call, order), dims[0], dims[1], dims[2], allowed);
}

static aclnnStatus check_orders(struct call *call, int left, int right, int out)
{
    if (call->arguments[left].array->size != 3 || (!has_order(integers_of(call, left), 1, 0, 2) &&
                                                   !has_order(integers_of(call, left), 0, 1, 2)))
        return refuse_order(call, left, "[0, 1, 2] or [1, 0, 2]");
    if (call->arguments[right].array->size != 3 || (!has_order(integers_of(call, right), 0, 1, 2) &&
                                                    !has_order(integers_of(call, right), 0, 2, 1)))
        return refuse_order(call, right, "[0, 1, 2] or [0, 2, 1]");
    if (call->arguments[out].array->size != 3 || !has_order(integers_of(call, out), 1, 0, 2))
        return refuse_order(call, out, "[1, 0, 2]");
    return ACLNN_SUCCESS;
}

struct turned_sides {
    int64_t batches;
    int64_t rows;
    int64_t depth;
    int64_t columns;
};

static struct turned_sides sides_of(const int64_t *left, const int64_t *right, bool by_rows,
                                    bool is_turned)
{
    return (struct turned_sides){.batches = left[by_rows ? 1 : 0],
                                 .rows = left[by_rows ? 0 : 1],
                                 .depth = left[2],
                                 .columns = right[is_turned ? 1 : 2]};
}

/* What the kernels before Ascend950 cannot do. */
static aclnnStatus check_turned_2201(const struct call *call, const struct turned_sides *sides,
                                     int x1, int x2, bool by_rows, bool is_turned, bool is_plain)
{
    int64_t row = 0;
    bool is_long = sides->depth > LONGEST_SIDE ||
                   __builtin_mul_overflow(sides->batches, sides->depth, &row) || row > LONGEST_SIDE;
    if (sides->columns > LONGEST_SIDE || sides->batches > LONGEST_SIDE)
        return call_refuse_shape(call, x2, "fewer than 65536 batches and columns are required");
    if (!by_rows && sides->depth > LONGEST_SIDE)
        return call_refuse_shape(call, x1,
                                 "a depth below 65536 is required without permX1 of "
                                 "[1, 0, 2]");
    if (by_rows && is_long && !is_plain)
        return call_refuse_shape(call, x1,
                                 "batches times depth below 65536 are required with "
                                 "scale, or batchSplitFactor other than 1");
    if (is_turned && (!is_plain || !by_rows))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "permX2 is [0, 2, 1], which requires permX1 of [1, 0, 2], no scale and a "
                      "batchSplitFactor of 1 on %s",
                      call->soc->family);
    return ACLNN_SUCCESS;
}

/* Matrices in fractals: of 16 bits, and (before Ascend950) with a result of the same type. */
static aclnnStatus check_turned_fractals(const struct call *call, int x1, int x2, int out)
{
    if (call_tensor(call, x2)->format != ACL_FORMAT_FRACTAL_NZ)
        return ACLNN_SUCCESS;
    bool is_half = type_is_half(call_type(call, x1));
    bool is_2201 = call->soc->architecture == ARCHITECTURE_2201;
    bool fits = is_2201 ? call_type(call, out) == call_type(call, x1)
                        : call_type(call, out) != ACL_FLOAT;
    if (is_half && fits)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "x2 lies in fractals, x1 is %s and out is %s; 16 bits, and an out that goes with "
                  "them, are required",
                  data_type_name(call_type(call, x1)), data_type_name(call_type(call, out)));
}

aclnnStatus check_turned_product(struct call *call, int x1, int x2, int scale, int permX1,
                                 int permX2, int permY, int factor, int out)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *numbers = call_tensor(call, scale);
    int64_t parts = call->arguments[factor].integer;
    int64_t joined = 0;
    if (left->rank != 3 || right->rank != 3)
        return call_refuse_shape(call, left->rank != 3 ? x1 : x2, "three dimensions are required");
    aclnnStatus status = check_orders(call, permX1, permX2, permY);
    if (status == ACLNN_SUCCESS)
        status = check_turned_fractals(call, x1, x2, out);
    if (status != ACLNN_SUCCESS)
        return status;
    bool by_rows = integers_of(call, permX1)[0] == 1;
    bool is_turned = integers_of(call, permX2)[1] == 2;
    const struct turned_sides sides = sides_of(left->dims, right->dims, by_rows, is_turned);
    if (right->dims[0] != sides.batches || right->dims[is_turned ? 2 : 1] != sides.depth)
        return call_refuse_shape(call, x2, "the batches and the depth of x1 are required");
    if (call->soc->architecture == ARCHITECTURE_2201)
        status = check_turned_2201(call, &sides, x1, x2, by_rows, is_turned,
                                   numbers == NULL && parts == 1);
    if (status != ACLNN_SUCCESS)
        return status;
    if (tensor_is_empty(left) || tensor_is_empty(right))
        return call_refuse_shape(call, tensor_is_empty(left) ? x1 : x2, "elements are required");
    if (parts < 1 || parts > sides.batches || sides.batches % parts != 0 ||
        (numbers != NULL && parts != 1))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "batchSplitFactor is %" PRId64 "; a divisor of the %" PRId64
                      " batches, and 1 with scale, is required",
                      parts, sides.batches);
    if (__builtin_mul_overflow(sides.batches, sides.columns, &joined))
        return call_refuse_shape(call, x2, "batches times columns below 2^63 are required");
    if (numbers != NULL &&
        (numbers->rank != 1 || numbers->dims[0] != joined ||
         (call->soc->architecture == ARCHITECTURE_2201 && joined > LONGEST_SIDE)))
        return call_refuse_shape(call, scale,
                                 "a number for each column of each batch, below 65536 before "
                                 "Ascend950, is required");
    if (numbers != NULL && left->type != ACL_FLOAT16)
        return report(ACLNN_ERR_PARAM_INVALID, "x1 is %s; float16 is required with scale",
                      data_type_name(left->type));
    const int64_t whole[] = {sides.rows, sides.batches, sides.columns};
    const int64_t scaled[] = {sides.rows, 1, joined};
    const int64_t split[] = {parts, sides.rows, joined / parts};
    return call_shape_is(call, out,
                         numbers != NULL ? scaled
                         : parts > 1     ? split
                                         : whole,
                         3, false, "that of the product");
}

aclnnStatus check_without(struct call *call, int operand)
{
    return call_tensor(call, operand) == NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is not NULL, as is required",
                        call_name(call, operand));
}

/* The product as it lies: out is [m, b, n], [m, 1, b * n] or [parts, m, b / parts * n]. */
static struct product turned_product_of(const struct work *work)
{
    const struct turned_product *t = work->attributes;
    const struct work_view *left = &work->inputs[0];
    const struct work_view *right = &work->inputs[1];
    const struct work_view *out = &work->outputs[0];
    const struct turned_sides sides = sides_of(left->dims, right->dims, t->is_left_by_rows,
                                               t->is_right_turned);
    bool is_whole = t->parts == 1 && out->dims[2] == sides.columns && out->dims[1] == sides.batches;
    int64_t next = is_whole ? out->strides[1] : sides.columns * out->strides[2];
    struct product product = {
        .rows = sides.rows,
        .columns = sides.columns,
        .depth = sides.depth,
        .batch_rank = 2,
        .batch_dims = {t->parts, sides.batches / t->parts},
        .left = {.type = left->type,
                 .row_stride = left->strides[t->is_left_by_rows ? 0 : 1],
                 .column_stride = left->strides[2]},
        .right = {.type = right->type,
                  .row_stride = right->strides[t->is_right_turned ? 2 : 1],
                  .column_stride = right->strides[t->is_right_turned ? 1 : 2]},
        .out = {.type = out->type,
                .row_stride = out->strides[t->parts > 1 ? 1 : 0],
                .column_stride = out->strides[2],
                .batch_strides = {out->strides[0], next}},
    };
    int64_t step = left->strides[t->is_left_by_rows ? 1 : 0];
    product.left.batch_strides[0] = step * product.batch_dims[1];
    product.left.batch_strides[1] = step;
    product.right.batch_strides[0] = right->strides[0] * product.batch_dims[1];
    product.right.batch_strides[1] = right->strides[0];
    return product;
}

static aclnnStatus check_turned_work(const struct work *work)
{
    const struct product product = turned_product_of(work);
    return product_check(&product);
}

static uint64_t turned_scratch_bytes(const struct work *work)
{
    const struct product product = turned_product_of(work);
    return (uint64_t)product_scratch(&product);
}

static void run_turned_work(const struct work *work, struct task_failure *failure)
{
    const struct product product = turned_product_of(work);
    (void)failure;
    product_matrix(&product, work->inputs[0].address, work->inputs[1].address,
                   work->outputs[0].address, work->scratch);
}

extern const struct l0_run run_turned_product;
const struct l0_run run_turned_product = {
    .check = check_turned_work, .scratch_bytes = turned_scratch_bytes, .run = run_turned_work};

/* Whole numbers of 8 bits, the nearest there is: ties to even. */
static int8_t nearest(float value)
{
    if (!(value > -128))
        return value != value ? 0 : -128;
    if (value >= 127)
        return 127;
    float whole = value + 0x1.8p23F - 0x1.8p23F;
    return (int8_t)whole;
}

/* Rows of float32 by a scale for each column, and its offset: both are in its 64 bits. */
static void quantise_rows(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    const struct work_view *sums = &work->inputs[0];
    const struct work_view *scale = &work->inputs[1];
    const struct work_view *out = &work->outputs[0];
    for (int64_t i = block; i < sums->dims[0]; i += blocks) {
        const char *from = sums->address + i * sums->strides[0] * (int64_t)sizeof(float);
        char *to = out->address + i * out->strides[0];
        for (int64_t j = 0; j < sums->dims[2]; j++) {
            uint64_t bits;
            float factor;
            float sum;
            memcpy(&bits, scale->address + j * scale->strides[0] * (int64_t)sizeof bits,
                   sizeof bits);
            uint32_t low = (uint32_t)bits & SCALE_BITS;
            int offset = (int)(bits >> OFFSET_SHIFT & 0x1FF);
            memcpy(&factor, &low, sizeof factor);
            memcpy(&sum, from + j * sums->strides[2] * (int64_t)sizeof sum, sizeof sum);
            to[j * out->strides[2]] = (char)nearest(sum * factor +
                                                    (float)(offset < 256 ? offset : offset - 512));
        }
    }
}

static void run_quantise_work(const struct work *work, struct task_failure *failure)
{
    struct work copy = *work;
    (void)failure;
    ai_cores_run_function("quantise_rows", quantise_rows,
                          least(work->inputs[0].dims[0], ai_cores_count()), &copy);
}

extern const struct l0_run run_quantise_rows;
const struct l0_run run_quantise_rows = {.run = run_quantise_work};

/* The kernel of Ascend910B that multiplies with "einsum" tiles, for these orders and types. */
static bool takes_einsum(const struct l0_list *list, const struct l0_tensor *left, bool has_scale,
                         const struct turned_product *t, int64_t mode)
{
    int64_t row = 0;
    bool is_long = __builtin_mul_overflow(left->dims[1], left->dims[2], &row) || row > LONGEST_SIDE;
    return list->architecture == L0_2201 && !has_scale && mode != USE_HFLOAT32 && t->parts == 1 &&
           t->is_left_by_rows && (is_long || t->is_right_turned || left->type == ACL_FLOAT);
}

void list_turned_product(struct l0_list *list, int x1, int x2, int scale,
                         const struct array *permX1, const struct array *permX2, int64_t mode,
                         int64_t factor, int out)
{
    struct turned_product *t = arena_take(list->arena, sizeof *t);
    int left = l0_contiguous(list, x1);
    int right = l0_contiguous(list, x2);
    int numbers = scale == L0_NONE ? L0_NONE : l0_contiguous(list, scale);
    if (t == NULL || left == L0_NONE || right == L0_NONE || out == L0_NONE)
        return;
    t->is_left_by_rows = ((const int64_t *)(const void *)permX1->values)[0] == 1;
    t->is_right_turned = ((const int64_t *)(const void *)permX2->values)[1] == 2;
    t->parts = factor;
    const struct l0_tensor like = list->tensors[out];
    const struct l0_tensor multiplied = list->tensors[left];
    aclDataType type = scale == L0_NONE ? multiplied.type : ACL_INT8;
    int product = l0_new_shaped(list, "product", type, like.dims, like.rank);
    int inputs[] = {left, right, numbers};
    l0_launch_row(list, &l0_TransposeBatchMatMul, inputs, scale == L0_NONE ? 2 : 3, 0, &product, 1,
                  NULL);
    l0_kernel_workspace(list, takes_einsum(list, &multiplied, scale != L0_NONE, t, mode)
                                  ? EINSUM_WORKSPACE
                                  : V3_WORKSPACE);
    int sums = scale == L0_NONE ? product
                                : l0_new_shaped(list, "product", ACL_FLOAT, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, &l0_TransposeBatchMatMul, inputs, 2, &sums, 1, t);
    if (scale != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_TransposeBatchMatMulScale, (int[]){sums, numbers}, 2,
                &product, 1, NULL);
    list_write(list, product, out);
}

/* ---- FusedMatMul ----------------------------------------------------------------------------- */

enum fused {
    FUSED_NOTHING,
    FUSED_TO_FLOAT,
    FUSED_ADD,
    FUSED_MUL,
    FUSED_GELU,
    FUSED_GELU_TANH,
    FUSED_RELU,
    FUSED_KINDS
};

static const char *const fused_names[FUSED_KINDS] = {"",         "16cast32",  "add", "mul",
                                                     "gelu_erf", "gelu_tanh", "relu"};

static int fused_named(const char *text)
{
    for (int i = 0; text != NULL && i < FUSED_KINDS; i++)
        if (strcmp(text, fused_names[i]) == 0)
            return i;
    return -1;
}

static bool is_gelu(int kind)
{
    return kind == FUSED_GELU || kind == FUSED_GELU_TANH;
}

static bool takes_x3(int kind)
{
    return kind == FUSED_ADD || kind == FUSED_MUL;
}

aclnnStatus check_fused_kind(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (fused_named(given) >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s%s%s; \"\", \"16cast32\", \"add\", \"mul\", \"gelu_erf\", "
                  "\"gelu_tanh\" or \"relu\" is required",
                  call_name(call, text), given == NULL ? "" : "\"", given == NULL ? "NULL" : given,
                  given == NULL ? "" : "\"");
}

aclnnStatus check_fused_operands(struct call *call, int text, int bias, int x3)
{
    int kind = fused_named(call->arguments[text].text);
    if (call_tensor(call, bias) != NULL && is_gelu(kind))
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is not NULL, as \"%s\" requires",
                      call_name(call, bias), fused_names[kind]);
    if (call_tensor(call, x3) == NULL && takes_x3(kind))
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; \"%s\" takes it", call_name(call, x3),
                      fused_names[kind]);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_fused_x3(struct call *call, int x3, int y)
{
    const struct tensor *added = call_tensor(call, x3);
    const struct tensor *out = call_tensor(call, y);
    if (added == NULL)
        return ACLNN_SUCCESS;
    bool fits = added->rank == 2 || (added->rank == 3 && out->rank == 3 &&
                                     (added->dims[0] == 1 || added->dims[0] == out->dims[0]));
    for (int32_t back = 1; fits && back <= 2; back++)
        fits = added->dims[added->rank - back] == out->dims[out->rank - back];
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(call, x3,
                                    "the last dimensions of y, and its batches or one, "
                                    "are required");
}

aclnnStatus check_fused_shapes(struct call *call, int x1, int x2, int bias, int x3, int text, int y)
{
    int kind = fused_named(call->arguments[text].text);
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *out = call_tensor(call, y);
    const struct tensor *summand = call_tensor(call, bias);
    bool is_long = kind == FUSED_NOTHING || kind == FUSED_RELU;
    aclnnStatus status = check_rank(call, x1, 2,
                                    is_long         ? MOST_BATCHED
                                    : is_gelu(kind) ? 2
                                                    : MOST_FUSED);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x2, left->rank, left->rank);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, y, left->rank, left->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    for (int32_t i = 0; i < left->rank - 2; i++)
        if (left->dims[i] != right->dims[i] || left->dims[i] != out->dims[i])
            return call_refuse_shape(call, left->dims[i] != right->dims[i] ? x2 : y,
                                     "the batches of x1 are required");
    status = check_fused_x3(call, x3, y);
    if (status != ACLNN_SUCCESS || summand == NULL)
        return status;
    if (left->dims[left->rank - 1] == 0)
        return call_refuse_shape(call, x1, "columns are required beside bias");
    return check_rank(call, bias, 1, 2);
}

aclnnStatus check_fused_types(struct call *call, int x1, int bias, int x3, int text, int mode,
                              int y)
{
    int kind = fused_named(call->arguments[text].text);
    aclDataType type = call_type(call, x1);
    const struct tensor *summand = call_tensor(call, bias);
    bool is_float = type == ACL_FLOAT;
    if (is_float && (kind == FUSED_TO_FLOAT || is_gelu(kind)))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is float32; \"%s\" takes 16 bits",
                      call_name(call, x1), fused_names[kind]);
    if (call_type(call, y) != (kind == FUSED_TO_FLOAT ? ACL_FLOAT : type))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; %s is required", call_name(call, y),
                      data_type_name(call_type(call, y)),
                      data_type_name(kind == FUSED_TO_FLOAT ? ACL_FLOAT : type));
    if (summand != NULL && summand->type != type && summand->type != ACL_FLOAT)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; %s or float32 is required",
                      call_name(call, bias), data_type_name(summand->type), data_type_name(type));
    if (call_tensor(call, x3) != NULL && call_type(call, x3) != type)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; %s is required", call_name(call, x3),
                      data_type_name(call_type(call, x3)), data_type_name(type));
    if (is_float && call->arguments[mode].integer != USE_HFLOAT32)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 3 is required with float32",
                      call_name(call, mode), call->arguments[mode].integer);
    return ACLNN_SUCCESS;
}

/* What the list asks, and not the checks: 561103. */
static aclnnStatus refuse_inside(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *t = call_tensor(call, tensor);
    return report(ACLNN_ERR_INNER_NULLPTR, "the shape of %s is %s; %s", call_name(call, tensor),
                  dims_describe(t->dims, t->rank, shape, sizeof shape), required);
}

aclnnStatus check_fused_product(struct call *call, int x1, int x2, int bias, int x3, int text,
                                int y)
{
    int kind = fused_named(call->arguments[text].text);
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *summand = call_tensor(call, bias);
    int64_t rows = left->dims[left->rank - 2];
    int64_t columns = right->dims[right->rank - 1];
    int64_t elements = 0;
    int64_t wanted = rows;
    bool fits = !__builtin_mul_overflow(wanted, columns, &wanted);
    for (int32_t i = 0; i < left->rank - 2; i++)
        fits = fits && !__builtin_mul_overflow(wanted, left->dims[i], &wanted);
    if (left->dims[left->rank - 1] != right->dims[right->rank - 2])
        return refuse_inside(call, x2, "as many rows as x1 has columns are required");
    if (wanted == 0 ||
        (kind == FUSED_TO_FLOAT && (tensor_is_empty(left) || tensor_is_empty(right))))
        return refuse_inside(call, tensor_is_empty(left) ? x1 : x2, "elements are required");
    if (!fits || !tensor_element_count(call_tensor(call, y), &elements) || elements != wanted)
        return refuse_inside(call, y, "as many elements as the product has are required");
    if (summand != NULL && (summand->dims[summand->rank - 1] != columns ||
                            (summand->rank == 2 && summand->dims[0] != 1)))
        return refuse_inside(call, bias, "a number for each column is required");
    if (call_tensor(call, x3) != NULL && !takes_x3(kind))
        return report(ACLNN_ERR_INNER_NULLPTR, "%s is not NULL, as \"%s\" requires",
                      call_name(call, x3), fused_names[kind]);
    return ACLNN_SUCCESS;
}

/* Ascend950 multiplies and then adds or multiplies elements, where the fused kernel gains nothing.
 */
static bool is_taken_apart(const struct l0_list *list, int x1, int x2, int x3, int kind,
                           int64_t mode)
{
    const struct l0_tensor *left = &list->tensors[x1];
    const struct l0_tensor *right = &list->tensors[x2];
    if (list->architecture != L0_3510 || !takes_x3(kind))
        return false;
    bool is_exact = mode == USE_FLOAT32_SUM && type_is_half(left->type);
    const struct l0_tensor *third = &list->tensors[x3];
    bool shares = left->rank == MOST_FUSED && (third->rank == 2 || third->dims[0] == 1);
    return (!is_exact || left->rank == MOST_FUSED) &&
           (left->dims[left->rank - 1] == 1 || right->dims[right->rank - 1] < FEW ||
            left->dims[left->rank - 2] < FEW || shares);
}

static int fused_step(struct l0_list *list, const struct l0_row *row, int product, int other)
{
    if (product == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[product];
    int out = l0_new_shaped(list, row->name, ACL_FLOAT, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, row, (int[]){product, other}, other == L0_NONE ? 1 : 2, &out, 1,
            NULL);
    return out;
}

/* The same as it lies for a kernel, which takes transposed matrices. */
static int for_kernel(struct l0_list *list, int tensor)
{
    const struct l0_tensor *t = &list->tensors[tensor];
    const struct tensor *given = t->given;
    int32_t last = t->rank - 1;
    bool is_turned = given != NULL && given->strides[last - 1] == 1 &&
                     given->strides[last] == given->dims[last - 1];
    int64_t step = t->dims[last - 1] * t->dims[last];
    for (int32_t i = last - 2; is_turned && i >= 0; i--) {
        is_turned = given->strides[i] == step;
        step *= given->dims[i];
    }
    return is_turned ? tensor : l0_contiguous(list, tensor);
}

static int fused_in_one(struct l0_list *list, int x1, int x2, int bias, int x3, int kind,
                        aclDataType type, const int64_t *dims, int32_t rank)
{
    static const struct l0_row *const rows[FUSED_KINDS] = {
        [FUSED_ADD] = &l0_Add,     [FUSED_MUL] = &l0_Mul,
        [FUSED_GELU] = &l0_GeluV2, [FUSED_GELU_TANH] = &l0_GeluV2Tanh,
        [FUSED_RELU] = &l0_Relu,
    };
    int inputs[4];
    int count = 0;
    int left = inputs[count++] = for_kernel(list, x1);
    int right = inputs[count++] = for_kernel(list, x2);
    if (bias != L0_NONE)
        bias = inputs[count++] = l0_contiguous(list, bias);
    if (x3 != L0_NONE)
        x3 = inputs[count++] = l0_contiguous(list, x3);
    int result = l0_new_shaped(list, "product", type, dims, rank);
    l0_launch_row(list, &l0_FusedMatMul, inputs, count, 0, &result, 1, NULL);
    if (list->architecture == L0_3510) {
        uint64_t bytes = V3_WORKSPACE;
        if (is_gelu(kind) && dims[rank - 1] < FEW)
            bytes += (uint64_t)dims[rank - 2] * (uint64_t)dims[rank - 1] * sizeof(float);
        l0_kernel_workspace(list, bytes);
    }
    int sums = l0_new_shaped(list, "product", ACL_FLOAT, dims, rank);
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (int[]){left, right}, 2, &sums, 1, NULL);
    if (bias != L0_NONE)
        sums = fused_step(list, &l0_Add, sums, l0_convert(list, bias, ACL_FLOAT));
    if (rows[kind] != NULL)
        sums = fused_step(list, rows[kind], sums,
                          x3 == L0_NONE ? L0_NONE : l0_convert(list, x3, ACL_FLOAT));
    l0_step(list, L0_STEP_CAST, NULL, &sums, 1, &result, 1, NULL);
    return result;
}

static int fused_apart(struct l0_list *list, int x1, int x2, int bias, int x3, int kind,
                       int64_t mode)
{
    aclDataType type = list->tensors[x1].type;
    bool is_exact = mode == USE_FLOAT32_SUM && type_is_half(type);
    const struct product_request request = {
        .left = x1,
        .right = x2,
        .out = is_exact ? ACL_FLOAT : type,
        .mode = mode,
        .has_bias = bias != L0_NONE,
        .bias = bias,
        .alpha = 1,
        .beta = 1,
    };
    int product = list_product(list, &request);
    int added = l0_contiguous(list, x3);
    if (product == L0_NONE || added == L0_NONE)
        return L0_NONE;
    aclDataType computed = list->tensors[product].type;
    added = l0_cast(list, added, computed);
    int result = list_apply2(list, kind == FUSED_ADD ? &l0_Add : &l0_Mul, computed, product, added);
    return l0_cast(list, result, type);
}

void list_fused_product(struct l0_list *list, int x1, int x2, int bias, int x3, const char *text,
                        int64_t mode, int y)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int kind = fused_named(text);
    if (x1 == L0_NONE || x2 == L0_NONE || y == L0_NONE || kind < 0)
        return;
    const struct l0_tensor left = list->tensors[x1];
    const struct l0_tensor out = list->tensors[y];
    memcpy(dims, left.dims, (size_t)left.rank * sizeof *dims);
    dims[left.rank - 1] = list->tensors[x2].dims[left.rank - 1];
    int result = is_taken_apart(list, x1, x2, x3, kind, mode)
                     ? fused_apart(list, x1, x2, bias, x3, kind, mode)
                     : fused_in_one(list, x1, x2, bias, x3, kind, out.type, dims, left.rank);
    if (result != L0_NONE)
        l0_view_copy(list, l0_reshape(list, result, out.dims, out.rank), y);
}
