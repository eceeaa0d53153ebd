/* SPDX-License-Identifier: Apache-2.0 */
/* Products of experts on other ranks, with counts that the host knows: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/collective.h"
#include "ops/collective/grouped.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/arrays.h"

static const struct tensor *tensor_named(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at < 0 ? NULL : call_tensor(call, at);
}

static bool is_given(const struct call *call, const char *name)
{
    return tensor_named(call, name) != NULL;
}

aclnnStatus collective_check_counted_by_host(struct call *call)
{
    if (!is_given(call, "sendCountsTensorOptional") && !is_given(call, "recvCountsTensorOptional"))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR,
                  "sendCountsTensorOptional or recvCountsTensorOptional is given; both must be "
                  "NULL");
}

aclnnStatus collective_check_shared_product(struct call *call)
{
    bool has_left = is_given(call, "mmXOptional");
    bool has_right = is_given(call, "mmWeightOptional");
    bool has_out = is_given(call, "mmYOptional");
    if (has_left == has_right && has_left == has_out)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR,
                  "mmXOptional, mmWeightOptional and mmYOptional are not all NULL or all given; "
                  "one of both is required");
}

aclnnStatus collective_check_kept_rows(struct call *call, int wanted, int out)
{
    bool is_wanted = call->arguments[wanted].integer != 0;
    if (is_wanted == (call_tensor(call, out) != NULL))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is %s and %s is %s; both must say the same",
                  call_name(call, wanted), is_wanted ? "true" : "false", call_name(call, out),
                  is_wanted ? "NULL" : "given");
}

aclnnStatus collective_check_some_counts(struct call *call, int send, int receive)
{
    const int given[] = {send, receive};
    for (int i = 0; i < 2; i++) {
        const struct array *counts = call->arguments[given[i]].array;
        if (counts == NULL || counts->size == 0)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; a number for each expert is required",
                          call_name(call, given[i]), counts == NULL ? "NULL" : "empty");
    }
    return ACLNN_SUCCESS;
}

/* ---- What the tiling requires ---------------------------------------------------------------- */

static int64_t sum_of(const struct array *array, bool *good)
{
    int64_t sum = 0;
    for (uint64_t i = 0; i < array->size; i++) {
        *good = *good && array_integers(array)[i] >= 0;
        sum = shape_sum(sum, array_integers(array)[i]);
    }
    return sum;
}

static bool check_products(struct call *call, int64_t in, int64_t out, const char *out_name)
{
    const struct tensor *x = tensor_named(call, "gmmX");
    const struct tensor *weight = tensor_named(call, "gmmWeight");
    const struct tensor *y = tensor_named(call, out_name);
    bool is_turned = call->arguments[call_find(call, "transGmmWeight")].integer != 0;
    return collective_require(
               call, ACLNN_ERR_INNER_TILING_ERROR,
               x->rank == 2 && weight->rank == 3 && y->rank == 2,
               "gmmX, gmmWeight or %s has not 2, 3 and 2 dimensions, which are required",
               out_name) &&
           collective_require(
               call, ACLNN_ERR_INNER_TILING_ERROR, x->dims[1] == weight->dims[is_turned ? 2 : 1],
               "gmmWeight has not as many rows as gmmX has columns, which are required") &&
           collective_require(
               call, ACLNN_ERR_INNER_TILING_ERROR, y->dims[1] == weight->dims[is_turned ? 1 : 2],
               "%s has not the columns of gmmWeight, which are required", out_name) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              x->dims[0] == in && y->dims[0] == out,
                              "gmmX has %" PRId64 " rows and %s %" PRId64
                              "; the counts say %" PRId64 " and %" PRId64,
                              x->dims[0], out_name, y->dims[0], in, out) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              in > 0 && out > 0 && x->dims[1] > 0,
                              "gmmX or %s has no elements, which are required", out_name);
}

static bool check_shared(struct call *call)
{
    const struct tensor *x = tensor_named(call, "mmXOptional");
    const struct tensor *weight = tensor_named(call, "mmWeightOptional");
    const struct tensor *y = tensor_named(call, "mmYOptional");
    bool is_turned = call->arguments[call_find(call, "transMmWeight")].integer != 0;
    return x == NULL ||
           collective_require(
               call, ACLNN_ERR_INNER_TILING_ERROR,
               x->rank == 2 && weight->rank == 2 && y->rank == 2 &&
                   x->dims[1] == weight->dims[is_turned] && y->dims[0] == x->dims[0] &&
                   y->dims[1] == weight->dims[!is_turned],
               "mmXOptional, mmWeightOptional and mmYOptional are not the matrices of a "
               "product, which is required");
}

/* What a rank sends itself it receives. */
static bool check_own(struct call *call, const struct array *sent, const struct array *received)
{
    uint64_t ranks = (uint64_t)collective_size(call, COLLECTIVE_FIRST);
    uint64_t own = (uint64_t)collective_rank(call, COLLECTIVE_FIRST) * (sent->size / ranks);
    bool fits = true;
    for (uint64_t i = 0; i < sent->size / ranks; i++)
        fits = fits && array_integers(sent)[own + i] == array_integers(received)[own + i];
    return collective_require(
        call, ACLNN_ERR_INNER_TILING_ERROR, fits,
        "sendCounts and recvCounts are not equal for the own rank, which is required");
}

aclnnStatus collective_check_groups(struct call *call, int group, int size, int send, int receive)
{
    aclnnStatus status = collective_find(call, group, COLLECTIVE_FIRST, 1);
    const struct array *sent = call->arguments[send].array;
    const struct array *received = call->arguments[receive].array;
    int64_t ranks = call->arguments[size].integer;
    int64_t known = collective_size(call, COLLECTIVE_FIRST);
    const struct tensor *weight = tensor_named(call, "gmmWeight");
    bool is_back = call_find(call, "gmmY") < 0;
    bool good = true;
    if (status != ACLNN_SUCCESS || call->late_status != ACLNN_SUCCESS)
        return status;
    int64_t in = sum_of(sent, &good);
    int64_t out = sum_of(received, &good);
    int64_t places = weight->rank == 3 ? shape_product(ranks, weight->dims[0]) : 0;
    (void)(collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, ranks == known,
                              "epWorldSize is %" PRId64 "; the communicator of group has %" PRId64
                              " ranks",
                              ranks, known) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, good,
                              "a number of sendCounts or recvCounts is below 0; at least 0 is "
                              "required") &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              (int64_t)sent->size == places && (int64_t)received->size == places,
                              "sendCounts has %" PRIu64 " numbers and recvCounts %" PRIu64
                              "; one for each expert of each rank is required, %" PRId64,
                              sent->size, received->size, places) &&
           check_own(call, sent, received) &&
           check_products(call, in, out, is_back ? "y" : "gmmY") && check_shared(call));
    return ACLNN_SUCCESS;
}

aclnnStatus collective_check_kept_shape(struct call *call, int out, int x, int y)
{
    const struct tensor *kept = call_tensor(call, out);
    if (kept == NULL || call->late_status != ACLNN_SUCCESS)
        return ACLNN_SUCCESS;
    if (kept->rank == 2 && kept->dims[0] == call_tensor(call, y)->dims[0] &&
        kept->dims[1] == call_tensor(call, x)->dims[1])
        return ACLNN_SUCCESS;
    return collective_refuse_late(call, ACLNN_ERR_INNER_TILING_ERROR,
                                  "%s has not the rows that come and the columns of %s, which are "
                                  "required",
                                  call_name(call, out), call_name(call, x));
}
