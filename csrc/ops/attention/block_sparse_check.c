/* SPDX-License-Identifier: Apache-2.0 */
/* Attention to chosen blocks, and its gradients: what op_api looks at, in its sequence. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/batches.h"
#include "ops/attention/block_sparse.h"
#include "ops/common/check.h"

/* op_api asks the shapes of results, and not the launch, whether it went well: what the tiling
 * refuses is phase two's to answer. */
static aclnnStatus leave(struct call *call, const char *text)
{
    call_refuse_late(call, ACLNN_ERR_INNER_NULLPTR, "%s", text);
    return ACLNN_SUCCESS;
}

static bool is_layout(const char *text)
{
    return strcmp(text, "TND") == 0 || strcmp(text, "BNSD") == 0 || strcmp(text, "BSND") == 0;
}

static aclnnStatus check_block_shape(const struct call *call, bool takes_more)
{
    const struct array *shape = call->arguments[call_find(call, "blockShapeOptional")].array;
    if (shape == NULL)
        return ACLNN_SUCCESS;
    bool has_two = takes_more ? shape->size >= 2 : shape->size == 2;
    if (has_two && array_integers(shape)[0] > 0 && array_integers(shape)[1] > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "blockShapeOptional has %" PRIu64
                  " numbers; rows and columns of a block are required, both above 0",
                  shape->size);
}

static aclnnStatus check_copied(const struct call *call, const char *name, aclDataType type,
                                const struct tensor *like, bool is_sum)
{
    char found[160];
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *tensor = batches_tensor(call, name);
    if (tensor == NULL)
        return report(ACLNN_ERR_INNER_NULLPTR, "%s is NULL; softmaxLseFlag asks for it", name);
    memcpy(dims, like->dims, sizeof dims);
    if (is_sum)
        dims[like->rank - 1] = 1;
    if (tensor->type == type && tensor->rank == like->rank &&
        memcmp(tensor->dims, dims, (size_t)like->rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR, "%s is %s of %s; the shape of %s of %s is required",
                  name, dims_describe(tensor->dims, tensor->rank, found, sizeof found),
                  data_type_name(tensor->type),
                  is_sum ? "query, but for its last 1," : "its operand", data_type_name(type));
}

aclnnStatus attention_check_block_sparse(struct call *call)
{
    const char *layout = call->arguments[call_find(call, "qInputLayout")].text;
    const char *of_keys = call->arguments[call_find(call, "kvInputLayout")].text;
    int64_t precision = batches_number(call, "innerPrecise");
    const struct tensor *mask = batches_tensor(call, "blockSparseMaskOptional");
    const struct tensor *query = batches_tensor(call, "query");
    if (!is_layout(layout) || strcmp(layout, of_keys) != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "qInputLayout is \"%s\" and kvInputLayout \"%s\"; \"TND\", \"BNSD\" or "
                      "\"BSND\" is required of both",
                      layout, of_keys);
    aclnnStatus status = check_block_shape(call, false);
    if (status == ACLNN_SUCCESS && precision != 0 && precision != 1 && precision != 4)
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "innerPrecise is %" PRId64 "; 0, 1 or 4 is required", precision);
    if (status == ACLNN_SUCCESS && batches_tensor(call, "attentionOut") == NULL)
        status = report(ACLNN_ERR_PARAM_NULLPTR, "attentionOut is NULL; a tensor is required");
    if (status == ACLNN_SUCCESS && mask != NULL && mask->rank != 4)
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "blockSparseMaskOptional has %d dimensions; 4 are required", mask->rank);
    for (int i = 0; i < BLOCK_SPARSE_SCALED && status == ACLNN_SUCCESS; i++) {
        const struct tensor *scale = batches_tensor(call, block_sparse_scales[i].scale);
        if (scale != NULL && scale->rank != 4)
            status = report(ACLNN_ERR_PARAM_INVALID, "%s has %d dimensions; 4 are required",
                            block_sparse_scales[i].scale, scale->rank);
    }
    if (status != ACLNN_SUCCESS)
        return status;
    struct attention a;
    struct block_sparse_refusal refusal;
    bool fits = attention_block_sparse_read(call, &a, &refusal);
    if (!fits && refusal.is_of_shapes)
        return report(ACLNN_ERR_INNER_NULLPTR, "%s", refusal.text);
    /* beside float8 the result has the caller's type, which the tiling looks at */
    bool is_coded = query->type == ACL_FLOAT8_E4M3FN;
    aclDataType type = is_coded ? batches_tensor(call, "attentionOut")->type : query->type;
    status = check_copied(call, "attentionOut", type, query, false);
    if (status == ACLNN_SUCCESS && batches_number(call, "softmaxLseFlag") == 1)
        status = check_copied(call, "softmaxLseOptional", ACL_FLOAT, query, true);
    return status != ACLNN_SUCCESS || fits ? status : leave(call, refusal.text);
}

aclnnStatus attention_check_rain_fusion(struct call *call)
{
    const char *layout = call->arguments[call_find(call, "qInputLayout")].text;
    const char *of_keys = call->arguments[call_find(call, "kvInputLayout")].text;
    const struct array *shape = call->arguments[call_find(call, "blockShape")].array;
    int64_t precision = batches_number(call, "innerPrecise");
    const struct tensor *query = batches_tensor(call, "query");
    bool is_known = strcmp(layout, "TND") == 0 || strcmp(layout, "BNSD") == 0;
    if (!is_known || strcmp(layout, of_keys) != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "qInputLayout is \"%s\" and kvInputLayout \"%s\"; \"TND\" or \"BNSD\" is "
                      "required of both",
                      layout, of_keys);
    if (shape == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "blockShape is NULL; an array is required");
    if (shape->size < 2 || array_integers(shape)[0] <= 0 || array_integers(shape)[1] <= 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "blockShape has %" PRIu64
                      " numbers; rows and columns of a block are required, both above 0",
                      shape->size);
    if (precision != 0 && precision != 1)
        return report(ACLNN_ERR_PARAM_INVALID, "innerPrecise is %" PRId64 "; 0 or 1 is required",
                      precision);
    if (batches_tensor(call, "attentionOut") == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "attentionOut is NULL; a tensor is required");
    struct attention a;
    struct block_sparse_refusal refusal;
    bool fits = attention_block_sparse_read(call, &a, &refusal);
    if (!fits && refusal.is_of_shapes)
        return report(ACLNN_ERR_INNER_NULLPTR, "%s", refusal.text);
    aclnnStatus status = check_copied(call, "attentionOut", query->type, query, false);
    return status != ACLNN_SUCCESS || fits ? status : leave(call, refusal.text);
}

static aclnnStatus check_grad_types(const struct call *call)
{
    static const char *const names[] = {"key", "value", "attentionOut", "dout", "dq", "dk", "dv"};
    aclDataType mask = batches_tensor(call, "blockSparseMaskOptional")->type;
    aclDataType type = batches_tensor(call, "query")->type;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (batches_tensor(call, names[i])->type != type)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of %s is %s, that of query %s; they must be equal",
                          names[i], data_type_name(batches_tensor(call, names[i])->type),
                          data_type_name(type));
    return mask == ACL_BOOL || mask == ACL_UINT8
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of blockSparseMaskOptional is %s; DT_BOOL or DT_UINT8 is "
                        "required",
                        data_type_name(mask));
}

static aclnnStatus check_grad_numbers(const struct call *call)
{
    static const char *const names[] = {"maskType", "preTokens", "nextTokens"};
    static const int64_t wanted[] = {0, INT32_MAX, INT32_MAX};
    const char *layout = call->arguments[call_find(call, "qInputLayout")].text;
    const char *of_keys = call->arguments[call_find(call, "kvInputLayout")].text;
    const void *rows = call->arguments[call_find(call, "actualSeqLengthsOptional")].array;
    const void *columns = call->arguments[call_find(call, "actualSeqLengthsKvOptional")].array;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (batches_number(call, names[i]) != wanted[i])
            return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %" PRId64 " is required",
                          names[i], batches_number(call, names[i]), wanted[i]);
    if (batches_tensor(call, "attenMaskOptional") != NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "attenMaskOptional is given; NULL is required");
    if ((strcmp(layout, "TND") == 0 && rows == NULL) ||
        (strcmp(of_keys, "TND") == 0 && columns == NULL))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "a length of each batch is required of rows and columns with \"TND\"");
    return (strcmp(layout, "BNSD") == 0) == (strcmp(of_keys, "BNSD") == 0)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "qInputLayout is \"%s\" and kvInputLayout \"%s\"; they must be equal",
                        layout, of_keys);
}

/* 0 where the tensor has no such dimension, as in op_api. */
static int64_t dim_of(const struct tensor *tensor, int32_t at)
{
    return at < tensor->rank ? tensor->dims[at] : 0;
}

static aclnnStatus check_dim(const struct call *call, const char *name, const char *like,
                             int32_t at)
{
    int64_t found = dim_of(batches_tensor(call, name), at);
    int64_t wanted = dim_of(batches_tensor(call, like), at);
    return found == wanted ? ACLNN_SUCCESS
                           : report(ACLNN_ERR_PARAM_INVALID,
                                    "dimension %d of %s is %" PRId64 ", that of %s %" PRId64
                                    "; they must be equal",
                                    at, name, found, like, wanted);
}

/* op_api compares batches, where they have a dimension, and columns of heads. */
static aclnnStatus check_grad_dims(const struct call *call)
{
    static const char *const batched[] = {"key",        "value", "attentionOut", "dout",
                                          "softmaxLse", "dq",    "dk",           "dv"};
    static const char *const columns[][2] = {{"key", "query"},  {"attentionOut", "value"},
                                             {"dout", "value"}, {"dq", "query"},
                                             {"dk", "key"},     {"dv", "value"}};
    static const char *const packed[] = {"key", "value", "attentionOut", "dout", "dq", "dk", "dv"};
    bool is_packed = strcmp(call->arguments[call_find(call, "qInputLayout")].text, "TND") == 0;
    aclnnStatus status = ACLNN_SUCCESS;
    if (is_packed) {
        for (size_t i = 0; i < sizeof packed / sizeof packed[0] && status == ACLNN_SUCCESS; i++)
            status = check_dim(call, packed[i], "query", 2);
        return status;
    }
    for (size_t i = 0; i < sizeof batched / sizeof batched[0] && status == ACLNN_SUCCESS; i++)
        status = check_dim(call, batched[i], "query", 0);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0] && status == ACLNN_SUCCESS; i++)
        status = check_dim(call, columns[i][0], columns[i][1], 3);
    return status;
}

static bool are_alike(const struct call *call, const char *name, const char *like)
{
    return attention_call_are_like(batches_tensor(call, name), batches_tensor(call, like), -1);
}

/* Results are copied to, which takes equal shapes. */
static aclnnStatus check_grad_copies(const struct call *call)
{
    static const char *const pairs[][2] = {{"dq", "query"}, {"dk", "key"}, {"dv", "value"}};
    char found[160];
    char wanted[160];
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct tensor *tensor = batches_tensor(call, pairs[i][0]);
        const struct tensor *like = batches_tensor(call, pairs[i][1]);
        if (!are_alike(call, pairs[i][0], pairs[i][1]))
            return report(
                ACLNN_ERR_INNER_NULLPTR, "the shape of %s is %s, that of %s %s; they must be equal",
                pairs[i][0], dims_describe(tensor->dims, tensor->rank, found, sizeof found),
                pairs[i][1], dims_describe(like->dims, like->rank, wanted, sizeof wanted));
    }
    return ACLNN_SUCCESS;
}

/* The tiling's, which does not look at softmaxLse. Logarithms of sums lie as [B, N, S, 1], or [T,
 * N, 1]; CANN's own example leaves the 1 out. */
static aclnnStatus check_grad_tiling(struct call *call)
{
    struct attention a;
    struct block_sparse_refusal refusal;
    const struct tensor *sums = batches_tensor(call, "softmaxLse");
    if (!attention_block_sparse_read(call, &a, &refusal))
        return leave(call, refusal.text);
    if (!are_alike(call, "attentionOut", "query") || !are_alike(call, "dout", "query"))
        return leave(call, "attentionOut or dout is not of the shape of query, which is required");
    const int64_t dims[] = {a.batches, a.heads, a.rows.whole, 1};
    const int64_t packed[] = {a.rows.whole, a.heads, 1};
    bool is_packed = a.query.t >= 0;
    const int64_t *wanted = is_packed ? packed : dims;
    int32_t rank = is_packed ? 3 : 4;
    if ((sums->rank == rank || sums->rank == rank - 1) &&
        memcmp(sums->dims, wanted, (size_t)sums->rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return leave(call,
                 "softmaxLse is not [B, N, S, 1], or [T, N, 1] with \"TND\", or without the 1");
}

aclnnStatus attention_check_block_sparse_grad(struct call *call)
{
    aclnnStatus status = check_grad_types(call);
    if (status == ACLNN_SUCCESS)
        status = check_grad_dims(call);
    return status == ACLNN_SUCCESS ? check_grad_numbers(call) : status;
}

/* What follows op_api's look at blockShapeOptional. The copies into results are phase one's, and
 * the tiling phase two's to refuse. */
aclnnStatus attention_check_block_sparse_grad_blocks(struct call *call)
{
    aclnnStatus status = check_block_shape(call, true);
    if (status == ACLNN_SUCCESS)
        status = check_grad_copies(call);
    return status == ACLNN_SUCCESS ? check_grad_tiling(call) : status;
}
