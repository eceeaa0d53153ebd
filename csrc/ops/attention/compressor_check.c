/* SPDX-License-Identifier: Apache-2.0 */
/* Compressor: checks of what its tiling refuses. */
#include "ops/attention/compressor.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/batches.h"
#include "ops/attention/lightning.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define LEAST_WIDTH 1024
#define MOST_WIDTH 10240
#define WIDTH_UNIT 512
#define MOST_RATIO 128
#define COLUMNS_OF_CORE 64

static bool has_ends(const struct call *call)
{
    return batches_tensor(call, "x")->rank == 2;
}

static bool is_ring(const struct call *call)
{
    return batches_number(call, "cacheMode") == COMPRESSOR_RING;
}

static bool has_tokens(const struct call *call)
{
    return !tensor_is_empty(batches_tensor(call, "x"));
}

static aclnnStatus check_given(const struct call *call)
{
    if (batches_tensor(call, "stateBlockTable") == NULL)
        return report(BATCHES_TILED, "stateBlockTable is NULL; pages are required");
    if (has_ends(call) != (batches_tensor(call, "cuSeqlens") != NULL))
        return report(BATCHES_TILED,
                      "cuSeqlens is %s; it is required where x has two dimensions, and there alone",
                      has_ends(call) ? "NULL" : "given");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_numbers(const struct call *call)
{
    int64_t ratio = batches_number(call, "cmpRatio");
    int64_t halves = batches_number(call, "coff");
    int64_t mode = batches_number(call, "cacheMode");
    if (ratio < 2 || ratio > MOST_RATIO || !shape_is_power_of_two(ratio))
        return batches_refuse_number(call, "cmpRatio", "2, 4, 8, 16, 32, 64 or 128 is required");
    if (halves != 1 && halves != 2)
        return batches_refuse_number(call, "coff", "1 or 2 is required");
    if (mode == COMPRESSOR_PAGES || (mode == COMPRESSOR_RING && call_is_on_950(call)))
        return ACLNN_SUCCESS;
    return batches_refuse_number(call, "cacheMode",
                                 call_is_on_950(call) ? "1 or 2 is required"
                                                      : "on this product 1 is required");
}

static aclnnStatus check_tokens(const struct call *call)
{
    const struct tensor *x = batches_tensor(call, "x");
    if (x->rank != 2 && x->rank != 3)
        return batches_refuse_shape(call, "x", "[T, H] or [B, S, H] is required");
    int64_t width = x->dims[x->rank - 1];
    return width >= LEAST_WIDTH && width <= MOST_WIDTH && width % WIDTH_UNIT == 0
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "x",
                                      "a multiple of 512 columns from 1024 to 10240 is required");
}

static int64_t batches_of(const struct call *call)
{
    const struct tensor *ends = batches_tensor(call, "cuSeqlens");
    if (ends == NULL)
        return batches_tensor(call, "x")->dims[0];
    return ends->rank == 1 ? ends->dims[0] - 1 : -1;
}

static aclnnStatus check_weights(const struct call *call)
{
    const struct tensor *x = batches_tensor(call, "x");
    const struct tensor *weight = batches_tensor(call, "wkv");
    int64_t halves = batches_number(call, "coff");
    int64_t rows = weight->rank == 2 ? weight->dims[0] : 0;
    const int64_t dims[] = {rows, x->dims[x->rank - 1]};
    const int64_t places[] = {batches_number(call, "cmpRatio"), rows};
    if ((rows != halves * COMPRESSOR_PART && rows != halves * COMPRESSOR_COLUMNS) ||
        !attention_batches_has_shape(weight, dims, 2))
        return batches_refuse_shape(call, "wkv",
                                    "coff times 128 or 512 rows of the columns of x are required");
    if (!attention_batches_has_shape(batches_tensor(call, "wgate"), dims, 2))
        return batches_refuse_shape(call, "wgate", "that of wkv is required");
    if (!attention_batches_has_shape(batches_tensor(call, "ape"), places, 2))
        return batches_refuse_shape(call, "ape",
                                    "cmpRatio rows, of a column for each row of wkv, are required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_lengths(const struct call *call)
{
    static const char *const names[] = {"cuSeqlens", "seqused", "startPos"};
    const struct tensor *table = batches_tensor(call, "stateBlockTable");
    int64_t batches = batches_of(call);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct tensor *t = batches_tensor(call, names[i]);
        int64_t count = batches + (i == 0);
        if (t != NULL && (batches < 0 || !attention_batches_has_shape(t, &count, 1)))
            return batches_refuse_shape(call, names[i],
                                        i == 0 ? "a number for each batch, and one before them, is "
                                                 "required"
                                               : "a number for each batch is required");
    }
    if (table->rank != (is_ring(call) ? 1 : 2) || table->dims[0] != batches ||
        (has_tokens(call) && tensor_is_empty(table)))
        return batches_refuse_shape(call, "stateBlockTable",
                                    is_ring(call) ? "a page of each batch is required"
                                                  : "pages of each batch are required");
    return ACLNN_SUCCESS;
}

/* Ascend950's kernel takes stateCacheStrideDim0 as it is; it must be what the tensor says, so that
 * nothing outside of it is written. */
static aclnnStatus check_stride(const struct call *call)
{
    const struct tensor *state = batches_tensor(call, "stateCacheRef");
    int64_t given = batches_number(call, "stateCacheStrideDim0");
    int64_t page = shape_product(state->dims[1], state->dims[2]);
    bool is_950 = call_is_on_950(call);
    bool has_pages = state->dims[0] > 1;
    int64_t stride = has_pages ? state->strides[0] : page;
    aclnnStatus status = attention_lightning_check_dense(call, "stateCacheRef", true);
    if (status != ACLNN_SUCCESS)
        return status;
    if (is_950 && stride < page)
        return report(BATCHES_TILED, "pages of stateCacheRef lie in each other");
    if (!is_950 && stride != page)
        return report(BATCHES_TILED,
                      "pages of stateCacheRef do not lie side by side, which is required");
    return given == stride || (is_950 && !has_pages)
               ? ACLNN_SUCCESS
               : batches_refuse_number(call, "stateCacheStrideDim0",
                                       "the elements from one page of stateCacheRef to the next "
                                       "are required");
}

static aclnnStatus check_state(const struct call *call)
{
    const struct tensor *state = batches_tensor(call, "stateCacheRef");
    if (state->rank != 3 || state->dims[1] < 1 ||
        state->dims[2] != 2 * batches_tensor(call, "wkv")->dims[0])
        return batches_refuse_shape(call, "stateCacheRef",
                                    "[pages, rows, twice the rows of wkv] is required");
    if ((has_tokens(call) && state->dims[0] < 1) ||
        (is_ring(call) && state->dims[0] < batches_of(call)))
        return batches_refuse_shape(call, "stateCacheRef",
                                    "pages, with cacheMode 2 as many as batches, are required");
    return check_stride(call);
}

static aclnnStatus check_result(const struct call *call)
{
    struct shape shape;
    return attention_shape_compressor(call, call_find(call, "x"), call_find(call, "wkv"),
                                      call_find(call, "cuSeqlens"), call_find(call, "cmpRatio"),
                                      call_find(call, "coff"), &shape) &&
                   attention_batches_has_shape(batches_tensor(call, "cmpKv"), shape.dims,
                                               shape.rank)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "cmpKv",
                                      "room for the compressed keys is required: [B, ceil(S / "
                                      "cmpRatio), D] or [min(T, T / cmpRatio + B), D]");
}

/* Cores share the columns of a compressed key. */
static aclnnStatus check_cores(const struct call *call)
{
    const struct tensor *keys = batches_tensor(call, "cmpKv");
    int64_t least_one = keys->dims[keys->rank - 1] / COLUMNS_OF_CORE;
    return call->soc->ai_cores >= (uint32_t)least_one
               ? ACLNN_SUCCESS
               : report(BATCHES_TILED,
                        "the product has %" PRIu32 " AI cores; %" PRId64 " are required for these "
                        "columns",
                        call->soc->ai_cores, least_one);
}

aclnnStatus attention_check_compressor(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_tokens,  check_given, check_numbers, check_weights,
        check_lengths, check_state, check_result,  check_cores};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}
