/* SPDX-License-Identifier: Apache-2.0 */
/* Cross entropies whose classes are spread over devices, and losses that are joined by a word:
 * checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/loss.h"
#include "ops/common/check.h"

aclnnStatus loss_check_line_of(struct call *call, int line, int matrix)
{
    return call_shape_is(call, line, call_tensor(call, matrix)->dims, 1, false,
                         "an element for each row");
}

aclnnStatus loss_check_softmax_of(struct call *call, int softmax, int logits, int line)
{
    const struct tensor *rows = call_tensor(call, logits);
    if (rows == NULL)
        return ACLNN_SUCCESS;
    if (rows->rank != 2 || rows->dims[0] != call_tensor(call, line)->dims[0])
        return call_refuse_shape(call, logits, "[rows, classes] is required");
    return check_same_shape(call, softmax, logits);
}

aclnnStatus loss_check_factors_of(struct call *call, int input, int weight)
{
    const struct tensor *x = call_tensor(call, input);
    const struct tensor *w = call_tensor(call, weight);
    if (x->rank != 2)
        return call_refuse_shape(call, input, "[rows, depth] is required");
    if (w->rank != 2 || w->dims[1] != x->dims[1])
        return call_refuse_shape(call, weight, "[classes, depth] is required");
    return ACLNN_SUCCESS;
}

aclnnStatus loss_check_some_classes(struct call *call, int weight, int input)
{
    const int64_t deepest = 65534;
    if (call_tensor(call, weight)->dims[0] == 0)
        return call_refuse_shape(call, weight, "classes are required");
    if (call_tensor(call, input)->dims[1] > deepest)
        return call_refuse_shape(call, input, "a depth of at most 65534 is required");
    return ACLNN_SUCCESS;
}

aclnnStatus loss_check_logits_of(struct call *call, int logits, int input, int weight)
{
    const int64_t dims[] = {call_tensor(call, input)->dims[0], call_tensor(call, weight)->dims[0]};
    if (call_tensor(call, logits) == NULL)
        return ACLNN_SUCCESS;
    return call_shape_is(call, logits, dims, 2, false, "[rows, classes]");
}

aclnnStatus loss_check_mask_bytes(struct call *call, int mask, int input)
{
    const int64_t bytes = (call_tensor(call, input)->dims[0] + 7) / 8;
    return call_shape_is(call, mask, &bytes, 1, false, "a byte for eight rows");
}

aclnnStatus loss_check_class_range(struct call *call, int first, int last)
{
    int64_t from = call->arguments[first].integer;
    int64_t to = call->arguments[last].integer;
    if (from >= 0 && to >= from)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 " and %s %" PRId64 "; 0 or more, and no less, is required",
                  call_name(call, first), from, call_name(call, last), to);
}

aclnnStatus loss_check_row_mask(struct call *call, int mask, int grad)
{
    const struct tensor *given = call_tensor(call, mask);
    int64_t rows = call_tensor(call, grad)->dims[0];
    bool is_bits = given->type == ACL_UINT8;
    if (given->rank == 1 && (is_bits ? given->dims[0] >= (rows + 7) / 8 : given->dims[0] == rows))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, mask,
                             is_bits ? "a bit for each row is required"
                                     : "an element for each row is required");
}

aclnnStatus loss_check_softmax_or_sums(struct call *call, int softmax, int maxima, int sums)
{
    bool has_sums = call_tensor(call, maxima) != NULL && call_tensor(call, sums) != NULL;
    if (call_tensor(call, softmax) != NULL || has_sums)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; %s and %s are required then",
                  call_name(call, softmax), call_name(call, maxima), call_name(call, sums));
}

aclnnStatus loss_check_many_classes(struct call *call, int softmax, int weight)
{
    const int64_t least = 128;
    if (call_tensor(call, softmax) == NULL || call_tensor(call, weight)->dims[0] >= least)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, weight, "128 classes or more are required beside softmax");
}

aclnnStatus loss_check_given_line(struct call *call, int line, int matrix)
{
    return call_tensor(call, line) == NULL ? ACLNN_SUCCESS : loss_check_line_of(call, line, matrix);
}

aclnnStatus loss_check_platform_910b(struct call *call, int operand)
{
    (void)operand;
    if (call->soc->architecture == ARCHITECTURE_2201)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_RUNTIME_ERROR, "%s does not have the operator; Ascend910B has",
                  call->soc->name);
}

/* ---- Classes of one device ------------------------------------------------------------------- */

aclnnStatus loss_check_shard(struct call *call, int logits, int target, int largest, int first,
                             int last)
{
    const struct tensor *x = call_tensor(call, logits);
    if (x->rank != 2 && x->rank != 3)
        return call_refuse_shape(call, logits, "[rows, classes] or [s, b, classes] is required");
    int64_t classes = x->dims[x->rank - 1];
    int64_t rows = x->rank == 3 ? x->dims[0] * x->dims[1] : x->dims[0];
    int64_t step = x->type == ACL_FLOAT ? 8 : 16;
    if (classes < 16 || classes > 200 * 1024 || classes % step != 0)
        return call_refuse_shape(call, logits,
                                 "16 to 204800 classes are required, a multiple of 8 in float32, "
                                 "of 16 in bfloat16");
    if (rows < 1 || rows > 32 * 1024)
        return call_refuse_shape(call, logits, "1 to 32768 rows are required");
    int64_t range = call->arguments[last].integer - call->arguments[first].integer;
    if (call->arguments[first].integer < 0 || range != classes)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s and %s have %" PRId64 " classes between them; %" PRId64 " are required",
                      call_name(call, first), call_name(call, last), range, classes);
    aclnnStatus status = call_shape_is(call, target, x->dims, x->rank - 1, false,
                                       "one for each row");
    return status != ACLNN_SUCCESS
               ? status
               : call_shape_is(call, largest, x->dims, x->rank - 1, false, "one for each row");
}
