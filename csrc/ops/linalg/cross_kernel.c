/* SPDX-License-Identifier: Apache-2.0 */
/* LinalgCross: lines of vectors of three elements, for aclnn_py/kernels/cross.py. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "declared/linalg.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer vectors is not worth waking a thread for. */
#define VECTORS_A_BLOCK ((int64_t)1 << 14)

/* Vectors beside each other that are worth a line; else the longest dimension is one. */
#define LONG_LINE 16

/* The operands: two inputs, and the output, whose dims they are broadcast to. */
struct cross {
    const struct work_view *views[3];
    int64_t strides[3][TENSOR_MAX_DIMS]; /* bytes */
    int32_t dim;                         /* of the three elements */
    int32_t along;                       /* the dimension of a line; -1: a line is one vector */
    int64_t line;                        /* vectors of one */
    int64_t count;                       /* number of vectors */
    kernel_function kernel;
    int64_t tiling[CROSS_TILING_SIZE];
};

static int kernel_of(aclDataType type)
{
    switch ((int)type) {
    case ACL_FLOAT: return KERNEL_CROSS_FLOAT32;
    case ACL_DOUBLE: return KERNEL_CROSS_FLOAT64;
    case ACL_INT8:
    case ACL_UINT8: return KERNEL_CROSS_BITS8;
    case ACL_INT16: return KERNEL_CROSS_BITS16;
    case ACL_INT32: return KERNEL_CROSS_BITS32;
    case ACL_INT64: return KERNEL_CROSS_BITS64;
    case ACL_COMPLEX64: return KERNEL_CROSS_COMPLEX64;
    default: return KERNEL_CROSS_COMPLEX128;
    }
}

/* The last dimension that is long enough, or the longest. */
static int32_t find_line(const struct work_view *out, int32_t dim)
{
    int32_t found = -1;
    for (int32_t i = out->rank - 1; i >= 0; i--) {
        if (i == dim)
            continue;
        if (out->dims[i] >= LONG_LINE)
            return i;
        if (found < 0 || out->dims[i] > out->dims[found])
            found = i;
    }
    return found;
}

/* Dimensions in front that an operand has not, and those it repeats, have a stride of 0. */
static void find_strides(struct cross *cross, int operand)
{
    const struct work_view *out = cross->views[2];
    const struct work_view *view = cross->views[operand];
    int64_t width = data_type_bits(view->type) / 8;
    int32_t lead = out->rank - view->rank;
    for (int32_t i = 0; i < out->rank; i++) {
        bool steps = i >= lead && view->dims[i - lead] != 1;
        cross->strides[operand][i] = steps ? view->strides[i - lead] * width : 0;
    }
    cross->tiling[CROSS_TILING_ELEMENT_STEPS + operand] = cross->strides[operand][cross->dim] /
                                                          width;
    if (cross->along >= 0)
        cross->tiling[CROSS_TILING_VECTOR_STEPS + operand] = cross->strides[operand][cross->along] /
                                                             width;
}

/* Where the vector `first` of a line begins. */
static void find_vector(const struct cross *cross, int64_t line, int64_t first,
                        int64_t arguments[CROSS_ARGUMENT_COUNT])
{
    const struct work_view *out = cross->views[2];
    for (int operand = 0; operand < 3; operand++) {
        const int64_t *strides = cross->strides[operand];
        int64_t offset = cross->along >= 0 ? first * strides[cross->along] : 0;
        int64_t rest = line;
        for (int32_t i = out->rank - 1; i >= 0; i--) {
            if (i == cross->dim || i == cross->along)
                continue;
            offset += rest % out->dims[i] * strides[i];
            rest /= out->dims[i];
        }
        arguments[operand] = (int64_t)(intptr_t)(cross->views[operand]->address + offset);
    }
}

static void do_vectors(int64_t block, int64_t blocks, void *context)
{
    const struct cross *cross = context;
    struct block_share share = share_of_block(cross->count, block, blocks);
    int64_t tiling[CROSS_TILING_SIZE];
    int64_t arguments[CROSS_ARGUMENT_COUNT];
    memcpy(tiling, cross->tiling, sizeof tiling);
    for (int64_t at = share.first; at < share.past; at += tiling[CROSS_TILING_COUNT]) {
        int64_t first = at % cross->line;
        tiling[CROSS_TILING_COUNT] = least(cross->line - first, share.past - at);
        find_vector(cross, at / cross->line, first, arguments);
        cross->kernel(0, 1, (int64_t)(intptr_t)tiling, (int64_t)(intptr_t)arguments);
    }
}

static void run_cross_work(const struct work *work, struct task_failure *failure)
{
    const struct work_view *out = &work->outputs[0];
    int32_t dim = *(const int32_t *)work->attributes;
    struct cross cross = {
        .views = {&work->inputs[0], &work->inputs[1], out},
        .dim = dim,
        .along = find_line(out, dim),
        .line = 1,
        .count = 1,
        .kernel = ai_cores_kernel(kernel_of(out->type)),
    };
    (void)failure;
    if (cross.along >= 0)
        cross.line = out->dims[cross.along];
    for (int32_t i = 0; i < out->rank; i++)
        cross.count *= i == dim ? 1 : out->dims[i];
    for (int operand = 0; operand < 3; operand++)
        find_strides(&cross, operand);
    ai_cores_run_function("cross", do_vectors,
                          blocks_for(cross.count, VECTORS_A_BLOCK, cross.count), &cross);
}
const struct l0_run linalg_kernel_cross = {.run = run_cross_work};
