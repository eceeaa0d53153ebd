/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The AI cores: a pool of ACLNN_CORES threads that runs the blocks of a launch, and the kernels
 * of the best instruction set that this machine has (or that ACLNN_ISA asks for).
 */
#ifndef ACLNN_PY_RUNTIME_AI_CORES_H
#define ACLNN_PY_RUNTIME_AI_CORES_H

#include <stdint.h>

#include "kernels.h"

/*
 * Threads that run the blocks of one launch, the calling one included. Launches on several streams
 * share all of them but these.
 */
int64_t ai_cores_count(void);

/*
 * Runs a kernel (KERNEL_... of kernels.h) for every block and returns when all are done.
 * The calling thread takes part; with one block nobody else does. Any number of threads may call
 * this at the same time.
 */
void ai_cores_run(int kernel, int64_t blocks, const int64_t *tiling, const int64_t *arguments);

#endif
