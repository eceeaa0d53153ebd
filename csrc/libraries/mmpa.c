/* SPDX-License-Identifier: Apache-2.0 */
/* libmmpa.so: the operating system under names of CANN's. 0 is success, -1 an error of the system,
 * -2 an argument that is wrong. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/thread.h"

#define EXPORT __attribute__((visibility("default")))

#define FAILED (-1)
#define INVALID (-2)

/* mmDlInfo: Dl_info, and what only others than Linux fill. */
struct mm_address {
    Dl_info found;
    size_t size;
    int32_t bind;
    int32_t type;
};

EXPORT int32_t mmGetPid(void);
EXPORT int32_t mmGetTid(void);
EXPORT int32_t mmGetErrorCode(void);
EXPORT char *mmGetErrorFormatMessage(int32_t code, char *text, size_t size);
EXPORT int32_t mmGetEnv(const char *name, char *value, uint32_t size);
EXPORT int32_t mmMkdir(const char *path, uint32_t mode);
EXPORT int32_t mmAccess2(const char *path, int32_t mode);
EXPORT int32_t mmRealPath(const char *path, char *real, int32_t size);
EXPORT int32_t mmOpen2(const char *path, int32_t flags, uint32_t mode);
EXPORT void *mmDlopen(const char *file, int32_t mode);
EXPORT void *mmDlsym(void *library, const char *name);
EXPORT int32_t mmDlclose(void *library);
EXPORT char *mmDlerror(void);
EXPORT int32_t mmDladdr(void *address, struct mm_address *info);

int32_t mmGetPid(void)
{
    return getpid();
}

int32_t mmGetTid(void)
{
    return thread_number();
}

int32_t mmGetErrorCode(void)
{
    return errno;
}

char *mmGetErrorFormatMessage(int32_t code, char *text, size_t size)
{
    return text == NULL || size == 0 ? NULL : strerror_r(code, text, size);
}

int32_t mmGetEnv(const char *name, char *value, uint32_t size)
{
    if (name == NULL || value == NULL || size == 0)
        return INVALID;
    const char *found = getenv(name);
    if (found == NULL)
        return FAILED;
    if (strlen(found) >= size)
        return INVALID;
    strcpy(value, found);
    return 0;
}

int32_t mmMkdir(const char *path, uint32_t mode)
{
    if (path == NULL)
        return INVALID;
    return mkdir(path, mode) == 0 ? 0 : FAILED;
}

int32_t mmAccess2(const char *path, int32_t mode)
{
    if (path == NULL)
        return INVALID;
    return access(path, mode) == 0 ? 0 : FAILED;
}

int32_t mmRealPath(const char *path, char *real, int32_t size)
{
    if (path == NULL || real == NULL || size < PATH_MAX)
        return INVALID;
    return realpath(path, real) != NULL ? 0 : FAILED;
}

int32_t mmOpen2(const char *path, int32_t flags, uint32_t mode)
{
    if (path == NULL || flags < 0)
        return INVALID;
    int file = open(path, flags, mode);
    return file >= 0 ? file : FAILED;
}

void *mmDlopen(const char *file, int32_t mode)
{
    return file == NULL || mode < 0 ? NULL : dlopen(file, mode);
}

void *mmDlsym(void *library, const char *name)
{
    return library == NULL || name == NULL ? NULL : dlsym(library, name);
}

int32_t mmDlclose(void *library)
{
    if (library == NULL)
        return INVALID;
    return dlclose(library) == 0 ? 0 : FAILED;
}

char *mmDlerror(void)
{
    return dlerror();
}

int32_t mmDladdr(void *address, struct mm_address *info)
{
    if (address == NULL || info == NULL)
        return INVALID;
    return dladdr(address, &info->found) != 0 ? 0 : FAILED;
}
