/* SPDX-License-Identifier: Apache-2.0 */
/* A collective as all ranks know it: what was called, and which bytes go where. */
#ifndef ACLNN_PY_HCCL_OPERATION_H
#define ACLNN_PY_HCCL_OPERATION_H

#include <stddef.h>
#include <stdint.h>

#include "hccl/communicator.h"
#include "runtime/stream/stream.h"

enum operation_kind {
    OPERATION_BARRIER,
    OPERATION_ALL_REDUCE,
    OPERATION_REDUCE,
    OPERATION_REDUCE_SCATTER,
    OPERATION_REDUCE_SCATTER_V,
    OPERATION_ALL_GATHER,
    OPERATION_ALL_GATHER_V,
    OPERATION_BROADCAST,
    OPERATION_SCATTER,
    OPERATION_ALL_TO_ALL,
    OPERATION_ALL_TO_ALL_V,
    OPERATION_ALL_TO_ALL_VC,
    OPERATION_SEND,
    OPERATION_RECEIVE,
};

/* The characters of the name of a call, with the 0 behind them. */
#define OPERATION_CALLER 56

/* Bytes of a buffer. */
struct operation_part {
    uint64_t offset;
    uint64_t bytes;
};

/* What all ranks of a call have to agree on, or both sides of a transfer. It is sent as it is. */
struct operation_terms {
    uint64_t communicator; /* its number */
    uint64_t number;       /* of the operation: how many were before it */
    uint64_t count;        /* in elements; 0 where ranks have different ones */
    uint64_t parcel;       /* bytes from the one who sends this to the one who receives it */
    uint32_t kind;
    uint32_t type;
    uint32_t op;                   /* UINT32_MAX: none */
    uint32_t root;                 /* UINT32_MAX: none */
    uint32_t inlined;              /* how many bytes of the parcel follow */
    uint32_t transfer;             /* number of a transfer, where its elements do not follow */
    char caller[OPERATION_CALLER]; /* the call whose part it is; "": it is a call of its own */
};

struct operation {
    struct communicator *communicator;
    struct operation_terms terms;
    const char *send; /* in the kernels' view */
    char *receive;
    struct operation_part *out; /* what goes to each rank, or is reduced by it */
    struct operation_part *in;  /* where that of each rank goes */
};

/* A message that is not larger goes with the arguments of its call. */
#define OPERATION_INLINE 16384

/* Whose task it is, and what became of it. */
struct operation_run {
    const struct task *task;
    struct stream *stream;
    struct task_failure *failure;
    int64_t deadline; /* 0: none */
};

static inline bool operation_reduces(const struct operation *operation)
{
    return operation->terms.kind >= OPERATION_ALL_REDUCE &&
           operation->terms.kind <= OPERATION_REDUCE_SCATTER_V;
}

/* "HcclAllReduce of 8 elements of fp32 with SUM" */
void operation_describe(const struct operation_terms *terms, char *out, size_t size);

/* The name of the function. */
const char *operation_name(uint32_t kind);

/* Whether two ranks called the same. */
bool operation_agrees(const struct operation_terms *a, const struct operation_terms *b);

/* Parts of ranks, one behind the other: the same for each rank, or blocks of nearly the same number
 * of elements. */
void operation_set_rows(struct operation_part *parts, uint32_t ranks, uint64_t bytes);
void operation_set_blocks(struct operation_part *parts, uint32_t ranks, uint64_t count,
                          uint64_t width);

#endif
