/* SPDX-License-Identifier: Apache-2.0 */
/* Work on matrices by LAPACK, which the BLAS library contains: inverse, determinant, QR, Cholesky,
 * SVD and triangular systems. Each matrix is copied to a dense one whose columns follow each other,
 * and back. One thread works on a matrix, several on a batch. */
#include "ops/linalg/linalg.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "products/blas.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/convert.h"

#define ALIGNMENT ((uint64_t)64)
#define PANEL 64 /* columns that LAPACK works on at a time; each needs room */
/* Less arithmetic is not worth waking a thread for. */
#define WORTH_SHARING ((double)(1 << 19))

enum kind { SINGLE, DOUBLE, COMPLEX_SINGLE, COMPLEX_DOUBLE, KINDS };

/* LAPACK takes the address of every argument; the lengths of texts come after all others. */
typedef void (*lapack)(const void *, ...);

/* The names of a LAPACK function for each type. */
struct names {
    const char *of[KINDS];
};

static const struct names getrf = {{"sgetrf_", "dgetrf_", "cgetrf_", "zgetrf_"}};
static const struct names getri = {{"sgetri_", "dgetri_", "cgetri_", "zgetri_"}};
static const struct names geqrf = {{"sgeqrf_", "dgeqrf_", "cgeqrf_", "zgeqrf_"}};
static const struct names orgqr = {{"sorgqr_", "dorgqr_", "cungqr_", "zungqr_"}};
static const struct names potrf = {{"spotrf_", "dpotrf_", "cpotrf_", "zpotrf_"}};
static const struct names gesdd = {{"sgesdd_", "dgesdd_", "cgesdd_", "zgesdd_"}};
static const struct names trsm = {{"strsm_", "dtrsm_", "ctrsm_", "ztrsm_"}};

/* A batch of matrices: what one of them needs, and where it is. */
struct batch {
    const struct work *work;
    enum kind kind;
    int64_t width; /* bytes of an element */
    int64_t count;
    int64_t rows; /* rows of the input */
    int64_t columns;
    uint64_t matrix_bytes; /* bytes of the copy */
    uint64_t unit_bytes;   /* bytes of all scratch of a thread */
    lapack first;
    lapack second;
    void (*one)(const struct batch *batch, int64_t index, char *scratch);
    int64_t units;
};

static enum kind kind_of(aclDataType type)
{
    return type == ACL_FLOAT       ? SINGLE
           : type == ACL_DOUBLE    ? DOUBLE
           : type == ACL_COMPLEX64 ? COMPLEX_SINGLE
                                   : COMPLEX_DOUBLE;
}

static uint64_t aligned(uint64_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* ---- Matrices in memory ---------------------------------------------------------------------- */

/* Copies a matrix from memory to dense columns. */
static void fetch(const struct work_view *view, const char *from, int64_t width, char *to)
{
    int64_t rows = view->dims[view->rank - 2];
    int64_t columns = view->dims[view->rank - 1];
    int64_t down = view->strides[view->rank - 2] * width;
    int64_t across = view->strides[view->rank - 1] * width;
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++, to += width)
            memcpy(to, from + i * down + j * across, (size_t)width);
}

/* Copies dense columns, a stride apart, to memory. Outside of the chosen triangle it writes
 * zeros. */
enum part { WHOLE, UPPER, LOWER };

static void put(const struct work_view *view, char *to, int64_t width, const char *from,
                int64_t stride, enum part part)
{
    static const char zeros[16] = {0};
    int64_t rows = view->dims[view->rank - 2];
    int64_t columns = view->dims[view->rank - 1];
    int64_t down = view->strides[view->rank - 2] * width;
    int64_t across = view->strides[view->rank - 1] * width;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            bool is_in = part == WHOLE || (part == UPPER ? i <= j : i >= j);
            memcpy(to + i * down + j * across, is_in ? from + (j * stride + i) * width : zeros,
                   (size_t)width);
        }
}

static double real_of(const struct batch *batch, const char *element, int part)
{
    float single;
    double value;
    bool is_single = batch->kind == SINGLE || batch->kind == COMPLEX_SINGLE;
    if (is_single) {
        memcpy(&single, element + part * (int)sizeof single, sizeof single);
        return (double)single;
    }
    memcpy(&value, element + part * (int)sizeof value, sizeof value);
    return value;
}

static void set_part(const struct batch *batch, char *element, int part, double value)
{
    float single = (float)value;
    if (batch->kind == SINGLE || batch->kind == COMPLEX_SINGLE)
        memcpy(element + part * (int)sizeof single, &single, sizeof single);
    else
        memcpy(element + part * (int)sizeof value, &value, sizeof value);
}

static bool is_complex(const struct batch *batch)
{
    return batch->kind == COMPLEX_SINGLE || batch->kind == COMPLEX_DOUBLE;
}

static void fill_nan(const struct batch *batch, char *matrix, int64_t count)
{
    for (int64_t i = 0; i < count; i++, matrix += batch->width)
        for (int part = 0; part <= is_complex(batch); part++)
            set_part(batch, matrix, part, (double)NAN);
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* The scratch: the copy of a matrix of so many columns, further elements, and integers. */
static struct batch batch_of(const struct work *work, int64_t columns, int64_t elements,
                             int64_t integers)
{
    const struct work_view *in = &work->inputs[0];
    struct batch batch = {.work = work, .kind = kind_of(in->type), .count = 1};
    batch.width = data_type_bits(in->type) / 8;
    batch.rows = in->dims[in->rank - 2];
    batch.columns = in->dims[in->rank - 1];
    for (int32_t i = 0; i < in->rank - 2; i++)
        batch.count *= in->dims[i];
    uint64_t bytes = 0;
    uint64_t more = 0;
    if (__builtin_mul_overflow((uint64_t)most(batch.rows, 1) * (uint64_t)batch.width,
                               (uint64_t)most(columns, 1), &bytes) ||
        __builtin_mul_overflow((uint64_t)most(elements, 1), (uint64_t)batch.width, &more))
        bytes = more = (uint64_t)1 << 62;
    batch.matrix_bytes = aligned(bytes);
    batch.unit_bytes = batch.matrix_bytes + aligned(more) +
                       aligned((uint64_t)most(integers, 1) * sizeof(int));
    double worth = (double)batch.rows * (double)batch.rows * (double)batch.columns *
                   (double)batch.count;
    batch.units = worth < WORTH_SHARING ? 1 : least(batch.count, ai_cores_count());
    return batch;
}

/* The scratch behind the copy of the matrix; the integers follow behind that. */
static char *more_of(const struct batch *batch, char *scratch)
{
    return scratch + batch->matrix_bytes;
}

static int *integers_of(const struct batch *batch, char *scratch, int64_t elements)
{
    return (int *)(void *)(scratch + batch->matrix_bytes +
                           aligned((uint64_t)elements * (uint64_t)batch->width));
}

static uint64_t scratch_of(const struct batch *batch)
{
    uint64_t bytes = 0;
    return __builtin_mul_overflow(batch->unit_bytes, (uint64_t)most(batch->units, 1), &bytes)
               ? (uint64_t)INT64_MAX
               : bytes;
}

static void do_some(int64_t block, int64_t blocks, void *context)
{
    const struct batch *batch = context;
    char *scratch = batch->work->scratch + (uint64_t)block * batch->unit_bytes;
    for (int64_t i = block; i < batch->count; i += blocks)
        if (blas_begin()) {
            batch->one(batch, i, scratch);
            blas_end();
        }
}

static void run_batch(struct batch *batch, const struct names *first, const struct names *second,
                      void (*one)(const struct batch *, int64_t, char *))
{
    *(void **)&batch->first = blas_function(first->of[batch->kind]);
    if (second != NULL)
        *(void **)&batch->second = blas_function(second->of[batch->kind]);
    batch->one = one;
    if (batch->count > 0)
        ai_cores_run_function("linear algebra", do_some, batch->units, batch);
}

/* Defines run_NAME. Its batch is NAME_batch; for each matrix `one` makes one or two calls of
 * LAPACK. */
#define MATRIX_OPERATOR(name, may_run, first, second, one)                         \
    static uint64_t name##_scratch(const struct work *work)                        \
    {                                                                              \
        const struct batch batch = name##_batch(work);                             \
        return scratch_of(&batch);                                                 \
    }                                                                              \
    static void name##_work(const struct work *work, struct task_failure *failure) \
    {                                                                              \
        struct batch batch = name##_batch(work);                                   \
        (void)failure;                                                             \
        run_batch(&batch, first, second, one);                                     \
    }                                                                              \
    const struct l0_run linalg_kernel_##name = {.check = may_run,                  \
                                                .scratch_bytes = name##_scratch,   \
                                                .scratch_steers = true,            \
                                                .run = name##_work};

/* LAPACK counts in 32 bits. */
static aclnnStatus check_lapack(const struct work *work)
{
    const struct work_view *in = &work->inputs[0];
    for (int32_t i = in->rank - 2; i < in->rank; i++)
        if (in->dims[i] > INT32_MAX / PANEL)
            return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                          "a matrix has rows or columns of more than %d elements, which LAPACK "
                          "cannot count",
                          INT32_MAX / PANEL);
    return blas_check();
}

/* ---- Inverse --------------------------------------------------------------------------------- */

static struct batch inverse_batch(const struct work *work)
{
    int64_t n = work->inputs[0].dims[work->inputs[0].rank - 1];
    return batch_of(work, n, n * PANEL, n);
}

/* A matrix without an inverse becomes NaN. */
static void invert(const struct batch *batch, int64_t index, char *scratch)
{
    const struct work_view *in = &batch->work->inputs[0];
    const struct work_view *out = &batch->work->outputs[0];
    int n = (int)batch->columns;
    int room = n * PANEL;
    int failed = 0;
    int *pivots = integers_of(batch, scratch, room);
    fetch(in, view_matrix(in, 2, in, 2, index), batch->width, scratch);
    batch->first(&n, &n, scratch, &n, pivots, &failed);
    if (failed == 0)
        batch->second(&n, scratch, &n, pivots, more_of(batch, scratch), &room, &failed);
    if (failed != 0)
        fill_nan(batch, scratch, (int64_t)n * n);
    put(out, view_matrix(out, 2, in, 2, index), batch->width, scratch, n, WHOLE);
}

MATRIX_OPERATOR(inverse, check_lapack, &getrf, &getri, invert)

/* ---- Determinant ----------------------------------------------------------------------------- */

static struct batch determinant_batch(const struct work *work)
{
    int64_t n = work->inputs[0].dims[work->inputs[0].rank - 1];
    return batch_of(work, n, 1, n);
}

/*
 * z
 * , without overflow of intermediate results. */
static double magnitude(double re, double im)
{
    double a = fabs(re);
    double b = fabs(im);
    double large = a > b ? a : b;
    double small = a > b ? b : a;
    if (large == 0 || isinf(large) || isnan(re) || isnan(im))
        return isnan(re) || isnan(im) ? (double)NAN : large;
    double ratio = small / large;
    return large * sqrt(1 + ratio * ratio);
}

/* The sign of the determinant, and the magnitudes of its factors, whose logarithms the list
 * adds. */
static void find_factors(const struct batch *batch, int64_t index, char *scratch)
{
    const struct work_view *in = &batch->work->inputs[0];
    const struct work_view *sign = &batch->work->outputs[0];
    const struct work_view *factors = &batch->work->outputs[1];
    int64_t step = factors->strides[factors->rank - 1] * batch->width;
    char *to = view_matrix(factors, 1, in, 2, index);
    char *sign_at = view_matrix(sign, 0, in, 2, index);
    int n = (int)batch->columns;
    int failed = 0;
    int *pivots = integers_of(batch, scratch, 1);
    double re = 1;
    double im = 0;
    fetch(in, view_matrix(in, 2, in, 2, index), batch->width, scratch);
    batch->first(&n, &n, scratch, &n, pivots, &failed);
    for (int64_t i = 0; i < n; i++) {
        const char *element = scratch + (i * n + i) * batch->width;
        double a = real_of(batch, element, 0);
        double b = is_complex(batch) ? real_of(batch, element, 1) : 0;
        double size = is_complex(batch) ? magnitude(a, b) : fabs(a);
        a = size > 0 ? a / size : a;
        b = size > 0 ? b / size : b;
        double turn = pivots[i] != i + 1 ? -1 : 1;
        double next = turn * (re * a - im * b);
        im = turn * (re * b + im * a);
        re = next;
        set_part(batch, to + i * step, 0, size);
        if (is_complex(batch))
            set_part(batch, to + i * step, 1, 0);
    }
    set_part(batch, sign_at, 0, re);
    if (is_complex(batch))
        set_part(batch, sign_at, 1, im);
}

MATRIX_OPERATOR(determinant, check_lapack, &getrf, NULL, find_factors)

/* ---- QR -------------------------------------------------------------------------------------- */

static int64_t q_columns(const struct work *work)
{
    return work->outputs[0].dims[work->outputs[0].rank - 1];
}

static struct batch qr_batch(const struct work *work)
{
    const struct work_view *in = &work->inputs[0];
    int64_t m = in->dims[in->rank - 2];
    int64_t n = in->dims[in->rank - 1];
    int64_t columns = most(n, q_columns(work));
    return batch_of(work, columns, least(m, n) + most(columns, 1) * PANEL, 1);
}

static void decompose(const struct batch *batch, int64_t index, char *scratch)
{
    const struct work_view *in = &batch->work->inputs[0];
    const struct work_view *q = &batch->work->outputs[0];
    const struct work_view *r = &batch->work->outputs[1];
    int m = (int)batch->rows;
    int n = (int)batch->columns;
    int stride = m > 0 ? m : 1;
    int reflectors = m < n ? m : n;
    int columns = (int)q_columns(batch->work);
    int room = (int)(most(most(n, columns), 1) * PANEL);
    int failed = 0;
    char *scales = more_of(batch, scratch);
    char *space = scales + (int64_t)reflectors * batch->width;
    fetch(in, view_matrix(in, 2, in, 2, index), batch->width, scratch);
    if (reflectors > 0)
        batch->first(&m, &n, scratch, &stride, scales, space, &room, &failed);
    put(r, view_matrix(r, 2, in, 2, index), batch->width, scratch, stride, UPPER);
    if (m > 0 && columns > 0)
        batch->second(&m, &columns, &reflectors, scratch, &stride, scales, space, &room, &failed);
    put(q, view_matrix(q, 2, in, 2, index), batch->width, scratch, stride, WHOLE);
}

MATRIX_OPERATOR(qr, check_lapack, &geqrf, &orgqr, decompose)

/* ---- Singular values ------------------------------------------------------------------------- */

/* The largest smaller side: LAPACK counts four times its square in 32 bits. */
#define LARGEST_SVD 16384

/* The scratch behind the copy of a matrix, in elements. */
struct svd_room {
    int64_t left; /* the singular values come first */
    int64_t right;
    int64_t space;
    int64_t reals; /* real numbers for complex matrices */
    int64_t all;
    int64_t left_columns;
    int64_t right_rows;
    int space_length;
    bool has_vectors;
};

static struct svd_room svd_room_of(const struct work *work)
{
    const struct work_view *in = &work->inputs[0];
    const struct svd_attributes *attributes = work->attributes;
    int64_t m = in->dims[in->rank - 2];
    int64_t n = in->dims[in->rank - 1];
    int64_t k = least(m, n);
    int64_t longer = most(m, n);
    struct svd_room room = {.has_vectors = attributes->has_vectors};
    room.left_columns = attributes->is_full ? m : k;
    room.right_rows = attributes->is_full ? n : k;
    int64_t length = (room.has_vectors ? 4 * k * k : 0) + 7 * k + longer * PANEL;
    room.space_length = (int)least(length, INT32_MAX);
    room.left = k;
    room.right = room.left + (room.has_vectors ? m * room.left_columns : 1);
    room.space = room.right + (room.has_vectors ? n * room.right_rows : 1);
    room.reals = room.space + length;
    int64_t reals = 7 * k;
    if (room.has_vectors)
        reals = most(5 * k * k + 5 * k, 2 * longer * k + 2 * k * k + k);
    room.all = room.reals + (type_is_complex(in->type) ? reals : 0);
    return room;
}

static struct batch svd_batch(const struct work *work)
{
    const struct work_view *in = &work->inputs[0];
    int64_t k = least(in->dims[in->rank - 2], in->dims[in->rank - 1]);
    return batch_of(work, in->dims[in->rank - 1], svd_room_of(work).all, 8 * k);
}

/* Whether the modulus of each element fits into its type. */
static bool is_finite(const struct batch *batch, const char *matrix, int64_t count)
{
    bool is_single = batch->kind == SINGLE || batch->kind == COMPLEX_SINGLE;
    const double scale = 0x1p-600; /* with this factor squares do not overflow */
    double largest = scale * (is_single ? (double)FLT_MAX : DBL_MAX);
    bool is_in = true;
    for (int64_t i = 0; i < count && is_in; i++, matrix += batch->width) {
        double real = scale * real_of(batch, matrix, 0);
        double imaginary = is_complex(batch) ? scale * real_of(batch, matrix, 1) : 0;
        is_in = real * real + imaginary * imaginary <= largest * largest;
    }
    return is_in;
}

/* With NaN or infinities LAPACK would not end. Such a matrix has no singular values, and all
 * results become NaN. */
static void find_singular_values(const struct batch *batch, int64_t index, char *scratch)
{
    const struct work *work = batch->work;
    const struct work_view *in = &work->inputs[0];
    const struct work_view *sigma = &work->outputs[0];
    const struct work_view *u = &work->outputs[1];
    const struct svd_room room = svd_room_of(work);
    char *more = more_of(batch, scratch);
    char *left = more + room.left * batch->width;
    char *right = more + room.right * batch->width;
    char *space = more + room.space * batch->width;
    char *reals = more + room.reals * batch->width;
    int *integers = integers_of(batch, scratch, room.all);
    int m = (int)batch->rows;
    int n = (int)batch->columns;
    int k = m < n ? m : n;
    int right_rows = room.has_vectors ? (int)room.right_rows : 1;
    int left_rows = room.has_vectors ? m : 1;
    int failed = 0;
    bool is_full = room.left_columns == m && room.right_rows == n;
    const char *job = !room.has_vectors ? "N" : is_full ? "A" : "S";
    fetch(in, view_matrix(in, 2, in, 2, index), batch->width, scratch);
    if (!is_finite(batch, scratch, batch->rows * batch->columns))
        failed = 1;
    else if (is_complex(batch))
        batch->first(job, &m, &n, scratch, &m, more, left, &left_rows, right, &right_rows, space,
                     &room.space_length, reals, integers, &failed, (size_t)1);
    else
        batch->first(job, &m, &n, scratch, &m, more, left, &left_rows, right, &right_rows, space,
                     &room.space_length, integers, &failed, (size_t)1);

    int64_t step = sigma->strides[sigma->rank - 1] * batch->width;
    char *to = view_matrix(sigma, 1, in, 2, index);
    bool is_double = batch->kind == DOUBLE || batch->kind == COMPLEX_DOUBLE;
    for (int64_t i = 0; i < k; i++, to += step) {
        double value = is_double ? ((const double *)(const void *)more)[i]
                                 : (double)((const float *)(const void *)more)[i];
        set_part(batch, to, 0, failed == 0 ? value : (double)NAN);
        if (is_complex(batch))
            set_part(batch, to, 1, 0);
    }
    if (!room.has_vectors)
        return;
    if (failed != 0)
        fill_nan(batch, left, room.space - room.left);
    else if (is_complex(batch)) /* LAPACK gives the conjugate transpose of v */
        for (int64_t i = 0; i < room.space - room.right; i++)
            set_part(batch, right + i * batch->width, 1,
                     -real_of(batch, right + i * batch->width, 1));
    const struct work_view *v = &work->outputs[2];
    int32_t last = v->rank - 1;
    const struct work_view turned = {
        .rank = 2,
        .dims = (int64_t[]){room.right_rows, n},
        .strides = (int64_t[]){v->strides[last], v->strides[last - 1]},
    };
    put(u, view_matrix(u, 2, in, 2, index), batch->width, left, m, WHOLE);
    put(&turned, view_matrix(v, 2, in, 2, index), batch->width, right, right_rows, WHOLE);
}

static aclnnStatus check_svd_work(const struct work *work)
{
    const struct work_view *in = &work->inputs[0];
    if (least(in->dims[in->rank - 2], in->dims[in->rank - 1]) > LARGEST_SVD)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "a matrix has rows and columns of more than %d elements, whose singular "
                      "vectors LAPACK cannot count",
                      LARGEST_SVD);
    return check_lapack(work);
}

MATRIX_OPERATOR(svd, check_svd_work, &gesdd, NULL, find_singular_values)

/* ---- Cholesky -------------------------------------------------------------------------------- */

static struct batch cholesky_batch(const struct work *work)
{
    return batch_of(work, work->inputs[0].dims[work->inputs[0].rank - 1], 1, 1);
}

/* A matrix that is not positive definite becomes NaN. */
static void take_root(const struct batch *batch, int64_t index, char *scratch)
{
    const struct work_view *in = &batch->work->inputs[0];
    const struct work_view *out = &batch->work->outputs[0];
    bool is_upper = *(const int64_t *)batch->work->attributes != 0;
    int n = (int)batch->columns;
    int failed = 0;
    fetch(in, view_matrix(in, 2, in, 2, index), batch->width, scratch);
    batch->first(is_upper ? "U" : "L", &n, scratch, &n, &failed, (size_t)1);
    if (failed != 0)
        fill_nan(batch, scratch, (int64_t)n * n);
    put(out, view_matrix(out, 2, in, 2, index), batch->width, scratch, n, is_upper ? UPPER : LOWER);
}

MATRIX_OPERATOR(cholesky, check_lapack, &potrf, NULL, take_root)

/* ---- Triangular systems ---------------------------------------------------------------------- */

/* The inputs are the triangles and the right sides, which broadcast to the output. Both are
 * copied. */
static struct batch triangular_batch(const struct work *work)
{
    const struct work_view *out = &work->outputs[0];
    int64_t n = work->inputs[0].dims[work->inputs[0].rank - 1];
    int64_t sides = 0;
    if (__builtin_mul_overflow(n, out->dims[out->rank - 1], &sides))
        sides = INT64_MAX / 32;
    struct batch batch = batch_of(work, n, sides, 1);
    batch.count = 1;
    for (int32_t i = 0; i < out->rank - 2; i++)
        batch.count *= out->dims[i];
    batch.units = batch.units == 1 && n * n < 4096 ? 1 : least(batch.count, ai_cores_count());
    return batch;
}

static void solve(const struct batch *batch, int64_t index, char *scratch)
{
    const struct work_view *triangle = &batch->work->inputs[0];
    const struct work_view *sides = &batch->work->inputs[1];
    const struct work_view *out = &batch->work->outputs[0];
    const bool *flags = batch->work->attributes; /* flags: upper, transpose, ones on the diagonal */
    const double one_double[2] = {1, 0};
    const float one_single[2] = {1, 0};
    bool is_single = batch->kind == SINGLE || batch->kind == COMPLEX_SINGLE;
    const void *one = is_single ? (const void *)one_single : one_double;
    int n = (int)batch->columns;
    int columns = (int)out->dims[out->rank - 1];
    char *x = more_of(batch, scratch);
    fetch(triangle, view_matrix(triangle, 2, out, 2, index), batch->width, scratch);
    fetch(sides, view_matrix(sides, 2, out, 2, index), batch->width, x);
    batch->first("L", flags[0] ? "U" : "L", flags[1] ? "T" : "N", flags[2] ? "U" : "N", &n,
                 &columns, one, scratch, &n, x, &n, (size_t)1, (size_t)1, (size_t)1, (size_t)1);
    put(out, view_matrix(out, 2, out, 2, index), batch->width, x, n, WHOLE);
}

MATRIX_OPERATOR(triangular, check_lapack, &trsm, NULL, solve)
