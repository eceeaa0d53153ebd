/* SPDX-License-Identifier: Apache-2.0 */
/* Gather and scatter. The last loops, when they are dense in both tensors and need no index, form a
 * piece, which is moved at once. The positions of all other loops are divided among the AI cores. A
 * gather divides them evenly; a scatter divides them so that each element that is written belongs
 * to one core, which handles all values for it in the sequence of the indices. An index out of
 * range is passed over; the lowest position of one is reported. */
#include "ops/index/indexed.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/index.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed_elements.h"
#include "ops/index/indexed_sums.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/memory.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)128 << 10)

/* Pieces are prefetched this many positions before they are needed, and this many bytes of each;
 * the processor prefetches what follows. */
#define AHEAD 16
#define AHEAD_BYTES 512

/* Shorter lines are handled position by position. */
#define SHORTEST_LINE 32

/* What a line reads in random sequence is prefetched before it begins, when it is at most this many
 * bytes. */
#define NEXT_BYTES ((int64_t)32 << 10)

/* A scatter that changes many rows prepares each row elsewhere, and then writes it past the
 * caches. */
#define LEAST_STAGED ((int64_t)1 << 10)
#define MOST_STAGED ((int64_t)16 << 10)

#define INLINE static inline __attribute__((always_inline))

/* ---- The job of a run ------------------------------------------------------------------------ */

struct component {
    const char *first;
    bool is_wide; /* int64; otherwise int32 */
    int64_t limit;
    int64_t stride;                   /* bytes from one index to the next in the indexed tensor */
    int64_t steps[INDEXED_MAX_LOOPS]; /* in bytes, by loop */
};

struct loop {
    int64_t count;
    int64_t self;  /* in bytes */
    int64_t other; /* in bytes */
    int32_t from;  /* index of the attributes' loop that it comes from */
};

struct job {
    const struct indexed *indexed;
    enum indexed_operation operation;
    aclDataType type;
    int64_t width;
    char *self;
    char *other;
    bool reads_self;    /* it is a gather */
    int64_t piece;      /* in bytes */
    int32_t loop_count; /* at least 1 */
    struct loop loops[INDEXED_MAX_LOOPS];
    int32_t component_count;
    struct component components[INDEXED_MAX_COMPONENTS];
    int64_t positions; /* the product of all loops */
    /* How a scatter is divided: by pieces, by a loop, or by indices of the first component. */
    int32_t shared_loop; /* -1: by none */
    bool shares_pieces;
    bool shares_places;
    bool takes_elements; /* lines are single elements, which are moved many at a time */
    int64_t together;    /* so many short lines are one for indices and the other tensor */
    bool streams;        /* pieces, or the rows of a scatter, are written past the caches */
    int64_t row_bytes;   /* bytes of rows that are copied just before they are changed; 0: none
                          * are */
    const char *copied;  /* where those rows are copied from */
    int64_t copied_step;
    _Atomic int64_t bad; /* the lowest position whose index is out of range */
};

static int64_t step_of(const struct work_view *view, int32_t dim)
{
    if (dim < 0 || view->dims[dim] == 1)
        return 0;
    if (view->strides == NULL) /* the view is a constant: a number, or several in sequence */
        return data_type_bits(view->type) / 8;
    return view->strides[dim] * (data_type_bits(view->type) / 8);
}

/* The number of elements that a mask chooses. */
static int64_t found_by(const struct work *work, const struct indexed_component *from)
{
    int64_t count = 0;
    memcpy(&count, work->inputs[from->found_by].address, sizeof count);
    return count;
}

/* The number of elements that all masks choose, broadcast with each other and with the other
 * indices; -1: the numbers differ. */
static int64_t count_found(const struct work *work, struct task_failure *failure)
{
    const struct indexed *indexed = work->attributes;
    int64_t count = indexed->loops[indexed->found_loop].count;
    int64_t required = indexed->found_count;
    int32_t entry = 0;
    bool differs = false;
    for (int32_t i = 0; i < indexed->component_count && !differs; i++) {
        const struct indexed_component *from = &indexed->components[i];
        int64_t found = from->found_by != 0 ? found_by(work, from) : 1;
        entry = found == 1 ? entry : from->entry;
        differs = found != 1 && count != 1 && found != count;
        required = differs ? count : required;
        count = found == 1 ? count : found;
    }
    if (!differs && (required < 0 || count == required))
        return count;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "%s[%" PRId32 "] names %" PRId64 " places, and %" PRId64 " are required",
             indexed->name, entry, count, required);
    return -1;
}

static void add_component(struct job *job, const struct work *work,
                          const struct indexed_component *from)
{
    const struct work_view *self = &work->inputs[0];
    const struct work_view *index = &work->inputs[from->input];
    struct component *component = &job->components[job->component_count++];
    component->is_wide = index->type == ACL_INT64;
    component->limit = self->dims[from->names] - from->reach;
    component->stride = step_of(job->reads_self ? self : &work->outputs[0], from->names);
    component->first = index->address + from->part * step_of(index, from->part_dim);
    for (int32_t i = 0; i < job->indexed->loop_count; i++)
        component->steps[i] = step_of(index, from->dims[i]);
    if (from->found_by != 0 && found_by(work, from) == 1)
        component->steps[job->indexed->found_loop] = 0;
}

/* Whether an index depends on the position in the loop. */
static bool is_indexed(const struct job *job, int32_t loop)
{
    for (int32_t i = 0; i < job->indexed->component_count; i++)
        if (job->indexed->components[i].dims[loop] >= 0)
            return true;
    return false;
}

/* Adds the loops that are not part of the piece. There is at least one. */
static void add_loops(struct job *job, const struct work_view *self, const struct work_view *other,
                      int64_t found)
{
    const struct indexed *indexed = job->indexed;
    struct loop *loops = job->loops;
    int32_t count = 0;
    for (int32_t i = 0; i < indexed->loop_count && i < INDEXED_MAX_LOOPS; i++) {
        int64_t times = i == indexed->found_loop ? found : indexed->loops[i].count;
        if (times != 1)
            loops[count++] = (struct loop){times, step_of(self, indexed->loops[i].self),
                                           step_of(other, indexed->loops[i].other), i};
    }
    job->piece = job->width;
    while (count > 0 && loops[count - 1].self == job->piece &&
           loops[count - 1].other == job->piece && !is_indexed(job, loops[count - 1].from))
        job->piece *= loops[--count].count;
    if (count == 0)
        loops[count++] = (struct loop){1, 0, 0, 0};
    job->loop_count = count;
    job->positions = 1;
    for (int32_t i = 0; i < count; i++)
        job->positions *= loops[i].count;
}

/* False, with the reason in the failure, when masks do not choose as many elements as are
 * required. */
static bool prepare(struct job *job, const struct work *work, bool reads_self,
                    struct task_failure *failure)
{
    const struct indexed *indexed = work->attributes;
    int32_t indices = 0;
    int64_t found = -1;
    memset(job, 0, sizeof *job);
    for (int32_t i = 0; i < indexed->component_count; i++) {
        const struct indexed_component *from = &indexed->components[i];
        int32_t last = from->input > from->found_by ? from->input : from->found_by;
        indices = last > indices ? last : indices;
    }
    if (indexed->found_loop >= 0 && (found = count_found(work, failure)) < 0)
        return false;
    const struct work_view *self = reads_self ? &work->inputs[0] : &work->outputs[0];
    const struct work_view *other = reads_self ? &work->outputs[0] : &work->inputs[indices + 1];
    job->indexed = indexed;
    job->operation = indexed->operation;
    job->reads_self = reads_self;
    job->type = self->type;
    job->width = data_type_bits(self->type) / 8;
    job->self = self->address;
    job->other = other->address;
    job->shared_loop = -1;
    add_loops(job, self, other, found);
    for (int32_t i = 0; i < indexed->component_count; i++)
        add_component(job, work, &indexed->components[i]);
    atomic_init(&job->bad, INT64_MAX);
    return true;
}

/* ---- Indices --------------------------------------------------------------------------------- */

/* Adds what each loop contributes to a position's addresses. */
static void find(const struct job *job, int64_t position, int32_t loops, int64_t *at)
{
    for (int32_t i = loops - 1; i >= 0; i--) {
        at[i] = position % job->loops[i].count;
        position /= job->loops[i].count;
    }
}

/* Sets the failure for an index that is out of range, from its position in the loops. */
static void report_bad(const struct job *job, const struct work *work, struct task_failure *failure)
{
    int64_t position = atomic_load(&job->bad);
    int64_t at[INDEXED_MAX_LOOPS];
    if (position == INT64_MAX)
        return;
    find(job, position, job->loop_count, at);
    for (int32_t c = 0; c < job->component_count; c++) {
        const struct indexed_component *from = &job->indexed->components[c];
        const struct work_view *index = &work->inputs[from->input];
        const char *address = job->components[c].first;
        int64_t place[TENSOR_MAX_DIMS] = {0};
        char where[200];
        char which[32] = "";
        if (from->part_dim >= 0)
            place[from->part_dim] = from->part;
        for (int32_t i = 0; i < job->loop_count; i++) {
            int32_t dim = from->dims[job->loops[i].from];
            address += at[i] * job->components[c].steps[job->loops[i].from];
            if (dim >= 0)
                place[dim] = index->dims[dim] == 1 ? 0 : at[i];
        }
        int64_t value = index_at(address, job->components[c].is_wide);
        int64_t lowest = job->indexed->from_end ? -job->components[c].limit : 0;
        if (value >= lowest && value < job->components[c].limit)
            continue;
        if (from->entry >= 0)
            snprintf(which, sizeof which, "[%" PRId32 "]", from->entry);
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "%s%s%s is %" PRId64 "; every index must be in [%" PRId64 ", %" PRId64 ")",
                 job->indexed->name, which, dims_describe(place, index->rank, where, sizeof where),
                 value, lowest, job->components[c].limit);
        return;
    }
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Arithmetic on a piece of numbers. bool is computed as an integer of its width; integers wrap
 * around. */
#define FOR_NUMBERS(TYPE, EXPRESSION)                                                     \
    for (int64_t i = 0; i + (int64_t)sizeof(TYPE) <= bytes; i += (int64_t)sizeof(TYPE)) { \
        TYPE a;                                                                           \
        TYPE b;                                                                           \
        memcpy(&a, to + i, sizeof a);                                                     \
        memcpy(&b, from + i, sizeof b);                                                   \
        a = (TYPE)(EXPRESSION);                                                           \
        memcpy(to + i, &a, sizeof a);                                                     \
    }

#define NAN_OR(CHOICE) (a != a ? a : b != b ? b : (CHOICE))

/* The number, with one NaN for all, as with_positive_nan has it. */
#define ONE_NAN(TYPE, NUMBER) ((NUMBER) != (NUMBER) ? (TYPE)NAN : (NUMBER))

struct complex64 {
    float real;
    float imaginary;
};

struct complex128 {
    double real;
    double imaginary;
};

/* Both parts are sums: of a difference beside a sum GCC 12 makes a fused instruction, whatever
 * -ffp-contract says. */
#define MULTIPLY_COMPLEX(TYPE)                                          \
    for (int64_t i = 0; i < bytes; i += (int64_t)sizeof(struct TYPE)) { \
        struct TYPE a;                                                  \
        struct TYPE b;                                                  \
        memcpy(&a, to + i, sizeof a);                                   \
        memcpy(&b, from + i, sizeof b);                                 \
        struct TYPE c = {a.real * b.real + -a.imaginary * b.imaginary,  \
                         a.real * b.imaginary + a.imaginary * b.real};  \
        memcpy(to + i, &c, sizeof c);                                   \
    }

#define FLOAT_CASES(TYPE)                                                 \
    switch (operation) {                                                  \
    case INDEXED_ADD: FOR_NUMBERS(TYPE, ONE_NAN(TYPE, a + b)) break;      \
    case INDEXED_MULTIPLY: FOR_NUMBERS(TYPE, ONE_NAN(TYPE, a * b)) break; \
    case INDEXED_DIVIDE: FOR_NUMBERS(TYPE, ONE_NAN(TYPE, a / b)) break;   \
    case INDEXED_MAXIMUM: FOR_NUMBERS(TYPE, NAN_OR(b > a ? b : a)) break; \
    case INDEXED_MINIMUM: FOR_NUMBERS(TYPE, NAN_OR(b < a ? b : a)) break; \
    default: break;                                                       \
    }

/* Integer quotients are rounded toward 0; a quotient by 0 is 0. */
#define INTEGER_CASES(TYPE, WRAPPING, SIGNED)                                   \
    switch (operation) {                                                        \
    case INDEXED_ADD: FOR_NUMBERS(TYPE, (WRAPPING)a + (WRAPPING)b) break;       \
    case INDEXED_MULTIPLY: FOR_NUMBERS(TYPE, (WRAPPING)a * (WRAPPING)b) break;  \
    case INDEXED_DIVIDE:                                                        \
        FOR_NUMBERS(TYPE, b == 0                      ? 0                       \
                          : SIGNED && b == (TYPE) - 1 ? (TYPE)(0 - (WRAPPING)a) \
                                                      : a / b)                  \
        break;                                                                  \
    case INDEXED_MAXIMUM: FOR_NUMBERS(TYPE, b > a ? b : a) break;               \
    case INDEXED_MINIMUM: FOR_NUMBERS(TYPE, b < a ? b : a) break;               \
    default: break;                                                             \
    }

#define BOOL_CASES                                                  \
    switch (operation) {                                            \
    case INDEXED_ADD:                                               \
    case INDEXED_MAXIMUM: FOR_NUMBERS(uint8_t, (a | b) != 0) break; \
    default: FOR_NUMBERS(uint8_t, a != 0 && b != 0) break;          \
    }

INLINE void combine(char *restrict to, const char *restrict from, int64_t bytes, aclDataType type,
                    enum indexed_operation operation)
{
    switch (type) {
    case ACL_FLOAT: FLOAT_CASES(float) break;
    case ACL_DOUBLE: FLOAT_CASES(double) break;
    case ACL_INT8: INTEGER_CASES(int8_t, uint32_t, true) break;
    case ACL_UINT8: INTEGER_CASES(uint8_t, uint32_t, false) break;
    case ACL_INT16: INTEGER_CASES(int16_t, uint32_t, true) break;
    case ACL_UINT16: INTEGER_CASES(uint16_t, uint32_t, false) break;
    case ACL_INT32: INTEGER_CASES(int32_t, uint32_t, true) break;
    case ACL_UINT32: INTEGER_CASES(uint32_t, uint32_t, false) break;
    case ACL_INT64: INTEGER_CASES(int64_t, uint64_t, true) break;
    case ACL_UINT64: INTEGER_CASES(uint64_t, uint64_t, false) break;
    case ACL_BOOL: BOOL_CASES break;
    case ACL_COMPLEX64:
        if (operation == INDEXED_ADD)
            FOR_NUMBERS(float, a + b)
        else
            MULTIPLY_COMPLEX(complex64)
        break;
    case ACL_COMPLEX128:
        if (operation == INDEXED_ADD)
            FOR_NUMBERS(double, a + b)
        else
            MULTIPLY_COMPLEX(complex128)
        break;
    default: break;
    }
}

/* ---- Lines: the innermost loop --------------------------------------------------------------- */

/* A part of the innermost loop, which a block handles. */
struct line {
    char *self;
    char *other;
    int64_t first; /* index in the loop */
    int64_t past;
    int64_t position; /* position of the first iteration */
    int64_t piece;    /* in bytes from the addresses on */
    int64_t lowest;   /* the range of the first component's indices that belongs to the block */
    int64_t highest;
    const char *next; /* what the next line reads in random sequence */
    const char *indices[INDEXED_MAX_COMPONENTS];
};

/* Handles every position of a line: computes the element from the indices and carries out the
 * action. */
#define LINE(COMPONENTS, ACTION)                                                          \
    const struct loop *loop = &job->loops[job->loop_count - 1];                           \
    int64_t self_step = loop->self;                                                       \
    int64_t other_step = loop->other;                                                     \
    bool from_end = job->indexed->from_end;                                               \
    for (int64_t i = line->first; i < line->past; i++) {                                  \
        int64_t distance = i * self_step;                                                 \
        bool is_good = true;                                                              \
        bool is_ours = true;                                                              \
        for (int32_t c = 0; c < (COMPONENTS); c++) {                                      \
            const struct component *component = &job->components[c];                      \
            int64_t index = index_at(line->indices[c] + i * component->steps[loop->from], \
                                     component->is_wide);                                 \
            index += from_end && index < 0 ? component->limit : 0;                        \
            is_good &= (uint64_t)index < (uint64_t)component->limit;                      \
            is_ours &= c > 0 || (index >= line->lowest && index < line->highest);         \
            distance += (int64_t)((uint64_t)index * (uint64_t)component->stride);         \
        }                                                                                 \
        if (!is_good) {                                                                   \
            keep_least(&job->bad, line->position + i);                                    \
            continue;                                                                     \
        }                                                                                 \
        if (!is_ours)                                                                     \
            continue;                                                                     \
        char *self = line->self + distance;                                               \
        char *other = line->other + i * other_step;                                       \
        ACTION;                                                                           \
    }

/* Prefetches the piece for the index a few positions ahead. */
#define ASK_AHEAD(TYPE)                                                                  \
    if (i + AHEAD < l.past) {                                                            \
        int64_t next = index_at(indices + (i + AHEAD) * step, sizeof(TYPE) == 8);        \
        if (next >= (l.lowest > 0 ? l.lowest : 0) && next < limit && next < l.highest) { \
            const char *piece = l.self + (i + AHEAD) * self_step + next * stride;        \
            memory_ask_early(piece, l.piece < AHEAD_BYTES ? l.piece : AHEAD_BYTES);      \
        }                                                                                \
    }

#define ASK_NOTHING(TYPE)

/* The same for one component. Everything that stays the same is read once, before anything is
 * written. */
#define LINE_OF_ONE(TYPE, ASK, ACTION)                                   \
    const struct loop *loop = &job->loops[job->loop_count - 1];          \
    const struct component *component = &job->components[0];             \
    const struct line l = *line;                                         \
    const char *indices = l.indices[0];                                  \
    int64_t step = component->steps[loop->from];                         \
    int64_t self_step = loop->self;                                      \
    int64_t other_step = loop->other;                                    \
    int64_t stride = component->stride;                                  \
    int64_t limit = component->limit;                                    \
    int64_t end = job->indexed->from_end ? limit : 0;                    \
    bool is_shared = job->shares_places;                                 \
    for (int64_t i = l.first; i < l.past; i++) {                         \
        ASK(TYPE)                                                        \
        int64_t given = index_at(indices + i * step, sizeof(TYPE) == 8); \
        int64_t index = given < 0 ? given + end : given;                 \
        if ((uint64_t)index >= (uint64_t)limit) {                        \
            keep_least(&job->bad, l.position + i);                       \
            continue;                                                    \
        }                                                                \
        if (is_shared && (index < l.lowest || index >= l.highest))       \
            continue;                                                    \
        char *self = l.self + i * self_step + index * stride;            \
        char *other = l.other + i * other_step;                          \
        ACTION;                                                          \
    }

/* Lines of one component and those of two have loops of their own. */
#define LINES(ASK, ACTION)                                             \
    do {                                                               \
        if (job->component_count == 1 && job->components[0].is_wide) { \
            LINE_OF_ONE(int64_t, ASK, ACTION)                          \
        } else if (job->component_count == 1) {                        \
            LINE_OF_ONE(int32_t, ASK, ACTION)                          \
        } else if (job->component_count == 2) {                        \
            LINE(2, ACTION)                                            \
        } else {                                                       \
            LINE(job->component_count, ACTION)                         \
        }                                                              \
    } while (0)

static void gather_line(struct job *job, const struct line *line)
{
    switch (line->piece) {
    case 1: LINES(ASK_NOTHING, memcpy(other, self, 1)); break;
    case 2: LINES(ASK_NOTHING, memcpy(other, self, 2)); break;
    case 4: LINES(ASK_NOTHING, memcpy(other, self, 4)); break;
    case 8: LINES(ASK_NOTHING, memcpy(other, self, 8)); break;
    case 16: LINES(ASK_NOTHING, memcpy(other, self, 16)); break;
    default:
        if (job->streams)
            LINES(ASK_AHEAD, memory_stream(other, self, line->piece));
        else
            LINES(ASK_AHEAD, memcpy(other, self, (size_t)line->piece));
    }
}

static void move_line(struct job *job, const struct line *line)
{
    switch (line->piece) {
    case 1: LINES(ASK_NOTHING, memcpy(self, other, 1)); break;
    case 2: LINES(ASK_NOTHING, memcpy(self, other, 2)); break;
    case 4: LINES(ASK_NOTHING, memcpy(self, other, 4)); break;
    case 8: LINES(ASK_NOTHING, memcpy(self, other, 8)); break;
    case 16: LINES(ASK_NOTHING, memcpy(self, other, 16)); break;
    default: LINES(ASK_NOTHING, memcpy(self, other, (size_t)line->piece)); break;
    }
}

static void combine_piece(const struct job *job, char *self, const char *other, int64_t piece)
{
    combine(self, other, piece, job->type, job->operation);
}

static void combine_line(struct job *job, const struct line *line)
{
    if (job->operation == INDEXED_ADD && job->type == ACL_FLOAT && line->piece == 4)
        LINES(ASK_NOTHING, combine(self, other, 4, ACL_FLOAT, INDEXED_ADD));
    else if (job->operation == INDEXED_ADD && job->type == ACL_FLOAT)
        LINES(ASK_AHEAD, combine(self, other, line->piece, ACL_FLOAT, INDEXED_ADD));
    else
        LINES(ASK_NOTHING, combine_piece(job, self, other, line->piece));
}

static void run_positions(struct job *job, const struct line *line)
{
    if (job->reads_self)
        gather_line(job, line);
    else if (job->operation == INDEXED_MOVE)
        move_line(job, line);
    else
        combine_line(job, line);
}

/* ---- Lines of single elements ---------------------------------------------------------------- */

/* Whether a line moves single elements by one dense tensor of indices, for which there are
 * loops. */
static bool takes_elements(const struct job *job)
{
    const struct component *component = &job->components[0];
    const struct loop *loop = &job->loops[job->loop_count - 1];
    return job->component_count == 1 && job->piece == job->width && !job->shares_pieces &&
           !job->shares_places && component->limit <= INT32_MAX &&
           component->steps[loop->from] == (component->is_wide ? 8 : 4) &&
           (job->reads_self || job->operation == INDEXED_MOVE
                ? index_kernel_elements_can_move(job->width)
                : job->operation == INDEXED_ADD && index_kernel_elements_can_add(job->type));
}

static void run_elements(struct job *job, const struct elements *elements)
{
    char strip[ELEMENTS_AT_ONCE * sizeof(int64_t)];
    if (!job->reads_self && job->operation == INDEXED_MOVE) {
        index_kernel_elements_scatter(elements, job->width);
    } else if (!job->reads_self) {
        index_kernel_elements_add(elements, job->type);
    } else if (job->streams) {
        struct elements staged = *elements;
        staged.other = strip;
        index_kernel_elements_gather(&staged, job->width);
        memory_stream(elements->other, strip, elements->count * job->width);
    } else {
        index_kernel_elements_gather(elements, job->width);
    }
}

/* Moves some elements of a line at a time; where an index is out of range, one by one. */
static void run_line(struct job *job, const struct line *line)
{
    int32_t places[ELEMENTS_AT_ONCE];
    const struct component *component = &job->components[0];
    const struct loop *loop = &job->loops[job->loop_count - 1];
    int64_t width = component->is_wide ? 8 : 4;
    if (!job->takes_elements || line->past - line->first < SHORTEST_LINE) {
        run_positions(job, line);
        return;
    }
    for (int64_t first = line->first; first < line->past; first += ELEMENTS_AT_ONCE) {
        struct line part = *line;
        int64_t left = line->past - first;
        int64_t count = left < ELEMENTS_AT_ONCE ? left : ELEMENTS_AT_ONCE;
        const char *indices = line->indices[0] + first * width;
        struct elements elements = {
            .count = count,
            .places = places,
            .self = line->self + first * loop->self,
            .self_step = loop->self,
            .stride = component->stride,
            .other = line->other + first * loop->other,
            .other_step = loop->other,
            .ahead[0] = {indices + count * width, count * width},
        };
        part.first = first;
        part.past = first + count;
        if (count == left && line->next != NULL)
            elements.ahead[1] = (struct ahead){line->next, component->limit * component->stride};
        if (index_kernel_elements_find(indices, component->is_wide, count, component->limit,
                                       job->indexed->from_end, places))
            run_elements(job, &elements);
        else
            run_positions(job, &part);
    }
}

/* How many lines are moved as one: those whose other elements follow each other, with indices that
 * follow each other too or are the same. */
static int64_t lines_together(const struct job *job)
{
    const struct component *component = &job->components[0];
    const struct loop *loop = &job->loops[job->loop_count - 1];
    if (!job->takes_elements || job->positions == 0 || job->loop_count == 1 ||
        job->shared_loop == job->loop_count - 1)
        return 1;
    const struct loop *outer = loop - 1;
    int64_t lines = ELEMENTS_AT_ONCE / loop->count;
    int64_t reach = lines * llabs(outer->self) + component->limit * llabs(component->stride) +
                    loop->count * llabs(loop->self);
    int64_t step = component->steps[outer->from];
    bool follow = outer->other == loop->count * loop->other &&
                  (step == 0 || step == loop->count * component->steps[loop->from]);
    return follow && lines > 1 && reach / job->width <= INT32_MAX ? lines : 1;
}

/* Moves the elements of several lines: a place is where an element lies behind the first line.
 * False when an index is out of range. */
static bool run_together(struct job *job, const struct line *line, int64_t lines)
{
    int32_t places[ELEMENTS_AT_ONCE];
    const struct component *component = &job->components[0];
    const struct loop *loop = &job->loops[job->loop_count - 1];
    int64_t length = loop->count;
    int64_t count = lines * length;
    bool repeats = component->steps[loop[-1].from] == 0;
    int64_t bytes = job->reads_self || repeats ? 0 : count * (component->is_wide ? 8 : 4);
    int32_t outer = (int32_t)(loop[-1].self / job->width);
    int32_t inner = (int32_t)(loop->self / job->width);
    int32_t stride = (int32_t)(component->stride / job->width);
    if (!index_kernel_elements_find(line->indices[0], component->is_wide, repeats ? length : count,
                                    component->limit, job->indexed->from_end, places))
        return false;
    for (int32_t i = (int32_t)lines - 1; i >= 0; i--) {
        const int32_t *given = repeats ? places : places + i * length;
        for (int32_t j = 0; j < length; j++)
            places[i * length + j] = given[j] * stride + i * outer + j * inner;
    }
    struct elements elements = {
        .count = count,
        .places = places,
        .self = line->self,
        .stride = job->width,
        .other = line->other,
        .other_step = loop->other,
        .ahead[0] = {line->indices[0] + bytes, bytes},
    };
    run_elements(job, &elements);
    return true;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Whether all that a line reads in random sequence is a small dense piece of memory. */
static bool is_near(const struct job *job)
{
    const struct component *component = &job->components[0];
    return job->takes_elements && job->loops[job->loop_count - 1].self == 0 &&
           component->stride == job->width && component->limit <= NEXT_BYTES / job->width;
}

/* All positions of the loops before the innermost, or a block's share of one loop. */
static void run_lines(struct job *job, struct block_share positions, struct block_share of_loop,
                      struct line *line)
{
    int32_t inner = job->loop_count - 1;
    int64_t length = job->loops[inner].count;
    int64_t at[INDEXED_MAX_LOOPS];
    bool asks_next = inner > 0 && line->next == NULL && is_near(job);
    for (int64_t p = positions.first, past; p < positions.past; p = past) {
        int64_t self = 0;
        int64_t other = 0;
        past = p - p % length + length;
        find(job, p / length, inner, at);
        if (job->shared_loop >= 0 && job->shared_loop < inner &&
            (at[job->shared_loop] < of_loop.first || at[job->shared_loop] >= of_loop.past))
            continue;
        for (int32_t c = 0; c < job->component_count; c++)
            line->indices[c] = job->components[c].first;
        for (int32_t i = 0; i < inner; i++) {
            self += at[i] * job->loops[i].self;
            other += at[i] * job->loops[i].other;
            for (int32_t c = 0; c < job->component_count; c++)
                line->indices[c] += at[i] * job->components[c].steps[job->loops[i].from];
        }
        struct line part = *line;
        int64_t left = positions.past - (p - p % length);
        part.self += self;
        part.other += other;
        part.first = p % length;
        part.past = left < length ? left : length;
        if (asks_next)
            part.next = part.self + job->loops[inner - 1].self;
        part.position = p - p % length;
        if (job->shared_loop == inner) {
            part.first = of_loop.first;
            part.past = of_loop.past;
        }
        if (job->together > 1 && part.first == 0) {
            int64_t lines = left / length;
            int64_t end = job->shared_loop == inner - 1 ? of_loop.past
                                                        : job->loops[inner - 1].count;
            lines = lines < job->together ? lines : job->together;
            lines = lines < end - at[inner - 1] ? lines : end - at[inner - 1];
            if (lines > 1 && run_together(job, &part, lines)) {
                past = p + lines * length;
                continue;
            }
        }
        run_line(job, &part);
    }
}

/* One row of the first loop: it is copied and changed in the caches, and then written past them. */
static void run_staged_row(struct job *job, int64_t row, struct line *line)
{
    char staged[MOST_STAGED] __attribute__((aligned(CACHE_LINE)));
    int64_t each = job->positions / job->loops[0].count;
    int64_t step = job->loops[0].self;
    const char *copied = job->copied + row * job->copied_step;
    memcpy(staged, copied, (size_t)job->row_bytes);
    line->self = (char *)((uintptr_t)staged - (uintptr_t)(row * step));
    line->next = is_near(job) ? copied + job->copied_step : NULL;
    run_lines(job, (struct block_share){row * each, (row + 1) * each},
              (struct block_share){row, row + 1}, line);
    memory_stream(job->self + row * step, staged, job->row_bytes);
}

/* Rows of the first loop. What is not changed in a row is copied just before the row is handled. */
static void run_rows(struct job *job, struct block_share rows, struct line *line)
{
    int64_t each = job->positions / job->loops[0].count;
    int64_t step = job->row_bytes > 0 ? BYTES_A_BLOCK / job->row_bytes + 1 : rows.past - rows.first;
    for (int64_t row = rows.first; row < rows.past && job->streams; row++)
        run_staged_row(job, row, line);
    for (int64_t first = rows.first; first < rows.past && !job->streams; first += step) {
        int64_t past = first + step < rows.past ? first + step : rows.past;
        for (int64_t row = first; row < past && job->row_bytes > 0; row++)
            memcpy(job->self + row * job->loops[0].self, job->copied + row * job->copied_step,
                   (size_t)job->row_bytes);
        run_lines(job, (struct block_share){first * each, past * each},
                  (struct block_share){first, past}, line);
    }
    if (job->streams)
        memory_stream_end();
}

static void run_block(int64_t block, int64_t blocks, void *context)
{
    struct job *job = context;
    struct block_share positions = {0, job->positions};
    struct block_share of_loop = {0, 0};
    struct line line = {.self = job->self,
                        .other = job->other,
                        .piece = job->piece,
                        .lowest = INT64_MIN,
                        .highest = INT64_MAX};
    if (job->reads_self && !job->shares_pieces) {
        positions = share_of_block(job->positions, block, blocks);
    } else if (job->shares_pieces) {
        struct block_share bytes = share_of_block(job->piece / job->width, block, blocks);
        line.self += bytes.first * job->width;
        line.other += bytes.first * job->width;
        line.piece = (bytes.past - bytes.first) * job->width;
    } else if (job->shared_loop == 0 && job->loop_count > 1) {
        run_rows(job, share_of_block(job->loops[0].count, block, blocks), &line);
        return;
    } else if (job->shared_loop >= 0) {
        of_loop = share_of_block(job->loops[job->shared_loop].count, block, blocks);
    } else if (job->shares_places) {
        struct block_share places = share_of_block(job->components[0].limit, block, blocks);
        line.lowest = places.first;
        line.highest = places.past;
    }
    run_lines(job, positions, of_loop, &line);
    if (job->streams)
        memory_stream_end();
}

/* Chooses how a scatter is divided, and into how many blocks. Each element belongs to one block. */
static int64_t share_scatter(struct job *job, int64_t wanted)
{
    int64_t cores = ai_cores_count();
    int64_t blocks = wanted < cores ? wanted : cores;
    if (wanted <= 1)
        return 1;
    int32_t best = -1;
    bool overlaps = false; /* elements that different indices name may overlap */
    for (int32_t i = 0; i < job->component_count; i++)
        overlaps = overlaps || (job->component_count > 1 && job->indexed->components[i].reach > 0);
    for (int32_t i = 0; i < job->loop_count && !overlaps; i++)
        if (job->loops[i].self != 0 && (best < 0 || job->loops[i].count > job->loops[best].count))
            best = i;
    if (best >= 0 && job->loops[best].count >= blocks) {
        job->shared_loop = best;
        /* Rows may be divided into more blocks than cores, so that a core that is held up takes
         * fewer. */
        if (best == 0 && job->loop_count > 1)
            return wanted < job->loops[0].count ? wanted : job->loops[0].count;
        return blocks;
    }
    if (job->component_count > 0 && job->components[0].limit >= 16 * blocks) {
        job->shares_places = true;
        return blocks;
    }
    if (job->piece / job->width >= 16 * blocks && !overlaps) {
        job->shares_pieces = true;
        return blocks;
    }
    return 1;
}

/* Whether the pieces of a gather are written past the caches. */
static bool streams(const struct job *job)
{
    uint64_t places = (uint64_t)job->piece;
    if (job->positions * job->piece <= memory_streamed_bytes())
        return false;
    if (job->takes_elements)
        return job->loops[job->loop_count - 1].other == job->piece;
    if (job->piece < CACHE_LINE)
        return false;
    for (int32_t i = 0; i < job->loop_count; i++)
        places |= (uint64_t)job->loops[i].other;
    return memory_streams(job->other + places % CACHE_LINE, job->piece);
}

/* The number of blocks for a job. */
static int64_t share_job(struct job *job)
{
    int64_t bytes = job->positions * job->piece;
    int64_t wanted = blocks_for(bytes, BYTES_A_BLOCK, bytes);
    if (job->reads_self)
        job->shares_pieces = job->positions < wanted;
    else
        wanted = share_scatter(job, wanted);
    job->takes_elements = takes_elements(job);
    job->together = lines_together(job);
    job->streams = job->reads_self && streams(job);
    return wanted;
}

static void run_job(struct job *job, const char *name, int64_t blocks)
{
    if (job->positions == 0)
        return;
    ai_cores_run_function(name, run_block, blocks, job);
}

/* ---- The runs -------------------------------------------------------------------------------- */

static void run_gather_work(const struct work *work, struct task_failure *failure)
{
    struct job job;
    if (!prepare(&job, work, true, failure))
        return;
    run_job(&job, "gather", share_job(&job));
    report_bad(&job, work, failure);
}
const struct l0_run index_kernel_gather = {.run = run_gather_work};

/* A copy is a gather without indices. */
void index_kernel_copy(const struct work_view *from, const struct work_view *to,
                       struct task_failure *failure)
{
    struct indexed all = {.loop_count = from->rank, .found_loop = -1};
    struct work copy = {from, to, &all, NULL, NULL, NULL, NULL};
    struct job job;
    for (int32_t i = 0; i < from->rank; i++)
        all.loops[i] = (struct indexed_loop){from->dims[i], i, i};
    if (prepare(&job, &copy, true, failure))
        run_job(&job, "copy", share_job(&job));
}

/* Copies self to out, when they are not the same memory. */
void index_kernel_copy_self(const struct work *work, struct task_failure *failure)
{
    const struct work_view *self = &work->inputs[0];
    const struct work_view *out = &work->outputs[0];
    bool same = self->address == out->address;
    for (int32_t i = 0; i < self->rank; i++)
        same = same && (self->dims[i] == 1 || self->strides[i] == out->strides[i]);
    if (!same)
        index_kernel_copy(self, out, failure);
}

/* Whether the elements behind the first dimension are dense. */
static bool has_dense_rows(const struct work_view *view)
{
    int64_t step = 1;
    for (int32_t i = view->rank - 1; i > 0; i--) {
        if (view->dims[i] != 1 && view->strides[i] != step)
            return false;
        step *= view->dims[i];
    }
    return true;
}

/* Whether blocks, which divide the first dimension of self, copy their rows themselves. */
static bool copies_rows(struct job *job, const struct work *work)
{
    const struct work_view *self = &work->inputs[0];
    const struct work_view *out = &work->outputs[0];
    if (job->positions == 0 || job->shared_loop != 0 || job->loop_count == 1 ||
        job->indexed->loops[job->loops[0].from].self != 0 || job->loops[0].count != self->dims[0] ||
        self->address == out->address || !has_dense_rows(self) || !has_dense_rows(out))
        return false;
    job->copied = self->address;
    job->copied_step = self->strides[0] * job->width;
    job->row_bytes = job->width;
    for (int32_t i = 1; i < self->rank; i++)
        job->row_bytes *= self->dims[i];
    job->streams = job->row_bytes >= LEAST_STAGED && job->row_bytes <= MOST_STAGED &&
                   self->dims[0] > STREAMED_BYTES / job->row_bytes;
    return true;
}

/* Whether phase one knows what a scatter may add: one tensor of indices, and no mask. */
static bool has_known_rows(const struct indexed *indexed)
{
    return indexed->operation == INDEXED_ADD && indexed->found_loop < 0 &&
           indexed->component_count == 1 && indexed->components[0].part_dim < 0;
}

/* Whether a scatter adds so many rows that sorting them first pays. */
static bool sums_rows(const struct job *job, struct indexed_sums *sums)
{
    const struct loop *loop = &job->loops[0];
    const struct component *component = &job->components[0];
    if (!has_known_rows(job->indexed) || job->loop_count != 1 || loop->self != 0)
        return false;
    int64_t index_width = component->is_wide ? 8 : 4;
    *sums = (struct indexed_sums){.type = job->type,
                                  .index_type = component->is_wide ? ACL_INT64 : ACL_INT32,
                                  .columns = job->piece / job->width,
                                  .rows = loop->count,
                                  .places = component->limit,
                                  .source_step = loop->other / job->width,
                                  .out_step = component->stride / job->width,
                                  .index_step = component->steps[loop->from] / index_width,
                                  .from_end = job->indexed->from_end};
    return index_kernel_sums_sorts(sums);
}

/* Where the rows of self lie, so that sums can begin with them instead of with a copy in out. NULL
 * when out is self, or rows are not dense in both. */
static const char *initial_rows(const struct job *job, const struct work *work, int64_t *step)
{
    const struct work_view *self = &work->inputs[0];
    const struct work_view *out = &work->outputs[0];
    const struct indexed_component *component = &job->indexed->components[0];
    bool is_dense = component->reach == 0 && self->address != out->address;
    for (int32_t i = 0; i < self->rank; i++)
        is_dense = is_dense && (i == component->names || self->dims[i] == 1 ||
                                self->strides[i] == out->strides[i]);
    *step = is_dense ? self->strides[component->names] : 0;
    return is_dense ? self->address : NULL;
}

static uint64_t scatter_scratch(const struct work *work)
{
    struct task_failure failure;
    struct indexed_sums sums;
    struct job job;
    if (!has_known_rows(work->attributes) || !prepare(&job, work, false, &failure) ||
        !sums_rows(&job, &sums))
        return 0;
    return index_kernel_sums_scratch(&sums);
}

static void run_scatter_work(const struct work *work, struct task_failure *failure)
{
    struct indexed_sums sums;
    struct job job;
    if (!prepare(&job, work, false, failure))
        return;
    if (sums_rows(&job, &sums)) {
        const struct indexed_sums_memory memory = {
            .source = job.other,
            .index = job.components[0].first,
            .initial = initial_rows(&job, work, &sums.initial_step),
            .out = job.self,
        };
        if (memory.initial == NULL)
            index_kernel_copy_self(work, failure);
        int64_t bad = index_kernel_sums_run(&sums, &memory, work->scratch);
        if (bad >= 0)
            keep_least(&job.bad, bad);
    } else {
        int64_t blocks = share_job(&job);
        if (!copies_rows(&job, work))
            index_kernel_copy_self(work, failure);
        run_job(&job, "scatter", blocks);
    }
    report_bad(&job, work, failure);
}
const struct l0_run index_kernel_scatter = {
    .scratch_bytes = scatter_scratch, .itself_in_place = true, .run = run_scatter_work};
