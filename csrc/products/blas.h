/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenBLAS, as the Python package scipy-openblas32 brings it: found and loaded when it is first
 * needed, never linked. Looked for in this order:
 *
 *     ACLNN_BLAS                                              this file and no other
 *     libscipy_openblas.so beside libascendcl.so
 *     ../../../scipy_openblas32/lib/libscipy_openblas.so      where pip puts both packages
 *     the folder that share/blas_folder.txt names             in a checkout
 *
 * It calculates on the calling thread alone, with the instructions of the kernels' level. A process
 * that has loaded the same file by itself shares it, with the instructions that it chose; its
 * number of threads becomes 1. All functions may be called from any thread.
 */
#ifndef ACLNN_PY_PRODUCTS_BLAS_H
#define ACLNN_PY_PRODUCTS_BLAS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"

/* Loads OpenBLAS at the first call. When there is none it reports 207000 and says what to
 * install. */
aclnnStatus blas_check(void);

struct work;

/* The same as the check of work that multiplies, whatever it is (l0_run). */
aclnnStatus blas_check_work(const struct work *work);

/* Finds a function of OpenBLAS by the name of CBLAS or LAPACK ("cblas_sgemm", "dgesv_"), with or
 * without the package's prefix; NULL when it has none of that name. */
void *blas_function(const char *name);

/* Calls of such functions stand between blas_begin and blas_end. False once the process ends: then
 * nothing may be called. */
bool blas_begin(void);
void blas_end(void);

/* A matrix whose rows, or whose columns, lie one after another in memory, `stride` elements apart.
 */
struct blas_matrix {
    const void *address;
    int64_t stride; /* 1 to 2^31 - 1, not less than a row or column has elements */
    bool by_columns;
};

/* out = left * right + (add ? out : 0), where left is rows by depth and right is depth by columns;
 * each number is from 1 to 2^31 - 1. Elements are double or float. One call of gemm, or of gemv
 * where left has one row or right has one column. blas_check must have succeeded. Once the process
 * ends it does nothing, because OpenBLAS then unmaps its memory. */
void blas_gemm(bool is_double, int64_t rows, int64_t columns, int64_t depth,
               const struct blas_matrix *left, const struct blas_matrix *right, bool add,
               const struct blas_matrix *out);

#endif
