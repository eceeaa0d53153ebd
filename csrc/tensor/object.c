/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/object.h"

#include "base/entry.h"
#include "base/report.h"

void *object_publish(enum handle_kind kind, void *object, handle_destructor destructor)
{
    void *handle = object != NULL ? handle_create(kind, object, destructor) : NULL;
    if (handle == NULL) {
        report(ACLNN_ERR_INNER_NULLPTR, "no host memory for an %s", handle_kind_name(kind));
        if (object != NULL)
            destructor(object);
    }
    return handle;
}

aclnnStatus object_destroy(const void *handle, enum handle_kind kind, const char *argument)
{
    if (handle == NULL || handle_close(handle, kind, entry_name()))
        return ACLNN_SUCCESS;
    return object_refuse(handle, kind, argument);
}

aclnnStatus object_refuse(const void *handle, enum handle_kind kind, const char *argument)
{
    char what[128];
    if (handle == NULL)
        return ACLNN_ERR_PARAM_NULLPTR;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %p, %s; a live %s is required", argument, handle,
                  handle_describe(handle, what, sizeof what), handle_kind_name(kind));
}
