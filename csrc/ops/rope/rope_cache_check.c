/* SPDX-License-Identifier: Apache-2.0 */
/* RopeWithSinCosCache: checks. */
#include "ops/rope/rope_cache.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "acl/acl_base.h"
#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/rope.h"
#include "ops/common/check.h"
#include "tensor/arrays.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

#define SECTIONS 3

/* Reads the lengths in the array. None of the three arguments is NULL. */
static bool find_sections(const struct call *call, int array, int64_t *sections)
{
    const struct array *given = call->arguments[array].array;
    const int64_t *values = given == NULL || given->size == 0 ? NULL : array_integers(given);
    memset(sections, 0, MOST_SECTIONS * sizeof *sections);
    for (uint64_t i = 0; values != NULL && i < given->size && i < MOST_SECTIONS; i++)
        sections[i] = values[i];
    return values == NULL || given->size >= SECTIONS;
}

/* Angles by position. */
aclnnStatus rope_check_cache_shapes(struct call *call, int query, int key, int cache, int query_out,
                                    int key_out)
{
    const int matrices[] = {query, key, cache};
    for (int i = 0; i < 3; i++)
        if (call_tensor(call, matrices[i])->rank != 2)
            return call_refuse_shape(call, matrices[i], "two dimensions are required");
    if (call_tensor(call, key)->dims[0] != call_tensor(call, query)->dims[0])
        return call_refuse_shape(call, key, "the tokens of queryIn are required");
    aclnnStatus status = check_same_shape(call, query_out, query);
    return status == ACLNN_SUCCESS ? check_same_shape(call, key_out, key) : status;
}

/* CANN leaves heads, and the columns that are turned, to the kernels of both versions, which read
 * beyond their operands then: phase two says it here. */
static bool fits_heads(struct call *call, int query, int key, int cache, int64_t head,
                       aclnnStatus *status)
{
    int64_t turned = call_tensor(call, cache)->dims[1];
    *status = ACLNN_SUCCESS;
    if (head == 0)
        *status = report(ACLNN_ERR_PARAM_INVALID, "headSize is 0; a number above 0 is required");
    else if (head < 0 || call_tensor(call, query)->dims[1] % head != 0 ||
             call_tensor(call, key)->dims[1] % head != 0)
        call_refuse_late(call, ACLNN_ERR_PARAM_INVALID,
                         "headSize is %" PRId64
                         "; a divisor of the columns of queryIn and keyIn is "
                         "required",
                         head);
    else if (turned < 2 || turned > head || turned > MOST_TURNED || turned % 2 != 0)
        call_refuse_shape_late(call, ACLNN_ERR_PARAM_INVALID, cache,
                               "an even number of columns, at most 1024 and headSize, is "
                               "required");
    else
        return true;
    return false;
}

aclnnStatus rope_check_cache_heads(struct call *call, int positions, int query, int key, int cache,
                                   int sections, int head_size)
{
    int64_t each[MOST_SECTIONS];
    const struct tensor *places = call_tensor(call, positions);
    int64_t tokens = call_tensor(call, query)->dims[0];
    int64_t turned = call_tensor(call, cache)->dims[1];
    bool has_sections = find_sections(call, sections, each);
    bool is_joint = each[0] != 0 || each[1] != 0 || each[2] != 0;
    aclnnStatus status;
    if (!fits_heads(call, query, key, cache, call->arguments[head_size].integer, &status))
        return status;
    bool is_one = places->rank == 1 && places->dims[0] == tokens && !is_joint;
    bool is_three = places->rank == 2 && places->dims[0] == SECTIONS && places->dims[1] == tokens;
    bool fits = has_sections && each[0] >= 0 && each[1] >= 0 && each[2] >= 0 && each[0] <= turned &&
                each[1] <= turned && each[2] <= turned && each[0] + each[1] + each[2] == turned / 2;
    if (!is_one && !(is_three && is_joint))
        call_refuse_shape_late(call, ACLNN_ERR_PARAM_INVALID, positions,
                               "[tokens], or with mropeSection [3, tokens], is required");
    else if (is_joint && !fits)
        call_refuse_late(call, ACLNN_ERR_PARAM_INVALID,
                         "mropeSection is [%" PRId64 ", %" PRId64 ", %" PRId64
                         "]; three numbers that make %" PRId64
                         ", half of the columns of cosSinCache, are required",
                         each[0], each[1], each[2], turned / 2);
    return ACLNN_SUCCESS;
}

/* ---- The second version ---------------------------------------------------------------------- */

aclnnStatus rope_check_cache_mode(struct call *call, int mode)
{
    int64_t number = call->arguments[mode].integer;
    return number == 0 || number == 1
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "cacheMode is %" PRId64 "; 0 or 1 is required",
                        number);
}

/* Sections count where the first is above 0; they are then those of models that are known. */
static bool is_known(const int64_t *each)
{
    static const int64_t known[][MOST_SECTIONS] = {
        {16, 24, 24, 0}, {8, 12, 12, 0}, {24, 20, 20, 0}, {11, 11, 10, 0}, {16, 16, 16, 16}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (memcmp(each, known[i], sizeof known[i]) == 0)
            return true;
    return false;
}

aclnnStatus rope_check_cache_sections(struct call *call, int positions, int query, int key,
                                      int cache, int sections, int head_size, int mode)
{
    int64_t each[MOST_SECTIONS];
    const struct array *given = call->arguments[sections].array;
    const struct tensor *places = call_tensor(call, positions);
    int64_t tokens = call_tensor(call, query)->dims[0];
    int64_t turned = call_tensor(call, cache)->dims[1];
    int64_t count = given == NULL ? 0 : (int64_t)given->size;
    aclnnStatus status;
    find_sections(call, sections, each);
    if (given != NULL && count != SECTIONS && count != MOST_SECTIONS)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "mropeSection has %" PRId64 " numbers; 3 or 4 are required", count);
    bool is_joint = each[0] > 0;
    for (int64_t i = 0; i < count; i++)
        if (each[i] < 0 || (is_joint && (!is_known(each) ||
                                         2 * (each[0] + each[1] + each[2] + each[3]) != turned)))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "mropeSection is [%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64
                          "]; [16, 24, 24], [8, 12, 12], [24, 20, 20], [11, 11, 10] or "
                          "[16, 16, 16, 16], which make %" PRId64
                          ", half of the columns of cosSinCache, is required",
                          each[0], each[1], each[2], each[3], turned / 2);
    if (!fits_heads(call, query, key, cache, call->arguments[head_size].integer, &status))
        return status;
    if (count == MOST_SECTIONS && call->arguments[mode].integer != 0)
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "cacheMode is %" PRId64 "; 0 is required with four numbers in mropeSection",
                      call->arguments[mode].integer);
    bool is_one = places->rank == 1 && places->dims[0] == tokens && !is_joint;
    bool is_several = places->rank == 2 && places->dims[0] == count && places->dims[1] == tokens;
    if (!is_one && !(is_several && is_joint))
        call_refuse_shape_late(call, ACLNN_ERR_PARAM_INVALID, positions,
                               "[tokens], or with mropeSection a row for each of its numbers, is "
                               "required");
    return ACLNN_SUCCESS;
}
