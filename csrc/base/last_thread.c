/* SPDX-License-Identifier: Apache-2.0 */
#include "base/last_thread.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LOOK_NANOSECONDS 20000000

static pthread_key_t main_key;
static _Atomic bool main_has_ended; /* main's pthread_exit has come to the destructors of thread
                                     * keys, or further */

static long kernel_thread(void)
{
    return syscall(SYS_gettid);
}

static void note_end(void *unused)
{
    (void)unused;
    atomic_store(&main_has_ended, true);
}

/* Runs on the main thread, unless the program opens the library later on another thread. */
__attribute__((constructor)) static void watch_main(void)
{
    if (kernel_thread() == getpid() && pthread_key_create(&main_key, note_end) == 0)
        pthread_setspecific(main_key, &main_key);
}

/* Whether a thread of the process has ended: the kernel gives its state as a letter, behind its
 * name in parentheses. */
static bool is_over(long number)
{
    char path[64];
    char text[256];
    snprintf(path, sizeof path, "/proc/self/task/%ld/stat", number);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return true;
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    if (size <= 0)
        return true;
    text[size] = '\0';
    const char *name_end = strrchr(text, ')');
    return name_end != NULL &&
           (strncmp(name_end, ") Z", 3) == 0 || strncmp(name_end, ") X", 3) == 0);
}

/* Runs on the thread that stays. The argument is the kernel's number of the thread to wait for. */
static void *keep(void *guarded)
{
    const struct timespec pause = {0, LOOK_NANOSECONDS};
    pthread_setname_np(pthread_self(), "aclnn-last");
    while (!is_over((long)(intptr_t)guarded))
        nanosleep(&pause, NULL);
    return NULL;
}

void last_thread_guard(void)
{
    static _Thread_local bool is_guarded;
    pthread_t thread;
    long number = kernel_thread();
    if (is_guarded || (number == getpid() ? !atomic_load(&main_has_ended) : !is_over(getpid())))
        return;
    is_guarded = pthread_create(&thread, NULL, keep, (void *)(intptr_t)number) == 0;
    if (is_guarded)
        pthread_detach(thread);
}
