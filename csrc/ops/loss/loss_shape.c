/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of losses. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/loss.h"
#include "ops/common/shape.h"

/* The reduction that keeps each element: neither a sum nor a mean. */
#define NOT_JOINED 0

static bool is_joined(const struct call *call, int reduction)
{
    return shape_integer(call, reduction) != NOT_JOINED;
}

/* The common shape, or no dimensions where there is a reduction. */
bool loss_shape_loss(const struct call *call, int self, int target, int reduction,
                     struct shape *shape)
{
    return is_joined(call, reduction) ? shape_none(shape)
                                      : shape_broadcast(call, (int[]){self, target}, 2, shape);
}

/* One element for each class that target names, or one where there is a reduction. */
bool loss_shape_class_losses(const struct call *call, int target, int reduction,
                             struct shape *shape)
{
    return is_joined(call, reduction) ? shape_none(shape)
                                      : shape_copy(shape, call_tensor(call, target));
}

/* One element for each row, or one where there is a reduction. */
bool loss_shape_row_losses(const struct call *call, int target, int reduction, struct shape *shape)
{
    const char *how = call->arguments[reduction].text;
    return how != NULL && strcmp(how, "none") == 0 ? shape_copy(shape, call_tensor(call, target))
                                                   : shape_line(shape, 1);
}

/* The common shape, without the first dimension where there is a reduction. */
bool loss_shape_first_joined(const struct call *call, int self, int target, int reduction,
                             struct shape *shape)
{
    if (!shape_broadcast(call, (int[]){self, target}, 2, shape))
        return false;
    if (!is_joined(call, reduction) || shape->rank == 0)
        return true;
    shape->rank--;
    memmove(shape->dims, shape->dims + 1, (size_t)shape->rank * sizeof *shape->dims);
    return true;
}

/* One element for each sequence of [time, batch, classes], or one for [time, classes]. */
bool loss_shape_sequence_losses(const struct call *call, int logProbs, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, logProbs);
    shape->rank = 0;
    shape_push_dims(shape, tensor, 1, tensor->rank - 1);
    return true;
}

/* CANN rounds the number of positions of a sequence, blanks included, up to a multiple of this. */
#define PLACES_IN_A_GROUP 8

/* One element for each time and each position of each sequence, blanks included. */
bool loss_shape_beginnings(const struct call *call, int logProbs, int lengths, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, logProbs);
    struct shape_numbers targets = shape_numbers(call, lengths);
    int64_t longest = 0;
    if (tensor->rank == 0)
        return false;
    for (int64_t i = 0; i < targets.count; i++)
        longest = shape_larger(longest, targets.each[i]);
    int64_t places = shape_sum(shape_product(2, longest), 1);
    int64_t groups = shape_quotient_up(places, PLACES_IN_A_GROUP);
    shape_pair(shape, targets.count, tensor->dims[0]);
    shape_push(shape, shape_product(groups, PLACES_IN_A_GROUP));
    return true;
}

/* One element for each row, or one where there is a reduction. */
bool loss_shape_label_losses(const struct call *call, int self, int reduction, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    bool is_each = !is_joined(call, reduction) && tensor->rank == 2;
    return is_each ? shape_line(shape, tensor->dims[0]) : shape_none(shape);
}

/* A byte for eight elements. */
bool loss_shape_mask_bytes(const struct call *call, int rows, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, rows);
    return given->rank == 1 && shape_line(shape, shape_quotient_up(given->dims[0], 8));
}

/* The rows of a tensor by those of another one. */
bool loss_shape_logits_of(const struct call *call, int input, int weight, struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, input);
    const struct tensor *classes = call_tensor(call, weight);
    return rows->rank == 2 && classes->rank == 2 &&
           shape_pair(shape, rows->dims[0], classes->dims[0]);
}

/* The shape of a tensor, or one element where a word joins the losses. */
bool loss_shape_joined_by_word(const struct call *call, int input, int reduction,
                               struct shape *shape)
{
    return loss_shape_row_losses(call, input, reduction, shape);
}

/* The shape of logits, or no result where there are none. */
bool loss_shape_softmax_of(const struct call *call, int logits, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, logits);
    return given != NULL ? shape_copy(shape, given) : shape_absent(shape);
}
