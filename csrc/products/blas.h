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

/* The first call loads it. Reports 207000 and what to install when there is none. */
aclnnStatus blas_check(void);

/*
 * A function of it by the name of CBLAS or LAPACK ("cblas_sgemm", "dgesv_"), with or without the
 * package's prefix; NULL when there is none.
 */
void *blas_function(const char *name);

/* Around calls of such functions: false, and nothing may be called, once the process ends. */
bool blas_begin(void);
void blas_end(void);

/* A matrix whose rows, or whose columns, lie one after another in memory, `stride` elements apart.
 */
struct blas_matrix {
    const void *address;
    int64_t stride; /* 1 to 2^31 - 1, not less than a row or column has elements */
    bool by_columns;
};

/*
 * out = left * right + (add ? out : 0): `rows` by `depth` times `depth` by `columns`, all 1 to
 * 2^31 - 1, of double or float. One call of gemm, or of gemv where left has one row or right one
 * column. After blas_check only. Once the process ends it
 * does nothing: OpenBLAS gives its memory back then.
 */
void blas_gemm(bool is_double, int64_t rows, int64_t columns, int64_t depth,
               const struct blas_matrix *left, const struct blas_matrix *right, bool add,
               const struct blas_matrix *out);

#endif
