/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tag of a message: communicator, the rank it is for, the rank that sends, the part of the
 * operation, and the operation's number. Messages of one tag arrive in the sequence in which they
 * were sent, so that a number may come again when it has long been used.
 */
#ifndef ACLNN_PY_HCCL_TAG_H
#define ACLNN_PY_HCCL_TAG_H

#include <stdint.h>

#include "hccl/wire.h"

enum tag_part {
    TAG_CALL,     /* a collective: its arguments, and what is small */
    TAG_BLOCKS,   /* elements to be reduced, or to be moved */
    TAG_RESULTS,  /* elements that were reduced */
    TAG_SEND,     /* a send: its arguments, and what is small */
    TAG_ANSWER,   /* the answer of its receive */
    TAG_TRANSFER, /* its elements */
};

_Static_assert(WIRE_MOST_RANKS <= 1 << 10, "a rank has 10 bits");

/* The bits of a communicator's number in its tags. */
static inline uint64_t tag_of_number(uint64_t number)
{
    return number & ((1u << 28) - 1);
}

static inline uint64_t tag_make(uint64_t communicator, uint32_t to, uint32_t from,
                                enum tag_part part, uint64_t operation)
{
    return tag_of_number(communicator) << 36 | (uint64_t)to << 26 | (uint64_t)from << 16 |
           (uint64_t)part << 12 | (operation & 0xFFF);
}

#endif
