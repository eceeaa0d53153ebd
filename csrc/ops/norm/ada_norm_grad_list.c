/* SPDX-License-Identifier: Apache-2.0 */
/* The gradients of AdaLayerNormV2: the list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "ops/norm/statistics.h"
#include "workspace/l0_operators.h"

/* The most columns for which a core keeps rows in its Unified Buffer. */
#define MOST_KEPT_COLUMNS 3440
/* The cores that the vendor's choice of a tiling counts on, whatever the product has. */
#define CORES_OF_CHOICE 40

enum { GRAD, INPUT, ROOT, MEAN, SCALE, WEIGHT, BIAS, OPERANDS };
enum { OF_INPUT, OF_SCALE, OF_SHIFT, OF_WEIGHT, OF_BIAS, RESULTS };

static int64_t quotient_up(int64_t count, int64_t size)
{
    return (count + size - 1) / size;
}

/* The bytes of the kernel's partial sums: rows of columns for each core, more where a core has rows
 * of several batches. It splits batches over the cores where these keep no fewer cores busy than
 * rows would, and rows otherwise. */
static uint64_t kernel_bytes(const struct l0_list *list, const struct l0_tensor *x)
{
    int64_t columns = x->dims[x->rank - 1];
    int64_t sequence = x->dims[x->rank - 2];
    int64_t rows = x->elements / columns;
    int64_t batches = rows / sequence;
    int64_t by_batch = quotient_up(batches, quotient_up(batches, CORES_OF_CHOICE));
    int64_t by_row = quotient_up(rows, quotient_up(rows, CORES_OF_CHOICE));
    bool keeps_batches = by_row <= by_batch;
    bool is_kept = columns <= MOST_KEPT_COLUMNS;
    int64_t pieces = keeps_batches ? batches : rows;
    int64_t each = quotient_up(pieces, list->soc->vector_cores);
    int64_t aligned = is_kept ? quotient_up(columns, 8) * 8 : quotient_up(columns, 16) * 16;
    int64_t lines = (is_kept ? 2 : 4) + 2 * (keeps_batches ? each : batches);
    return L0_SYSTEM_WORKSPACE +
           (uint64_t)(quotient_up(pieces, each) * aligned * lines) * sizeof(float);
}

/* What takes the place of factors that are missing has their type. */
static aclDataType type_of_factors(const struct l0_list *list, const int operands[4])
{
    for (int i = 0; i < 4; i++)
        if (operands[i] != L0_NONE)
            return list->tensors[operands[i]].type;
    return ACL_FLOAT;
}

static bool launch(struct l0_list *list, const int dense[OPERANDS], int results[RESULTS])
{
    int inputs[OPERANDS];
    const int likes[RESULTS] = {INPUT, SCALE, SCALE, WEIGHT, BIAS};
    for (int i = 0; i < OPERANDS; i++) {
        bool is_statistic = i == ROOT || i == MEAN;
        inputs[i] = is_statistic ? l0_launch_cast(list, dense[i], ACL_FLOAT) : dense[i];
        if (inputs[i] == L0_NONE)
            return false;
    }
    for (int i = 0; i < RESULTS; i++) {
        const struct l0_tensor like = list->tensors[dense[likes[i]]];
        results[i] = l0_new_shaped(list, "gradient", like.type, like.dims, like.rank);
        if (results[i] == L0_NONE)
            return false;
    }
    const struct l0_tensor x = list->tensors[dense[INPUT]];
    l0_launch_row(list, &l0_AdaLayerNormGrad, inputs, OPERANDS, 0, results, RESULTS, NULL);
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, kernel_bytes(list, &x));
    return list->status == ACLNN_SUCCESS;
}

void norm_list_ada_layer_norm_backward(struct l0_list *list, int gradOut, int input, int rstd,
                                       int mean, int scale, int shift, int weightOptional,
                                       int biasOptional, int gradInputOut, int gradScaleOut,
                                       int gradShiftOut, int gradWeightOut, int gradBiasOut)
{
    const int wanted[RESULTS] = {gradInputOut, gradScaleOut, gradShiftOut, gradWeightOut,
                                 gradBiasOut};
    const int given[OPERANDS] = {gradOut, input, rstd, mean, scale, weightOptional, biasOptional};
    const int typed[] = {weightOptional, biasOptional, gradWeightOut, gradBiasOut};
    int dense[OPERANDS];
    int made[RESULTS];
    bool wants_none = true;
    for (int i = 0; i < RESULTS; i++)
        wants_none = wants_none && wanted[i] == L0_NONE;
    if (wants_none || input == L0_NONE)
        return;
    const struct l0_tensor x = list->tensors[input];
    for (int i = 0; i < OPERANDS; i++) {
        dense[i] = given[i] != L0_NONE
                       ? l0_contiguous(list, given[i])
                       : norm_stand_in(list, i == WEIGHT, type_of_factors(list, typed),
                                       &x.dims[x.rank - 1], 1);
        if (i == SCALE && shift != L0_NONE)
            l0_contiguous(list, shift);
    }
    if (list->status != ACLNN_SUCCESS || !launch(list, dense, made))
        return;
    uint64_t last = norm_last_dims(&x, 1);
    uint64_t sequence = (uint64_t)1 << (x.rank - 2);
    int g = dense[GRAD];
    int r = norm_beside_elements(list, dense[ROOT], dense[INPUT], last);
    int m = norm_beside_elements(list, dense[MEAN], dense[INPUT], last);
    int s = norm_beside_elements(list, dense[SCALE], dense[INPUT], sequence);
    int w = weightOptional != L0_NONE ? dense[WEIGHT] : list_number_of(list, 1);
    int b = biasOptional != L0_NONE ? dense[BIAS] : list_number_of(list, 0);
    int results[RESULTS];
    for (int i = 0; i < RESULTS; i++) {
        const struct l0_tensor like = list->tensors[made[i]];
        bool is_batch = i == OF_SCALE || i == OF_SHIFT;
        results[i] = is_batch ? norm_new_statistic(list, dense[INPUT], sequence, like.type)
                              : l0_new_shaped(list, "gradient", like.type, like.dims, like.rank);
    }
    const int of_rows[] = {g, dense[INPUT], r, m, s, w};
    const int of_batches[] = {g, dense[INPUT], r, m, w, b};
    if (gradInputOut != L0_NONE)
        norm_fold_rows(list, &l0_AdaLayerNormGrad, of_rows, 6, results, 1, last);
    if (gradScaleOut != L0_NONE || gradShiftOut != L0_NONE)
        norm_fold_rows(list, &l0_AdaLayerNormGradOfBatches, of_batches, 6, results + OF_SCALE, 2,
                       sequence);
    if (gradWeightOut != L0_NONE || gradBiasOut != L0_NONE)
        norm_fold_rows(list, &l0_AdaLayerNormGradOfFactors, of_rows, 5, results + OF_WEIGHT, 2,
                       norm_first_dims(x.rank - 1));
    for (int i = 0; i < RESULTS; i++)
        norm_write_launched(list, results[i], made[i], wanted[i]);
}
