/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What shapes and data types the results of a call have, which follow from its other arguments.
 * Each declared call has a function that says so (operator.h); its parts are the shape functions
 * of csrc/ops.
 */
#ifndef ACLNN_PY_EXECUTOR_OUTPUTS_H
#define ACLNN_PY_EXECUTOR_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "tensor/tensor.h"

struct arena;
struct call;

/* Elements per dimension. A rank above TENSOR_MAX_DIMS is that of a shape that no tensor has: only
   the first dims of it are there. */
struct shape {
    int32_t rank;
    int64_t dims[TENSOR_MAX_DIMS];
};

/* The shapes of the members of a list. */
struct shapes {
    struct arena *arena;
    uint64_t count;
    uint64_t room;
    struct shape *each; /* in the arena */
};

/* Adds a shape; false: no host memory. */
bool shapes_add(struct shapes *shapes, const struct shape *shape);

/* A result, or a member of one that is a list. */
struct call_output {
    int parameter; /* its position in the prototype */
    aclDataType type;
    struct shape shape;
};

/* All results, by their positions, members of a list one behind the other. */
struct call_outputs {
    struct shape shape;   /* of the tensor that is asked for */
    struct shapes shapes; /* of the list that is asked for */
    uint64_t count;
    uint64_t room;
    struct call_output *each; /* in the arena of the call */
};

/*
 * One more tensor, or one more list, of a type: its shape is outputs->shape, those of its members
 * are outputs->shapes. has_shape is what the shape function gave. 161002 where it gave false, or
 * there is no data type: the arguments do not fit, and the checks of phase one say why.
 */
aclnnStatus outputs_add(struct call *call, struct call_outputs *outputs, int parameter,
                        bool has_shape, aclDataType type);
aclnnStatus outputs_add_list(struct call *call, struct call_outputs *outputs, int parameter,
                             bool has_shapes, aclDataType type);

/* One more list with the shapes and the data types of another one's members. */
aclnnStatus outputs_add_like(struct call *call, struct call_outputs *outputs, int parameter,
                             int list);

#endif
