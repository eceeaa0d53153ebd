/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The forms in which CANN recognises a strided view, and the copies that make it dense. The rules
 * are those of op_api's Contiguous and ViewCopy, as they stand in public source.
 */
#ifndef ACLNN_PY_WORKSPACE_VIEW_H
#define ACLNN_PY_WORKSPACE_VIEW_H

#include <stdbool.h>

#include "tensor/tensor.h"

/* Which copies a view needs, in this order; as_strided stands alone. */
struct view_copies {
    bool slice;
    bool strided_slice;
    bool transpose;
    bool broadcast;
    bool as_strided;
    int64_t distinct; /* elements that differ: those of the dimensions whose stride is not 0 */
    /* Of the slice, when there is one: its source, what is cut out of it and where. */
    int slice_rank;
    int64_t slice_source[TENSOR_MAX_DIMS + 1];
    int64_t slice_offset[TENSOR_MAX_DIMS + 1];
    int64_t slice_size[TENSOR_MAX_DIMS + 1];
};

/* Elements of the storage. */
int64_t view_storage_elements(const struct tensor *tensor);

/* Whether every element of the view lies in its storage. */
bool view_is_in_storage(const struct tensor *tensor);

/* The copies that make a view dense that is not. */
void view_recognise(const struct tensor *tensor, struct view_copies *copies);

/* Whether a dense tensor becomes this view by a permutation of its dimensions alone. */
bool view_is_permutation(const struct tensor *tensor);

/* Whether the AI cores of 1001 and 2201 can write a dense tensor into this view (ViewCopy). */
bool view_is_written_by_ai_cores(const struct tensor *tensor);

#endif
