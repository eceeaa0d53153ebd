/* SPDX-License-Identifier: Apache-2.0 */
/* The aclnnRemainder and aclnnFmod calls: the rules of CANN's op_api for types and shapes, and its
 * lists. */
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/binary.h"
#include "declared/common.h"
#include "workspace/l0_operators.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

static const int64_t one[] = {1};

/* Appends BroadcastTo. CANN does so here even when the tensor has the shape. */
static int repeat(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    if (rank == 1 && dims[0] == 1)
        tensor = l0_reshape(list, tensor, NULL, 0);
    return l0_broadcast_to(list, tensor, dims, rank);
}

/* Makes a tensor dense, of at least one dimension, and of a type. */
static int operand(struct l0_list *list, int tensor, aclDataType type)
{
    int dense = l0_contiguous(list, tensor);
    if (dense == L0_NONE)
        return L0_NONE;
    if (list->tensors[dense].rank == 0)
        dense = repeat(list, dense, one, 1);
    return l0_cast(list, dense, type);
}

/* Repeats a tensor to the output's shape, with [1] in place of []. */
static int like_out(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE)
        return L0_NONE;
    const struct l0_tensor x = list->tensors[tensor];
    const struct l0_tensor y = list->tensors[out];
    bool same = x.rank == y.rank;
    for (int32_t i = 0; same && i < x.rank; i++)
        same = x.dims[i] == y.dims[i];
    if (same)
        return tensor;
    return repeat(list, tensor, y.rank == 0 ? one : y.dims, y.rank == 0 ? 1 : y.rank);
}

static void write(struct l0_list *list, int left, int right, aclDataType type, int out)
{
    int rest = list_apply2(list, &l0_FloorMod, type, left, right);
    if (rest == L0_NONE || out == L0_NONE)
        return;
    rest = l0_cast(list, rest, list->tensors[out].type);
    if (rest != L0_NONE && list->tensors[out].rank == 0 && list->tensors[rest].rank != 0)
        rest = l0_reshape(list, rest, NULL, 0);
    l0_view_copy(list, rest, out);
}

void binary_list_remainder(struct l0_list *list, int self, int other, int out, aclDataType promoted)
{
    if (list->architecture == ARCHITECTURE_3510 && promoted != ACL_DOUBLE) {
        list_binary_in_turn(list, &l0_FloorMod, self, other, promoted, out);
        return;
    }
    int left = operand(list, self, promoted);
    int right = operand(list, other, promoted);
    left = like_out(list, left, out);
    write(list, left, like_out(list, right, out), promoted, out);
}

void binary_list_remainder_by_number(struct l0_list *list, int self, const struct scalar *other,
                                     int out, aclDataType promoted)
{
    if (list->architecture == ARCHITECTURE_3510 && promoted != ACL_DOUBLE) {
        int dense = l0_cast(list, l0_contiguous(list, self), promoted);
        write(list, dense, l0_constant(list, "other", other, promoted), promoted, out);
        return;
    }
    int left = operand(list, self, promoted);
    int number = l0_constant(list, "other", other, promoted);
    if (left == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[left];
    write(list, left, repeat(list, number, shape.dims, shape.rank), promoted, out);
}

void binary_list_remainder_of_number(struct l0_list *list, const struct scalar *self, int other,
                                     int out, aclDataType promoted)
{
    if (list->architecture == ARCHITECTURE_3510) {
        int dense = l0_cast(list, l0_contiguous(list, other), promoted);
        write(list, l0_constant(list, "self", self, promoted), dense, promoted, out);
        return;
    }
    if (other == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[other];
    int number = l0_constant(list, "self", self, promoted);
    number = repeat(list, number, shape.rank == 0 ? one : shape.dims,
                    shape.rank == 0 ? 1 : shape.rank);
    write(list, number, operand(list, other, promoted), promoted, out);
}
