/* SPDX-License-Identifier: Apache-2.0 */
/* The settings of HCCL in the environment that are numbers. They are read for each communicator. */
#ifndef ACLNN_PY_HCCL_SETTING_H
#define ACLNN_PY_HCCL_SETTING_H

#include <stdint.h>

#include "hccl/hccl_types.h"

struct setting_values {
    uint32_t connect_seconds;  /* HCCL_CONNECT_TIMEOUT: 120 */
    uint32_t execute_seconds;  /* HCCL_EXEC_TIMEOUT: 1836; 0: for ever */
    uint32_t buffer_megabytes; /* HCCL_BUFFSIZE: 200 */
};

/* Reports and returns HCCL_E_PARA for a variable that is no number. */
HcclResult setting_read(struct setting_values *out);

#endif
