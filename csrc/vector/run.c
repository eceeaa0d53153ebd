/* SPDX-License-Identifier: Apache-2.0 */
/* Runs programs without folds, as strips or boxes of elements over the AI cores, and arrays of
 * instances. */
#include <stdatomic.h>
#include <string.h>

#include "base/number.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/fold.h"
#include "vector/worker.h"

/* The columns of a box that is read transposed, and the fewest rows and columns it may have. */
#define BOX_COLUMNS 64
#define BOX_LEAST 8

/* How many boxes are done one below the other before those beside them. */
#define BAND_BOXES 32

/* So many instances, some of them large, share the AI cores. */
#define TOGETHER 4

/* How many small instances one AI core takes at a time: waking another core takes as long as these
 * do. */
#define INSTANCES_A_BLOCK 512

/* --- Elementwise ------------------------------------------------------------------------------ */

/* How the space of an instance is cut into strips. */
struct cut {
    const struct vector_program *program;
    const struct space *space;
    int64_t length; /* elements of a strip */
    int64_t rows;   /* rows of a box; 0: strips are lines */
    int64_t columns;
    int64_t row_boxes;
    int64_t column_boxes;
    int64_t strips;
    int64_t a_block;     /* strips of a block */
    bool streams;        /* all results are written past the caches, each as one line of memory */
    vector_function row; /* carries the program out on a piece of a row, with all operands in place;
                          * NULL: by strips */
    bool moves;          /* elements are moved without a buffer */
};

/* Looks for an operand whose elements are neighbours along another dim than those of the others.
 * Boxes of both dims use every cache line that they touch as a whole. That dim becomes the last but
 * one. */
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
                    space_swap_dims(space, program->operand_count, e, e + 1);
                return true;
            }
    }
    return false;
}

static void cut_space(struct cut *cut, struct space *space, const struct vector_program *program)
{
    int last = space->rank - 1;
    *cut = (struct cut){.program = program, .space = space, .length = program->strip};
    cut->streams = space->streams && worker_may_stream(program, space);
    cut->row = worker_row_function(program, space);
    if (cut->streams || cut->row != NULL) {
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
        cut->moves = worker_may_move(program, space);
        if (cut->moves)
            cut->length = chunk_elements(space->count);
        /* Strips are whole rows, so that each begins with a row. */
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
    /* Boxes follow each other along the operand that is read transposed, in bands that fit into the
     * caches. */
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
    int64_t end = least(past * cut->length, cut->space->count);
    if (cut->streams) {
        worker_stream(worker, cut->space, first * cut->length, end);
        return;
    }
    if (cut->row != NULL) {
        worker_rows(worker, cut->space, cut->row, first * cut->length, end);
        return;
    }
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
        if (cut->moves) {
            worker_move(cut->program, cut->space, &strip);
            continue;
        }
        worker_load(worker, cut->space, &strip, all_elements);
        worker_place(worker, cut->space, &strip, false);
        worker_steps(worker, strip.count, all_elements);
        worker_store(worker, cut->space, &strip, false);
    }
}

/* Instances whose blocks are run together. */
struct shared {
    const struct vector_program *program;
    int count;
    struct space spaces[TOGETHER];
    struct cut cuts[TOGETHER];
    _Atomic bool failed;
};

/* A block has the same share of each instance: they may be parts of the same rows. */
static void run_block(int64_t block, int64_t blocks, void *context)
{
    struct shared *shared = context;
    struct worker worker;
    bool streams = false;
    if (!worker_open(&worker, shared->program, 0)) {
        atomic_store(&shared->failed, true);
        return;
    }
    for (int i = 0; i < shared->count; i++) {
        struct block_share strips = share_of_block(shared->cuts[i].strips, block, blocks);
        worker_begin_instance(&worker);
        run_strips(&worker, &shared->cuts[i], strips.first, strips.past);
        streams |= shared->spaces[i].streams;
    }
    if (streams)
        memory_stream_end();
    worker_close(&worker);
}

/* Runs one strip of dense operands in place; false when the operands are not dense. */
static bool run_direct(struct worker *worker, const struct vector_instance *instance, int64_t count)
{
    const struct vector_program *program = worker->program;
    if (!program->is_direct || count > program->strip)
        return false;
    for (int i = 0; i < program->operand_count; i++)
        if (!steps_are_dense(instance->dims, instance->views[i].strides, instance->rank, 1))
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

/* Runs an instance with a worker that the caller has opened. */
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

/* Whether blocks of strips may write halves of one byte. */
static bool shares_bytes(const struct cut *cut)
{
    bool shares = false;
    for (int i = 0; i < cut->program->operand_count; i++) {
        const struct view *view = &cut->space->views[i];
        bool begins_bytes = view->dense && cut->rows == 0 && cut->length % 2 == 0 &&
                            (uintptr_t)view->address % 2 == 0;
        shares |= cut->program->operands[i].stored && cut->program->operands[i].is_packed &&
                  !begins_bytes;
    }
    return shares;
}

/* Runs instances, TOGETHER at most, on as many AI cores as they have work for. `written` counts the
 * elements of all instances that are run together. */
static bool run_shared(const struct vector_program *program,
                       const struct vector_instance *instances, int64_t count, int64_t written)
{
    struct shared shared; /* it is large: what is not used is not set */
    int64_t blocks = 0;
    bool is_whole = false;
    bool good = true;
    shared.program = program;
    shared.count = 0;
    atomic_init(&shared.failed, false);
    for (int64_t i = 0; i < count && good; i++) {
        struct space *space = &shared.spaces[shared.count];
        struct cut *cut = &shared.cuts[shared.count];
        if (instance_elements(&instances[i], 0, instances[i].rank) == 0)
            continue; /* steps may then be anything */
        good = space_open(space, program, &instances[i], 0, instances[i].rank, false);
        if (!good)
            break;
        if (written > space->written)
            space_choose_streams(space, program, written);
        cut_space(cut, space, program);
        blocks += (cut->strips + cut->a_block - 1) / cut->a_block;
        is_whole |= shares_bytes(cut);
        shared.count++;
    }
    if (good && blocks > 1 && !is_whole)
        ai_cores_run_function("vector", run_block, blocks, &shared);
    else if (good && blocks > 0)
        run_block(0, 1, &shared);
    for (int i = 0; i < shared.count; i++)
        space_close(&shared.spaces[i]);
    return good && !shared.failed;
}

/* --- Several instances ------------------------------------------------------------------------ */

struct instances {
    const struct vector_program *program;
    const struct vector_instance *instances;
    int64_t count;
    int64_t a_block; /* instances of a block */
    _Atomic bool failed;
};

static void run_small(int64_t block, int64_t blocks, void *context)
{
    struct instances *all = context;
    struct worker worker;
    int64_t first = block * all->a_block;
    int64_t past = first + all->a_block;
    (void)blocks;
    if (!worker_open(&worker, all->program, 0)) {
        atomic_store(&all->failed, true);
        return;
    }
    for (int64_t i = first; i < past && i < all->count; i++) {
        const struct vector_instance *instance = &all->instances[i];
        int64_t elements = instance_elements(instance, 0, instance->rank);
        if (elements <= CHUNK_LEAST &&
            !(all->program->fold_count > 0 ? fold_run(all->program, instance, true)
                                           : run_alone(&worker, instance, elements)))
            atomic_store(&all->failed, true);
    }
    worker_close(&worker);
}

static bool run_one(const struct vector_program *program, const struct vector_instance *instance,
                    int64_t written)
{
    return program->fold_count > 0 ? fold_run(program, instance, false)
                                   : run_shared(program, instance, 1, written);
}

bool vector_run(const struct vector_program *program, const struct vector_instance *instances,
                int64_t count)
{
    if (count == 1)
        return run_one(program, instances, 0);
    struct instances all = {.program = program, .instances = instances, .count = count};
    int64_t elements = 0; /* of the small instances */
    int64_t of_large = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t own = instance_elements(&instances[i], 0, instances[i].rank);
        elements += own <= CHUNK_LEAST ? own : 0;
        of_large += own > CHUNK_LEAST ? own : 0;
    }
    if (count == 0)
        return true;
    if (of_large > 0 && count <= TOGETHER && program->fold_count == 0)
        return run_shared(program, instances, count, elements + of_large);
    all.a_block = clamp(CHUNK_MOST / (elements / count + 1), 1, INSTANCES_A_BLOCK);
    int64_t blocks = (count + all.a_block - 1) / all.a_block;
    if (blocks == 1)
        run_small(0, 1, &all);
    else
        ai_cores_run_function("vector list", run_small, blocks, &all);
    for (int64_t i = 0; of_large > 0 && i < count && !all.failed; i++)
        if (instance_elements(&instances[i], 0, instances[i].rank) > CHUNK_LEAST &&
            !run_one(program, &instances[i], of_large))
            return false;
    return !all.failed;
}
