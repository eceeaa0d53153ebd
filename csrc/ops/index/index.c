/* SPDX-License-Identifier: Apache-2.0 */
/* Index and IndexPutImpl: what their checks, lists and kernels share. */
#include "ops/index/index.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"

bool index_broadcast_index(struct subscripts *s, const int64_t *dims, int32_t rank)
{
    for (; s->rank < rank; s->rank++) {
        for (int32_t i = s->rank; i > 0; i--)
            s->dims[i] = s->dims[i - 1];
        s->dims[0] = 1;
    }
    for (int32_t i = 0; i < rank; i++) {
        int64_t *size = &s->dims[s->rank - rank + i];
        if (*size != dims[i] && *size != 1 && dims[i] != 1)
            return false;
        *size = *size == 1 ? dims[i] : *size;
    }
    return true;
}

aclnnStatus index_compare_mask(const struct tensor *self, const struct tensor *mask, int32_t dim,
                               int32_t entry)
{
    char is[160];
    char required[160];
    bool fits = dim + mask->rank <= self->rank;
    for (int32_t i = 0; fits && i < mask->rank; i++)
        fits = mask->dims[i] == self->dims[dim + i];
    if (fits)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of indices[%" PRId32
                  "], a mask, is %s; the dimensions of self, %s, from "
                  "dimension %" PRId32 " on are required",
                  entry, dims_describe(mask->dims, mask->rank, is, sizeof is),
                  dims_describe(self->dims, self->rank, required, sizeof required), dim);
}

aclnnStatus index_find_subscripts(const struct tensor *self, const struct tensor_array *indices,
                                  struct subscripts *s)
{
    static const int64_t one[] = {1};
    int32_t rank = self->rank > 0 ? self->rank : 1;
    bool is_apart = false;
    *s = (struct subscripts){0};
    for (uint64_t i = 0; i < indices->count; i++) {
        const struct tensor *index = indices->members[i];
        bool is_gap = !index_has_elements(index);
        bool is_mask = !is_gap && index->type == ACL_BOOL;
        int32_t width = is_mask ? index->rank : 1;
        aclnnStatus status = is_mask ? index_compare_mask(self, index, s->covered, (int32_t)i)
                                     : ACLNN_SUCCESS;
        if (status != ACLNN_SUCCESS)
            return status;
        if (s->covered + width > rank || i >= MOST_ENTRIES)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "indices has %" PRIu64 " entries; what is indexed has %" PRId32
                          " dimension(s), and no more entries are allowed",
                          indices->count, rank);
        s->entries[s->count++] = (struct entry){is_gap, is_mask, s->covered};
        if (!is_gap) {
            is_apart = is_apart || (s->defined > 0 && s->entries[i - 1].is_gap);
            s->first = s->defined == 0 ? s->covered : s->first;
            s->defined++;
            s->named += width;
            s->has_mask = s->has_mask || is_mask;
            bool fits = is_mask ? index_broadcast_index(s, one, 1)
                                : index_broadcast_index(s, index->dims, index->rank);
            char shape[160];
            if (!fits)
                return report(ACLNN_ERR_PARAM_INVALID,
                              "the shape of indices[%" PRIu64 "], %s, does not broadcast with "
                              "those of the other indices",
                              i, dims_describe(index->dims, index->rank, shape, sizeof shape));
        }
        s->covered += width;
    }
    s->first = is_apart ? 0 : s->first;
    return ACLNN_SUCCESS;
}

int32_t index_self_dim(const struct subscripts *s, int32_t rank, int32_t position)
{
    if (position >= s->first && position < s->first + s->rank)
        return -1;
    int32_t left = position < s->first ? position : position - s->rank;
    for (int32_t dim = 0; dim < rank; dim++) {
        bool is_named = false;
        for (int32_t i = 0; i < s->count; i++) {
            int32_t past = i + 1 < s->count ? s->entries[i + 1].dim : s->covered;
            is_named = is_named ||
                       (!s->entries[i].is_gap && dim >= s->entries[i].dim && dim < past);
        }
        if (!is_named && left-- == 0)
            return dim;
    }
    return -1;
}
