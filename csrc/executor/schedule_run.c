/* SPDX-License-Identifier: Apache-2.0 */
/* Runs schedules. */
#include <stdlib.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/schedule_parts.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/layout.h"

#define ALIGNMENT ((uint64_t)64)

/* A run: the address of scratch, and copies of inputs that share memory with an output. No address
 * is kept in scratch, which may lie in the caller's workspace, where the program may write
 * meanwhile. */
struct run {
    const struct schedule *schedule;
    struct launch *launch;
    char *scratch;
    char **copies; /* by operand: the first element of its copy, or NULL; the array is NULL when
                    * there are no copies */
    void *room;    /* memory of the part that runs */
};

static uint64_t aligned(uint64_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* ---- Room ------------------------------------------------------------------------------------ */

static size_t part_room(const struct part *part)
{
    size_t views = (size_t)part->view_count;
    if (part->program == NULL)
        return views * sizeof(struct work_view);
    return (size_t)part->instance_count *
           (sizeof(struct vector_instance) + views * sizeof(struct vector_view));
}

static size_t copies_room(const struct schedule *schedule)
{
    return (size_t)schedule->operand_count * sizeof(char *);
}

size_t schedule_room(const struct schedule *schedule)
{
    size_t most = 0;
    for (int i = 0; i < schedule->part_count; i++) {
        size_t room = part_room(&schedule->parts[i]);
        most = room > most ? room : most;
    }
    return copies_room(schedule) + most;
}

/* ---- Inputs that share memory with outputs --------------------------------------------------- */

/* Whether this launch writes over an operand before it has been read. */
static bool is_read_in_time(const struct schedule *schedule, int read, int written)
{
    const struct access *in = &schedule->accesses[read];
    const struct access *out = &schedule->accesses[written];
    return in->last_read < 0 || out->first_write < 0 || in->last_read < out->first_write;
}

static bool same_part_may(const struct schedule *schedule, int read, int written)
{
    const struct access *in = &schedule->accesses[read];
    const struct access *out = &schedule->accesses[written];
    const struct part *part = in->last_read >= 0 ? &schedule->parts[in->last_read] : NULL;
    return in->last_read == out->first_write && in->read_by == out->written_by && part != NULL &&
           (part->is_elementwise || (part->keeps_itself && read == written));
}

static bool is_spoilt(const struct run *run, int operand, int other)
{
    return run->launch->operands[other].role != ROLE_IN &&
           !is_read_in_time(run->schedule, operand, other) &&
           launch_operands_meet(run->launch, operand, other,
                                same_part_may(run->schedule, operand, other));
}

static bool needs_copy(const struct run *run, int operand)
{
    const struct place *place = &run->launch->places[operand];
    if (place->address == NULL)
        return false;
    if (is_spoilt(run, operand, operand))
        return true;
    if (!place->meets)
        return place->twin != 0 && is_spoilt(run, operand, place->twin - 1);
    for (int i = 0; i < run->launch->operand_count; i++)
        if (is_spoilt(run, operand, i))
            return true;
    return false;
}

static uint64_t span(const struct launch *launch, int operand)
{
    return aligned(launch->places[operand].past - launch->places[operand].first);
}

/* Copies the bytes that a view covers, so that its strides stay valid. */
static void copy_operand(struct run *run, int operand, char *to)
{
    const struct place *place = &run->launch->places[operand];
    const struct tensor *tensor = run->launch->operands[operand].tensor;
    int64_t first = 0;
    int64_t past = 0;
    tensor_extent(tensor, &first, &past);
    int64_t offset = data_type_bytes(tensor->type, tensor->offset) - first;
    memcpy(to, place->address - offset, place->past - place->first);
    run->copies[operand] = to + offset;
}

/* Takes memory for the run; false, with failure set, when host memory is short. */
static bool take_memory(struct run *run, struct task_failure *failure)
{
    const struct launch *launch = run->launch;
    uint64_t bytes = aligned(run->schedule->scratch);
    bool copies = launch->operands_meet || run->schedule->writes_early;
    for (int i = 0; copies && i < launch->operand_count; i++)
        bytes += needs_copy(run, i) ? span(launch, i) : 0;
    if (bytes == 0)
        return true;
    run->scratch = run->schedule->scratch_steers ? launch_scratch_apart(run->launch, bytes, failure)
                                                 : launch_scratch(run->launch, bytes, failure);
    if (run->scratch == NULL || !copies)
        return run->scratch != NULL;
    char *at = run->scratch + aligned(run->schedule->scratch);
    run->copies = launch->room;
    memset(run->copies, 0, copies_room(run->schedule));
    for (int i = 0; i < launch->operand_count; i++)
        if (needs_copy(run, i)) {
            copy_operand(run, i, at);
            at += span(launch, i);
        }
    return true;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static char *base_of(const struct run *run, const struct part_view *view)
{
    switch (view->memory.kind) {
    case MEMORY_OPERAND:
        if (!view->is_written && run->copies != NULL && run->copies[view->memory.operand] != NULL)
            return run->copies[view->memory.operand];
        return run->launch->places[view->memory.operand].address;
    case MEMORY_SCRATCH: return run->scratch + view->memory.offset;
    case MEMORY_HOST: return (char *)(uintptr_t)view->memory.value;
    default: return NULL;
    }
}

static char *address_of(const struct run *run, const struct part_view *view)
{
    char *base = base_of(run, view);
    return base != NULL ? base + (view->memory.first + view->offset) : NULL;
}

static void fail_memory(struct task_failure *failure)
{
    failure->status = ACL_ERROR_RT_MEMORY_ALLOCATION;
    strcpy(failure->text, "no host memory for the work of the vector unit");
}

static void run_program(const struct run *run, const struct part *part,
                        struct task_failure *failure)
{
    struct vector_instance *instances = run->room;
    struct vector_view *views = (struct vector_view *)(void *)(instances + part->instance_count);
    for (int64_t i = 0; i < part->instance_count; i++) {
        const struct part_instance *from = &part->instances[i];
        instances[i] = (struct vector_instance){from->rank, from->kept, from->dims, views};
        for (int j = 0; j < part->view_count; j++)
            *views++ = (struct vector_view){address_of(run, &from->views[j]),
                                            from->views[j].strides, from->views[j].memory.is_upper};
    }
    bool good = true;
    if (!run->launch->outputs_meet)
        good = vector_run(part->program, instances, part->instance_count);
    for (int64_t i = 0; run->launch->outputs_meet && good && i < part->instance_count; i++)
        good = vector_run(part->program, &instances[i], 1);
    if (!good)
        fail_memory(failure);
}

static void fill_work(const struct run *run, const struct part *part, struct work_view *views,
                      struct work *work)
{
    for (int i = 0; i < part->view_count; i++) {
        const struct part_view *view = &part->views[i];
        views[i] = (struct work_view){view->type, view->rank, view->dims, view->strides,
                                      run != NULL ? address_of(run, view) : NULL};
    }
    *work = (struct work){views, views + part->input_count, part->attributes, NULL, NULL, NULL,
                          NULL};
    if (run == NULL)
        return;
    work->scratch = run->scratch + part->scratch;
    work->task = &run->launch->task;
    work->ranks = &run->launch->ranks;
}

/* The number of outputs whose dims the part's work finds. */
static int found_outputs(const struct part *part)
{
    int outputs = part->view_count - part->input_count;
    int found = part->program != NULL ? 0 : part->run->finds_dims;
    return found < outputs ? found : outputs;
}

static void run_work(const struct run *run, const struct part *part, struct task_failure *failure)
{
    struct work work;
    struct found_dims found[WORK_MOST_FOUND] = {{.rank = -1}, {.rank = -1}};
    fill_work(run, part, run->room, &work);
    work.found = found;
    part->run->run(&work, failure);
    for (int i = 0; i < found_outputs(part) && failure->status == ACL_SUCCESS; i++) {
        const struct memory *out = &part->views[part->input_count + i].memory;
        if (found[i].rank < 0 || out->kind != MEMORY_OPERAND)
            continue;
        tensor_set_found(run->launch->operands[out->operand].tensor, found[i].dims, found[i].rank);
        run->launch->places[out->operand].finds_dims = true;
    }
}

void schedule_forget_found(const struct schedule *schedule, const struct launch *launch)
{
    for (int i = 0; i < schedule->part_count; i++) {
        const struct part *part = &schedule->parts[i];
        for (int j = 0; j < found_outputs(part); j++) {
            const struct memory *out = &part->views[part->input_count + j].memory;
            if (out->kind != MEMORY_OPERAND)
                continue;
            const struct tensor *tensor = launch->operands[out->operand].tensor;
            tensor_set_found(tensor, tensor->dims, tensor->rank);
        }
    }
}

void schedule_run(const struct schedule *schedule, struct launch *launch,
                  struct task_failure *failure)
{
    struct run run = {.schedule = schedule,
                      .launch = launch,
                      .room = (char *)launch->room + copies_room(schedule)};
    if (!take_memory(&run, failure))
        return;
    ai_cores_run_alone(launch->outputs_meet);
    for (int i = 0; failure->status == ACL_SUCCESS && i < schedule->part_count; i++) {
        const struct part *part = &schedule->parts[i];
        if (part->program != NULL)
            run_program(&run, part, failure);
        else
            run_work(&run, part, failure);
    }
    ai_cores_run_alone(false);
}

static aclnnStatus report_no_memory(void)
{
    return report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
}

aclnnStatus part_prepare(struct part *part, uint64_t *scratch, struct arena *arena)
{
    struct work work;
    struct work_view *views = arena_take(arena, (size_t)part->view_count * sizeof *views);
    if (views == NULL)
        return report_no_memory();
    fill_work(NULL, part, views, &work);
    aclnnStatus status = part->run->check != NULL ? part->run->check(&work) : ACLNN_SUCCESS;
    if (status != ACLNN_SUCCESS || part->run->scratch_bytes == NULL)
        return status;
    part->scratch = *scratch;
    bool fits = !__builtin_add_overflow(*scratch, aligned(part->run->scratch_bytes(&work)),
                                        scratch) &&
                *scratch <= INT64_MAX;
    return fits ? ACLNN_SUCCESS : report_no_memory();
}

/* ---- Outputs whose elements share memory ----------------------------------------------------- */

static void store_half_byte(char *to, int64_t target, const char *from, int64_t source)
{
    unsigned int value = (unsigned char)from[data_type_bytes(ACL_INT4, source)];
    unsigned int shift = target % 2 != 0 ? 4 : 0;
    char *byte = to + data_type_bytes(ACL_INT4, target);
    value = (source % 2 != 0 ? value >> 4 : value) & 15u;
    *byte = (char)(((unsigned char)*byte & (0xF0u >> shift)) | value << shift);
}

static void store_in_order(const struct work *work, struct task_failure *failure)
{
    const struct work_view *from = &work->inputs[0];
    const struct work_view *to = &work->outputs[0];
    size_t width = (size_t)(data_type_bits(to->type) / 8);
    int64_t at[TENSOR_MAX_DIMS] = {0};
    (void)failure;
    for (;;) {
        int64_t source = 0;
        int64_t target = 0;
        for (int32_t i = 0; i < to->rank; i++) {
            source += at[i] * from->strides[i];
            target += at[i] * to->strides[i];
        }
        if (data_type_is_packed(to->type))
            store_half_byte(to->address, target, from->address, source);
        else
            memcpy(to->address + target * (int64_t)width, from->address + source * (int64_t)width,
                   width);
        int32_t d = to->rank - 1;
        while (d >= 0 && ++at[d] == to->dims[d])
            at[d--] = 0;
        if (d < 0)
            return;
    }
}

const struct l0_run schedule_ordered_store = {.run = store_in_order};
