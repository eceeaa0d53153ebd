/* SPDX-License-Identifier: Apache-2.0 */
/* Batches of rows and keys: checks of what the tilings of their calls refuse. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "ops/attention/batches.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"

#define PAGE_UNIT 16
#define MOST_PAGE 1024

#define TABLE "blockTableOptional"

static const char *table_of(const struct batches_rule *rule)
{
    return rule->table == NULL ? TABLE : rule->table;
}

static enum batches_layout rows_of(const struct call *call, const struct batches_rule *rule)
{
    return rule->layout_of(call, rule->row_layout);
}

static enum batches_layout keys_of(const struct call *call, const struct batches_rule *rule)
{
    return rule->layout_of(call, rule->key_layout);
}

static aclnnStatus check_layouts(const struct call *call, const struct batches_rule *rule)
{
    enum batches_layout rows = rows_of(call, rule);
    enum batches_layout keys = keys_of(call, rule);
    if (rows != BATCHES_ROOMS && rows != BATCHES_ENDS)
        return report(BATCHES_TILED, "%s is \"%s\"; \"BSND\" or \"TND\" is required",
                      rule->row_layout, call->arguments[call_find(call, rule->row_layout)].text);
    if (keys != BATCHES_PAGES && keys != rows)
        return report(BATCHES_TILED, "%s is \"%s\"; that of query, or \"PA_BSND\", is required",
                      rule->key_layout,
                      keys == BATCHES_ROOMS
                          ? "BSND"
                          : call->arguments[call_find(call, rule->key_layout)].text);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_number(const struct call *call, const char *name, bool is_right,
                                const char *required)
{
    return is_right ? ACLNN_SUCCESS : batches_refuse_number(call, name, required);
}

static aclnnStatus check_window(const struct call *call)
{
    int64_t mode = batches_number(call, "sparseMode");
    aclnnStatus status = check_number(call, "sparseMode", mode == 0 || mode == 3,
                                      "0 or 3 is required");
    if (status == ACLNN_SUCCESS)
        status = check_number(call, "preTokens", batches_number(call, "preTokens") == INT64_MAX,
                              "9223372036854775807 is required");
    if (status == ACLNN_SUCCESS)
        status = check_number(call, "nextTokens", batches_number(call, "nextTokens") == INT64_MAX,
                              "9223372036854775807 is required");
    return status;
}

/* Lengths and pages are there where the layouts need them, and there alone. */
static aclnnStatus check_given(const struct call *call, const struct batches_rule *rule)
{
    enum batches_layout rows = rows_of(call, rule);
    enum batches_layout keys = keys_of(call, rule);
    const char *const missing = rows == BATCHES_ENDS &&
                                        batches_tensor(call, rule->row_lengths) == NULL
                                    ? rule->row_lengths
                                : keys != BATCHES_ROOMS &&
                                        batches_tensor(call, rule->key_lengths) == NULL
                                    ? rule->key_lengths
                                : keys == BATCHES_PAGES && batches_tensor(call, TABLE) == NULL
                                    ? TABLE
                                    : NULL;
    if (missing != NULL)
        return report(BATCHES_TILED, "%s is NULL; these layouts require it", missing);
    if (keys != BATCHES_PAGES && batches_tensor(call, TABLE) != NULL)
        return report(BATCHES_TILED,
                      "blockTableOptional is given; without \"PA_BSND\" it must be NULL");
    return ACLNN_SUCCESS;
}

/* Rows of so many heads at most, of the columns of the rule. */
static bool has_heads(const struct tensor *t, int32_t rank, int64_t most_heads, int64_t columns)
{
    return t->rank == rank &&
           (columns == 0 ? t->dims[rank - 1] >= 1 : t->dims[rank - 1] == columns) &&
           t->dims[rank - 2] >= 1 && t->dims[rank - 2] <= most_heads && t->dims[0] >= 1 &&
           (rank == 3 || t->dims[1] >= 1);
}

static aclnnStatus refuse_heads(const struct call *call, const char *name, int64_t most_heads,
                                int64_t columns)
{
    char shape[160];
    const struct tensor *t = batches_tensor(call, name);
    dims_describe(t->dims, t->rank, shape, sizeof shape);
    return columns == 0
               ? report(BATCHES_TILED,
                        "the shape of %s is %s; rows of 1 to %" PRId64 " heads are required", name,
                        shape, most_heads)
               : report(BATCHES_TILED,
                        "the shape of %s is %s; rows of 1 to %" PRId64 " heads of %" PRId64
                        " columns are required",
                        name, shape, most_heads, columns);
}

static aclnnStatus check_type(const struct call *call, const char *name, const char *query)
{
    const struct tensor *t = batches_tensor(call, name);
    return t->type == batches_tensor(call, query)->type
               ? ACLNN_SUCCESS
               : report(BATCHES_TILED, "the data type of %s is %s; that of %s is required", name,
                        data_type_name(t->type), query);
}

/* Keys have one head, and the columns of queries. */
aclnnStatus attention_check_heads(const struct call *call, const struct batches_rule *rule)
{
    const struct tensor *query = batches_tensor(call, rule->query);
    const struct tensor *key = batches_tensor(call, rule->key);
    enum batches_layout keys = keys_of(call, rule);
    int32_t rank = rows_of(call, rule) == BATCHES_ENDS ? 3 : 4;
    if (!has_heads(query, rank, rule->most_heads, rule->columns))
        return refuse_heads(call, rule->query, rule->most_heads, rule->columns);
    int64_t columns = query->dims[rank - 1];
    if (!has_heads(key, keys == BATCHES_ENDS ? 3 : 4, 1, columns))
        return refuse_heads(call, rule->key, 1, columns);
    int64_t unit = rule->are_pages_free ? 1 : PAGE_UNIT;
    if (keys == BATCHES_PAGES && (key->dims[1] % unit != 0 || key->dims[1] > MOST_PAGE))
        return batches_refuse_shape(call, rule->key,
                                    rule->are_pages_free
                                        ? "pages of 1 to 1024 rows are required"
                                        : "pages of a multiple of 16 rows up to 1024 are required");
    return check_type(call, rule->key, rule->query);
}

/* 0 where the ends are no row of numbers. */
static int64_t batches_of(const struct call *call, const struct batches_rule *rule)
{
    if (rows_of(call, rule) != BATCHES_ENDS)
        return batches_tensor(call, rule->query)->dims[0];
    const struct tensor *ends = batches_tensor(call, rule->row_lengths);
    return ends->rank == 1 ? ends->dims[0] - rule->has_starts : 0;
}

aclnnStatus attention_check_lengths(const struct call *call, const struct batches_rule *rule,
                                    const struct batches_length *lengths, size_t count)
{
    char required[160];
    bool has_pages = keys_of(call, rule) == BATCHES_PAGES;
    const struct tensor *table = has_pages ? batches_tensor(call, table_of(rule)) : NULL;
    int64_t batches = batches_of(call, rule);
    for (size_t i = 0; i < count; i++) {
        const struct tensor *t = batches_tensor(call, lengths[i].name);
        int64_t numbers = batches + lengths[i].has_starts;
        if (t != NULL && lengths[i].is_read &&
            (batches < 1 || !attention_batches_has_shape(t, &numbers, 1)))
            return batches_refuse_shape(call, lengths[i].name,
                                        lengths[i].has_starts
                                            ? "a number for each batch, and one before them, is "
                                              "required"
                                            : "a number for each batch is required");
    }
    if (table != NULL && (table->rank != 2 || table->dims[0] != batches || table->dims[1] < 1))
        return batches_refuse_shape(call, table_of(rule), "pages of each batch are required");
    if (keys_of(call, rule) != BATCHES_ROOMS || batches_tensor(call, rule->key)->dims[0] == batches)
        return ACLNN_SUCCESS;
    snprintf(required, sizeof required, "the batches of %s are required", rule->query);
    return batches_refuse_shape(call, rule->key, required);
}

aclnnStatus attention_check_rows(const struct call *call, const struct batches_rule *rule)
{
    bool reads = rows_of(call, rule) == BATCHES_ENDS || !rule->reads_ends_alone;
    const struct batches_length lengths[] = {{rule->row_lengths, reads, false},
                                             {rule->key_lengths, reads, false}};
    aclnnStatus status = check_given(call, rule);
    if (status == ACLNN_SUCCESS)
        status = attention_check_heads(call, rule);
    return status == ACLNN_SUCCESS ? attention_check_lengths(call, rule, lengths, 2) : status;
}

aclnnStatus attention_check_batches(const struct call *call, const struct batches_rule *rule)
{
    aclnnStatus status = check_layouts(call, rule);
    if (status == ACLNN_SUCCESS)
        status = check_window(call);
    return status == ACLNN_SUCCESS ? attention_check_rows(call, rule) : status;
}

/* ---- Operands -------------------------------------------------------------------------------- */

static aclnnStatus check_operand(const struct call *call, const struct batches_operand *operand)
{
    const struct tensor *t = batches_tensor(call, operand->name);
    if (operand->like == NULL)
        return check_type(call, operand->name, "query");
    const struct tensor *like = batches_tensor(call, operand->like);
    int64_t dims[4];
    if (t == NULL || like == NULL)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_type(call, operand->name, "query");
    if (status != ACLNN_SUCCESS)
        return status;
    memcpy(dims, like->dims, (size_t)like->rank * sizeof *dims);
    if (operand->columns > 0)
        dims[like->rank - 1] = operand->columns;
    return attention_batches_has_shape(t, dims, like->rank)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, operand->name, operand->required);
}

aclnnStatus attention_check_operands(const struct call *call,
                                     const struct batches_operand *operands, size_t count)
{
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < count && status == ACLNN_SUCCESS; i++)
        status = check_operand(call, &operands[i]);
    return status;
}
