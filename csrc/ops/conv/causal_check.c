/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions along time that start from states: checks. */
#include "ops/conv/causal.h"

#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/conv.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define CHANNEL_STEP 16 /* of 32 bytes */
#define LINE_ELEMENTS 128

static aclnnStatus refuse(const struct call *call, const char *name, const char *required)
{
    return call_refuse_shape(call, call_find(call, name), required);
}

aclnnStatus conv_check_activation(struct call *call, int activation)
{
    const char *text = call->arguments[activation].text;
    if (text == NULL || *text == 0 || strcmp(text, "silu") == 0 || strcmp(text, "none") == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"silu\" or \"none\" is required",
                  call_name(call, activation), text);
}

/* Without accepted tokens sequences have a dimension. */
aclnnStatus conv_check_sequences_apart(struct call *call, int x, int accepted)
{
    if (call_tensor(call, accepted) != NULL || call_tensor(call, x)->rank == 3)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, x, "[sequences, tokens, channels] is required");
}

/* The most channels that the cores' buffers hold at once. */
static int64_t channels_at_once(const struct call *call, int64_t taps, bool has_bias)
{
    int64_t bytes = (taps + 1) * 2 + 2 * 2 + (taps + has_bias) * 4;
    int64_t most = (int64_t)call->soc->unified_buffer_bytes / bytes;
    int64_t channels = LINE_ELEMENTS;
    while (channels * 2 <= most)
        channels *= 2;
    return channels;
}

static aclnnStatus operands_fit(struct call *call, const struct causal *c, int64_t channels)
{
    for (int i = 0; i < CAUSAL_OPTIONAL; i++) {
        const struct tensor *t = conv_causal_operand(call, i);
        int64_t wanted = i == CAUSAL_BIAS     ? channels
                         : i == CAUSAL_STARTS ? c->sequences + 1
                                              : c->sequences;
        if (t != NULL && (t->rank != 1 || t->dims[0] != wanted))
            return refuse(call, conv_causal_names[i],
                          "a number for each channel or sequence is required");
        if (t != NULL && i != CAUSAL_BIAS && t->type != ACL_INT32)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is not of DT_INT32", conv_causal_names[i]);
    }
    return ACLNN_SUCCESS;
}

aclnnStatus conv_check_causal(struct call *call)
{
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    const struct tensor *w = call_tensor(call, call_find(call, "weight"));
    const struct tensor *s = call_tensor(call, call_find(call, "convStatesRef"));
    struct causal c;
    if (x->rank != 2 && x->rank != 3)
        return refuse(call, "x", "two or three dimensions are required");
    int64_t channels = x->dims[x->rank - 1];
    int64_t tokens = shape_count(x->dims, x->rank - 1);
    if (channels < 1 || tokens < 1 || channels % CHANNEL_STEP != 0 || tokens > INT32_MAX)
        return refuse(call, "x",
                      "1 to 2147483647 tokens of a multiple of 16 channels are required");
    conv_causal_read(call, &c);
    if (c.sequences < 1)
        return report(ACLNN_ERR_PARAM_INVALID, "queryStartLocOptional says of no sequence");
    if (w->rank != 2 || w->dims[0] < 2 || w->dims[0] > CAUSAL_MOST_TAPS || w->dims[1] != channels)
        return refuse(call, "weight", "[2 to 4, channels] is required");
    if (s->rank != 3 || s->dims[0] < c.sequences || s->dims[1] < w->dims[0] - 1 ||
        s->dims[2] != channels)
        return refuse(call, "convStatesRef",
                      "[as many as sequences, as many as weight has less 1, channels] is required "
                      "at least");
    bool is_moved = conv_causal_operand(call, CAUSAL_ACCEPTED) != NULL;
    if (!c.is_prefill && conv_causal_operand(call, CAUSAL_MODES) != NULL)
        return refuse(call, conv_causal_names[CAUSAL_MODES],
                      "sequences of several tokens are required");
    if (is_moved && w->dims[0] != CAUSAL_MOST_TAPS)
        return refuse(call, "weight", "[4, channels] is required with numAcceptedTokensOptional");
    if (is_moved && c.length > 0 && s->dims[1] < w->dims[0] - 1 + c.length - 1)
        return refuse(call, "convStatesRef", "room for all tokens of a sequence is required");
    bool has_bias = conv_causal_operand(call, CAUSAL_BIAS) != NULL;
    int64_t parts = channels_at_once(call, w->dims[0], has_bias);
    if (shape_quotient_up(channels, parts) > (int64_t)call->soc->vector_cores)
        return refuse(call, "x", "channels that the cores hold are required");
    aclnnStatus status = operands_fit(call, &c, channels);
    return status == ACLNN_SUCCESS
               ? check_same_shape(call, call_find(call, "x"), call_find(call, "y"))
               : status;
}
