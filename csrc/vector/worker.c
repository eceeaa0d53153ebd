/* SPDX-License-Identifier: Apache-2.0 */
#include "vector/worker.h"

#include <string.h>

#include "base/number.h"

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
    const struct operand *operand = &program->operands[value->operand];
    int width = operand->width;
    vector_function convert = worker_reads_halves(worker, value) ? NULL : value->convert;
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
        box_gather(memory_width(operand), source, memory, &box);
    } else {
        space_gather(space, view, memory_width(operand), strip->index, strip->count, source);
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

/* Carries out a step on elements of one row. */
static void step_in_row(struct worker *worker, const struct step *step, int64_t count,
                        char **operands)
{
    for (int j = 0; j < step->inputs; j++) {
        const struct value *value = &worker->program->values[step->values[j]];
        if ((step->singles >> j & 1) != 0 && value->kind == VALUE_SPREAD)
            operands[j] = worker_single(worker, value);
    }
    worker_ask(worker, count);
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

/* Writes a strip past the caches, row by row where rows have gaps between them. */
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
                                         : space_next_box(space, view, at, count);
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
    const struct operand *operand = &program->operands[store->operand];
    int width = operand->width;
    char *source = worker->at[store->value];
    char *memory;
    bool in_place = find_strip(space, view, width, strip, &memory) && !operand->is_packed;
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
        box_scatter(memory_width(operand), memory, source, &box);
    } else if (!in_place) {
        space_scatter(space, view, memory_width(operand), strip->index, strip->count, source);
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

/* Shorter rows take less time in strips of many, also those that have one element of an operand,
 * which a strip repeats. */
#define LEAST_ROW 64
#define LEAST_ROW_OF_ONE 32

/* The operand that a value of a single step is read from or written to; -1 for a constant. */
static int operand_in_place(const struct vector_program *program, const struct value *value)
{
    if (value->kind == VALUE_CONSTANT)
        return -1;
    return value->kind == VALUE_LOAD ? value->operand : program->stores[value->in_place].operand;
}

vector_function worker_row_function(const struct vector_program *program, const struct space *space)
{
    int last = space->rank - 1;
    if (!program->is_loop || space->streams)
        return NULL;
    const struct step *step = &program->steps[0];
    unsigned repeated = 0;
    for (int j = 0; j < step->inputs + step->outputs; j++) {
        int operand = operand_in_place(program, &program->values[step->values[j]]);
        if (operand < 0)
            continue;
        int64_t column_step = space->views[operand].steps[last];
        if (column_step == 0 && j < step->inputs && step->function != step->row)
            repeated |= 1u << j;
        else if (column_step != program->operands[operand].width ||
                 program->operands[operand].is_packed)
            return NULL;
    }
    if (last > 0 && space->dims[last] < (repeated == 0 ? LEAST_ROW : LEAST_ROW_OF_ONE))
        return NULL;
    if (repeated == 0)
        return step->function;
    return step->operation >= 0 && repeated == vector_operations[step->operation].row
               ? program->level->rows[step->operation][step->strips]
               : NULL;
}

void worker_rows(struct worker *worker, const struct space *space, vector_function function,
                 int64_t first, int64_t past)
{
    const struct vector_program *program = worker->program;
    const struct step *step = &program->steps[0];
    int last = space->rank - 1;
    int count = step->inputs + step->outputs;
    const struct view *views[VECTOR_MAX_INPUTS + VECTOR_MAX_OUTPUTS] = {NULL};
    char *operands[VECTOR_MAX_INPUTS + VECTOR_MAX_OUTPUTS];
    for (int j = 0; j < count; j++) {
        int operand = operand_in_place(program, &program->values[step->values[j]]);
        if (operand >= 0)
            views[j] = &space->views[operand];
        else
            fill_constant(worker, step->values[j], 1);
        operands[j] = worker->at[step->values[j]];
    }
    int64_t index[VECTOR_MAX_RANK];
    space_index(space, first, index);
    while (first < past) {
        for (int j = 0; j < count; j++)
            if (views[j] != NULL)
                operands[j] = space_address(space, views[j], index);
        struct box box = space_next_box(space, views[count - 1], index, past - first);
        first += box.rows * box.columns;
        for (int64_t row = 0; row < box.rows; row++) {
            function(box.columns, operands);
            for (int j = 0; j < count; j++)
                if (views[j] != NULL && last > 0)
                    operands[j] += views[j]->steps[last - 1];
        }
    }
}

/* Rows that are all the same row are moved from a buffer that holds several. */
bool worker_may_move(const struct vector_program *program, const struct space *space)
{
    if (!program->moves || space->streams)
        return false;
    const struct store *store = &program->stores[0];
    const struct view *from = &space->views[program->values[store->value].operand];
    int last = space->rank - 1;
    return space->views[store->operand].steps[last] == program->operands[store->operand].width &&
           (last == 0 || !from->periodic);
}

void worker_move(const struct vector_program *program, const struct space *space,
                 const struct strip *strip)
{
    const struct store *store = &program->stores[0];
    const struct view *from = &space->views[program->values[store->value].operand];
    const struct view *to = &space->views[store->operand];
    int width = program->operands[store->operand].width;
    int last = space->rank - 1;
    int64_t at[VECTOR_MAX_RANK];
    memcpy(at, strip->index, (size_t)space->rank * sizeof *at);
    for (int64_t count = strip->count; count > 0;) {
        char *target = space_address(space, to, at);
        const char *source = space_address(space, from, at);
        struct box box = space_next_box(space, from, at, count);
        box_move(width, target, last > 0 ? to->steps[last - 1] : 0, source, &box);
        count -= box.rows * box.columns;
    }
}

/* Reads and writes past the caches take turns after so many bytes of a result. A processor follows
 * reads by itself as long as they go on, and reaches half of the rate where turns are strips. */
#define TURN_BYTES 1024

/* Whether a value is read as one line of memory, or is one element. */
static bool is_line(const struct value *value, const struct view *view)
{
    return view->splat || (view->dense && !value->copied);
}

bool worker_may_stream(const struct vector_program *program, const struct space *space)
{
    const struct agenda *agenda = &program->again[0];
    bool may = program->fold_count == 0 && program->store_count > 0;
    for (int i = 0; i < program->store_count && may; i++) {
        const struct view *view = &space->views[program->stores[i].operand];
        may = view->streams && view->dense;
    }
    for (int i = 0; i < agenda->load_count && may; i++) {
        const struct value *value = &program->values[agenda->loads[i]];
        may = !program->operands[value->operand].is_packed &&
              is_line(value, &space->views[value->operand]);
    }
    return may;
}

/* Reads elements of a line from `first` on. */
static void read_line(struct worker *worker, const struct space *space, int number, int64_t first,
                      int64_t count)
{
    const struct value *value = &worker->program->values[number];
    const struct view *view = &space->views[value->operand];
    if (view->splat)
        return;
    char *memory = view->address + first * worker->program->operands[value->operand].width;
    worker->at[number] = memory;
    if (value->convert != NULL) {
        worker->at[number] = worker_buffer(worker, number);
        value->convert(count, (char *const[]){memory, worker->at[number]});
    }
}

static void stream_line(const struct worker *worker, const struct space *space,
                        const struct store *store, int64_t first, int64_t count)
{
    int64_t width = worker->program->operands[store->operand].width;
    char *source = worker->at[store->value];
    if (store->convert != NULL) {
        store->convert(count, (char *const[]){source, worker->raw});
        source = worker->raw;
    }
    memory_stream(space->views[store->operand].address + first * width, source, count * width);
}

static int64_t elements_of_turn(const struct vector_program *program)
{
    int64_t widest = 1;
    for (int i = 0; i < program->value_count; i++)
        widest = most(widest, program->values[i].width);
    for (int i = 0; i < program->operand_count; i++)
        widest = most(widest, program->operands[i].width);
    return TURN_BYTES / widest;
}

/* How many elements of the first result lie in its cache line before element `first`. */
static int64_t elements_before(const struct vector_program *program, const struct space *space,
                               int64_t first)
{
    int operand = program->stores[0].operand;
    int64_t width = program->operands[operand].width;
    uintptr_t memory = (uintptr_t)(space->views[operand].address + first * width);
    return (int64_t)(memory % CACHE_LINE) / width;
}

void worker_stream(struct worker *worker, const struct space *space, int64_t first, int64_t past)
{
    const struct vector_program *program = worker->program;
    const struct agenda *agenda = worker_agenda(worker, all_elements);
    int64_t turn = elements_of_turn(program);
    struct strip single = {.count = least(turn, past - first)};
    for (int i = 0; i < agenda->load_count; i++)
        if (space->views[program->values[agenda->loads[i]].operand].splat)
            load_value(worker, space, &single, agenda->loads[i]);
    /* Turns end with cache lines. */
    int64_t end = first + turn - elements_before(program, space, first);
    for (; first < past; first = end, end += turn) {
        int64_t count = least(end, past) - first;
        for (int i = 0; i < agenda->load_count; i++)
            read_line(worker, space, agenda->loads[i], first, count);
        worker_steps(worker, count, all_elements);
        for (int i = 0; i < program->store_count; i++)
            stream_line(worker, space, &program->stores[i], first, count);
    }
}
