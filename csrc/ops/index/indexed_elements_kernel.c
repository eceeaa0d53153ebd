/* SPDX-License-Identifier: Apache-2.0 */
/* Single elements of gathers and scatters: kernels. */
#include "ops/index/indexed_elements.h"

#include "base/number.h"
#include "ops/common/work_views.h"

#define INLINE static inline __attribute__((always_inline))

/* ---- Indices --------------------------------------------------------------------------------- */

/* `wrong` becomes negative when any place is negative or not below the limit. */
#define FIND(TYPE, UNSIGNED, INDEX)                              \
    do {                                                         \
        const TYPE *given = (const TYPE *)(const void *)indices; \
        UNSIGNED last = (UNSIGNED)(limit - 1);                   \
        UNSIGNED end = (UNSIGNED)limit;                          \
        UNSIGNED wrong = 0;                                      \
        (void)end;                                               \
        for (int64_t i = 0; i < count; i++) {                    \
            UNSIGNED index = (UNSIGNED)given[i];                 \
            UNSIGNED place = (INDEX);                            \
            wrong |= place | (last - place);                     \
            places[i] = (int32_t)place;                          \
        }                                                        \
        return wrong >> (sizeof wrong * 8 - 1) == 0;             \
    } while (0)

bool index_kernel_elements_find(const char *indices, bool is_wide, int64_t count, int64_t limit,
                                bool from_end, int32_t *places)
{
    if (is_wide && !from_end)
        FIND(any_int64, uint64_t, index);
    if (is_wide)
        FIND(any_int64, uint64_t, index + (end & (0 - (index >> 63))));
    if (!from_end)
        FIND(any_int32, uint32_t, index);
    FIND(any_int32, uint32_t, index + (end & (0 - (index >> 31))));
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* Memory ahead is prefetched once for each group of this many elements. */
#define GROUP 16

/* How much is prefetched for a group, so that everything has been prefetched when the last whole
 * group is done. */
struct asking {
    struct ahead ahead[2];
    int64_t each[2];
};

INLINE struct asking begin_asking(const struct elements *elements)
{
    struct asking asking;
    int64_t groups = elements->count < GROUP ? 1 : elements->count / GROUP;
    for (int i = 0; i < 2; i++) {
        asking.ahead[i] = elements->ahead[i];
        int64_t lines = (elements->ahead[i].bytes + CACHE_LINE - 1) / CACHE_LINE;
        asking.each[i] = (lines + groups - 1) / groups * CACHE_LINE;
    }
    return asking;
}

/* One element: an action on `self` and `other`, which are addresses of elements of a type. */
#define ONE(TYPE, SELF, OTHER, ACTION)                     \
    do {                                                   \
        int64_t place = e.places[i];                       \
        TYPE *self = (TYPE *)(void *)(e.self + (SELF));    \
        TYPE *other = (TYPE *)(void *)(e.other + (OTHER)); \
        ACTION;                                            \
    } while (0)

/* Every element in sequence, in groups that compilers unroll. */
#define EACH(TYPE, SELF, OTHER, ACTION)                        \
    do {                                                       \
        struct asking asking = begin_asking(&e);               \
        int64_t first = 0;                                     \
        for (; first + GROUP <= e.count; first += GROUP) {     \
            ahead_ask_early(&asking.ahead[0], asking.each[0]); \
            ahead_ask_early(&asking.ahead[1], asking.each[1]); \
            for (int64_t i = first; i < first + GROUP; i++)    \
                ONE(TYPE, SELF, OTHER, ACTION);                \
        }                                                      \
        for (int64_t i = first; i < e.count; i++)              \
            ONE(TYPE, SELF, OTHER, ACTION);                    \
    } while (0)

/* Chooses loops for dense tensors, which need no multiplications, or for any steps. */
#define ELEMENTS(TYPE, ACTION)                                                                  \
    do {                                                                                        \
        const int64_t size = (int64_t)sizeof(TYPE);                                             \
        const struct elements e = *elements; /* a copy: no store to an element can change it */ \
        if (e.self_step == 0 && e.stride == size && e.other_step == size)                       \
            EACH(TYPE, place * size, i * size, ACTION);                                         \
        else                                                                                    \
            EACH(TYPE, place * e.stride + i * e.self_step, i * e.other_step, ACTION);           \
    } while (0)

bool index_kernel_elements_can_move(int64_t width)
{
    return width == 1 || width == 2 || width == 4 || width == 8;
}

void index_kernel_elements_gather(const struct elements *elements, int64_t width)
{
    switch (width) {
    case 1: ELEMENTS(uint8_t, *other = *self); break;
    case 2: ELEMENTS(any_uint16, *other = *self); break;
    case 4: ELEMENTS(any_uint32, *other = *self); break;
    default: ELEMENTS(any_uint64, *other = *self); break;
    }
}

void index_kernel_elements_scatter(const struct elements *elements, int64_t width)
{
    switch (width) {
    case 1: ELEMENTS(uint8_t, *self = *other); break;
    case 2: ELEMENTS(any_uint16, *self = *other); break;
    case 4: ELEMENTS(any_uint32, *self = *other); break;
    default: ELEMENTS(any_uint64, *self = *other); break;
    }
}

bool index_kernel_elements_can_add(aclDataType type)
{
    return type == ACL_FLOAT || type == ACL_DOUBLE || type == ACL_INT32 || type == ACL_UINT32 ||
           type == ACL_INT64 || type == ACL_UINT64;
}

void index_kernel_elements_add(const struct elements *elements, aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: ELEMENTS(any_float, *self = (float)with_positive_nan(*self + *other)); break;
    case ACL_DOUBLE: ELEMENTS(any_double, *self = with_positive_nan(*self + *other)); break;
    case ACL_INT32:
    case ACL_UINT32: ELEMENTS(any_uint32, *self += *other); break;
    default: ELEMENTS(any_uint64, *self += *other); break;
    }
}
