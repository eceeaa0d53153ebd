/* SPDX-License-Identifier: Apache-2.0 */
/* Communicators of calls, and what goes with them: checks. What CANN's tiling requires of the
 * number of ranks is refused in phase two (collective_find). */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/collective.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"

#define MOST_TEXT 128

aclnnStatus collective_check_group(struct call *call, int text)
{
    return collective_find(call, text, COLLECTIVE_FIRST, 1);
}

aclnnStatus collective_check_stream_mode(struct call *call, int mode)
{
    int64_t given = call->arguments[mode].integer;
    return given == 1 ? ACLNN_SUCCESS
                      : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1 is required",
                               call_name(call, mode), given);
}

aclnnStatus collective_check_comm_mode(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    bool is_950 = call_is_on_950(call);
    bool fits = given == NULL
                    ? !is_950
                    : strcmp(given, "ai_cpu") == 0 || (is_950 && strcmp(given, "ccu") == 0);
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; %s is required on %s",
                         call_name(call, text), given == NULL ? "" : given,
                         is_950 ? "\"ai_cpu\" or \"ccu\"" : "\"ai_cpu\"", call->soc->name);
}

aclnnStatus collective_check_engine(struct call *call, int text)
{
    return call->arguments[text].text != NULL
               ? collective_check_comm_mode(call, text)
               : report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; \"ai_cpu\" is required",
                        call_name(call, text));
}

aclnnStatus collective_check_no_times(struct call *call, int times, int text)
{
    const char *given = call->arguments[text].text;
    return call_tensor(call, times) == NULL || given == NULL || strcmp(given, "ccu") != 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is given; NULL is required with \"ccu\"",
                        call_name(call, times));
}

aclnnStatus collective_check_sum(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (given == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; \"sum\" is required",
                      call_name(call, text));
    return strcmp(given, "sum") == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"sum\" is required",
                        call_name(call, text), given);
}

aclnnStatus collective_check_sum_late(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (given != NULL && strcmp(given, "sum") == 0)
        return ACLNN_SUCCESS;
    return collective_refuse_late(
        call, ACLNN_ERR_INNER_NULLPTR, "%s is %s%s%s; \"sum\" is required", call_name(call, text),
        given == NULL ? "" : "\"", given == NULL ? "NULL" : given, given == NULL ? "" : "\"");
}

aclnnStatus collective_check_zero_late(struct call *call, int integer)
{
    int64_t given = call->arguments[integer].integer;
    return given == 0 ? ACLNN_SUCCESS
                      : collective_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                                               "%s is %" PRId64 "; 0 is required",
                                               call_name(call, integer), given);
}

/* Whether the ranks are a power of 2 up to `most`. */
static bool is_power(int64_t ranks, int64_t most)
{
    return ranks <= most && (ranks & (ranks - 1)) == 0;
}

static aclnnStatus refuse_ranks(struct call *call, int text, int64_t most)
{
    int64_t ranks = collective_size(call, COLLECTIVE_FIRST);
    return is_power(ranks, most)
               ? ACLNN_SUCCESS
               : collective_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                                        "communicator \"%.127s\" has %" PRId64
                                        " ranks; a power of 2 up to %" PRId64 " is required on %s",
                                        call->arguments[text].text, ranks, most, call->soc->name);
}

aclnnStatus collective_check_gathered_ranks(struct call *call, int text)
{
    bool is_small = call_is_on_910b(call);
    return refuse_ranks(call, text, is_small ? 8 : 32);
}

aclnnStatus collective_check_reduced_ranks(struct call *call, int text)
{
    bool is_new = call_is_on_950(call);
    return refuse_ranks(call, text, is_new ? 64 : 8);
}

aclnnStatus collective_check_parted_ranks(struct call *call, int text)
{
    bool is_small = call_is_on_910b(call);
    return refuse_ranks(call, text, is_small ? 8 : 16);
}

aclnnStatus collective_check_few_ranks(struct call *call, int text)
{
    return refuse_ranks(call, text, 8);
}

aclnnStatus collective_check_group_text(struct call *call, int text, int least)
{
    const char *given = call->arguments[text].text;
    size_t length = given == NULL ? 0 : strnlen(given, MOST_TEXT);
    return given != NULL && length >= (size_t)least && length < MOST_TEXT
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %s; %d to 127 characters are required",
                        call_name(call, text), given == NULL ? "NULL" : "of another length", least);
}

aclnnStatus collective_check_parted_mode(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    bool is_vector = call_is_on_910b(call);
    return is_vector && strcmp(given, "aiv") != 0
               ? report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"aiv\" is required on %s",
                        call_name(call, text), given, call->soc->name)
           : is_vector ? ACLNN_SUCCESS
                       : collective_check_comm_mode(call, text);
}

/* Ascend910B and Ascend910_93 have one mode, which is looked at before all else. */
aclnnStatus collective_check_vector_mode(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    return call_is_on_950(call) || (given != NULL && strcmp(given, "aiv") == 0)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %s; \"aiv\" is required on %s",
                        call_name(call, text), given == NULL ? "NULL" : given, call->soc->name);
}

aclnnStatus collective_check_given_text(struct call *call, int text)
{
    return call->arguments[text].text != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL", call_name(call, text));
}

aclnnStatus collective_check_given_mode(struct call *call, int text)
{
    return call->arguments[text].text != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR, "%s is NULL", call_name(call, text));
}

aclnnStatus collective_check_vector_mode_late(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    return call_is_on_950(call) || (given != NULL && strcmp(given, "aiv") == 0)
               ? ACLNN_SUCCESS
               : collective_refuse_late(
                     call, ACLNN_ERR_INNER_NULLPTR, "%s is %s; \"aiv\" is required on %s",
                     call_name(call, text), given == NULL ? "NULL" : given, call->soc->name);
}

aclnnStatus collective_check_not_on_910_93(struct call *call)
{
    return strcmp(call->soc->family, "Ascend910_93") != 0
               ? ACLNN_SUCCESS
               : collective_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                                        "%s has no kernel of the operator", call->soc->name);
}
