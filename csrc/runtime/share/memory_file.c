/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/share/memory_file.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/thread.h"
#include "runtime/watch/isolate.h"

/* A file beyond RLIMIT_FSIZE gets no error: the process gets a deadly signal. */
bool memory_file_extend(int file, size_t bytes)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < bytes)
        return false;
    return ftruncate(file, (off_t)bytes) == 0;
}

int memory_file_make(const char *name, size_t bytes)
{
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file >= 0 && !memory_file_extend(file, bytes)) {
        close(file);
        return -1;
    }
    return file;
}

uint64_t memory_file_number(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

/* ---- Writers wait ---------------------------------------------------------------------------- */

/* A thread that wrote to memory that was read only for a moment may look here when that is over. It
 * tries again as long as that is not long ago. */
#define TAKEN_KEPT 64
#define TRIED_AGAIN_NANOSECONDS ((int64_t)10 * 1000000000)

static struct taken {
    _Atomic uintptr_t start;
    _Atomic size_t bytes;
    _Atomic int64_t until; /* when a fault there is none of these any more; INT64_MAX: not known */
} taken[TAKEN_KEPT];
static size_t taken_count; /* guarded by `lock` */

/* One take-over at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void begin_taking(char *const *views, size_t count, size_t bytes, size_t *first)
{
    *first = taken_count;
    for (size_t i = 0; i < count; i++) {
        struct taken *range = &taken[taken_count++ % TAKEN_KEPT];
        atomic_store(&range->bytes, 0);
        atomic_store(&range->start, (uintptr_t)views[i]);
        atomic_store(&range->until, INT64_MAX);
        atomic_store(&range->bytes, bytes);
    }
}

static void end_taking(size_t first)
{
    int64_t until = monotonic_nanoseconds() + TRIED_AGAIN_NANOSECONDS;
    for (; first < taken_count; first++)
        atomic_store(&taken[first % TAKEN_KEPT].until, until);
}

/* Called in the handler of a fault: waits until the memory can be written, or returns false when
 * the fault has another reason. */
static bool await_taken(const void *address)
{
    const struct timespec pause = {0, 20000};
    for (int i = 0; i < TAKEN_KEPT; i++) {
        struct taken *range = &taken[i];
        if ((uintptr_t)address - atomic_load(&range->start) >= atomic_load(&range->bytes))
            continue;
        while (atomic_load(&range->until) == INT64_MAX)
            nanosleep(&pause, NULL);
        if (monotonic_nanoseconds() < atomic_load(&range->until))
            return true;
    }
    return false;
}

/* ---- Taking over ----------------------------------------------------------------------------- */

/* Pages of 0 are left out: a file has them without memory. */
static bool is_zero(const char *page, size_t bytes)
{
    return page[0] == 0 && memcmp(page, page + 1, bytes - 1) == 0;
}

static bool write_page(int file, const char *page, size_t bytes, off_t at)
{
    while (bytes > 0) {
        ssize_t written = pwrite(file, page, bytes, at);
        if (written <= 0)
            return false;
        page += written;
        bytes -= (size_t)written;
        at += written;
    }
    return true;
}

static bool copy_pages(int file, const char *from, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t at = 0; at < bytes; at += page)
        if (!is_zero(from + at, page) && !write_page(file, from + at, page, (off_t)at))
            return false;
    return true;
}

static bool map_file(int file, char *view, size_t bytes)
{
    if (mmap(view, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
        return false;
    madvise(view, bytes, MADV_DONTFORK);
    madvise(view, bytes, MADV_DONTDUMP);
    madvise(view, bytes, MADV_HUGEPAGE);
    return true;
}

static void protect(char *const *views, size_t count, size_t bytes, int protection)
{
    for (size_t i = 0; i < count; i++)
        mprotect(views[i], bytes, protection);
}

/* Maps the file in all views. Where that fails, those before it get again what the others have. */
static bool map_views(int file, char *const *views, size_t count, size_t bytes)
{
    for (size_t i = 0; i < count; i++) {
        if (map_file(file, views[i], bytes))
            continue;
        while (i-- > 0)
            mremap(views[count - 1], 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, views[i]);
        return false;
    }
    return true;
}

bool memory_file_take_over(int file, char *const *views, size_t count, size_t bytes)
{
    size_t first;
    if (count > TAKEN_KEPT / 2)
        return false;
    pthread_mutex_lock(&lock);
    isolate_try_again(await_taken);
    begin_taking(views, count, bytes, &first);
    protect(views, count, bytes, PROT_READ);
    bool taken_over = copy_pages(file, views[0], bytes) && map_views(file, views, count, bytes);
    if (!taken_over)
        protect(views, count, bytes, PROT_READ | PROT_WRITE);
    end_taking(first);
    pthread_mutex_unlock(&lock);
    return taken_over;
}
