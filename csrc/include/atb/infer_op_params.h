/* SPDX-License-Identifier: Apache-2.0 */
/*
 * atb/infer_op_params.h: parameters of operations. docs/reference/atb.md has the tensors of each,
 * what is computed, and which values are refused. rsv is not looked at.
 */
#ifndef ATB_INFEROPPARAM_H
#define ATB_INFEROPPARAM_H

#include <cstdint>

#include "acl/acl.h"
#include "atb/svector.h"

namespace atb
{
namespace infer
{

enum InputLayout : int { TYPE_BSND = 0, TYPE_BNSD };

enum QuantType : int {
    QUANT_UNDEFINED = 0,
    QUANT_UNQUANT = 0,
    QUANT_INT4 = 1,
    QUANT_INT8 = 2,
    QUANT_INT16 = 3,
    QUANT_FLOAT8 = 4,
    QUANT_FLOAT16 = 5
};

enum DynamicQuantType : int {
    DYNAMIC_QUANT_UNDEFINED = 0,
    DYNAMIC_QUANT_SYMMETRIC,
    DYNAMIC_QUANT_ASYMMETRIC
};

enum ActivationType : int {
    ACTIVATION_UNDEFINED = 0,
    ACTIVATION_RELU,
    ACTIVATION_GELU,
    ACTIVATION_FAST_GELU,
    ACTIVATION_SWISH,
    ACTIVATION_LOG,
    ACTIVATION_SWIGLU_FORWARD,
    ACTIVATION_SWIGLU_BACKWARD,
    ACTIVATION_SIGMOID,
    ACTIVATION_FASTER_GELU_FORWARD,
    ACTIVATION_MAX
};

struct ActivationParam {
    enum GeLUMode : int { TANH_MODE = 0, NONE_MODE };
    ActivationType activationType = ACTIVATION_UNDEFINED;
    float scale = 1.0f; /* of ACTIVATION_SWISH */
    int32_t dim = -1;   /* of ACTIVATION_SWIGLU_...: the dimension that has two halves */
    GeLUMode geluMode = TANH_MODE;
    uint8_t rsv[8] = {0};
};

struct AsStridedParam {
    SVector<int64_t> size;
    SVector<int64_t> stride; /* as many */
    SVector<int64_t> offset; /* one */
    uint8_t rsv[8] = {0};
};

struct BlockCopyParam {
    uint8_t rsv[16] = {0};
};

struct CohereLayerNormParam {
    float epsilon = 1e-5f;
    uint8_t rsv[32] = {0};
};

struct ConcatParam {
    int concatDim = 0;
    uint8_t rsv[12] = {0};
};

struct CumsumParam {
    SVector<int64_t> axes; /* one */
    bool exclusive = false;
    bool reverse = false;
    uint8_t rsv[14] = {0};
};

struct ElewiseParam {
    enum ElewiseType : int {
        ELEWISE_UNDEFINED = 0,
        ELEWISE_CAST,
        ELEWISE_MULS,
        ELEWISE_COS,
        ELEWISE_SIN,
        ELEWISE_NEG,
        ELEWISE_QUANT,
        ELEWISE_LOGICAL_NOT,
        ELEWISE_ADD,
        ELEWISE_MUL,
        ELEWISE_REALDIV,
        ELEWISE_LOGICAL_AND,
        ELEWISE_LOGICAL_OR,
        ELEWISE_LESS,
        ELEWISE_GREATER,
        ELEWISE_SUB,
        ELEWISE_EQUAL,
        ELEWISE_QUANT_PER_CHANNEL,
        ELEWISE_DEQUANT_PER_CHANNEL,
        ELEWISE_DYNAMIC_QUANT,
        ELEWISE_TANH,
        ELEWISE_TYPE_MAX
    };
    struct QuantParam {
        float inputScale = 1.0f;
        bool asymmetric = false;
        int inputOffset = 0;
        uint8_t rsv[20] = {0};
    };
    struct MulsParam {
        float varAttr = 0.0f;
        uint8_t rsv[12] = {0};
    };
    ElewiseType elewiseType = ELEWISE_UNDEFINED;
    QuantParam quantParam;
    MulsParam mulsParam;
    aclDataType outTensorType = ACL_DT_UNDEFINED; /* of ELEWISE_CAST */
    uint8_t rsv[8] = {0};
};

struct FaUpdateParam {
    enum FaUpdateType { DECODE_UPDATE = 0 };
    FaUpdateType faUpdateType = DECODE_UPDATE;
    uint32_t sp = 1; /* parts */
    uint8_t rsv[64] = {0};
};

struct FillParam {
    bool withMask = true;
    SVector<float> value; /* one */
    SVector<int64_t> outDim;
    uint8_t rsv[8] = {0};
};

struct FusedAddTopkDivParam {
    uint32_t groupNum = 1;
    uint32_t groupTopk = 1; /* groups that stay */
    uint32_t n = 1;         /* elements whose sum is the score of a group */
    uint32_t k = 1;
    ActivationType activationType = ACTIVATION_SIGMOID;
    bool isNorm = true;
    float scale = 1.0f; /* where isNorm */
    bool enableExpertMapping = false;
    uint8_t rsv[27] = {0};
};

struct GatherParam {
    int64_t axis = 0;
    int64_t batchDims = 0;
    uint8_t rsv[16] = {0};
};

struct GatherPreRmsNormParam {
    float epsilon = 1e-5f;
    uint8_t rsv[28] = {0};
};

struct GroupTopkParam {
    int32_t groupNum = 1;
    int32_t k = 0;
    enum GroupMultiFlag : uint16_t { UNDEFINED = 0, SUM_MULTI_MAX };
    GroupMultiFlag groupMultiFlag = UNDEFINED;
    uint16_t n = 1;
    uint8_t rsv[12] = {0};
};

struct GroupedMatmulInplaceAddParam {
    bool transposeA = false;
    bool transposeB = false; /* no other */
    uint8_t rsv[22] = {0};
};

struct IndexAddParam {
    enum IndexType { INDEX_UNDEFINED = 0, INDEX_ADD, INDEX_ADD_VALID };
    IndexType indexType = INDEX_UNDEFINED;
    int64_t axis = 0;
    uint8_t rsv[16] = {0};
};

struct LayerNormParam {
    enum LayerNormType : int {
        LAYER_NORM_UNDEFINED = 0,
        LAYER_NORM_NORM,
        LAYER_NORM_PRENORM,
        LAYER_NORM_POSTNORM,
        LAYER_NORM_MAX
    };
    struct NormParam {
        QuantType quantType = QUANT_UNQUANT;
        float epsilon = 1e-5f;
        int32_t beginNormAxis = 0;
        int32_t beginParamsAxis = 0; /* not looked at */
        DynamicQuantType dynamicQuantType = DYNAMIC_QUANT_UNDEFINED;
        uint8_t rsv[20] = {0};
    };
    struct PreNormParam {
        QuantType quantType = QUANT_UNQUANT;
        float epsilon = 1e-5f;
        uint64_t opMode = 0;
        float zoomScaleValue = 1.0f;
        uint8_t rsv[20] = {0};
    };
    struct PostNormParam {
        QuantType quantType = QUANT_UNQUANT;
        float epsilon = 1e-5f;
        uint64_t opMode = 0;
        float zoomScaleValue = 1.0f;
        uint8_t rsv[20] = {0};
    };
    LayerNormType layerType = LAYER_NORM_UNDEFINED;
    NormParam normParam;
    PreNormParam preNormParam;
    PostNormParam postNormParam;
    uint8_t rsv[8] = {0};
};

struct LinearParam {
    enum MatmulType : uint8_t { MATMUL_UNDEFINED = 0, MATMUL_EIN_SUM };
    enum QuantMode : uint8_t { QUANT_UNDEFINED, PER_CHANNEL, PER_TOKEN };
    bool transposeA = false;
    bool transposeB = true;
    bool hasBias = true;
    aclDataType outDataType = ACL_DT_UNDEFINED;
    bool enAccum = false;
    MatmulType matmulType = MATMUL_UNDEFINED;
    QuantMode quantMode = QUANT_UNDEFINED;
    uint8_t rsv[21] = {0};
};

/* Sizes, coefficients and epsilon are reserved: 1536, 64, 64, 2, 2 and 1e-6 are computed. */
struct MlaPreprocessParam {
    uint32_t wdqDim = 0;
    uint32_t qRopeDim = 0;
    uint32_t kRopeDim = 0;
    float epsilon = 1e-5f;
    int32_t qRotaryCoeff = 2;
    int32_t kRotaryCoeff = 2;
    bool transposeWdq = true;
    bool transposeWuq = true;
    bool transposeWuk = true;
    enum CacheMode : uint8_t { KVCACHE = 0, KROPE_CTKV, INT8_NZCACHE, NZCACHE };
    CacheMode cacheMode = KVCACHE;
    enum QuantMode : uint16_t {
        PER_TENSOR_QUANT_ASYMM = 0,
        PER_TOKEN_QUANT_SYMM,
        PER_TOKEN_QUANT_ASYMM,
        UNQUANT
    };
    QuantMode quantMode = PER_TENSOR_QUANT_ASYMM;
    uint8_t rsv[34] = {0};
};

struct MultiLatentAttentionParam {
    int32_t headNum = 0;
    float qkScale = 1.0f;
    int32_t kvHeadNum = 0;
    enum MaskType : int {
        UNDEFINED = 0,
        MASK_TYPE_SPEC,
        MASK_TYPE_MASK_FREE,
        MASK_TYPE_CAUSAL_MASK,
        MASK_TYPE_SWA_NORM
    };
    MaskType maskType = UNDEFINED;
    enum CalcType : int {
        CALC_TYPE_UNDEFINED = 0,
        CALC_TYPE_SPEC,
        CALC_TYPE_RING,
        CALC_TYPE_SPEC_AND_RING,
        CALC_TYPE_PREFILL
    };
    CalcType calcType = CALC_TYPE_UNDEFINED;
    enum CacheMode : uint8_t { KVCACHE = 0, KROPE_CTKV, INT8_NZCACHE, NZCACHE };
    CacheMode cacheMode = KVCACHE;
    uint32_t windowSize = 0;
    enum MaskUseStatusType : int {
        MASK_USE_STATUS_TYPE_UNDEFINED = 0,
        MASK_USE_STATUS_TYPE_BATCH_MASK,
        MASK_USE_STATUS_TYPE_MAX
    };
    MaskUseStatusType maskUseStatusType = MASK_USE_STATUS_TYPE_UNDEFINED;
    uint8_t rsv[32] = {0};
};

struct OnehotParam {
    int64_t axis = 0;
    int64_t depth = 0;
    uint8_t rsv[8] = {0};
};

struct PagedAttentionParam {
    int32_t headNum = 0;
    float qkScale = 1.0f;
    int32_t kvHeadNum = 0;
    enum MaskType : int {
        UNDEFINED = 0,
        MASK_TYPE_NORM,
        MASK_TYPE_ALIBI,
        MASK_TYPE_SPEC,
        MASK_TYPE_MASK_FREE,
        MASK_TYPE_NORM_COMPRESS
    };
    MaskType maskType = UNDEFINED;
    bool batchRunStatusEnable = false;
    enum QuantType : int {
        TYPE_QUANT_UNDEFINED = 0,
        TYPE_QUANT_UNQUANT = 0,
        TYPE_DEQUANT_FUSION = 1,
        TYPE_QUANT_QKV_OFFLINE = 2,
        TYPE_QUANT_QKV_ONLINE = 3
    };
    QuantType quantType = TYPE_QUANT_UNQUANT;
    aclDataType outDataType = ACL_DT_UNDEFINED;
    bool hasQuantOffset = false;
    enum CompressType : int {
        COMPRESS_TYPE_UNDEFINED = 0,
        COMPRESS_TYPE_KVHEAD,
        COMPRESS_TYPE_KVHEAD_ROPE,
        COMPRESS_TYPE_MAX
    };
    CompressType compressType = COMPRESS_TYPE_UNDEFINED;
    enum CalcType : int { CALC_TYPE_UNDEFINED = 0, CALC_TYPE_SPEC };
    CalcType calcType = CALC_TYPE_UNDEFINED;
    enum ScaleType : int { SCALE_TYPE_TOR = 0, SCALE_TYPE_LOGN, SCALE_TYPE_MAX };
    ScaleType scaleType = SCALE_TYPE_TOR;
    InputLayout inputLayout = TYPE_BSND;
    uint32_t mlaVHeadSize = 0;
    float qScale = 0;
    uint8_t rsv[64] = {0};
};

struct PagedCacheLoadParam {
    enum KvCacheCfg : int8_t { K_CACHE_V_CACHE_NZ = 0, K_CACHE_V_CACHE_ND };
    KvCacheCfg kvCacheCfg = K_CACHE_V_CACHE_NZ;
    bool isSeqLensCumsumMode = false;
    bool hasSeqStarts = false;
    uint8_t rsv[61] = {0};
};

struct ReduceParam {
    enum ReduceType { REDUCE_UNDEFINED = 0, REDUCE_MAX, REDUCE_MIN, REDUCE_SUM };
    ReduceType reduceType = REDUCE_UNDEFINED;
    SVector<int64_t> axis;
    uint8_t rsv[8] = {0};
};

struct RepeatParam {
    SVector<int64_t> multiples;
    uint8_t rsv[8] = {0};
};

struct ReshapeAndCacheParam {
    enum CompressType : int {
        COMPRESS_TYPE_UNDEFINED = 0,
        COMPRESS_TYPE_KVHEAD,
        COMPRESS_TYPE_KVHEAD_ROPE
    };
    enum KvCacheCfg : int { K_CACHE_V_CACHE = 0, K_CACHE_V_BYPASS, K_CACHE_V_CACHE_NZ };
    CompressType compressType = COMPRESS_TYPE_UNDEFINED;
    KvCacheCfg kvCacheCfg = K_CACHE_V_CACHE;
    uint8_t rsv[16] = {0};
};

struct RingMLAParam {
    enum CalcType : int {
        CALC_TYPE_DEFAULT = 0,
        CALC_TYPE_FIRST_RING,
        CALC_TYPE_FISRT_RING = CALC_TYPE_FIRST_RING, /* ATB's older spelling */
        CALC_TYPE_MAX
    };
    enum KernelType : int { KERNELTYPE_DEFAULT = 0, KERNELTYPE_HIGH_PRECISION };
    enum MaskType : int { NO_MASK = 0, MASK_TYPE_TRIU };
    CalcType calcType = CALC_TYPE_DEFAULT;
    int32_t headNum = 0;
    int32_t kvHeadNum = 0;
    float qkScale = 1;
    KernelType kernelType = KERNELTYPE_HIGH_PRECISION;
    MaskType maskType = MASK_TYPE_TRIU;
    InputLayout inputLayout = TYPE_BSND;
    uint8_t rsv[64] = {0};
};

struct RmsNormParam {
    enum RmsNormType : int {
        RMS_NORM_UNDEFINED = 0,
        RMS_NORM_NORM,
        RMS_NORM_PRENORM,
        RMS_NORM_POSTNORM
    };
    enum PrecisionMode : int { HIGH_PRECISION_MODE = 0, HIGH_PERFORMANCE_MODE };
    enum ModelType : int { LLAMA_MODEL = 0, GEMMA_MODEL };
    struct NormParam {
        QuantType quantType = QUANT_UNQUANT;
        float epsilon = 1e-5f;
        double layerNormEps = 1e-5;
        bool rstd = false;
        PrecisionMode precisionMode = HIGH_PRECISION_MODE;
        ModelType modelType = LLAMA_MODEL;
        DynamicQuantType dynamicQuantType = DYNAMIC_QUANT_UNDEFINED;
        uint8_t rsv[32] = {0};
    };
    struct PreNormParam {
        QuantType quantType = QUANT_UNQUANT;
        float epsilon = 1e-5f;
        bool hasBias = false;
        uint8_t rsv[23] = {0};
    };
    struct PostNormParam {
        QuantType quantType = QUANT_UNQUANT;
        float epsilon = 1e-5f;
        bool hasBias = false;
        uint8_t rsv[23] = {0};
    };
    RmsNormType layerType = RMS_NORM_UNDEFINED;
    NormParam normParam;
    PreNormParam preNormParam;
    PostNormParam postNormParam;
    uint8_t rsv[8] = {0};
};

struct RopeParam {
    int32_t rotaryCoeff = 4;
    int32_t cosFormat = 0;
    uint8_t rsv[8] = {0};
};

struct RopeQConcatParam {
    uint8_t rsv[16] = {0};
};

struct SelfAttentionParam {
    enum CalcType : int { UNDEFINED = 0, ENCODER, DECODER, PA_ENCODER, PREFIX_ENCODER };
    enum KernelType : int {
        KERNELTYPE_DEFAULT = 0,
        KERNELTYPE_HIGH_PRECISION,
        KERNELTYPE_EXP_M8V2
    };
    enum ClampType : int { CLAMP_TYPE_UNDEFINED = 0, CLAMP_TYPE_MIN_MAX };
    enum MaskType : int {
        MASK_TYPE_UNDEFINED = 0,
        MASK_TYPE_NORM,
        MASK_TYPE_ALIBI,
        MASK_TYPE_NORM_COMPRESS,
        MASK_TYPE_ALIBI_COMPRESS,
        MASK_TYPE_ALIBI_COMPRESS_SQRT,
        MASK_TYPE_ALIBI_COMPRESS_LEFT_ALIGN,
        MASK_TYPE_SLIDING_WINDOW_NORM,
        MASK_TYPE_SLIDING_WINDOW_COMPRESS,
        MASK_TYPE_CAUSAL_MASK
    };
    enum KvCacheCfg : int { K_CACHE_V_CACHE = 0, K_BYPASS_V_BYPASS };
    enum ScaleType : int { SCALE_TYPE_TOR = 0, SCALE_TYPE_LOGN, SCALE_TYPE_MAX };
    enum QuantType : int {
        TYPE_QUANT_UNDEFINED = 0,
        TYPE_QUANT_UNQUANT = 0,
        TYPE_DEQUANT_FUSION = 1,
        TYPE_QUANT_QKV_OFFLINE = 2,
        TYPE_QUANT_QKV_ONLINE = 3
    };
    enum CacheType : int8_t { CACHE_TYPE_NORM = 0, CACHE_TYPE_SWA = 1 };
    QuantType quantType = TYPE_QUANT_UNQUANT;
    aclDataType outDataType = ACL_DT_UNDEFINED;
    int32_t headNum = 0;
    int32_t kvHeadNum = 0; /* 0: as headNum */
    float qScale = 1;
    float qkScale = 1;
    bool batchRunStatusEnable = false;
    uint32_t isTriuMask = 0;
    CalcType calcType = UNDEFINED;
    KernelType kernelType = KERNELTYPE_DEFAULT;
    ClampType clampType = CLAMP_TYPE_UNDEFINED;
    float clampMin = 0;
    float clampMax = 0;
    MaskType maskType = MASK_TYPE_UNDEFINED;
    KvCacheCfg kvcacheCfg = K_CACHE_V_CACHE;
    ScaleType scaleType = SCALE_TYPE_TOR;
    InputLayout inputLayout = TYPE_BSND;
    uint32_t mlaVHeadSize = 0;
    CacheType cacheType = CACHE_TYPE_NORM;
    uint32_t windowSize = 0;
    uint8_t rsv[64] = {0};
};

struct ScatterElementsV2Param {
    enum ReductionType { NONE = 0, ADD };
    int32_t axis = -1; /* no other */
    ReductionType reduction = NONE;
    uint8_t rsv[24] = {0};
};

struct SetValueParam {
    SVector<int64_t> starts;
    SVector<int64_t> ends;    /* as many; of the element behind the last */
    SVector<int64_t> strides; /* as many ones */
    uint8_t rsv[8] = {0};
};

struct SliceParam {
    SVector<int64_t> offsets; /* one a dimension; below 0: from the end */
    SVector<int64_t> size;    /* -1: all behind the offset */
    uint8_t rsv[8] = {0};
};

struct SoftmaxParam {
    SVector<int64_t> axes; /* dimensions side by side */
    uint8_t rsv[8] = {0};
};

struct SortParam {
    SVector<int32_t> num; /* one: how many of the largest */
    uint8_t rsv[8] = {0};
};

struct SplitParam {
    int32_t splitDim = 0;
    int32_t splitNum = 2;
    SVector<int32_t> splitSizes = {}; /* empty: splitNum equal parts */
    uint8_t rsv[8] = {0};
};

struct SwigluQuantParam {
    enum QuantType : int { QUANT_TYPE_PER_TOKEN = 0 };
    QuantType quantType = QUANT_TYPE_PER_TOKEN;
    uint8_t rsv[8] = {0};
};

struct TransdataParam {
    enum TransdataType : int { UNDEFINED = 0, FRACTAL_NZ_TO_ND, ND_TO_FRACTAL_NZ };
    TransdataType transdataType = UNDEFINED;
    SVector<int64_t> outCrops = {0, 0}; /* rows and columns, of FRACTAL_NZ_TO_ND */
    uint8_t rsv[8] = {0};
};

struct TransposeParam {
    SVector<int32_t> perm;
    uint8_t rsv[8] = {0};
};

struct WhereParam {
    uint8_t rsv[8] = {0};
};

} /* namespace infer */
} /* namespace atb */

#endif
