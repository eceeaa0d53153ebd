/* SPDX-License-Identifier: Apache-2.0 */
#include "base/status.h"

#include <stddef.h>
#include <string.h>

struct status_row {
    int value;
    const char *name;
    const char *message_code;
};

static const struct status_row rows[] = {
    {0, "ACL_SUCCESS", ""},
#define ACL_STATUS(layer, name, value, message_code, meaning) {(int)(value), #name, #message_code},
#include "base/status.def"
#undef ACL_STATUS
};

static const struct status_row *find(int status)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].value == status)
            return &rows[i];
    return NULL;
}

const char *status_name(int status)
{
    const struct status_row *row = find(status);
    return row != NULL ? row->name : "unknown status";
}

bool status_parse(const char *name, int *status)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, name) == 0) {
            *status = rows[i].value;
            return true;
        }
    return false;
}

const char *status_hccl_text(int status)
{
    switch (status) {
#define HCCL_TEXT_ACL(value, meaning)
#define HCCL_TEXT_RT(value, meaning)
#define HCCL_TEXT_GE(value, meaning)
#define HCCL_TEXT_ACLNN(value, meaning)
#define HCCL_TEXT_HCCL(value, meaning) \
    case value: return meaning;
#define ACL_STATUS(layer, name, value, message_code, meaning) HCCL_TEXT_##layer(value, meaning)
#include "base/status.def"
#undef ACL_STATUS
    default: return "unknown error";
    }
}

const char *status_message_code(int status)
{
    const struct status_row *row = find(status);
    return row != NULL ? row->message_code : "EZ9999";
}
