/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/mem_pool.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl_rt_memory_soma.h"
#include "base/entry_current.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/log.h"
#include "base/number.h"
#include "base/product.h"
#include "base/report.h"
#include "impl/acl/acl_rt_memory_soma.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/memory.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream_queue.h"
#include "runtime/stream/streams.h"
#include "runtime/watch/left_handles.h"
#include "runtime/watch/races.h"

/* The place of a free that is not queued yet, so that no other stream can have waited for it. */
#define NOT_YET UINT64_MAX

struct block {
    struct block *next;
    char *address;
    size_t bytes;  /* whole units */
    uint64_t free; /* the number of the free that retired it; 0: in use */
    aclrtStream freed_on;
    uint64_t place; /* the place of the free in the stream's work */
};

struct pool {
    struct pool *next;
    aclrtMemPool handle;
    int32_t device;
    uint64_t age;
    bool ended;
    size_t capacity;
    uint32_t follows_events;
    uint32_t is_opportunistic;
    uint32_t makes_waits;
    uint64_t threshold;
    uint64_t reserved;
    uint64_t reserved_high;
    uint64_t used;
    uint64_t used_high;
    struct block *blocks;
};

/* Up to where a stream waits for another, as long as that is of use. */
struct passed {
    struct passed *next;
    aclrtStream stream;
    aclrtStream awaited;
    uint64_t sequence;
    bool is_over; /* the awaited stream has ended: of use for memory that was freed on it only */
};

#define PASSED_BUCKETS 256

/* Guards all of this. While it is held no task is queued, and nobody waits for a stream. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pool *pools;
static struct passed *passes[PASSED_BUCKETS];
static uint64_t frees;
static _Atomic uint32_t pool_count; /* 0: a synchronize has nothing to do here */

/* ---- What streams do ------------------------------------------------------------------------- */

static struct passed **passes_of(aclrtStream stream, aclrtStream awaited)
{
    uint64_t hash = mix_bits((uintptr_t)stream ^ mix_bits((uintptr_t)awaited));
    return &passes[hash % PASSED_BUCKETS];
}

/* NULL: the stream waits for nothing there. */
static struct passed *find_passed(aclrtStream stream, aclrtStream awaited)
{
    struct passed *passed = *passes_of(stream, awaited);
    while (passed != NULL && (passed->stream != stream || passed->awaited != awaited))
        passed = passed->next;
    return passed;
}

static bool is_open(aclrtStream stream)
{
    return handle_kind_of(stream) == HANDLE_STREAM;
}

/* NULL without host memory, and for a stream that is ending. */
static struct passed *new_passed(aclrtStream stream, aclrtStream awaited)
{
    struct passed **bucket = passes_of(stream, awaited);
    struct passed *passed = is_open(stream) ? calloc(1, sizeof *passed) : NULL;
    if (passed == NULL)
        return NULL;
    passed->stream = stream;
    passed->awaited = awaited;
    passed->is_over = !is_open(awaited);
    passed->next = *bucket;
    *bucket = passed;
    return passed;
}

static void note_wait(const struct stream *stream, const struct stream *awaited, uint64_t sequence)
{
    if (atomic_load(&pool_count) == 0)
        return;
    pthread_mutex_lock(&lock);
    struct passed *passed = find_passed(stream->child.handle, awaited->child.handle);
    if (passed == NULL)
        passed = new_passed(stream->child.handle, awaited->child.handle);
    /* Without host memory this is not noted, and less memory is reused. */
    if (passed != NULL && passed->sequence < sequence)
        passed->sequence = sequence;
    pthread_mutex_unlock(&lock);
}

static bool has_freed(aclrtStream stream)
{
    for (const struct pool *pool = pools; pool != NULL; pool = pool->next)
        for (const struct block *block = pool->blocks; block != NULL; block = block->next)
            if (block->free != 0 && block->freed_on == stream)
                return true;
    return false;
}

/* Whether nobody will ask for a wait any more, now that a stream has ended (NULL: all have). */
static bool is_useless(const struct passed *passed, aclrtStream ended)
{
    return ended == NULL || passed->stream == ended ||
           (passed->is_over && !has_freed(passed->awaited));
}

/* The caller holds the lock. */
static void forget_passes(aclrtStream ended)
{
    for (size_t i = 0; i < PASSED_BUCKETS; i++)
        for (struct passed **link = &passes[i], *passed; (passed = *link) != NULL;) {
            passed->is_over |= passed->awaited == ended;
            if (!is_useless(passed, ended)) {
                link = &passed->next;
                continue;
            }
            *link = passed->next;
            free(passed);
        }
}

static void note_end(const struct stream *stream)
{
    if (atomic_load(&pool_count) == 0)
        return;
    pthread_mutex_lock(&lock);
    forget_passes(stream->child.handle);
    pthread_mutex_unlock(&lock);
}

static void trim_all(void)
{
    mem_pool_trim(-1);
}

static const struct streams_observer observer = {
    .waits = note_wait,
    .synchronized = trim_all,
    .ended = note_end,
};

/* ---- Pools ----------------------------------------------------------------------------------- */

static void free_pool(void *object)
{
    free(object);
}

static aclError acquire(aclrtMemPool handle, aclError status, struct pool **pool)
{
    char what[96];
    *pool = handle_acquire(handle, HANDLE_MEM_POOL);
    if (*pool != NULL)
        return ACL_SUCCESS;
    return report(status, "memPool is %p, %s; a live aclrtMemPool is required", handle,
                  handle_describe(handle, what, sizeof what));
}

static void release(const struct pool *pool)
{
    handle_release(pool->handle);
}

static aclError check_props(const aclrtMemPoolProps *props)
{
    static const unsigned char zeros[sizeof props->reserved];
    if (props->allocType != ACL_MEM_ALLOCATION_TYPE_PINNED)
        return report(ACL_ERROR_INVALID_PARAM,
                      "poolProps->allocType is %d; ACL_MEM_ALLOCATION_TYPE_PINNED (0) is required",
                      (int)props->allocType);
    if (props->location.type != ACL_MEM_LOCATION_TYPE_DEVICE)
        return report(ACL_ERROR_INVALID_PARAM,
                      "poolProps->location.type is %d; ACL_MEM_LOCATION_TYPE_DEVICE (1) is "
                      "required",
                      (int)props->location.type);
    if (memcmp(props->reserved, zeros, sizeof zeros) != 0)
        return report(ACL_ERROR_INVALID_PARAM,
                      "poolProps->reserved holds other bytes than 0; it is reserved");
    return ACL_SUCCESS;
}

/* The size of the pool in whole units; 0 stands for all memory of the device. */
static aclError find_capacity(const aclrtMemPoolProps *props, size_t *capacity)
{
    size_t total = environment()->soc.memory_bytes;
    size_t units = props->maxSize == 0 ? total / POOL_UNIT : (props->maxSize - 1) / POOL_UNIT + 1;
    *capacity = units * POOL_UNIT;
    if (units <= total / POOL_UNIT)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "poolProps->maxSize is %zu; in pieces of 2 MiB that is more than the %zu bytes "
                  "of the device",
                  props->maxSize, total);
}

static aclError create(const aclrtMemPoolProps *props, aclrtMemPool *out)
{
    size_t capacity = 0;
    aclError status = find_capacity(props, &capacity);
    if (status != ACL_SUCCESS)
        return status;
    struct pool *pool = calloc(1, sizeof *pool);
    if (pool != NULL)
        pool->handle = handle_create(HANDLE_MEM_POOL, pool, free_pool);
    if (pool == NULL || pool->handle == NULL) {
        free(pool);
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a pool");
    }
    pool->device = (int32_t)props->location.id;
    pool->age = device_memory_age(pool->device);
    pool->capacity = capacity;
    *out = pool->handle;
    streams_observe(&observer);
    pthread_mutex_lock(&lock);
    pool->next = pools;
    pools = pool;
    atomic_fetch_add(&pool_count, 1);
    pthread_mutex_unlock(&lock);
    return ACL_SUCCESS;
}

aclError aclrtMemPoolCreateImpl(aclrtMemPool *memPool, const aclrtMemPoolProps *poolProps)
{
    if (memPool == NULL)
        return REPORT_NULL("memPool");
    if (poolProps == NULL)
        return REPORT_NULL("poolProps");
    aclError status = check_props(poolProps);
    if (status == ACL_SUCCESS)
        status = product_require(PRODUCT_910B, "pools of device memory");
    if (status == ACL_SUCCESS)
        status = device_check(poolProps->location.id);
    if (status == ACL_SUCCESS)
        status = context_require();
    return status == ACL_SUCCESS ? create(poolProps, memPool) : status;
}

/* Drops all blocks, also those that queued work still uses, which that work will find. The caller
 * holds the lock. */
static void drop_blocks(struct pool *pool)
{
    while (pool->blocks != NULL) {
        struct block *block = pool->blocks;
        pool->blocks = block->next;
        if (block->free != 0)
            device_memory_free_retired(block->address, true);
        else
            device_memory_free(block->address);
        free(block);
    }
}

/* Ends a pool. The caller has a pin. */
static bool end_pool(struct pool *pool, const char *by)
{
    if (!handle_close(pool->handle, HANDLE_MEM_POOL, by))
        return false;
    pthread_mutex_lock(&lock);
    struct pool **link = &pools;
    while (*link != pool)
        link = &(*link)->next;
    *link = pool->next;
    pool->ended = true;
    drop_blocks(pool);
    if (atomic_fetch_sub(&pool_count, 1) == 1)
        forget_passes(NULL);
    pthread_mutex_unlock(&lock);
    return true;
}

aclError aclrtMemPoolDestroyImpl(const aclrtMemPool memPool)
{
    struct pool *pool;
    if (memPool == NULL)
        return REPORT_NULL("memPool");
    aclError status = acquire(memPool, ACL_ERROR_RT_INTERNAL_ERROR, &pool);
    if (status != ACL_SUCCESS)
        return status;
    if (!end_pool(pool, entry_name()))
        status = report(ACL_ERROR_RT_INTERNAL_ERROR,
                        "memPool %p is being destroyed by another thread", memPool);
    release(pool);
    return status;
}

/* A pool of the device up to an age, pinned; NULL: there is none. */
static struct pool *pick(int32_t device, uint64_t age)
{
    struct pool *found = NULL;
    pthread_mutex_lock(&lock);
    for (struct pool *pool = pools; pool != NULL && found == NULL; pool = pool->next)
        if (pool->device == device && pool->age <= age)
            found = handle_acquire(pool->handle, HANDLE_MEM_POOL);
    pthread_mutex_unlock(&lock);
    return found;
}

void mem_pool_end_until(int32_t device, uint64_t age)
{
    struct left_handles left = {.told = 0};
    struct pool *pool;
    while ((pool = pick(device, age)) != NULL) {
        left_handles_tell(&left, pool->handle);
        end_pool(pool, entry_name());
        release(pool);
    }
    left_handles_tell_more(&left);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static aclError report_attr(aclrtMemPoolAttr attr)
{
    return report(ACL_ERROR_RT_INTERNAL_ERROR,
                  "attr is %d; ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES (1) to "
                  "ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH (8) is required",
                  (int)attr);
}

/* The switch that an attribute names; NULL for other attributes. */
static uint32_t *switch_of(struct pool *pool, aclrtMemPoolAttr attr)
{
    switch (attr) {
    case ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES: return &pool->follows_events;
    case ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC: return &pool->is_opportunistic;
    case ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES: return &pool->makes_waits;
    default: return NULL;
    }
}

/* The number of bytes that an attribute names; NULL for other attributes. */
static uint64_t *bytes_of(struct pool *pool, aclrtMemPoolAttr attr)
{
    switch (attr) {
    case ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD: return &pool->threshold;
    case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT: return &pool->reserved;
    case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH: return &pool->reserved_high;
    case ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT: return &pool->used;
    case ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH: return &pool->used_high;
    default: return NULL;
    }
}

static aclError set_bytes(struct pool *pool, aclrtMemPoolAttr attr, uint64_t *bytes, uint64_t value)
{
    if (bytes == &pool->reserved || bytes == &pool->used)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "attr is %d, a number that is counted; it can be read only", (int)attr);
    if (bytes == &pool->threshold && value > pool->capacity)
        return report(ACL_ERROR_RT_INTERNAL_ERROR,
                      "the release threshold is %" PRIu64 "; the pool has %zu bytes", value,
                      pool->capacity);
    if (bytes != &pool->threshold && value != 0)
        return report(ACL_ERROR_RT_INTERNAL_ERROR,
                      "attr is %d and its value %" PRIu64 "; a highest number can be set to 0 only",
                      (int)attr, value);
    *bytes = value;
    return ACL_SUCCESS;
}

/* value has the type of the attribute: uint32_t for a switch, uint64_t for bytes. */
static aclError set_attr(struct pool *pool, aclrtMemPoolAttr attr, void *value)
{
    uint32_t *setting = switch_of(pool, attr);
    uint64_t *bytes = bytes_of(pool, attr);
    if (bytes != NULL)
        return set_bytes(pool, attr, bytes, *(const uint64_t *)value);
    if (setting == NULL)
        return report_attr(attr);
    *setting = *(const uint32_t *)value != 0;
    return ACL_SUCCESS;
}

static aclError get_attr(struct pool *pool, aclrtMemPoolAttr attr, void *value)
{
    const uint32_t *setting = switch_of(pool, attr);
    const uint64_t *bytes = bytes_of(pool, attr);
    if (setting == NULL && bytes == NULL)
        return report_attr(attr);
    if (setting != NULL)
        *(uint32_t *)value = *setting;
    else
        *(uint64_t *)value = *bytes;
    return ACL_SUCCESS;
}

static aclError with_attr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value,
                          aclError (*act)(struct pool *, aclrtMemPoolAttr, void *))
{
    struct pool *pool;
    if (memPool == NULL)
        return REPORT_NULL("memPool");
    if (value == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "value is NULL; a valid pointer is required");
    aclError status = acquire(memPool, ACL_ERROR_RT_PARAM_INVALID, &pool);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    status = act(pool, attr, value);
    pthread_mutex_unlock(&lock);
    release(pool);
    return status;
}

aclError aclrtMemPoolSetAttrImpl(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value)
{
    return with_attr(memPool, attr, value, set_attr);
}

aclError aclrtMemPoolGetAttrImpl(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value)
{
    return with_attr(memPool, attr, value, get_attr);
}

/* ---- Trimming -------------------------------------------------------------------------------- */

static struct block *new_block(struct pool *pool, char *address, size_t bytes)
{
    struct block *block = calloc(1, sizeof *block);
    if (block == NULL)
        return NULL;
    block->address = address;
    block->bytes = bytes;
    block->next = pool->blocks;
    pool->blocks = block;
    return block;
}

static void remove_block(struct pool *pool, struct block *block)
{
    struct block **link = &pool->blocks;
    while (*link != block)
        link = &(*link)->next;
    *link = block->next;
    free(block);
}

/* Splits an idle block, which keeps so many bytes. When host memory is short it stays whole. */
static void split(struct pool *pool, struct block *block, size_t bytes)
{
    if (bytes >= block->bytes)
        return;
    struct block *rest = new_block(pool, block->address + bytes, block->bytes - bytes);
    if (rest == NULL)
        return;
    if (!device_memory_split_retired(block->address, bytes)) {
        remove_block(pool, rest);
        return;
    }
    rest->free = block->free;
    rest->freed_on = block->freed_on;
    rest->place = block->place;
    block->bytes = bytes;
}

static struct block *find_ended(const struct pool *pool)
{
    struct block *block = pool->blocks;
    while (block != NULL && (block->free == 0 || !device_memory_has_ended(block->address)))
        block = block->next;
    return block;
}

/* Gives back idle memory that has ended, except for so many bytes. The caller holds the lock. */
static void trim(struct pool *pool, uint64_t keep)
{
    struct block *block;
    uint64_t idle;
    while ((idle = pool->reserved - pool->used) > keep && (block = find_ended(pool)) != NULL) {
        size_t excess = (size_t)(idle - keep) / POOL_UNIT * POOL_UNIT;
        if (excess == 0)
            break;
        split(pool, block, excess);
        if (block->bytes > excess)
            break;
        device_memory_free_retired(block->address, false);
        pool->reserved -= block->bytes;
        remove_block(pool, block);
    }
}

void mem_pool_trim(int32_t device)
{
    if (atomic_load(&pool_count) == 0)
        return;
    pthread_mutex_lock(&lock);
    for (struct pool *pool = pools; pool != NULL; pool = pool->next)
        if (device < 0 || pool->device == device)
            trim(pool, pool->threshold);
    pthread_mutex_unlock(&lock);
}

static aclError trim_to(struct pool *pool, size_t bytes)
{
    if (bytes > pool->capacity)
        return report(ACL_ERROR_RT_INTERNAL_ERROR, "minBytesToKeep is %zu; the pool has %zu bytes",
                      bytes, pool->capacity);
    if (bytes >= pool->reserved)
        return ACL_SUCCESS;
    if (bytes < pool->used)
        return report(ACL_ERROR_RT_INTERNAL_ERROR,
                      "minBytesToKeep is %zu; %" PRIu64 " bytes of the pool are in use", bytes,
                      pool->used);
    trim(pool, bytes - pool->used);
    return ACL_SUCCESS;
}

aclError aclrtMemPoolTrimToImpl(aclrtMemPool memPool, size_t minBytesToKeep)
{
    struct pool *pool;
    if (memPool == NULL)
        return REPORT_NULL("memPool");
    aclError status = acquire(memPool, ACL_ERROR_RT_INTERNAL_ERROR, &pool);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    status = trim_to(pool, minBytesToKeep);
    pthread_mutex_unlock(&lock);
    release(pool);
    return status;
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

struct pool_task {
    struct task task;
    char *address;
    size_t bytes;                        /* bytes of the block; 0: there is no block */
    uint64_t free;                       /* its number */
    struct device_allocation allocation; /* an allocation that is no block, to be freed */
    struct wait wait;
    struct stream *awaited; /* pinned */
};

static struct pool_task *new_task(void (*run)(struct task *, struct stream *,
                                              struct task_failure *),
                                  void (*destroy)(struct task *))
{
    struct pool_task *task = calloc(1, sizeof *task);
    if (task == NULL) {
        report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for the queued work");
        return NULL;
    }
    task->task.name = entry_name();
    task->task.run = run;
    task->task.destroy = destroy;
    return task;
}

static void run_nothing(struct task *task, struct stream *stream, struct task_failure *failure)
{
    (void)task;
    (void)stream;
    (void)failure;
}

static void destroy_plain(struct task *task)
{
    free(task);
}

/* Also runs when the task is dropped: then nothing on the stream uses the memory any more. */
static void destroy_free(struct task *task)
{
    const struct pool_task *self = (struct pool_task *)task;
    device_memory_end_retired(self->address, self->bytes, self->free);
    free(task);
}

static void run_free_found(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct device_allocation *allocation = &((struct pool_task *)task)->allocation;
    char end[96];
    (void)stream;
    if (device_memory_free_found(allocation))
        return;
    device_memory_describe_end(allocation, end, sizeof end);
    failure->status = ACL_ERROR_RT_PARAM_INVALID;
    snprintf(failure->text, sizeof failure->text,
             "%s failed on the stream: %p was freed meanwhile by %s", task->name,
             (void *)allocation->address, end);
}

static void run_wait(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct pool_task *self = (struct pool_task *)task;
    (void)stream;
    if (stream_complete_until(self->awaited, self->wait.place, NULL) != STREAM_NO_WORKER)
        return;
    failure->status = ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    snprintf(failure->text, sizeof failure->text,
             "%s: the stream did not wait for the free of the memory on stream %d: no thread can "
             "be started for the work before it",
             task->name, stream_id(self->awaited));
}

static void destroy_wait(struct task *task)
{
    struct pool_task *self = (struct pool_task *)task;
    waits_end(&self->wait);
    stream_release(self->awaited);
    free(self);
}

/* Queues a task in whose turn bytes begin or cease to belong to somebody. */
static uint64_t submit(struct pool_task *task, struct stream *stream, size_t size,
                       enum races_use use)
{
    struct races races;
    struct byte_view view;
    if (order_is_kept()) {
        stream_begin_races(&races, &task->task, stream, stream_newest(stream) + 1);
        byte_view_dense(&view, (uintptr_t)task->address, size);
        races_add(&races, (struct argument_name){"ptr", -1}, &view, use);
        races_end(&races);
    }
    return stream_submit(stream, &task->task);
}

/* ---- Allocating ------------------------------------------------------------------------------ */

/* Why work of a stream may use a block that another one has freed. Tried in this sequence. */
enum reuse { REUSE_SAME, REUSE_EVENT, REUSE_OPPORTUNISTIC, REUSE_WAIT, REUSE_KINDS };

static bool has_passed(aclrtStream stream, const struct block *block)
{
    const struct passed *passed = find_passed(stream, block->freed_on);
    return passed != NULL && passed->sequence >= block->place;
}

static bool may_reuse(const struct pool *pool, const struct block *block, aclrtStream stream,
                      enum reuse kind)
{
    switch (kind) {
    case REUSE_SAME: return block->freed_on == stream;
    case REUSE_EVENT: return pool->follows_events && has_passed(stream, block);
    case REUSE_OPPORTUNISTIC:
        return pool->is_opportunistic && device_memory_has_ended(block->address);
    case REUSE_WAIT: return pool->makes_waits && block->place != NOT_YET;
    case REUSE_KINDS: break;
    }
    return false;
}

/* The smallest idle block that is large enough. */
static struct block *find_idle(const struct pool *pool, size_t bytes, aclrtStream stream,
                               enum reuse kind)
{
    struct block *found = NULL;
    for (struct block *block = pool->blocks; block != NULL; block = block->next)
        if (block->free != 0 && block->bytes >= bytes &&
            (found == NULL || block->bytes < found->bytes) && may_reuse(pool, block, stream, kind))
            found = block;
    return found;
}

/* Makes the task by which a stream waits for the free of a block on another stream. NULL when host
 * memory is short; *is_over when the other stream has ended. */
static struct pool_task *make_wait(const struct block *block, bool *is_over)
{
    struct stream *awaited = handle_acquire(block->freed_on, HANDLE_STREAM);
    *is_over = awaited == NULL;
    if (awaited == NULL)
        return NULL;
    struct pool_task *task = new_task(run_wait, destroy_wait);
    if (task == NULL) {
        stream_release(awaited);
        return NULL;
    }
    task->task.lasts = true;
    task->task.wait = &task->wait;
    task->awaited = awaited;
    task->wait.awaited = awaited;
    task->wait.place = block->place;
    return task;
}

/* An idle block that the stream may use, or NULL. *wait is what the stream has to do first. */
static struct block *take_idle(struct pool *pool, size_t bytes, aclrtStream stream,
                               struct pool_task **wait)
{
    struct block *block = NULL;
    enum reuse kind = REUSE_SAME;
    while (kind < REUSE_KINDS && (block = find_idle(pool, bytes, stream, kind)) == NULL)
        kind++;
    if (block == NULL)
        return NULL;
    bool is_over = kind == REUSE_OPPORTUNISTIC;
    if (kind == REUSE_WAIT) {
        *wait = make_wait(block, &is_over);
        if (*wait == NULL && !is_over)
            return NULL;
    }
    split(pool, block, bytes);
    /* No call orders the two streams, but the free has been carried out. */
    if (is_over)
        races_forget(block->address, block->bytes);
    return block;
}

static struct block *take_new(struct pool *pool, size_t size, size_t bytes, aclError *status)
{
    if (bytes > pool->capacity - pool->reserved) {
        *status = report(ACL_ERROR_RT_INTERNAL_ERROR,
                         "size is %zu; %" PRIu64 " of the pool's %zu bytes are reserved, %" PRIu64
                         " of them in use, and none of the others may serve this stream; "
                         "aclrtMemPoolTrimTo gives back what was freed and is complete",
                         size, pool->reserved, pool->capacity, pool->used);
        return NULL;
    }
    char *address = device_memory_allocate_pooled(pool->device, size);
    struct block *block = address != NULL ? new_block(pool, address, bytes) : NULL;
    if (block == NULL) {
        if (address != NULL)
            device_memory_free(address);
        *status = report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                         "size is %zu; device %d has no piece of %zu bytes left", size,
                         pool->device, bytes);
        return NULL;
    }
    pool->reserved += bytes;
    if (pool->reserved > pool->reserved_high)
        pool->reserved_high = pool->reserved;
    return block;
}

/* The caller holds the lock. */
static aclError take(struct pool *pool, size_t size, aclrtStream stream, char **address,
                     struct pool_task **wait)
{
    size_t bytes = (size + POOL_UNIT - 1) / POOL_UNIT * POOL_UNIT;
    aclError status = ACL_SUCCESS;
    if (pool->ended)
        return report(ACL_ERROR_RT_INTERNAL_ERROR, "memPool is destroyed by another thread");
    struct block *block = take_idle(pool, bytes, stream, wait);
    if (block != NULL)
        device_memory_renew(block->address, size);
    else
        block = take_new(pool, size, bytes, &status);
    if (block == NULL)
        return status;
    block->free = 0;
    pool->used += block->bytes;
    if (pool->used > pool->used_high)
        pool->used_high = pool->used;
    *address = block->address;
    return ACL_SUCCESS;
}

static aclError allocate(struct pool *pool, size_t size, struct stream *stream, void **out)
{
    struct pool_task *wait = NULL;
    struct pool_task *task = new_task(run_nothing, destroy_plain);
    if (task == NULL)
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    pthread_mutex_lock(&lock);
    aclError status = take(pool, size, stream->child.handle, &task->address, &wait);
    pthread_mutex_unlock(&lock);
    if (status != ACL_SUCCESS) {
        free(task);
        return status;
    }
    *out = task->address;
    log_line(LOG_MEM, "device %d: %zu bytes of a pool at 0x%zx", pool->device, size,
             (size_t)task->address);
    if (wait != NULL) {
        stream_order_wait(stream, wait->awaited, wait->wait.place);
        stream_submit(stream, &wait->task);
    }
    submit(task, stream, size, RACES_ALLOCATED);
    return ACL_SUCCESS;
}

aclError aclrtMemPoolMallocAsyncImpl(void **ptr, size_t size, aclrtMemPool memPool,
                                     aclrtStream stream)
{
    struct stream *queue = NULL;
    struct pool *pool;
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (memPool == NULL)
        return REPORT_NULL("memPool");
    if (stream == NULL)
        return REPORT_NULL("stream");
    if (size == 0)
        return ACL_SUCCESS;
    aclError status = stream_acquire(stream, &queue);
    if (status != ACL_SUCCESS)
        return status;
    status = stream_refuse_captured(queue, "would allocate memory of a pool");
    if (status != ACL_SUCCESS) {
        stream_release(queue);
        return status;
    }
    if (size > SIZE_MAX - (POOL_UNIT - 1))
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "size is %zu; in pieces of 2 MiB that exceeds the address space", size);
    else
        status = acquire(memPool, ACL_ERROR_RT_INTERNAL_ERROR, &pool);
    if (status == ACL_SUCCESS) {
        status = allocate(pool, size, queue, ptr);
        release(pool);
    }
    stream_release(queue);
    return status;
}

/* ---- Freeing --------------------------------------------------------------------------------- */

/* The block in use that begins at an address, and its pool; NULL: there is none. */
static struct block *find_block(const void *address, struct pool **pool)
{
    for (*pool = pools; *pool != NULL; *pool = (*pool)->next)
        for (struct block *block = (*pool)->blocks; block != NULL; block = block->next)
            if (block->address == address)
                return block->free == 0 ? block : NULL;
    return NULL;
}

bool mem_pool_free_now(void *address)
{
    struct pool *pool;
    if (atomic_load(&pool_count) == 0)
        return false;
    pthread_mutex_lock(&lock);
    struct block *block = find_block(address, &pool);
    if (block != NULL) {
        device_memory_free(address);
        pool->used -= block->bytes;
        pool->reserved -= block->bytes;
        remove_block(pool, block);
    }
    pthread_mutex_unlock(&lock);
    return block != NULL;
}

/* Makes the block at an address idle; false when there is none in use. */
static bool retire(struct pool_task *task, aclrtStream stream)
{
    struct pool *pool;
    pthread_mutex_lock(&lock);
    struct block *block = find_block(task->address, &pool);
    if (block != NULL) {
        task->bytes = block->bytes;
        task->free = ++frees;
        device_memory_retire(block->address, task->free);
        block->free = task->free;
        block->freed_on = stream;
        block->place = NOT_YET;
        pool->used -= block->bytes;
    }
    pthread_mutex_unlock(&lock);
    return block != NULL;
}

/* Notes the place of a free, for the block and for what was split off it meanwhile. */
static void note_place(uint64_t number, uint64_t place)
{
    pthread_mutex_lock(&lock);
    for (struct pool *pool = pools; pool != NULL; pool = pool->next)
        for (struct block *block = pool->blocks; block != NULL; block = block->next)
            if (block->free == number)
                block->place = place;
    pthread_mutex_unlock(&lock);
}

static aclError free_on(struct stream *stream, const struct device_allocation *allocation)
{
    struct pool_task *task = new_task(run_nothing, destroy_free);
    if (task == NULL)
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    task->address = allocation->address;
    if (retire(task, stream->child.handle)) {
        uint64_t number = task->free;
        note_place(number, submit(task, stream, allocation->size, RACES_FREED));
        return ACL_SUCCESS;
    }
    task->task.run = run_free_found;
    task->task.destroy = destroy_plain;
    task->allocation = *allocation;
    submit(task, stream, allocation->size, RACES_FREED);
    return ACL_SUCCESS;
}

aclError mem_pool_free_queued(void *ptr, aclrtStream handle)
{
    struct stream *stream = NULL;
    struct device_allocation allocation;
    aclError status = stream_acquire(handle, &stream);
    if (status != ACL_SUCCESS)
        return status;
    status = stream_refuse_captured(stream, "would free memory of a pool");
    if (status != ACL_SUCCESS) {
        /* What it reported is returned. */
    } else if (device_memory_find(ptr, &allocation) && allocation.address == ptr) {
        status = free_on(stream, &allocation);
    } else {
        char what[MEMORY_TEXT];
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "ptr is %p, %s; the address that aclrtMemPoolMallocAsync or aclrtMalloc "
                        "gave, not freed since, is required",
                        ptr, memory_describe(ptr, what, sizeof what));
    }
    stream_release(stream);
    return status;
}

aclError aclrtMemPoolFreeAsyncImpl(void *ptr, aclrtStream stream)
{
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (stream == NULL)
        return report(ACL_ERROR_RT_INTERNAL_ERROR,
                      "stream is NULL; a stream of aclrtCreateStream is required");
    return mem_pool_free_queued(ptr, stream);
}
