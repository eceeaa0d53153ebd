/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Folds. The elements that become one are counted in the order of the instance's dims; element i is
 * joined to lane i mod 32 of its run of 4,096, the lanes of a run are joined pairwise, and runs one
 * after the other. Two ways lead through memory with the same result:
 *
 * - by rows, where the elements of one result lie together: a fold instruction for each result, or
 *   one function for many (row_folds.h), where nothing else is done with the elements
 * - by columns: 32 lanes for each of some neighbouring results, and the instruction itself on as
 *   many rows of elements at a time as fill a strip
 *
 * A program with several passes does all of them for a few results before it goes on to others, so
 * that their elements stay in the caches; what one pass computes and another needs is kept where
 * that is little, and computed again where it is not. Where a result has the work of several cores
 * they meet behind each pass.
 */
#include "vector/fold.h"

#include <stdatomic.h>
#include <string.h>

#include "base/number.h"
#include "kernel_levels.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/scratch.h"
#include "vector/row_folds.h"
#include "vector/worker.h"

#define RUN VECTOR_FOLD_RUN

/* The most runs of a single result that a function for many rows folds at once. */
#define RUNS_TOGETHER 64

/* A fold by rows is used where a result has at least this many elements: where these are folded as
 * they lie or are stored behind the folds, where something is computed first, and where several
 * passes leave results alone. */
#define ROW_LEAST_ALONE 128
#define ROW_LEAST_OF_STORED 128
#define ROW_LEAST 256
#define ROW_LEAST_OF_PASSES 512

/* Rows of fewer elements are sooner transposed than joined. */
#define ROWS_LEAST 16

/* The most memory for elements of neighbouring results that are kept from pass to pass. */
#define SAVED_BYTES ((int64_t)256 << 10)

/* A fold by columns needs at least this many neighbouring results. */
#define COLUMNS_LEAST 16

/* Memory for the lanes of results that are computed together. It fits into the second-level cache,
 * and pieces of rows are long. */
#define LANE_BYTES ((int64_t)256 << 10)

/* How many results are computed together where rows of elements have to be transposed. */
#define TRANSPOSED_RESULTS 64

/* Rows of at least this many elements are read in place, though one row at a time. */
#define LONG_ROW 64

/* How many of the rows that are read next are prefetched. The processor does not prefetch from one
 * row to the next. */
#define ROWS_AHEAD 2

/* Rows that are read one at a time are read in blocks of this many for each lane, and of a block
 * those of one lane after the other: meanwhile it is in the first-level cache. */
#define ROWS_OF_LANE 8

/* Of a page a processor follows the lines by itself once it has read some, but not into the next
 * page. These first bytes of each are prefetched. */
#define PAGE 4096
#define BEGIN_OF_PAGE 512

/* How many bytes of the next strip are prefetched before a run is completed. */
#define AHEAD 1536

/* Rows of at least this many elements are written past the caches. */
#define STREAMED_ROW 256

/* The most bytes of a row that are prefetched. */
#define NEXT_MOST ((int64_t)16 << 10)

/* Work is cut until there are this many units. Columns are cut only as far as the cores need,
 * because longer pieces of rows are read faster. */
#define UNITS_LEAST 8

/* How the work is cut. A unit is `length` results by `unit_runs` runs. */
struct cut {
    const struct vector_program *program;
    const struct space *kept;
    const struct space *folded;
    bool has_passes; /* there are several passes, or one that stores elements */
    bool by_rows;
    bool at_once;        /* by columns, and each element is a lane: they are joined while they are
                          * loaded */
    bool in_place;       /* by rows, and one instruction folds a run where it lies */
    row_fold *rows_fold; /* by rows, and this folds runs of many results where they lie */
    whole_fold *wholes_fold;    /* the same of integers; or both are NULL */
    int rows_operand;           /* what they read */
    vector_function add_halves; /* by columns, and this adds halves to lanes where they lie */
    bool keeps_rows;            /* what a pass computes for a later one is kept */
    int lane_width;             /* the sum over all folds */
    int total_width;
    int64_t length; /* results of a unit */
    int64_t strips; /* number of units that differ in their results */
    int64_t strip;  /* elements of a strip, by rows */
    int64_t lanes;  /* lanes that are used */
    int64_t rows;   /* rows of elements that are handled together, by columns */
    int64_t runs;
    int64_t unit_runs;
    int64_t groups;      /* number of units that share their results */
    int64_t block_units; /* units of a block */
    int pass;            /* the pass that blocks do, where there are several groups */
    char *partials;      /* totals by fold, run and result, where there are several groups */
    char **between;      /* by value: what a pass hands on about results, for all results */
    _Atomic bool failed;
};

/* The memory that one fold works with. */
struct lanes {
    const struct fold *fold;
    char *identity; /* a strip filled with the identity */
    char *lanes;
    char *wide; /* lanes in the type of totals */
    char *total;
    char *partials;
};

/* The memory that one block works with. */
struct folder {
    const struct cut *cut;
    struct worker worker;
    struct space folded; /* the folded dims; its views move from result to result */
    struct lanes *folds;
    char *saved; /* the rows that are kept, one a value */
};

/* --- Cutting ---------------------------------------------------------------------------------- */

static const struct operand *first_loaded(const struct vector_program *program, int *number)
{
    *number = 0;
    while (*number < program->operand_count - 1 && !program->operands[*number].by_elements)
        (*number)++;
    return &program->operands[*number];
}

KERNEL_LEVELS(struct row_folds, vector_kernel_row_folds);

static row_fold *of_type(const struct row_folds_of *folds, aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return folds->floats;
    case ACL_FLOAT16: return folds->float16;
    case ACL_BF16: return folds->bfloat16;
    default: return NULL;
    }
}

/* Whether one operand is loaded and folded once, with so many steps in between. */
static bool is_one_fold(const struct cut *cut, int steps)
{
    const struct agenda *agenda = &cut->program->again[0];
    return !cut->has_passes && cut->program->fold_count == 1 && agenda->load_count == 1 &&
           agenda->made_count == 0 && agenda->step_count == steps;
}

/* The one step before a fold. */
static const struct step *step_before(const struct cut *cut)
{
    const struct vector_program *program = cut->program;
    if (!is_one_fold(cut, 1))
        return NULL;
    const struct step *step = &program->steps[program->again[0].steps[0]];
    return step->values[step->inputs] == program->folds[0].input ? step : NULL;
}

static bool is_square(const struct step *step)
{
    return step->operation == VECTOR_MUL && step->values[0] == step->values[1] &&
           step->type == ACL_FLOAT && step->strips == ACL_FLOAT;
}

/* Whether a step makes float64 of float32. */
static bool is_widening(const struct vector_program *program, const struct step *step)
{
    return step->operation < 0 && program->values[step->values[0]].type == ACL_FLOAT &&
           program->values[step->values[1]].type == ACL_DOUBLE;
}

/* What folds rows of what is loaded, or, behind a step, of what it makes of that. */
static const struct row_folds_of *folds_of(const struct cut *cut, const struct step *step)
{
    const struct row_folds *folds = vector_kernel_row_folds_levels[ai_cores_level()];
    const struct fold *fold = &cut->program->folds[0];
    if (fold->operation == VECTOR_MUL)
        return step != NULL && is_widening(cut->program, step) ? &folds->product : NULL;
    if (!is_one_fold(cut, step != NULL ? 1 : 0) || fold->lane_type != ACL_FLOAT)
        return NULL;
    if (fold->operation == VECTOR_ADD && fold->total_type == ACL_DOUBLE)
        return step == NULL ? &folds->sum : is_square(step) ? &folds->squares : NULL;
    if (step != NULL)
        return NULL;
    return fold->operation == VECTOR_MAXIMUM   ? &folds->largest
           : fold->operation == VECTOR_MINIMUM ? &folds->least
                                               : NULL;
}

/* What folds rows of integers, or of integers that a step makes int64. */
static whole_fold *whole_fold_of(const struct cut *cut, const struct step *step, aclDataType from)
{
    const struct row_folds *folds = vector_kernel_row_folds_levels[ai_cores_level()];
    const struct fold *fold = &cut->program->folds[0];
    const struct whole_folds_of *of = fold->operation == VECTOR_ADD       ? &folds->whole_sum
                                      : fold->operation == VECTOR_MUL     ? &folds->whole_product
                                      : fold->operation == VECTOR_MAXIMUM ? &folds->whole_largest
                                      : fold->operation == VECTOR_MINIMUM ? &folds->whole_least
                                                                          : NULL;
    aclDataType type = fold->lane_type;
    if (of == NULL || fold->total_type != type || (type != ACL_INT32 && type != ACL_INT64))
        return NULL;
    if (step == NULL)
        return from != type                    ? NULL
               : type == ACL_INT64             ? of->int64
               : fold->operation == VECTOR_ADD ? NULL
                                               : of->int32;
    if (step->operation >= 0 || type != ACL_INT64 || fold->operation != VECTOR_ADD)
        return NULL;
    return from == ACL_INT32 ? of->int32 : from == ACL_BOOL ? folds->count : NULL;
}

/* Whether bool are added as float32. */
static bool is_float_count(const struct cut *cut, const struct step *step, aclDataType from)
{
    const struct fold *fold = &cut->program->folds[0];
    return step != NULL && step->operation < 0 && from == ACL_BOOL &&
           fold->operation == VECTOR_ADD && fold->lane_type == ACL_FLOAT &&
           fold->total_type == ACL_DOUBLE;
}

/* Finds what folds many rows at once. */
static void find_rows_fold(struct cut *cut)
{
    const struct vector_program *program = cut->program;
    const struct step *step = step_before(cut);
    const struct row_folds_of *folds = folds_of(cut, step);
    const struct value *value =
        &program->values[step != NULL ? step->values[0] : program->folds[0].input];
    cut->rows_fold = NULL;
    cut->wholes_fold = NULL;
    if (value->kind != VALUE_LOAD || value->copied || !cut->folded->views[value->operand].dense ||
        cut->folded->count < ROWS_LEAST)
        return;
    aclDataType type = program->operands[value->operand].type;
    cut->rows_operand = value->operand;
    if (folds == NULL && value->convert == NULL && is_one_fold(cut, step != NULL ? 1 : 0))
        cut->wholes_fold = whole_fold_of(cut, step, type);
    if (folds == NULL && is_float_count(cut, step, type))
        cut->rows_fold = vector_kernel_row_folds_levels[ai_cores_level()]->float_count;
    if (folds == NULL)
        return;
    bool is_widened = type == ACL_FLOAT ? value->convert == NULL
                                        : value->in_halves || value->type == ACL_FLOAT;
    if (!is_widened)
        return;
    cut->rows_fold = of_type(folds, type);
}

/* Whether one function folds runs of many results. */
static bool folds_rows(const struct cut *cut)
{
    return cut->rows_fold != NULL || cut->wholes_fold != NULL;
}

/* What adds halves to lanes where nothing but a sum is done with them, or NULL. */
static vector_function find_halves_sum(const struct cut *cut)
{
    const struct row_folds *folds = vector_kernel_row_folds_levels[ai_cores_level()];
    const struct fold *fold = &cut->program->folds[0];
    const struct value *value = &cut->program->values[fold->input];
    if (cut->by_rows || cut->at_once || !is_one_fold(cut, 0) || fold->operation != VECTOR_ADD ||
        fold->lane_type != ACL_FLOAT || value->kind != VALUE_LOAD || value->convert == NULL)
        return NULL;
    switch (cut->program->operands[value->operand].type) {
    case ACL_FLOAT16: return folds->add_float16;
    case ACL_BF16: return folds->add_bfloat16;
    default: return NULL;
    }
}

/* From how many elements on a result is folded by rows. */
static int64_t row_least(const struct cut *cut)
{
    const struct vector_program *program = cut->program;
    const struct value *value = &program->values[program->folds[0].input];
    if (cut->has_passes)
        return program->stores_elements ? ROW_LEAST_OF_STORED : ROW_LEAST_OF_PASSES;
    bool is_alone = program->fold_count == 1 && value->kind == VALUE_LOAD && value->convert == NULL;
    return is_alone ? ROW_LEAST_ALONE : ROW_LEAST;
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
    int64_t shortest = row_least(cut);
    int64_t saved = elements * cut->program->saved_bytes;
    find_rows_fold(cut);
    cut->by_rows = cut->kept->count == 1 || folds_rows(cut) || (together && elements >= shortest);
    if (folds_rows(cut)) {
        int64_t most = least(cut->program->strip, STRIP_BYTES / (int64_t)sizeof(double));
        cut->length = clamp(CHUNK_MOST / (elements + 1), 1, most);
    } else if (cut->by_rows) {
        cut->length = cut->has_passes ? 1
                                      : clamp(CHUNK_MOST / (elements + 1), 1, TRANSPOSED_RESULTS);
        cut->keeps_rows = saved <= SAVED_BYTES;
    } else {
        const struct vector_program *program = cut->program;
        int64_t most = LANE_BYTES / ((cut->lanes > 0 ? cut->lanes : 1) * cut->lane_width);
        int64_t strip = program->strip < program->folded_strip ? program->strip
                                                               : program->folded_strip;
        cut->length = clamp(most, 1, together ? TRANSPOSED_RESULTS : strip);
        cut->keeps_rows = saved * COLUMNS_LEAST <= SAVED_BYTES;
        if (cut->keeps_rows && saved > 0)
            cut->length = clamp(cut->length, 1, SAVED_BYTES / saved);
    }
    cut->at_once = !cut->by_rows && !cut->has_passes && cut->program->fold_count == 1 &&
                   cut->program->folds[0].widen != NULL && elements > 0 &&
                   elements <= VECTOR_FOLD_LANES;
    if (cut->at_once) {
        int64_t most = cut->program->folded_strip / elements;
        int64_t totals = STRIP_BYTES / cut->total_width;
        cut->length = clamp(cut->length, 1, most < totals ? most : totals);
    }
    cut->add_halves = find_halves_sum(cut);
    if (cut->length > cut->kept->count)
        cut->length = cut->kept->count;
}

/* Whether rows of elements have gaps between them and are long enough to be read in place, one at a
 * time. */
static bool rows_lie_apart(const struct cut *cut)
{
    int number;
    int64_t width = first_loaded(cut->program, &number)->width;
    int64_t along = cut->folded->views[number].steps[cut->folded->rank - 1];
    int64_t across = cut->kept->views[number].steps[cut->kept->rank - 1];
    return across == width && along != cut->length * width && cut->length >= LONG_ROW &&
           cut->program->again[0].step_count == 0;
}

/* Whether elements are folded in place, without a buffer. */
static bool reads_memory_alone(const struct cut *cut)
{
    const struct vector_program *program = cut->program;
    const struct agenda *agenda = &program->again[0];
    bool alone = !cut->has_passes && agenda->step_count == 0 && agenda->made_count == 0;
    for (int i = 0; i < agenda->load_count; i++) {
        const struct value *value = &program->values[agenda->loads[i]];
        bool converts = value->convert != NULL && !(cut->by_rows && value->in_halves);
        alone = alone && !converts && !value->copied && cut->folded->views[value->operand].dense;
    }
    return alone;
}

static void cut_work(struct cut *cut)
{
    const struct space *kept = cut->kept;
    int64_t elements = cut->folded->count;
    int64_t all = kept->count * elements;
    choose_way(cut);
    cut->runs = (elements + RUN - 1) / RUN;
    bool is_alone = reads_memory_alone(cut);
    cut->strip = is_alone ? RUN : least(cut->program->row_strip, RUN);
    const struct value *input = &cut->program->values[cut->program->folds[0].input];
    cut->in_place = cut->by_rows && is_alone && cut->program->fold_count == 1 &&
                    input->kind == VALUE_LOAD && !cut->program->operands[input->operand].is_packed;
    /* Cuts until there are units for several cores: first into fewer results, then into fewer
     * runs. */
    int64_t cores = clamp(ai_cores_count(), 1, UNITS_LEAST);
    int64_t part = (kept->count / cores + 15) & ~(int64_t)15;
    if (!cut->by_rows && all > CHUNK_MOST && cut->runs < cores && part > 0 && part < cut->length)
        cut->length = part;
    /* A unit lies within one row of results, or is several whole rows where these are short. */
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
    cut->keeps_rows = cut->keeps_rows && cut->groups == 1;
}

/* --- Runs ------------------------------------------------------------------------------------- */

/* The bytes of lanes that a fold works with; they lie behind those of the folds before it. */
static int64_t lane_bytes(const struct cut *cut, const struct fold *fold, char *memory,
                          struct lanes *lanes)
{
    int64_t count = cut->by_rows ? VECTOR_FOLD_LANES : cut->lanes * cut->length;
    int64_t narrow = align_up(count * fold->lane_width);
    int64_t rows = most(cut->length, RUNS_TOGETHER); /* those of a rows_fold */
    int64_t wide = folds_rows(cut) ? align_up(rows * (int64_t)sizeof(double))
                                   : align_up(count * fold->total_width);
    int64_t total = align_up(cut->length * fold->total_width);
    if (lanes != NULL) {
        int64_t identities = cut->by_rows ? VECTOR_FOLD_LANES : cut->rows * cut->length;
        lanes->fold = fold;
        lanes->identity = memory;
        lanes->lanes = lanes->identity + STRIP_BYTES;
        lanes->wide = lanes->lanes + narrow;
        lanes->total = lanes->wide + wide;
        if (cut->at_once)
            strip_fill(fold->total_width, lanes->identity, fold->total_identity, cut->length);
        else
            strip_fill(fold->lane_width, lanes->identity, fold->lane_identity, identities);
    }
    return STRIP_BYTES + narrow + wide + total;
}

static bool folder_open(struct folder *folder, const struct cut *cut)
{
    const struct vector_program *program = cut->program;
    int64_t elements = cut->folded->count;
    int64_t saved = cut->keeps_rows ? align_up(program->saved_bytes * elements * cut->length) : 0;
    int64_t views = align_up(program->operand_count * (int64_t)sizeof(struct view));
    int64_t folds = align_up(program->fold_count * (int64_t)sizeof(struct lanes));
    int64_t bytes = saved + views + folds;
    for (int i = 0; i < program->fold_count; i++)
        bytes += lane_bytes(cut, &program->folds[i], NULL, NULL);
    if (!worker_open(&folder->worker, program, bytes))
        return false;
    folder->worker.keeps_rows = cut->keeps_rows;
    folder->worker.in_row = cut->by_rows;
    folder->cut = cut;
    char *memory = folder->worker.extra;
    folder->folds = (struct lanes *)(void *)memory;
    folder->folded = *cut->folded;
    folder->folded.views = (struct view *)(void *)(memory + folds);
    memcpy(folder->folded.views, cut->folded->views,
           (size_t)program->operand_count * sizeof(struct view));
    folder->saved = memory + folds + views;
    memory = folder->saved + saved;
    char *partials = cut->partials;
    for (int i = 0; i < program->fold_count; i++) {
        memory += lane_bytes(cut, &program->folds[i], memory, &folder->folds[i]);
        folder->folds[i].partials = partials;
        if (partials != NULL)
            partials += cut->runs * cut->kept->count * program->folds[i].total_width;
    }
    return true;
}

/* Moves the views of the folded dims to the result of these indices. */
static void move_views(struct folder *folder, const int64_t *index)
{
    const struct cut *cut = folder->cut;
    for (int i = 0; i < cut->program->operand_count; i++)
        if (cut->program->operands[i].by_elements)
            folder->folded.views[i].address = space_address(cut->kept, &cut->kept->views[i], index);
}

typedef float four_floats __attribute__((vector_size(16)));
typedef int32_t four_masks __attribute__((vector_size(16)));
typedef double four_doubles __attribute__((vector_size(32)));

/* Fours of the lanes of one result. */
#define FOURS (VECTOR_FOLD_LANES / 4)

/* Adds all float32 lanes of one result with the same bits as join_lanes. Most folds by rows are of
 * this kind. */
static char *add_lanes(const struct lanes *own, const char *lanes)
{
    four_floats narrow[FOURS];
    four_doubles sums[FOURS];
    double *wide = (double *)(void *)own->wide;
    memcpy(narrow, lanes, sizeof narrow);
    for (int i = 0; i < FOURS; i++)
        sums[i] = __builtin_convertvector(narrow[i], four_doubles);
    for (int half = FOURS / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            sums[i] += sums[i + half];
    wide[0] = (sums[0][0] + sums[0][2]) + (sums[0][1] + sums[0][3]);
    if (wide[0] != wide[0])
        wide[0] = __builtin_nan(""); /* the NaN that the instructions give */
    return own->wide;
}

static float larger_of(float left, float right)
{
    return right > left || right != right ? right : left;
}

/* The same as add_lanes for the largest lane. */
static char *largest_lane(const struct lanes *own, const char *lanes)
{
    four_floats left[FOURS];
    double *wide = (double *)(void *)own->wide;
    memcpy(left, lanes, sizeof left);
    for (int half = FOURS / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++) {
            four_floats other = left[i + half];
            four_masks takes = (other > left[i]) | (other != other);
            left[i] = (four_floats)(((four_masks)other & takes) | ((four_masks)left[i] & ~takes));
        }
    float first = larger_of(left[0][0], left[0][2]);
    float largest = larger_of(first, larger_of(left[0][1], left[0][3]));
    wide[0] = largest != largest ? __builtin_nan("") : (double)largest;
    return own->wide;
}

/* Joins the used lanes of `length` results to totals, and returns where the totals are. */
static char *join_lanes(const struct lanes *own, char *lanes, int64_t used, int64_t length)
{
    const struct fold *fold = own->fold;
    if (length == 1 && used == VECTOR_FOLD_LANES && fold->lane_type == ACL_FLOAT) {
        if (fold->operation == VECTOR_ADD)
            return add_lanes(own, lanes);
        bool is_largest = fold->operation == VECTOR_MAXIMUM ||
                          fold->operation == VECTOR_MAXIMUM_MAGNITUDE; /* its lanes have no signs */
        if (is_largest && fold->total_type == ACL_DOUBLE)
            return largest_lane(own, lanes);
    }
    if (fold->widen != NULL) {
        fold->widen(used * length, (char *const[]){lanes, own->wide});
        lanes = own->wide;
    }
    for (int64_t half = VECTOR_FOLD_LANES / 2; half > 0; half /= 2) {
        if (used <= half)
            continue;
        char *upper = lanes + half * length * fold->total_width;
        fold->join_totals((used - half) * length, (char *const[]){lanes, upper, lanes});
        used = half;
    }
    return lanes;
}

/* Called when a run of the results from `first` on is complete. Its totals are joined to those of
 * the unit from `offset` on, or kept as partials. */
static void add_run(struct folder *folder, const struct lanes *own, int64_t run, int64_t first,
                    int64_t offset, char *joined, int64_t count)
{
    const struct cut *cut = folder->cut;
    int width = own->fold->total_width;
    char *total = own->total + offset * width;
    size_t bytes = (size_t)(count * width);
    if (cut->groups > 1)
        memcpy(own->partials + (run * cut->kept->count + first + offset) * width, joined, bytes);
    else if (run == 0)
        memcpy(total, joined, bytes);
    else
        own->fold->join_totals(count, (char *const[]){total, joined, total});
}

/* --- Elements --------------------------------------------------------------------------------- */

/* Sets where steps write elements: to rows that are kept, or to strips. */
static void place_elements(struct folder *folder, int64_t at, int64_t length)
{
    const struct cut *cut = folder->cut;
    const struct vector_program *program = cut->program;
    struct worker *worker = &folder->worker;
    for (int i = 0; cut->has_passes && i < program->placed_count; i++) {
        int number = program->placed[i];
        const struct value *value = &program->values[number];
        if (worker_saves(worker, value))
            worker->at[number] = folder->saved + value->saved * cut->folded->count * cut->length +
                                 at * length * value->width;
        else
            worker->at[number] = worker_buffer(worker, number);
    }
}

/* Fills a strip with the numbers of elements from `at` on, each `length` times, once for every
 * result. */
static void number_elements(const struct value *value, char *strip, int64_t at, int64_t rows,
                            int64_t length)
{
    if (length == 1) {
        strip_number(value->width, strip, at, rows);
        return;
    }
    for (int64_t row = 0; row < rows; row++) {
        char number[sizeof(int64_t)];
        strip_number(value->width, number, at + row, 1);
        strip_fill(value->width, strip + row * length * value->width, number, length);
    }
}

/* Fills the strips of `rows` elements of `length` results that no operand is loaded into. */
static void make_elements(struct folder *folder, int pass, int64_t at, int64_t rows, int64_t length)
{
    struct worker *worker = &folder->worker;
    const struct agenda *agenda = worker_agenda(worker, (struct phase){false, pass});
    for (int i = 0; i < agenda->made_count; i++) {
        int number = agenda->made[i];
        const struct value *value = &worker->program->values[number];
        char *buffer = worker_buffer(worker, number);
        if (value->kind == VALUE_POSITION) {
            number_elements(value, buffer, at, rows, length);
        } else if ((value->is_filled || !worker->in_row) &&
                   worker->cached[number] < rows * length) {
            const char *source = worker->at[value->source];
            if (length == 1)
                strip_fill(value->width, buffer, worker_single(worker, value), rows);
            for (int64_t row = 0; length > 1 && row < rows; row++)
                memcpy(buffer + row * length * value->width, source,
                       (size_t)(length * value->width));
            worker->cached[number] = rows * length;
        }
    }
}

static void ask_for(const char *memory, int64_t bytes)
{
    for (int64_t at = 0; at < bytes; at += 64)
        __builtin_prefetch(memory + at);
}

/* --- By rows ---------------------------------------------------------------------------------- */

/* Prefetches the first elements of the strip that is read next. */
static void ask_for_strip(const struct folder *folder, int64_t at)
{
    const struct vector_program *program = folder->cut->program;
    const struct agenda *agenda = worker_agenda(&folder->worker, (struct phase){false, 0});
    for (int i = 0; i < agenda->load_count; i++) {
        int operand = program->values[agenda->loads[i]].operand;
        const struct view *view = &folder->folded.views[operand];
        if (view->dense)
            ask_for(view->address + at * program->operands[operand].width, AHEAD);
    }
}

/* Joins a strip of elements of one result to its lanes. */
static void fold_strip(struct folder *folder, const struct lanes *own, int64_t count)
{
    const struct fold *fold = own->fold;
    struct worker *worker = &folder->worker;
    bool halves = worker_reads_halves(worker, &worker->program->values[fold->input]);
    worker_ask(worker, count);
    char *strip = worker->at[fold->input];
    (halves ? fold->fold_halves : fold->fold)(count, (char *const[]){strip, own->lanes, strip});
}

/* Prefetches where pages begin. */
static void ask_for_pages(const char *memory, int64_t bytes)
{
    for (int64_t at = 0; at < bytes; at += PAGE - (int64_t)((uintptr_t)(memory + at) % PAGE))
        memory_ask_early(memory + at, BEGIN_OF_PAGE);
}

/* Folds the elements [first, past) of a run of one result where they lie, and prefetches the run
 * that follows, of this result or of the next: of halves all of it, while they are converted. */
static void fold_in_place(struct folder *folder, int64_t first, int64_t past)
{
    const struct cut *cut = folder->cut;
    const struct lanes *own = &folder->folds[0];
    const struct fold *fold = own->fold;
    const struct value *value = &cut->program->values[fold->input];
    const struct view *across = &cut->kept->views[value->operand];
    int width = cut->program->operands[value->operand].width;
    char *row = folder->folded.views[value->operand].address;
    char *next = past < cut->folded->count ? row + past * width
                                           : row + across->steps[cut->kept->rank - 1];
    char *run = row + first * width;
    memcpy(own->lanes, own->identity, (size_t)(VECTOR_FOLD_LANES * fold->lane_width));
    if (value->in_halves) {
        fold->fold_halves(past - first, (char *const[]){run, own->lanes, next});
        return;
    }
    ask_for_pages(next, (past - first) * width);
    fold->fold(past - first, (char *const[]){run, own->lanes, run});
}

static void fold_many(const struct cut *cut, const struct folded_rows *rows, char *totals)
{
    if (cut->wholes_fold != NULL)
        cut->wholes_fold(rows, (int64_t *)(void *)totals);
    else
        cut->rows_fold(rows, (double *)(void *)totals);
}

/* Makes totals of float64 or int64 those of the fold's type. */
static void narrow_totals(const struct lanes *own, int64_t count)
{
    for (int64_t i = 0; own->fold->total_type == ACL_INT32 && i < count; i++) {
        int64_t total;
        memcpy(&total, own->wide + i * (int64_t)sizeof total, sizeof total);
        int32_t narrow = (int32_t)total;
        memcpy(own->wide + i * (int64_t)sizeof narrow, &narrow, sizeof narrow);
    }
    for (int64_t i = 0; own->fold->total_type == ACL_FLOAT && i < count; i++) {
        double total;
        memcpy(&total, own->wide + i * (int64_t)sizeof total, sizeof total);
        float narrow = (float)total;
        memcpy(own->wide + i * (int64_t)sizeof narrow, &narrow, sizeof narrow);
    }
}

/* Folds the elements [begin, end), a run of all results of a unit, where they lie. */
static void fold_rows(struct folder *folder, const struct strip *results, int64_t first,
                      int64_t begin, int64_t end)
{
    const struct cut *cut = folder->cut;
    const struct lanes *own = &folder->folds[0];
    int operand = cut->rows_operand;
    const struct view *across = &cut->kept->views[operand];
    int last = cut->kept->rank - 1;
    struct folded_rows rows = {.step = across->steps[last], .columns = end - begin};
    for (int64_t done = 0; done < results->count; done += rows.count) {
        int64_t index[VECTOR_MAX_RANK];
        space_index(cut->kept, first + done, index);
        rows.memory = space_address(cut->kept, across, index) +
                      begin * cut->program->operands[operand].width;
        rows.count = least(results->count - done, cut->kept->dims[last] - index[last]);
        fold_many(cut, &rows, own->wide + done * (int64_t)sizeof(double));
    }
    narrow_totals(own, results->count);
}

/* Folds some whole runs of a single result. */
static void fold_runs(struct folder *folder, int64_t run, int64_t runs)
{
    const struct cut *cut = folder->cut;
    const struct lanes *own = &folder->folds[0];
    int operand = cut->rows_operand;
    int64_t bytes = (int64_t)RUN * cut->program->operands[operand].width;
    const struct folded_rows rows = {
        .memory = folder->folded.views[operand].address + run * bytes,
        .step = bytes,
        .count = runs,
        .columns = RUN,
    };
    fold_many(cut, &rows, own->wide);
    narrow_totals(own, runs);
    for (int64_t i = 0; i < runs; i++)
        add_run(folder, own, run + i, 0, 0, own->wide + i * own->fold->total_width, 1);
}

/* Does the elements [first, past) of a run of one result in a pass. */
static void do_row(struct folder *folder, int pass, int64_t first, int64_t past)
{
    const struct cut *cut = folder->cut;
    const struct vector_program *program = cut->program;
    struct worker *worker = &folder->worker;
    struct strip strip;
    strip.rows = 0;
    bool stores = program->stores_elements && pass == program->passes - 1;
    for (int i = 0; i < program->fold_count; i++)
        if (program->folds[i].pass == pass)
            memcpy(folder->folds[i].lanes, folder->folds[i].identity,
                   (size_t)(VECTOR_FOLD_LANES * program->folds[i].lane_width));
    for (int64_t at = first; at < past; at += strip.count) {
        strip.count = past - at < cut->strip ? past - at : cut->strip;
        space_index(&folder->folded, at, strip.index);
        place_elements(folder, at, 1);
        worker_load(worker, &folder->folded, &strip, (struct phase){false, pass});
        make_elements(folder, pass, at, strip.count, 1);
        if (stores)
            worker_place(worker, &folder->folded, &strip, false);
        worker_steps(worker, strip.count, (struct phase){false, pass});
        for (int i = 0; i < program->fold_count; i++)
            if (program->folds[i].pass == pass)
                fold_strip(folder, &folder->folds[i], strip.count);
        if (stores)
            worker_store(worker, &folder->folded, &strip, false);
        if (pass == 0 && (!cut->has_passes || at + strip.count < past))
            ask_for_strip(folder, at + strip.count);
    }
}

/* Prefetches the elements of the next result, which the first pass reads, while these are computed
 * with. The processor does not prefetch from one page to the next. */
static void ask_for_next(struct folder *folder)
{
    const struct cut *cut = folder->cut;
    const struct vector_program *program = cut->program;
    const struct agenda *agenda = worker_agenda(&folder->worker, (struct phase){false, 0});
    folder->worker.ahead_count = 0;
    for (int i = 0; i < agenda->load_count; i++) {
        int operand = program->values[agenda->loads[i]].operand;
        const struct view *along = &folder->folded.views[operand];
        int64_t bytes = cut->folded->count * program->operands[operand].width;
        int64_t step = cut->kept->views[operand].steps[cut->kept->rank - 1];
        if (along->dense && step != 0 && bytes <= NEXT_MOST)
            worker_read_ahead(&folder->worker, along->address + step, bytes);
    }
}

/* --- By columns ------------------------------------------------------------------------------- */

/* Loads `rows` rows from element `at` on; a row has one element for every result. The views of the
 * folded dims stand at the first result. With a single row that of element `soon` is prefetched. */
static void load_rows(struct folder *folder, int number, const struct strip *results, int64_t at,
                      int64_t rows, int64_t soon)
{
    const struct space *kept = folder->cut->kept;
    const struct space *folded = &folder->folded;
    struct worker *worker = &folder->worker;
    const struct value *value = &worker->program->values[number];
    const struct operand *operand = &worker->program->operands[value->operand];
    int width = operand->width;
    const struct view *across = &kept->views[value->operand];
    const struct view *along = &folded->views[value->operand];
    int64_t index[VECTOR_MAX_RANK];
    int last = kept->rank - 1;
    space_index(folded, at, index);
    const char *memory = space_address(folded, along, index);
    char *buffer = worker_saves(worker, value) ? worker->at[number] : worker_buffer(worker, number);
    char *source = value->convert != NULL ? worker->raw : buffer;
    int64_t left = folded->dims[folded->rank - 1] - index[folded->rank - 1] - rows;
    struct box box = {rows, results->count, along->steps[folded->rank - 1], across->steps[last],
                      left > 0};
    bool is_box = (rows == 1 || left >= 0) &&
                  results->index[last] + results->count <= kept->dims[last];
    bool is_dense = !operand->is_packed && (across->dense || (is_box && box.column_step == width));
    worker->at[number] = buffer;
    if (is_dense && (rows == 1 || (is_box && box.row_step == results->count * width))) {
        if (rows == 1)
            memory_ask_early(memory + (soon - at) * box.row_step, results->count * width);
        bool is_read = value->convert == NULL || folder->cut->add_halves != NULL;
        if (is_read && !value->copied) {
            worker->at[number] = (char *)(uintptr_t)memory;
            return;
        }
        if (value->convert != NULL)
            source = (char *)(uintptr_t)memory;
        else
            memcpy(buffer, memory, (size_t)(rows * results->count * width));
    } else if (is_box) {
        box_gather(memory_width(operand), source, memory, &box);
        for (int64_t row = rows; is_dense && row < 2 * rows && row - rows < left; row++)
            ask_for(memory + row * box.row_step, results->count * width);
    } else {
        struct view moved = *across;
        for (int64_t row = 0; row < rows; row++) {
            space_index(folded, at + row, index);
            moved.address = across->address + (space_address(folded, along, index) -
                                               space_address(kept, across, results->index));
            space_gather(kept, &moved, memory_width(operand), results->index, results->count,
                         source + row * results->count * width);
        }
    }
    if (value->convert != NULL && folder->cut->add_halves != NULL)
        worker->at[number] = source;
    else if (value->convert != NULL)
        value->convert(rows * results->count, (char *const[]){source, buffer});
}

/* Stores rows of elements in the form in which load_rows reads them. */
static void store_rows(struct folder *folder, const struct store *store,
                       const struct strip *results, int64_t at, int64_t rows)
{
    const struct space *kept = folder->cut->kept;
    const struct space *folded = &folder->folded;
    struct worker *worker = &folder->worker;
    const struct operand *operand = &worker->program->operands[store->operand];
    int width = operand->width;
    const struct view *across = &kept->views[store->operand];
    const struct view *along = &folded->views[store->operand];
    int64_t index[VECTOR_MAX_RANK];
    int last = kept->rank - 1;
    const char *source = worker->at[store->value];
    if (store->convert != NULL) {
        store->convert(rows * results->count,
                       (char *const[]){(char *)(uintptr_t)source, worker->raw});
        source = worker->raw;
    }
    space_index(folded, at, index);
    char *memory = space_address(folded, along, index);
    struct box box = {rows, results->count, along->steps[folded->rank - 1], across->steps[last],
                      false};
    bool is_box = (rows == 1 || index[folded->rank - 1] + rows <= folded->dims[folded->rank - 1]) &&
                  results->index[last] + results->count <= kept->dims[last];
    if (is_box) {
        box_scatter(memory_width(operand), memory, source, &box);
        return;
    }
    struct view moved = *across;
    for (int64_t row = 0; row < rows; row++) {
        space_index(folded, at + row, index);
        moved.address = across->address + (space_address(folded, along, index) -
                                           space_address(kept, across, results->index));
        space_scatter(kept, &moved, memory_width(operand), results->index, results->count,
                      source + row * results->count * width);
    }
}

/* Joins a strip of rows of elements, from `at` of a run on, to the lanes of several results. */
static void join_rows(const struct cut *cut, const struct lanes *own, const char *strip,
                      int64_t length, int64_t at, int64_t rows)
{
    bool adds_halves = cut->add_halves != NULL;
    int width = own->fold->lane_width;
    int64_t element = adds_halves ? (int64_t)sizeof(uint16_t) : width;
    vector_function join = adds_halves ? cut->add_halves : own->fold->join_lanes;
    /* As many rows at a time as there are lanes. */
    for (int64_t row = 0; row < rows; row += VECTOR_FOLD_LANES) {
        int64_t some = rows - row < VECTOR_FOLD_LANES ? rows - row : VECTOR_FOLD_LANES;
        int64_t lane = (at + row) % VECTOR_FOLD_LANES;
        char *lanes = own->lanes + lane * length * width;
        const char *elements = strip + row * length * element;
        char *before = at + row < VECTOR_FOLD_LANES ? own->identity : lanes;
        join(some * length, (char *const[]){before, (char *)(uintptr_t)elements, lanes});
    }
}

/* The row that is read after `before` others of `rows`. The sequence of those of one lane stays. */
static int64_t row_to_read(int64_t before, int64_t rows)
{
    int64_t block = before & -(VECTOR_FOLD_LANES * ROWS_OF_LANE);
    int64_t within = before - block;
    if (rows - block < VECTOR_FOLD_LANES * ROWS_OF_LANE)
        return before;
    return block + within / ROWS_OF_LANE + within % ROWS_OF_LANE * VECTOR_FOLD_LANES;
}

/* Whether rows of elements of these results are only joined to lanes, one row at a time. */
static bool joins_rows_alone(const struct folder *folder, const struct strip *results)
{
    const struct cut *cut = folder->cut;
    const struct vector_program *program = cut->program;
    const struct value *value = &program->values[program->folds[0].input];
    const struct space *kept = cut->kept;
    int last = kept->rank - 1;
    if (!is_one_fold(cut, 0) || cut->at_once || cut->rows != 1 || value->kind != VALUE_LOAD ||
        value->copied || program->operands[value->operand].is_packed || folder->folded.rank != 1)
        return false;
    const struct view *across = &kept->views[value->operand];
    return across->steps[last] == program->operands[value->operand].width &&
           (across->dense || results->index[last] + results->count <= kept->dims[last]);
}

/* The same as do_columns of such rows. */
static void join_rows_alone(struct folder *folder, const struct strip *results, int64_t first,
                            int64_t past)
{
    const struct lanes *own = &folder->folds[0];
    const struct fold *fold = own->fold;
    const struct value *value = &folder->cut->program->values[fold->input];
    const struct view *along = &folder->folded.views[value->operand];
    int64_t length = results->count;
    int64_t bytes = length * folder->cut->program->operands[value->operand].width;
    vector_function add_halves = folder->cut->add_halves;
    vector_function join = add_halves != NULL ? add_halves : fold->join_lanes;
    char *buffer = value->convert == NULL || add_halves != NULL
                       ? NULL
                       : worker_buffer(&folder->worker, fold->input);
    for (int64_t done = 0; done < past - first; done++) {
        int64_t at = row_to_read(done, past - first);
        int64_t soon = row_to_read(done + ROWS_AHEAD, past - first);
        char *row = along->address + (first + at) * along->steps[0];
        char *lanes = own->lanes + at % VECTOR_FOLD_LANES * length * fold->lane_width;
        memory_ask_early(row + (soon - at) * along->steps[0], bytes);
        if (buffer != NULL) {
            value->convert(length, (char *const[]){row, buffer});
            row = buffer;
        }
        join(length, (char *const[]){at < VECTOR_FOLD_LANES ? own->identity : lanes, row, lanes});
    }
}

/* Does the elements [first, past) of a run of several results in a pass. */
static void do_columns(struct folder *folder, int pass, const struct strip *results, int64_t first,
                       int64_t past)
{
    const struct cut *cut = folder->cut;
    const struct vector_program *program = cut->program;
    struct worker *worker = &folder->worker;
    const struct agenda *agenda = worker_agenda(worker, (struct phase){false, pass});
    int64_t length = results->count;
    if (joins_rows_alone(folder, results)) {
        join_rows_alone(folder, results, first, past);
        return;
    }
    for (int64_t done = 0; done < past - first; done += cut->rows) {
        int64_t rows = least(past - first - done, cut->rows);
        int64_t at = first + (cut->rows == 1 ? row_to_read(done, past - first) : done);
        int64_t soon = first + row_to_read(done + ROWS_AHEAD, past - first);
        place_elements(folder, at, length);
        for (int i = 0; i < agenda->load_count; i++)
            load_rows(folder, agenda->loads[i], results, at, rows, soon);
        make_elements(folder, pass, at, rows, length);
        worker_steps(worker, rows * length, (struct phase){false, pass});
        for (int i = 0; !cut->at_once && i < program->fold_count; i++)
            if (program->folds[i].pass == pass)
                join_rows(cut, &folder->folds[i], worker->at[program->folds[i].input], length,
                          at - first, rows);
        for (int i = 0; pass == program->passes - 1 && i < program->store_count; i++)
            if (!program->stores[i].is_kept)
                store_rows(folder, &program->stores[i], results, at, rows);
    }
}

/* Joins the lanes of several results at the end of a run, and returns where the totals are. */
static char *joined_columns(struct folder *folder, const struct lanes *own, int64_t used,
                            int64_t length)
{
    if (!folder->cut->at_once)
        return join_lanes(own, own->lanes, used, length);
    /* The identity comes first here as well: a sum of minus zeros is 0 with it and -0 without
     * it. */
    char *joined = join_lanes(own, folder->worker.at[own->fold->input], used, length);
    own->fold->join_totals(length, (char *const[]){own->identity, joined, joined});
    return joined;
}

/* --- Units ------------------------------------------------------------------------------------ */

static void find_results(const struct cut *cut, int64_t number, struct strip *results)
{
    int64_t first = number * cut->length;
    int64_t left = cut->kept->count - first;
    results->rows = 0;
    results->count = left < cut->length ? left : cut->length;
    space_index(cut->kept, first, results->index);
}

/* Does one run of a unit in a pass. */
static void do_run(struct folder *folder, int pass, const struct strip *results, int64_t first,
                   int64_t run)
{
    const struct cut *cut = folder->cut;
    const struct vector_program *program = cut->program;
    int64_t elements = cut->folded->count;
    int64_t begin = run * RUN;
    int64_t end = begin + RUN < elements ? begin + RUN : elements;
    int64_t used = end - begin < VECTOR_FOLD_LANES ? end - begin : VECTOR_FOLD_LANES;
    if (folds_rows(cut)) {
        fold_rows(folder, results, first, begin, end);
        add_run(folder, &folder->folds[0], run, first, 0, folder->folds[0].wide, results->count);
        return;
    }
    if (!cut->by_rows)
        do_columns(folder, pass, results, begin, end);
    for (int64_t i = 0; cut->by_rows && i < results->count; i++) {
        int64_t index[VECTOR_MAX_RANK];
        if (!cut->has_passes) {
            space_index(cut->kept, first + i, index);
            move_views(folder, index);
            worker_begin_instance(&folder->worker);
        }
        folder->worker.row = i;
        if (cut->in_place)
            fold_in_place(folder, begin, end);
        else
            do_row(folder, pass, begin, end);
        for (int j = 0; j < program->fold_count; j++)
            if (program->folds[j].pass == pass)
                add_run(folder, &folder->folds[j], run, first, i,
                        join_lanes(&folder->folds[j], folder->folds[j].lanes, used, 1), 1);
    }
    for (int j = 0; !cut->by_rows && j < program->fold_count; j++)
        if (program->folds[j].pass == pass)
            add_run(folder, &folder->folds[j], run, first, 0,
                    joined_columns(folder, &folder->folds[j], used, results->count),
                    results->count);
}

/* Begins with new results: what is known of them before the first pass is loaded. */
static void begin_results(struct folder *folder, const struct strip *results)
{
    const struct cut *cut = folder->cut;
    for (int i = 0; cut->has_passes && i < cut->program->value_count; i++) {
        const struct value *value = &cut->program->values[i];
        bool stays = value->kind == VALUE_CONSTANT ||
                     (value->kind == VALUE_LOAD && !value->is_kept &&
                      cut->kept->views[value->operand].splat);
        if (!stays)
            folder->worker.cached[i] = 0;
    }
    worker_load(&folder->worker, cut->kept, results, (struct phase){true, -1});
}

/* Does the steps on results that follow a pass. The last pass stores the results. */
static void finish_pass(struct folder *folder, const struct strip *results, int pass)
{
    const struct cut *cut = folder->cut;
    const struct vector_program *program = cut->program;
    struct worker *worker = &folder->worker;
    struct phase phase = {true, pass};
    for (int i = 0; i < program->fold_count; i++) {
        const struct lanes *own = &folder->folds[i];
        if (own->fold->pass != pass)
            continue;
        if (cut->runs == 0)
            strip_fill(own->fold->total_width, own->total, own->fold->total_identity,
                       results->count);
        worker->at[own->fold->output] = own->total;
    }
    worker_load(worker, cut->kept, results, phase);
    if (pass == program->passes - 1)
        worker_place(worker, cut->kept, results, true);
    worker_steps(worker, results->count, phase);
    if (pass == program->passes - 1)
        worker_store(worker, cut->kept, results, true);
}

/* Loads what was known of the results before a pass, where each pass has blocks of its own. */
static void recall(struct folder *folder, int64_t first, int pass)
{
    const struct cut *cut = folder->cut;
    const struct vector_program *program = cut->program;
    for (int i = 0; cut->between != NULL && i < program->value_count; i++)
        if (cut->between[i] != NULL && program->values[i].pass < pass)
            folder->worker.at[i] = cut->between[i] + first * program->values[i].width;
}

/* Does all passes of a unit, or only one where each pass has blocks of its own. */
static void do_unit(struct folder *folder, int64_t number, int64_t group)
{
    const struct cut *cut = folder->cut;
    int64_t first = number * cut->length;
    int64_t past_run = (group + 1) * cut->unit_runs;
    int past_pass = cut->groups > 1 ? cut->pass + 1 : cut->program->passes;
    struct strip results;
    find_results(cut, number, &results);
    begin_results(folder, &results);
    move_views(folder, results.index);
    recall(folder, first, cut->pass);
    if (cut->by_rows && cut->has_passes && cut->groups == 1)
        ask_for_next(folder);
    for (int pass = cut->pass; pass < past_pass; pass++) {
        int64_t run = group * cut->unit_runs;
        int64_t whole = folds_rows(cut) && cut->kept->count == 1
                            ? least(past_run, cut->folded->count / RUN)
                            : 0;
        while (run < whole) {
            int64_t some = least(whole - run, RUNS_TOGETHER);
            fold_runs(folder, run, some);
            run += some;
        }
        for (; run < past_run && run < cut->runs; run++)
            do_run(folder, pass, &results, first, run);
        if (cut->groups > 1)
            continue;
        finish_pass(folder, &results, pass);
    }
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
        do_unit(&folder, unit / cut->groups, unit % cut->groups);
    if (cut->kept->streams || cut->folded->streams)
        memory_stream_end();
    worker_close(&folder.worker);
}

/* Joins the totals of later runs of some results to that of the first. */
static void join_runs(const struct cut *cut, const struct lanes *own, const char *partial,
                      int64_t count)
{
    const struct fold *fold = own->fold;
    int64_t row = cut->kept->count * fold->total_width;
    if (fold->operation == VECTOR_ADD && fold->total_type == ACL_DOUBLE &&
        row == fold->total_width) {
        double total = *(double *)(void *)own->total;
        const double *partials = (const double *)(const void *)partial;
        for (int64_t run = 1; run < cut->runs; run++)
            total += partials[run];
        *(double *)(void *)own->total = total == total ? total : __builtin_nan("");
        return;
    }
    for (int64_t run = 1; run < cut->runs; run++)
        fold->join_totals(
            count, (char *const[]){own->total, (char *)(uintptr_t)partial + run * row, own->total});
}

/* Joins the totals of runs that were kept in a pass. */
static void join_partials(struct cut *cut)
{
    const struct vector_program *program = cut->program;
    struct folder folder;
    if (!folder_open(&folder, cut)) {
        atomic_store(&cut->failed, true);
        return;
    }
    for (int64_t number = 0; number < cut->strips; number++) {
        struct strip results;
        int64_t first = number * cut->length;
        find_results(cut, number, &results);
        begin_results(&folder, &results);
        recall(&folder, first, cut->pass);
        for (int i = 0; i < program->fold_count; i++) {
            const struct lanes *own = &folder.folds[i];
            const char *partial = own->partials + first * own->fold->total_width;
            if (own->fold->pass != cut->pass)
                continue;
            memcpy(own->total, partial, (size_t)(results.count * own->fold->total_width));
            join_runs(cut, own, partial, results.count);
        }
        finish_pass(&folder, &results, cut->pass);
        for (int i = 0; cut->between != NULL && i < program->value_count; i++)
            if (cut->between[i] != NULL && program->values[i].pass == cut->pass) {
                int width = program->values[i].width;
                memcpy(cut->between[i] + first * width, folder.worker.at[i],
                       (size_t)(results.count * width));
            }
    }
    if (cut->kept->streams)
        memory_stream_end();
    worker_close(&folder.worker);
}

/* Takes memory for what several cores compute of one result, and for what a pass hands to later
 * ones. */
static bool take_memory(struct cut *cut)
{
    const struct vector_program *program = cut->program;
    int64_t partials = align_up(cut->runs * cut->kept->count * cut->total_width);
    int64_t table = cut->has_passes ? align_up(program->value_count * (int64_t)sizeof *cut->between)
                                    : 0;
    int64_t bytes = partials + table;
    for (int i = 0; i < program->value_count; i++)
        bytes += align_up(cut->kept->count * program->values[i].width);
    cut->partials = scratch_take((size_t)bytes);
    if (cut->partials == NULL || table == 0)
        return cut->partials != NULL;
    cut->between = (char **)(void *)(cut->partials + partials);
    char *memory = cut->partials + partials + table;
    for (int i = 0; i < program->value_count; i++) {
        cut->between[i] = program->values[i].is_kept && program->values[i].pass >= 0 ? memory
                                                                                     : NULL;
        memory += align_up(cut->kept->count * program->values[i].width);
    }
    return true;
}

static void run_cut(struct cut *cut, bool alone)
{
    int64_t units = cut->strips * cut->groups;
    int64_t blocks = (units + cut->block_units - 1) / cut->block_units;
    int times = cut->groups > 1 ? cut->program->passes : 1;
    if (cut->groups > 1 && !take_memory(cut)) {
        cut->failed = true;
        return;
    }
    for (cut->pass = 0; cut->pass < times && !cut->failed; cut->pass++) {
        if (alone || blocks == 1)
            for (int64_t block = 0; block < blocks; block++)
                fold_block(block, blocks, cut);
        else
            ai_cores_run_function("vector fold", fold_block, blocks, cut);
        if (cut->groups > 1 && !cut->failed)
            join_partials(cut);
    }
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
        .has_passes = program->passes > 1 || program->stores_elements,
    };
    /* Results that lie two in a byte are written by one core. */
    for (int i = 0; i < program->operand_count; i++)
        alone |= program->operands[i].stored && program->operands[i].is_packed;
    for (int i = 0; i < program->fold_count; i++) {
        cut.lane_width += program->folds[i].lane_width;
        cut.total_width += program->folds[i].total_width;
    }
    if (kept.count > 0) {
        cut_work(&cut);
        if (cut.by_rows && folded.count >= STREAMED_ROW)
            space_choose_streams(&folded, program, kept.count * folded.count);
        run_cut(&cut, alone);
    }
    space_close(&folded);
    space_close(&kept);
    return !cut.failed;
}
