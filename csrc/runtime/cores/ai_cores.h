/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The AI cores: a pool of ACLNN_CORES threads that runs the blocks of a launch, and the kernels
 * of the best instruction set that this machine has (or that ACLNN_ISA asks for).
 */
#ifndef ACLNN_PY_RUNTIME_CORES_AI_CORES_H
#define ACLNN_PY_RUNTIME_CORES_AI_CORES_H

#include <pthread.h>
#include <stdbool.h>
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
 * this at the same time. Every block runs in the default floating-point mode; the calling thread
 * has its own back afterwards.
 */
void ai_cores_run(int kernel, int64_t blocks, const int64_t *tiling, const int64_t *arguments);

/* The same for a function of C; name is for the log. */
typedef void (*block_function)(int64_t block, int64_t blocks, void *context);
void ai_cores_run_function(const char *name, block_function function, int64_t blocks,
                           void *context);

/* Whether the calling thread runs all blocks of its launches itself, in order: for blocks that
   write the same memory. */
void ai_cores_run_alone(bool is_wanted);

/* A kernel of the chosen level, for a function that is running as a block to call itself. */
kernel_function ai_cores_kernel(int kernel);

/* What a thread waits on that has work now and then, such as a stream's. */
struct sleeper {
    pthread_cond_t condition;
    _Atomic int64_t calls; /* since the beginning */
};

void sleeper_wake(struct sleeper *sleeper);

/*
 * Wakes it in about 10 us, for a caller that may have done the work by then, and whose time waking
 * a thread would take: a thread that looks for more to do does it, at the latest when it stops
 * looking. False, and nothing done, when none looks or it has another one to wake. The sleeper
 * stays until ai_cores_wake_never.
 */
bool ai_cores_wake_later(struct sleeper *sleeper);

/* It need not be woken any more. */
void ai_cores_wake_never(struct sleeper *sleeper);

/*
 * Looks for the next call of a sleeper, some 50 us at most, when there were so many; for a thread
 * that has just had work, and more may follow. Returns at once where another thread looks, or
 * fewer CPUs than cores are there. True: a launch has come, whose helpers look from now on.
 */
bool ai_cores_look(struct sleeper *sleeper, int64_t calls);

/* The chosen level: its place in kernel_levels and vector_levels. */
int ai_cores_level(void);

#endif
