/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers (docs/reference/random.md): what the work of their L0 operators is told. */
#ifndef ACLNN_PY_OPS_RANDOM_RANDOM_H
#define ACLNN_PY_OPS_RANDOM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/convert.h"
#include "workspace/l0.h"

enum random_kind {
    RANDOM_UNIFORM,  /* float32 or float64: unit * factor + term, at most `most` */
    RANDOM_NORMAL,   /* float32 or float64: normal * factor + term */
    RANDOM_INTEGERS, /* int64: low and the range - 1 integers that follow it */
    RANDOM_TRUTHS,   /* bool: true with the probability */
    RANDOM_BITS,     /* uint8, of 8 elements each: 0 with the probability */
};

struct random_attributes {
    enum random_kind kind;
    bool from_tensors; /* seed, and what offset is added to, are the two inputs: of one element */
    uint64_t seed;
    uint64_t offset;
    double factor;
    double term;
    double most;
    int64_t low;
    uint64_t range; /* 0: 2^64 */
    double probability;
    bool replaces; /* of samples */
};

/* Where the numbers of a call come from: numbers, or two tensors and what is added to the second.
 */
struct random_source {
    int seed_tensor; /* L0_NONE: numbers */
    int offset_tensor;
    uint64_t seed;
    uint64_t offset;
};

/*
 * The step that draws the numbers of a tensor which the list has: of its type, or drawn in float32,
 * float64, int64 or bool and converted to it. row is the operator that stands for it on the device.
 */
void random_draw(struct l0_list *list, const struct l0_row *row,
                 const struct random_attributes *attributes, const struct random_source *source,
                 int tensor);

/* The unit interval from term on, so long: the attributes of uniform numbers in a type. */
struct random_attributes random_uniform(double from, double to, aclDataType type);

/* The attributes of integers in [from, to). */
struct random_attributes random_integers(int64_t from, int64_t to);

struct random_source random_of_numbers(uint64_t seed, uint64_t offset);
struct random_source random_of_tensors(int seed, int offset, uint64_t more);

/* For the size: one operator whose output has the dims of another tensor. */
int random_launch(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                  int like, aclDataType type);

/* For the size: what is made of the seed and the offset in tensors; how many inputs they are. */
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
