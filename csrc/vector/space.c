/* SPDX-License-Identifier: Apache-2.0 */
#include "vector/space.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static bool is_splat(const int64_t *dims, const int64_t *steps, int rank)
{
    for (int i = 0; i < rank; i++)
        if (dims[i] != 1 && steps[i] != 0)
            return false;
    return true;
}

/* The address of the first element; half bytes are counted where elements are packed. */
static char *first_address(const struct operand *operand, const struct vector_view *view)
{
    return operand->is_packed ? packed_address(view->address, view->is_upper) : view->address;
}

/* Handles the common case that every operand is dense or one element: then one dim suffices. */
static bool open_flat(struct space *space, const struct vector_program *program,
                      const struct vector_instance *instance, int first, int past, bool folded)
{
    const int64_t *dims = instance->dims + first;
    for (int i = 0; i < program->operand_count; i++) {
        const struct operand *operand = &program->operands[i];
        const int64_t *strides = instance->views[i].strides + first;
        struct view *view = &space->views[i];
        bool counts = !folded || operand->by_elements;
        view->address = first_address(operand, &instance->views[i]);
        view->dense = counts && steps_are_dense(dims, strides, past - first, 1);
        view->splat = !counts || is_splat(dims, strides, past - first);
        view->periodic = true;
        view->streams = false;
        view->steps[0] = view->dense ? operand->width : 0;
        if (!view->dense && !view->splat)
            return false;
    }
    space->rank = 1;
    space->dims[0] = space->count;
    return true;
}

/* Reverses the dims along which the leading operand goes backwards. */
static void turn_dims(struct space *space, int operands, int lead)
{
    for (int d = 0; d < space->rank; d++) {
        if (space->views[lead].steps[d] >= 0)
            continue;
        for (int i = 0; i < operands; i++) {
            struct view *view = &space->views[i];
            view->address += (space->dims[d] - 1) * view->steps[d];
            view->steps[d] = -view->steps[d];
        }
    }
}

void space_swap_dims(struct space *space, int operands, int a, int b)
{
    int64_t dim = space->dims[a];
    space->dims[a] = space->dims[b];
    space->dims[b] = dim;
    for (int i = 0; i < operands; i++) {
        int64_t *steps = space->views[i].steps;
        int64_t step = steps[a];
        steps[a] = steps[b];
        steps[b] = step;
    }
}

/* Sorts the dims so that the leading operand's largest steps come first. */
static void sort_dims(struct space *space, int operands, int lead)
{
    for (int d = 1; d < space->rank; d++)
        for (int e = d; e > 0; e--) {
            const int64_t *steps = space->views[lead].steps;
            if (steps[e - 1] >= steps[e])
                break;
            space_swap_dims(space, operands, e - 1, e);
        }
}

/* Joins a dim with the next where all operands continue from one to the other. */
static void join_dims(struct space *space, int operands)
{
    int last = 0;
    for (int d = 1; d < space->rank; d++) {
        bool joined = true;
        for (int i = 0; i < operands && joined; i++) {
            const int64_t *steps = space->views[i].steps;
            joined = steps[last] == steps[d] * space->dims[d];
        }
        if (!joined)
            last++;
        space->dims[last] = joined ? space->dims[last] * space->dims[d] : space->dims[d];
        for (int i = 0; i < operands; i++)
            space->views[i].steps[last] = space->views[i].steps[d];
    }
    space->rank = last + 1;
}

static void open_general(struct space *space, const struct vector_program *program,
                         const struct vector_instance *instance, int first, int past, bool folded)
{
    int operands = program->operand_count;
    space->rank = 0;
    for (int d = first; d < past; d++) {
        if (instance->dims[d] == 1)
            continue;
        space->dims[space->rank] = instance->dims[d];
        for (int i = 0; i < operands; i++)
            space->views[i].steps[space->rank] = folded && !program->operands[i].by_elements
                                                     ? 0
                                                     : instance->views[i].strides[d] *
                                                           program->operands[i].width;
        space->rank++;
    }
    for (int i = 0; i < operands; i++)
        space->views[i].address = first_address(&program->operands[i], &instance->views[i]);
    if (!folded) {
        int lead = 0;
        while (!program->operands[lead].stored)
            lead++;
        turn_dims(space, operands, lead);
        sort_dims(space, operands, lead);
    }
    join_dims(space, operands);
    for (int i = 0; i < operands; i++) {
        struct view *view = &space->views[i];
        view->dense = steps_are_dense(space->dims, view->steps, space->rank,
                                      program->operands[i].width);
        view->splat = is_splat(space->dims, view->steps, space->rank);
        view->periodic = is_splat(space->dims, view->steps, space->rank - 1);
        view->streams = false;
    }
}

/* Whether the rows are dense and worth writing past the caches. */
static bool has_long_rows(const struct space *space, const struct view *view, int width)
{
    int last = space->rank - 1;
    bool long_rows = view->steps[last] == width;
    for (int d = 0; d < last; d++)
        long_rows &= memory_streams(view->address + view->steps[d], space->dims[last] * width);
    return long_rows;
}

void space_choose_streams(struct space *space, const struct vector_program *program,
                          int64_t written)
{
    space->written = written;
    int64_t most_cached = memory_streamed_bytes();
    if (space->written <= most_cached / 16)
        return;
    for (int i = 0; i < program->operand_count; i++) {
        struct view *view = &space->views[i];
        int width = program->operands[i].width;
        bool streams = program->operands[i].stored && !program->operands[i].is_packed &&
                       space->written * width > most_cached &&
                       (view->dense || has_long_rows(space, view, width));
        for (int j = 0; j < program->value_count && streams; j++)
            streams = program->values[j].kind != VALUE_LOAD ||
                      space->views[program->values[j].operand].address != view->address;
        view->streams = streams;
        space->streams |= streams;
    }
}

bool space_open(struct space *space, const struct vector_program *program,
                const struct vector_instance *instance, int first, int past, bool folded)
{
    space->views = space->few;
    if (program->operand_count > FEW_OPERANDS) {
        space->views = malloc((size_t)program->operand_count * sizeof *space->views);
        if (space->views == NULL)
            return false;
    }
    space->count = instance_elements(instance, first, past);
    space->streams = false;
    if (!open_flat(space, program, instance, first, past, folded))
        open_general(space, program, instance, first, past, folded);
    space->written = space->count;
    if (!folded)
        space_choose_streams(space, program, space->count);
    return true;
}

char *space_address(const struct space *space, const struct view *view, const int64_t *index)
{
    char *address = view->address;
    for (int d = 0; d < space->rank; d++)
        address += index[d] * view->steps[d];
    return address;
}

struct box space_next_box(const struct space *space, const struct view *view, int64_t *index,
                          int64_t count)
{
    int last = space->rank - 1;
    int64_t columns = space->dims[last];
    struct box box = {.rows = 1, .column_step = view->steps[last]};
    int moving = last;
    if (last > 0 && index[last] == 0 && count >= columns) {
        moving = last - 1;
        box.columns = columns;
        box.row_step = view->steps[moving];
        box.rows = count / columns;
        if (box.rows > space->dims[moving] - index[moving])
            box.rows = space->dims[moving] - index[moving];
        index[moving] += box.rows;
    } else {
        box.columns = columns - index[last];
        if (box.columns > count)
            box.columns = count;
        index[last] += box.columns;
    }
    for (; moving > 0 && index[moving] == space->dims[moving]; moving--) {
        index[moving] = 0;
        index[moving - 1]++;
    }
    return box;
}

void space_gather(const struct space *space, const struct view *view, int width,
                  const int64_t *index, int64_t count, char *strip)
{
    int64_t at[VECTOR_MAX_RANK];
    memcpy(at, index, (size_t)space->rank * sizeof *at);
    while (count > 0) {
        const char *memory = space_address(space, view, at);
        struct box box = space_next_box(space, view, at, count);
        box_gather(width, strip, memory, &box);
        count -= box.rows * box.columns;
        strip += box.rows * box.columns * (width == PACKED ? 1 : width);
    }
}

void space_scatter(const struct space *space, const struct view *view, int width,
                   const int64_t *index, int64_t count, const char *strip)
{
    int64_t at[VECTOR_MAX_RANK];
    memcpy(at, index, (size_t)space->rank * sizeof *at);
    while (count > 0) {
        char *memory = space_address(space, view, at);
        struct box box = space_next_box(space, view, at, count);
        box_scatter(width, memory, strip, &box);
        count -= box.rows * box.columns;
        strip += box.rows * box.columns * (width == PACKED ? 1 : width);
    }
}

int64_t chunk_elements(int64_t count)
{
    return clamp(count / 4, CHUNK_LEAST, CHUNK_MOST);
}
