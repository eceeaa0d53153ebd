/* SPDX-License-Identifier: Apache-2.0 */
/* Products of matrices: lists of L0 operators, for aclnnMm and for every other call that
 * multiplies. */
#include "ops/matmul/matmul.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "declared/binary.h"
#include "ops/common/fractals.h"
#include "ops/common/list.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "workspace/arithmetic.h"
#include "workspace/view.h"

/* Outside of CANN nobody knows which of its two kernels it chooses, or how MatMulV2 lays out
 * float32. */
#define ASSUME_MATMUL "matmul"

/* MatMulV3 of Ascend950: the workspace of every tiling, and the tile of a core whose sums are
 * shared. */
#define V3_WORKSPACE ((uint64_t)20 << 20)
#define V3_TILE 256
/* Bytes of a buffer from which a core of Ascend950 multiplies. Each has two halves. */
#define OPERAND_BUFFER_3510 65536
#define SUM_BUFFER_3510 262144
#define MATRIX_BUFFER_3510 524288
#define VECTOR_BUFFER_3510 253952

/* ---- What the choice of kernels depends on --------------------------------------------------- */

/* A matrix in memory. A transposed one has its rows and columns swapped. Batches of the left
 * operand that the right one does not have count as rows; a vector is a row or a column. */
struct matrix {
    const struct tensor *given; /* NULL when the matrix is not the caller's */
    aclDataType type;
    int64_t rows; /* of the matrix that is multiplied */
    int64_t columns;
    bool is_transposed;
    bool keeps_view; /* the caller's view is transposed, and the kernel takes it directly */
    int64_t elements;
    bool is_slice; /* the kernel walks the rows of a larger matrix */
    bool is_fractal;
};

struct matmul {
    struct l0_list *list;
    const struct product_request *request;
    bool is_batched; /* the right operand has batches */
    enum cube_math_type mode;
    int64_t m, k, n;
    struct matrix left;
    struct matrix right;
    aclDataType type;   /* the type of the operands in the kernel */
    aclDataType result; /* the type that the kernel writes */
    bool is_out_fractal;
};

static int64_t type_bytes(aclDataType type)
{
    return data_type_bits(type) / 8;
}

/* Whether the last two dims are swapped in memory, and everything else is dense. */
static bool is_transposed_view(const struct tensor *given)
{
    int32_t last = given->rank - 1;
    if (given->rank < 2 || given->strides[last - 1] != 1 ||
        given->strides[last] != given->dims[last - 1] ||
        (given->dims[last - 1] == 1 && given->dims[last] == 1))
        return false;
    int64_t step = given->dims[last - 1] * given->dims[last];
    for (int32_t i = last - 2; i >= 0; i--) {
        if (given->strides[i] != step)
            return false;
        step *= given->dims[i];
    }
    return true;
}

static struct matrix matrix_of(const struct l0_list *list, int tensor, bool is_right,
                               bool is_batched, bool transpose)
{
    const struct l0_tensor *t = &list->tensors[tensor];
    bool keeps = t->given != NULL && (t->rank == 2) != is_batched && is_transposed_view(t->given);
    struct matrix matrix = {.given = t->rank == 2 ? t->given : NULL,
                            .type = t->type,
                            .rows = is_right ? 1 : t->dims[t->rank - 1],
                            .columns = is_right ? 1 : t->dims[t->rank - 1],
                            .is_transposed = keeps != transpose,
                            .keeps_view = keeps,
                            .elements = t->elements};
    if (is_right)
        matrix.rows = t->dims[t->rank > 1 ? t->rank - 2 : 0];
    else
        matrix.rows = t->rank > 1 ? t->dims[t->rank - 2] : 1;
    if (is_right && t->rank > 1)
        matrix.columns = t->dims[t->rank - 1];
    for (int32_t i = 0; !is_batched && i < t->rank - 2; i++)
        matrix.rows *= t->dims[i];
    if (transpose) {
        int64_t rows = matrix.rows;
        matrix.rows = matrix.columns;
        matrix.columns = rows;
        matrix.given = NULL;
    }
    return matrix;
}

static bool are_halves_alike(const struct matmul *mm)
{
    return mm->left.type == mm->right.type && type_is_half(mm->left.type);
}

static aclDataType computing_type(const struct matmul *mm)
{
    if (mm->list->architecture == ARCHITECTURE_1001)
        return ACL_FLOAT16;
    if (are_halves_alike(mm))
        return mm->left.type;
    return mm->mode == USE_FLOAT16 ? ACL_FLOAT16 : ACL_FLOAT;
}

static aclDataType product_type(const struct matmul *mm, aclDataType out)
{
    bool halves = are_halves_alike(mm) && mm->list->architecture != ARCHITECTURE_1001;
    bool is_summand = mm->request->is_summand;
    /* Sums with another tensor keep the type that halves give. */
    if (mm->mode == KEEP_SUM_FLOAT ||
        (halves && is_summand && !mm->is_batched && mm->mode == FORCE_GROUPS))
        return ACL_FLOAT;
    if (out != ACL_FLOAT)
        return mm->type;
    if (mm->list->architecture == ARCHITECTURE_1001 || are_halves_alike(mm) ||
        (mm->list->architecture == ARCHITECTURE_2201 && mm->mode != USE_FLOAT16))
        return ACL_FLOAT;
    return mm->type;
}

/* Whether 910B's kernel of batches with a summand writes float32, whether it is asked to or not. */
static bool sums_in_float(const struct matmul *mm)
{
    return mm->is_batched && mm->request->is_summand && are_halves_alike(mm) &&
           mm->list->architecture == ARCHITECTURE_2201;
}

static bool computes_in_hfloat32(const struct matmul *mm)
{
    bool is_mode = mm->mode == ALLOW_LOWER || mm->mode == USE_HFLOAT32;
    bool is_halves = type_is_half(mm->left.type) && type_is_half(mm->right.type);
    return mm->type == ACL_FLOAT && is_mode && !is_halves;
}

/* ---- Ascend950: sums that cores share -------------------------------------------------------- */

static int64_t cores_of(const struct matmul *mm)
{
    return mm->list->soc->ai_cores;
}

/* The depth of a product whose sums cores share, each taking so many steps. */
static int64_t shared_depth(const struct matmul *mm, int64_t steps)
{
    int64_t bytes = cores_of(mm) * steps;
    return (bytes > 8192 ? bytes : 8192) / type_bytes(mm->type);
}

/* Whether there are too few tiles for half of the cores, and the depth is long. */
static bool shares_every_sum(const struct matmul *mm)
{
    uint64_t tile = mm->type == ACL_FLOAT && !computes_in_hfloat32(mm) ? 32 : V3_TILE;
    int64_t tiles = 0;
    return (int64_t)align_up((uint64_t)mm->k, 256) >= shared_depth(mm, 256) &&
           !__builtin_mul_overflow((int64_t)divide_up((uint64_t)mm->m, tile),
                                   (int64_t)divide_up((uint64_t)mm->n, tile), &tiles) &&
           tiles <= cores_of(mm) / 2;
}

/* Whether tiles are whole, and those of the last round keep at most half of the cores busy. */
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

/* ---- Ascend950: rows of a larger matrix ------------------------------------------------------ */

/* Whether rows are dense, of one length, and lie within the storage. */
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
    return mm->list->architecture == ARCHITECTURE_3510 && mm->left.given != NULL &&
           !mm->is_batched && mm->left.type == mm->right.type && mm->mode != FORCE_GROUPS &&
           is_rows_of_larger(mm->left.given) && !shared && !long_float;
}

/* ---- Before Ascend950: matrices in fractals -------------------------------------------------- */

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

/* Whether the depth is long compared with rows and columns, so that it is divided and matrices stay
 * as they are. */
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

/* CANN reads the columns of right at the index of left's dimensions; beyond the last one it reads
 * 0. A matrix with batches has got two more dims before. */
static bool are_columns_whole(const struct matmul *mm, const struct l0_tensor *left,
                              const struct l0_tensor *right)
{
    int32_t end = left->rank == 2 && mm->is_batched ? 4 : left->rank;
    if (!mm->is_batched || end == right->rank)
        return mm->n % FRACTAL_ROWS == 0;
    for (int32_t i = end > 2 ? end - 2 : 0; i < (end > 2 ? end : 2); i++) {
        if (i < right->rank && right->dims[i] % FRACTAL_ROWS != 0)
            return false;
    }
    return true;
}

/* Sums that cores share are float32, in fractals. Those of batches are not shared. */
static void choose_formats_1001(struct matmul *mm, const struct l0_tensor *left,
                                const struct l0_tensor *right)
{
    bool whole = mm->m % FRACTAL_ROWS == 0 && mm->k % FRACTAL_ROWS == 0 &&
                 are_columns_whole(mm, left, right) && mm->left.type == ACL_FLOAT16;
    mm->left.is_fractal = !whole;
    mm->right.is_fractal = !whole;
    mm->is_out_fractal = !whole;
    if (mm->is_batched || !is_deep_1001(mm))
        return;
    mm->is_out_fractal = true;
    mm->result = ACL_FLOAT;
}

/* Makes a tensor for a matrix in fractals, which are blocks of 16 rows by so many columns. Only the
 * device lays it out so; its elements are those of the matrix with these dims. */
static int fractal_tensor(struct l0_list *list, const struct l0_tensor *matrix, int64_t rows,
                          int64_t columns, int64_t block)
{
    int64_t elements = 0;
    int64_t batches = matrix->elements / rows / columns;
    if (rows > INT64_MAX - FRACTAL_ROWS || columns > INT64_MAX - block ||
        __builtin_mul_overflow((int64_t)align_up((uint64_t)rows, FRACTAL_ROWS),
                               (int64_t)align_up((uint64_t)columns, (uint64_t)block), &elements) ||
        __builtin_mul_overflow(elements, batches, &elements))
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
}

static int to_fractals(struct l0_list *list, const struct matrix *matrix, int tensor)
{
    if (!matrix->is_fractal || tensor == L0_NONE)
        return tensor;
    const struct l0_tensor from = list->tensors[tensor];
    if (from.given != NULL && from.given->format == ACL_FORMAT_FRACTAL_NZ)
        return tensor;
    int64_t outer = matrix->is_transposed ? matrix->columns : matrix->rows;
    int to = fractal_tensor(list, &from, outer, inner_dim(matrix),
                            FRACTAL_BYTES / type_bytes(from.type));
    append_trans_data(list, tensor, to);
    return to;
}

/* ---- The list -------------------------------------------------------------------------------- */

static int make_dense(struct matmul *mm, const struct matrix *matrix, int tensor)
{
    bool as_it_is = matrix->keeps_view || matrix->is_slice;
    int dense = as_it_is ? tensor : l0_contiguous(mm->list, tensor);
    return mm->request->for_size ? l0_launch_cast(mm->list, dense, mm->type)
                                 : l0_cast(mm->list, dense, mm->type);
}

/* Reshapes the operand to the two dims that the kernel sees. */
static int flatten(struct l0_list *list, const struct matrix *matrix, int tensor)
{
    if (tensor == L0_NONE || list->tensors[tensor].rank == 2)
        return tensor;
    return l0_reshape(list, tensor, (int64_t[]){matrix->rows, matrix->columns}, 2);
}

/* The shape of a product: the common batches, and rows and columns where the operands have them. */
static int32_t product_shape(const struct matmul *mm, int left, int right, int64_t *dims)
{
    const struct l0_tensor *a = &mm->list->tensors[left];
    const struct l0_tensor *b = &mm->list->tensors[right];
    int32_t batches = a->rank - 2 > b->rank - 2 ? a->rank - 2 : b->rank - 2;
    int32_t rank = 0;
    for (; rank < batches; rank++) {
        int32_t i = rank - batches + a->rank - 2;
        int32_t j = rank - batches + b->rank - 2;
        dims[rank] = i >= 0 && (j < 0 || a->dims[i] != 1) ? a->dims[i] : b->dims[j];
    }
    if (a->rank > 1)
        dims[rank++] = mm->request->transpose_left ? a->dims[a->rank - 1] : a->dims[a->rank - 2];
    if (b->rank > 1)
        dims[rank++] = mm->n;
    return rank;
}

static int64_t batches_of(const struct matrix *matrix)
{
    return matrix->elements / matrix->rows / matrix->columns;
}

/* Whether every dim before the matrices equals the other operand's; a missing one counts as 1. */
static bool have_same_batches(const struct l0_tensor *left, const struct l0_tensor *right)
{
    for (int32_t i = 3; i <= left->rank || i <= right->rank; i++) {
        int64_t a = i <= left->rank ? left->dims[left->rank - i] : 1;
        int64_t b = i <= right->rank ? right->dims[right->rank - i] : 1;
        if (a != b)
            return false;
    }
    return true;
}

/* Whether the kernel of Ascend950 can load so many batches at a time that it multiplies those of
 * depth 1. */
static bool loads_batches_3510(const struct matmul *mm)
{
    uint64_t size = (uint64_t)type_bytes(mm->type);
    uint64_t block = FRACTAL_BYTES / size;
    uint64_t m = align_up((uint64_t)mm->m, FRACTAL_ROWS);
    uint64_t n = align_up((uint64_t)mm->n, FRACTAL_ROWS);
    uint64_t left = m * align_up((uint64_t)mm->k, mm->left.is_transposed ? FRACTAL_ROWS : block);
    uint64_t right = n * align_up((uint64_t)mm->k, mm->right.is_transposed ? block : FRACTAL_ROWS);
    return batches_of(&mm->left) > cores_of(mm) && left * size * 2 <= OPERAND_BUFFER_3510 &&
           right * size * 2 <= OPERAND_BUFFER_3510 &&
           m * n * sizeof(float) * 2 <= SUM_BUFFER_3510 &&
           (left + right) * size * 2 <= MATRIX_BUFFER_3510;
}

/* Whether there are many small batches, whose rows are not whole vectors. */
static bool keeps_small_batches_3510(const struct matmul *mm)
{
    uint64_t size = (uint64_t)type_bytes(mm->type);
    uint64_t block = FRACTAL_BYTES / size;
    uint64_t vector = 256 / size;
    uint64_t n = (uint64_t)mm->n;
    if (batches_of(&mm->left) < 128 || n == 1 || (n > block && n <= vector) || n % vector == 0)
        return false;
    uint64_t rows = align_up((uint64_t)mm->m, block);
    uint64_t columns = align_up(n, block);
    return (rows + columns + rows * columns) * size <= VECTOR_BUFFER_3510;
}

static bool may_multiply_elements(const struct matmul *mm, const struct l0_tensor *left,
                                  const struct l0_tensor *right)
{
    if (mm->is_batched && mm->list->architecture == ARCHITECTURE_1001)
        return false;
    if (mm->is_batched && mm->list->architecture == ARCHITECTURE_3510)
        return !(have_same_batches(left, right) && loads_batches_3510(mm)) &&
               !keeps_small_batches_3510(mm);
    if (mm->type != ACL_BF16)
        return true;
    if (mm->list->architecture != ARCHITECTURE_2201 || mm->n > 4000)
        return false;
    int64_t rows = mm->left.is_transposed != mm->right.is_transposed ? mm->k : mm->m;
    return mm->is_batched || (double)rows * (double)mm->n >= 10000;
}

/* Whether the depth is 1, a column times a row, which CANN computes by multiplying elements. */
static bool is_outer_product(const struct matmul *mm, int left, int right)
{
    return mm->k == 1 && mm->type == mm->result && !mm->request->has_bias && !mm->left.is_fractal &&
           left != L0_NONE && right != L0_NONE &&
           may_multiply_elements(mm, &mm->list->tensors[left], &mm->list->tensors[right]);
}

/* Shapes for which 910B is known to use MatMulV3, besides the general rule. */
static bool is_v3_shape(const struct matmul *mm)
{
    return mm->type != ACL_FLOAT && !mm->left.is_transposed && mm->m <= 256 && mm->k >= 9216 &&
           mm->k <= 20480 && mm->n > 9216 && mm->n <= 32768 && mm->k % 128 == 0 && mm->n % 128 == 0;
}

static bool is_v3(const struct matmul *mm)
{
    if (mm->list->architecture != ARCHITECTURE_2201)
        return mm->list->architecture == ARCHITECTURE_3510;
    if (mm->left.is_fractal)
        return !mm->is_out_fractal;
    bool in_groups = mm->mode == FORCE_GROUPS && mm->k >= 2048 && mm->left.type == ACL_FLOAT;
    return (mm->result == ACL_FLOAT && mm->type != ACL_FLOAT) || in_groups || is_v3_shape(mm);
}

/* A vector is read as a row, whichever way it lies. */
static void turn_vectors(struct matmul *mm)
{
    if (mm->left.is_transposed && mm->m == 1)
        mm->left.is_transposed = false;
    else if (!mm->right.is_transposed && mm->n == 1)
        mm->right.is_transposed = true;
}

/* The summand that the kernel adds, in the type that it takes. */
static int bias_of(struct matmul *mm)
{
    struct l0_list *list = mm->list;
    int bias = l0_contiguous(list, mm->request->bias);
    if (bias == L0_NONE || mm->request->row != NULL)
        return bias;
    aclDataType type = list->tensors[bias].type;
    if (list->architecture == ARCHITECTURE_1001)
        mm->result = type == ACL_FLOAT ? ACL_FLOAT : mm->result;
    bool is_float = list->architecture == ARCHITECTURE_1001
                        ? mm->result == ACL_FLOAT
                        : type != mm->type || mm->mode == KEEP_SUM_FLOAT ||
                              (list->architecture == ARCHITECTURE_2201 && mm->type == ACL_BF16);
    return l0_cast(list, bias, is_float ? ACL_FLOAT : mm->type);
}

/* A number of a sum, in float32. */
static int float_constant(struct l0_list *list, float number)
{
    struct scalar scalar = {.type = ACL_FLOAT};
    memcpy(scalar.bytes, &number, sizeof number);
    return l0_constant(list, "factor", &scalar, ACL_FLOAT);
}

static int apply_step(struct l0_list *list, const struct l0_row *row, int like, int a, int b, int c)
{
    if (like == L0_NONE)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[like];
    int out = l0_new_shaped(list, row->name, ACL_FLOAT, source.dims, source.rank);
    l0_step(list, L0_STEP_APPLY, row, (int[]){a, b, c}, c == L0_NONE ? 2 : 3, &out, 1, NULL);
    return out;
}

/* Appends the work: out = left right, or alpha left right + beta bias, rounded once. */
static void append_product(struct matmul *mm, int left, int right, int bias, int out)
{
    struct l0_list *list = mm->list;
    const struct product_request *request = mm->request;
    bool *transposes = l0_take(list, 2 * sizeof *transposes);
    if (transposes == NULL || out == L0_NONE || request->for_size)
        return;
    transposes[0] = request->transpose_left;
    transposes[1] = request->transpose_right;
    const struct l0_tensor result = list->tensors[out];
    int product = bias == L0_NONE
                      ? out
                      : l0_new_shaped(list, "product", ACL_FLOAT, result.dims, result.rank);
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (int[]){left, right}, 2, &product, 1, transposes);
    if (bias == L0_NONE)
        return;
    int summand = l0_convert(list, bias, ACL_FLOAT);
    if (request->beta != 1)
        summand = apply_step(list, &l0_Muls, summand, summand, float_constant(list, request->beta),
                             L0_NONE);
    int sum = request->alpha == 1 ? apply_step(list, &l0_Add, product, summand, product, L0_NONE)
                                  : apply_step(list, &l0_Axpy, product, summand, product,
                                               float_constant(list, request->alpha));
    l0_step(list, L0_STEP_CAST, NULL, &sum, 1, &out, 1, NULL);
}

static const struct l0_row *batch_row(const struct matmul *mm)
{
    if (mm->list->architecture == ARCHITECTURE_3510)
        return &l0_BatchMatMulV3;
    return mm->list->architecture == ARCHITECTURE_2201 && mm->result == ACL_FLOAT &&
                   mm->type != ACL_FLOAT
               ? &l0_BatchMatMulV3
               : &l0_BatchMatMulV2;
}

static void launch(struct matmul *mm, const struct l0_row *row, int left, int right, int bias,
                   int product)
{
    int inputs[] = {left, right, bias};
    l0_launch_row(mm->list, row, inputs, bias == L0_NONE ? 2 : 3, 0, &product, 1, NULL);
    if (mm->list->architecture == ARCHITECTURE_3510 && row == &l0_MatMulV3)
        l0_kernel_workspace(mm->list, v3_workspace_3510(mm));
}

/* Whether right is one matrix and left is no transposed batch, so that Ascend950 multiplies
 * matrices. */
static bool is_one_matrix(const struct matmul *mm)
{
    return mm->list->architecture == ARCHITECTURE_3510 && batches_of(&mm->right) <= 1 &&
           (!mm->left.is_transposed || batches_of(&mm->left) <= 1);
}

static void launch_batches(struct matmul *mm, int left, int right, int bias, int batches)
{
    struct l0_list *list = mm->list;
    const struct l0_row *row = mm->request->row;
    if (row == NULL && !mm->left.is_fractal)
        turn_vectors(mm);
    if (row == NULL && is_one_matrix(mm)) {
        struct matmul joint = *mm;
        joint.m *= batches_of(&mm->left);
        /* A product of batches is not added up in groups. */
        joint.mode = mm->mode == FORCE_GROUPS ? KEEP : mm->mode;
        launch(&joint, &l0_MatMulV3, left, right, bias, batches);
        return;
    }
    left = to_fractals(list, &mm->left, left);
    right = to_fractals(list, &mm->right, right);
    if (left == L0_NONE || right == L0_NONE || batches == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[batches];
    int product = mm->is_out_fractal ? fractal_tensor(list, &like, mm->m, mm->n, FRACTAL_ROWS)
                                     : batches;
    launch(mm, row != NULL ? row : batch_row(mm), left, right, bias, product);
    l0_assume(list, ASSUME_MATMUL);
    if (mm->is_out_fractal)
        append_trans_data(list, product, batches);
}

static void launch_matrices(struct matmul *mm, int left, int right, int bias, int matrix)
{
    struct l0_list *list = mm->list;
    const struct l0_row *row = mm->request->row != NULL ? mm->request->row
                               : is_v3(mm)              ? &l0_MatMulV3
                                                        : &l0_MatMulV2;
    bool is_guess = row == &l0_MatMulV2 && list->architecture == ARCHITECTURE_2201 &&
                    !mm->left.is_fractal;
    turn_vectors(mm);
    left = to_fractals(list, &mm->left, flatten(list, &mm->left, left));
    right = to_fractals(list, &mm->right, flatten(list, &mm->right, right));
    if (left == L0_NONE || right == L0_NONE || matrix == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[matrix];
    int product = mm->is_out_fractal ? fractal_tensor(list, &like, mm->m, mm->n, FRACTAL_ROWS)
                                     : matrix;
    launch(mm, row, left, right, bias, product);
    if (is_guess || (mm->is_out_fractal && mm->result == ACL_FLOAT))
        l0_assume(list, ASSUME_MATMUL);
    if (mm->is_out_fractal)
        append_trans_data(list, product, matrix);
}

static int multiply(struct matmul *mm, int left, int right)
{
    struct l0_list *list = mm->list;
    int64_t dims[TENSOR_MAX_DIMS];
    if (left == L0_NONE || right == L0_NONE)
        return L0_NONE;
    int bias = mm->request->has_bias ? bias_of(mm) : L0_NONE;
    if (mm->request->has_bias && bias == L0_NONE)
        return L0_NONE;
    int32_t rank = product_shape(mm, left, right, dims);
    bool is_given = mm->request->dims != NULL;
    int product = l0_new_shaped(list, "product", mm->result, is_given ? mm->request->dims : dims,
                                is_given ? mm->request->rank : rank);
    if (mm->is_batched) {
        launch_batches(mm, left, right, bias, product);
    } else {
        int matrix = rank == 2 && !is_given
                         ? product
                         : l0_reshape(list, product, (int64_t[]){mm->m, mm->n}, 2);
        launch_matrices(mm, left, right, bias, matrix);
    }
    append_product(mm, left, right, bias, product);
    return product;
}

static int zeros(struct matmul *mm, int left, int right)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = product_shape(mm, left, right, dims);
    int filled = list_fill(mm->list, mm->left.type, 0, dims, rank);
    return mm->mode == KEEP_SUM_FLOAT && !mm->is_batched ? l0_cast(mm->list, filled, ACL_FLOAT)
                                                         : filled;
}

/* An operand of depth 1, reshaped so that rows and columns broadcast. */
static int factor_of(struct l0_list *list, const struct matrix *matrix, int tensor, bool is_batched)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor from = list->tensors[tensor];
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    while (is_batched && rank < from.rank - 2) {
        dims[rank] = from.dims[rank];
        rank++;
    }
    dims[rank++] = matrix->rows;
    dims[rank++] = matrix->columns;
    return same_dims(dims, rank, from.dims, from.rank) ? tensor
                                                       : l0_reshape(list, tensor, dims, rank);
}

static int multiply_elements(const struct matmul *mm, int left, int right)
{
    const struct product_request *request = mm->request;
    struct l0_list *list = mm->list;
    int64_t dims[TENSOR_MAX_DIMS];
    if (left == L0_NONE || right == L0_NONE)
        return L0_NONE;
    int32_t rank = product_shape(mm, left, right, dims);
    left = factor_of(list, &mm->left, left, mm->is_batched);
    right = factor_of(list, &mm->right, right, mm->is_batched);
    if (left == L0_NONE || right == L0_NONE)
        return L0_NONE;
    if (!request->for_size) {
        int product = list_apply2(list, &l0_Mul, mm->type, left, right);
        if (product == L0_NONE ||
            same_dims(dims, rank, list->tensors[product].dims, list->tensors[product].rank))
            return product;
        return l0_reshape(list, product, dims, rank);
    }
    bool is_given = request->dims != NULL;
    int product = l0_new_shaped(list, "product", mm->type, is_given ? request->dims : dims,
                                is_given ? request->rank : rank);
    l0_launch_row(list, &l0_Mul, (int[]){left, right}, 2, 0, &product, 1, NULL);
    return product;
}

int matmul_list_product(struct l0_list *list, const struct product_request *request)
{
    int self = request->left;
    int mat2 = request->right;
    if (self == L0_NONE || mat2 == L0_NONE)
        return L0_NONE;
    bool is_batched = list->tensors[mat2].rank > 2;
    struct matmul mm = {
        .list = list,
        .request = request,
        .is_batched = is_batched,
        .mode = (enum cube_math_type)request->mode,
        .left = matrix_of(list, self, false, is_batched, request->transpose_left),
        .right = matrix_of(list, mat2, true, is_batched, request->transpose_right),
    };
    mm.m = mm.left.rows;
    mm.k = mm.left.columns;
    mm.n = mm.right.columns;
    if (list->tensors[self].elements == 0 || list->tensors[mat2].elements == 0)
        return zeros(&mm, self, mat2);
    mm.type = computing_type(&mm);
    mm.result = product_type(&mm, request->out);
    mm.left.is_slice = is_taken_as_slice(&mm);
    if (list->architecture == ARCHITECTURE_1001)
        choose_formats_1001(&mm, &list->tensors[self], &list->tensors[mat2]);
    else if (list->architecture == ARCHITECTURE_2201 && !is_batched && request->row == NULL)
        choose_formats_2201(&mm);
    int left = make_dense(&mm, &mm.left, self);
    int right = make_dense(&mm, &mm.right, mat2);
    if (is_outer_product(&mm, self, mat2))
        return multiply_elements(&mm, left, right);
    if (sums_in_float(&mm))
        mm.result = ACL_FLOAT;
    if (request->row != NULL)
        mm.result = request->out == ACL_FLOAT ? ACL_FLOAT : list->tensors[request->bias].type;
    return multiply(&mm, left, right);
}

void matmul_list_mm(struct l0_list *list, int self, int mat2, int out, int8_t cubeMathType)
{
    if (out == L0_NONE)
        return;
    const struct product_request request = {
        .left = self, .right = mat2, .out = list->tensors[out].type, .mode = cubeMathType};
    list_write(list, matmul_list_product(list, &request), out);
}
