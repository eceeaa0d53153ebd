/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnLinalgCross: its check, its list, and the work: products of vectors of three elements. */
#include <complex.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/linalg.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block must be worth waking a thread for. */
#define VECTORS_A_BLOCK ((int64_t)1 << 14)

/* ---- The work -------------------------------------------------------------------------------- */

struct cross {
    const struct work *work;
    int32_t dim;
    int64_t count; /* of vectors */
};

/* Where a vector of three begins, and its step, in bytes. */
static char *vector_at(const struct cross *cross, const struct work_view *view, int64_t number,
                       int64_t *step)
{
    const struct work_view *out = &cross->work->outputs[0];
    int64_t offset = 0;
    int64_t width = data_type_bits(view->type) / 8;
    int32_t lead = out->rank - view->rank;
    *step = 0;
    for (int32_t i = out->rank - 1; i >= 0; i--) {
        int64_t stride = i >= lead && view->dims[i - lead] != 1 ? view->strides[i - lead] : 0;
        if (i == cross->dim) {
            *step = stride * width;
            continue;
        }
        offset += number % out->dims[i] * stride;
        number /= out->dims[i];
    }
    return view->address + offset * width;
}

/* Products are of the wide type. */
#define CROSS_AS(type, wide)                                                    \
    do {                                                                        \
        type x[3];                                                              \
        type y[3];                                                              \
        for (int j = 0; j < 3; j++) {                                           \
            memcpy(&x[j], a + j * a_step, sizeof x[j]);                         \
            memcpy(&y[j], b + j * b_step, sizeof y[j]);                         \
        }                                                                       \
        for (int j = 0; j < 3; j++) {                                           \
            int p = (j + 1) % 3;                                                \
            int q = (j + 2) % 3;                                                \
            type z = (type)((wide)x[p] * (wide)y[q] - (wide)x[q] * (wide)y[p]); \
            memcpy(to + j * to_step, &z, sizeof z);                             \
        }                                                                       \
    } while (0)

/* Integers wrap: they are multiplied without a sign. */
static void multiply(aclDataType type, const char *a, int64_t a_step, const char *b, int64_t b_step,
                     char *to, int64_t to_step)
{
    switch ((int)type) {
    case ACL_FLOAT: CROSS_AS(float, float); break;
    case ACL_DOUBLE: CROSS_AS(double, double); break;
    case ACL_INT8:
    case ACL_UINT8: CROSS_AS(uint8_t, uint32_t); break;
    case ACL_INT16: CROSS_AS(uint16_t, uint32_t); break;
    case ACL_INT32: CROSS_AS(uint32_t, uint32_t); break;
    case ACL_INT64: CROSS_AS(uint64_t, uint64_t); break;
    case ACL_COMPLEX64: CROSS_AS(float complex, float complex); break;
    default: CROSS_AS(double complex, double complex); break;
    }
}

static void do_vectors(int64_t block, int64_t blocks, void *context)
{
    const struct cross *cross = context;
    const struct work_view *out = &cross->work->outputs[0];
    struct block_share share = share_of_block(cross->count, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t a_step = 0;
        int64_t b_step = 0;
        int64_t to_step = 0;
        const char *a = vector_at(cross, &cross->work->inputs[0], i, &a_step);
        const char *b = vector_at(cross, &cross->work->inputs[1], i, &b_step);
        char *to = vector_at(cross, out, i, &to_step);
        multiply(out->type, a, a_step, b, b_step, to, to_step);
    }
}

static void run_cross_work(const struct work *work, struct task_failure *failure)
{
    const struct work_view *out = &work->outputs[0];
    struct cross cross = {work, *(const int32_t *)work->attributes, 1};
    (void)failure;
    for (int32_t i = 0; i < out->rank; i++)
        cross.count *= i == cross.dim ? 1 : out->dims[i];
    ai_cores_run_function("cross", do_vectors,
                          blocks_for(cross.count, VECTORS_A_BLOCK, cross.count), &cross);
}
const struct l0_run linalg_kernel_cross = {.run = run_cross_work};
