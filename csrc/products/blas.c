/* SPDX-License-Identifier: Apache-2.0 */
#include "products/blas.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "acl/acl_rt.h"
#include "base/environment.h"
#include "base/loading.h"
#include "base/log.h"
#include "base/report.h"
#include "impl/aclnn_ext/blas.h"
#include "runtime/cores/ai_cores.h"

#define NAME "libscipy_openblas.so"
#define CORE "OPENBLAS_CORETYPE"
#define THREADS "OPENBLAS_NUM_THREADS"

enum { ROW_MAJOR = 101, COLUMN_MAJOR = 102, NOT_TRANSPOSED = 111, TRANSPOSED = 112 };

typedef void (*sgemm_function)(int order, int left_transposed, int right_transposed, int rows,
                               int columns, int depth, float alpha, const float *left,
                               int left_stride, const float *right, int right_stride, float beta,
                               float *out, int out_stride);
typedef void (*dgemm_function)(int order, int left_transposed, int right_transposed, int rows,
                               int columns, int depth, double alpha, const double *left,
                               int left_stride, const double *right, int right_stride, double beta,
                               double *out, int out_stride);
typedef void (*sgemv_function)(int order, int transposed, int rows, int columns, float alpha,
                               const float *matrix, int stride, const float *vector,
                               int vector_stride, float beta, float *out, int out_stride);
typedef void (*dgemv_function)(int order, int transposed, int rows, int columns, double alpha,
                               const double *matrix, int stride, const double *vector,
                               int vector_stride, double beta, double *out, int out_stride);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library; /* the loaded OpenBLAS; NULL when there is none; never closed */
static char file[PATH_MAX];
static const char *core;
static char problem[PATH_MAX + 512]; /* says why there is none */
static sgemm_function sgemm;
static dgemm_function dgemm;
static sgemv_function sgemv;
static dgemv_function dgemv;

/* ---- Where it is ----------------------------------------------------------------------------- */

/* Reads the folder that the build of a checkout wrote to a file, relative to the library's. */
static bool read_folder(const char *directory, char *folder, size_t size)
{
    char name[PATH_MAX + 32];
    snprintf(name, sizeof name, "%s/../share/blas_folder.txt", directory);
    FILE *note = fopen(name, "re");
    if (note == NULL)
        return false;
    bool good = fgets(folder, (int)size, note) != NULL;
    fclose(note);
    folder[good ? strcspn(folder, "\n") : 0] = '\0';
    return good;
}

static bool is_there(const char *directory, const char *folder)
{
    char name[2 * PATH_MAX + sizeof NAME + 2];
    snprintf(name, sizeof name, "%s/%s/" NAME, directory, folder);
    return realpath(name, file) != NULL && access(file, R_OK) == 0;
}

/* Finds the file to load. Returns false, with the reason in `problem`, when there is none. */
static bool find(void)
{
    char directory[PATH_MAX];
    char folder[PATH_MAX];
    if (environment()->blas[0] != '\0') {
        snprintf(file, sizeof file, "%s", environment()->blas);
        return true;
    }
    if (!loading_own_directory(directory)) {
        snprintf(problem, sizeof problem, "/proc/self/maps does not say where this library is");
        return false;
    }
    if (is_there(directory, ".") || is_there(directory, "../../../scipy_openblas32/lib") ||
        (read_folder(directory, folder, sizeof folder) && is_there(directory, folder)))
        return true;
    snprintf(problem, sizeof problem,
             NAME
             " is neither beside this library, in %.3000s, nor in the package's folder near it",
             directory);
    return false;
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* OpenBLAS chooses its kernels by machine. Here the level fixes them, so that results do not depend
 * on the machine. */
static const char *core_of_level(void)
{
    static const char *const cores[][2] = {
        {"v2", "Nehalem"}, {"v3", "Haswell"}, {"v4", "SkylakeX"}, {"aarch64", "ARMV8"}};
    const char *level = kernel_levels[ai_cores_level()].name;
    size_t i = 0;
    while (strcmp(cores[i][0], level) != 0)
        i++;
    return cores[i][1];
}

static void *open_library(void *unused)
{
    (void)unused;
    library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    return library;
}

/* OpenBLAS reads its two settings while it is loaded. */
static void open_with_settings(const char *wanted)
{
    static char core_setting[64];
    static char thread_setting[] = THREADS "=1";
    static char *const settings[] = {core_setting, thread_setting, NULL};
    static const char *const hidden[] = {CORE "=", THREADS "=", NULL};
    snprintf(core_setting, sizeof core_setting, CORE "=%s", wanted);
    (void)loading_with_settings(settings, hidden, open_library, NULL);
}

static void *find_function(const char *name)
{
    char prefixed[64];
    snprintf(prefixed, sizeof prefixed, "scipy_%s", name);
    void *found = dlsym(library, prefixed);
    return found != NULL ? found : dlsym(library, name);
}

/* Whether the file is an OpenBLAS with integers of 32 bits. Stores the addresses of its
 * functions. */
static bool find_functions(void)
{
    char *(*get_core)(void);
    void (*set_threads)(int);
    *(void **)&sgemm = find_function("cblas_sgemm");
    *(void **)&dgemm = find_function("cblas_dgemm");
    *(void **)&sgemv = find_function("cblas_sgemv");
    *(void **)&dgemv = find_function("cblas_dgemv");
    *(void **)&get_core = find_function("openblas_get_corename");
    *(void **)&set_threads = find_function("openblas_set_num_threads");
    if (sgemm == NULL || dgemm == NULL || sgemv == NULL || dgemv == NULL || get_core == NULL ||
        set_threads == NULL)
        return false;
    set_threads(1);
    core = get_core();
    return true;
}

static void load(void)
{
    if (!find())
        return;
    const char *wanted = core_of_level();
    open_with_settings(wanted);
    if (library == NULL) {
        const char *why = dlerror();
        snprintf(problem, sizeof problem, "%.3000s", why != NULL ? why : "no host memory");
    } else if (!find_functions()) {
        library = NULL;
        snprintf(problem, sizeof problem,
                 "%.3000s is no OpenBLAS with integers of 32 bits: it lacks one of "
                 "cblas_sgemm, cblas_dgemm, cblas_sgemv, cblas_dgemv, openblas_get_corename and "
                 "openblas_set_num_threads",
                 file);
    } else {
        log_line(LOG_KERNEL, "OpenBLAS %s for %s%s", file, core,
                 strcasecmp(core, wanted) == 0 ? "" : ", as whoever loaded it first chose");
    }
}

static bool is_loaded(void)
{
    pthread_once(&once, load);
    return library != NULL;
}

aclnnStatus blas_check(void)
{
    if (is_loaded())
        return ACLNN_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "products of matrices need OpenBLAS: %s; install it (pip install "
                  "scipy-openblas32), or name its file in ACLNN_BLAS",
                  problem);
}

aclnnStatus blas_check_work(const struct work *work)
{
    (void)work;
    return blas_check();
}

aclnnStatus aclnnExtGetBlasImpl(const char **name, const char **coreName)
{
    if (name == NULL || coreName == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a valid pointer is required",
                      name == NULL ? "file" : "core");
    aclnnStatus status = blas_check();
    if (status == ACLNN_SUCCESS) {
        *name = file;
        *coreName = core;
    }
    return status;
}

void *blas_function(const char *name)
{
    return is_loaded() ? find_function(name) : NULL;
}

/* ---- The end of the process ------------------------------------------------------------------ */

/* OpenBLAS unmaps its memory when the process exits, while streams may have work left, whose
 * results nobody will see. The end waits for calls that run; later ones do nothing. */
static _Atomic bool ending;
static _Atomic int64_t running;

static void end(void)
{
    atomic_store(&ending, true);
    while (atomic_load(&running) > 0)
        sched_yield();
}

bool blas_begin(void)
{
    atomic_fetch_add(&running, 1);
    if (!atomic_load(&ending))
        return true;
    atomic_fetch_sub(&running, 1);
    return false;
}

void blas_end(void)
{
    atomic_fetch_sub(&running, 1);
}

/* Registered when the library is loaded, so that it runs after the program's own handlers. */
__attribute__((constructor)) static void register_end(void)
{
    atexit(end);
}

/* ---- Products -------------------------------------------------------------------------------- */

static int order_of(const struct blas_matrix *matrix)
{
    return matrix->by_columns ? COLUMN_MAJOR : ROW_MAJOR;
}

static void multiply_part(bool is_double, int rows, int columns, int depth,
                          const struct blas_matrix *left, const struct blas_matrix *right, bool add,
                          const struct blas_matrix *out)
{
    int order = order_of(out);
    int left_transposed = left->by_columns == out->by_columns ? NOT_TRANSPOSED : TRANSPOSED;
    int right_transposed = right->by_columns == out->by_columns ? NOT_TRANSPOSED : TRANSPOSED;
    if (is_double)
        dgemm(order, left_transposed, right_transposed, rows, columns, depth, 1, left->address,
              (int)left->stride, right->address, (int)right->stride, add ? 1 : 0,
              (double *)out->address, (int)out->stride);
    else
        sgemm(order, left_transposed, right_transposed, rows, columns, depth, 1, left->address,
              (int)left->stride, right->address, (int)right->stride, add ? 1 : 0,
              (float *)out->address, (int)out->stride);
}

static struct blas_matrix moved(const struct blas_matrix *matrix, bool is_double, int64_t elements)
{
    struct blas_matrix part = *matrix;
    part.address = (char *)part.address + elements * (is_double ? 8 : 4);
    return part;
}

/* OpenBLAS has kernels for small products that write to memory without testing whether they got it.
 * Those for AVX-512 do so where neither operand is transposed, for the last few columns of the
 * result (rows, if it is stored by columns), from some depth on. So these are computed by calls of
 * their own, in parts of less depth. */
static void multiply_matrices(bool is_double, int rows, int columns, int depth,
                              const struct blas_matrix *left, const struct blas_matrix *right,
                              bool add, const struct blas_matrix *out)
{
    int lanes = is_double ? 8 : 16;
    int piece = 2 * lanes - 1;
    int places = out->by_columns ? rows : columns;
    int rest = places % lanes;
    bool is_small = (int64_t)rows * columns * depth <= 1000000;
    if (!is_small || left->by_columns != out->by_columns || right->by_columns != out->by_columns ||
        rest == 0 || rest > lanes / 2 || depth <= piece) {
        multiply_part(is_double, rows, columns, depth, left, right, add, out);
        return;
    }
    int whole = places - rest;
    if (whole > 0)
        multiply_part(is_double, out->by_columns ? whole : rows, out->by_columns ? columns : whole,
                      depth, left, right, add, out);
    struct blas_matrix target = moved(out, is_double, whole);
    for (int at = 0; at < depth; at += piece) {
        int count = depth - at < piece ? depth - at : piece;
        int64_t left_at = out->by_columns ? whole + at * left->stride : at;
        int64_t right_at = out->by_columns ? at : whole + at * right->stride;
        struct blas_matrix a = moved(left, is_double, left_at);
        struct blas_matrix b = moved(right, is_double, right_at);
        multiply_part(is_double, out->by_columns ? rest : rows, out->by_columns ? columns : rest,
                      count, &a, &b, add || at > 0, &target);
    }
}

/* Multiplies a matrix of rows by columns, or its transpose, by a vector. */
static void multiply_vector(bool is_double, const struct blas_matrix *matrix, bool is_transposed,
                            int rows, int columns, const void *vector, int vector_stride, bool add,
                            const void *out, int out_stride)
{
    int transposed = is_transposed ? TRANSPOSED : NOT_TRANSPOSED;
    if (is_double)
        dgemv(order_of(matrix), transposed, rows, columns, 1, matrix->address, (int)matrix->stride,
              vector, vector_stride, add ? 1 : 0, (double *)out, out_stride);
    else
        sgemv(order_of(matrix), transposed, rows, columns, 1, matrix->address, (int)matrix->stride,
              vector, vector_stride, add ? 1 : 0, (float *)out, out_stride);
}

/* The distance in elements between neighbours in a single row, or in a single column. */
static int row_step(const struct blas_matrix *row)
{
    return row->by_columns ? (int)row->stride : 1;
}

static int column_step(const struct blas_matrix *column)
{
    return column->by_columns ? 1 : (int)column->stride;
}

void blas_gemm(bool is_double, int64_t rows, int64_t columns, int64_t depth,
               const struct blas_matrix *left, const struct blas_matrix *right, bool add,
               const struct blas_matrix *out)
{
    if (blas_begin()) {
        /* With one row gemm would copy the whole matrix first, which takes longer than the
         * product. */
        if (rows == 1)
            multiply_vector(is_double, right, true, (int)depth, (int)columns, left->address,
                            row_step(left), add, out->address, row_step(out));
        else if (columns == 1)
            multiply_vector(is_double, left, false, (int)rows, (int)depth, right->address,
                            column_step(right), add, out->address, column_step(out));
        else
            multiply_matrices(is_double, (int)rows, (int)columns, (int)depth, left, right, add,
                              out);
        blas_end();
    }
}
