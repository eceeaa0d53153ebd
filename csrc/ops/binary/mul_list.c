/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnMul, aclnnMuls and their in-place forms: the lists of CANN's op_api. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/binary.h"
#include "declared/common.h"
#include "ops/binary/scalar.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* Mul of Ascend950 walks strides itself, unless one operand is read so often, in such short pieces,
 * that a dense copy pays. Each of CANN's limits has to be reached: */
#define REPEATS 320    /* how often broadcasting reads the operand */
#define ELEMENTS 512   /* elements of the operand */
#define SHORT_RUN 32   /* fewer elements than this are neighbours in memory */
#define WIDE_STRIDE 24 /* elements from the start of one run to the start of the next */
#define STRIDED_RANK 4 /* the most dimensions that the kernel walks */

/* How often broadcasting with another tensor reads each element, at most `limit`. */
static int64_t repeats(const struct l0_tensor *tensor, const struct l0_tensor *other, int64_t limit)
{
    int64_t times = 1;
    for (int32_t back = 1; back <= other->rank && times < limit; back++) {
        int64_t size = other->dims[other->rank - back];
        bool one = back > tensor->rank || tensor->dims[tensor->rank - back] == 1;
        if (one && size > 1)
            times = size >= limit ? limit : times * size;
    }
    return times;
}

/* Whether elements lie in runs that are short and far apart. */
static bool is_scattered(const struct l0_tensor *tensor)
{
    const int64_t *strides = tensor->given->strides;
    uint32_t seen = 0;
    for (int64_t run = 1; run < SHORT_RUN;) {
        int32_t next = -1; /* the dimension with the next larger stride */
        for (int32_t d = 0; d < tensor->rank; d++)
            if (tensor->dims[d] > 1 && strides[d] != 0 && (seen >> d & 1) == 0 &&
                (next < 0 || strides[d] < strides[next]))
                next = d;
        if (next < 0)
            return false;
        if (strides[next] != run)
            return strides[next] >= WIDE_STRIDE;
        seen |= (uint32_t)1 << next;
        run *= tensor->dims[next];
    }
    return false;
}

static bool pays_copy(const struct l0_tensor *tensor, const struct l0_tensor *other)
{
    return repeats(tensor, other, REPEATS) >= REPEATS && tensor->elements >= ELEMENTS &&
           is_scattered(tensor);
}

static bool walks_strides(const struct l0_list *list, int self, int other, bool mixed,
                          aclDataType promoted)
{
    const struct l0_tensor *a = &list->tensors[self];
    const struct l0_tensor *b = &list->tensors[other];
    if (list->architecture != ARCHITECTURE_3510 || pays_copy(a, b) || pays_copy(b, a))
        return false;
    return mixed || (a->type == promoted && b->type == promoted && a->rank <= STRIDED_RANK &&
                     b->rank <= STRIDED_RANK && list_walks_strides(list, &l0_Mul, promoted));
}

/* The kernel of Mul takes a float32 tensor and a half tensor without a cast. */
static void multiply(struct l0_list *list, int left, int right, bool mixed, aclDataType promoted,
                     int out)
{
    if (!mixed) {
        left = l0_cast(list, left, promoted);
        right = l0_cast(list, right, promoted);
    }
    list_write(list, list_apply2(list, &l0_Mul, promoted, left, right), out);
}

void binary_list_mul(struct l0_list *list, int self, int other, int out, aclDataType promoted)
{
    if (self == L0_NONE || other == L0_NONE)
        return;
    bool mixed = binary_list_are_mixed(list, self, other);
    bool strided = walks_strides(list, self, other, mixed, promoted);
    int left = strided ? self : l0_contiguous(list, self);
    int right = strided ? other : l0_contiguous(list, other);
    multiply(list, left, right, mixed, promoted, out);
}

/* In-place calls make every operand dense, and only Ascend950 takes mixed types. */
void binary_list_inplace_mul(struct l0_list *list, int selfRef, int other, aclDataType promoted)
{
    if (selfRef == L0_NONE || other == L0_NONE)
        return;
    bool mixed = list->architecture == ARCHITECTURE_3510 &&
                 binary_list_are_mixed(list, selfRef, other);
    int left = l0_contiguous(list, selfRef);
    int right = l0_contiguous(list, other);
    multiply(list, left, right, mixed, promoted, selfRef);
}

/* Whether Muls is used, whose kernel takes a half tensor with a float32 number. */
static bool takes_muls(const struct l0_list *list, aclDataType type, aclDataType number)
{
    if (list->architecture == ARCHITECTURE_3510)
        return type_is_half(type) && type_is_float(number);
    return type == ACL_BF16 && number == ACL_DOUBLE;
}

static void muls(struct l0_list *list, int self, const struct scalar *other, int out,
                 aclDataType promoted, bool may_walk)
{
    if (self == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    if (takes_muls(list, type, other->type)) {
        list_write(list, list_muls_by(list, l0_contiguous(list, self), scalar_float(other)), out);
        return;
    }
    int number = l0_constant(list, "other", other, promoted);
    bool strided = may_walk && type == promoted && list->tensors[self].rank <= STRIDED_RANK &&
                   list_walks_strides(list, &l0_Mul, promoted);
    int operand = strided ? self : l0_cast(list, l0_contiguous(list, self), promoted);
    list_write(list, list_apply2(list, &l0_Mul, promoted, operand, number), out);
}

void binary_list_muls(struct l0_list *list, int self, const struct scalar *other, int out,
                      aclDataType promoted)
{
    muls(list, self, other, out, promoted, true);
}

void binary_list_inplace_muls(struct l0_list *list, int selfRef, const struct scalar *other,
                              aclDataType promoted)
{
    muls(list, selfRef, other, selfRef, promoted, false);
}
