/* SPDX-License-Identifier: Apache-2.0 */
/* Calls at the wrong time, on the wrong device, from the wrong place; and what is left at exit. */
#include <sys/wait.h>
#include <unistd.h>

#include "misuse.h"

/* ---- Before and after ------------------------------------------------------------------------ */

static void nothing_wrong(void)
{
    set_up();
    launch();
    OK_(aclrtSynchronizeStream(stream));
    SAW((long)first_of_out());
    clean_up();
}

static void before_init(void)
{
    TELL(aclrtSetDevice(0));
    OK_(aclInit(NULL));
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
}

static void never_initialized(void)
{
    TELL(aclrtSetDevice(0));
    TELL(aclrtResetDevice(0));
}

static void freed_after_finalize(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    void *kept = device_malloc(64);
    OK_(aclFinalize());
    TELL(aclrtFree(kept));
}

static void used_after_finalize(void)
{
    set_up();
    OK_(aclFinalize());
    launch();
    TELL(aclrtSynchronizeStream(stream));
    OK_(aclInit(NULL));
    clean_up();
}

static void initialized_twice(void)
{
    set_up_device();
    TELL(aclInit(NULL));
    clean_up();
}

static void finalized_twice(void)
{
    set_up_device();
    clean_up();
    TELL(aclFinalize());
}

static void initialized_with_a_file_that_is_not_there(void)
{
    TELL(aclInit("/nonexistent/acl.json"));
    OK_(aclInit(NULL));
    OK_(aclFinalize());
}

static void product_that_does_not_exist(void)
{
    TELL(aclInit(NULL));
    TELL(aclrtSetDevice(0));
}

static void no_device_set(void)
{
    void *unmade = NULL;
    OK_(aclInit(NULL));
    TELL(aclrtMalloc(&unmade, 64, ACL_MEM_MALLOC_HUGE_FIRST));
    OK_(aclFinalize());
}

static void *allocate_on_a_new_thread(void *unused)
{
    void *unmade = NULL;
    TELL(aclrtMalloc(&unmade, 64, ACL_MEM_MALLOC_HUGE_FIRST));
    return unused;
}

static void no_device_set_on_this_thread(void)
{
    set_up_device();
    join_thread(start_thread(allocate_on_a_new_thread, NULL));
    clean_up();
}

static void device_that_does_not_exist(void)
{
    OK_(aclInit(NULL));
    TELL(aclrtSetDevice(7));
    TELL(aclrtSetDevice(-1));
    OK_(aclFinalize());
}

static void reset_more_often_than_set(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    OK_(aclrtResetDevice(0));
    TELL(aclrtResetDevice(0));
    OK_(aclFinalize());
}

static void allocated_after_reset(void)
{
    void *unmade = NULL;
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    OK_(aclrtResetDevice(0));
    TELL(aclrtMalloc(&unmade, 64, ACL_MEM_MALLOC_HUGE_FIRST));
    OK_(aclFinalize());
}

static void memory_of_a_reset_device(void)
{
    set_up();
    OK_(aclrtResetDevice(0));
    OK_(aclrtSetDevice(0));
    stream = new_stream();
    TELL(phase_two());
    executor = NULL;
    TELL(aclrtFree(memory[GRAD]));
    memset(memory, 0, sizeof memory);
    workspace = NULL;
    clean_up();
}

static void stream_of_a_reset_device(void)
{
    set_up_device();
    OK_(aclrtResetDevice(0));
    OK_(aclrtSetDevice(0));
    TELL(aclrtSynchronizeStream(stream));
    stream = NULL;
    clean_up();
}

static void event_of_a_reset_device(void)
{
    set_up_device();
    aclrtEvent event = new_event();
    OK_(aclrtResetDevice(0));
    OK_(aclrtSetDevice(0));
    TELL(aclrtSynchronizeEvent(event));
    stream = NULL;
    clean_up();
}

static void stream_of_another_device(void)
{
    set_up();
    OK_(aclrtSetDevice(1));
    TELL(phase_two());
    executor = NULL;
    OK_(aclrtResetDevice(1));
    OK_(aclrtSetDevice(0));
    OK_(aclrtResetDevice(0));
    clean_up();
}

/* ---- From a place that would wait for itself ------------------------------------------------- */

static void synchronize_inside(void *unused)
{
    (void)unused;
    TELL(aclrtSynchronizeStream(stream));
}

static void synchronize_in_a_callback(void)
{
    set_up_device();
    OK_(aclrtLaunchHostFunc(stream, synchronize_inside, NULL));
    OK_(aclrtSynchronizeStream(stream));
    clean_up();
}

static void destroy_inside(void *unused)
{
    (void)unused;
    TELL(aclrtDestroyStream(stream));
}

static void stream_destroyed_in_its_callback(void)
{
    set_up_device();
    OK_(aclrtLaunchHostFunc(stream, destroy_inside, NULL));
    OK_(aclrtSynchronizeStream(stream));
    clean_up();
}

static void reset_inside(void *unused)
{
    (void)unused;
    TELL(aclrtResetDevice(0));
}

static void device_reset_in_a_callback(void)
{
    set_up_device();
    OK_(aclrtLaunchHostFunc(stream, reset_inside, NULL));
    OK_(aclrtSynchronizeStream(stream));
    clean_up();
}

static void callback_without_a_subscriber(void)
{
    set_up_device();
    TELL(aclrtLaunchCallback(wait_at_gate, NULL, ACL_CALLBACK_BLOCK, stream));
    clean_up();
}

static void callback_that_is_null(void)
{
    set_up_device();
    TELL(aclrtLaunchHostFunc(stream, NULL, NULL));
    clean_up();
}

static void timeout_of_nothing(void)
{
    set_up_device();
    TELL(aclrtSynchronizeStreamWithTimeout(stream, 0));
    clean_up();
}

/* ---- Ended while work is pending ------------------------------------------------------------- */

/* The launch fails, and nobody asks. */
static void failure_that_nobody_fetches(void)
{
    const int64_t bad[ROWS] = {0, 0, 99, 0};
    set_up();
    OK_(aclrtMemcpy(memory[INDICES], sizeof bad, bad, sizeof bad, ACL_MEMCPY_HOST_TO_DEVICE));
    launch();
    clean_up();
}

/* Nobody asks at all: the default stream is left as it is, when the work is done. */
static void failure_that_is_left(void)
{
    const int64_t bad[ROWS] = {0, 0, 99, 0};
    set_up();
    OK_(aclrtMemcpy(memory[INDICES], sizeof bad, bad, sizeof bad, ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclrtDestroyStream(stream));
    stream = NULL;
    launch();
    aclrtEvent event = new_event();
    OK_(aclrtRecordEvent(event, NULL));
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    while (status != ACL_EVENT_RECORDED_STATUS_COMPLETE)
        OK_(aclrtQueryEventStatus(event, &status));
    exit(0);
}

static void work_that_nobody_waits_for(void)
{
    set_up();
    OK_(aclrtMemsetAsync(memory[OUT], 4, 0, 4, NULL));
    OK_(aclrtMemsetAsync(memory[OUT], 4, 0, 4, NULL));
    exit(0);
}

static void stream_forced_to_end_while_pending(void)
{
    set_up();
    launch();
    OK_(aclrtDestroyStreamForce(stream));
    stream = NULL;
    SAW((long)first_of_out());
    clean_up();
}

/* The reset waits for the work and takes the stream, but its memory goes with it. */
static void device_reset_while_pending(void)
{
    set_up();
    launch();
    OK_(aclrtResetDevice(0));
    OK_(aclrtSetDevice(0));
    TELL(aclrtDestroyStream(stream));
    stream = NULL;
    memset(memory, 0, sizeof memory);
    workspace = NULL;
    clean_up();
}

/* ---- fork ------------------------------------------------------------------------------------ */

static void fork_after_the_first_use(void)
{
    set_up();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        TELL(aclrtMemset(memory[GRAD], GRAD_BYTES, 0, GRAD_BYTES));
        exit(0);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    clean_up();
}

/* ---- What is left at exit -------------------------------------------------------------------- */

static void memory_left(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    device_malloc(1000);
    device_malloc(24);
    OK_(aclFinalize());
}

static void left_at_a_reset(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    device_malloc(24);
    device_malloc(1000);
    for (int i = 0; i < 12; i++)
        new_stream();
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
}

static void left_with_the_last_context(void)
{
    aclrtContext first = NULL;
    aclrtContext last = NULL;
    OK_(aclInit(NULL));
    OK_(aclrtCreateContext(&first, 0));
    OK_(aclrtCreateContext(&last, 0));
    device_malloc(24);
    OK_(aclrtDestroyContext(first));
    OK_(aclrtDestroyContext(last));
    OK_(aclFinalize());
}

/* A reset that undoes one of two settings releases nothing. */
static void left_at_an_earlier_reset(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    OK_(aclrtSetDevice(0));
    device_malloc(24);
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
}

static void pinned_memory_left(void)
{
    void *pinned = NULL;
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    OK_(aclrtMallocHost(&pinned, 100));
    OK_(aclFinalize());
}

/* In an order that is neither that of their sizes nor the other way. */
static void much_memory_left(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    for (size_t i = 0; i < 13; i++)
        device_malloc((i * 5 % 13 + 1) * 100);
    OK_(aclFinalize());
}

static void many_tensors_left(void)
{
    OK_(aclInit(NULL));
    for (int i = 0; i < 25; i++)
        tensor_of(index_dims, 1, ACL_INT64, NULL);
    OK_(aclFinalize());
}

static void tensor_left(void)
{
    OK_(aclInit(NULL));
    tensor_of(index_dims, 1, ACL_INT64, NULL);
    OK_(aclFinalize());
}

static void executor_left(void)
{
    set_up();
    executor = NULL;
    clean_up();
}

static void stream_left(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    new_stream();
    OK_(aclFinalize());
}

static void event_left(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    new_event();
    OK_(aclFinalize());
}

static void context_left(void)
{
    aclrtContext context = NULL;
    OK_(aclInit(NULL));
    OK_(aclrtCreateContext(&context, 0));
    OK_(aclFinalize());
}

static void array_left(void)
{
    const int64_t value = 1;
    OK_(aclInit(NULL));
    CHECK(aclCreateIntArray(&value, 1) != NULL);
    OK_(aclFinalize());
}

static const struct misuse cases[] = {
    CASE(nothing_wrong),
    CASE(before_init),
    CASE(never_initialized),
    CASE(freed_after_finalize),
    CASE(used_after_finalize),
    CASE(initialized_twice),
    CASE(finalized_twice),
    CASE(initialized_with_a_file_that_is_not_there),
    CASE(product_that_does_not_exist),
    CASE(no_device_set),
    CASE(no_device_set_on_this_thread),
    CASE(device_that_does_not_exist),
    CASE(reset_more_often_than_set),
    CASE(allocated_after_reset),
    CASE(memory_of_a_reset_device),
    CASE(stream_of_a_reset_device),
    CASE(event_of_a_reset_device),
    CASE(stream_of_another_device),
    CASE(synchronize_in_a_callback),
    CASE(stream_destroyed_in_its_callback),
    CASE(device_reset_in_a_callback),
    CASE(callback_without_a_subscriber),
    CASE(callback_that_is_null),
    CASE(timeout_of_nothing),
    CASE(failure_that_nobody_fetches),
    CASE(failure_that_is_left),
    CASE(work_that_nobody_waits_for),
    CASE(stream_forced_to_end_while_pending),
    CASE(device_reset_while_pending),
    CASE(fork_after_the_first_use),
    CASE(memory_left),
    CASE(left_at_a_reset),
    CASE(left_with_the_last_context),
    CASE(left_at_an_earlier_reset),
    CASE(pinned_memory_left),
    CASE(much_memory_left),
    CASE(many_tensors_left),
    CASE(tensor_left),
    CASE(executor_left),
    CASE(stream_left),
    CASE(event_left),
    CASE(context_left),
    CASE(array_left),
};

MAIN(cases)
