/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/aclnn_outputs.h: what shape and data type the results of a call have.
 *
 * Introduction
 * ------------
 * A program makes the tensors of results before it calls phase one, and phase one compares them
 * with what follows from the other arguments. Here the library says what that is, by the same
 * functions. CANN has no such function; its graphs ask its shape functions.
 *
 *     const aclnnExtArgument arguments[] = {{.object = tensors}, {.integer = 1}, {.object = NULL}};
 *     aclnnExtOutput out;
 *     uint64_t count = 0;
 *     aclnnExtGetOutputs("aclnnCat", arguments, 3, &out, 1, &count);
 *
 * Neither a device nor memory is needed: tensors may have NULL addresses.
 */
#ifndef ACLNN_EXT_ACLNN_OUTPUTS_H
#define ACLNN_EXT_ACLNN_OUTPUTS_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most dimensions that a tensor has. */
#define ACLNN_EXT_MAX_DIMS 25

/* An argument of phase one: handles and texts in object; integers, bool and enumerations in integer;
   float and double in real. */
typedef union aclnnExtArgument {
    const void *object;
    int64_t integer;
    double real;
} aclnnExtArgument;

/*
 * A result, or a member of one that is an aclTensorList.
 *
 * parameter  its position among the parameters of phase one, from 0
 * dataType   its data type, where the caller does not ask for another one
 * dims       elements per dimension, dimNum of them. Where only the run finds out how many elements
 *            there are (aclnnNonzero), the most that there may be.
 */
typedef struct aclnnExtOutput {
    int32_t parameter;
    aclDataType dataType;
    uint64_t dimNum;
    int64_t dims[ACLNN_EXT_MAX_DIMS];
} aclnnExtOutput;

/*
 * aclnnExtGetOutputs: the shapes and data types of the results of a call.
 *
 * call           the name of phase two, "aclnnAdd". Calls of aclnn_ext are not known.
 * arguments      what phase one takes, without workspaceSize and executor, argumentCount of them.
 *                Those of results are not read.
 * outputs        receives the results in the order of the parameters, members of a list one behind
 *                the other, at most room of them. One that has to be NULL with these arguments is
 *                not among them. May be NULL where room is 0.
 * count          receives how many results there are, also where that is more than room. 0 for a
 *                call that only writes in place.
 *
 * 161001: call, arguments, count, or an argument that phase one requires, is NULL.
 * 161002: call is unknown, argumentCount is not that of its parameters, an argument is no live
 * handle, or the arguments do not fit each other. Phase one refuses these too and says why; it also
 * refuses what is not looked at here.
 * 561101: no host memory.
 */
ACLNN_API aclnnStatus aclnnExtGetOutputs(const char *call, const aclnnExtArgument *arguments,
                                         uint64_t argumentCount, aclnnExtOutput *outputs,
                                         uint64_t room, uint64_t *count);

#ifdef __cplusplus
}
#endif

#endif
