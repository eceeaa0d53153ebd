/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/setting.h"

#include <stdlib.h>

#include "base/report.h"
#include "base/text.h"

#define LONGEST_CONNECT 7200
#define LARGEST_BUFFER 65536

static HcclResult read_number(const char *name, uint64_t lowest, uint64_t highest, uint32_t *out)
{
    uint64_t number;
    const char *value = getenv(name);
    if (value == NULL || *value == '\0')
        return HCCL_SUCCESS;
    if (!text_parse_number(value, lowest, highest, &number))
        return (HcclResult)report(HCCL_E_PARA,
                                  "%s is \"%.60s\"; a number from %llu to %llu is required", name,
                                  value, (unsigned long long)lowest, (unsigned long long)highest);
    *out = (uint32_t)number;
    return HCCL_SUCCESS;
}

HcclResult setting_read(struct setting_values *out)
{
    *out = (struct setting_values){120, 1836, HCCL_COMM_DEFAULT_BUFFSIZE};
    HcclResult status = read_number("HCCL_CONNECT_TIMEOUT", 1, LONGEST_CONNECT,
                                    &out->connect_seconds);
    if (status == HCCL_SUCCESS)
        status = read_number("HCCL_EXEC_TIMEOUT", 0, INT32_MAX, &out->execute_seconds);
    if (status == HCCL_SUCCESS)
        status = read_number("HCCL_BUFFSIZE", 1, LARGEST_BUFFER, &out->buffer_megabytes);
    return status;
}
