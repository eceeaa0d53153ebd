/* SPDX-License-Identifier: Apache-2.0 */
/* The elements of an instance: the dims that all its operands are walked along. */
#ifndef ACLNN_PY_VECTOR_SPACE_H
#define ACLNN_PY_VECTOR_SPACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "vector/memory.h"
#include "vector/program.h"

/* Work for one AI core at a time: a quarter of all, within these bounds, in elements. */
#define CHUNK_LEAST 8192
#define CHUNK_MOST 65536

/* Operands for whose views there is room without an allocation. */
#define FEW_OPERANDS 8

/* Whether elements lie one behind the other, `step` apart. */
static inline bool steps_are_dense(const int64_t *dims, const int64_t *steps, int rank,
                                   int64_t step)
{
    for (int i = rank - 1; i >= 0; i--) {
        if (dims[i] != 1 && steps[i] != step)
            return false;
        step *= dims[i];
    }
    return true;
}

/* How many elements some dims have: none if one of them is 0, whatever the others are. */
static inline int64_t instance_elements(const struct vector_instance *instance, int first, int past)
{
    int64_t count = 1;
    for (int d = first; d < past; d++)
        if (instance->dims[d] == 0)
            return 0;
    for (int d = first; d < past; d++)
        count *= instance->dims[d];
    return count;
}

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

static inline void space_close(struct space *space)
{
    if (space->views != space->few)
        free(space->views);
}

/*
 * Has outputs larger than the caches written past them where that is worth it, unless they are read
 * as well; `written` elements are those of this space and of others that are written with it.
 */
void space_choose_streams(struct space *space, const struct vector_program *program,
                          int64_t written);

/* Exchanges two dims of all operands. */
void space_swap_dims(struct space *space, int operands, int a, int b);

/* The indices of an element by its number. */
static inline void space_index(const struct space *space, int64_t number, int64_t *index)
{
    for (int d = space->rank - 1; d > 0; d--) {
        index[d] = number % space->dims[d];
        number /= space->dims[d];
    }
    index[0] = number;
}

/* Where the element with these indices lies. */
char *space_address(const struct space *space, const struct view *view, const int64_t *index);

/* The next box of at most `count` elements from the index on, which moves behind it. */
struct box space_next_box(const struct space *space, const struct view *view, int64_t *index,
                          int64_t count);

/* Reads `count` elements from the indexed one on into a dense strip, or writes them from one. */
void space_gather(const struct space *space, const struct view *view, int width,
                  const int64_t *index, int64_t count, char *strip);
void space_scatter(const struct space *space, const struct view *view, int width,
                   const int64_t *index, int64_t count, const char *strip);

/* The number of elements that one AI core takes at a time. */
int64_t chunk_elements(int64_t count);

#endif
