/* SPDX-License-Identifier: Apache-2.0 */
#include "atb/pairs.h"

#include <string.h>

#include "acl/acl_base.h"
#include "atb/operation.h"
#include "atb/params.h"
#include "base/data_type.h"
#include "tensor/tensor.h"

#define ENTRY __attribute__((visibility("default")))

extern const struct atb_kind atb_kind_fused_add_topk_div;
extern const struct atb_kind atb_kind_mla_preprocess;
extern const struct atb_kind atb_kind_multi_latent_attention;
extern const struct atb_kind atb_kind_paged_cache_load;
extern const struct atb_kind atb_kind_ring_mla;
extern const struct atb_kind atb_kind_self_attention;

/* Where the elements of a tensor lie. */
enum place { ON_DEVICE, ON_HOST };

struct operand {
    const char *name;
    const aclTensor *tensor;
    enum place place;
};

/* The first phase of a pair. */
struct pair {
    const char *function;
    const struct atb_kind *kind;
    const void *param;
    uint64_t *size;
    struct atb_operation **operation;
    struct atb_context *context;
    struct atb_pack pack;
};

/* ---- Tensors --------------------------------------------------------------------------------- */

static int32_t describe(const char *name, const struct tensor *tensor, struct atb_desc *desc)
{
    if (tensor->rank < 1 || tensor->rank > ATB_MAX_DIM)
        return atb_report(ATB_ERROR_INVALID_TENSOR_DIM_NUM,
                          "%s has %d dimension(s); 1 to 8 are required", name, tensor->rank);
    if (!view_is_dense(tensor))
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "the elements of %s have gaps, or another sequence; a dense tensor is "
                          "required",
                          name);
    desc->type = (int32_t)tensor->type;
    desc->format = (int32_t)tensor->format;
    desc->shape.count = (uint64_t)tensor->rank;
    memcpy(desc->shape.dims, tensor->dims, (size_t)tensor->rank * sizeof *tensor->dims);
    return ATB_NO_ERROR;
}

/* An aclTensor as a tensor of atb; NULL is one that is left out. */
static int32_t convert(const struct operand *operand, struct atb_tensor *found)
{
    struct tensor tensor;
    memset(found, 0, sizeof *found);
    found->desc.type = ACL_DT_UNDEFINED;
    if (operand->tensor == NULL)
        return ATB_NO_ERROR;
    if (!tensor_copy(&tensor, operand->tensor))
        return atb_report(ATB_ERROR_INVALID_PARAM, "%s is %p, which is no live aclTensor",
                          operand->name, (const void *)operand->tensor);
    int32_t status = describe(operand->name, &tensor, &found->desc);
    char *base = tensor_address(&tensor);
    if (status == ATB_NO_ERROR && base != NULL) {
        void *data = base + tensor.offset * data_type_bits(tensor.type) / 8;
        *(operand->place == ON_HOST ? &found->host : &found->device) = data;
    }
    found->size = atb_byte_count(&found->desc);
    tensor_drop(&tensor);
    return status;
}

static int32_t convert_all(const struct operand *operands, int count, struct atb_tensors *found)
{
    int32_t status = ATB_NO_ERROR;
    found->count = (size_t)count;
    for (int i = 0; i < count && status == ATB_NO_ERROR; i++)
        status = convert(&operands[i], &found->inside[i]);
    return status;
}

/* ---- Phases ---------------------------------------------------------------------------------- */

static int32_t check_results(const struct pair *pair)
{
    if (pair->size != NULL && pair->operation != NULL)
        return ATB_NO_ERROR;
    return atb_report(ATB_ERROR_INVALID_PARAM, "%s is NULL",
                      pair->size == NULL ? "workspaceSize" : "op");
}

static int32_t prepare(struct pair *pair, const struct operand *in, int inputs,
                       const struct operand *out, int outputs)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, pair->function, &status)) {
        status = check_results(pair);
        if (status == ATB_NO_ERROR)
            status = convert_all(in, inputs, &pair->pack.in);
        if (status == ATB_NO_ERROR)
            status = convert_all(out, outputs, &pair->pack.out);
    }
    return atb_call_close(&call, status);
}

/* Sets *op up, which is made where it is NULL. The caller destroys it. */
static int32_t set_up(struct pair *pair, const struct operand *in, int inputs,
                      const struct operand *out, int outputs)
{
    int32_t status = prepare(pair, in, inputs, out, outputs);
    if (status == ATB_NO_ERROR && *pair->operation == NULL)
        status = atb_operation_create(pair->kind, pair->param, pair->operation);
    if (status != ATB_NO_ERROR)
        return status;
    struct atb_operation *operation = *pair->operation;
    return operation->functions->setup(operation, &pair->pack, pair->size, pair->context);
}

#define PAIR(name, of_kind, of_param)                        \
    struct pair pair = {.function = name "GetWorkspaceSize", \
                        .kind = &(of_kind),                  \
                        .param = &(of_param),                \
                        .size = workspaceSize,               \
                        .operation = operation,              \
                        .context = context}

int32_t atb_pair_run(const char *function, void *workspace, uint64_t workspace_size,
                     struct atb_operation *operation, struct atb_context *context)
{
    static const struct atb_pack as_in_setup;
    struct atb_call call;
    int32_t status;
    if (operation != NULL)
        return operation->functions->execute(operation, &as_in_setup, workspace, workspace_size,
                                             context);
    if (atb_call_open(&call, function, &status))
        status = atb_report(ATB_ERROR_INVALID_PARAM, "op is NULL");
    return atb_call_close(&call, status);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

ENTRY int32_t AtbFusedAddTopkDivGetWorkspaceSize(
    const aclTensor *x, const aclTensor *addNum, const aclTensor *mappingNum,
    const aclTensor *mappingTable, uint32_t groupNum, uint32_t groupTopk, uint32_t n, uint32_t k,
    int activationType, bool isNorm, float scale, bool enableExpertMapping, const aclTensor *y,
    const aclTensor *indices, uint64_t *workspaceSize, struct atb_operation **operation,
    struct atb_context *context)
{
    const struct atb_fused_add_topk_div_param param = {
        .group_count = groupNum,
        .groups_kept = groupTopk,
        .n = n,
        .k = k,
        .activation = activationType,
        .is_normed = isNorm,
        .scale = scale,
        .has_mapping = enableExpertMapping,
    };
    const struct operand in[] = {
        {"x", x, ON_DEVICE},
        {"addNum", addNum, ON_DEVICE},
        {"mappingNum", mappingNum, ON_DEVICE},
        {"mappingTable", mappingTable, ON_DEVICE},
    };
    const struct operand out[] = {{"y", y, ON_DEVICE}, {"indices", indices, ON_DEVICE}};
    PAIR("AtbFusedAddTopkDiv", atb_kind_fused_add_topk_div, param);
    return set_up(&pair, in, enableExpertMapping ? 4 : 2, out, 2);
}

ENTRY int32_t AtbMLAGetWorkspaceSize(
    const aclTensor *qNope, const aclTensor *qRope, const aclTensor *ctKV, const aclTensor *kRope,
    const aclTensor *blockTables, const aclTensor *contextLens, const aclTensor *mask,
    const aclTensor *qSeqLen, const aclTensor *qkDescale, const aclTensor *pvDescale,
    int32_t headNum, float qkScale, int32_t kvHeadNum, int maskType, int calcType,
    uint8_t cacheMode, const aclTensor *attenOut, const aclTensor *lse, uint64_t *workspaceSize,
    struct atb_operation **operation, struct atb_context *context)
{
    const struct atb_multi_latent_attention_param param = {
        .head_count = headNum,
        .qk_scale = qkScale,
        .kv_head_count = kvHeadNum,
        .mask_type = maskType,
        .calc_type = calcType,
        .cache = cacheMode,
    };
    bool has_lengths = calcType == ATB_LATENT_OF_LENGTHS || calcType == ATB_LATENT_RING_OF_LENGTHS;
    bool gives_lse = calcType == ATB_LATENT_RING || calcType == ATB_LATENT_RING_OF_LENGTHS;
    struct operand in[10] = {
        {"qNope", qNope, ON_DEVICE},
        {"qRope", qRope, ON_DEVICE},
        {"ctKV", ctKV, ON_DEVICE},
        {"kRope", kRope, ON_DEVICE},
        {"blockTables", blockTables, ON_DEVICE},
        {"contextLens", contextLens, ON_HOST},
    };
    int inputs = 6;
    if (maskType != ATB_LATENT_NONE)
        in[inputs++] = (struct operand){"mask", mask, ON_DEVICE};
    if (has_lengths)
        in[inputs++] = (struct operand){"qSeqLen", qSeqLen, ON_HOST};
    if (cacheMode == ATB_LATENT_NZ_INT8) {
        in[inputs++] = (struct operand){"qkDescale", qkDescale, ON_DEVICE};
        in[inputs++] = (struct operand){"pvDescale", pvDescale, ON_DEVICE};
    }
    const struct operand out[] = {{"attenOut", attenOut, ON_DEVICE}, {"lse", lse, ON_DEVICE}};
    PAIR("AtbMLA", atb_kind_multi_latent_attention, param);
    return set_up(&pair, in, inputs, out, gives_lse ? 2 : 1);
}

ENTRY int32_t AtbMLAPreFillGetWorkspaceSize(
    const aclTensor *q, const aclTensor *qRope, const aclTensor *k, const aclTensor *kRope,
    const aclTensor *v, const aclTensor *qSeqLen, const aclTensor *kvSeqLen, const aclTensor *mask,
    int32_t headNum, float qkScale, int32_t kvHeadNum, int maskType, uint8_t cacheMode,
    const aclTensor *attenOut, uint64_t *workspaceSize, struct atb_operation **operation,
    struct atb_context *context)
{
    const struct atb_multi_latent_attention_param param = {
        .head_count = headNum,
        .qk_scale = qkScale,
        .kv_head_count = kvHeadNum,
        .mask_type = maskType,
        .calc_type = ATB_LATENT_PREFILL,
        .cache = cacheMode,
    };
    const struct operand in[] = {
        {"q", q, ON_DEVICE},
        {"qRope", qRope, ON_DEVICE},
        {"k", k, ON_DEVICE},
        {"kRope", kRope, ON_DEVICE},
        {"v", v, ON_DEVICE},
        {"qSeqLen", qSeqLen, ON_HOST},
        {"kvSeqLen", kvSeqLen, ON_HOST},
        {"mask", mask, ON_DEVICE},
    };
    const struct operand out[] = {{"attenOut", attenOut, ON_DEVICE}};
    PAIR("AtbMLAPreFill", atb_kind_multi_latent_attention, param);
    return set_up(&pair, in, maskType == ATB_LATENT_FREE ? 8 : 7, out, 1);
}

ENTRY int32_t AtbMLAPreprocessGetWorkspaceSize(
    const aclTensor *input, const aclTensor *gamma0, const aclTensor *beta0,
    const aclTensor *quantScale0, const aclTensor *quantOffset0, const aclTensor *wdqkv,
    const aclTensor *deScale0, const aclTensor *bias0, const aclTensor *gamma1,
    const aclTensor *beta1, const aclTensor *quantScale1, const aclTensor *quantOffset1,
    const aclTensor *wuq, const aclTensor *deScale1, const aclTensor *bias1,
    const aclTensor *gamma2, const aclTensor *cos, const aclTensor *sin, const aclTensor *wuk,
    const aclTensor *kvCache, const aclTensor *kvCacheRope, const aclTensor *slotmapping,
    const aclTensor *ctkvScale, const aclTensor *qNopeScale, uint32_t wdqDim, uint32_t qRopeDim,
    uint32_t kRopeDim, float epsilon, uint32_t qRotaryCoeff, uint32_t kRotaryCoeff,
    bool transposeWdq, bool transposeWuq, bool transposeWuk, uint8_t cacheMode, uint16_t quantMode,
    const aclTensor *qOut0, const aclTensor *kvCacheOut0, const aclTensor *qOut1,
    const aclTensor *kvCacheOut1, uint64_t *workspaceSize, struct atb_operation **operation,
    struct atb_context *context)
{
    const struct atb_mla_preprocess_param param = {
        .down_size = wdqDim,
        .q_rope_size = qRopeDim,
        .k_rope_size = kRopeDim,
        .epsilon = epsilon,
        .q_coefficient = (int32_t)qRotaryCoeff,
        .k_coefficient = (int32_t)kRotaryCoeff,
        .down_is_turned = transposeWdq,
        .up_is_turned = transposeWuq,
        .key_is_turned = transposeWuk,
        .cache = cacheMode,
        .quant_mode = quantMode,
    };
    bool is_tensor = quantMode == ATB_QUANT_PER_TENSOR;
    bool is_one = cacheMode == ATB_LATENT_ONE;
    bool is_int8 = cacheMode == ATB_LATENT_NZ_INT8;
    const struct operand in[] = {
        {"input", input, ON_DEVICE},
        {"gamma0", gamma0, ON_DEVICE},
        {"beta0", beta0, ON_DEVICE},
        {"quantScale0", is_tensor ? quantScale0 : NULL, ON_DEVICE},
        {"quantOffset0", is_tensor ? quantOffset0 : NULL, ON_DEVICE},
        {"wdqkv", wdqkv, ON_DEVICE},
        {"deScale0", deScale0, ON_DEVICE},
        {"bias0", is_tensor ? bias0 : NULL, ON_DEVICE},
        {"gamma1", gamma1, ON_DEVICE},
        {"beta1", beta1, ON_DEVICE},
        {"quantScale1", is_tensor ? quantScale1 : NULL, ON_DEVICE},
        {"quantOffset1", is_tensor ? quantOffset1 : NULL, ON_DEVICE},
        {"wuq", wuq, ON_DEVICE},
        {"deScale1", deScale1, ON_DEVICE},
        {"bias1", is_tensor ? bias1 : NULL, ON_DEVICE},
        {"gamma2", gamma2, ON_DEVICE},
        {"cos", cos, ON_DEVICE},
        {"sin", sin, ON_DEVICE},
        {"wuk", wuk, ON_DEVICE},
        {"kvCache", kvCache, ON_DEVICE},
        {"kvCacheRope", is_one ? NULL : kvCacheRope, ON_DEVICE},
        {"slotmapping", slotmapping, ON_DEVICE},
        {"ctkvScale", is_int8 ? ctkvScale : NULL, ON_DEVICE},
        {"qNopeScale", is_int8 ? qNopeScale : NULL, ON_DEVICE},
    };
    const struct operand out[] = {{"qOut0", qOut0, ON_DEVICE},
                                  {"kvCacheOut0", kvCacheOut0, ON_DEVICE},
                                  {"qOut1", qOut1, ON_DEVICE},
                                  {"kvCacheOut1", kvCacheOut1, ON_DEVICE}};
    PAIR("AtbMLAPreprocess", atb_kind_mla_preprocess, param);
    return set_up(&pair, in, sizeof in / sizeof *in, out, is_one ? 2 : 4);
}

ENTRY int32_t AtbPagedCacheLoadGetWorkspaceSize(
    const aclTensor *keyCache, const aclTensor *valueCache, const aclTensor *blockTables,
    const aclTensor *contextLens, const aclTensor *key, const aclTensor *value,
    const aclTensor *seqStarts, int8_t kvCacheCfg, bool isSeqLensCumsumType, bool hasSeqStarts,
    uint64_t *workspaceSize, struct atb_operation **operation, struct atb_context *context)
{
    const struct atb_paged_cache_load_param param = {
        .cache = kvCacheCfg,
        .lengths_are_sums = isSeqLensCumsumType,
        .has_starts = hasSeqStarts,
    };
    const struct operand in[] = {
        {"keyCache", keyCache, ON_DEVICE},
        {"valueCache", valueCache, ON_DEVICE},
        {"blockTables", blockTables, ON_DEVICE},
        {"contextLens", contextLens, ON_DEVICE},
        {"key", key, ON_DEVICE},
        {"value", value, ON_DEVICE},
        {"seqStarts", hasSeqStarts ? seqStarts : NULL, ON_DEVICE},
    };
    const struct operand out[] = {{"key", key, ON_DEVICE}, {"value", value, ON_DEVICE}};
    PAIR("AtbPagedCacheLoad", atb_kind_paged_cache_load, param);
    return set_up(&pair, in, kvCacheCfg == ATB_LOAD_NZ ? 6 : 7, out, 2);
}

ENTRY int32_t AtbRingMLAGetWorkspaceSize(
    const aclTensor *querySplit1, const aclTensor *querySplit2, const aclTensor *keySplit1,
    const aclTensor *keySplit2, const aclTensor *value, const aclTensor *mask,
    const aclTensor *seqLen, const aclTensor *prevOut, const aclTensor *prevLse, int32_t headNum,
    int32_t kvHeadNum, float qkScale, int kernelType, int maskType, int inputLayout, int calcType,
    const aclTensor *output, const aclTensor *softmaxLse, uint64_t *workspaceSize,
    struct atb_operation **operation, struct atb_context *context)
{
    const struct atb_ring_mla_param param = {
        .is_first = calcType,
        .head_count = headNum,
        .kv_head_count = kvHeadNum,
        .qk_scale = qkScale,
        .kernel_type = kernelType,
        .mask_type = maskType,
        .layout = inputLayout,
    };
    const struct operand in[] = {
        {"querySplit1", querySplit1, ON_DEVICE},
        {"querySplit2", querySplit2, ON_DEVICE},
        {"keySplit1", keySplit1, ON_DEVICE},
        {"keySplit2", keySplit2, ON_DEVICE},
        {"value", value, ON_DEVICE},
        {"mask", mask, ON_DEVICE},
        {"seqLen", seqLen, ON_HOST},
        {"prevOut", prevOut, ON_DEVICE},
        {"prevLse", prevLse, ON_DEVICE},
    };
    const struct operand out[] = {{"output", output, ON_DEVICE},
                                  {"softmaxLse", softmaxLse, ON_DEVICE}};
    PAIR("AtbRingMLA", atb_kind_ring_mla, param);
    return set_up(&pair, in, calcType == 1 ? 7 : 9, out, 2);
}

ENTRY int32_t AtbSelfAttentionPrefixEncoderGetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value,
    const aclTensor *blockTables, const aclTensor *mask, const aclTensor *seqLen,
    const aclTensor *kvSeqLen, const aclTensor *slopes, int maskType, int32_t headNum,
    int32_t kvHeadNum, float qkScale, const aclTensor *attnOut, uint64_t *workspaceSize,
    struct atb_operation **operation, struct atb_context *context)
{
    const struct atb_self_attention_param param = {
        .out_data_type = ACL_DT_UNDEFINED,
        .head_count = headNum,
        .kv_head_count = kvHeadNum,
        .q_scale = 1,
        .qk_scale = qkScale,
        .is_triangular = 1,
        .calc_type = ATB_PREFIX_ENCODER,
        .kernel_type = ATB_HIGH_PRECISION,
        .mask_type = maskType,
    };
    struct operand in[8] = {
        {"query", query, ON_DEVICE},
        {"key", key, ON_DEVICE},
        {"value", value, ON_DEVICE},
        {"blockTables", blockTables, ON_DEVICE},
    };
    int inputs = 4;
    if (maskType != ATB_MASK_CAUSAL)
        in[inputs++] = (struct operand){"mask", mask, ON_DEVICE};
    in[inputs++] = (struct operand){"seqLen", seqLen, ON_HOST};
    in[inputs++] = (struct operand){"kvSeqLen", kvSeqLen, ON_HOST};
    if (maskType == ATB_MASK_ALIBI_COMPRESS || maskType == ATB_MASK_ALIBI_COMPRESS_SQRT)
        in[inputs++] = (struct operand){"slopes", slopes, ON_DEVICE};
    const struct operand out[] = {{"attnOut", attnOut, ON_DEVICE}};
    PAIR("AtbSelfAttentionPrefixEncoder", atb_kind_self_attention, param);
    return set_up(&pair, in, inputs, out, 1);
}
