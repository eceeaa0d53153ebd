/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operator descriptors: what Create makes and the call runs. The checks of memory, the way onto a
 * stream and the report of a failure are here; an operator's file has the rest.
 */
#ifndef ACLNN_PY_INFINIOP_OPERATOR_H
#define ACLNN_PY_INFINIOP_OPERATOR_H

#include "executor/launch.h"
#include "executor/schedule.h"
#include "infiniop/descriptor.h"

#define INFINI_MAX_OPERANDS 8

/* One operator, by the name of its call. */
struct infini_operator {
    const char *name;
    /* The one whose functions end descriptors of this one too; NULL: it has its own. */
    const struct infini_operator *family;
    /* What is written may share memory with what is read, which is read as it was. */
    bool copies_inputs;
};

/* The first member of what an operator's Create makes. */
struct InfiniopDescriptor {
    struct infini_object object;
    const struct infini_operator *operator;
    int operand_count;
    struct operand operands[INFINI_MAX_OPERANDS];
    struct tensor tensors[INFINI_MAX_OPERANDS]; /* their views */
    struct l0_list list;                        /* what it becomes */
    struct schedule *schedule;                  /* NULL: there is nothing to do */
    struct arena arena;                         /* of list and schedule */
};

/* Sets the operand of a descriptor that is being made; ROLE_IN_OUT is one that is added to. */
void infini_set_operand(struct InfiniopDescriptor *descriptor, int index, const char *name,
                        enum argument_role role, const struct tensor *tensor);

/* Zeroed memory of size bytes for a descriptor on the device of a handle; NULL, reported. */
void *infini_descriptor_new(const struct infini_operator *operator, const struct infini_object *on,
                            size_t size);

/* Gives back one that was not opened. */
void infini_descriptor_free(struct InfiniopDescriptor *descriptor);

/* The empty list of a descriptor whose operands are set. */
struct l0_list *infini_descriptor_list(struct InfiniopDescriptor *descriptor);

/* The list becomes the work; its first error is reported. */
infiniStatus_t infini_descriptor_schedule(struct InfiniopDescriptor *descriptor);

/* The live descriptor of this operator at the address, pinned; NULL and a status, reported. */
struct InfiniopDescriptor *infini_operator_acquire(const struct infini_operator *operator,
                                                   const void *address, infiniStatus_t *status);

/* The same, or one of an operator whose family this one is. */
struct InfiniopDescriptor *infini_operator_acquire_any(const struct infini_operator *operator,
                                                       const void *address, infiniStatus_t *status);

/* Runs a pinned descriptor: on the CPU at once, else on the stream. */
infiniStatus_t infini_operator_launch(const struct InfiniopDescriptor *descriptor,
                                      const void *const *pointers, void *stream);

/* The call: pointers are those of the operands, in their order. */
infiniStatus_t infini_operator_call(const struct infini_operator *operator, const void *descriptor,
                                    const void *const *pointers, int count, void *stream);

infiniStatus_t infini_operator_destroy(const struct infini_operator *operator,
                                       const void *descriptor);

#endif
