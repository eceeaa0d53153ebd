/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnLinalgCross: its check, its list, and the work: products of vectors of three elements. */
#include <complex.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* A block must be worth waking a thread for. */
#define VECTORS_A_BLOCK ((int64_t)1 << 14)

/* ---- The check ------------------------------------------------------------------------------- */

/* The dimension of the result that is meant: one of the first operand's, but for the ones in front
   that it has not. */
static int32_t cross_dim(const struct tensor *self, const struct tensor *out, int64_t dim)
{
    return (int32_t)(dim < 0 ? dim + out->rank : dim + (out->rank - self->rank));
}

aclnnStatus check_cross(struct call *call, int self, int other, int dim, int out)
{
    char shape[160];
    int64_t count = 0;
    const struct tensor *first = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    aclnnStatus status = check_broadcast(call, (int[]){self, other}, 2, out);
    int64_t at = call->arguments[dim].integer;
    bool is_in = status == ACLNN_SUCCESS && at >= -first->rank && at < first->rank;
    call->is_empty = is_in && tensor_element_count(result, &count) && count == 0;
    if (status != ACLNN_SUCCESS || call->is_empty)
        return status;
    /* Ascend950 does not repeat the first operand before it looks. */
    bool repeats = call->soc->architecture != ARCHITECTURE_3510;
    if (is_in && result->dims[cross_dim(first, result, at)] == 3 &&
        (repeats || first->dims[at < 0 ? at + first->rank : at] == 3))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "dim is %d and the shape of %s is %s; a dimension of 3 elements is required",
                  (int)at, call_name(call, self),
                  dims_describe(first->dims, first->rank, shape, sizeof shape));
}

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

extern const struct l0_run run_cross;
const struct l0_run run_cross = {.run = run_cross_work};

/* ---- The list -------------------------------------------------------------------------------- */

/* Halves are computed in float32 and rounded once. */
static int widened(struct l0_list *list, int tensor)
{
    bool is_half = tensor != L0_NONE && type_is_half(list->tensors[tensor].type);
    return is_half ? l0_convert(list, tensor, ACL_FLOAT) : tensor;
}

void list_linalg_cross(struct l0_list *list, int self, int other, int64_t dim, int out)
{
    int32_t *at = arena_take(list->arena, sizeof *at);
    if (self == L0_NONE || other == L0_NONE || out == L0_NONE || at == NULL)
        return;
    const struct l0_tensor to = list->tensors[out];
    *at = cross_dim(list->tensors[self].given, to.given, dim);
    int left = l0_contiguous(list, self);
    int right = l0_contiguous(list, other);
    if (left == L0_NONE || right == L0_NONE)
        return;
    const struct l0_tensor a = list->tensors[left];
    const struct l0_tensor b = list->tensors[right];
    if (list->architecture != L0_3510 && !same_dims(a.dims, a.rank, b.dims, b.rank)) {
        left = l0_append_broadcast_to(list, left, to.dims, to.rank);
        right = l0_append_broadcast_to(list, right, to.dims, to.rank);
    }
    int result = l0_new_shaped(list, "cross", to.type, to.dims, to.rank);
    l0_launch_row(list, &l0_Cross, (int[]){left, right}, 2, 0, &result, 1, NULL);
    left = widened(list, left);
    right = widened(list, right);
    bool is_half = type_is_half(to.type);
    int wide = is_half ? l0_new_shaped(list, "cross", ACL_FLOAT, to.dims, to.rank) : result;
    l0_step(list, L0_STEP_APPLY, &l0_Cross, (int[]){left, right}, 2, &wide, 1, at);
    if (is_half)
        l0_step(list, L0_STEP_CAST, NULL, &wide, 1, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
