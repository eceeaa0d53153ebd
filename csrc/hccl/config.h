/* SPDX-License-Identifier: Apache-2.0 */
/* Settings of a communicator: HcclCommConfig, of which programs built for older headers pass less.
 */
#ifndef ACLNN_PY_HCCL_CONFIG_H
#define ACLNN_PY_HCCL_CONFIG_H

#include "hccl/communicator.h"

/* Reads what config has of a communicator's settings into it; NULL: nothing. Reports and returns
 * HCCL_E_PARA. */
HcclResult config_apply(const HcclCommConfig *config, struct communicator *communicator);

#endif
