/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/managed_memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/log.h"
#include "base/product.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/address_map.h"
#include "runtime/memory/host_memory.h"
#include "runtime/memory/memory.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream_queue.h"

#define PAGE ((size_t)2 << 20)

/* The most bytes of an allocation, a piece of advice and a prefetch: 3 TiB. */
#define MOST_BYTES ((uint64_t)3 << 40)

/* What a place without a number is called in answers, and "none, or not all the same". */
#define THE_HOST (-1)
#define NO_PLACE (-2)

/* Places that access memory are bits: the host, devices, nodes of the host's memory. */
#define HOST_BIT ((uint64_t)1)
#define FIRST_NODE_BIT (1 + MAX_DEVICES)
#define MOST_NODES (64 - FIRST_NODE_BIT)

/* What a program has said of a page. */
struct page {
    bool is_mostly_read;
    uint64_t accessed_by;
    aclrtMemManagedLocation preferred; /* the type is INVALID where there is none */
    aclrtMemManagedLocation prefetched;
};

/* An allocation. Its first member is what a map links. */
struct managed {
    struct address_range range;
    struct page *pages;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct address_map allocations = ADDRESS_MAP_EMPTY;

static aclError require_managed(void)
{
    return product_require(PRODUCT_910B, "managed memory");
}

/* ---- Allocations ----------------------------------------------------------------------------- */

static struct managed *new_managed(void *address, size_t size)
{
    struct managed *managed = calloc(1, sizeof *managed);
    size_t pages = (size + PAGE - 1) / PAGE;
    if (managed != NULL)
        managed->pages = calloc(pages, sizeof *managed->pages);
    if (managed == NULL || managed->pages == NULL) {
        free(managed);
        return NULL;
    }
    managed->range.start = (uintptr_t)address;
    managed->range.extent = pages * PAGE;
    managed->range.size = size;
    return managed;
}

static void *allocate(size_t size)
{
    void *address = host_memory_allocate(size, HOST_MANAGED, PAGE);
    struct managed *managed = address != NULL ? new_managed(address, size) : NULL;
    if (managed == NULL) {
        if (address != NULL)
            host_memory_leave(address, HOST_MANAGED);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    address_map_add(&allocations, &managed->range);
    pthread_mutex_unlock(&lock);
    return address;
}

aclError aclrtMemAllocManagedImpl(void **ptr, uint64_t size, uint32_t flag)
{
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (flag != ACL_RT_MEM_ATTACH_GLOBAL)
        return report(ACL_ERROR_INVALID_PARAM,
                      "flag is %u; ACL_RT_MEM_ATTACH_GLOBAL (1) is required", flag);
    if (size == 0 || size > MOST_BYTES)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "size is %" PRIu64 "; 1 byte to 3 TiB of managed memory can be allocated",
                      size);
    aclError status = require_managed();
    if (status == ACL_SUCCESS)
        status = context_require();
    if (status != ACL_SUCCESS)
        return status;
    void *address = allocate(size);
    if (address == NULL)
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                      "size is %" PRIu64 "; the host has no such amount of memory to give", size);
    *ptr = address;
    log_line(LOG_MEM, "managed: %zu bytes at 0x%zx", (size_t)size, (size_t)address);
    return ACL_SUCCESS;
}

bool managed_memory_free(void *address)
{
    pthread_mutex_lock(&lock);
    struct managed *managed = (struct managed *)address_map_find(&allocations, (uintptr_t)address);
    if (managed != NULL && managed->range.start != (uintptr_t)address)
        managed = NULL;
    if (managed != NULL)
        address_map_remove(&allocations, &managed->range);
    pthread_mutex_unlock(&lock);
    if (managed == NULL)
        return false;
    host_memory_leave(address, HOST_MANAGED);
    free(managed->pages);
    free(managed);
    return true;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* Pages of one allocation. */
struct span {
    const char *argument;
    const void *address;
    uint64_t bytes;
    struct page *first;
    size_t count;
};

static aclError check_bytes(const struct span *span, bool whole_pages)
{
    if (span->bytes == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    if (span->bytes > MOST_BYTES || (whole_pages && span->bytes % PAGE != 0))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "size is %" PRIu64 "; %s up to 3 TiB are required", span->bytes,
                      whole_pages ? "multiples of 2 MiB" : "bytes");
    return ACL_SUCCESS;
}

/* Finds the pages. The caller holds the lock. */
static aclError find_pages(struct span *span)
{
    char what[MEMORY_TEXT];
    uintptr_t at = (uintptr_t)span->address;
    const struct managed *managed = (struct managed *)address_map_find(&allocations, at);
    uint64_t offset = managed != NULL ? at - managed->range.start : 0;
    if (managed == NULL || span->bytes > managed->range.extent - offset)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "%s is %p, %s; %" PRIu64 " bytes of one allocation of aclrtMemAllocManaged "
                      "are required from there on",
                      span->argument, span->address,
                      memory_describe(span->address, what, sizeof what), span->bytes);
    span->first = managed->pages + offset / PAGE;
    span->count = (size_t)((offset + span->bytes + PAGE - 1) / PAGE - offset / PAGE);
    return ACL_SUCCESS;
}

/* ---- Places ---------------------------------------------------------------------------------- */

static int32_t current_node(void)
{
    unsigned node = 0;
    if (syscall(SYS_getcpu, NULL, &node, NULL) != 0)
        return 0;
    return (int32_t)node;
}

/* Checks a place and puts it as answers have it: the host is -1, and the thread's own node has its
 * number. */
static aclError resolve(aclrtMemManagedLocation *place)
{
    switch (place->type) {
    case ACL_MEM_LOCATIONTYPE_DEVICE:
        if (place->id >= 0 && (uint32_t)place->id < environment()->device_count)
            return ACL_SUCCESS;
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "location.id is %d; this process has %u device(s), from 0 on", place->id,
                      environment()->device_count);
    case ACL_MEM_LOCATIONTYPE_HOST: place->id = THE_HOST; return ACL_SUCCESS;
    case ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT:
        *place = (aclrtMemManagedLocation){ACL_MEM_LOCATIONTYPE_HOST_NUMA, current_node()};
        break;
    case ACL_MEM_LOCATIONTYPE_HOST_NUMA: break;
    default:
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "location.type is %d; ACL_MEM_LOCATIONTYPE_DEVICE (1) to _HOST_NUMA_CURRENT "
                      "(4) is required",
                      (int)place->type);
    }
    if (place->id >= 0 && place->id < MOST_NODES)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "location.id is %d; nodes of the host's memory are numbered from 0 to %d",
                  place->id, MOST_NODES - 1);
}

static uint64_t bit_of(aclrtMemManagedLocation place)
{
    if (place.type == ACL_MEM_LOCATIONTYPE_HOST)
        return HOST_BIT;
    int bit = place.type == ACL_MEM_LOCATIONTYPE_DEVICE ? 1 + place.id : FIRST_NODE_BIT + place.id;
    return (uint64_t)1 << bit;
}

static int32_t number_of_bit(int bit)
{
    if (bit == 0)
        return THE_HOST;
    return bit < FIRST_NODE_BIT ? bit - 1 : bit - FIRST_NODE_BIT;
}

static bool is_same(aclrtMemManagedLocation a, aclrtMemManagedLocation b)
{
    return a.type == b.type && (a.type == ACL_MEM_LOCATIONTYPE_INVALID || a.id == b.id);
}

/* ---- Advice ---------------------------------------------------------------------------------- */

static bool needs_place(aclrtMemManagedAdviseType advise)
{
    return advise == ACL_MEM_ADVISE_SET_PREFERRED_LOCATION ||
           advise == ACL_MEM_ADVISE_SET_ACCESSED_BY || advise == ACL_MEM_ADVISE_UNSET_ACCESSED_BY;
}

static void take_advice(struct page *page, aclrtMemManagedAdviseType advise,
                        aclrtMemManagedLocation place)
{
    const aclrtMemManagedLocation none = {ACL_MEM_LOCATIONTYPE_INVALID, NO_PLACE};
    switch (advise) {
    case ACL_MEM_ADVISE_SET_READ_MOSTLY: page->is_mostly_read = true; break;
    case ACL_MEM_ADVISE_UNSET_READ_MOSTLY: page->is_mostly_read = false; break;
    case ACL_MEM_ADVISE_SET_PREFERRED_LOCATION: page->preferred = place; break;
    case ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION: page->preferred = none; break;
    case ACL_MEM_ADVISE_SET_ACCESSED_BY: page->accessed_by |= bit_of(place); break;
    case ACL_MEM_ADVISE_UNSET_ACCESSED_BY: page->accessed_by &= ~bit_of(place); break;
    }
}

aclError aclrtMemManagedAdviseImpl(const void *const ptr, uint64_t size,
                                   aclrtMemManagedAdviseType advise,
                                   aclrtMemManagedLocation location)
{
    struct span span = {.argument = "ptr", .address = ptr, .bytes = size};
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    aclError status = check_bytes(&span, true);
    if (status == ACL_SUCCESS)
        status = require_managed();
    if (status == ACL_SUCCESS && ((int)advise < 0 || advise > ACL_MEM_ADVISE_UNSET_ACCESSED_BY))
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "advise is %d; ACL_MEM_ADVISE_SET_READ_MOSTLY (0) to _UNSET_ACCESSED_BY "
                        "(5) is required",
                        (int)advise);
    if (status == ACL_SUCCESS && needs_place(advise))
        status = resolve(&location);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    status = find_pages(&span);
    for (size_t i = 0; status == ACL_SUCCESS && i < span.count; i++)
        take_advice(&span.first[i], advise, location);
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

/* The place that all pages have; else one whose type is INVALID. */
static aclrtMemManagedLocation common_place(const struct span *span, bool prefetched)
{
    const aclrtMemManagedLocation none = {ACL_MEM_LOCATIONTYPE_INVALID, NO_PLACE};
    aclrtMemManagedLocation first = prefetched ? span->first->prefetched : span->first->preferred;
    for (size_t i = 0; i < span->count; i++) {
        const struct page *page = &span->first[i];
        if (!is_same(prefetched ? page->prefetched : page->preferred, first))
            return none;
    }
    return first.type == ACL_MEM_LOCATIONTYPE_INVALID ? none : first;
}

static int32_t all_mostly_read(const struct span *span)
{
    for (size_t i = 0; i < span->count; i++)
        if (!span->first[i].is_mostly_read)
            return 0;
    return 1;
}

/* The numbers need not be aligned. */
static void list_accessors(const struct span *span, char *numbers, size_t count)
{
    const int32_t none = NO_PLACE;
    uint64_t all = UINT64_MAX;
    size_t found = 0;
    for (size_t i = 0; i < span->count; i++)
        all &= span->first[i].accessed_by;
    for (int bit = 0; bit < 64 && found < count; bit++) {
        int32_t number = number_of_bit(bit);
        if ((all >> bit & 1) != 0)
            memcpy(numbers + sizeof number * found++, &number, sizeof number);
    }
    for (; found < count; found++)
        memcpy(numbers + sizeof none * found, &none, sizeof none);
}

static aclError check_attribute(aclrtMemManagedRangeAttribute attribute, size_t bytes)
{
    bool is_list = attribute == ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY;
    if ((int)attribute < ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY ||
        attribute > ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "attribute is %d; ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY (1) to "
                      "_LAST_PREFETCH_LOCATION_ID (8) is required",
                      (int)attribute);
    if (is_list ? bytes == 0 || bytes % sizeof(int32_t) != 0 : bytes != sizeof(int32_t))
        return report(ACL_ERROR_RT_PARAM_INVALID, "dataSize is %zu; attribute %d takes %s", bytes,
                      (int)attribute, is_list ? "a multiple of 4 bytes" : "4 bytes");
    return ACL_SUCCESS;
}

static void answer(const struct span *span, aclrtMemManagedRangeAttribute attribute, void *data,
                   size_t bytes)
{
    const aclrtMemManagedLocation preferred = common_place(span, false);
    const aclrtMemManagedLocation prefetched = common_place(span, true);
    int32_t value = NO_PLACE;
    switch (attribute) {
    case ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY: value = all_mostly_read(span); break;
    case ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
        list_accessors(span, data, bytes / sizeof value);
        return;
    case ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
    case ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID: value = preferred.id; break;
    case ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE: value = (int32_t)preferred.type; break;
    case ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
    case ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID: value = prefetched.id; break;
    case ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
        value = (int32_t)prefetched.type;
        break;
    }
    memcpy(data, &value, sizeof value);
}

static aclError get(struct span *span, const aclrtMemManagedRangeAttribute *attributes,
                    size_t count, void **data, const size_t *bytes)
{
    aclError status = check_bytes(span, false);
    if (status == ACL_SUCCESS)
        status = require_managed();
    for (size_t i = 0; status == ACL_SUCCESS && i < count; i++)
        status = data[i] != NULL ? check_attribute(attributes[i], bytes[i]) : REPORT_NULL("data");
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    status = find_pages(span);
    for (size_t i = 0; status == ACL_SUCCESS && i < count; i++)
        answer(span, attributes[i], data[i], bytes[i]);
    pthread_mutex_unlock(&lock);
    return status;
}

aclError aclrtMemManagedGetAttrImpl(aclrtMemManagedRangeAttribute attribute, const void *ptr,
                                    size_t size, void *data, size_t dataSize)
{
    struct span span = {.argument = "ptr", .address = ptr, .bytes = size};
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (data == NULL)
        return REPORT_NULL("data");
    return get(&span, &attribute, 1, &data, &dataSize);
}

aclError aclrtMemManagedGetAttrsImpl(aclrtMemManagedRangeAttribute *attributes,
                                     size_t numAttributes, const void *ptr, size_t size,
                                     void **data, size_t *dataSizes)
{
    struct span span = {.argument = "ptr", .address = ptr, .bytes = size};
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (attributes == NULL)
        return REPORT_NULL("attributes");
    if (data == NULL)
        return REPORT_NULL("data");
    if (dataSizes == NULL)
        return REPORT_NULL("dataSizes");
    return get(&span, attributes, numAttributes, data, dataSizes);
}

/* ---- Prefetches ------------------------------------------------------------------------------ */

/* Nothing moves, so that no task is queued; the stream is looked at. */

static aclError check_flags(uint64_t flags)
{
    return flags == 0 ? ACL_SUCCESS
                      : report(ACL_ERROR_INVALID_PARAM,
                               "flags is %" PRIu64 "; it is reserved and must be 0", flags);
}

aclError aclrtMemManagedPrefetchAsyncImpl(const void *ptr, size_t size,
                                          aclrtMemManagedLocation location, uint32_t flags,
                                          aclrtStream stream)
{
    struct span span = {.argument = "ptr", .address = ptr, .bytes = size};
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    aclError status = check_bytes(&span, true);
    if (status == ACL_SUCCESS)
        status = check_flags(flags);
    if (status == ACL_SUCCESS)
        status = require_managed();
    if (status == ACL_SUCCESS)
        status = stream_check(stream);
    if (status == ACL_SUCCESS)
        status = resolve(&location);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    status = find_pages(&span);
    for (size_t i = 0; status == ACL_SUCCESS && i < span.count; i++)
        span.first[i].prefetched = location;
    pthread_mutex_unlock(&lock);
    return status;
}

struct batch {
    const void **ptrs;
    size_t *sizes;
    size_t count;
    aclrtMemManagedLocation *places;
    size_t *first; /* the prefetch that each of places begins with */
    size_t place_count;
};

static aclError check_arrays(const struct batch *batch)
{
    if (batch->ptrs == NULL)
        return REPORT_NULL("ptrs");
    if (batch->sizes == NULL)
        return REPORT_NULL("sizes");
    if (batch->places == NULL)
        return REPORT_NULL("prefetchLocs");
    if (batch->first == NULL)
        return REPORT_NULL("prefetchLocIdxs");
    if (batch->count == 0 || batch->place_count == 0 || batch->count < batch->place_count)
        return report(ACL_ERROR_INVALID_PARAM,
                      "count is %zu and numPrefetchLocs %zu; at least 1 of each is required, and "
                      "no more locations than prefetches",
                      batch->count, batch->place_count);
    return ACL_SUCCESS;
}

static aclError check_first(const struct batch *batch)
{
    for (size_t i = 0; i < batch->place_count; i++) {
        size_t least = i == 0 ? 0 : batch->first[i - 1] + 1;
        if (batch->first[i] < least || batch->first[i] >= batch->count ||
            (i == 0 && batch->first[0] != 0))
            return report(ACL_ERROR_RT_PARAM_INVALID,
                          "prefetchLocIdxs[%zu] is %zu; they begin with 0, ascend, and stay below "
                          "count, %zu",
                          i, batch->first[i], batch->count);
    }
    return ACL_SUCCESS;
}

/* The place of a prefetch, by what the caller gave. */
static aclrtMemManagedLocation place_for(const struct batch *batch, size_t prefetch)
{
    size_t i = batch->place_count - 1;
    while (batch->first[i] > prefetch)
        i--;
    return batch->places[i];
}

/* Looks at one prefetch of the batch, and carries it out. The lock is held. */
static aclError prefetch(const struct batch *batch, size_t number, bool carries_out)
{
    struct span span = {.argument = "an address of ptrs",
                        .address = batch->ptrs[number],
                        .bytes = batch->sizes[number]};
    aclrtMemManagedLocation place = place_for(batch, number);
    if (span.address == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "ptrs[%zu] is NULL; managed memory is required",
                      number);
    aclError status = check_bytes(&span, true);
    if (status == ACL_SUCCESS)
        status = resolve(&place);
    if (status == ACL_SUCCESS)
        status = find_pages(&span);
    for (size_t i = 0; status == ACL_SUCCESS && carries_out && i < span.count; i++)
        span.first[i].prefetched = place;
    return status;
}

aclError aclrtMemManagedPrefetchBatchAsyncImpl(const void **ptrs, size_t *sizes, size_t count,
                                               aclrtMemManagedLocation *prefetchLocs,
                                               size_t *prefetchLocIdxs, size_t numPrefetchLocs,
                                               uint64_t flags, aclrtStream stream)
{
    const struct batch batch = {ptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs};
    aclError status = check_arrays(&batch);
    if (status == ACL_SUCCESS)
        status = check_flags(flags);
    if (status == ACL_SUCCESS)
        status = require_managed();
    if (status == ACL_SUCCESS)
        status = check_first(&batch);
    if (status == ACL_SUCCESS)
        status = stream_check(stream);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; status == ACL_SUCCESS && i < count; i++)
        status = prefetch(&batch, i, false);
    for (size_t i = 0; status == ACL_SUCCESS && i < count; i++)
        status = prefetch(&batch, i, true);
    pthread_mutex_unlock(&lock);
    return status;
}
