/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/environment.h"
#include "base/finding.h"
#include "base/float_mode.h"
#include "base/log.h"
#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "executor/not_finite.h"
#include "runtime/cores/scratch.h"
#include "runtime/memory/device_memory.h"
#include "runtime/watch/races.h"
#include "tensor/layout.h"

/* Scratch begins at a cache line, whatever the address of the workspace is. */
#define SCRATCH_ALIGNMENT 64

static aclnnStatus report_no_room(void)
{
    return report(ACLNN_ERR_INNER, "no host memory for a launch");
}

/* ---- Where operands lie ---------------------------------------------------------------------- */

static aclnnStatus resolve_workspace(struct launch *launch, const struct launch_order *order,
                                     int32_t device)
{
    char *workspace = order->workspace;
    uint64_t size = order->workspace_size;
    launch->workspace_size = order->workspace_needed;
    if (order->workspace_needed == 0)
        return ACLNN_SUCCESS;
    launch->workspace = workspace + device_memory_kernel_offset(workspace);
    if (environment()->check_mode == CHECK_OFF)
        return ACLNN_SUCCESS;
    struct device_allocation allocation;
    aclnnStatus status = operand_check_device(
        (struct argument_name){"workspace", -1}, "workspaceSize asks for", workspace, 0,
        size > INT64_MAX ? INT64_MAX : (int64_t)size, device, &allocation);
    if (status == ACLNN_SUCCESS)
        guard_place(&launch->guard, workspace, order->workspace_needed, &allocation);
    return status;
}

/* Sets the bytes that a view covers, from the address of its storage. */
static void set_place(struct place *place, const struct tensor *tensor, char *base, int64_t first,
                      int64_t past, ptrdiff_t kernel_offset)
{
    /* This does not overflow: the extent fits into int64_t, and so does the offset in bytes. */
    int64_t offset = data_type_bytes(tensor->type, tensor->offset);
    place->first = (uintptr_t)base + (uintptr_t)first;
    place->past = (uintptr_t)base + (uintptr_t)past;
    place->address = (char *)((uintptr_t)base + (uintptr_t)offset + (uintptr_t)kernel_offset);
}

/* The address of an operand's storage, or of its first element when the order gives addresses. */
static char *base_of(const struct launch_order *order, int operand)
{
    const void *element = order->addresses != NULL ? order->addresses[operand] : NULL;
    return element != NULL ? (char *)(uintptr_t)element
                           : tensor_address(order->operands[operand].tensor);
}

/* Finds the bytes that a view covers, and reports what is wrong with them. */
static aclnnStatus resolve_operand(struct launch *launch, const struct launch_order *order,
                                   int number)
{
    const struct operand *operand = &order->operands[number];
    const struct tensor *tensor = operand->tensor;
    struct place *place = &launch->places[number];
    int64_t first = 0;
    int64_t past = 0;
    if (!tensor_extent(tensor, &first, &past))
        return report(ACLNN_ERR_PARAM_INVALID, "%s covers more than 2^63 bytes",
                      ARGUMENT_TEXT(operand->name));
    if (first == past)
        return ACLNN_SUCCESS;
    char *base = base_of(order, number);
    if (base == NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the address of %s is NULL; phase two needs device memory (set it with "
                      "aclCreateTensor or aclSetTensorAddr)",
                      ARGUMENT_TEXT(operand->name));
    aclnnStatus status = ACLNN_SUCCESS;
    if (environment()->check_mode != CHECK_OFF)
        status = order->check_host != NULL
                     ? order->check_host(operand->name, base)
                     : operand_check(operand->name, "shape, strides and offset reach", base, first,
                                     past, launch->device, &place->memory);
    launch->holds_host |= place->memory.host != NULL;
    set_place(place, tensor, base, first, past, device_memory_kernel_offset(base));
    return status;
}

/* Finds the memory of operands from one on, under one lock, up to the first that does not lie in
 * one allocation of the launch's device. Returns the number of that operand. */
static int resolve_in_device_memory(struct launch *launch, const struct launch_order *order,
                                    int number)
{
    struct device_search search;
    if (environment()->check_mode == CHECK_OFF || order->check_host != NULL)
        return number;
    device_memory_search_begin(&search, launch->device);
    for (; number < launch->operand_count; number++) {
        const struct tensor *tensor = order->operands[number].tensor;
        struct place *place = &launch->places[number];
        struct device_allocation *allocation = &place->memory.allocation;
        int64_t first = 0;
        int64_t past = 0;
        if (!tensor_extent(tensor, &first, &past))
            break;
        if (first == past)
            continue;
        char *base = base_of(order, number);
        if (!device_memory_search(&search, base, allocation))
            break;
        int64_t before = base - allocation->address;
        if (first < -before || past > (int64_t)allocation->size - before)
            break;
        set_place(place, tensor, base, first, past, allocation->kernel_offset);
    }
    device_memory_search_end(&search);
    return number;
}

/* ---- What shares memory ---------------------------------------------------------------------- */

/* Bytes of an operand, or of the workspace: where memory is mapped twice, one part of them at home.
 */
struct range {
    uintptr_t first;
    uintptr_t past;
    uintptr_t highest; /* past of this range and of all before it, once they are sorted */
    uintptr_t shift;   /* from the caller's addresses */
    int operand;       /* -1: the workspace */
};

/* Merges two ascending runs. */
static void merge(const struct range *left, const struct range *left_past,
                  const struct range *right, const struct range *right_past, struct range *to)
{
    while (left < left_past && right < right_past)
        *to++ = right->first < left->first ? *right++ : *left++;
    while (left < left_past)
        *to++ = *left++;
    while (right < right_past)
        *to++ = *right++;
}

static const struct range *run_end(const struct range *from, const struct range *past)
{
    const struct range *end = from + 1;
    while (end < past && end[-1].first <= end->first)
        end++;
    return end;
}

/* Sorts by `first`, using as much spare room; returns the array that holds the result. Runs that
 * are there already are merged in pairs, because members of a list mostly lie in the sequence of
 * the list. */
static struct range *sort_ranges(struct range *ranges, struct range *spare, int count)
{
    while (count > 1 && run_end(ranges, ranges + count) < ranges + count) {
        const struct range *past = ranges + count;
        struct range *to = spare;
        for (const struct range *at = ranges; at < past;) {
            const struct range *middle = run_end(at, past);
            const struct range *end = middle < past ? run_end(middle, past) : past;
            merge(at, middle, middle, end, to);
            to += end - at;
            at = end;
        }
        struct range *sorted = spare;
        spare = ranges;
        ranges = sorted;
    }
    return ranges;
}

static struct argument_name range_name(const struct launch *launch, const struct range *range)
{
    return range->operand < 0 ? (struct argument_name){"workspace", -1}
                              : launch->operands[range->operand].name;
}

static bool is_written(const struct launch *launch, const struct range *range)
{
    return range->operand < 0 || launch->operands[range->operand].role != ROLE_IN;
}

static bool share_bytes(const struct launch *launch, const struct range *a, const struct range *b)
{
    return a->operand < 0 || b->operand < 0 ||
           tensors_share_bytes(
               launch->operands[a->operand].tensor, launch->places[a->operand].first + a->shift,
               launch->operands[b->operand].tensor, launch->places[b->operand].first + b->shift);
}

static bool is_output_in_workspace(const struct launch *launch, const struct range *a,
                                   const struct range *b)
{
    int operand = a->operand < 0 ? b->operand : a->operand;
    return (a->operand < 0 || b->operand < 0) && launch->operands[operand].role == ROLE_OUT;
}

static aclnnStatus report_shared(const struct launch *launch, const struct range *written,
                                 const struct range *other)
{
    const char *remedy = is_output_in_workspace(launch, written, other)
                             ? "; ACLNN_CHECK=lenient lets an output lie in the workspace"
                             : "";
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "%s, bytes %p to %p, is written and shares memory with %s, bytes %p to %p; they "
        "must lie apart%s",
        ARGUMENT_TEXT(range_name(launch, written)), (void *)(written->first - written->shift),
        (void *)(written->past - written->shift), ARGUMENT_TEXT(range_name(launch, other)),
        (void *)(other->first - other->shift), (void *)(other->past - other->shift), remedy);
}

/* A device mostly writes an output after it has read what is in the workspace at that place, so a
 * program may succeed with an output there. The launch then does without the workspace. */
static void let_output_in_workspace(struct launch *launch, const struct range *output)
{
    launch->leaves_workspace = true;
    finding(FINDING_WORKSPACE,
            "%s, bytes %p to %p, lies in the workspace, which is the launch's alone while it runs; "
            "a device writes the result over what it keeps there, which goes well only where that "
            "was read before",
            ARGUMENT_TEXT(range_name(launch, output)), (void *)(output->first - output->shift),
            (void *)(output->past - output->shift));
}

static bool is_identical(const struct launch *launch, int a, int b)
{
    const struct tensor *left = launch->operands[a].tensor;
    const struct tensor *right = launch->operands[b].tensor;
    bool same = launch->places[a].address == launch->places[b].address &&
                left->type == right->type && left->rank == right->rank;
    for (int i = 0; same && i < left->rank; i++)
        same = left->dims[i] == right->dims[i] && left->strides[i] == right->strides[i];
    return same;
}

static void note_meeting(struct launch *launch, int written, int other)
{
    if (written < 0 || other < 0)
        return;
    bool twins = is_identical(launch, written, other);
    for (int i = 0; i < 2; i++) {
        struct place *place = &launch->places[i == 0 ? other : written];
        int twin = 1 + (i == 0 ? written : other);
        place->meets |= !twins || (place->twin != 0 && place->twin != twin);
        place->twin = twin;
    }
}

/* Decides what two ranges that overlap mean: a refusal, or outputs that have to be written in
 * sequence. */
static aclnnStatus judge_meeting(struct launch *launch, const struct launch_order *order,
                                 const struct range *a, const struct range *b)
{
    bool a_written = is_written(launch, a);
    bool b_written = is_written(launch, b);
    bool with_workspace = a->operand < 0 || b->operand < 0;
    if ((!a_written && !b_written) || !share_bytes(launch, a, b))
        return ACLNN_SUCCESS;
    launch->operands_meet = true;
    if (a->operand == b->operand) { /* a view over memory that is mapped twice */
        launch->outputs_meet = true;
        return ACLNN_SUCCESS;
    }
    int later = a->operand > b->operand ? a->operand : b->operand;
    bool follows = a_written && b_written && later >= 0 &&
                   launch->operands[later].role == ROLE_IN_OUT;
    bool refused = with_workspace || (order->outputs_apart && !follows);
    if (environment()->check_mode == CHECK_LENIENT && is_output_in_workspace(launch, a, b)) {
        if (b->operand < 0) /* both are written, so the pair comes here twice */
            let_output_in_workspace(launch, a);
        return ACLNN_SUCCESS;
    }
    if (refused && environment()->check_mode != CHECK_OFF) {
        bool a_first = a->operand < 0 ||
                       (a_written && b->operand >= 0 && (!b_written || a->operand > b->operand));
        return report_shared(launch, a_first ? a : b, a_first ? b : a);
    }
    if (a_written && b_written)
        launch->outputs_meet = true;
    note_meeting(launch, a_written ? a->operand : b->operand, a_written ? b->operand : a->operand);
    return ACLNN_SUCCESS;
}

/* The number of sorted ranges that begin before an address. */
static int count_before(const struct range *ranges, int count, uintptr_t place)
{
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (ranges[middle].first < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Looks at every range that overlaps one that is written. Takes time n log n plus the number of
 * such pairs. */
static aclnnStatus judge_ranges(struct launch *launch, const struct launch_order *order,
                                struct range *ranges, struct range *spare, int count)
{
    aclnnStatus status = ACLNN_SUCCESS;
    ranges = sort_ranges(ranges, spare, count);
    for (int i = 0; i < count; i++)
        ranges[i].highest = i > 0 && ranges[i - 1].highest > ranges[i].past ? ranges[i - 1].highest
                                                                            : ranges[i].past;
    for (int i = 0; i < count; i++) {
        bool meets = (i > 0 && ranges[i - 1].highest > ranges[i].first) ||
                     (i + 1 < count && ranges[i + 1].first < ranges[i].past);
        if (!meets || !is_written(launch, &ranges[i]))
            continue;
        for (int j = count_before(ranges, count, ranges[i].past);
             status == ACLNN_SUCCESS && j > 0 && ranges[j - 1].highest > ranges[i].first; j--)
            if (j - 1 != i && ranges[j - 1].past > ranges[i].first)
                status = judge_meeting(launch, order, &ranges[i], &ranges[j - 1]);
    }
    return status;
}

/* Ranges that are collected: how many there are, also beyond the room for them. */
struct ranges {
    struct range *list;
    int room;
    int count;
};

static void add_range(struct ranges *ranges, const struct range *range)
{
    if (ranges->count < ranges->room)
        ranges->list[ranges->count] = *range;
    ranges->count++;
}

/* In its parts where memory is mapped twice, else as it is. */
static void add_parts(struct ranges *ranges, uintptr_t first, uintptr_t past, int operand)
{
    struct memory_home home;
    while (first < past) {
        struct range part = {.first = first, .past = past, .operand = operand};
        if (device_memory_has_twins() && device_memory_home_at(first, &home)) {
            part.past = past < home.past ? past : home.past;
            part.shift = home.home - home.first;
        }
        first = part.past;
        part.first += part.shift;
        part.past += part.shift;
        add_range(ranges, &part);
    }
}

/* Of the workspace and of all operands. */
static void find_ranges(struct ranges *ranges, const struct launch *launch,
                        const struct launch_order *order)
{
    uintptr_t workspace = (uintptr_t)order->workspace;
    if (launch->guard.workspace != NULL)
        add_parts(ranges, workspace, workspace + order->workspace_needed, -1);
    for (int i = 0; i < launch->operand_count; i++)
        if (launch->places[i].address != NULL)
            add_parts(ranges, launch->places[i].first, launch->places[i].past, i);
}

static aclnnStatus check_apart(struct launch *launch, const struct launch_order *order)
{
    struct ranges counted = {.count = 0};
    if (device_memory_has_twins())
        find_ranges(&counted, launch, order);
    else
        counted.count = launch->operand_count + 1;
    struct ranges ranges = {.room = counted.count};
    ranges.list = arena_take(&launch->arena, 2 * (size_t)ranges.room * sizeof *ranges.list);
    if (ranges.list == NULL)
        return report_no_room();
    find_ranges(&ranges, launch, order);
    int count = ranges.count < ranges.room ? ranges.count : ranges.room;
    return judge_ranges(launch, order, ranges.list, ranges.list + ranges.room, count);
}

/* Whether memory that is mapped twice lies in both places, at different addresses. */
static bool meet_elsewhere(const struct place *left, const struct place *right)
{
    return device_memory_ranges_meet_elsewhere(left->first, left->past - left->first, right->first,
                                               right->past - right->first);
}

bool launch_operands_meet(const struct launch *launch, int a, int b, bool identical_may)
{
    const struct place *left = &launch->places[a];
    const struct place *right = &launch->places[b];
    if (meet_elsewhere(left, right))
        return true;
    if (left->first >= right->past || right->first >= left->past)
        return false;
    if (a == b || is_identical(launch, a, b))
        return !identical_may;
    return tensors_share_bytes(launch->operands[a].tensor, left->first, launch->operands[b].tensor,
                               right->first);
}

/* ---- Making ---------------------------------------------------------------------------------- */

static aclnnStatus resolve(struct launch *launch, const struct launch_order *order)
{
    aclnnStatus status = resolve_workspace(launch, order, launch->device);
    if (order->check_host == NULL)
        launch->releases = device_memory_releases(launch->device);
    for (int i = 0; status == ACLNN_SUCCESS && i < launch->operand_count; i++) {
        i = resolve_in_device_memory(launch, order, i);
        if (i < launch->operand_count)
            status = resolve_operand(launch, order, i);
    }
    if (status == ACLNN_SUCCESS)
        status = check_apart(launch, order);
    if (launch->leaves_workspace) {
        launch->workspace = NULL;
        launch->guard.workspace = NULL;
    }
    return status;
}

/* Memory that is allocated with a launch for its arena: enough for a call of a few tensors. */
#define FIRST_BYTES ARENA_BYTES((size_t)1 << 10)

static void launch_free(struct launch *launch)
{
    for (int i = 0; launch->holds_host && i < launch->operand_count; i++)
        operand_drop(&launch->places[i].memory);
    launch->kind->release(launch->owner);
    arena_end(&launch->arena);
    free(launch);
}

struct launch *launch_new(const struct launch_order *order, int32_t device, aclnnStatus *status)
{
    struct launch *launch = malloc(sizeof *launch + FIRST_BYTES);
    if (launch == NULL) {
        *status = report_no_room();
        return NULL;
    }
    size_t places = (size_t)order->operand_count * sizeof *launch->places;
    memset(launch, 0, sizeof *launch);
    arena_start(&launch->arena, launch + 1, FIRST_BYTES);
    launch->places = arena_take(&launch->arena, places);
    launch->room = arena_take(&launch->arena, order->room);
    if (launch->places == NULL || launch->room == NULL) {
        arena_end(&launch->arena);
        free(launch);
        *status = report_no_room();
        return NULL;
    }
    memset(launch->places, 0, places);
    launch->kind = order->kind;
    launch->owner = order->owner;
    launch->device = device;
    launch->operand_count = order->operand_count;
    launch->operands = order->operands;
    launch->given_not_finite = order->given_not_finite;
    launch->ranks.groups = order->groups;
    launch->task.name = order->name;
    launch->kind->retain(launch->owner);
    *status = resolve(launch, order);
    if (*status == ACLNN_SUCCESS)
        return launch;
    launch_free(launch);
    return NULL;
}

/* ---- The run --------------------------------------------------------------------------------- */

/* Puts the names of the operator and the task in front of a failure's text. */
static void name_launch(const struct launch *launch, const struct stream *stream,
                        struct task_failure *failure)
{
    char why[sizeof failure->text];
    memcpy(why, failure->text, sizeof why);
    snprintf(failure->text, sizeof failure->text,
             "%s failed on the stream (task %" PRIu64 " of stream %" PRId32 "): %.800s",
             launch->task.name, launch->task.sequence, stream_id(stream), why);
}

/* Whether the memory of all operands is still there; otherwise failure says what became of it. */
static bool operands_are_live(const struct launch *launch, const char *when,
                              struct task_failure *failure)
{
    if (!launch->holds_host && device_memory_releases(launch->device) == launch->releases)
        return true;
    for (int i = 0; i < launch->operand_count; i++)
        if (!operand_is_live(launch->operands[i].name, &launch->places[i].memory, when, failure))
            return false;
    return true;
}

/* The address in the workspace where scratch lies, or NULL when there is no room. It ends where the
 * guard begins, so that a write behind its end is noticed, and so that the guard does not need a
 * page of a fresh workspace for itself. */
static char *room(const struct launch *launch, uint64_t bytes)
{
    uint64_t size = launch->workspace_size;
    if (launch->workspace == NULL || bytes > size - GUARD_BYTES)
        return NULL;
    uint64_t offset = size - GUARD_BYTES - bytes;
    uint64_t excess = (uintptr_t)(launch->workspace + offset) % SCRATCH_ALIGNMENT;
    return offset >= excess ? launch->workspace + offset - excess : NULL;
}

void *launch_scratch_apart(struct launch *launch, uint64_t bytes, struct task_failure *failure)
{
    launch->pooled = bytes <= SIZE_MAX ? scratch_take((size_t)bytes) : NULL;
    if (launch->pooled == NULL) {
        failure->status = ACL_ERROR_RT_MEMORY_ALLOCATION;
        snprintf(failure->text, sizeof failure->text,
                 "no host memory for %" PRIu64 " bytes of scratch, which do not lie in the "
                 "workspace of %" PRIu64 " bytes",
                 bytes, launch->workspace_size);
    }
    return launch->pooled;
}

void *launch_scratch(struct launch *launch, uint64_t bytes, struct task_failure *failure)
{
    char *found = room(launch, bytes);
    if (found != NULL) {
        launch->guard.scratch = (uint64_t)(found - launch->workspace);
        launch->guard.scratch_size = bytes;
        return found;
    }
    log_line(LOG_MEM, "%s: %" PRIu64 " bytes of scratch do not fit the workspace of %" PRIu64,
             launch->task.name, bytes, launch->workspace_size);
    return launch_scratch_apart(launch, bytes, failure);
}

/* Work on its way to where it has room. */
struct work {
    struct launch *launch;
    struct task_failure *failure;
};

static void run_kernels(void *argument)
{
    const struct work *work = argument;
    struct float_mode callers = float_mode_set_default();
    work->launch->kind->run(work->launch, work->failure);
    float_mode_restore(callers);
}

static void run_work(struct launch *launch, struct task_failure *failure)
{
    struct work work = {launch, failure};
    if (!thread_run_with_room(run_kernels, &work)) {
        failure->status = ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
        snprintf(failure->text, sizeof failure->text,
                 "the calling thread has a small stack, and no other thread can be started for the "
                 "work");
    }
    scratch_give(launch->pooled);
    launch->pooled = NULL;
}

static void run_here(struct launch *launch, struct stream *stream, struct task_failure *failure)
{
    if (!operand_launch_fails(failure) && operands_are_live(launch, "before it ran", failure)) {
        if (!guard_begin(&launch->guard, &launch->task, stream, failure))
            return;
        struct not_finite *before = not_finite_begin(launch);
        run_work(launch, failure);
        not_finite_end(before, launch, stream, failure->status == ACL_SUCCESS);
        if (failure->status != ACL_SUCCESS)
            name_launch(launch, stream, failure);
        guard_end(&launch->guard, failure);
        if (operands_are_live(launch, "while it ran", failure))
            return;
    }
    name_launch(launch, stream, failure);
}

static void run_launch(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct launch *launch = (struct launch *)task;
    ranks_begin(&launch->ranks, stream);
    run_here(launch, stream, failure);
    ranks_end(&launch->ranks, task, failure);
}

static void destroy_launch(struct task *task)
{
    struct launch *launch = (struct launch *)task;
    ranks_end(&launch->ranks, task, NULL);
    launch_free(launch);
}

static void trace_launch(const struct task *task, struct trace_work *work)
{
    const struct launch *launch = (const struct launch *)task;
    work->kind = TRACE_LAUNCH;
    work->workspace = launch->workspace_size;
    for (int i = 0; i < launch->operand_count; i++) {
        const struct operand *operand = &launch->operands[i];
        trace_add_operand(work, &(struct trace_operand){
                                    .name = operand->name.argument,
                                    .member = operand->name.member,
                                    .type = operand->tensor->type,
                                    .is_read = operand->role != ROLE_OUT,
                                    .is_written = operand->role != ROLE_IN,
                                    .rank = operand->tensor->rank,
                                    .dims = operand->tensor->dims,
                                });
    }
}

/* ---- Onto the stream ------------------------------------------------------------------------- */

/* The bytes of an operand, for races. Elements of less than a byte have no bytes of their own, so
 * their views count only where they are dense. */
static bool view_operand(const struct launch *launch, int index, struct byte_view *view)
{
    const struct tensor *tensor = launch->operands[index].tensor;
    const struct place *place = &launch->places[index];
    int64_t bits = data_type_bits(tensor->type);
    int64_t count = 0;
    if (place->address == NULL)
        return false;
    if (bits % 8 == 0) {
        byte_view_make(view, place->first, (uint64_t)bits / 8, tensor->rank, tensor->dims,
                       tensor->strides, bits / 8);
        return true;
    }
    byte_view_dense(view, place->first, place->past - place->first);
    return tensor_element_count(tensor, &count) &&
           (place->past - place->first) == ((uint64_t)count * (uint64_t)bits + 7) / 8;
}

/* Outputs come last, so that an operand that is read and written counts as written. */
static void note_launch(struct task *task, struct stream *stream, uint64_t sequence)
{
    struct launch *launch = (struct launch *)task;
    struct byte_view view;
    struct races races;
    stream_begin_races(&races, task, stream, sequence);
    for (int written = 0; written < 2; written++)
        for (int i = 0; i < launch->operand_count; i++)
            if ((launch->operands[i].role != ROLE_IN) == written && view_operand(launch, i, &view))
                races_add(&races, launch->operands[i].name, &view,
                          written ? RACES_WRITTEN : RACES_READ);
    if (launch->guard.workspace != NULL) {
        byte_view_dense(&view, (uintptr_t)launch->guard.workspace, launch->workspace_size);
        races_add(&races, (struct argument_name){"workspace", -1}, &view, RACES_WRITTEN);
    }
    races_end(&races);
}

static uint64_t draw(const struct task *task)
{
    return ranks_draw(&((const struct launch *)task)->ranks);
}

void launch_submit(struct launch *launch, struct stream *stream)
{
    launch->task.run = run_launch;
    launch->task.destroy = destroy_launch;
    launch->task.note = note_launch;
    launch->task.trace = trace_launch;
    launch->task.type = ACL_MODEL_RI_TASK_KERNEL;
    if (ranks_prepare(&launch->ranks, &launch->task))
        launch->task.draw = draw;
    stream_submit(stream, &launch->task);
}

void launch_run_here(struct launch *launch, struct task_failure *failure)
{
    run_work(launch, failure);
    launch_free(launch);
}
