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
#include "base/python_calls.h"
#include "base/unwind.h"

/* How many frames are searched for those of the program. */
#define MAX_DEPTH 64

#define BUCKETS 1024

struct entry {
    struct entry *next;
    struct call_stack stack;
};

struct text {
    struct text *next;
    char characters[];
};

/* What a line of a function of Python was told as. Another function may be in its place by now. */
struct python_line {
    struct python_call call;
    const char *text;
};

/* A line of Python: function, file and number. */
#define LINE_SIZE 1400

static atomic_bool started;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *buckets[BUCKETS];
static struct text *texts[BUCKETS];
static struct python_line python_lines[BUCKETS];
static _Thread_local const char *caller;
static char program[1024]; /* the file of the main program; "" when the system does not say */

/* From the first byte of an object to the one behind the last. */
struct extent {
    uintptr_t first, past;
};

static struct extent c_library, interpreter;

/* ---- Which frames are the program's ---------------------------------------------------------- */

/* The first and the last byte of this library, from the linker. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

static bool is_own(uintptr_t frame)
{
    return frame >= (uintptr_t)__ehdr_start && frame < (uintptr_t)_end;
}

/* Whether the frame is in the short code at the program's entry, which calls main. */
static bool is_entry(uintptr_t frame)
{
    return frame - getauxval(AT_ENTRY) < 64;
}

struct extent_search {
    uintptr_t address;
    struct extent found;
};

/* Notes where the object that holds the address begins and ends. */
static int find_extent(struct dl_phdr_info *object, size_t size, void *context)
{
    struct extent_search *search = context;
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
    if (search->address < first || search->address >= past)
        return 0;
    search->found = (struct extent){first, past};
    return 1;
}

static struct extent extent_of(uintptr_t address)
{
    struct extent_search search = {.address = address};
    dl_iterate_phdr(find_extent, &search);
    return search.found;
}

static bool is_in(struct extent extent, uintptr_t frame)
{
    return frame >= extent.first && frame < extent.past;
}

/* The program's frames that were found so far, the innermost first. */
struct captured {
    bool is_in_python; /* what the interpreter does, and what called it, does not count */
    size_t looked_at;
    size_t count;
    uintptr_t frames[MAX_DEPTH];
};

/* Takes a frame. Returns false when there are enough: what is left out are the outermost frames. */
static bool take_frame(uintptr_t frame, void *context)
{
    struct captured *captured = context;
    bool is_enough = captured->is_in_python && is_in(interpreter, frame);
    if (!is_own(frame) && !is_enough) {
        captured->frames[captured->count++] = frame;
        is_enough = captured->count >= CALL_STACK_FRAMES && !is_in(c_library, frame) &&
                    !is_entry(frame);
    }
    return !is_enough && ++captured->looked_at < MAX_DEPTH;
}

/* Removes the frames of the C library that call main or the first function of a thread. */
static void finish(const struct captured *captured, struct call_stack *out)
{
    const uintptr_t *frames = captured->frames;
    size_t count = captured->count;
    if (count > 0 && is_entry(frames[count - 1]))
        count--;
    while (count > 0 && is_in(c_library, frames[count - 1]))
        count--;
    out->count = count < CALL_STACK_FRAMES ? count : CALL_STACK_FRAMES;
    memcpy(out->frames, frames, out->count * sizeof frames[0]);
}

/*
 * fault is the instruction of the innermost frame that counts, or NULL for all. What is on the
 * stack are the places where calls return to: the byte before belongs to the call.
 */
static void capture_slowly(const void *fault, bool is_in_python, struct call_stack *out)
{
    void *raw[MAX_DEPTH];
    struct captured captured = {.is_in_python = is_in_python};
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
static void capture(bool is_in_python, struct call_stack *out)
{
    struct captured captured;
    captured.is_in_python = is_in_python;
    captured.looked_at = 0;
    captured.count = 0;
    if (unwind(take_frame, &captured) == UNWIND_FOREIGN)
        capture_slowly(NULL, is_in_python, out);
    else
        finish(&captured, out);
}

/* ---- Stacks that are kept -------------------------------------------------------------------- */

static void prepare(void)
{
    /* The first backtrace of a process loads a library, which a handler must not do. */
    void *frame;
    backtrace(&frame, 1);
    c_library = extent_of((uintptr_t)dlsym(RTLD_DEFAULT, "getpid"));
    python_calls_prepare();
    interpreter = extent_of(python_calls_interpreter());
}

void call_stack_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
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
    uint64_t hash = stack->count;
    for (size_t i = 0; i < stack->count; i++)
        hash = mix_bits(hash ^ stack->frames[i]);
    for (size_t i = 0; i < stack->told_count; i++)
        hash = mix_bits(hash ^ (uintptr_t)stack->told[i]);
    return hash % BUCKETS;
}

static bool is_same(const struct call_stack *a, const struct call_stack *b)
{
    return a->count == b->count && a->told_count == b->told_count &&
           memcmp(a->frames, b->frames, a->count * sizeof a->frames[0]) == 0 &&
           memcmp(a->told, b->told, a->told_count * sizeof a->told[0]) == 0;
}

/* The lock is held. */
static const struct call_stack *keep(const struct call_stack *stack)
{
    struct entry **bucket = &buckets[bucket_of(stack)];
    for (const struct entry *entry = *bucket; entry != NULL; entry = entry->next)
        if (is_same(&entry->stack, stack))
            return &entry->stack;
    struct entry *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return NULL;
    entry->stack = *stack;
    entry->next = *bucket;
    *bucket = entry;
    return &entry->stack;
}

/* A copy that stays; the lock is held. */
static const char *keep_text(const char *text)
{
    uint64_t hash = 0;
    size_t size = strlen(text) + 1;
    for (size_t i = 0; i < size; i++)
        hash = hash * 31 + (unsigned char)text[i];
    struct text **bucket = &texts[mix_bits(hash) % BUCKETS];
    for (const struct text *kept = *bucket; kept != NULL; kept = kept->next)
        if (strcmp(kept->characters, text) == 0)
            return kept->characters;
    struct text *added = malloc(sizeof *added + size);
    if (added == NULL)
        return NULL;
    memcpy(added->characters, text, size);
    added->next = *bucket;
    *bucket = added;
    return added->characters;
}

/* ---- Calls of interpreters ------------------------------------------------------------------- */

/* NULL for what is not told, and without memory; the lock is held. */
static const char *text_of(const struct python_call *call)
{
    char text[LINE_SIZE];
    uint64_t key = mix_bits((uintptr_t)call->code ^ (uint64_t)call->line << 32);
    struct python_line *line = &python_lines[key % BUCKETS];
    if (line->text != NULL && line->call.code == call->code && line->call.line == call->line &&
        python_call_is(call, line->text))
        return line->text;
    if (python_call_write(call, text, sizeof text) == 0)
        return NULL;
    *line = (struct python_line){*call, keep_text(text)};
    return line->text;
}

/* The lock is held. */
static void tell_python(const struct python_call *calls, size_t count, struct call_stack *out)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = text_of(&calls[i]);
        if (text != NULL)
            out->told[out->told_count++] = text;
    }
}

const struct call_stack *call_stack_here(void)
{
    struct python_call calls[PYTHON_CALLS];
    struct call_stack stack;
    size_t count = 0;
    /* The lock of a forked child may be held by a thread that it does not have. */
    if (!atomic_load_explicit(&started, memory_order_relaxed) || !entry_is_in_use())
        return NULL;
    stack.count = 0;
    stack.told_count = caller != NULL;
    stack.told[0] = caller;
    if (caller == NULL) {
        count = python_calls_here(calls);
        capture(count > 0, &stack);
    }
    pthread_mutex_lock(&lock);
    tell_python(calls, count, &stack);
    bool is_empty = stack.count + stack.told_count == 0;
    const struct call_stack *kept = is_empty ? NULL : keep(&stack);
    pthread_mutex_unlock(&lock);
    return kept;
}

size_t call_stack_python(const char *told[], size_t most)
{
    struct python_call calls[PYTHON_CALLS];
    size_t count = 0;
    if (caller != NULL) {
        told[0] = caller;
        return 1;
    }
    size_t found = python_calls_here(calls);
    if (found == 0 || !entry_is_in_use())
        return 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < found && count < most; i++) {
        const char *text = text_of(&calls[i]);
        if (text != NULL)
            told[count++] = text;
    }
    pthread_mutex_unlock(&lock);
    return count;
}

void call_stack_set_caller(const char *calls)
{
    caller = NULL;
    if (calls == NULL || !atomic_load_explicit(&started, memory_order_relaxed) ||
        !entry_is_in_use())
        return;
    pthread_mutex_lock(&lock);
    caller = keep_text(calls);
    pthread_mutex_unlock(&lock);
}

/* For the first fault: others may come at the same time. */
static void tell_python_of_fault(const struct python_call *calls, size_t count,
                                 struct call_stack *out)
{
    static char texts_of_fault[PYTHON_CALLS][LINE_SIZE];
    static atomic_flag taken = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&taken))
        return;
    for (size_t i = 0; i < count; i++)
        if (python_call_write(&calls[i], texts_of_fault[i], LINE_SIZE) > 0)
            out->told[out->told_count++] = texts_of_fault[i];
}

void call_stack_of_fault(const struct unwind_place *fault, struct call_stack *out)
{
    struct python_call calls[PYTHON_CALLS];
    size_t count = python_calls_here(calls);
    struct captured captured = {.is_in_python = count > 0};
    out->told_count = 0;
    if (unwind_from(fault, take_frame, &captured) == UNWIND_FOREIGN)
        capture_slowly((const void *)fault->instruction, count > 0, out);
    else
        finish(&captured, out);
    tell_python_of_fault(calls, count, out);
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
