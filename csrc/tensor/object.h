/* SPDX-License-Identifier: Apache-2.0 */
/* What the objects of acl_meta.h have in common: how a handle is made, ended and refused. */
#ifndef ACLNN_PY_TENSOR_OBJECT_H
#define ACLNN_PY_TENSOR_OBJECT_H

#include "aclnn/acl_meta.h"
#include "base/handle.h"

/* Makes the handle of a new object. object is NULL when its own memory could not be had. Whenever
 * memory is short a text is reported, the object is destroyed, and the result is NULL. */
void *object_publish(enum handle_kind kind, void *object, handle_destructor destructor);

/* The work of an aclDestroy function: 0 for NULL, 161002 for anything but a live handle. */
aclnnStatus object_destroy(const void *handle, enum handle_kind kind, const char *argument);

/* Refuses an argument for which acquire gave NULL. When the argument itself is NULL that is 161001
 * without a text, as the vendor's getters do it; otherwise 161002 with a text that says what it
 * is. */
aclnnStatus object_refuse(const void *handle, enum handle_kind kind, const char *argument);

#endif
