/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cores/ai_cores.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "base/cpu.h"
#include "base/environment.h"
#include "base/float_mode.h"
#include "base/log.h"
#include "base/thread.h"
#include "kernels.h"

/* A launch whose blocks are being taken. It lies on the stack of the launching thread. */
struct launch {
    struct launch *next;
    kernel_function kernel;
    int64_t blocks;
    int64_t tiling;
    int64_t arguments;
    int64_t next_block; /* the lock of the pool guards this and past_block */
    int64_t past_block; /* one past the last block that nobody has taken */
    _Atomic int64_t unfinished;
    pthread_cond_t finished;
};

/* A thread of the pool. It lies on that thread's stack. */
struct helper {
    struct helper *next; /* the next sleeping helper */
    pthread_t thread;
    pthread_cond_t call;
    bool is_called;
    cpu_set_t allowed; /* the CPUs that the helper may use */
    cpu_set_t others;  /* the same without the CPU of the thread that called it */
};

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static struct launch *launches;
static int64_t helpers;
static struct helper *sleeping;
/* A thread that looks for more work reads this all the time: it shares no cache line with what
 * every call writes. */
static _Alignas(CPU_CACHE_LINE) _Atomic int64_t launch_count; /* launches since the process began */
static _Alignas(
    CPU_CACHE_LINE) _Atomic int64_t looking; /* number of threads that spin for more work */
static pthread_once_t pool_once = PTHREAD_ONCE_INIT;
static const struct kernel_level *level;

/* A helper ends after so long without work, because a program whose own threads have all ended ends
 * only when those of the library have. */
#define IDLE_MILLISECONDS 500

/* An operator launches several kernels in a row, and waking a thread can take longer than one of
 * them. So a thread looks for more work for about this long before it sleeps. It sleeps at once
 * when the process may use fewer CPUs than there are AI cores. */
#define SPIN_NANOSECONDS 50000
#define LOOKS_A_CLOCK 16 /* how many times it looks between two readings of the clock */

static _Atomic bool spins;

/* After this long a thread that looks for more work wakes the sleeper that was put off. */
#define PUT_OFF_NANOSECONDS 10000

static _Atomic(struct sleeper *) put_off; /* the sleeper to be woken; NULL: none */
static _Atomic int64_t put_off_count;     /* sleepers put off since the process began */

static void relax_processor(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

void sleeper_wake(struct sleeper *sleeper)
{
    atomic_fetch_add(&sleeper->calls, 1);
    pthread_cond_signal(&sleeper->condition);
}

/* Wakes the sleeper that was put off. The caller holds the lock. The sleeper is woken before
 * `put_off` becomes NULL, because its owner may free it once it sees that, without the lock. */
static void wake_now(void)
{
    struct sleeper *sleeper = atomic_load(&put_off);
    if (sleeper != NULL) {
        sleeper_wake(sleeper);
        atomic_store(&put_off, NULL);
    }
}

/* When a thread first saw that a sleeper is to be woken. */
struct put_off_watch {
    int64_t count;
    int64_t since;
};

static void wake_when_due(struct put_off_watch *watch, int64_t now)
{
    if (atomic_load(&put_off) == NULL)
        return;
    int64_t count = atomic_load(&put_off_count);
    if (watch->count != count) {
        *watch = (struct put_off_watch){count, now};
    } else if (now - watch->since >= PUT_OFF_NANOSECONDS) {
        pthread_mutex_lock(&pool_lock);
        if (count == put_off_count)
            wake_now();
        pthread_mutex_unlock(&pool_lock);
    }
}

/* Spins for a while as long as both numbers have these values. The caller holds the pool's lock,
 * which is released meanwhile. */
static void spin_while(_Atomic int64_t *number, int64_t is, _Atomic int64_t *other,
                       int64_t other_is)
{
    pthread_mutex_unlock(&pool_lock);
    int64_t now = monotonic_nanoseconds();
    int64_t end = now + SPIN_NANOSECONDS;
    struct put_off_watch watch = {0};
    bool same;
    do {
        same = true;
        for (int i = 0; i < LOOKS_A_CLOCK && same; i++) {
            same = atomic_load_explicit(number, memory_order_relaxed) == is &&
                   atomic_load_explicit(other, memory_order_relaxed) == other_is;
            relax_processor();
        }
        now = monotonic_nanoseconds();
        if (same)
            wake_when_due(&watch, now);
    } while (same && now < end);
    pthread_mutex_lock(&pool_lock);
}

/* Looks for the next launch, and for a change of another number. */
static void look_for_more(int64_t launches_seen, _Atomic int64_t *number, int64_t is)
{
    looking++;
    spin_while(&launch_count, launches_seen, number, is);
    if (--looking == 0)
        wake_now();
}

bool ai_cores_look(struct sleeper *sleeper, int64_t calls)
{
    if (!atomic_load(&spins) || atomic_load(&looking) > 0)
        return false;
    pthread_mutex_lock(&pool_lock);
    int64_t seen = launch_count;
    if (looking == 0)
        look_for_more(seen, &sleeper->calls, calls);
    bool is_launched = launch_count != seen;
    pthread_mutex_unlock(&pool_lock);
    return is_launched;
}

bool ai_cores_wake_later(struct sleeper *sleeper)
{
    if (atomic_load(&looking) == 0)
        return false;
    pthread_mutex_lock(&pool_lock);
    if (looking > 0 && put_off == NULL) {
        put_off = sleeper;
        put_off_count++;
    }
    bool is_put_off = put_off == sleeper;
    pthread_mutex_unlock(&pool_lock);
    return is_put_off;
}

void ai_cores_wake_never(struct sleeper *sleeper)
{
    if (atomic_load(&put_off) != sleeper)
        return;
    pthread_mutex_lock(&pool_lock);
    if (put_off == sleeper)
        put_off = NULL;
    pthread_mutex_unlock(&pool_lock);
}

/* Chooses the best level that the machine can run, or the one that ACLNN_ISA names. */
static void open_pool(void)
{
    const char *wanted = environment()->isa;
    level = &kernel_levels[0];
    for (int i = 0; i < KERNEL_LEVEL_COUNT; i++)
        if (wanted[0] == '\0' ? cpu_runs(kernel_levels[i].name)
                              : strcmp(wanted, kernel_levels[i].name) == 0)
            level = &kernel_levels[i];
    log_line(LOG_KERNEL, "kernels of level %s", level->name);
    spins = ai_cores_count() > 1 && ai_cores_count() <= cpu_count();
}

int64_t ai_cores_count(void)
{
    return environment()->worker_threads;
}

enum end { FIRST_BLOCKS, LAST_BLOCKS };

/* Takes blocks of a launch until none is left; helpers take them from the end. So when launches on
 * the same memory follow each other, a core finds what it used before in its caches. The caller
 * holds the lock, which is released while a block runs. */
static void take_blocks(struct launch *launch, enum end end)
{
    while (launch->next_block < launch->past_block) {
        int64_t block = end == FIRST_BLOCKS ? launch->next_block++ : --launch->past_block;
        pthread_mutex_unlock(&pool_lock);
        launch->kernel(block, launch->blocks, launch->tiling, launch->arguments);
        pthread_mutex_lock(&pool_lock);
        if (--launch->unfinished == 0)
            pthread_cond_signal(&launch->finished);
    }
}

static struct launch *launch_with_blocks(void)
{
    struct launch *launch = launches;
    while (launch != NULL && launch->next_block >= launch->past_block)
        launch = launch->next;
    return launch;
}

/* Sleeps until the helper is called; false after the time that ends it. The caller holds the
 * lock. */
static bool sleep_until_called(struct helper *helper, const struct timespec *deadline)
{
    bool in_time = true;
    helper->is_called = false;
    CPU_ZERO(&helper->allowed);
    CPU_ZERO(&helper->others);
    if (spins)
        (void)sched_getaffinity(0, sizeof helper->allowed, &helper->allowed);
    helper->next = sleeping;
    sleeping = helper;
    while (!helper->is_called && in_time)
        in_time = condition_wait(&helper->call, &pool_lock, deadline);
    if (!helper->is_called) {
        struct helper **place = &sleeping;
        while (*place != helper)
            place = &(*place)->next;
        *place = helper->next;
        return false;
    }
    cpu_set_t now;
    if (CPU_COUNT(&helper->others) > 0 && sched_getaffinity(0, sizeof now, &now) == 0 &&
        CPU_EQUAL(&now, &helper->others))
        (void)sched_setaffinity(0, sizeof helper->allowed, &helper->allowed);
    return true;
}

/* Wakes a sleeping helper on another CPU than this one. The kernel by itself might let it wait for
 * this very CPU, because sleeping CPUs of a virtual machine do not look free. */
static void call_sleeping(void)
{
    struct helper *helper = sleeping;
    sleeping = helper->next;
    helper->is_called = true;
    int cpu = sched_getcpu();
    if (cpu >= 0 && cpu < CPU_SETSIZE && CPU_ISSET((size_t)cpu, &helper->allowed)) {
        helper->others = helper->allowed;
        CPU_CLR((size_t)cpu, &helper->others);
        if (pthread_setaffinity_np(helper->thread, sizeof helper->others, &helper->others) != 0)
            CPU_ZERO(&helper->others);
    }
    pthread_cond_signal(&helper->call);
}

static void *help(void *unused)
{
    struct timespec storage;
    const struct timespec *deadline = NULL;
    bool in_time = true;
    int64_t seen = 0; /* number of launches when it last looked and found nothing */
    struct helper helper = {.thread = pthread_self()};
    (void)unused;
    condition_open(&helper.call);
    pthread_mutex_lock(&pool_lock);
    for (;;) {
        struct launch *launch = launch_with_blocks();
        if (launch != NULL) {
            take_blocks(launch, LAST_BLOCKS);
            deadline = NULL;
        } else if (!in_time) {
            break;
        } else if (spins && seen != launch_count) {
            seen = launch_count;
            look_for_more(seen, &launch_count, seen);
            continue;
        } else {
            if (deadline == NULL)
                deadline = deadline_in(IDLE_MILLISECONDS, &storage);
            in_time = sleep_until_called(&helper, deadline);
            continue;
        }
        in_time = true;
    }
    helpers--;
    pthread_mutex_unlock(&pool_lock);
    pthread_cond_destroy(&helper.call);
    return NULL;
}

/* Starts helpers, up to the number that this launch can use. */
static void call_helpers(int64_t blocks)
{
    int64_t wanted = ai_cores_count() - 1;
    while (helpers < wanted && helpers < blocks - 1) {
        pthread_t thread;
        if (!thread_start(&thread, "aclnn-core", help, NULL))
            break;
        pthread_detach(thread);
        helpers++;
    }
    for (int64_t i = 0; i < blocks - 1 && sleeping != NULL; i++)
        call_sleeping();
}

static void unlink_launch(const struct launch *launch)
{
    struct launch **place = &launches;
    while (*place != launch)
        place = &(*place)->next;
    *place = launch->next;
}

static void run_shared(struct launch *launch)
{
    pthread_cond_init(&launch->finished, NULL);
    pthread_mutex_lock(&pool_lock);
    struct launch **end = &launches;
    while (*end != NULL)
        end = &(*end)->next;
    *end = launch;
    launch_count++;
    call_helpers(launch->blocks);
    take_blocks(launch, FIRST_BLOCKS);
    /* Other threads still run blocks. Mostly they have nearly finished. */
    if (spins && launch->unfinished > 0)
        spin_while(&launch->unfinished, launch->unfinished, &launch->unfinished,
                   launch->unfinished);
    while (launch->unfinished > 0)
        pthread_cond_wait(&launch->finished, &pool_lock);
    unlink_launch(launch);
    pthread_mutex_unlock(&pool_lock);
    pthread_cond_destroy(&launch->finished);
}

static _Thread_local bool alone;

void ai_cores_run_alone(bool is_wanted)
{
    alone = is_wanted;
}

static void run_launch(struct launch *launch, const char *name)
{
    bool logged = log_wants(LOG_KERNEL);
    int64_t begin = logged ? monotonic_nanoseconds() : 0;
    launch->unfinished = launch->blocks;
    launch->past_block = launch->blocks;
    struct float_mode callers = float_mode_set_default();
    if (launch->blocks == 1 || alone || ai_cores_count() == 1) {
        for (int64_t block = 0; block < launch->blocks; block++)
            launch->kernel(block, launch->blocks, launch->tiling, launch->arguments);
    } else {
        run_shared(launch);
    }
    float_mode_restore(callers);
    if (logged)
        log_line(LOG_KERNEL, "%s: %lld block(s), %.1f us", name, (long long)launch->blocks,
                 (double)(monotonic_nanoseconds() - begin) / 1000);
}

void ai_cores_run(int kernel, int64_t blocks, const int64_t *tiling, const int64_t *arguments)
{
    struct launch launch = {
        .kernel = ai_cores_kernel(kernel),
        .blocks = blocks,
        .tiling = (int64_t)(intptr_t)tiling,
        .arguments = (int64_t)(intptr_t)arguments,
    };
    run_launch(&launch, kernel_names[kernel]);
}

struct function_call {
    block_function function;
    void *context;
};

static void call_function(int64_t block, int64_t blocks, int64_t tiling, int64_t arguments)
{
    const struct function_call *call = (const struct function_call *)(intptr_t)tiling;
    (void)arguments;
    call->function(block, blocks, call->context);
}

void ai_cores_run_function(const char *name, block_function function, int64_t blocks, void *context)
{
    const struct function_call call = {function, context};
    struct launch launch = {
        .kernel = call_function,
        .blocks = blocks,
        .tiling = (int64_t)(intptr_t)&call,
    };
    pthread_once(&pool_once, open_pool);
    run_launch(&launch, name);
}

kernel_function ai_cores_kernel(int kernel)
{
    pthread_once(&pool_once, open_pool);
    return level->functions[kernel];
}

int ai_cores_level(void)
{
    pthread_once(&pool_once, open_pool);
    return (int)(level - kernel_levels);
}
