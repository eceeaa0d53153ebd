/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The types of include/atb as C sees them: the same members in the same places (Itanium C++ ABI,
 * libstdc++). tests/interfaces/atb compares each with the compiler's.
 */
#ifndef ACLNN_PY_ATB_LAYOUT_H
#define ACLNN_PY_ATB_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ATB_MAX_DIM 8
#define ATB_VECTOR_INLINE 64 /* members of an SVector that lie in it */
#define ATB_VECTOR_MOST 256

struct atb_dims {
    int64_t dims[ATB_MAX_DIM];
    uint64_t count;
};

struct atb_desc {
    int32_t type; /* aclDataType */
    int32_t format;
    struct atb_dims shape;
};

struct atb_tensor {
    struct atb_desc desc;
    void *device;
    void *host;
    uint64_t size; /* bytes */
};

/* atb::SVector<type>: members lie in it, or all of them in memory from malloc. */
#define ATB_VECTOR(name, type)              \
    struct name {                           \
        size_t capacity;                    \
        size_t count;                       \
        type inside[ATB_VECTOR_INLINE + 1]; \
        type *outside;                      \
    }

ATB_VECTOR(atb_descs, struct atb_desc);
ATB_VECTOR(atb_tensors, struct atb_tensor);
ATB_VECTOR(atb_ids, uint32_t);
ATB_VECTOR(atb_ints, int64_t);
ATB_VECTOR(atb_small_ints, int32_t);
ATB_VECTOR(atb_floats, float);

/* The members of an SVector. */
#define ATB_MEMBERS(vector) ((vector)->outside != NULL ? (vector)->outside : (vector)->inside)

struct atb_pack {
    struct atb_tensors in;
    struct atb_tensors out;
};

/* std::vector<T>. */
struct atb_std_vector {
    void *first;
    void *past;
    void *room;
};

/* std::string of GCC 5 and later. */
struct atb_std_string {
    char *text;
    size_t length;
    size_t room;
    size_t unused;
};

/* std::function<...>: what is called, and how. */
struct atb_std_function {
    void *functor[2];
    bool (*manage)(void *to, const void *from, int what); /* NULL: empty */
    void (*invoke)(void);
};

/* The table that the first member of an object points to. */
struct atb_operation;
struct atb_context;

struct atb_operation_functions {
    void (*end)(struct atb_operation *self);
    void (*end_and_free)(struct atb_operation *self);
    struct atb_std_string (*name)(const struct atb_operation *self);
    int32_t (*infer_shape)(const struct atb_operation *self, const struct atb_descs *in,
                           struct atb_descs *out);
    uint32_t (*input_count)(const struct atb_operation *self);
    uint32_t (*output_count)(const struct atb_operation *self);
    int32_t (*setup)(struct atb_operation *self, const struct atb_pack *pack,
                     uint64_t *workspace_size, struct atb_context *context);
    int32_t (*execute)(struct atb_operation *self, const struct atb_pack *pack, uint8_t *workspace,
                       uint64_t workspace_size, struct atb_context *context);
};

struct atb_operation {
    const struct atb_operation_functions *functions;
};

struct atb_context_functions {
    void (*end)(struct atb_context *self);
    void (*end_and_free)(struct atb_context *self);
    int32_t (*set_stream)(struct atb_context *self, void *stream);
    void *(*stream)(const struct atb_context *self);
    int32_t (*set_async_tiling)(struct atb_context *self, bool enable);
    bool (*async_tiling)(const struct atb_context *self);
    int32_t (*set_streams)(struct atb_context *self, const struct atb_std_vector *streams);
    struct atb_std_vector (*streams)(struct atb_context *self);
    int32_t (*set_execute_type)(struct atb_context *self, int32_t type);
    int32_t (*execute_type)(struct atb_context *self);
    int32_t (*set_launch_mode)(struct atb_context *self, int32_t mode);
    int32_t (*launch_mode)(struct atb_context *self);
};

struct atb_context {
    const struct atb_context_functions *functions;
};

/* A table as it lies in memory: a pointer to it points behind what RTTI would use. */
#define ATB_TABLE(type)               \
    struct {                          \
        ptrdiff_t offset_to_top;      \
        const void *type_information; \
        struct type functions;        \
    }

#endif
