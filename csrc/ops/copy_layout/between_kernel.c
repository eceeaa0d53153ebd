/* SPDX-License-Identifier: Apache-2.0 */
/* ViewCopy: kernel. All operands are dense: dst, src, and the sizes, strides and offsets as int64,
 * which the program may change meanwhile, so that each is read once. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "declared/copy_layout.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/stream/stream.h"
#include "tensor/tensor.h"

enum { SIDE_DST, SIDE_SRC };

/* Which elements of an operand are meant. */
struct side {
    const char *name;
    int64_t count; /* elements of the operand */
    int64_t offset;
    int64_t strides[TENSOR_MAX_DIMS];
};

struct copied {
    int32_t rank;
    int64_t sizes[TENSOR_MAX_DIMS];
    struct side sides[2];
};

static bool fail(struct task_failure *failure, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct task_failure *failure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    vsnprintf(failure->text, sizeof failure->text, format, arguments);
    va_end(arguments);
    return false;
}

/* The last element that is meant; INT64_MAX where it lies beyond that. */
static int64_t last_of(const struct copied *c, const struct side *side)
{
    int64_t last = side->offset;
    for (int32_t i = 0; i < c->rank; i++) {
        int64_t along;
        if (__builtin_mul_overflow(c->sizes[i] - 1, side->strides[i], &along) ||
            __builtin_add_overflow(last, along, &last))
            return INT64_MAX;
    }
    return last;
}

static bool read_side(const struct work *work, int at, struct copied *c, struct side *side,
                      struct task_failure *failure)
{
    const char *sizes = work->inputs[at].address;
    const char *strides = work->inputs[at + 1].address;
    side->offset = index_at(work->inputs[at + 2].address, true);
    for (int32_t i = 0; i < c->rank; i++) {
        int64_t size = index_at(sizes + i * (int64_t)sizeof(int64_t), true);
        side->strides[i] = index_at(strides + i * (int64_t)sizeof(int64_t), true);
        if (at == 2)
            c->sizes[i] = size;
        if (size != c->sizes[i] || size < 1 || side->strides[i] < 1 || side->offset < 0)
            return fail(failure,
                        "%s_size[%d] is %" PRId64 ", %s_stride[%d] %" PRId64
                        " and %s_storage_offset %" PRId64
                        "; sizes that agree and strides above 0, and an offset from 0 on are "
                        "required",
                        side->name, (int)i, size, side->name, (int)i, side->strides[i], side->name,
                        side->offset);
    }
    int64_t last = last_of(c, side);
    return last < side->count ||
           fail(failure, "the view of %s reaches to its element %" PRId64 "; it has %" PRId64,
                side->name, last, side->count);
}

/* Writes the rows along the last dimension, one after the other. */
static void copy_rows(const struct copied *c, char *to, const char *from, int64_t width)
{
    const struct side *dst = &c->sides[SIDE_DST];
    const struct side *src = &c->sides[SIDE_SRC];
    int64_t index[TENSOR_MAX_DIMS] = {0};
    int32_t last = c->rank - 1;
    int64_t out = dst->offset;
    int64_t in = src->offset;
    bool is_dense = dst->strides[last] == 1 && src->strides[last] == 1;
    for (;;) {
        if (is_dense)
            memcpy(to + out * width, from + in * width, (size_t)(c->sizes[last] * width));
        else
            for (int64_t i = 0; i < c->sizes[last]; i++)
                memcpy(to + (out + i * dst->strides[last]) * width,
                       from + (in + i * src->strides[last]) * width, (size_t)width);
        int32_t dim = last - 1;
        for (; dim >= 0 && ++index[dim] == c->sizes[dim]; dim--) {
            out -= (c->sizes[dim] - 1) * dst->strides[dim];
            in -= (c->sizes[dim] - 1) * src->strides[dim];
            index[dim] = 0;
        }
        if (dim < 0)
            return;
        out += dst->strides[dim];
        in += src->strides[dim];
    }
}

static void run_copy(const struct work *work, struct task_failure *failure)
{
    const struct work_view *dst = &work->inputs[0];
    const struct work_view *src = &work->inputs[1];
    struct copied c = {.rank = (int32_t)view_count(&work->inputs[2]),
                       .sides = {{.name = "dst", .count = view_count(dst)},
                                 {.name = "src", .count = view_count(src)}}};
    char *to = work->outputs[0].address;
    if (!read_side(work, 2, &c, &c.sides[SIDE_DST], failure) ||
        !read_side(work, 5, &c, &c.sides[SIDE_SRC], failure))
        return;
    memcpy(to, dst->address, (size_t)(view_count(dst) * view_width(dst)));
    copy_rows(&c, to, src->address, view_width(dst));
}
const struct l0_run copy_layout_kernel_copy_between = {.run = run_copy};
