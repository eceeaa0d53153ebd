/* SPDX-License-Identifier: Apache-2.0 */
/* infiniop/operator_descriptor.h: what all operator descriptors have. */
#ifndef INFINIOP_OPERATOR_DESCRIPTOR_H
#define INFINIOP_OPERATOR_DESCRIPTOR_H

#include "handle.h"
#include "tensor_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts with {infiniDevice_t device_type; int device_id;}. */
struct InfiniopDescriptor;

/* NULL_POINTER: an argument is NULL. BAD_PARAM: no live operator descriptor. */
infiniStatus_t infiniopGetDescriptorDeviceType(const struct InfiniopDescriptor *desc_ptr,
                                               infiniDevice_t *device_type);
infiniStatus_t infiniopGetDescriptorDeviceId(const struct InfiniopDescriptor *desc_ptr,
                                             int *device_id);

#ifdef __cplusplus
}
#endif

#endif
