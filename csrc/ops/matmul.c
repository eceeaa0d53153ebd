/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnMm: its checks, and what CANN makes of it. The work is in product.c. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "workspace/arithmetic.h"
#include "workspace/view.h"

/* cubeMathType. HFLOAT32 is computed in float32 here. */
enum cube_math_type {
    KEEP_SUM_FLOAT = -1, /* operands keep their type, the product is float32 */
    KEEP = 0,
    ALLOW_LOWER = 1,
    USE_FLOAT16 = 2,
    USE_HFLOAT32 = 3,
    FORCE_GROUPS = 4,
};

/* Nobody outside CANN knows which of its two kernels it takes, or how MatMulV2 lays out float32. */
#define ASSUME_MATMUL "matmul"

#define FRACTAL_ROWS 16
#define FRACTAL_BYTES 32
/* MatMulV3 of Ascend950: what every tiling asks for, and the tile of a core that shares its sum. */
#define V3_WORKSPACE ((uint64_t)20 << 20)
#define V3_TILE 256

/* ---- Checks
 * --------------------------------------------------------------------------------------- */

static aclnnStatus refuse_mode(const struct call *call, int64_t mode, const char *why)
{
    return report(ACLNN_ERR_PARAM_INVALID, "cubeMathType is %" PRId64 "; %s on %s", mode, why,
                  call->soc->family);
}

aclnnStatus check_cube_math_type(struct call *call, int self, int mat2, int mode)
{
    int64_t given = call->arguments[mode].integer;
    bool has_float = call_type(call, self) == ACL_FLOAT || call_type(call, mat2) == ACL_FLOAT;
    if (call->soc->architecture == ARCHITECTURE_1001) {
        if (has_float && (given == KEEP_SUM_FLOAT || given == KEEP || given == USE_HFLOAT32))
            return refuse_mode(call, given,
                               "float32 matrices are multiplied in float16, modes 1 and 2,");
        /* The device reads beyond its table there. */
        if (given < KEEP || given > FORCE_GROUPS)
            return refuse_mode(call, given, "0 to 4 are supported");
        return ACLNN_SUCCESS;
    }
    int64_t lowest = call->soc->architecture == ARCHITECTURE_2201 ? KEEP_SUM_FLOAT : KEEP;
    if (given < lowest || given > FORCE_GROUPS)
        return refuse_mode(call, given,
                           lowest == KEEP ? "0 to 4 are supported" : "-1 to 4 are supported");
    return ACLNN_SUCCESS;
}

aclnnStatus check_product_shape(struct call *call, int self, int mat2, int out)
{
    char shape[100];
    const struct tensor *left = call_tensor(call, self);
    const struct tensor *right = call_tensor(call, mat2);
    const struct tensor *result = call_tensor(call, out);
    const int64_t dims[] = {left->dims[0], right->dims[1]};
    if (left->dims[1] != right->dims[0])
        return report(ACLNN_ERR_PARAM_INVALID,
                      "self has %" PRId64 " columns and mat2 %" PRId64
                      " rows; both are the same in a product",
                      left->dims[1], right->dims[0]);
    if (result->rank == 2 && result->dims[0] == dims[0] && result->dims[1] == dims[1])
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s; [%" PRId64 ", %" PRId64
                  "], the rows of self by the columns of mat2, is required",
                  dims_describe(result->dims, result->rank, shape, sizeof shape), dims[0], dims[1]);
}

/* ---- What the choice of kernels depends on
 * ----------------------------------------------------------- */

/* A matrix as it lies in memory: a transposed one is its rows and columns swapped. */
struct matrix {
    const struct tensor *given;
    aclDataType type;
    int64_t rows; /* of the matrix that is multiplied */
    int64_t columns;
    bool is_transposed;
    int64_t elements;
    bool is_slice; /* its kernel walks the rows of a larger matrix */
    bool is_fractal;
};

struct matmul {
    struct l0_list *list;
    enum cube_math_type mode;
    int64_t m, k, n;
    struct matrix left;
    struct matrix right;
    aclDataType type;   /* of the operands in the kernel */
    aclDataType result; /* of the product that it writes */
    bool is_out_fractal;
};

static int64_t type_bytes(aclDataType type)
{
    return data_type_bits(type) / 8;
}

static struct matrix matrix_of(const struct l0_list *list, int tensor)
{
    const struct tensor *given = list->tensors[tensor].given;
    return (struct matrix){.given = given,
                           .type = given->type,
                           .rows = given->dims[0],
                           .columns = given->dims[1],
                           .elements = list->tensors[tensor].elements,
                           .is_transposed = given->strides[0] == 1 &&
                                            given->strides[1] == given->dims[0] &&
                                            !(given->dims[0] == 1 && given->dims[1] == 1)};
}

static bool are_halves_alike(const struct matmul *mm)
{
    return mm->left.type == mm->right.type && type_is_half(mm->left.type);
}

static aclDataType computing_type(const struct matmul *mm)
{
    if (mm->list->architecture == L0_1001)
        return ACL_FLOAT16;
    if (are_halves_alike(mm))
        return mm->left.type;
    return mm->mode == USE_FLOAT16 ? ACL_FLOAT16 : ACL_FLOAT;
}

static aclDataType product_type(const struct matmul *mm, aclDataType out)
{
    if (mm->mode == KEEP_SUM_FLOAT)
        return ACL_FLOAT;
    if (out != ACL_FLOAT)
        return mm->type;
    if (mm->list->architecture == L0_1001 || are_halves_alike(mm) ||
        (mm->list->architecture == L0_2201 && mm->mode != USE_FLOAT16))
        return ACL_FLOAT;
    return mm->type;
}

static bool computes_in_hfloat32(const struct matmul *mm)
{
    bool is_mode = mm->mode == ALLOW_LOWER || mm->mode == USE_HFLOAT32;
    bool is_halves = type_is_half(mm->left.type) && type_is_half(mm->right.type);
    return mm->type == ACL_FLOAT && is_mode && !is_halves;
}

/* ---- Ascend950: sums that cores share
 * ------------------------------------------------------------------ */

static int64_t cores_of(const struct matmul *mm)
{
    return mm->list->soc->ai_cores;
}

/* How deep a product is whose sums are shared, each core taking so many steps. */
static int64_t shared_depth(const struct matmul *mm, int64_t steps)
{
    int64_t bytes = cores_of(mm) * steps;
    return (bytes > 8192 ? bytes : 8192) / type_bytes(mm->type);
}

/* There are too few tiles for half of the cores, and the depth is long. */
static bool shares_every_sum(const struct matmul *mm)
{
    uint64_t tile = mm->type == ACL_FLOAT && !computes_in_hfloat32(mm) ? 32 : V3_TILE;
    int64_t tiles = 0;
    return (int64_t)align_up((uint64_t)mm->k, 256) >= shared_depth(mm, 256) &&
           !__builtin_mul_overflow((int64_t)divide_up((uint64_t)mm->m, tile),
                                   (int64_t)divide_up((uint64_t)mm->n, tile), &tiles) &&
           tiles <= cores_of(mm) / 2;
}

/* Whole tiles, of which those of the last round keep at most half of the cores busy. */
static bool shares_last_sums(const struct matmul *mm)
{
    int64_t tiles = 0;
    if (mm->m % V3_TILE != 0 || mm->n % V3_TILE != 0 || mm->k < shared_depth(mm, 128) ||
        __builtin_mul_overflow(mm->m / V3_TILE, mm->n / V3_TILE, &tiles))
        return false;
    int64_t rest = tiles % cores_of(mm);
    return tiles >= cores_of(mm) && rest > 0 && rest <= cores_of(mm) / 2;
}

static bool may_share_sums(const struct matmul *mm)
{
    return !mm->list->deterministic && mm->list->soc->vector_cores == 2 * mm->list->soc->ai_cores;
}

/* The product's own workspace, from its public tiling. */
static uint64_t v3_workspace_3510(const struct matmul *mm)
{
    bool in_groups = mm->mode == FORCE_GROUPS && mm->type == ACL_FLOAT;
    bool whole = in_groups &&
                 (mm->m == 1 || mm->n == 1 || (!mm->left.is_transposed && mm->right.is_transposed));
    if (mm->left.is_slice || whole || !may_share_sums(mm) ||
        !(shares_every_sum(mm) || shares_last_sums(mm)))
        return V3_WORKSPACE;
    return V3_WORKSPACE + (uint64_t)cores_of(mm) * V3_TILE * V3_TILE * sizeof(float);
}

/* ---- Ascend950: rows of a larger matrix
 * ----------------------------------------------------------------- */

/* A dense last dimension, in rows of one length that lie within the storage. */
static bool is_rows_of_larger(const struct tensor *given)
{
    int64_t row = given->strides[0];
    int64_t stored = view_storage_elements(given);
    if (view_is_dense(given) || given->strides[1] != 1 || row < 1 || given->dims[1] == 1 ||
        row < given->dims[1] - 1 || stored % row != 0 || given->offset < 0)
        return false;
    return given->offset / row + given->dims[0] <= stored / row &&
           given->offset % row + given->dims[1] <= row;
}

static bool is_taken_as_slice(const struct matmul *mm)
{
    bool lower = computes_in_hfloat32(mm) || mm->type != ACL_FLOAT;
    bool shared = (shares_every_sum(mm) && (lower || mm->k <= 2000000)) ||
                  (lower && shares_last_sums(mm));
    bool long_float = mm->right.type == ACL_FLOAT && !computes_in_hfloat32(mm) && mm->k > 2048;
    return mm->list->architecture == L0_3510 && mm->left.type == mm->right.type &&
           mm->mode != FORCE_GROUPS && is_rows_of_larger(mm->left.given) && !shared && !long_float;
}

/* ---- Before Ascend950: matrices in fractals
 * -------------------------------------------------------------- */

static int64_t inner_dim(const struct matrix *matrix)
{
    return matrix->is_transposed ? matrix->rows : matrix->columns;
}

static bool is_easily_cut(const struct matrix *matrix)
{
    int64_t inner = inner_dim(matrix);
    return inner >= 128 ? inner <= 65535 : inner % FRACTAL_ROWS == 0;
}

static bool is_cut_on_the_fly(const struct matmul *mm)
{
    bool few_tiles = (double)(mm->m / 128) * (double)(mm->n / 128) < (double)(cores_of(mm) / 2);
    return (mm->left.elements <= 65535 && mm->right.elements <= 65535) || mm->k == 1 ||
           (mm->k >= 15000 && few_tiles && (mm->left.is_transposed || !mm->right.is_transposed)) ||
           (is_easily_cut(&mm->left) && is_easily_cut(&mm->right));
}

/* A depth that is long beside both other dimensions is shared out: matrices stay as they are. */
static bool is_deep_2201(const struct matmul *mm)
{
    int64_t longer = mm->m > mm->n ? mm->m : mm->n;
    bool small = mm->left.elements <= INT32_MAX / 2 && mm->right.elements <= INT32_MAX / 2;
    return mm->k >= 27392 && mm->k / 2 >= longer && (mm->k % 128 == 0 || small);
}

static void choose_formats_2201(struct matmul *mm)
{
    if (!are_halves_alike(mm) || mm->result == ACL_FLOAT || is_cut_on_the_fly(mm) ||
        is_deep_2201(mm))
        return;
    mm->left.is_fractal = true;
    mm->right.is_fractal = true;
    mm->is_out_fractal = mm->n % 256 != 0;
}

static bool is_deep_1001(const struct matmul *mm)
{
    int64_t longer = mm->m > mm->n ? mm->m : mm->n;
    int64_t shorter = mm->m < mm->n ? mm->m : mm->n;
    bool small = (double)mm->m * (double)mm->n * (double)mm->k < 8e9 && longer / 50 < shorter;
    return mm->k / 8 >= longer && (!mm->left.is_fractal || small);
}

/* Sums that cores share are float32, in fractals. */
static void choose_formats_1001(struct matmul *mm)
{
    bool whole = mm->m % FRACTAL_ROWS == 0 && mm->k % FRACTAL_ROWS == 0 &&
                 mm->n % FRACTAL_ROWS == 0 && mm->left.type == ACL_FLOAT16;
    mm->left.is_fractal = !whole;
    mm->right.is_fractal = !whole;
    mm->is_out_fractal = !whole;
    if (!is_deep_1001(mm))
        return;
    mm->is_out_fractal = true;
    mm->result = ACL_FLOAT;
}

/* A tensor in fractals, blocks of 16 rows by so many columns. Only the device lays it out so: its
   elements are those of the matrix with these dims. */
static int fractal_tensor(struct l0_list *list, const struct l0_tensor *matrix, int64_t rows,
                          int64_t columns, int64_t block)
{
    int64_t elements = 0;
    if (rows > INT64_MAX - FRACTAL_ROWS || columns > INT64_MAX - block ||
        __builtin_mul_overflow((int64_t)align_up((uint64_t)rows, FRACTAL_ROWS),
                               (int64_t)align_up((uint64_t)columns, (uint64_t)block), &elements))
        elements = INT64_MAX;
    int tensor = l0_new_tensor(list, matrix->name, matrix->type, elements);
    if (tensor != L0_NONE) {
        list->tensors[tensor].rank = matrix->rank;
        list->tensors[tensor].dims = matrix->dims;
    }
    return tensor;
}

static void append_trans_data(struct l0_list *list, int from, int to)
{
    l0_launch(list, "TransData", L0_AI_CORE, (int[]){from, L0_NONE}, (int[]){to, L0_NONE});
    l0_assume(list, "kernel:TransData");
    if (to != L0_NONE)
        list->tensors[to].source = from;
}

static int to_fractals(struct l0_list *list, const struct matrix *matrix, int tensor)
{
    if (!matrix->is_fractal || tensor == L0_NONE)
        return tensor;
    const struct l0_tensor from = list->tensors[tensor];
    int64_t outer = matrix->is_transposed ? matrix->columns : matrix->rows;
    int to = fractal_tensor(list, &from, outer, inner_dim(matrix),
                            FRACTAL_BYTES / type_bytes(from.type));
    append_trans_data(list, tensor, to);
    return to;
}

/* ---- The list
 * ------------------------------------------------------------------------------------------ */

static int make_dense(struct matmul *mm, const struct matrix *matrix, int tensor)
{
    int as_it_is = matrix->is_transposed || matrix->is_slice;
    return l0_cast(mm->list, as_it_is ? tensor : l0_contiguous(mm->list, tensor), mm->type);
}

/* A depth of 1 is a column by a row: CANN multiplies elements. */
static bool is_outer_product(const struct matmul *mm)
{
    if (mm->k != 1 || mm->type != mm->result || mm->left.is_fractal)
        return false;
    if (mm->type != ACL_BF16 || mm->list->architecture != L0_2201)
        return mm->type != ACL_BF16;
    int64_t rows = mm->right.is_transposed ? mm->k : mm->m;
    return mm->n <= 4000 && (double)rows * (double)mm->n >= 10000;
}

/* Shapes that MatMulV3 of 910B is known to take beside its kinds. */
static bool is_v3_shape(const struct matmul *mm)
{
    return mm->type != ACL_FLOAT && !mm->left.is_transposed && mm->m <= 256 && mm->k >= 9216 &&
           mm->k <= 20480 && mm->n > 9216 && mm->n <= 32768 && mm->k % 128 == 0 && mm->n % 128 == 0;
}

static bool is_v3(const struct matmul *mm)
{
    if (mm->list->architecture != L0_2201)
        return mm->list->architecture == L0_3510;
    if (mm->left.is_fractal)
        return !mm->is_out_fractal;
    bool in_groups = mm->mode == FORCE_GROUPS && mm->k >= 2048 && mm->left.type == ACL_FLOAT;
    return (mm->result == ACL_FLOAT && mm->type != ACL_FLOAT) || in_groups || is_v3_shape(mm);
}

/* A vector is read as a row whichever way it lies. */
static void turn_vectors(struct matmul *mm)
{
    if (mm->left.is_transposed && mm->m == 1)
        mm->left.is_transposed = false;
    else if (!mm->right.is_transposed && mm->n == 1)
        mm->right.is_transposed = true;
}

/* The product as the kernel writes it, and as a matrix: one tensor, or two. */
static int product_tensors(struct matmul *mm, int *matrix)
{
    *matrix = l0_new_shaped(mm->list, "product", mm->result, (int64_t[]){mm->m, mm->n}, 2);
    if (!mm->is_out_fractal || *matrix == L0_NONE)
        return *matrix;
    const struct l0_tensor like = mm->list->tensors[*matrix];
    return fractal_tensor(mm->list, &like, mm->m, mm->n, FRACTAL_ROWS);
}

static int multiply(struct matmul *mm, int left, int right)
{
    struct l0_list *list = mm->list;
    const struct l0_row *row = is_v3(mm) ? &l0_MatMulV3 : &l0_MatMulV2;
    bool is_guess = row == &l0_MatMulV2 && list->architecture == L0_2201 && !mm->left.is_fractal;
    int matrix = L0_NONE;
    turn_vectors(mm);
    left = to_fractals(list, &mm->left, left);
    right = to_fractals(list, &mm->right, right);
    int product = product_tensors(mm, &matrix);
    l0_apply(list, row, (int[]){left, right}, 2, 0, &product, 1, NULL);
    if (list->architecture == L0_3510)
        l0_kernel_workspace(list, v3_workspace_3510(mm));
    if (is_guess || (mm->is_out_fractal && mm->result == ACL_FLOAT))
        l0_assume(list, ASSUME_MATMUL);
    if (mm->is_out_fractal)
        append_trans_data(list, product, matrix);
    return matrix;
}

static int zeros(struct matmul *mm)
{
    int filled = list_fill(mm->list, mm->left.type, 0, (int64_t[]){mm->m, mm->n}, 2);
    return mm->mode == KEEP_SUM_FLOAT ? l0_cast(mm->list, filled, ACL_FLOAT) : filled;
}

void list_mm(struct l0_list *list, int self, int mat2, int out, int64_t cubeMathType)
{
    if (self == L0_NONE || mat2 == L0_NONE || out == L0_NONE)
        return;
    struct matmul mm = {.list = list,
                        .mode = (enum cube_math_type)cubeMathType,
                        .left = matrix_of(list, self),
                        .right = matrix_of(list, mat2)};
    mm.m = mm.left.rows;
    mm.k = mm.left.columns;
    mm.n = mm.right.columns;
    if (mm.k == 0) {
        list_write(list, zeros(&mm), out);
        return;
    }
    mm.type = computing_type(&mm);
    mm.result = product_type(&mm, list->tensors[out].type);
    mm.left.is_slice = is_taken_as_slice(&mm);
    if (list->architecture == L0_1001)
        choose_formats_1001(&mm);
    else if (list->architecture == L0_2201)
        choose_formats_2201(&mm);
    int left = make_dense(&mm, &mm.left, self);
    int right = make_dense(&mm, &mm.right, mat2);
    int product = is_outer_product(&mm) ? list_apply2(list, &l0_Mul, mm.type, left, right)
                                        : multiply(&mm, left, right);
    list_write(list, product, out);
}
