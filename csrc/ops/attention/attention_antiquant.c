/* SPDX-License-Identifier: Apache-2.0 */
/* What restores quantised keys and values beside queries of 16 bits, for inference: scales and
 * offsets. Their modes, shapes and data types are those of the public tilings of
 * IncreFlashAttention (one row a batch) and PromptFlashAttention (several), of floats of 8 bits
 * those of the page of FusedInferAttentionScoreV5. */
#include "ops/attention/attention_antiquant.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/attention_full.h"

#define MOST_FEW_ROWS 16 /* of queries, which scales of keys and of values go with */
#define HIGH_PERFORMANCE 1
#define RIGHT_DOWN 3
#define INT4_DEPTH 64     /* columns of a head of int4 are a multiple of it */
#define FRACTAL_DEPTH 128 /* columns of a head in fractals */

static const struct names mode_names = {{"antiquantMode"}};
static const struct names key_mode_names = {{"keyAntiquantMode"}};
static const struct names value_mode_names = {{"valueAntiquantMode"}};

/* Shapes, a letter a dimension: N, D and H of keys, B batches, S columns, P blocks of the table's
 * and R their rows; 1 and 2 are sizes, and 2 is first keys, then values. */
#define MOST_FORMS 7
struct forms {
    const char *of[MOST_FORMS];
};

enum mode {
    BY_CHANNEL, /* or one number for all */
    BY_TOKEN,
    BY_HEAD,
    BY_TOKEN_AND_HEAD,
    BY_TOKEN_IN_BLOCKS,
    BY_TOKEN_AND_HEAD_IN_BLOCKS,
    MODES
};

static const struct forms forms_of_single_row[MODES] = {
    [BY_CHANNEL] = {{"1", "1N1D", "11ND", "1ND", "1H"}},
    [BY_TOKEN] = {{"1BS", "BS"}},
    [BY_HEAD] = {{"N"}},
    [BY_TOKEN_AND_HEAD] = {{"BNS"}},
    [BY_TOKEN_IN_BLOCKS] = {{"PR"}},
    [BY_TOKEN_AND_HEAD_IN_BLOCKS] = {{"PNR"}},
};
static const struct forms forms_of_single_pair[] = {
    [BY_CHANNEL] = {{"2", "2N1D", "21ND", "2ND", "2H"}},
    [BY_TOKEN] = {{"2BS"}},
};
static const struct forms forms_of_few_rows[] = {
    [BY_CHANNEL] = {{"ND", "N1D", "H"}},
    [BY_TOKEN] = {{"BS"}},
};
static const struct forms forms_of_floats[] = {
    [BY_CHANNEL] = {{"1N1D", "11ND", "1ND", "1H", "N1D", "ND", "H"}},
    [BY_TOKEN] = {{"1BS", "BS"}},
    [BY_TOKEN_IN_BLOCKS] = {{"PR"}},
};

static bool is_by_token(int64_t mode)
{
    return mode != BY_CHANNEL && mode != BY_HEAD;
}

static int64_t mode_of(const struct reading *r, const struct names *names)
{
    return attention_call_integer_of(r->call, names, 0);
}

static bool is_given(const struct reading *r, enum attention_input which)
{
    return r->tensors[which] != NULL;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Whether a dimension has the size that its letter says. */
static bool fits(const struct reading *r, char letter, int64_t size, bool is_exact)
{
    const struct attention *a = r->a;
    int64_t longest = a->columns.are_totals ? attention_call_longest(a, &a->columns)
                                            : attention_call_longest_key(r);
    int64_t columns = longest + a->prefix_columns;
    switch (letter) {
    case 'N': return size == a->key_heads;
    case 'D': return size == a->depth;
    case 'H': return size == a->key_heads * a->depth;
    case 'B': return size == a->batches;
    case 'S': return is_exact ? size == columns : size >= columns;
    case 'P': return size == r->tensors[ATTENTION_KEY]->dims[a->key.b];
    case 'R': return size == a->block_size;
    default: return size == letter - '0';
    }
}

static bool has_form(const struct reading *r, const char *form, const struct tensor *tensor)
{
    bool is_exact = !attention_call_is_single_row(r) &&
                    r->call->soc->architecture == ARCHITECTURE_2201;
    if (tensor->rank != (int32_t)strlen(form))
        return false;
    for (int32_t i = 0; i < tensor->rank; i++)
        if (!fits(r, form[i], tensor->dims[i], is_exact))
            return false;
    return true;
}

/* The places of the letters; sizes have none. */
static struct attention_layout layout_of(const char *form)
{
    struct attention_layout layout = {-1, -1, -1, -1, -1, -1, -1};
    for (int8_t i = 0; form[i] != '\0'; i++)
        switch (form[i]) {
        case 'B':
        case 'P': layout.b = i; break;
        case 'S':
        case 'R': layout.s = i; break;
        case 'N': layout.n = i; break;
        case 'D': layout.d = i; break;
        case 'H': layout.h = i; break;
        default: break;
        }
    return layout;
}

static const char *name_of(const struct reading *r, enum attention_input which)
{
    return call_name(r->call, attention_call_find(r->call, &attention_call_names_of[which]));
}

/* Reads a scale or an offset of one of these shapes and of this data type. */
static aclnnStatus read_numbers(struct reading *r, enum attention_input which,
                                const struct forms *forms, aclDataType type)
{
    const struct tensor *tensor = r->tensors[which];
    char shape[160];
    if (tensor->type != type)
        return attention_call_report(r, false, "the data type of %s is %s; its mode requires %s",
                                     name_of(r, which), data_type_name(tensor->type),
                                     data_type_name(type));
    for (int i = 0; i < MOST_FORMS && forms->of[i] != NULL; i++)
        if (has_form(r, forms->of[i], tensor)) {
            r->a->numbers[which - ATTENTION_KEY_SCALE] = layout_of(forms->of[i]);
            return ACLNN_SUCCESS;
        }
    return attention_call_report(
        r, false,
        "the shape of %s is %s; with B = %" PRId64 ", N = %" PRId64 " and D = %" PRId64
        " of key its mode requires another one, of which [%s] is the first, a letter a dimension",
        name_of(r, which), dims_describe(tensor->dims, tensor->rank, shape, sizeof shape),
        r->a->batches, r->a->key_heads, r->a->depth, forms->of[0]);
}

/* Reads a scale, and the offset where one is given, of as many dimensions. */
static aclnnStatus read_pair(struct reading *r, enum attention_input scale,
                             enum attention_input offset, const struct forms *forms,
                             aclDataType type)
{
    aclnnStatus status = read_numbers(r, scale, forms, type);
    if (status != ACLNN_SUCCESS || !is_given(r, offset))
        return status;
    if (r->tensors[offset]->rank != r->tensors[scale]->rank)
        return attention_call_refuse(r, "the number of dimensions of an offset",
                                     r->tensors[offset]->rank, "that of the scale is required");
    return read_numbers(r, offset, forms, type);
}

/* ---- Numbers of keys and of values ----------------------------------------------------------- */

static aclnnStatus check_pairs(const struct reading *r)
{
    if (is_given(r, ATTENTION_KEY_SCALE) != is_given(r, ATTENTION_VALUE_SCALE) ||
        is_given(r, ATTENTION_KEY_OFFSET) != is_given(r, ATTENTION_VALUE_OFFSET))
        return attention_call_report(r, false,
                                     "a scale or an offset of key or of value alone is given; "
                                     "those of both are required, or none");
    if (is_given(r, ATTENTION_KEY_OFFSET) && !is_given(r, ATTENTION_KEY_SCALE))
        return attention_call_report(r, false, "offsets of key and value are given without scales");
    return ACLNN_SUCCESS;
}

/* Both have one mode, but for keys by channel with values by token. */
static aclnnStatus check_modes(const struct reading *r, int64_t key_mode, int64_t value_mode,
                               int64_t highest)
{
    bool is_mixed = key_mode == BY_CHANNEL && value_mode == BY_TOKEN && highest > BY_TOKEN;
    if (key_mode < 0 || key_mode > highest)
        return attention_call_refuse(r, "keyAntiquantMode", key_mode,
                                     highest == BY_TOKEN
                                         ? "with several rows of query 0 or 1 is required"
                                         : "0 to 5 is required");
    if (key_mode != value_mode && !is_mixed)
        return attention_call_refuse(r, "valueAntiquantMode", value_mode,
                                     "keyAntiquantMode is required");
    if (key_mode >= BY_TOKEN_IN_BLOCKS && !is_given(r, ATTENTION_TABLE))
        return attention_call_refuse(r, "keyAntiquantMode", key_mode,
                                     "4 and 5 require a block table");
    return ACLNN_SUCCESS;
}

static aclDataType type_by(const struct reading *r, int64_t mode)
{
    return is_by_token(mode) ? ACL_FLOAT : r->tensors[ATTENTION_QUERY]->type;
}

static aclnnStatus check_alike(const struct reading *r)
{
    static const enum attention_input pairs[][2] = {{ATTENTION_KEY_SCALE, ATTENTION_VALUE_SCALE},
                                                    {ATTENTION_KEY_OFFSET, ATTENTION_VALUE_OFFSET}};
    for (int i = 0; i < 2; i++) {
        const struct tensor *key = r->tensors[pairs[i][0]];
        if (key != NULL && !attention_call_are_like(key, r->tensors[pairs[i][1]], -1))
            return attention_call_report(r, false,
                                         "%s and %s have different shapes; one is required of both",
                                         name_of(r, pairs[i][0]), name_of(r, pairs[i][1]));
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus read_both(struct reading *r, const struct forms *forms, int64_t key_mode,
                             int64_t value_mode)
{
    aclnnStatus status = key_mode == value_mode ? check_alike(r) : ACLNN_SUCCESS;
    if (status == ACLNN_SUCCESS)
        status = read_pair(r, ATTENTION_KEY_SCALE, ATTENTION_KEY_OFFSET, &forms[key_mode],
                           type_by(r, key_mode));
    if (status == ACLNN_SUCCESS)
        status = read_pair(r, ATTENTION_VALUE_SCALE, ATTENTION_VALUE_OFFSET, &forms[value_mode],
                           type_by(r, value_mode));
    return status;
}

static aclnnStatus read_for_single_row(struct reading *r)
{
    int64_t key_mode = mode_of(r, &key_mode_names);
    int64_t value_mode = mode_of(r, &value_mode_names);
    aclnnStatus status = check_modes(r, key_mode, value_mode, MODES - 1);
    r->a->numbers_in_blocks = key_mode >= BY_TOKEN_IN_BLOCKS;
    return status == ACLNN_SUCCESS ? read_both(r, forms_of_single_row, key_mode, value_mode)
                                   : status;
}

/* ---- Several rows ---------------------------------------------------------------------------- */

/* Where there are more rows, float16 takes blocks of keys in a sparse mode alone. */
static aclnnStatus read_for_many_rows(struct reading *r)
{
    const struct attention *a = r->a;
    bool has_n = a->query.n >= 0;
    const struct forms forms = {{has_n ? "1ND" : "1H"}};
    if (!is_given(r, ATTENTION_TABLE) || r->tensors[ATTENTION_QUERY]->type != ACL_FLOAT16)
        return attention_call_refuse(r, "the number of rows of query", a->rows.whole,
                                     "scales of key and value require at most 16, or a block "
                                     "table and float16");
    if (a->query.n == 1 || a->out.b != a->query.b || a->out.s != a->query.s)
        return attention_call_report(r, false,
                                     "int8 blocks of keys require inputLayout \"BSH\" or "
                                     "\"BSND\" of several rows");
    if (mode_of(r, &key_mode_names) != BY_CHANNEL || mode_of(r, &value_mode_names) != BY_CHANNEL)
        return attention_call_refuse(r, "keyAntiquantMode", mode_of(r, &key_mode_names),
                                     "with blocks of keys and more than 16 rows 0 is required, "
                                     "and of valueAntiquantMode");
    if (attention_call_integer_of(r->call, &attention_call_precision_names, 1) !=
            HIGH_PERFORMANCE ||
        a->sparse_mode != RIGHT_DOWN || is_given(r, ATTENTION_PSE))
        return attention_call_report(
            r, false,
            "int8 blocks of keys require innerPrecise 1, sparseMode 3 with its mask, and "
            "nothing added to the scores, of several rows");
    aclnnStatus status = read_pair(r, ATTENTION_KEY_SCALE, ATTENTION_KEY_OFFSET, &forms,
                                   ACL_FLOAT16);
    return status == ACLNN_SUCCESS
               ? read_pair(r, ATTENTION_VALUE_SCALE, ATTENTION_VALUE_OFFSET, &forms, ACL_FLOAT16)
               : status;
}

static aclnnStatus read_for_several_rows(struct reading *r)
{
    int64_t key_mode = mode_of(r, &key_mode_names);
    if (r->a->rows.whole > MOST_FEW_ROWS)
        return read_for_many_rows(r);
    aclnnStatus status = check_modes(r, key_mode, mode_of(r, &value_mode_names), BY_TOKEN);
    if (status != ACLNN_SUCCESS)
        return status;
    if (r->a->members > 1 || is_given(r, ATTENTION_QUERY_PADDING) ||
        is_given(r, ATTENTION_KEY_PADDING) || is_given(r, ATTENTION_TABLE))
        return attention_call_report(
            r, false,
            "several rows of query and scales of key and value go with neither keys of "
            "several tensors, paddings nor a block table");
    if (key_mode == BY_CHANNEL && r->tensors[ATTENTION_QUERY]->type != ACL_BF16)
        return attention_call_report(
            r, false,
            "the data type of query is %s; with several rows and keyAntiquantMode 0 "
            "DT_BFLOAT16 is required",
            data_type_name(r->tensors[ATTENTION_QUERY]->type));
    /* The tiling of 910B takes no scales for the columns of the prefix. */
    if (key_mode == BY_TOKEN && r->a->prefix_columns > 0 &&
        r->call->soc->architecture == ARCHITECTURE_2201)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "a prefix beside scales by token (keyAntiquantMode 1) and several rows of "
                      "query is not implemented by this library");
    return read_both(r, forms_of_few_rows, key_mode, key_mode);
}

/* ---- One tensor for both --------------------------------------------------------------------- */

static aclnnStatus read_joint(struct reading *r)
{
    const struct attention *a = r->a;
    int64_t mode = mode_of(r, &mode_names);
    bool is_single = attention_call_is_single_row(r);
    const struct forms several = {{"2", a->query.h >= 0 ? "2H" : a->query.n == 1 ? "2N1D" : "2ND"}};
    if (!is_given(r, ATTENTION_BOTH_SCALE))
        return attention_call_report(r, false,
                                     "the data type of key is %s, and no scale that restores "
                                     "it is given",
                                     data_type_name(r->tensors[ATTENTION_KEY]->type));
    if (is_single && mode != BY_CHANNEL && mode != BY_TOKEN)
        return attention_call_refuse(r, "antiquantMode", mode, "0 or 1 is required");
    if (!is_single &&
        (is_given(r, ATTENTION_TABLE) || r->tensors[ATTENTION_QUERY]->type != ACL_FLOAT16))
        return attention_call_report(
            r, false,
            "several rows of query and int8 keys require scales of key and of value, "
            "with a block table and with DT_BFLOAT16");
    r->a->numbers_are_joint = true;
    return is_single
               ? read_pair(r, ATTENTION_BOTH_SCALE, ATTENTION_BOTH_OFFSET,
                           &forms_of_single_pair[mode], type_by(r, mode))
               : read_pair(r, ATTENTION_BOTH_SCALE, ATTENTION_BOTH_OFFSET, &several, ACL_FLOAT16);
}

/* ---- The whole reading ----------------------------------------------------------------------- */

static void forget(struct reading *r, int first, int count)
{
    for (int i = first; i < first + count; i++)
        r->tensors[i] = NULL;
}

static bool is_float8(aclDataType type)
{
    return type == ACL_FLOAT8_E4M3FN || type == ACL_HIFLOAT8;
}

static bool is_int4(const struct reading *r)
{
    aclDataType type = r->tensors[ATTENTION_KEY]->type;
    return type == ACL_INT4 || type == ACL_INT32;
}

/* float8 has scales of key and of value alone, of three modes, and hifloat8 of one. */
static aclnnStatus read_for_floats(struct reading *r)
{
    int64_t mode = mode_of(r, &key_mode_names);
    bool is_e4m3 = r->tensors[ATTENTION_KEY]->type == ACL_FLOAT8_E4M3FN;
    bool fits = mode == BY_CHANNEL || (is_e4m3 && (mode == BY_TOKEN || mode == BY_TOKEN_IN_BLOCKS));
    if (!is_given(r, ATTENTION_KEY_SCALE) || is_given(r, ATTENTION_KEY_OFFSET))
        return attention_call_report(r, false,
                                     "keys are floats of 8 bits; scales of key and of value are "
                                     "required, and no offsets");
    if (!fits)
        return attention_call_refuse(r, "keyAntiquantMode", mode,
                                     "0 is required of floats of 8 bits, or of float8_e4m3fn 0, 1 "
                                     "or 4");
    aclnnStatus status = check_modes(r, mode, mode_of(r, &value_mode_names), BY_TOKEN_IN_BLOCKS);
    if (status == ACLNN_SUCCESS && mode != mode_of(r, &value_mode_names))
        status = attention_call_refuse(r, "valueAntiquantMode", mode_of(r, &value_mode_names),
                                       "keyAntiquantMode is required");
    r->a->numbers_in_blocks = mode == BY_TOKEN_IN_BLOCKS;
    return status == ACLNN_SUCCESS ? read_both(r, forms_of_floats, mode, mode) : status;
}

/* int4 has fewer modes and neighbours than int8. */
static aclnnStatus check_int4(const struct reading *r)
{
    const struct attention *a = r->a;
    int64_t mode = mode_of(r, &key_mode_names);
    const struct tensor *scale = r->tensors[ATTENTION_KEY_SCALE];
    bool is_one = scale != NULL && scale->rank == 1 && scale->dims[0] == 1;
    if (!attention_call_is_single_row(r))
        return attention_call_refuse(r, "the number of rows of query", a->rows.whole,
                                     "int4 keys require one of each batch");
    if (a->depth % INT4_DEPTH != 0)
        return attention_call_refuse(r, "the number of columns of a head", a->depth,
                                     "int4 keys require a multiple of 64");
    if (is_given(r, ATTENTION_TABLE) && a->query.n == 1)
        return attention_call_report(r, false,
                                     "int4 blocks of keys require inputLayout \"BSH\" or "
                                     "\"BSND\"");
    if (is_given(r, ATTENTION_KEY_PADDING) || is_given(r, ATTENTION_QUANT_SCALE))
        return attention_call_report(r, false,
                                     "int4 keys go with neither kvPaddingSize nor "
                                     "quantScale2");
    if (scale != NULL &&
        (is_one || (mode != BY_CHANNEL && mode != BY_TOKEN && mode != BY_TOKEN_AND_HEAD)))
        return attention_call_refuse(r, "keyAntiquantMode", mode,
                                     "of int4 0 by channel, 1 or 3 is required");
    return ACLNN_SUCCESS;
}

/* int8 in blocks of fractals goes with few queries, of some numbers of heads. */
static aclnnStatus check_fractals(const struct reading *r)
{
    static const int64_t heads[][2] = {{10, 1}, {64, 8}, {80, 8}, {128, 16}};
    const struct attention *a = r->a;
    bool fits = false;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        fits = fits || (a->heads == heads[i][0] && a->key_heads == heads[i][1]);
    if (!fits || a->depth != FRACTAL_DEPTH)
        return attention_call_refuse(r, "the number of heads", a->heads,
                                     "keys of five dimensions require 10 by 1, 64 by 8, 80 by 8 or "
                                     "128 by 16 heads of 128 columns");
    if (a->block_size != 128 && a->block_size != 512)
        return attention_call_refuse(r, "blockSize", a->block_size,
                                     "keys of five dimensions require 128 or 512");
    if (a->rows.whole > MOST_FEW_ROWS || r->tensors[ATTENTION_QUERY]->type != ACL_BF16 ||
        r->tensors[ATTENTION_KEY]->type != ACL_INT8 || a->query.b != a->out.b ||
        a->query.s != a->out.s)
        return attention_call_report(r, false,
                                     "keys of five dimensions require int8, up to 16 rows of "
                                     "DT_BFLOAT16 queries, and \"BSH\", \"BSND\" or \"BNSD\"");
    if (attention_call_integer_of(r->call, &attention_call_precision_names, 1) !=
            HIGH_PERFORMANCE ||
        is_given(r, ATTENTION_PSE) || is_given(r, ATTENTION_KEY_PREFIX) ||
        is_given(r, ATTENTION_QUANT_SCALE) || is_given(r, ATTENTION_QUERY_PADDING) ||
        is_given(r, ATTENTION_KEY_PADDING) || is_given(r, ATTENTION_KEY_OFFSET) ||
        a->sparse_mode != (a->rows.whole == 1 ? -1 : RIGHT_DOWN))
        return attention_call_report(
            r, false,
            "keys of five dimensions require innerPrecise 1, no mask of one row and sparseMode 3 "
            "with its mask of more, and go with no shift, prefix, padding, offset or int8 result");
    return ACLNN_SUCCESS;
}

static aclnnStatus read_for_fractals(struct reading *r)
{
    const struct attention *a = r->a;
    const struct forms forms[] = {[BY_CHANNEL] = {{a->query.h >= 0   ? "H"
                                                   : a->query.n == 1 ? "N1D"
                                                                     : "ND"}},
                                  [BY_TOKEN] = {{"BS"}}};
    int64_t mode = mode_of(r, &key_mode_names);
    aclnnStatus status = check_fractals(r);
    if (status == ACLNN_SUCCESS && !is_given(r, ATTENTION_KEY_SCALE))
        status = attention_call_report(r, false,
                                       "keys of five dimensions require scales of key "
                                       "and of value");
    if (status == ACLNN_SUCCESS)
        status = check_modes(r, mode, mode_of(r, &value_mode_names), BY_TOKEN);
    return status == ACLNN_SUCCESS ? read_both(r, forms, mode, mode) : status;
}

static aclnnStatus check_neighbours(const struct reading *r)
{
    const struct attention *a = r->a;
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    const struct tensor *prefixes[] = {r->tensors[ATTENTION_KEY_PREFIX],
                                       r->tensors[ATTENTION_VALUE_PREFIX]};
    if (a->query.t >= 0 && !is_float8(key->type))
        return attention_call_report(r, false,
                                     "the data type of key is %s; with batches in one dimension "
                                     "(TND) that of query is required",
                                     data_type_name(key->type));
    if (a->rope_depth > 0)
        return attention_call_report(r, false,
                                     "the data type of key is %s; with ropes that of query is "
                                     "required, be it quantised",
                                     data_type_name(key->type));
    if (a->value_depth != a->depth)
        return attention_call_refuse(r, "the number of columns of a head of value", a->value_depth,
                                     "with quantised keys that of key is required");
    for (int i = 0; i < 2; i++)
        if (prefixes[i] != NULL && prefixes[i]->type != key->type)
            return attention_call_report(r, false,
                                         "the data type of a prefix is %s, that of key "
                                         "%s; they must be equal",
                                         data_type_name(prefixes[i]->type),
                                         data_type_name(key->type));
    return ACLNN_SUCCESS;
}

static aclnnStatus read_restored(struct reading *r)
{
    aclnnStatus status = check_neighbours(r);
    if (status == ACLNN_SUCCESS)
        status = check_pairs(r);
    if (status == ACLNN_SUCCESS && is_int4(r))
        status = check_int4(r);
    if (status != ACLNN_SUCCESS)
        return status;
    if (is_float8(r->tensors[ATTENTION_KEY]->type) || r->a->key.f >= 0) {
        forget(r, ATTENTION_BOTH_SCALE, 2);
        return r->a->key.f >= 0 ? read_for_fractals(r) : read_for_floats(r);
    }
    if (!is_given(r, ATTENTION_KEY_SCALE))
        return read_joint(r);
    forget(r, ATTENTION_BOTH_SCALE, 2);
    return attention_call_is_single_row(r) ? read_for_single_row(r) : read_for_several_rows(r);
}

aclnnStatus attention_antiquant_read(struct reading *r)
{
    bool is_given_any = false;
    if (attention_antiquant_applies(r) && r->tensors[ATTENTION_KEY]->type == ACL_FLOAT4_E2M1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "the data type of key is %s; keys of floats of 4 bits are not implemented "
                      "by this library",
                      data_type_name(r->tensors[ATTENTION_KEY]->type));
    if (attention_antiquant_applies(r))
        return read_restored(r);
    if (attention_full_applies(r))
        return ACLNN_SUCCESS;
    for (int i = ATTENTION_KEY_SCALE; i < ATTENTION_KEY_SCALE + ATTENTION_NUMBERS; i++)
        is_given_any = is_given_any || r->tensors[i] != NULL;
    bool is_ignored = !attention_call_is_single_row(r) && !is_given(r, ATTENTION_KEY_SCALE) &&
                      !is_given(r, ATTENTION_VALUE_SCALE);
    forget(r, ATTENTION_KEY_SCALE, ATTENTION_NUMBERS);
    return !is_given_any || is_ignored
               ? ACLNN_SUCCESS
               : attention_call_report(
                     r, false,
                     "scales or offsets that restore keys are given, and the data type "
                     "of key is %s; a quantised one is required, or none of them",
                     data_type_name(r->tensors[ATTENTION_KEY]->type));
}
