/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hccl/hccl.h: collective communication.
 *
 * Only the types are here (hccl_types.h). There is no communication between devices: the Hccl
 * functions are not declared, and a program that calls them is told so when it is compiled. One
 * that only includes the header, or calls them in a branch that is not compiled, is not.
 */
#ifndef HCCL_HCCL_H
#define HCCL_HCCL_H

#include "../acl/acl.h"
#include "hccl_types.h"

#endif
