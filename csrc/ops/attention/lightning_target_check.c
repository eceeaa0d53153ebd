/* SPDX-License-Identifier: Apache-2.0 */
/* The loss of LightningIndexer by what is known of the attention: checks of what the tilings
 * refuse. That of Ascend910B finds the same and, as its source has it, drops what it found; the
 * device would then compute what nobody defines, and here the call is refused. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/lightning.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_HEADS 128
#define MOST_RATIO 128
#define FEWEST_CHOSEN 512
#define CHOSEN_UNIT 1024
#define MOST_CHOSEN_950 2048

static bool has_ends(const struct call *call)
{
    return attention_batches_layout_of(call, "layoutQ") == BATCHES_ENDS;
}

static aclnnStatus check_numbers(const struct call *call)
{
    static const char *const layouts[] = {"layoutQ", "layoutK"};
    enum batches_layout of_rows = attention_batches_layout_of(call, "layoutQ");
    int64_t mode = batches_number(call, "maskMode");
    int64_t ratio = batches_number(call, "cmpRatio");
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        enum batches_layout layout = attention_batches_layout_of(call, layouts[i]);
        if ((layout != BATCHES_ROOMS && layout != BATCHES_ENDS) || layout != of_rows)
            return report(BATCHES_TILED,
                          "%s is \"%s\"; \"BSND\" or \"TND\" is required, of both layouts the same",
                          layouts[i], call->arguments[call_find(call, layouts[i])].text);
    }
    if (mode != 0 && mode != 3)
        return batches_refuse_number(call, "maskMode", "0 or 3 is required");
    if (ratio < 1 || ratio > MOST_RATIO)
        return batches_refuse_number(call, "cmpRatio", "1 to 128 is required");
    if (!call_is_on_950(call))
        return ACLNN_SUCCESS;
    if (batches_tensor(call, "metadataOptional") == NULL)
        return report(BATCHES_TILED, "metadataOptional is NULL; %s requires it", call->soc->name);
    return mode == 3 && ratio != 1 && batches_tensor(call, "cmpResidualKOptional") == NULL
               ? report(BATCHES_TILED,
                        "cmpResidualKOptional is NULL; with maskMode 3 and cmpRatio %" PRId64
                        " it is required",
                        ratio)
               : ACLNN_SUCCESS;
}

static bool is_of_heads(const struct call *call, int64_t heads)
{
    return call_is_on_950(call) ? heads >= 1 && heads <= MOST_HEADS
                                : heads >= 8 && heads <= 64 && shape_is_power_of_two(heads);
}

static bool is_chosen(const struct call *call, int64_t chosen)
{
    if (call_is_on_950(call))
        return chosen >= 1 && chosen <= MOST_CHOSEN_950;
    return chosen == FEWEST_CHOSEN ||
           (chosen > 0 && chosen <= LIGHTNING_MOST_COUNT && chosen % CHOSEN_UNIT == 0);
}

static aclnnStatus check_shapes(const struct call *call)
{
    const struct tensor *q = batches_tensor(call, "q");
    const struct tensor *k = batches_tensor(call, "k");
    const struct tensor *indices = batches_tensor(call, "sparseIndices");
    int32_t rank = has_ends(call) ? 3 : 4;
    if (q->rank != rank || !is_of_heads(call, q->dims[rank - 2]) ||
        q->dims[rank - 1] != LIGHTNING_COLUMNS || shape_elements(q) == 0)
        return batches_refuse_shape(call, "q",
                                    call_is_on_950(call)
                                        ? "rows of 1 to 128 heads of 128 columns are "
                                          "required"
                                        : "rows of 8, 16, 32 or 64 heads of 128 columns "
                                          "are required");
    if (k->rank != rank || k->dims[rank - 2] != 1 || k->dims[rank - 1] != LIGHTNING_COLUMNS ||
        (rank == 4 && k->dims[0] != q->dims[0]) || shape_elements(k) == 0)
        return batches_refuse_shape(call, "k",
                                    "keys of one head of 128 columns, and the batches of q, are "
                                    "required");
    if (!attention_batches_is_of_rows(batches_tensor(call, "w"), q, &q->dims[rank - 2], 1))
        return batches_refuse_shape(call, "w", "a number for each head of q is required");
    int64_t chosen = indices->rank == 0 ? 0 : indices->dims[indices->rank - 1];
    if (!is_chosen(call, chosen) ||
        !attention_batches_is_of_rows(indices, q, (int64_t[]){1, chosen}, 2))
        return batches_refuse_shape(call, "sparseIndices",
                                    call_is_on_950(call)
                                        ? "1 to 2048 numbers for each row of q, behind a head, are "
                                          "required"
                                        : "512 numbers, or a multiple of 1024 up to 8192, for each "
                                          "row of q, behind a head, are required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_alike(const struct call *call)
{
    static const char *const pairs[][2] = {{"attnSoftmaxL1Norm", "sparseIndices"},
                                           {"dq", "q"},
                                           {"dk", "k"},
                                           {"dw", "w"},
                                           {"softmaxOut", "attnSoftmaxL1Norm"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct tensor *like = batches_tensor(call, pairs[i][1]);
        if (!attention_batches_has_shape(batches_tensor(call, pairs[i][0]), like->dims, like->rank))
            return nsa_refuse_shape(call, BATCHES_TILED, call_find(call, pairs[i][0]),
                                    "that of what it belongs to is required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_lengths(const struct call *call)
{
    const struct tensor *rows = batches_tensor(call, "cuSeqLensQOptional");
    const struct tensor *keys = batches_tensor(call, "cuSeqLensKOptional");
    const struct tensor *rests = batches_tensor(call, "cmpResidualKOptional");
    int64_t batches = batches_tensor(call, "q")->dims[0];
    if (has_ends(call)) {
        if (rows == NULL || keys == NULL || rows->rank != 1 || keys->rank != 1 ||
            rows->dims[0] < 2 || rows->dims[0] != keys->dims[0])
            return report(
                BATCHES_TILED,
                "cuSeqLensQOptional or cuSeqLensKOptional is NULL, or not of a number for "
                "each batch and one before them, which \"TND\" requires");
        batches = rows->dims[0] - 1;
    }
    return rests == NULL || (rests->rank == 1 && rests->dims[0] == batches)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "cmpResidualKOptional",
                                      "a number for each batch is required");
}

/* 910B does not read these. */
static aclnnStatus refuse_used(const struct call *call)
{
    static const char *const names[] = {"seqUsedQOptional", "seqUsedKOptional"};
    for (size_t i = 0; i < sizeof names / sizeof *names && call_is_on_950(call); i++)
        if (batches_tensor(call, names[i]) != NULL)
            return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                          "%s is given; rows or keys of a batch that are not used are not "
                          "implemented by this library",
                          names[i]);
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_lightning_target(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_numbers, check_shapes, check_alike, check_lengths, refuse_used};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}
