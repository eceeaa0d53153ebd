/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The attendant: one thread that looks after the connections between ranks while there are any, and
 * moves the engine's messages on when no thread waits for one.
 */
#ifndef ACLNN_PY_HCCL_ATTENDANT_H
#define ACLNN_PY_HCCL_ATTENDANT_H

#include <stdbool.h>
#include <stdint.h>

/* A connection that is looked after: a member of what it belongs to. */
struct watch {
    struct watch *next;
    int file;
    int64_t deadline; /* monotonic_nanoseconds; 0: none */
    bool ended;
    /* Called when the file can be read or is closed, or when the deadline has passed. */
    void (*attend)(struct watch *watch);
    /* Called once, on the attendant's thread, when the watch has ended: closes and frees. */
    void (*close)(struct watch *watch);
};

/* Begins to look after a connection; false when there is no thread for it. */
bool attendant_watch(struct watch *watch);

/* Ends that. The caller does not use the watch any more, nor what it is a member of. Its own
 * `attend` may call this. */
void attendant_end(struct watch *watch);

#endif
