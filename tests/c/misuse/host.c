/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory touched by the host: at an address of a device, or through a handler of faults. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "misuse.h"

/* The functions that touch are exported, so that a backtrace can name them (-rdynamic). */
void touch_by_reading(const volatile char *address);
void touch_by_writing(volatile char *address);

__attribute__((noinline)) void touch_by_reading(const volatile char *address)
{
    SAW(*address);
}

__attribute__((noinline)) void touch_by_writing(volatile char *address)
{
    *address = 1;
}

static char *volatile device;

static void allocate(void)
{
    set_up_device();
    device = device_malloc(1000);
}

static void finish(void)
{
    OK_(aclrtFree(device));
    clean_up();
}

static void host_reads(void)
{
    allocate();
    touch_by_reading(device + 16);
    finish();
}

static void host_writes(void)
{
    allocate();
    touch_by_writing(device + 999);
    finish();
}

static void host_copies_by_memcpy(void)
{
    static char *volatile host;
    allocate();
    host = malloc(64);
    memcpy(host, device, 64);
    free(host);
    finish();
}

static void host_reads_after_free(void)
{
    allocate();
    OK_(aclrtFree(device));
    touch_by_reading(device);
    clean_up();
}

/* The first allocation of the device: nothing of it lies in front. */
static void device_pointer_freed_by_free(void)
{
    allocate();
    free(device);
    finish();
}

static void device_pointer_reallocated(void)
{
    allocate();
    OK_(aclrtFree(device));
    device_malloc(24);
    device = device_malloc(1000);
    device = realloc(device, 2000);
    finish();
}

static void freed_device_pointer_freed_by_free(void)
{
    allocate();
    OK_(aclrtFree(device));
    free(device);
    clean_up();
}

static void host_writes_behind_the_end(void)
{
    allocate();
    touch_by_writing(device + 1003);
    finish();
}

static void host_writes_behind_the_end_and_leaves_it(void)
{
    allocate();
    touch_by_writing(device + 1000);
    OK_(aclrtDestroyStream(stream));
    OK_(aclFinalize());
}

static void *read_on_a_thread(void *address)
{
    touch_by_reading(address);
    return NULL;
}

static void host_reads_on_a_thread(void)
{
    allocate();
    join_thread(start_thread(read_on_a_thread, device));
    finish();
}

static void read_in_a_callback(void *address)
{
    touch_by_reading(address);
}

static void host_reads_in_a_callback(void)
{
    allocate();
    OK_(aclrtLaunchHostFunc(stream, read_in_a_callback, device));
    OK_(aclrtSynchronizeStream(stream));
    finish();
}

/* The kernel refuses; the program is told by errno and lives. */
static void system_call_reads(void)
{
    allocate();
    int file = open("/dev/zero", O_RDWR);
    int pipes[2];
    CHECK(file >= 0 && pipe(pipes) == 0);
    errno = 0;
    SAW(write(pipes[1], device, 64));
    SAW(errno == EFAULT);
    errno = 0;
    SAW(read(file, device, 64));
    SAW(errno == EFAULT);
    finish();
}

/* ---- Handlers of the program ----------------------------------------------------------------- */

static sigjmp_buf back;
static void *volatile fault_address;

static void handle_with_information(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    fault_address = info->si_addr;
    siglongjmp(back, 1);
}

static void handle_plainly(int number)
{
    (void)number;
    siglongjmp(back, 2);
}

static void install(struct sigaction *action)
{
    sigemptyset(&action->sa_mask);
    CHECK(sigaction(SIGSEGV, action, NULL) == 0);
}

/* The program's own handler, set before the library's, gets faults on device memory. */
static void handler_with_information(void)
{
    struct sigaction action = {.sa_sigaction = handle_with_information, .sa_flags = SA_SIGINFO};
    install(&action);
    allocate();
    if (sigsetjmp(back, 1) == 0)
        touch_by_reading(device + 5);
    SAW((char *)fault_address - device);
    finish();
}

static void plain_handler(void)
{
    struct sigaction action = {.sa_handler = handle_plainly};
    install(&action);
    allocate();
    int came = sigsetjmp(back, 1);
    if (came == 0)
        touch_by_writing(device);
    SAW(came);
    finish();
}

/* Faults elsewhere are none of the library's business. */
static void fault_elsewhere_with_a_handler(void)
{
    struct sigaction action = {.sa_sigaction = handle_with_information, .sa_flags = SA_SIGINFO};
    install(&action);
    allocate();
    if (sigsetjmp(back, 1) == 0)
        touch_by_reading((const char *)24);
    SAW((long)(intptr_t)fault_address);
    finish();
}

static void fault_elsewhere(void)
{
    allocate();
    touch_by_reading((const char *)24);
    finish();
}

static void ignored_faults(void)
{
    struct sigaction action = {.sa_handler = SIG_IGN};
    install(&action);
    allocate();
    touch_by_reading(device);
    finish();
}

static void signal_that_was_sent(void)
{
    allocate();
    raise(SIGSEGV);
    finish();
}

static void ignored_signal_that_was_sent(void)
{
    struct sigaction action = {.sa_handler = SIG_IGN};
    install(&action);
    allocate();
    raise(SIGSEGV);
    SAW(1);
    finish();
}

/* A handler that the program sets later stands in front; it may pass on what is not its own. */
static struct sigaction older;

static void pass_on(int number, siginfo_t *info, void *context)
{
    older.sa_sigaction(number, info, context);
}

static void handler_set_later(void)
{
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO};
    allocate();
    sigemptyset(&action.sa_mask);
    CHECK(sigaction(SIGSEGV, &action, &older) == 0);
    touch_by_reading(device);
    finish();
}

static char alternate[1 << 16];

__attribute__((noinline)) static long descend(volatile const char *above, long depth)
{
    volatile char frame[4096];
    frame[0] = *above;
    return depth == 0 ? frame[0] : descend(frame, depth - 1) + frame[0];
}

/* A fault of a thread whose stack is used up: the program's handler runs on the other stack. */
static void handler_on_another_stack(void)
{
    stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
    struct sigaction action = {.sa_sigaction = handle_with_information,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};
    CHECK(sigaltstack(&stack, NULL) == 0);
    install(&action);
    allocate();
    volatile char top = 0;
    int came = sigsetjmp(back, 1);
    if (came == 0)
        SAW(descend(&top, INT32_MAX));
    SAW(came);
    if (sigsetjmp(back, 1) == 0)
        touch_by_reading(device + 7);
    SAW((char *)fault_address - device);
    finish();
}

/* ---- Children -------------------------------------------------------------------------------- */

/* A child has no device memory at all. */
static void child_reads(void)
{
    allocate();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        touch_by_reading(device);
        _exit(0);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    SAW(WIFSIGNALED(status) ? WTERMSIG(status) : -1);
    finish();
}

/* ---- Quarantine ------------------------------------------------------------------------------ */

/* What was freed is not handed out again by the next thousand allocations. */
static void freed_memory_rests(void)
{
    set_up_device();
    void *first = device_malloc(1000);
    OK_(aclrtFree(first));
    long again = 0;
    for (int i = 0; i < 1000; i++) {
        void *next = device_malloc(1000);
        again += next == first;
        OK_(aclrtFree(next));
    }
    SAW(again);
    clean_up();
}

/* ... and yet all of the device can be had (ACLNN_SOC with a memory of 256 MiB). */
static void device_is_filled(void)
{
    enum { PIECE = 1 << 20 };
    static void *pieces[300];
    set_up_device();
    for (int round = 0; round < 3; round++) {
        int count = 0;
        while (count < 300 &&
               aclrtMallocAlign32(&pieces[count], PIECE, ACL_MEM_MALLOC_HUGE_FIRST) == 0)
            count++;
        (void)aclGetRecentErrMsg();
        SAW(count);
        while (count > 0)
            OK_(aclrtFree(pieces[--count]));
    }
    clean_up();
}

static const struct misuse cases[] = {
    CASE(host_reads),
    CASE(host_writes),
    CASE(host_copies_by_memcpy),
    CASE(host_reads_after_free),
    CASE(device_pointer_freed_by_free),
    CASE(device_pointer_reallocated),
    CASE(freed_device_pointer_freed_by_free),
    CASE(host_writes_behind_the_end),
    CASE(host_writes_behind_the_end_and_leaves_it),
    CASE(host_reads_on_a_thread),
    CASE(host_reads_in_a_callback),
    CASE(system_call_reads),
    CASE(handler_with_information),
    CASE(plain_handler),
    CASE(fault_elsewhere_with_a_handler),
    CASE(fault_elsewhere),
    CASE(ignored_faults),
    CASE(signal_that_was_sent),
    CASE(ignored_signal_that_was_sent),
    CASE(handler_set_later),
    CASE(handler_on_another_stack),
    CASE(child_reads),
    CASE(freed_memory_rests),
    CASE(device_is_filled),
};

MAIN(cases)
