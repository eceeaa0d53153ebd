/* SPDX-License-Identifier: Apache-2.0 */
/* Operator descriptors, which Create makes and the call runs. Here are checks of memory, submission
 * to a stream and reports of failures; the rest is in a file for each operator. */
#ifndef ACLNN_PY_INFINIOP_OPERATOR_H
#define ACLNN_PY_INFINIOP_OPERATOR_H

#include "executor/launch.h"
#include "executor/schedule.h"
#include "infiniop/descriptor.h"

#define INFINI_MAX_OPERANDS 8

/* One operator, under the name of its call. */
struct infini_operator {
    const char *name;
    /* The operator whose functions also end descriptors of this one; NULL: it has functions of its
     * own. */
    const struct infini_operator *family;
    /* An output may share memory with an input, which is then copied first. */
    bool copies_inputs;
};

/* The first member of every operator descriptor. */
struct InfiniopDescriptor {
    struct infini_object object;
    const struct infini_operator *operator;
    int operand_count;
    struct operand operands[INFINI_MAX_OPERANDS];
    struct tensor tensors[INFINI_MAX_OPERANDS]; /* the operands' views */
    struct l0_list list;                        /* the list that it becomes */
    struct schedule *schedule;                  /* NULL: there is nothing to do */
    struct arena arena;                         /* holds the list and the schedule */
};

/* Sets an operand of a descriptor that is being made. ROLE_IN_OUT is an output that is added to. */
void infini_set_operand(struct InfiniopDescriptor *descriptor, int index, const char *name,
                        enum argument_role role, const struct tensor *tensor);

/* Allocates a zeroed descriptor of size bytes on the handle's device. NULL, reported, when memory
 * is short. */
void *infini_descriptor_new(const struct infini_operator *operator, const struct infini_object *on,
                            size_t size);

/* Releases a descriptor that was not opened. */
void infini_descriptor_free(struct InfiniopDescriptor *descriptor);

/* Starts the list of a descriptor whose operands are set, and returns it. */
struct l0_list *infini_descriptor_list(struct InfiniopDescriptor *descriptor);

/* Makes the schedule of the descriptor's list. The list's first error is reported. */
infiniStatus_t infini_descriptor_schedule(struct InfiniopDescriptor *descriptor);

/* Pins the live descriptor of this operator at the address. When there is none it returns NULL,
 * with a status that is reported. */
struct InfiniopDescriptor *infini_operator_acquire(const struct infini_operator *operator,
                                                   const void *address, infiniStatus_t *status);

/* The same as infini_operator_acquire, for a descriptor of any operator whose family this one
 * is. */
struct InfiniopDescriptor *infini_operator_acquire_any(const struct infini_operator *operator,
                                                       const void *address, infiniStatus_t *status);

/* Runs a pinned descriptor: at once on the CPU, otherwise on the stream. */
infiniStatus_t infini_operator_launch(const struct InfiniopDescriptor *descriptor,
                                      const void *const *pointers, void *stream);

/* Carries out the call. pointers are in the sequence of the operands. */
infiniStatus_t infini_operator_call(const struct infini_operator *operator, const void *descriptor,
                                    const void *const *pointers, int count, void *stream);

infiniStatus_t infini_operator_destroy(const struct infini_operator *operator,
                                       const void *descriptor);

#endif
