/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cores/constants.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* An address in the segment of constants. */
static const char a_constant = 1;

struct segment {
    uintptr_t begin;
    uintptr_t end;
};

static int find_segment(struct dl_phdr_info *info, size_t size, void *found)
{
    struct segment *segment = found;
    uintptr_t wanted = (uintptr_t)&a_constant;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && wanted >= begin && wanted - begin < header->p_memsz) {
            segment->begin = begin;
            segment->end = begin + header->p_memsz;
            return 1;
        }
    }
    return 0;
}

void constants_keep_in_memory(void)
{
    struct segment segment = {0, 0};
    if (dl_iterate_phdr(find_segment, &segment) == 0)
        return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = segment.begin / page * page;
    if (mlock((const void *)begin, segment.end - begin) == 0)
        return;
    for (uintptr_t at = begin; at < segment.end; at += page)
        (void)*(const volatile char *)at;
}
