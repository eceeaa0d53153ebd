/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every declared operator, with operands at random that it takes: lists, scalars, strided and
 * repeated views, operands that share memory; executors that run once or often; then from four
 * threads at once, which share what is read; and all of it again with phases, launches and
 * allocations that fail.
 *
 *     operators [ROUNDS]       on the usual product, then on Ascend950, then with ACLNN_FAULT
 */
#include "declared.h"
#include "operands.h"

#define THREADS 4
#define CASES 3 /* of each call, a round */

/* Phase two, once or three times, and the end of the executor. Whether all of it ran. */
static bool launch(struct operands *o, uint64_t size, aclOpExecutor *executor, aclrtStream stream)
{
    void *workspace = NULL;
    bool often = chance(o, 2);
    if (size > MOST_WORKSPACE) { /* of numbers in memory, which phase one has read */
        OK_(aclDestroyAclOpExecutor(executor));
        return false;
    }
    if (size > 0)
        SURELY(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    if (often)
        SURELY(aclSetAclOpExecutorRepeatable(executor));
    bool spent = false;
    bool ran = true;
    for (int i = 0; i < (often ? 3 : 1); i++) {
        int status = o->call->phase_two(o->values, workspace, size, executor, stream);
        /* Outputs may have to lie apart, and a tensor of numbers may have too few (561002); a call
           that ACLNN_FAULT stops has not begun. */
        CHECK(status == 0 || status == 161002 || status == 561002 || (status == 361001 && faulty));
        spent = spent || status != 361001;
        ran = ran && status == 0;
    }
    int status = aclrtSynchronizeStream(stream);
    /* An index that is none, or a fault. */
    CHECK(status == 0 || status == ACL_ERROR_RT_AICORE_EXCEPTION);
    ran = ran && status == 0;
    (void)aclGetRecentErrMsg();
    if (often || !spent)
        OK_(aclDestroyAclOpExecutor(executor));
    if (workspace != NULL)
        OK_(aclrtFree(workspace));
    return ran;
}

/* What the threads are given: operands of one call, of which they share what is only read. */
struct shared {
    uint64_t seeds[CASES];
    struct operands operands[CASES];
};

static void run_own(const struct operands *shared, uint64_t seed, aclrtStream stream)
{
    struct operands own;
    union value values[MOST_OPERANDS];
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    int status = 561101;
    operands_open(&own, shared->call, seed);
    operands_fill(&own);
    for (size_t i = 0; i < own.count; i++)
        values[i] = shared->call->roles[i] == 'i' ? shared->values[i] : own.values[i];
    while (status == 561101) {
        status = own.call->phase_one(values, &size, &executor);
        CHECK(status == 0 || (status == 561101 && faulty));
    }
    (void)launch(&own, size, executor, stream);
    operands_close(&own);
}

static void *run_cases(void *argument)
{
    const struct shared *shared = argument;
    aclrtStream stream = NULL;
    SURELY(aclrtSetDevice(0));
    SURELY(aclrtCreateStream(&stream));
    for (int i = 0; i < CASES; i++)
        run_own(&shared->operands[i], shared->seeds[i], stream);
    (void)aclGetRecentErrMsg();
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    return NULL;
}

/* The seed behind those that it used. */
static uint64_t run_call(const struct declared *call, uint64_t seed, aclrtStream stream)
{
    static struct shared shared;
    pthread_t threads[THREADS];
    bool ran = false;
    for (int i = 0, tries = 0; i < CASES; tries++) {
        uint64_t size = 0;
        aclOpExecutor *executor = NULL;
        seed = operands_find(&shared.operands[i], call, seed, &size, &executor);
        shared.seeds[i] = seed - 1;
        ran |= launch(&shared.operands[i], size, executor, stream);
        /* Of an index that is none, or outputs that share memory, nothing is seen but the refusal.
         */
        if (i + 1 < CASES || ran || tries > 40)
            i++;
        else
            operands_close(&shared.operands[i]);
    }
    CHECK(ran || faulty);
    for (int i = 0; i < THREADS; i++)
        threads[i] = start_thread(run_cases, &shared);
    for (int i = 0; i < THREADS; i++)
        join_thread(threads[i]);
    for (int i = 0; i < CASES; i++)
        operands_close(&shared.operands[i]);
    return seed;
}

int main(int argc, char **argv)
{
    int count = rounds(argc, argv, 1);
    uint64_t seed = 1;
    aclrtStream stream = NULL;
    faulty = getenv("ACLNN_FAULT") != NULL;
    SURELY(aclInit(NULL));
    SURELY(aclrtSetDevice(0));
    HcclComm ranks = make_ranks();
    SURELY(aclrtCreateStream(&stream));
    for (int i = 0; i < count; i++)
        for (size_t call = 0; call < declared_count; call++)
            if (has_operands(&declared_calls[call]))
                seed = run_call(&declared_calls[call], seed, stream);
    OK_(aclrtDestroyStream(stream));
    OK_(HcclCommDestroy(ranks));
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    if (getenv("ACLNN_SOC") == NULL)
        run_again(argv, "ACLNN_SOC", "Ascend950");
    else if (!faulty)
        run_again(argv, "ACLNN_FAULT", "*~1/8:3,launch~1/4:11");
    return 0;
}
