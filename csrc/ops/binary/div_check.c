/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnDiv, aclnnDivMod and their forms: checks. */
#include "ops/binary/div.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/binary.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "tensor/convert.h"

/* ---- Types ----------------------------------------------------------------------------------- */

/* Ascend910B and 910_93 divide two int32 tensors without a conversion. */
static bool is_int32_pair(const struct call *call, aclDataType a, aclDataType b)
{
    return call->soc->architecture == ARCHITECTURE_2201 && a == ACL_INT32 && b == ACL_INT32;
}

/* Ascend950: the type of computation from the common type. int32 and bool need no conversion. */
static aclDataType computed_3510(aclDataType type, int64_t mode)
{
    bool converts = mode == EXACT && type_is_integer(type) && type != ACL_INT32;
    return converts ? ACL_FLOAT : type;
}

/* Other products: types that no AI core divides become float32; so does float64 when there is a
 * mode. */
static aclDataType computed_elsewhere(const struct call *call, aclDataType common, aclDataType a,
                                      aclDataType b, int64_t mode, bool has_mode)
{
    if (mode == FLOORED)
        return common == ACL_BOOL ? ACL_FLOAT : common;
    if (type_is_half(common) || type_is_complex(common) || common == ACL_BOOL ||
        common == ACL_FLOAT || is_int32_pair(call, a, b))
        return common;
    return common == ACL_DOUBLE && !has_mode ? ACL_DOUBLE : ACL_FLOAT;
}

static aclDataType of_tensors(const struct call *call, aclDataType a, aclDataType b, int64_t mode,
                              bool has_mode)
{
    aclDataType common = type_promote(a, b);
    if (common == ACL_DT_UNDEFINED)
        return common;
    return call_is_on_950(call) ? computed_3510(common, mode)
                                : computed_elsewhere(call, common, a, b, mode, has_mode);
}

/* aclnnDivs: the tensor's type counts, and only a complex number changes it. */
static aclDataType of_number(const struct call *call, aclDataType self, aclDataType number)
{
    bool keeps = !type_is_whole(self) || is_int32_pair(call, self, number) ||
                 (self == ACL_BOOL && number == ACL_BOOL);
    aclDataType type = keeps ? self : ACL_FLOAT;
    if (type_is_complex(number))
        type = type_promote(type, number);
    if (!call_is_on_950(call))
        return type;
    if (type_promote(self, number) == ACL_INT32)
        return ACL_INT32;
    return type_is_half(type) ? ACL_FLOAT : type;
}

/* Ascend950: the common type of a tensor and a number. out must accept it. */
static aclDataType common_3510(aclDataType self, aclDataType number, int64_t mode)
{
    aclDataType type = computed_3510(promote_kinds(self, promote_default(number)), mode);
    if (mode == TRUNCATED && type_is_half(type))
        return ACL_FLOAT;
    return type == ACL_COMPLEX32 ? ACL_COMPLEX64 : type;
}

static aclDataType of_number_by_mode(const struct call *call, aclDataType self, aclDataType number,
                                     int64_t mode)
{
    if (call_is_on_950(call)) {
        aclDataType type = common_3510(self, number, mode);
        return mode != TRUNCATED && type_is_half(type) ? ACL_FLOAT : type;
    }
    aclDataType common = type_promote(self, number);
    if (mode == FLOORED)
        return common == ACL_BOOL ? ACL_FLOAT : common;
    if (type_is_complex(common) || common == ACL_BOOL)
        return common;
    bool keeps = self == ACL_FLOAT || type_is_half(self) || is_int32_pair(call, self, number);
    return keeps ? self : ACL_FLOAT;
}

/* out must accept the type that is computed in, before CANN's exceptions change that type. */
static aclnnStatus check_output(struct call *call, int self, int other, int out, int64_t mode,
                                bool is_number)
{
    aclDataType a = call_type(call, self);
    aclDataType b = call_type(call, other);
    bool is_3510 = call_is_on_950(call);
    aclDataType type = is_number ? (is_3510 ? common_3510(a, b, mode) : a) : type_promote(a, b);
    if (is_3510 && mode == EXACT && type_is_whole(type))
        type = ACL_FLOAT;
    aclnnStatus status = promote_with_number(call, self, other, type);
    if (status != ACLNN_SUCCESS || (is_3510 && mode == TRUNCATED))
        return status;
    return check_cast(call, CALL_PROMOTED, out);
}

aclnnStatus binary_check_promote_div(struct call *call, int self, int other, int out)
{
    aclnnStatus status = check_output(call, self, other, out, EXACT, false);
    call->promoted = of_tensors(call, call_type(call, self), call_type(call, other), EXACT, false);
    return status;
}

aclnnStatus binary_check_promote_divs(struct call *call, int self, int other, int out)
{
    aclnnStatus status = check_output(call, self, other, out, EXACT, true);
    call->promoted = of_number(call, call_type(call, self), call_type(call, other));
    return status;
}

/* Quotients of bool without a fraction are computed in float32: RealDiv converts by itself, the
 * other operators need a Cast. */
static void convert_bool(struct call *call, int64_t mode)
{
    if (call->promoted == ACL_BOOL &&
        (mode == FLOORED || (mode == TRUNCATED && call_is_on_950(call))))
        call->promoted = ACL_FLOAT;
}

aclnnStatus binary_check_promote_div_mod(struct call *call, int self, int other, int mode, int out)
{
    int64_t how = call->arguments[mode].integer;
    aclnnStatus status = check_output(call, self, other, out, how, false);
    call->promoted = of_tensors(call, call_type(call, self), call_type(call, other), how, true);
    convert_bool(call, how);
    return status;
}

aclnnStatus binary_check_promote_div_mods(struct call *call, int self, int other, int mode, int out)
{
    int64_t how = call->arguments[mode].integer;
    aclnnStatus status = check_output(call, self, other, out, how, true);
    call->promoted = of_number_by_mode(call, call_type(call, self), call_type(call, other), how);
    convert_bool(call, how);
    return status;
}

aclnnStatus binary_check_division_mode(struct call *call, int mode)
{
    int64_t how = call->arguments[mode].integer;
    if (how >= EXACT && how <= FLOORED)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "mode is %d; 0 (exact), 1 (rounded toward 0) or 2 (rounded down) is required",
                  (int)how);
}

aclnnStatus binary_check_division_of_complex(struct call *call, int mode)
{
    if (call->arguments[mode].integer == EXACT || !type_is_complex(call->promoted))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "mode is %d; with complex numbers 0 (exact) is required",
                  (int)call->arguments[mode].integer);
}

/* Checks the type found so far, and computes bool in float32. */
static aclnnStatus floor_divide_in(struct call *call, int self, int other, int out,
                                   aclDataType type)
{
    aclnnStatus status = promote_with_number(call, self, other, type);
    if (status == ACLNN_SUCCESS && call_is_on_950(call))
        status = check_cast(call, CALL_PROMOTED, out);
    call->promoted = type == ACL_BOOL ? ACL_FLOAT : type;
    return status;
}

aclnnStatus binary_check_promote_floor_divide(struct call *call, int self, int other, int out)
{
    return floor_divide_in(call, self, other, out,
                           type_promote(call_type(call, self), call_type(call, other)));
}

aclnnStatus binary_check_promote_floor_divides(struct call *call, int self, int other, int out)
{
    aclDataType type = call_type(call, self);
    aclDataType number = call_type(call, other);
    if (!call_is_on_950(call))
        return floor_divide_in(call, self, other, out, type_promote(type, number));
    type = promote_kinds(type, promote_default(number));
    return floor_divide_in(call, self, other, out, type_is_half(type) ? ACL_FLOAT : type);
}
