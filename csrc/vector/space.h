/* SPDX-License-Identifier: Apache-2.0 */
/* The elements of an instance: the dims along which all its operands are walked. */
#ifndef ACLNN_PY_VECTOR_SPACE_H
#define ACLNN_PY_VECTOR_SPACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "vector/memory.h"
#include "vector/program.h"

/* The least and the most elements that one AI core takes at a time; between them it takes a quarter
 * of all. */
#define CHUNK_LEAST 8192
#define CHUNK_MOST 65536

/* Views of this many operands need no allocation. */
#define FEW_OPERANDS 8

/* Whether neighbouring elements lie `step` apart and there are no gaps. */
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

/* The number of elements of some dims: 0 if one of them is 0, whatever the others are. */
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

/* An operand along the dims of a space. Steps are in bytes, in half bytes where elements are
 * packed, and so is the address. */
struct view {
    char *address;
    bool dense;    /* element i of the space is element i of the memory */
    bool splat;    /* it has only one element */
    bool periodic; /* all of its rows are the same row */
    bool streams;  /* it is written past the caches */
    int64_t steps[VECTOR_MAX_RANK];
};

/* The fewest dims that reach all elements of all operands. */
struct space {
    int rank; /* at least 1 */
    int64_t dims[VECTOR_MAX_RANK];
    int64_t count;   /* number of elements */
    int64_t written; /* the number of elements that are written, with those of other spaces that run
                      * together */
    bool streams;    /* at least one view is written past the caches */
    struct view *views;
    struct view few[FEW_OPERANDS];
};

/* Makes the space of the dims [first, past) of an instance. Dims that are not folded may be
 * reordered and reversed, so that the first operand that is stored is walked in the sequence in
 * which it lies. Among folded dims only operands with an element for each have steps. False when
 * memory is short; otherwise close it. */
bool space_open(struct space *space, const struct vector_program *program,
                const struct vector_instance *instance, int first, int past, bool folded);

static inline void space_close(struct space *space)
{
    if (space->views != space->few)
        free(space->views);
}

/* Marks outputs that are larger than the caches to be written past them, where that is worth it and
 * they are not read as well. `written` is the number of elements of this space and of others that
 * run together. */
void space_choose_streams(struct space *space, const struct vector_program *program,
                          int64_t written);

/* Exchanges two dims of all operands. */
void space_swap_dims(struct space *space, int operands, int a, int b);

/* Computes the indices of an element from its number. */
static inline void space_index(const struct space *space, int64_t number, int64_t *index)
{
    for (int d = space->rank - 1; d > 0; d--) {
        index[d] = number % space->dims[d];
        number /= space->dims[d];
    }
    index[0] = number;
}

/* The address of the element of these indices. */
char *space_address(const struct space *space, const struct view *view, const int64_t *index);

/* The next box of at most `count` elements from the index on. The index moves behind the box. */
struct box space_next_box(const struct space *space, const struct view *view, int64_t *index,
                          int64_t count);

/* How box_gather and the like are told the width of an operand. */
static inline int memory_width(const struct operand *operand)
{
    return operand->is_packed ? PACKED : operand->width;
}

/* space_gather reads `count` elements from the index on into a dense strip, space_scatter writes
 * them from one. `width` is as box_gather takes it. */
void space_gather(const struct space *space, const struct view *view, int width,
                  const int64_t *index, int64_t count, char *strip);
void space_scatter(const struct space *space, const struct view *view, int width,
                   const int64_t *index, int64_t count, const char *strip);

/* The number of elements that one AI core takes at a time. */
int64_t chunk_elements(int64_t count);

#endif
