/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_div.h: aclnnDiv, aclnnInplaceDiv, aclnnDivs, aclnnInplaceDivs, aclnnDivMod,
 * aclnnInplaceDivMod, aclnnDivMods, aclnnInplaceDivMods.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *           ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_DIV_H
#define ACLNNOP_ACLNN_DIV_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDiv
 ************************************************/

/*
 * aclnnDivGetWorkspaceSize: phase one. Divides a tensor by another.
 *
 *     out = self / other
 *
 * self   the dividend; integers are computed in float32. NUMBER.
 * other  the divisor. NUMBER.
 * out    the quotient.
 *
 * Precision: within 4 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  no common data type of self and other, or the data type of out takes no quotient of
 *           them
 *   161002  a layout of self, other or out private to the device
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnDivGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                               aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnDiv: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDiv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceDiv
 ************************************************/

/*
 * aclnnInplaceDivGetWorkspaceSize: phase one. Divides a tensor by another, in its place.
 *
 *     selfRef = selfRef / other
 *
 * selfRef  the dividend; integers are computed in float32; receives the result. NUMBER.
 * other    the divisor. NUMBER.
 *
 * Precision: within 4 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  no common data type of selfRef and other, or the data type of selfRef takes no quotient
 *           of them
 *   161002  a layout of selfRef or other private to the device
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceDivGetWorkspaceSize(aclTensor *selfRef, const aclTensor *other,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplaceDiv: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceDiv(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnDivs
 ************************************************/

/*
 * aclnnDivsGetWorkspaceSize: phase one. Divides a tensor by a number.
 *
 *     out = self / other
 *
 * self   the dividend; integers are computed in float32. NUMBER.
 * other  the divisor. NUMBER.
 * out    the quotient.
 *
 * Ascend950 multiplies floating-point numbers by the reciprocal, which is rounded to float32.
 *
 * Precision: within 4 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  a layout of self or out private to the device
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  no common data type of self and other, or the data type of out takes no quotient of
 *           them
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnDivsGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnDivs: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDivs(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceDivs
 ************************************************/

/*
 * aclnnInplaceDivsGetWorkspaceSize: phase one. Divides a tensor by a number, in its place.
 *
 *     selfRef = selfRef / other
 *
 * selfRef  the dividend; integers are computed in float32; receives the result. NUMBER.
 * other    the divisor. NUMBER.
 *
 * Ascend950 multiplies floating-point numbers by the reciprocal, which is rounded to float32.
 *
 * Precision: within 4 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  a layout of selfRef private to the device
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  no common data type of selfRef and other, or the data type of selfRef takes no quotient
 *           of them
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceDivsGetWorkspaceSize(aclTensor *selfRef, const aclScalar *other,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceDivs: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceDivs(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnDivMod
 ************************************************/

/*
 * aclnnDivModGetWorkspaceSize: phase one. Divides a tensor by another: exactly, without the
 * fraction, or rounded down.
 *
 *     out = self / other; trunc(self / other) for mode 1, floor(self / other) for 2
 *
 * self   the dividend. NUMBER.
 * other  the divisor. NUMBER.
 * mode   0 exact, 1 without the fraction, 2 rounded down; complex numbers have only 0.
 * out    the quotient; by 0, where integers are computed, all bits are set.
 *
 * Precision: within 4 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  no common data type of self and other, or the data type of out takes no quotient of
 *           them
 *   161002  a layout of self, other or out private to the device
 *   161002  mode not 0, 1 or 2
 *   empty   self or other empty: nothing is done
 *   161002  mode 1 or 2 with complex numbers
 */
ACLNN_API aclnnStatus aclnnDivModGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                  int mode, aclTensor *out, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnDivMod: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDivMod(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceDivMod
 ************************************************/

/*
 * aclnnInplaceDivModGetWorkspaceSize: phase one. Divides a tensor by another, in its place:
 * exactly, without the fraction, or rounded down.
 *
 *     selfRef = selfRef / other; trunc(selfRef / other) for mode 1, floor(selfRef / other) for 2
 *
 * selfRef  the dividend; receives the result. NUMBER.
 * other    the divisor. NUMBER.
 * mode     0 exact, 1 without the fraction, 2 rounded down; complex numbers have only 0.
 *
 * Precision: within 4 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  no common data type of selfRef and other, or the data type of selfRef takes no quotient
 *           of them
 *   161002  a layout of selfRef or other private to the device
 *   161002  mode not 0, 1 or 2
 *   empty   selfRef or other empty: nothing is done
 *   161002  mode 1 or 2 with complex numbers
 */
ACLNN_API aclnnStatus aclnnInplaceDivModGetWorkspaceSize(aclTensor *selfRef, const aclTensor *other,
                                                         int mode, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnInplaceDivMod: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceDivMod(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnDivMods
 ************************************************/

/*
 * aclnnDivModsGetWorkspaceSize: phase one. Divides a tensor by a number: exactly, without the
 * fraction, or rounded down.
 *
 *     out = self / other; trunc(self / other) for mode 1, floor(self / other) for 2
 *
 * self   the dividend. NUMBER.
 * other  the divisor. NUMBER.
 * mode   0 exact, 1 without the fraction, 2 rounded down; complex numbers have only 0.
 * out    the quotient; by 0, where integers are computed, all bits are set.
 *
 * Precision: within 4 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  a layout of self or out private to the device
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  no common data type of self and other, or the data type of out takes no quotient of
 *           them
 *   161002  mode not 0, 1 or 2
 *   empty   self empty: nothing is done
 *   161002  mode 1 or 2 with complex numbers
 */
ACLNN_API aclnnStatus aclnnDivModsGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                   int mode, aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnDivMods: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDivMods(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceDivMods
 ************************************************/

/*
 * aclnnInplaceDivModsGetWorkspaceSize: phase one. Divides a tensor by a number, in its place:
 * exactly, without the fraction, or rounded down.
 *
 *     selfRef = selfRef / other; trunc(selfRef / other) for mode 1, floor(selfRef / other) for 2
 *
 * selfRef  the dividend; receives the result. NUMBER.
 * other    the divisor. NUMBER.
 * mode     0 exact, 1 without the fraction, 2 rounded down; complex numbers have only 0.
 *
 * Precision: within 4 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  a layout of selfRef private to the device
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  no common data type of selfRef and other, or the data type of selfRef takes no quotient
 *           of them
 *   161002  mode not 0, 1 or 2
 *   empty   selfRef empty: nothing is done
 *   161002  mode 1 or 2 with complex numbers
 */
ACLNN_API aclnnStatus aclnnInplaceDivModsGetWorkspaceSize(aclTensor *selfRef,
                                                          const aclScalar *other, int mode,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnInplaceDivMods: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceDivMods(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
