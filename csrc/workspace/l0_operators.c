/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace/l0_operators.h"

#include <stddef.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"

/* The types that the Cast kernel of the AI cores makes from each type, by architecture. All other
 * pairs of CPU_CASTS run on the device's CPU. Read from the public op_api of Cast. */
#define B L0_TYPE(ACL_BOOL)
#define I8 L0_TYPE(ACL_INT8)
#define I16 L0_TYPE(ACL_INT16)
#define I32 L0_TYPE(ACL_INT32)
#define I64 L0_TYPE(ACL_INT64)
#define U8 L0_TYPE(ACL_UINT8)
#define U16 L0_TYPE(ACL_UINT16)
#define U32 L0_TYPE(ACL_UINT32)
#define F16 L0_TYPE(ACL_FLOAT16)
#define BF16 L0_TYPE(ACL_BF16)
#define F32 L0_TYPE(ACL_FLOAT)
#define F64 L0_TYPE(ACL_DOUBLE)
#define C32 L0_TYPE(ACL_COMPLEX32)
#define C64 L0_TYPE(ACL_COMPLEX64)
#define C128 L0_TYPE(ACL_COMPLEX128)
#define I4 L0_TYPE(ACL_INT4)
#define F8 (L0_TYPE(ACL_HIFLOAT8) | L0_TYPE(ACL_FLOAT8_E5M2) | L0_TYPE(ACL_FLOAT8_E4M3FN))
#define F4 (L0_TYPE(ACL_FLOAT4_E2M1) | L0_TYPE(ACL_FLOAT4_E1M2))

static const struct {
    aclDataType from;
    uint64_t to[ARCHITECTURES];
} casts[] = {
    {ACL_BOOL,
     {F16 | F32 | I32 | U8 | I64 | I8, F16 | F32 | I32 | U8 | I64 | BF16 | I8,
      F16 | F32 | I32 | U8 | I64 | BF16 | I8 | I16}},
    {ACL_INT8,
     {F16 | F32 | I32 | B, F16 | F32 | I32 | BF16 | B | I64 | U32 | I16 | U16 | U8,
      F16 | F32 | I32 | BF16 | B | I64 | U32 | I16 | U16 | U8}},
    {ACL_INT16,
     {0, F16 | F32 | I64 | I32 | U32 | U16 | I8 | U8,
      F32 | F16 | I64 | I32 | U32 | U16 | I8 | U8 | BF16 | B}},
    {ACL_INT32,
     {F16 | F32 | I8 | U8 | B | I64, F16 | F32 | I8 | U8 | B | I64 | BF16 | U32 | I16 | U16,
      F16 | F32 | I8 | U8 | B | I64 | BF16 | U32 | I16 | U16 | I4}},
    {ACL_INT64,
     {I32 | F16 | U8 | B, F32 | I32 | F16 | U8 | B | BF16 | U32 | I16 | U16 | I8,
      F32 | I32 | F16 | U8 | B | BF16 | U32 | I16 | U16 | I8 | F64}},
    {ACL_UINT8,
     {F16 | F32 | I32 | I64, F16 | F32 | I32 | I64 | BF16 | U32 | I16 | U16 | I8,
      F16 | F32 | I32 | I64 | BF16 | U32 | I16 | U16 | I8 | B}},
    {ACL_UINT16,
     {0, I64 | I32 | U32 | I16 | I8 | U8, I64 | I32 | U32 | I16 | I8 | U8 | B | F16 | F32 | BF16}},
    {ACL_UINT32,
     {0, I64 | I32 | I16 | U16 | I8 | U8, I64 | I32 | I16 | U16 | I8 | U8 | B | F16 | F32 | BF16}},
    {ACL_FLOAT16,
     {F32 | I32 | U8 | I8 | B, F32 | I32 | U8 | BF16 | I8 | B | I16 | I64,
      F32 | I32 | U8 | BF16 | I8 | B | C32 | I64 | I16 | F8 | F4}},
    {ACL_BF16,
     {0, F32 | I32 | F16 | B | I8 | U8 | I64,
      F32 | I32 | F16 | B | I8 | U8 | C64 | I64 | I16 | F8 | F4}},
    {ACL_FLOAT,
     {F16 | I32 | B, F16 | I32 | I64 | BF16 | B | U8 | I16 | I8,
      F16 | I32 | I64 | BF16 | B | U8 | C64 | I8 | I16 | F8 | F4}},
    {ACL_DOUBLE, {0, 0, F32 | BF16 | I32 | I64}},
    {ACL_COMPLEX64, {0, 0, BF16 | F32 | C32}},
    {ACL_COMPLEX32, {0, 0, F16 | C64}},
    {ACL_HIFLOAT8, {0, 0, F32 | F16 | BF16 | F4}},
    {ACL_FLOAT8_E5M2, {0, 0, F32 | F16 | BF16 | F4}},
    {ACL_FLOAT8_E4M3FN, {0, 0, F32 | F16 | BF16 | F4}},
    {ACL_FLOAT4_E2M1, {0, 0, F32 | F16 | BF16 | F8}},
    {ACL_FLOAT4_E1M2, {0, 0, F32 | F16 | BF16 | F8}},
};

/* The types that the Cast kernel of the device's CPU converts to each other. */
#define CPU_CASTS                                                                              \
    (B | F32 | F16 | I8 | I16 | U16 | U8 | I32 | I64 | U32 | L0_TYPE(ACL_UINT64) | F64 | C64 | \
     C128 | BF16)

/* The types for which the AI cores have a kernel of ZerosLike. All others run on the device's
 * CPU. */
#define ZEROS (B | I8 | I32 | I64 | U8 | F16 | F32)
static const uint64_t zeros[ARCHITECTURES] = {ZEROS, ZEROS | BF16, ZEROS | BF16};

static bool cast_runs_on_ai_cores(const struct l0_list *list, aclDataType from, aclDataType to)
{
    for (size_t i = 0; i < sizeof casts / sizeof casts[0]; i++)
        if (casts[i].from == from)
            return l0_has_type(casts[i].to[list->architecture], to);
    return false;
}

/* Makes a dense tensor of another type with the shape of one in the list. */
static int new_like(struct l0_list *list, int tensor, aclDataType type)
{
    const struct l0_tensor source = list->tensors[tensor];
    if (source.rank < 0)
        return l0_new_tensor(list, source.name, type, source.elements);
    return l0_new_shaped(list, source.name, type, source.dims, source.rank);
}

static int launch_cast(struct l0_list *list, int tensor, int result)
{
    if (result == L0_NONE)
        return L0_NONE;
    aclDataType from = list->tensors[tensor].type;
    aclDataType to = list->tensors[result].type;
    bool on_ai_cores = cast_runs_on_ai_cores(list, from, to);
    if (!on_ai_cores && !(l0_has_type(CPU_CASTS, from) && l0_has_type(CPU_CASTS, to))) {
        if (list->status == ACLNN_SUCCESS)
            list->status = report(ACLNN_ERR_INNER_NULLPTR,
                                  "%s has no kernel that converts %s to %s", list->soc->name,
                                  data_type_name(from), data_type_name(to));
        return L0_NONE;
    }
    l0_launch(list, "Cast", on_ai_cores ? L0_AI_CORE : L0_AI_CPU, (int[]){tensor, L0_NONE},
              (int[]){result, L0_NONE});
    if (on_ai_cores && list->architecture == ARCHITECTURE_3510)
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    return result;
}

int l0_launch_cast(struct l0_list *list, int tensor, aclDataType type)
{
    if (tensor == L0_NONE || list->tensors[tensor].type == type)
        return tensor;
    return launch_cast(list, tensor, new_like(list, tensor, type));
}

int l0_launch_cast_of(struct l0_list *list, int tensor, int64_t elements, aclDataType type)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const char *name = list->tensors[tensor].name;
    return launch_cast(list, tensor, l0_new_tensor(list, name, type, elements));
}

int l0_cast(struct l0_list *list, int tensor, aclDataType type)
{
    int result = l0_launch_cast(list, tensor, type);
    if (result != tensor)
        l0_step(list, L0_STEP_CAST, NULL, &tensor, 1, &result, 1, NULL);
    return result;
}

int l0_convert(struct l0_list *list, int tensor, aclDataType type)
{
    if (tensor == L0_NONE || list->tensors[tensor].type == type)
        return tensor;
    int result = new_like(list, tensor, type);
    l0_step(list, L0_STEP_CAST, NULL, &tensor, 1, &result, 1, NULL);
    return result;
}

int l0_zeros_like(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int result = new_like(list, tensor, list->tensors[tensor].type);
    if (result == L0_NONE || list->tensors[result].elements == 0)
        return result;
    bool on_ai_cores = l0_has_type(zeros[list->architecture], list->tensors[tensor].type);
    l0_launch(list, "ZerosLike", on_ai_cores ? L0_AI_CORE : L0_AI_CPU, (int[]){tensor, L0_NONE},
              (int[]){result, L0_NONE});
    if (on_ai_cores && list->architecture == ARCHITECTURE_3510)
        l0_kernel_workspace(list, 0);
    return result;
}
