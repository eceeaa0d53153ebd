/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit, with memory of exactly the size that it may touch, and from several threads. */
#include "vector/vector.h"

#include <pthread.h>
#include <string.h>

#include "check.h"
#include "vector/memory.h"

#define MOST 40000

static struct arena arena; /* of all programs */

static float *filled(int64_t count)
{
    float *memory = malloc((size_t)count * sizeof *memory + 1);
    CHECK(memory != NULL);
    for (int64_t i = 0; i < count; i++)
        memory[i] = (float)((i * 7919) % 1000);
    return memory;
}

static struct vector_program *adding(aclDataType type)
{
    struct vector_program *program = vector_program_new(&arena);
    int x = vector_load(program, vector_operand(program, type));
    int y = vector_load(program, vector_operand(program, type));
    vector_store(program, vector_apply(program, VECTOR_ADD, (int[]){x, y}, 2),
                 vector_operand(program, type));
    CHECK(vector_finish(program));
    return program;
}

static void test_lengths(void)
{
    struct vector_program *program = adding(ACL_FLOAT);
    const int64_t lengths[] = {0, 1, 6, 31, 2048, 2049, MOST};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        int64_t count = lengths[i];
        float *x = filled(count), *y = filled(count), *out = filled(count);
        const int64_t strides[] = {1}, back[] = {-1};
        struct vector_view views[3] = {{x, strides, false},
                                       {y + (count > 0 ? count - 1 : 0), back, false},
                                       {out, strides, false}};
        struct vector_instance instance = {1, 0, &count, views};
        CHECK(vector_run(program, &instance, 1));
        for (int64_t j = 0; j < count; j++)
            CHECK(out[j] == x[j] + y[count - 1 - j]);
        free(x);
        free(y);
        free(out);
    }
}

static void test_transposed(void)
{
    enum { ROWS = 70, COLUMNS = 131 };
    struct vector_program *program = adding(ACL_FLOAT);
    float *x = filled(ROWS * COLUMNS), *y = filled(ROWS * COLUMNS), *out = filled(ROWS * COLUMNS);
    const int64_t dims[] = {ROWS, COLUMNS}, straight[] = {COLUMNS, 1}, turned[] = {1, ROWS};
    struct vector_view views[3] = {
        {x, straight, false}, {y, turned, false}, {out, straight, false}};
    struct vector_instance instance = {2, 0, dims, views};
    CHECK(vector_run(program, &instance, 1));
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            CHECK(out[i * COLUMNS + j] == x[i * COLUMNS + j] + y[j * ROWS + i]);
    free(x);
    free(y);
    free(out);
}

/* Results that are written past the caches, from an address that is not aligned to their lines. */
static void test_streams(void)
{
    int64_t count = memory_streamed_bytes() / (int64_t)sizeof(float) + 4099;
    struct vector_program *program = adding(ACL_FLOAT);
    float *x = filled(count), *out = filled(count + 1);
    const int64_t strides[] = {1};
    struct vector_view views[3] = {
        {x, strides, false}, {x, strides, false}, {out + 1, strides, false}};
    struct vector_instance instance = {1, 0, &count, views};
    CHECK(vector_run(program, &instance, 1));
    CHECK(out[0] == 0);
    for (int64_t j = 0; j < count; j++)
        CHECK(out[j + 1] == 2 * x[j]);
    free(x);
    free(out);
}

/* Sums of small integers are exact in any order. */
static void test_folds(void)
{
    const int64_t shapes[][2] = {{1, MOST}, {MOST, 1}, {200, 200}, {3, 9000}, {9000, 4}, {5, 0}};
    struct vector_program *program = vector_program_new(&arena);
    int x = vector_load(program, vector_operand(program, ACL_FLOAT));
    vector_store(program, vector_fold(program, x, VECTOR_ADD, ACL_FLOAT),
                 vector_operand(program, ACL_FLOAT));
    CHECK(vector_finish(program));
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        for (int turned = 0; turned < 2; turned++) {
            int64_t kept = shapes[i][0], folded = shapes[i][1];
            float *in = filled(kept * folded), *out = filled(kept);
            const int64_t across = turned ? 1 : folded, along = turned ? kept : 1;
            const int64_t in_strides[] = {across, along}, out_strides[] = {1, 0};
            struct vector_view views[2] = {{in, in_strides, false}, {out, out_strides, false}};
            struct vector_instance instance = {2, 1, shapes[i], views};
            CHECK(vector_run(program, &instance, 1));
            for (int64_t j = 0; j < kept; j++) {
                double sum = 0;
                for (int64_t k = 0; k < folded; k++)
                    sum += in[j * across + k * along];
                CHECK(out[j] == (float)sum);
            }
            free(in);
            free(out);
        }
}

static void test_failed_programs(void)
{
    struct vector_program *program = vector_program_new(&arena);
    int x = vector_load(program, vector_operand(program, ACL_FLOAT));
    int y = vector_load(program, vector_operand(program, ACL_INT32));
    CHECK(x >= 0 && y >= 0);
    CHECK(vector_apply(program, VECTOR_ADD, (int[]){x, y}, 2) == -1);
    CHECK(vector_cast(program, x, ACL_INT32) == -1); /* it has failed */
    vector_store(program, x, 0);
    CHECK(!vector_finish(program));
    CHECK(vector_operand(NULL, ACL_FLOAT) == -1);
    CHECK(vector_load(NULL, 0) == -1);
    CHECK(!vector_finish(NULL));
    CHECK(!vector_has(VECTOR_EXP, ACL_INT32) && vector_has(VECTOR_EXP, ACL_BF16));
    CHECK(!vector_has(VECTOR_OPERATION_COUNT, ACL_FLOAT) && !vector_has(VECTOR_ADD, ACL_STRING));
    CHECK(vector_casts(ACL_BOOL, ACL_COMPLEX64) && vector_casts(ACL_FLOAT, ACL_INT4));
    CHECK(!vector_casts(ACL_FLOAT, ACL_UINT1));
}

static void *run_often(void *context)
{
    const struct vector_program *program = context;
    int64_t count = MOST;
    float *x = filled(count), *out = filled(count);
    const int64_t strides[] = {1};
    struct vector_view views[3] = {{x, strides, false}, {x, strides, false}, {out, strides, false}};
    struct vector_instance instance = {1, 0, &count, views};
    for (int round = 0; round < 20; round++) {
        memset(out, 0, (size_t)count * sizeof *out);
        CHECK(vector_run(program, &instance, 1));
        for (int64_t i = 0; i < count; i++)
            CHECK(out[i] == x[i] + x[i]);
    }
    free(x);
    free(out);
    return NULL;
}

static void test_threads(void)
{
    struct vector_program *program = adding(ACL_FLOAT);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&threads[i], NULL, run_often, program) == 0);
    for (int i = 0; i < 4; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
}

int main(void)
{
    test_lengths();
    test_transposed();
    test_streams();
    test_folds();
    test_failed_programs();
    test_threads();
    arena_end(&arena);
    return 0;
}
