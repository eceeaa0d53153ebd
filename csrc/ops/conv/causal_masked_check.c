/* SPDX-License-Identifier: Apache-2.0 */
/* MaskedCausalConv1d and its gradients: shapes that their tilings refuse. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/conv.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/conv/causal_masked.h"

#define LEAST_CHANNELS 384
#define MOST_CHANNELS 24576
#define CHANNEL_STEP 64
#define MOST_TOKENS (512 * 1024)
#define MOST_SEQUENCES_GRAD 32

static aclnnStatus check_tokens(const struct call *call, int x, int64_t most_sequences)
{
    const struct tensor *t = call_tensor(call, x);
    if (t->rank != 3 || t->dims[0] < 1 || t->dims[1] < 1 || t->dims[1] > most_sequences ||
        shape_product(t->dims[0], t->dims[1]) > MOST_TOKENS)
        return call_refuse_shape(call, x,
                                 "[tokens, sequences, channels], of 1 to 524288 tokens in all, is "
                                 "required; gradients take up to 32 sequences");
    return t->dims[2] >= LEAST_CHANNELS && t->dims[2] <= MOST_CHANNELS &&
                   t->dims[2] % CHANNEL_STEP == 0
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x, "a multiple of 64 channels, 384 to 24576, is required");
}

static aclnnStatus check_rest(const struct call *call, int x, int weight, int mask)
{
    const struct tensor *t = call_tensor(call, x);
    const int64_t taps[] = {MASKED_TAPS, t->dims[2]};
    const int64_t tokens[] = {t->dims[1], t->dims[0]};
    aclnnStatus status = call_shape_is(call, weight, taps, 2, false, "three taps of each channel");
    if (status != ACLNN_SUCCESS || call_tensor(call, mask) == NULL)
        return status;
    return call_shape_is(call, mask, tokens, 2, false, "[sequences, tokens]");
}

aclnnStatus conv_check_masked(struct call *call, int x, int weight, int mask, int out)
{
    aclnnStatus status = check_tokens(call, x, MOST_TOKENS);
    if (status == ACLNN_SUCCESS)
        status = check_rest(call, x, weight, mask);
    const struct tensor *t = call_tensor(call, x);
    return status == ACLNN_SUCCESS ? call_shape_is(call, out, t->dims, 3, false, "that of x")
                                   : status;
}

aclnnStatus conv_check_masked_grad(struct call *call, int grad, int x, int weight, int mask,
                                   int grad_x, int grad_weight)
{
    const struct tensor *g = call_tensor(call, grad);
    const struct tensor *w = call_tensor(call, weight);
    aclnnStatus status = check_tokens(call, grad, MOST_SEQUENCES_GRAD);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, x, g->dims, 3, false, "that of gradY");
    if (status == ACLNN_SUCCESS)
        status = check_rest(call, grad, weight, mask);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, grad_x, g->dims, 3, false, "that of gradY");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, grad_weight, w->dims, 2, false, "that of weight")
               : status;
}
