/* SPDX-License-Identifier: Apache-2.0 */
/* Losses of classes: checks. */
#include "ops/loss/cross_entropy.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/loss.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static int64_t count_of(const struct tensor *tensor)
{
    int64_t count = 0;
    return tensor_element_count(tensor, &count) ? count : -1;
}

/* Whether the tensor is one number for all positions: of one dimension or none. */
static bool is_single(const struct tensor *tensor)
{
    return tensor->rank <= 1 && count_of(tensor) == 1;
}

/* self is (C) or (N, C), or an image whose second dimension is that of classes. target has the
 * other dimensions, and weight has one number a class. */
aclnnStatus loss_check_classes(struct call *call, int self, int target, int weight)
{
    const struct tensor *x = call_tensor(call, self);
    const struct tensor *t = call_tensor(call, target);
    const struct tensor *w = call_tensor(call, weight);
    if (x->rank < 1 || x->rank > 2)
        return call_refuse_shape(call, self, "(C) or (N, C) is required");
    if (t->rank != x->rank - 1 || (t->rank == 1 && t->dims[0] != x->dims[0]))
        return call_refuse_shape(call, target, "a class for each row of self is required");
    if (w->rank != 1 || w->dims[0] != x->dims[x->rank - 1])
        return call_refuse_shape(call, weight, "a weight for each class of self is required");
    return ACLNN_SUCCESS;
}

/* The losses, or their gradient, have an element for each position without a reduction, and
 * otherwise one element. */
aclnnStatus loss_check_class_losses(struct call *call, int self, int reduction, int losses)
{
    const struct tensor *x = call_tensor(call, self);
    const struct tensor *given = call_tensor(call, losses);
    if (x->rank != 2 || call->arguments[reduction].integer != NONE)
        return is_single(given)
                   ? ACLNN_SUCCESS
                   : call_refuse_shape(call, losses,
                                       "one element, in one dimension or none, is required");
    return given->rank == 1 && given->dims[0] == x->dims[0]
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, losses, "an element for each row of self is required");
}

aclnnStatus loss_check_holds_one(struct call *call, int tensor)
{
    return count_of(call_tensor(call, tensor)) == 1
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor, "one element is required");
}

/* When target has elements, there is at least one class. */
aclnnStatus loss_check_named_classes(struct call *call, int self, int target)
{
    const struct tensor *x = call_tensor(call, self);
    if (x->dims[x->rank - 1] != 0 || count_of(call_tensor(call, target)) == 0)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "the last dimension of %s, the classes, is 0; where %s has elements more is required",
        call_name(call, self), call_name(call, target));
}

aclnnStatus loss_check_images_of_classes(struct call *call, int self, int target)
{
    const struct tensor *x = call_tensor(call, self);
    const struct tensor *t = call_tensor(call, target);
    if (x->rank != 4)
        return call_refuse_shape(call, self, "(N, C, H, W) is required");
    if (t->rank != 3 || t->dims[0] != x->dims[0] || t->dims[1] != x->dims[2] ||
        t->dims[2] != x->dims[3])
        return call_refuse_shape(call, target, "a class for each place of self is required");
    return ACLNN_SUCCESS;
}

/* CANN counts the elements of weight for the gradient, whatever its dimensions, and compares only
 * the first dimension for the loss. The kernels read one number a class. */
aclnnStatus loss_check_holds_classes(struct call *call, int weight, int self)
{
    return count_of(call_tensor(call, weight)) == call_tensor(call, self)->dims[1]
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, weight, "a weight for each class of self is required");
}

aclnnStatus loss_check_begins_with_classes(struct call *call, int weight, int self)
{
    const struct tensor *w = call_tensor(call, weight);
    if (w->rank < 1 || w->dims[0] != call_tensor(call, self)->dims[1])
        return call_refuse_shape(call, weight, "a weight for each class of self is required");
    return check_rank(call, weight, 1, 8);
}

aclnnStatus loss_check_image_losses(struct call *call, int target, int reduction, int losses)
{
    if (call->arguments[reduction].integer == NONE)
        return check_same_shape(call, losses, target);
    return loss_check_holds_one(call, losses);
}

aclnnStatus loss_check_image_gradient(struct call *call, int target, int reduction, int gradient)
{
    if (call->arguments[reduction].integer == NONE)
        return check_same_shape(call, gradient, target);
    return is_single(call_tensor(call, gradient))
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, gradient,
                                   "one element, in one dimension or none, is required");
}

/* The same as check_same_type, when the tensor is given. */
aclnnStatus loss_check_types_with(struct call *call, int weight, int self, int other)
{
    return call_tensor(call, weight) == NULL ? ACLNN_SUCCESS : check_same_type(call, self, other);
}

/* out has the shape to which self is reduced, unless self is empty. */
aclnnStatus loss_check_reduced_to(struct call *call, int self, int reduction, int out)
{
    const struct tensor *x = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    bool is_joined = call->arguments[reduction].integer != NONE;
    int64_t count = count_of(x);
    if (count == 0 || ((is_joined || count == 1) && count_of(result) == 1) ||
        (!is_joined && same_dims(x->dims, x->rank, result->dims, result->rank)))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, out,
                             is_joined ? "one element is required" : "that of self is required");
}

aclnnStatus loss_check_each_reduced_to(struct call *call, int self, int reduction, int out)
{
    bool is_joined = call->arguments[reduction].integer != NONE;
    return is_joined ? ACLNN_SUCCESS : loss_check_reduced_to(call, self, reduction, out);
}

/* Only the copy to out finds that out is too large. */
aclnnStatus loss_check_joined_reduced_to(struct call *call, int self, int reduction, int out)
{
    bool is_joined = call->arguments[reduction].integer != NONE;
    return !is_joined || loss_check_reduced_to(call, self, reduction, out) == ACLNN_SUCCESS
               ? ACLNN_SUCCESS
               : ACLNN_ERR_INNER_NULLPTR;
}

/* An operand broadcasts to the shape of self, unless self is empty; or to the common shape of self
 * and target. */
aclnnStatus loss_check_fits(struct call *call, int operand, int self)
{
    return call_tensor(call, operand) == NULL || count_of(call_tensor(call, self)) == 0
               ? ACLNN_SUCCESS
               : check_broadcast(call, (const int[]){operand, self}, 2, self);
}

aclnnStatus loss_check_fits_both(struct call *call, int operand, int self, int target)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t all[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    int32_t count = 0;
    aclnnStatus status = call_broadcast(call, (const int[]){self, target}, 2, dims, &rank);
    if (status == ACLNN_SUCCESS)
        status = call_broadcast(call, (const int[]){self, target, operand}, 3, all, &count);
    if (status != ACLNN_SUCCESS || same_dims(dims, rank, all, count))
        return status;
    return call_refuse_shape(call, operand, "what broadcasts to self and target is required");
}

/* The same as check_same_shape, unless self is empty. */
aclnnStatus loss_check_same_shape_of_some(struct call *call, int self, int other)
{
    return count_of(call_tensor(call, self)) == 0 ? ACLNN_SUCCESS
                                                  : check_same_shape(call, self, other);
}

/* ---- SoftmaxCrossEntropyWithLogits ----------------------------------------------------------- */

aclnnStatus loss_check_softmax_losses(struct call *call, int features, int labels, int loss,
                                      int backprop)
{
    const struct tensor *x = call_tensor(call, features);
    const struct tensor *t = call_tensor(call, labels);
    const struct tensor *y = call_tensor(call, loss);
    if (x->rank != 2)
        return call_refuse_shape(call, features, "two dimensions are required");
    if (t->rank != 2)
        return call_refuse_shape(call, labels, "two dimensions are required");
    if (count_of(x) == 0 || count_of(t) == 0)
        return ACLNN_SUCCESS;
    if ((t->dims[0] != 1 && t->dims[0] != x->dims[0]) ||
        (t->dims[1] != 1 && t->dims[1] != x->dims[1]))
        return call_refuse_shape(call, labels,
                                 "that of features is required, or one that broadcasts");
    if (y->rank != 1 || y->dims[0] != x->dims[0])
        return call_refuse_shape(call, loss, "an element for each row of features is required");
    return check_same_shape(call, backprop, features);
}

/* ---- CrossEntropyLoss ------------------------------------------------------------------------ */

aclnnStatus loss_check_joins_losses(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (given == NULL || strcmp(given, "mean") == 0 || strcmp(given, "sum") == 0 ||
        strcmp(given, "none") == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_TILING_ERROR,
                  "%s is \"%s\"; \"mean\", \"sum\" and \"none\" are supported",
                  call_name(call, text), given);
}

/* Accepts any number: the vendor does not use it. */
aclnnStatus loss_check_unused_real(struct call *call, int number)
{
    (void)call;
    (void)number;
    return ACLNN_SUCCESS;
}

aclnnStatus loss_check_unused_integer(struct call *call, int number)
{
    return loss_check_unused_real(call, number);
}

aclnnStatus loss_check_smoothing(struct call *call, int number)
{
    double given = call->arguments[number].real;
    if (given >= 0 && given <= 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_TILING_ERROR, "%s is %g; 0 to 1 is supported",
                  call_name(call, number), given);
}

static aclnnStatus refuse_rows(const struct call *call, int parameter, const char *required)
{
    char is[160];
    const struct tensor *tensor = call_tensor(call, parameter);
    return report(ACLNN_ERR_INNER_TILING_ERROR, "%s has the shape %s; %s",
                  call_name(call, parameter),
                  dims_describe(tensor->dims, tensor->rank, is, sizeof is), required);
}

/* 561002 unless target has a class for each row; reductions are given as words. */
aclnnStatus loss_check_class_rows(struct call *call, int input, int target, int weight)
{
    const struct tensor *x = call_tensor(call, input);
    const struct tensor *t = call_tensor(call, target);
    const struct tensor *w = call_tensor(call, weight);
    if (x->rank != 2 || x->dims[1] < 1)
        return refuse_rows(call, input, "(N, C), with a class at least, is required");
    if (t->rank != 1 || t->dims[0] != x->dims[0])
        return refuse_rows(call, target, "a class for each row is required");
    if (w != NULL && (w->rank != 1 || w->dims[0] != x->dims[1]))
        return refuse_rows(call, weight, "a weight for each class is required");
    return ACLNN_SUCCESS;
}

aclnnStatus loss_check_row_losses(struct call *call, int input, int reduction, int losses)
{
    const struct tensor *given = call_tensor(call, losses);
    const struct tensor *x = call_tensor(call, input);
    if (loss_cross_entropy_reduction_of(call->arguments[reduction].text) != NONE)
        return is_single(given) ? ACLNN_SUCCESS
                                : refuse_rows(call, losses, "one element is required");
    return given->rank == 1 && given->dims[0] == x->dims[0]
               ? ACLNN_SUCCESS
               : refuse_rows(call, losses, "an element for each row is required");
}

/* ---- ScaledMaskedSoftmax --------------------------------------------------------------------- */

/* x has four dimensions, and mask broadcasts along the first two. */
aclnnStatus loss_check_masked_rows(struct call *call, int x, int mask)
{
    const struct tensor *a = call_tensor(call, x);
    const struct tensor *b = call_tensor(call, mask);
    int64_t most = call_is_on_950(call) ? 8192 : 4096;
    if (a->rank != 4)
        return call_refuse_shape(call, x, "four dimensions are required");
    if (b->rank != 4 || (b->dims[0] != 1 && b->dims[0] != a->dims[0]) ||
        (b->dims[1] != 1 && b->dims[1] != a->dims[1]) || b->dims[2] != a->dims[2] ||
        b->dims[3] != a->dims[3])
        return call_refuse_shape(
            call, mask, "that of the numbers, or 1 in the first two dimensions, is required");
    if (a->dims[3] > 0 && a->dims[3] <= most)
        return check_rank(call, x, 4, 4);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the last dimension of %s is %" PRId64 "; 1 to %" PRId64 " are supported",
                  call_name(call, x), a->dims[3], most);
}

aclnnStatus loss_check_false(struct call *call, int flag)
{
    return call->arguments[flag].integer == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is true; false is supported",
                        call_name(call, flag));
}
