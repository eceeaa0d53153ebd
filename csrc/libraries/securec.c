/* SPDX-License-Identifier: Apache-2.0 */
/* libc_sec.so: what its header declares. */
#include "libraries/securec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Added to the status of a call that has emptied its destination. */
#define AND_RESET 128

static bool has_room(size_t room)
{
    return room != 0 && room <= SECUREC_MEM_MAX_LEN;
}

static bool overlap(const void *target, const void *source, size_t count)
{
    uintptr_t a = (uintptr_t)target;
    uintptr_t b = (uintptr_t)source;
    return a < b ? b - a < count : a - b < count;
}

/* What is wrong with the arguments of a copy; 0 when it may go on. */
static int check_copy(void *target, size_t room, const void *source, size_t count)
{
    if (!has_room(room))
        return ERANGE;
    if (target == NULL)
        return EINVAL;
    if (source != NULL && count <= room)
        return 0;
    memset(target, 0, room);
    return (source == NULL ? EINVAL : ERANGE) | AND_RESET;
}

int memcpy_s(void *target, size_t room, const void *source, size_t count)
{
    int status = check_copy(target, room, source, count);
    if (status != 0 || target == source)
        return status;
    if (overlap(target, source, count)) {
        memset(target, 0, room);
        return EOVERLAP_AND_RESET;
    }
    memcpy(target, source, count);
    return 0;
}

int memmove_s(void *target, size_t room, const void *source, size_t count)
{
    int status = check_copy(target, room, source, count);
    if (status == 0)
        memmove(target, source, count);
    return status;
}

int memset_s(void *target, size_t room, int value, size_t count)
{
    if (!has_room(room))
        return ERANGE;
    if (target == NULL)
        return EINVAL;
    memset(target, value, count < room ? count : room);
    return count <= room ? 0 : ERANGE | AND_RESET;
}

/* Writes `count` characters of `source` and an end to `at` in the `room` bytes of `target`. */
static int write_text(char *target, size_t room, char *at, const char *source, size_t count)
{
    if (count >= room - (size_t)(at - target)) {
        target[0] = '\0';
        return ERANGE | AND_RESET;
    }
    if (at != source && overlap(at, source, count + 1)) {
        target[0] = '\0';
        return EOVERLAP_AND_RESET;
    }
    memmove(at, source, count);
    at[count] = '\0';
    return 0;
}

/* What is wrong with the arguments of a copy of texts; 0 when it may go on. */
static int check_texts(char *target, size_t room, const char *source)
{
    if (!has_room(room))
        return ERANGE;
    if (target == NULL)
        return EINVAL;
    if (source != NULL)
        return 0;
    target[0] = '\0';
    return EINVAL | AND_RESET;
}

int strncpy_s(char *target, size_t room, const char *source, size_t count)
{
    int status = check_texts(target, room, source);
    return status != 0 ? status : write_text(target, room, target, source, strnlen(source, count));
}

int strcpy_s(char *target, size_t room, const char *source)
{
    return strncpy_s(target, room, source, SIZE_MAX);
}

int strncat_s(char *target, size_t room, const char *source, size_t count)
{
    int status = check_texts(target, room, source);
    if (status != 0)
        return status;
    size_t length = strnlen(target, room);
    if (length == room) {
        target[0] = '\0';
        return EINVAL | AND_RESET;
    }
    return write_text(target, room, target + length, source, strnlen(source, count));
}

int strcat_s(char *target, size_t room, const char *source)
{
    return strncat_s(target, room, source, SIZE_MAX);
}

char *strtok_s(char *text, const char *delimiters, char **context)
{
    if (context == NULL || delimiters == NULL || (text == NULL && *context == NULL))
        return NULL;
    return strtok_r(text, delimiters, context);
}

/* At most `count` characters are written; -1 says that there are more. */
int vsnprintf_s(char *target, size_t room, size_t count, const char *format, va_list values)
{
    bool is_valid = target != NULL && format != NULL && has_room(room) &&
                    (count <= SECUREC_MEM_MAX_LEN || count == SIZE_MAX);
    int length = is_valid ? vsnprintf(target, room, format, values) : -1;
    if (length >= 0 && (size_t)length < room && (size_t)length <= count)
        return length;
    if (length >= 0 && count < room)
        target[count] = '\0';
    else if (target != NULL && has_room(room) && !(length >= 0 && count == SIZE_MAX))
        target[0] = '\0';
    return -1;
}

int snprintf_s(char *target, size_t room, size_t count, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf_s(target, room, count, format, values);
    va_end(values);
    return length;
}

int vsprintf_s(char *target, size_t room, const char *format, va_list values)
{
    int length = vsnprintf_s(target, room, SIZE_MAX, format, values);
    if (length < 0 && target != NULL && has_room(room))
        target[0] = '\0';
    return length;
}

int sprintf_s(char *target, size_t room, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsprintf_s(target, room, format, values);
    va_end(values);
    return length;
}
