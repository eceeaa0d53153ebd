/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a process exports to others of the machine: memory, events and notifies. Each export has a
 * page of one memory file of the process, which says what it is. A key names the process, the page
 * and a secret; whoever has it opens the page through /proc/PID/fd. So nothing has a name in a
 * file system, no thread serves requests, and all of it is gone with the last process that uses it.
 */
#ifndef ACLNN_PY_RUNTIME_SHARE_EXPORT_H
#define ACLNN_PY_RUNTIME_SHARE_EXPORT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_rt.h"

enum export_kind { EXPORT_ALLOCATION = 1, EXPORT_PHYSICAL, EXPORT_EVENT, EXPORT_NOTIFY };

/* Bytes of a key with its end: the vendor's callers pass so many. The handle of an event has one
 * less. */
#define EXPORT_KEY 65

/* So many processes can be allowed to import what one export is. */
#define EXPORT_PIDS 512

/* An allocation lies in so many files at most: pages at its ends may be another's too. */
#define EXPORT_PIECES 4

/* A part of memory: bytes of a file from an offset on. */
struct export_piece {
    int32_t file;    /* the exporter's descriptor */
    uint64_t number; /* memory_file_number */
    uint64_t offset;
    uint64_t bytes;
};

struct export_memory {
    uint64_t address; /* in the exporter */
    uint64_t size;    /* of the allocation */
    uint64_t offset;  /* of its first byte in the first piece */
    uint32_t count;
    struct export_piece pieces[EXPORT_PIECES];
    aclrtPhysicalMemProp prop; /* of physical memory */
};

/* What processes record and wait for. */
struct export_signal {
    _Atomic uint32_t changes;   /* goes up with each; who waits sleeps on it (futex) */
    _Atomic uint32_t value;     /* of a notify: 1 when it was recorded */
    _Atomic uint64_t recorded;  /* of an event: records so far */
    _Atomic uint64_t completed; /* and how far streams have come with them */
    _Atomic int32_t recorder;   /* the process of the newest record */
    _Atomic uint64_t recorder_born;
};

struct export_page {
    _Atomic uint64_t secret; /* 0: nothing is exported here */
    int32_t process;
    uint32_t slot;
    uint32_t kind;
    int32_t device;
    _Atomic uint32_t openers; /* processes that have it open; those that died count for ever */
    _Atomic uint32_t for_all; /* any process may import it */
    _Atomic uint32_t pid_count;
    _Atomic int32_t pids[EXPORT_PIDS];
    struct export_memory memory;
    struct export_signal signal;
};

/* Begins an export of this process, which nobody can open before export_publish. Reports and
 * returns 507022 when there is no room for it. */
aclError export_begin(enum export_kind kind, int32_t device, bool for_all,
                      struct export_page **page);
void export_publish(struct export_page *page);

/* Ends an export. Who has it open keeps the page. */
void export_end(struct export_page *page);

/* Writes the key with its end: at most EXPORT_KEY - 1 bytes. */
void export_key(const struct export_page *page, char *key);

/* The same as one number. */
uint64_t export_number(const struct export_page *page);

/* What a key or a number names. */
struct export_name {
    int32_t process;
    uint32_t slot;
    uint64_t secret;
    uint64_t secret_mask;
};

/* Reads a key of a kind, of which at most EXPORT_KEY - 1 bytes count; false: it is none. */
bool export_read_key(const char *key, enum export_kind kind, struct export_name *name);
void export_read_number(uint64_t number, struct export_name *name);

/* The page of an export of this process; NULL: there is none. */
struct export_page *export_own(const struct export_name *name, enum export_kind kind);

/*
 * Opens an export, of another process or this one, and reports and returns why it cannot: 507022
 * where the process is gone, has ended the export, or does not allow this one. `what` is the
 * argument. Give it back with export_close.
 */
aclError export_open(const struct export_name *name, enum export_kind kind, const char *what,
                     struct export_page **page);
void export_close(struct export_page *page);

/* Opens the file of a piece of an open export; -1: the exporter has closed it. */
int export_open_piece(const struct export_page *page, const struct export_piece *piece);

/* Allows processes to import it. Reports and returns 107000 for none, for numbers that are none,
 * or too many. `counted` is the argument that has the count. */
aclError export_allow(struct export_page *page, const int32_t *pids, size_t count,
                      const char *counted);

/* The same for the processes of servers, of which this machine is one. */
aclError export_allow_servers(struct export_page *page, const aclrtServerPid *servers,
                              size_t count);

/* When a process was born, in the kernel's ticks; 0: it is gone. With its number that names it for
 * ever. */
uint64_t export_born(int32_t process);

/* Waits until `changes` is no longer so, or some milliseconds have passed. */
void export_await_change(struct export_signal *signal, uint32_t changes);

/* Tells who waits in any process that something has changed. */
void export_changed(struct export_signal *signal);

#endif
