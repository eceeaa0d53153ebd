/* SPDX-License-Identifier: Apache-2.0 */
/* Communicators: one rank's end of a group of ranks. A handle of the program, pinned by what uses
 * it. */
#ifndef ACLNN_PY_HCCL_COMMUNICATOR_H
#define ACLNN_PY_HCCL_COMMUNICATOR_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hccl/engine.h"
#include "hccl/hccl_types.h"
#include "hccl/line.h"

/* A rank of a communicator, as the others know it. */
struct communicator_member {
    uint64_t process;
    uint32_t origin; /* its number among the ranks of the line */
    struct engine_peer *peer;
};

/* Host memory for one operation, which is kept for the next. */
struct communicator_scratch {
    struct communicator_scratch *next;
    size_t bytes;
    char memory[] __attribute__((aligned(64)));
};

struct communicator {
    struct communicator *next; /* of the open communicators */
    void *handle;
    char name[COMM_NAME_MAX_LENGTH];
    uint64_t number; /* the same for all ranks; no other communicator has it */
    uint32_t size;
    uint32_t rank;
    int32_t device;
    bool is_sub;
    uint32_t execute_seconds; /* 0: for ever */
    uint32_t buffer_megabytes;
    struct line *line;      /* NULL for one rank */
    _Atomic unsigned calls; /* of other threads that are under way */

    pthread_mutex_t lock;
    uint64_t collectives; /* how many were submitted */
    uint32_t transfers;   /* how many large sends were begun */
    uint64_t subs;        /* how many sub-communicators were made of it */
    void *buffer;         /* of HcclGetHcclBuffer; NULL: nobody has asked */
    struct communicator_scratch *scratch;

    struct communicator_member members[];
};

/* A new communicator of so many ranks, not open yet; NULL, with a report. */
struct communicator *communicator_new(uint32_t size);

/* Opens its handle, when all members are set. Reports and returns HCCL_E_MEMORY, or HCCL_E_UNAVAIL
 * when another one in this process has a number that messages would confuse with its own. */
HcclResult communicator_open(struct communicator *communicator);

/* Frees one that is not open. */
void communicator_free(struct communicator *communicator);

/* The communicator of a handle, pinned, for a call; NULL, with a report and *status, when it is
 * none.
 */
struct communicator *communicator_acquire(HcclComm handle, HcclResult *status);

/* Ends that: the call is over. */
void communicator_release(struct communicator *communicator);

/* Pins for work that outlasts the call. */
void communicator_retain(struct communicator *communicator);
void communicator_give_back(struct communicator *communicator);

/* Ends the handle; HCCL_E_AGAIN when another call uses the communicator. */
HcclResult communicator_close(struct communicator *communicator);

/* The handle of that name, of the device if there is one on it; NULL. */
HcclComm communicator_find(const char *name, int32_t device);

/* Memory of at least so many bytes, NULL when there is none; and back. */
struct communicator_scratch *communicator_take_scratch(struct communicator *communicator,
                                                       size_t bytes);
void communicator_return_scratch(struct communicator *communicator,
                                 struct communicator_scratch *scratch);

#endif
