/* SPDX-License-Identifier: Apache-2.0 */
/* MlaProlog: checks. CANN generates the calls from the definition of their operator, and its tiling
 * refuses. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/mla_prolog.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define TILED ACLNN_ERR_INNER_TILING_ERROR
#define MOST_TOKENS ((int64_t)1 << 20)
#define MOST_BATCHES 65536
#define MOST_SEQUENCE 16

/* What follows from the tensors that say the sizes. */
struct sizes {
    const struct tensor *x;
    int64_t tokens;
    int64_t width;
    int64_t heads;
    int64_t pages;
    int64_t page;
    bool has_int8_x;
    bool has_int8_weight;
    bool has_int8_kv;
};

/* What a tensor has to be. */
struct wanted {
    const char *name;
    aclDataType type;
    int32_t rank;
    int64_t dims[4];
    bool is_needed; /* else it is not read */
};

static const struct tensor *tensor_of(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at < 0 ? NULL : call_tensor(call, at);
}

static aclnnStatus refuse_dims(const char *name, const struct tensor *given, const char *required)
{
    char shape[160];
    return report(TILED, "the shape of %s is %s; %s is required", name,
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

static aclnnStatus check_wanted(const struct call *call, const struct wanted *w)
{
    char text[160];
    const struct tensor *given = tensor_of(call, w->name);
    if (!w->is_needed)
        return ACLNN_SUCCESS;
    if (given == NULL)
        return report(TILED, "%s is NULL; with these data types a tensor is required", w->name);
    if (given->type != w->type)
        return report(TILED, "the data type of %s is %s; with those of the others %s is required",
                      w->name, data_type_name(given->type), data_type_name(w->type));
    return given->rank == w->rank &&
                   memcmp(given->dims, w->dims, (size_t)w->rank * sizeof *w->dims) == 0
               ? ACLNN_SUCCESS
               : refuse_dims(w->name, given, dims_describe(w->dims, w->rank, text, sizeof text));
}

static bool is_third(const struct call *call)
{
    return call_find(call, "kvCacheQuantMode") >= 0;
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static bool is_power_up_to(int64_t value, int64_t limit)
{
    return value >= 1 && value <= limit && (value & (value - 1)) == 0;
}

static aclnnStatus check_tokens(const struct tensor *x)
{
    bool has_batches = x->rank == 3;
    if (x->rank != 2 && !has_batches)
        return refuse_dims("tokenX", x, "[T, He] or [B, S, He]");
    int64_t width = x->dims[x->rank - 1];
    if (width != 6144 && width != 7168 && width != 7680)
        return refuse_dims("tokenX", x, "6144, 7168 or 7680 as the last dimension");
    if (has_batches ? x->dims[0] > MOST_BATCHES || x->dims[1] > MOST_SEQUENCE
                    : x->dims[0] > MOST_TOKENS)
        return refuse_dims("tokenX", x, "at most 1048576 tokens, or 65536 batches of 16");
    return ACLNN_SUCCESS;
}

static aclnnStatus read_sizes(const struct call *call, struct sizes *s)
{
    const struct tensor *x = tensor_of(call, "tokenX");
    const struct tensor *weight = tensor_of(call, "weightUk");
    const struct tensor *cache = tensor_of(call, "kvCacheRef");
    aclnnStatus status = check_tokens(x);
    if (status != ACLNN_SUCCESS)
        return status;
    if (weight->rank != 3 || !is_power_up_to(weight->dims[0], 128))
        return refuse_dims("weightUk", weight, "[N, 128, 512] with N from 1, 2, 4 up to 128");
    if (cache->rank != 4 || (cache->dims[1] != 16 && cache->dims[1] != 128))
        return refuse_dims("kvCacheRef", cache, "[pages, 16 or 128, 1, 512]");
    *s = (struct sizes){.x = x,
                        .tokens = x->dims[0] * (x->rank == 3 ? x->dims[1] : 1),
                        .width = x->dims[x->rank - 1],
                        .heads = weight->dims[0],
                        .pages = cache->dims[0],
                        .page = cache->dims[1],
                        .has_int8_x = x->type == ACL_INT8,
                        .has_int8_weight = x->type == ACL_INT8 ||
                                           tensor_of(call, "weightUqQr")->type == ACL_INT8,
                        .has_int8_kv = cache->type == ACL_INT8};
    return ACLNN_SUCCESS;
}

/* Rows as those of tokenX, with other dimensions behind. */
static struct wanted rows_of(const struct sizes *s, const char *name, aclDataType type,
                             int64_t heads, int64_t columns)
{
    struct wanted w = {.name = name, .type = type, .rank = s->x->rank - 1, .is_needed = true};
    memcpy(w.dims, s->x->dims, (size_t)w.rank * sizeof *w.dims);
    if (heads > 0)
        w.dims[w.rank++] = heads;
    if (columns > 0)
        w.dims[w.rank++] = columns;
    return w;
}

/* ---- Tensors --------------------------------------------------------------------------------- */

static aclnnStatus check_all(const struct call *call, const struct wanted *wanted, size_t count)
{
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < count && status == ACLNN_SUCCESS; i++)
        status = check_wanted(call, &wanted[i]);
    return status;
}

/* The tiling looks at the storage alone: a view may have the dimensions of the blocks as well. */
static void want_blocks(const struct tensor *given, struct wanted *w)
{
    int64_t width = FRACTAL_BYTES * 8 / data_type_bits(w->type);
    if (given->rank != w->rank + FRACTAL_DIMS)
        return;
    w->dims[3] = width;
    w->dims[2] = FRACTAL_ROWS;
    int64_t rows = w->dims[0];
    w->dims[0] = w->dims[1] / width;
    w->dims[1] = rows / FRACTAL_ROWS;
    w->rank = given->rank;
}

static aclnnStatus check_weights(const struct call *call, const struct sizes *s)
{
    static const char *const fractal[] = {"weightDq", "weightUqQr", "weightDkvKr"};
    aclDataType of_x = s->has_int8_x ? ACL_INT8 : ACL_BF16;
    aclDataType of_cq = s->has_int8_weight ? ACL_INT8 : ACL_BF16;
    struct wanted wanted[] = {
        {"weightDq", of_x, 2, {s->width, MLA_QUERY_RANK}, true},
        {"weightUqQr", of_cq, 2, {MLA_QUERY_RANK, s->heads * (MLA_DEPTH + MLA_ROPE_DEPTH)}, true},
        {"weightUk", ACL_BF16, 3, {s->heads, MLA_DEPTH, MLA_KEY_RANK}, true},
        {"weightDkvKr", of_x, 2, {s->width, MLA_KEY_RANK + MLA_ROPE_DEPTH}, true},
        {"rmsnormGammaCq", ACL_BF16, 1, {MLA_QUERY_RANK}, true},
        {"rmsnormGammaCkv", ACL_BF16, 1, {MLA_KEY_RANK}, true},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (wanted[i].rank == 2)
            want_blocks(tensor_of(call, wanted[i].name), &wanted[i]);
    aclnnStatus status = check_all(call, wanted, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < 3 && status == ACLNN_SUCCESS; i++) {
        const struct tensor *weight = tensor_of(call, fractal[i]);
        if (weight->format != ACL_FORMAT_FRACTAL_NZ || !fills_fractals(weight))
            status = report(TILED,
                            "%s is not in ACL_FORMAT_FRACTAL_NZ, with a storage of whole blocks, "
                            "which is required",
                            fractal[i]);
    }
    return status;
}

static aclnnStatus check_rows(const struct call *call, const struct sizes *s)
{
    bool is_int8 = s->has_int8_x && s->has_int8_kv;
    bool has_int8_kr = s->has_int8_kv && !s->has_int8_x;
    const char *index = call_find(call, "cacheIndex") >= 0 ? "cacheIndex" : "cacheIndexOptional";
    const struct wanted wanted[] = {
        rows_of(s, "ropeSin", ACL_BF16, 0, MLA_ROPE_DEPTH),
        rows_of(s, "ropeCos", ACL_BF16, 0, MLA_ROPE_DEPTH),
        rows_of(s, index, ACL_INT64, 0, 0),
        {"kvCacheRef",
         s->has_int8_kv ? ACL_INT8 : ACL_BF16,
         4,
         {s->pages, s->page, 1, MLA_KEY_RANK},
         true},
        {"krCacheRef",
         has_int8_kr ? ACL_INT8 : ACL_BF16,
         4,
         {s->pages, s->page, 1, MLA_ROPE_DEPTH},
         true},
        rows_of(s, "queryOut", is_int8 ? ACL_INT8 : ACL_BF16, s->heads, MLA_KEY_RANK),
        rows_of(s, "queryRopeOut", ACL_BF16, s->heads, MLA_ROPE_DEPTH),
        {"dequantScaleQNopeOutOptional", ACL_FLOAT, 3, {s->tokens, s->heads, 1}, is_int8},
    };
    return check_all(call, wanted, sizeof wanted / sizeof *wanted);
}

static aclnnStatus check_factors(const struct call *call, const struct sizes *s)
{
    bool has_smooth = tensor_of(call, "smoothScalesCqOptional") != NULL;
    bool has_one = is_third(call) && s->has_int8_x; /* factor of keys, for all */
    const struct wanted wanted[] = {
        {"dequantScaleXOptional", ACL_FLOAT, 2, {s->tokens, 1}, s->has_int8_x},
        {"dequantScaleWDqOptional", ACL_FLOAT, 2, {1, MLA_QUERY_RANK}, s->has_int8_x},
        {"dequantScaleWUqQrOptional",
         ACL_FLOAT,
         2,
         {1, s->heads * (MLA_DEPTH + MLA_ROPE_DEPTH)},
         s->has_int8_weight},
        {"dequantScaleWDkvKrOptional",
         ACL_FLOAT,
         2,
         {1, MLA_KEY_RANK + MLA_ROPE_DEPTH},
         s->has_int8_x},
        {"quantScaleCkvOptional", ACL_FLOAT, has_one ? 1 : 2, {1, MLA_KEY_RANK}, s->has_int8_kv},
        {"quantScaleCkrOptional",
         ACL_FLOAT,
         2,
         {1, MLA_ROPE_DEPTH},
         s->has_int8_kv && !s->has_int8_x},
        {"smoothScalesCqOptional", ACL_FLOAT, 2, {1, MLA_QUERY_RANK}, has_smooth},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if ((!wanted[i].is_needed || !s->has_int8_weight) &&
            tensor_of(call, wanted[i].name) != NULL)
            return report(TILED, "%s is given; with these data types NULL is required",
                          wanted[i].name);
    return check_all(call, wanted, sizeof wanted / sizeof *wanted);
}

static const char *mode_of(const struct call *call)
{
    return call->arguments[call_find(call, "cacheModeOptional")].text;
}

/* Modes of the third version, whose caches and indices have other dimensions. */
static aclnnStatus check_other_modes(const struct call *call)
{
    static const char *const others[] = {"BSND", "TND", "PA_BLK_BSND", "PA_BLK_NZ"};
    const char *mode = mode_of(call);
    for (size_t i = 0; i < sizeof others / sizeof *others && mode != NULL && is_third(call); i++)
        if (strcmp(mode, others[i]) == 0)
            return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                          "cacheModeOptional is \"%s\", which is not implemented by this library "
                          "(CANN has it)",
                          mode);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_modes(const struct call *call)
{
    const char *mode = mode_of(call);
    if (mode != NULL && strcmp(mode, "PA_BSND") != 0 && strcmp(mode, "PA_NZ") != 0)
        return report(TILED, "cacheModeOptional is \"%s\"; \"PA_BSND\" or \"PA_NZ\" is required",
                      mode);
    if (tensor_of(call, "queryNormOutOptional") != NULL)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "queryNormOutOptional is given, which is not implemented; NULL is");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_mla_prolog(struct call *call)
{
    struct sizes s = {0};
    aclnnStatus status = check_other_modes(call);
    if (status == ACLNN_SUCCESS)
        status = read_sizes(call, &s);
    if (status == ACLNN_SUCCESS)
        status = check_weights(call, &s);
    if (status == ACLNN_SUCCESS && s.has_int8_kv && !s.has_int8_weight)
        status = report(TILED, "kvCacheRef is of int8; with weightUqQr of bfloat16 DT_BF16 is "
                               "required");
    if (status == ACLNN_SUCCESS)
        status = check_factors(call, &s);
    if (status == ACLNN_SUCCESS)
        status = check_rows(call, &s);
    return status == ACLNN_SUCCESS ? check_modes(call) : status;
}
