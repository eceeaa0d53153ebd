/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_util.h: what holds for every operator; ACLNN_API.
 *
 * The header of an operator has its operands and the errors that its checks find, in the order in
 * which they are tested; aclnn/acl_meta.h says how the two phases and the handles work. Rules marked
 * (CANN) are the vendor's, those marked (here) this library's.
 *
 * Phase one: aclnnXGetWorkspaceSize(..., workspaceSize, executor)
 * ----------------------------------------------------------------
 * Needs no device, and no memory: tensors may have NULL addresses. Tensors may have any strides and
 * offsets. All objects are copied: they may be destroyed afterwards, in any order.
 *
 * workspaceSize  receives the bytes that phase two needs: what CANN asks for on the product; 0
 *                where it asks for none. aclnn_ext/aclnn_workspace.h shows how that comes about
 * executor       receives the executor: the caller's until phase two spends it
 *
 * Errors. *workspaceSize and *executor keep their values.
 *
 *   361001  in a forked child                                                             (here)
 *   161001  workspaceSize or executor NULL                                                (CANN)
 *   161001  an operand NULL that has to be there, where the checks begin with that        (CANN)
 *   161002  an operand destroyed, or of another kind                                      (here)
 *           ... the operator's checks
 *   561103  on Ascend950 an operand with a negative stride that has to be copied          (CANN)
 *   161002  a tensor or a workspace of more than 2^63 bytes would be needed               (here)
 *   561101  out of host memory                                                            (CANN)
 *
 * Phase two: aclnnX(workspace, workspaceSize, executor, stream)
 * ---------------------------------------------------------------
 * Queues the executor on a stream and returns. Results are there, and the memory of workspace and
 * tensors may be released, after the stream was synchronized with.
 *
 * workspace      device memory, contents are lost; NULL if phase one said 0. The launch's alone
 *                while it runs: see "Workspaces" in aclnn/acl_meta.h
 * workspaceSize  its size, at least what phase one said
 * executor       from phase one of this operator. Spent by the call, also by one that fails, unless
 *                it is repeatable (aclSetAclOpExecutorRepeatable). Calls that CANN generates from
 *                an operator's definition leave it where workspace or its size is wrong  (CANN)
 * stream         NULL is the default stream of the current context
 *
 * Errors, in the order tested. Nothing was queued.
 *
 *   361001  in a forked child                                                             (here)
 *   161001  executor NULL                                                                 (CANN)
 *   561000  executor spent, destroyed, foreign, or of another operator                    (here)
 *   161001  workspace NULL though one is needed, or though workspaceSize is not 0         (CANN)
 *   161002  workspaceSize less than what phase one said                                   (here)
 *   361001  stream destroyed, foreign, or of a context that is not current                (CANN)
 *   361001  no current context                                                            (CANN)
 *   161002  workspace freed, host memory, memory of another device, or an allocation
 *           that is shorter than workspaceSize; not tested if none is needed              (here)
 *   161002  a tensor, unless empty: address NULL, host memory that is not mapped
 *           (see aclrtHostRegister), freed, on another device, or in an allocation that
 *           does not hold every element that the view can reach                           (here)
 *   161002  a tensor that shares memory with the workspace                                (here)
 *
 * What fails while it runs, such as an index out of range, is 507015 from the next synchronize.
 *
 * Memory that is shared. An input that shares memory with an output and is not the identical view
 * is read before anything is written, as CANN's copy of it is: x + transpose(x) may be written to
 * x. Elements of an output that share memory with each other are left with one of their values, the
 * same one in every run.                                                                  (here)
 *
 * Determinism. The same operands give the same bits, whatever the number of cores, the kind of
 * stream, and the run.                                                                    (here)
 */
#ifndef ACLNNOP_ACLNN_UTIL_H
#define ACLNNOP_ACLNN_UTIL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"

#ifdef ACLNN_CDEF
#define ACLNN_API
#elif defined(__cplusplus)
#define ACLNN_API extern "C" __attribute__((visibility("default")))
#else
#define ACLNN_API __attribute__((visibility("default")))
#endif

#endif
