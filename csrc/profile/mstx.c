/* SPDX-License-Identifier: Apache-2.0 */
/* mstx: marks and ranges with domains. Which names and messages are taken follows CANN's profiler:
 * a message that begins like a formula would be one in a table. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "impl/mstx/ms_tools_ext.h"
#include "profile/marks.h"

#define BUCKETS 256
#define MOST_RANGES (1u << 20) /* more that have not ended are not noted */
#define MOST_DOMAINS 1024
#define NAME_SIZE 1024
#define DEFAULT_DOMAIN "default"

static bool begins_like_a_formula(const char *text)
{
    return strchr("=+-@", *text) != NULL; /* also an empty one */
}

static bool is_message(const char *message)
{
    if (message == NULL)
        (void)REPORT_NULL("message");
    else if (begins_like_a_formula(message))
        (void)report(ACL_ERROR_INVALID_PARAM,
                     "message is \"%.100s\"; it must not be empty, nor begin with =, +, - or @",
                     message);
    else
        return true;
    return false;
}

/* ---- Domains --------------------------------------------------------------------------------- */

struct domain {
    struct domain *next;
    void *handle;
    char name[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct domain *domains;
static size_t domain_count;

static bool is_name(const char *name)
{
    if (name == NULL)
        (void)REPORT_NULL("name");
    else if (begins_like_a_formula(name) || strcmp(name, DEFAULT_DOMAIN) == 0 ||
             strnlen(name, NAME_SIZE) == NAME_SIZE)
        (void)report(ACL_ERROR_INVALID_PARAM,
                     "name is \"%.100s\"; one of 1 to %d bytes is required that is not \"default\" "
                     "and does not begin with =, +, - or @",
                     name, NAME_SIZE - 1);
    else
        return true;
    return false;
}

/* The caller holds the lock. */
static struct domain *add_domain(const char *name)
{
    size_t size = strlen(name) + 1;
    struct domain *made = domain_count < MOST_DOMAINS ? malloc(sizeof *made + size) : NULL;
    if (made == NULL)
        return NULL;
    memcpy(made->name, name, size);
    made->handle = handle_create(HANDLE_PROFILE_DOMAIN, made, free);
    if (made->handle == NULL) {
        free(made);
        return NULL;
    }
    made->next = domains;
    domains = made;
    domain_count++;
    return made;
}

mstxDomainHandle_t mstxDomainCreateAImpl(const char *name)
{
    if (!is_name(name))
        return NULL;
    pthread_mutex_lock(&lock);
    struct domain *found = domains;
    while (found != NULL && strcmp(found->name, name) != 0)
        found = found->next;
    if (found == NULL)
        found = add_domain(name);
    void *handle = found != NULL ? found->handle : NULL;
    pthread_mutex_unlock(&lock);
    if (handle == NULL)
        (void)report(ACL_ERROR_BAD_ALLOC, "there is no room for the domain: %d are there at most",
                     MOST_DOMAINS);
    return handle;
}

static void refuse_domain(const void *handle)
{
    char what[128];
    (void)report(ACL_ERROR_INVALID_PARAM,
                 "handle is %p, %s; a domain that mstxDomainCreateA made is required", handle,
                 handle_describe(handle, what, sizeof what));
}

void mstxDomainDestroyImpl(mstxDomainHandle_t handle)
{
    pthread_mutex_lock(&lock);
    struct domain **place = &domains;
    while (*place != NULL && (*place)->handle != (void *)handle)
        place = &(*place)->next;
    if (*place != NULL) {
        *place = (*place)->next;
        domain_count--;
    }
    pthread_mutex_unlock(&lock);
    if (!handle_close(handle, HANDLE_PROFILE_DOMAIN, entry_name()))
        refuse_domain(handle);
}

/* Pins a domain; NULL and a report where there is none. */
static const struct domain *take_domain(const void *handle)
{
    const struct domain *domain = handle_acquire(handle, HANDLE_PROFILE_DOMAIN);
    if (domain == NULL)
        refuse_domain(handle);
    return domain;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

struct range {
    struct range *next;
    uint64_t number;
    int64_t began;
    aclrtStream stream;
    const void *domain; /* its handle; NULL: the default one */
    const char *text;   /* behind the name of the domain */
    char name[];
};

static struct range *buckets[BUCKETS];
static size_t range_count;

static struct range *make_range(const void *domain, const char *name, const char *message,
                                aclrtStream stream)
{
    size_t name_size = strlen(name) + 1;
    size_t text_size = strnlen(message, TRACE_TEXT);
    struct range *range = malloc(sizeof *range + name_size + text_size + 1);
    if (range == NULL)
        return NULL;
    range->number = marks_number();
    range->stream = stream;
    range->domain = domain;
    memcpy(range->name, name, name_size);
    range->text = memcpy(range->name + name_size, message, text_size);
    range->name[name_size + text_size] = '\0';
    return range;
}

static bool add_range(struct range *range)
{
    pthread_mutex_lock(&lock);
    bool has_room = range_count < MOST_RANGES;
    if (has_room) {
        struct range **bucket = &buckets[range->number % BUCKETS];
        range->next = *bucket;
        *bucket = range;
        range_count++;
        range->began = monotonic_nanoseconds();
    }
    pthread_mutex_unlock(&lock);
    return has_room;
}

/* Takes a range out of its domain; NULL: it is not there. */
static struct range *take_range(uint64_t number, const void *domain)
{
    pthread_mutex_lock(&lock);
    struct range **place = &buckets[number % BUCKETS];
    while (*place != NULL && (*place)->number != number)
        place = &(*place)->next;
    struct range *found = *place;
    if (found != NULL && found->domain == domain) {
        *place = found->next;
        range_count--;
    } else {
        found = NULL;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/* Without a trace and a profile nothing is noted, and the range is none. */
static uint64_t start_range(const void *domain, const char *name, const char *message,
                            aclrtStream stream)
{
    if (!trace_is_on() || !is_message(message))
        return MSTX_INVALID_ID;
    struct range *range = make_range(domain, name, message, stream);
    bool is_good = range != NULL;
    if (is_good && stream != NULL)
        is_good = marks_queue(stream, TRACE_MARK, TRACE_BEGIN, message, range->number) == 0;
    if (is_good && add_range(range))
        return range->number;
    free(range);
    return MSTX_INVALID_ID;
}

static void end_range(const void *domain, uint64_t id)
{
    struct range *range = id != MSTX_INVALID_ID ? take_range(id, domain) : NULL;
    if (range == NULL)
        return;
    if (range->stream != NULL)
        (void)marks_queue(range->stream, TRACE_MARK, TRACE_END, range->text, range->number);
    if (trace_is_on())
        trace_mark(&(struct trace_mark){.by = "mstxRangeStartA",
                                        .domain = range->name,
                                        .text = range->text,
                                        .number = range->number,
                                        .is_range = true,
                                        .began = range->began,
                                        .ended = monotonic_nanoseconds()});
    free(range);
}

mstxRangeId mstxRangeStartAImpl(const char *message, aclrtStream stream)
{
    return start_range(NULL, DEFAULT_DOMAIN, message, stream);
}

void mstxRangeEndImpl(mstxRangeId id)
{
    end_range(NULL, id);
}

mstxRangeId mstxDomainRangeStartAImpl(mstxDomainHandle_t handle, const char *message,
                                      aclrtStream stream)
{
    const struct domain *domain = take_domain(handle);
    if (domain == NULL)
        return MSTX_INVALID_ID;
    uint64_t number = start_range(handle, domain->name, message, stream);
    handle_release(handle);
    return number;
}

void mstxDomainRangeEndImpl(mstxDomainHandle_t handle, mstxRangeId id)
{
    if (take_domain(handle) == NULL)
        return;
    end_range(handle, id);
    handle_release(handle);
}

/* ---- Marks ----------------------------------------------------------------------------------- */

static void mark(const char *domain, const char *message, aclrtStream stream)
{
    if (!trace_is_on() || !is_message(message))
        return;
    uint64_t number = marks_number();
    if (stream == NULL || marks_queue(stream, TRACE_MARK, TRACE_WHOLE, message, number) == 0)
        marks_note(domain, message, number);
}

void mstxMarkAImpl(const char *message, aclrtStream stream)
{
    mark(DEFAULT_DOMAIN, message, stream);
}

void mstxDomainMarkAImpl(mstxDomainHandle_t handle, const char *message, aclrtStream stream)
{
    const struct domain *domain = take_domain(handle);
    if (domain == NULL)
        return;
    mark(domain->name, message, stream);
    handle_release(handle);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* What an allocator of the program tells a tool that looks for leaks. CANN's profiler does not
 * listen either: without such a tool there is no heap. */
mstxMemHeapHandle_t mstxMemHeapRegisterImpl(mstxDomainHandle_t domain,
                                            const mstxMemHeapDesc_t *desc)
{
    (void)domain;
    (void)desc;
    return NULL;
}

void mstxMemHeapUnregisterImpl(mstxDomainHandle_t domain, mstxMemHeapHandle_t heap)
{
    (void)domain;
    (void)heap;
}

void mstxMemRegionsRegisterImpl(mstxDomainHandle_t domain,
                                const mstxMemRegionsRegisterBatch_t *desc)
{
    (void)domain;
    (void)desc;
}

void mstxMemRegionsUnregisterImpl(mstxDomainHandle_t domain,
                                  const mstxMemRegionsUnregisterBatch_t *desc)
{
    (void)domain;
    (void)desc;
}
