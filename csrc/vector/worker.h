/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread does with the strips of a space: load them, compute, store. */
#ifndef ACLNN_PY_VECTOR_WORKER_H
#define ACLNN_PY_VECTOR_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/cores/scratch.h"
#include "vector/space.h"

/* The working memory on the stack of a block. A worker that needs more allocates it. */
#define STACK_BYTES (5 * STRIP_BYTES)

/* Some elements of a space: `count` from an index on, or a box where rows is not 0. */
struct strip {
    int64_t count;
    int64_t rows;
    int64_t columns;
    int64_t index[VECTOR_MAX_RANK];
};

/* What is done together: a pass over elements, or the steps on results that follow it. */
struct phase {
    bool is_kept;
    int pass;
};

/* The only phase of a program without folds. */
static const struct phase all_elements = {false, 0};

/* What one thread works with: a buffer a value, and where the strip of each value is now. */
struct worker {
    const struct vector_program *program;
    bool keeps_rows; /* steps are carried out once a row, instead of in each pass that needs them */
    bool in_row;     /* strips are elements of one result; this is its index among the results at
                      * `at` */
    int64_t row;
    struct ahead ahead[FEW_OPERANDS];
    int ahead_count;
    char **at;       /* by value: where its strip is */
    int64_t *cached; /* by value: how many elements of a constant or repeated operand its buffer
                      * holds */
    char *buffers;   /* STRIP_BYTES each */
    char *raw;       /* one more buffer, for operands that are converted */
    char *extra;     /* the memory that worker_open was asked for */
    char *allocated;
    _Alignas(64) char stack[STACK_BYTES];
};

/* Rounds up to a multiple of 64. */
static inline int64_t align_up(int64_t bytes)
{
    return (bytes + 63) & ~(int64_t)63;
}

/* Opens a worker with `extra` bytes of memory, aligned to 64. False when memory is short; otherwise
 * close it. */
bool worker_open(struct worker *worker, const struct vector_program *program, int64_t extra);

static inline void worker_close(struct worker *worker)
{
    scratch_give(worker->allocated);
}

/* Forgets what buffers hold of the operands of the instance before. */
void worker_begin_instance(struct worker *worker);

/* The values and steps of a phase. */
static inline const struct agenda *worker_agenda(const struct worker *worker, struct phase phase)
{
    const struct vector_program *program = worker->program;
    if (phase.is_kept)
        return &program->results[phase.pass];
    return worker->keeps_rows ? &program->kept_rows[phase.pass] : &program->again[phase.pass];
}

/* Whether a value's elements are kept for later passes. */
static inline bool worker_saves(const struct worker *worker, const struct value *value)
{
    return worker->keeps_rows && value->saved >= 0;
}

/* Loads the operands of the phase. */
void worker_load(struct worker *worker, const struct space *space, const struct strip *strip,
                 struct phase phase);

/* Sets where steps write their results: directly to memory where that is possible. */
void worker_place(struct worker *worker, const struct space *space, const struct strip *strip,
                  bool is_kept);

/* Plans to prefetch memory while instructions compute; does nothing when there are many
 * operands. */
void worker_read_ahead(struct worker *worker, const char *memory, int64_t bytes);

/* Prefetches some of the memory that is read soon: as much as arrives while one instruction works
 * on so many elements. */
static inline void worker_ask(struct worker *worker, int64_t count)
{
    int64_t left = (count + ASKED_ELEMENTS - 1) / ASKED_ELEMENTS * ASKED_BYTES;
    while (worker->ahead_count > 0 && left > 0) {
        struct ahead *last = &worker->ahead[worker->ahead_count - 1];
        left -= ahead_ask(last, left);
        worker->ahead_count -= last->bytes <= 0;
    }
}

/* Fills the constants of the phase, and carries out its steps on strips that are loaded. */
void worker_steps(struct worker *worker, int64_t count, struct phase phase);

/* Stores the phase's results, or elements. */
void worker_store(struct worker *worker, const struct space *space, const struct strip *strip,
                  bool is_kept);

/* Whether worker_move does what the program does. */
bool worker_may_move(const struct vector_program *program, const struct space *space);

/* Moves the elements of a strip that is no box from one operand to the other, without a buffer. */
void worker_move(const struct vector_program *program, const struct space *space,
                 const struct strip *strip);

/* Whether folds and steps read halves directly from memory. */
static inline bool worker_reads_halves(const struct worker *worker, const struct value *value)
{
    return worker->in_row && value->in_halves;
}

/* The address of the one element that a repeated value has in the row that is computed. */
static inline char *worker_single(const struct worker *worker, const struct value *value)
{
    return worker->at[value->source] + worker->row * value->width;
}

/* The address of a value's buffer. */
static inline char *worker_buffer(const struct worker *worker, int value)
{
    return worker->buffers + (int64_t)worker->program->values[value].buffer * STRIP_BYTES;
}

/* The function that carries the whole program out on a row of the last dim, or any piece of it,
 * with all operands in place, of which some may be one element a row; NULL where there is none. */
vector_function worker_row_function(const struct vector_program *program,
                                    const struct space *space);

/* Carries out the program on the elements [first, past) by that function. */
void worker_rows(struct worker *worker, const struct space *space, vector_function function,
                 int64_t first, int64_t past);

/* Whether worker_stream does what the program does: results and what is read are lines of memory or
 * single elements. */
bool worker_may_stream(const struct vector_program *program, const struct space *space);

/* Carries out the whole program on the elements [first, past) of such a space, as many as one
 * likes, and writes its results past the caches. */
void worker_stream(struct worker *worker, const struct space *space, int64_t first, int64_t past);

#endif
