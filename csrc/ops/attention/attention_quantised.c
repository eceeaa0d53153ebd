/* SPDX-License-Identifier: Apache-2.0 */
/* int8 results of calls for inference, result * scale + offset: what the public tilings of
 * IncreFlashAttention (one row a batch) and PromptFlashAttention (several) take. */
#include "ops/attention/attention_quantised.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "ops/attention/attention_call.h"

#define DEPTH_UNIT 32 /* columns of a head, where each has a number */

bool attention_quantised_applies(const struct reading *r)
{
    const struct tensor *out = attention_call_tensor_of(r->call, &attention_call_out_names);
    return r->is_inferred && out != NULL && out->type == ACL_INT8;
}

static int64_t size_of(const struct tensor *tensor)
{
    int64_t count = 0;
    return tensor_element_count(tensor, &count) ? count : -1;
}

/* Numbers have the type of query or float32; single rows know no float16. */
static aclnnStatus check_types(const struct reading *r)
{
    const struct tensor *scale = r->tensors[ATTENTION_QUANT_SCALE];
    const struct tensor *offset = r->tensors[ATTENTION_QUANT_OFFSET];
    bool is_as_query = type_is_half(scale->type) &&
                       scale->type == r->tensors[ATTENTION_QUERY]->type &&
                       !(scale->type == ACL_FLOAT16 && attention_call_is_single_row(r));
    if (scale->type != ACL_FLOAT && !is_as_query)
        return attention_call_report(r, false,
                                     "the data type of quantScale2 is %s, that of query "
                                     "%s; DT_FLOAT is required, or DT_BFLOAT16 of both",
                                     data_type_name(scale->type),
                                     data_type_name(r->tensors[ATTENTION_QUERY]->type));
    if (offset != NULL && offset->type != scale->type)
        return attention_call_report(
            r, false,
            "the data type of quantOffset2 is %s, that of quantScale2 %s; they must be "
            "equal",
            data_type_name(offset->type), data_type_name(scale->type));
    return ACLNN_SUCCESS;
}

/* Of single rows N and D, or H, are the last dimensions; those before and between are 1. */
static bool is_by_column(const struct reading *r, const struct tensor *numbers)
{
    const struct attention *a = r->a;
    const int32_t last = numbers->rank - 1;
    if (size_of(numbers) != a->heads * a->value_depth || numbers->rank > 4)
        return false;
    return !attention_call_is_single_row(r) || numbers->dims[last] == a->value_depth ||
           numbers->dims[last] == a->heads * a->value_depth;
}

static aclnnStatus check_numbers(const struct reading *r)
{
    const struct tensor *scale = r->tensors[ATTENTION_QUANT_SCALE];
    const struct tensor *offset = r->tensors[ATTENTION_QUANT_OFFSET];
    const struct tensor *numbers[] = {scale, offset};
    bool is_single = attention_call_is_single_row(r);
    for (int i = 0; i < 2; i++)
        if (numbers[i] != NULL && size_of(numbers[i]) != 1 && !is_by_column(r, numbers[i]))
            return attention_call_refuse(r, "the size of quantScale2 or quantOffset2",
                                         size_of(numbers[i]),
                                         "1, or one for each column of each head is required");
    if (is_single)
        return ACLNN_SUCCESS;
    if (offset != NULL && size_of(offset) != size_of(scale))
        return attention_call_refuse(r, "the size of quantOffset2", size_of(offset),
                                     "that of quantScale2 is required");
    if (size_of(scale) != 1 &&
        (r->tensors[ATTENTION_QUERY_PADDING] != NULL || r->tensors[ATTENTION_KEY_PADDING] != NULL ||
         attention_call_integer_of(r->call, &attention_call_log_sum_flag_names, 0) != 0 ||
         r->a->value_depth % DEPTH_UNIT != 0))
        return attention_call_report(
            r, false,
            "several rows and a quantScale2 for each column go with heads of a multiple "
            "of 32 columns, and neither with paddings nor with softmaxLse");
    return ACLNN_SUCCESS;
}

/* Whether a row of a batch sees no column, by the sparse mode alone. */
static bool has_blind_row(const struct attention *a, int64_t rows, int64_t columns)
{
    int64_t corner = columns - rows;
    switch (a->sparse_mode) {
    case 0: return -corner > a->before || a->after < 0;
    case 3: return corner < 0;
    case 4: return a->before < 0 || bounded_sum(corner, a->after) < 0;
    default: return false;
    }
}

/* The kernel would write other numbers than the offset to rows without a pair. */
static aclnnStatus check_rows(const struct reading *r)
{
    const struct attention *a = r->a;
    if (a->sparse_mode == 4 && (a->before < 0 || a->after < 0))
        return attention_call_report(r, false,
                                     "attention: preTokens is %" PRId64 " and nextTokens "
                                     "%" PRId64 "; with int8 results and sparseMode 4 "
                                     "none below 0 is allowed",
                                     a->before, a->after);
    for (int64_t b = 0; r->tensors[ATTENTION_QUANT_OFFSET] != NULL && b < a->batches; b++)
        if (has_blind_row(a, attention_count_of(&a->rows, b),
                          attention_count_of(&a->columns, b) + a->prefix_columns))
            return attention_call_refuse(r, "the number of the batch with a row that sees no key",
                                         b, "quantOffset2 requires that all rows see one");
    return ACLNN_SUCCESS;
}

static aclnnStatus read_numbers(struct reading *r)
{
    if (r->a->query.t >= 0)
        return attention_call_report(
            r, false,
            "the data type of the result is DT_INT8; with batches in one dimension (TND) "
            "that of query is required");
    if (r->tensors[ATTENTION_QUANT_SCALE] == NULL)
        return attention_call_report(
            r, false,
            "the data type of the result is DT_INT8, and quantScale2 is NULL; a scale is "
            "required");
    aclnnStatus status = check_types(r);
    if (status == ACLNN_SUCCESS)
        status = check_numbers(r);
    return status == ACLNN_SUCCESS && !attention_call_is_single_row(r) ? check_rows(r) : status;
}

aclnnStatus attention_quantised_read(struct reading *r)
{
    bool is_given = r->tensors[ATTENTION_QUANT_SCALE] != NULL ||
                    r->tensors[ATTENTION_QUANT_OFFSET] != NULL;
    bool applies = attention_quantised_applies(r);
    if (applies && !attention_call_is_generated(r) && r->a->depth > r->a->value_depth)
        return attention_call_report(r, true,
                                     "the data type of the result is DT_INT8; value with as many "
                                     "columns as query is required of prompts");
    if (applies)
        return read_numbers(r);
    r->tensors[ATTENTION_QUANT_SCALE] = r->tensors[ATTENTION_QUANT_OFFSET] = NULL;
    return is_given && attention_call_is_single_row(r)
               ? attention_call_report(
                     r, false,
                     "quantScale2 or quantOffset2 is given; they require a result of "
                     "DT_INT8")
               : ACLNN_SUCCESS;
}
