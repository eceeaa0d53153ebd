/* SPDX-License-Identifier: Apache-2.0 */
/* RingAttentionUpdate: checks. What the tiling refuses op_api takes no notice of: phase two answers
 * 561103 then. */
#include "ops/attention/ring_update.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define REFUSED ACLNN_ERR_PARAM_INVALID
#define MOST_HEADS 256   /* of products before Ascend950, */
#define MOST_COLUMNS 768 /* and of each head of theirs, */
#define COLUMN_STEP 64   /* a multiple of these */

/* ---- What op_api looks at -------------------------------------------------------------------- */

static aclnnStatus check_lanes(const struct call *call, int statistic, bool has_batches)
{
    const struct tensor *given = call_tensor(call, statistic);
    if (given->rank != (has_batches ? 4 : 3) || given->dims[given->rank - 1] != RING_LANES)
        return nsa_refuse_shape(call, REFUSED, statistic,
                                has_batches ? "[batches, heads, rows, 8] is required"
                                            : "[rows, heads, 8] is required");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_ring_layout(struct call *call, int layout, int previous_max,
                                        int previous_sum, int current_max, int current_sum)
{
    const char *text = call->arguments[layout].text;
    const int statistics[] = {previous_max, previous_sum, current_max, current_sum};
    bool has_batches = ring_is_text(text, "SBH");
    aclnnStatus status = ACLNN_SUCCESS;
    if (!has_batches && !ring_is_text(text, "TND"))
        return report(REFUSED, "%s is \"%s\"; \"SBH\" or \"TND\" is required",
                      call_name(call, layout), text == NULL ? "" : text);
    for (int i = 0; i < 4 && status == ACLNN_SUCCESS; i++)
        status = check_lanes(call, statistics[i], has_batches);
    return status;
}

/* Ends of batches are read where the rows of all batches follow each other. */
aclnnStatus attention_check_ring_ends(struct call *call, int ends, int layout)
{
    if (call_tensor(call, ends) != NULL || !ring_is_text(call->arguments[layout].text, "TND"))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; with \"TND\" a tensor is required",
                  call_name(call, ends));
}

/* ---- What the tiling looks at ---------------------------------------------------------------- */

static aclnnStatus leave(struct call *call, int tensor, const char *required)
{
    call_refuse_shape_late(call, ACLNN_ERR_INNER_NULLPTR, tensor, required);
    return ACLNN_SUCCESS;
}

static bool are_alike(const struct call *call, int a, int b)
{
    const struct tensor *one = call_tensor(call, a);
    const struct tensor *other = call_tensor(call, b);
    return one->rank == other->rank &&
           memcmp(one->dims, other->dims, (size_t)one->rank * sizeof *one->dims) == 0;
}

/* Rows and heads of results are those of statistics. */
static bool goes_with(const struct tensor *result, const struct tensor *statistic, bool has_batches)
{
    if (result->rank != 3)
        return false;
    return has_batches
               ? result->dims[0] == statistic->dims[2] && result->dims[1] == statistic->dims[0] &&
                     result->dims[2] % statistic->dims[1] == 0
               : result->dims[0] == statistic->dims[0] && result->dims[1] == statistic->dims[1];
}

static bool is_small(const struct call *call, const struct tensor *result, bool has_batches)
{
    return has_batches || call_is_on_950(call) ||
           (result->dims[1] <= MOST_HEADS && result->dims[2] <= MOST_COLUMNS &&
            result->dims[2] % COLUMN_STEP == 0);
}

aclnnStatus attention_check_ring_tiled(struct call *call, int previous, int maximum, int sum,
                                       int current, int current_maximum, int current_sum, int ends,
                                       int layout)
{
    const struct tensor *result = call_tensor(call, previous);
    const struct tensor *e = call_tensor(call, ends);
    const int statistics[] = {sum, current_maximum, current_sum};
    bool has_batches = ring_is_text(call->arguments[layout].text, "SBH");
    if (!goes_with(result, call_tensor(call, maximum), has_batches))
        return leave(call, previous, "rows and heads of prevSoftmaxMax are required");
    if (!are_alike(call, current, previous))
        return leave(call, current, "that of prevAttnOut is required");
    for (int i = 0; i < 3; i++)
        if (!are_alike(call, statistics[i], maximum))
            return leave(call, statistics[i], "that of prevSoftmaxMax is required");
    if (!is_small(call, result, has_batches))
        return leave(call, previous,
                     "at most 256 heads are supported, of a multiple of 64 columns up to 768");
    if (!has_batches && (e->rank != 1 || e->dims[0] < 2))
        return leave(call, ends, "[batches + 1] is required");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_ring_statistics(struct call *call, int text, int layout)
{
    const char *given = call->arguments[text].text;
    bool has_batches = ring_is_text(call->arguments[layout].text, "SBH");
    if (given == NULL || *given == 0 || ring_is_text(given, "SBH") || ring_is_text(given, "TND"))
        return ACLNN_SUCCESS;
    if (has_batches && !call_is_on_950(call))
        return ACLNN_SUCCESS;
    call_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                     "%s is \"%s\"; \"SBH\", \"TND\" or nothing is required", call_name(call, text),
                     given);
    return ACLNN_SUCCESS;
}

/* A result of another shape cannot be copied to: that op_api notices. */
aclnnStatus attention_check_ring_out(struct call *call, int out, int of)
{
    return are_alike(call, out, of) ? ACLNN_SUCCESS
                                    : nsa_refuse_shape(call, ACLNN_ERR_PARAM_NULLPTR, out,
                                                       "that of what is updated is required");
}
