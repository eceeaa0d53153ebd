/* SPDX-License-Identifier: Apache-2.0 */
#include "vector/run.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/scratch.h"

/* Columns of a box that is read transposed, and the least of its rows and columns. */
#define BOX_COLUMNS 64
#define BOX_LEAST 8

/* Boxes one below the other that are done before those beside them. */
#define BAND_BOXES 32

/*
 * Instances of a list that one AI core takes at a time, if they are small: waking another core
 * takes as long as that many of a few elements.
 */
#define INSTANCES_A_BLOCK 512

/* --- Spaces ----------------------------------------------------------------------------------- */

static bool is_dense(const int64_t *dims, const int64_t *steps, int rank, int64_t step)
{
    for (int i = rank - 1; i >= 0; i--) {
        if (dims[i] != 1 && steps[i] != step)
            return false;
        step *= dims[i];
    }
    return true;
}

static bool is_splat(const int64_t *dims, const int64_t *steps, int rank)
{
    for (int i = 0; i < rank; i++)
        if (dims[i] != 1 && steps[i] != 0)
            return false;
    return true;
}

/* The common case: everything is dense or one element. Only one dim is needed then. */
static bool open_flat(struct space *space, const struct vector_program *program,
                      const struct vector_instance *instance, int first, int past, bool folded)
{
    const int64_t *dims = instance->dims + first;
    for (int i = 0; i < program->operand_count; i++) {
        const struct operand *operand = &program->operands[i];
        const int64_t *strides = instance->views[i].strides + first;
        struct view *view = &space->views[i];
        bool counts = !folded || operand->by_elements;
        view->address = instance->views[i].address;
        view->dense = counts && is_dense(dims, strides, past - first, 1);
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

/* Walks dims along which the leading operand goes backwards the other way round. */
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

static void swap_dims(struct space *space, int operands, int a, int b)
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

/* The largest steps of the leading operand first. */
static void sort_dims(struct space *space, int operands, int lead)
{
    for (int d = 1; d < space->rank; d++)
        for (int e = d; e > 0; e--) {
            const int64_t *steps = space->views[lead].steps;
            if (steps[e - 1] >= steps[e])
                break;
            swap_dims(space, operands, e - 1, e);
        }
}

/* Joins each dim with the next one where all operands go on from one into the other. */
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
        space->views[i].address = instance->views[i].address;
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
        view->dense = is_dense(space->dims, view->steps, space->rank, program->operands[i].width);
        view->splat = is_splat(space->dims, view->steps, space->rank);
        view->periodic = is_splat(space->dims, view->steps, space->rank - 1);
        view->streams = false;
    }
}

/* Whether rows are dense, and worth writing past the caches. */
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
    if (space->written <= STREAMED_BYTES / 16)
        return;
    for (int i = 0; i < program->operand_count; i++) {
        struct view *view = &space->views[i];
        int width = program->operands[i].width;
        bool streams = program->operands[i].stored && space->written * width > STREAMED_BYTES &&
                       (view->dense || has_long_rows(space, view, width));
        for (int j = 0; j < program->value_count && streams; j++)
            streams = program->values[j].kind != VALUE_LOAD ||
                      space->views[program->values[j].operand].address != view->address;
        view->streams = streams;
        space->streams |= streams;
    }
}

/* How many elements some dims have: none if one of them is 0, whatever the others are. */
static int64_t elements_of(const struct vector_instance *instance, int first, int past)
{
    int64_t count = 1;
    for (int d = first; d < past; d++)
        if (instance->dims[d] == 0)
            return 0;
    for (int d = first; d < past; d++)
        count *= instance->dims[d];
    return count;
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
    space->count = elements_of(instance, first, past);
    space->streams = false;
    if (!open_flat(space, program, instance, first, past, folded))
        open_general(space, program, instance, first, past, folded);
    space->written = space->count;
    if (!folded)
        space_choose_streams(space, program, space->count);
    return true;
}

void space_close(struct space *space)
{
    if (space->views != space->few)
        free(space->views);
}

void space_index(const struct space *space, int64_t number, int64_t *index)
{
    for (int d = space->rank - 1; d > 0; d--) {
        index[d] = number % space->dims[d];
        number /= space->dims[d];
    }
    index[0] = number;
}

char *space_address(const struct space *space, const struct view *view, const int64_t *index)
{
    char *address = view->address;
    for (int d = 0; d < space->rank; d++)
        address += index[d] * view->steps[d];
    return address;
}

/* The next box of at most `count` elements from the index on, which moves behind it. */
static struct box next_box(const struct space *space, const struct view *view, int64_t *index,
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
        struct box box = next_box(space, view, at, count);
        box_gather(width, strip, memory, &box);
        count -= box.rows * box.columns;
        strip += box.rows * box.columns * width;
    }
}

void space_scatter(const struct space *space, const struct view *view, int width,
                   const int64_t *index, int64_t count, const char *strip)
{
    int64_t at[VECTOR_MAX_RANK];
    memcpy(at, index, (size_t)space->rank * sizeof *at);
    while (count > 0) {
        char *memory = space_address(space, view, at);
        struct box box = next_box(space, view, at, count);
        box_scatter(width, memory, strip, &box);
        count -= box.rows * box.columns;
        strip += box.rows * box.columns * width;
    }
}

/* --- Workers ---------------------------------------------------------------------------------- */

bool worker_open(struct worker *worker, const struct vector_program *program, int64_t extra)
{
    int64_t strips = (int64_t)(program->buffers + 1) * STRIP_BYTES;
    int64_t tables = align_up((int64_t)program->value_count * 16);
    int64_t needed = strips + align_up(extra) + tables;
    char *memory = worker->stack;
    worker->program = program;
    worker->keeps_rows = false;
    worker->in_row = false;
    worker->row = 0;
    worker->ahead_count = 0;
    worker->allocated = NULL;
    if (needed > (int64_t)sizeof worker->stack) {
        memory = worker->allocated = scratch_take((size_t)needed);
        if (memory == NULL)
            return false;
    }
    worker->raw = memory;
    worker->buffers = memory + STRIP_BYTES;
    worker->extra = memory + strips;
    worker->at = (char **)(void *)(worker->extra + align_up(extra));
    worker->cached = (int64_t *)(void *)(worker->at + program->value_count);
    for (int i = 0; i < program->value_count; i++) {
        worker->at[i] = worker_buffer(worker, i);
        worker->cached[i] = 0;
    }
    return true;
}

void worker_close(struct worker *worker)
{
    scratch_give(worker->allocated);
}

void worker_begin_instance(struct worker *worker)
{
    const struct vector_program *program = worker->program;
    for (int i = 0; i < program->value_count; i++)
        if (program->values[i].kind == VALUE_LOAD || program->values[i].kind == VALUE_SPREAD)
            worker->cached[i] = 0;
}

/* Whether the strip is dense in memory, and where it begins. */
static bool find_strip(const struct space *space, const struct view *view, int width,
                       const struct strip *strip, char **memory)
{
    int last = space->rank - 1;
    *memory = space_address(space, view, strip->index);
    if (strip->rows > 0)
        return view->steps[last] == width &&
               (strip->rows == 1 || view->steps[last - 1] == strip->columns * width);
    return view->dense ||
           (view->steps[last] == width && strip->index[last] + strip->count <= space->dims[last]);
}

static struct box strip_box(const struct space *space, const struct view *view,
                            const struct strip *strip)
{
    int last = space->rank - 1;
    return (struct box){strip->rows, strip->columns, view->steps[last - 1], view->steps[last],
                        strip->index[last - 1] + strip->rows < space->dims[last - 1]};
}

static void load_value(struct worker *worker, const struct space *space, const struct strip *strip,
                       int number)
{
    const struct vector_program *program = worker->program;
    const struct value *value = &program->values[number];
    const struct view *view = &space->views[value->operand];
    int width = program->operands[value->operand].width;
    vector_function convert = worker_folds_halves(worker, value) ? NULL : value->convert;
    bool is_saved = worker_saves(worker, value);
    char *buffer = is_saved ? worker->at[number] : worker_buffer(worker, number);
    bool repeats = !is_saved && (view->splat || (view->periodic && strip->rows == 0 &&
                                                 strip->index[space->rank - 1] == 0));
    if (repeats && worker->cached[number] >= strip->count)
        return;
    char *memory;
    bool in_place = find_strip(space, view, width, strip, &memory);
    worker->at[number] = buffer;
    worker->cached[number] = 0;
    if (in_place && convert == NULL && !value->copied) {
        worker->at[number] = memory;
        return;
    }
    char *source = convert != NULL ? worker->raw : buffer;
    if (in_place && convert != NULL) {
        source = memory;
    } else if (strip->rows > 0) {
        struct box box = strip_box(space, view, strip);
        box_gather(width, source, memory, &box);
    } else {
        space_gather(space, view, width, strip->index, strip->count, source);
    }
    if (convert != NULL)
        convert(strip->count, (char *const[]){source, buffer});
    if (repeats)
        worker->cached[number] = strip->count;
}

static void fill_constant(struct worker *worker, int number, int64_t count)
{
    const struct value *value = &worker->program->values[number];
    if (worker->program->fold_count == 0 && !value->is_filled)
        count = 1;
    if (worker->cached[number] >= count)
        return;
    strip_fill(value->width, worker_buffer(worker, number),
               worker->program->constants[value->constant].bytes, count);
    worker->cached[number] = count;
}

void worker_load(struct worker *worker, const struct space *space, const struct strip *strip,
                 struct phase phase)
{
    const struct agenda *agenda = worker_agenda(worker, phase);
    for (int i = 0; i < agenda->load_count; i++)
        load_value(worker, space, strip, agenda->loads[i]);
}

void worker_read_ahead(struct worker *worker, const char *memory, int64_t bytes)
{
    if (worker->ahead_count < FEW_OPERANDS)
        worker->ahead[worker->ahead_count++] = (struct ahead){memory, bytes};
}

void worker_ask(struct worker *worker)
{
    int64_t left = ASKED_BYTES;
    while (worker->ahead_count > 0 && left > 0) {
        struct ahead *last = &worker->ahead[worker->ahead_count - 1];
        left -= ahead_ask(last, left);
        worker->ahead_count -= last->bytes <= 0;
    }
}

/* Carries out a step on elements of one row. */
static void step_in_row(struct worker *worker, const struct step *step, int64_t count,
                        char **operands)
{
    for (int j = 0; j < step->inputs; j++) {
        const struct value *value = &worker->program->values[step->values[j]];
        if ((step->singles >> j & 1) != 0 && value->kind == VALUE_SPREAD)
            operands[j] = worker_single(worker, value);
    }
    worker_ask(worker);
    (step->row != NULL ? step->row : step->function)(count, operands);
}

void worker_steps(struct worker *worker, int64_t count, struct phase phase)
{
    const struct vector_program *program = worker->program;
    const struct agenda *agenda = worker_agenda(worker, phase);
    for (int i = 0; i < agenda->constant_count; i++)
        fill_constant(worker, agenda->constants[i], count);
    for (int i = 0; i < agenda->step_count; i++) {
        const struct step *step = &program->steps[agenda->steps[i]];
        char *operands[VECTOR_MAX_INPUTS + VECTOR_MAX_OUTPUTS];
        for (int j = 0; j < step->inputs + step->outputs; j++)
            operands[j] = worker->at[step->values[j]];
        if (worker->in_row && !phase.is_kept)
            step_in_row(worker, step, count, operands);
        else
            step->function(count, operands);
    }
}

static void stream_box(int width, char *memory, const char *source, const struct box *box)
{
    for (int64_t row = 0; row < box->rows; row++)
        memory_stream(memory + row * box->row_step, source + row * box->columns * width,
                      box->columns * width);
}

/* Past the caches, row by row where they are apart. */
static void stream_strip(const struct space *space, const struct view *view, int width,
                         const struct strip *strip, const char *source)
{
    int64_t at[VECTOR_MAX_RANK];
    memcpy(at, strip->index, (size_t)space->rank * sizeof *at);
    if (view->dense && strip->rows == 0) {
        memory_stream(space_address(space, view, at), source, strip->count * width);
        return;
    }
    for (int64_t count = strip->count; count > 0;) {
        char *memory = space_address(space, view, at);
        struct box box = strip->rows > 0 ? strip_box(space, view, strip)
                                         : next_box(space, view, at, count);
        stream_box(width, memory, source, &box);
        count -= box.rows * box.columns;
        source += box.rows * box.columns * width;
    }
}

static void store_value(struct worker *worker, const struct space *space, const struct strip *strip,
                        const struct store *store)
{
    const struct vector_program *program = worker->program;
    const struct view *view = &space->views[store->operand];
    int width = program->operands[store->operand].width;
    char *source = worker->at[store->value];
    char *memory;
    bool in_place = find_strip(space, view, width, strip, &memory);
    if (source == memory)
        return;
    if (store->convert != NULL) {
        char *converted = in_place && !view->streams ? memory : worker->raw;
        store->convert(strip->count, (char *const[]){source, converted});
        source = converted;
    }
    if (view->streams) {
        stream_strip(space, view, width, strip, source);
    } else if (strip->rows > 0) {
        struct box box = strip_box(space, view, strip);
        box_scatter(width, memory, source, &box);
    } else if (!in_place) {
        space_scatter(space, view, width, strip->index, strip->count, source);
    } else if (source != memory) {
        memcpy(memory, source, (size_t)(strip->count * width));
    }
}

void worker_place(struct worker *worker, const struct space *space, const struct strip *strip,
                  bool is_kept)
{
    const struct vector_program *program = worker->program;
    for (int i = 0; i < program->store_count; i++) {
        const struct store *store = &program->stores[i];
        const struct view *view = &space->views[store->operand];
        char *memory;
        const struct value *value = &program->values[store->value];
        if (store->is_kept != is_kept || value->in_place != i || worker_saves(worker, value))
            continue;
        bool in_place = find_strip(space, view, program->operands[store->operand].width, strip,
                                   &memory) &&
                        !view->streams;
        worker->at[store->value] = in_place ? memory : worker_buffer(worker, store->value);
    }
}

void worker_store(struct worker *worker, const struct space *space, const struct strip *strip,
                  bool is_kept)
{
    for (int i = 0; i < worker->program->store_count; i++)
        if (worker->program->stores[i].is_kept == is_kept)
            store_value(worker, space, strip, &worker->program->stores[i]);
}

int64_t chunk_elements(int64_t count)
{
    return clamp(count / 4, CHUNK_LEAST, CHUNK_MOST);
}

/* --- Elementwise ------------------------------------------------------------------------------ */

/* How the space of an instance is cut into strips. */
struct cut {
    const struct vector_program *program;
    const struct space *space;
    int64_t length; /* of a strip */
    int64_t rows;   /* of a box; 0: strips are lines */
    int64_t columns;
    int64_t row_boxes;
    int64_t column_boxes;
    int64_t strips;
    int64_t a_block; /* strips of a block */
    _Atomic bool *failed;
};

/*
 * An operand that is read along another dim than the others: its elements lie together along that
 * one. Boxes use the whole of each cache line that they touch on both sides. The dim becomes the
 * last but one.
 */
static bool find_boxes(struct space *space, const struct vector_program *program)
{
    int last = space->rank - 1;
    for (int i = 0; i < program->operand_count && last > 0 && space->dims[last] >= BOX_LEAST; i++) {
        const struct view *view = &space->views[i];
        int64_t width = program->operands[i].width;
        if (view->steps[last] == width || view->steps[last] == 0)
            continue;
        for (int d = last - 1; d >= 0; d--)
            if ((view->steps[d] == width || view->steps[d] == -width) &&
                space->dims[d] >= BOX_LEAST) {
                for (int e = d; e < last - 1; e++)
                    swap_dims(space, program->operand_count, e, e + 1);
                return true;
            }
    }
    return false;
}

/* Whether the program is carried out where its operands lie, by one call for each block. */
static bool is_one_loop(const struct space *space, const struct vector_program *program)
{
    bool dense = program->is_loop && !space->streams;
    for (int i = 0; i < program->operand_count && dense; i++)
        dense = space->views[i].dense;
    return dense;
}

static void cut_space(struct cut *cut, struct space *space, const struct vector_program *program)
{
    int last = space->rank - 1;
    *cut = (struct cut){.program = program, .space = space, .length = program->strip};
    if (is_one_loop(space, program)) {
        cut->length = chunk_elements(space->count);
        cut->strips = (space->count + cut->length - 1) / cut->length;
    } else if (last > 0 && find_boxes(space, program)) {
        cut->columns = space->dims[last] < BOX_COLUMNS ? space->dims[last] : BOX_COLUMNS;
        cut->rows = cut->length / cut->columns;
        if (cut->rows > space->dims[last - 1])
            cut->rows = space->dims[last - 1];
        cut->length = cut->rows * cut->columns;
        cut->row_boxes = (space->dims[last - 1] + cut->rows - 1) / cut->rows;
        cut->column_boxes = (space->dims[last] + cut->columns - 1) / cut->columns;
        cut->strips = space->count / space->dims[last] / space->dims[last - 1] * cut->row_boxes *
                      cut->column_boxes;
    } else {
        /* Whole rows, so that all strips begin with one. */
        if (last > 0 && space->dims[last] < cut->length)
            cut->length -= cut->length % space->dims[last];
        cut->strips = (space->count + cut->length - 1) / cut->length;
    }
    cut->a_block = chunk_elements(space->count) / cut->length;
    if (cut->a_block < 1)
        cut->a_block = 1;
}

static void find_box(const struct cut *cut, int64_t number, struct strip *strip)
{
    const struct space *space = cut->space;
    int last = space->rank - 1;
    int64_t *index = strip->index;
    /* Boxes go on along the operand that is read transposed, in bands that stay in the caches. */
    int64_t plane = number % (cut->row_boxes * cut->column_boxes);
    number /= cut->row_boxes * cut->column_boxes;
    int64_t band = plane / (BAND_BOXES * cut->column_boxes) * BAND_BOXES;
    int64_t high = cut->row_boxes - band < BAND_BOXES ? cut->row_boxes - band : BAND_BOXES;
    plane -= band * cut->column_boxes;
    index[last - 1] = (band + plane % high) * cut->rows;
    index[last] = plane / high * cut->columns;
    for (int d = last - 2; d >= 0; d--) {
        index[d] = number % space->dims[d];
        number /= space->dims[d];
    }
    int64_t rows = space->dims[last - 1] - index[last - 1];
    int64_t columns = space->dims[last] - index[last];
    strip->rows = rows < cut->rows ? rows : cut->rows;
    strip->columns = columns < cut->columns ? columns : cut->columns;
    strip->count = strip->rows * strip->columns;
}

static void run_strips(struct worker *worker, const struct cut *cut, int64_t first, int64_t past)
{
    struct strip strip;
    for (int64_t number = first; number < past; number++) {
        if (cut->rows > 0) {
            find_box(cut, number, &strip);
        } else {
            int64_t start = number * cut->length;
            int64_t left = cut->space->count - start;
            strip.rows = 0;
            strip.count = left < cut->length ? left : cut->length;
            space_index(cut->space, start, strip.index);
        }
        worker_load(worker, cut->space, &strip, all_elements);
        worker_place(worker, cut->space, &strip, false);
        worker_steps(worker, strip.count, all_elements);
        worker_store(worker, cut->space, &strip, false);
    }
}

static void run_block(int64_t block, int64_t blocks, void *context)
{
    const struct cut *cut = context;
    struct worker worker;
    (void)blocks;
    if (!worker_open(&worker, cut->program, 0)) {
        atomic_store(cut->failed, true);
        return;
    }
    int64_t first = block * cut->a_block;
    int64_t past = first + cut->a_block;
    run_strips(&worker, cut, first, past < cut->strips ? past : cut->strips);
    if (cut->space->streams)
        memory_stream_end();
    worker_close(&worker);
}

/* One strip of dense operands, read and written where they lie; false when they are not such. */
static bool run_direct(struct worker *worker, const struct vector_instance *instance, int64_t count)
{
    const struct vector_program *program = worker->program;
    if (!program->is_direct || count > program->strip)
        return false;
    for (int i = 0; i < program->operand_count; i++)
        if (!is_dense(instance->dims, instance->views[i].strides, instance->rank, 1))
            return false;
    for (int i = 0; i < program->value_count; i++)
        if (program->values[i].kind == VALUE_LOAD) {
            worker->at[i] = instance->views[program->values[i].operand].address;
            worker->cached[i] = 0;
        }
    for (int i = 0; i < program->store_count; i++) {
        const struct store *store = &program->stores[i];
        if (program->values[store->value].in_place == i)
            worker->at[store->value] = instance->views[store->operand].address;
    }
    worker_steps(worker, count, all_elements);
    for (int i = 0; i < program->store_count; i++) {
        const struct store *store = &program->stores[i];
        char *memory = instance->views[store->operand].address;
        if (worker->at[store->value] != memory)
            memcpy(memory, worker->at[store->value],
                   (size_t)(count * program->operands[store->operand].width));
    }
    return true;
}

/* An instance with a worker of the caller's. */
static bool run_alone(struct worker *worker, const struct vector_instance *instance, int64_t count)
{
    struct space space;
    struct cut cut;
    if (count == 0 || run_direct(worker, instance, count))
        return true;
    if (!space_open(&space, worker->program, instance, 0, instance->rank, false))
        return false;
    worker_begin_instance(worker);
    cut_space(&cut, &space, worker->program);
    run_strips(worker, &cut, 0, cut.strips);
    space_close(&space);
    return true;
}

/*
 * An instance on as many AI cores as it has work for; `written` elements are those of all instances
 * that are run with it.
 */
static bool run_shared(const struct vector_program *program, const struct vector_instance *instance,
                       int64_t written)
{
    struct space space;
    struct cut cut;
    _Atomic bool failed = false;
    if (elements_of(instance, 0, instance->rank) == 0)
        return true; /* its steps may be anything */
    if (!space_open(&space, program, instance, 0, instance->rank, false))
        return false;
    if (written > space.written)
        space_choose_streams(&space, program, written);
    cut_space(&cut, &space, program);
    cut.failed = &failed;
    int64_t blocks = (cut.strips + cut.a_block - 1) / cut.a_block;
    if (blocks == 1)
        run_block(0, 1, &cut);
    else
        ai_cores_run_function("vector", run_block, blocks, &cut);
    space_close(&space);
    return !failed;
}

/* --- Lists ------------------------------------------------------------------------------------ */

struct list {
    const struct vector_program *program;
    const struct vector_instance *instances;
    int64_t count;
    int64_t a_block; /* instances of a block */
    _Atomic bool failed;
};

static void run_small(int64_t block, int64_t blocks, void *context)
{
    struct list *list = context;
    struct worker worker;
    int64_t first = block * list->a_block;
    int64_t past = first + list->a_block;
    (void)blocks;
    if (!worker_open(&worker, list->program, 0)) {
        atomic_store(&list->failed, true);
        return;
    }
    for (int64_t i = first; i < past && i < list->count; i++) {
        const struct vector_instance *instance = &list->instances[i];
        int64_t elements = elements_of(instance, 0, instance->rank);
        if (elements <= CHUNK_LEAST &&
            !(list->program->fold_count > 0 ? fold_run(list->program, instance, true)
                                            : run_alone(&worker, instance, elements)))
            atomic_store(&list->failed, true);
    }
    worker_close(&worker);
}

static bool run_one(const struct vector_program *program, const struct vector_instance *instance,
                    int64_t written)
{
    return program->fold_count > 0 ? fold_run(program, instance, false)
                                   : run_shared(program, instance, written);
}

bool vector_run(const struct vector_program *program, const struct vector_instance *instances,
                int64_t count)
{
    if (count == 1)
        return run_one(program, instances, 0);
    struct list list = {.program = program, .instances = instances, .count = count};
    int64_t elements = 0; /* of the small ones */
    int64_t of_large = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t own = elements_of(&instances[i], 0, instances[i].rank);
        elements += own <= CHUNK_LEAST ? own : 0;
        of_large += own > CHUNK_LEAST ? own : 0;
    }
    if (count == 0)
        return true;
    list.a_block = clamp(CHUNK_MOST / (elements / count + 1), 1, INSTANCES_A_BLOCK);
    int64_t blocks = (count + list.a_block - 1) / list.a_block;
    if (blocks == 1)
        run_small(0, 1, &list);
    else
        ai_cores_run_function("vector list", run_small, blocks, &list);
    for (int64_t i = 0; of_large > 0 && i < count && !list.failed; i++)
        if (elements_of(&instances[i], 0, instances[i].rank) > CHUNK_LEAST &&
            !run_one(program, &instances[i], of_large))
            return false;
    return !list.failed;
}
