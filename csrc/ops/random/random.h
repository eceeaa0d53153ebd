/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers (docs/reference/random.md): attributes of the work of their L0 operators. */
#ifndef ACLNN_PY_OPS_RANDOM_RANDOM_H
#define ACLNN_PY_OPS_RANDOM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/convert.h"
#include "workspace/l0.h"

enum random_kind {
    RANDOM_UNIFORM,  /* float32 or float64: unit * factor + term, and not above `most` */
    RANDOM_NORMAL,   /* float32 or float64: normal * factor + term */
    RANDOM_INTEGERS, /* int64: from low on, one of `range` integers */
    RANDOM_TRUTHS,   /* bool: true with the probability */
    RANDOM_BITS,     /* uint8, with a bit for each of 8 elements: 0 with the probability */
};

struct random_attributes {
    enum random_kind kind;
    bool from_tensors; /* the seed, and what is added to offset, are two inputs of one element
                        * each */
    uint64_t seed;
    uint64_t offset;
    double factor;
    double term;
    double most;
    int64_t low;
    uint64_t range; /* 0: 2^64 */
    double probability;
    bool replaces; /* samples may repeat */
};

/* Where the numbers of a call come from: a seed and an offset as numbers, or as two tensors with a
 * number added to the second. */
struct random_source {
    int seed_tensor; /* L0_NONE: the seed is a number */
    int offset_tensor;
    uint64_t seed;
    uint64_t offset;
};

/* Appends the step that draws the numbers of a tensor of the list, in its type, or in float32,
 * float64, int64 or bool and converted to it. row is the device's operator for it. */
void random_draw(struct l0_list *list, const struct l0_row *row,
                 const struct random_attributes *attributes, const struct random_source *source,
                 int tensor);

/* Attributes of uniform numbers between two numbers, in a type. */
struct random_attributes random_uniform(double from, double to, aclDataType type);

/* Attributes of integers in [from, to). */
struct random_attributes random_integers(int64_t from, int64_t to);

struct random_source random_of_numbers(uint64_t seed, uint64_t offset);
struct random_source random_of_tensors(int seed, int offset, uint64_t more);

/* For the size: appends an operator whose output has the dims of another tensor. */
int random_launch(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                  int like, aclDataType type);

/* For the size: appends what is made of a seed and an offset in tensors. Returns how many inputs
 * these are. */
int random_launch_source(struct l0_list *list, const struct random_source *source, bool is_joined,
                         bool is_cast, int *inputs);

static inline float random_rounded(double number, aclDataType type)
{
    return type_is_half(type) ? rounded_to_half((float)number, type) : (float)number;
}

static inline const struct random_source *random_from_tensors(const struct random_source *source)
{
    return source->seed_tensor != L0_NONE ? source : NULL;
}

#endif
