/* SPDX-License-Identifier: Apache-2.0 */
/* Words of 64 bits in device memory that streams write, and wait for. */
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/entry_current.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/used_memory.h"
#include "runtime/stream/stream_queue.h"
#include "runtime/watch/races.h"

struct value_task {
    struct task task;
    struct used_memory word;
    uint64_t value;
    uint32_t flag;
};

static _Atomic uint64_t *word_of(const struct value_task *task)
{
    return (_Atomic uint64_t *)(void *)used_memory_view(&task->word);
}

static void run_write(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct value_task *self = (const struct value_task *)task;
    (void)stream;
    if (used_memory_is_live(&self->word, task, failure))
        atomic_store(word_of(self), self->value);
}

static bool is_reached(uint64_t word, uint64_t value, uint32_t flag)
{
    switch (flag) {
    case ACL_STREAM_WAIT_VALUE_GEQ: return (int64_t)(word - value) >= 0;
    case ACL_STREAM_WAIT_VALUE_EQ: return word == value;
    case ACL_STREAM_WAIT_VALUE_AND: return (word & value) != 0;
    default: return ~(word | value) != 0;
    }
}

/* Anything may write the word, and nobody tells; so a wait looks again and again, more and more
 * rarely. */
#define SHORTEST_NANOSECONDS 1000
#define LONGEST_NANOSECONDS 1000000

static void run_wait(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct value_task *self = (const struct value_task *)task;
    struct timespec pause = {0, SHORTEST_NANOSECONDS};
    while (used_memory_is_live(&self->word, task, failure) && !stream_gives_up(stream, task) &&
           !is_reached(atomic_load(word_of(self)), self->value, self->flag)) {
        stream_ask_for_others();
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < LONGEST_NANOSECONDS)
            pause.tv_nsec *= 2;
    }
}

static void destroy_value(struct task *task)
{
    free(task);
}

/* Streams write such words while others wait for them or write them: that is no race. What other
 * calls write there is. */
static void note_write(struct task *task, struct stream *stream, uint64_t sequence)
{
    const struct value_task *self = (const struct value_task *)task;
    struct races races;
    stream_begin_races(&races, task, stream, sequence);
    used_memory_note(&self->word, &races, RACES_READ);
    races_end(&races);
}

static void get_params(const struct task *task, aclmdlRITaskParams *params)
{
    const struct value_task *self = (const struct value_task *)task;
    if (task->type == ACL_MODEL_RI_TASK_VALUE_WRITE) {
        params->valueWriteTaskParams.devAddr = self->word.address;
        params->valueWriteTaskParams.value = self->value;
    } else {
        params->valueWaitTaskParams.devAddr = self->word.address;
        params->valueWaitTaskParams.value = self->value;
        params->valueWaitTaskParams.flag = self->flag;
    }
}

/* Finds the word, and reports what is wrong with its address. */
static aclError find_word(void *address, struct used_memory *word)
{
    if (address == NULL)
        return REPORT_NULL("devAddr");
    if ((uintptr_t)address % sizeof(uint64_t) != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "devAddr is %p; a multiple of 8 is required",
                      address);
    *word = (struct used_memory){
        .argument = "devAddr", .address = address, .bytes = sizeof(uint64_t)};
    return used_memory_check(word);
}

static aclError check_flag(uint32_t flag, bool waits)
{
    if (waits && flag > ACL_STREAM_WAIT_VALUE_NOR)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flag is %u; ACL_STREAM_WAIT_VALUE_GEQ (0) to ACL_STREAM_WAIT_VALUE_NOR (3) "
                      "is required",
                      flag);
    if (!waits && flag != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "flag is %u; it is reserved and must be 0", flag);
    return ACL_SUCCESS;
}

static aclError set_params(struct task *task, const aclmdlRITaskParams *params)
{
    struct value_task *self = (struct value_task *)task;
    struct used_memory word;
    bool waits = task->type == ACL_MODEL_RI_TASK_VALUE_WAIT;
    void *address = waits ? params->valueWaitTaskParams.devAddr
                          : params->valueWriteTaskParams.devAddr;
    uint32_t flag = waits ? params->valueWaitTaskParams.flag : 0;
    aclError status = check_flag(flag, waits);
    if (status == ACL_SUCCESS)
        status = find_word(address, &word);
    if (status != ACL_SUCCESS)
        return status;
    self->word = word;
    self->flag = flag;
    self->value = waits ? params->valueWaitTaskParams.value : params->valueWriteTaskParams.value;
    return ACL_SUCCESS;
}

static const struct task_params value_params = {get_params, set_params};

static aclError submit(struct stream *stream, const struct value_task *given, bool waits)
{
    struct value_task *task = malloc(sizeof *task);
    if (task == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    *task = *given;
    task->task.name = entry_name();
    task->task.run = waits ? run_wait : run_write;
    task->task.destroy = destroy_value;
    task->task.type = waits ? ACL_MODEL_RI_TASK_VALUE_WAIT : ACL_MODEL_RI_TASK_VALUE_WRITE;
    task->task.params = &value_params;
    task->task.lasts = waits;
    task->task.is_held = waits;
    task->task.note = waits ? NULL : note_write;
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

static aclError queue(void *address, uint64_t value, uint32_t flag, aclrtStream handle, bool waits)
{
    struct value_task task = {.value = value, .flag = flag};
    struct stream *stream = NULL;
    aclError status = check_flag(flag, waits);
    if (status == ACL_SUCCESS)
        status = find_word(address, &task.word);
    if (status == ACL_SUCCESS)
        status = stream_acquire(handle, &stream);
    if (status != ACL_SUCCESS)
        return status;
    status = submit(stream, &task, waits);
    stream_release(stream);
    return status;
}

aclError aclrtValueWriteImpl(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream)
{
    return queue(devAddr, value, flag, stream, false);
}

aclError aclrtValueWaitImpl(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream)
{
    return queue(devAddr, value, flag, stream, true);
}
