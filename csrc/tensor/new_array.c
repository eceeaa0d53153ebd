/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/new_array.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/*
 * operator new[](size_t), operator new[](size_t, const std::nothrow_t &) and std::nothrow as the
 * Itanium C++ ABI spells them. Weak: the library does not link with a C++ runtime, it uses the
 * one of the program.
 */
extern void *_Znam(size_t size) __attribute__((weak));
extern void *_ZnamRKSt9nothrow_t(size_t size, const void *nothrow) __attribute__((weak));
extern const char _ZSt7nothrow __attribute__((weak));

/* The variant that does not throw is preferred, because an exception must not pass through C. Where
 * a program has only the throwing one, it has an operator new[] of its own or a static C++ runtime;
 * running out of memory for these 200 bytes then ends it, as its own new[] would.
 *
 * AddressSanitizer brings both operators to C programs too, which release memory with free, but not
 * std::nothrow. So only std::nothrow tells a C++ program. */
static void *allocate(size_t size)
{
    if (_ZnamRKSt9nothrow_t != NULL)
        return &_ZSt7nothrow != NULL ? _ZnamRKSt9nothrow_t(size, &_ZSt7nothrow) : malloc(size);
    return _Znam != NULL ? _Znam(size) : malloc(size);
}

int64_t *new_array_copy(const int64_t *values, uint64_t count)
{
    size_t size = count * sizeof *values;
    int64_t *array = allocate(size > 0 ? size : 1);
    if (array != NULL && size > 0)
        memcpy(array, values, size);
    return array;
}
