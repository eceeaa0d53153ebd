/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/library.h: which library this is, and which instructions it uses.
 *
 * It does not exist in CANN, whose own version aclsysGetCANNVersion and aclrtGetVersion tell.
 */
#ifndef ACLNN_EXT_LIBRARY_H
#define ACLNN_EXT_LIBRARY_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnExtGetVersion: the version of this library, that of the Python package aclnn-py with it, by
 * the rules of Semantic Versioning 2.0.0. Needs no device.
 *
 * major, minor, patch  receive its three numbers
 *
 * Errors. Nothing is written.
 *
 *   161001  one of them is NULL
 */
ACLNN_API aclnnStatus aclnnExtGetVersion(int32_t *major, int32_t *minor, int32_t *patch);

/*
 * aclnnExtGetKernelLevel: the instruction set that kernels run with on this machine: the best that
 * the library has kernels for and the CPU runs, or the one that ACLNN_ISA names. Needs no device.
 *
 * name  receives "v2", "v3" or "v4" (levels of x86-64 by its psABI) or "aarch64"; the text is the
 *       library's, valid until the process ends
 *
 * Errors. *name keeps its value.
 *
 *   161001  name NULL
 */
ACLNN_API aclnnStatus aclnnExtGetKernelLevel(const char **name);

#ifdef __cplusplus
}
#endif

#endif
