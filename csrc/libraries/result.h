/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of C++ that return an object. Where its class has a destructor, the caller hands over
 * the address of the object, whatever its size: on x86-64 as the first argument, on aarch64 in x8.
 * C returns a small one in registers, and a large one as a whole, so it cannot say this itself.
 */
#ifndef ACLNN_PY_LIBRARIES_RESULT_H
#define ACLNN_PY_LIBRARIES_RESULT_H

/* Begins the definition of an exported function whose only known argument is `void *result`; it
 * returns this too. */
#ifdef __aarch64__
#define RESULT_IN_MEMORY(symbol)                                                                \
    void *symbol##_result(void *result) __attribute__((visibility("hidden"), used));            \
    __asm__(".text\n.balign 4\n.globl " #symbol "\n.type " #symbol ", %function\n" #symbol      \
            ":\n    mov x0, x8\n    b " #symbol "_result\n.size " #symbol ", .-" #symbol "\n"); \
    void *symbol##_result(void *result)
#else
#define RESULT_IN_MEMORY(symbol)                                       \
    void *symbol(void *result) __attribute__((visibility("default"))); \
    void *symbol(void *result)
#endif

#endif
