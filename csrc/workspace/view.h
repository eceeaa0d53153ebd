/* SPDX-License-Identifier: Apache-2.0 */
/* The forms in which CANN recognises a strided view, and the copies that make it dense. The rules
 * are those of Contiguous and ViewCopy in the public op_api. */
#ifndef ACLNN_PY_WORKSPACE_VIEW_H
#define ACLNN_PY_WORKSPACE_VIEW_H

#include <stdbool.h>

#include "tensor/tensor.h"

/* The copies that a view needs, in this sequence; as_strided stands alone. */
struct view_copies {
    bool slice;
    bool strided_slice;
    bool transpose;
    bool broadcast;
    bool as_strided;
    int64_t distinct; /* the number of distinct elements: the product of the dimensions whose stride
                       * is not 0 */
    /* For a slice: the dimensions it is cut from, what is cut out, and where. */
    int slice_rank;
    int64_t slice_source[TENSOR_MAX_DIMS + 1];
    int64_t slice_offset[TENSOR_MAX_DIMS + 1];
    int64_t slice_size[TENSOR_MAX_DIMS + 1];
};

/* The number of elements of the storage. */
int64_t view_storage_elements(const struct tensor *tensor);

/* Whether every element of the view lies in its storage. */
bool view_is_in_storage(const struct tensor *tensor);

/* Finds the copies that make a view dense that is not. */
void view_recognise(const struct tensor *tensor, struct view_copies *copies);

/* Whether a permutation of dimensions alone makes this view from a dense tensor. */
bool view_is_permutation(const struct tensor *tensor);

/* Whether the AI cores of 1001 and 2201 can write a dense tensor to this view (ViewCopy). */
bool view_is_written_by_ai_cores(const struct tensor *tensor);

#endif
