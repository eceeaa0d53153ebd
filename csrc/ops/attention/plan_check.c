/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of attention's work (CANN's calls aclnn...Metadata): what op_api refuses. A tensor without
 * elements counts there as one that is not given. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/attention/plan.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define STATUS ACLNN_ERR_PARAM_INVALID

/* ---- Numbers --------------------------------------------------------------------------------- */

static int64_t number_of(const struct call *call, int integer)
{
    return call->arguments[integer].integer;
}

aclnnStatus attention_check_one_of(struct call *call, int integer, const int *numbers, int count)
{
    char required[160] = "";
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        if (number_of(call, integer) == numbers[i])
            return ACLNN_SUCCESS;
        const char *join = i == 0 ? "" : i == count - 1 ? " or " : ", ";
        length += (size_t)snprintf(required + length, sizeof required - length, "%s%d", join,
                                   numbers[i]);
    }
    snprintf(required + length, sizeof required - length, " is required");
    return nsa_refuse(call, STATUS, integer, required);
}

aclnnStatus attention_check_between(struct call *call, int integer, int number_1, int number_2)
{
    char required[80];
    if (number_of(call, integer) >= number_1 && number_of(call, integer) <= number_2)
        return ACLNN_SUCCESS;
    snprintf(required, sizeof required, "%d to %d is required", number_1, number_2);
    return nsa_refuse(call, STATUS, integer, required);
}

aclnnStatus attention_check_at_least(struct call *call, int integer, int number)
{
    char required[80];
    if (number_of(call, integer) >= number)
        return ACLNN_SUCCESS;
    snprintf(required, sizeof required, "%d or more is required", number);
    return nsa_refuse(call, STATUS, integer, required);
}

aclnnStatus attention_check_largest(struct call *call, int integer)
{
    return number_of(call, integer) == INT64_MAX
               ? ACLNN_SUCCESS
               : nsa_refuse(call, STATUS, integer, "9223372036854775807 is required");
}

aclnnStatus attention_check_power_of_two(struct call *call, int integer)
{
    return shape_is_power_of_two(number_of(call, integer))
               ? ACLNN_SUCCESS
               : nsa_refuse(call, STATUS, integer, "a power of two is required on this product");
}

aclnnStatus attention_check_known_count(struct call *call, int integer)
{
    return number_of(call, integer) == -1 || number_of(call, integer) > 0
               ? ACLNN_SUCCESS
               : nsa_refuse(call, STATUS, integer, "-1, or more than 0, is required");
}

aclnnStatus attention_check_multiple_with(struct call *call, int integer_1, int integer_2,
                                          int integer_3)
{
    int64_t of = number_of(call, integer_2);
    if (number_of(call, integer_3) <= 0 || of <= 0 || number_of(call, integer_1) % of == 0)
        return ACLNN_SUCCESS;
    return report(STATUS, "%s is %" PRId64 ", %s is %" PRId64 "; a multiple of it is required",
                  call_name(call, integer_1), number_of(call, integer_1),
                  call_name(call, integer_2), of);
}

/* How many tokens a compressed key stands for before Ascend950. */
aclnnStatus attention_check_ratio_of_selected(struct call *call, int integer_1, int integer_2,
                                              int integer_3)
{
    bool has_compressed = number_of(call, integer_2) != 0;
    int64_t ratio = !has_compressed ? 1 : number_of(call, integer_3) > 0 ? 4 : 128;
    return number_of(call, integer_1) == ratio
               ? ACLNN_SUCCESS
               : nsa_refuse(call, STATUS, integer_1,
                            "on this product 1 without compressed keys, 4 with selected ones, and "
                            "otherwise 128 is required");
}

/* ---- Layouts --------------------------------------------------------------------------------- */

/* Whether a text is the word of so many letters. */
static bool is_word(const char *text, const char *word, size_t length)
{
    return text != NULL && strlen(text) == length && memcmp(text, word, length) == 0;
}

static bool is_text(const struct call *call, int text, const char *word)
{
    return is_word(call->arguments[text].text, word, strlen(word));
}

aclnnStatus attention_check_words(struct call *call, int text, const char *words)
{
    const char *given = call->arguments[text].text;
    for (const char *word = words; *word != '\0';) {
        size_t length = strcspn(word, " ");
        if (is_word(given, word, length))
            return ACLNN_SUCCESS;
        word += length;
        word += *word == ' ';
    }
    if (given == NULL)
        return report(STATUS, "%s is NULL; one of %s is required", call_name(call, text), words);
    return report(STATUS, "%s is \"%s\"; one of %s is required", call_name(call, text), given,
                  words);
}

aclnnStatus attention_check_alike_but(struct call *call, int text_1, int text_2, const char *words)
{
    const char *rows = call->arguments[text_1].text;
    const char *keys = call->arguments[text_2].text;
    return is_text(call, text_2, words) || strcmp(rows, keys) == 0
               ? ACLNN_SUCCESS
               : report(STATUS, "%s is \"%s\", %s is \"%s\"; the same, or %s, is required",
                        call_name(call, text_1), rows, call_name(call, text_2), keys, words);
}

/* ---- Tensors --------------------------------------------------------------------------------- */

static bool has_elements(const struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t != NULL && t->rank > 0 && t->dims[0] > 0;
}

static aclnnStatus refuse_missing(const struct call *call, int tensor, const char *why)
{
    return report(STATUS, "%s is NULL or has no elements; %s", call_name(call, tensor), why);
}

aclnnStatus attention_check_some_given(struct call *call, int tensor)
{
    return has_elements(call, tensor) ? ACLNN_SUCCESS
                                      : refuse_missing(call, tensor, "elements are required");
}

aclnnStatus attention_check_given_in(struct call *call, int tensor, int text, const char *words)
{
    return has_elements(call, tensor) || !is_text(call, text, words)
               ? ACLNN_SUCCESS
               : refuse_missing(call, tensor, "this layout requires it");
}

aclnnStatus attention_check_only_in(struct call *call, int tensor, int text, const char *words)
{
    return !has_elements(call, tensor) || is_text(call, text, words)
               ? ACLNN_SUCCESS
               : report(STATUS, "%s is given; with \"%s\" it must be NULL", call_name(call, tensor),
                        call->arguments[text].text);
}

aclnnStatus attention_check_counted_in(struct call *call, int tensor, int integer, int text,
                                       const char *words)
{
    return has_elements(call, tensor) || is_text(call, text, words) || number_of(call, integer) >= 0
               ? ACLNN_SUCCESS
               : report(STATUS, "%s is %" PRId64 ", and %s is not given; one of both is required",
                        call_name(call, integer), number_of(call, integer),
                        call_name(call, tensor));
}

aclnnStatus attention_check_given_under(struct call *call, int tensor, int integer_1, int number_1,
                                        int integer_2, int number_2)
{
    return has_elements(call, tensor) || number_of(call, integer_1) == number_1 ||
                   number_of(call, integer_2) != number_2
               ? ACLNN_SUCCESS
               : refuse_missing(call, tensor, "this mask requires it");
}

aclnnStatus attention_check_reserved(struct call *call, int tensor)
{
    return has_elements(call, tensor)
               ? report(STATUS, "%s is given; it is reserved, and must be NULL or have no elements",
                        call_name(call, tensor))
               : ACLNN_SUCCESS;
}

aclnnStatus attention_check_line(struct call *call, int tensor)
{
    return !has_elements(call, tensor) || call_tensor(call, tensor)->rank == 1
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor, "one dimension is required");
}

aclnnStatus attention_check_of_rows(struct call *call, int tensor, int text)
{
    bool is_packed = is_text(call, text, "TND");
    return !has_elements(call, tensor) || call_tensor(call, tensor)->rank == (is_packed ? 2 : 3)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor,
                                   is_packed ? "two dimensions are required with this layout"
                                             : "three dimensions are required with this layout");
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* How many batches op_api counts: those whose numbers of tokens are given, then those whose ends
 * are, which begin with 0, then what the number says. */
static int64_t batches_of(const struct call *call, int layout, int ends, int used, int batches)
{
    if (has_elements(call, used))
        return call_tensor(call, used)->dims[0];
    if (is_text(call, layout, "TND") && has_elements(call, ends))
        return call_tensor(call, ends)->dims[0] - 1;
    return number_of(call, batches);
}

aclnnStatus attention_check_batches_alike(struct call *call, int text_1, int tensor_1, int tensor_2,
                                          int text_2, int tensor_3, int tensor_4, int integer)
{
    int64_t rows = batches_of(call, text_1, tensor_1, tensor_2, integer);
    int64_t keys = batches_of(call, text_2, tensor_3, tensor_4, integer);
    return rows == keys ? ACLNN_SUCCESS
                        : report(STATUS,
                                 "%s, %s and %s say %" PRId64 " batches of queries, %s, %s and %s "
                                 "%" PRId64 " of keys; as many are required",
                                 call_name(call, tensor_2), call_name(call, tensor_1),
                                 call_name(call, integer), rows, call_name(call, tensor_4),
                                 call_name(call, tensor_3), call_name(call, integer), keys);
}

aclnnStatus attention_check_batches_used(struct call *call, int text, int tensor_1, int tensor_2)
{
    if (!is_text(call, text, "TND") || !has_elements(call, tensor_1) ||
        !has_elements(call, tensor_2) ||
        call_tensor(call, tensor_1)->dims[0] - 1 == call_tensor(call, tensor_2)->dims[0])
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, tensor_2, "a number for each batch is required");
}

aclnnStatus attention_check_batches_each(struct call *call, int tensor_1, int text, int tensor_2,
                                         int tensor_3, int integer)
{
    return !has_elements(call, tensor_1) || call_tensor(call, tensor_1)->dims[0] ==
                                                batches_of(call, text, tensor_2, tensor_3, integer)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor_1, "a number for each batch is required");
}

aclnnStatus attention_check_batches_counted(struct call *call, int tensor, int integer, int number)
{
    const struct tensor *t = call_tensor(call, tensor);
    int64_t batches = number_of(call, integer);
    return t == NULL || batches <= 0 || (t->rank == 1 && t->dims[0] == batches + number)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor,
                                   number == 0 ? "a number for each batch is required"
                                               : "a number for each batch, and one before them, is "
                                                 "required");
}

/* Ends of QuantLightningIndexer do not begin with 0. CANN lets one of both have a number more where
 * the layouts differ. */
aclnnStatus attention_check_lengths_alike(struct call *call, int text_1, int tensor_1, int text_2,
                                          int tensor_2, int integer)
{
    int64_t batches = number_of(call, integer);
    int64_t rows = has_elements(call, tensor_1) ? call_tensor(call, tensor_1)->dims[0] : batches;
    int64_t keys = has_elements(call, tensor_2) ? call_tensor(call, tensor_2)->dims[0] : batches;
    bool is_strict = is_text(call, text_1, "BSND") || is_text(call, text_2, "TND");
    return rows == keys || (!is_strict && (rows - keys == 1 || keys - rows == 1))
               ? ACLNN_SUCCESS
               : report(STATUS,
                        "%s and %s say %" PRId64 " and %" PRId64
                        " batches; as many are required of both",
                        call_name(call, tensor_1), call_name(call, tensor_2), rows, keys);
}

aclnnStatus attention_check_first_alike(struct call *call, int tensor_1, int tensor_2)
{
    return call_tensor(call, tensor_1)->dims[0] == call_tensor(call, tensor_2)->dims[0]
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor_2, "as many batches as the other has are required");
}

/* ---- The plan -------------------------------------------------------------------------------- */

static aclnnStatus check_numbers_of_plan(struct call *call, int tensor, int64_t numbers)
{
    char required[80];
    const struct tensor *t = call_tensor(call, tensor);
    if (t->rank == 1 && t->dims[0] == numbers)
        return ACLNN_SUCCESS;
    snprintf(required, sizeof required, "%" PRId64 " numbers are required", numbers);
    return call_refuse_shape(call, tensor, required);
}

aclnnStatus attention_check_plan(struct call *call, int tensor)
{
    return check_numbers_of_plan(call, tensor, PLAN_NUMBERS);
}

aclnnStatus attention_check_short_plan(struct call *call, int tensor)
{
    return check_numbers_of_plan(call, tensor, PLAN_SHORT_NUMBERS);
}

aclnnStatus attention_check_long_plan(struct call *call, int tensor)
{
    return check_numbers_of_plan(call, tensor, PLAN_LONG_NUMBERS);
}
