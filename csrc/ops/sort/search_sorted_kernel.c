/* SPDX-License-Identifier: Apache-2.0 */
/* SearchSorted, SearchSorteds, Bucketize: find positions in sorted sequences. A search halves the
 * range, and goes to the right half unless the middle element is larger than (or equal to) the
 * value; so it also passes NaN. */
#include "ops/sort/search_sorted.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/sort.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* ---- The work -------------------------------------------------------------------------------- */

#define VALUES_A_BLOCK ((int64_t)1 << 12)

struct searching {
    const struct work *work;
    const struct search_attributes *attributes;
    int64_t count;
    int64_t columns;         /* values for a sequence, when each row has its own sequence */
    int64_t length;          /* length of a sequence */
    bool has_rows;           /* each row has a sequence of its own */
    _Atomic int64_t outside; /* the first element of the sorter that is out of range */
};

/* The address of an element of a sequence that starts at `first`, through the sorter where there is
 * one. */
static const char *middle_of(struct searching *s, int64_t first, int64_t middle)
{
    const struct work_view *sequence = &s->work->inputs[0];
    int64_t place = middle;
    if (s->attributes->has_sorter) {
        place = index_at(view_element(&s->work->inputs[2], first + middle), true);
        if (place < 0 || place >= s->length) {
            int64_t known = atomic_load(&s->outside);
            while (first + middle < known &&
                   !atomic_compare_exchange_weak(&s->outside, &known, first + middle))
                continue;
            place = 0;
        }
    }
    return view_element(sequence, first + place);
}

#define DEFINE_SEARCH(name, type)                                                              \
    static int64_t name(struct searching *s, int64_t first, const char *address)               \
    {                                                                                          \
        type value;                                                                            \
        int64_t low = 0;                                                                       \
        int64_t high = s->length;                                                              \
        bool right = s->attributes->right;                                                     \
        const struct work_view *sequence = &s->work->inputs[0];                                \
        bool is_plain = sequence->rank == 1 && !s->attributes->has_sorter;                     \
        int64_t step = is_plain ? sequence->strides[0] * (int64_t)sizeof value : 0;            \
        memcpy(&value, address, sizeof value);                                                 \
        while (low < high) {                                                                   \
            int64_t middle = low + (high - low) / 2;                                           \
            type at;                                                                           \
            memcpy(&at,                                                                        \
                   is_plain ? sequence->address + middle * step : middle_of(s, first, middle), \
                   sizeof at);                                                                 \
            bool is_behind = right ? at > value : at >= value;                                 \
            int64_t behind = -(int64_t)is_behind; /* a branch could not be predicted */        \
            low = (low & behind) | ((middle + 1) & ~behind);                                   \
            high = (middle & behind) | (high & ~behind);                                       \
        }                                                                                      \
        return low;                                                                            \
    }

DEFINE_SEARCH(search_float, float)
DEFINE_SEARCH(search_double, double)
DEFINE_SEARCH(search_int8, int8_t)
DEFINE_SEARCH(search_int16, int16_t)
DEFINE_SEARCH(search_int32, int32_t)
DEFINE_SEARCH(search_int64, int64_t)
DEFINE_SEARCH(search_uint8, uint8_t)

typedef int64_t (*search_function)(struct searching *s, int64_t first, const char *address);

static search_function function_of(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return search_float;
    case ACL_DOUBLE: return search_double;
    case ACL_INT8: return search_int8;
    case ACL_INT16: return search_int16;
    case ACL_INT32: return search_int32;
    case ACL_INT64: return search_int64;
    default: return search_uint8;
    }
}

static void search_values(int64_t block, int64_t blocks, void *context)
{
    struct searching *s = context;
    const struct work_view *values = &s->work->inputs[1];
    const struct work_view *out = &s->work->outputs[0];
    search_function function = function_of(values->type);
    bool is_wide = out->type == ACL_INT64;
    struct block_share share = share_of_block(s->count, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t first = s->has_rows ? i / s->columns * s->length : 0;
        put_index(view_element(out, i), is_wide, function(s, first, view_element(values, i)));
    }
}

static void run_search_work(const struct work *work, struct task_failure *failure)
{
    const struct work_view *sequence = &work->inputs[0];
    const struct work_view *values = &work->inputs[1];
    struct searching s = {.work = work, .attributes = work->attributes};
    s.count = view_count(values);
    s.length = sequence->dims[sequence->rank - 1];
    s.has_rows = sequence->rank > 1;
    s.columns = values->rank > 0 ? values->dims[values->rank - 1] : 1;
    atomic_init(&s.outside, INT64_MAX);
    int64_t blocks = blocks_for(s.count, VALUES_A_BLOCK, s.count);
    ai_cores_run_function("search", search_values, blocks, &s);
    int64_t outside = atomic_load(&s.outside);
    if (outside == INT64_MAX)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "sorter[%" PRId64 "] is %" PRId64 "; every index must be in [0, %" PRId64 ")", outside,
             index_at(view_element(&work->inputs[2], outside), true), s.length);
}
const struct l0_run sort_kernel_search = {.run = run_search_work};
