/* SPDX-License-Identifier: Apache-2.0 */
/* What a schedule consists of: schedule_build.c makes it, schedule_run.c runs it. */
#ifndef ACLNN_PY_EXECUTOR_SCHEDULE_PARTS_H
#define ACLNN_PY_EXECUTOR_SCHEDULE_PARTS_H

#include "executor/schedule.h"
#include "vector/vector.h"

enum memory_kind { MEMORY_NONE, MEMORY_OPERAND, MEMORY_SCRATCH, MEMORY_HOST };

/* Where the elements of a tensor are. */
struct memory {
    enum memory_kind kind;
    int operand;       /* index among the launch's operands */
    uint64_t offset;   /* offset in scratch */
    int64_t first;     /* for a part of a tensor: bytes from that offset, or from the operand's
                        * first element */
    bool is_upper;     /* of a packed type: the part begins in the upper half of that byte */
    const void *value; /* the value of a host constant */
    int32_t rank;
    const int64_t *dims;
    const int64_t *strides; /* in elements */
};

/* A view of an open program along the dims of its shape or, when is_kept, along those that folds
 * keep. */
struct shaped_view {
    struct memory memory;
    const int64_t *strides;
    int32_t rank; /* number of strides; folded dims may be among them, with 1 element */
    bool is_written;
    bool is_kept;
};

/* A view of a part. Only views of a work function have type and dims. */
struct part_view {
    struct memory memory;
    int64_t offset; /* in bytes from the memory's first element */
    const int64_t *strides;
    bool is_written;
    aclDataType type;
    int32_t rank;
    const int64_t *dims;
};

struct part_instance {
    int32_t rank;
    int kept;
    const int64_t *dims;
    const struct part_view *views; /* view_count of them */
};

/* A vector program with its instances, or a work function. */
struct part {
    struct vector_program *program; /* NULL: the part is a work function */
    bool is_elementwise;            /* each element is written after it was read */
    bool keeps_itself;              /* that holds for the operand that is both read and written */
    int64_t instance_count;
    struct part_instance *instances;
    const struct l0_run *run; /* NULL: the part is a vector program */
    const void *attributes;
    const struct part_view *views; /* inputs, then outputs */
    int view_count;                /* number of views of an instance, or of the work function */
    int input_count;               /* of the work function */
    uint64_t scratch;              /* where the scratch of the work function begins */
};

/* The first write and the last read of an operand, by part and instance; -1: never. */
struct access {
    int first_write;
    int last_read;
    int64_t written_by;
    int64_t read_by;
};

struct schedule {
    int operand_count; /* number of operands of the launch */
    int part_count;
    int part_room;
    struct part *parts;
    uint64_t scratch;        /* bytes of scratch, all together */
    struct access *accesses; /* one an operand of the launch */
    bool writes_early;       /* some operand is written before its last read */
    bool scratch_steers;     /* the scratch of a part holds what steers its work */
};

/* Asks a work function whether it can be carried out, and assigns its scratch; reports. */
aclnnStatus part_prepare(struct part *part, uint64_t *scratch, struct arena *arena);

/* Copies a tensor to an output whose elements share memory, in row-major order: the last value
 * stays. */
extern const struct l0_run schedule_ordered_store;

#endif
