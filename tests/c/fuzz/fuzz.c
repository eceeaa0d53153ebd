/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn_ext/aclnn_workspace.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* As in the ACLNN_SOC that LLVMFuzzerInitialize sets. */
#define DEVICE_MEMORY ((size_t)8 << 20)

#define HOST_BYTES 8192
#define GUARD_BYTES 512
#define GUARD_BYTE 0xA5

struct history history;

/* ---- Promises -------------------------------------------------------------------------------- */

void broken_promise(const char *file, int line, const char *what)
{
    const char *text = aclGetRecentErrMsg();
    fprintf(stderr, "%s:%d: not true: %s\n%s\n", file, line, what, text != NULL ? text : "");
    fflush(stderr);
    abort();
}

/* The words of a text, without numbers, so that equal failures look equal. */
static uint32_t words_of(const char *text)
{
    uint32_t hash = 2166136261u;
    const char *start = strstr(text, "): ");
    for (const char *c = start != NULL ? start : text; *c != 0; c++)
        if ((*c >= 'g' && *c <= 'z') || *c == '_')
            hash = (hash ^ (uint8_t)*c) * 16777619u;
    return hash;
}

static void look_at(int line, const char *call, int status, bool known)
{
    uint32_t words = 0;
    if (!known) {
        fprintf(stderr, "%s -> %d, which its header does not name\n", call, status);
        MUST(!"a status of the header");
    }
    if (status != 0) {
        const char *text = aclGetRecentErrMsg();
        /* The getters of acl_meta.h refuse NULL in silence, as CANN's do. */
        bool is_silent = status == 161001 && strncmp(call, "aclnn", 5) != 0;
        if (!is_silent && (text == NULL || strlen(text) < 40)) {
            fprintf(stderr, "%s -> %d, text: %s\n", call, status, text != NULL ? text : "(none)");
            MUST(!"a text after a failure");
        }
        words = text != NULL ? words_of(text) : 0;
    }
    if (fuzz_feature != NULL)
        fuzz_feature(((uint32_t)line * 2654435761u) ^ ((uint32_t)status * 40503u) ^ words);
}

/* What acl_rt.h and acl_base_rt.h name for calls in an environment that is in order. */
int acl_returned(int line, const char *call, int status)
{
    static const int statuses[] = {
        0,      100000, 100002, 100003, 100006, 100037, 107000, 107001, 107002, 107003,
        107006, 107011, 107012, 107015, 107016, 107017, 107021, 200006, 207000, 207001,
        207007, 207008, 507007, 507012, 507015, 507046, 507047, 507910, 507911,
    };
    bool known = false;
    for (size_t i = 0; i < COUNT(statuses); i++)
        known = known || statuses[i] == status;
    look_at(line, call, status, known);
    return status;
}

/* 100000 is of aclnnMoeDistributeDispatch and Combine alone. */
int aclnn_returned(int line, const char *call, int status)
{
    bool known = status == 0 || status == 100000 || status == 161001 || status == 161002 ||
                 status == 361001 || status == 561000 || status == 561002 || status == 561101 ||
                 status == 561103 || status == 207000;
    look_at(line, call, status, known);
    return status;
}

int infini_returned(int line, const char *call, int status)
{
    look_at(line, call, status, status >= 0 && status <= 13 && status != 9);
    return status;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static _Alignas(64) unsigned char host[HOST_BYTES];
static unsigned char host_at_start[HOST_BYTES];

/* Numbers of every type that are no index, or a hard one. */
static void fill_host(void)
{
    static const double numbers[] = {0,      1,        2,         3,     -0.5,   -1,
                                     NAN,    INFINITY, -INFINITY, 1e300, 0x1p31, 0x1p32 + 5,
                                     0x1p63, -0x1p63,  5e-324,    65504};
    static const uint64_t integers[] = {
        0,          1,          2,           3,         4,
        5,          0x7fff,     0x8000,      0xffff,    0x7fffffff,
        0x80000000, 0xffffffff, 0x100000005, INT64_MAX, (uint64_t)INT64_MIN,
        UINT64_MAX};
    for (size_t i = 0; i < HOST_BYTES / 8; i++) {
        unsigned char *place = host_at_start + 8 * i;
        float pair[2] = {(float)numbers[i % 16], (float)numbers[i * 7 % 16]};
        uint64_t small = i * 0x9E3779B97F4A7C15u & 0x0303030303030303u;
        switch (i / 128 % 8) {
        case 0: memcpy(place, &integers[i % 16], 8); break;
        case 1: memcpy(place, &numbers[i % 16], 8); break;
        case 2: memcpy(place, pair, 8); break;
        case 3: memcpy(place, &small, 8); break; /* indices of one byte */
        case 4:
            small = i % 4;
            memcpy(place, &small, 8);
            break;
        case 5: memcpy(place, (uint32_t[]){(uint32_t)i % 3, (uint32_t)i % 5}, 8); break;
        case 6: memset(place, (int)i, 8); break;
        default: memset(place, 0, 8); break;
        }
    }
}

uint8_t take_byte(struct arguments *a)
{
    if (a->left == 0)
        return 0;
    a->left--;
    return *a->bytes++;
}

size_t take_below(struct arguments *a, size_t limit)
{
    return take_byte(a) % limit;
}

bool take_chance(struct arguments *a, unsigned often)
{
    return take_byte(a) % often == often - 1;
}

uint64_t take_number(struct arguments *a)
{
    static const uint8_t shifts[] = {5,  6,  7,  8,  9,  10, 12, 13, 15, 16, 17, 20, 21, 23, 24, 30,
                                     31, 32, 33, 34, 40, 44, 47, 48, 52, 53, 59, 60, 61, 62, 63};
    uint8_t byte = take_byte(a);
    if (byte < 128)
        return byte % 17;
    if (byte == 255) {
        uint64_t value = 0;
        for (int i = 0; i < 8; i++)
            value = value << 8 | take_byte(a);
        return value;
    }
    if (byte >= 252)
        return UINT64_MAX - (byte - 252u);
    uint64_t power = (uint64_t)1 << shifts[(byte - 128) / 4];
    switch (byte % 4) {
    case 0: return power;
    case 1: return power - 1;
    case 2: return power + 1;
    default: return 0 - power;
    }
}

void *take_out(struct arguments *a, void *out)
{
    return take_byte(a) % 24 == 23 ? NULL : out;
}

void *take_host(struct arguments *a, size_t *left)
{
    size_t start = take_byte(a) * (HOST_BYTES / 256u);
    *left = HOST_BYTES - start;
    return host + start;
}

size_t take_size(struct arguments *a, size_t left)
{
    uint64_t size = take_number(a);
    return size <= left || size > DEVICE_MEMORY ? (size_t)size : (size_t)(size % (left + 1));
}

/* A size to register host memory with: it is there, or no address space has as much. */
static uint64_t take_range(struct arguments *a, size_t left)
{
    uint64_t size = take_number(a);
    return size <= left || size > (uint64_t)1 << 47 ? size : size % (left + 1);
}

/* ---- Extents --------------------------------------------------------------------------------- */

void measure(struct extent *e, size_t rank, const int64_t *dims, const int64_t *strides,
             int64_t offset, size_t element)
{
    __int128 size = element;
    e->elements = 1;
    e->low = e->high = offset * size;
    e->high += size;
    for (size_t i = 0; i < rank; i++) {
        uint64_t dim = dims[i] > 0 ? (uint64_t)dims[i] : 0;
        if (__builtin_mul_overflow(e->elements, dim, &e->elements) ||
            (dim != 0 && e->elements > MOST_WORK))
            e->elements = MOST_WORK + 1;
        if (dim > 0) {
            /* 63 bits each, so that 25 of them and a size of 16 bytes stay in range. */
            __int128 reach = (__int128)strides[i] * (__int128)(dim - 1);
            const __int128 most = (__int128)1 << 100;
            reach = reach > most ? most : reach < -most ? -most : reach;
            if (reach > 0)
                e->high += reach * size;
            else
                e->low += reach * size;
        }
    }
    for (size_t i = 0; i < rank; i++)
        if (dims[i] == 0)
            e->elements = 0;
}

bool is_beyond_device(const struct extent *e)
{
    return e->elements > 0 && e->high - e->low > (__int128)DEVICE_MEMORY;
}

/* ---- The pool -------------------------------------------------------------------------------- */

enum kind {
    STREAM,
    EVENT,
    CONTEXT,
    TENSOR,
    EXECUTOR,
    SCALAR,
    INT_ARRAY,
    FLOAT_ARRAY,
    BOOL_ARRAY,
    TENSOR_LIST,
    SCALAR_LIST,
    DATA_BUFFER,
    KINDS
};

#define SLOTS 8
#define MEMORIES 16

struct slot {
    void *handle;
    bool alive;
    bool repeatable; /* of an executor, as what follows */
    bool refused;    /* its operands do not fit into any device */
    bool huge;       /* it would run too long */
    uint64_t workspace_size;
};

static struct slot pool[KINDS][SLOTS];
static size_t used[KINDS];

static struct {
    char *address;
    size_t size;
    char *guard; /* the allocation after it; NULL when the device was full */
    bool alive;
} memories[MEMORIES];
static size_t memories_used;

/* Where the devices' memory begins. */
#define DEVICES 2
static const char *reserved[DEVICES];

static void *host_memories[SLOTS];
static bool host_alive[SLOTS];
static void *registered[SLOTS];
static size_t registered_count;

/* A place for another handle; NULL when all are alive. */
static struct slot *vacant(enum kind kind)
{
    for (size_t i = 0; i < SLOTS; i++)
        if (!pool[kind][i].alive)
            return &pool[kind][i];
    return NULL;
}

static struct slot *remember(enum kind kind, void *handle)
{
    struct slot *slot = vacant(kind);
    *slot = (struct slot){.handle = handle, .alive = true};
    size_t number = (size_t)(slot - pool[kind]) + 1;
    used[kind] = number > used[kind] ? number : used[kind];
    return slot;
}

static struct slot *slot_of(enum kind kind, const void *handle)
{
    for (size_t i = 0; i < SLOTS; i++)
        if (pool[kind][i].alive && pool[kind][i].handle == handle)
            return &pool[kind][i];
    return NULL;
}

static void *pick(struct arguments *a, enum kind kind)
{
    uint8_t choice = take_byte(a);
    if (choice < 216)
        return used[kind] > 0 ? pool[kind][choice % used[kind]].handle : NULL;
    if (choice < 224)
        return NULL;
    if (choice < 236) {
        enum kind other = (enum kind)(choice % KINDS);
        void *handle = pool[other][choice / 2 % SLOTS].handle;
        return other != kind ? handle : NULL;
    }
    if (choice < 248 && used[kind] > 0) {
        uint64_t token = (uint64_t)(uintptr_t)pool[kind][choice % used[kind]].handle;
        history.loose = true;
        return (void *)(uintptr_t)(token ^ (uint64_t)1 << take_byte(a) % 64);
    }
    if (choice < 252)
        return host + choice % 8;
    return (void *)(uintptr_t)take_number(a);
}

aclTensor *take_tensor(struct arguments *a)
{
    return pick(a, TENSOR);
}

/* A destroy of a handle that only this thread knows: 0 once, and never again. */
static void ended(enum kind kind, const void *handle, int status)
{
    struct slot *slot = slot_of(kind, handle);
    bool known = kind != STREAM && kind != EVENT && kind != CONTEXT;
    if (!history.loose && known)
        MUST((status == 0) == (slot != NULL || handle == NULL));
    if (status == 0 && slot != NULL)
        slot->alive = false;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

char *device_malloc(size_t size)
{
    void *address = NULL;
    void *guard = NULL;
    size_t number = 0;
    while (number < MEMORIES && memories[number].alive)
        number++;
    if (number == MEMORIES || ACL(aclrtMalloc(&address, size, ACL_MEM_MALLOC_HUGE_FIRST)) != 0)
        return NULL;
    MUST((uintptr_t)address % 512 == 0);
    if (ACL(aclrtMalloc(&guard, GUARD_BYTES, ACL_MEM_MALLOC_HUGE_FIRST)) == 0)
        MUST(aclrtMemset(guard, GUARD_BYTES, GUARD_BYTE, GUARD_BYTES) == 0);
    memories[number].address = address;
    memories[number].size = size;
    memories[number].guard = guard;
    memories[number].alive = true;
    memories_used = number + 1 > memories_used ? number + 1 : memories_used;
    return address;
}

static void check_guard(const char *guard)
{
    unsigned char bytes[GUARD_BYTES];
    if (guard == NULL || history.moved || history.raced || history.loose)
        return;
    MUST(aclrtMemcpy(bytes, sizeof bytes, guard, sizeof bytes, ACL_MEMCPY_DEVICE_TO_HOST) == 0);
    for (size_t i = 0; i < sizeof bytes; i++)
        MUST(bytes[i] == GUARD_BYTE);
}

/* The program's guards are not the input's to write to. */
static bool is_guarded(const char *address)
{
    for (size_t i = 0; i < MEMORIES; i++)
        if (memories[i].guard != NULL && address >= memories[i].guard &&
            address <= memories[i].guard + GUARD_BYTES)
            return true;
    return false;
}

static bool is_reserved(const char *address)
{
    for (int device = 0; device < DEVICES; device++)
        if (address >= reserved[device] && address < reserved[device] + DEVICE_MEMORY)
            return true;
    return false;
}

void *take_device(struct arguments *a)
{
    uint8_t choice = take_byte(a);
    if (memories_used == 0 || choice >= 248)
        return NULL;
    char *address = memories[choice % memories_used].address;
    int64_t distance = choice < 200 ? 0 : (int64_t)take_number(a);
    char *moved = (char *)((uintptr_t)address + (uintptr_t)distance);
    address = is_reserved(moved) ? moved : address;
    return is_guarded(address) ? NULL : address;
}

void *take_address(struct arguments *a)
{
    uint8_t choice = take_byte(a);
    if (choice < 224)
        return take_device(a);
    char *address = choice < 240 ? (char *)reserved[0] + DEVICE_MEMORY : (char *)host;
    return (char *)((uintptr_t)address + (uintptr_t)take_number(a));
}

static void call_malloc(struct arguments *a)
{
    size_t size = (size_t)take_number(a);
    void *address = NULL;
    int status = 0;
    switch (take_below(a, 6)) {
    case 0: status = ACL(aclrtMalloc(take_out(a, &address), size, take_byte(a))); break;
    case 1: status = ACL(aclrtMallocAlign32(take_out(a, &address), size, take_byte(a))); break;
    case 2: status = ACL(aclrtMallocCached(take_out(a, &address), size, take_byte(a))); break;
    case 3: status = ACL(aclrtMallocWithCfg(take_out(a, &address), size, 0, NULL)); break;
    default: (void)device_malloc(size % 5000); return;
    }
    MUST((status == 0) == (address != NULL));
    if (status == 0)
        MUST(size <= DEVICE_MEMORY);
    size_t number = 0;
    while (number < MEMORIES && memories[number].alive)
        number++;
    if (address != NULL && number < MEMORIES) {
        memories[number].address = address;
        memories[number].size = size;
        memories[number].guard = NULL;
        memories[number].alive = true;
        memories_used = number + 1 > memories_used ? number + 1 : memories_used;
    } else if (address != NULL) {
        MUST(aclrtFree(address) == 0);
    }
}

static void call_free(struct arguments *a)
{
    void *address = take_address(a);
    bool waits = !take_chance(a, 4);
    int status = waits ? ACL(aclrtFreeWithDevSync(address)) : ACL(aclrtFree(address));
    history.raced = true;
    for (size_t i = 0; i < MEMORIES; i++)
        if (memories[i].alive && memories[i].address == address) {
            if (!history.moved)
                MUST(status == 0 || status == 507015 || status == 507047);
            memories[i].alive = false;
            check_guard(memories[i].guard);
            if (memories[i].guard != NULL)
                (void)ACL(aclrtFree(memories[i].guard));
            memories[i].guard = NULL;
        }
}

static void call_copy(struct arguments *a)
{
    size_t left = HOST_BYTES;
    size_t left2 = HOST_BYTES;
    bool to_host = take_chance(a, 2);
    bool both = take_chance(a, 4);
    void *one = take_host(a, &left);
    void *other = both ? take_host(a, &left2) : take_device(a);
    left = left2 < left ? left2 : left;
    size_t count = take_size(a, left);
    if (both || other == NULL)
        count = count > left ? left : count;
    size_t most = take_chance(a, 4) ? (size_t)take_number(a) : count;
    size_t pitch = (size_t)take_number(a);
    size_t height = 1 + take_below(a, 4);
    void *stream = pick(a, STREAM);
    void *dst = to_host ? one : other;
    void *src = to_host ? other : one;
    aclrtMemcpyKind kind = take_chance(a, 4) ? (aclrtMemcpyKind)(take_below(a, 12) - 2)
                           : to_host         ? ACL_MEMCPY_DEVICE_TO_HOST
                                             : ACL_MEMCPY_HOST_TO_DEVICE;
    switch (take_below(a, 5)) {
    case 0: (void)ACL(aclrtMemcpy(dst, most, src, count, kind)); break;
    case 1: (void)ACL(aclrtMemcpyAsync(dst, most, src, count, kind, stream)); break;
    case 2: (void)ACL(aclrtMemcpyAsyncWithCondition(dst, most, src, count, kind, stream)); break;
    default:
        /* The rows must fit into the host's memory, or be refused. */
        if ((count > left || pitch > left || pitch * (height - 1) + count > left) &&
            !(count > pitch))
            pitch = count = left / 8;
        if (take_chance(a, 2))
            (void)ACL(aclrtMemcpy2d(dst, pitch, src, pitch, count, height, kind));
        else
            (void)ACL(aclrtMemcpy2dAsync(dst, pitch, src, pitch, count, height, kind, stream));
        break;
    }
}

static void call_memset(struct arguments *a)
{
    void *address = take_address(a);
    size_t count = take_size(a, 4096);
    size_t most = take_chance(a, 4) ? (size_t)take_number(a) : count;
    void *stream = pick(a, STREAM);
    switch (take_below(a, 6)) {
    case 0: (void)ACL(aclrtMemset(address, most, (int32_t)take_number(a), count)); break;
    case 1: (void)ACL(aclrtMemsetAsync(address, most, take_byte(a), count, stream)); break;
    case 2: (void)ACL(aclrtMemsetD32(address, most, take_byte(a), count)); break;
    case 3: (void)ACL(aclrtMemsetD32Async(address, most, take_byte(a), count, stream)); break;
    case 4: (void)ACL(aclrtMemFlush(address, count)); break;
    default: (void)ACL(aclrtMemInvalidate(address, count)); break;
    }
}

static void call_host_memory(struct arguments *a)
{
    size_t number = take_below(a, SLOTS);
    size_t left;
    void *out = NULL;
    switch (take_below(a, 6)) {
    case 0:
    case 1:
        if (!host_alive[number] &&
            ACL(aclrtMallocHost(take_out(a, &host_memories[number]), (size_t)take_number(a))) == 0)
            host_alive[number] = true;
        break;
    case 2: {
        int status = ACL(aclrtFreeHost(host_memories[number]));
        if (registered_count == 0)
            MUST((status == 0) == host_alive[number] || history.loose);
        host_alive[number] = host_alive[number] && status != 0;
        break;
    }
    case 3: {
        void *place = take_host(a, &left);
        if (registered_count < SLOTS &&
            ACL(aclrtHostRegister(place, take_range(a, left),
                                  (aclrtHostRegisterType)take_below(a, 9), take_out(a, &out))) == 0)
            registered[registered_count++] = place;
        break;
    }
    case 4: {
        void *place = take_host(a, &left);
        if (registered_count < SLOTS &&
            ACL(aclrtHostRegisterV2(place, take_range(a, left), (uint32_t)take_number(a))) == 0)
            registered[registered_count++] = place;
        break;
    }
    default:
        (void)ACL(aclrtHostGetDevicePointer(take_host(a, &left), take_out(a, &out), 0));
        (void)ACL(aclrtHostUnregister(take_host(a, &left)));
        break;
    }
}

/* ---- Devices and contexts -------------------------------------------------------------------- */

static void call_device(struct arguments *a)
{
    int32_t device = (int32_t)take_number(a);
    void *context = NULL;
    history.moved = true;
    switch (take_below(a, 12)) {
    case 0:
    case 1:
    case 2: (void)ACL(aclrtSetDevice(device % 3)); break;
    case 3: (void)ACL(aclrtResetDevice(device)); break;
    case 4: (void)ACL(aclrtResetDeviceForce(device % 3)); break;
    case 5:
    case 6:
        if (vacant(CONTEXT) != NULL && ACL(aclrtCreateContext(take_out(a, &context), device)) == 0)
            (void)remember(CONTEXT, context);
        break;
    case 7:
        context = pick(a, CONTEXT);
        ended(CONTEXT, context, ACL(aclrtDestroyContext(context)));
        break;
    case 8: (void)ACL(aclrtSetCurrentContext(pick(a, CONTEXT))); break;
    case 9:
        if (vacant(CONTEXT) != NULL && ACL(aclrtGetCurrentContext(take_out(a, &context))) == 0)
            (void)ACL(aclrtDestroyContext(context)); /* refused for a primary one */
        break;
    case 10: (void)ACL(aclInit(take_chance(a, 4) ? "/no/such/file" : NULL)); break;
    default:
        if (take_chance(a, 2))
            (void)ACL(aclFinalize());
        else
            (void)ACL(aclFinalizeReference(NULL));
        break;
    }
}

/* ---- Streams and events ---------------------------------------------------------------------- */

/* Runs in a stream, which it must not wait for; those with a flag are never waited for. */
static void wait_for_oneself(void *stream)
{
    uint32_t flags = 0;
    uint32_t never = ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;
    if (aclrtStreamGetFlags(stream, &flags) == 0 && (flags & never) == 0)
        MUST(aclrtSynchronizeStream(stream) != 0);
    (void)aclGetRecentErrMsg();
}

static void do_nothing(void *argument)
{
    (void)argument;
}

static void call_stream(struct arguments *a)
{
    void *stream = NULL;
    aclrtStreamStatus status;
    int32_t number;
    uint32_t word;
    uint64_t self = (uint64_t)pthread_self();
    if (take_chance(a, 4)) {
        if (vacant(STREAM) != NULL &&
            (take_chance(a, 2)
                 ? ACL(aclrtCreateStream(take_out(a, &stream)))
                 : ACL(aclrtCreateStreamWithConfig(take_out(a, &stream), (uint32_t)take_number(a),
                                                   (uint32_t)take_number(a)))) == 0)
            (void)remember(STREAM, stream);
        return;
    }
    stream = pick(a, STREAM);
    switch (take_below(a, 22)) {
    case 0: ended(STREAM, stream, ACL(aclrtDestroyStream(stream))); break;
    case 1: ended(STREAM, stream, ACL(aclrtDestroyStreamForce(stream))); break;
    case 2:
    case 3:
    case 4: (void)ACL(aclrtSynchronizeStream(stream)); break;
    case 5: (void)ACL(aclrtSynchronizeStreamWithTimeout(stream, (int32_t)take_number(a))); break;
    case 6: (void)ACL(aclrtStreamQuery(stream, take_out(a, &status))); break;
    case 7: (void)ACL(aclrtStreamGetId(stream, take_out(a, &number))); break;
    case 8: (void)ACL(aclrtStreamGetFlags(stream, take_out(a, &word))); break;
    case 9: (void)ACL(aclrtStreamGetPriority(stream, take_out(a, &word))); break;
    case 10: (void)ACL(aclrtSetStreamFailureMode(stream, take_number(a))); break;
    case 11: (void)ACL(aclrtStreamAbort(stream)); break;
    case 12: (void)ACL(aclrtLaunchHostFunc(stream, wait_for_oneself, stream)); break;
    case 13: (void)ACL(aclrtLaunchHostFunc(stream, take_out(a, do_nothing), NULL)); break;
    case 14:
        (void)ACL(aclrtSubscribeReport(take_chance(a, 4) ? take_number(a) : self, stream));
        break;
    case 15:
        (void)ACL(aclrtLaunchCallback(
            take_out(a, do_nothing), NULL,
            take_chance(a, 4) ? (aclrtCallbackBlockType)2 : ACL_CALLBACK_NO_BLOCK, stream));
        break;
    case 16:
        (void)ACL(aclrtProcessReport(take_chance(a, 2) ? 1 : -2 * (int32_t)take_below(a, 2)));
        break;
    case 17:
        (void)ACL(aclrtUnSubscribeReport(take_chance(a, 4) ? take_number(a) : self, stream));
        break;
    case 18: (void)ACL(aclrtSetStreamOverflowSwitch(stream, take_byte(a) % 3)); break;
    case 19: (void)ACL(aclrtGetStreamOverflowSwitch(stream, take_out(a, &word))); break;
    case 20:
        (void)ACL(aclrtGetOverflowStatus(take_device(a), take_chance(a, 4) ? 63 : 64, stream));
        break;
    default: (void)ACL(aclrtSynchronizeDeviceWithTimeout((int32_t)take_number(a))); break;
    }
}

static void call_event(struct arguments *a)
{
    void *event = NULL;
    union {
        aclrtEventStatus status;
        aclrtEventRecordedStatus recorded;
        aclrtEventWaitStatus waits;
        float ms;
        uint64_t time;
        uint32_t id;
    } out;
    if (take_chance(a, 4)) {
        uint32_t flags = take_chance(a, 4) ? (uint32_t)take_number(a) : take_byte(a) % 16 & ~4u;
        size_t way = take_below(a, 3);
        if (vacant(EVENT) == NULL)
            return;
        int status = way == 0   ? ACL(aclrtCreateEvent(take_out(a, &event)))
                     : way == 1 ? ACL(aclrtCreateEventWithFlag(take_out(a, &event), flags))
                                : ACL(aclrtCreateEventExWithFlag(take_out(a, &event), flags));
        if (status == 0)
            (void)remember(EVENT, event);
        return;
    }
    event = pick(a, EVENT);
    void *stream = pick(a, STREAM);
    switch (take_below(a, 16)) {
    case 0: ended(EVENT, event, ACL(aclrtDestroyEvent(event))); break;
    case 1:
    case 2:
    case 3: (void)ACL(aclrtRecordEvent(event, stream)); break;
    case 4: (void)ACL(aclrtResetEvent(event, stream)); break;
    case 5:
    case 6: (void)ACL(aclrtStreamWaitEvent(stream, event)); break;
    case 7:
        (void)ACL(aclrtStreamWaitEventWithTimeout(stream, event, (int32_t)take_number(a)));
        break;
    case 8: (void)ACL(aclrtQueryEvent(event, take_out(a, &out.status))); break;
    case 9: (void)ACL(aclrtQueryEventStatus(event, take_out(a, &out.recorded))); break;
    case 10: (void)ACL(aclrtQueryEventWaitStatus(event, take_out(a, &out.waits))); break;
    case 11: (void)ACL(aclrtSynchronizeEvent(event)); break;
    case 12: (void)ACL(aclrtSynchronizeEventWithTimeout(event, (int32_t)take_number(a))); break;
    case 13: (void)ACL(aclrtEventElapsedTime(take_out(a, &out.ms), event, pick(a, EVENT))); break;
    case 14: (void)ACL(aclrtEventGetTimestamp(event, take_out(a, &out.time))); break;
    default: (void)ACL(aclrtGetEventId(event, take_out(a, &out.id))); break;
    }
}

/* ---- Tensors and what else operators take ---------------------------------------------------- */

static const aclDataType types[] = {
    ACL_FLOAT,  ACL_FLOAT16,    ACL_BF16,  ACL_INT64,        ACL_INT32,  ACL_INT16,
    ACL_INT8,   ACL_UINT8,      ACL_BOOL,  ACL_DOUBLE,       ACL_UINT64, ACL_INT4,
    ACL_STRING, ACL_COMPLEX128, ACL_UINT1, ACL_DT_UNDEFINED,
};

static void take_dims(struct arguments *a, int64_t *dims, size_t count)
{
    for (size_t i = 0; i < count; i++)
        dims[i] = (int64_t)take_number(a);
}

/* Any view of anything. */
static void call_tensor(struct arguments *a)
{
    int64_t dims[10];
    int64_t strides[10];
    size_t rank = take_below(a, 10);
    aclDataType type = take_chance(a, 8) ? (aclDataType)take_number(a) : types[take_below(a, 16)];
    void *address = take_address(a);
    bool dense = take_chance(a, 2);
    bool again = take_chance(a, 4);
    aclFormat format = take_chance(a, 8) ? (aclFormat)take_number(a) : ACL_FORMAT_ND;
    int64_t offset = take_chance(a, 4) ? (int64_t)take_number(a) : 0;
    take_dims(a, dims, rank);
    if (!dense)
        take_dims(a, strides, rank);
    const int64_t *shape = take_out(a, dims);
    /* A count that no array has comes with no array. */
    uint64_t count = shape == NULL ? take_number(a) : rank;
    if (again) {
        (void)ACLNN(aclInitTensor(pick(a, TENSOR), shape, count, type, dense ? NULL : strides,
                                  offset, format, shape, count, address));
        return;
    }
    if (vacant(TENSOR) == NULL)
        return;
    aclTensor *tensor = aclCreateTensor(shape, count, type, dense ? NULL : strides, offset, format,
                                        shape, count, address);
    MUST((tensor == NULL) == (shape == NULL && count != 0));
    if (tensor != NULL) /* refused without a text, as in CANN */
        (void)remember(TENSOR, tensor);
}

static void call_tensor_use(struct arguments *a)
{
    aclTensor *tensor = pick(a, TENSOR);
    int64_t *dims = NULL;
    uint64_t count = 0;
    union {
        int64_t offset;
        aclFormat format;
        aclDataType type;
        void *address;
    } out;
    switch (take_below(a, 10)) {
    case 0: (void)ACLNN(aclGetViewShape(tensor, take_out(a, &dims), take_out(a, &count))); break;
    case 1: (void)ACLNN(aclGetStorageShape(tensor, take_out(a, &dims), take_out(a, &count))); break;
    case 2: (void)ACLNN(aclGetViewStrides(tensor, take_out(a, &dims), take_out(a, &count))); break;
    case 3: (void)ACLNN(aclGetViewOffset(tensor, take_out(a, &out.offset))); break;
    case 4: (void)ACLNN(aclGetFormat(tensor, take_out(a, &out.format))); break;
    case 5: (void)ACLNN(aclGetDataType(tensor, take_out(a, &out.type))); break;
    case 6: (void)ACLNN(aclGetRawTensorAddr(tensor, take_out(a, &out.address))); break;
    case 7: (void)ACLNN(aclSetRawTensorAddr(tensor, take_address(a))); break;
    default: ended(TENSOR, tensor, ACLNN(aclDestroyTensor(tensor))); break;
    }
    free(dims);
}

static void call_array(struct arguments *a)
{
    size_t left;
    void *values = take_host(a, &left);
    uint64_t size = take_number(a) % (left / 8 + 1);
    uint64_t out = 0;
    void *handle = NULL;
    enum kind kind = (enum kind)(SCALAR + take_below(a, 4));
    if (take_chance(a, 8)) {
        values = NULL;
        size = take_number(a);
    }
    if (take_chance(a, 2)) {
        if (vacant(kind) == NULL)
            return;
        switch (kind) {
        case SCALAR: handle = aclCreateScalar(values, types[take_below(a, 16)]); break;
        case INT_ARRAY: handle = aclCreateIntArray(values, size); break;
        case FLOAT_ARRAY: handle = aclCreateFloatArray(values, size); break;
        default:
            memset(host, 1, values != NULL ? sizeof host : 0); /* bools are 0 or 1 */
            handle = aclCreateBoolArray(values, size);
            break;
        }
        if (kind == SCALAR && handle == NULL)
            MUST(aclGetRecentErrMsg() != NULL || values == NULL);
        MUST(handle != NULL || kind == SCALAR);
        if (handle != NULL)
            (void)remember(kind, handle);
        return;
    }
    handle = pick(a, kind);
    bool ends = take_chance(a, 2);
    uint64_t *result = take_out(a, &out);
    switch (kind) {
    case SCALAR: ended(kind, handle, ACLNN(aclDestroyScalar(handle))); return;
    case INT_ARRAY:
        if (ends)
            ended(kind, handle, ACLNN(aclDestroyIntArray(handle)));
        else
            (void)ACLNN(aclGetIntArraySize(handle, result));
        return;
    case FLOAT_ARRAY:
        if (ends)
            ended(kind, handle, ACLNN(aclDestroyFloatArray(handle)));
        else
            (void)ACLNN(aclGetFloatArraySize(handle, result));
        return;
    default:
        if (ends)
            ended(kind, handle, ACLNN(aclDestroyBoolArray(handle)));
        else
            (void)ACLNN(aclGetBoolArraySize(handle, result));
        return;
    }
}

/* A list takes its elements over; what it holds is dead afterwards. */
static void call_list(struct arguments *a)
{
    const void *elements[SLOTS];
    uint64_t size = take_below(a, SLOTS + 1);
    enum kind kind = take_chance(a, 2) ? TENSOR_LIST : SCALAR_LIST;
    enum kind element = kind == TENSOR_LIST ? TENSOR : SCALAR;
    uint64_t out = 0;
    void *handle;
    if (take_chance(a, 2)) {
        if (vacant(kind) == NULL)
            return;
        for (size_t i = 0; i < size; i++)
            elements[i] = pick(a, element);
        handle = kind == TENSOR_LIST
                     ? (void *)aclCreateTensorList((const aclTensor *const *)elements, size)
                     : (void *)aclCreateScalarList((const aclScalar *const *)elements, size);
        MUST(handle != NULL);
        (void)remember(kind, handle);
        return;
    }
    handle = pick(a, kind);
    if (take_chance(a, 2)) {
        (void)(kind == TENSOR_LIST ? ACLNN(aclGetTensorListSize(handle, take_out(a, &out)))
                                   : ACLNN(aclGetScalarListSize(handle, take_out(a, &out))));
        return;
    }
    history.loose = true; /* its elements are not kept in the pool */
    ended(kind, handle,
          kind == TENSOR_LIST ? ACLNN(aclDestroyTensorList(handle))
                              : ACLNN(aclDestroyScalarList(handle)));
}

static void call_data_buffer(struct arguments *a)
{
    void *buffer;
    if (take_chance(a, 2)) {
        if (vacant(DATA_BUFFER) == NULL)
            return;
        buffer = aclCreateDataBuffer(take_address(a), (size_t)take_number(a));
        MUST(buffer != NULL);
        (void)remember(DATA_BUFFER, buffer);
        return;
    }
    buffer = pick(a, DATA_BUFFER);
    (void)aclGetDataBufferAddr(buffer);
    (void)aclGetDataBufferSizeV2(buffer);
    (void)aclGetRecentErrMsg();
    if (take_chance(a, 2)) {
        (void)ACL(aclUpdateDataBuffer(buffer, take_address(a), (size_t)take_number(a)));
        return;
    }
    int status = ACL(aclDestroyDataBuffer(buffer));
    if (buffer != NULL)
        ended(DATA_BUFFER, buffer, status);
}

/* ---- The operator ---------------------------------------------------------------------------- */

bool extent_of(const aclTensor *tensor, struct extent *e)
{
    int64_t *dims = NULL;
    int64_t *strides = NULL;
    int64_t offset = 0;
    uint64_t rank = 0;
    aclDataType type = ACL_DT_UNDEFINED;
    bool known = aclGetViewShape(tensor, &dims, &rank) == 0 &&
                 aclGetViewStrides(tensor, &strides, &rank) == 0 &&
                 aclGetViewOffset(tensor, &offset) == 0 && aclGetDataType(tensor, &type) == 0;
    if (known)
        measure(e, rank, dims, strides, offset, aclDataTypeSize(type));
    free(dims);
    free(strides);
    return known;
}

static void phase_one(struct arguments *a, const aclTensor *grad, const aclTensor *indices,
                      uint64_t weights, const aclTensor *out)
{
    struct extent extents[3];
    uint64_t size = UINT64_MAX - 6;
    aclOpExecutor *executor = (aclOpExecutor *)(uintptr_t)5;
    uint64_t padding = take_number(a);
    bool scale = take_chance(a, 2);
    if (vacant(EXECUTOR) == NULL)
        return;
    int status = ACLNN(aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        grad, indices, weights, padding, scale, out, take_out(a, &size), take_out(a, &executor)));
    if (status != 0) {
        MUST(size == UINT64_MAX - 6 && executor == (aclOpExecutor *)(uintptr_t)5);
        return;
    }
    MUST(size <= (uint64_t)INT64_MAX && executor != NULL);
    struct slot *slot = remember(EXECUTOR, executor);
    slot->workspace_size = size;
    const aclTensor *tensors[3] = {grad, indices, out};
    uint64_t work = 0;
    for (int i = 0; i < 3; i++) {
        MUST(extent_of(tensors[i], &extents[i]));
        work += extents[i].elements;
    }
    slot->refused = (is_beyond_device(&extents[0]) && extents[0].elements > 0) ||
                    (is_beyond_device(&extents[2]) && extents[2].elements > 0);
    slot->huge = work > MOST_WORK;
}

static void call_phase_one(struct arguments *a)
{
    aclTensor *grad = pick(a, TENSOR);
    aclTensor *indices = pick(a, TENSOR);
    aclTensor *out = pick(a, TENSOR);
    phase_one(a, grad, indices, take_number(a), out);
}

/* One dimension or stride becomes what a number says; or the view is another one that fits. */
static void spoil(struct arguments *a, int64_t *dims, int64_t *strides, size_t rank,
                  int64_t *offset)
{
    size_t which = take_below(a, rank);
    switch (take_below(a, 8)) {
    case 0: dims[which] = (int64_t)take_number(a); break;
    case 1: strides[which] = (int64_t)take_number(a); break;
    case 2: *offset = (int64_t)take_number(a); break;
    case 3: strides[which] = 0; break;
    case 4:
        *offset += strides[which] * (dims[which] > 0 ? dims[which] - 1 : 0);
        strides[which] = -strides[which];
        break;
    default: break;
    }
}

aclTensor *take_operand(struct arguments *a, const int64_t *shape, size_t rank, aclDataType type)
{
    int64_t dims[2] = {shape[0], rank > 1 ? shape[1] : 1};
    int64_t strides[2] = {rank > 1 ? shape[1] : 1, 1};
    int64_t offset = 0;
    if (vacant(TENSOR) == NULL)
        return pick(a, TENSOR);
    char *address = device_malloc((size_t)(dims[0] * dims[1]) * 8 + 8);
    if (address != NULL && !take_chance(a, 4)) {
        size_t left;
        const void *source = take_host(a, &left);
        size_t count = (size_t)(dims[0] * dims[1]) * 8;
        count = count < left ? count : left;
        (void)ACL(aclrtMemcpy(address, count, source, count, ACL_MEMCPY_HOST_TO_DEVICE));
    } else if (address != NULL) {
        (void)ACL(aclrtMemset(address, 8, 0, 8));
    }
    if (take_chance(a, 2))
        spoil(a, dims, strides, rank, &offset);
    aclTensor *tensor = aclCreateTensor(dims, rank, type, strides, offset, ACL_FORMAT_ND, dims,
                                        rank, address);
    MUST(tensor != NULL);
    (void)remember(TENSOR, tensor);
    return tensor;
}

/* A whole call that fits together, but for what a few bytes spoil. */
static void call_problem(struct arguments *a)
{
    int64_t rows = (int64_t)take_below(a, 24);
    int64_t columns = (int64_t)take_below(a, 9);
    int64_t weights = (int64_t)take_below(a, 40);
    int64_t grad_dims[2] = {rows, columns};
    int64_t out_dims[2] = {weights, columns};
    aclTensor *grad = take_operand(a, grad_dims, 2, types[take_below(a, 3)]);
    aclTensor *indices = take_operand(a, grad_dims, 1, types[take_below(a, 10)]);
    aclTensor *out = take_operand(a, out_dims, 2, types[take_below(a, 3)]);
    phase_one(a, grad, indices, (uint64_t)weights, out);
}

static void call_phase_two(struct arguments *a)
{
    aclOpExecutor *executor = pick(a, EXECUTOR);
    struct slot *slot = slot_of(EXECUTOR, executor);
    void *stream = take_chance(a, 2) ? pick(a, STREAM) : NULL;
    uint64_t size = slot != NULL ? slot->workspace_size : take_number(a);
    void *workspace = NULL;
    if (slot != NULL && slot->huge && !slot->refused) {
        slot->alive = false;
        (void)ACLNN(aclDestroyAclOpExecutor(executor));
        return;
    }
    if (take_chance(a, 4))
        workspace = take_address(a);
    else if (size > 0 && size < DEVICE_MEMORY)
        workspace = device_malloc((size_t)size);
    if (take_chance(a, 8))
        size = take_number(a);
    int status = ACLNN(aclnnEmbeddingDenseBackward(workspace, size, executor, stream));
    if (history.loose)
        return;
    if (slot == NULL)
        MUST(status != 0);
    else {
        MUST(!(slot->refused && status == 0));
        /* A NULL workspace spends even a repeatable one. */
        slot->alive = slot->repeatable && status != 161001;
    }
}

static void call_executor(struct arguments *a)
{
    aclOpExecutor *executor = pick(a, EXECUTOR);
    struct slot *slot = slot_of(EXECUTOR, executor);
    char text[4096];
    uint64_t length = 0;
    size_t index = (size_t)take_number(a);
    switch (take_below(a, 9)) {
    case 0:
    case 1:
        if (ACLNN(aclSetAclOpExecutorRepeatable(executor)) == 0 && slot != NULL)
            slot->repeatable = true;
        break;
    case 2: {
        int status = ACLNN(aclDestroyAclOpExecutor(executor));
        if (executor != NULL)
            ended(EXECUTOR, executor, status);
        break;
    }
    case 3:
        (void)ACLNN(aclSetInputTensorAddr(executor, index, pick(a, TENSOR), take_address(a)));
        break;
    case 4:
        (void)ACLNN(aclSetOutputTensorAddr(executor, index, pick(a, TENSOR), take_address(a)));
        break;
    case 5: (void)ACLNN(aclSetTensorAddr(executor, index, pick(a, TENSOR), take_address(a))); break;
    case 6:
        (void)ACLNN(aclSetDynamicTensorAddr(executor, index, (size_t)take_number(a),
                                            pick(a, TENSOR_LIST), take_address(a)));
        break;
    case 7:
        (void)ACLNN(aclnnExtGetAssumptions(executor, text, take_number(a) % sizeof text));
        break;
    default:
        (void)ACLNN(aclnnExtDescribeWorkspace(executor, text, take_number(a) % sizeof text,
                                              take_out(a, &length)));
        break;
    }
}

/* ---- Questions and options ------------------------------------------------------------------- */

static void call_query(struct arguments *a)
{
    union {
        int32_t i32;
        uint32_t u32;
        int64_t i64;
        uint64_t u64;
        size_t size;
        void *pointer;
        const aclCannAttr *attributes;
        aclrtRunMode mode;
        aclrtDeviceStatus device_status;
        aclrtPtrAttributes pointer_attributes;
        aclrtFloatOverflowMode overflow;
        aclCANNPackageVersion version;
    } out;
    size_t second = 0;
    uint64_t n = take_number(a);
    uint64_t m = take_number(a);
    switch (take_below(a, 30)) {
    case 0: (void)ACL(aclrtGetDevice(take_out(a, &out.i32))); break;
    case 1: (void)ACL(aclrtGetDeviceCount(take_out(a, &out.u32))); break;
    case 2: (void)ACL(aclrtGetRunMode(take_out(a, &out.mode))); break;
    case 3: (void)ACL(aclrtSynchronizeDevice()); break;
    case 4: (void)ACL(aclrtQueryDeviceStatus((int32_t)n, take_out(a, &out.device_status))); break;
    case 5:
        (void)ACL(aclrtGetDeviceInfo((uint32_t)n, (aclrtDevAttr)m, take_out(a, &out.i64)));
        break;
    case 6:
        (void)ACL(aclrtDeviceCanAccessPeer(take_out(a, &out.i32), (int32_t)n, (int32_t)m));
        break;
    case 7: (void)ACL(aclrtDeviceEnablePeerAccess((int32_t)n, (uint32_t)m)); break;
    case 8: (void)ACL(aclrtDeviceDisablePeerAccess((int32_t)n)); break;
    case 9:
        (void)ACL(aclrtGetMemInfo((aclrtMemAttr)n, take_out(a, &out.size), take_out(a, &second)));
        break;
    case 10:
        (void)ACL(aclrtPointerGetAttributes(take_address(a), take_out(a, &out.pointer_attributes)));
        break;
    case 11: (void)ACL(aclrtCtxGetCurrentDefaultStream(take_out(a, &out.pointer))); break;
    case 12: (void)ACL(aclrtGetPrimaryCtxState((int32_t)n, NULL, take_out(a, &out.i32))); break;
    case 13: (void)ACL(aclrtSetSysParamOpt((aclSysParamOpt)n, (int64_t)m)); break;
    case 14: (void)ACL(aclrtGetSysParamOpt((aclSysParamOpt)n, take_out(a, &out.i64))); break;
    case 15: (void)ACL(aclrtCtxSetSysParamOpt((aclSysParamOpt)n, (int64_t)m)); break;
    case 16: (void)ACL(aclrtCtxGetSysParamOpt((aclSysParamOpt)n, take_out(a, &out.i64))); break;
    case 17: (void)ACL(aclrtSetDeviceSatMode((aclrtFloatOverflowMode)n)); break;
    case 18: (void)ACL(aclrtGetDeviceSatMode(take_out(a, &out.overflow))); break;
    case 19:
        (void)ACL(
            aclrtGetDeviceResLimit((int32_t)n, (aclrtDevResLimitType)m, take_out(a, &out.u32)));
        break;
    case 20:
        (void)ACL(
            aclrtSetDeviceResLimit((int32_t)n, (aclrtDevResLimitType)m, (uint32_t)take_number(a)));
        break;
    case 21:
        (void)ACL(aclrtGetStreamResLimit(pick(a, STREAM), (aclrtDevResLimitType)m,
                                         take_out(a, &out.u32)));
        break;
    case 22:
        (void)ACL(aclrtSetStreamResLimit(pick(a, STREAM), (aclrtDevResLimitType)m, (uint32_t)n));
        break;
    case 23:
        (void)ACL(aclrtUseStreamResInCurrentThread(pick(a, STREAM)));
        (void)ACL(aclrtGetResInCurrentThread((aclrtDevResLimitType)m, take_out(a, &out.u32)));
        (void)ACL(aclrtUnuseStreamResInCurrentThread(pick(a, STREAM)));
        break;
    case 24:
        (void)ACL(aclsysGetCANNVersion((aclCANNPackageName)n, take_out(a, &out.version)));
        break;
    case 25:
        (void)ACL(aclGetCannAttributeList(take_out(a, &out.attributes), take_out(a, &second)));
        break;
    case 26: (void)ACL(aclGetCannAttribute((aclCannAttr)n, take_out(a, &out.i32))); break;
    case 27:
        (void)ACL(aclGetDeviceCapability((uint32_t)n, (aclDeviceInfo)m, take_out(a, &out.i64)));
        break;
    case 28:
        (void)aclDataTypeSize((aclDataType)n);
        (void)aclrtPeekAtLastError((aclrtLastErrLevel)(n % 2));
        (void)aclrtGetLastError((aclrtLastErrLevel)(n % 2));
        (void)aclFloatToFloat16(aclFloat16ToFloat((aclFloat16)n));
        (void)aclGetRecentErrMsg();
        break;
    default: (void)ACL(aclrtGetEventAvailNum(take_out(a, &out.u32))); break;
    }
}

static void call_select(struct arguments *a)
{
    static const char *const products[] = {
        "Ascend910A",
        "Ascend910B2",
        "Ascend910_9392",
        "Ascend950",
        NULL,
        "Ascend",
        "Ascend910B2:cores=1,ub=1",
        "Ascend950:cores=999999999999,ub=18446744073709551615",
        "Ascend910B2:cores=72,ub=253952",
        "Ascend910B2:",
        "",
        ":cores=1",
        "Ascend910B2:cores=0",
        "Ascend910B2:cores=-1",
        "Ascend910A:ub=32",
        "Ascend910A:cores=1,cores=2,ub=64000",
    };
    if (take_chance(a, 4))
        (void)ACLNN(aclnnExtSelectDeterministic((int32_t)take_number(a)));
    else
        (void)ACLNN(aclnnExtSelectSoc(products[take_below(a, COUNT(products))]));
}

/* ---- An input -------------------------------------------------------------------------------- */

/* First bytes of a piece from these on choose the calls of declared.c and extension.c. */
#define DECLARED_FROM 224
#define EXTENSION_FROM 240

/* Those that lead on stand there more than once. */
static void (*const calls[])(struct arguments *) = {
    call_problem,  call_problem,  call_problem, call_phase_two,   call_phase_two,   call_phase_two,
    call_tensor,   call_tensor,   call_tensor,  call_tensor_use,  call_phase_one,   call_phase_one,
    call_malloc,   call_free,     call_copy,    call_memset,      call_host_memory, call_device,
    call_stream,   call_stream,   call_event,   call_event,       call_array,       call_list,
    call_executor, call_executor, call_query,   call_data_buffer, call_select,      call_copy,
};

static size_t free_at_start;
static uint32_t events_at_start;

static void look_at_start(void)
{
    size_t total = 0;
    MUST(aclrtGetMemInfo(ACL_HBM_MEM, &free_at_start, &total) == 0);
    MUST(aclrtGetEventAvailNum(&events_at_start) == 0);
}

static void end_devices(void)
{
    for (size_t i = 0; i < SLOTS; i++) {
        if (pool[CONTEXT][i].alive)
            (void)aclrtDestroyContext(pool[CONTEXT][i].handle);
        pool[CONTEXT][i].alive = false;
    }
    for (int32_t device = 0; device < DEVICES; device++)
        (void)aclrtResetDeviceForce(device);
    MUST(aclrtSetDevice(0) == 0);
    (void)aclGetRecentErrMsg();
}

static void end_streams(void)
{
    (void)aclrtSynchronizeDevice();
    for (size_t i = 0; i < SLOTS; i++) {
        if (pool[EVENT][i].alive)
            MUST(aclrtDestroyEvent(pool[EVENT][i].handle) == 0);
        if (pool[STREAM][i].alive)
            MUST(aclrtDestroyStream(pool[STREAM][i].handle) == 0);
    }
    for (size_t i = 0; i < MEMORIES; i++) {
        if (!memories[i].alive)
            continue;
        check_guard(memories[i].guard);
        MUST(aclrtFree(memories[i].address) == 0);
        if (memories[i].guard != NULL)
            MUST(aclrtFree(memories[i].guard) == 0);
    }
}

static int destroy(enum kind kind, void *handle)
{
    switch (kind) {
    case TENSOR: return aclDestroyTensor(handle);
    case EXECUTOR: return aclDestroyAclOpExecutor(handle);
    case SCALAR: return aclDestroyScalar(handle);
    case INT_ARRAY: return aclDestroyIntArray(handle);
    case FLOAT_ARRAY: return aclDestroyFloatArray(handle);
    case BOOL_ARRAY: return aclDestroyBoolArray(handle);
    case TENSOR_LIST: return aclDestroyTensorList(handle);
    case SCALAR_LIST: return aclDestroyScalarList(handle);
    case DATA_BUFFER: return aclDestroyDataBuffer(handle);
    default: return 0;
    }
}

static void end_objects(void)
{
    for (int kind = TENSOR; kind < KINDS; kind++)
        for (size_t i = 0; i < SLOTS; i++) {
            const struct slot *slot = &pool[kind][i];
            if (!slot->alive)
                continue;
            int status = destroy((enum kind)kind, slot->handle);
            history.loose = history.loose || kind == TENSOR_LIST || kind == SCALAR_LIST;
            MUST(status == 0 || history.loose);
        }
    for (size_t i = 0; i < SLOTS; i++)
        if (host_alive[i])
            MUST(aclrtFreeHost(host_memories[i]) == 0 || history.moved || history.loose);
}

static void end(void)
{
    size_t left = 0;
    size_t total = 0;
    uint32_t events = 0;
    if (history.moved)
        (void)aclrtSetDevice(0);
    while (registered_count > 0)
        (void)aclrtHostUnregister(registered[--registered_count]);
    infini_end();
    /* A made-up handle may have ended a stream or an event as well. */
    if (history.moved || history.loose)
        end_devices();
    else
        end_streams();
    end_objects();
    (void)aclnnExtSelectSoc(NULL);
    (void)aclnnExtSelectDeterministic(-1);
    for (int option = 0; option < 4; option++)
        (void)aclrtSetSysParamOpt((aclSysParamOpt)option, 0);
    (void)aclGetRecentErrMsg();
    MUST(aclrtGetMemInfo(ACL_HBM_MEM, &left, &total) == 0);
    MUST(left == free_at_start);
    MUST(aclrtGetEventAvailNum(&events) == 0);
    MUST(events == events_at_start);
    memset(pool, 0, sizeof pool);
    memset(used, 0, sizeof used);
    memset(memories, 0, sizeof memories);
    memset(host_memories, 0, sizeof host_memories);
    memset(host_alive, 0, sizeof host_alive);
    memories_used = 0;
    memset(&history, 0, sizeof history);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    void *memory = NULL;
    (void)argc;
    (void)argv;
    setenv("ACLNN_SOC", "Ascend910A:memory=8388608", 0);
    setenv("ACLNN_DEVICES", "2", 0);
    setenv("ACLNN_STREAM", "sync", 0);
    setenv("ACLNN_CORES", "2", 0);
    fill_host();
    for (int32_t device = DEVICES - 1; device >= 0; device--) {
        MUST(aclrtSetDevice(device) == 0);
        MUST(aclrtMalloc(&memory, 512, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
        MUST(aclrtFree(memory) == 0);
        reserved[device] = memory;
    }
    MUST(aclrtResetDevice(1) == 0);
    MUST(aclrtSetDevice(0) == 0);
    look_at_start();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    memcpy(host, host_at_start, sizeof host);
    for (size_t piece = 0; piece < MOST_PIECES && piece * PIECE < size; piece++) {
        const uint8_t *bytes = data + piece * PIECE;
        size_t left = size - piece * PIECE;
        struct arguments a = {bytes, left < PIECE ? left : PIECE};
        uint8_t choice = take_byte(&a);
        size_t number = choice % (COUNT(calls) + infini_call_count);
        if (choice >= EXTENSION_FROM)
            call_extension(&a);
        else if (choice >= DECLARED_FROM)
            call_declared(&a);
        else if (number < COUNT(calls))
            calls[number](&a);
        else
            infini_call(number - COUNT(calls), &a);
    }
    end();
    return 0;
}
