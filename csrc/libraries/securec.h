/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of C's library that know the size of their destination, libc_sec.so (libboundscheck);
 * installed in the folder include, as in CANN, whose examples include it. Link with -lc_sec.
 *
 * Sizes are bytes, with the end of a text. Functions return EOK, or errno's number for what is
 * wrong: EINVAL of a NULL, ERANGE of a size of 0, above the largest, or too small. A destination
 * that is there is then emptied, which ..._AND_RESET says: memory becomes 0, a text "". So it is
 * where source and destination overlap, but for memmove_s. What prints returns the characters
 * without the end, -1 where they do not fit.
 */
#ifndef SECUREC_H
#define SECUREC_H

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int errno_t;

#define EOK 0
#define EINVAL_AND_RESET 150
#define ERANGE_AND_RESET 162
#define EOVERLAP_AND_RESET 182

#define SECUREC_MEM_MAX_LEN 0x7fffffffUL
#define SECUREC_STRING_MAX_LEN 0x7fffffffUL

#ifndef SECUREC_API
#define SECUREC_API __attribute__((visibility("default")))
#endif

SECUREC_API errno_t memcpy_s(void *dest, size_t destMax, const void *src, size_t count);
SECUREC_API errno_t memmove_s(void *dest, size_t destMax, const void *src, size_t count);
SECUREC_API errno_t memset_s(void *dest, size_t destMax, int c, size_t count);

SECUREC_API errno_t strcpy_s(char *strDest, size_t destMax, const char *strSrc);
SECUREC_API errno_t strncpy_s(char *strDest, size_t destMax, const char *strSrc, size_t count);
SECUREC_API errno_t strcat_s(char *strDest, size_t destMax, const char *strSrc);
SECUREC_API errno_t strncat_s(char *strDest, size_t destMax, const char *strSrc, size_t count);

/* The next part of a text between delimiters, NULL behind the last. context is the caller's, and
 * strToken NULL from the second call on. */
SECUREC_API char *strtok_s(char *strToken, const char *strDelimit, char **context);

SECUREC_API int sprintf_s(char *strDest, size_t destMax, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
SECUREC_API int vsprintf_s(char *strDest, size_t destMax, const char *format, va_list argList)
    __attribute__((format(printf, 3, 0)));

/* At most count characters; they stay, with an end, where there are more. */
SECUREC_API int snprintf_s(char *strDest, size_t destMax, size_t count, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
SECUREC_API int vsnprintf_s(char *strDest, size_t destMax, size_t count, const char *format,
                            va_list argList) __attribute__((format(printf, 4, 0)));

#ifdef __cplusplus
}
#endif

#endif
