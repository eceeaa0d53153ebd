/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_RUNTIME_CORES_CONSTANTS_H
#define ACLNN_PY_RUNTIME_CORES_CONSTANTS_H

/*
 * Brings the library's constants into memory, and keeps them there where the process may lock
 * memory. An AVX-512 instruction that reads a constant under a mask of zeros does not fault its
 * page in: it takes hundreds of cycles, every time, until something else touches the page.
 */
void constants_keep_in_memory(void);

#endif
