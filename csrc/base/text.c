/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *text_next_piece(const char *list, char separator, char *piece, size_t size)
{
    if (list == NULL || *list == '\0')
        return NULL;
    size_t length = strcspn(list, (char[]){separator, '\0'});
    snprintf(piece, size, "%.*s", (int)(length < 1024 ? length : 1024), list);
    return list + length + (list[length] != '\0');
}

bool text_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *number)
{
    if (*text < '0' || *text > '9')
        return false;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0' || value < low || value > high)
        return false;
    *number = value;
    return true;
}
