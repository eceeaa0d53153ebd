/* SPDX-License-Identifier: Apache-2.0 */
/* Streams that are made from a configuration which the program has filled in before. */
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"

static void free_config(void *object)
{
    free(object);
}

aclrtStreamConfigHandle *aclrtCreateStreamConfigHandleImpl(void)
{
    struct aclrtStreamConfigHandle *config = calloc(1, sizeof *config);
    void *handle = config != NULL ? handle_create(HANDLE_STREAM_CONFIG, config, free_config) : NULL;
    if (handle == NULL) {
        free(config);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for a stream's configuration");
    }
    return handle;
}

/* The configuration, pinned; when there is none it reports and returns NULL. */
static struct aclrtStreamConfigHandle *acquire(const aclrtStreamConfigHandle *handle,
                                               aclError *status)
{
    char what[96];
    struct aclrtStreamConfigHandle *config = NULL;
    *status = ACL_SUCCESS;
    if (handle == NULL)
        *status = REPORT_NULL("handle");
    else if ((config = handle_acquire(handle, HANDLE_STREAM_CONFIG)) == NULL)
        *status = report(ACL_ERROR_INVALID_PARAM,
                         "handle is %p, %s; a live aclrtStreamConfigHandle is required",
                         (const void *)handle, handle_describe(handle, what, sizeof what));
    return config;
}

aclError aclrtDestroyStreamConfigHandleImpl(aclrtStreamConfigHandle *handle)
{
    aclError status;
    if (acquire(handle, &status) == NULL)
        return status;
    (void)handle_close(handle, HANDLE_STREAM_CONFIG, entry_name());
    handle_release(handle);
    return ACL_SUCCESS;
}

/* The address and size of an attribute's value; NULL: there is no such attribute. */
static void *place_of(struct aclrtStreamConfigHandle *config, aclrtStreamConfigAttr attr,
                      size_t *size)
{
    switch (attr) {
    case ACL_RT_STREAM_WORK_ADDR_PTR: *size = sizeof config->workptr; return &config->workptr;
    case ACL_RT_STREAM_WORK_SIZE: *size = sizeof config->workSize; return &config->workSize;
    case ACL_RT_STREAM_FLAG: *size = sizeof config->flag; return &config->flag;
    case ACL_RT_STREAM_PRIORITY: *size = sizeof config->priority; return &config->priority;
    }
    return NULL;
}

static aclError set(struct aclrtStreamConfigHandle *config, aclrtStreamConfigAttr attr,
                    const void *value, size_t size)
{
    size_t needed = 0;
    void *place = place_of(config, attr, &needed);
    if (place == NULL)
        return report(ACL_ERROR_INVALID_PARAM,
                      "attr is %d; ACL_RT_STREAM_WORK_ADDR_PTR (0) to ACL_RT_STREAM_PRIORITY (3) "
                      "is required",
                      (int)attr);
    if (size != needed)
        return report(ACL_ERROR_INVALID_PARAM,
                      "valueSize is %zu; a value of attribute %d has %zu bytes", size, (int)attr,
                      needed);
    memcpy(place, value, size);
    return ACL_SUCCESS;
}

aclError aclrtSetStreamConfigOptImpl(aclrtStreamConfigHandle *handle, aclrtStreamConfigAttr attr,
                                     const void *attrValue, size_t valueSize)
{
    aclError status;
    struct aclrtStreamConfigHandle *config = acquire(handle, &status);
    if (config == NULL)
        return status;
    status = attrValue != NULL ? set(config, attr, attrValue, valueSize) : REPORT_NULL("attrValue");
    handle_release(handle);
    return status;
}

/* The memory would be for models, which are not implemented, so it is not used. */
aclError aclrtCreateStreamV2Impl(aclrtStream *stream, const aclrtStreamConfigHandle *handle)
{
    aclError status;
    if (stream == NULL)
        return REPORT_NULL("stream");
    const struct aclrtStreamConfigHandle *config = acquire(handle, &status);
    if (config == NULL)
        return status;
    status = aclrtCreateStreamWithConfigImpl(stream, config->priority, (uint32_t)config->flag);
    handle_release(handle);
    return status;
}
