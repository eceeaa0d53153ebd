/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every declared operator while host memory fails: for n = 1, 2, ... the n-th allocation of both
 * phases and the wait, alone and with all behind it, until none is left to fail. What succeeds all
 * the same has written what it writes otherwise. The second time no more memory may stay in use
 * than the first.
 */
/* not under thread, valgrind: they bring their own malloc */
#include "failing_memory.h"

#include "declared.h"
#include "operands.h"

#define CASES 1 /* of each call */
#define TURNS 4

/* Both phases: 0, or the status of what failed first. */
static int run(struct operands *o, void *workspace, aclrtStream stream)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    int status = o->call->phase_one(o->values, &size, &executor);
    if (status != 0)
        return status;
    status = o->call->phase_two(o->values, workspace, size, executor, stream);
    int waited = aclrtSynchronizeStream(stream);
    bool still_armed = atomic_exchange(&armed, false);
    (void)aclDestroyAclOpExecutor(executor); /* spent, unless phase two did not begin */
    atomic_store(&armed, still_armed);
    return status != 0 ? status : waited;
}

/* What a run usually ends with. */
struct usual {
    int status;
    uint64_t operands; /* operands_hash */
};

/* Blocks that are in use afterwards. */
static long leave_after(struct operands *o, const struct usual *usual, void *workspace,
                        aclrtStream stream, long number, bool lasts, bool *reached)
{
    operands_fill(o);
    arm(number, lasts);
    int status = run(o, workspace, stream);
    *reached = disarm();
    if (status == 0 && operands_hash(o) != usual->operands) {
        fprintf(stderr, "%s: another result when allocation %ld fails\n", o->call->name, number);
        give_up(__FILE__, __LINE__, "a failure, or the usual result");
    }
    if (status != usual->status && !is_lack_of_memory(status)) {
        fprintf(stderr, "%s: status %d when allocation %ld fails\n", o->call->name, status, number);
        give_up(__FILE__, __LINE__, "a status of lacking memory");
    }
    (void)aclGetRecentErrMsg();
    operands_fill(o);
    CHECK(run(o, workspace, stream) == usual->status);
    (void)aclGetRecentErrMsg();
    return atomic_load(&in_use);
}

static void walk(struct operands *o, uint64_t size, aclrtStream stream, bool lasts)
{
    void *workspace = size > 0 ? device_malloc(size) : NULL;
    bool reached = true;
    operands_fill(o);
    struct usual usual = {.status = run(o, workspace, stream)};
    operands_fill(o);
    CHECK(run(o, workspace, stream) == usual.status);
    usual.operands = operands_hash(o);
    (void)aclGetRecentErrMsg();
    for (long number = 1; reached; number++) {
        long first = leave_after(o, &usual, workspace, stream, number, lasts, &reached);
        long more = 1;
        /* A block once and again may be another thread's; what is lost is lost each time. */
        for (int turn = 0; turn < TURNS && more > 0; turn++) {
            long next = leave_after(o, &usual, workspace, stream, number, lasts, &reached);
            more = next - first;
            first = next;
        }
        if (more > 0)
            fprintf(stderr, "%s: %ld block(s) more each time that allocation %ld fails\n",
                    o->call->name, more, number);
        CHECK(more <= 0);
        CHECK(number > 2 || reached); /* the executor and what it keeps */
    }
    if (workspace != NULL)
        OK_(aclrtFree(workspace));
}

int main(void)
{
    struct operands o;
    uint64_t seed = 1;
    /* While findings are wanted no executor is kept for the next call, so each allocates anew. */
    setenv("ACLNN_FINDINGS", "/dev/null", 1);
#ifdef __SANITIZE_ADDRESS__
    /* All of the work is the main thread's. */
    setenv("ACLNN_STREAM", "lazy", 1);
    setenv("ACLNN_CORES", "1", 1);
#endif
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    HcclComm ranks = make_ranks();
    aclrtStream stream = new_stream();
    for (size_t call = 0; call < declared_count; call++) {
        /* The same operands again and again do not fit when their shapes have changed. */
        if (!has_operands(&declared_calls[call]) || changes_shapes(&declared_calls[call]))
            continue;
        for (int i = 0; i < CASES; i++) {
            uint64_t size = 0;
            aclOpExecutor *executor = NULL;
            seed = operands_find(&o, &declared_calls[call], seed, &size, &executor);
            OK_(aclDestroyAclOpExecutor(executor));
            walk(&o, size, stream, false);
            walk(&o, size, stream, true);
            operands_close(&o);
        }
    }
    OK_(aclrtDestroyStream(stream));
    OK_(HcclCommDestroy(ranks));
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
