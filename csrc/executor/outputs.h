/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes and data types of a call's results, which follow from its other arguments. Each
 * declared call has a function for them (operator.h), which uses the shape functions of
 * csrc/ops. */
#ifndef ACLNN_PY_EXECUTOR_OUTPUTS_H
#define ACLNN_PY_EXECUTOR_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "tensor/tensor.h"

struct arena;
struct call;

/* The rank of the shape of a result that has to be NULL. */
#define SHAPE_ABSENT (-1)

/* Elements per dimension. A rank above TENSOR_MAX_DIMS is one that no tensor has; then only the
 * first dims are stored. */
struct shape {
    int32_t rank;
    int64_t dims[TENSOR_MAX_DIMS];
};

/* The shapes of the members of a tensor list. */
struct shapes {
    struct arena *arena;
    uint64_t count;
    uint64_t room;
    struct shape *each; /* in the arena */
};

/* Adds a shape; false when host memory is short. */
bool shapes_add(struct shapes *shapes, const struct shape *shape);

/* One result, or one member of a result that is a tensor list. */
struct call_output {
    int parameter; /* its index in the prototype */
    aclDataType type;
    struct shape shape;
};

/* All results, by their index; members of a list follow each other. */
struct call_outputs {
    struct shape shape;   /* the shape function writes the shape of the next tensor here */
    struct shapes shapes; /* the shape function writes the shapes of the next list here */
    uint64_t count;
    uint64_t room;
    struct call_output *each; /* in the arena of the call */
};

/* Adds a tensor with the shape in outputs->shape, or a tensor list with the shapes in
 * outputs->shapes. has_shape is what the shape function returned. Answers 161002 where that is
 * false or there is no data type: the arguments do not fit, and phase one's checks say why. */
aclnnStatus outputs_add(struct call *call, struct call_outputs *outputs, int parameter,
                        bool has_shape, aclDataType type);
aclnnStatus outputs_add_list(struct call *call, struct call_outputs *outputs, int parameter,
                             bool has_shapes, aclDataType type);

/* Adds a tensor list whose members have the shapes and data types of another list's. */
aclnnStatus outputs_add_like(struct call *call, struct call_outputs *outputs, int parameter,
                             int list);

#endif
