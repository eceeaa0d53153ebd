/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens on their way to experts on other ranks and back: checks. What CANN's tiling requires is
 * refused in phase two (collective_refuse_late). */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "acl/acl_base_rt.h"
#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "base/status.h"
#include "declared/collective.h"
#include "declared/common.h"
#include "hccl/hccl_types.h"
#include "ops/collective/experts.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_SHARED 4
#define LEAST_COLUMNS 1024 /* of a token on Ascend910_93 */
#define MOST_COLUMNS 8192
#define COLUMNS_STEP 32 /* on Ascend910B */
#define MOST_TENSOR_RANKS 2
#define MACHINE_RANKS 8 /* of Ascend910B in one machine */

aclnnStatus collective_check_named(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    return given != NULL && given[0] != '\0'
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR,
                        "%s is %s; the name of a communicator is required, as HcclGetCommName "
                        "gives it",
                        call_name(call, text), given == NULL ? "NULL" : "\"\"");
}

static aclnnStatus check_length(const struct call *call, int text, aclnnStatus status)
{
    const char *given = call->arguments[text].text;
    if (given == NULL || strlen(given) < COMM_NAME_MAX_LENGTH)
        return ACLNN_SUCCESS;
    return report(status, "%s has %zu characters; at most 127 are allowed", call_name(call, text),
                  strlen(given));
}

static aclnnStatus check_lengths(const struct call *call, int first, int second,
                                 aclnnStatus refusal)
{
    aclnnStatus status = check_length(call, first, refusal);
    return status == ACLNN_SUCCESS ? check_length(call, second, refusal) : status;
}

aclnnStatus collective_check_short_names(struct call *call, int first, int second)
{
    return check_lengths(call, first, second, ACLNN_ERR_PARAM_INVALID);
}

aclnnStatus collective_check_named_or_empty(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (given == NULL)
        return collective_check_named(call, text);
    if (given[0] != '\0')
        return check_length(call, text, ACLNN_ERR_PARAM_INVALID);
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"\"; 1 to 127 characters are required",
                  call_name(call, text));
}

aclnnStatus collective_check_short_name(struct call *call, int text)
{
    return check_length(call, text, ACLNN_ERR_PARAM_INVALID);
}

aclnnStatus collective_check_sent_names(struct call *call, int first, int second)
{
    return check_lengths(call, first, second, ACLNN_ERR_PARAM_NULLPTR);
}

aclnnStatus collective_check_no_tensor_group(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (!call_is_on_910b(call) || given == NULL || given[0] == '\0')
        return ACLNN_SUCCESS;
    return report(ACL_ERROR_INVALID_PARAM, "%s is \"%.127s\"; \"\" is required on %s",
                  call_name(call, text), given, call->soc->name);
}

aclnnStatus collective_check_scales_of_codes(struct call *call, int mode, int scales)
{
    return call->arguments[mode].integer != 2 || call_tensor(call, scales) != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; with %s 2 it is required",
                        call_name(call, scales), call_name(call, mode));
}

static bool is_code(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    switch (at < 0 || call_tensor(call, at) == NULL ? ACL_DT_UNDEFINED : call_type(call, at)) {
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT4_E2M1:
    case ACL_FLOAT4_E1M2: return true;
    default: return false;
    }
}

/* What Ascend950 alone has from V2 on, and this library has not. */
aclnnStatus collective_check_sent_codes(struct call *call)
{
    int at = call_find(call, "commAlg");
    const char *engine = at < 0 ? NULL : call->arguments[at].text;
    int64_t mode = collective_integer(call, "quantMode");
    if (engine != NULL && strcmp(engine, "ccu") == 0)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "commAlg is \"ccu\", which is not implemented");
    return mode != 1 && mode != 3 && mode != 4 && !is_code(call, "x") &&
                   !is_code(call, "expandX") && !is_code(call, "expandXOut")
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "quantMode is %" PRId64 ", or rows are numbers of eight or four bits other "
                        "than int8; halves as they are, or int8 by quantMode 2, are implemented",
                        mode);
}

/* ---- What the tiling requires ---------------------------------------------------------------- */

static bool check_numbers(struct call *call, const struct experts *e)
{
    int64_t others = e->ranks - e->shared_ranks;
    return collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              e->rank == collective_rank(call, COLLECTIVE_FIRST),
                              "epRankId is %" PRId64
                              "; in the communicator of groupEp this is rank %" PRId64,
                              e->rank, collective_rank(call, COLLECTIVE_FIRST)) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              !call_is_on_910b(call) || e->ranks % MACHINE_RANKS == 0 ||
                                  (e->has_triples ? e->ranks < MACHINE_RANKS : e->ranks == 1),
                              "epWorldSize is %" PRId64 "; %s is required on %s", e->ranks,
                              e->has_triples ? "1 to 8, or a multiple of 8," : "a multiple of 8",
                              call->soc->name) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              e->shared >= 0 && e->shared <= MOST_SHARED,
                              "sharedExpertNum is %" PRId64 "; 0 to 4 is required", e->shared) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              e->shared_ranks >= 0 && others > 0,
                              "sharedExpertRankNum is %" PRId64 "; 0 to %" PRId64 " is required",
                              e->shared_ranks, e->ranks - 1) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              e->shared_ranks == 0
                                  ? e->shared <= 1
                                  : e->shared > 0 && e->shared_ranks % e->shared == 0,
                              "sharedExpertNum is %" PRId64 " and sharedExpertRankNum %" PRId64
                              "; as many ranks for each shared expert are required",
                              e->shared, e->shared_ranks) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              e->count > 0 && e->count % others == 0,
                              "moeExpertNum is %" PRId64 "; a multiple of the %" PRId64
                              " ranks without shared experts is required",
                              e->count, others) &&
           collective_require(
               call, ACLNN_ERR_INNER_TILING_ERROR,
               e->zeros >= 0 && e->copies >= 0 && e->constants >= 0,
               "zeroExpertNum, copyExpertNum or constExpertNum is below 0; at least 0 is "
               "required") &&
           collective_require(
               call, ACLNN_ERR_INNER_TILING_ERROR, e->constants == 0 || !call_is_on_910b(call),
               "constExpertNum is %" PRId64 "; 0 is required on %s", e->constants, call->soc->name);
}

static bool check_sides(struct call *call, const struct experts *e)
{
    if (!collective_require(
            call, ACLNN_ERR_INNER_TILING_ERROR, e->tokens > 0 && e->choices > 0 && e->hidden > 0,
            "expertIds or the tokens have not two dimensions with elements; both need them"))
        return false;
    if (call_is_on_910b(call))
        return collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, e->hidden % COLUMNS_STEP == 0,
                                  "tokens have %" PRId64
                                  " numbers; a multiple of 32 is required on %s",
                                  e->hidden, call->soc->name);
    return collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              e->hidden >= LEAST_COLUMNS && e->hidden <= MOST_COLUMNS,
                              "tokens have %" PRId64 " numbers; 1024 to 8192 are required on %s",
                              e->hidden, call->soc->name);
}

/* What this library does not carry out. */
static void refuse_missing(struct call *call)
{
    int elastic = call_find(call, "elasticInfoOptional");
    if (elastic >= 0 && call_tensor(call, elastic) != NULL)
        (void)collective_refuse_late(call, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                     "elasticInfoOptional is given, which is not implemented");
}

/* Finds the communicator of tensors, which is of two ranks with an expert each. */
static bool check_tensor_ranks(struct call *call, const struct experts *e, uint32_t numbers)
{
    int text = call_find(call, "groupTp");
    int size = call_find(call, "tpWorldSize");
    int64_t given = call->arguments[size].integer;
    int64_t most = call_is_on_910b(call) ? 1 : MOST_TENSOR_RANKS;
    int64_t codes = collective_integer(call, "commQuantMode");
    const char *name = call->arguments[text].text;
    bool is_shared = e->tensor_ranks > 1;
    if (!collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, given >= 0 && given <= most,
                            "tpWorldSize is %" PRId64 "; 0 to %" PRId64 " is required on %s", given,
                            most, call->soc->name) ||
        !collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, is_shared || e->tensor_rank == 0,
                            "tpRankId is %" PRId64 "; 0 is required with tpWorldSize %" PRId64,
                            e->tensor_rank, given) ||
        !collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, !is_shared || name != NULL,
                            "groupTp is NULL; with tpWorldSize 2 it is required"))
        return false;
    if (!is_shared)
        return true;
    (void)collective_find_sized(call, text, size, COLLECTIVE_SECOND, numbers);
    int64_t rank = collective_rank(call, COLLECTIVE_SECOND);
    return call->late_status == ACLNN_SUCCESS &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, e->tensor_rank == rank,
                              "tpRankId is %" PRId64
                              "; in the communicator of groupTp this is rank %" PRId64,
                              e->tensor_rank, rank) &&
           collective_require(
               call, ACLNN_ERR_INNER_TILING_ERROR, e->count == e->ranks - e->shared_ranks,
               "moeExpertNum is %" PRId64 "; with tpWorldSize 2 one for each of the %" PRId64
               " ranks without shared experts is required",
               e->count, e->ranks - e->shared_ranks) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, codes == 0,
                              "commQuantMode is %" PRId64 "; with tpWorldSize 2 0 is required",
                              codes);
}

static bool require_dims(struct call *call, const char *name, const char *other, int64_t a,
                         int64_t b)
{
    int at = collective_experts_find(call, name, other);
    const struct tensor *t = at < 0 ? NULL : call_tensor(call, at);
    if (t == NULL)
        return true;
    bool fits = b < 0 ? t->rank == 1 && t->dims[0] >= a
                      : t->rank == 2 && t->dims[0] >= a && t->dims[1] == b;
    return b < 0 ? collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, fits,
                                      "%s has not %" PRId64 " elements in one dimension, which "
                                      "are required",
                                      call_name(call, at), a)
                 : collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, fits,
                                      "%s has not the shape [%" PRId64 ", %" PRId64
                                      "], which is required",
                                      call_name(call, at), a, b);
}

static bool check_mask(struct call *call, const struct experts *e)
{
    int at = collective_experts_find(call, "xActiveMask", "xActiveMaskOptional");
    const struct tensor *mask = at < 0 ? NULL : call_tensor(call, at);
    if (mask == NULL)
        return true;
    bool fits = mask->rank >= 1 && mask->rank <= 2 && mask->dims[0] == e->tokens &&
                (mask->rank == 1 || mask->dims[1] == e->choices);
    return collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, fits,
                              "%s has neither an element for each token nor one for each choice",
                              call_name(call, at)) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, mask->type == ACL_BOOL,
                              "%s is %s; bool is required", call_name(call, at),
                              data_type_name(mask->type));
}

/* Counts of the rows that come from each rank, for each expert of this one. */
static bool check_counts(struct call *call, const struct experts *e, const char *name,
                         const char *other)
{
    int64_t places = shape_product(e->ranks, experts_of_rank(e, e->rank));
    return require_dims(call, name, other, shape_product(places, e->tensor_ranks), -1);
}

aclnnStatus collective_check_dispatch(struct call *call)
{
    aclnnStatus status = collective_find_sized(call, call_find(call, "groupEp"),
                                               call_find(call, "epWorldSize"), COLLECTIVE_FIRST, 2);
    const struct experts e = collective_experts_read(call);
    if (status != ACLNN_SUCCESS || call->late_status != ACLNN_SUCCESS)
        return status;
    refuse_missing(call);
    int64_t most = 0;
    bool good = check_numbers(call, &e) && check_sides(call, &e) &&
                check_tensor_ranks(call, &e, EXPERTS_DISPATCH_NUMBERS);
    if (good)
        most = collective_experts_rows(call, &e);
    int64_t kept = e.has_triples ? shape_product(most, 128) : e.tokens * e.choices;
    int64_t shared = shape_product(most, e.tensor_ranks);
    int rows = collective_experts_find(call, "expandX", "expandXOut");
    int totals = collective_experts_find(call, "expertTokenNums", "expertTokenNumsOut");
    aclDataType wanted = e.is_quantised ? ACL_INT8 : call_type(call, call_find(call, "x"));
    int64_t mode = collective_integer(call, "quantMode");
    (void)(good && check_mask(call, &e) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, mode == 0 || mode == 2,
                              "quantMode is %" PRId64 "; 0 or 2 is required", mode) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR,
                              call_type(call, totals) == ACL_INT64, "%s is %s; int64 is required",
                              call_name(call, totals), data_type_name(call_type(call, totals))) &&
           collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, call_type(call, rows) == wanted,
                              "%s is %s; %s is required with this quantMode", call_name(call, rows),
                              data_type_name(call_type(call, rows)), data_type_name(wanted)) &&
           require_dims(call, "x", "x", e.tokens, e.hidden) &&
           require_dims(call, "scales", "scalesOptional", shape_sum(e.shared, e.count), e.hidden) &&
           require_dims(call, "expertScales", "expertScalesOptional", e.tokens, e.choices) &&
           require_dims(call, "expandX", "expandXOut", shared, e.hidden) &&
           require_dims(call, "expandIdx", "assistInfoForCombineOut", kept, -1) &&
           require_dims(call, "expertTokenNums", "expertTokenNumsOut", experts_of_rank(&e, e.rank),
                        -1) &&
           check_counts(call, &e, "epRecvCounts", "epRecvCountsOut") &&
           (e.tensor_ranks == 1 ||
            require_dims(call, "tpRecvCounts", "tpRecvCountsOut", e.tensor_ranks, -1)) &&
           (!e.is_quantised ||
            require_dims(call, "dynamicScales", "dynamicScalesOut", shared, -1)));
    return ACLNN_SUCCESS;
}

static bool check_tensor_counts(struct call *call, const struct experts *e)
{
    int at = collective_experts_find(call, "tpSendCounts", "tpSendCountsOptional");
    return e->tensor_ranks == 1 ||
           (collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, call_tensor(call, at) != NULL,
                               "%s is NULL; with tpWorldSize 2 it is required",
                               call_name(call, at)) &&
            collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, call_type(call, at) == ACL_INT32,
                               "%s is %s; int32 is required", call_name(call, at),
                               data_type_name(call_type(call, at))) &&
            require_dims(call, "tpSendCounts", "tpSendCountsOptional", e->tensor_ranks, -1));
}

aclnnStatus collective_check_combine(struct call *call)
{
    aclnnStatus status = collective_find_sized(call, call_find(call, "groupEp"),
                                               call_find(call, "epWorldSize"), COLLECTIVE_FIRST, 1);
    const struct experts e = collective_experts_read(call);
    if (status != ACLNN_SUCCESS || call->late_status != ACLNN_SUCCESS)
        return status;
    refuse_missing(call);
    (void)(check_numbers(call, &e) && check_sides(call, &e) && check_mask(call, &e) &&
           check_tensor_ranks(call, &e, EXPERTS_COMBINE_NUMBERS) && check_tensor_counts(call, &e) &&
           require_dims(call, "expertScales", "expertScales", e.tokens, e.choices) &&
           check_counts(call, &e, "epSendCounts", "epSendCounts") &&
           require_dims(call, "oriXOptional", "oriXOptional", e.tokens, e.hidden) &&
           require_dims(call, "constExpertAlpha1Optional", "-", e.constants, e.hidden) &&
           require_dims(call, "constExpertAlpha2Optional", "-", e.constants, e.hidden) &&
           require_dims(call, "constExpertVOptional", "-", e.constants, e.hidden) &&
           collective_require(
               call, ACLNN_ERR_INNER_TILING_ERROR,
               e.copies + e.constants == 0 ||
                   call_tensor(call, call_find(call, "oriXOptional")) != NULL,
               "oriXOptional is NULL; with copyExpertNum or constExpertNum above 0 it is "
               "required") &&
           collective_require(
               call, ACLNN_ERR_INNER_TILING_ERROR,
               e.constants == 0 ||
                   (call_tensor(call, call_find(call, "constExpertAlpha1Optional")) != NULL &&
                    call_tensor(call, call_find(call, "constExpertAlpha2Optional")) != NULL &&
                    call_tensor(call, call_find(call, "constExpertVOptional")) != NULL),
               "constExpertAlpha1Optional, constExpertAlpha2Optional or constExpertVOptional "
               "is NULL; with constExpertNum above 0 all are required"));
    return ACLNN_SUCCESS;
}

aclnnStatus collective_check_combined(struct call *call, int out)
{
    const struct experts e = collective_experts_read(call);
    const struct tensor *t = call_tensor(call, out);
    if (t == NULL)
        return ACLNN_SUCCESS;
    int64_t last = t->rank > 0 ? t->dims[t->rank - 1] : 0;
    if (call->late_status == ACLNN_SUCCESS &&
        (t->rank < 2 || last != e.hidden || shape_count(t->dims, t->rank - 1) != e.tokens))
        return collective_refuse_late(call, ACLNN_ERR_INNER_TILING_ERROR,
                                      "%s has not the %" PRId64 " rows of %" PRId64
                                      " numbers of the tokens, which are required",
                                      call_name(call, out), e.tokens, e.hidden);
    return ACLNN_SUCCESS;
}
