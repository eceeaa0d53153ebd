/* SPDX-License-Identifier: Apache-2.0 */
/* Handles that are null, dead, made up or of another kind; what is ended twice, or run twice. */
#include "misuse.h"

#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_reduce_sum.h"

/* Nothing of the library: memory of the program. */
static char foreign[64];

/* ---- Tensors --------------------------------------------------------------------------------- */

static void null_tensor(void)
{
    set_up();
    aclTensor *kept = tensors[GRAD];
    tensors[GRAD] = NULL;
    uint64_t size = 0;
    aclOpExecutor *unmade = NULL;
    TELL(aclnnEmbeddingDenseBackwardGetWorkspaceSize(NULL, tensors[INDICES], WEIGHTS, UINT64_MAX,
                                                     false, tensors[OUT], &size, &unmade));
    tensors[GRAD] = kept;
    clean_up();
}

static void phase_one_with_grad(const aclTensor *grad)
{
    uint64_t size = 0;
    aclOpExecutor *unmade = NULL;
    TELL(aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad, tensors[INDICES], WEIGHTS, UINT64_MAX,
                                                     false, tensors[OUT], &size, &unmade));
    CHECK(unmade == NULL);
}

static void dead_tensor(void)
{
    set_up();
    aclTensor *dead = tensors[GRAD];
    destroy_tensor(GRAD);
    phase_one_with_grad(dead);
    clean_up();
}

static void foreign_tensor(void)
{
    set_up();
    phase_one_with_grad((const aclTensor *)(const void *)foreign);
    clean_up();
}

static void stream_as_tensor(void)
{
    set_up();
    phase_one_with_grad((const aclTensor *)stream);
    clean_up();
}

static void executor_as_tensor(void)
{
    set_up();
    phase_one_with_grad((const aclTensor *)(const void *)executor);
    clean_up();
}

static void device_memory_as_tensor(void)
{
    set_up();
    phase_one_with_grad((const aclTensor *)memory[GRAD]);
    clean_up();
}

static void tensor_destroyed_twice(void)
{
    set_up();
    aclTensor *dead = tensors[GRAD];
    destroy_tensor(GRAD);
    TELL(aclDestroyTensor(dead));
    clean_up();
}

static void foreign_tensor_destroyed(void)
{
    set_up();
    TELL(aclDestroyTensor((const aclTensor *)(const void *)foreign));
    clean_up();
}

static void tensor_of_a_list_destroyed(void)
{
    set_up();
    const aclTensor *members[] = {tensors[GRAD]};
    const aclTensorList *list = aclCreateTensorList(members, 1);
    CHECK(list != NULL);
    OK_(aclDestroyTensorList(list));
    TELL(aclDestroyTensor(tensors[GRAD]));
    tensors[GRAD] = NULL;
    clean_up();
}

static void array_destroyed_twice(void)
{
    const int64_t values[] = {1, 2};
    set_up_device();
    const aclIntArray *array = aclCreateIntArray(values, 2);
    OK_(aclDestroyIntArray(array));
    TELL(aclDestroyIntArray(array));
    clean_up();
}

static void scalar_as_array(void)
{
    float value = 1;
    uint64_t size = 0;
    set_up_device();
    const aclScalar *scalar = aclCreateScalar(&value, ACL_FLOAT);
    TELL(aclGetIntArraySize((const aclIntArray *)(const void *)scalar, &size));
    OK_(aclDestroyScalar(scalar));
    clean_up();
}

/* ---- Executors ------------------------------------------------------------------------------- */

static void null_places(void)
{
    set_up();
    TELL(aclnnEmbeddingDenseBackwardGetWorkspaceSize(tensors[GRAD], tensors[INDICES], WEIGHTS,
                                                     UINT64_MAX, false, tensors[OUT], NULL, NULL));
    clean_up();
}

static void null_executor(void)
{
    set_up();
    TELL(aclnnEmbeddingDenseBackward(workspace, workspace_size, NULL, stream));
    clean_up();
}

static void dead_executor(void)
{
    set_up();
    OK_(aclDestroyAclOpExecutor(executor));
    TELL(phase_two());
    executor = NULL;
    clean_up();
}

static void executor_run_twice(void)
{
    set_up();
    OK_(phase_two());
    OK_(aclrtSynchronizeStream(stream));
    TELL(phase_two());
    executor = NULL;
    clean_up();
}

/* CANN's executor has the addresses of its tensors and arrays, and numbers for scalars. */
static void tensors_destroyed_between_the_phases(void)
{
    set_up();
    destroy_tensor(GRAD);
    destroy_tensor(OUT);
    TELL(phase_two());
    OK_(aclrtSynchronizeStream(stream));
    executor = NULL;
    clean_up();
}

static void array_destroyed_between_the_phases(void)
{
    const int64_t last[] = {1};
    const int64_t rows[] = {ROWS};
    uint64_t size = 0;
    aclOpExecutor *sum = NULL;
    set_up();
    aclIntArray *dims = aclCreateIntArray(last, 1);
    aclTensor *out = aclCreateTensor(rows, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, rows, 1,
                                     memory[OUT]);
    OK_(aclnnReduceSumGetWorkspaceSize(tensors[GRAD], dims, false, ACL_FLOAT, out, &size, &sum));
    OK_(aclDestroyIntArray(dims));
    void *room = size > 0 ? device_malloc(size) : NULL;
    TELL(aclnnReduceSum(room, size, sum, stream));
    OK_(aclrtSynchronizeStream(stream));
    if (room != NULL)
        OK_(aclrtFree(room));
    OK_(aclDestroyTensor(out));
    clean_up();
}

static void scalar_destroyed_between_the_phases(void)
{
    float two = 2;
    uint64_t size = 0;
    aclOpExecutor *product = NULL;
    set_up();
    aclScalar *factor = aclCreateScalar(&two, ACL_FLOAT);
    OK_(aclnnInplaceMulsGetWorkspaceSize(tensors[GRAD], factor, &size, &product));
    OK_(aclDestroyScalar(factor));
    void *room = size > 0 ? device_malloc(size) : NULL;
    TELL(aclnnInplaceMuls(room, size, product, stream));
    OK_(aclrtSynchronizeStream(stream));
    if (room != NULL)
        OK_(aclrtFree(room));
    clean_up();
}

/* A new executor in the place of the spent one is not taken for it. */
static void spent_executor_beside_a_new_one(void)
{
    set_up();
    aclOpExecutor *spent = executor;
    OK_(phase_two());
    OK_(aclrtSynchronizeStream(stream));
    OK_(phase_one());
    TELL(aclnnEmbeddingDenseBackward(workspace, workspace_size, spent, stream));
    clean_up();
}

static void foreign_executor(void)
{
    set_up();
    TELL(aclnnEmbeddingDenseBackward(workspace, workspace_size, (aclOpExecutor *)(void *)foreign,
                                     stream));
    clean_up();
}

static void tensor_as_executor(void)
{
    set_up();
    TELL(aclnnEmbeddingDenseBackward(workspace, workspace_size,
                                     (aclOpExecutor *)(void *)tensors[GRAD], stream));
    clean_up();
}

static void executor_destroyed_twice(void)
{
    set_up();
    OK_(aclDestroyAclOpExecutor(executor));
    TELL(aclDestroyAclOpExecutor(executor));
    executor = NULL;
    clean_up();
}

static void executor_destroyed_after_its_run(void)
{
    set_up();
    OK_(phase_two());
    OK_(aclrtSynchronizeStream(stream));
    TELL(aclDestroyAclOpExecutor(executor));
    executor = NULL;
    clean_up();
}

static void null_executor_destroyed(void)
{
    set_up();
    TELL(aclDestroyAclOpExecutor(NULL));
    clean_up();
}

static void spent_executor_made_repeatable(void)
{
    set_up();
    OK_(phase_two());
    OK_(aclrtSynchronizeStream(stream));
    TELL(aclSetAclOpExecutorRepeatable(executor));
    executor = NULL;
    clean_up();
}

/* ---- Streams, events, contexts --------------------------------------------------------------- */

static void stream_destroyed_twice(void)
{
    set_up_device();
    OK_(aclrtDestroyStream(stream));
    TELL(aclrtDestroyStream(stream));
    stream = NULL;
    clean_up();
}

static void null_stream_destroyed(void)
{
    set_up_device();
    TELL(aclrtDestroyStream(NULL));
    clean_up();
}

static void default_stream_destroyed(void)
{
    aclrtStream own = NULL;
    set_up_device();
    OK_(aclrtCtxGetCurrentDefaultStream(&own));
    TELL(aclrtDestroyStream(own));
    clean_up();
}

static void dead_stream(void)
{
    set_up_device();
    OK_(aclrtDestroyStream(stream));
    TELL(aclrtSynchronizeStream(stream));
    stream = NULL;
    clean_up();
}

static void foreign_stream(void)
{
    set_up_device();
    TELL(aclrtSynchronizeStream(foreign));
    clean_up();
}

static void event_as_stream(void)
{
    set_up_device();
    aclrtEvent event = new_event();
    TELL(aclrtSynchronizeStream(event));
    OK_(aclrtDestroyEvent(event));
    clean_up();
}

static void launch_on_a_dead_stream(void)
{
    set_up();
    aclrtStream other = new_stream();
    OK_(aclrtDestroyStream(other));
    TELL(aclnnEmbeddingDenseBackward(workspace, workspace_size, executor, other));
    executor = NULL; /* spent, whatever came of it */
    clean_up();
}

static void event_destroyed_twice(void)
{
    set_up_device();
    aclrtEvent event = new_event();
    OK_(aclrtDestroyEvent(event));
    TELL(aclrtDestroyEvent(event));
    clean_up();
}

static void dead_event(void)
{
    set_up_device();
    aclrtEvent event = new_event();
    OK_(aclrtDestroyEvent(event));
    TELL(aclrtRecordEvent(event, stream));
    clean_up();
}

static void null_event(void)
{
    set_up_device();
    TELL(aclrtRecordEvent(NULL, stream));
    clean_up();
}

static void stream_as_event(void)
{
    set_up_device();
    TELL(aclrtStreamWaitEvent(stream, stream));
    clean_up();
}

static void event_that_was_never_recorded(void)
{
    set_up_device();
    aclrtEvent event = new_event();
    TELL(aclrtStreamWaitEvent(stream, event));
    OK_(aclrtDestroyEvent(event));
    clean_up();
}

static void time_between_unrecorded_events(void)
{
    float ms = 0;
    set_up_device();
    aclrtEvent first = new_event();
    aclrtEvent second = new_event();
    TELL(aclrtEventElapsedTime(&ms, first, second));
    OK_(aclrtDestroyEvent(first));
    OK_(aclrtDestroyEvent(second));
    clean_up();
}

static void context_destroyed_twice(void)
{
    aclrtContext primary = NULL;
    aclrtContext context = NULL;
    set_up_device();
    OK_(aclrtGetCurrentContext(&primary));
    OK_(aclrtCreateContext(&context, 0));
    OK_(aclrtSetCurrentContext(primary));
    OK_(aclrtDestroyContext(context));
    TELL(aclrtDestroyContext(context));
    TELL(aclrtSetCurrentContext(context));
    clean_up();
}

static void primary_context_destroyed(void)
{
    aclrtContext primary = NULL;
    set_up_device();
    OK_(aclrtGetCurrentContext(&primary));
    TELL(aclrtDestroyContext(primary));
    clean_up();
}

static const struct misuse cases[] = {
    CASE(null_tensor),
    CASE(dead_tensor),
    CASE(foreign_tensor),
    CASE(stream_as_tensor),
    CASE(executor_as_tensor),
    CASE(device_memory_as_tensor),
    CASE(tensor_destroyed_twice),
    CASE(foreign_tensor_destroyed),
    CASE(tensor_of_a_list_destroyed),
    CASE(array_destroyed_twice),
    CASE(scalar_as_array),
    CASE(null_places),
    CASE(null_executor),
    CASE(dead_executor),
    CASE(executor_run_twice),
    CASE(tensors_destroyed_between_the_phases),
    CASE(array_destroyed_between_the_phases),
    CASE(scalar_destroyed_between_the_phases),
    CASE(spent_executor_beside_a_new_one),
    CASE(foreign_executor),
    CASE(tensor_as_executor),
    CASE(executor_destroyed_twice),
    CASE(executor_destroyed_after_its_run),
    CASE(null_executor_destroyed),
    CASE(spent_executor_made_repeatable),
    CASE(stream_destroyed_twice),
    CASE(null_stream_destroyed),
    CASE(default_stream_destroyed),
    CASE(dead_stream),
    CASE(foreign_stream),
    CASE(event_as_stream),
    CASE(launch_on_a_dead_stream),
    CASE(event_destroyed_twice),
    CASE(dead_event),
    CASE(null_event),
    CASE(stream_as_event),
    CASE(event_that_was_never_recorded),
    CASE(time_between_unrecorded_events),
    CASE(context_destroyed_twice),
    CASE(primary_context_destroyed),
};

MAIN(cases)
