/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that are quantised on their way into pages of a cache: checks of what the tiling refuses. */
#include "ops/attention/cache_quant.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define TILED ACLNN_ERR_INNER_NULLPTR

/* The last dimension of rows, which have a slot each. */
static aclnnStatus check_rows(const struct call *call, int x, int slots, int64_t *columns)
{
    const struct tensor *rows = call_tensor(call, x);
    const struct tensor *s = call_tensor(call, slots);
    if (rows->rank == 0 || s->rank != rows->rank - 1 ||
        memcmp(s->dims, rows->dims, (size_t)s->rank * sizeof *s->dims) != 0)
        return nsa_refuse_shape(call, TILED, slots, "a slot for each row of x is required");
    *columns = rows->dims[rows->rank - 1];
    return ACLNN_SUCCESS;
}

/* [pages, rows, 1, columns], rows and pages one behind the other. */
static aclnnStatus check_cache(const struct call *call, int cache, int64_t least)
{
    const struct tensor *c = call_tensor(call, cache);
    if (c->rank != 4 || c->dims[2] != 1 || c->dims[3] < least ||
        (c->dims[1] > 1 && c->strides[1] < least))
        return nsa_refuse_shape(call, TILED, cache,
                                "[pages, rows, 1, columns], with room for a row, is required");
    if (c->dims[0] > 1 && c->strides[0] < shape_product(c->dims[1], c->strides[1]))
        return nsa_refuse_shape(call, TILED, cache, "pages one behind the other are required");
    return ACLNN_SUCCESS;
}

/* ---- KvCompressEpilog ------------------------------------------------------------------------ */

static bool is_group(int64_t size)
{
    return size == 16 || size == 32 || size == 64;
}

aclnnStatus attention_check_compress_epilog(struct call *call, int cache, int x, int slots,
                                            int group_size, int mode)
{
    int64_t columns = 0;
    aclnnStatus status = check_rows(call, x, slots, &columns);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct cache_quant q = {
        .mode = (enum cache_quant_mode)call->arguments[mode].integer,
        .group = call->arguments[group_size].integer,
    };
    bool is_float4 = call->arguments[mode].integer == CACHE_EPILOG_FLOAT4;
    if (call->arguments[mode].integer < 0 || call->arguments[mode].integer >= CACHE_EPILOG_MODES)
        return nsa_refuse(call, TILED, mode, "0, 1 or 2 is required");
    if (is_float4 && !is_group(q.group))
        return nsa_refuse(call, TILED, group_size, "with quantMode 2 16, 32 or 64 is required");
    if (columns <= CACHE_ROPE || columns > CACHE_MOST || columns % CACHE_ROPE != 0)
        return nsa_refuse_shape(call, TILED, x,
                                "a multiple of 64 from 128 to 8192 as the last dimension is "
                                "required");
    return check_cache(call, cache, cache_epilog_room(&q, columns));
}

/* ---- IndexerQuantCache ----------------------------------------------------------------------- */

static bool is_of_four_bits(const struct tensor *tensor)
{
    return data_type_is_packed(tensor->type);
}

/* The data types of caches that the modes have. */
static aclnnStatus check_forms(const struct call *call, int cache, int scale, int mode)
{
    const struct tensor *c = call_tensor(call, cache);
    const struct tensor *s = call_tensor(call, scale);
    int64_t which = CACHE_EPILOG_MODES + call->arguments[mode].integer;
    bool has_powers = which == CACHE_INDEX_FLOAT8 || which == CACHE_INDEX_FLOAT4;
    bool fits = (s->type == ACL_FLOAT8_E8M0) == has_powers &&
                is_of_four_bits(c) == (which == CACHE_INDEX_FLOAT4) &&
                (c->type != ACL_UINT8 || !has_powers);
    return fits ? ACLNN_SUCCESS
                : report(TILED,
                         "the data types of %s and %s are %s and %s; others are required with the "
                         "%s that is given",
                         call_name(call, cache), call_name(call, scale), data_type_name(c->type),
                         data_type_name(s->type), call_name(call, mode));
}

/* Rows of packed elements begin at whole bytes, and their elements lie side by side. */
static bool has_whole_bytes(const struct tensor *t)
{
    return t->strides[3] == 1 && t->strides[0] % 2 == 0 && t->strides[1] % 2 == 0 &&
           t->offset % 2 == 0;
}

aclnnStatus attention_check_index_cache(struct call *call, int cache, int scale, int x, int slots,
                                        int mode)
{
    int64_t columns = 0;
    const struct tensor *c = call_tensor(call, cache);
    aclnnStatus status = check_rows(call, x, slots, &columns);
    if (status != ACLNN_SUCCESS)
        return status;
    if (columns > CACHE_MOST || columns % CACHE_BLOCK != 0)
        return nsa_refuse_shape(call, TILED, x,
                                "a multiple of 32 up to 8192 as the last dimension is required");
    int64_t which = call->arguments[mode].integer;
    if (which < 0 || which > 3)
        return nsa_refuse(call, TILED, mode, "0, 1, 2 or 3 is required");
    bool has_powers = which == 0 || which == 3;
    status = check_cache(call, cache, columns);
    if (status == ACLNN_SUCCESS)
        status = check_cache(call, scale, has_powers ? columns / CACHE_BLOCK : 1);
    if (status == ACLNN_SUCCESS)
        status = check_forms(call, cache, scale, mode);
    if (status != ACLNN_SUCCESS)
        return status;
    if (memcmp(call_tensor(call, scale)->dims, c->dims, 2 * sizeof *c->dims) != 0)
        return nsa_refuse_shape(call, TILED, scale, "the pages and rows of cacheRef are required");
    if (is_of_four_bits(c) && !has_whole_bytes(c))
        return report(TILED,
                      "rows of %s, of 4 bits an element, do not begin at whole bytes, or their "
                      "elements do not lie side by side",
                      call_name(call, cache));
    /* CANN's kernel makes nothing of such rows. */
    return c->type == ACL_UINT8 && which == 1
               ? report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "the data type of %s is %s, which is not implemented by this library (CANN "
                        "has it)",
                        call_name(call, cache), data_type_name(c->type))
               : ACLNN_SUCCESS;
}
