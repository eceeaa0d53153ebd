/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/host_pages.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Reads the next mapping of the list, which is sorted by address; false at its end. */
static bool next_mapping(FILE *list, uintptr_t *start, uintptr_t *past, char access[5])
{
    int found = fscanf(list, "%" SCNxPTR "-%" SCNxPTR " %4s", start, past, access);
    int character;
    do
        character = fgetc(list);
    while (character != '\n' && character != EOF);
    return found == 3;
}

uintptr_t host_pages_closed(uintptr_t start, size_t size, bool write)
{
    FILE *list = fopen("/proc/self/maps", "re");
    if (list == NULL) {
        uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
        uintptr_t first = start / page * page;
        return msync((void *)first, size + (start - first), MS_ASYNC) == 0 ? 0 : start;
    }
    uintptr_t at = start;
    uintptr_t begin;
    uintptr_t past;
    char access[5];
    while (at - start < size && next_mapping(list, &begin, &past, access)) {
        if (past <= at)
            continue;
        if (begin > at || access[0] != 'r' || (write && access[1] != 'w'))
            break;
        at = past;
    }
    fclose(list);
    return at - start < size ? at : 0;
}
