/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <ctype.h>
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

size_t text_distance(const char *a, const char *b)
{
    size_t row[TEXT_NAME_MAX + 1]; /* row[i]: the distance from the part of a that was read to the
                                    * first i characters of b */
    size_t length = strlen(b);
    if (strlen(a) > TEXT_NAME_MAX || length > TEXT_NAME_MAX)
        return TEXT_NAME_MAX;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t changed = corner +
                             (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
            size_t moved = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            corner = row[j];
            row[j] = changed < moved ? changed : moved;
        }
    }
    return row[length];
}

uint64_t text_hash(const char *text, size_t length)
{
    uint64_t hash = 0xCBF29CE484222325;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001B3;
    return hash;
}

void text_blank_controls(char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        unsigned char next = i + 1 < length ? (unsigned char)text[i + 1] : 0;
        if (byte < ' ' || byte == 0x7f)
            text[i] = ' ';
        else if (byte == 0xc2 && next >= 0x80 && next < 0xa0)
            text[i] = text[i + 1] = ' ';
    }
}
