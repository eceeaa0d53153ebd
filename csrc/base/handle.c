/* SPDX-License-Identifier: Apache-2.0 */
#include "base/handle.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/call_stack.h"
#include "base/entry_current.h"
#include "base/finding.h"

/* A token is 8 bits of marker, 32 bits of generation and 24 bits of slot. The marker makes it a
 * non-canonical address on x86-64 and aarch64, so no pointer of the program equals it. */
#define MARKER ((uint64_t)0xAC << 56)
#define SLOT_BITS 24
#define SLOT_MASK (((uint64_t)1 << SLOT_BITS) - 1)

/* Slots come in chunks that never move, so that a lookup needs no lock. */
#define CHUNK_SLOTS 4096
#define CHUNKS ((1 << SLOT_BITS) / CHUNK_SLOTS)

/* A slot is used again only when at least this many are free. */
#define RESTING 1024

/* Slot state: 32 bits of generation, 1 bit open, 31 bits of pins. */
#define OPEN ((uint64_t)1 << 31)
#define PINS (OPEN - 1)

struct slot {
    _Atomic uint64_t state;
    _Atomic(enum handle_kind) kind;
    void *object;
    handle_destructor destructor;
    _Atomic(const char *) made_by;
    _Atomic(const char *) closed_by;
    _Atomic(const struct call_stack *) made_in;
    _Atomic(const struct call_stack *) closed_in;
    uint32_t next_free;
};

static _Atomic(struct slot *) chunks[CHUNKS];
static pthread_mutex_t free_lock = PTHREAD_MUTEX_INITIALIZER;
/* Free slots, the oldest first: while a slot rests, messages can say what it was. */
static uint32_t free_head = UINT32_MAX;
static uint32_t free_tail;
static uint32_t free_count;
static uint32_t slots_used;
static _Atomic size_t open_count[HANDLE_KIND_COUNT];

static const char *const kind_names[HANDLE_KIND_COUNT] = {
    [HANDLE_NONE] = "nothing",
    [HANDLE_CONTEXT] = "aclrtContext",
    [HANDLE_STREAM] = "aclrtStream",
    [HANDLE_STREAM_CONFIG] = "aclrtStreamConfigHandle",
    [HANDLE_ALLOCATOR] = "aclrtAllocatorDesc",
    [HANDLE_EVENT] = "aclrtEvent",
    [HANDLE_NOTIFY] = "aclrtNotify",
    [HANDLE_COUNT_NOTIFY] = "aclrtCntNotify",
    [HANDLE_GRAPH] = "aclmdlRI",
    [HANDLE_GRAPH_STREAM] = "aclrtStream of an aclmdlRI",
    [HANDLE_GRAPH_TASK] = "aclmdlRITask",
    [HANDLE_TASK_GROUP] = "aclrtTaskGrp",
    [HANDLE_CONDITION] = "aclmdlRICondHandle",
    [HANDLE_LABEL] = "aclrtLabel",
    [HANDLE_LABEL_LIST] = "aclrtLabelList",
    [HANDLE_MEM_POOL] = "aclrtMemPool",
    [HANDLE_PHYSICAL] = "aclrtDrvMemHandle",
    [HANDLE_DATA_BUFFER] = "aclDataBuffer",
    [HANDLE_TENSOR_DESC] = "aclTensorDesc",
    [HANDLE_OP_ATTRIBUTES] = "aclopAttr",
    [HANDLE_TENSOR] = "aclTensor",
    [HANDLE_SCALAR] = "aclScalar",
    [HANDLE_INT_ARRAY] = "aclIntArray",
    [HANDLE_FLOAT_ARRAY] = "aclFloatArray",
    [HANDLE_BOOL_ARRAY] = "aclBoolArray",
    [HANDLE_TENSOR_LIST] = "aclTensorList",
    [HANDLE_SCALAR_LIST] = "aclScalarList",
    [HANDLE_EXECUTOR] = "aclOpExecutor",
    [HANDLE_COMMUNICATOR] = "HcclComm",
    [HANDLE_PROFILE_CONFIG] = "aclprofConfig",
    [HANDLE_PROFILE_SUBSCRIPTION] = "aclprofSubscribeConfig",
    [HANDLE_PROFILE_STAMP] = "stamp of aclprof",
    [HANDLE_PROFILE_STEP] = "aclprofStepInfo",
    [HANDLE_PROFILE_DOMAIN] = "mstxDomainHandle_t",
};

static handle_describer describers[HANDLE_KIND_COUNT];

const char *handle_kind_name(enum handle_kind kind)
{
    return kind_names[kind];
}

static struct slot *slot_at(uint64_t index)
{
    struct slot *chunk = atomic_load_explicit(&chunks[index / CHUNK_SLOTS], memory_order_acquire);
    return chunk != NULL ? &chunk[index % CHUNK_SLOTS] : NULL;
}

/* The slot a token names and the generation it asks for; NULL when it is no token. */
static struct slot *decode(const void *handle, uint64_t *generation)
{
    uint64_t token = (uint64_t)(uintptr_t)handle;
    *generation = 0;
    if ((token & ((uint64_t)0xFF << 56)) != MARKER)
        return NULL;
    *generation = (token & ~((uint64_t)0xFF << 56)) >> SLOT_BITS;
    return slot_at(token & SLOT_MASK);
}

/* Takes a free slot and stores its index; NULL when memory or the index space is used up. */
static struct slot *take_slot(uint32_t *index)
{
    struct slot *slot = NULL;
    pthread_mutex_lock(&free_lock);
    if (free_head != UINT32_MAX && (free_count >= RESTING || slots_used == 1u << SLOT_BITS)) {
        *index = free_head;
        slot = slot_at(*index);
        free_head = slot->next_free;
        free_count--;
    } else if (slots_used < (1u << SLOT_BITS)) {
        uint32_t chunk_number = slots_used / CHUNK_SLOTS;
        if (atomic_load_explicit(&chunks[chunk_number], memory_order_relaxed) == NULL) {
            struct slot *chunk = calloc(CHUNK_SLOTS, sizeof *chunk);
            atomic_store_explicit(&chunks[chunk_number], chunk, memory_order_release);
        }
        slot = slot_at(slots_used);
        if (slot != NULL)
            *index = slots_used++;
    }
    pthread_mutex_unlock(&free_lock);
    return slot;
}

static void give_back_slot(struct slot *slot, uint32_t index)
{
    pthread_mutex_lock(&free_lock);
    slot->next_free = UINT32_MAX;
    if (free_head == UINT32_MAX)
        free_head = index;
    else
        slot_at(free_tail)->next_free = index;
    free_tail = index;
    free_count++;
    pthread_mutex_unlock(&free_lock);
}

void *handle_create(enum handle_kind kind, void *object, handle_destructor destructor)
{
    uint32_t index = 0;
    struct slot *slot = take_slot(&index);
    if (slot == NULL)
        return NULL;
    slot->object = object;
    slot->destructor = destructor;
    atomic_store_explicit(&slot->kind, kind, memory_order_relaxed);
    atomic_store_explicit(&slot->made_by, entry_name(), memory_order_relaxed);
    atomic_store_explicit(&slot->made_in, call_stack_here(), memory_order_relaxed);
    uint64_t generation = atomic_load_explicit(&slot->state, memory_order_relaxed) >> 32;
    atomic_store_explicit(&slot->state, generation << 32 | OPEN, memory_order_release);
    atomic_fetch_add_explicit(&open_count[kind], 1, memory_order_relaxed);
    return (void *)(uintptr_t)(MARKER | generation << SLOT_BITS | index);
}

void *handle_acquire(const void *handle, enum handle_kind kind)
{
    uint64_t generation;
    struct slot *slot = decode(handle, &generation);
    if (slot == NULL)
        return NULL;
    uint64_t state = atomic_load_explicit(&slot->state, memory_order_acquire);
    do {
        if (state >> 32 != generation || (state & OPEN) == 0 ||
            atomic_load_explicit(&slot->kind, memory_order_relaxed) != kind)
            return NULL;
    } while (!atomic_compare_exchange_weak_explicit(&slot->state, &state, state + 1,
                                                    memory_order_acquire, memory_order_acquire));
    return slot->object;
}

void handle_retain(const void *handle)
{
    uint64_t generation;
    struct slot *slot = decode(handle, &generation);
    atomic_fetch_add_explicit(&slot->state, 1, memory_order_relaxed);
}

/* Frees a slot whose object has no owner and no user any more. */
static void retire(struct slot *slot, uint64_t generation, uint32_t index)
{
    void *object = slot->object;
    handle_destructor destructor = slot->destructor;
    uint64_t next = (generation + 1) & UINT32_MAX;
    atomic_store_explicit(&slot->state, next << 32, memory_order_release);
    give_back_slot(slot, index);
    if (destructor != NULL)
        destructor(object);
}

void handle_release(const void *handle)
{
    uint64_t generation;
    struct slot *slot = decode(handle, &generation);
    uint64_t state = atomic_fetch_sub_explicit(&slot->state, 1, memory_order_acq_rel) - 1;
    if ((state & (OPEN | PINS)) == 0)
        retire(slot, generation, (uint32_t)((uint64_t)(uintptr_t)handle & SLOT_MASK));
}

bool handle_close(const void *handle, enum handle_kind kind, const char *closed_by)
{
    uint64_t generation;
    if (handle_acquire(handle, kind) == NULL)
        return false;
    struct slot *slot = decode(handle, &generation);
    uint64_t state = atomic_fetch_and_explicit(&slot->state, ~OPEN, memory_order_acq_rel);
    bool closed = (state & OPEN) != 0;
    if (closed) {
        atomic_store_explicit(&slot->closed_by, closed_by, memory_order_relaxed);
        atomic_store_explicit(&slot->closed_in, call_stack_here(), memory_order_relaxed);
        atomic_fetch_sub_explicit(&open_count[kind], 1, memory_order_relaxed);
    }
    handle_release(handle);
    return closed;
}

enum handle_kind handle_kind_of(const void *handle)
{
    uint64_t generation;
    struct slot *slot = decode(handle, &generation);
    if (slot == NULL)
        return HANDLE_NONE;
    uint64_t state = atomic_load_explicit(&slot->state, memory_order_acquire);
    if (state >> 32 != generation || (state & OPEN) == 0)
        return HANDLE_NONE;
    return atomic_load_explicit(&slot->kind, memory_order_relaxed);
}

size_t handle_count(enum handle_kind kind)
{
    return atomic_load_explicit(&open_count[kind], memory_order_relaxed);
}

static void visit_slot(struct slot *slot, handle_visitor visit, void *closure)
{
    visit(atomic_load_explicit(&slot->kind, memory_order_relaxed),
          atomic_load_explicit(&slot->made_by, memory_order_relaxed),
          atomic_load_explicit(&slot->made_in, memory_order_relaxed), closure);
}

void handle_visit_one(const void *handle, handle_visitor visit, void *closure)
{
    uint64_t generation;
    struct slot *slot = decode(handle, &generation);
    if (handle_kind_of(handle) != HANDLE_NONE)
        visit_slot(slot, visit, closure);
}

void handle_visit(handle_visitor visit, void *closure)
{
    pthread_mutex_lock(&free_lock);
    uint32_t used = slots_used;
    pthread_mutex_unlock(&free_lock);
    for (uint32_t i = 0; i < used; i++) {
        struct slot *slot = slot_at(i);
        uint64_t state = atomic_load_explicit(&slot->state, memory_order_acquire);
        if ((state & OPEN) != 0)
            visit_slot(slot, visit, closure);
    }
}

/* The live handle whose lower half a number is, as of a pointer that was passed as an int; 0: of
 * none. */
static uint64_t whole_of_half(const void *half)
{
    uint64_t value = (uint64_t)(uintptr_t)half;
    uint64_t upper = value >> 32;
    uint32_t lower = (uint32_t)value;
    struct slot *slot = slot_at(lower & SLOT_MASK);
    if ((upper != 0 && upper != UINT32_MAX) || lower == 0 || slot == NULL)
        return 0;
    uint64_t state = atomic_load_explicit(&slot->state, memory_order_acquire);
    uint64_t token = MARKER | (state >> 32) << SLOT_BITS | (lower & SLOT_MASK);
    return (state & OPEN) != 0 && (uint32_t)token == lower ? token : 0;
}

static void describe_no_handle(const void *handle, char *buffer, size_t size)
{
    uint64_t whole = whole_of_half(handle);
    if (whole == 0)
        snprintf(buffer, size, "no handle of this library");
    else
        snprintf(buffer, size,
                 "no handle of this library but half of a live %s, 0x%" PRIx64
                 ", as when it is passed as an int",
                 kind_names[handle_kind_of((const void *)(uintptr_t)whole)], whole);
}

const char *handle_describe(const void *handle, char *buffer, size_t size)
{
    uint64_t generation;
    struct slot *slot = decode(handle, &generation);
    if (slot == NULL) {
        describe_no_handle(handle, buffer, size);
        return buffer;
    }
    uint64_t state = atomic_load_explicit(&slot->state, memory_order_acquire);
    const char *kind = kind_names[atomic_load_explicit(&slot->kind, memory_order_relaxed)];
    const char *closed_by = atomic_load_explicit(&slot->closed_by, memory_order_relaxed);
    if (state >> 32 == generation && (state & OPEN) != 0)
        snprintf(buffer, size, "a live %s", kind);
    else if (closed_by != NULL && (state >> 32 == generation ||
                                   (state >> 32 == generation + 1 && (state & OPEN) == 0))) {
        snprintf(buffer, size, "an %s that was ended by %s", kind, closed_by);
        finding_note(closed_by, "ended it",
                     atomic_load_explicit(&slot->closed_in, memory_order_relaxed));
    } else if (state >> 32 > generation)
        snprintf(buffer, size, "a handle that was ended long ago");
    else
        snprintf(buffer, size, "no handle of this library");
    return buffer;
}

void handle_set_describer(enum handle_kind kind, handle_describer describer)
{
    describers[kind] = describer;
}

bool handle_describe_object(const void *handle, char *buffer, size_t size)
{
    enum handle_kind kind = handle_kind_of(handle);
    const void *object = describers[kind] != NULL ? handle_acquire(handle, kind) : NULL;
    if (object == NULL)
        return false;
    describers[kind](object, buffer, size);
    handle_release(handle);
    return true;
}
