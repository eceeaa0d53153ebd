/* SPDX-License-Identifier: Apache-2.0 */
/* MlaProlog: the list of L0 operators, and what its tiling asks for. */
#include "ops/attention/mla_prolog.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "workspace/l0_operators.h"

#define SYSTEM ((uint64_t)16 << 20)
#define MOST_TOGETHER 128

static const char *const names[MLA_INPUTS] = {
    [MLA_X] = "tokenX",
    [MLA_WEIGHT_DQ] = "weightDq",
    [MLA_WEIGHT_UQ_QR] = "weightUqQr",
    [MLA_WEIGHT_UK] = "weightUk",
    [MLA_WEIGHT_DKV_KR] = "weightDkvKr",
    [MLA_GAMMA_CQ] = "rmsnormGammaCq",
    [MLA_GAMMA_CKV] = "rmsnormGammaCkv",
    [MLA_SIN] = "ropeSin",
    [MLA_COS] = "ropeCos",
    [MLA_INDEX] = "cacheIndex",
    [MLA_KV_CACHE] = "kvCacheRef",
    [MLA_KR_CACHE] = "krCacheRef",
    [MLA_SCALE_X] = "dequantScaleXOptional",
    [MLA_SCALE_DQ] = "dequantScaleWDqOptional",
    [MLA_SCALE_UQ_QR] = "dequantScaleWUqQrOptional",
    [MLA_SCALE_DKV_KR] = "dequantScaleWDkvKrOptional",
    [MLA_SCALE_CKV] = "quantScaleCkvOptional",
    [MLA_SCALE_CKR] = "quantScaleCkrOptional",
    [MLA_SMOOTH] = "smoothScalesCqOptional",
};

static double real_of(const struct call *call, const char *name, double otherwise)
{
    int at = call_find(call, name);
    return at < 0 ? otherwise : call->arguments[at].real;
}

/* Bytes of what the kernel keeps between its products, of up to 128 tokens. */
static uint64_t kept_bytes(const struct l0_list *list, const struct mla_prolog *m, const int *read)
{
    bool has_int8_x = list->tensors[read[MLA_X]].type == ACL_INT8;
    bool has_int8_kv = list->tensors[read[MLA_KV_CACHE]].type == ACL_INT8;
    bool has_int8_weight = list->tensors[read[MLA_WEIGHT_UQ_QR]].type == ACL_INT8;
    uint64_t heads = (uint64_t)m->heads;
    uint64_t keys = MLA_KEY_RANK + MLA_ROPE_DEPTH;
    uint64_t row = has_int8_x ? MLA_QUERY_RANK * (4 + 2) + keys * 4
                              : MLA_QUERY_RANK * 2 * 2 + keys * 2;
    if (has_int8_x && has_int8_kv)
        row += heads * MLA_KEY_RANK * 2;
    row += heads * (MLA_DEPTH + MLA_ROPE_DEPTH) * 4 + heads * MLA_DEPTH * 2;
    bool is_single = has_int8_weight && !has_int8_x && m->tokens == 1;
    if (is_single || (has_int8_weight && heads >= 8))
        row += 32;
    return row * (uint64_t)least(MOST_TOGETHER, m->tokens);
}

/* Reads the inputs; those that were not given are left out of the operator's. */
static int read_inputs(struct l0_list *list, const struct call *call, struct mla_prolog *m,
                       int *read, int *given)
{
    int count = 0;
    for (int i = 0; i < MLA_INPUTS; i++) {
        int tensor = list_tensor_named(list, call, names[i]);
        if (tensor == L0_NONE && i == MLA_INDEX)
            tensor = list_tensor_named(list, call, "cacheIndexOptional");
        m->at[i] = tensor == L0_NONE ? L0_NONE : count;
        read[i] = tensor == L0_NONE ? L0_NONE : l0_contiguous(list, tensor);
        if (tensor != L0_NONE)
            given[count++] = read[i];
    }
    return count;
}

/* Rows of tokens: batches and sequences are one dimension. */
static void join_rows(struct l0_list *list, const struct mla_prolog *m, int *given)
{
    given[m->at[MLA_X]] = l0_reshape(list, given[m->at[MLA_X]],
                                     (const int64_t[]){m->tokens, m->width}, 2);
}

void attention_list_mla_prolog(struct l0_list *list, const struct call *call)
{
    static const char *const results[MLA_OUTPUTS] = {
        "kvCacheRef", "krCacheRef", "queryOut", "queryRopeOut", "dequantScaleQNopeOutOptional"};
    int read[MLA_INPUTS];
    int given[MLA_INPUTS];
    int written[MLA_OUTPUTS];
    int made[MLA_OUTPUTS];
    struct mla_prolog *m = l0_take(list, sizeof *m);
    if (m == NULL)
        return;
    const char *mode = call->arguments[call_find(call, "cacheModeOptional")].text;
    m->is_fractal = mode != NULL && strcmp(mode, "PA_NZ") == 0;
    m->epsilon_cq = real_of(call, "rmsnormEpsilonCq", 0);
    m->epsilon_ckv = real_of(call, "rmsnormEpsilonCkv", 0);
    m->query_factor = (float)real_of(call, "qcQrScale", 1);
    m->key_factor = (float)real_of(call, "kcScale", 1);
    int count = read_inputs(list, call, m, read, given);
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor x = list->tensors[read[MLA_X]];
    m->width = x.dims[x.rank - 1];
    m->tokens = x.dims[0] * (x.rank == 3 ? x.dims[1] : 1);
    m->heads = list->tensors[read[MLA_WEIGHT_UK]].dims[0];
    bool is_int8 = x.type == ACL_INT8 && list->tensors[read[MLA_KV_CACHE]].type == ACL_INT8;
    int outputs = is_int8 ? MLA_OUTPUTS : MLA_QUERY_SCALE;
    l0_launch_row(list, &l0_MlaProlog, given, count, 0, NULL, 0, NULL);
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, SYSTEM + (m->tokens == 0 ? 0 : kept_bytes(list, m, read)));
    join_rows(list, m, given);
    for (int i = 0; i < outputs; i++) {
        written[i] = list_tensor_named(list, call, results[i]);
        const struct l0_tensor out = list->tensors[written[i]];
        made[i] = l0_new_shaped(list, results[i], out.type, out.dims, out.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_MlaProlog, given, count, made, outputs, m);
    for (int i = 0; i < outputs; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &written[i], 1, NULL);
}
