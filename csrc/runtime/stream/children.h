/* SPDX-License-Identifier: Apache-2.0 */
/* The streams and events of contexts, which end with their context. Each kind has a list of its
 * own. */
#ifndef ACLNN_PY_RUNTIME_STREAM_CHILDREN_H
#define ACLNN_PY_RUNTIME_STREAM_CHILDREN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"
#include "base/handle.h"

/* The first member of a stream and of an event. */
struct child {
    void *handle;
    aclrtContext context;
    int32_t device;
    int32_t id;
    struct child *next;
    struct child **link;
};

struct children {
    enum handle_kind kind;
    pthread_mutex_t lock;
    pthread_cond_t removed;
    struct child *newest;
    int32_t next_id;
};

#define CHILDREN(kind) {kind, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0}

/* Adds a child and gives it a number. */
void children_add(struct children *children, struct child *child);
void children_remove(struct children *children, struct child *child);

/* The newest open child, pinned, of a context (NULL: of any) and of a device (-1: any), whose id is
 * below a number; NULL when there is none. Nothing is locked while the caller works on the child.
 * Going down the ids visits each child once. */
struct child *children_pick(struct children *children, aclrtContext context, int32_t device,
                            int32_t below);

/* Waits until the context has no child left, while other threads end them. */
void children_await_removal(struct children *children, aclrtContext context);

#endif
