/* SPDX-License-Identifier: Apache-2.0 */
/* FusedCausalConv1d: what its tilings refuse, all with one status. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/conv.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/conv/causal.h"

#define TAPS 3
#define MOST_SEQUENCES 256
#define MOST_TOKENS 1048576
#define MOST_CHANNELS 16384
#define CHANNEL_STEP 16
#define LEAST_CHANNELS_SHORT 64
#define MOST_LENGTH 8
#define MOST_BLOCKS 1024 /* of a sequence, as the page says; the tiling does not look */

static aclnnStatus refuse(const struct call *call, const char *name, const char *required)
{
    return call_refuse_shape(call, call_find(call, name), required);
}

static const struct tensor *operand(const struct call *call, enum causal_operand which)
{
    return call_tensor(call, call_find(call, conv_fused_names[which]));
}

static aclnnStatus check_tokens(const struct call *call, const struct causal *c)
{
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    int64_t channels = x->dims[x->rank - 1];
    int64_t least = c->fused.is_short ? LEAST_CHANNELS_SHORT : CHANNEL_STEP;
    if (channels < least || channels > MOST_CHANNELS || channels % CHANNEL_STEP != 0)
        return refuse(call, "x",
                      "a multiple of 16 channels up to 16384 is required, of 64 or more where "
                      "sequences have up to 8 tokens");
    if (c->sequences < 1 || c->sequences > MOST_SEQUENCES)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "there are %" PRId64 " sequences; 1 to 256 are supported", c->sequences);
    int64_t longest = call->arguments[call_find(call, "maxQueryLen")].integer;
    if (x->rank == 2 && longest < 1)
        return report(ACLNN_ERR_PARAM_INVALID, "maxQueryLen is %" PRId64 "; 1 or more is required",
                      longest);
    if (x->rank == 3 && (x->dims[1] < 1 || x->dims[1] > MOST_LENGTH))
        return refuse(call, "x", "sequences of 1 to 8 tokens are required");
    if (x->rank == 2 && (x->dims[0] < 1 || x->dims[0] > MOST_TOKENS))
        return refuse(call, "x", "1 to 1048576 tokens are required");
    return ACLNN_SUCCESS;
}

/* States have room for the history, and with sequences of a length for what may be accepted. */
static aclnnStatus check_states(const struct call *call, const struct causal *c)
{
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    const struct tensor *w = call_tensor(call, call_find(call, "weight"));
    const struct tensor *states = call_tensor(call, call_find(call, "convStates"));
    int64_t channels = x->dims[x->rank - 1];
    int64_t room = TAPS - 1 + (c->length > 0 ? c->length - 1 : 0);
    if (w->rank != 2 || w->dims[0] != TAPS || w->dims[1] != channels)
        return refuse(call, "weight", "[3, channels] is required");
    if (states->rank != 3 || states->dims[1] < room || states->dims[2] != channels)
        return refuse(call, "convStates",
                      "[lines, room for the history and the tokens, channels] is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_operands(const struct call *call, const struct causal *c)
{
    bool has_table = c->fused.columns > 0;
    for (int i = CAUSAL_STARTS; i < CAUSAL_OPERANDS; i++) {
        const struct tensor *t = operand(call, (enum causal_operand)i);
        bool is_table = i == CAUSAL_LINES && has_table;
        bool is_block = i >= CAUSAL_FIRST_BLOCK;
        if (t == NULL &&
            ((has_table && i >= CAUSAL_COMPUTED) || (i == CAUSAL_STARTS && c->length == 0) ||
             (i == CAUSAL_COMPUTED && call->arguments[call_find(call, "convMode")].integer != 0)))
            return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL, which the other arguments require",
                          conv_fused_names[i]);
        if (t == NULL || i == CAUSAL_MODES || (is_block && !has_table) ||
            (i == CAUSAL_STARTS && c->length > 0))
            continue;
        if (t->rank != (is_table ? 2 : 1) || t->dims[0] != c->sequences + (i == CAUSAL_STARTS))
            return refuse(call, conv_fused_names[i], "a number for each sequence is required");
    }
    return ACLNN_SUCCESS;
}

/* The kernel for few tokens has a table where the last blocks are given, the other one where
 * cacheIndices has two dimensions. */
static aclnnStatus check_blocks(const struct call *call, const struct causal *c)
{
    const struct tensor *lines = operand(call, CAUSAL_LINES);
    bool has_last = operand(call, CAUSAL_LAST_BLOCK) != NULL;
    if (lines != NULL && lines->rank == 2 && (lines->dims[1] < 1 || lines->dims[1] > MOST_BLOCKS))
        return refuse(call, "cacheIndices", "1 to 1024 blocks for each sequence are required");
    if (c->fused.is_short && has_last != (c->fused.columns > 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "blockIdxLastScheduledToken is %s, and cacheIndices %s; with it a table of "
                      "blocks is required, and only with it",
                      has_last ? "given" : "NULL",
                      c->fused.columns > 0 ? "of two dimensions" : "is not of two dimensions");
    if (c->fused.columns > 0 && (c->fused.block < 1 || c->fused.block > INT32_MAX))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "blockSize is %" PRId64 "; with a table of blocks 1 to 2147483647 is "
                      "required",
                      c->fused.block);
    return ACLNN_SUCCESS;
}

aclnnStatus conv_check_fused(struct call *call)
{
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    int y = call_find(call, "y");
    struct causal c;
    if (x->rank != 2 && x->rank != 3)
        return refuse(call, "x", "two or three dimensions are required");
    conv_fused_read(call, &c);
    aclnnStatus status = check_tokens(call, &c);
    if (status == ACLNN_SUCCESS)
        status = check_states(call, &c);
    if (status == ACLNN_SUCCESS)
        status = check_blocks(call, &c);
    if (status == ACLNN_SUCCESS)
        status = check_operands(call, &c);
    return status != ACLNN_SUCCESS || y < 0
               ? status
               : call_shape_is(call, y, x->dims, x->rank, false, "that of x");
}
