/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop.h: InfiniCore's operators, as many as exist here.
 *
 * An operator has three functions. Create checks the tensor descriptors and copies what it needs of
 * them, so they may be destroyed at once; the call takes the memory, as often as wanted; Destroy
 * ends the operator descriptor. The device is the handle's, which is the thread's current one when
 * the handle is made (infinirt.h).
 */
#ifndef INFINIOP_H
#define INFINIOP_H

#include "infiniop/handle.h"
#include "infiniop/operator_descriptor.h"
#include "infiniop/ops/embedding.h"
#include "infiniop/ops/embedding_backward.h"
#include "infiniop/tensor_descriptor.h"

#endif
