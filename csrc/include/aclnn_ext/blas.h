/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/blas.h: the library that products of matrices are calculated with.
 *
 * It does not exist in CANN. Products of float matrices run on OpenBLAS, which the Python package
 * scipy-openblas32 brings; a program needs no Python to use it. It is loaded by the first call that
 * needs it, from the first of these that is there:
 *
 *     ACLNN_BLAS                                              this file and no other
 *     libscipy_openblas.so beside libascendcl.so
 *     scipy_openblas32/lib/libscipy_openblas.so               beside aclnn_py, where pip puts both
 *     the folder that share/blas_folder.txt names             in a checkout
 */
#ifndef ACLNN_EXT_BLAS_H
#define ACLNN_EXT_BLAS_H

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnExtGetBlas: which library that is. Loads it if nobody has yet; needs no device.
 *
 * file  receives its file name: the library's, valid until the process ends
 * core  receives the name of the CPU core that its instructions are for: "Nehalem" for kernels of
 *       level v2, "Haswell" for v3, "SkylakeX" for v4, unless the process had loaded the same file
 *       before and chosen another; the library's as well
 *
 * Errors, in the order tested. *file and *core keep their values.
 *
 *   361001  in a forked child
 *   161001  file or core NULL
 *   207000  there is none: the text says where it was looked for, and what to install
 */
ACLNN_API aclnnStatus aclnnExtGetBlas(const char **file, const char **core);

#ifdef __cplusplus
}
#endif

#endif
