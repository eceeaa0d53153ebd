/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace/view.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "base/number.h"
#include "tensor/layout.h"

#define UNIFIED_BUFFER_LIMIT (192 * 1024)
#define BLOCK_BYTES 32

/* A dimension of a view that matters: it has more than one element, and its stride is not 0. */
struct dimension {
    int64_t stride;
    int position; /* its index among the dimensions that matter */
    int64_t count;
};

struct dimensions {
    int rank;
    bool has_broadcast; /* some strides are 0 */
    bool is_permuted;   /* the strides are not in falling sequence */
    struct dimension items[TENSOR_MAX_DIMS];
};

int64_t view_storage_elements(const struct tensor *tensor)
{
    int64_t elements = 1;
    for (int i = 0; i < tensor->storage_rank; i++)
        if (__builtin_mul_overflow(elements, tensor->storage_dims[i], &elements))
            return INT64_MAX;
    return elements;
}

bool view_is_in_storage(const struct tensor *tensor)
{
    int64_t low = tensor->offset;
    int64_t high = tensor->offset;
    for (int i = 0; i < tensor->rank; i++) {
        int64_t steps = 0;
        int64_t reach = 0;
        if (__builtin_sub_overflow(tensor->dims[i], 1, &steps) ||
            __builtin_mul_overflow(tensor->strides[i], steps, &reach))
            return false;
        int64_t *end = reach > 0 ? &high : &low;
        if (__builtin_add_overflow(*end, reach, end))
            return false;
    }
    return low >= 0 && high < view_storage_elements(tensor);
}

static void collect(const struct tensor *tensor, struct dimensions *d)
{
    int64_t previous = INT64_MAX;
    memset(d, 0, sizeof *d);
    for (int i = 0; i < tensor->rank; i++) {
        int64_t stride = tensor->strides[i];
        if (stride == 0)
            d->has_broadcast = true;
        if (stride == 0 || tensor->dims[i] == 1)
            continue;
        if (previous < stride)
            d->is_permuted = true;
        previous = stride;
        d->items[d->rank] = (struct dimension){stride, d->rank, tensor->dims[i]};
        d->rank++;
    }
}

/* Sorts by falling stride; equal strides by falling position. */
static int compare(const void *left, const void *right)
{
    const struct dimension *a = left;
    const struct dimension *b = right;
    if (a->stride != b->stride)
        return a->stride > b->stride ? -1 : 1;
    return a->position > b->position ? -1 : 1;
}

static bool is_dense(const struct dimensions *d)
{
    int64_t stride = 1;
    for (int i = d->rank - 1; i >= 0; i--) {
        if (d->items[i].stride != stride)
            return false;
        stride *= d->items[i].count;
    }
    return true;
}

/* Three shapes that CANN copies with AsStrided because that is faster. */
static bool is_preset(const struct dimensions *d)
{
    static const struct {
        int rank;
        int64_t counts[6];
        int64_t strides[6];
    } presets[] = {
        {6, {4, 288, 2, 2, 240, 240}, {67046400, 230400, 480, 1, 960, 2}},
        {6, {4, 512, 2, 2, 120, 120}, {33177600, 57600, 240, 1, 480, 2}},
        {4, {4, 10, 32, 128}, {122880, 128, 3840, 1}},
    };
    for (size_t p = 0; p < sizeof presets / sizeof presets[0]; p++) {
        bool same = presets[p].rank == d->rank;
        for (int i = 0; same && i < d->rank; i++)
            same = presets[p].counts[i] == d->items[i].count &&
                   presets[p].strides[i] == d->items[i].stride;
        if (same)
            return true;
    }
    return false;
}

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

enum slicing { NO_SLICE, SLICE, STRIDED_SLICE };

/* How a sorted view could be cut out of a dense tensor. With steps of 1 when each stride divides
 * the one before it and the last is 1. With longer steps when all but the last have a common
 * divisor that has room for the whole last dimension. Dimensions that overlap cannot be cut out. */
static enum slicing slicing_of(const struct dimensions *d, int64_t *divisor)
{
    const struct dimension *last = &d->items[d->rank - 1];
    bool divides = last->stride == 1;
    *divisor = d->items[0].stride;
    for (int i = 1; i < d->rank; i++) {
        const struct dimension *item = &d->items[i];
        if (item[-1].stride % item->stride != 0)
            divides = false;
        if (item[-1].stride < item->stride * (item->count - 1))
            return NO_SLICE;
        if (i < d->rank - 1)
            *divisor = greatest_common_divisor(*divisor, item->stride);
    }
    if (divides)
        return SLICE;
    return *divisor > 1 && *divisor >= last->stride * last->count ? STRIDED_SLICE : NO_SLICE;
}

/* Finds the dense tensor that the slice is cut from, and where; false when the storage is too small
 * for it. */
static bool fits_slice(const struct dimensions *d, int64_t offset, int64_t storage,
                       struct view_copies *copies)
{
    int64_t rest = 1;
    copies->slice_rank = d->rank;
    for (int i = d->rank - 2; i >= 0; i--) {
        copies->slice_source[i + 1] = d->items[i].stride / d->items[i + 1].stride;
        rest *= copies->slice_source[i + 1];
    }
    copies->slice_source[0] = storage / rest;
    for (int i = 0; i < d->rank; i++) {
        copies->slice_offset[i] = offset / d->items[i].stride;
        copies->slice_size[i] = d->items[i].count;
        offset %= d->items[i].stride;
        if (copies->slice_source[i] < copies->slice_offset[i] + copies->slice_size[i])
            return false;
    }
    return true;
}

/* The same as fits_slice for a slice with steps. */
static bool fits_strided_slice(const struct dimensions *d, int64_t offset, int64_t storage,
                               int64_t divisor)
{
    int64_t counts[TENSOR_MAX_DIMS + 1];
    int64_t strides[TENSOR_MAX_DIMS + 1];
    int last = d->rank - 1;
    int64_t rest = divisor;
    counts[last] = divisor;
    strides[last] = 1;
    for (int i = last - 1; i >= 1; i--) {
        strides[i] = rest;
        counts[i] = d->items[i - 1].stride / rest;
        rest *= counts[i];
    }
    counts[0] = storage / rest;
    strides[0] = rest;
    for (int i = 0; i < d->rank; i++) {
        if (d->items[i].stride % strides[i] != 0)
            return false;
        int64_t begin = offset / strides[i];
        int64_t step = d->items[i].stride / strides[i];
        offset %= strides[i];
        if (counts[i] < begin || (d->items[i].count - 1) * step + begin >= counts[i] ||
            counts[i] < d->items[i].count)
            return false;
    }
    return true;
}

/* AsStrided copies rows of at least this many elements as fast as a slice and a transposition
 * do. */
#define AS_STRIDED_ROW 64

static bool recognise(const struct tensor *tensor, struct view_copies *copies)
{
    struct dimensions d;
    int last = tensor->rank - 1;
    for (int i = 0; i < tensor->rank; i++)
        if (tensor->strides[i] < 0)
            return false;
    collect(tensor, &d);
    copies->distinct = 1;
    for (int i = 0; i < d.rank; i++)
        if (__builtin_mul_overflow(copies->distinct, d.items[i].count, &copies->distinct))
            return false; /* the list finds that the tensor is too large */
    if (is_preset(&d))
        return false;
    copies->broadcast = d.has_broadcast;
    if (d.has_broadcast && is_dense(&d))
        return true;
    copies->transpose = d.is_permuted;
    if (d.is_permuted) {
        qsort(d.items, (size_t)d.rank, sizeof d.items[0], compare);
        if (is_dense(&d))
            return true;
    }
    /* One dimension is cut out of two: n elements with a stride of s are a column of [n, s]. */
    if (d.rank == 1)
        d.items[d.rank++] = (struct dimension){1, 1, 1};
    int64_t divisor;
    int64_t storage = view_storage_elements(tensor);
    switch (slicing_of(&d, &divisor)) {
    case SLICE:
        copies->slice = fits_slice(&d, tensor->offset, storage, copies);
        return copies->slice && !(copies->transpose && tensor->strides[last] == 1 &&
                                  tensor->dims[last] % AS_STRIDED_ROW == 0);
    case STRIDED_SLICE:
        copies->strided_slice = fits_strided_slice(&d, tensor->offset, storage, divisor);
        return copies->strided_slice;
    default: return false;
    }
}

void view_recognise(const struct tensor *tensor, struct view_copies *copies)
{
    memset(copies, 0, sizeof *copies);
    if (recognise(tensor, copies))
        return;
    memset(copies, 0, sizeof *copies);
    copies->as_strided = true;
}

bool view_is_permutation(const struct tensor *tensor)
{
    struct dimensions d;
    collect(tensor, &d);
    if (d.has_broadcast || !d.is_permuted)
        return false;
    qsort(d.items, (size_t)d.rank, sizeof d.items[0], compare);
    return is_dense(&d);
}

/* The rank after dimensions that continue each other are joined; -1 when no dimension is left. */
static int joined_rank(const struct tensor *tensor, int64_t *last_stride)
{
    int64_t count = 1;
    int64_t stride = 1;
    int rank = 0;
    *last_stride = 0;
    for (int i = tensor->rank - 1; i >= 0; i--) {
        if (wrapped_product(stride, count) == tensor->strides[i]) {
            count = wrapped_product(count, tensor->dims[i]);
            continue;
        }
        if (rank == 0)
            *last_stride = count;
        if (tensor->strides[i] < *last_stride)
            return -1;
        rank++;
        count = tensor->dims[i];
        stride = tensor->strides[i];
    }
    return rank + 1;
}

/* Whether the gaps between rows have the same size everywhere. */
static bool has_even_gaps(const struct tensor *tensor)
{
    int64_t dense[TENSOR_MAX_DIMS];
    int64_t stride = 1;
    int first = -1;
    for (int i = tensor->rank - 1; i >= 0; i--) {
        dense[i] = stride;
        stride = wrapped_product(stride, tensor->dims[i]);
    }
    for (int i = tensor->rank - 1; i >= 0 && first < 0; i--)
        if (tensor->strides[i] != dense[i])
            first = i;
    if (first < 0)
        return false;
    int64_t gap = wrapped_difference(tensor->strides[first], dense[first]);
    if (gap == -1)
        return false;
    for (int i = first - 1; i >= 0; i--) {
        gap = wrapped_product(gap, tensor->dims[i + 1]);
        if (gap != wrapped_difference(tensor->strides[i], dense[i]))
            return false;
    }
    return true;
}

/* Whether the view is one of two forms of three dimensions that ViewCopy has a schedule for. */
static bool has_schedule(const struct tensor *tensor)
{
    const int64_t *dims = tensor->dims;
    const int64_t *strides = tensor->strides;
    /* CANN counts 8 bytes for a bool here. */
    int64_t bytes = tensor->type == ACL_BOOL ? 8 : data_type_bits(tensor->type) / 8;
    if (tensor->rank != 3 || bytes == 0)
        return false;
    int64_t block = BLOCK_BYTES / bytes;
    int64_t room = UNIFIED_BUFFER_LIMIT / bytes; /* the vendor divides without remainder */
    if (dims[1] >= room || dims[2] >= room)
        return false;
    int64_t pairs = dims[1] * dims[2];
    if (dims[1] == strides[2] && strides[1] == 1 && dims[2] == 2 && pairs * 2 < room &&
        (pairs % block == 0 || wrapped_difference(strides[0], pairs) >= block))
        return true;
    return dims[0] == 1 && strides[0] == 1 && strides[1] == 1 &&
           (dims[1] % block == 0 || wrapped_difference(strides[2], dims[1]) >= block) &&
           pairs + dims[1] < room;
}

bool view_is_written_by_ai_cores(const struct tensor *tensor)
{
    int64_t last_stride;
    if (has_schedule(tensor))
        return true;
    int rank = joined_rank(tensor, &last_stride);
    if ((rank == 3 || rank == 4) && last_stride >= 32)
        return true;
    return rank >= 0 && has_even_gaps(tensor);
}
