/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls on a stack, beside what the C library's backtrace finds: frames of all kinds, deep
 * recursion, handlers of signals, stacks of coroutines, threads, objects that come and go.
 */
#include <alloca.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "base/unwind.h"
#include "check.h"

enum { DEPTH = 200, THREADS = 4, ROUNDS = 300, STACK = 1 << 17 };

#define NOINLINE __attribute__((noinline))
#define FRAMELESS __attribute__((noinline, optimize("omit-frame-pointer")))

/* A compiler must not leave a call for the last thing that a function does. */
#define AFTER_CALL() __asm__ volatile("" ::: "memory")

struct found {
    size_t count;
    uintptr_t calls[DEPTH];
};

static bool take(uintptr_t call, void *context)
{
    struct found *found = context;
    found->calls[found->count++] = call;
    return found->count < DEPTH;
}

static _Thread_local size_t deepest;

/* False when backtrace is needed. The two are called from two places, and a sanitizer has functions
 * of its own in front of backtrace. */
static NOINLINE bool is_understood(void)
{
    void *expected[2 * DEPTH];
    struct found found = {.count = 0};
    enum unwind_end end = unwind(take, &found);
    bool understood = end == UNWIND_ALL;
    size_t count = (size_t)backtrace(expected, 2 * DEPTH);
    size_t skipped = 0;
    CHECK(found.count > 1 && end != UNWIND_WRONG);
    while (skipped < 4 && (uintptr_t)expected[skipped + 1] - 1 != found.calls[1])
        skipped++;
    count = count - skipped < DEPTH ? count - skipped : DEPTH;
    CHECK(understood ? found.count == count : found.count <= count);
    for (size_t i = 1; i < found.count; i++)
        CHECK(found.calls[i] == (uintptr_t)expected[i + skipped] - 1);
    deepest = found.count;
    return understood;
}

static NOINLINE void look(void)
{
    CHECK(is_understood());
    AFTER_CALL();
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static FRAMELESS void recurse(int depth)
{
    if (depth > 0)
        recurse(depth - 1);
    else
        look();
    AFTER_CALL();
}

static NOINLINE void with_room(size_t bytes)
{
    char *room = alloca(bytes);
    memset(room, 1, bytes);
    look();
    AFTER_CALL();
    CHECK(room[bytes - 1] == 1);
}

/* Larger and larger frames in the same place, the old return addresses still in them. */
static FRAMELESS void with_leftovers(void)
{
    for (size_t bytes = 16; bytes < 4096; bytes += 16)
        with_room(bytes);
}

static FRAMELESS void with_large_frame(void)
{
    volatile char room[1 << 20];
    room[0] = room[sizeof room - 1] = 1;
    look();
    AFTER_CALL();
    CHECK(room[0] == 1);
}

/* Its arguments are found by a pointer of their own. */
static NOINLINE int with_realigned_frame(size_t bytes, int a, int b, int c, int d, int e, int f,
                                         int g)
{
    __attribute__((aligned(64))) volatile char room[64];
    volatile char *more = alloca(bytes);
    room[0] = more[0] = 1;
    (void)is_understood();
    CHECK((uintptr_t)room % 64 == 0);
    return a + b + c + d + e + f + g + room[0] + more[0];
}

static int compare(const void *left, const void *right)
{
    look();
    return *(const int *)left - *(const int *)right;
}

static void test_frames(void)
{
    int numbers[] = {3, 1, 2};
    look();
    size_t here = deepest;
    for (int depth = 0; depth < 2 * DEPTH; depth += depth < 20 ? 1 : 50) {
        recurse(depth);
        CHECK(deepest == (here + (size_t)depth + 1 < DEPTH ? here + (size_t)depth + 1 : DEPTH));
    }
    with_leftovers();
    with_large_frame();
    CHECK(with_realigned_frame(100, 1, 2, 3, 4, 5, 6, 7) == 30);
    qsort(numbers, 3, sizeof numbers[0], compare);
    CHECK(numbers[0] == 1 && numbers[2] == 3);
}

/* ---- Signals --------------------------------------------------------------------------------- */

static volatile sig_atomic_t signals;

static void handle(int number)
{
    (void)number;
    CHECK(!is_understood());
    signals++;
}

static void test_signals(void)
{
    char *memory = malloc(STACK);
    stack_t stack = {.ss_sp = memory, .ss_size = STACK};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    CHECK(memory != NULL);
    CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    CHECK(raise(SIGUSR1) == 0);
    CHECK(sigaltstack(&stack, NULL) == 0);
    CHECK(raise(SIGUSR1) == 0);
    CHECK(signals == 2);
    stack.ss_flags = SS_DISABLE;
    CHECK(sigaltstack(&stack, NULL) == 0);
    free(memory);
}

/* ---- Coroutines ------------------------------------------------------------------------------ */

static ucontext_t outside, inside;
static int steps;

/* What called it lies in no function, which only backtrace makes out. */
static void coroutine(void)
{
    for (;;) {
        (void)is_understood();
        steps++;
        CHECK(swapcontext(&inside, &outside) == 0);
    }
}

static NOINLINE void resume(void)
{
    CHECK(swapcontext(&outside, &inside) == 0);
    look();
}

static void test_coroutines(void)
{
    char *memory = malloc(STACK);
    CHECK(memory != NULL);
    CHECK(getcontext(&inside) == 0);
    inside.uc_stack.ss_sp = memory;
    inside.uc_stack.ss_size = STACK;
    makecontext(&inside, coroutine, 0);
    for (int i = 0; i < 20; i++)
        resume();
    CHECK(steps == 20);
    free(memory);
}

/* ---- Threads --------------------------------------------------------------------------------- */

static atomic_bool done;

static void *walk(void *context)
{
    for (int i = 0; i < ROUNDS; i++)
        recurse((i + (int)(intptr_t)context) % 30);
    return NULL;
}

/* A library that this program does not use: all that is kept is thrown away. */
static void *open_and_close(void *context)
{
    while (!atomic_load(&done)) {
        void *object = dlopen("libresolv.so.2", RTLD_NOW);
        CHECK(object != NULL && dlclose(object) == 0);
    }
    return context;
}

static void test_threads(void)
{
    pthread_t opening;
    pthread_t walking[THREADS];
    CHECK(pthread_create(&opening, NULL, open_and_close, NULL) == 0);
    for (intptr_t i = 0; i < THREADS; i++)
        CHECK(pthread_create(&walking[i], NULL, walk, (void *)i) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(walking[i], NULL);
    atomic_store(&done, true);
    pthread_join(opening, NULL);
}

/* ---- Objects that are wrong about their frames ----------------------------------------------- */

#if defined(__x86_64__)

/*
 * Each calls what it is given, and is 16 bytes deep while it does. What it says of its frame is one
 * line: the CFA is at so many bytes from a register, or what rbp held lies there.
 */
#define LIAR(name, lie)                                                         \
    void name(void (*inner)(void));                                             \
    __asm__(".text\n.globl " #name "\n.type " #name ", @function\n" #name ":\n" \
            ".cfi_startproc\nsubq $8, %rsp\n.cfi_adjust_cfa_offset 8\n" lie     \
            "\ncall *%rdi\naddq $8, %rsp\nret\n.cfi_endproc\n.size " #name ", .-" #name "\n")

LIAR(honest, "");
LIAR(liar_far, ".cfi_def_cfa_offset 8388600"); /* behind the end of any stack here */
LIAR(liar_farther, ".cfi_def_cfa_offset 0x7ffffff8");
LIAR(liar_below, ".cfi_def_cfa rbp, 8");    /* rbp is 16: below the stack */
LIAR(liar_odd, ".cfi_def_cfa_offset 20");   /* no word begins there */
LIAR(liar_saved, ".cfi_offset rbp, -1000"); /* rbp would lie below the frame */
LIAR(liar_table, "");
LIAR(liar_entry, "");

static enum unwind_end ending;
static size_t taken;

static NOINLINE void look_through(void)
{
    struct found found = {.count = 0};
    ending = unwind(take, &found);
    taken = found.count;
    AFTER_CALL();
}

/* Calls one with the function, while rbp is 16, as registers may be anything. */
void go_through(void (*liar)(void (*)(void)), void (*inner)(void));
__asm__(".text\n.globl go_through\n.type go_through, @function\ngo_through:\n"
        ".cfi_startproc\npushq %rbp\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset rbp, 0\n"
        "movq %rdi, %rax\nmovq %rsi, %rdi\nmovl $16, %ebp\ncall *%rax\n"
        "popq %rbp\n.cfi_adjust_cfa_offset -8\n.cfi_restore rbp\nret\n"
        ".cfi_endproc\n.size go_through, .-go_through\n");

/* An entry of .eh_frame_hdr: both are bytes from its begin. */
struct entry {
    int32_t address;
    int32_t fde;
};

static int find_table(struct dl_phdr_info *object, size_t size, void *table)
{
    (void)size;
    for (size_t i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME)
            *(char **)table = (char *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    return 1; /* the program is the first */
}

/* The entry of the program's table that is about a function. */
static struct entry *entry_of(const char *table, void (*function)(void (*)(void)))
{
    const uint32_t *count = (const uint32_t *)(table + 8);
    struct entry *entry = (struct entry *)(uintptr_t)(table + 12);
    while (table + entry->address != (const char *)(uintptr_t)function) {
        CHECK(entry < (struct entry *)(uintptr_t)(table + 12) + *count);
        entry++;
    }
    return entry;
}

static void set_word(int32_t *word, int32_t value)
{
    char *page = (char *)((uintptr_t)word & ~(uintptr_t)4095);
    CHECK(mprotect(page, 8192, PROT_READ | PROT_WRITE) == 0);
    *word = value;
}

static void *lie_in_a_thread(void *liar)
{
    go_through(*(void (**)(void (*)(void)))liar, look_through);
    return NULL;
}

static void test_wrong_objects(void)
{
    void (*const liars[])(void (*)(void)) = {liar_far,   liar_farther, liar_below, liar_odd,
                                             liar_saved, liar_table,   liar_entry};
    char *table = NULL;
    dl_iterate_phdr(find_table, &table);
    CHECK(table != NULL);
    honest(look_through);
    CHECK(ending == UNWIND_ALL && taken > 3);
    /* The entry lies where nothing is loaded, and in what it points to lies no CIE. */
    set_word(&entry_of(table, liar_table)->fde, INT32_MIN);
    int32_t *fde = (int32_t *)(table + entry_of(table, liar_entry)->fde);
    set_word(&fde[1], INT32_MAX);
    for (size_t i = 0; i < sizeof liars / sizeof liars[0]; i++) {
        pthread_t thread;
        go_through(liars[i], look_through);
        CHECK(ending == UNWIND_WRONG && taken == 2);
        CHECK(pthread_create(&thread, NULL, lie_in_a_thread, (void *)&liars[i]) == 0);
        pthread_join(thread, NULL);
        CHECK(ending == UNWIND_WRONG && taken == 2);
    }
}

#endif

int main(void)
{
#if defined(__x86_64__)
    test_wrong_objects();
    test_frames();
    test_signals();
    test_coroutines();
    test_threads();
#else
    CHECK(!is_understood());
#endif
    return 0;
}
