/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The floating-point mode of a thread: how results are rounded, whether subnormal numbers count as
 * 0, and which exceptions end the process. A program may set it for its own arithmetic; kernels
 * compute in the default one.
 */
#ifndef ACLNN_PY_BASE_FLOAT_MODE_H
#define ACLNN_PY_BASE_FLOAT_MODE_H

#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/* A thread's mode, with the exceptions that have occurred. */
struct float_mode {
    uint64_t control;
    uint64_t status;
};

/* Sets the default mode for the calling thread (round to nearest, keep subnormal numbers, trap no
 * exception) and returns the mode that it had. */
static inline struct float_mode float_mode_set_default(void)
{
    struct float_mode before = {0, 0};
#if defined(__x86_64__)
    before.control = _mm_getcsr();
    _mm_setcsr(0x1F80);
#elif defined(__aarch64__)
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(before.control));
    __asm__ __volatile__("mrs %0, fpsr" : "=r"(before.status));
    __asm__ __volatile__("msr fpcr, %0" : : "r"((uint64_t)0) : "memory");
#else
#error "the floating-point mode of this processor is not known"
#endif
    return before;
}

static inline void float_mode_restore(struct float_mode mode)
{
#if defined(__x86_64__)
    _mm_setcsr((uint32_t)mode.control);
#elif defined(__aarch64__)
    __asm__ __volatile__("msr fpcr, %0" : : "r"(mode.control) : "memory");
    __asm__ __volatile__("msr fpsr, %0" : : "r"(mode.status) : "memory");
#endif
}

#endif
