/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of operations, as include/atb/infer_op_params.h and train_op_params.h lay them
 * out. Enumerations are their numbers. */
#ifndef ACLNN_PY_ATB_PARAMS_H
#define ACLNN_PY_ATB_PARAMS_H

#include "atb/layout.h"

struct atb_linear_param {
    bool transpose_a;
    bool transpose_b;
    bool has_bias;
    int32_t out_data_type;
    bool accumulates;
    uint8_t matmul_type;
    uint8_t quant_mode;
    uint8_t reserved[21];
};

enum atb_elewise_type {
    ATB_ELEWISE_CAST = 1,
    ATB_ELEWISE_MULS,
    ATB_ELEWISE_COS,
    ATB_ELEWISE_SIN,
    ATB_ELEWISE_NEG,
    ATB_ELEWISE_QUANT,
    ATB_ELEWISE_LOGICAL_NOT,
    ATB_ELEWISE_ADD,
    ATB_ELEWISE_MUL,
    ATB_ELEWISE_REALDIV,
    ATB_ELEWISE_LOGICAL_AND,
    ATB_ELEWISE_LOGICAL_OR,
    ATB_ELEWISE_LESS,
    ATB_ELEWISE_GREATER,
    ATB_ELEWISE_SUB,
    ATB_ELEWISE_EQUAL,
    ATB_ELEWISE_QUANT_PER_CHANNEL,
    ATB_ELEWISE_DEQUANT_PER_CHANNEL,
    ATB_ELEWISE_DYNAMIC_QUANT,
    ATB_ELEWISE_TANH
};

struct atb_elewise_param {
    int32_t type;
    struct {
        float input_scale;
        bool asymmetric;
        int32_t input_offset;
        uint8_t reserved[20];
    } quant;
    struct {
        float factor;
        uint8_t reserved[12];
    } muls;
    int32_t out_type;
    uint8_t reserved[8];
};

enum { ATB_RMS_NORM = 1, ATB_RMS_PRE_NORM, ATB_RMS_POST_NORM };
enum { ATB_QUANT_NONE = 0, ATB_QUANT_INT8 = 2 };

struct atb_rms_norm_param {
    int32_t layer_type;
    struct {
        int32_t quant_type;
        float epsilon;
        double layer_norm_epsilon;
        bool gives_rstd;
        int32_t precision_mode;
        int32_t model_type;
        int32_t dynamic_quant_type;
        uint8_t reserved[32];
    } norm;
    struct atb_rms_residual {
        int32_t quant_type;
        float epsilon;
        bool has_bias;
        uint8_t reserved[23];
    } pre, post;
    uint8_t reserved[8];
};

struct atb_rms_norm_backward_param {
    uint8_t reserved[8];
};

struct atb_group_topk_param {
    int32_t group_count;
    int32_t k;
    uint16_t sums_largest; /* 0: a group's largest element counts */
    uint16_t n;
    uint8_t reserved[12];
};

enum { ATB_CACHE_BOTH, ATB_CACHE_KEY, ATB_CACHE_NZ };

struct atb_reshape_and_cache_param {
    int32_t compress_type;
    int32_t cache;
    uint8_t reserved[16];
};

enum { ATB_LOAD_NZ, ATB_LOAD_ND };

struct atb_paged_cache_load_param {
    int8_t cache;
    bool lengths_are_sums;
    bool has_starts;
    uint8_t reserved[61];
};

struct atb_fused_add_topk_div_param {
    uint32_t group_count;
    uint32_t groups_kept;
    uint32_t n;
    uint32_t k;
    int32_t activation;
    bool is_normed;
    float scale;
    bool has_mapping;
    uint8_t reserved[27];
};

struct atb_rope_param {
    int32_t coefficient;
    int32_t cos_format;
    uint8_t reserved[8];
};

enum { ATB_ENCODER = 1, ATB_DECODER, ATB_PA_ENCODER, ATB_PREFIX_ENCODER };

enum { ATB_HIGH_PRECISION = 1 }; /* KERNELTYPE_HIGH_PRECISION */

enum {
    ATB_MASK_NONE,
    ATB_MASK_NORM,
    ATB_MASK_ALIBI,
    ATB_MASK_NORM_COMPRESS,
    ATB_MASK_ALIBI_COMPRESS,
    ATB_MASK_ALIBI_COMPRESS_SQRT,
    ATB_MASK_ALIBI_COMPRESS_LEFT_ALIGN,
    ATB_MASK_SLIDING_WINDOW_NORM,
    ATB_MASK_SLIDING_WINDOW_COMPRESS,
    ATB_MASK_CAUSAL
};

struct atb_self_attention_param {
    int32_t quant_type;
    int32_t out_data_type;
    int32_t head_count;
    int32_t kv_head_count;
    float q_scale;
    float qk_scale;
    bool chooses_batches;
    uint32_t is_triangular;
    int32_t calc_type;
    int32_t kernel_type;
    int32_t clamp_type;
    float clamp_min;
    float clamp_max;
    int32_t mask_type;
    int32_t cache;
    int32_t scale_type;
    int32_t layout;
    uint32_t mla_v_head_size;
    int8_t cache_type;
    uint32_t window_size;
    uint8_t reserved[64];
};

enum {
    ATB_PAGED_NONE,
    ATB_PAGED_NORM,
    ATB_PAGED_ALIBI,
    ATB_PAGED_SPEC,
    ATB_PAGED_FREE,
    ATB_PAGED_NORM_COMPRESS
};

struct atb_paged_attention_param {
    int32_t head_count;
    float qk_scale;
    int32_t kv_head_count;
    int32_t mask_type;
    bool chooses_batches;
    int32_t quant_type;
    int32_t out_data_type;
    bool has_quant_offset;
    int32_t compress_type;
    int32_t calc_type;
    int32_t scale_type;
    int32_t layout;
    uint32_t mla_v_head_size;
    float q_scale;
    uint8_t reserved[64];
};

enum { ATB_LATENT_NONE, ATB_LATENT_SPEC, ATB_LATENT_FREE, ATB_LATENT_CAUSAL, ATB_LATENT_SWA };

enum {
    ATB_LATENT_DECODE,
    ATB_LATENT_OF_LENGTHS,
    ATB_LATENT_RING,
    ATB_LATENT_RING_OF_LENGTHS,
    ATB_LATENT_PREFILL
};

enum { ATB_LATENT_ONE, ATB_LATENT_ND, ATB_LATENT_NZ_INT8, ATB_LATENT_NZ };

struct atb_multi_latent_attention_param {
    int32_t head_count;
    float qk_scale;
    int32_t kv_head_count;
    int32_t mask_type;
    int32_t calc_type;
    uint8_t cache;
    uint32_t window_size;
    int32_t mask_use;
    uint8_t reserved[32];
};

enum { ATB_QUANT_PER_TENSOR, ATB_QUANT_PER_TOKEN };

struct atb_mla_preprocess_param {
    uint32_t down_size; /* this and the next: reserved in ATB, not looked at */
    uint32_t q_rope_size;
    uint32_t k_rope_size;
    float epsilon;
    int32_t q_coefficient;
    int32_t k_coefficient;
    bool down_is_turned;
    bool up_is_turned;
    bool key_is_turned;
    uint8_t cache; /* ATB_LATENT_ONE ... */
    uint16_t quant_mode;
    uint8_t reserved[34];
};

struct atb_ring_mla_param {
    int32_t is_first; /* 1: no results of other keys are there yet */
    int32_t head_count;
    int32_t kv_head_count;
    float qk_scale;
    int32_t kernel_type;
    int32_t mask_type;
    int32_t layout;
    uint8_t reserved[64];
};

enum atb_activation_type {
    ATB_ACTIVATION_RELU = 1,
    ATB_ACTIVATION_GELU,
    ATB_ACTIVATION_FAST_GELU,
    ATB_ACTIVATION_SWISH,
    ATB_ACTIVATION_LOG,
    ATB_ACTIVATION_SWIGLU_FORWARD,
    ATB_ACTIVATION_SWIGLU_BACKWARD,
    ATB_ACTIVATION_SIGMOID,
    ATB_ACTIVATION_FASTER_GELU
};

struct atb_activation_param {
    int32_t type;
    float scale;
    int32_t dim;
    int32_t gelu_mode; /* 0: by tanh */
    uint8_t reserved[8];
};

struct atb_concat_param {
    int32_t dim;
    uint8_t reserved[12];
};

struct atb_cumsum_param {
    struct atb_ints axes;
    bool is_exclusive;
    bool is_reversed;
    uint8_t reserved[14];
};

struct atb_fill_param {
    bool has_mask;
    struct atb_floats value;
    struct atb_ints dims;
    uint8_t reserved[8];
};

struct atb_gather_param {
    int64_t axis;
    int64_t batch_dims;
    uint8_t reserved[16];
};

enum { ATB_REDUCE_MAX = 1, ATB_REDUCE_MIN, ATB_REDUCE_SUM };

struct atb_reduce_param {
    int32_t type;
    struct atb_ints axes;
    uint8_t reserved[8];
};

struct atb_repeat_param {
    struct atb_ints multiples;
    uint8_t reserved[8];
};

struct atb_slice_param {
    struct atb_ints offsets;
    struct atb_ints sizes;
    uint8_t reserved[8];
};

struct atb_softmax_param {
    struct atb_ints axes;
    uint8_t reserved[8];
};

struct atb_sort_param {
    struct atb_small_ints count;
    uint8_t reserved[8];
};

struct atb_split_param {
    int32_t dim;
    int32_t part_count;
    struct atb_small_ints sizes;
    uint8_t reserved[8];
};

struct atb_transpose_param {
    struct atb_small_ints perm;
    uint8_t reserved[8];
};

struct atb_where_param {
    uint8_t reserved[8];
};

struct atb_layer_norm_param {
    int32_t layer_type; /* ATB_RMS_NORM ... */
    struct {
        int32_t quant_type;
        float epsilon;
        int32_t begin_norm_axis;
        int32_t begin_params_axis;
        int32_t dynamic_quant_type;
        uint8_t reserved[20];
    } norm;
    struct atb_layer_norm_residual {
        int32_t quant_type;
        float epsilon;
        uint64_t op_mode;
        float zoom;
        uint8_t reserved[20];
    } pre, post;
    uint8_t reserved[8];
};

struct atb_cohere_layer_norm_param {
    float epsilon;
    uint8_t reserved[32];
};

struct atb_as_strided_param {
    struct atb_ints sizes;
    struct atb_ints strides;
    struct atb_ints offset;
    uint8_t reserved[8];
};

struct atb_set_value_param {
    struct atb_ints starts;
    struct atb_ints ends;
    struct atb_ints strides;
    uint8_t reserved[8];
};

struct atb_onehot_param {
    int64_t axis;
    int64_t depth;
    uint8_t reserved[8];
};

struct atb_index_add_param {
    int32_t type;
    int64_t axis;
    uint8_t reserved[16];
};

struct atb_transdata_param {
    int32_t type;
    struct atb_ints crops;
    uint8_t reserved[8];
};

struct atb_fa_update_param {
    int32_t type;
    uint32_t parts;
    uint8_t reserved[64];
};

struct atb_rope_q_concat_param {
    uint8_t reserved[16];
};

struct atb_block_copy_param {
    uint8_t reserved[16];
};

struct atb_gather_pre_rms_norm_param {
    float epsilon;
    uint8_t reserved[28];
};

struct atb_scatter_elements_v2_param {
    int32_t axis;
    int32_t reduction;
    uint8_t reserved[24];
};

struct atb_swiglu_quant_param {
    int32_t quant_type;
    uint8_t reserved[8];
};

struct atb_grouped_matmul_inplace_add_param {
    bool transpose_a;
    bool transpose_b;
    uint8_t reserved[22];
};

#endif
