/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: lists of L0 operators, and what their tilings ask for. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/attention.h"
#include "ops/attention/nsa.h"
#include "tensor/arrays.h"
#include "workspace/l0_operators.h"

#define MOST_READ 9
#define MOST_WRITTEN 3
#define MEBI ((uint64_t)1 << 20)
#define SYSTEM (16 * MEBI)

/* Makes inputs dense and applies the operator; a mask may be missing. */
static bool apply(struct l0_list *list, const struct l0_row *row, const int *read, int read_count,
                  const int *written, int written_count, const void *attributes, int *outputs)
{
    int inputs[MOST_READ];
    int count = 0;
    for (int i = 0; i < read_count; i++)
        if (read[i] != L0_NONE)
            inputs[count++] = l0_contiguous(list, read[i]);
    for (int i = 0; i < written_count; i++) {
        if (list->status != ACLNN_SUCCESS || written[i] == L0_NONE)
            return false;
        const struct l0_tensor out = list->tensors[written[i]];
        outputs[i] = l0_new_shaped(list, row->name, out.type, out.dims, out.rank);
    }
    if (list->status != ACLNN_SUCCESS || attributes == NULL)
        return false;
    l0_apply(list, row, inputs, count, 0, outputs, written_count, attributes);
    return list->status == ACLNN_SUCCESS;
}

/* Without ends of batches there is one batch. */
static struct nsa_compression *compression(struct l0_list *list, int input,
                                           const struct array *ends, int64_t block, int64_t stride)
{
    struct nsa_compression *c = l0_take(list, sizeof *c);
    int64_t *whole = l0_take(list, sizeof *whole);
    if (c == NULL || whole == NULL || input == L0_NONE)
        return NULL;
    *whole = list->tensors[input].dims[0];
    bool is_given = ends != NULL && ends->size > 0;
    *c = (struct nsa_compression){is_given ? array_integers(ends) : whole,
                                  is_given ? (int64_t)ends->size : 1, block, stride};
    return c;
}

static void store(struct l0_list *list, const int *made, const int *written, int count)
{
    for (int i = 0; i < count && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], written[i]);
}

void attention_list_nsa_compress(struct l0_list *list, int input, int weight,
                                 const struct array *actSeqLenOptional, int64_t compressBlockSize,
                                 int64_t compressStride, int output)
{
    const struct nsa_compression *c = compression(list, input, actSeqLenOptional, compressBlockSize,
                                                  compressStride);
    int made;
    if (apply(list, &l0_NsaCompress, (const int[]){input, weight}, 2, &output, 1, c, &made))
        store(list, &made, &output, 1);
}

void attention_list_nsa_compress_grad(struct l0_list *list, int outputGrad, int input, int weight,
                                      const struct array *actSeqLenOptionalOptional,
                                      int64_t compressBlockSize, int64_t compressStride,
                                      int inputGradOut, int weightGradOut)
{
    const int written[] = {inputGradOut, weightGradOut};
    int made[2];
    const struct nsa_compression *c = compression(list, input, actSeqLenOptionalOptional,
                                                  compressBlockSize, compressStride);
    if (!apply(list, &l0_NsaCompressGrad, (const int[]){outputGrad, input, weight}, 3, written, 2,
               c, made))
        return;
    const int64_t *dims = list->tensors[input].dims;
    uint64_t heads = (uint64_t)dims[1];
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list,
                            SYSTEM + MEBI +
                                (uint64_t)compressBlockSize * heads * 4 * list->soc->vector_cores +
                                (uint64_t)dims[0] * heads * (uint64_t)dims[2] * 4);
    store(list, made, written, 2);
}

static struct nsa_selection *selection(struct l0_list *list, const struct array *ends,
                                       const struct array *key_ends, int64_t heads, int64_t block,
                                       int64_t count, double scale, bool is_causal)
{
    struct nsa_selection *s = l0_take(list, sizeof *s);
    if (s != NULL)
        *s = (struct nsa_selection){.ends = array_integers(ends),
                                    .key_ends = array_integers(key_ends),
                                    .batches = (int64_t)ends->size,
                                    .heads = heads,
                                    .block = block,
                                    .count = count,
                                    .scale = (float)scale,
                                    .is_causal = is_causal,
                                    .has_statistics = true};
    return s;
}

void attention_list_nsa_selected(struct l0_list *list, int query, int key, int value,
                                 int topkIndices, int attenMaskOptional,
                                 const struct array *actualSeqQLenOptional,
                                 const struct array *actualSeqKvLenOptional, double scaleValue,
                                 int64_t headNum, int64_t sparseMode, int64_t selectedBlockSize,
                                 int64_t selectedBlockCount, int softmaxMaxOut, int softmaxSumOut,
                                 int attentionOut)
{
    const int read[] = {query, key, value, topkIndices, attenMaskOptional};
    const int written[] = {softmaxMaxOut, softmaxSumOut, attentionOut};
    int made[MOST_WRITTEN];
    bool has_mask = attenMaskOptional != L0_NONE && list->tensors[attenMaskOptional].rank > 0;
    const struct nsa_selection *s = selection(list, actualSeqQLenOptional, actualSeqKvLenOptional,
                                              headNum, selectedBlockSize, selectedBlockCount,
                                              scaleValue, sparseMode == 2 && has_mask);
    if (!apply(list, &l0_NsaSelectedAttention, read, 5, written, 3, s, made))
        return;
    /* Keys and values that were selected, scores and probabilities, of each core. */
    uint64_t selected = (uint64_t)(selectedBlockSize * selectedBlockCount);
    const struct l0_tensor keys = list->tensors[key];
    uint64_t columns = (uint64_t)(keys.dims[2] + list->tensors[value].dims[2] +
                                  2 * (headNum / keys.dims[1]));
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, SYSTEM + columns * selected * 4 * list->soc->vector_cores);
    store(list, made, written, 3);
}

void attention_list_nsa_selected_grad(struct l0_list *list, int query, int key, int value,
                                      int attentionOut, int attentionOutGrad, int softmaxMax,
                                      int softmaxSum, int topkIndices, int attenMaskOptional,
                                      const struct array *actualSeqQLenOptional,
                                      const struct array *actualSeqKvLenOptional, double scaleValue,
                                      int64_t selectedBlockSize, int64_t selectedBlockCount,
                                      int64_t headNum, int64_t sparseMode, int dqOut, int dkOut,
                                      int dvOut)
{
    const int read[] = {query,      key,        value,       attentionOut,     attentionOutGrad,
                        softmaxMax, softmaxSum, topkIndices, attenMaskOptional};
    const int written[] = {dqOut, dkOut, dvOut};
    int made[MOST_WRITTEN];
    const struct nsa_selection *s = selection(list, actualSeqQLenOptional, actualSeqKvLenOptional,
                                              headNum, selectedBlockSize, selectedBlockCount,
                                              scaleValue, sparseMode == 2);
    if (apply(list, &l0_NsaSelectedAttentionGrad, read, 9, written, 3, s, made))
        store(list, made, written, 3);
}
