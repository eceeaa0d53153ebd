/* SPDX-License-Identifier: Apache-2.0 */
#include "products/product.h"

#include <stdatomic.h>
#include <string.h>

#include "acl/acl_rt.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "kernels.h"
#include "products/blas.h"
#include "products/wide.h"
#include "runtime/cores/ai_cores.h"
#include "vector/memory.h"

/* ---- Types ----------------------------------------------------------------------------------- */

/* The type of the elements of panels and of the sums. */
enum kind { KIND_FLOAT32, KIND_FLOAT64, KIND_INT32, KIND_INT64 };

struct element {
    aclDataType type;
    enum kind kind;
    int load;  /* index of the kernel that converts memory to a panel */
    int store; /* index of the kernel that converts sums to memory */
};

static const struct element elements[] = {
    {ACL_FLOAT, KIND_FLOAT32, KERNEL_PANELS_LOAD_BITS32_BITS32, KERNEL_PANELS_STORE_BITS32_BITS32},
    {ACL_FLOAT16, KIND_FLOAT32, KERNEL_PANELS_LOAD_FLOAT16_FLOAT32,
     KERNEL_PANELS_STORE_FLOAT32_FLOAT16},
    {ACL_BF16, KIND_FLOAT32, KERNEL_PANELS_LOAD_BFLOAT16_FLOAT32,
     KERNEL_PANELS_STORE_FLOAT32_BFLOAT16},
    {ACL_DOUBLE, KIND_FLOAT64, KERNEL_PANELS_LOAD_BITS64_BITS64, KERNEL_PANELS_STORE_BITS64_BITS64},
    {ACL_INT8, KIND_INT32, KERNEL_PANELS_LOAD_INT8_INT32, KERNEL_PANELS_STORE_INT32_BITS8},
    {ACL_UINT8, KIND_INT32, KERNEL_PANELS_LOAD_UINT8_INT32, KERNEL_PANELS_STORE_INT32_BITS8},
    {ACL_INT16, KIND_INT32, KERNEL_PANELS_LOAD_INT16_INT32, KERNEL_PANELS_STORE_INT32_BITS16},
    {ACL_UINT16, KIND_INT32, KERNEL_PANELS_LOAD_UINT16_INT32, KERNEL_PANELS_STORE_INT32_BITS16},
    {ACL_INT32, KIND_INT32, KERNEL_PANELS_LOAD_BITS32_BITS32, KERNEL_PANELS_STORE_BITS32_BITS32},
    {ACL_UINT32, KIND_INT32, KERNEL_PANELS_LOAD_BITS32_BITS32, KERNEL_PANELS_STORE_BITS32_BITS32},
    {ACL_BOOL, KIND_INT32, KERNEL_PANELS_LOAD_BOOL_INT32, KERNEL_PANELS_STORE_INT32_BOOL},
    {ACL_INT64, KIND_INT64, KERNEL_PANELS_LOAD_BITS64_BITS64, KERNEL_PANELS_STORE_BITS64_BITS64},
    {ACL_UINT64, KIND_INT64, KERNEL_PANELS_LOAD_BITS64_BITS64, KERNEL_PANELS_STORE_BITS64_BITS64},
};

static const struct element *find_element(aclDataType type)
{
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
        if (elements[i].type == type)
            return &elements[i];
    return NULL;
}

static bool is_integer(enum kind kind)
{
    return kind == KIND_INT32 || kind == KIND_INT64;
}

bool product_has_types(aclDataType left, aclDataType right, aclDataType out)
{
    const struct element *from = find_element(left);
    const struct element *with = find_element(right);
    const struct element *to = find_element(out);
    if (from == NULL || with == NULL || to == NULL || from->kind != with->kind ||
        from->kind != to->kind)
        return false;
    return out != ACL_BOOL || (left == ACL_BOOL && right == ACL_BOOL);
}

aclnnStatus product_check(const struct product *product)
{
    if (!product_has_types(product->left.type, product->right.type, product->out.type))
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "a product of %s and %s with a result of %s is not implemented by this "
                      "library",
                      data_type_name(product->left.type), data_type_name(product->right.type),
                      data_type_name(product->out.type));
    return is_integer(find_element(product->left.type)->kind) ? ACLNN_SUCCESS : blas_check();
}

/* ---- The division: from types, shapes and strides -------------------------------------------- */

/* The largest tile: a few of this size, with their panels, fill the second-level cache. */
#define TILE_ROWS 256
#define TILE_COLUMNS 512
#define INTEGER_TILE 128
/* The widest tile of words, pairs of bfloat16 or quads of int8: whole panels, one of which fits
 * into the first-level cache at this depth. Down to the narrow one, tiles keep their rows: each
 * packs its columns anew. */
#define WORDS_COLUMNS (10 * WIDE_COLUMNS)
#define NARROW_COLUMNS (3 * WIDE_COLUMNS)
#define WORDS_DEPTH 192
#define WORDS_WORTH 16 /* the least depth for which words are used */
/* The fewest rows and multiplications, of all matrices, for which float32 is. */
#define FLOATS_ROWS 32
#define FLOATS_WORTH ((double)(1 << 22))
/* The tile of a product with one row or column. Its matrix is read only once, and long pieces are
 * read faster. */
#define VECTOR_TILE 1024
/* Tiles are halved until there are this many, as long as each keeps enough multiplications. */
#define ENOUGH_TILES 16
#define TILE_WORTH ((double)(1 << 20))
#define SMALLEST_SIDE 64
/* Tiles that are not the largest have sides of a multiple of this, which integer kernels need. */
#define SIDE_UNIT 16
#define PANEL_DEPTH 256
/* Where tiles are few, the depth is cut into parts of at least this length. */
#define PART_DEPTH 4096
#define LARGEST_DEPTH ((int64_t)1 << 30) /* the largest depth of one call of gemm */
#define ALIGNMENT 64
/* A product of fewer multiplications is not worth waking a thread for. */
#define WORTH_SHARING ((double)(1 << 19))

_Static_assert(SIDE_UNIT % INTEGER_PRODUCTS_LANES == 0, "whole vectors");
_Static_assert(SIDE_UNIT % INTEGER_PRODUCTS_ROWS_TOGETHER == 0, "whole groups of rows");

/* How left, right or out is handed to BLAS. */
struct side {
    const struct element *element;
    bool by_columns; /* elements of a column, not of a row, are neighbours in memory */
    bool in_place;   /* BLAS reads or writes it where it lies, with this stride */
    int64_t stride;
};

struct division {
    enum kind kind;
    int64_t in_word; /* elements in a word: 2 bfloat16 or 4 int8 are multiplied at once; or 0 */
    int64_t size;    /* bytes of an element of a panel */
    struct side left;
    struct side right;
    struct side out;
    int64_t tile_rows;
    int64_t tile_columns;
    int64_t tiles_down;
    int64_t tiles_across;
    int64_t tiles; /* number of tiles, of all matrices of the batch */
    int64_t parts; /* number of parts of the depth; their sums are added in sequence */
    int64_t part_depth;
    int64_t step; /* the depth of one call of gemm */
    int64_t left_bytes;
    int64_t right_bytes;
    int64_t sums_bytes;
    int64_t units; /* number of blocks that compute tiles, each with panels of its own */
    int64_t claim; /* how many tiles a block takes at a time */
};

static bool lies_densely(int64_t lines, int64_t length, int64_t line_stride, int64_t stride)
{
    return (length <= 1 || stride == 1) &&
           (lines <= 1 || (line_stride >= most(length, 1) && line_stride <= INT32_MAX));
}

static int64_t batches_of(const struct product *product)
{
    int64_t batches = 1;
    for (int32_t i = 0; i < product->batch_rank; i++)
        batches *= product->batch_dims[i];
    return batches;
}

/* The multiplications of all matrices. */
static double worth_of(const struct product *product)
{
    return (double)product->rows * (double)product->columns * (double)most(product->depth, 1) *
           (double)batches_of(product);
}

/* Words pay off except at little depth, where the time goes into results, and with bfloat16 except
 * with one row or column, where most of it goes into reading, which gemv does well. */
static int64_t wanted_in_word(const struct product *product)
{
    aclDataType type = product->left.type;
    if (product->right.type != type || product->depth < WORDS_WORTH)
        return 0;
    if (type == ACL_FLOAT)
        return wide_has_floats() && product->rows >= FLOATS_ROWS &&
                       product->rows <= wide_most_rows_of_floats() &&
                       product->columns >= WIDE_COLUMNS && worth_of(product) >= FLOATS_WORTH
                   ? 1
                   : 0;
    if (type == ACL_BF16)
        return product->rows > 1 && product->columns > 1 && wide_has_pairs() ? 2 : 0;
    return type == ACL_INT8 && wide_has_quads() ? 4 : 0;
}

/* The product in the form in which it is calculated; *is_turned says whether that is the product of
 * the transposed matrices. */
static struct product turned(const struct product *product, bool *is_turned)
{
    struct product other = *product;
    const struct product_operand *out = &product->out;
    *is_turned = wanted_in_word(product) != 0 && out->row_stride == 1 && out->column_stride != 1;
    if (!*is_turned)
        return other;
    other.rows = product->columns;
    other.columns = product->rows;
    other.left = product->right;
    other.right = product->left;
    struct product_operand *const operands[] = {&other.left, &other.right, &other.out};
    for (int i = 0; i < 3; i++) {
        int64_t row_stride = operands[i]->row_stride;
        operands[i]->row_stride = operands[i]->column_stride;
        operands[i]->column_stride = row_stride;
    }
    return other;
}

static struct side find_side(const struct product_operand *operand, enum kind kind, int64_t rows,
                             int64_t columns)
{
    struct side side = {.element = find_element(operand->type)};
    int64_t row_stride = operand->row_stride;
    int64_t column_stride = operand->column_stride;
    if (is_integer(kind))
        return side;
    bool is_converted = operand->type != ACL_FLOAT && operand->type != ACL_DOUBLE;
    if (!is_converted && lies_densely(rows, columns, row_stride, column_stride)) {
        side.in_place = true;
        side.stride = rows > 1 ? row_stride : most(1, least(columns, INT32_MAX));
    } else if (!is_converted && lies_densely(columns, rows, column_stride, row_stride)) {
        side.in_place = side.by_columns = true;
        side.stride = columns > 1 ? column_stride : most(1, least(rows, INT32_MAX));
    } else {
        side.by_columns = columns > 1 && (row_stride == 1 || rows == 1) && column_stride != 1;
    }
    return side;
}

/* Halves the longer side of the tiles while there are few of them and they stay large enough. */
static void choose_tiles(const struct product *product, double batches, struct division *division)
{
    bool is_vector = product->rows == 1 || product->columns == 1;
    int64_t most_rows = is_vector ? VECTOR_TILE : TILE_ROWS;
    int64_t most_columns = is_vector ? VECTOR_TILE : TILE_COLUMNS;
    int64_t smallest = is_vector ? VECTOR_TILE / 2 : SMALLEST_SIDE;
    int64_t unit = division->in_word != 0 ? WIDE_COLUMNS : SIDE_UNIT; /* of columns */
    if (division->in_word != 0) {
        most_rows = TILE_ROWS;
        most_columns = WORDS_COLUMNS;
    } else if (is_integer(division->kind)) {
        most_rows = most_columns = INTEGER_TILE;
    }
    int64_t rows = least(round_up(product->rows, SIDE_UNIT), most_rows);
    int64_t columns = least(round_up(product->columns, unit), most_columns);
    for (;;) {
        division->tile_rows = rows;
        division->tile_columns = columns;
        division->tiles_down = divide_up(product->rows, rows);
        division->tiles_across = divide_up(product->columns, columns);
        double tiles = batches * (double)division->tiles_down * (double)division->tiles_across;
        double worth = (double)least(rows, product->rows) *
                       (double)least(columns, product->columns) * (double)product->depth;
        if (tiles >= ENOUGH_TILES || worth < 2 * TILE_WORTH || most(rows, columns) <= smallest)
            break;
        if (columns > (division->in_word != 0 ? least(rows, NARROW_COLUMNS) : rows))
            columns = round_up(columns / 2, unit);
        else
            rows = round_up(rows / 2, SIDE_UNIT);
    }
}

static void choose_parts(const struct product *product, struct division *division)
{
    int64_t parts = least(ENOUGH_TILES / most(division->tiles, 1), product->depth / PART_DEPTH);
    parts = most(parts, 1);
    division->part_depth = round_up(divide_up(product->depth, parts), PANEL_DEPTH);
    division->parts = most(divide_up(product->depth, most(division->part_depth, 1)), 1);
    bool in_place = division->left.in_place && division->right.in_place;
    division->step = in_place ? LARGEST_DEPTH : PANEL_DEPTH;
    if (division->in_word != 0)
        division->step = WORDS_DEPTH * division->in_word;
    /* BLAS writes to out itself where out needs no conversion, unless there are several parts to
     * add. */
    if (division->parts > 1 || product->depth == 0)
        division->out.in_place = false;
}

/* Sums of words are stored by rows, so a result that is stored by columns is computed as the
 * transposed product. Rows of words stay where they lie; of quads only whole ones do. */
static void choose_words(const struct product *product, struct division *division)
{
    division->in_word = wanted_in_word(product);
    if (division->in_word == 0)
        return;
    division->left.in_place = product->left.column_stride == 1 &&
                              (division->in_word <= 2 ||
                               (wide_reads_quads_in_place() && product->depth % 4 == 0));
    division->left.by_columns = division->right.by_columns = division->out.by_columns = false;
    division->right.in_place = false;
    /* Whole registers of sums are stored. */
    division->out.in_place = product->out.type ==
                                 (division->in_word == 4 ? ACL_INT32 : ACL_FLOAT) &&
                             product->out.column_stride == 1 && product->columns % WIDE_LANES == 0;
    division->out.stride = product->out.row_stride;
}

/* Makes the division of a product; false when the product has no elements. */
static bool make_division(const struct product *product, struct division *division)
{
    int64_t batches = batches_of(product);
    if (product->rows == 0 || product->columns == 0 || batches == 0)
        return false;
    memset(division, 0, sizeof *division);
    division->kind = find_element(product->left.type)->kind;
    division->size = division->kind == KIND_FLOAT64 || division->kind == KIND_INT64 ? 8 : 4;
    division->left = find_side(&product->left, division->kind, product->rows, product->depth);
    division->right = find_side(&product->right, division->kind, product->depth, product->columns);
    division->out = find_side(&product->out, division->kind, product->rows, product->columns);
    choose_words(product, division);
    choose_tiles(product, (double)batches, division);
    division->tiles = batches * division->tiles_down * division->tiles_across;
    choose_parts(product, division);
    int64_t depth = least(division->step, division->part_depth);
    int64_t size = division->size;
    if (division->in_word != 0) {
        depth = WORDS_DEPTH;
        size = (int64_t)sizeof(uint32_t);
    }
    division->left_bytes = division->left.in_place ? 0 : division->tile_rows * depth * size;
    division->right_bytes = division->right.in_place ? 0 : depth * division->tile_columns * size;
    division->sums_bytes = division->out.in_place
                               ? 0
                               : division->tile_rows * division->tile_columns * division->size;

    int64_t work = division->tiles * division->parts;
    double worth = worth_of(product);
    division->units = worth < WORTH_SHARING ? 1 : least(work, ai_cores_count());
    double enough = WORTH_SHARING / (worth / (double)work);
    int64_t share = work / (division->units * 4);
    division->claim = most(1, enough < (double)share ? (int64_t)enough : share);
    return true;
}

static int64_t unit_bytes(const struct division *division)
{
    int64_t sums = division->parts == 1 ? division->sums_bytes : 0;
    return round_up(division->left_bytes, ALIGNMENT) + round_up(division->right_bytes, ALIGNMENT) +
           round_up(sums, ALIGNMENT);
}

/* Bytes for the sums of all parts. In the scratch they lie before the panels. */
static int64_t part_bytes(const struct division *division)
{
    return division->parts == 1 ? 0 : division->parts * division->tiles * division->sums_bytes;
}

int64_t product_scratch(const struct product *product)
{
    struct division division;
    bool is_turned;
    const struct product other = turned(product, &is_turned);
    return make_division(&other, &division)
               ? part_bytes(&division) + division.units * unit_bytes(&division)
               : 0;
}

/* ---- Panels ---------------------------------------------------------------------------------- */

struct run {
    const struct product *product;
    struct division division;
    const char *left;
    const char *right;
    const char *packed; /* in place of right, for all steps of the depth and all columns */
    char *out;
    char *scratch;
    _Atomic int64_t next; /* the first tile that no block has taken */
};

/* A tile of out, for one part of the depth. */
struct tile {
    int64_t batch;
    int64_t first_row;
    int64_t first_column;
    int64_t rows;
    int64_t columns;
    int64_t first_depth;
    int64_t past_depth;
};

static struct tile find_tile(const struct run *run, int64_t index)
{
    const struct product *product = run->product;
    const struct division *division = &run->division;
    int64_t part = index / division->tiles;
    int64_t tile = index % division->tiles;
    int64_t place = tile % (division->tiles_down * division->tiles_across);
    int64_t first_row = place / division->tiles_across * division->tile_rows;
    int64_t first_column = place % division->tiles_across * division->tile_columns;
    return (struct tile){
        .batch = tile / (division->tiles_down * division->tiles_across),
        .first_row = first_row,
        .first_column = first_column,
        .rows = least(division->tile_rows, product->rows - first_row),
        .columns = least(division->tile_columns, product->columns - first_column),
        .first_depth = part * division->part_depth,
        .past_depth = least((part + 1) * division->part_depth, product->depth),
    };
}

/* The distance in bytes of an element of an operand from the operand's first element. */
static int64_t offset_of(const struct product *product, const struct product_operand *operand,
                         int64_t batch, int64_t row, int64_t column)
{
    int64_t offset = row * operand->row_stride + column * operand->column_stride;
    for (int32_t i = product->batch_rank - 1; i >= 0; i--) {
        offset += batch % product->batch_dims[i] * operand->batch_strides[i];
        batch /= product->batch_dims[i];
    }
    return offset * (data_type_bits(operand->type) / 8);
}

static void move_panel(int kernel, const struct product_operand *operand, bool by_columns,
                       int64_t rows, int64_t columns, const void *memory, const void *panel,
                       int64_t panel_stride)
{
    const int64_t tiling[PANELS_TILING_SIZE] = {
        [PANELS_TILING_LINES] = by_columns ? columns : rows,
        [PANELS_TILING_LENGTH] = by_columns ? rows : columns,
        [PANELS_TILING_LINE_STRIDE] = by_columns ? operand->column_stride : operand->row_stride,
        [PANELS_TILING_STRIDE] = by_columns ? operand->row_stride : operand->column_stride,
        [PANELS_TILING_PANEL_STRIDE] = panel_stride,
    };
    const int64_t arguments[PANELS_ARGUMENT_COUNT] = {
        [PANELS_ARGUMENT_MEMORY] = (int64_t)(intptr_t)memory,
        [PANELS_ARGUMENT_PANEL] = (int64_t)(intptr_t)panel,
    };
    ai_cores_kernel(kernel)(0, 1, (int64_t)(intptr_t)tiling, (int64_t)(intptr_t)arguments);
}

void product_load(aclDataType type, const void *memory, int64_t row_stride, int64_t column_stride,
                  int64_t rows, int64_t columns, float *panel, int64_t panel_stride)
{
    const struct product_operand operand = {
        .type = type, .row_stride = row_stride, .column_stride = column_stride};
    move_panel(find_element(type)->load, &operand, false, rows, columns, memory, panel,
               panel_stride);
}

void product_store(aclDataType type, void *memory, int64_t row_stride, int64_t column_stride,
                   int64_t rows, int64_t columns, const float *panel, int64_t panel_stride)
{
    const struct product_operand operand = {
        .type = type, .row_stride = row_stride, .column_stride = column_stride};
    move_panel(find_element(type)->store, &operand, false, rows, columns, memory, panel,
               panel_stride);
}

/* Gives a part of an operand to BLAS or to the kernels: in place, or copied to a panel. */
static struct blas_matrix bring(const struct product_operand *operand, const struct side *side,
                                const void *memory, int64_t rows, int64_t columns, void *panel,
                                int64_t panel_stride)
{
    if (side->in_place)
        return (struct blas_matrix){memory, side->stride, side->by_columns};
    move_panel(side->element->load, operand, side->by_columns, rows, columns, memory, panel,
               panel_stride);
    return (struct blas_matrix){panel, panel_stride, side->by_columns};
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

static void add_integers(const struct division *division, const struct tile *tile, int64_t depth,
                         const struct blas_matrix *left, const struct blas_matrix *right,
                         const struct blas_matrix *sums)
{
    const int64_t tiling[INTEGER_PRODUCTS_TILING_SIZE] = {
        [INTEGER_PRODUCTS_TILING_ROWS] = round_up(tile->rows, INTEGER_PRODUCTS_ROWS_TOGETHER),
        [INTEGER_PRODUCTS_TILING_COLUMNS] = round_up(tile->columns, INTEGER_PRODUCTS_LANES),
        [INTEGER_PRODUCTS_TILING_DEPTH] = depth,
        [INTEGER_PRODUCTS_TILING_LEFT_STRIDE] = left->stride,
        [INTEGER_PRODUCTS_TILING_RIGHT_STRIDE] = right->stride,
        [INTEGER_PRODUCTS_TILING_SUMS_STRIDE] = sums->stride,
    };
    const int64_t arguments[INTEGER_PRODUCTS_ARGUMENT_COUNT] = {
        [INTEGER_PRODUCTS_ARGUMENT_LEFT] = (int64_t)(intptr_t)left->address,
        [INTEGER_PRODUCTS_ARGUMENT_RIGHT] = (int64_t)(intptr_t)right->address,
        [INTEGER_PRODUCTS_ARGUMENT_SUMS] = (int64_t)(intptr_t)sums->address,
    };
    int kernel = division->kind == KIND_INT64 ? KERNEL_INTEGER_PRODUCTS_INT64
                                              : KERNEL_INTEGER_PRODUCTS_INT32;
    ai_cores_kernel(kernel)(0, 1, (int64_t)(intptr_t)tiling, (int64_t)(intptr_t)arguments);
}

/* Packs float32 as wide_pack_left and wide_pack_right pack words of several elements. */
static void pack_left_floats(const struct wide_lines *rows, char *panel)
{
    struct box box = {rows->count, rows->depth, rows->stride * 4, rows->depth_stride * 4, false};
    box_move(4, panel, WORDS_DEPTH * 4, rows->memory, &box);
}

static void pack_right_floats(const struct wide_lines *columns, char *panels)
{
    for (int64_t first = 0; first < columns->count; first += WIDE_COLUMNS) {
        const char *from = (const char *)columns->memory + first * columns->stride * 4;
        struct box box = {columns->depth, least(WIDE_COLUMNS, columns->count - first),
                          columns->depth_stride * 4, columns->stride * 4, false};
        box_move(4, panels + first * columns->depth * 4, WIDE_COLUMNS * 4, from, &box);
    }
}

/* Where the panels of a step of the depth begin that hold the columns from one on. */
static int64_t packed_offset(const struct product *product, int64_t at, int64_t depth,
                             int64_t column)
{
    return (at * round_up(product->columns, WIDE_COLUMNS) + column * depth) * 4;
}

/* Packs columns of a tile, or finds the panels that hold them. */
static const void *right_panels(const struct run *run, const struct wide_lines *columns, int64_t at,
                                const struct tile *tile, char *panels)
{
    if (run->packed != NULL)
        return run->packed + packed_offset(run->product, at, columns->depth, tile->first_column);
    if (run->division.in_word == 1)
        pack_right_floats(columns, panels);
    else
        wide_pack_right(columns, (uint32_t *)(void *)panels);
    return panels;
}

/* Computes the sums of a tile over a part of its depth, from words in place or in panels. */
static void multiply_words(const struct run *run, const struct tile *tile, int64_t at,
                           int64_t depth, char *panels, char *right_panel,
                           const struct blas_matrix *sums)
{
    const struct product *product = run->product;
    const struct division *division = &run->division;
    const struct product_operand *left = &product->left;
    const struct product_operand *right = &product->right;
    bool is_bytes = division->in_word == 4;
    const struct wide_lines rows = {
        .memory = run->left + offset_of(product, left, tile->batch, tile->first_row, at),
        .is_bytes = is_bytes,
        .count = tile->rows,
        .depth = depth,
        .stride = left->row_stride,
        .depth_stride = left->column_stride,
    };
    const struct wide_lines columns = {
        .memory = run->right + offset_of(product, right, tile->batch, at, tile->first_column),
        .is_bytes = is_bytes,
        .count = tile->columns,
        .depth = depth,
        .stride = right->column_stride,
        .depth_stride = right->row_stride,
    };
    int32_t places[WORDS_DEPTH];
    int32_t excess[TILE_ROWS];
    struct wide_product part = {
        .rows = tile->rows,
        .words = divide_up(depth, division->in_word),
        .is_odd = division->in_word == 2 && division->left.in_place && depth % 2 != 0,
        .left = division->left.in_place ? rows.memory : panels,
        .left_stride = division->left.in_place ? left->row_stride * 4 / division->in_word
                                               : WORDS_DEPTH * 4,
        .places = places,
        .add = at > tile->first_depth,
        .excess = excess,
        .sums_stride = sums->stride,
    };
    for (int64_t i = 0; i < part.words; i++)
        places[i] = (int32_t)(i * WIDE_COLUMNS);
    if (division->left.in_place && is_bytes)
        wide_find_excess(&rows, excess);
    else if (!division->left.in_place && division->in_word == 1)
        pack_left_floats(&rows, panels);
    else if (!division->left.in_place)
        wide_pack_left(&rows, (uint32_t *)(void *)panels, WORDS_DEPTH, excess);
    const uint32_t *right_words = right_panels(run, &columns, at, tile, right_panel);
    for (int64_t column = 0; column < tile->columns; column += WIDE_COLUMNS) {
        part.columns = least(WIDE_COLUMNS, tile->columns - column);
        part.right = right_words + column * part.words;
        part.sums = (uint32_t *)(uintptr_t)sums->address + column;
        if (division->in_word == 1)
            wide_multiply_floats(&part);
        else
            (is_bytes ? wide_multiply_quads : wide_multiply_pairs)(&part);
    }
}

/* Replaces a count of true pairs by 1, before so many are added that the count wraps around to
 * 0. */
static void clip_counts(int32_t *counts, int64_t size)
{
    for (int64_t i = 0; i < size / (int64_t)sizeof *counts; i++)
        counts[i] = counts[i] != 0;
}

/* Computes one tile for one part of the depth: into out, or into sums that are stored later. */
static void multiply(const struct run *run, const struct tile *tile, char *panels, void *sums)
{
    const struct product *product = run->product;
    const struct division *division = &run->division;
    char *right_panel = panels + round_up(division->left_bytes, ALIGNMENT);
    int64_t panel_depth = least(division->step, division->part_depth);
    struct blas_matrix out = {
        sums, division->out.by_columns ? division->tile_rows : division->tile_columns,
        division->out.by_columns};
    if (division->out.in_place) {
        out.address = run->out + offset_of(product, &product->out, tile->batch, tile->first_row,
                                           tile->first_column);
        out.stride = division->out.stride;
    } else if ((is_integer(division->kind) && division->in_word == 0) || product->depth == 0) {
        memset(sums, 0, (size_t)division->sums_bytes);
    }
    for (int64_t at = tile->first_depth; at < tile->past_depth; at += division->step) {
        int64_t depth = least(division->step, tile->past_depth - at);
        if (division->in_word != 0) {
            multiply_words(run, tile, at, depth, panels, right_panel, &out);
            continue;
        }
        int64_t from = offset_of(product, &product->left, tile->batch, tile->first_row, at);
        int64_t with = offset_of(product, &product->right, tile->batch, at, tile->first_column);
        struct blas_matrix left = bring(
            &product->left, &division->left, run->left + from, tile->rows, depth, panels,
            division->left.by_columns ? division->tile_rows : panel_depth);
        struct blas_matrix right = bring(
            &product->right, &division->right, run->right + with, depth, tile->columns, right_panel,
            division->right.by_columns ? panel_depth : division->tile_columns);
        if (is_integer(division->kind))
            add_integers(division, tile, depth, &left, &right, &out);
        else
            blas_gemm(division->kind == KIND_FLOAT64, tile->rows, tile->columns, depth, &left,
                      &right, at > tile->first_depth, &out);
        if (product->out.type == ACL_BOOL)
            clip_counts(sums, division->sums_bytes);
    }
}

static void store(const struct run *run, const struct tile *tile, const void *sums)
{
    const struct product *product = run->product;
    const struct division *division = &run->division;
    const struct side *out = &division->out;
    int64_t offset = offset_of(product, &product->out, tile->batch, tile->first_row,
                               tile->first_column);
    move_panel(out->element->store, &product->out, out->by_columns, tile->rows, tile->columns,
               run->out + offset, sums,
               out->by_columns ? division->tile_rows : division->tile_columns);
}

/* Runs the statement for each tile that this block takes. */
#define FOR_TILES(run, index, count)                                                 \
    for (int64_t first = 0;                                                          \
         (first = atomic_fetch_add(&(run)->next, (run)->division.claim)) < (count);) \
        for (int64_t index = first; index < least(first + (run)->division.claim, (count)); index++)

static void run_tiles(int64_t block, int64_t blocks, void *context)
{
    struct run *run = context;
    const struct division *division = &run->division;
    char *panels = run->scratch + part_bytes(division) + block * unit_bytes(division);
    char *own_sums = panels + round_up(division->left_bytes, ALIGNMENT) +
                     round_up(division->right_bytes, ALIGNMENT);
    (void)blocks;
    FOR_TILES(run, index, division->tiles * division->parts)
    {
        struct tile tile = find_tile(run, index);
        char *sums = division->parts == 1 ? own_sums : run->scratch + index * division->sums_bytes;
        multiply(run, &tile, panels, sums);
        if (division->parts == 1 && !division->out.in_place)
            store(run, &tile, sums);
    }
}

/* ---- The parts of the depth ------------------------------------------------------------------ */

#define ADD_AS(type)                                      \
    do {                                                  \
        for (int64_t i = 0; i < count; i++)               \
            ((type *)sums)[i] += ((const type *)more)[i]; \
    } while (0)

static void add_sums(enum kind kind, void *sums, const void *more, int64_t count)
{
    switch (kind) {
    case KIND_FLOAT32: ADD_AS(float); break;
    case KIND_FLOAT64: ADD_AS(double); break;
    case KIND_INT32: ADD_AS(uint32_t); break;
    case KIND_INT64: ADD_AS(uint64_t); break;
    }
}

static void add_parts(int64_t block, int64_t blocks, void *context)
{
    struct run *run = context;
    const struct division *division = &run->division;
    (void)block;
    (void)blocks;
    FOR_TILES(run, index, division->tiles)
    {
        struct tile tile = find_tile(run, index);
        char *sums = run->scratch + index * division->sums_bytes;
        for (int64_t part = 1; part < division->parts; part++)
            add_sums(division->kind, sums, sums + part * division->tiles * division->sums_bytes,
                     division->tile_rows * division->tile_columns);
        store(run, &tile, sums);
    }
}

static void run_product(struct run *run)
{
    ai_cores_run_function("product", run_tiles, run->division.units, run);
    if (run->division.parts == 1)
        return;
    atomic_store(&run->next, 0);
    ai_cores_run_function("product: sums of parts", add_parts, 1, run);
}

void product_matrix(const struct product *product, const void *left, const void *right, void *out,
                    void *scratch)
{
    bool is_turned;
    const struct product other = turned(product, &is_turned);
    struct run run = {.product = &other, .out = out, .scratch = scratch};
    run.left = is_turned ? right : left;
    run.right = is_turned ? left : right;
    if (make_division(&other, &run.division))
        run_product(&run);
}

/* ---- A right matrix that is packed once ------------------------------------------------------ */

int64_t product_packed_bytes(const struct product *product)
{
    struct division division;
    bool is_turned;
    const struct product other = turned(product, &is_turned);
    if (is_turned || product->batch_rank > 0 || !make_division(&other, &division) ||
        division.in_word != 1 || division.parts > 1)
        return 0;
    return packed_offset(product, product->depth, 0, 0);
}

static void pack_steps(int64_t block, int64_t blocks, void *context)
{
    struct run *run = context;
    const struct product_operand *right = &run->product->right;
    (void)block;
    (void)blocks;
    for (int64_t at = 0; (at = atomic_fetch_add(&run->next, WORDS_DEPTH)) < run->product->depth;) {
        const struct wide_lines columns = {
            .memory = run->right + offset_of(run->product, right, 0, at, 0),
            .count = run->product->columns,
            .depth = least(WORDS_DEPTH, run->product->depth - at),
            .stride = right->column_stride,
            .depth_stride = right->row_stride,
        };
        pack_right_floats(&columns, run->out + packed_offset(run->product, at, 0, 0));
    }
}

void product_pack(const struct product *product, const void *right, void *packed)
{
    struct run run = {.product = product, .right = right, .out = packed};
    int64_t steps = divide_up(product->depth, WORDS_DEPTH);
    ai_cores_run_function("product: packing", pack_steps, least(steps, ai_cores_count()), &run);
}

void product_matrix_packed(const struct product *product, const void *left, const void *packed,
                           void *out, void *scratch)
{
    struct run run = {
        .product = product, .left = left, .packed = packed, .out = out, .scratch = scratch};
    if (make_division(product, &run.division))
        run_product(&run);
}
