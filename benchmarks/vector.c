/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How fast the vector unit is, below the public functions. vector.py compiles and runs it: a line a
 * case, with its name, the best nanoseconds, and the bytes that it reads and writes at least. With
 * the argument "cpu" they are nanoseconds of the process.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "runtime/cores/ai_cores.h"
#include "vector/vector.h"

#define MOST_BYTES ((size_t)64 << 20)
#define SECONDS 0.4
#define COPY_PIECE ((int64_t)1 << 20)

static char *memory[3];
static struct arena arena; /* of all programs */
static clockid_t clock_id = CLOCK_MONOTONIC;

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(clock_id, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* The best of many runs; short ones are timed a thousand at a time. */
static double best_of(void (*run)(void *), void *context)
{
    double best = 1e18;
    run(context);
    int64_t begin = now();
    run(context);
    int repeat = now() - begin < 20000 ? 1000 : 1;
    for (int64_t end = now() + (int64_t)(SECONDS * 1e9); now() < end;) {
        begin = now();
        for (int i = 0; i < repeat; i++)
            run(context);
        double time = (double)(now() - begin) / repeat;
        best = time < best ? time : best;
    }
    return best;
}

static void report(const char *name, double nanoseconds, int64_t bytes)
{
    printf("%s\t%.1f\t%" PRId64 "\n", name, nanoseconds, bytes);
    fflush(stdout);
}

/* --- Copies ----------------------------------------------------------------------------------- */

static void copy_piece(int64_t block, int64_t blocks, void *context)
{
    (void)blocks;
    (void)context;
    memcpy(memory[1] + block * COPY_PIECE, memory[0] + block * COPY_PIECE, COPY_PIECE);
}

static void copy(void *context)
{
    ai_cores_run_function("copy", copy_piece, MOST_BYTES / COPY_PIECE, context);
}

/* --- Programs --------------------------------------------------------------------------------- */

struct call {
    struct vector_program *program;
    const struct vector_instance *instances;
    int64_t count;
};

static void run_call(void *context)
{
    const struct call *call = context;
    if (!vector_run(call->program, call->instances, call->count))
        fail("a run failed");
}

static void measure(const char *name, struct vector_program *program,
                    const struct vector_instance *instances, int64_t count, int64_t bytes)
{
    struct call call = {program, instances, count};
    report(name, best_of(run_call, &call), bytes);
}

static struct vector_program *elementwise(int operation, aclDataType type)
{
    struct vector_program *program = vector_program_new(&arena);
    int inputs[VECTOR_MAX_INPUTS];
    int count = vector_operations[operation].inputs;
    for (int i = 0; i < count; i++)
        inputs[i] = vector_load(program, vector_operand(program, type));
    vector_store(program, vector_apply(program, operation, inputs, count),
                 vector_operand(program, type));
    if (!vector_finish(program))
        fail("an elementwise program");
    return program;
}

static struct vector_program *sum(aclDataType type)
{
    struct vector_program *program = vector_program_new(&arena);
    int input = vector_load(program, vector_operand(program, type));
    vector_store(program, vector_fold(program, input, VECTOR_ADD, type),
                 vector_operand(program, type));
    if (!vector_finish(program))
        fail("a sum");
    return program;
}

/* Two operands and a result, or one and a result, of which the first has these strides. */
static void measure_view(const char *name, struct vector_program *program, int operands, int rank,
                         const int64_t *dims, const int64_t *first, const int64_t *others,
                         int64_t bytes)
{
    struct vector_view views[3];
    for (int i = 0; i < operands; i++)
        views[i] = (struct vector_view){memory[i], i == 0 ? first : others};
    views[operands - 1].address = memory[2];
    struct vector_instance instance = {rank, 0, dims, views};
    measure(name, program, &instance, 1, bytes);
}

static void measure_dense(const char *name, int operation, aclDataType type, int64_t width,
                          int64_t count)
{
    int operands = vector_operations[operation].inputs + 1;
    measure_view(name, elementwise(operation, type), operands, 1, &count, (int64_t[]){1},
                 (int64_t[]){1}, count * width * operands);
}

static void measure_sum(const char *name, const int64_t *dims, const int64_t *in,
                        const int64_t *out, int rank, int kept)
{
    struct vector_program *program = sum(ACL_FLOAT);
    struct vector_view views[2] = {{memory[0], in}, {memory[2], out}};
    struct vector_instance instance = {rank, kept, dims, views};
    int64_t elements = 1;
    for (int i = 0; i < rank; i++)
        elements *= dims[i];
    measure(name, program, &instance, 1, elements * 4);
}

static void measure_list(void)
{
    enum { TENSORS = 500, ELEMENTS = 16 };
    static struct vector_instance instances[TENSORS];
    static struct vector_view views[TENSORS][3];
    static const int64_t dims[] = {ELEMENTS};
    static const int64_t strides[] = {1};
    for (int i = 0; i < TENSORS; i++) {
        for (int j = 0; j < 3; j++)
            views[i][j] = (struct vector_view){memory[j] + i * ELEMENTS * 4, strides};
        instances[i] = (struct vector_instance){1, 0, dims, views[i]};
    }
    struct vector_program *program = elementwise(VECTOR_ADD, ACL_FLOAT);
    measure("add float32, 500 x 16", program, instances, TENSORS, TENSORS * ELEMENTS * 12);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "cpu") == 0)
        clock_id = CLOCK_PROCESS_CPUTIME_ID;
    for (int i = 0; i < 3; i++) {
        /* In large pages, as device memory. */
        memory[i] = aligned_alloc((size_t)2 << 20, MOST_BYTES);
        if (memory[i] == NULL)
            fail("no memory");
        madvise(memory[i], MOST_BYTES, MADV_HUGEPAGE);
        memset(memory[i], 0, MOST_BYTES);
    }
    report("copy 64 MiB", best_of(copy, NULL), (int64_t)MOST_BYTES * 2);
    measure_dense("add float32, 16 Mi", VECTOR_ADD, ACL_FLOAT, 4, 1 << 24);
    measure_dense("add float32, 256 Ki", VECTOR_ADD, ACL_FLOAT, 4, 1 << 18);
    measure_dense("add float32, 2 Ki", VECTOR_ADD, ACL_FLOAT, 4, 1 << 11);
    measure_dense("add float32, 6", VECTOR_ADD, ACL_FLOAT, 4, 6);
    measure_list();
    measure_dense("add bfloat16, 256 Ki", VECTOR_ADD, ACL_BF16, 2, 1 << 18);
    measure_dense("add float16, 256 Ki", VECTOR_ADD, ACL_FLOAT16, 2, 1 << 18);
    measure_dense("exp float32, 16 Mi", VECTOR_EXP, ACL_FLOAT, 4, 1 << 24);
    measure_dense("exp float32, 256 Ki", VECTOR_EXP, ACL_FLOAT, 4, 1 << 18);
    measure_dense("exp float64, 256 Ki", VECTOR_EXP, ACL_DOUBLE, 8, 1 << 18);
    const int64_t square[] = {4096, 4096};
    const int64_t rows[] = {4096, 1};
    measure_view("x + y.T float32, 4096 x 4096", elementwise(VECTOR_ADD, ACL_FLOAT), 3, 2, square,
                 (int64_t[]){1, 4096}, rows, 3 * 4 << 24);
    const int64_t small[] = {512, 512};
    measure_view("x + y.T float32, 512 x 512", elementwise(VECTOR_ADD, ACL_FLOAT), 3, 2, small,
                 (int64_t[]){1, 512}, (int64_t[]){512, 1}, 3 * 4 << 18);
    const int64_t narrow[] = {1 << 18, 64};
    measure_view("x + row float32, 256 Ki x 64", elementwise(VECTOR_ADD, ACL_FLOAT), 3, 2, narrow,
                 (int64_t[]){0, 1}, (int64_t[]){64, 1}, 2 * 4 << 24);
    measure_view("x + column float32, 256 Ki x 64", elementwise(VECTOR_ADD, ACL_FLOAT), 3, 2,
                 narrow, (int64_t[]){1, 0}, (int64_t[]){64, 1}, 2 * 4 << 24);
    const int64_t all[] = {1 << 24};
    measure_sum("sum float32, 16 Mi", all, (int64_t[]){1}, (int64_t[]){0}, 1, 0);
    measure_sum("sum float32, 4096 x 4096, of rows", square, rows, (int64_t[]){1, 0}, 2, 1);
    measure_sum("sum float32, 4096 x 4096, of columns", square, (int64_t[]){1, 4096},
                (int64_t[]){1, 0}, 2, 1);
    measure_sum("sum float32, 64 x 1024 x 256, middle", (int64_t[]){64, 256, 1024},
                (int64_t[]){1 << 18, 1, 256}, (int64_t[]){256, 1, 0}, 3, 2);
    measure_sum("sum float32, 1 Mi x 16, of rows", (int64_t[]){1 << 20, 16}, (int64_t[]){16, 1},
                (int64_t[]){1, 0}, 2, 1);
    measure_sum("sum float32, 16 x 1 Mi, of columns", (int64_t[]){1 << 20, 16},
                (int64_t[]){1, 1 << 20}, (int64_t[]){1, 0}, 2, 1);
    measure_sum("sum float32, 2 Mi x 8, of columns", (int64_t[]){8, 1 << 21}, (int64_t[]){1, 8},
                (int64_t[]){1, 0}, 2, 1);
    return 0;
}
