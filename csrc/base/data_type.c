/* SPDX-License-Identifier: Apache-2.0 */
#include "base/data_type.h"

#include <stddef.h>

#include "impl/acl/acl_base_rt.h"

struct data_type_row {
    uint16_t bits;
    uint16_t reported_size;
    const char *name;
};

/* The index of a value in its table. The lowest value of both enumerations is -1. */
#define PLACE(value) ((unsigned)(value) + 1u)

static const struct data_type_row data_types[] = {
#define ACL_DATA_TYPE(name, value, bits, reported_size, message_name, numpy_name) \
    [PLACE(name)] = {bits, reported_size, message_name},
#include "base/data_type.def"
#undef ACL_DATA_TYPE
};

struct format_row {
    bool is_private;
    const char *name;
};

static const struct format_row formats[] = {
#define ACL_FORMAT(name, value, is_private, message_name) \
    [PLACE(name)] = {is_private, message_name},
#include "base/format.def"
#undef ACL_FORMAT
};

static const struct data_type_row *find_data_type(aclDataType type)
{
    unsigned place = PLACE(type);
    bool is_there = place < sizeof data_types / sizeof data_types[0] &&
                    data_types[place].name != NULL;
    return is_there ? &data_types[place] : NULL;
}

static const struct format_row *find_format(aclFormat format)
{
    unsigned place = PLACE(format);
    bool is_there = place < sizeof formats / sizeof formats[0] && formats[place].name != NULL;
    return is_there ? &formats[place] : NULL;
}

bool data_type_is_known(aclDataType type)
{
    return type != ACL_DT_UNDEFINED && find_data_type(type) != NULL;
}

int64_t data_type_bits(aclDataType type)
{
    const struct data_type_row *row = find_data_type(type);
    return row != NULL ? row->bits : 0;
}

bool data_type_is_packed(aclDataType type)
{
    return data_type_bits(type) == 4;
}

int64_t data_type_bytes(aclDataType type, int64_t elements)
{
    if (data_type_is_packed(type))
        return elements / 2 - (elements % 2 < 0);
    return elements * (data_type_bits(type) / 8);
}

const char *data_type_name(aclDataType type)
{
    const struct data_type_row *row = find_data_type(type);
    return row != NULL ? row->name : "DT_UNDEFINED";
}

uint64_t data_type_reported_size(aclDataType type)
{
    const struct data_type_row *row = find_data_type(type);
    return row != NULL ? row->reported_size : 8;
}

bool format_is_known(aclFormat format)
{
    return find_format(format) != NULL;
}

bool format_is_private(aclFormat format)
{
    const struct format_row *row = find_format(format);
    return row != NULL && row->is_private;
}

const char *format_name(aclFormat format)
{
    const struct format_row *row = find_format(format);
    return row != NULL ? row->name : "UNDEFINED";
}

size_t aclDataTypeSizeImpl(aclDataType dataType)
{
    return data_type_reported_size(dataType);
}
