/* SPDX-License-Identifier: Apache-2.0 */
/* aclTensorDesc: the type, shape and format of an operand of a single operator. */
#ifndef ACLNN_PY_SINGLE_TENSOR_DESC_H
#define ACLNN_PY_SINGLE_TENSOR_DESC_H

#include <stdint.h>

#include "acl/acl_base.h"
#include "tensor/tensor.h"

/* Sizes that are not known, and the number of dimensions where not even that is. */
#define UNKNOWN_DIM (-1)
#define UNKNOWN_RANK (-2)

struct tensor_shape {
    int32_t rank;
    int64_t dims[TENSOR_MAX_DIMS];
};

struct tensor_desc {
    aclDataType type;
    aclFormat format;        /* the tensor's own, as shape is */
    aclFormat memory_format; /* those in memory */
    struct tensor_shape shape;
    struct tensor_shape memory_shape;
    aclMemType placement;
    void *constant; /* the elements, or NULL */
    size_t constant_size;
    char *name; /* NULL: "" */
    int32_t range_count;
    int64_t ranges[TENSOR_MAX_DIMS][2];
};

/* Pins the description behind a handle. NULL, and a text that names the argument, when the handle
 * is no live one. */
struct tensor_desc *tensor_desc_acquire(const aclTensorDesc *handle, const char *argument);
void tensor_desc_release(const aclTensorDesc *handle);

/* Elements of a shape, 0 where a size is not known; false when there are more than 2^63. */
bool tensor_shape_count(const struct tensor_shape *shape, int64_t *count);

#endif
