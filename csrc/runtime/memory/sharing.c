/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/sharing.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/report.h"
#include "runtime/memory/addresses.h"
#include "runtime/share/memory_file.h"

/* A file with pages of a device. It is closed when none of them is left. */
struct shared_file {
    int file;
    uint64_t number;
    size_t users;
};

struct shared_pages {
    struct address_range range;
    struct shared_file *file;
    size_t offset; /* of the first page */
};

struct exported {
    struct exported *next;
    uint64_t number; /* of the allocation */
    uintptr_t address;
    size_t size;
    struct export_page *page;
};

static uintptr_t page_of(uintptr_t address)
{
    return address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

static uintptr_t past_page_of(uintptr_t address)
{
    return page_of(address + (uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

static void drop_file(struct shared_file *file)
{
    if (--file->users > 0)
        return;
    /* The program may have closed it, and have opened something else. */
    if (memory_file_number(file->file) == file->number)
        close(file->file);
    free(file);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

/* Where both views are of one file, that file's pages are given back: the mapping that shows them
 * is the one that the take-over has replaced. */
static void take_over_twice(int file, char *kernels, size_t bytes, bool *taken)
{
    char *before = mremap(kernels, 0, bytes, MREMAP_MAYMOVE);
    *taken = memory_file_take_over(file, &kernels, 1, bytes);
    if (before == MAP_FAILED)
        return;
    if (*taken)
        madvise(before, bytes, MADV_REMOVE);
    munmap(before, bytes);
}

static bool take_over(int file, uintptr_t first, size_t bytes, ptrdiff_t kernel_offset)
{
    bool taken = false;
    char *kernels = (char *)first + kernel_offset;
    if (kernel_offset == 0)
        return memory_file_take_over(file, &kernels, 1, bytes);
    take_over_twice(file, kernels, bytes, &taken);
    return taken;
}

/* Shares pages of which none is shared. */
static bool share_pages(struct sharing *sharing, uintptr_t first, uintptr_t past,
                        ptrdiff_t kernel_offset)
{
    size_t bytes = past - first;
    struct shared_pages *pages = calloc(1, sizeof *pages);
    struct shared_file *file = calloc(1, sizeof *file);
    int descriptor = memory_file_make("aclnn-shared-memory", bytes);
    if (pages == NULL || file == NULL || descriptor < 0 ||
        !take_over(descriptor, first, bytes, kernel_offset)) {
        if (descriptor >= 0)
            close(descriptor);
        free(file);
        free(pages);
        return false;
    }
    *file = (struct shared_file){descriptor, memory_file_number(descriptor), 1};
    pages->range.start = first;
    pages->range.extent = bytes;
    pages->file = file;
    address_map_add(&sharing->pages, &pages->range);
    return true;
}

/* Shares all pages of a range that are not shared yet. */
static bool share_range(struct sharing *sharing, uintptr_t first, uintptr_t past,
                        ptrdiff_t kernel_offset)
{
    while (first < past) {
        const struct address_range *here = address_map_find(&sharing->pages, first);
        const struct address_range *next = address_map_at_or_above(&sharing->pages, first);
        uintptr_t until = next != NULL && next->start < past ? next->start : past;
        if (here != NULL)
            until = here->start + here->extent;
        else if (!share_pages(sharing, first, until, kernel_offset))
            return false;
        first = until;
    }
    return true;
}

/* Makes pages private memory again. The kernels' view of a file that is mapped twice gets what the
 * caller's view has. */
static void map_private(uintptr_t first, size_t bytes, ptrdiff_t kernel_offset)
{
    char *kernels = (char *)first + kernel_offset;
    if (kernel_offset == 0)
        mmap(kernels, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    else
        mremap((char *)first, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, kernels);
    mprotect(kernels, bytes, PROT_READ | PROT_WRITE);
    addresses_keep_here(kernels, bytes);
    addresses_prefer_large_pages(kernels, bytes);
}

/* Keeps what is shared behind an address, as pages of their own; without host memory they stay
 * mapped, and cannot be exported again. */
static void keep_behind(struct sharing *sharing, const struct shared_pages *pages, uintptr_t past)
{
    uintptr_t end = pages->range.start + pages->range.extent;
    struct shared_pages *rest = end > past ? calloc(1, sizeof *rest) : NULL;
    if (rest == NULL)
        return;
    rest->range.start = past;
    rest->range.extent = end - past;
    rest->file = pages->file;
    rest->file->users++;
    rest->offset = pages->offset + (past - pages->range.start);
    address_map_add(&sharing->pages, &rest->range);
}

static void give_back_pages(struct sharing *sharing, struct shared_pages *pages, uintptr_t first,
                            uintptr_t past, ptrdiff_t kernel_offset)
{
    uintptr_t start = pages->range.start;
    uintptr_t end = start + pages->range.extent;
    uintptr_t from = first > start ? first : start;
    uintptr_t until = past < end ? past : end;
    map_private(from, until - from, kernel_offset);
    address_map_remove(&sharing->pages, &pages->range);
    keep_behind(sharing, pages, until);
    if (from > start) {
        pages->range.extent = from - start;
        address_map_add(&sharing->pages, &pages->range);
        return;
    }
    drop_file(pages->file);
    free(pages);
}

void sharing_give_back(struct sharing *sharing, uintptr_t first, uintptr_t past,
                       ptrdiff_t kernel_offset)
{
    while (first < past) {
        struct address_range *range = address_map_find(&sharing->pages, first);
        if (range == NULL)
            range = address_map_at_or_above(&sharing->pages, first);
        if (range == NULL || range->start >= past)
            return;
        uintptr_t end = range->start + range->extent;
        give_back_pages(sharing, (struct shared_pages *)range, first, past, kernel_offset);
        first = end;
    }
}

/* ---- Exports --------------------------------------------------------------------------------- */

/* Says which files hold a range that is shared; false: too many. */
static bool list_pieces(const struct sharing *sharing, uintptr_t first, uintptr_t past,
                        struct export_memory *memory)
{
    while (first < past && memory->count < EXPORT_PIECES) {
        const struct shared_pages *pages = (const struct shared_pages *)address_map_find(
            &sharing->pages, first);
        uintptr_t end = pages->range.start + pages->range.extent;
        uintptr_t until = end < past ? end : past;
        memory->pieces[memory->count++] = (struct export_piece){
            .file = pages->file->file,
            .number = pages->file->number,
            .offset = pages->offset + (first - pages->range.start),
            .bytes = until - first,
        };
        first = until;
    }
    return first >= past;
}

static struct exported *find_export(const struct sharing *sharing,
                                    const struct sharing_place *place)
{
    struct exported *exported = sharing->exports;
    while (exported != NULL &&
           (exported->number != place->number || exported->address != place->address ||
            exported->size != place->size))
        exported = exported->next;
    return exported;
}

/* Takes over the page, or ends it. */
static aclError add_export(struct sharing *sharing, const struct sharing_place *place,
                           struct export_page *page)
{
    uintptr_t first = page_of(place->address);
    uintptr_t past = past_page_of(place->address + place->size);
    bool is_shared = share_range(sharing, page_of(place->start),
                                 past_page_of(place->start + place->extent), place->kernel_offset);
    struct exported *exported = malloc(sizeof *exported);
    page->memory.address = place->address;
    page->memory.size = place->size;
    page->memory.offset = place->address - first;
    if (exported == NULL || !is_shared || !list_pieces(sharing, first, past, &page->memory)) {
        free(exported);
        export_end(page);
        return report(ACL_ERROR_RT_IPC_ERROR,
                      "%zu bytes of device memory cannot be shared: this machine has no memory, "
                      "descriptor (ulimit -n) or mapping left, or limits files (ulimit -f)",
                      place->size);
    }
    *exported = (struct exported){sharing->exports, place->number, place->address, place->size,
                                  page};
    sharing->exports = exported;
    export_publish(page);
    return ACL_SUCCESS;
}

aclError sharing_export(struct sharing *sharing, const struct sharing_place *place, bool for_all,
                        struct export_page **page)
{
    const struct exported *exported = find_export(sharing, place);
    if (exported != NULL) {
        if (for_all)
            atomic_store(&exported->page->for_all, 1);
        *page = exported->page;
        return ACL_SUCCESS;
    }
    aclError status = export_begin(EXPORT_ALLOCATION, place->device, for_all, page);
    return status == ACL_SUCCESS ? add_export(sharing, place, *page) : status;
}

static void end_export(struct exported **link)
{
    struct exported *exported = *link;
    *link = exported->next;
    export_end(exported->page);
    free(exported);
}

bool sharing_end(struct sharing *sharing, const struct export_page *page)
{
    struct exported **link = &sharing->exports;
    while (*link != NULL && (*link)->page != page)
        link = &(*link)->next;
    bool found = *link != NULL;
    if (found)
        end_export(link);
    return found;
}

void sharing_end_all(struct sharing *sharing, uint64_t number)
{
    struct exported **link = &sharing->exports;
    while (*link != NULL)
        if ((*link)->number == number)
            end_export(link);
        else
            link = &(*link)->next;
}
