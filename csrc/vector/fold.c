/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Folds. The elements that become one are counted in the order of the instance's dims; element i is
 * joined to lane i mod 32 of its run of 4,096, the lanes of a run are joined pairwise, and runs one
 * after the other. Two ways lead through memory with the same result:
 *
 * - by rows, where the elements of one result lie together: a fold instruction for each result
 * - by columns: 32 lanes for each of some neighbouring results, and the instruction itself on as
 *   many rows of elements at a time as fill a strip
 */
#include "vector/run.h"

#include <stdatomic.h>
#include <string.h>

#include "base/number.h"
#include "runtime/ai_cores.h"
#include "runtime/scratch.h"

#define RUN 4096

/* Fewer elements of a result are not worth a fold instruction of their own. */
#define ROW_LEAST 512

/* Lanes of the results that are computed together. */
#define LANE_BYTES ((int64_t)32 << 10)

/* Results that are computed together where rows of elements have to be transposed. */
#define TRANSPOSED_RESULTS 64

/* Rows of so many elements are used where they lie, although one at a time. */
#define LONG_ROW 64

/* Rows that are asked for ahead: no stream of addresses leads from one to the next. */
#define ROWS_AHEAD 2

/* Fewer pieces of work than this are cut further. */
#define UNITS_LEAST 8

/* How the work is cut. A unit is `length` results by `unit_runs` runs. */
struct cut {
    const struct vector_program *program;
    const struct space *kept;
    const struct space *folded;
    bool by_rows;
    bool at_once; /* by columns, and each element is a lane: they are joined as they are loaded */
    int lane_width;
    int total_width;
    int64_t length; /* results of a unit */
    int64_t strips; /* units of different results */
    int64_t lanes;  /* that are used */
    int64_t rows;   /* of elements at a time, by columns */
    int64_t runs;
    int64_t unit_runs;
    int64_t groups;      /* units of the same results */
    int64_t block_units; /* units of a block */
    char *partials;      /* [run][result], where groups are several */
    _Atomic bool failed;
};

/* What a block works with. */
struct folder {
    const struct cut *cut;
    struct worker worker;
    struct space folded; /* with views that are moved */
    char *identity;      /* a strip of it */
    char *lanes;
    char *wide; /* lanes as totals */
    char *total;
};

/* --- Cutting ---------------------------------------------------------------------------------- */

static const struct operand *first_loaded(const struct vector_program *program, int *number)
{
    *number = 0;
    while (*number < program->operand_count - 1 && !program->operands[*number].folded)
        (*number)++;
    return &program->operands[*number];
}

static void choose_way(struct cut *cut)
{
    int number;
    int64_t width = first_loaded(cut->program, &number)->width;
    const struct space *folded = cut->folded;
    int64_t step = folded->views[number].steps[folded->rank - 1];
    bool together = (step == width || step == -width) && cut->kept->count > 1;
    int64_t elements = folded->count;
    cut->lanes = elements < VECTOR_FOLD_LANES ? elements : VECTOR_FOLD_LANES;
    cut->by_rows = cut->kept->count == 1 || (together && elements >= ROW_LEAST);
    if (cut->by_rows) {
        cut->length = clamp(CHUNK_MOST / (elements + 1), 1, TRANSPOSED_RESULTS);
    } else {
        const struct vector_program *program = cut->program;
        int64_t most = LANE_BYTES / ((cut->lanes > 0 ? cut->lanes : 1) * cut->lane_width);
        int64_t strip = program->strip < program->folded_strip ? program->strip
                                                               : program->folded_strip;
        cut->length = clamp(most, 1, together ? TRANSPOSED_RESULTS : strip);
    }
    cut->at_once = !cut->by_rows && cut->program->fold.widen != NULL && elements > 0 &&
                   elements <= VECTOR_FOLD_LANES;
    if (cut->at_once) {
        int64_t most = cut->program->folded_strip / elements;
        int64_t totals = STRIP_BYTES / cut->total_width;
        cut->length = clamp(cut->length, 1, most < totals ? most : totals);
    }
    if (cut->length > cut->kept->count)
        cut->length = cut->kept->count;
}

/*
 * Whether rows of elements are long enough to be used where they lie, one at a time: there are gaps
 * between them.
 */
static bool rows_lie_apart(const struct cut *cut)
{
    int number;
    int64_t width = first_loaded(cut->program, &number)->width;
    int64_t along = cut->folded->views[number].steps[cut->folded->rank - 1];
    int64_t across = cut->kept->views[number].steps[cut->kept->rank - 1];
    return across == width && along != cut->length * width && cut->length >= LONG_ROW;
}

static void cut_work(struct cut *cut)
{
    const struct space *kept = cut->kept;
    int64_t elements = cut->folded->count;
    int64_t all = kept->count * elements;
    choose_way(cut);
    cut->runs = (elements + RUN - 1) / RUN;
    /* Enough units for several cores: of fewer results first, of fewer runs then. */
    int64_t quarter = (kept->count / UNITS_LEAST + 15) & ~(int64_t)15;
    if (!cut->by_rows && all > CHUNK_MOST && cut->runs < UNITS_LEAST && quarter > 0 &&
        quarter < cut->length)
        cut->length = quarter;
    /* Within one row of results, or whole rows of them if these are short. */
    int64_t row = kept->dims[kept->rank - 1];
    if (kept->rank > 1 && row < cut->length)
        cut->length = row >= LONG_ROW ? row : cut->length - cut->length % row;
    cut->strips = (kept->count + cut->length - 1) / cut->length;
    cut->unit_runs = cut->runs;
    if (cut->strips < UNITS_LEAST && cut->runs > 1 && all > CHUNK_MOST)
        cut->unit_runs = clamp(CHUNK_MOST / (RUN * cut->length), 1, cut->runs);
    cut->groups = cut->runs == 0 ? 1 : (cut->runs + cut->unit_runs - 1) / cut->unit_runs;
    int64_t unit = cut->length *
                   (elements < cut->unit_runs * RUN ? elements : cut->unit_runs * RUN);
    cut->block_units = cut->groups > 1 ? 1 : clamp(chunk_elements(all) / (unit + 1), 1, INT64_MAX);
    cut->rows = 1;
    while (!rows_lie_apart(cut) && cut->rows * 2 * cut->length <= cut->program->folded_strip)
        cut->rows *= 2;
    if (cut->at_once)
        cut->rows = elements;
}

/* --- Runs ------------------------------------------------------------------------------------- */

static bool folder_open(struct folder *folder, const struct cut *cut)
{
    const struct vector_program *program = cut->program;
    int64_t lanes = cut->by_rows ? VECTOR_FOLD_LANES : cut->lanes * cut->length;
    int64_t lane_bytes = align_up(lanes * cut->lane_width);
    int64_t wide_bytes = align_up(lanes * cut->total_width);
    int64_t total_bytes = align_up(cut->length * cut->total_width);
    int64_t views = program->operand_count * (int64_t)sizeof(struct view);
    if (!worker_open(&folder->worker, program,
                     STRIP_BYTES + lane_bytes + wide_bytes + total_bytes + views))
        return false;
    folder->cut = cut;
    folder->identity = folder->worker.extra;
    folder->lanes = folder->identity + STRIP_BYTES;
    folder->wide = folder->lanes + lane_bytes;
    folder->total = folder->wide + wide_bytes;
    folder->folded = *cut->folded;
    folder->folded.views = (struct view *)(void *)(folder->total + total_bytes);
    memcpy(folder->folded.views, cut->folded->views, (size_t)views);
    int64_t identities = cut->by_rows ? VECTOR_FOLD_LANES : cut->rows * cut->length;
    if (cut->at_once)
        strip_fill(cut->total_width, folder->identity, program->fold.total_identity, cut->length);
    else
        strip_fill(cut->lane_width, folder->identity, program->fold.lane_identity, identities);
    return true;
}

/* Moves the views of the folded dims to the result with these indices. */
static void move_views(struct folder *folder, const int64_t *index)
{
    const struct cut *cut = folder->cut;
    for (int i = 0; i < cut->program->operand_count; i++)
        if (cut->program->operands[i].folded)
            folder->folded.views[i].address = space_address(cut->kept, &cut->kept->views[i], index);
}

/* Joins the lanes that are used, of `length` results each, to totals; where these are. */
static char *join_lanes(struct folder *folder, char *lanes, int64_t used, int64_t length)
{
    const struct cut *cut = folder->cut;
    const struct fold *fold = &cut->program->fold;
    if (fold->widen != NULL) {
        fold->widen(used * length, (char *const[]){lanes, folder->wide});
        lanes = folder->wide;
    }
    for (int64_t half = VECTOR_FOLD_LANES / 2; half > 0; half /= 2) {
        if (used <= half)
            continue;
        char *upper = lanes + half * length * cut->total_width;
        fold->join_totals((used - half) * length, (char *const[]){lanes, upper, lanes});
        used = half;
    }
    return lanes;
}

/* A run of one result: the elements [first, past). */
static char *fold_row(struct folder *folder, int64_t first, int64_t past)
{
    const struct vector_program *program = folder->cut->program;
    const struct fold *fold = &program->fold;
    struct worker *worker = &folder->worker;
    struct strip strip = {.rows = 0};
    memcpy(folder->lanes, folder->identity, (size_t)(VECTOR_FOLD_LANES * folder->cut->lane_width));
    for (int64_t at = first; at < past; at += strip.count) {
        strip.count = past - at < program->folded_strip ? past - at : program->folded_strip;
        space_index(&folder->folded, at, strip.index);
        worker_load(worker, &folder->folded, &strip, false);
        worker_steps(worker, strip.count, false);
        fold->fold(strip.count, (char *const[]){worker->at[fold->input], folder->lanes});
    }
    int64_t used = past - first < VECTOR_FOLD_LANES ? past - first : VECTOR_FOLD_LANES;
    return join_lanes(folder, folder->lanes, used, 1);
}

static void ask_for(const char *memory, int64_t bytes)
{
    for (int64_t at = 0; at < bytes; at += 64)
        __builtin_prefetch(memory + at);
}

/*
 * Rows of elements, each of one element for every result: `rows` from element `at` on. The views of
 * the folded dims are those of the first result.
 */
static void load_rows(struct folder *folder, int number, const struct strip *results, int64_t at,
                      int64_t rows)
{
    const struct space *kept = folder->cut->kept;
    const struct space *folded = &folder->folded;
    struct worker *worker = &folder->worker;
    const struct value *value = &worker->program->values[number];
    int width = worker->program->operands[value->operand].width;
    const struct view *across = &kept->views[value->operand];
    const struct view *along = &folded->views[value->operand];
    int64_t index[VECTOR_MAX_RANK];
    int last = kept->rank - 1;
    space_index(folded, at, index);
    const char *memory = space_address(folded, along, index);
    char *buffer = worker_buffer(worker, number);
    char *source = value->convert != NULL ? worker->raw : buffer;
    int64_t left = folded->dims[folded->rank - 1] - index[folded->rank - 1] - rows;
    struct box box = {rows, results->count, along->steps[folded->rank - 1], across->steps[last],
                      left > 0};
    bool is_box = (rows == 1 || left >= 0) &&
                  results->index[last] + results->count <= kept->dims[last];
    bool is_dense = across->dense || (is_box && box.column_step == width);
    worker->at[number] = buffer;
    if (is_dense && (rows == 1 || (is_box && box.row_step == results->count * width))) {
        if (rows == 1)
            ask_for(memory + ROWS_AHEAD * box.row_step, results->count * width);
        if (value->convert == NULL) {
            worker->at[number] = (char *)(uintptr_t)memory;
            return;
        }
        source = (char *)(uintptr_t)memory;
    } else if (is_box) {
        box_gather(width, source, memory, &box);
    } else {
        struct view moved = *across;
        for (int64_t row = 0; row < rows; row++) {
            space_index(folded, at + row, index);
            moved.address = across->address + (space_address(folded, along, index) -
                                               space_address(kept, across, results->index));
            space_gather(kept, &moved, width, results->index, results->count,
                         source + row * results->count * width);
        }
    }
    if (value->convert != NULL)
        value->convert(rows * results->count, (char *const[]){source, buffer});
}

/* A run of several results. */
static char *fold_columns(struct folder *folder, const struct strip *results, int64_t first,
                          int64_t past)
{
    const struct cut *cut = folder->cut;
    const struct vector_program *program = cut->program;
    const struct fold *fold = &program->fold;
    struct worker *worker = &folder->worker;
    int64_t length = results->count;
    int64_t used = past - first < VECTOR_FOLD_LANES ? past - first : VECTOR_FOLD_LANES;
    for (int64_t at = first; at < past; at += cut->rows) {
        int64_t rows = past - at < cut->rows ? past - at : cut->rows;
        for (int i = 0; i < program->value_count; i++)
            if (program->values[i].kind == VALUE_LOAD && !program->values[i].behind_fold)
                load_rows(folder, i, results, at, rows);
        worker_steps(worker, rows * length, false);
        char *strip = worker->at[fold->input];
        if (cut->at_once) {
            /* The identity comes first here as well: zeros with a minus sign have none as a sum. */
            char *joined = join_lanes(folder, strip, used, length);
            fold->join_totals(length, (char *const[]){folder->identity, joined, joined});
            return joined;
        }
        /* As many rows at a time as lanes follow. */
        for (int64_t row = 0; row < rows; row += VECTOR_FOLD_LANES) {
            int64_t some = rows - row < VECTOR_FOLD_LANES ? rows - row : VECTOR_FOLD_LANES;
            int64_t lane = (at + row - first) % VECTOR_FOLD_LANES;
            char *lanes = folder->lanes + lane * length * cut->lane_width;
            char *elements = strip + row * length * cut->lane_width;
            char *before = at + row - first < VECTOR_FOLD_LANES ? folder->identity : lanes;
            fold->join_lanes(some * length, (char *const[]){before, elements, lanes});
        }
    }
    return join_lanes(folder, folder->lanes, used, length);
}

/* --- Units ------------------------------------------------------------------------------------ */

static void store_results(struct folder *folder, const struct strip *results)
{
    folder->worker.at[folder->cut->program->fold.output] = folder->total;
    worker_strip(&folder->worker, folder->cut->kept, results, true);
}

static struct strip find_results(const struct cut *cut, int64_t number)
{
    struct strip results = {.rows = 0};
    int64_t first = number * cut->length;
    int64_t left = cut->kept->count - first;
    results.count = left < cut->length ? left : cut->length;
    space_index(cut->kept, first, results.index);
    return results;
}

/* A run of the results from `first` on is complete: it joins their totals, or is kept. */
static void add_run(struct folder *folder, int64_t run, int64_t first, int64_t offset, char *joined,
                    int64_t count)
{
    const struct cut *cut = folder->cut;
    char *total = folder->total + offset * cut->total_width;
    size_t bytes = (size_t)(count * cut->total_width);
    if (cut->groups > 1)
        memcpy(cut->partials + (run * cut->kept->count + first + offset) * cut->total_width, joined,
               bytes);
    else if (run == 0)
        memcpy(total, joined, bytes);
    else
        cut->program->fold.join_totals(count, (char *const[]){total, joined, total});
}

static void fold_unit(struct folder *folder, int64_t strip_number, int64_t group)
{
    const struct cut *cut = folder->cut;
    int64_t elements = cut->folded->count;
    int64_t first = strip_number * cut->length;
    struct strip results = find_results(cut, strip_number);
    int64_t past_run = (group + 1) * cut->unit_runs;
    for (int64_t run = group * cut->unit_runs; run < past_run && run < cut->runs; run++) {
        int64_t begin = run * RUN;
        int64_t end = begin + RUN < elements ? begin + RUN : elements;
        if (!cut->by_rows) {
            move_views(folder, results.index);
            add_run(folder, run, first, 0, fold_columns(folder, &results, begin, end),
                    results.count);
            continue;
        }
        for (int64_t i = 0; i < results.count; i++) {
            int64_t index[VECTOR_MAX_RANK];
            space_index(cut->kept, first + i, index);
            move_views(folder, index);
            worker_begin_instance(&folder->worker);
            add_run(folder, run, first, i, fold_row(folder, begin, end), 1);
        }
    }
    if (cut->runs == 0)
        strip_fill(cut->total_width, folder->total, cut->program->fold.total_identity,
                   results.count);
    if (cut->groups == 1)
        store_results(folder, &results);
}

static void fold_block(int64_t block, int64_t blocks, void *context)
{
    struct cut *cut = context;
    struct folder folder;
    (void)blocks;
    if (!folder_open(&folder, cut)) {
        atomic_store(&cut->failed, true);
        return;
    }
    int64_t past = (block + 1) * cut->block_units;
    for (int64_t unit = block * cut->block_units; unit < past && unit < cut->strips * cut->groups;
         unit++)
        fold_unit(&folder, unit / cut->groups, unit % cut->groups);
    worker_close(&folder.worker);
}

/* Joins the runs that were kept. */
static void join_partials(struct cut *cut)
{
    struct folder folder;
    if (!folder_open(&folder, cut)) {
        atomic_store(&cut->failed, true);
        return;
    }
    for (int64_t number = 0; number < cut->strips; number++) {
        struct strip results = find_results(cut, number);
        int64_t row = cut->kept->count * cut->total_width;
        char *partial = cut->partials + number * cut->length * cut->total_width;
        memcpy(folder.total, partial, (size_t)(results.count * cut->total_width));
        for (int64_t run = 1; run < cut->runs; run++)
            cut->program->fold.join_totals(
                results.count, (char *const[]){folder.total, partial + run * row, folder.total});
        store_results(&folder, &results);
    }
    worker_close(&folder.worker);
}

static void run_cut(struct cut *cut, bool alone)
{
    int64_t units = cut->strips * cut->groups;
    int64_t blocks = (units + cut->block_units - 1) / cut->block_units;
    if (cut->groups > 1) {
        int64_t bytes = cut->runs * cut->kept->count * cut->total_width;
        cut->partials = scratch_take((size_t)bytes);
        if (cut->partials == NULL) {
            cut->failed = true;
            return;
        }
    }
    if (alone || blocks == 1)
        for (int64_t block = 0; block < blocks; block++)
            fold_block(block, blocks, cut);
    else
        ai_cores_run_function("vector fold", fold_block, blocks, cut);
    if (cut->groups > 1 && !cut->failed)
        join_partials(cut);
    scratch_give(cut->partials);
}

bool fold_run(const struct vector_program *program, const struct vector_instance *instance,
              bool alone)
{
    struct space kept;
    struct space folded;
    if (!space_open(&kept, program, instance, 0, instance->kept, false))
        return false;
    if (!space_open(&folded, program, instance, instance->kept, instance->rank, true)) {
        space_close(&kept);
        return false;
    }
    struct cut cut = {
        .program = program,
        .kept = &kept,
        .folded = &folded,
        .lane_width = vector_width(program->fold.lane_type),
        .total_width = vector_width(program->fold.total_type),
    };
    if (kept.count > 0) {
        cut_work(&cut);
        run_cut(&cut, alone);
    }
    space_close(&folded);
    space_close(&kept);
    return !cut.failed;
}
