/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/isolate.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/call_stack.h"
#include "base/entry.h"
#include "base/finding.h"
#include "runtime/device_memory.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction before;

/* "read" or "written" where the machine says so. */
static const char *access_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (context->uc_mcontext.gregs[REG_ERR] & 2) != 0 ? "written" : "read";
#else
    (void)context;
    return "touched";
#endif
}

static const void *instruction_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (const void *)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (const void *)context->uc_mcontext.pc;
#else
    (void)context;
    return NULL;
#endif
}

static void tell(const siginfo_t *info, const ucontext_t *context)
{
    char place[320];
    finding_forget_notes();
    if (!device_memory_describe_fault(info->si_addr, place, sizeof place))
        return;
    bool is_child = !entry_is_in_use();
    struct call_stack stack;
    call_stack_of_fault(instruction_of(context), &stack);
    finding_damage(FINDING_ACCESS, &stack,
                   "the host has %s device memory at %p (thread %ld): %s. %s", access_of(context),
                   info->si_addr, (long)syscall(SYS_gettid), place,
                   is_child ? "A forked child has none: it stays with the parent"
                            : "Copy it with aclrtMemcpy (ACLNN_CHECK=isolate keeps the host out, "
                              "as a device does)");
}

/*
 * What was there before gets the signal. Without a handler the action is set back, and the
 * instruction, which is tried again when this returns, ends the process. A signal that somebody
 * sent does not come again by itself.
 */
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

static void on_fault(int number, siginfo_t *info, void *context)
{
    if (info->si_code > 0)
        tell(info, context);
    pass_on(number, info, context);
}

static void watch(void)
{
    call_stack_prepare();
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &before);
}

void isolate_watch(void)
{
    pthread_once(&once, watch);
}
