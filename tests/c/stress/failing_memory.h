/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host memory that fails: malloc and its relatives of the whole process, in a program of one file.
 *
 *     arm(n, false);      the n-th allocation from here on fails; with true all behind it too
 *     ...
 *     disarm();           whether the n-th was reached
 *
 * glibc ends the process where a thread has no memory for the thread-local data of a library that
 * was loaded later, as OpenBLAS is: allocations of that size never fail.
 *
 * AddressSanitizer allocates in each new thread, and gives up when it cannot: under it only
 * allocations of the main thread fail. ThreadSanitizer and valgrind bring their own malloc.
 */
#ifndef ACLNN_PY_TESTS_STRESS_FAILING_MEMORY_H
#define ACLNN_PY_TESTS_STRESS_FAILING_MEMORY_H

#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
/* glibc keeps what dlopen had allocated when it fails for want of memory. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:_dl_map_object_deps\nleak:_dl_new_object\n";
}

#define REAL(name) __interceptor_##name
#else
#define REAL(name) __libc_##name
#endif

void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t count, size_t size);
void *REAL(realloc)(void *memory, size_t size);
void *REAL(memalign)(size_t alignment, size_t size);
void REAL(free)(void *memory);

static _Atomic bool armed;
static _Atomic long allocations; /* since it was armed */
static _Atomic long failing;     /* which of them fails; 0: none */
static _Atomic bool lasting;     /* and all behind it */
static _Atomic long in_use;      /* blocks */
static size_t thread_data;       /* bytes of OpenBLAS's, once it is loaded */

static int find_thread_data(struct dl_phdr_info *object, size_t size, void *found)
{
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_TLS && strstr(object->dlpi_name, "openblas") != NULL)
            *(size_t *)found = object->dlpi_phdr[i].p_memsz;
    return 0;
}

static bool strikes(size_t size)
{
#ifdef __SANITIZE_ADDRESS__
    if (syscall(SYS_gettid) != getpid())
        return false;
#endif
    if (!atomic_load(&armed) || (size != 0 && size == thread_data))
        return false;
    long number = atomic_fetch_add(&allocations, 1) + 1;
    long first = atomic_load(&failing);
    return atomic_load(&lasting) ? number >= first : number == first;
}

static void *counted(void *memory)
{
    if (memory != NULL)
        atomic_fetch_add(&in_use, 1);
    else
        errno = ENOMEM;
    return memory;
}

void *malloc(size_t size)
{
    return counted(strikes(size) ? NULL : REAL(malloc)(size));
}

void *calloc(size_t count, size_t size)
{
    return counted(strikes(size) ? NULL : REAL(calloc)(count, size));
}

void *realloc(void *memory, size_t size)
{
    if (memory == NULL)
        return malloc(size);
    void *moved = strikes(size) ? NULL : REAL(realloc)(memory, size);
    if (moved == NULL)
        errno = ENOMEM;
    return moved;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return counted(strikes(size) ? NULL : REAL(memalign)(alignment, size));
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    void *memory = aligned_alloc(alignment, size);
    if (memory == NULL)
        return ENOMEM;
    *out = memory;
    return 0;
}

void free(void *memory)
{
    if (memory != NULL)
        atomic_fetch_sub(&in_use, 1);
    REAL(free)(memory);
}

static void arm(long number, bool lasts)
{
    (void)dl_iterate_phdr(find_thread_data, &thread_data);
    atomic_store(&lasting, lasts);
    atomic_store(&allocations, 0);
    atomic_store(&failing, number);
    atomic_store(&armed, true);
}

/* Whether the allocation that had to fail was reached. */
static bool disarm(void)
{
    atomic_store(&armed, false);
    return atomic_load(&allocations) >= atomic_load(&failing);
}

/* What may come of an allocation that fails: the codes of the headers for no memory. */
static bool is_lack_of_memory(int status)
{
    static const int codes[] = {-1,     200000, 207000, 207001, 207003, 207005, 207007,
                                207008, 207018, 361001, 500000, 561000, 561001, 561101};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i] == status)
            return true;
    return false;
}

#endif
