/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of attention: what op_api looks at itself, data types and shapes that follow from one
 * another. What its inner functions refuse is in attention_check.c. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/batches.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

#define ROPE_RANK 3

static aclnnStatus check_ranks(const struct call *call)
{
    static const char *const of_heads[] = {"query", "keyIn", "value", "dy", "attentionInOptional",
                                           "dqOut", "dkOut", "dvOut"};
    const char *layout = call->arguments[call_find(call, "inputLayout")].text;
    bool has_four = strcmp(layout, "BNSD") == 0 || strcmp(layout, "BSND") == 0;
    bool is_known = has_four || strcmp(layout, "BSH") == 0 || strcmp(layout, "SBH") == 0 ||
                    strcmp(layout, "TND") == 0;
    if (!is_known)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "inputLayout is \"%s\"; \"BSH\", \"SBH\", \"BSND\", \"BNSD\" or \"TND\" is "
                      "required of gradients of attention",
                      layout);
    for (size_t i = 0; i < sizeof of_heads / sizeof of_heads[0]; i++) {
        const struct tensor *tensor = batches_tensor(call, of_heads[i]);
        if (tensor->rank != (has_four ? 4 : 3))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s has %d dimension(s); as many as inputLayout \"%s\" has letters are "
                          "required of gradients of attention",
                          of_heads[i], tensor->rank, layout);
    }
    return ACLNN_SUCCESS;
}

/* Two tensors of equal dims, but for the last one where it may differ. */
static aclnnStatus check_alike(const struct call *call, const char *name, const char *like,
                               bool but_last)
{
    char found[160];
    char wanted[160];
    const struct tensor *tensor = batches_tensor(call, name);
    const struct tensor *other = batches_tensor(call, like);
    if (attention_call_are_like(tensor, other, but_last ? other->rank - 1 : -1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "gradients of attention: the shape of %s is %s, that of %s %s; %s", name,
                  dims_describe(tensor->dims, tensor->rank, found, sizeof found), like,
                  dims_describe(other->dims, other->rank, wanted, sizeof wanted),
                  but_last ? "only the last dimension may differ" : "they must be equal");
}

static aclnnStatus check_type(const struct call *call, const char *name, const char *like)
{
    aclDataType type = batches_tensor(call, name)->type;
    aclDataType wanted = batches_tensor(call, like)->type;
    return type == wanted ? ACLNN_SUCCESS
                          : report(ACLNN_ERR_PARAM_INVALID,
                                   "gradients of attention: the data type of %s is %s, that of %s "
                                   "%s; they must be equal",
                                   name, data_type_name(type), like, data_type_name(wanted));
}

static aclnnStatus check_batches(const struct call *call)
{
    const char *layout = call->arguments[call_find(call, "inputLayout")].text;
    const char *b = strchr(layout, 'B');
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *key = batches_tensor(call, "keyIn");
    if (b == NULL || query->dims[b - layout] == key->dims[b - layout])
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "query has %" PRId64 " batches and keyIn %" PRId64
                  "; gradients of attention require as many",
                  query->dims[b - layout], key->dims[b - layout]);
}

/* Ropes are looked at where all four are given. */
static aclnnStatus check_ropes(const struct call *call)
{
    static const char *const pairs[][2] = {{"queryRope", "query"},
                                           {"keyInRope", "keyIn"},
                                           {"dqRopeOut", "queryRope"},
                                           {"dkRopeOut", "keyInRope"}};
    const size_t count = sizeof pairs / sizeof pairs[0];
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < count; i++)
        if (batches_tensor(call, pairs[i][0]) == NULL)
            return ACLNN_SUCCESS;
    for (size_t i = 0; i < count && status == ACLNN_SUCCESS; i++) {
        const struct tensor *rope = batches_tensor(call, pairs[i][0]);
        const struct tensor *of = batches_tensor(call, pairs[i][1]);
        bool is_gradient = i >= 2;
        status = check_alike(call, pairs[i][0], pairs[i][1], !is_gradient);
        if (status == ACLNN_SUCCESS && is_gradient)
            status = check_type(call, pairs[i][0], pairs[i][1]);
        if (status == ACLNN_SUCCESS && rope->dims[ROPE_RANK - 1] > of->dims[ROPE_RANK - 1])
            status = report(
                ACLNN_ERR_PARAM_INVALID,
                "%s has %" PRId64 " columns and %s %" PRId64 "; ropes may not have more",
                pairs[i][0], rope->dims[ROPE_RANK - 1], pairs[i][1], of->dims[ROPE_RANK - 1]);
    }
    return status;
}

/* Sinks are float32, one a head, and go with queries of 16 bits. */
static aclnnStatus check_sinks(const struct call *call)
{
    const struct tensor *sinks = batches_tensor(call, "sinkInOptional");
    const struct tensor *gradient = batches_tensor(call, "dsinkOut");
    aclDataType query = batches_tensor(call, "query")->type;
    if (attention_call_has_elements(sinks) && attention_call_has_elements(gradient)) {
        aclnnStatus status = check_alike(call, "dsinkOut", "sinkInOptional", false);
        if (status != ACLNN_SUCCESS)
            return status;
        if (sinks->rank != 1 || sinks->type != ACL_FLOAT || gradient->type != ACL_FLOAT)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "sinkInOptional has %d dimension(s) of %s, dsinkOut is of %s; one "
                          "dimension of DT_FLOAT is required",
                          sinks->rank, data_type_name(sinks->type), data_type_name(gradient->type));
    }
    return sinks != NULL && query == ACL_FLOAT
               ? report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of query is DT_FLOAT; beside sinkInOptional DT_FLOAT16 or "
                        "DT_BF16 is required")
               : ACLNN_SUCCESS;
}

/* A gradient without elements is not copied; of what is not given there is none to be copied. */
static aclnnStatus check_wanted(const struct call *call)
{
    static const char *const names[] = {"dqRopeOut", "dkRopeOut", "dsinkOut"};
    static const enum attention_input of[] = {ATTENTION_QUERY_ROPE, ATTENTION_KEY_ROPE,
                                              ATTENTION_SINK};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int at = attention_call_find(call, &attention_call_names_of[of[i]]);
        if (attention_call_has_elements(batches_tensor(call, names[i])) && at >= 0 &&
            !attention_call_has_elements(call_tensor(call, at)))
            return report(ACLNN_ERR_PARAM_NULLPTR,
                          "%s is given, and %s is NULL or has no elements; it has no gradient then",
                          names[i], call_name(call, at));
    }
    return ACLNN_SUCCESS;
}

/* Where batches of one length and of several are one call, op_api looks at gradients, sinks and the
 * layout of statistics; the others are left to the tiling. */
static aclnnStatus check_joint_sinks(const struct call *call)
{
    const struct tensor *sinks = batches_tensor(call, "sinkInOptional");
    const struct tensor *gradient = batches_tensor(call, "dsinkOut");
    aclDataType query = batches_tensor(call, "query")->type;
    if (sinks == NULL)
        return ACLNN_SUCCESS;
    if (gradient == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR,
                      "dsinkOut is NULL; it is required beside sinkInOptional");
    if (sinks->type == ACL_FLOAT && gradient->type == ACL_FLOAT && type_is_half(query))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "sinkInOptional is of %s, dsinkOut of %s, query of %s; DT_FLOAT is required of "
                  "both, and DT_FLOAT16 or DT_BF16 of query",
                  data_type_name(sinks->type), data_type_name(gradient->type),
                  data_type_name(query));
}

static aclnnStatus check_joint_statistics(const struct call *call)
{
    const char *layout = call->arguments[call_find(call, "inputLayout")].text;
    const char *lies = call->arguments[call_find(call, "softmaxInLayout")].text;
    bool is_packed = strcmp(layout, "TND") == 0;
    if (lies == NULL || *lies == '\0' || (is_packed && strcmp(lies, SAME_AS_INPUT) == 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "softmaxInLayout is \"%s\" and inputLayout \"%s\"; an empty text is required, or "
                  "with \"TND\" \"same_as_input\"",
                  lies, layout);
}

aclnnStatus attention_check_joint_grad_operands(struct call *call)
{
    static const char *const pairs[][2] = {{"dqOut", "query"},
                                           {"dkOut", "keyIn"},
                                           {"dvOut", "value"},
                                           {"dqRopeOut", "queryRopeOptional"},
                                           {"dkRopeOut", "keyRopeOptional"},
                                           {"dsinkOut", "sinkInOptional"}};
    static const char *const types[] = {"keyIn", "value", "dy"};
    static const char *const results[] = {"dqOut", "dkOut", "dvOut"};
    aclDataType type = batches_tensor(call, "query")->type;
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0] && status == ACLNN_SUCCESS; i++)
        if (batches_tensor(call, pairs[i][0]) != NULL && batches_tensor(call, pairs[i][1]) != NULL)
            status = check_alike(call, pairs[i][0], pairs[i][1], false);
    if (status == ACLNN_SUCCESS)
        status = check_ranks(call);
    if (status == ACLNN_SUCCESS)
        status = check_joint_sinks(call);
    if (status == ACLNN_SUCCESS)
        status = check_joint_statistics(call);
    for (size_t i = 0; i < sizeof types / sizeof types[0] && status == ACLNN_SUCCESS; i++)
        status = check_type(call, types[i], "query");
    for (size_t i = 0; i < sizeof results / sizeof results[0] && status == ACLNN_SUCCESS; i++)
        if (batches_tensor(call, results[i])->type != type)
            status = report(ACLNN_ERR_PARAM_NULLPTR,
                            "the data type of %s is %s, that of query %s; they must be equal",
                            results[i], data_type_name(batches_tensor(call, results[i])->type),
                            data_type_name(type));
    return status == ACLNN_SUCCESS ? check_wanted(call) : status;
}

aclnnStatus attention_check_grad_operands(struct call *call)
{
    static const struct {
        const char *name;
        const char *like;
        bool but_last;
    } shapes[] = {
        {"value", "keyIn", true},  {"dy", "query", true},     {"attentionInOptional", "dy", false},
        {"dqOut", "query", false}, {"dkOut", "keyIn", false}, {"dvOut", "value", false}};
    static const char *const types[][2] = {{"keyIn", "query"}, {"value", "query"},
                                           {"dy", "query"},    {"dqOut", "query"},
                                           {"dkOut", "keyIn"}, {"dvOut", "value"}};
    aclnnStatus status = ACLNN_SUCCESS;
    if (call->for_longest && batches_tensor(call, "dropMaskOptional") != NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dropMaskOptional is given; the longest sequences are sized without");
    for (size_t i = 0; i < sizeof types / sizeof types[0] && status == ACLNN_SUCCESS; i++)
        status = check_type(call, types[i][0], types[i][1]);
    if (status == ACLNN_SUCCESS)
        status = check_ranks(call);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0] && status == ACLNN_SUCCESS; i++)
        status = check_alike(call, shapes[i].name, shapes[i].like, shapes[i].but_last);
    if (status == ACLNN_SUCCESS)
        status = check_batches(call);
    if (status == ACLNN_SUCCESS)
        status = check_ropes(call);
    if (status == ACLNN_SUCCESS)
        status = check_sinks(call);
    return status == ACLNN_SUCCESS ? check_wanted(call) : status;
}
