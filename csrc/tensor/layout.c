/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/layout.h"

#include "base/data_type.h"

/* The smallest dimension, or 1 when there are none. Below 0 the shape is invalid; at 0 the tensor
 * is empty. */
static int64_t least_dim(const struct tensor *tensor)
{
    int64_t least = 1;
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] < least)
            least = tensor->dims[i];
    return least;
}

bool tensor_element_count(const struct tensor *tensor, int64_t *count)
{
    int64_t product = 1;
    int64_t least = least_dim(tensor);
    if (least < 0)
        return false;
    /* An empty tensor is found before the product is formed: [2^40, 2^40, 0] does not overflow. */
    if (least == 0) {
        *count = 0;
        return true;
    }
    for (int32_t i = 0; i < tensor->rank; i++)
        if (__builtin_mul_overflow(product, tensor->dims[i], &product))
            return false;
    *count = product;
    return true;
}

bool tensor_is_empty(const struct tensor *tensor)
{
    int64_t count = 0;
    return tensor != NULL && tensor_element_count(tensor, &count) && count == 0;
}

static int64_t floor_to_bytes(int64_t bits)
{
    return bits / 8 - (bits % 8 < 0);
}

static int64_t ceil_to_bytes(int64_t bits)
{
    return bits / 8 + (bits % 8 > 0);
}

bool tensor_extent(const struct tensor *tensor, int64_t *first, int64_t *past)
{
    int64_t bits = data_type_bits(tensor->type);
    int64_t unit = bits % 8 == 0 ? bits / 8 : bits;
    int64_t least = least_dim(tensor);
    int64_t low = 0;  /* the lowest element, as a distance from the first one (index 0 in every
                       * dimension) */
    int64_t high = 1; /* one past the highest element */
    int64_t base;
    if (least <= 0) {
        *first = 0;
        *past = 0;
        return least == 0;
    }
    for (int32_t i = 0; i < tensor->rank; i++) {
        int64_t reach;
        if (__builtin_mul_overflow(tensor->dims[i] - 1, tensor->strides[i], &reach) ||
            __builtin_add_overflow(low, reach < 0 ? reach : 0, &low) ||
            __builtin_add_overflow(high, reach < 0 ? 0 : reach, &high))
            return false;
    }
    if (bits == 0 || __builtin_mul_overflow(tensor->offset, unit, &base) ||
        __builtin_mul_overflow(low, unit, &low) || __builtin_mul_overflow(high, unit, &high))
        return false;
    /* Where an element has less than 8 bits, the vendor rounds the address of the first one down to
     * a byte (offset * bits >> 3). The other elements are counted in bits from there. */
    if (unit == bits) {
        base = floor_to_bytes(base);
        low = floor_to_bytes(low);
        high = ceil_to_bytes(high);
    }
    high = tensor->bytes_read > high ? tensor->bytes_read : high;
    return !__builtin_add_overflow(base, low, first) && !__builtin_add_overflow(base, high, past);
}

struct axis {
    uint64_t step; /* the absolute value of the stride: the direction does not matter here */
    uint64_t length;
};

/* Fills in the axes that have more than one element, the smallest step first, and returns their
 * number. */
static int32_t sort_axes(const struct tensor *tensor, struct axis axes[TENSOR_MAX_DIMS])
{
    int32_t count = 0;
    for (int32_t i = 0; i < tensor->rank; i++) {
        if (tensor->dims[i] == 1)
            continue;
        uint64_t stride = (uint64_t)tensor->strides[i];
        struct axis axis = {tensor->strides[i] < 0 ? 0 - stride : stride,
                            (uint64_t)tensor->dims[i]};
        int32_t place = count++;
        for (; place > 0 && axes[place - 1].step > axis.step; place--)
            axes[place] = axes[place - 1];
        axes[place] = axis;
    }
    return count;
}

/* An axis whose step is larger than the reach of all smaller axes together cannot bring two
 * elements together. When that holds for every axis, no elements share memory. The reverse is not
 * so: with dims [2, 3] and strides [3, 2] all elements differ although the rows interleave. Such
 * views count as overlapping; slicing, transposing and reversing a dense tensor never make one. */
bool tensor_overlaps_itself(const struct tensor *tensor)
{
    struct axis axes[TENSOR_MAX_DIMS];
    if (least_dim(tensor) <= 0)
        return false;
    int32_t count = sort_axes(tensor, axes);
    uint64_t reach = 1;
    for (int32_t i = 0; i < count; i++) {
        uint64_t span;
        if (axes[i].step < reach)
            return true;
        if (__builtin_mul_overflow(axes[i].length - 1, axes[i].step, &span) ||
            __builtin_add_overflow(reach, span, &reach))
            reach = UINT64_MAX;
    }
    return false;
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A view as pieces of `width` bytes that begin at multiples of `period` from `start` on. */
struct comb {
    uint64_t start;
    uint64_t width;
    uint64_t period; /* 0: there is only one piece */
};

/* The pieces are all bytes from the first to the last element along so many of the smallest
 * strides: elements along none, and the whole view along all. */
static struct comb comb_of(const struct axis *axes, int32_t count, int32_t inner, uint64_t element,
                           uintptr_t first)
{
    struct comb comb = {first, element, 0};
    for (int32_t i = 0; i < inner; i++)
        comb.width += (axes[i].length - 1) * axes[i].step * element;
    for (int32_t i = inner; i < count; i++)
        comb.period = greatest_common_divisor(comb.period, axes[i].step * element);
    return comb;
}

/* How far behind the start of a piece the next one of another comb begins. The difference of
 * unsigned numbers would wrap at 2^64, which is no multiple of most periods. */
static uint64_t distance_to(uint64_t from, uint64_t to, uint64_t period)
{
    return to >= from ? (to - from) % period : (period - (from - to) % period) % period;
}

static bool combs_miss(const struct comb *a, const struct comb *b)
{
    uint64_t period = greatest_common_divisor(a->period, b->period);
    return period != 0 && distance_to(a->start, b->start, period) >= a->width &&
           distance_to(b->start, a->start, period) >= b->width;
}

bool tensors_share_bytes(const struct tensor *a, uintptr_t a_first, const struct tensor *b,
                         uintptr_t b_first)
{
    /* Elements of less than a byte share the bytes at the ends of their rows. */
    if (data_type_bits(a->type) < 8 || data_type_bits(b->type) < 8 || a->bytes_read > 0 ||
        b->bytes_read > 0)
        return true;
    struct axis axes[2][TENSOR_MAX_DIMS];
    const uint64_t elements[] = {(uint64_t)data_type_bits(a->type) / 8,
                                 (uint64_t)data_type_bits(b->type) / 8};
    const int32_t counts[] = {sort_axes(a, axes[0]), sort_axes(b, axes[1])};
    for (int32_t i = 0; i <= counts[0]; i++)
        for (int32_t j = 0; j <= counts[1]; j++) {
            struct comb first = comb_of(axes[0], counts[0], i, elements[0], a_first);
            struct comb second = comb_of(axes[1], counts[1], j, elements[1], b_first);
            if (combs_miss(&first, &second))
                return false;
        }
    return true;
}

int64_t collapse_dims(const int64_t *dims, const int64_t *strides, int rank, int64_t *out_dims,
                      int64_t *out_strides)
{
    int n = 0;
    for (int i = 0; i < rank; i++) {
        if (dims[i] == 1)
            continue;
        int64_t joined = 0;
        if (n > 0 && !__builtin_mul_overflow(dims[i], strides[i], &joined) &&
            out_strides[n - 1] == joined) {
            out_dims[n - 1] *= dims[i];
            out_strides[n - 1] = strides[i];
        } else {
            out_dims[n] = dims[i];
            out_strides[n] = strides[i];
            n++;
        }
    }
    if (n == 0) {
        out_dims[0] = 1;
        out_strides[0] = 0;
        n = 1;
    }
    return n;
}
