/* SPDX-License-Identifier: Apache-2.0 */
/* The operators that csrc/ops declares: both phases of one, with operands that mostly fit. */
#include "declared.h"

#include <stdlib.h>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "fuzz.h"

#define MOST_PARAMETERS 64
#define MOST_MEMBERS 6

static const aclDataType types[] = {
    ACL_FLOAT, ACL_FLOAT16, ACL_BF16,   ACL_INT64,     ACL_INT32,      ACL_INT16,  ACL_INT8,
    ACL_UINT8, ACL_BOOL,    ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128, ACL_UINT16,
};

#define TYPES (sizeof types / sizeof types[0])

/* What the operands of one call have in common, so that some calls get far. */
struct problem {
    int64_t dims[2];
    aclDataType type;
    uint64_t work;
};

static aclDataType take_type(struct arguments *a, const struct problem *p)
{
    return take_chance(a, 6) ? types[take_below(a, TYPES)] : p->type;
}

/* The common shape, a part of it that broadcasts, its square or its transposed one. */
static size_t take_shape(struct arguments *a, const struct problem *p, int64_t *dims)
{
    dims[0] = p->dims[0];
    dims[1] = p->dims[1];
    switch (take_below(a, 8)) {
    case 0: dims[0] = 1; break;
    case 1: dims[1] = 1; break;
    case 2: dims[0] = p->dims[1]; return 1;
    case 3:
        dims[0] = p->dims[1];
        dims[1] = p->dims[0];
        break;
    case 4: dims[1] = p->dims[0]; break;
    default: break;
    }
    return 2;
}

static aclTensor *take_fitting(struct arguments *a, struct problem *p)
{
    int64_t dims[2];
    struct extent extent;
    size_t rank = take_shape(a, p, dims);
    aclTensor *tensor = take_chance(a, 32) ? take_tensor(a)
                                           : take_operand(a, dims, rank, take_type(a, p));
    if (tensor != NULL && extent_of(tensor, &extent))
        p->work += extent.elements;
    return tensor;
}

/* Not of the pool: a list destroys its members. */
static aclTensor *new_member(struct arguments *a, struct problem *p)
{
    int64_t dims[2];
    size_t rank = take_shape(a, p, dims);
    char *address = take_chance(a, 16) ? NULL : device_malloc((size_t)(dims[0] * dims[1]) * 16 + 1);
    aclTensor *tensor = aclCreateTensor(dims, rank, take_type(a, p), NULL, 0, ACL_FORMAT_ND, dims,
                                        rank, address);
    MUST(tensor != NULL);
    p->work += (uint64_t)(dims[0] * dims[1]);
    return tensor;
}

static aclScalar *new_scalar(struct arguments *a, const struct problem *p)
{
    uint64_t value[2] = {take_number(a), 0};
    aclDataType type = take_chance(a, 2) ? p->type : types[take_below(a, TYPES)];
    aclScalar *scalar = aclCreateScalar(value, type);
    MUST(scalar != NULL);
    return scalar;
}

static void *new_array(struct arguments *a, char kind)
{
    int64_t numbers[MOST_MEMBERS];
    float floats[MOST_MEMBERS];
    bool flags[MOST_MEMBERS];
    uint64_t count = take_below(a, MOST_MEMBERS);
    for (uint64_t i = 0; i < count; i++) {
        numbers[i] = take_chance(a, 8) ? (int64_t)take_number(a) : (int64_t)take_below(a, 4) - 2;
        floats[i] = (float)numbers[i] / 2;
        flags[i] = numbers[i] > 0;
    }
    switch (kind) {
    case 'i': return aclCreateIntArray(numbers, count);
    case 'f': return aclCreateFloatArray(floats, count);
    default: return aclCreateBoolArray(flags, count);
    }
}

static void *new_list(struct arguments *a, struct problem *p, char kind)
{
    const aclTensor *tensors[MOST_MEMBERS];
    const aclScalar *scalars[MOST_MEMBERS];
    uint64_t count = take_below(a, MOST_MEMBERS);
    for (uint64_t i = 0; i < count; i++)
        if (kind == 'T')
            tensors[i] = take_chance(a, 32) ? NULL : new_member(a, p);
        else
            scalars[i] = new_scalar(a, p);
    return kind == 'T' ? (void *)aclCreateTensorList(tensors, count)
                       : (void *)aclCreateScalarList(scalars, count);
}

static union value take_value(struct arguments *a, struct problem *p, char kind)
{
    union value value = {.integer = 0};
    if (kind != 't' && kind != 'n' && kind != 'r' && kind != 'd' && take_chance(a, 32))
        return value;
    switch (kind) {
    case 't': value.handle = take_fitting(a, p); break;
    case 's': value.handle = new_scalar(a, p); break;
    case 'i':
    case 'f':
    case 'b': value.handle = new_array(a, kind); break;
    case 'T':
    case 'S': value.handle = new_list(a, p, kind); break;
    case 'c': value.handle = "none"; break;
    case 'd': value.integer = take_type(a, p); break;
    case 'r': value.real = (double)take_number(a) / 3; break;
    default:
        value.integer = take_chance(a, 4) ? (int64_t)take_number(a) : (int64_t)take_below(a, 5) - 2;
        break;
    }
    return value;
}

static void end_value(char kind, union value value)
{
    switch (kind) {
    case 's': (void)ACLNN(aclDestroyScalar(value.handle)); break;
    case 'i': (void)ACLNN(aclDestroyIntArray(value.handle)); break;
    case 'f': (void)ACLNN(aclDestroyFloatArray(value.handle)); break;
    case 'b': (void)ACLNN(aclDestroyBoolArray(value.handle)); break;
    case 'T': (void)ACLNN(aclDestroyTensorList(value.handle)); break;
    case 'S': (void)ACLNN(aclDestroyScalarList(value.handle)); break;
    default: break;
    }
}

void call_declared(struct arguments *a)
{
    struct problem p = {
        {(int64_t)take_below(a, 24), (int64_t)take_below(a, 9)}, types[take_below(a, TYPES)], 0};
    const struct declared *call = &declared_calls[take_below(a, declared_count)];
    union value values[MOST_PARAMETERS] = {{0}};
    uint64_t size = UINT64_MAX - 6;
    aclOpExecutor *executor = (aclOpExecutor *)(uintptr_t)5;
    size_t count = 0;
    for (; call->kinds[count] != 0; count++) {
        MUST(count < MOST_PARAMETERS);
        values[count] = take_value(a, &p, call->kinds[count]);
    }
    int status = ACLNN(call->phase_one(values, take_out(a, &size), take_out(a, &executor)));
    /* What it was made from may go: phase one has copies. */
    for (size_t i = 0; i < count; i++)
        end_value(call->kinds[i], values[i]);
    if (status != 0) {
        MUST(size == UINT64_MAX - 6 && executor == (aclOpExecutor *)(uintptr_t)5);
        return;
    }
    MUST(size <= (uint64_t)INT64_MAX && executor != NULL);
    status = 1;
    if (p.work <= MOST_WORK) {
        bool other = declared_count > 1 && take_chance(a, 16);
        void *workspace = take_chance(a, 8) ? take_address(a) : device_malloc((size_t)size + 1);
        const struct declared *second = call;
        if (other)
            second = &declared_calls[(size_t)(call - declared_calls + 1) % declared_count];
        status = ACLNN(second->phase_two(values, workspace, size, executor, NULL));
        MUST(!(other && status == 0));
    }
    if (status != 0)
        (void)ACLNN(aclDestroyAclOpExecutor(executor));
}
