/* SPDX-License-Identifier: Apache-2.0 */
/* aclrtRandomNumAsync: random numbers as a task of a stream, of the same words as the operators
 * (docs/reference/random.md). */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "base/entry_current.h"
#include "base/half.h"
#include "base/product.h"
#include "base/report.h"
#include "base/trace.h"
#include "impl/acl/acl_rt.h"
#include "kernels.h"
#include "ops/random/random.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "runtime/memory/used_memory.h"
#include "runtime/stream/stream_queue.h"

/* Elements that are made at a time; of bits, as many bytes. */
#define CHUNK 1024

/* A block of fewer elements is not worth waking a thread for. */
#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

/* The counter: 128 bits. */
#define COUNTER_BYTES 16
#define COUNTER_MASK (((uint64_t)1 << 60) - 1)

/* Truncated numbers lie within so many standard deviations; what does not is drawn again from a key
 * that is larger by this, at most so many times: then it would be one number in 10^85. */
#define TRUNCATED_AT 2.0F
#define NEXT_KEY UINT64_C(0x9E3779B97F4A7C15)
#define MOST_DRAWS 64

/* Memory that the task uses: a number of the caller's that lies in device memory is one of it. */
enum use {
    USE_RESULT,
    USE_COUNTER,
    USE_PARAMETERS,
    USE_SEED,
    USE_COUNT,
    USE_FIRST,
    USE_SECOND,
    USES
};

struct random_task {
    struct task task;
    aclrtRandomNumTaskInfo info;
    struct used_memory uses[USES]; /* without bytes: there is none */
};

/* What is drawn, once all numbers are known. */
struct draw {
    int kernel;
    aclDataType type;
    bool is_bits;
    bool is_truncated;
    char *out;
    int64_t count; /* of elements; of bits, bytes */
    float factor;  /* of truncated numbers */
    float term;
    int64_t tiling[RANDOM_TILING_SIZE];
    double numbers[3];
};

/* ---- Numbers of the caller's ----------------------------------------------------------------- */

static bool is_integer(aclDataType type)
{
    return type == ACL_INT32 || type == ACL_INT64 || type == ACL_UINT32 || type == ACL_UINT64;
}

static size_t width_of(aclDataType type)
{
    return (size_t)data_type_bits(type) / 8;
}

static const aclrtRandomParaInfo *parameter(const aclrtRandomNumTaskInfo *info, bool second)
{
    const aclrtRandomNumFuncParaInfo *function = &info->randomNumFuncParaInfo;
    switch (function->funcType) {
    case ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK:
        return second ? NULL : &function->paramInfo.dropoutBitmaskInfo.dropoutRation;
    case ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS:
        return second ? &function->paramInfo.uniformDisInfo.max
                      : &function->paramInfo.uniformDisInfo.min;
    default:
        return second ? &function->paramInfo.normalDisInfo.stddev
                      : &function->paramInfo.normalDisInfo.mean;
    }
}

/* The bytes of a number: those in the structure, or those in device memory. */
static uint64_t bytes_of(const struct random_task *task, enum use use,
                         const aclrtRandomParaInfo *number, size_t width)
{
    uint64_t bits = 0;
    const void *from = number->valueOrAddr;
    if (number->isAddr != 0)
        from = used_memory_view(&task->uses[use]);
    memcpy(&bits, from, width);
    return bits;
}

static float float_of(aclDataType type, uint64_t bits)
{
    if (type == ACL_FLOAT16)
        return float_of_float16((uint16_t)bits);
    if (type == ACL_BF16)
        return float_of_bfloat16((uint16_t)bits);
    return float_of_bits((uint32_t)bits);
}

static int64_t integer_of(aclDataType type, uint64_t bits)
{
    return type == ACL_INT32 ? (int32_t)(uint32_t)bits : (int64_t)bits;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void fail(const struct task *task, struct task_failure *failure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fail(const struct task *task, struct task_failure *failure, const char *format, ...)
{
    va_list values;
    char *text = failure->text;
    size_t room = sizeof failure->text;
    size_t length = (size_t)snprintf(text, room, "%s: ", task->name);
    failure->status = ACL_ERROR_RT_PARAM_INVALID;
    va_start(values, format);
    vsnprintf(text + length, room - length, format, values);
    va_end(values);
}

static bool plan_integers(struct draw *draw, const struct random_task *task, const uint64_t *bits,
                          struct task_failure *failure)
{
    int64_t low = integer_of(draw->type, bits[0]);
    int64_t high = integer_of(draw->type, bits[1]);
    bool has_no_sign = draw->type == ACL_UINT32 || draw->type == ACL_UINT64;
    bool rises = has_no_sign ? (uint64_t)low < (uint64_t)high : low < high;
    if (!rises) {
        fail(&task->task, failure, "min is %" PRId64 " and max %" PRId64 "; min must be below max",
             low, high);
        return false;
    }
    uint64_t range = (uint64_t)high - (uint64_t)low;
    draw->kernel = range <= 1 << 16 ? KERNEL_RANDOM_INTEGERS_32 : KERNEL_RANDOM_INTEGERS_64;
    draw->tiling[RANDOM_TILING_LOW] = low;
    draw->tiling[RANDOM_TILING_RANGE] = (int64_t)range;
    return true;
}

static bool plan_uniform(struct draw *draw, const struct random_task *task, const uint64_t *bits,
                         struct task_failure *failure)
{
    float low = float_of(draw->type, bits[0]);
    float high = float_of(draw->type, bits[1]);
    if (!(low <= high)) {
        fail(&task->task, failure, "min is %g and max %g; min must not be above max", (double)low,
             (double)high);
        return false;
    }
    struct random_attributes uniform = random_uniform((double)low, (double)high, draw->type);
    draw->kernel = KERNEL_RANDOM_UNIFORM_FLOAT32;
    draw->numbers[0] = uniform.factor;
    draw->numbers[1] = uniform.term;
    draw->numbers[2] = uniform.most;
    return true;
}

static bool plan_normal(struct draw *draw, const struct random_task *task, const uint64_t *bits,
                        struct task_failure *failure)
{
    float mean = float_of(draw->type, bits[0]);
    float deviation = float_of(draw->type, bits[1]);
    if (!(deviation >= 0)) {
        fail(&task->task, failure, "stddev is %g; a number from 0 on is required",
             (double)deviation);
        return false;
    }
    draw->kernel = KERNEL_RANDOM_NORMAL_FLOAT32;
    draw->factor = deviation;
    draw->term = mean;
    draw->numbers[0] = draw->is_truncated ? 1 : (double)deviation;
    draw->numbers[1] = draw->is_truncated ? 0 : (double)mean;
    return true;
}

static bool plan_bits(struct draw *draw, const struct random_task *task, const uint64_t *bits,
                      struct task_failure *failure)
{
    float dropped = float_of(draw->type, bits[0]);
    if (!(dropped >= 0 && dropped <= 1)) {
        fail(&task->task, failure, "dropoutRation is %g; 0 to 1 is required", (double)dropped);
        return false;
    }
    draw->kernel = KERNEL_RANDOM_MASK;
    draw->tiling[RANDOM_TILING_THRESHOLD] = (int64_t)((double)dropped * 0x1p31 + 0.5);
    return true;
}

static bool plan_function(struct draw *draw, const struct random_task *task,
                          struct task_failure *failure)
{
    uint64_t bits[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        const aclrtRandomParaInfo *number = parameter(&task->info, i != 0);
        if (number != NULL)
            bits[i] = bytes_of(task, i == 0 ? USE_FIRST : USE_SECOND, number, width_of(draw->type));
    }
    switch (task->info.randomNumFuncParaInfo.funcType) {
    case ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK: return plan_bits(draw, task, bits, failure);
    case ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS:
        return is_integer(draw->type) ? plan_integers(draw, task, bits, failure)
                                      : plan_uniform(draw, task, bits, failure);
    default: return plan_normal(draw, task, bits, failure);
    }
}

static bool plan(struct draw *draw, const struct random_task *task, struct task_failure *failure)
{
    const aclrtRandomNumTaskInfo *info = &task->info;
    aclrtRandomNumFuncType function = info->randomNumFuncParaInfo.funcType;
    uint64_t count = bytes_of(task, USE_COUNT, &info->randomNum, sizeof count);
    uint64_t counter[2];
    memcpy(counter, used_memory_view(&task->uses[USE_COUNTER]), sizeof counter);
    *draw = (struct draw){
        .type = info->dataType,
        .is_bits = function == ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK,
        .is_truncated = function == ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS,
        .out = used_memory_view(&task->uses[USE_RESULT]),
    };
    draw->count = (int64_t)(draw->is_bits ? count / 8 + (count % 8 != 0) : count);
    draw->tiling[RANDOM_TILING_SEED] = (int64_t)bytes_of(task, USE_SEED, &info->randomSeed,
                                                         sizeof count);
    draw->tiling[RANDOM_TILING_OFFSET] = (int64_t)counter[1];
    if (!plan_function(draw, task, failure))
        return false;
    int64_t words = draw->kernel == KERNEL_RANDOM_INTEGERS_64 ? 2 : 1;
    draw->tiling[RANDOM_TILING_FIRST] = (int64_t)(counter[0] & COUNTER_MASK) * 4 / words;
    return true;
}

/* Draws elements from number `first` on into memory that has room for CHUNK. */
static void draw_some(const struct draw *draw, void *made, int64_t first, int64_t count,
                      uint64_t more)
{
    int64_t tiling[RANDOM_TILING_SIZE];
    int64_t each = draw->is_bits ? 8 : 1;
    const int64_t arguments[RANDOM_ARGUMENT_COUNT] = {
        [RANDOM_ARGUMENT_OUT] = (int64_t)(intptr_t)made,
        [RANDOM_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)draw->numbers,
    };
    memcpy(tiling, draw->tiling, sizeof tiling);
    tiling[RANDOM_TILING_SEED] = (int64_t)((uint64_t)tiling[RANDOM_TILING_SEED] + more);
    tiling[RANDOM_TILING_FIRST] += first * each;
    tiling[RANDOM_TILING_COUNT] = count * each;
    ai_cores_kernel(draw->kernel)(0, 1, (int64_t)(intptr_t)tiling, (int64_t)(intptr_t)arguments);
}

static bool is_outside(float number)
{
    return number > TRUNCATED_AT || number < -TRUNCATED_AT;
}

/* Draws numbers again until all lie inside. */
static void truncate_some(const struct draw *draw, float *made, int64_t first, int64_t count)
{
    _Alignas(64) float again[CHUNK];
    bool are_inside = false;
    for (uint64_t k = 1; k < MOST_DRAWS && !are_inside; k++) {
        are_inside = true;
        for (int64_t i = 0; i < count; i++)
            are_inside = are_inside && !is_outside(made[i]);
        if (!are_inside)
            draw_some(draw, again, first, count, k * NEXT_KEY);
        for (int64_t i = 0; i < count && !are_inside; i++)
            made[i] = is_outside(made[i]) ? again[i] : made[i];
    }
    for (int64_t i = 0; i < count; i++) {
        float within = is_outside(made[i]) ? 0 : made[i];
        float scaled = within * draw->factor;
        made[i] = scaled + draw->term;
    }
}

/* Stores elements in the type of the result. */
static void store(const struct draw *draw, const void *made, int64_t first, int64_t count)
{
    char *out = draw->out + (draw->is_bits ? 1 : (int64_t)width_of(draw->type)) * first;
    const float *floats = made;
    const int64_t *integers = made;
    if (draw->is_bits) {
        memcpy(out, made, (size_t)count);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        uint64_t bits;
        if (is_integer(draw->type))
            bits = (uint64_t)integers[i];
        else if (draw->type == ACL_FLOAT)
            bits = bits_of_float(floats[i]);
        else
            bits = draw->type == ACL_BF16 ? bfloat16_of_float(floats[i])
                                          : float16_of_float(floats[i]);
        memcpy(out + (size_t)i * width_of(draw->type), &bits, width_of(draw->type));
    }
}

static void draw_chunks(int64_t block, int64_t blocks, void *context)
{
    const struct draw *draw = context;
    _Alignas(64) int64_t made[CHUNK];
    int64_t chunks = (draw->count + CHUNK - 1) / CHUNK;
    for (int64_t i = block; i < chunks; i += blocks) {
        int64_t first = i * CHUNK;
        int64_t count = draw->count - first < CHUNK ? draw->count - first : CHUNK;
        draw_some(draw, made, first, count, 0);
        if (draw->is_truncated)
            truncate_some(draw, (float *)(void *)made, first, count);
        store(draw, made, first, count);
    }
}

/* ---- The task -------------------------------------------------------------------------------- */

/* The bytes of so many results; 0 where that is too many. */
static size_t result_bytes(const aclrtRandomNumTaskInfo *info, uint64_t count)
{
    size_t width = width_of(info->dataType);
    if (info->randomNumFuncParaInfo.funcType == ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK)
        return (size_t)(count / 8 + (count % 8 != 0));
    return count <= INT64_MAX / 8 ? (size_t)count * width : 0;
}

/* Where the caller's count lies in device memory, what it asks for is looked at now. */
static bool find_result(struct random_task *task, struct task_failure *failure)
{
    struct used_memory result = task->uses[USE_RESULT];
    if (task->info.randomNum.isAddr == 0)
        return true;
    uint64_t count = bytes_of(task, USE_COUNT, &task->info.randomNum, sizeof count);
    result.bytes = result_bytes(&task->info, count);
    if (result.bytes == 0 && count != 0) {
        fail(&task->task, failure, "randomNum is %" PRIu64 "; a device has no room for so many",
             count);
        return false;
    }
    return result.bytes == 0 || used_memory_find(&result, &task->task, failure);
}

static void run_random(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct random_task *self = (struct random_task *)task;
    struct draw draw;
    (void)stream;
    for (int i = 0; i < USES; i++)
        if (!used_memory_is_live(&self->uses[i], task, failure))
            return;
    if (!find_result(self, failure) || !plan(&draw, self, failure) || draw.count == 0)
        return;
    ai_cores_run_function("random", draw_chunks,
                          blocks_for(draw.count, ELEMENTS_A_BLOCK, draw.count), &draw);
}

static void destroy_random(struct task *task)
{
    struct random_task *self = (struct random_task *)task;
    for (int i = 0; i < USES; i++)
        used_memory_drop(&self->uses[i]);
    free(self);
}

static void note_random(struct task *task, struct stream *stream, uint64_t sequence)
{
    const struct random_task *self = (const struct random_task *)task;
    struct races races;
    stream_begin_races(&races, task, stream, sequence);
    for (int i = 0; i < USES; i++)
        used_memory_note(&self->uses[i], &races, i == USE_RESULT ? RACES_WRITTEN : RACES_READ);
    races_end(&races);
}

static void trace_random(const struct task *task, struct trace_work *work)
{
    const struct random_task *self = (const struct random_task *)task;
    work->kind = TRACE_TASK;
    work->has_bytes = self->uses[USE_RESULT].bytes != 0;
    work->written = self->uses[USE_RESULT].bytes;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclError check_type(const aclrtRandomNumTaskInfo *info)
{
    aclDataType type = info->dataType;
    aclrtRandomNumFuncType function = info->randomNumFuncParaInfo.funcType;
    bool is_float = type == ACL_FLOAT || type == ACL_FLOAT16 || type == ACL_BF16;
    if (!is_float && !is_integer(type))
        return report(ACL_ERROR_INVALID_PARAM,
                      "taskInfo->dataType is %s; int32, int64, uint32, uint64, float, float16 and "
                      "bfloat16 can be drawn",
                      data_type_name(type));
    if ((int)function < ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK ||
        function > ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "funcType is %d; ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK (0) to "
                      "_TRUNCATED_NORMAL_DIS (3) is required",
                      (int)function);
    if (!is_float && function != ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "funcType is %d and taskInfo->dataType %s; integers are drawn by "
                      "ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS (1)",
                      (int)function, data_type_name(type));
    return ACL_SUCCESS;
}

/* A number in device memory is memory that the task uses. */
static void use_number(struct random_task *task, enum use use, const char *argument,
                       const aclrtRandomParaInfo *number, size_t width)
{
    char *address;
    if (number == NULL || number->isAddr == 0)
        return;
    memcpy(&address, number->valueOrAddr, sizeof address);
    task->uses[use] = (struct used_memory){
        .argument = argument, .address = address, .bytes = width};
}

static void use_numbers(struct random_task *task)
{
    const aclrtRandomNumTaskInfo *info = &task->info;
    size_t width = width_of(info->dataType);
    task->uses[USE_COUNTER] = (struct used_memory){.argument = "randomCounterAddr",
                                                   .address = info->randomCounterAddr,
                                                   .bytes = COUNTER_BYTES};
    if (info->randomParaAddr != NULL)
        task->uses[USE_PARAMETERS] = (struct used_memory){
            .argument = "randomParaAddr", .address = info->randomParaAddr, .bytes = 1};
    use_number(task, USE_SEED, "randomSeed", &info->randomSeed, sizeof(uint64_t));
    use_number(task, USE_COUNT, "randomNum", &info->randomNum, sizeof(uint64_t));
    use_number(task, USE_FIRST, "the first parameter", parameter(info, false), width);
    use_number(task, USE_SECOND, "the second parameter", parameter(info, true), width);
}

static aclError use_result(struct random_task *task)
{
    const aclrtRandomNumTaskInfo *info = &task->info;
    struct used_memory *result = &task->uses[USE_RESULT];
    uint64_t count = 1;
    if (info->randomNum.isAddr == 0)
        memcpy(&count, info->randomNum.valueOrAddr, sizeof count);
    *result = (struct used_memory){.argument = "randomResultAddr",
                                   .address = info->randomResultAddr,
                                   .bytes = result_bytes(info, count)};
    if (result->bytes == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "randomNum is %" PRIu64 "; 1 to as many numbers as a device has room for are "
                      "required",
                      count);
    return ACL_SUCCESS;
}

static aclError check(struct random_task *task)
{
    aclError status = use_result(task);
    use_numbers(task);
    for (int i = 0; status == ACL_SUCCESS && i < USES; i++)
        status = used_memory_check(&task->uses[i]);
    return status;
}

static aclError submit(struct stream *stream, const struct random_task *given)
{
    struct random_task *task = malloc(sizeof *task);
    if (task == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    *task = *given;
    task->task.name = entry_name();
    task->task.run = run_random;
    task->task.destroy = destroy_random;
    task->task.note = note_random;
    task->task.trace = trace_random;
    for (int i = 0; i < USES; i++)
        used_memory_hold(&task->uses[i]);
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

aclError aclrtRandomNumAsyncImpl(const aclrtRandomNumTaskInfo *taskInfo, const aclrtStream stream,
                                 void *reserve)
{
    struct random_task task = {.task = {.next = NULL}};
    struct stream *object = NULL;
    if (taskInfo == NULL)
        return REPORT_NULL("taskInfo");
    task.info = *taskInfo;
    aclError status = check_type(taskInfo);
    if (status == ACL_SUCCESS)
        status = product_require(PRODUCT_910B | PRODUCT_910_93, "tasks that draw random numbers");
    if (status == ACL_SUCCESS && reserve != NULL)
        status = report(ACL_ERROR_RT_PARAM_INVALID, "reserve is %p; NULL is required", reserve);
    if (status == ACL_SUCCESS)
        status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = check(&task);
    if (status == ACL_SUCCESS)
        status = submit(object, &task);
    stream_release(object);
    return status;
}
