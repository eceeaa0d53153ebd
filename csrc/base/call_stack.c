/* SPDX-License-Identifier: Apache-2.0 */
#include "base/call_stack.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/entry_current.h"
#include "base/number.h"
#include "base/unwind.h"

/* More than these are not looked at to find those of the program. */
#define MAX_DEPTH 64

#define BUCKETS 1024

struct entry {
    struct entry *next;
    struct call_stack stack;
};

struct caller {
    struct caller *next;
    char text[];
};

static atomic_bool started;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *buckets[BUCKETS];
static struct caller *callers[BUCKETS];
static _Thread_local const char *caller;
static char program[1024]; /* the file of the main program; "" when the system does not say */
static uintptr_t c_library_first, c_library_past;

/* ---- Which frames are the program's ---------------------------------------------------------- */

/* The first and the last byte of this library, from the linker. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

static bool is_own(uintptr_t frame)
{
    return frame >= (uintptr_t)__ehdr_start && frame < (uintptr_t)_end;
}

/* What calls main: the code at the program's entry is short. */
static bool is_entry(uintptr_t frame)
{
    return frame - getauxval(AT_ENTRY) < 64;
}

/* Notes where the object that holds the address begins and ends. */
static int find_c_library(struct dl_phdr_info *object, size_t size, void *address)
{
    uintptr_t first = UINTPTR_MAX;
    uintptr_t past = 0;
    (void)size;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD)
            continue;
        first = start < first ? start : first;
        past = start + part->p_memsz > past ? start + part->p_memsz : past;
    }
    if ((uintptr_t)address < first || (uintptr_t)address >= past)
        return 0;
    c_library_first = first;
    c_library_past = past;
    return 1;
}

static bool is_of_c_library(uintptr_t frame)
{
    return frame >= c_library_first && frame < c_library_past;
}

/* The program's frames so far, from the innermost on. */
struct captured {
    size_t looked_at;
    size_t count;
    uintptr_t frames[MAX_DEPTH];
};

/* False when there are enough: only from the end is something left out. */
static bool take_frame(uintptr_t frame, void *context)
{
    struct captured *captured = context;
    bool is_enough = false;
    if (!is_own(frame)) {
        captured->frames[captured->count++] = frame;
        is_enough = captured->count >= CALL_STACK_FRAMES && !is_of_c_library(frame) &&
                    !is_entry(frame);
    }
    return !is_enough && ++captured->looked_at < MAX_DEPTH;
}

/* Without what the C library does before main and before the first function of a thread. */
static void finish(const struct captured *captured, struct call_stack *out)
{
    const uintptr_t *frames = captured->frames;
    size_t count = captured->count;
    if (count > 0 && is_entry(frames[count - 1]))
        count--;
    while (count > 0 && is_of_c_library(frames[count - 1]))
        count--;
    out->caller = NULL;
    out->count = count < CALL_STACK_FRAMES ? count : CALL_STACK_FRAMES;
    memcpy(out->frames, frames, out->count * sizeof frames[0]);
}

/*
 * fault is the instruction of the innermost frame that counts, or NULL for all. What is on the
 * stack are the places where calls return to: the byte before belongs to the call.
 */
static void capture_slowly(const void *fault, struct call_stack *out)
{
    void *raw[MAX_DEPTH];
    struct captured captured = {.count = 0};
    int depth = backtrace(raw, MAX_DEPTH);
    int i = 0;
    while (fault != NULL && i < depth && raw[i] != fault)
        i++;
    if (i == depth)
        i = 0;
    while (i < depth && take_frame((uintptr_t)raw[i] - (raw[i] != fault), &captured))
        i++;
    finish(&captured, out);
}

/* What comes behind a frame that is wrong stays unknown: backtrace would fault there. */
static void capture(struct call_stack *out)
{
    struct captured captured;
    captured.looked_at = 0;
    captured.count = 0;
    if (unwind(take_frame, &captured) == UNWIND_FOREIGN)
        capture_slowly(NULL, out);
    else
        finish(&captured, out);
}

/* ---- Stacks that are kept -------------------------------------------------------------------- */

void call_stack_prepare(void)
{
    /* The first backtrace of a process loads a library, which a handler must not do. */
    void *frame;
    backtrace(&frame, 1);
    void *in_c_library = dlsym(RTLD_DEFAULT, "getpid");
    dl_iterate_phdr(find_c_library, in_c_library);
}

void call_stack_start(void)
{
    call_stack_prepare();
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 && length < (ssize_t)sizeof program - 1 ? length : 0] = '\0';
    atomic_store(&started, true);
}

void call_stack_stop(void)
{
    atomic_store(&started, false);
}

static size_t bucket_of(const struct call_stack *stack)
{
    uint64_t hash = stack->count ^ (uintptr_t)stack->caller;
    for (size_t i = 0; i < stack->count; i++)
        hash = mix_bits(hash ^ stack->frames[i]);
    return hash % BUCKETS;
}

/* The lock is held. */
static const struct call_stack *keep(const struct call_stack *stack)
{
    struct entry **bucket = &buckets[bucket_of(stack)];
    size_t bytes = stack->count * sizeof stack->frames[0];
    for (const struct entry *entry = *bucket; entry != NULL; entry = entry->next)
        if (entry->stack.count == stack->count && entry->stack.caller == stack->caller &&
            memcmp(entry->stack.frames, stack->frames, bytes) == 0)
            return &entry->stack;
    struct entry *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return NULL;
    entry->stack = *stack;
    entry->next = *bucket;
    *bucket = entry;
    return &entry->stack;
}

const struct call_stack *call_stack_here(void)
{
    struct call_stack stack;
    /* The lock of a forked child may be held by a thread that it does not have. */
    if (!atomic_load_explicit(&started, memory_order_relaxed) || !entry_is_in_use())
        return NULL;
    if (caller != NULL)
        stack = (struct call_stack){.caller = caller};
    else
        capture(&stack);
    if (stack.count == 0 && stack.caller == NULL)
        return NULL;
    pthread_mutex_lock(&lock);
    const struct call_stack *kept = keep(&stack);
    pthread_mutex_unlock(&lock);
    return kept;
}

/* A copy that stays; the lock is held. */
static const char *keep_caller(const char *calls)
{
    uint64_t hash = 0;
    size_t size = strlen(calls) + 1;
    for (size_t i = 0; i < size; i++)
        hash = hash * 31 + (unsigned char)calls[i];
    struct caller **bucket = &callers[mix_bits(hash) % BUCKETS];
    for (const struct caller *kept = *bucket; kept != NULL; kept = kept->next)
        if (strcmp(kept->text, calls) == 0)
            return kept->text;
    struct caller *added = malloc(sizeof *added + size);
    if (added == NULL)
        return NULL;
    memcpy(added->text, calls, size);
    added->next = *bucket;
    *bucket = added;
    return added->text;
}

void call_stack_set_caller(const char *calls)
{
    caller = NULL;
    if (calls == NULL || !atomic_load_explicit(&started, memory_order_relaxed) ||
        !entry_is_in_use())
        return;
    pthread_mutex_lock(&lock);
    caller = keep_caller(calls);
    pthread_mutex_unlock(&lock);
}

void call_stack_of_fault(const struct unwind_place *fault, struct call_stack *out)
{
    struct captured captured;
    captured.looked_at = 0;
    captured.count = 0;
    if (unwind_from(fault, take_frame, &captured) == UNWIND_FOREIGN)
        capture_slowly((const void *)fault->instruction, out);
    else
        finish(&captured, out);
}

/* ---- What an address is ---------------------------------------------------------------------- */

void call_frame_find(uintptr_t frame, struct call_frame *out)
{
    Dl_info info;
    struct link_map *map = NULL;
    *out = (struct call_frame){"", frame, "", 0};
    if (dladdr1((const void *)frame, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL)
        return;
    bool is_program = map->l_name[0] == '\0' && program[0] != '\0';
    out->object = is_program ? program : info.dli_fname;
    out->address = frame - map->l_addr;
    if (info.dli_sname != NULL) {
        out->function = info.dli_sname;
        out->offset = frame - (uintptr_t)info.dli_saddr;
    }
}
