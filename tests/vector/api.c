/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit's functions for ctypes: those of the library are hidden. */
#include "kernels.h"
#include "vector/memory.h"
#include "vector/vector.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT struct vector_program *test_new(void);
EXPORT int test_operand(struct vector_program *program, int type);
EXPORT int test_load(struct vector_program *program, int operand);
EXPORT int test_load_kept(struct vector_program *program, int operand);
EXPORT int test_position(struct vector_program *program, int type);
EXPORT int test_constant(struct vector_program *program, int type, const void *value);
EXPORT int test_apply(struct vector_program *program, int operation, const int *inputs, int count);
EXPORT int test_cast(struct vector_program *program, int slot, int type);
EXPORT int test_fold(struct vector_program *program, int slot, int operation, int type);
EXPORT void test_store(struct vector_program *program, int slot, int operand);
EXPORT bool test_finish(struct vector_program *program);
EXPORT bool test_run(const struct vector_program *program, const struct vector_instance *instances,
                     int64_t count);
EXPORT const char *test_operation_name(int operation);
EXPORT const char *test_level_name(int level);
EXPORT vector_function test_instruction(int level, int operation, int type);
EXPORT vector_function test_fold_instruction(int level, int operation, int type);
EXPORT vector_function test_row_instruction(int level, int operation, int type);
EXPORT int test_row_inputs(int operation);
EXPORT int test_input_type(int operation, int input);
EXPORT vector_function test_cast_instruction(int level, int from, int to);
EXPORT void test_gather(int width, char *strip, const char *memory, const struct box *box);
EXPORT void test_scatter(int width, char *memory, const char *strip, const struct box *box);

/* Programs stay until the process ends. */
struct vector_program *test_new(void)
{
    static struct arena arena;
    return vector_program_new(&arena);
}

int test_operand(struct vector_program *program, int type)
{
    return vector_operand(program, (aclDataType)type);
}

int test_load(struct vector_program *program, int operand)
{
    return vector_load(program, operand);
}

int test_load_kept(struct vector_program *program, int operand)
{
    return vector_load_kept(program, operand);
}

int test_position(struct vector_program *program, int type)
{
    return vector_position(program, (aclDataType)type);
}

int test_constant(struct vector_program *program, int type, const void *value)
{
    return vector_constant(program, (aclDataType)type, value);
}

int test_apply(struct vector_program *program, int operation, const int *inputs, int count)
{
    return vector_apply(program, operation, inputs, count);
}

int test_cast(struct vector_program *program, int slot, int type)
{
    return vector_cast(program, slot, (aclDataType)type);
}

int test_fold(struct vector_program *program, int slot, int operation, int type)
{
    return vector_fold(program, slot, operation, (aclDataType)type);
}

void test_store(struct vector_program *program, int slot, int operand)
{
    vector_store(program, slot, operand);
}

bool test_finish(struct vector_program *program)
{
    return vector_finish(program);
}

bool test_run(const struct vector_program *program, const struct vector_instance *instances,
              int64_t count)
{
    return vector_run(program, instances, count);
}

const char *test_operation_name(int operation)
{
    return operation < VECTOR_OPERATION_COUNT ? vector_operations[operation].name : NULL;
}

const char *test_level_name(int level)
{
    return level < KERNEL_LEVEL_COUNT ? vector_levels[level].name : NULL;
}

vector_function test_instruction(int level, int operation, int type)
{
    return vector_levels[level].operations[operation][type];
}

vector_function test_fold_instruction(int level, int operation, int type)
{
    return vector_levels[level].folds[operation][type];
}

vector_function test_row_instruction(int level, int operation, int type)
{
    return vector_levels[level].rows[operation][type];
}

int test_row_inputs(int operation)
{
    return (int)vector_operations[operation].row;
}

/* -1: the type is open. */
int test_input_type(int operation, int input)
{
    const struct vector_operation *row = &vector_operations[operation];
    return input < row->inputs && row->types[input] != VECTOR_SAME ? row->types[input] : -1;
}

vector_function test_cast_instruction(int level, int from, int to)
{
    return vector_levels[level].casts[from][to];
}

void test_gather(int width, char *strip, const char *memory, const struct box *box)
{
    box_gather(width, strip, memory, box);
}

void test_scatter(int width, char *memory, const char *strip, const struct box *box)
{
    box_scatter(width, memory, strip, box);
}
