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
    int operand;       /* of the launch */
    uint64_t offset;   /* in scratch */
    int64_t first;     /* bytes from there, or from the operand's first element: of a part */
    const void *value; /* of a host constant */
    int32_t rank;
    const int64_t *dims;
    const int64_t *strides; /* elements */
};

/* A view of an open program, along the dims of its shape or, is_kept, of those that folds keep. */
struct shaped_view {
    struct memory memory;
    const int64_t *strides;
    int32_t rank; /* of the strides: dims that are folded may be among them, as 1 */
    bool is_written;
    bool is_kept;
};

/* A view of a part; type and dims are those of work of its own. */
struct part_view {
    struct memory memory;
    int64_t offset; /* bytes, from the memory's first element */
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

/* A program of the vector unit with its instances, or work of its own. */
struct part {
    struct vector_program *program; /* NULL: run */
    bool is_elementwise;            /* each element is written after it was read */
    bool keeps_itself;              /* so it is of the operand that is both */
    int64_t instance_count;
    struct part_instance *instances;
    const struct l0_run *run; /* NULL: program */
    const void *attributes;
    const struct part_view *views; /* inputs, then outputs */
    int view_count;                /* of an instance, or of run */
    int input_count;               /* of run */
    uint64_t scratch;              /* of run: where its own begins */
};

/* When an operand is written first and read last, by part and instance; -1: never. */
struct access {
    int first_write;
    int last_read;
    int64_t written_by;
    int64_t read_by;
};

struct schedule {
    int operand_count; /* of the launch */
    int part_count;
    int part_room;
    struct part *parts;
    uint64_t scratch;        /* bytes of all that lies in scratch */
    struct access *accesses; /* one an operand of the launch */
    bool writes_early;       /* an operand is read after it was written itself */
    bool scratch_steers;     /* that of a part does */
};

/* Asks work of its own whether it can be carried out, and lays its scratch out; reports. */
aclnnStatus part_prepare(struct part *part, uint64_t *scratch, struct arena *arena);

/* Copies a tensor to an output whose elements share memory, in order: the last one stays. */
extern const struct l0_run schedule_ordered_store;

#endif
