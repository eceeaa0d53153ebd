/* SPDX-License-Identifier: Apache-2.0 */
/* opdev/op_errno.h: the same header under its other path. */
#ifndef OPDEV_OP_ERRNO_H
#define OPDEV_OP_ERRNO_H

#include "../aclnn/opdev/op_errno.h"

#endif
