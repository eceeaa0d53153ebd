/* SPDX-License-Identifier: Apache-2.0 */
/* CtcLoss and MultilabelMarginLoss: checks. */
#include "ops/loss/sequence_loss.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/loss.h"
#include "ops/common/check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

static int64_t sum_of(const struct array *lengths)
{
    int64_t sum = 0;
    for (uint64_t i = 0; i < lengths->size; i++)
        sum += array_integers(lengths)[i];
    return sum;
}

static aclnnStatus check_lengths(const struct call *call, int lengths, int64_t count, int64_t most)
{
    const struct array *array = call->arguments[lengths].array;
    if (array->size != (uint64_t)count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %" PRIu64 " entries; %" PRId64
                      ", one for each sequence, are required",
                      call_name(call, lengths), array->size, count);
    for (uint64_t i = 0; i < array->size; i++)
        if (array_integers(array)[i] < 0 || array_integers(array)[i] > most)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "entry %" PRIu64 " of %s is %" PRId64 "; 0 to %" PRId64 " is supported",
                          i, call_name(call, lengths), array_integers(array)[i], most);
    return ACLNN_SUCCESS;
}

/* The shapes of distributions, of the classes that each sequence should give, and of both
 * lengths. */
aclnnStatus loss_check_sequences(struct call *call, int logProbs, int targets, int inputLengths,
                                 int targetLengths, int blank)
{
    const struct tensor *p = call_tensor(call, logProbs);
    const struct tensor *t = call_tensor(call, targets);
    int64_t given = call->arguments[blank].integer;
    if (p->rank < 2 || p->rank > 3 || p->dims[0] == 0)
        return call_refuse_shape(call, logProbs,
                                 "(T, N, C) or (T, C), with a time at least, is required");
    aclnnStatus status = check_rank(call, logProbs, 2, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t count = p->rank == 3 ? p->dims[1] : 1;
    int64_t classes = p->dims[p->rank - 1];
    if (given < 0 || given >= classes)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 "; a class, 0 to %" PRId64 ", is required",
                      call_name(call, blank), given, classes - 1);
    status = check_lengths(call, inputLengths, count, p->dims[0]);
    if (status == ACLNN_SUCCESS)
        status = check_lengths(call, targetLengths, count, INT32_MAX);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct array *lengths = call->arguments[targetLengths].array;
    bool fits = t->rank == 2 ? t->dims[0] == count && t->dims[1] >= loss_sequence_largest(lengths)
                             : t->rank == 1 && t->dims[0] == sum_of(lengths);
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(
                      call, targets,
                      "(N, S) with the longest sequence of classes, or all of them one "
                      "behind the other, is required");
}

aclnnStatus loss_check_ctc_results(struct call *call, int logProbs, int targetLengths, int loss,
                                   int logAlpha)
{
    const struct tensor *p = call_tensor(call, logProbs);
    const struct tensor *y = call_tensor(call, loss);
    const struct tensor *a = call_tensor(call, logAlpha);
    int64_t longest = loss_sequence_largest(call->arguments[targetLengths].array);
    int64_t count = p->rank == 3 ? p->dims[1] : 1;
    bool is_950 = call_is_on_950(call);
    if (y->rank != p->rank - 2 || (y->rank == 1 && y->dims[0] != count))
        return call_refuse_shape(call, loss, "an element for each sequence is required");
    if (a->rank == 3 && a->dims[0] == count && a->dims[1] == p->dims[0] &&
        (a->dims[2] == loss_sequence_padded(longest) || (is_950 && a->dims[2] == 2 * longest + 1)))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, logAlpha,
                             "(N, T, 2 S + 1), the last rounded up to a multiple of 8 "
                             "before Ascend950, is required");
}

aclnnStatus loss_check_ctc_gradient(struct call *call, int gradOut, int logProbs, int targetLengths,
                                    int loss, int logAlpha, int out)
{
    const struct tensor *p = call_tensor(call, logProbs);
    const struct tensor *g = call_tensor(call, gradOut);
    const struct tensor *y = call_tensor(call, loss);
    const struct tensor *a = call_tensor(call, logAlpha);
    int64_t longest = loss_sequence_largest(call->arguments[targetLengths].array);
    if (p->rank != 3)
        return call_refuse_shape(call, logProbs, "(T, N, C) is required");
    if (g->rank != 1 || g->dims[0] != p->dims[1])
        return call_refuse_shape(call, gradOut, "an element for each sequence is required");
    if (y->rank != 1 || y->dims[0] != p->dims[1])
        return call_refuse_shape(call, loss, "an element for each sequence is required");
    if (a->rank != 3 || a->dims[0] != p->dims[1] || a->dims[1] != p->dims[0] ||
        a->dims[2] < 2 * longest + 1)
        return call_refuse_shape(call, logAlpha, "that which aclnnCtcLoss gave is required");
    return check_same_shape(call, out, logProbs);
}

/* With a single sequence CANN counts the classes as if they were sequences. */
aclnnStatus loss_check_ctc_type(struct call *call, int logProbs, int logAlpha)
{
    const struct tensor *p = call_tensor(call, logProbs);
    if (call->soc->architecture != ARCHITECTURE_2201 || !type_is_half(p->type) ||
        ((p->rank == 2 || p->dims[2] <= 200000) && p->dims[1] <= 8180 &&
         loss_sequence_room_of_row(call_tensor(call, logAlpha)->dims[2]) <= MOST_PLACES))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s and has more than 200000 classes, more than 8180 sequences (or classes "
                  "of one), or %s has room for more than 1000 places of a target",
                  call_name(call, logProbs), data_type_name(p->type), call_name(call, logAlpha));
}

/* ---- MultilabelMarginLoss -------------------------------------------------------------------- */

aclnnStatus loss_check_labels(struct call *call, int self, int target, int reduction, int out,
                              int isTarget)
{
    const struct tensor *x = call_tensor(call, self);
    const struct tensor *t = call_tensor(call, target);
    const struct tensor *y = call_tensor(call, out);
    int64_t labels = 0;
    int64_t losses = 0;
    if (x->rank > 2 || (x->rank > 0 && x->dims[x->rank - 1] == 0))
        return call_refuse_shape(
            call, self, "(N, C), (C) or no dimensions, with a class at least, is required");
    aclnnStatus status = check_rank(call, self, 0, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    bool fits = x->rank == 2 ? same_dims(t->dims, t->rank, x->dims, 2)
                             : t->rank <= 1 && tensor_element_count(t, &labels) &&
                                   labels == (x->rank == 0 ? 1 : x->dims[0]);
    if (!fits)
        return call_refuse_shape(call, target, "a label for each class of self is required");
    if (x->rank == 2 && call->arguments[reduction].integer == NONE)
        fits = y->rank == 1 && y->dims[0] == x->dims[0];
    else
        fits = y->rank <= 1 && tensor_element_count(y, &losses) && losses == 1;
    if (!fits)
        return call_refuse_shape(call, out,
                                 "an element for each row, or one where they are joined, is "
                                 "required");
    return check_same_shape(call, isTarget, target);
}
