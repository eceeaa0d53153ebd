/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/executor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/entry.h"
#include "base/environment.h"
#include "base/finding.h"
#include "base/float_mode.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "executor/kept.h"
#include "executor/not_finite.h"
#include "runtime/device/options.h"
#include "runtime/stream/stream.h"
#include "tensor/lists.h"
#include "workspace/planner.h"

/* Memory that is allocated with an executor for its arena: enough for a call of a few tensors. */
#define FIRST_BYTES ARENA_BYTES((size_t)8 << 10)

static void drop_tensors(struct executor *executor)
{
    for (int i = 0; i < executor->operand_count; i++)
        tensor_drop(executor->operands[i].tensor);
}

static void free_executor(struct executor *executor)
{
    drop_tensors(executor);
    kept_free(executor);
}

/* Ends an executor that has a handle: it serves the next call that is the same. */
static void end_executor(void *object)
{
    drop_tensors(object);
    kept_give(object);
}

static aclnnStatus report_no_room(void)
{
    return report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static const char *expected_name(enum argument_kind kind)
{
    static const enum handle_kind kinds[] = {
        [ARGUMENT_TENSOR] = HANDLE_TENSOR,           [ARGUMENT_SCALAR] = HANDLE_SCALAR,
        [ARGUMENT_INT_ARRAY] = HANDLE_INT_ARRAY,     [ARGUMENT_FLOAT_ARRAY] = HANDLE_FLOAT_ARRAY,
        [ARGUMENT_BOOL_ARRAY] = HANDLE_BOOL_ARRAY,   [ARGUMENT_TENSOR_LIST] = HANDLE_TENSOR_LIST,
        [ARGUMENT_SCALAR_LIST] = HANDLE_SCALAR_LIST,
    };
    return handle_kind_name(kinds[kind]);
}

/* Notes a handle that is no live object. It is reported later, after the arguments that are
 * NULL. */
static aclnnStatus refuse(struct executor *executor, struct argument_name name,
                          enum argument_kind kind, const void *handle)
{
    executor->refused = (struct refused_argument){name, kind, handle};
    return ACLNN_ERR_PARAM_INVALID;
}

static aclnnStatus report_dead_argument(struct argument_name name, enum argument_kind kind,
                                        const void *handle)
{
    char what[96];
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %p, %s; a live %s is required",
                  ARGUMENT_TEXT(name), handle, handle_describe(handle, what, sizeof what),
                  expected_name(kind));
}

static aclnnStatus copy_tensor(struct executor *executor, const struct parameter *parameter,
                               int64_t member, const void *handle, struct tensor **out)
{
    struct argument_name name = {parameter->name, member};
    struct tensor *copy = arena_take(&executor->arena, sizeof *copy);
    if (copy == NULL)
        return report_no_room();
    if (!tensor_copy(copy, handle))
        return refuse(executor, name, ARGUMENT_TENSOR, handle);
    copy->operand = executor->operand_count;
    executor->operands[executor->operand_count++] = (struct operand){name, parameter->role, copy};
    *out = copy;
    return ACLNN_SUCCESS;
}

static aclnnStatus copy_scalar(struct executor *executor, const struct parameter *parameter,
                               int64_t member, const void *handle, struct scalar **out)
{
    struct scalar *copy = arena_take(&executor->arena, sizeof *copy);
    const struct scalar *scalar = scalar_acquire(handle);
    if (scalar == NULL)
        return refuse(executor, (struct argument_name){parameter->name, member}, ARGUMENT_SCALAR,
                      handle);
    if (copy != NULL)
        *copy = *scalar;
    scalar_release(handle);
    *out = copy;
    return copy != NULL ? ACLNN_SUCCESS : report_no_room();
}

static aclnnStatus copy_array(struct executor *executor, const struct parameter *parameter,
                              const void *handle, struct array **out)
{
    static const struct {
        enum handle_kind handle;
        size_t width;
    } kinds[] = {
        [ARGUMENT_INT_ARRAY] = {HANDLE_INT_ARRAY, sizeof(int64_t)},
        [ARGUMENT_FLOAT_ARRAY] = {HANDLE_FLOAT_ARRAY, sizeof(float)},
        [ARGUMENT_BOOL_ARRAY] = {HANDLE_BOOL_ARRAY, sizeof(bool)},
    };
    const struct array *array = array_acquire(handle, kinds[parameter->kind].handle);
    if (array == NULL)
        return refuse(executor, (struct argument_name){parameter->name, -1}, parameter->kind,
                      handle);
    size_t bytes = sizeof *array + (size_t)array->size * kinds[parameter->kind].width;
    *out = arena_take(&executor->arena, bytes);
    if (*out != NULL)
        memcpy(*out, array, bytes);
    array_release(handle);
    return *out != NULL ? ACLNN_SUCCESS : report_no_room();
}

/* Makes room for so many more operands. */
static bool make_operand_room(struct executor *executor, uint64_t more)
{
    size_t used = (size_t)executor->operand_count * sizeof *executor->operands;
    struct operand *operands = arena_grow(
        &executor->arena, executor->operands, used,
        used +
            ((size_t)more + (size_t)executor->call.operator->parameter_count) * sizeof *operands);
    if (operands == NULL)
        return false;
    executor->operands = operands;
    return true;
}

static aclnnStatus copy_tensors(struct executor *executor, const struct parameter *parameter,
                                const struct handle_list *list, struct tensor_array **out)
{
    struct tensor_array *copy = arena_take(&executor->arena, sizeof *copy);
    struct tensor **members = arena_take(&executor->arena, (size_t)list->size * sizeof *members);
    aclnnStatus status = ACLNN_SUCCESS;
    if (copy == NULL || members == NULL || !make_operand_room(executor, list->size))
        return report_no_room();
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < list->size; i++) {
        members[i] = NULL;
        if (list->elements[i] != NULL)
            status = copy_tensor(executor, parameter, (int64_t)i, list->elements[i], &members[i]);
    }
    *copy = (struct tensor_array){list->size, members};
    *out = copy;
    return status;
}

static aclnnStatus copy_scalars(struct executor *executor, const struct parameter *parameter,
                                const struct handle_list *list, struct scalar_array **out)
{
    struct scalar_array *copy = arena_take(&executor->arena, sizeof *copy);
    struct scalar **members = arena_take(&executor->arena, (size_t)list->size * sizeof *members);
    aclnnStatus status = ACLNN_SUCCESS;
    if (copy == NULL || members == NULL)
        return report_no_room();
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < list->size; i++) {
        members[i] = NULL;
        if (list->elements[i] != NULL)
            status = copy_scalar(executor, parameter, (int64_t)i, list->elements[i], &members[i]);
    }
    *copy = (struct scalar_array){list->size, members};
    *out = copy;
    return status;
}

static aclnnStatus copy_list(struct executor *executor, const struct parameter *parameter,
                             const void *handle, struct argument *out)
{
    bool of_tensors = parameter->kind == ARGUMENT_TENSOR_LIST;
    enum handle_kind kind = of_tensors ? HANDLE_TENSOR_LIST : HANDLE_SCALAR_LIST;
    const struct handle_list *list = handle_list_acquire(handle, kind);
    if (list == NULL)
        return refuse(executor, (struct argument_name){parameter->name, -1}, parameter->kind,
                      handle);
    aclnnStatus status = of_tensors ? copy_tensors(executor, parameter, list, &out->tensors)
                                    : copy_scalars(executor, parameter, list, &out->scalars);
    handle_list_release(handle);
    return status;
}

static aclnnStatus copy_text(struct executor *executor, const char *text, const char **out)
{
    size_t bytes = strlen(text) + 1;
    char *copy = arena_take(&executor->arena, bytes);
    if (copy == NULL)
        return report_no_room();
    memcpy(copy, text, bytes);
    *out = copy;
    return ACLNN_SUCCESS;
}

static aclnnStatus copy_argument(struct executor *executor, int index, const union given *given)
{
    const struct parameter *parameter = &executor->call.operator->parameters[index];
    struct argument *out = &executor->call.arguments[index];
    memset(out, 0, sizeof *out);
    if (parameter->kind == ARGUMENT_INTEGER || parameter->kind == ARGUMENT_REAL) {
        memcpy(out, given, sizeof *given);
        return ACLNN_SUCCESS;
    }
    if (given->handle == NULL)
        return ACLNN_SUCCESS;
    switch (parameter->kind) {
    case ARGUMENT_TENSOR: return copy_tensor(executor, parameter, -1, given->handle, &out->tensor);
    case ARGUMENT_SCALAR: return copy_scalar(executor, parameter, -1, given->handle, &out->scalar);
    case ARGUMENT_TENSOR_LIST:
    case ARGUMENT_SCALAR_LIST: return copy_list(executor, parameter, given->handle, out);
    case ARGUMENT_TEXT: return copy_text(executor, given->handle, &out->text);
    default: return copy_array(executor, parameter, given->handle, &out->array);
    }
}

static bool is_object(enum argument_kind kind)
{
    return kind != ARGUMENT_INTEGER && kind != ARGUMENT_REAL && kind != ARGUMENT_TEXT;
}

/* Whether an argument is NULL that may not be. */
static bool is_missing(const struct parameter *parameter, const union given *given)
{
    return is_object(parameter->kind) && !parameter->optional && given->handle == NULL;
}

static aclnnStatus report_missing(const struct parameter *parameter)
{
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; an %s is required", parameter->name,
                  expected_name(parameter->kind));
}

/* An argument that may not be NULL is reported before one that is no live object. */
static aclnnStatus report_refused(const struct executor *executor, const union given *given)
{
    const struct operator *operator = executor->call.operator;
    const struct refused_argument *refused = &executor->refused;
    for (int i = 0; i < operator->parameter_count; i++)
        if (is_missing(&operator->parameters[i], &given[i]))
            return report_missing(&operator->parameters[i]);
    return report_dead_argument(refused->name, refused->kind, refused->handle);
}

static bool is_array(enum argument_kind kind)
{
    return kind == ARGUMENT_INT_ARRAY || kind == ARGUMENT_FLOAT_ARRAY ||
           kind == ARGUMENT_BOOL_ARRAY;
}

static void note_arrays(struct executor *executor, const union given *given)
{
    const struct operator *operator = executor->call.operator;
    for (int i = 0; i < operator->parameter_count; i++)
        executor->arrays[i] = is_array(operator->parameters[i].kind) ? given[i].handle : NULL;
}

/* Copies all arguments. For one that is no live object it answers 161002 and only notes it; nothing
 * is reported. */
static aclnnStatus copy_arguments(struct executor *executor, const union given *given)
{
    struct call *call = &executor->call;
    size_t count = (size_t)call->operator->parameter_count;
    aclnnStatus status = ACLNN_SUCCESS;
    call->arguments = arena_take(&executor->arena, count * sizeof *call->arguments);
    executor->arrays = arena_take(&executor->arena, count * sizeof *executor->arrays);
    if (call->arguments == NULL || executor->arrays == NULL || !make_operand_room(executor, 0))
        return report_no_room();
    note_arrays(executor, given);
    for (int i = 0; status == ACLNN_SUCCESS && i < (int)count; i++)
        status = copy_argument(executor, i, &given[i]);
    return status;
}

/* ---- Phase one ------------------------------------------------------------------------------- */

/* Writes "grad [2, 3], indices [2]", cut when it does not fit. */
static void describe_tensors(const struct executor *executor, char *text, size_t size)
{
    char dims[160];
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < executor->operand_count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s %s", i > 0 ? ", " : "",
                                   ARGUMENT_TEXT(executor->operands[i].name),
                                   dims_describe(executor->operands[i].tensor->dims,
                                                 executor->operands[i].tensor->rank, dims,
                                                 sizeof dims));
}

static aclnnStatus report_too_large(const struct executor *executor)
{
    char tensors[480];
    describe_tensors(executor, tensors, sizeof tensors);
    return report(ACLNN_ERR_PARAM_INVALID, "the workspace for %s does not fit into 63 bits",
                  tensors);
}

void executor_list(const struct executor *executor, struct l0_list *list)
{
    list->for_longest = executor->call.for_longest;
    if (!executor->call.is_empty)
        executor->call.operator->list(&executor->call, list);
}

static int operand_of(const struct tensor *tensor)
{
    return tensor->operand;
}

static aclnnStatus size_workspace(struct executor *executor)
{
    struct l0_list *list = &executor->list;
    struct workspace_plan plan;
    aclnnStatus status = ACLNN_SUCCESS;
    l0_start(list, &executor->arena, executor->call.soc, executor->call.deterministic);
    executor_list(executor, list);
    if (list->status != ACLNN_SUCCESS && !list->is_too_large)
        return list->status;
    bool fits = !list->is_too_large && planner_run(list, &plan);
    if (!fits)
        return list->status != ACLNN_SUCCESS && !list->is_too_large ? list->status
                                                                    : report_too_large(executor);
    executor->workspace_size = plan.size;
    if (!executor->call.is_empty)
        executor->schedule = schedule_new(list, executor->operand_count, operand_of, &status);
    return status;
}

static struct executor *new_executor(const struct operator *operator)
{
    struct executor *executor = malloc(sizeof *executor + FIRST_BYTES);
    if (executor == NULL)
        return NULL;
    memset(executor, 0, sizeof *executor);
    arena_start(&executor->arena, executor + 1, FIRST_BYTES);
    executor->call.operator = operator;
    executor->call.soc = soc_current();
    executor->call.deterministic = options_deterministic_level() > 0;
    executor->call.promoted = ACL_DT_UNDEFINED;
    executor->call.arena = &executor->arena;
    return executor;
}

static aclnnStatus publish(struct executor *executor)
{
    executor->handle = handle_create(HANDLE_EXECUTOR, executor, end_executor);
    return executor->handle != NULL ? ACLNN_SUCCESS : report_no_room();
}

static aclnnStatus check_given(struct executor *executor, const union given *given)
{
    aclnnStatus status = copy_arguments(executor, given);
    if (status == ACLNN_ERR_PARAM_INVALID)
        return report_refused(executor, given);
    return status == ACLNN_SUCCESS ? executor->call.operator->check(&executor->call) : status;
}

static aclnnStatus make(struct executor *executor, const union given *given)
{
    aclnnStatus status = check_given(executor, given);
    if (status == ACLNN_SUCCESS)
        status = size_workspace(executor);
    return status == ACLNN_SUCCESS ? publish(executor) : status;
}

/* Makes an executor in the default floating-point mode; NULL, with *status set, when that fails. */
static struct executor *make_new(const struct operator *operator, const union given *given,
                                 bool for_longest, aclnnStatus *status)
{
    struct executor *executor = new_executor(operator);
    if (executor == NULL) {
        *status = report_no_room();
        return NULL;
    }
    executor->call.for_longest = for_longest;
    struct float_mode callers = float_mode_set_default();
    *status = make(executor, given);
    float_mode_restore(callers);
    if (*status == ACLNN_SUCCESS)
        return executor;
    free_executor(executor);
    return NULL;
}

/* An executor that was kept from a call that is the same; NULL when there is none, and with *status
 * set when that fails. */
static struct executor *take_kept(const struct operator *operator, const union given *given,
                                  aclnnStatus *status)
{
    struct executor *executor = kept_take(operator, given);
    if (executor == NULL)
        return NULL;
    note_arrays(executor, given);
    *status = publish(executor);
    if (*status == ACLNN_SUCCESS)
        return executor;
    free_executor(executor);
    return NULL;
}

static aclnnStatus size(const struct operator *operator, const union given *given, bool for_longest,
                        uint64_t *workspaceSize, aclOpExecutor **out)
{
    if (workspaceSize == NULL || out == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR,
                      "%s is NULL; phase one needs a place for workspaceSize and for executor",
                      workspaceSize == NULL ? "workspaceSize" : "executor");
    aclnnStatus status = ACLNN_SUCCESS;
    struct executor *executor = for_longest ? NULL : take_kept(operator, given, &status);
    if (executor == NULL && status == ACLNN_SUCCESS)
        executor = make_new(operator, given, for_longest, &status);
    if (executor == NULL)
        return status;
    *workspaceSize = executor->workspace_size;
    *out = executor->handle;
    return ACLNN_SUCCESS;
}

aclnnStatus operator_size(const struct operator *operator, const union given *given,
                          uint64_t *workspaceSize, aclOpExecutor **executor)
{
    return size(operator, given, false, workspaceSize, executor);
}

aclnnStatus operator_size_longest(const struct operator *operator, const union given *given,
                                  uint64_t *workspaceSize, aclOpExecutor **executor)
{
    return size(operator, given, true, workspaceSize, executor);
}

/* The handle given for a result is not read: it may be no object. */
static aclnnStatus find_outputs(struct executor *executor, const aclnnExtArgument *arguments,
                                struct call_outputs *outputs)
{
    struct call *call = &executor->call;
    int count = call->operator->parameter_count;
    union given *given = arena_take(call->arena, (size_t)count * sizeof *given);
    if (given == NULL)
        return report_no_room();
    for (int i = 0; i < count; i++) {
        bool is_result = call->operator->parameters[i].role == ROLE_OUT;
        memcpy(&given[i], &arguments[i], sizeof given[i]);
        if (is_result)
            given[i].handle = NULL;
        else if (is_missing(&call->operator->parameters[i], &given[i]))
            return report_missing(&call->operator->parameters[i]);
    }
    aclnnStatus status = copy_arguments(executor, given);
    if (status == ACLNN_ERR_PARAM_INVALID)
        return report_dead_argument(executor->refused.name, executor->refused.kind,
                                    executor->refused.handle);
    outputs->shapes.arena = call->arena;
    return status == ACLNN_SUCCESS ? call->operator->outputs(call, outputs) : status;
}

aclnnStatus operator_outputs(const struct operator *operator, const aclnnExtArgument *arguments,
                             aclnnExtOutput *answer, uint64_t room, uint64_t *count)
{
    struct call_outputs outputs = {.count = 0};
    aclnnStatus status = ACLNN_SUCCESS;
    struct executor *executor = new_executor(operator);
    if (executor == NULL)
        return report_no_room();
    struct float_mode callers = float_mode_set_default();
    if (operator->outputs != NULL)
        status = find_outputs(executor, arguments, &outputs);
    float_mode_restore(callers);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < outputs.count && i < room; i++) {
        const struct call_output *output = &outputs.each[i];
        answer[i].parameter = output->parameter;
        answer[i].dataType = output->type;
        answer[i].dimNum = (uint64_t)output->shape.rank;
        memcpy(answer[i].dims, output->shape.dims,
               (size_t)output->shape.rank * sizeof *answer[i].dims);
    }
    if (status == ACLNN_SUCCESS)
        *count = outputs.count;
    free_executor(executor);
    return status;
}

/* ---- Phase two ------------------------------------------------------------------------------- */

static aclnnStatus report_dead(aclOpExecutor *handle)
{
    char what[96];
    return report(ACLNN_ERR_INNER,
                  "executor is %p, %s; phase two needs an executor that "
                  "phase one made and that did not run yet (only executors made repeatable run "
                  "more than once)",
                  (void *)handle, handle_describe(handle, what, sizeof what));
}

static aclnnStatus check_workspace_size(const struct executor *executor, const void *workspace,
                                        uint64_t workspaceSize)
{
    uint64_t needed = executor->workspace_size;
    if (workspace == NULL && (workspaceSize > 0 || needed > 0))
        return report(ACLNN_ERR_PARAM_NULLPTR,
                      "workspace is NULL with workspaceSize %" PRIu64 "; phase one asked for "
                      "%" PRIu64 " bytes of device memory",
                      workspaceSize, needed);
    if (workspaceSize < needed)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "workspaceSize is %" PRIu64 "; phase one asked for %" PRIu64 " bytes",
                      workspaceSize, needed);
    return ACLNN_SUCCESS;
}

static void run_executor(struct launch *launch, struct task_failure *failure)
{
    const struct executor *executor = launch->owner;
    if (executor->schedule != NULL)
        schedule_run(executor->schedule, launch, failure);
}

static void retain_executor(const void *owner)
{
    handle_retain(((const struct executor *)owner)->handle);
}

static void release_executor(const void *owner)
{
    handle_release(((const struct executor *)owner)->handle);
}

static const struct launch_kind executor_launch = {run_executor, retain_executor, release_executor};

/* Without a workspace of the caller's (NULL) all scratch comes from the pool. */
static aclnnStatus submit(const struct executor *executor, const char *name, void *workspace,
                          uint64_t workspaceSize, struct stream *stream)
{
    const struct launch_order order = {
        .name = name,
        .kind = &executor_launch,
        .owner = executor,
        .operand_count = executor->operand_count,
        .operands = executor->operands,
        .workspace = workspace,
        .workspace_size = workspaceSize,
        .workspace_needed = workspace != NULL ? executor->workspace_size : 0,
        .outputs_apart = executor->call.operator->outputs_apart,
        .given_not_finite = environment()->checks_nan ? not_finite_numbers(&executor->call) : 0,
        .groups = executor->schedule != NULL && executor->call.groups[0].communicator != NULL
                      ? executor->call.groups
                      : NULL,
        .room = executor->schedule != NULL ? schedule_room(executor->schedule) : 0,
    };
    aclnnStatus status = ACLNN_SUCCESS;
    struct launch *launch = launch_new(&order, stream_device(stream), &status);
    if (launch != NULL && executor->schedule != NULL && atomic_load(&executor->repeatable))
        schedule_forget_found(executor->schedule, launch);
    if (launch != NULL)
        launch_submit(launch, stream);
    return status;
}

static aclnnStatus run_on_stream(const struct executor *executor, void *workspace,
                                 uint64_t workspaceSize, aclrtStream handle)
{
    struct stream *stream = NULL;
    aclError error = stream_acquire(handle, &stream);
    if (error != ACL_SUCCESS)
        return report(ACLNN_ERR_RUNTIME_ERROR,
                      "the stream (%p) cannot be used: status %d, see the text behind this one",
                      handle, error);
    aclnnStatus status = submit(executor, executor->call.operator->name, workspace, workspaceSize,
                                stream);
    stream_release(stream);
    return status;
}

/* ---- What phase two reads on a device -------------------------------------------------------- */

static void tell_if_destroyed(struct argument_name name, const void *handle)
{
    char what[96];
    if (handle == NULL || handle_kind_of(handle) != HANDLE_NONE)
        return;
    finding(FINDING_DESTROYED,
            "%s is %p, %s, between the two phases; CANN's executor has its address and reads it "
            "in phase two, so that it has to stay until that has returned",
            ARGUMENT_TEXT(name), handle, handle_describe(handle, what, sizeof what));
}

/* The executor here has copies. Scalars become numbers in CANN's as well. */
static void tell_destroyed(const struct executor *executor)
{
    const struct operator *operator = executor->call.operator;
    if (!finding_wanted())
        return;
    for (int i = 0; i < executor->operand_count; i++)
        tell_if_destroyed(executor->operands[i].name, executor->operands[i].tensor->handle);
    for (int i = 0; i < operator->parameter_count; i++)
        tell_if_destroyed((struct argument_name){operator->parameters[i].name, -1},
                          executor->arrays[i]);
}

/* ---- The call -------------------------------------------------------------------------------- */

/* An executor that runs once is spent now, whatever comes of it: so it is in CANN. */
static bool claim(const struct executor *executor)
{
    return atomic_load(&executor->repeatable) ||
           handle_close(executor->handle, HANDLE_EXECUTOR, executor->call.operator->name);
}

/* What only phase two refuses. */
static aclnnStatus admit(const struct call *call)
{
    if (call->late_status != ACLNN_SUCCESS)
        return report(call->late_status, "%s", call->late_text);
    aclnnStatus status = ranks_check(call);
    if (status != ACLNN_SUCCESS)
        return status;
    return call->operator->admit == NULL ? ACLNN_SUCCESS : call->operator->admit(call);
}

static aclnnStatus run_claimed(const struct executor *executor, void *workspace,
                               uint64_t workspaceSize, aclrtStream stream)
{
    const struct operator *operator = executor->call.operator;
    aclnnStatus status = check_workspace_size(executor, workspace, workspaceSize);
    /* When the workspace is missing CANN destroys the executor, even a repeatable one. */
    if (status == ACLNN_ERR_PARAM_NULLPTR)
        handle_close(executor->handle, HANDLE_EXECUTOR, operator->name);
    if (status == ACLNN_SUCCESS)
        status = admit(&executor->call);
    if (status == ACLNN_SUCCESS)
        status = run_on_stream(executor, workspace, workspaceSize, stream);
    if (status == ACLNN_SUCCESS)
        tell_destroyed(executor);
    return status;
}

/* Individual calls check the workspace first. When it is refused they keep the executor. */
static aclnnStatus run_individual(const struct executor *executor, void *workspace,
                                  uint64_t workspaceSize, aclrtStream stream)
{
    aclnnStatus status = check_workspace_size(executor, workspace, workspaceSize);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!claim(executor))
        return report_dead(executor->handle);
    return run_claimed(executor, workspace, workspaceSize, stream);
}

aclnnStatus operator_run(const struct operator *operator, void *workspace, uint64_t workspaceSize,
                         aclOpExecutor *handle, aclrtStream stream)
{
    if (handle == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "executor is NULL; phase one gives it");
    struct executor *executor = handle_acquire(handle, HANDLE_EXECUTOR);
    if (executor == NULL)
        return report_dead(handle);
    aclnnStatus status;
    if (executor->call.operator != operator)
        status = report(ACLNN_ERR_INNER, "executor %p was made by %sGetWorkspaceSize",
                        (void *)handle, executor->call.operator->name);
    else if (operator->is_individual)
        status = run_individual(executor, workspace, workspaceSize, stream);
    else if (!claim(executor))
        status = report_dead(handle);
    else
        status = run_claimed(executor, workspace, workspaceSize, stream);
    handle_release(handle);
    return status;
}

/* Phase one's checks alone, on the product of the executor that phase one made. */
static aclnnStatus check_again(const struct operator *operator, const union given *given,
                               const struct executor *made)
{
    struct executor *executor = new_executor(operator);
    if (executor == NULL)
        return report_no_room();
    executor->call.soc = made->call.soc;
    struct float_mode callers = float_mode_set_default();
    aclnnStatus status = check_given(executor, given);
    float_mode_restore(callers);
    free_executor(executor);
    return status;
}

aclnnStatus operator_run_again(const struct operator *operator, const union given *given,
                               void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream)
{
    struct executor *made = executor != NULL ? handle_acquire(executor, HANDLE_EXECUTOR) : NULL;
    aclnnStatus status = ACLNN_SUCCESS;
    if (made != NULL) {
        status = check_again(operator, given, made);
        handle_release(executor);
    }
    if (status != ACLNN_SUCCESS)
        return status;
    return operator_run(operator, workspace, workspaceSize, executor, stream);
}

aclnnStatus operator_run_alone(aclOpExecutor *handle, const char *name, struct stream *stream)
{
    struct executor *executor = handle_acquire(handle, HANDLE_EXECUTOR);
    if (executor == NULL)
        return report_dead(handle);
    aclnnStatus status = admit(&executor->call);
    if (status == ACLNN_SUCCESS)
        status = submit(executor, name, NULL, 0, stream);
    handle_close(handle, HANDLE_EXECUTOR, name);
    handle_release(handle);
    return status;
}
