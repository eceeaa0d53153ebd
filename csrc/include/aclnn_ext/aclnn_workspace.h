/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/aclnn_workspace.h: where a workspace size comes from.
 *
 * Introduction
 * ------------
 * CANN does not compute an aclnn call in one piece. Phase one turns it into a list of small
 * operators (level 0, "L0"): a cast, a sort, the kernel itself, a copy into a strided output. What
 * one of them hands to another lives in the workspace, and so does what a kernel asks for while it
 * runs. A planner lays these tensors out by lifetime, so that some share memory; the end of the
 * layout is workspaceSize. This library computes the same list, the same layout and the same
 * size, and these functions show them. None of them exists in CANN.
 *
 *     aclnnXGetWorkspaceSize(..., &size, &executor);
 *     uint64_t length = 0;
 *     aclnnExtDescribeWorkspace(executor, NULL, 0, &length);
 *     char *text = malloc(length + 1);
 *     aclnnExtDescribeWorkspace(executor, text, length + 1, &length);
 *
 * `aclnn workspace` prints it for people; aclnn_py.workspace() gives objects.
 *
 * Sizing for other products
 * -------------------------
 * A process emulates one product (ACLNN_SOC). To compare products in one process, a thread selects
 * another one for its phase one: checks, sizes and tilings are then that product's. Sizing needs no
 * device, no memory (tensors may have NULL addresses), and a few microseconds.
 */
#ifndef ACLNN_EXT_ACLNN_WORKSPACE_H
#define ACLNN_EXT_ACLNN_WORKSPACE_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnExtSelectSoc: the product of the calling thread's phase one.
 *
 * soc  as in ACLNN_SOC: a name, in any case, or "NAME:cores=N,ub=BYTES" with other vector cores and
 *      another unified buffer (the bytes that tiling sees). NULL: the process's product again
 *
 * Executors keep the product they were made for. Devices, memory and streams stay those of the
 * process. 161002: soc cannot be read; the selection stays as it was. 561000: no host memory.
 */
ACLNN_API aclnnStatus aclnnExtSelectSoc(const char *soc);

/*
 * aclnnExtSelectDeterministic: the level of determinism of the calling thread's phase one.
 *
 * level  0 to 3 as for ACL_OPT_DETERMINISTIC; -1: what aclrtSetSysParamOpt has set, again
 *
 * 161002: another level.
 */
ACLNN_API aclnnStatus aclnnExtSelectDeterministic(int32_t level);

/*
 * aclnnExtGetAssumptions: what the size of an executor rests on besides public facts.
 *
 * text  receives a string of at most size bytes with its 0 (192 hold the longest): "" where nothing
 *       is assumed, otherwise names joined with "+". The names:
 *
 *         sort                    the Sort kernel of 910B and 910_93 is closed; its own workspace
 *                                 is taken as none
 *         transpose               the same for Transpose outside Ascend950
 *         slice                   the same for SliceV2 of 910B and 910_93
 *         950:Transpose=16MiB     and so on for AsStrided, BroadcastTo, Slice and StridedSlice:
 *                                 the kernel's workspace is a constant that was read in public
 *                                 source, or, for Slice, inferred from its neighbours
 *         storage                 a strided input reaches beyond the storageDims of its tensor.
 *                                 CANN refuses that in phase one with 561103; here phase two runs
 *                                 it when the memory holds it
 *
 * 161001: executor or text NULL. 161002: size 0. 561000: executor not live.
 */
ACLNN_API aclnnStatus aclnnExtGetAssumptions(const aclOpExecutor *executor, char *text,
                                             uint64_t size);

/*
 * aclnnExtDescribeWorkspace: the whole plan of a live executor, as JSON in ASCII.
 *
 * buffer  receives at most size bytes, with a 0 at the end; NULL if size is 0
 * length  receives the length of the whole text without the 0; when it is not below size the text
 *         was cut. May not be NULL
 *
 * The text is one object:
 *
 *   operator          name of phase two
 *   soc, family       product; architecture, cores (vector cores), unified_buffer: its figures
 *   deterministic     0 or 1
 *   workspace_size    bytes
 *   assumed           list of the names that aclnnExtGetAssumptions joins
 *   tensors           list of objects, in the order in which they come to be:
 *     name              what it holds: "grad", "sorted indices"
 *     kind              "user" (the caller's memory), "host" (a constant in host memory), "output"
 *                       (of an L0 operator, in the workspace or, once it was redirected to the
 *                       caller's out, user), "unused" (declared as a shape only), "workspace" (a
 *                       kernel's own)
 *     type, elements    data type as "DT_FLOAT"; element count
 *     bytes             what it needs
 *   operators         list of objects, in the order of their run; their positions are the time
 *     name              as CANN names it: "Cast"
 *     engine            "AI_CORE", "AI_CPU" or "COPY"
 *     inputs, outputs   positions in tensors
 *     workspaces        positions in tensors: what the kernel's tiling asks for
 *     tiling            object of figures in the vendor's names, empty where there are none;
 *                       meanings: a list of [name, words] for those a person looks for first
 *   placements        list of objects, in the order in which the planner places them:
 *     tensor, operator  positions; operator is the one that owns it
 *     start, end        first and last operator during which it is alive
 *     slot              position in slots
 *     offset            bytes from the start of the workspace
 *     bytes, padded     what it needs; what it takes: bytes + 32 rounded up to 512
 *   slots             list of objects, by address: offset, bytes (of its largest tensor)
 *
 * 161001: executor or length NULL, or buffer NULL with a size. 561000: executor not live.
 * 561101: no host memory.
 */
ACLNN_API aclnnStatus aclnnExtDescribeWorkspace(const aclOpExecutor *executor, char *buffer,
                                                uint64_t size, uint64_t *length);

#ifdef __cplusplus
}
#endif

#endif
