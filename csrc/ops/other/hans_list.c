/* SPDX-License-Identifier: Apache-2.0 */
/* HansEncode, HansDecode: lists of L0 operators. */
#include <stdint.h>

#include "base/data_type.h"
#include "declared/other.h"
#include "ops/common/list.h"
#include "ops/other/hans.h"
#include "workspace/l0_operators.h"

#define MOST_OPERANDS 4

/* An operator that reads dense tensors and writes results, and its work. One that is read and
 * written is the same tensor of the operator. */
static void launch(struct l0_list *list, const struct l0_row *row, const int *read, int count,
                   const int *written, int results, const void *attributes, uint64_t workspace)
{
    int launched[MOST_OPERANDS];
    int inputs[MOST_OPERANDS];
    int outputs[MOST_OPERANDS];
    for (int i = 0; i < count; i++)
        inputs[i] = l0_contiguous(list, read[i]);
    for (int i = 0; i < results && list->status == ACLNN_SUCCESS; i++) {
        const struct l0_tensor like = list->tensors[written[i]];
        outputs[i] = l0_new_shaped(list, "result", like.type, like.dims, like.rank);
        launched[i] = outputs[i];
        for (int k = 0; k < count; k++)
            launched[i] = written[i] == read[k] ? inputs[k] : launched[i];
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, row, inputs, count, 0, launched, results, NULL);
    l0_kernel_workspace(list, workspace);
    for (int i = 0; i < results; i++)
        l0_launch_view_copy(list, launched[i], written[i]);
    for (int i = 0; i < count; i++)
        inputs[i] = list_dense_of(list, read[i], list->tensors[read[i]].type);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, results, attributes);
    for (int i = 0; i < results; i++)
        list_store_reshaped(list, outputs[i], written[i]);
}

static struct hans_cut cut_of(const struct l0_list *list, int numbers, int fixed, bool packs)
{
    int64_t count = list->tensors[numbers].elements;
    int64_t cores = hans_cores(list->soc, count);
    int64_t rows = count / HANS_ROW;
    int64_t bytes = packs ? hans_most_bytes(count, cores) : (int64_t)list->tensors[fixed].bytes;
    int64_t room = bytes - HANS_HEADER_BYTES;
    return (struct hans_cut){
        .cores = cores,
        .rows = rows / cores,
        .last_rows = rows / cores + rows % cores,
        .room = room / cores,
        .last_room = room / cores + room % cores,
        .packs = packs,
    };
}

void other_list_hans_encode(struct l0_list *list, int inputTensor, int pdfRef, bool statistic,
                            bool reshuff, int mantissaOut, int fixedOut, int varOut)
{
    struct hans_cut *cut = l0_take(list, sizeof *cut);
    if (cut == NULL || inputTensor == L0_NONE || pdfRef == L0_NONE || mantissaOut == L0_NONE ||
        fixedOut == L0_NONE || varOut == L0_NONE)
        return;
    *cut = cut_of(list, inputTensor, fixedOut, reshuff);
    cut->counts = statistic;
    int64_t most = hans_most_bytes(list->tensors[inputTensor].elements, cut->cores);
    launch(list, &l0_HansEncode, (int[]){inputTensor, pdfRef}, 2,
           (int[]){pdfRef, mantissaOut, fixedOut, varOut}, 4, cut,
           L0_SYSTEM_WORKSPACE + (reshuff ? (uint64_t)most : 0));
}

void other_list_hans_decode(struct l0_list *list, int mantissa, int fixed, int var, int pdf,
                            bool reshuff, int out)
{
    bool *packs = l0_take(list, sizeof *packs);
    if (packs == NULL || mantissa == L0_NONE || fixed == L0_NONE || var == L0_NONE ||
        pdf == L0_NONE || out == L0_NONE)
        return;
    *packs = reshuff;
    launch(list, &l0_HansDecode, (int[]){mantissa, fixed, var, pdf}, 4, &out, 1, packs,
           L0_SYSTEM_WORKSPACE);
}
