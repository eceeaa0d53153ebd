/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/schedule.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/copies.h"
#include "executor/schedule_parts.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* What is known of a tensor of the list while steps become parts. */
struct value {
    struct memory memory;  /* where its elements are, once they are in memory */
    int last_use;          /* the last step that reads it; -1: none */
    int slot;              /* its slot in the open program */
    int program;           /* the number of the program that the slot belongs to */
    bool is_loaded;        /* the slot was loaded, not computed */
    struct memory *copied; /* its own memory, when `memory` is a copy; otherwise NULL */
};

/* The program to which steps are being added: steps on elements of one shape and, once it has a
 * fold, steps on the dims that its folds keep. */
struct open_program {
    struct vector_program *program; /* NULL: no program is open */
    int number;                     /* counts programs */
    int32_t rank;                   /* of the elements */
    const int64_t *dims;
    bool is_folded;
    uint64_t folded; /* the dims that its folds fold, as bits */
    int view_count;
    int view_room;
    struct shaped_view *views;
};

struct builder {
    struct l0_list *list;
    int (*operand_of)(const struct tensor *);
    struct schedule *schedule;
    struct value *values;
    struct open_program open;
    int step; /* the current step */
    int done; /* steps up to this one were done together with an earlier step */
    aclnnStatus status;
};

/* ---- Failures -------------------------------------------------------------------------------- */

static void fail_memory(struct builder *b)
{
    if (b->status == ACLNN_SUCCESS)
        b->status = report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
}

static void *take(struct builder *b, size_t size)
{
    void *piece = b->status == ACLNN_SUCCESS ? arena_take(b->list->arena, size) : NULL;
    if (piece == NULL)
        fail_memory(b);
    return piece;
}

/* ---- Tensors of the list --------------------------------------------------------------------- */

static const struct l0_tensor *tensor_of(const struct builder *b, int tensor)
{
    return &b->list->tensors[tensor];
}

/* The tensor that really holds these elements, found through copies that only the device makes. */
static int root_of(const struct builder *b, int tensor)
{
    while (tensor_of(b, tensor)->source != L0_NONE)
        tensor = tensor_of(b, tensor)->source;
    return tensor;
}

static const int64_t *dense_strides(struct builder *b, const int64_t *dims, int32_t rank)
{
    int64_t *strides = take(b, (size_t)rank * sizeof *strides);
    uint64_t step = 1; /* may overflow for a tensor without elements */
    for (int32_t i = rank - 1; strides != NULL && i >= 0; i--) {
        strides[i] = (int64_t)step;
        step *= dims[i] > 0 ? (uint64_t)dims[i] : 1;
    }
    return strides;
}

static void find_last_uses(struct builder *b)
{
    for (int i = 0; i < b->list->tensor_count; i++)
        b->values[i] = (struct value){.last_use = -1, .slot = -1, .program = -1};
    for (int i = 0; i < b->list->step_count; i++)
        for (int j = 0; j < b->list->steps[i].input_count; j++)
            for (int t = b->list->steps[i].inputs[j]; t != L0_NONE; t = tensor_of(b, t)->whole) {
                t = root_of(b, t);
                b->values[t].last_use = i;
            }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Gives a tensor of the list a dense place in scratch. */
static struct memory take_scratch(struct builder *b, int tensor)
{
    const struct l0_tensor *t = tensor_of(b, tensor);
    struct memory memory = {.kind = MEMORY_SCRATCH, .offset = b->schedule->scratch};
    memory.rank = t->rank;
    memory.dims = t->dims;
    memory.strides = dense_strides(b, t->dims, t->rank);
    if (__builtin_add_overflow(b->schedule->scratch, (t->bytes + 63) / 64 * 64,
                               &b->schedule->scratch))
        fail_memory(b);
    return memory;
}

/* Copies strides. A stride of more than 2^47 elements exceeds every address, so no launch uses it:
 * it belongs to a dim of one element, or to a view that is empty or that phase two refuses. It
 * becomes 0, so that strides in bytes do not overflow. */
static const int64_t *taken_strides(struct builder *b, const struct tensor *given)
{
    uint64_t longest = 0;
    for (int32_t i = 0; i < given->rank; i++)
        longest |= magnitude_of(given->strides[i]);
    if (longest >> 47 == 0)
        return given->strides;
    int64_t *strides = take(b, (size_t)given->rank * sizeof *strides);
    for (int32_t i = 0; strides != NULL && i < given->rank; i++)
        strides[i] = magnitude_of(given->strides[i]) >> 47 == 0 ? given->strides[i] : 0;
    return strides;
}

/* Sets the memory to that of one of the caller's tensors. */
static void set_operand(struct builder *b, struct memory *memory, const struct tensor *given)
{
    memory->kind = MEMORY_OPERAND;
    memory->first = 0;
    memory->is_upper = false;
    memory->operand = b->operand_of(given);
    memory->rank = given->rank;
    memory->dims = given->dims;
    memory->strides = taken_strides(b, given);
}

static const int64_t *strides_along(struct builder *b, const struct memory *memory,
                                    const int64_t *dims, int32_t rank);
static const struct memory *memory_of(struct builder *b, int root);

/* Sets the memory of a part of another tensor, once that one is in memory. */
static void set_part(struct builder *b, struct memory *memory, const struct l0_tensor *t,
                     const struct memory *whole)
{
    const struct l0_tensor *of = tensor_of(b, t->whole);
    const int64_t *strides = whole->kind != MEMORY_NONE
                                 ? strides_along(b, whole, of->dims, of->rank)
                                 : NULL;
    if (strides == NULL)
        return;
    *memory = *whole;
    int64_t before = t->part_first * strides[t->part_dim] + whole->is_upper;
    memory->first += data_type_bytes(t->type, before);
    memory->is_upper = data_type_is_packed(t->type) && before % 2 != 0;
    memory->rank = t->rank;
    memory->dims = t->dims;
    memory->strides = strides;
}

/* Where the elements of a root are: in the caller's memory, a host constant, or scratch. */
static const struct memory *memory_of(struct builder *b, int root)
{
    const struct l0_tensor *t = tensor_of(b, root);
    struct memory *memory = &b->values[root].memory;
    if (memory->kind != MEMORY_NONE)
        return memory;
    if (t->whole != L0_NONE)
        set_part(b, memory, t, memory_of(b, root_of(b, t->whole)));
    else if (t->given != NULL)
        set_operand(b, memory, t->given);
    else if (t->value != NULL)
        *memory = (struct memory){.kind = MEMORY_HOST, .value = t->value};
    return memory;
}

/* Where the elements of a root are written: its own memory, even while a copy of it is read. */
static struct memory place_of(struct builder *b, int root)
{
    const struct l0_tensor *t = tensor_of(b, root);
    struct memory place = {.kind = MEMORY_NONE};
    if (b->values[root].copied != NULL)
        return *b->values[root].copied;
    if (t->whole != L0_NONE) {
        const struct memory whole = place_of(b, root_of(b, t->whole));
        set_part(b, &place, t, &whole);
    }
    return place.kind != MEMORY_NONE ? place : *memory_of(b, root);
}

/* The strides with which a tensor whose dims differ only by ones walks a view; false when none
 * exist. */
static bool fit_strides(const struct memory *memory, const int64_t *dims, int32_t rank,
                        int64_t *strides)
{
    int32_t from = 0;
    for (int32_t i = 0; i < rank; i++) {
        strides[i] = 0;
        if (dims[i] == 1)
            continue;
        while (from < memory->rank && memory->dims[from] == 1)
            from++;
        if (from == memory->rank || memory->dims[from] != dims[i])
            return false;
        strides[i] = memory->strides[from++];
    }
    while (from < memory->rank && memory->dims[from] == 1)
        from++;
    return from == memory->rank;
}

static bool is_dense(const struct memory *memory)
{
    int64_t step = 1;
    for (int32_t i = memory->rank - 1; i >= 0; i--) {
        if (memory->dims[i] != 1 && memory->strides[i] != step)
            return false;
        step *= memory->dims[i];
    }
    return true;
}

/* ---- Views of the open program --------------------------------------------------------------- */

/* The elements that a step of the open program works on. */
enum space {
    SPACE_NONE, /* the step needs another program */
    SPACE_ELEMENTS,
    SPACE_KEPT,
};

/* Whether these dims are those that folds keep, with 1 in place of those that they fold. */
static bool keeps_dims(const struct open_program *open, const int64_t *dims, int32_t rank)
{
    bool same = open->is_folded && rank == open->rank;
    for (int32_t i = 0; same && i < rank; i++)
        same = dims[i] == ((open->folded >> i & 1) != 0 ? 1 : open->dims[i]);
    return same;
}

/* Whether these dims are those that folds keep, without those that they fold. */
static bool drops_dims(const struct open_program *open, const int64_t *dims, int32_t rank)
{
    int32_t kept = 0;
    bool same = open->is_folded;
    for (int32_t i = 0; same && i < open->rank; i++)
        if ((open->folded >> i & 1) == 0) {
            same = kept < rank && dims[kept] == open->dims[i];
            kept++;
        }
    return same && kept == rank;
}

static enum space space_of(const struct builder *b, const int64_t *dims, int32_t rank)
{
    const struct open_program *open = &b->open;
    if (open->program == NULL)
        return SPACE_NONE;
    if (same_dims(open->dims, open->rank, dims, rank))
        return SPACE_ELEMENTS;
    return keeps_dims(open, dims, rank) || drops_dims(open, dims, rank) ? SPACE_KEPT : SPACE_NONE;
}

static void open_program(struct builder *b, const int64_t *dims, int32_t rank)
{
    int number = b->open.number + 1;
    b->open = (struct open_program){
        .program = vector_program_new(b->list->arena),
        .number = number,
        .rank = rank,
        .dims = dims,
    };
    if (b->open.program == NULL)
        fail_memory(b);
}

/* An unsigned integer type of the width: where bits are only moved, one type a width is enough. */
static aclDataType type_of_width(int64_t bits)
{
    return bits == 8    ? ACL_INT8
           : bits == 16 ? ACL_INT16
           : bits == 32 ? ACL_INT32
           : bits == 64 ? ACL_INT64
                        : ACL_COMPLEX128;
}

static bool is_computed(aclDataType type)
{
    return vector_casts(type, type);
}

/* The operand's type for the vector unit, which moves elements of types that it cannot compute
 * with. */
static aclDataType operand_type(aclDataType type)
{
    int64_t bits = data_type_bits(type);
    return is_computed(type) || bits < 8 ? type : type_of_width(bits);
}

/* Adds an operand to the open program, with strides along `rank` dims. Returns its number. */
static int add_view(struct builder *b, const struct memory *memory, aclDataType type,
                    const int64_t *strides, int32_t rank, bool is_written, bool is_kept)
{
    struct open_program *open = &b->open;
    if (open->view_count == open->view_room) {
        int room = open->view_room == 0 ? 4 : open->view_room * 2;
        struct shaped_view *views = arena_grow(b->list->arena, open->views,
                                               (size_t)open->view_count * sizeof *views,
                                               (size_t)room * sizeof *views);
        if (views == NULL) {
            fail_memory(b);
            return -1;
        }
        open->views = views;
        open->view_room = room;
    }
    open->views[open->view_count++] = (struct shaped_view){*memory, strides, rank, is_written,
                                                           is_kept};
    return vector_operand(open->program, operand_type(type));
}

static void close_program(struct builder *b);

/* Copies a root densely to scratch, because it cannot be walked along the dims that are asked
 * for. */
static void copy_to_scratch(struct builder *b, int root)
{
    const struct memory from = *memory_of(b, root);
    aclDataType type = tensor_of(b, root)->type;
    struct memory to = take_scratch(b, root);
    open_program(b, from.dims, from.rank);
    int slot = vector_load(b->open.program,
                           add_view(b, &from, type, from.strides, from.rank, false, false));
    vector_store(b->open.program, slot, add_view(b, &to, type, to.strides, from.rank, true, false));
    close_program(b);
    struct memory *copied = take(b, sizeof *copied);
    if (copied == NULL)
        return;
    *copied = from;
    b->values[root].copied = copied;
    b->values[root].memory = to;
}

/* The strides of a tensor of the list along dims of another rank, 0 where it is repeated. */
static const int64_t *broadcast_strides(struct builder *b, int tensor, const int64_t *own,
                                        int32_t rank)
{
    const struct l0_tensor *t = tensor_of(b, tensor);
    int64_t *strides = take(b, (size_t)rank * sizeof *strides);
    int32_t lead = rank - t->rank;
    for (int32_t i = 0; strides != NULL && own != NULL && i < rank; i++)
        strides[i] = i < lead || t->dims[i - lead] == 1 ? 0 : own[i - lead];
    return strides;
}

/* The strides of memory along other dims of as many elements; NULL when none exist. */
static const int64_t *strides_along(struct builder *b, const struct memory *memory,
                                    const int64_t *dims, int32_t rank)
{
    if (same_dims(memory->dims, memory->rank, dims, rank))
        return memory->strides;
    int64_t *strides = take(b, (size_t)rank * sizeof *strides);
    if (strides == NULL || fit_strides(memory, dims, rank, strides))
        return strides;
    return is_dense(memory) ? dense_strides(b, dims, rank) : NULL;
}

/* The strides of a tensor's own dims in its root's memory; NULL when the root has to be copied. */
static const int64_t *own_strides(struct builder *b, int tensor)
{
    const struct l0_tensor *t = tensor_of(b, tensor);
    return strides_along(b, memory_of(b, root_of(b, tensor)), t->dims, t->rank);
}

/* ---- Slots ----------------------------------------------------------------------------------- */

static void set_slot(struct builder *b, int tensor, int slot)
{
    b->values[tensor].slot = slot;
    b->values[tensor].program = b->open.number;
    b->values[tensor].is_loaded = false;
}

static bool has_slot(const struct builder *b, int tensor)
{
    return b->values[tensor].program == b->open.number && b->open.program != NULL;
}

/* Whether a slot of the open program holds the elements of a tensor in the dims of `space`. A slot
 * of kept dims may be read by each element of its row. */
static bool can_read(const struct builder *b, const struct value *value,
                     const struct l0_tensor *tensor, enum space space)
{
    const struct open_program *open = &b->open;
    bool is_kept = vector_is_kept(open->program, value->slot);
    if (value->is_loaded)
        return is_kept == (space == SPACE_KEPT);
    if (!is_kept)
        return space == SPACE_ELEMENTS &&
               same_dims(open->dims, open->rank, tensor->dims, tensor->rank);
    return keeps_dims(open, tensor->dims, tensor->rank) ||
           (space == SPACE_KEPT && drops_dims(open, tensor->dims, tensor->rank));
}

/* The slot of the open program in which a step on `space` can read a tensor; -1 when there is
 * none. */
static int readable_slot(const struct builder *b, int tensor, enum space space)
{
    int root = root_of(b, tensor);
    const struct l0_tensor *t = tensor_of(b, tensor);
    if (has_slot(b, tensor) && can_read(b, &b->values[tensor], t, space))
        return b->values[tensor].slot;
    if (has_slot(b, root) && !b->values[root].is_loaded && can_read(b, &b->values[root], t, space))
        return b->values[root].slot;
    return -1;
}

/* Called before a program is opened for a step: copies an input that cannot be walked. */
static void prepare_input(struct builder *b, int tensor, enum space space)
{
    int root = root_of(b, tensor);
    int whole = tensor_of(b, root)->whole;
    if (whole != L0_NONE) {
        prepare_input(b, whole, space);
        if (memory_of(b, root_of(b, whole))->kind == MEMORY_NONE)
            close_program(b);
    }
    const struct memory *memory = memory_of(b, root);
    /* What the open program has computed can be read there only in the program's own dims. */
    if (memory->kind == MEMORY_NONE && has_slot(b, root) && readable_slot(b, tensor, space) < 0)
        close_program(b);
    if (memory->kind == MEMORY_NONE || memory->kind == MEMORY_HOST ||
        own_strides(b, tensor) != NULL || b->status != ACLNN_SUCCESS)
        return;
    close_program(b);
    copy_to_scratch(b, root);
}

/* The slot of a tensor in the open program, along dims of that rank. Loads the tensor when it has
 * none. */
static int slot_of(struct builder *b, int tensor, enum space space, int32_t rank)
{
    const struct l0_tensor *t = tensor_of(b, tensor);
    int slot = readable_slot(b, tensor, space);
    if (slot >= 0)
        return slot;
    const struct memory *memory = memory_of(b, root_of(b, tensor));
    if (memory->kind == MEMORY_HOST)
        return vector_constant(b->open.program, t->type, memory->value);
    bool is_kept = space == SPACE_KEPT;
    const int64_t *strides = broadcast_strides(b, tensor, own_strides(b, tensor), rank);
    int operand = add_view(b, memory, t->type, strides, rank, false, is_kept);
    slot = is_kept ? vector_load_kept(b->open.program, operand)
                   : vector_load(b->open.program, operand);
    set_slot(b, tensor, slot);
    b->values[tensor].is_loaded = true;
    return slot;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static struct part *add_part(struct builder *b)
{
    struct schedule *schedule = b->schedule;
    if (schedule->part_count == schedule->part_room) {
        int room = schedule->part_room == 0 ? 2 : schedule->part_room * 2;
        struct part *parts = arena_grow(b->list->arena, schedule->parts,
                                        (size_t)schedule->part_count * sizeof *parts,
                                        (size_t)room * sizeof *parts);
        if (parts == NULL) {
            fail_memory(b);
            return NULL;
        }
        schedule->parts = parts;
        schedule->part_room = room;
    }
    struct part *part = &schedule->parts[schedule->part_count++];
    *part = (struct part){0};
    return part;
}

/* Notes which part reads or writes an operand of the launch. */
static void note_access(struct builder *b, const struct memory *memory, bool is_written,
                        int64_t instance)
{
    if (memory->kind != MEMORY_OPERAND)
        return;
    struct access *access = &b->schedule->accesses[memory->operand];
    int part = b->schedule->part_count - 1;
    if (is_written && access->first_write < 0) {
        access->first_write = part;
        access->written_by = instance;
    }
    if (!is_written) {
        access->last_read = part;
        access->read_by = instance;
    }
    if (access->first_write >= 0 && access->last_read >= access->first_write)
        b->schedule->writes_early |= access->last_read > access->first_write ||
                                     access->read_by != access->written_by ||
                                     !(b->schedule->parts[part].is_elementwise ||
                                       b->schedule->parts[part].keeps_itself);
}

/* The sequence of dims in which the open program walks its shape, kept dims first. Returns how many
 * are kept. */
static int walk_order(const struct open_program *open, int32_t *order)
{
    int kept = 0;
    for (int32_t i = 0; i < open->rank; i++)
        if (!open->is_folded || (open->folded >> i & 1) == 0)
            order[kept++] = i;
    int behind = kept;
    for (int32_t i = 0; i < open->rank; i++)
        if (open->is_folded && (open->folded >> i & 1) != 0)
            order[behind++] = i;
    return kept;
}

/* The strides of a view in that sequence; only those of kept dims where it has no others. */
static const int64_t *walk_strides(struct builder *b, const struct shaped_view *view, int kept,
                                   const int32_t *order)
{
    const struct open_program *open = &b->open;
    if (!open->is_folded)
        return view->strides;
    int64_t *strides = take(b, (size_t)open->rank * sizeof *strides);
    for (int32_t i = 0; strides != NULL && view->strides != NULL && i < open->rank; i++) {
        bool in_order = !view->is_kept || view->rank == open->rank;
        strides[i] = view->is_kept && i >= kept ? 0 : view->strides[in_order ? order[i] : i];
    }
    return strides;
}

/* Makes a part of the open program, which runs for one instance. */
static void finish_program(struct builder *b)
{
    struct open_program *open = &b->open;
    int32_t order[TENSOR_MAX_DIMS];
    int32_t rank = open->rank;
    int kept = walk_order(open, order);
    bool stores_elements = false;
    int64_t *dims = take(b, (size_t)rank * sizeof *dims);
    struct part_view *views = take(b, (size_t)open->view_count * sizeof *views);
    struct part_instance *instance = take(b, sizeof *instance);
    struct part *part = b->status == ACLNN_SUCCESS ? add_part(b) : NULL;
    if (part == NULL)
        return;
    for (int32_t i = 0; i < rank; i++)
        dims[i] = open->dims[order[i]];
    for (int i = 0; i < open->view_count; i++) {
        views[i] = (struct part_view){.memory = open->views[i].memory,
                                      .is_written = open->views[i].is_written};
        views[i].strides = walk_strides(b, &open->views[i], kept, order);
        stores_elements |= open->views[i].is_written && !open->views[i].is_kept;
    }
    part->is_elementwise = !open->is_folded || stores_elements;
    for (int i = 0; i < open->view_count; i++)
        note_access(b, &views[i].memory, views[i].is_written, 0);
    *instance = (struct part_instance){rank, kept, dims, views};
    part->program = open->program;
    part->view_count = open->view_count;
    part->instance_count = 1;
    part->instances = instance;
    open->program = NULL;
}

static bool any_is_written(const struct open_program *open)
{
    for (int i = 0; i < open->view_count; i++)
        if (open->views[i].is_written)
            return true;
    return false;
}

/* Finishes the instructions of the open program. False, with the status set, where a step has none.
 */
static bool finish_instructions(struct builder *b)
{
    if (vector_finish(b->open.program))
        return true;
    b->status = report(
        ACLNN_ERR_INNER,
        "the operator cannot be computed in these data types, which is a mistake of this "
        "library: please report the call");
    return false;
}

/* Stores in scratch what later steps read of the open program, and finishes it. Values that nobody
 * reads are dropped, such as the cast of an input that CANN lists and whose values do not
 * matter. */
static void close_program(struct builder *b)
{
    struct open_program *open = &b->open;
    if (open->program == NULL)
        return;
    for (int i = 0; i < b->list->tensor_count && b->status == ACLNN_SUCCESS; i++) {
        struct value *value = &b->values[i];
        if (!has_slot(b, i) || value->last_use < b->step || memory_of(b, i)->kind != MEMORY_NONE)
            continue;
        const struct l0_tensor *t = tensor_of(b, i);
        value->memory = take_scratch(b, i);
        vector_store(open->program, value->slot,
                     add_view(b, &value->memory, t->type, value->memory.strides, t->rank, true,
                              vector_is_kept(open->program, value->slot)));
    }
    bool is_needed = b->status == ACLNN_SUCCESS && any_is_written(open);
    if (is_needed && finish_instructions(b))
        finish_program(b);
    open->program = NULL;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* The type that an operation requires of an input; ACL_DT_UNDEFINED where that is open. */
static aclDataType fixed_type(const struct l0_step *step, int input)
{
    const struct vector_operation *operation = &vector_operations[step->row->operation];
    int type = input < operation->inputs ? operation->types[input] : VECTOR_SAME;
    return type == VECTOR_SAME ? ACL_DT_UNDEFINED : (aclDataType)type;
}

/* The common type of the inputs whose type the operation leaves open. */
static aclDataType common_type(const struct builder *b, const struct l0_step *step)
{
    aclDataType common = ACL_DT_UNDEFINED;
    for (int i = 0; i < step->input_count; i++) {
        aclDataType type = tensor_of(b, step->inputs[i])->type;
        if (fixed_type(step, i) == ACL_DT_UNDEFINED)
            common = common == ACL_DT_UNDEFINED ? type : type_promote(common, type);
    }
    return common;
}

/* Casts a slot; returns -1 for elements that the vector unit only moves. */
static int cast(struct builder *b, int slot, aclDataType from, aclDataType to)
{
    return from == to ? slot : is_computed(from) ? vector_cast(b->open.program, slot, to) : -1;
}

/* Builders of the vector unit answer -1 for what they do not have. The call is then refused. */
static int carried_out(struct builder *b, const char *name, aclDataType type, int slot)
{
    if (slot < 0 && b->status == ACLNN_SUCCESS)
        b->status = report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "%s of %s is not implemented", name,
                           data_type_name(type));
    return slot;
}

/* The type that an operation computes in. Integers whose result is a floating-point number are
 * computed in the result's type. */
static aclDataType computed_type(const struct builder *b, const struct l0_step *step)
{
    const struct vector_operation *operation = &vector_operations[step->row->operation];
    aclDataType common = common_type(b, step);
    aclDataType result = tensor_of(b, step->outputs[0])->type;
    bool is_open = operation->types[operation->inputs] == VECTOR_SAME;
    bool is_whole = type_is_whole(common);
    return is_open && is_whole && type_is_float(result) ? result : common;
}

/* Applies an operation of two inputs to any number of inputs, one after another; halves as
 * float32. */
static int apply_in_turn(struct builder *b, const struct l0_step *step, const int *slots, int count)
{
    aclDataType type = common_type(b, step);
    aclDataType wide = type_is_half(type) ? ACL_FLOAT : type;
    int result = cast(b, slots[0], tensor_of(b, step->inputs[0])->type, wide);
    for (int i = 1; i < count; i++) {
        int next = cast(b, slots[i], tensor_of(b, step->inputs[i])->type, wide);
        result = vector_apply(b->open.program, step->row->operation, (int[]){result, next}, 2);
    }
    return carried_out(b, step->row->name, wide, result);
}

/* Applies the work of a row to slots. Returns its first result, which the others follow; they do
 * not have the tensors' types yet. */
static int apply(struct builder *b, const struct l0_step *step, const int *slots, int count)
{
    int inputs[VECTOR_MAX_INPUTS];
    if (count > vector_operations[step->row->operation].inputs)
        return apply_in_turn(b, step, slots, count);
    aclDataType common = computed_type(b, step);
    for (int i = 0; i < count; i++) {
        aclDataType fixed = fixed_type(step, i);
        inputs[i] = cast(b, slots[i], tensor_of(b, step->inputs[i])->type,
                         fixed != ACL_DT_UNDEFINED ? fixed : common);
    }
    bool computes = common == ACL_DT_UNDEFINED || is_computed(common);
    int result = computes ? vector_apply(b->open.program, step->row->operation, inputs, count) : -1;
    return carried_out(b, step->row->name, common, result);
}

/* Converts a slot, for a cast, or a number, for a fill. */
static int convert(struct builder *b, const struct l0_step *step, int slot)
{
    aclDataType from = tensor_of(b, step->inputs[0])->type;
    aclDataType to = tensor_of(b, step->outputs[0])->type;
    return carried_out(b, "Cast", from, cast(b, slot, from, to));
}

/* Opens a program for a step on elements of these dims, unless the open one can take the step. */
static enum space enter(struct builder *b, const int64_t *dims, int32_t rank)
{
    enum space space = space_of(b, dims, rank);
    if (space != SPACE_NONE)
        return space;
    close_program(b);
    open_program(b, dims, rank);
    return SPACE_ELEMENTS;
}

static void do_elementwise(struct builder *b, const struct l0_step *step)
{
    const struct l0_tensor *out = tensor_of(b, step->outputs[0]);
    bool converts = step->kind == L0_STEP_CAST || step->row->work == L0_WORK_FILL;
    int *slots = take(b, (size_t)step->input_count * sizeof *slots);
    for (int i = 0; i < step->input_count; i++)
        prepare_input(b, step->inputs[i], space_of(b, out->dims, out->rank));
    enum space space = enter(b, out->dims, out->rank);
    if (space == SPACE_KEPT && step->kind != L0_STEP_CAST && step->row->work == L0_WORK_FILL) {
        close_program(b); /* a constant cannot be stored as the result of a fold */
        space = enter(b, out->dims, out->rank);
    }
    for (int i = 0; b->status == ACLNN_SUCCESS && i < step->input_count; i++)
        slots[i] = slot_of(b, step->inputs[i], space, out->rank);
    if (b->status != ACLNN_SUCCESS)
        return;
    int result = converts ? convert(b, step, slots[0]) : apply(b, step, slots, step->input_count);
    for (int i = 0; result >= 0 && i < step->output_count; i++) {
        aclDataType type = tensor_of(b, step->outputs[i])->type;
        set_slot(b, step->outputs[i], vector_cast(b->open.program, result + i, operand_type(type)));
    }
}

/* Whether the open program can take another fold, that is, has computed or loaded its input. */
static bool fold_may_follow(const struct builder *b, int input, uint64_t folded)
{
    const struct l0_tensor *t = tensor_of(b, input);
    return b->open.program != NULL && same_dims(b->open.dims, b->open.rank, t->dims, t->rank) &&
           (!b->open.is_folded || b->open.folded == folded) &&
           readable_slot(b, input, SPACE_ELEMENTS) >= 0;
}

/* Opens a program for folds of a tensor, unless the open one can take them. */
static void enter_fold(struct builder *b, int input, uint64_t folded)
{
    const struct l0_tensor *t = tensor_of(b, input);
    prepare_input(b, input, space_of(b, t->dims, t->rank));
    if (!fold_may_follow(b, input, folded)) {
        close_program(b);
        open_program(b, t->dims, t->rank);
    }
    b->open.is_folded = true;
    b->open.folded = folded;
}

static void do_fold(struct builder *b, const struct l0_step *step)
{
    const struct l0_tensor *in = tensor_of(b, step->inputs[0]);
    const struct l0_tensor *out = tensor_of(b, step->outputs[0]);
    const struct l0_fold *fold = step->attributes;
    enter_fold(b, step->inputs[0], fold->dims);
    if (b->status != ACLNN_SUCCESS)
        return;
    int slot = slot_of(b, step->inputs[0], SPACE_ELEMENTS, in->rank);
    int result = vector_fold(b->open.program, slot, step->row->operation, out->type);
    set_slot(b, step->outputs[0], carried_out(b, step->row->name, out->type, result));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A term of a formula. Numbers and constants get the type of the terms they are used with. */
struct term {
    int slot;
    bool is_number;
};

/* The number of elements that the open program folds to one result. */
static double folded_count(const struct open_program *open)
{
    double count = 1;
    for (int32_t i = 0; i < open->rank; i++)
        if ((open->folded >> i & 1) != 0)
            count *= (double)open->dims[i];
    return count;
}

static int number_slot(struct builder *b, double number)
{
    return vector_constant(b->open.program, ACL_DOUBLE, &number);
}

/* The term of an input: halves become float32, a constant becomes a number. A tensor with one
 * number a result belongs to the kept dims. */
static struct term input_term(struct builder *b, int tensor)
{
    const struct open_program *open = &b->open;
    const struct l0_tensor *t = tensor_of(b, tensor);
    bool is_kept = keeps_dims(open, t->dims, t->rank) &&
                   !same_dims(open->dims, open->rank, t->dims, t->rank);
    struct term term = {slot_of(b, tensor, is_kept ? SPACE_KEPT : SPACE_ELEMENTS, open->rank),
                        false};
    term.is_number = memory_of(b, root_of(b, tensor))->kind == MEMORY_HOST;
    aclDataType type = tensor_of(b, tensor)->type;
    aclDataType wide = term.is_number ? ACL_DOUBLE : type_is_half(type) ? ACL_FLOAT : type;
    term.slot = cast(b, term.slot, type, wide);
    return term;
}

/* The common type of a term's inputs. Numbers have no type of their own. */
static aclDataType meeting_type(const struct builder *b, const struct l0_term *term,
                                const struct term *terms)
{
    const struct vector_operation *operation = &vector_operations[term->operation];
    aclDataType common = ACL_DT_UNDEFINED;
    for (int i = 0; i < term->input_count; i++) {
        const struct term *input = &terms[term->inputs[i]];
        aclDataType type = vector_type(b->open.program, input->slot);
        if (operation->types[i] == VECTOR_SAME && !input->is_number)
            common = common == ACL_DT_UNDEFINED ? type : type_promote(common, type);
    }
    return common;
}

static struct term apply_term(struct builder *b, const struct l0_term *term,
                              const struct term *terms)
{
    const struct vector_operation *operation = &vector_operations[term->operation];
    aclDataType common = meeting_type(b, term, terms);
    bool is_number = true;
    int slots[VECTOR_MAX_INPUTS];
    for (int i = 0; i < term->input_count; i++)
        is_number &= terms[term->inputs[i]].is_number;
    if (common == ACL_DT_UNDEFINED)
        common = ACL_DOUBLE;
    /* What is not given is a factor 1. */
    if (term->operation == VECTOR_MUL && !is_number &&
        vector_is_one(b->open.program, terms[term->inputs[1]].slot))
        return terms[term->inputs[0]];
    for (int i = 0; i < term->input_count; i++) {
        int fixed = operation->types[i];
        slots[i] = vector_cast(b->open.program, terms[term->inputs[i]].slot,
                               fixed == VECTOR_SAME ? common : (aclDataType)fixed);
    }
    return (struct term){vector_apply(b->open.program, term->operation, slots, term->input_count),
                         is_number};
}

static struct term make_term(struct builder *b, const struct l0_step *step, int number,
                             const struct term *terms)
{
    const struct l0_term *term = &step->row->rows->terms[number];
    struct vector_program *program = b->open.program;
    const struct term *input = &terms[term->inputs[0]];
    aclDataType type = term->type;
    switch (term->kind) {
    case L0_TERM_INPUT: return input_term(b, step->inputs[number]);
    case L0_TERM_NUMBER: return (struct term){number_slot(b, term->number), true};
    case L0_TERM_COUNT: return (struct term){number_slot(b, folded_count(&b->open)), true};
    case L0_TERM_POSITION: return (struct term){vector_position(program, ACL_INT64), false};
    case L0_TERM_CAST: return (struct term){vector_cast(program, input->slot, type), false};
    case L0_TERM_FOLD:
        if (type == ACL_DT_UNDEFINED)
            type = vector_type(program, input->slot);
        return (struct term){vector_fold(program, input->slot, term->operation, type), false};
    default: return apply_term(b, term, terms);
    }
}

/* Repeats a result that is the same for all elements of a row, where the tensor has one for each
 * element. */
static int fit_result(struct builder *b, const struct l0_tensor *out, int slot)
{
    const struct open_program *open = &b->open;
    bool by_elements = same_dims(open->dims, open->rank, out->dims, out->rank) &&
                       !keeps_dims(open, out->dims, out->rank);
    return by_elements ? vector_spread(open->program, slot) : slot;
}

/* Opens a program for a formula, unless the open one can take it. */
static void enter_rows(struct builder *b, const struct l0_step *step)
{
    const struct l0_fold *fold = step->attributes;
    for (int i = 0; i < step->input_count; i++)
        prepare_input(b, step->inputs[i], SPACE_ELEMENTS);
    if (fold != NULL && fold->dims != 0) {
        enter_fold(b, step->inputs[0], fold->dims);
        return;
    }
    const struct l0_tensor *out = tensor_of(b, step->outputs[0]);
    if (space_of(b, out->dims, out->rank) == SPACE_ELEMENTS && fold == NULL)
        return;
    close_program(b);
    open_program(b, out->dims, out->rank);
    b->open.is_folded = fold != NULL;
}

static void do_rows(struct builder *b, const struct l0_step *step)
{
    const struct l0_rows *rows = step->row->rows;
    struct term *terms = take(b, (size_t)rows->term_count * sizeof *terms);
    enter_rows(b, step);
    for (int i = 0; b->status == ACLNN_SUCCESS && i < rows->term_count; i++) {
        terms[i] = make_term(b, step, i, terms);
        carried_out(b, step->row->name, tensor_of(b, step->inputs[0])->type, terms[i].slot);
    }
    /* A list may leave out the last results, which the caller does not ask for. */
    for (int i = 0; b->status == ACLNN_SUCCESS && i < step->output_count; i++) {
        const struct l0_tensor *out = tensor_of(b, step->outputs[i]);
        int slot = vector_cast(b->open.program, terms[rows->outputs[i]].slot,
                               operand_type(out->type));
        set_slot(b, step->outputs[i],
                 carried_out(b, step->row->name, out->type, fit_result(b, out, slot)));
    }
}

/* Adds a copy of a view to an output of the caller's whose elements share memory, in row-major
 * order. */
static void add_ordered_store(struct builder *b, const struct part_view *from, int out)
{
    struct part *part = b->status == ACLNN_SUCCESS ? add_part(b) : NULL;
    struct part_view *views = take(b, 2 * sizeof *views);
    if (part == NULL || views == NULL)
        return;
    const struct memory to = place_of(b, out);
    views[0] = *from;
    views[1] = (struct part_view){to,      0,      to.strides, true, tensor_of(b, out)->type,
                                  to.rank, to.dims};
    part->run = &schedule_ordered_store;
    part->views = views;
    part->view_count = 2;
    part->input_count = 1;
    note_access(b, &views[0].memory, false, 0);
    note_access(b, &views[1].memory, true, 0);
}

static void store_in_order(struct builder *b, int tensor, int out)
{
    close_program(b);
    const struct l0_tensor *t = tensor_of(b, tensor);
    const struct part_view from = {*memory_of(b, root_of(b, tensor)),
                                   0,
                                   own_strides(b, tensor),
                                   false,
                                   t->type,
                                   t->rank,
                                   t->dims};
    add_ordered_store(b, &from, out);
}

/* The caller's tensor that a tensor is, or is a part of. */
static const struct tensor *given_of(const struct builder *b, int tensor)
{
    while (tensor_of(b, tensor)->whole != L0_NONE)
        tensor = tensor_of(b, tensor)->whole;
    return tensor_of(b, tensor)->given;
}

static void do_store(struct builder *b, const struct l0_step *step)
{
    int tensor = step->inputs[0];
    int out = step->outputs[0];
    const struct l0_tensor *t = tensor_of(b, tensor);
    const struct memory to = place_of(b, out);
    if (memory_of(b, root_of(b, tensor))->kind == MEMORY_OPERAND &&
        memory_of(b, root_of(b, tensor))->operand == to.operand)
        return;
    if (t->elements > 1 && tensor_overlaps_itself(given_of(b, out))) {
        prepare_input(b, tensor, SPACE_NONE);
        store_in_order(b, tensor, out);
        return;
    }
    /* A result of other dims is stored along these where the output can be walked so. */
    int root = root_of(b, tensor);
    const struct l0_tensor *computed = tensor_of(b, root);
    if (root != tensor && has_slot(b, root) && !b->values[root].is_loaded &&
        strides_along(b, &to, computed->dims, computed->rank) != NULL) {
        tensor = root;
        t = computed;
    }
    prepare_input(b, tensor, space_of(b, t->dims, t->rank));
    enum space space = enter(b, t->dims, t->rank);
    if (b->status != ACLNN_SUCCESS)
        return;
    int slot = carried_out(
        b, "Cast", t->type,
        cast(b, slot_of(b, tensor, space, t->rank), t->type, tensor_of(b, out)->type));
    if (space == SPACE_ELEMENTS)
        slot = vector_spread(b->open.program, slot);
    const int64_t *strides = strides_along(b, &to, t->dims, t->rank);
    if (strides == NULL) /* one element, which may have other dims */
        strides = dense_strides(b, t->dims, t->rank);
    vector_store(
        b->open.program, slot,
        add_view(b, &to, tensor_of(b, out)->type, strides, t->rank, true, space == SPACE_KEPT));
}

/* Where a work function writes: directly to the caller's tensor when only its store follows. Stores
 * of several outputs must follow in sequence; the first step of another kind ends that. */
static struct memory choose_output(struct builder *b, int tensor, int number)
{
    int next = b->step + 1 + number;
    if (tensor_of(b, tensor)->given != NULL)
        return place_of(b, tensor);
    bool follows = number == 0 || b->done == next - 1;
    if (follows && next < b->list->step_count && b->values[tensor].last_use == next) {
        const struct l0_step *step = &b->list->steps[next];
        const struct l0_tensor *out = tensor_of(b, step->outputs[0]);
        /* Some works whose results are reshaped write in order. */
        bool is_stored = step->inputs[0] == tensor ||
                         (root_of(b, step->inputs[0]) == tensor && out->given != NULL &&
                          view_is_dense(out->given));
        if (step->kind == L0_STEP_STORE && is_stored && out->type == tensor_of(b, tensor)->type &&
            same_dims(out->dims, out->rank, tensor_of(b, tensor)->dims,
                      tensor_of(b, tensor)->rank) &&
            !tensor_overlaps_itself(given_of(b, step->outputs[0]))) {
            b->done = next;
            return place_of(b, step->outputs[0]);
        }
    }
    return take_scratch(b, tensor);
}

/* The views of the inputs, followed by those of the outputs. */
static struct part_view *work_views(struct builder *b, const struct l0_step *step)
{
    int count = step->input_count + step->output_count;
    struct part_view *views = take(b, (size_t)count * sizeof *views);
    for (int i = 0; views != NULL && b->status == ACLNN_SUCCESS && i < count; i++) {
        bool is_output = i >= step->input_count;
        int tensor = is_output ? step->outputs[i - step->input_count] : step->inputs[i];
        const struct l0_tensor *t = tensor_of(b, tensor);
        if (is_output)
            b->values[tensor].memory = choose_output(b, tensor, i - step->input_count);
        struct memory memory = *memory_of(b, root_of(b, tensor));
        const int64_t *strides = memory.kind == MEMORY_HOST ? NULL : own_strides(b, tensor);
        views[i] = (struct part_view){memory, 0, strides, is_output, t->type, t->rank, t->dims};
    }
    return views;
}

static void do_run(struct builder *b, const struct l0_step *step)
{
    for (int i = 0; i < step->input_count; i++)
        prepare_input(b, step->inputs[i], SPACE_NONE);
    close_program(b);
    struct part_view *views = work_views(b, step);
    struct part *part = b->status == ACLNN_SUCCESS ? add_part(b) : NULL;
    if (part == NULL)
        return;
    part->run = step->row->run[ai_cores_level()];
    part->is_elementwise = part->run->in_place;
    part->keeps_itself = part->run->in_place || part->run->itself_in_place;
    b->schedule->scratch_steers |= part->run->scratch_steers;
    part->attributes = step->attributes;
    part->views = views;
    part->view_count = step->input_count + step->output_count;
    part->input_count = step->input_count;
    for (int i = 0; i < part->view_count; i++)
        note_access(b, &views[i].memory, views[i].is_written, 0);
    if (b->status == ACLNN_SUCCESS)
        b->status = part_prepare(part, &b->schedule->scratch, b->list->arena);
}

/* ---- Copies ---------------------------------------------------------------------------------- */

/* The copies of a step, while they are added. */
struct copies {
    struct builder *b;
    const struct part_view *views; /* inputs, then outputs */
    int input_count;
    int width;                      /* bytes of an element */
    struct vector_program *program; /* the program that copies */
    int count;                      /* number of copies in this phase */
    int room;
    struct part_instance *instances;
};

static struct vector_program *copy_program(struct arena *arena, int width)
{
    struct vector_program *program = vector_program_new(arena);
    aclDataType type = type_of_width(8 * width);
    int from = vector_operand(program, type);
    int to = vector_operand(program, type);
    vector_store(program, vector_load(program, from), to);
    return vector_finish(program) ? program : NULL;
}

static const int64_t *keep(struct builder *b, const int64_t *values, int32_t count)
{
    int64_t *kept = take(b, (size_t)count * sizeof *kept);
    if (kept != NULL && count > 0)
        memcpy(kept, values, (size_t)count * sizeof *kept);
    return kept;
}

static struct part_view copy_part_view(const struct copies *copies, int view,
                                       const struct copy_view *part)
{
    static const char zeros[16] = {0};
    static const int64_t no_strides[VECTOR_MAX_RANK] = {0};
    if (view == COPY_ZEROS)
        return (struct part_view){.memory = {.kind = MEMORY_HOST, .value = zeros},
                                  .strides = no_strides};
    struct part_view result = copies->views[view];
    result.offset = part->offset * copies->width;
    result.strides = keep(copies->b, part->strides, part->rank);
    return result;
}

void copies_add(struct copies *copies, int input, const struct copy_view *from, int output,
                const struct copy_view *to)
{
    struct builder *b = copies->b;
    struct part_view *views = take(b, 2 * sizeof *views);
    for (int32_t i = 0; i < to->rank; i++)
        if (to->dims[i] == 0)
            return;
    if (copies->count == copies->room && b->status == ACLNN_SUCCESS) {
        int room = copies->room == 0 ? 4 : copies->room * 2;
        copies->instances = arena_grow(b->list->arena, copies->instances,
                                       (size_t)copies->count * sizeof *copies->instances,
                                       (size_t)room * sizeof *copies->instances);
        if (copies->instances == NULL)
            fail_memory(b);
        copies->room = room;
    }
    if (b->status != ACLNN_SUCCESS)
        return;
    views[0] = copy_part_view(copies, input, from);
    views[1] = copy_part_view(copies, copies->input_count + output, to);
    copies->instances[copies->count++] = (struct part_instance){to->rank, to->rank,
                                                                keep(b, to->dims, to->rank), views};
}

void copies_next_phase(struct copies *copies)
{
    struct builder *b = copies->b;
    struct part *part = copies->count > 0 && b->status == ACLNN_SUCCESS ? add_part(b) : NULL;
    if (part == NULL)
        return;
    part->program = copies->program;
    part->view_count = 2;
    part->instance_count = copies->count;
    part->instances = copies->instances;
    for (int i = 0; i < copies->count; i++) {
        note_access(b, &copies->instances[i].views[0].memory, false, i);
        note_access(b, &copies->instances[i].views[1].memory, true, i);
    }
    copies->count = copies->room = 0;
    copies->instances = NULL;
}

static void do_copy(struct builder *b, const struct l0_step *step)
{
    for (int i = 0; i < step->input_count; i++)
        prepare_input(b, step->inputs[i], SPACE_NONE);
    close_program(b);
    struct part_view *views = work_views(b, step);
    int count = step->input_count + step->output_count;
    struct work_view *operands = take(b, (size_t)count * sizeof *operands);
    if (b->status != ACLNN_SUCCESS)
        return;
    for (int i = 0; i < count; i++)
        operands[i] = (struct work_view){views[i].type, views[i].rank, views[i].dims,
                                         views[i].strides, NULL};
    struct work work = {operands, operands + step->input_count, step->attributes, NULL, NULL, NULL,
                        NULL};
    struct copies copies = {.b = b, .views = views, .input_count = step->input_count};
    aclDataType type = tensor_of(b, step->outputs[0])->type;
    copies.width = (int)(data_type_bits(type) / 8);
    if (carried_out(b, step->row->name, type, copies.width > 0 ? 0 : -1) < 0)
        return;
    copies.program = copy_program(b->list->arena, copies.width);
    if (copies.program == NULL) {
        fail_memory(b);
        return;
    }
    step->row->copy[ai_cores_level()]->add(&work, &copies);
    copies_next_phase(&copies);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* The strides of a tensor of one element, whatever the program's shape is. */
static const int64_t no_strides[TENSOR_MAX_DIMS];

/* The step for one member of each list: its inputs in the sequence of the row's work. */
static struct l0_step step_of_member(const struct l0_step *step, const struct l0_each *each,
                                     int *inputs)
{
    struct l0_step one = *step;
    int first = each->factors_first ? each->lists - each->factors : 0;
    one.input_count = each->lists + step->input_count - each->lists * each->count;
    one.inputs = inputs;
    for (int i = 0; i < each->lists; i++)
        inputs[i] = step->inputs[(first + i) % each->lists * each->count];
    for (int i = each->lists; i < one.input_count; i++)
        inputs[i] = step->inputs[each->lists * (each->count - 1) + i];
    return one;
}

/* Opens one program for all members of lists: its operands are the lists, its instances the
 * members. */
static struct part *open_each(struct builder *b, const struct l0_step *step,
                              const struct l0_each *each)
{
    const struct memory none = {.kind = MEMORY_NONE};
    int inputs[VECTOR_MAX_INPUTS];
    int slots[VECTOR_MAX_INPUTS];
    int loaded[VECTOR_MAX_INPUTS];
    struct l0_step one = step_of_member(step, each, inputs);
    int first = each->factors_first ? each->lists - each->factors : 0;
    open_program(b, NULL, 0);
    for (int i = 0; b->status == ACLNN_SUCCESS && i < each->lists; i++) {
        aclDataType type = tensor_of(b, step->inputs[i * each->count])->type;
        loaded[i] = vector_load(b->open.program,
                                add_view(b, &none, type, no_strides, 0, false, false));
    }
    for (int i = 0; b->status == ACLNN_SUCCESS && i < one.input_count; i++)
        slots[i] = i < each->lists ? loaded[(first + i) % each->lists]
                                   : slot_of(b, inputs[i], SPACE_ELEMENTS, 0);
    if (b->status != ACLNN_SUCCESS)
        return NULL;
    aclDataType type = tensor_of(b, step->outputs[0])->type;
    int result = step->row->work != L0_WORK_FILL ? apply(b, &one, slots, one.input_count)
                                                 : slots[0];
    if (result >= 0)
        result = carried_out(b, "Cast", type, vector_cast(b->open.program, result, type));
    vector_store(b->open.program, result, add_view(b, &none, type, no_strides, 0, true, false));
    bool is_finished = b->status == ACLNN_SUCCESS && finish_instructions(b);
    struct part *part = is_finished ? add_part(b) : NULL;
    if (part == NULL)
        return NULL;
    part->program = b->open.program;
    part->is_elementwise = true;
    part->view_count = each->lists + 1;
    part->instance_count = each->count;
    b->open.program = NULL;
    return part;
}

static bool any_overlaps_itself(const struct builder *b, const int *tensors, int count)
{
    for (int i = 0; i < count; i++)
        if (tensor_overlaps_itself(tensor_of(b, tensors[i])->given))
            return true;
    return false;
}

/* The distance in bytes of an element of a view from the first one. */
static int64_t element_place(const struct tensor *tensor, int64_t element)
{
    int64_t place = 0;
    for (int32_t i = tensor->rank - 1; i >= 0; i--) {
        place += element % tensor->dims[i] * tensor->strides[i];
        element /= tensor->dims[i];
    }
    return place * (data_type_bits(tensor->type) / 8);
}

/* Sets an operand of the program for one member of a list. */
static void set_member(struct builder *b, struct part_view *view, int tensor)
{
    const struct l0_tensor *t = tensor_of(b, tensor);
    view->type = t->type;
    view->rank = t->rank;
    view->dims = t->dims;
    view->offset = 0;
    set_operand(b, &view->memory, tensor_of(b, root_of(b, tensor))->given);
    view->strides = view->memory.strides;
}

/* Sets an operand of which each member has one element: a host constant, or one of the caller's
 * tensors. */
static void set_factor(struct builder *b, struct part_view *view, const struct l0_each *each,
                       int tensor, int member)
{
    const struct l0_tensor *t = tensor_of(b, tensor);
    *view = (struct part_view){.type = t->type, .strides = no_strides};
    if (t->value != NULL) {
        view->memory = (struct memory){.kind = MEMORY_HOST, .value = t->value};
        return;
    }
    set_operand(b, &view->memory, t->given);
    if (each->is_spread && member < t->elements)
        view->offset = element_place(t->given, member);
}

static void do_each(struct builder *b, const struct l0_step *step)
{
    const struct l0_each *each = step->attributes;
    /* When elements of an output share memory, all outputs are stored after the work, one after
     * another. */
    bool in_order = any_overlaps_itself(b, step->outputs, each->count);
    int view_count = each->lists + 1;
    close_program(b);
    struct part *part = open_each(b, step, each);
    size_t count = (size_t)each->count;
    struct part_instance *instances = take(b, count * sizeof *instances);
    struct part_view *views = take(b, count * (size_t)view_count * sizeof *views);
    if (b->status != ACLNN_SUCCESS || part == NULL)
        return;
    part->instances = instances;
    for (int i = 0; b->status == ACLNN_SUCCESS && i < each->count; i++) {
        const struct l0_tensor *out = tensor_of(b, step->outputs[i]);
        struct part_view *own = &views[i * view_count];
        for (int j = 0; j < view_count; j++) {
            bool is_output = j == each->lists;
            int tensor = is_output ? step->outputs[i] : step->inputs[j * each->count + i];
            if (!is_output && j >= each->lists - each->factors)
                set_factor(b, &own[j], each, tensor, i);
            else
                set_member(b, &own[j], tensor);
            if (is_output && in_order) {
                own[j].memory = take_scratch(b, tensor);
                own[j].strides = own[j].memory.strides;
            }
            own[j].is_written = is_output;
            note_access(b, &own[j].memory, is_output, i);
        }
        instances[i] = (struct part_instance){out->rank, out->rank, out->dims, own};
    }
    for (int i = 0; in_order && b->status == ACLNN_SUCCESS && i < each->count; i++) {
        struct part_view from = views[i * view_count + each->lists];
        from.is_written = false;
        if (tensor_of(b, step->outputs[i])->elements > 0)
            add_ordered_store(b, &from, step->outputs[i]);
    }
}

static void do_step(struct builder *b, const struct l0_step *step)
{
    if (step->kind == L0_STEP_STORE)
        do_store(b, step);
    else if (step->kind == L0_STEP_EACH)
        do_each(b, step);
    else if (step->kind == L0_STEP_CAST || step->row->work == L0_WORK_VECTOR ||
             step->row->work == L0_WORK_FILL)
        do_elementwise(b, step);
    else if (step->row->work == L0_WORK_FOLD)
        do_fold(b, step);
    else if (step->row->work == L0_WORK_ROWS)
        do_rows(b, step);
    else if (step->row->work == L0_WORK_COPY)
        do_copy(b, step);
    else
        do_run(b, step);
}

/* ---- The whole ------------------------------------------------------------------------------- */

struct schedule *schedule_new(struct l0_list *list, int operand_count,
                              int (*operand_of)(const struct tensor *), aclnnStatus *status)
{
    struct builder b = {.list = list, .operand_of = operand_of, .done = -1};
    b.schedule = take(&b, sizeof *b.schedule);
    b.values = take(&b, (size_t)list->tensor_count * sizeof *b.values);
    struct access *accesses = take(&b, (size_t)operand_count * sizeof *accesses);
    if (b.status == ACLNN_SUCCESS) {
        *b.schedule = (struct schedule){.operand_count = operand_count, .accesses = accesses};
        for (int i = 0; i < operand_count; i++)
            accesses[i] = (struct access){.first_write = -1, .last_read = -1};
        find_last_uses(&b);
    }
    for (; b.status == ACLNN_SUCCESS && b.step < list->step_count; b.step++)
        if (b.step > b.done)
            do_step(&b, &list->steps[b.step]);
    close_program(&b);
    *status = b.status;
    return b.status == ACLNN_SUCCESS ? b.schedule : NULL;
}
