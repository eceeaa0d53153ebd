/* SPDX-License-Identifier: Apache-2.0 */
#include "profile/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/output.h"

/* Folders and files are the user's alone, and the group may read: so are CANN's. */
#define FOLDER_MODE 0750
#define FILE_MODE 0640

#define LETTERS 16
#define TRIES 100

static int make(const char *path)
{
    struct stat status;
    if (mkdir(path, FOLDER_MODE) == 0)
        return 0;
    if (errno == EEXIST && stat(path, &status) == 0)
        return S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
    return errno;
}

int folder_make_all(const char *path)
{
    char part[FOLDER_PATH];
    int error = 0;
    size_t length = strnlen(path, sizeof part);
    if (length == 0 || length == sizeof part)
        return length == 0 ? ENOENT : ENAMETOOLONG;
    memcpy(part, path, length + 1);
    for (char *slash = strchr(part + 1, '/'); slash != NULL && error == 0;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        error = make(part);
        *slash = '/';
    }
    return error != 0 ? error : make(part);
}

/* ---- The folder ------------------------------------------------------------------------------ */

static void put_letters(char *letters)
{
    uint8_t bytes[LETTERS];
    if (getrandom(bytes, sizeof bytes, GRND_NONBLOCK) != sizeof bytes)
        memset(bytes, 0, sizeof bytes);
    for (size_t i = 0; i < LETTERS; i++)
        letters[i] = (char)('A' + bytes[i] % 26);
    letters[LETTERS] = '\0';
}

/* "20260131120000123", the local time with its milliseconds. */
static void put_time(char *text, size_t size)
{
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &parts);
    size_t length = strftime(text, size, "%Y%m%d%H%M%S", &parts);
    snprintf(text + length, size - length, "%03ld", now.tv_nsec / 1000000);
}

static int make_below(const struct folder *folder, const char *name)
{
    char path[sizeof folder->path + 64];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    return make(path);
}

int folder_open(struct folder *folder, const char *parent)
{
    char letters[LETTERS + 1];
    char when[32];
    int error = EEXIST;
    for (int i = 1; i <= TRIES && error == EEXIST; i++) {
        put_letters(letters);
        put_time(when, sizeof when);
        snprintf(folder->path, sizeof folder->path, "%s/PROF_%06d_%s_%s", parent, i, when, letters);
        error = mkdir(folder->path, FOLDER_MODE) == 0 ? 0 : errno;
    }
    if (error == 0)
        error = make_below(folder, "host");
    if (error == 0)
        error = make_below(folder, "host/data");
    if (error != 0)
        folder->path[0] = '\0';
    return error;
}

int folder_add_device(const struct folder *folder, uint32_t device)
{
    char name[32];
    snprintf(name, sizeof name, "device_%u", device);
    return make_below(folder, name);
}

int folder_write(const struct folder *folder, const char *name, const char *text, size_t size)
{
    char path[sizeof folder->path + 64];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, FILE_MODE);
    if (file < 0)
        return errno;
    int error = output_write(file, text, size) ? 0 : errno;
    close(file);
    return error;
}

/* ---- Data ------------------------------------------------------------------------------------ */

/* Of a folder with a limit two files are there at most, so each may be half as large. */
bool folder_is_full(const struct folder *folder, size_t size)
{
    return folder->limit != 0 && folder->size + size > folder->limit / 2;
}

static void put_data_name(const struct folder *folder, uint32_t number, char *path, size_t size)
{
    snprintf(path, size, "%s/host/data/aclnn_py.%u.json", folder->path, number);
}

int folder_begin_data(struct folder *folder)
{
    char path[sizeof folder->path + 64];
    struct stat status;
    if (folder->limit != 0 && folder->number > 1) {
        put_data_name(folder, folder->number - 1, path, sizeof path);
        (void)unlink(path);
    }
    put_data_name(folder, ++folder->number, path, sizeof path);
    int low = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
    if (low < 0)
        return folder->error = errno;
    folder->file = output_move_up(low);
    folder->size = 0;
    if (fstat(folder->file, &status) == 0) {
        folder->device = status.st_dev;
        folder->inode = status.st_ino;
    }
    folder_append(folder, "[\n", 2);
    return folder->error;
}

void folder_append(struct folder *folder, const char *bytes, size_t count)
{
    if (folder->error != 0)
        return;
    if (!output_is_file(folder->file, folder->device, folder->inode))
        folder->error = EBADF;
    else if (!output_write(folder->file, bytes, count))
        folder->error = errno;
    folder->size += count;
}

void folder_end_data(struct folder *folder)
{
    if (output_is_file(folder->file, folder->device, folder->inode))
        close(folder->file);
    folder->file = -1;
}
