/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/isolate.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/call_stack.h"
#include "base/entry_current.h"
#include "base/finding.h"
#include "base/unwind.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_watching;
static struct sigaction before;
static const struct isolate_memory *memory;
static _Atomic(bool (*)(const void *address)) try_again; /* NULL: a fault is never tried again */

/* "read" or "written", where the machine says which. */
static const char *access_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (context->uc_mcontext.gregs[REG_ERR] & 2) != 0 ? "written" : "read";
#else
    (void)context;
    return "touched";
#endif
}

static struct unwind_place place_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    const greg_t *registers = context->uc_mcontext.gregs;
    return (struct unwind_place){(uintptr_t)registers[REG_RIP], (uintptr_t)registers[REG_RSP],
                                 (uintptr_t)registers[REG_RBP]};
#elif defined(__aarch64__)
    return (struct unwind_place){.instruction = context->uc_mcontext.pc};
#else
    (void)context;
    return (struct unwind_place){.instruction = 0};
#endif
}

/* ---- Memory of a device that is given to the C library --------------------------------------- */

/* The C library keeps the size of a heap block in the word before it, and reads that first. */
#define HEAP_HEADER sizeof(size_t)

/* The function of the heap that an instruction belongs to; NULL for other instructions. */
static const char *heap_function(uintptr_t instruction)
{
    static const struct {
        const char *symbol;
        const char *name;
    } functions[] = {
        {"free", "free"},
        {"cfree", "free"},
        {"__libc_free", "free"},
        {"realloc", "realloc"},
        {"__libc_realloc", "realloc"},
        {"malloc_usable_size", "malloc_usable_size"},
    };
    struct call_frame frame;
    call_frame_find(instruction, &frame);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(frame.function, functions[i].symbol) == 0)
            return functions[i].name;
    return NULL;
}

/* Tells when a function of the heap was given memory of a device; true if so. */
static bool tell_heap(const siginfo_t *info, uintptr_t instruction, const struct call_stack *stack)
{
    char place[320];
    const char *function = heap_function(instruction);
    const char *block = (const char *)info->si_addr + HEAP_HEADER;
    if (function == NULL || !memory->describe(block, place, sizeof place))
        return false;
    finding_damage(FINDING_ACCESS, stack,
                   "the host has given device memory at %p to %s (thread %ld): %s. It is none of "
                   "the heap's; aclrtFree gives it back",
                   (const void *)block, function, (long)syscall(SYS_gettid), place);
    return true;
}

/* ---- Faults ---------------------------------------------------------------------------------- */

static void tell(const siginfo_t *info, const ucontext_t *context)
{
    char place[320];
    struct call_stack stack;
    const struct unwind_place fault = place_of(context);
    if (memory == NULL)
        return;
    if (!memory->holds(info->si_addr) && !memory->holds((const char *)info->si_addr + HEAP_HEADER))
        return;
    finding_forget_notes();
    call_stack_of_fault(&fault, &stack);
    if (tell_heap(info, fault.instruction, &stack) ||
        !memory->describe(info->si_addr, place, sizeof place))
        return;
    bool is_child = !entry_is_in_use();
    finding_damage(FINDING_ACCESS, &stack,
                   "the host has %s device memory at %p (thread %ld): %s. %s", access_of(context),
                   info->si_addr, (long)syscall(SYS_gettid), place,
                   is_child ? "A forked child has none: it stays with the parent"
                            : "Copy it with aclrtMemcpy (ACLNN_CHECK=isolate keeps the host out, "
                              "as a device does)");
}

/* Passes the signal to whatever handled it before. Without a handler the default action is
 * restored; the instruction is tried again when this returns, and ends the process. A signal that a
 * process sent would not come again by itself. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    if ((before.sa_flags & SA_SIGINFO) != 0) {
        before.sa_sigaction(number, info, context);
        return;
    }
    if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(number);
        return;
    }
    if (before.sa_handler == SIG_IGN && info->si_code <= 0)
        return;
    signal(number, SIG_DFL);
    if (info->si_code <= 0)
        raise(number);
}

/* Whether the instruction may be tried again. errno belongs to the program. */
static bool is_over(const siginfo_t *info)
{
    bool (*ask)(const void *address) = atomic_load(&try_again);
    int number = errno;
    bool over = info->si_code == SEGV_ACCERR && ask != NULL && ask(info->si_addr);
    errno = number;
    return over;
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    if (is_over(info))
        return;
    if (info->si_code > 0)
        tell(info, context);
    pass_on(number, info, context);
}

/* The caller holds the lock. */
static void watch(void)
{
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (is_watching)
        return;
    is_watching = true;
    call_stack_prepare();
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &before);
}

void isolate_watch(const struct isolate_memory *watched)
{
    pthread_mutex_lock(&lock);
    if (memory == NULL)
        memory = watched;
    watch();
    pthread_mutex_unlock(&lock);
}

void isolate_try_again(bool (*ask)(const void *address))
{
    pthread_mutex_lock(&lock);
    atomic_store(&try_again, ask);
    watch();
    pthread_mutex_unlock(&lock);
}
