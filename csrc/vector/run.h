/* SPDX-License-Identifier: Apache-2.0 */
/* How the strips of an instance are found and moved: what run.c and fold.c share. */
#ifndef ACLNN_PY_VECTOR_RUN_H
#define ACLNN_PY_VECTOR_RUN_H

#include "vector/memory.h"
#include "vector/program.h"

/* Work for one AI core at a time: a quarter of all, within these bounds, in elements. */
#define CHUNK_LEAST 8192
#define CHUNK_MOST 65536

/* Operands for whose views there is room without an allocation. */
#define FEW_OPERANDS 8

/* Working memory on the stack of a block; larger is allocated. */
#define STACK_BYTES (5 * STRIP_BYTES)

/* An operand along the dims of a space. */
struct view {
    char *address;
    bool dense;                     /* element i of the space is element i of memory */
    bool splat;                     /* one element */
    bool periodic;                  /* all rows are one row */
    bool streams;                   /* is written past the caches */
    int64_t steps[VECTOR_MAX_RANK]; /* bytes */
};

/* Dims that are walked in order, fewest that reach all elements of all operands. */
struct space {
    int rank; /* 1 at least */
    int64_t dims[VECTOR_MAX_RANK];
    int64_t count;   /* elements */
    int64_t written; /* those of this space and of others that are written with it */
    bool streams;    /* one of the views does */
    struct view *views;
    struct view few[FEW_OPERANDS];
};

/*
 * Makes the space of the dims [first, past) of an instance. The order of elements does not matter
 * but in the dims that are folded: the others are sorted and turned so that the first operand that
 * is stored is walked through as it lies. In those that are folded, only operands with an element
 * for each have steps. False without memory; close it otherwise.
 */
bool space_open(struct space *space, const struct vector_program *program,
                const struct vector_instance *instance, int first, int past, bool folded);
void space_close(struct space *space);

/*
 * Has outputs larger than the caches written past them where that is worth it, unless they are read
 * as well; `written` elements are those of this space and of others that are written with it.
 */
void space_choose_streams(struct space *space, const struct vector_program *program,
                          int64_t written);

/* The indices of an element by its number. */
void space_index(const struct space *space, int64_t number, int64_t *index);

/* Where the element with these indices lies. */
char *space_address(const struct space *space, const struct view *view, const int64_t *index);

/* Reads `count` elements from the indexed one on into a dense strip, or writes them from one. */
void space_gather(const struct space *space, const struct view *view, int width,
                  const int64_t *index, int64_t count, char *strip);
void space_scatter(const struct space *space, const struct view *view, int width,
                   const int64_t *index, int64_t count, const char *strip);

/* Some elements of a space: `count` from an index on, or, where rows is not 0, a box. */
struct strip {
    int64_t count;
    int64_t rows;
    int64_t columns;
    int64_t index[VECTOR_MAX_RANK];
};

/* What is done at a time: a pass over elements, or what follows on the results behind it. */
struct phase {
    bool is_kept;
    int pass;
};

/* All there is in a program without folds. */
static const struct phase all_elements = {false, 0};

/* What one thread works with: a buffer a value, and where the strip of each value is now. */
struct worker {
    const struct vector_program *program;
    bool keeps_rows; /* steps are carried out once for a row, not in each pass that needs them */
    bool in_row;     /* strips are elements of one result: its number among those at `at` is */
    int64_t row;
    struct ahead ahead[FEW_OPERANDS];
    int ahead_count;
    char **at;       /* by value */
    int64_t *cached; /* by value: elements of a constant or repeated operand in its buffer */
    char *buffers;   /* STRIP_BYTES each */
    char *raw;       /* one more, for operands that are converted */
    char *extra;     /* what was asked for beside these */
    char *allocated;
    _Alignas(64) char stack[STACK_BYTES];
};

/* To a multiple of 64. */
static inline int64_t align_up(int64_t bytes)
{
    return (bytes + 63) & ~(int64_t)63;
}

/* `extra` bytes are aligned to 64. False without memory; close it otherwise. */
bool worker_open(struct worker *worker, const struct vector_program *program, int64_t extra);
void worker_close(struct worker *worker);

/* Forgets what was kept of the operands of an instance. */
void worker_begin_instance(struct worker *worker);

/* What there is to do in a phase. */
static inline const struct agenda *worker_agenda(const struct worker *worker, struct phase phase)
{
    const struct vector_program *program = worker->program;
    if (phase.is_kept)
        return &program->results[phase.pass];
    return worker->keeps_rows ? &program->kept_rows[phase.pass] : &program->again[phase.pass];
}

/* Whether a value's elements stay where they are for later passes. */
static inline bool worker_saves(const struct worker *worker, const struct value *value)
{
    return worker->keeps_rows && value->saved >= 0;
}

/* Loads what is loaded in the phase. */
void worker_load(struct worker *worker, const struct space *space, const struct strip *strip,
                 struct phase phase);

/* Where results may be written without a copy, they are. */
void worker_place(struct worker *worker, const struct space *space, const struct strip *strip,
                  bool is_kept);

/* Has memory asked for while there is something to compute; nothing is done for many operands. */
void worker_read_ahead(struct worker *worker, const char *memory, int64_t bytes);

/* Asks for some of what is read soon: as much as comes while an instruction works on a strip. */
void worker_ask(struct worker *worker);

/* Fills the constants of the phase, and does its steps on strips that are loaded. */
void worker_steps(struct worker *worker, int64_t count, struct phase phase);

/* Stores results, or elements. */
void worker_store(struct worker *worker, const struct space *space, const struct strip *strip,
                  bool is_kept);

/* Whether halves are folded as they lie in memory. */
static inline bool worker_folds_halves(const struct worker *worker, const struct value *value)
{
    return worker->in_row && value->folds_alone;
}

/* The element of a spread value, of the row that is computed. */
static inline char *worker_single(const struct worker *worker, const struct value *value)
{
    return worker->at[value->source] + worker->row * value->width;
}

/* The place of a value's buffer. */
static inline char *worker_buffer(const struct worker *worker, int value)
{
    return worker->buffers + (int64_t)worker->program->values[value].buffer * STRIP_BYTES;
}

/* The number of elements that one AI core takes at a time. */
int64_t chunk_elements(int64_t count);

/* Runs an instance of a program with folds. */
bool fold_run(const struct vector_program *program, const struct vector_instance *instance,
              bool alone);

#endif
