/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages between ranks, carried by UCX. It is loaded when the first communicator of more than one
 * rank is made, and stays. All ranks of a process share one end of it: a message names in its tag
 * the communicator, the rank that sends and the rank it is for.
 *
 * UCX may be called by one thread at a time. Functions that say so are called between engine_lock
 * and engine_unlock; whoever waits for a message moves all of them on (engine_progress).
 */
#ifndef ACLNN_PY_HCCL_ENGINE_H
#define ACLNN_PY_HCCL_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hccl/hccl_types.h"

/* A process that messages can be sent to. It stays. */
struct engine_peer;

/* A message under way; NULL: it has been sent or received already. */
struct engine_request;

enum engine_state { ENGINE_UNDER_WAY, ENGINE_DONE, ENGINE_FAILED };

/* Loads and starts UCX, once. Reports and returns HCCL_E_NOT_SUPPORT when it is not there,
 * HCCL_E_INTERNAL when it does not start. */
HcclResult engine_start(void);
bool engine_is_started(void);

/* The number of this process, which no other process has. */
uint64_t engine_process(void);

/* How others reach this process: bytes for engine_connect. */
const void *engine_address(size_t *bytes);

/* The process of that number; NULL, with a report, when it cannot be reached. */
struct engine_peer *engine_connect(uint64_t process, const void *address, size_t bytes);

void engine_lock(void);
void engine_unlock(void);

/* ---- The lock is held ------------------------------------------------------------------------ */

/* Sends bytes, which stay until the message is done. False when the peer is out of reach. */
bool engine_send(struct engine_peer *peer, uint64_t tag, const void *bytes, size_t count,
                 struct engine_request **out);

/* Receives the oldest message of a tag, of at most so many bytes. */
bool engine_receive(uint64_t tag, void *bytes, size_t count, struct engine_request **out);

/* How far a message is. When it is not under way any more it is forgotten. */
enum engine_state engine_look(struct engine_request *request);

/* Forgets a message that nobody waits for any more. Its bytes must stay nevertheless. */
void engine_drop(struct engine_request *request);

/* Moves messages on; whether there was something to do. */
bool engine_progress(void);

/* Prepares to sleep until engine_descriptor becomes readable; false when there is something to do
 * first. */
bool engine_arm(void);
int engine_descriptor(void);

/* ---- Waiting --------------------------------------------------------------------------------- */

/* How many threads are moving messages on: others need not. */
extern _Atomic int engine_movers;

/* Pauses a thread that has found nothing to do `idle` times: it spins, then lets others run, then
 * sleeps until a message comes, a few milliseconds at most. */
void engine_pause(unsigned idle);

#endif
