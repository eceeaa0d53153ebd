/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MlaPreprocessOperation: what DeepSeek does to hidden states before latent attention. Tokens are
 * normalised, quantised and projected to 512 elements of a key, 64 of its turned part, and 1536
 * from which, normalised, quantised and projected once more, the queries of all heads follow. The
 * first part of a query becomes one of keys by a matrix for each head.
 */
#include <inttypes.h>

#include "declared/binary.h"
#include "declared/matmul.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "declared/ternary.h"
#include "declared/unary.h"
#include "atb/cache.h"
#include "atb/rope.h"
#include "workspace/l0.h"

typedef struct atb_mla_preprocess_param param_t;

enum {
    INPUT,
    GAMMA0,
    BETA0,
    SCALE0,
    OFFSET0,
    DOWN, /* wdqkv */
    DOWN_FACTORS,
    DOWN_BIAS,
    GAMMA1,
    BETA1,
    SCALE1,
    OFFSET1,
    UP, /* wuq */
    UP_FACTORS,
    UP_BIAS,
    GAMMA2,
    COS,
    SIN,
    TO_KEYS, /* wuk */
    CACHE,
    ROPE_CACHE,
    SLOTS,
    CACHE_SCALE,
    QUERY_SCALE,
    INPUT_COUNT
};

enum { OUT_QUERY, OUT_CACHE, OUT_QUERY_ROPE, OUT_CACHE_ROPE };

enum {
    HIDDEN = 7168,
    LEAST_HIDDEN = 2048,
    MOST_HIDDEN = 8192,
    LATENT = 512,
    ROPE = 64,
    MIDDLE = 1536,
    DOWN_ROWS = LATENT + ROPE + MIDDLE,
    PLAIN = 128,
    HEAD = PLAIN + ROPE,
    MOST_TOKENS = 1024,
    NZ_BLOCK = 128,
    MOST_BLOCK = 128,
    LARGE_BLOCK = 256,
    COEFFICIENT = 2,
    KEEP_DTYPE = 0
};

static const double epsilon = 1e-6;

static bool is_nz(const param_t *param)
{
    return param->cache == ATB_LATENT_NZ || param->cache == ATB_LATENT_NZ_INT8;
}

static bool is_per_token(const param_t *param)
{
    return param->quant_mode == ATB_QUANT_PER_TOKEN;
}

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->cache <= ATB_LATENT_NZ,
                                 "cacheMode is one of MlaPreprocessParam::CacheMode");
    return status == ATB_NO_ERROR
               ? atb_require(param->quant_mode <= ATB_QUANT_PER_TOKEN,
                             "quantMode is PER_TENSOR_QUANT_ASYMM or PER_TOKEN_QUANT_SYMM")
               : status;
}

static int input_count(const void *given)
{
    (void)given;
    return INPUT_COUNT;
}

static int output_count(const void *given)
{
    return ((const param_t *)given)->cache == ATB_LATENT_ONE ? 2 : 4;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* A matrix of int8, [rows, columns] or in NZ [(1,) columns / 32, rows, 32]. */
static int32_t check_weight(const char *what, const struct atb_desc *desc, int64_t rows,
                            int64_t columns)
{
    enum { WIDTH = 32 };
    bool is_plain = desc->shape.count == 2;
    int32_t status = atb_check_rank(what, desc, 2, 4);
    if (status == ATB_NO_ERROR)
        status = atb_only(desc->type == ACL_INT8, "wdqkv and wuq are int8");
    if (status == ATB_NO_ERROR && desc->shape.count == 4)
        status = atb_check_dim("the first size of wdqkv or wuq", desc->shape.dims[0], 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of rows of wdqkv or wuq", atb_dim(desc, -2), rows);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the last size of wdqkv or wuq", atb_dim(desc, -1),
                               is_plain ? columns : WIDTH);
    return status == ATB_NO_ERROR && !is_plain
               ? atb_check_dim("the number of columns of NZ of wdqkv or wuq", atb_dim(desc, -3),
                               columns / WIDTH)
               : status;
}

/* [heads, 128, 512], or in NZ [heads, 32, 128, 16]. */
static int32_t check_to_keys(const struct atb_desc *desc)
{
    enum { WIDTH = 16 };
    bool is_fractal = desc->shape.count == 4;
    int32_t status = atb_check_rank("wuk", desc, 3, 4);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of rows of wuk", atb_dim(desc, -2), PLAIN);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the last size of wuk", atb_dim(desc, -1),
                               is_fractal ? WIDTH : LATENT);
    return status == ATB_NO_ERROR && is_fractal
               ? atb_check_dim("the number of columns of NZ of wuk", desc->shape.dims[1],
                               LATENT / WIDTH)
               : status;
}

static int32_t check_row(const char *what, const struct atb_desc *desc, int64_t size)
{
    int32_t status = atb_check_rank(what, desc, 1, 1);
    return status == ATB_NO_ERROR ? atb_check_dim(what, desc->shape.dims[0], size) : status;
}

/* As many elements, however they are arranged. */
static int32_t check_count(const char *what, const struct atb_desc *desc, int64_t count)
{
    int32_t status = atb_check_rank(what, desc, 1, ATB_MAX_DIM);
    return status == ATB_NO_ERROR ? atb_check_dim(what, (int64_t)atb_element_count(desc), count)
                                  : status;
}

static int32_t check_hidden(const param_t *param, const struct atb_desc *in)
{
    int64_t size = in[INPUT].shape.dims[1];
    int32_t status = atb_require(size == HIDDEN || !is_per_token(param),
                                 "quantMode is PER_TENSOR_QUANT_ASYMM where rows of inTensors[0] "
                                 "have another number of elements than 7168");
    if (status == ATB_NO_ERROR && (size < LEAST_HIDDEN || size > MOST_HIDDEN))
        status = atb_report(
            ATB_ERROR_INVALID_TENSOR_DIM,
            "the rows of inTensors[0] have %" PRId64 " elements; 2048 to 8192 are required", size);
    if (status == ATB_NO_ERROR)
        status = check_row("the size of gamma0", &in[GAMMA0], size);
    if (status == ATB_NO_ERROR)
        status = check_row("the size of beta0", &in[BETA0], size);
    return status == ATB_NO_ERROR ? check_weight("wdqkv", &in[DOWN], DOWN_ROWS, size) : status;
}

static int32_t check_sizes(const struct atb_desc *in, int64_t heads)
{
    int64_t tokens = in[INPUT].shape.dims[0];
    int32_t status = check_row("the size of deScale0", &in[DOWN_FACTORS], DOWN_ROWS);
    if (status == ATB_NO_ERROR)
        status = check_row("the size of gamma1", &in[GAMMA1], MIDDLE);
    if (status == ATB_NO_ERROR)
        status = check_row("the size of beta1", &in[BETA1], MIDDLE);
    if (status == ATB_NO_ERROR)
        status = check_weight("wuq", &in[UP], heads * HEAD, MIDDLE);
    if (status == ATB_NO_ERROR)
        status = check_row("the size of deScale1", &in[UP_FACTORS], heads * HEAD);
    if (status == ATB_NO_ERROR)
        status = check_row("the size of gamma2", &in[GAMMA2], LATENT);
    for (int i = COS; i <= SIN && status == ATB_NO_ERROR; i++) {
        status = atb_check_rank("cos or sin", &in[i], 2, 2);
        if (status == ATB_NO_ERROR)
            status = atb_check_dim("the number of rows of cos or sin", in[i].shape.dims[0], tokens);
        if (status == ATB_NO_ERROR)
            status = atb_check_dim("the last size of cos or sin", in[i].shape.dims[1], ROPE);
    }
    return status == ATB_NO_ERROR ? check_row("the number of slots", &in[SLOTS], tokens) : status;
}

/* What PER_TENSOR_QUANT_ASYMM alone has, and INT8_NZCACHE. */
static int32_t check_scales(const param_t *param, const struct atb_desc *in, int64_t heads)
{
    static const int scalars[] = {SCALE0, OFFSET0, SCALE1, OFFSET1};
    int32_t status = ATB_NO_ERROR;
    for (int i = 0; i < 4 && status == ATB_NO_ERROR && !is_per_token(param); i++)
        status = check_row("the size of a quantScale or quantOffset", &in[scalars[i]], 1);
    if (status == ATB_NO_ERROR && !is_per_token(param))
        status = check_count("the size of bias0", &in[DOWN_BIAS], DOWN_ROWS);
    if (status == ATB_NO_ERROR && !is_per_token(param))
        status = check_count("the size of bias1", &in[UP_BIAS], heads * HEAD);
    if (param->cache != ATB_LATENT_NZ_INT8 || status != ATB_NO_ERROR)
        return status;
    status = check_count("the size of ctkvScale", &in[CACHE_SCALE], 1);
    return status == ATB_NO_ERROR ? check_count("the size of qNopeScale", &in[QUERY_SCALE], heads)
                                  : status;
}

/* In NZ a cache may have columns for all heads of queries, as ATB's examples describe it; its
 * memory is that of more blocks of one head all the same. */
static int32_t check_cache(const param_t *param, const char *what, const struct atb_desc *cache,
                           int64_t size)
{
    int64_t width = cache->type == ACL_INT8 ? 32 : 16;
    int32_t status = atb_check_rank(what, cache, 4, 4);
    if (status == ATB_NO_ERROR && !is_nz(param))
        status = atb_check_dim("the number of heads of a cache", cache->shape.dims[2], 1);
    if (status == ATB_NO_ERROR && is_nz(param) && cache->shape.dims[1] % (size / width) != 0)
        status = atb_report(ATB_ERROR_INVALID_TENSOR_DIM,
                            "the number of columns of NZ of a cache is %" PRId64
                            "; a multiple of %" PRId64 " is required",
                            cache->shape.dims[1], size / width);
    return status == ATB_NO_ERROR ? atb_check_dim("the last size of a cache", cache->shape.dims[3],
                                                  is_nz(param) ? width : size)
                                  : status;
}

static int32_t check_caches(const param_t *param, const struct atb_desc *in)
{
    bool is_one = param->cache == ATB_LATENT_ONE;
    int tokens_at = is_nz(param) ? 2 : 1;
    int32_t status = check_cache(param, "inTensors[19]", &in[CACHE],
                                 is_one ? LATENT + ROPE : LATENT);
    if (status == ATB_NO_ERROR && !is_one)
        status = check_cache(param, "inTensors[20]", &in[ROPE_CACHE], ROPE);
    int64_t block = in[CACHE].shape.dims[tokens_at];
    if (status == ATB_NO_ERROR && is_nz(param))
        status = atb_check_dim("the tokens of a block of a cache in NZ", block, NZ_BLOCK);
    if (status == ATB_NO_ERROR && block > MOST_BLOCK && block != LARGE_BLOCK)
        status = atb_report(
            ATB_ERROR_INVALID_TENSOR_DIM,
            "a block of a cache has %" PRId64 " tokens; 1 to 128, or 256, are required", block);
    if (status == ATB_NO_ERROR)
        status = atb_require((in[CACHE].type == ACL_INT8) == (param->cache == ATB_LATENT_NZ_INT8),
                             "inTensors[19] is int8 with INT8_NZCACHE, and of the type of "
                             "inTensors[0] otherwise");
    return status;
}

static int32_t check_all(const param_t *param, const struct atb_desc *in)
{
    int64_t heads = in[TO_KEYS].shape.dims[0];
    int32_t status = atb_check_rank("inTensors[0]", &in[INPUT], 2, 2);
    if (status == ATB_NO_ERROR && in[INPUT].shape.dims[0] > MOST_TOKENS)
        status = atb_report(ATB_ERROR_INVALID_TENSOR_DIM,
                            "inTensors[0] has %" PRId64 " rows; 1 to 1024 are required",
                            in[INPUT].shape.dims[0]);
    if (status == ATB_NO_ERROR)
        status = check_caches(param, in);
    if (status == ATB_NO_ERROR)
        status = check_to_keys(&in[TO_KEYS]);
    if (status == ATB_NO_ERROR)
        status = check_hidden(param, in);
    if (status == ATB_NO_ERROR)
        status = check_sizes(in, heads);
    return status == ATB_NO_ERROR ? check_scales(param, in, heads) : status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    bool is_one = param->cache == ATB_LATENT_ONE;
    int32_t status = check_all(param, in);
    if (status != ATB_NO_ERROR)
        return status;
    out[OUT_QUERY] = in[INPUT];
    out[OUT_QUERY].shape.count = 3;
    out[OUT_QUERY].shape.dims[1] = in[TO_KEYS].shape.dims[0];
    out[OUT_QUERY].shape.dims[2] = is_one ? LATENT + ROPE : LATENT;
    out[OUT_CACHE] = in[CACHE];
    if (is_one)
        return ATB_NO_ERROR;
    out[OUT_QUERY_ROPE] = out[OUT_QUERY];
    out[OUT_QUERY_ROPE].shape.dims[2] = ROPE;
    out[OUT_CACHE_ROPE] = in[ROPE_CACHE];
    if (param->cache == ATB_LATENT_NZ_INT8)
        out[OUT_QUERY].type = ACL_INT8;
    return ATB_NO_ERROR;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* The rows of a weight in NZ side by side: [.., rows, columns / width, width] of what lies as
 * [.., columns / width, rows, width]. One without NZ stays as it is. */
static atb_view unfolded(struct single *s, atb_view weight, int64_t batches, int64_t rows,
                         int64_t columns)
{
    int64_t width = weight->dims[weight->rank - 1];
    if (width == columns)
        return weight;
    const int64_t dims[] = {batches, rows, columns / width, width};
    const int64_t strides[] = {rows * columns, width, rows * width, 1};
    atb_view dense = ATB_TEMPORARY(s, weight->type, batches, rows, columns / width, width);
    single_copy(s, dense, ATB_VIEW(s, weight, 0, dims, strides));
    return ATB_SHAPED(s, dense, batches, rows, columns);
}

/* x / rms(x) * gamma + beta in float32; beta may be NULL. */
static atb_view normed(struct single *s, atb_view x, atb_view gamma, atb_view beta)
{
    atb_view values = atb_float(s, x);
    atb_view y = single_like(s, values);
    atb_view rstd = ATB_TEMPORARY(s, ACL_FLOAT, values->dims[0], 1);
    ATB_CALL(RmsNorm, ATB_TENSOR(values), ATB_TENSOR(atb_float(s, gamma)), ATB_REAL(epsilon),
             ATB_TENSOR(y), ATB_TENSOR(rstd));
    if (beta != NULL)
        ATB_CALL(InplaceAdd, ATB_TENSOR(y), ATB_TENSOR(atb_float(s, beta)), ATB_SCALAR(1.0));
    return y;
}

/* round(values), between -128 and 127, as int8. `values` is changed. */
static void round_to(struct single *s, atb_view values, atb_view out)
{
    atb_view limited = single_like(s, values);
    ATB_CALL(InplaceRound, ATB_TENSOR(values));
    ATB_CALL(Clamp, ATB_TENSOR(values), ATB_SCALAR(-128.0), ATB_SCALAR(127.0), ATB_TENSOR(limited));
    single_copy(s, out, limited);
}

static atb_view rounded_to(struct single *s, atb_view values, aclDataType type)
{
    atb_view found = single_like_of(s, values, type);
    single_copy(s, found, values);
    return found;
}

/* Where the inputs of a projection stand. */
struct projection {
    int gamma, beta, scale, offset, weight, factors, bias;
};

/* (quantised norm of x) @ weight^T, restored by the factors of rows and of tokens. */
static atb_view projected(struct single *s, const param_t *param, const struct projection *at,
                          atb_view x, int64_t rows)
{
    aclDataType type = atb_in(s, INPUT)->type;
    int64_t tokens = x->dims[0];
    int64_t columns = x->dims[1];
    atb_view y = normed(s, x, atb_in(s, at->gamma), atb_in(s, at->beta));
    atb_view codes = single_like_of(s, y, ACL_INT8);
    atb_view token_factors = NULL;
    atb_view bias = NULL;
    if (is_per_token(param)) {
        token_factors = ATB_TEMPORARY(s, ACL_FLOAT, tokens);
        ATB_CALL(DynamicQuant, ATB_TENSOR(rounded_to(s, y, type)), ATB_NONE, ATB_TENSOR(codes),
                 ATB_TENSOR(token_factors));
    } else {
        bias = ATB_SHAPED(s, atb_in(s, at->bias), rows);
        ATB_CALL(InplaceDiv, ATB_TENSOR(y), ATB_TENSOR(atb_float(s, atb_in(s, at->scale))));
        ATB_CALL(InplaceAdd, ATB_TENSOR(y), ATB_TENSOR(atb_float(s, atb_in(s, at->offset))),
                 ATB_SCALAR(1.0));
        round_to(s, y, codes);
    }
    atb_view weight = unfolded(s, atb_in(s, at->weight), 1, rows, columns);
    atb_view out = ATB_TEMPORARY(s, type, tokens, rows);
    ATB_CALL(QuantMatmulV4, ATB_TENSOR(codes), ATB_TENSOR(ATB_SHAPED(s, weight, rows, columns)),
             ATB_TENSOR(atb_in(s, at->factors)), ATB_NONE, ATB_TENSOR(token_factors),
             ATB_TENSOR(bias), ATB_INTEGER(0), ATB_INTEGER(1), ATB_TENSOR(out));
    return out;
}

/* Elements `from` on of each head of dense rows, turned: [tokens, heads, 64]. */
static atb_view turned(struct single *s, atb_view rows, int64_t from)
{
    atb_view part = single_part(s, rows, 2, from, ROPE);
    atb_view dense = single_like(s, part);
    atb_view out = single_like(s, part);
    single_copy(s, dense, part);
    atb_turn(s, COEFFICIENT, dense, atb_float(s, atb_in(s, COS)), atb_float(s, atb_in(s, SIN)),
             out);
    return out;
}

/* The first parts of queries as keys have them: [tokens, heads, 512], in float32. */
static atb_view queries_of(struct single *s, atb_view rows)
{
    static const int64_t swapped[] = {1, 0, 2};
    int64_t tokens = rows->dims[0];
    int64_t heads = rows->dims[1];
    const struct single_ints perm = {3, swapped};
    atb_view weight = unfolded(s, atb_in(s, TO_KEYS), heads, PLAIN, LATENT);
    atb_view left = single_permuted(s, single_part(s, rows, 2, 0, PLAIN), perm);
    atb_view product = ATB_TEMPORARY(s, ACL_FLOAT, heads, tokens, LATENT);
    ATB_CALL(BatchMatMul, ATB_TENSOR(atb_float(s, left)), ATB_TENSOR(atb_float(s, weight)),
             ATB_TENSOR(product), ATB_INTEGER(KEEP_DTYPE));
    return single_permuted(s, product, perm);
}

static void write_queries(struct single *s, const param_t *param, atb_view rows)
{
    aclDataType type = atb_in(s, INPUT)->type;
    int64_t heads = rows->dims[1];
    atb_view first = queries_of(s, rows);
    atb_view second = turned(s, rows, PLAIN);
    atb_view out = atb_out(s, OUT_QUERY);
    if (s->status != ACL_SUCCESS)
        return;
    switch (param->cache) {
    case ATB_LATENT_ONE:
        single_copy(s, single_part(s, out, 2, 0, LATENT), first);
        single_copy(s, single_part(s, out, 2, LATENT, ROPE), second);
        return;
    case ATB_LATENT_NZ_INT8: {
        atb_view values = atb_float(s, rounded_to(s, first, type));
        atb_view factors = ATB_SHAPED(s, atb_float(s, atb_in(s, QUERY_SCALE)), heads, 1);
        ATB_CALL(InplaceMul, ATB_TENSOR(values), ATB_TENSOR(factors));
        round_to(s, values, out);
        break;
    }
    default: single_copy(s, out, first); break;
    }
    single_copy(s, atb_out(s, OUT_QUERY_ROPE), second);
}

/* A cache of `size` elements a token, by blocks of one head. */
static atb_view blocks_of(struct single *s, const param_t *param, atb_view cache, int64_t size)
{
    if (s->status != ACL_SUCCESS || !is_nz(param))
        return cache;
    int64_t tokens = cache->dims[2], width = cache->dims[3];
    int64_t columns = size / width;
    return ATB_SHAPED(s, cache, cache->dims[0] * cache->dims[1] / columns, columns, tokens, width);
}

/* kv: the first 576 elements of each token's row. */
static void write_keys(struct single *s, const param_t *param, atb_view kv)
{
    int64_t tokens = kv->dims[0];
    atb_view slots = atb_in(s, SLOTS);
    atb_view cache = single_into(s, atb_out(s, OUT_CACHE), atb_in(s, CACHE));
    atb_view rope = turned(s, ATB_SHAPED(s, kv, tokens, 1, DOWN_ROWS), LATENT);
    atb_view norm = normed(s, single_part(s, kv, 1, 0, LATENT), atb_in(s, GAMMA2), NULL);
    atb_view key = ATB_SHAPED(s, rounded_to(s, norm, kv->type), tokens, 1, LATENT);
    if (s->status != ACL_SUCCESS)
        return;
    if (param->cache == ATB_LATENT_ONE) {
        atb_view both = ATB_TEMPORARY(s, kv->type, tokens, 1, LATENT + ROPE);
        single_copy(s, single_part(s, both, 2, 0, LATENT), key);
        single_copy(s, single_part(s, both, 2, LATENT, ROPE), rope);
        atb_scatter(s, both, cache, slots, false);
        return;
    }
    if (param->cache == ATB_LATENT_NZ_INT8) {
        atb_view values = atb_float(s, key);
        key = single_like_of(s, values, ACL_INT8);
        ATB_CALL(InplaceDiv, ATB_TENSOR(values), ATB_TENSOR(atb_float(s, atb_in(s, CACHE_SCALE))));
        round_to(s, values, key);
    }
    atb_scatter(s, key, blocks_of(s, param, cache, LATENT), slots, is_nz(param));
    cache = single_into(s, atb_out(s, OUT_CACHE_ROPE), atb_in(s, ROPE_CACHE));
    atb_scatter(s, rope, blocks_of(s, param, cache, ROPE), slots, is_nz(param));
}

static void plan(struct single *s, const void *given)
{
    static const struct projection down = {GAMMA0, BETA0,        SCALE0,   OFFSET0,
                                           DOWN,   DOWN_FACTORS, DOWN_BIAS};
    static const struct projection up = {GAMMA1, BETA1, SCALE1, OFFSET1, UP, UP_FACTORS, UP_BIAS};
    const param_t *param = given;
    int64_t heads = atb_in(s, TO_KEYS)->dims[0];
    atb_view rows = projected(s, param, &down, atb_in(s, INPUT), DOWN_ROWS);
    if (s->status != ACL_SUCCESS)
        return;
    write_keys(s, param, rows);
    atb_view middle = single_part(s, rows, 1, LATENT + ROPE, MIDDLE);
    atb_view queries = projected(s, param, &up, middle, heads * HEAD);
    if (s->status == ACL_SUCCESS)
        write_queries(s, param, ATB_SHAPED(s, queries, rows->dims[0], heads, HEAD));
}

const struct atb_kind atb_kind_mla_preprocess = {
    ATB_KIND(MlaPreprocess, atb_mla_preprocess_param),
    .check = check,
    .input_count = input_count,
    .output_count = output_count,
    .infer = infer,
    .plan = plan,
    .optional = 1U << SCALE0 | 1U << OFFSET0 | 1U << DOWN_BIAS | 1U << SCALE1 | 1U << OFFSET1 |
                1U << UP_BIAS | 1U << ROPE_CACHE | 1U << CACHE_SCALE | 1U << QUERY_SCALE};
