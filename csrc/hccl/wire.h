/* SPDX-License-Identifier: Apache-2.0 */
/* What ranks tell each other over TCP when they meet, and afterwards on the control line. All
 * machines of a communicator have the same order of bytes. */
#ifndef ACLNN_PY_HCCL_WIRE_H
#define ACLNN_PY_HCCL_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hccl/hccl_types.h"
#include "hccl/host.h"

#define WIRE_MAGIC UINT64_C(0x6163636c6e6e3031)
#define WIRE_MOST_RANKS 1024
#define WIRE_MOST_ADDRESS 65536

/* The content of an HcclRootInfo. A rank table makes one too, with the secret 0. */
struct wire_root {
    uint64_t magic;
    uint64_t secret[2];
    char host[HOST_TEXT];
    uint16_t port;
};

/* A rank introduces itself, followed by its address for engine_connect. The book that all get when
 * they are there has one of these for each rank. */
struct wire_hello {
    uint64_t magic;
    uint64_t secret[2];
    uint64_t process;
    uint32_t size;
    uint32_t rank;
    int32_t device;
    uint32_t address_bytes;
    uint32_t timeout; /* seconds that the rank waits for the others */
    char host[HOST_TEXT];
};

/* To a rank: all are there, and the book follows; it was refused; a rank has gone, or has ended its
 * communicator, or says that the communicator is broken. From a rank: the last two. */
enum wire_kind { WIRE_BOOK = 1, WIRE_REFUSED, WIRE_GONE, WIRE_LEFT, WIRE_BROKEN };

struct wire_note {
    uint32_t kind;
    uint32_t rank;
    int32_t status;   /* of a refusal, an HcclResult */
    uint32_t bytes;   /* of the book */
    uint64_t number;  /* of the communicator, with the book */
    uint64_t process; /* in which the ranks have met, with the book */
    char text[480];   /* of a refusal, and of what is broken */
};

/* Sends all bytes; false when the other side is gone, or takes none for a while. */
bool wire_send(int file, const void *bytes, size_t count);

/* Receives so many bytes until a moment (monotonic_nanoseconds): 1; 0 when that has passed; -1 when
 * the other side is gone. */
int wire_receive(int file, void *bytes, size_t count, int64_t deadline);

#endif
