/* SPDX-License-Identifier: Apache-2.0 */
/* aclDataBuffer: an address and a size, neither of which is checked. */
#include <stdlib.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_base_rt.h"

struct data_buffer {
    void *data;
    size_t size;
};

/* Reports 100000 with what the argument is instead of a live buffer. */
static aclError refuse(const void *handle)
{
    char what[128];
    if (handle == NULL)
        return REPORT_NULL("dataBuffer");
    return report(ACL_ERROR_INVALID_PARAM, "dataBuffer is %p, %s; a live aclDataBuffer is required",
                  handle, handle_describe(handle, what, sizeof what));
}

/* Copies the buffer. For NULL it gives an empty one without a text, as the vendor's getters do. */
static struct data_buffer read_buffer(const aclDataBuffer *handle)
{
    struct data_buffer copy = {NULL, 0};
    const struct data_buffer *buffer = handle_acquire(handle, HANDLE_DATA_BUFFER);
    if (buffer != NULL) {
        copy = *buffer;
        handle_release(handle);
    } else if (handle != NULL) {
        refuse(handle);
    }
    return copy;
}

aclDataBuffer *aclCreateDataBufferImpl(void *data, size_t size)
{
    struct data_buffer *buffer = malloc(sizeof *buffer);
    void *handle = NULL;
    if (buffer != NULL) {
        *buffer = (struct data_buffer){data, size};
        handle = handle_create(HANDLE_DATA_BUFFER, buffer, free);
    }
    if (handle == NULL) {
        free(buffer);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for an aclDataBuffer");
    }
    return handle;
}

aclError aclDestroyDataBufferImpl(const aclDataBuffer *dataBuffer)
{
    if (!handle_close(dataBuffer, HANDLE_DATA_BUFFER, entry_name()))
        return refuse(dataBuffer);
    return ACL_SUCCESS;
}

aclError aclUpdateDataBufferImpl(aclDataBuffer *dataBuffer, void *data, size_t size)
{
    struct data_buffer *buffer = handle_acquire(dataBuffer, HANDLE_DATA_BUFFER);
    if (buffer == NULL)
        return refuse(dataBuffer);
    *buffer = (struct data_buffer){data, size};
    handle_release(dataBuffer);
    return ACL_SUCCESS;
}

void *aclGetDataBufferAddrImpl(const aclDataBuffer *dataBuffer)
{
    return read_buffer(dataBuffer).data;
}

size_t aclGetDataBufferSizeV2Impl(const aclDataBuffer *dataBuffer)
{
    return read_buffer(dataBuffer).size;
}

uint32_t aclGetDataBufferSizeImpl(const aclDataBuffer *dataBuffer)
{
    return (uint32_t)read_buffer(dataBuffer).size;
}
