/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of matrices against the definition, summed in long double or uint64_t: all types,
 * layouts, batches, depths. Prints a hash of all results: tests/products compares those of other
 * numbers of cores.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl_rt.h"
#include "base/data_type.h"
#include "base/report.h"
#include "check.h"
#include "products/blas.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"

static uint64_t state = 88172645463325252u;
static uint64_t hash = 14695981039346656037u;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* ---- Elements as numbers --------------------------------------------------------------------- */

static float from_half(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    float fraction = (float)(bits & 1023);
    float value = exponent == 0 ? ldexpf(fraction, -24) : ldexpf(fraction + 1024, exponent - 25);
    if (exponent == 31)
        value = fraction == 0 ? INFINITY : NAN;
    return bits & 0x8000 ? -value : value;
}

static float from_brain(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

static double real_at(aclDataType type, const void *memory, int64_t at)
{
    switch (type) {
    case ACL_FLOAT: return ((const float *)memory)[at];
    case ACL_DOUBLE: return ((const double *)memory)[at];
    case ACL_FLOAT16: return (double)from_half(((const uint16_t *)memory)[at]);
    default: return (double)from_brain(((const uint16_t *)memory)[at]);
    }
}

static uint64_t integer_at(aclDataType type, const void *memory, int64_t at)
{
    switch (type) {
    case ACL_INT8: return (uint64_t)((const int8_t *)memory)[at];
    case ACL_UINT8: return ((const uint8_t *)memory)[at];
    case ACL_BOOL: return ((const uint8_t *)memory)[at] != 0;
    case ACL_INT16: return (uint64_t)((const int16_t *)memory)[at];
    case ACL_UINT16: return ((const uint16_t *)memory)[at];
    case ACL_INT32: return (uint64_t)((const int32_t *)memory)[at];
    case ACL_UINT32: return ((const uint32_t *)memory)[at];
    default: return ((const uint64_t *)memory)[at];
    }
}

static bool is_real(aclDataType type)
{
    return type == ACL_FLOAT || type == ACL_DOUBLE || type == ACL_FLOAT16 || type == ACL_BF16;
}

/* Random bits for integers; numbers of about 1 with all their digits for floats. */
static void fill(aclDataType type, void *memory, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        uint64_t bits = draw();
        double value = (double)(int64_t)bits / 9.3e18;
        switch (type) {
        case ACL_FLOAT: ((float *)memory)[i] = (float)value; break;
        case ACL_DOUBLE: ((double *)memory)[i] = value; break;
        case ACL_FLOAT16:
            ((uint16_t *)memory)[i] = (uint16_t)((bits & 0x83FF) | (10 + (bits >> 20) % 5) << 10);
            break;
        case ACL_BF16:
            ((uint16_t *)memory)[i] = (uint16_t)((bits & 0x807F) | (122 + (bits >> 20) % 5) << 7);
            break;
        case ACL_BOOL: ((uint8_t *)memory)[i] = bits % 16 == 0 ? (uint8_t)(bits >> 8) : 0; break;
        default:
            memcpy((char *)memory + i * data_type_bits(type) / 8, &bits,
                   (size_t)data_type_bits(type) / 8);
        }
    }
}

/* ---- One case -------------------------------------------------------------------------------- */

enum layout { ROWS, COLUMNS, STRIDED, BACKWARDS, REPEATED, LAYOUTS };

struct memory {
    void *block;
    int64_t first; /* element */
    int64_t count;
};

static struct memory lay_out(struct product_operand *operand, enum layout layout, int64_t rows,
                             int64_t columns, int64_t batches)
{
    struct memory memory = {NULL, 0, 0};
    int64_t step = layout == STRIDED || layout == BACKWARDS ? 3 : 1;
    bool by_columns = layout == COLUMNS || layout == BACKWARDS;
    operand->row_stride = by_columns ? step : (columns + 2) * step;
    operand->column_stride = by_columns ? (rows + 1) * step : step;
    operand->batch_strides[0] = (rows + 2) * (columns + 2) * step;
    memory.count = batches * operand->batch_strides[0] + 1;
    if (layout == BACKWARDS) {
        memory.first = (rows - 1) * operand->row_stride;
        operand->row_stride = -operand->row_stride;
    }
    if (layout == REPEATED)
        operand->column_stride = 0;
    memory.block = malloc((size_t)(memory.count * data_type_bits(operand->type) / 8));
    fill(operand->type, memory.block, memory.count);
    return memory;
}

static int64_t place(const struct product_operand *operand, const struct memory *memory,
                     int64_t batch, int64_t row, int64_t column)
{
    return memory->first + batch * operand->batch_strides[0] + row * operand->row_stride +
           column * operand->column_stride;
}

static double unit_of(aclDataType type)
{
    return type == ACL_DOUBLE    ? 0x1p-53
           : type == ACL_FLOAT   ? 0x1p-24
           : type == ACL_FLOAT16 ? 0x1p-11
                                 : 0x1p-8;
}

static void check_real(const struct product *p, const struct memory *left,
                       const struct memory *right, const struct memory *out, int64_t batch,
                       int64_t row, int64_t column)
{
    long double sum = 0;
    long double size = 0;
    for (int64_t k = 0; k < p->depth; k++) {
        long double product = (long double)real_at(p->left.type, left->block,
                                                   place(&p->left, left, batch, row, k)) *
                              real_at(p->right.type, right->block,
                                      place(&p->right, right, batch, k, column));
        sum += product;
        size += fabsl(product);
    }
    double result = real_at(p->out.type, out->block, place(&p->out, out, batch, row, column));
    double unit = p->out.type == ACL_DOUBLE ? 0x1p-53 : 0x1p-24;
    long double allowed = (long double)((double)(p->depth + 1) * unit) * size +
                          fabsl(sum) * unit_of(p->out.type) + 0x1p-25L;
    CHECK(fabsl(result - sum) <= allowed);
}

static void check_integer(const struct product *p, const struct memory *left,
                          const struct memory *right, const struct memory *out, int64_t batch,
                          int64_t row, int64_t column)
{
    uint64_t sum = 0;
    for (int64_t k = 0; k < p->depth; k++)
        sum += integer_at(p->left.type, left->block, place(&p->left, left, batch, row, k)) *
               integer_at(p->right.type, right->block, place(&p->right, right, batch, k, column));
    int64_t at = place(&p->out, out, batch, row, column);
    if (p->out.type == ACL_BOOL) {
        CHECK(((const uint8_t *)out->block)[at] == (sum != 0));
        return;
    }
    int64_t bytes = data_type_bits(p->out.type) / 8;
    CHECK(memcmp((const char *)out->block + at * bytes, &sum, (size_t)bytes) == 0);
}

/* Everything between the elements of out keeps its bytes. */
static void check_gaps(const struct product *p, const struct memory *out, const void *before,
                       int64_t batches)
{
    int64_t bytes = data_type_bits(p->out.type) / 8;
    unsigned char *written = calloc(1, (size_t)out->count);
    for (int64_t b = 0; b < batches; b++)
        for (int64_t i = 0; i < p->rows; i++)
            for (int64_t j = 0; j < p->columns; j++)
                written[place(&p->out, out, b, i, j)] = 1;
    for (int64_t i = 0; i < out->count; i++)
        CHECK(written[i] || memcmp((const char *)out->block + i * bytes,
                                   (const char *)before + i * bytes, (size_t)bytes) == 0);
    free(written);
}

static void check_case(aclDataType from, aclDataType with, aclDataType to, int64_t rows,
                       int64_t columns, int64_t depth, int64_t batches, const enum layout *layouts)
{
    struct product p = {.rows = rows, .columns = columns, .depth = depth};
    p.left.type = from;
    p.right.type = with;
    p.out.type = to;
    p.batch_rank = batches > 1;
    p.batch_dims[0] = batches;
    struct memory left = lay_out(&p.left, layouts[0], rows, depth, batches);
    struct memory right = lay_out(&p.right, layouts[1], depth, columns, batches);
    struct memory out = lay_out(&p.out, layouts[2], rows, columns, batches);
    size_t bytes = (size_t)(out.count * data_type_bits(to) / 8);
    memset(out.block, 0xFF, bytes); /* NaN: what out was must not matter */
    void *before = malloc(bytes);
    memcpy(before, out.block, bytes);
    CHECK(product_check(&p) == ACL_SUCCESS);
    int64_t size = product_scratch(&p);
    char *scratch = aligned_alloc(64, (size_t)size / 64 * 64 + 64);
    memset(scratch, 0xA5, (size_t)size + 1);
    product_matrix(&p, (char *)left.block + left.first * data_type_bits(from) / 8,
                   (char *)right.block + right.first * data_type_bits(with) / 8,
                   (char *)out.block + out.first * data_type_bits(to) / 8, scratch);
    CHECK((unsigned char)scratch[size] == 0xA5);
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ ((const unsigned char *)out.block)[i]) * 1099511628211u;
    int64_t every = rows * columns * depth > 100000 ? 37 : 1; /* large ones by samples */
    for (int64_t at = 0; at < batches * rows * columns; at += every) {
        int64_t batch = at / (rows * columns);
        int64_t row = at / columns % rows;
        if (is_real(to))
            check_real(&p, &left, &right, &out, batch, row, at % columns);
        else
            check_integer(&p, &left, &right, &out, batch, row, at % columns);
    }
    check_gaps(&p, &out, before, batches);
    free(scratch);
    free(before);
    free(left.block);
    free(right.block);
    free(out.block);
}

/* ---- The cases ------------------------------------------------------------------------------- */

static const aclDataType types[][3] = {
    {ACL_FLOAT, ACL_FLOAT, ACL_FLOAT},       {ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE},
    {ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16}, {ACL_BF16, ACL_BF16, ACL_BF16},
    {ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT},   {ACL_FLOAT16, ACL_FLOAT, ACL_BF16},
    {ACL_BF16, ACL_BF16, ACL_FLOAT},         {ACL_INT8, ACL_INT8, ACL_INT32},
    {ACL_INT8, ACL_INT8, ACL_INT8},          {ACL_UINT8, ACL_UINT8, ACL_UINT8},
    {ACL_UINT8, ACL_INT8, ACL_INT16},        {ACL_INT16, ACL_UINT16, ACL_INT32},
    {ACL_UINT16, ACL_INT16, ACL_UINT16},     {ACL_INT32, ACL_INT32, ACL_INT32},
    {ACL_UINT32, ACL_BOOL, ACL_UINT32},      {ACL_INT64, ACL_INT64, ACL_INT64},
    {ACL_UINT64, ACL_INT64, ACL_UINT64},     {ACL_BOOL, ACL_BOOL, ACL_BOOL},
    {ACL_BOOL, ACL_BOOL, ACL_INT32},
};
enum { TYPES = sizeof types / sizeof types[0] };

/* rows, columns, depth, batches: edges of tiles, panels, parts of the depth, and single lines; the
 * last but one adds to sums of words in the result itself */
static const int64_t shapes[][4] = {
    {1, 1, 1, 1},     {3, 5, 7, 1},      {1, 70, 33, 1},   {70, 1, 33, 1},     {17, 64, 257, 3},
    {65, 130, 50, 2}, {130, 65, 300, 1}, {257, 513, 9, 1}, {1, 1500, 40, 2},   {1500, 1, 300, 1},
    {1, 3, 9000, 1},  {2, 3, 9000, 1},   {1, 1, 20000, 2}, {258, 496, 800, 1}, {300, 200, 129, 1},
};

/* All layouts of products of float32 or bfloat16 that fill panels. */
static void check_panels(void)
{
    for (int code = 0; code < LAYOUTS * LAYOUTS * (LAYOUTS - 1); code++) {
        const enum layout layouts[3] = {code % LAYOUTS, code / LAYOUTS % LAYOUTS,
                                        code / LAYOUTS / LAYOUTS};
        check_case(ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, 63, 130, 271, 2, layouts);
        check_case(ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, 63, 150, 271, 2, layouts);
        check_case(ACL_BF16, ACL_BF16, ACL_FLOAT, 63, 130, 271, 2, layouts);
    }
}

/* The packed right matrix gives the bits of the matrix itself. */
static void check_packed(void)
{
    enum { ROWS_OF_LEFT = 40, COLUMNS = 250, DEPTH = 500 };
    static float left[ROWS_OF_LEFT * DEPTH];
    static float right[DEPTH * COLUMNS];
    static float out[2][ROWS_OF_LEFT * COLUMNS];
    struct product p = {.rows = ROWS_OF_LEFT, .columns = COLUMNS, .depth = DEPTH};
    p.left = (struct product_operand){.type = ACL_FLOAT, .row_stride = DEPTH, .column_stride = 1};
    p.right = (struct product_operand){.type = ACL_FLOAT, .row_stride = 1, .column_stride = DEPTH};
    p.out = (struct product_operand){.type = ACL_FLOAT, .row_stride = COLUMNS, .column_stride = 1};
    for (int i = 0; i < ROWS_OF_LEFT * DEPTH; i++)
        left[i] = (float)(i % 97 - 48) / 32;
    for (int i = 0; i < DEPTH * COLUMNS; i++)
        right[i] = (float)(i % 89 - 44) / 16;
    char *scratch = aligned_alloc(64, (size_t)product_scratch(&p) / 64 * 64 + 64);
    int64_t bytes = product_packed_bytes(&p);
    product_matrix(&p, left, right, out[0], scratch);
    if (bytes > 0) { /* not at every level */
        char *packed = aligned_alloc(64, (size_t)bytes);
        CHECK(bytes % 64 == 0);
        product_pack(&p, right, packed);
        memset(right, 0, sizeof right);
        product_matrix_packed(&p, left, packed, out[1], scratch);
        CHECK(memcmp(out[0], out[1], sizeof out[0]) == 0);
        free(packed);
    }
    p.rows = p.columns = 2;
    CHECK(product_packed_bytes(&p) == 0);
    free(scratch);
}

static void check_everything(void)
{
    static const enum layout plain[3] = {ROWS, ROWS, ROWS};
    for (int t = 0; t < TYPES; t++)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
            check_case(types[t][0], types[t][1], types[t][2], shapes[s][0], shapes[s][1],
                       shapes[s][2], shapes[s][3], plain);
    for (int t = 0; t < TYPES; t++)
        for (int code = 0; code < LAYOUTS * LAYOUTS * (LAYOUTS - 1); code++) {
            const enum layout layouts[3] = {code % LAYOUTS, code / LAYOUTS % LAYOUTS,
                                            code / LAYOUTS / LAYOUTS};
            check_case(types[t][0], types[t][1], types[t][2], 19, 23, 29, 2, layouts);
        }
}

static void check_empty(void)
{
    float left[6] = {1, 2, 3, 4, 5, 6};
    float out[6] = {7, 7, 7, 7, 7, 7};
    char scratch[1 << 16];
    struct product p = {.rows = 2, .columns = 3, .depth = 0};
    p.left.type = p.right.type = p.out.type = ACL_FLOAT;
    p.left.row_stride = p.right.row_stride = p.out.row_stride = 3;
    p.left.column_stride = p.right.column_stride = p.out.column_stride = 1;
    for (p.rows = 0; p.rows < 3; p.rows++) {
        CHECK(product_scratch(&p) <= (int64_t)sizeof scratch);
        product_matrix(&p, left, left, out, scratch);
        for (int i = 0; i < 6; i++)
            CHECK(out[i] == (i / 3 < p.rows ? 0 : 7));
    }
    p.columns = 0;
    p.depth = 3;
    CHECK(product_scratch(&p) == 0);
    product_matrix(&p, left, left, out, NULL);
}

/* 2^31 and more as strides, which BLAS' integers do not hold. */
static void check_far(void)
{
    struct product p = {.rows = 1, .columns = 1, .depth = 4};
    float numbers[4] = {1, 2, 3, 4};
    float out = 0;
    char *scratch;
    p.left.type = p.right.type = p.out.type = ACL_FLOAT;
    p.left.row_stride = (int64_t)1 << 40;
    p.left.column_stride = p.right.row_stride = 1;
    p.right.column_stride = (int64_t)1 << 40;
    p.out.row_stride = p.out.column_stride = INT64_MIN / 8;
    scratch = aligned_alloc(64, (size_t)product_scratch(&p) / 64 * 64 + 64);
    product_matrix(&p, numbers, numbers, &out, scratch);
    free(scratch);
    CHECK(out == 30);
}

static void check_special(void)
{
    float left[2] = {INFINITY, 1};
    float right[2] = {1, NAN};
    float out[4];
    char *scratch;
    struct product p = {.rows = 2, .columns = 2, .depth = 1};
    p.left.type = p.right.type = p.out.type = ACL_FLOAT;
    p.left.row_stride = p.left.column_stride = p.right.column_stride = p.out.column_stride = 1;
    p.out.row_stride = p.right.row_stride = 2;
    scratch = aligned_alloc(64, (size_t)product_scratch(&p) / 64 * 64 + 64);
    product_matrix(&p, left, right, out, scratch);
    free(scratch);
    CHECK(isinf(out[0]) && isnan(out[1]) && out[2] == 1 && isnan(out[3]));
}

static void check_types(void)
{
    struct product p = {.left.type = ACL_FLOAT, .right.type = ACL_DOUBLE, .out.type = ACL_DOUBLE};
    CHECK(product_check(&p) == 207000);
    CHECK(!product_has_types(ACL_COMPLEX64, ACL_COMPLEX64, ACL_COMPLEX64));
    CHECK(!product_has_types(ACL_INT8, ACL_INT8, ACL_BOOL));
    CHECK(!product_has_types(ACL_INT8, ACL_INT8, ACL_INT64));
    CHECK(!product_has_types(ACL_INT8, ACL_INT8, ACL_FLOAT));
}

int main(void)
{
    setenv("ACLNN_CORES", "3", 0);
    if (blas_check() != ACL_SUCCESS) {
        fprintf(stderr, "%s\n", report_take());
        return 1;
    }
    CHECK(getenv("OPENBLAS_CORETYPE") == NULL && getenv("OPENBLAS_NUM_THREADS") == NULL);
    CHECK(blas_function("dgesv_") != NULL && blas_function("no_such_name") == NULL);
    check_types();
    check_empty();
    check_far();
    check_special();
    check_everything();
    check_panels();
    check_packed();
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
