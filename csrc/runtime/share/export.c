/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/share/export.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/report.h"
#include "runtime/share/memory_file.h"

#define FILE_NAME "aclnn-exports"
#define LINK_TO_FILE "/memfd:" FILE_NAME " (deleted)"

/* A number has the process in its upper 22 bits (no process has a larger number), the slot in 14,
 * and what is left of the secret. */
#define SLOT_BITS 14
#define SECRET_BITS 28
#define SLOTS (1 << SLOT_BITS)
#define SECRET_OF_NUMBER (((uint64_t)1 << SECRET_BITS) - 1)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file = -1;
static struct export_page *pages[SLOTS];
static bool is_used[SLOTS];

static size_t page_size(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (sizeof(struct export_page) + page - 1) / page * page;
}

/* ---- Exports of this process ----------------------------------------------------------------- */

static struct export_page *map_slot(int of, uint32_t slot)
{
    void *page = mmap(NULL, page_size(), PROT_READ | PROT_WRITE, MAP_SHARED, of,
                      (off_t)(slot * page_size()));
    if (page == MAP_FAILED)
        return NULL;
    madvise(page, page_size(), MADV_DONTFORK);
    return page;
}

/* Whether the file is there: the program may have closed the descriptor. The caller holds the
 * lock. */
static bool have_file(void)
{
    static uint64_t number;
    if (file >= 0 && memory_file_number(file) == number)
        return true;
    for (uint32_t slot = 0; slot < SLOTS && pages[slot] != NULL; slot++)
        pages[slot] = NULL; /* still mapped, by whoever uses it */
    memset(is_used, 0, sizeof is_used);
    file = memory_file_make(FILE_NAME, page_size());
    number = file >= 0 ? memory_file_number(file) : 0;
    return file >= 0;
}

/* A slot that is free, and open nowhere. The caller holds the lock. */
static struct export_page *take_slot(void)
{
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        if (pages[slot] == NULL && memory_file_extend(file, (slot + 1) * page_size()))
            pages[slot] = map_slot(file, slot);
        if (pages[slot] == NULL)
            return NULL;
        if (is_used[slot] || atomic_load(&pages[slot]->openers) > 0)
            continue;
        is_used[slot] = true;
        memset(pages[slot], 0, sizeof *pages[slot]);
        pages[slot]->slot = slot;
        return pages[slot];
    }
    return NULL;
}

aclError export_begin(enum export_kind kind, int32_t device, bool for_all,
                      struct export_page **page)
{
    pthread_mutex_lock(&lock);
    struct export_page *taken = have_file() ? take_slot() : NULL;
    pthread_mutex_unlock(&lock);
    if (taken == NULL)
        return report(ACL_ERROR_RT_IPC_ERROR,
                      "this machine has no memory, descriptor or mapping for another export, or "
                      "the process has %d of them",
                      SLOTS);
    taken->process = (int32_t)getpid();
    taken->kind = kind;
    taken->device = device;
    atomic_store(&taken->for_all, for_all);
    *page = taken;
    return ACL_SUCCESS;
}

/* Drawn, so that nobody can guess a key. 0 is no secret, nor are the bits of a number. */
static uint64_t draw_secret(void)
{
    uint64_t secret = 0;
    while ((secret & SECRET_OF_NUMBER) == 0)
        if (getrandom(&secret, sizeof secret, 0) != (ssize_t)sizeof secret)
            secret = (uint64_t)clock() * 0x9E3779B97F4A7C15u + 1;
    return secret;
}

void export_publish(struct export_page *page)
{
    atomic_store(&page->secret, draw_secret());
}

void export_end(struct export_page *page)
{
    atomic_store(&page->secret, 0);
    pthread_mutex_lock(&lock);
    if (pages[page->slot] == page)
        is_used[page->slot] = false;
    pthread_mutex_unlock(&lock);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const char *const kind_words[] = {
    [EXPORT_ALLOCATION] = "memory",
    [EXPORT_PHYSICAL] = "physical",
    [EXPORT_EVENT] = "event",
    [EXPORT_NOTIFY] = "notify",
};

void export_key(const struct export_page *page, char *key)
{
    snprintf(key, EXPORT_KEY - 1, "aclnn-%s-%" PRId32 "-%" PRIu32 "-%016" PRIx64,
             kind_words[page->kind], page->process, page->slot, atomic_load(&page->secret));
}

bool export_read_key(const char *key, enum export_kind kind, struct export_name *name)
{
    char text[EXPORT_KEY] = "";
    char word[16] = "";
    char end = '\0';
    memcpy(text, key, strnlen(key, EXPORT_KEY - 1));
    *name = (struct export_name){.secret_mask = UINT64_MAX};
    int read = sscanf(text, "aclnn-%15[a-z]-%" SCNd32 "-%" SCNu32 "-%16" SCNx64 "%c", word,
                      &name->process, &name->slot, &name->secret, &end);
    return read == 4 && strcmp(word, kind_words[kind]) == 0 && name->process > 0 &&
           name->slot < SLOTS && name->secret != 0;
}

uint64_t export_number(const struct export_page *page)
{
    return (uint64_t)(uint32_t)page->process << (SLOT_BITS + SECRET_BITS) |
           (uint64_t)page->slot << SECRET_BITS | (atomic_load(&page->secret) & SECRET_OF_NUMBER);
}

void export_read_number(uint64_t number, struct export_name *name)
{
    name->process = (int32_t)(number >> (SLOT_BITS + SECRET_BITS));
    name->slot = (uint32_t)(number >> SECRET_BITS) % SLOTS;
    name->secret = number & SECRET_OF_NUMBER;
    name->secret_mask = SECRET_OF_NUMBER;
}

static bool is_named(const struct export_page *page, const struct export_name *name,
                     enum export_kind kind)
{
    uint64_t secret = atomic_load(&page->secret);
    return secret != 0 && (secret & name->secret_mask) == name->secret && page->kind == kind &&
           page->process == name->process;
}

struct export_page *export_own(const struct export_name *name, enum export_kind kind)
{
    pthread_mutex_lock(&lock);
    struct export_page *page = name->slot < SLOTS ? pages[name->slot] : NULL;
    if (page != NULL && (!is_used[name->slot] || !is_named(page, name, kind)))
        page = NULL;
    pthread_mutex_unlock(&lock);
    return page;
}

/* ---- Exports of others ----------------------------------------------------------------------- */

uint64_t export_born(int32_t process)
{
    char path[64];
    char line[1024];
    snprintf(path, sizeof path, "/proc/%" PRId32 "/stat", process);
    int stat = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t bytes = stat >= 0 ? read(stat, line, sizeof line - 1) : -1;
    if (stat >= 0)
        close(stat);
    if (bytes <= 0)
        return 0;
    line[bytes] = '\0';
    /* The name may hold anything, so fields are counted from its end: the state is the third. */
    const char *field = strrchr(line, ')');
    if (field == NULL || field[1] == '\0' || field[2] == 'Z' || field[2] == 'X')
        return 0;
    for (int number = 2; number < 22 && field != NULL; number++)
        field = strchr(field + 1, ' ');
    return field != NULL ? strtoull(field + 1, NULL, 10) : 0;
}

/* Maps the page of one descriptor of a process, if it has the name. */
static struct export_page *map_named(const char *path, const struct export_name *name,
                                     enum export_kind kind)
{
    struct stat status;
    int opened = open(path, O_RDWR | O_CLOEXEC);
    if (opened < 0)
        return NULL;
    bool holds = fstat(opened, &status) == 0 &&
                 (uint64_t)status.st_size >= (uint64_t)(name->slot + 1) * page_size();
    struct export_page *page = holds ? map_slot(opened, name->slot) : NULL;
    close(opened);
    if (page == NULL || is_named(page, name, kind))
        return page;
    munmap(page, page_size());
    return NULL;
}

/* Finds the page among the descriptors of a process. A child has those of its parent too. */
static struct export_page *find_page(const struct export_name *name, enum export_kind kind,
                                     int *error)
{
    char path[PATH_MAX];
    char link[sizeof LINK_TO_FILE];
    struct export_page *page = NULL;
    snprintf(path, sizeof path, "/proc/%" PRId32 "/fd", name->process);
    DIR *descriptors = opendir(path);
    *error = errno;
    if (descriptors == NULL)
        return NULL;
    *error = 0;
    const struct dirent *entry;
    while (page == NULL && (entry = readdir(descriptors)) != NULL) {
        snprintf(path, sizeof path, "/proc/%" PRId32 "/fd/%.16s", name->process, entry->d_name);
        ssize_t bytes = readlink(path, link, sizeof link);
        if (bytes == (ssize_t)strlen(LINK_TO_FILE) &&
            memcmp(link, LINK_TO_FILE, strlen(LINK_TO_FILE)) == 0)
            page = map_named(path, name, kind);
    }
    closedir(descriptors);
    return page;
}

static bool is_allowed(const struct export_page *page)
{
    int32_t own = (int32_t)getpid();
    uint32_t count = atomic_load(&page->pid_count);
    if (atomic_load(&page->for_all) != 0 || page->process == own)
        return true;
    for (uint32_t i = 0; i < count && i < EXPORT_PIDS; i++)
        if (atomic_load(&page->pids[i]) == own)
            return true;
    return false;
}

static aclError report_not_found(const struct export_name *name, const char *what, int error)
{
    if (error == EACCES || error == EPERM)
        return report(ACL_ERROR_RT_IPC_ERROR,
                      "%s is of process %" PRId32 ", whose memory this one may not see: both have "
                      "to run as the same user",
                      what, name->process);
    if (export_born(name->process) == 0)
        return report(ACL_ERROR_RT_IPC_ERROR,
                      "%s is of process %" PRId32 ", which is gone: it has to live until the "
                      "import",
                      what, name->process);
    return report(ACL_ERROR_RT_IPC_ERROR,
                  "%s is none that process %" PRId32 " has exported, or what it names was closed, "
                  "freed or destroyed there",
                  what, name->process);
}

aclError export_open(const struct export_name *name, enum export_kind kind, const char *what,
                     struct export_page **page)
{
    int error;
    *page = find_page(name, kind, &error);
    if (*page != NULL)
        atomic_fetch_add(&(*page)->openers, 1);
    /* It may have ended meanwhile, and its page have become another's. */
    if (*page != NULL && !is_named(*page, name, kind)) {
        export_close(*page);
        *page = NULL;
    }
    if (*page == NULL)
        return report_not_found(name, what, error);
    if (!is_allowed(*page)) {
        export_close(*page);
        return report(ACL_ERROR_RT_IPC_ERROR,
                      "%s is of process %" PRId32 ", which does not allow process %d to import it: "
                      "it allows processes by their numbers, or all with the flag "
                      "DISABLE_PID_VALIDATION of the export",
                      what, name->process, (int)getpid());
    }
    return ACL_SUCCESS;
}

void export_close(struct export_page *page)
{
    atomic_fetch_sub(&page->openers, 1);
    munmap(page, page_size());
}

int export_open_piece(const struct export_page *page, const struct export_piece *piece)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%" PRId32 "/fd/%" PRId32, page->process, piece->file);
    int opened = open(path, O_RDWR | O_CLOEXEC);
    if (opened >= 0 && memory_file_number(opened) != piece->number) {
        close(opened);
        return -1;
    }
    return opened;
}

static aclError allow(struct export_page *page, const int32_t *pids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pids[i] <= 0)
            return report(ACL_ERROR_RT_PARAM_INVALID,
                          "pid[%zu] is %" PRId32 "; the number of a process is required "
                          "(aclrtDeviceGetBareTgid)",
                          i, pids[i]);
    pthread_mutex_lock(&lock);
    uint32_t before = atomic_load(&page->pid_count);
    bool fits = count <= EXPORT_PIDS - before;
    for (size_t i = 0; fits && i < count; i++)
        atomic_store(&page->pids[before + i], pids[i]);
    if (fits)
        atomic_store(&page->pid_count, before + (uint32_t)count);
    pthread_mutex_unlock(&lock);
    if (fits)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "%zu processes are to be allowed beside the %" PRIu32
                  " that are; %d are the most",
                  count, before, EXPORT_PIDS);
}

aclError export_allow(struct export_page *page, const int32_t *pids, size_t count,
                      const char *counted)
{
    if (pids == NULL)
        return REPORT_NULL("pid");
    if (count == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "%s is 0; at least 1 process is required",
                      counted);
    return allow(page, pids, count);
}

aclError export_allow_servers(struct export_page *page, const aclrtServerPid *servers, size_t count)
{
    aclError status = ACL_SUCCESS;
    if (servers == NULL)
        return REPORT_NULL("serverPids");
    if (count == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "num is 0; at least 1 server is required");
    for (size_t i = 0; status == ACL_SUCCESS && i < count; i++)
        status = servers[i].pid == NULL ? REPORT_NULL("serverPids[].pid")
                                        : allow(page, servers[i].pid, servers[i].num);
    return status;
}

/* ---- Waiting for another process ------------------------------------------------------------- */

/* Who waits looks this often whether there is still somebody to wait for. */
#define LOOK_NANOSECONDS 10000000

void export_await_change(struct export_signal *signal, uint32_t changes)
{
    const struct timespec look = {0, LOOK_NANOSECONDS};
    syscall(SYS_futex, &signal->changes, FUTEX_WAIT, changes, &look, NULL, 0);
}

void export_changed(struct export_signal *signal)
{
    atomic_fetch_add(&signal->changes, 1);
    syscall(SYS_futex, &signal->changes, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
