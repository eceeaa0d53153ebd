/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The folder of a profile, as CANN names and divides it:
 * PROF_000001_20260131120000000_ABCDEFGHIJKLMNOP with host/, device_N/, and in host/ what says when
 * it began and ended (start_info, end_info). What was noted lies in host/data/aclnn_py.N.json, in
 * the form of a trace (base/trace_json.h); `msprof` exports it.
 */
#ifndef ACLNN_PY_PROFILE_FOLDER_H
#define ACLNN_PY_PROFILE_FOLDER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define FOLDER_PATH 4096

/* A folder, with the data file that is written. All 0: none. */
struct folder {
    char path[FOLDER_PATH + 64]; /* "": none yet */
    _Atomic uint64_t limit;      /* bytes of all data files; 0: any */
    uint32_t number;             /* of the data file */
    uint64_t size;               /* bytes of it so far */
    int file;
    dev_t device; /* of the data file */
    ino_t inode;
    _Atomic int error; /* errno of what could not be written first; 0 */
};

/* Makes a folder and those above it. Returns 0, or errno. */
int folder_make_all(const char *path);

/* Makes a new folder below one that exists. Returns 0, or errno. */
int folder_open(struct folder *folder, const char *parent);

/* Makes the folder of a device. Returns 0, or errno. */
int folder_add_device(const struct folder *folder, uint32_t device);

/* Writes a text as one of its files, "host/start_info". Returns 0, or errno. */
int folder_write(const struct folder *folder, const char *name, const char *text, size_t size);

/* Whether a data file with more than `size` bytes would be too large, so that another one begins.
 */
bool folder_is_full(const struct folder *folder, size_t size);

/* Begins the next data file; where there is a limit, the one before the last goes. Returns 0, or
 * errno. */
int folder_begin_data(struct folder *folder);

/* Appends to the data file. What does not go is kept in `error`. */
void folder_append(struct folder *folder, const char *bytes, size_t count);

void folder_end_data(struct folder *folder);

#endif
