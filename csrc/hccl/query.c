/* SPDX-License-Identifier: Apache-2.0 */
/* What a communicator is, its end, and settings of the process. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "base/status.h"
#include "hccl/communicator.h"
#include "impl/aclnnop/../hccl/hccl_comm.h"
#include "runtime/memory/device_memory.h"
#include "runtime/stream/context.h"

static HcclResult report_null(const char *argument)
{
    return (HcclResult)report(HCCL_E_PTR, "%s is NULL; a valid pointer is required", argument);
}

/* Gives a number of a communicator. */
static HcclResult give(HcclComm comm, uint32_t *out, const char *argument, size_t offset)
{
    HcclResult status;
    if (out == NULL)
        return report_null(argument);
    struct communicator *communicator = communicator_acquire(comm, &status);
    if (communicator == NULL)
        return status;
    memcpy(out, (const char *)communicator + offset, sizeof *out);
    communicator_release(communicator);
    return HCCL_SUCCESS;
}

HcclResult HcclGetRankSizeImpl(HcclComm comm, uint32_t *rankSize)
{
    return give(comm, rankSize, "rankSize", offsetof(struct communicator, size));
}

HcclResult HcclGetRankIdImpl(HcclComm comm, uint32_t *rank)
{
    return give(comm, rank, "rank", offsetof(struct communicator, rank));
}

HcclResult HcclGetCommNameImpl(HcclComm comm, char *commName)
{
    HcclResult status;
    if (commName == NULL)
        return report_null("commName");
    struct communicator *communicator = communicator_acquire(comm, &status);
    if (communicator == NULL)
        return status;
    memcpy(commName, communicator->name, sizeof communicator->name);
    communicator_release(communicator);
    return HCCL_SUCCESS;
}

HcclResult HcclCommGetHandleWithNameImpl(const char *commName, HcclComm *comm)
{
    int32_t device = -1;
    if (commName == NULL || comm == NULL)
        return report_null(commName == NULL ? "commName" : "comm");
    struct context *context = context_acquire_own();
    if (context != NULL) {
        device = context->device;
        context_release(context);
    }
    HcclComm found = communicator_find(commName, device);
    if (found == NULL)
        return (HcclResult)report(HCCL_E_NOT_FOUND,
                                  "commName is \"%.127s\"; no communicator of this process has "
                                  "that name",
                                  commName);
    *comm = found;
    return HCCL_SUCCESS;
}

HcclResult HcclGetCommAsyncErrorImpl(HcclComm comm, HcclResult *asyncError)
{
    HcclResult status;
    if (asyncError == NULL)
        return report_null("asyncError");
    struct communicator *communicator = communicator_acquire(comm, &status);
    if (communicator == NULL)
        return status;
    bool broken = communicator->line != NULL && line_is_broken(communicator->line);
    *asyncError = broken ? HCCL_E_REMOTE : HCCL_SUCCESS;
    communicator_release(communicator);
    return HCCL_SUCCESS;
}

HcclResult HcclGetHcclBufferImpl(HcclComm comm, void **buffer, uint64_t *size)
{
    HcclResult status;
    if (buffer == NULL || size == NULL)
        return report_null(buffer == NULL ? "buffer" : "size");
    struct communicator *communicator = communicator_acquire(comm, &status);
    if (communicator == NULL)
        return status;
    uint64_t bytes = (uint64_t)communicator->buffer_megabytes << 20;
    pthread_mutex_lock(&communicator->lock);
    if (communicator->buffer == NULL)
        communicator->buffer = device_memory_allocate(communicator->device, bytes, bytes);
    void *made = communicator->buffer;
    pthread_mutex_unlock(&communicator->lock);
    communicator_release(communicator);
    if (made == NULL)
        return (HcclResult)report(HCCL_E_MEMORY,
                                  "device %d has no room for the %llu MB of the communicator's "
                                  "buffer (HCCL_BUFFSIZE, hcclBufferSize)",
                                  communicator->device, (unsigned long long)(bytes >> 20));
    *buffer = made;
    *size = bytes;
    return HCCL_SUCCESS;
}

HcclResult HcclCommDestroyImpl(HcclComm comm)
{
    HcclResult status;
    struct communicator *communicator = communicator_acquire(comm, &status);
    if (communicator == NULL)
        return status;
    status = communicator_close(communicator);
    communicator_release(communicator);
    return status;
}

/* ---- The process ----------------------------------------------------------------------------- */

const char *HcclGetErrorStringImpl(HcclResult code)
{
    return code == HCCL_SUCCESS ? "no error" : status_hccl_text((int)code);
}

uint32_t HcclGetCommConfigCapabilityImpl(void)
{
    return HCCL_COMM_CONFIG_RESERVED;
}

static _Atomic int32_t deterministic;

static HcclResult check_setting(HcclConfig config)
{
    if (config == HCCL_DETERMINISTIC)
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_NOT_SUPPORT,
                              "config is %d; HCCL_DETERMINISTIC (0) is the only setting here",
                              (int)config);
}

HcclResult HcclSetConfigImpl(HcclConfig config, HcclConfigValue configValue)
{
    HcclResult status = check_setting(config);
    if (status != HCCL_SUCCESS)
        return status;
    if (configValue.value < 0 || configValue.value > 2)
        return (HcclResult)report(HCCL_E_PARA,
                                  "configValue is %d; 0 (off), 1 (on) or 2 (in strict order) is "
                                  "required",
                                  configValue.value);
    atomic_store(&deterministic, configValue.value);
    return HCCL_SUCCESS;
}

HcclResult HcclGetConfigImpl(HcclConfig config, HcclConfigValue *configValue)
{
    if (configValue == NULL)
        return report_null("configValue");
    HcclResult status = check_setting(config);
    if (status == HCCL_SUCCESS)
        configValue->value = atomic_load(&deterministic);
    return status;
}
