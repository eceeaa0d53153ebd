/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/config.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"

/* The smallest that there has been: it ends behind hcclDeterministic. */
#define SMALLEST 32

/* What HcclCommConfig begins with. */
struct prefix {
    uint64_t size;
    uint32_t magic;
    uint32_t version;
};

static bool has(const struct prefix *prefix, size_t past)
{
    return prefix->size >= past;
}

static HcclResult check_prefix(const struct prefix *prefix)
{
    if (prefix->magic != HCCL_COMM_CONFIG_MAGIC_WORD)
        return (HcclResult)report(
            HCCL_E_PARA, "config begins with the word 0x%x; call HcclCommConfigInit on it first",
            prefix->magic);
    if (prefix->size < SMALLEST)
        return (HcclResult)report(
            HCCL_E_PARA,
            "config says that it has %llu bytes; at least %d are required, and HcclCommConfigInit "
            "sets them",
            (unsigned long long)prefix->size, SMALLEST);
    return HCCL_SUCCESS;
}

static HcclResult take_name(const HcclCommConfig *config, struct communicator *communicator)
{
    if (memchr(config->hcclCommName, '\0', sizeof config->hcclCommName) == NULL)
        return (HcclResult)report(HCCL_E_PARA,
                                  "hcclCommName of config has no end; at most 127 characters are "
                                  "allowed");
    if (config->hcclCommName[0] != '\0')
        snprintf(communicator->name, sizeof communicator->name, "%s", config->hcclCommName);
    return HCCL_SUCCESS;
}

static HcclResult check_deterministic(uint32_t value)
{
    if (value <= 2 || value == HCCL_COMM_CONFIG_NOT_SET)
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_PARA,
                              "hcclDeterministic of config is %u; 0 (off), 1 (on) or 2 (in strict "
                              "order) is required",
                              value);
}

HcclResult config_apply(const HcclCommConfig *config, struct communicator *communicator)
{
    struct prefix prefix;
    if (config == NULL)
        return HCCL_SUCCESS;
    memcpy(&prefix, config->reserved, sizeof prefix);
    HcclResult status = check_prefix(&prefix);
    if (status == HCCL_SUCCESS)
        status = check_deterministic(config->hcclDeterministic);
    if (status != HCCL_SUCCESS)
        return status;
    if (config->hcclBufferSize == 0)
        return (HcclResult)report(HCCL_E_PARA,
                                  "hcclBufferSize of config is 0; at least 1 MB is required");
    if (config->hcclBufferSize != HCCL_COMM_CONFIG_NOT_SET)
        communicator->buffer_megabytes = config->hcclBufferSize;
    if (has(&prefix, offsetof(HcclCommConfig, hcclUdi)))
        status = take_name(config, communicator);
    if (has(&prefix, offsetof(HcclCommConfig, hcclAlgo)) && config->hcclExecTimeOut != -1)
        communicator->execute_seconds = (uint32_t)config->hcclExecTimeOut;
    return status;
}
