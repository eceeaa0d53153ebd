/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The vector unit: elementwise arithmetic and folds over memory with any strides.
 *
 * As an AI core does with its Unified Buffer: a strip of a few thousand elements is loaded,
 * instructions work on strips, the result is stored. A program says what is done to the elements
 * and is built once; an instance says where they lie, and a program runs for any number of them:
 *
 *     struct vector_program *p = vector_program_new(arena);
 *     int x = vector_operand(p, ACL_FLOAT16), y = vector_operand(p, ACL_FLOAT16);
 *     int out = vector_operand(p, ACL_FLOAT);
 *     int sum = vector_apply(p, VECTOR_ADD, (int[]){vector_load(p, x), vector_load(p, y)}, 2);
 *     vector_store(p, vector_cast(p, sum, ACL_FLOAT), out);
 *     if (!vector_finish(p)) ...
 *
 * Results are the same bits for every instruction set, number of cores, and layout of the operands.
 *
 * A slot is a value for each element, with a data type. A float16 or bfloat16 slot holds numbers
 * that are rounded to the type; arithmetic between two roundings is float32. The numbers of
 * operands and slots count from 0. Builders answer -1 for what is not possible (a type that the
 * operation does not have, a negative number, no memory); a program with such a step does not
 * finish, so that only vector_finish has to be asked.
 */
#ifndef ACLNN_PY_VECTOR_VECTOR_H
#define ACLNN_PY_VECTOR_VECTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "base/arena.h"
#include "instructions.h" /* VECTOR_ADD, ...: the operations, from aclnn_py/kernels/vector */

struct vector_program;

/* Dimensions of an instance. */
#define VECTOR_MAX_RANK 25

/* How many elements of a fold have lanes of their own: these are joined in float64. */
#define VECTOR_FOLD_RUN 4096

/* An operand in memory: the address of element (0, ..., 0), and the steps along each dim in
 * elements. */
struct vector_view {
    void *address;
    const int64_t *strides; /* of any sign: 0 repeats an element, a negative one goes backwards */
    bool is_upper; /* of a packed type: element (0, ..., 0) is the upper half of its byte */
};

/* The iteration space. In a program with folds the first `kept` dims are kept and the others
 * folded; the strides of an operand of the kept dims along folded ones do not matter. It is read
 * only during vector_run. */
struct vector_instance {
    int rank; /* 0 to VECTOR_MAX_RANK */
    int kept;
    const int64_t *dims;             /* where one is 0 there is nothing to do, or the folds are
                                      * empty */
    const struct vector_view *views; /* one an operand, by the numbers that vector_operand gave */
};

/* --- Building --------------------------------------------------------------------------------- */

/* Makes an empty program. It lies in the arena with all that is added to it, and is given back only
 * with the arena. NULL when memory is short; all functions below accept that as a failed
 * program. */
struct vector_program *vector_program_new(struct arena *arena);

/* Whether the operation has a body for arguments of this type. */
bool vector_has(int operation, aclDataType type);

/* Whether values of one type can be converted to the other. */
bool vector_casts(aclDataType from, aclDataType to);

/* Converts dense elements of a half type, or codes of a byte each, to float32, outside of programs:
 * to a type that vector_casts takes from this one. */
void vector_widen(aclDataType from, const char *elements, int64_t count, float *to);

/* Adds an operand, a view in memory with elements of this type, to be loaded, stored, or both.
 * Returns its number. */
int vector_operand(struct vector_program *program, aclDataType type);

/* Loads an operand: a slot with its elements. */
int vector_load(struct vector_program *program, int operand);

/* Loads an operand that has one element for each result of the folds: a slot of the kept dims. */
int vector_load_kept(struct vector_program *program, int operand);

/* A slot with the position of the element among those that are folded, from 0, as int32 or
 * int64. */
int vector_position(struct vector_program *program, aclDataType type);

/* A slot with the same value for every element. `value` points to one element of the type and is
 * copied. */
int vector_constant(struct vector_program *program, aclDataType type, const void *value);

/* Whether a slot is a constant 1 of float32 or float64. */
bool vector_is_one(const struct vector_program *program, int slot);

/*
 * The result of an operation (VECTOR_...) on as many slots as it has inputs. Its compute type is
 * that of the first input that the operation leaves open (T in its form), and the others must have
 * it too; a float32 slot may stand beside halves, such as a factor that is not rounded to them.
 * Results are of the operation's types, rounded to them. The number of the first result; others
 * follow it. Slots of the kept dims may stand beside those of elements: each element has its row's.
 */
int vector_apply(struct vector_program *program, int operation, const int *inputs, int count);

/*
 * The slot converted as torch and CANN do: float to integer is cut toward zero, saturates, and NaN
 * is 0; integer to integer wraps; anything but 0 is true; to a float rounds once to nearest even,
 * except that integers reach float16 and bfloat16 through float32; a complex number is its real
 * part, true where either part is not 0. A slot of the type already is answered itself.
 */
int vector_cast(struct vector_program *program, int slot, aclDataType type);

/*
 * The slot folded over the dims that are not kept, by an operation of two inputs that has an
 * identity (VECTOR_ADD, ...), as a slot of the kept dims; of no elements the identity. A program
 * may have any number of folds, all over the same dims, and go on with elements, with the folds'
 * results among them, behind each: a row is walked through again then.
 *
 * Integers and bool are converted to `type` first and folded exactly (sums wrap). Floats are folded
 * in 32 float32 lanes (element i of the folded dims, counted in the order of the instance, in lane
 * i mod 32) over runs of 4,096 elements; lanes and runs are joined in float64, which is rounded to
 * `type` once. float64 does the same in float64, and so do products of floats. So the order follows
 * from the dims alone.
 */
int vector_fold(struct vector_program *program, int slot, int operation, aclDataType type);

/* Turns a slot of the kept dims into one of elements; a slot of elements stays as it is. */
int vector_spread(struct vector_program *program, int slot);

/* The data type of a slot; ACL_DT_UNDEFINED where there is none. */
aclDataType vector_type(const struct vector_program *program, int slot);

/* Whether a slot is of the kept dims. */
bool vector_is_kept(const struct vector_program *program, int slot);

/* Stores the slot in an operand of its type. Within a strip memory is written after everything has
 * been read. */
void vector_store(struct vector_program *program, int slot, int operand);

/* Completes the program. Returns false when a step was not possible; then the program cannot be
 * run. */
bool vector_finish(struct vector_program *program);

/* --- Running ---------------------------------------------------------------------------------- */

/* Runs the program for each instance, on the AI cores when there is work for several, and returns
 * when all is done. Any number of threads may run one program at the same time. An operand that
 * shares memory with one that is stored has to be the identical view; instances that write each
 * other's memory may run in any sequence. False when host memory was short: a part of the results
 * is written then. An instance of less than a strip allocates nothing. */
bool vector_run(const struct vector_program *program, const struct vector_instance *instances,
                int64_t count);

#endif
