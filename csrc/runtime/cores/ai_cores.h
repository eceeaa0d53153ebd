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

#include "base/cpu.h"
#include "kernel_levels.h"

/* The number of threads that run the blocks of one launch, the calling thread included. Launches on
 * several streams share all of them but their calling threads. */
int64_t ai_cores_count(void);

/*
 * Runs a kernel (KERNEL_... of kernels.h) for every block and returns when all are done.
 * The calling thread takes part; with one block nobody else does. Any number of threads may call
 * this at the same time. Every block runs in the default floating-point mode; the calling thread
 * has its own back afterwards.
 */
void ai_cores_run(int kernel, int64_t blocks, const int64_t *tiling, const int64_t *arguments);

/* Runs a C function for every block, as ai_cores_run does a kernel. name is for the log. */
typedef void (*block_function)(int64_t block, int64_t blocks, void *context);
void ai_cores_run_function(const char *name, block_function function, int64_t blocks,
                           void *context);

/* Sets whether the calling thread runs all blocks of its launches itself, one after another. Needed
 * where blocks write the same memory. */
void ai_cores_run_alone(bool is_wanted);

/* A kernel of the chosen level. A function that runs as a block may call it. */
kernel_function ai_cores_kernel(int kernel);

/* What a thread sleeps on that gets work now and then, such as the worker of a stream. The thread
 * may look for more work before it sleeps: then it reads `calls` all the time, which therefore
 * shares no cache line with anything else. */
struct sleeper {
    pthread_cond_t condition;
    unsigned char before[CPU_CACHE_LINE];
    _Atomic int64_t calls; /* wake-ups asked for since it was made */
    unsigned char behind[CPU_CACHE_LINE];
};

void sleeper_wake(struct sleeper *sleeper);

/* Asks that the sleeper be woken in about 10 us. The caller may have done the work itself by then,
 * and does not spend time on waking a thread: a thread that looks for more work does it, at the
 * latest when it stops looking. Returns false and does nothing when no thread looks, or it has
 * another sleeper to wake. The sleeper must exist until ai_cores_wake_never. */
bool ai_cores_wake_later(struct sleeper *sleeper);

/* Withdraws that request. */
void ai_cores_wake_never(struct sleeper *sleeper);

/* Looks for the next call of a sleeper that has had `calls` calls, for 50 us at most; for a thread
 * that has just had work and may get more. Returns at once when another thread looks, or when there
 * are fewer CPUs than AI cores. True: a launch has come, and its helpers do the looking from now
 * on. */
bool ai_cores_look(struct sleeper *sleeper, int64_t calls);

/* The chosen level, as an index of kernel_levels and vector_levels. */
int ai_cores_level(void);

#endif
