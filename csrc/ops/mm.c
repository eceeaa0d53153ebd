/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnMm: what CANN asks of its operands, and what it makes of the call. Which layout a matrix has
 * for the device's cubes, and which of two operators multiplies, are rules of public source; where
 * a closed library chooses, MatMulV2 is assumed. The work is products/product.h's.
 */
#include <inttypes.h>
#include <limits.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "products/blas.h"
#include "products/product.h"
#include "tensor/layout.h"
#include "workspace/view.h"

#define ASSUME_MATMUL_V2 "kernel:MatMulV2"
#define ASSUME_TRANSDATA "kernel:TransData"
#define ASSUME_MATMUL_V3 "matmul-v3"

#define V3_WORKSPACE ((uint64_t)20 << 20)

/* The values of cubeMathType. */
enum math_type {
    MATH_FLOAT_OUT = -1,
    MATH_KEEP,
    MATH_ALLOW_DOWN,
    MATH_FLOAT16,
    MATH_HF32,
    MATH_EXACT
};

/* ---- Checks -------------------------------------------------------------------------------------
 */

aclnnStatus check_not_number(struct call *call, int parameter, int64_t number)
{
    if (call->arguments[parameter].integer != number)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 ", which %s does not take",
                  call->operator->parameters[parameter].name, number, call->soc->name);
}

aclnnStatus check_math_type(struct call *call, int math_type, int self, int mat2)
{
    int64_t value = call->arguments[math_type].integer;
    bool has_float = call_type(call, self) == ACL_FLOAT || call_type(call, mat2) == ACL_FLOAT;
    bool taken = value >= MATH_FLOAT_OUT && value <= MATH_EXACT;
    if (call->soc->architecture == ARCHITECTURE_1001 && has_float)
        taken = taken && value != MATH_FLOAT_OUT && value != MATH_KEEP && value != MATH_HF32;
    if (taken)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "cubeMathType is %" PRId64
                  "; %s takes -1 to 4, and on Ascend910 neither -1, 0 nor "
                  "3 with a matrix of DT_FLOAT",
                  value, call->soc->name);
}

aclnnStatus check_product_shape(struct call *call, int self, int mat2, int out)
{
    char left[160];
    char right[160];
    char result[160];
    const struct tensor *a = call_tensor(call, self);
    const struct tensor *b = call_tensor(call, mat2);
    const struct tensor *c = call_tensor(call, out);
    if (a->dims[1] == b->dims[0] && c->rank == 2 && c->dims[0] == a->dims[0] &&
        c->dims[1] == b->dims[1])
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "self is %s, mat2 %s and out %s; [m, k], [k, n] and [m, n] are required",
                  dims_describe(a->dims, a->rank, left, sizeof left),
                  dims_describe(b->dims, b->rank, right, sizeof right),
                  dims_describe(c->dims, c->rank, result, sizeof result));
}

aclnnStatus check_blas(struct call *call, int self)
{
    return call_tensor(call, self)->dims[1] == 0 ? ACLNN_SUCCESS : blas_check();
}

/* ---- Work ---------------------------------------------------------------------------------------
 */

static struct product_operand operand_of(const struct work_view *view)
{
    return (struct product_operand){
        .type = view->type, .row_stride = view->strides[0], .column_stride = view->strides[1]};
}

static struct product product_of(const struct work *work)
{
    return (struct product){
        .rows = work->inputs[0].dims[0],
        .columns = work->inputs[1].dims[1],
        .depth = work->inputs[0].dims[1],
        .left = operand_of(&work->inputs[0]),
        .right = operand_of(&work->inputs[1]),
        .out = operand_of(&work->outputs[0]),
    };
}

static uint64_t product_scratch_bytes(const struct work *work)
{
    const struct product product = product_of(work);
    return (uint64_t)product_scratch(&product);
}

static void run_product_work(const struct work *work, struct task_failure *failure)
{
    const struct product product = product_of(work);
    (void)failure;
    product_matrix(&product, work->inputs[0].address, work->inputs[1].address,
                   work->outputs[0].address, work->scratch);
}

extern const struct l0_run run_product;
const struct l0_run run_product = {.scratch_bytes = product_scratch_bytes, .run = run_product_work};

/* ---- The product as CANN sees it ----------------------------------------------------------------
 */

struct matrix {
    int tensor;
    aclDataType given;
    bool transposed; /* a transposed view, which the operator takes as it is */
};

struct mm {
    struct l0_list *list;
    int64_t m, k, n;
    struct matrix self;
    struct matrix mat2;
    aclDataType out;
    aclDataType type;    /* that both are cast to */
    aclDataType product; /* of what the operator writes */
    int math_type;
    bool self_is_slice;
    bool nz_inputs; /* in the layout of the cubes */
    bool nz_product;
};

static bool is_short(aclDataType type)
{
    return type == ACL_FLOAT16 || type == ACL_BF16;
}

static bool are_both(const struct mm *mm, aclDataType type)
{
    return mm->self.given == type && mm->mat2.given == type;
}

static aclDataType computing_type(const struct mm *mm)
{
    if (mm->list->architecture == L0_1001 || are_both(mm, ACL_FLOAT16))
        return ACL_FLOAT16;
    if (are_both(mm, ACL_BF16))
        return ACL_BF16;
    return mm->math_type == MATH_FLOAT16 ? ACL_FLOAT16 : ACL_FLOAT;
}

static aclDataType product_type(const struct mm *mm)
{
    bool into_float = mm->out == ACL_FLOAT;
    if (mm->math_type == MATH_FLOAT_OUT)
        return ACL_FLOAT;
    switch (mm->list->architecture) {
    case L0_1001: return into_float ? ACL_FLOAT : mm->type;
    case L0_2201:
        if (into_float && mm->math_type != MATH_FLOAT16)
            return ACL_FLOAT;
        break;
    default: break;
    }
    return into_float && (are_both(mm, ACL_FLOAT16) || are_both(mm, ACL_BF16)) ? ACL_FLOAT
                                                                               : mm->type;
}

static bool is_hf32(const struct mm *mm)
{
    return mm->type == ACL_FLOAT &&
           (mm->math_type == MATH_ALLOW_DOWN || mm->math_type == MATH_HF32);
}

static int64_t bytes_of(aclDataType type)
{
    return is_short(type) ? 2 : 4;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t parts(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

/* ---- Ascend950 ----------------------------------------------------------------------------------
 */

/* k is split among the cores because the blocks of the product are few. */
static bool splits_depth(const struct mm *mm)
{
    int64_t cores = mm->list->soc->ai_cores;
    int64_t block = mm->type == ACL_FLOAT && !is_hf32(mm) ? 32 : 256;
    int64_t least = larger(8192, cores * 256) / bytes_of(mm->type);
    return parts(mm->k, 256) * 256 >= least &&
           parts(mm->m, block) * parts(mm->n, block) <= cores / 2;
}

/* The last blocks of the product are too few for all cores, and split. */
static bool splits_last_blocks(const struct mm *mm)
{
    int64_t cores = mm->list->soc->ai_cores;
    int64_t blocks = mm->m / 256 * (mm->n / 256);
    return mm->m % 256 == 0 && mm->n % 256 == 0 &&
           mm->k >= larger(8192, cores * 128) / bytes_of(mm->type) && blocks >= cores &&
           blocks % cores >= 1 && blocks % cores <= cores / 2;
}

static uint64_t workspace_950(const struct mm *mm)
{
    const struct soc *soc = mm->list->soc;
    bool adds_exactly = mm->math_type == MATH_EXACT && mm->type == ACL_FLOAT;
    bool is_row = mm->m == 1 || mm->n == 1;
    bool rows_by_rows = !mm->self.transposed && mm->mat2.transposed;
    if (mm->self_is_slice || (adds_exactly && (is_row || rows_by_rows)) ||
        soc->vector_cores != 2 * soc->ai_cores)
        return V3_WORKSPACE;
    return splits_depth(mm) || splits_last_blocks(mm)
               ? V3_WORKSPACE + (uint64_t)soc->ai_cores * 256 * 256 * 4
               : V3_WORKSPACE;
}

/* Whether self is a slice of a matrix that the operator takes as it is. */
static bool is_slice(const struct mm *mm, const struct tensor *self)
{
    int64_t storage = view_storage_elements(self);
    int64_t row = self->strides[0];
    if (mm->list->architecture != L0_3510 || view_is_dense(self) || mm->self.transposed ||
        mm->self.given != mm->mat2.given || mm->math_type == MATH_EXACT)
        return false;
    if (self->strides[1] != 1 || row <= 0 || self->dims[1] == 1 || row < self->dims[1] - 1 ||
        storage % row != 0)
        return false;
    if (self->offset / row + self->dims[0] > storage / row ||
        self->offset % row + self->dims[1] > row)
        return false;
    bool hf32_or_short = is_hf32(mm) || is_short(mm->type);
    bool is_split = (splits_depth(mm) && (hf32_or_short || mm->k <= 2000000)) ||
                    (splits_last_blocks(mm) && hf32_or_short);
    return !is_split && !(mm->mat2.given == ACL_FLOAT && !is_hf32(mm) && mm->k > 2048);
}

/* ---- Layouts of the cubes, which Ascend950 does not need ----------------------------------------
 */

static bool suits(int64_t inner)
{
    return inner >= 128 ? inner <= 65535 : inner % 16 == 0;
}

/* The operator of 910B takes the matrices as they lie in memory. */
static bool is_on_the_fly(const struct mm *mm)
{
    int64_t inner_of_self = mm->self.transposed ? mm->m : mm->k;
    int64_t inner_of_mat2 = mm->mat2.transposed ? mm->k : mm->n;
    bool few_blocks = mm->k >= 15000 && mm->m / 128 * (mm->n / 128) < mm->list->soc->ai_cores / 2 &&
                      (mm->self.transposed || !mm->mat2.transposed);
    bool small = mm->m * mm->k <= 65535 && mm->k * mm->n <= 65535;
    return small || mm->k == 1 || few_blocks || (suits(inner_of_self) && suits(inner_of_mat2));
}

static bool is_deep(const struct mm *mm)
{
    return mm->k >= 27392 && mm->k >= 2 * larger(mm->m, mm->n) &&
           (mm->k * 2 % 256 == 0 ||
            (mm->m * mm->k * 2 <= INT32_MAX && mm->k * mm->n * 2 <= INT32_MAX));
}

static void choose_layouts_2201(struct mm *mm)
{
    bool shorts = are_both(mm, ACL_FLOAT16) || are_both(mm, ACL_BF16);
    if (!shorts || mm->product == ACL_FLOAT || is_on_the_fly(mm) || is_deep(mm))
        return;
    mm->nz_inputs = true;
    mm->nz_product = mm->n % 256 != 0 || mm->type != mm->product;
}

static void choose_layouts_1001(struct mm *mm)
{
    bool aligned = mm->m % 16 == 0 && mm->k % 16 == 0 && mm->n % 16 == 0;
    int64_t wide = larger(mm->m, mm->n);
    int64_t narrow = mm->m + mm->n - wide;
    bool is_nd = aligned && mm->self.given == ACL_FLOAT16;
    mm->nz_inputs = !is_nd;
    mm->nz_product = !is_nd;
    bool balanced = (double)mm->m * (double)mm->n * (double)mm->k < 8e9 && wide < 50 * narrow;
    if (mm->k >= 8 * wide && (is_nd || balanced)) {
        mm->nz_product = true;
        mm->product = ACL_FLOAT;
    }
}

/* Elements of a matrix in the layout of the cubes: blocks of 16 rows and 32 bytes. */
static int64_t nz_elements(int64_t rows, int64_t columns, int64_t block)
{
    return parts(columns, block) * block * (parts(rows, 16) * 16);
}

static int to_nz(struct mm *mm, const struct matrix *matrix, int64_t rows, int64_t columns)
{
    int64_t block = is_short(mm->type) ? 16 : 8;
    int64_t elements = matrix->transposed ? nz_elements(columns, rows, block)
                                          : nz_elements(rows, columns, block);
    int result = l0_new_tensor(mm->list, "TransData", mm->type, elements);
    l0_launch(mm->list, "TransData", L0_AI_CORE, (int[]){matrix->tensor, L0_NONE},
              (int[]){result, L0_NONE});
    l0_assume(mm->list, ASSUME_TRANSDATA);
    return result;
}

/* ---- The list -----------------------------------------------------------------------------------
 */

/* A matrix dense, or transposed in its whole; then in the type that is computed in. */
static void prepare(struct mm *mm, struct matrix *matrix, bool as_it_is)
{
    if (!matrix->transposed && !as_it_is)
        matrix->tensor = l0_contiguous(mm->list, matrix->tensor);
    matrix->tensor = l0_cast(mm->list, matrix->tensor, mm->type);
}

static struct matrix matrix_of(const struct l0_list *list, int tensor)
{
    const struct tensor *given = list->tensors[tensor].given;
    bool transposed = given->strides[0] == 1 && given->strides[1] == given->dims[0] &&
                      (given->dims[0] != 1 || given->dims[1] != 1);
    return (struct matrix){tensor, given->type, transposed};
}

/* CANN multiplies a column with a row element by element. */
static bool is_outer(const struct mm *mm)
{
    if (mm->k != 1 || mm->product != mm->type)
        return false;
    return mm->type != ACL_BF16 || (mm->list->architecture == L0_2201 && !mm->mat2.transposed &&
                                    mm->n <= 4000 && mm->m * mm->n >= 10000);
}

static bool is_v3(const struct mm *mm)
{
    bool long_rows = is_short(mm->type) && !mm->nz_inputs && !mm->self.transposed && mm->m <= 256 &&
                     mm->k >= 9216 && mm->k <= 20480 && mm->n > 9216 && mm->n <= 32768 &&
                     mm->k % 128 == 0 && mm->n % 128 == 0;
    if (mm->list->architecture != L0_2201)
        return mm->list->architecture == L0_3510;
    return (mm->product == ACL_FLOAT && is_short(mm->type)) ||
           (mm->math_type == MATH_EXACT && mm->k >= 2048 && mm->self.given == ACL_FLOAT) ||
           (mm->nz_inputs && !mm->nz_product) || long_rows;
}

static int multiply(struct mm *mm)
{
    struct l0_list *list = mm->list;
    const struct l0_row *row = is_v3(mm) ? &l0_MatMulV3 : &l0_MatMulV2;
    const int matrices[] = {mm->self.tensor, mm->mat2.tensor};
    const int64_t dims[] = {mm->m, mm->n};
    int left = mm->nz_inputs ? to_nz(mm, &mm->self, mm->m, mm->k) : mm->self.tensor;
    int right = mm->nz_inputs ? to_nz(mm, &mm->mat2, mm->k, mm->n) : mm->mat2.tensor;
    int result = l0_new_shaped(list, "product", mm->product, dims, 2);
    int product = mm->nz_product
                      ? l0_new_tensor(list, "product", mm->product, nz_elements(mm->m, mm->n, 16))
                      : result;
    l0_launch(list, row->name, L0_AI_CORE, (int[]){left, right, L0_NONE},
              (int[]){product, L0_NONE});
    if (list->architecture == L0_3510)
        l0_kernel_workspace(list, workspace_950(mm));
    else if (is_v3(mm))
        l0_kernel_workspace(list, V3_WORKSPACE);
    if (list->architecture != L0_3510)
        l0_assume(list, is_v3(mm) ? ASSUME_MATMUL_V3 : ASSUME_MATMUL_V2);
    if (mm->nz_product) {
        l0_launch(list, "TransData", L0_AI_CORE, (int[]){product, L0_NONE},
                  (int[]){result, L0_NONE});
        l0_assume(list, ASSUME_TRANSDATA);
    }
    l0_step(list, L0_STEP_APPLY, row, matrices, 2, &result, 1, NULL);
    return result;
}

/* Zeros, of the type of self: there is nothing to add. */
static void list_zeros(struct mm *mm, int out)
{
    struct l0_list *list = mm->list;
    const int64_t dims[] = {mm->m, mm->n};
    int zeros = list_fill(list, mm->self.given, 0, dims, 2);
    if (list->architecture == L0_2201 && mm->math_type == MATH_FLOAT_OUT)
        zeros = l0_cast(list, zeros, ACL_FLOAT);
    list_write(list, zeros, out);
}

void list_mm(struct l0_list *list, int self, int mat2, int out, int8_t math_type)
{
    if (self == L0_NONE || mat2 == L0_NONE || out == L0_NONE)
        return;
    struct mm mm = {
        .list = list,
        .m = list->tensors[self].dims[0],
        .k = list->tensors[self].dims[1],
        .n = list->tensors[mat2].dims[1],
        .self = matrix_of(list, self),
        .mat2 = matrix_of(list, mat2),
        .out = list->tensors[out].type,
        .math_type = math_type,
    };
    if (mm.k == 0) {
        list_zeros(&mm, out);
        return;
    }
    if (list->architecture == L0_1001 && math_type == MATH_EXACT && mm.self.given == ACL_FLOAT) {
        list->status = report(ACLNN_ERR_INNER_NULLPTR,
                              "cubeMathType is 4; Ascend910 has no product of DT_FLOAT for it");
        return;
    }
    mm.type = computing_type(&mm);
    mm.product = product_type(&mm);
    mm.self_is_slice = is_slice(&mm, list->tensors[self].given);
    prepare(&mm, &mm.self, mm.self_is_slice);
    prepare(&mm, &mm.mat2, false);
    if (mm.self.tensor == L0_NONE || mm.mat2.tensor == L0_NONE)
        return;
    if (is_outer(&mm)) {
        list_write(list, list_apply2(list, &l0_Mul, mm.type, mm.self.tensor, mm.mat2.tensor), out);
        return;
    }
    /* A row and a column lie the same way both ways. */
    mm.self.transposed = mm.self.transposed && mm.m != 1;
    mm.mat2.transposed = mm.mat2.transposed || mm.n == 1;
    if (list->architecture == L0_2201)
        choose_layouts_2201(&mm);
    if (list->architecture == L0_1001)
        choose_layouts_1001(&mm);
    list_write(list, multiply(&mm), out);
}
