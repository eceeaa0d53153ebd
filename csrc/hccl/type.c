/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/type.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/environment.h"
#include "base/report.h"

/* Products, in the bits of a mask. */
enum { OF_910 = 1, OF_910B = 2, OF_910_93 = 4, OF_950 = 8, OF_ALL = 15 };
#define OF_NEW (OF_910B | OF_910_93 | OF_950)

/* Which products move a type, reduce it, and multiply its elements. */
static const struct type_row {
    const char *name;
    unsigned char bytes;
    unsigned char moved;
    unsigned char reduced;
    unsigned char multiplied;
} rows[] = {
    [HCCL_DATA_TYPE_INT8] = {"int8", 1, OF_ALL, OF_ALL, OF_ALL},
    [HCCL_DATA_TYPE_INT16] = {"int16", 2, OF_ALL, OF_NEW, 0},
    [HCCL_DATA_TYPE_INT32] = {"int32", 4, OF_ALL, OF_ALL, OF_ALL},
    [HCCL_DATA_TYPE_FP16] = {"fp16", 2, OF_ALL, OF_ALL, OF_ALL},
    [HCCL_DATA_TYPE_FP32] = {"fp32", 4, OF_ALL, OF_ALL, OF_ALL},
    [HCCL_DATA_TYPE_INT64] = {"int64", 8, OF_ALL, OF_ALL, OF_ALL},
    [HCCL_DATA_TYPE_UINT64] = {"uint64", 8, OF_ALL, OF_950, OF_950},
    [HCCL_DATA_TYPE_UINT8] = {"uint8", 1, OF_ALL, 0, 0},
    [HCCL_DATA_TYPE_UINT16] = {"uint16", 2, OF_ALL, 0, 0},
    [HCCL_DATA_TYPE_UINT32] = {"uint32", 4, OF_ALL, 0, 0},
    [HCCL_DATA_TYPE_FP64] = {"fp64", 8, OF_ALL, OF_950, OF_950},
    [HCCL_DATA_TYPE_BFP16] = {"bf16", 2, OF_NEW, OF_NEW, 0},
    [HCCL_DATA_TYPE_INT128] = {"int128", 0, 0, 0, 0},
    [HCCL_DATA_TYPE_HIF8] = {"hif8", 1, OF_950, 0, 0},
    [HCCL_DATA_TYPE_FP8E4M3] = {"fp8e4m3", 1, OF_950, 0, 0},
    [HCCL_DATA_TYPE_FP8E5M2] = {"fp8e5m2", 1, OF_950, 0, 0},
    [HCCL_DATA_TYPE_FP8E8M0] = {"fp8e8m0", 1, OF_950, 0, 0},
};

static const struct type_row *find(HcclDataType type)
{
    size_t number = (size_t)type;
    return number < sizeof rows / sizeof rows[0] && rows[number].name != NULL ? &rows[number]
                                                                              : NULL;
}

static unsigned product(void)
{
    const char *family = environment()->soc.family;
    if (strcmp(family, "Ascend910") == 0)
        return OF_910;
    if (strcmp(family, "Ascend910B") == 0)
        return OF_910B;
    return strcmp(family, "Ascend910_93") == 0 ? OF_910_93 : OF_950;
}

size_t type_bytes(HcclDataType type)
{
    const struct type_row *row = find(type);
    return row != NULL ? row->bytes : 0;
}

const char *type_name(HcclDataType type, char *buffer, size_t size)
{
    const struct type_row *row = find(type);
    if (row != NULL)
        return row->name;
    snprintf(buffer, size, "type %d", (int)type);
    return buffer;
}

const char *type_op_name(HcclReduceOp op)
{
    static const char *const names[] = {"SUM", "PROD", "MAX", "MIN"};
    return (unsigned)op < sizeof names / sizeof names[0] ? names[op] : "no operation";
}

/* The names of the types that this product takes. */
static const char *list_types(enum type_use use, HcclReduceOp op, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned of = use == TYPE_MOVED        ? rows[i].moved
                      : op == HCCL_REDUCE_PROD ? rows[i].multiplied
                                               : rows[i].reduced;
        if ((of & product()) != 0 && length < size)
            length += (size_t)snprintf(out + length, size - length, "%s%s", length > 0 ? ", " : "",
                                       rows[i].name);
    }
    return out;
}

/* ReduceScatterV has no products on the two middle ones, and Ascend910B no int64. */
static bool is_left_out(HcclDataType type, HcclReduceOp op, enum type_use use)
{
    if (use != TYPE_REDUCED_V)
        return false;
    return (op == HCCL_REDUCE_PROD && (product() & (OF_910B | OF_910_93)) != 0) ||
           (type == HCCL_DATA_TYPE_INT64 && product() == OF_910B);
}

HcclResult type_check(const char *argument, HcclDataType type, HcclReduceOp op, enum type_use use)
{
    char name[32];
    char list[160];
    const struct type_row *row = find(type);
    if (use != TYPE_MOVED && (unsigned)op > HCCL_REDUCE_MIN)
        return (HcclResult)report(HCCL_E_NOT_SUPPORT,
                                  "op is %d; HCCL_REDUCE_SUM (0) to HCCL_REDUCE_MIN (3) is "
                                  "required",
                                  (int)op);
    unsigned of = row == NULL              ? 0
                  : use == TYPE_MOVED      ? row->moved
                  : op == HCCL_REDUCE_PROD ? row->multiplied
                                           : row->reduced;
    if ((of & product()) != 0 && !is_left_out(type, op, use))
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_NOT_SUPPORT, "%s is %s%s%s, which %s does not take here; %s",
                              argument, type_name(type, name, sizeof name),
                              use != TYPE_MOVED ? " with " : "",
                              use != TYPE_MOVED ? type_op_name(op) : "", environment()->soc.name,
                              use == TYPE_REDUCED_V ? "see hccl/hccl.h for the types of the V forms"
                                                    : list_types(use, op, list, sizeof list));
}

HcclResult type_check_function(void)
{
    if (product() != OF_910)
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_NOT_SUPPORT, "%s does not have this function",
                              environment()->soc.name);
}
