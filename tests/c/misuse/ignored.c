/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that do not look at statuses. All end with 0, and leave nothing. */
#include "aclnn_ext/finding.h"
#include "misuse.h"

static void nothing_fails(void)
{
    set_up();
    launch();
    OK_(aclrtSynchronizeStream(stream));
    clean_up();
}

static void spent_executor(void)
{
    set_up();
    aclOpExecutor *spent = executor;
    launch();
    executor = spent;
    for (int i = 0; i < 5; i++)
        (void)phase_two();
    executor = NULL;
    OK_(aclrtSynchronizeStream(stream));
    clean_up();
}

static void set_up_bad_index(void)
{
    const int64_t bad[ROWS] = {0, 0, 99, 0};
    set_up();
    OK_(aclrtMemcpy(memory[INDICES], sizeof bad, bad, sizeof bad, ACL_MEMCPY_HOST_TO_DEVICE));
    launch();
}

static void bad_index(void)
{
    set_up_bad_index();
    (void)aclrtSynchronizeStream(stream);
    clean_up();
}

static void bad_index_that_an_event_tells(void)
{
    set_up_bad_index();
    aclrtEvent event = new_event();
    OK_(aclrtRecordEvent(event, stream));
    (void)aclrtSynchronizeEvent(event);
    OK_(aclrtDestroyEvent(event));
    (void)aclrtSynchronizeStream(stream);
    clean_up();
}

static void tensor_that_is_null(void)
{
    set_up();
    (void)aclCreateTensor(NULL, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, grad_dims, 2, NULL);
    clean_up();
}

static void two_places(void)
{
    set_up();
    (void)aclrtFree(&stream);
    (void)aclrtFree(&stream);
    clean_up();
}

/* A thread of its own, and the same call in it. */
static void *free_nothing(void *unused)
{
    (void)aclrtFree(NULL);
    return unused;
}

static void on_threads(void)
{
    set_up();
    for (int i = 0; i < 4; i++)
        join_thread(start_thread(free_nothing, NULL));
    clean_up();
}

/* ---- What is no finding ---------------------------------------------------------------------- */

static void time_runs_out(void)
{
    set_up();
    close_gate();
    (void)aclrtSynchronizeStreamWithTimeout(stream, 10);
    open_gate();
    OK_(aclrtSynchronizeStream(stream));
    clean_up();
}

/* How much there is is found out by asking for more. */
static void probe(void)
{
    void *unmade = NULL;
    set_up();
    for (int i = 50; i > 40; i--) {
        (void)aclrtMalloc(&unmade, (size_t)1 << i, ACL_MEM_MALLOC_HUGE_FIRST);
        aclnnExtFailureWasExpected();
    }
    clean_up();
}

static void probe_that_fails_once_more(void)
{
    void *unmade = NULL;
    set_up();
    for (int i = 0; i < 3; i++) {
        (void)aclrtMalloc(&unmade, (size_t)1 << 50, ACL_MEM_MALLOC_HUGE_FIRST);
        if (i == 1) {
            aclnnExtFailureWasExpected();
            aclnnExtFailureWasExpected();
        }
    }
    clean_up();
}

static const struct misuse cases[] = {
    CASE(nothing_fails),
    CASE(spent_executor),
    CASE(bad_index),
    CASE(bad_index_that_an_event_tells),
    CASE(tensor_that_is_null),
    CASE(two_places),
    CASE(on_threads),
    CASE(time_runs_out),
    CASE(probe),
    CASE(probe_that_fails_once_more),
};

MAIN(cases)
