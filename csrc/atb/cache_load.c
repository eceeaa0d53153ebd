/* SPDX-License-Identifier: Apache-2.0 */
/* PagedCacheLoadOperation: brings the rows of sequences together from caches in blocks. */
#include "declared/attention.h"
#include "atb/plan.h"
#include "workspace/l0.h"

typedef struct atb_paged_cache_load_param param_t;

enum { KEYS, VALUES, TABLE, LENGTHS, KEY, VALUE, STARTS };

static bool is_nz(const param_t *param)
{
    return param->cache == ATB_LOAD_NZ;
}

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->cache == ATB_LOAD_NZ || param->cache == ATB_LOAD_ND,
                                 "kvCacheCfg is K_CACHE_V_CACHE_NZ or K_CACHE_V_CACHE_ND");
    return status == ATB_NO_ERROR
               ? atb_require(!is_nz(param) || (!param->lengths_are_sums && !param->has_starts),
                             "isSeqLensCumsumMode and hasSeqStarts are false where kvCacheCfg is "
                             "K_CACHE_V_CACHE_NZ")
               : status;
}

static int input_count(const void *given)
{
    return is_nz(given) ? STARTS : STARTS + 1;
}

/* rows: [tokens, heads, size] of a cache [blocks, tokens, heads, size], or in NZ [tokens, heads *
 * size] of [blocks, heads * size / width, tokens, width]. */
static int32_t check_rows(bool nz, const struct atb_desc *cache, const struct atb_desc *rows)
{
    int32_t status = atb_check_rank("a cache", cache, 4, 4);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("the rows of a cache", rows, nz ? 2 : 3, nz ? 2 : 3);
    if (status != ATB_NO_ERROR)
        return status;
    const int64_t *dims = cache->shape.dims;
    if (nz)
        return atb_check_dim("the size of the rows of a cache", rows->shape.dims[1],
                             dims[1] * dims[3]);
    status = atb_check_dim("the number of heads of the rows of a cache", rows->shape.dims[1],
                           dims[2]);
    return status == ATB_NO_ERROR ? atb_check_dim("the size of the heads of the rows of a cache",
                                                  rows->shape.dims[2], dims[3])
                                  : status;
}

static int32_t check_lengths(const param_t *param, const struct atb_desc *in)
{
    int64_t sequences = in[TABLE].shape.dims[0];
    int32_t status = atb_check_rank("the block table", &in[TABLE], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("contextLens", &in[LENGTHS], 1, 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the size of contextLens", in[LENGTHS].shape.dims[0],
                               sequences + param->lengths_are_sums);
    if (status == ATB_NO_ERROR && param->has_starts)
        status = atb_check_rank("seqStarts", &in[STARTS], 1, 1);
    return status == ATB_NO_ERROR && param->has_starts
               ? atb_check_dim("the size of seqStarts", in[STARTS].shape.dims[0], sequences)
               : status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    int block_at = is_nz(param) ? 2 : 1;
    int32_t status = check_rows(is_nz(param), &in[KEYS], &in[KEY]);
    if (status == ATB_NO_ERROR)
        status = check_rows(is_nz(param), &in[VALUES], &in[VALUE]);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of blocks of inTensors[1]", in[VALUES].shape.dims[0],
                               in[KEYS].shape.dims[0]);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the tokens of a block of inTensors[1]",
                               in[VALUES].shape.dims[block_at], in[KEYS].shape.dims[block_at]);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of tokens of inTensors[5]", in[VALUE].shape.dims[0],
                               in[KEY].shape.dims[0]);
    if (status == ATB_NO_ERROR)
        status = check_lengths(param, in);
    out[0] = in[KEY];
    out[1] = in[VALUE];
    return status;
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    atb_view starts = param->has_starts ? atb_in(s, STARTS) : NULL;
    atb_view key = single_into(s, atb_out(s, 0), atb_in(s, KEY));
    atb_view value = single_into(s, atb_out(s, 1), atb_in(s, VALUE));
    ATB_CALL(GatherPaKvCache, ATB_TENSOR(atb_in(s, KEYS)), ATB_TENSOR(atb_in(s, VALUES)),
             ATB_TENSOR(atb_in(s, TABLE)), ATB_TENSOR(atb_in(s, LENGTHS)), ATB_TENSOR(key),
             ATB_TENSOR(value), ATB_TENSOR(starts), {.handle = is_nz(param) ? "PA_NZ" : "Norm"},
             ATB_INTEGER(param->lengths_are_sums));
}

const struct atb_kind atb_kind_paged_cache_load = {
    ATB_KIND(PagedCacheLoad, atb_paged_cache_load_param),
    .check = check,
    .input_count = input_count,
    .output_count = atb_two,
    .infer = infer,
    .plan = plan,
    .optional = 1u << STARTS};
