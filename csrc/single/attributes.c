/* SPDX-License-Identifier: Apache-2.0 */
#include "single/attributes.h"

#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "executor/call.h"
#include "impl/acl/acl_op.h"

struct attribute {
    struct attribute *next;
    struct attribute_value value;
    char *name;
    void *held; /* what the value points to */
};

struct attributes {
    struct attribute *first;
};

static const char *const kind_names[] = {
    [ATTRIBUTE_BOOL] = "bool",
    [ATTRIBUTE_INT] = "int",
    [ATTRIBUTE_FLOAT] = "float",
    [ATTRIBUTE_STRING] = "string",
    [ATTRIBUTE_DATA_TYPE] = "data type",
    [ATTRIBUTE_LIST_BOOL] = "list of bool",
    [ATTRIBUTE_LIST_INT] = "list of int",
    [ATTRIBUTE_LIST_FLOAT] = "list of float",
    [ATTRIBUTE_LIST_STRING] = "list of string",
    [ATTRIBUTE_LIST_DATA_TYPE] = "list of data type",
    [ATTRIBUTE_LIST_LIST_INT] = "list of lists of int",
};

const char *attribute_kind_name(enum attribute_kind kind)
{
    return kind_names[kind];
}

static void free_attribute(struct attribute *attribute)
{
    free(attribute->name);
    free(attribute->held);
    free(attribute);
}

static void free_attributes(void *object)
{
    struct attributes *attributes = object;
    while (attributes->first != NULL) {
        struct attribute *next = attributes->first->next;
        free_attribute(attributes->first);
        attributes->first = next;
    }
    free(attributes);
}

const struct attributes *attributes_acquire(const aclopAttr *handle, const char *argument)
{
    char what[128];
    const struct attributes *found = handle_acquire(handle, HANDLE_OP_ATTRIBUTES);
    if (found == NULL && handle == NULL)
        REPORT_NULL(argument);
    else if (found == NULL)
        report(ACL_ERROR_INVALID_PARAM, "%s is %p, %s; a live aclopAttr is required", argument,
               (const void *)handle, handle_describe(handle, what, sizeof what));
    return found;
}

void attributes_release(const aclopAttr *handle)
{
    handle_release(handle);
}

static struct attribute **place_of(const struct attributes *attributes, const char *name)
{
    struct attribute **at = (struct attribute **)&attributes->first;
    while (*at != NULL && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    return at;
}

const struct attribute_value *attributes_find(const struct attributes *attributes, const char *name)
{
    const struct attribute *found = attributes == NULL ? NULL : *place_of(attributes, name);
    return found == NULL ? NULL : &found->value;
}

/* ---- Making ---------------------------------------------------------------------------------- */

aclopAttr *aclopCreateAttrImpl(void)
{
    struct attributes *attributes = calloc(1, sizeof *attributes);
    void *handle = attributes == NULL
                       ? NULL
                       : handle_create(HANDLE_OP_ATTRIBUTES, attributes, free_attributes);
    if (handle == NULL) {
        free(attributes);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for an aclopAttr");
    }
    return handle;
}

void aclopDestroyAttrImpl(const aclopAttr *attr)
{
    char what[128];
    if (attr != NULL && !handle_close(attr, HANDLE_OP_ATTRIBUTES, entry_name()))
        report(ACL_ERROR_INVALID_PARAM, "attr is %p, %s; a live aclopAttr is required",
               (const void *)attr, handle_describe(attr, what, sizeof what));
}

static aclError report_no_room(void)
{
    return report(ACL_ERROR_BAD_ALLOC, "no host memory for an attribute");
}

/* Puts an attribute in place of the one of its name. It belongs to the attributes then. */
static void put(struct attributes *attributes, struct attribute *attribute)
{
    struct attribute **at = place_of(attributes, attribute->name);
    struct attribute *before = *at;
    attribute->next = before != NULL ? before->next : NULL;
    *at = attribute;
    if (before != NULL)
        free_attribute(before);
}

/* Sets an attribute; held is memory of malloc that its value points to, which this takes over. */
static aclError set(aclopAttr *handle, const char *name, const struct attribute_value *value,
                    void *held)
{
    const struct attributes *attributes = NULL;
    if (name == NULL)
        REPORT_NULL("attrName");
    else
        attributes = attributes_acquire(handle, "attr");
    if (attributes == NULL) {
        free(held);
        return ACL_ERROR_INVALID_PARAM;
    }
    struct attribute *attribute = calloc(1, sizeof *attribute);
    char *copy = strdup(name);
    bool has_room = attribute != NULL && copy != NULL;
    if (has_room) {
        *attribute = (struct attribute){.value = *value, .name = copy, .held = held};
        put((struct attributes *)attributes, attribute);
    } else {
        free(attribute);
        free(copy);
        free(held);
    }
    attributes_release(handle);
    return has_room ? ACL_SUCCESS : report_no_room();
}

static aclError check_list(const char *argument, int count, const void *values)
{
    if (count < 0)
        return report(ACL_ERROR_INVALID_PARAM, "%s is %d; a number from 0 on is required", argument,
                      count);
    return values == NULL && count > 0 ? REPORT_NULL("values") : ACL_SUCCESS;
}

/* Room for so many values, not NULL for none. */
static void *room(int count, size_t size)
{
    return malloc(count > 0 ? (size_t)count * size : 1);
}

/* ---- One value ------------------------------------------------------------------------------- */

aclError aclopSetAttrBoolImpl(aclopAttr *attr, const char *attrName, uint8_t attrValue)
{
    return set(attr, attrName,
               &(struct attribute_value){.kind = ATTRIBUTE_BOOL, .integer = attrValue != 0}, NULL);
}

aclError aclopSetAttrIntImpl(aclopAttr *attr, const char *attrName, int64_t attrValue)
{
    return set(attr, attrName,
               &(struct attribute_value){.kind = ATTRIBUTE_INT, .integer = attrValue}, NULL);
}

aclError aclopSetAttrFloatImpl(aclopAttr *attr, const char *attrName, float attrValue)
{
    return set(attr, attrName,
               &(struct attribute_value){.kind = ATTRIBUTE_FLOAT, .real = given_float(attrValue)},
               NULL);
}

aclError aclopSetAttrDataTypeImpl(aclopAttr *attr, const char *attrName, aclDataType attrValue)
{
    return set(attr, attrName,
               &(struct attribute_value){.kind = ATTRIBUTE_DATA_TYPE, .integer = attrValue}, NULL);
}

aclError aclopSetAttrStringImpl(aclopAttr *attr, const char *attrName, const char *attrValue)
{
    if (attrValue == NULL)
        return REPORT_NULL("attrValue");
    char *copy = strdup(attrValue);
    if (copy == NULL)
        return report_no_room();
    return set(attr, attrName, &(struct attribute_value){.kind = ATTRIBUTE_STRING, .text = copy},
               copy);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Sets a list; held is the copy of its values, NULL without room for it. */
static aclError set_list(aclopAttr *attr, const char *name, enum attribute_kind kind, int count,
                         void *held)
{
    if (held == NULL)
        return report_no_room();
    return set(attr, name, &(struct attribute_value){.kind = kind, .count = count, .list = held},
               held);
}

aclError aclopSetAttrListBoolImpl(aclopAttr *attr, const char *attrName, int numValues,
                                  const uint8_t *values)
{
    if (check_list("numValues", numValues, values) != ACL_SUCCESS)
        return ACL_ERROR_INVALID_PARAM;
    bool *copy = room(numValues, sizeof *copy);
    for (int i = 0; copy != NULL && i < numValues; i++)
        copy[i] = values[i] != 0;
    return set_list(attr, attrName, ATTRIBUTE_LIST_BOOL, numValues, copy);
}

aclError aclopSetAttrListIntImpl(aclopAttr *attr, const char *attrName, int numValues,
                                 const int64_t *values)
{
    if (check_list("numValues", numValues, values) != ACL_SUCCESS)
        return ACL_ERROR_INVALID_PARAM;
    int64_t *copy = room(numValues, sizeof *copy);
    for (int i = 0; copy != NULL && i < numValues; i++)
        copy[i] = values[i];
    return set_list(attr, attrName, ATTRIBUTE_LIST_INT, numValues, copy);
}

aclError aclopSetAttrListFloatImpl(aclopAttr *attr, const char *attrName, int numValues,
                                   const float *values)
{
    if (check_list("numValues", numValues, values) != ACL_SUCCESS)
        return ACL_ERROR_INVALID_PARAM;
    float *copy = room(numValues, sizeof *copy);
    for (int i = 0; copy != NULL && i < numValues; i++)
        copy[i] = values[i];
    return set_list(attr, attrName, ATTRIBUTE_LIST_FLOAT, numValues, copy);
}

aclError aclopSetAttrListDataTypeImpl(aclopAttr *attr, const char *attrName, int numValues,
                                      const aclDataType values[])
{
    if (check_list("numValues", numValues, values) != ACL_SUCCESS)
        return ACL_ERROR_INVALID_PARAM;
    int64_t *copy = room(numValues, sizeof *copy);
    for (int i = 0; copy != NULL && i < numValues; i++)
        copy[i] = values[i];
    return set_list(attr, attrName, ATTRIBUTE_LIST_DATA_TYPE, numValues, copy);
}

/* No operator here has such an attribute: how many there are is all that is kept. */
static aclError set_count(aclopAttr *attr, const char *attrName, enum attribute_kind kind,
                          int count)
{
    return set(attr, attrName, &(struct attribute_value){.kind = kind, .count = count}, NULL);
}

aclError aclopSetAttrListStringImpl(aclopAttr *attr, const char *attrName, int numValues,
                                    const char **values)
{
    if (check_list("numValues", numValues, values) != ACL_SUCCESS)
        return ACL_ERROR_INVALID_PARAM;
    for (int i = 0; i < numValues; i++)
        if (values[i] == NULL)
            return REPORT_NULL("a member of values");
    return set_count(attr, attrName, ATTRIBUTE_LIST_STRING, numValues);
}

aclError aclopSetAttrListListIntImpl(aclopAttr *attr, const char *attrName, int numLists,
                                     const int *numValues, const int64_t *const values[])
{
    if (check_list("numLists", numLists, values) != ACL_SUCCESS)
        return ACL_ERROR_INVALID_PARAM;
    if (numValues == NULL && numLists > 0)
        return REPORT_NULL("numValues");
    for (int i = 0; i < numLists; i++)
        if (check_list("a member of numValues", numValues[i], values[i]) != ACL_SUCCESS)
            return ACL_ERROR_INVALID_PARAM;
    return set_count(attr, attrName, ATTRIBUTE_LIST_LIST_INT, numLists);
}
