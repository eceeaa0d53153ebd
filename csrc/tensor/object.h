/* SPDX-License-Identifier: Apache-2.0 */
/* What the objects of acl_meta.h have in common: how a handle is made, ended and refused. */
#ifndef ACLNN_PY_TENSOR_OBJECT_H
#define ACLNN_PY_TENSOR_OBJECT_H

#include "aclnn/acl_meta.h"
#include "base/handle.h"

/*
 * The handle of a new object. NULL when memory is short, also when object is NULL because of
 * that: then the text is left and the object destroyed.
 */
void *object_publish(enum handle_kind kind, void *object, handle_destructor destructor);

/* The work of an aclDestroy function: 0 for NULL, 161002 for anything but a live handle. */
aclnnStatus object_destroy(const void *handle, enum handle_kind kind, const char *argument);

/*
 * Why an argument for which acquire gave NULL is refused: 161001 without a text when it is NULL
 * itself, as the vendor's getters do, else 161002 and what it is.
 */
aclnnStatus object_refuse(const void *handle, enum handle_kind kind, const char *argument);

#endif
