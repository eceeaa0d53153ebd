/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised by scales that follow from them: lists of L0 operators. */
#include <float.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/quant/dynamic.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* The operands and results of a call; L0_NONE for those that it does not have. */
struct dynamic {
    int x;
    int smooth;
    int groups;
    enum quant_spread spread;
    int y;
    int scale;
    int offset;
    double largest; /* of hifloat8: the number that the largest becomes; 0: the largest there is */
};

static double largest_of(aclDataType type, double wanted)
{
    return type == ACL_HIFLOAT8 && wanted >= FLT_EPSILON ? wanted : quant_largest(type);
}

/* The distance of the least number from the largest. */
static double range_of(aclDataType type, double largest)
{
    return quant_is_float(type) ? 2 * largest : 2 * largest + 1;
}

static uint64_t folded(const struct l0_tensor *x, enum quant_spread spread)
{
    uint64_t last = (uint64_t)1 << (x->rank - 1);
    return spread == QUANT_PER_TOKEN ? last : spread == QUANT_PER_TENSOR ? 2 * last - 1 : last >> 1;
}

static void dynamic(struct l0_list *list, const struct dynamic *d)
{
    int results[QUANT_MOST_RESULTS];
    if (d->x == L0_NONE || d->y == L0_NONE || d->scale == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[d->x];
    aclDataType type = list->tensors[d->y].type;
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    bool is_symmetric = d->offset == L0_NONE;
    double largest = largest_of(type, d->largest);
    int dense = l0_contiguous(list, d->x);
    int smooth = d->smooth == L0_NONE ? L0_NONE : l0_contiguous(list, d->smooth);
    int groups = d->groups == L0_NONE ? L0_NONE : l0_contiguous(list, d->groups);
    int beside = quant_spread_rows(list, smooth, groups, &elements);
    if (d->spread == QUANT_PER_CHANNEL)
        beside = quant_along(list, beside, elements.rank, elements.rank - 2);
    const struct quant_result statistic = {.type = ACL_FLOAT, .is_statistic = true};
    const struct quant_work work = {
        .row = is_3510 || !is_symmetric ? &l0_DynamicQuantV2 : &l0_DynamicQuant,
        .formula = is_symmetric ? &l0_DynamicQuant : &l0_DynamicQuantV2,
        .on_rows = is_symmetric ? &l0_DynamicQuantRows : NULL,
        .held = is_symmetric ? &l0_DynamicQuantHeld : &l0_DynamicQuantV2Held,
        .launched = {dense, smooth, groups},
        .launched_count = 3,
        .inputs = {dense, quant_or_number(list, beside, 1), list_number_of(list, largest),
                   list_number_of(list, range_of(type, largest))},
        .input_count = is_symmetric ? 3 : 4,
        .results = {quant_result_of(list, d->y), statistic, statistic},
        .result_count = is_3510 || !is_symmetric ? 3 : 2,
        .written_count = is_symmetric ? 2 : 3,
        .folded = folded(&elements, d->spread),
    };
    quant_run(list, &work, results);
    if (!is_symmetric)
        norm_write_reshaped(list, results[2], d->offset);
    l0_view_copy(list, results[0], d->y);
    norm_write_reshaped(list, results[1], d->scale);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

void quant_list_dynamic_quant_up_to(struct l0_list *list, int x, int smoothScalesOptional,
                                    int groupIndexOptional, const char *quantMode,
                                    double dstTypeMax, int yOut, int scaleOut, int offsetOut)
{
    dynamic(list, &(struct dynamic){x, smoothScalesOptional, groupIndexOptional,
                                    (enum quant_spread)quant_find_spread(quantMode), yOut, scaleOut,
                                    offsetOut, dstTypeMax});
}

void quant_list_dynamic_quant(struct l0_list *list, int x, int smoothScalesOptional,
                              int groupIndexOptional, const char *quantMode, int yOut, int scaleOut,
                              int offsetOut)
{
    quant_list_dynamic_quant_up_to(list, x, smoothScalesOptional, groupIndexOptional, quantMode, 0,
                                   yOut, scaleOut, offsetOut);
}

void quant_list_dynamic_quant_groups(struct l0_list *list, int x, int smoothScalesOptional,
                                     int groupIndexOptional, int yOut, int scaleOut, int offsetOut)
{
    dynamic(list, &(struct dynamic){x, smoothScalesOptional, groupIndexOptional, QUANT_PER_TOKEN,
                                    yOut, scaleOut, offsetOut, 0});
}

void quant_list_dynamic_quant_tokens(struct l0_list *list, int x, int smoothScalesOptional,
                                     int yOut, int scaleOut)
{
    dynamic(list, &(struct dynamic){x, smoothScalesOptional, L0_NONE, QUANT_PER_TOKEN, yOut,
                                    scaleOut, L0_NONE, 0});
}
