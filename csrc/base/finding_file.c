/* SPDX-License-Identifier: Apache-2.0 */
#include "base/finding_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/output.h"

static char path[1024]; /* absolute, because the program may change its directory */
static bool is_json;
static _Atomic int descriptor = -1;
static _Atomic dev_t device; /* the device of the file that was opened */
static _Atomic ino_t inode;

/* The file as the process that started this one has opened it. */
static struct inherited {
    int number; /* -1: it has not */
    uintmax_t device;
    uintmax_t inode;
} inherited = {.number = -1};

static bool make_absolute(const char *name)
{
    size_t length = 0;
    if (*name != '/') {
        if (getcwd(path, sizeof path - 1) == NULL)
            return false;
        length = strlen(path);
        path[length++] = '/';
    }
    if (length + strlen(name) >= sizeof path)
        return false;
    strcpy(path + length, name);
    return true;
}

static void read_inherited(const char *text)
{
    struct inherited read;
    if (text != NULL && sscanf(text, "%d:%ju:%ju", &read.number, &read.device, &read.inode) == 3)
        inherited = read;
}

/* The program may have closed it, and the number be another file's. */
static int duplicate_inherited(void)
{
    if (inherited.number < 0 ||
        !output_is_file(inherited.number, (dev_t)inherited.device, (ino_t)inherited.inode))
        return -1;
    return fcntl(inherited.number, F_DUPFD_CLOEXEC, 0);
}

/*
 * By its name, or as it was inherited: a process without the rights that the first one had. Only a
 * reader of a pipe is waited for that is slow, not one that is not there.
 */
static int open_path(int flags)
{
    int low = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | flags, 0666);
    if (low < 0 && errno != ENXIO)
        low = duplicate_inherited();
    if (low < 0)
        return low;
    fcntl(low, F_SETFL, O_APPEND);
    return output_move_up(low);
}

/* Remembers device and inode of the open file. */
static bool identify(int file)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return false;
    atomic_store(&device, status.st_dev);
    atomic_store(&inode, status.st_ino);
    return true;
}

const char *finding_file_open(const char *name, const char *inherited_as)
{
    read_inherited(inherited_as);
    const char *suffix = strrchr(name, '.');
    is_json = suffix != NULL && strcmp(suffix, ".jsonl") == 0;
    if (!make_absolute(name)) {
        path[0] = '\0';
        return "expected the name of a file of at most 1023 bytes with its directory";
    }
    int file = open_path(O_CREAT);
    /* The file is a pipe that nobody reads yet: the first line that it takes will open it. */
    if (file < 0 && errno == ENXIO) {
        (void)finding_file_mark("begin", 0, 0);
        return NULL;
    }
    /* Some devices refuse every write, as /dev/full does. */
    if (file < 0 || !identify(file) || !output_write(file, "", 0)) {
        if (file >= 0)
            close(file);
        path[0] = '\0';
        return "the file cannot be written";
    }
    atomic_store(&descriptor, file);
    return finding_file_mark("begin", 0, 0) ? NULL : "the file cannot be written";
}

bool finding_file_is_open(void)
{
    return path[0] != '\0';
}

bool finding_file_is_json(void)
{
    return is_json;
}

/* Opens the file again after the program closed the descriptor. What the number names by now
 * belongs to the program. The file is not created again: where the program changed its root, that
 * would be another file. */
static int reopen(int stale)
{
    int file = open_path(0);
    if (file < 0 || !identify(file))
        return file;
    if (atomic_compare_exchange_strong(&descriptor, &stale, file))
        return file;
    close(file);
    return stale;
}

bool finding_file_append(const char *line, size_t length)
{
    int file = atomic_load(&descriptor);
    if (!output_is_file(file, atomic_load(&device), atomic_load(&inode)))
        file = reopen(file);
    return file >= 0 && output_write(file, line, length);
}

bool finding_file_mark(const char *kind, uint64_t findings, uint64_t lost)
{
    char text[256];
    struct json_writer line = {.text = text, .size = sizeof text};
    if (!is_json)
        return true;
    json_open(&line, NULL, '{');
    json_string(&line, "kind", kind);
    json_number(&line, "process", getpid());
    json_number(&line, "findings", (int64_t)findings);
    json_number(&line, "lost", (int64_t)lost);
    json_close(&line, '}');
    json_end_line(&line);
    return !line.is_full && finding_file_append(line.text, line.length);
}
