/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the fuzz target that calls infinirt and infiniop. */
#include <math.h>
#include <string.h>

#include <infiniop.h>
#include <infinirt.h>

#include "fuzz.h"

#define SLOTS 8
#define OPERANDS 5
#define HALF 16384

enum kind { HANDLE, TENSOR, OPERATOR, STREAM, EVENT, MEMORY, KINDS };

struct slot {
    void *object;
    bool alive;
    infiniDevice_t device;
    /* Of a tensor descriptor. */
    size_t rank;
    int64_t shape[8];
    int64_t strides[8];
    size_t element;
    /* Of an operator descriptor. */
    bool is_backward;
    int operands;
    struct extent extents[OPERANDS];
};

static struct slot pool[KINDS][SLOTS];
static size_t used[KINDS];
static infiniDevice_t current;
static _Alignas(64) unsigned char memory[OPERANDS][2 * HALF];

/* Data types in the order of infiniDtype_t, with their bytes. */
static const uint8_t element_sizes[] = {0, 1, 1, 1, 2, 4, 8, 1, 2,  4,
                                        8, 1, 2, 4, 8, 2, 4, 8, 16, 2};

static struct slot *vacant(enum kind kind)
{
    for (size_t i = 0; i < SLOTS; i++)
        if (!pool[kind][i].alive)
            return &pool[kind][i];
    return NULL;
}

static struct slot *remember(enum kind kind, void *object)
{
    struct slot *slot = vacant(kind);
    size_t number = (size_t)(slot - pool[kind]) + 1;
    *slot = (struct slot){.object = object, .alive = true, .device = current};
    used[kind] = number > used[kind] ? number : used[kind];
    return slot;
}

static struct slot *slot_of(enum kind kind, const void *object)
{
    for (size_t i = 0; i < SLOTS; i++)
        if (pool[kind][i].alive && pool[kind][i].object == object)
            return &pool[kind][i];
    return NULL;
}

/* Alive, dead, of another kind, or nothing. */
static void *pick(struct arguments *a, enum kind kind)
{
    uint8_t choice = take_byte(a);
    if (choice < 224)
        return used[kind] > 0 ? pool[kind][choice % used[kind]].object : NULL;
    if (choice < 232)
        return NULL;
    enum kind other = (enum kind)(choice % KINDS);
    if (choice < 248)
        return other != kind ? pool[other][choice / 2 % SLOTS].object : NULL;
    return choice < 252 ? (void *)(memory[0] + choice % 8) : (void *)(uintptr_t)take_number(a);
}

static void ended(enum kind kind, void *object, int status)
{
    struct slot *slot = slot_of(kind, object);
    bool is_known = kind == HANDLE || kind == TENSOR || kind == OPERATOR;
    if (is_known && object != NULL)
        MUST((status == 0) == (slot != NULL));
    if (status == 0 && slot != NULL)
        slot->alive = false;
}

/* ---- The runtime ----------------------------------------------------------------------------- */

static void call_device(struct arguments *a)
{
    infiniDevice_t device = INFINI_DEVICE_CPU;
    int number = 0;
    size_t total = 0;
    size_t left = 0;
    infinirtDeviceResourceSnapshot_t snapshot;
    int counts[INFINI_DEVICE_TYPE_COUNT];
    device = take_chance(a, 4)   ? (infiniDevice_t)(take_below(a, 14) - 1)
             : take_chance(a, 3) ? INFINI_DEVICE_CPU
                                 : INFINI_DEVICE_ASCEND;
    number = take_chance(a, 4) ? (int)take_number(a) : 0;
    switch (take_below(a, 10)) {
    case 0: (void)INFINI(infinirtInit()); break;
    case 1: (void)INFINI(infinirtGetAllDeviceCount(take_out(a, counts))); break;
    case 2: (void)INFINI(infinirtGetDeviceCount(device, take_out(a, &number))); break;
    case 3:
        (void)INFINI(infinirtGetMemInfo(device, number, take_out(a, &left), take_out(a, &total)));
        break;
    case 4:
        (void)INFINI(infinirtGetDeviceResourceSnapshot(device, number, take_out(a, &snapshot)));
        break;
    case 5: (void)INFINI(infinirtDeviceSynchronize()); break;
    case 6: (void)INFINI(infinirtGetDevice(take_out(a, &device), take_out(a, &number))); break;
    default:
        history.moved = true;
        if (INFINI(infinirtSetDevice(device, number)) == 0)
            current = device;
        break;
    }
}

static void call_memory(struct arguments *a)
{
    void *address = NULL;
    if (take_chance(a, 2)) {
        if (vacant(MEMORY) != NULL &&
            INFINI(infinirtMalloc(take_out(a, &address), (size_t)take_number(a))) == 0 &&
            address != NULL)
            (void)remember(MEMORY, address);
        return;
    }
    struct slot *slot = &pool[MEMORY][take_below(a, SLOTS)];
    /* On a CPU free() is what it is in C: for live memory of the CPU only. */
    if (slot->object == NULL ||
        (current == INFINI_DEVICE_CPU && !(slot->alive && slot->device == INFINI_DEVICE_CPU)))
        return;
    int status = take_chance(a, 4) ? INFINI(infinirtFreeAsync(slot->object, pick(a, STREAM)))
                                   : INFINI(infinirtFree(slot->object));
    history.raced = true;
    slot->alive = slot->alive && status != 0;
}

static void call_copy(struct arguments *a)
{
    unsigned char *near = memory[0] + take_byte(a);
    bool is_far = current != INFINI_DEVICE_CPU && take_chance(a, 2);
    void *far = is_far ? take_device(a) : memory[1] + take_byte(a);
    /* An address that is no device's is host memory to the library: it must be as large. */
    size_t count = is_far ? take_size(a, 4096) : (size_t)take_number(a) % 4096;
    infinirtMemcpyKind_t kind = (infinirtMemcpyKind_t)take_below(a, 5);
    void *stream = pick(a, STREAM);
    if (count > 4096 && (kind == INFINIRT_MEMCPY_H2H || far == NULL))
        count = 16;
    switch (take_below(a, 6)) {
    case 0: (void)INFINI(infinirtMemcpy(near, far, count, kind)); break;
    case 1: (void)INFINI(infinirtMemcpy(far, near, count, kind)); break;
    case 2: (void)INFINI(infinirtMemcpyAsync(near, far, count, kind, stream)); break;
    case 3: (void)INFINI(infinirtMemcpyAsync(far, near, count, kind, stream)); break;
    case 4: (void)INFINI(infinirtMemset(far, (int)take_number(a), count)); break;
    default: (void)INFINI(infinirtMemsetAsync(far, take_byte(a), count, stream)); break;
    }
}

static void call_stream(struct arguments *a)
{
    void *stream = NULL;
    void *event = NULL;
    float ms = 0;
    infinirtEventStatus_t status;
    switch (take_below(a, 12)) {
    case 0:
        if (vacant(STREAM) != NULL && INFINI(infinirtStreamCreate(take_out(a, &stream))) == 0)
            (void)remember(STREAM, stream);
        break;
    case 1:
        stream = pick(a, STREAM);
        ended(STREAM, stream, INFINI(infinirtStreamDestroy(stream)));
        break;
    case 2: (void)INFINI(infinirtStreamSynchronize(pick(a, STREAM))); break;
    case 3: (void)INFINI(infinirtStreamWaitEvent(pick(a, STREAM), pick(a, EVENT))); break;
    case 4:
        if (vacant(EVENT) != NULL &&
            INFINI(infinirtEventCreateWithFlags(take_out(a, &event), take_byte(a) % 5)) == 0)
            (void)remember(EVENT, event);
        break;
    case 5:
        event = pick(a, EVENT);
        ended(EVENT, event, INFINI(infinirtEventDestroy(event)));
        break;
    case 6: (void)INFINI(infinirtEventRecord(pick(a, EVENT), pick(a, STREAM))); break;
    case 7: (void)INFINI(infinirtEventQuery(pick(a, EVENT), take_out(a, &status))); break;
    case 8: (void)INFINI(infinirtEventSynchronize(pick(a, EVENT))); break;
    case 9:
        (void)INFINI(infinirtEventElapsedTime(take_out(a, &ms), pick(a, EVENT), pick(a, EVENT)));
        break;
    case 10:
        (void)INFINI(
            infinirtStreamBeginCapture(pick(a, STREAM), INFINIRT_STREAM_CAPTURE_MODE_GLOBAL));
        break;
    default: (void)INFINI(infinirtGraphDestroy(pick(a, STREAM))); break;
    }
}

/* ---- Descriptors ----------------------------------------------------------------------------- */

/* Strides NULL: contiguous ones, as the library makes them. */
static void *describe(size_t rank, const size_t *shape, const ptrdiff_t *strides,
                      infiniDtype_t dtype)
{
    infiniopTensorDescriptor_t desc = NULL;
    if (vacant(TENSOR) == NULL)
        return NULL;
    if (INFINI(infiniopCreateTensorDescriptor(&desc, rank, shape, strides, dtype)) != 0) {
        MUST(desc == NULL);
        return NULL;
    }
    struct slot *slot = remember(TENSOR, desc);
    int64_t step = 1;
    slot->rank = rank <= 8 ? rank : 0; /* no operator takes more */
    slot->element = element_sizes[dtype];
    for (size_t i = slot->rank; i-- > 0;) {
        slot->shape[i] = (int64_t)shape[i];
        slot->strides[i] = strides != NULL ? strides[i] : step;
        if (__builtin_mul_overflow(step, (int64_t)shape[i], &step))
            step = 0;
    }
    return desc;
}

static void call_tensor(struct arguments *a)
{
    size_t shape[26];
    ptrdiff_t strides[26];
    size_t rank = take_chance(a, 8) ? take_below(a, 27) : take_below(a, 4);
    infiniDtype_t dtype = (infiniDtype_t)(take_below(a, 22) - 1);
    bool dense = take_chance(a, 2);
    if (take_chance(a, 4)) {
        void *desc = pick(a, TENSOR);
        ended(TENSOR, desc, INFINI(infiniopDestroyTensorDescriptor(desc)));
        return;
    }
    for (size_t i = 0; i < 26; i++) {
        shape[i] = (size_t)take_number(a);
        strides[i] = (ptrdiff_t)take_number(a);
    }
    (void)describe(rank, rank <= 26 ? take_out(a, shape) : NULL, dense ? NULL : strides, dtype);
}

static void call_handle(struct arguments *a)
{
    infiniopHandle_t handle = NULL;
    if (take_chance(a, 2)) {
        if (vacant(HANDLE) != NULL && INFINI(infiniopCreateHandle(take_out(a, &handle))) == 0)
            (void)remember(HANDLE, handle);
        return;
    }
    handle = pick(a, HANDLE);
    ended(HANDLE, handle, INFINI(infiniopDestroyHandle(handle)));
}

static void note_operator(void *desc, const void *handle, bool is_backward, void *const *tensors,
                          int count)
{
    const struct slot *of_handle = slot_of(HANDLE, handle);
    MUST(of_handle != NULL && desc != NULL);
    struct slot *slot = remember(OPERATOR, desc);
    slot->device = of_handle->device;
    slot->is_backward = is_backward;
    slot->operands = count;
    for (int i = 0; i < count; i++) {
        const struct slot *tensor = slot_of(TENSOR, tensors[i]);
        slot->extents[i] = (struct extent){0, 0, 0};
        if (tensor != NULL)
            measure(&slot->extents[i], tensor->rank, tensor->shape, tensor->strides, 0,
                    tensor->element);
    }
}

static float take_alpha(struct arguments *a)
{
    static const float alphas[] = {1,         0,     -1,    0.5f,   NAN, INFINITY,
                                   -INFINITY, 1e30f, 3e38f, 1e-45f, 2};
    return alphas[take_below(a, sizeof alphas / sizeof alphas[0])];
}

static void create_backward(struct arguments *a, void *handle, void *const *t)
{
    infiniopEmbeddingBackwardDescriptor_t desc = NULL;
    float alpha1 = take_alpha(a);
    float alpha2 = take_alpha(a);
    char acc1 = (char)take_below(a, 3);
    char acc2 = (char)take_below(a, 2);
    if (vacant(OPERATOR) == NULL)
        return;
    int status = INFINI(infiniopCreateEmbeddingBackwardDescriptor(
        handle, take_out(a, &desc), t[0], t[1], t[2], t[3], t[4], alpha1, alpha2, acc1, acc2));
    MUST((status == 0) == (desc != NULL));
    void *known[OPERANDS] = {t[0], t[4] != NULL ? t[1] : NULL, t[2], t[3], t[4]};
    if (status == 0)
        note_operator(desc, handle, true, known, 5);
}

static void create_embedding(struct arguments *a, void *handle, void *const *t)
{
    infiniopEmbeddingDescriptor_t desc = NULL;
    if (vacant(OPERATOR) == NULL)
        return;
    int status = INFINI(
        infiniopCreateEmbeddingDescriptor(handle, take_out(a, &desc), t[0], t[1], t[2]));
    MUST((status == 0) == (desc != NULL));
    if (status == 0)
        note_operator(desc, handle, false, t, 3);
}

static void call_operator(struct arguments *a)
{
    void *tensors[OPERANDS];
    void *handle = pick(a, HANDLE);
    infiniDevice_t device;
    int number;
    if (take_chance(a, 4)) {
        void *desc = pick(a, OPERATOR);
        const struct slot *slot = slot_of(OPERATOR, desc);
        bool right = !take_chance(a, 8);
        bool backward = slot != NULL ? slot->is_backward == right : right;
        (void)INFINI(infiniopGetDescriptorDeviceType(desc, take_out(a, &device)));
        (void)INFINI(infiniopGetDescriptorDeviceId(desc, take_out(a, &number)));
        int status = backward ? INFINI(infiniopDestroyEmbeddingBackwardDescriptor(desc))
                              : INFINI(infiniopDestroyEmbeddingDescriptor(desc));
        if (slot != NULL && !right)
            MUST(status != 0);
        else
            ended(OPERATOR, desc, status);
        return;
    }
    for (int i = 0; i < OPERANDS; i++)
        tensors[i] = pick(a, TENSOR);
    if (take_chance(a, 2))
        create_backward(a, handle, tensors);
    else
        create_embedding(a, handle, tensors);
}

/* Descriptors that fit together, but for a stride or a size that bytes choose. */
static void call_problem(struct arguments *a)
{
    static const infiniDtype_t numbers[] = {INFINI_DTYPE_F32, INFINI_DTYPE_F16,  INFINI_DTYPE_I64,
                                            INFINI_DTYPE_C64, INFINI_DTYPE_BF16, INFINI_DTYPE_I8,
                                            INFINI_DTYPE_F64, INFINI_DTYPE_U16};
    infiniopHandle_t handle = NULL;
    void *tensors[OPERANDS] = {NULL};
    bool backward = take_chance(a, 2);
    bool two = backward && take_chance(a, 2);
    size_t rows = take_below(a, 24);
    size_t columns = take_below(a, 9);
    infiniDtype_t type = numbers[take_below(a, 8)];
    infiniDtype_t index = (infiniDtype_t)(INFINI_DTYPE_I8 + take_below(a, 8));
    if (vacant(HANDLE) == NULL)
        return;
    (void)INFINI(infiniopCreateHandle(&handle));
    (void)remember(HANDLE, handle);
    int count = backward ? OPERANDS : 3;
    for (int i = 0; i < count; i++) {
        bool is_index = backward ? i >= 3 : i == 1;
        bool is_table = backward ? i <= 1 : i == 2;
        if (!two && backward && (i == 1 || i == 4))
            continue;
        size_t shape[2] = {is_table ? take_below(a, 16) : rows, columns};
        ptrdiff_t strides[2] = {is_index ? 1 : (ptrdiff_t)columns, 1};
        switch (take_below(a, 12)) {
        case 0: strides[0] = (ptrdiff_t)take_number(a); break;
        case 1: shape[0] = (size_t)take_number(a); break;
        case 2: strides[0] = -strides[0]; break;
        case 3: strides[1] = (ptrdiff_t)take_number(a); break;
        default: break;
        }
        tensors[i] = describe(is_index ? 1 : 2, shape, strides, is_index ? index : type);
    }
    if (backward)
        create_backward(a, handle, tensors);
    else
        create_embedding(a, handle, tensors);
}

/* Where an operand lies: NULL, device memory that may fit, or host memory that does. */
static void *place(struct arguments *a, const struct slot *slot, int i)
{
    const struct extent *e = &slot->extents[i];
    if (slot->device == INFINI_DEVICE_CPU)
        return take_chance(a, 16) ? take_device(a) : memory[i] + HALF;
    if (take_chance(a, 4))
        return take_address(a);
    if (e->elements == 0 || is_beyond_device(e))
        return NULL;
    char *address = device_malloc((size_t)(e->high - e->low));
    return address != NULL ? address - e->low : NULL;
}

static void call_run(struct arguments *a)
{
    void *desc = pick(a, OPERATOR);
    const struct slot *slot = slot_of(OPERATOR, desc);
    void *stream = pick(a, STREAM);
    void *p[OPERANDS] = {memory[0] + HALF, memory[1] + HALF, memory[2] + HALF, memory[3] + HALF,
                         memory[4] + HALF};
    bool backward = slot != NULL ? slot->is_backward : take_chance(a, 2);
    bool refused = false;
    uint64_t work = 0;
    for (int i = 0; slot != NULL && i < slot->operands; i++) {
        const struct extent *e = &slot->extents[i];
        work += e->elements;
        refused = refused || is_beyond_device(e);
        if (slot->device == INFINI_DEVICE_CPU && e->elements > 0 &&
            (e->low < -HALF || e->high > HALF))
            return; /* host memory is the program's to look after */
        p[i] = place(a, slot, i);
    }
    if (slot != NULL && work > MOST_WORK && !refused)
        return;
    if (take_chance(a, 16))
        backward = !backward;
    int status = backward
                     ? INFINI(infiniopEmbeddingBackward(desc, p[0], p[1], p[2], p[3], p[4], stream))
                     : INFINI(infiniopEmbedding(desc, p[0], p[1], p[2], stream));
    if (slot == NULL || refused || backward != slot->is_backward)
        MUST(status != 0);
}

static void (*const calls[])(struct arguments *) = {
    call_device,   call_memory,   call_copy,    call_stream,  call_tensor, call_tensor, call_handle,
    call_operator, call_operator, call_problem, call_problem, call_run,    call_run,
};

const size_t infini_call_count = sizeof calls / sizeof calls[0];

void infini_call(size_t number, struct arguments *a)
{
    calls[number](a);
}

void infini_end(void)
{
    for (size_t i = 0; i < SLOTS; i++) {
        if (pool[OPERATOR][i].alive)
            MUST((pool[OPERATOR][i].is_backward
                      ? infiniopDestroyEmbeddingBackwardDescriptor(pool[OPERATOR][i].object)
                      : infiniopDestroyEmbeddingDescriptor(pool[OPERATOR][i].object)) == 0);
        if (pool[TENSOR][i].alive)
            MUST(infiniopDestroyTensorDescriptor(pool[TENSOR][i].object) == 0);
        if (pool[HANDLE][i].alive)
            MUST(infiniopDestroyHandle(pool[HANDLE][i].object) == 0);
    }
    /* Streams, events and memory of ASCEND end with the device, which was set: history.moved. */
    if (current != INFINI_DEVICE_CPU)
        (void)infinirtDeviceSynchronize();
    MUST(infinirtSetDevice(INFINI_DEVICE_CPU, 0) == 0);
    current = INFINI_DEVICE_CPU;
    for (size_t i = 0; i < SLOTS; i++) {
        if (pool[EVENT][i].alive && pool[EVENT][i].device == INFINI_DEVICE_CPU)
            MUST(infinirtEventDestroy(pool[EVENT][i].object) == 0);
        if (pool[MEMORY][i].alive && pool[MEMORY][i].device == INFINI_DEVICE_CPU)
            (void)infinirtFree(pool[MEMORY][i].object);
    }
    memset(pool, 0, sizeof pool);
    memset(used, 0, sizeof used);
}
