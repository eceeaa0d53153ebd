/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Single operators: an operator type with descriptions, buffers and attributes becomes one aclnn
 * call or a few in a row, each in its two phases. Which ones is a row of operators.toml.
 *
 * A row's plan is made first: phase one of all calls, so that nothing is queued when one refuses.
 * single_run then queues them. While a plan is made the first failure stays (`status`), and the
 * functions below do nothing any more; they may be given what failed before.
 */
#ifndef ACLNN_PY_SINGLE_SINGLE_H
#define ACLNN_PY_SINGLE_SINGLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "executor/operator.h"
#include "single/attributes.h"
#include "single/tensor_desc.h"

struct stream;

/* ---- Rows ------------------------------------------------------------------------------------ */

struct single_operand {
    const char *name;
    bool is_optional;
    bool is_many; /* any number of tensors; one operand of a row at most */
};

struct single_attribute {
    const char *name;
    enum attribute_kind kind;
    bool is_required;
    struct attribute_value value; /* when it is not given */
};

struct single;

struct single_row {
    const char *name;
    int input_count;
    int output_count;
    int attribute_count;
    const struct single_operand *inputs;
    const struct single_operand *outputs;
    const struct single_attribute *attributes;
    bool finds_dims; /* the calls find the shapes of outputs when they run */
    void (*plan)(struct single *s);
};

/* In the sequence of their names (made from operators.toml). */
extern const struct single_row single_rows[];
extern const int single_row_count;

/* The row of an operator type, or NULL. */
const struct single_row *single_find(const char *type);

/* ---- Operands -------------------------------------------------------------------------------- */

/* Elements of a tensor: an operand, a part of one, or memory that lasts until the calls have run.
 */
struct single_view {
    aclDataType type;
    aclFormat format;
    int32_t rank;
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t strides[TENSOR_MAX_DIMS];
    int64_t offset;   /* in elements */
    void *data;       /* device memory */
    const void *host; /* the elements, where they lie in host memory */
    int output;       /* the output's number from 1 on; 0: none */
};

struct single_memory;
struct single_handle;
struct single_step;

struct single {
    const struct single_row *row;
    const struct attributes *attributes; /* NULL: none are given */
    int32_t device;
    struct stream *stream; /* where the calls will be queued; NULL: not known yet */
    int input_count;       /* as given, members of a list one by one */
    int output_count;
    struct single_view **inputs; /* NULL: left out */
    struct single_view **outputs;
    const aclTensor **output_tensors; /* what the last call was given for each output */
    aclError status;
    struct arena arena;
    struct single_memory *memory;
    struct single_handle *handles;
    struct single_step *first;
    struct single_step *last;
};

/* What a program hands over. Descriptions, buffers and attributes are looked at, and pinned by
 * nobody afterwards. */
struct single_given {
    int input_count;
    int output_count;
    const aclTensorDesc *const *input_descs;
    const aclTensorDesc *const *output_descs;
    const aclDataBuffer *const *inputs;
    const aclDataBuffer *const *outputs;
};

/* Begins: finds the operands; reports what is wrong with them. single_end ends it in any case. */
aclError single_begin(struct single *s, const struct single_row *row,
                      const struct single_given *given, const struct attributes *attributes,
                      int32_t device);

/* Begins with views in place of descriptions: what operations of atb are given. A view whose type
 * is ACL_DT_UNDEFINED is left out. The others are dense, and a row is nothing but a name here. */
aclError single_begin_views(struct single *s, const struct single_row *row, int32_t device,
                            int input_count, const struct single_view *inputs, int output_count,
                            const struct single_view *outputs);

/* Makes the plan; reports what its calls refuse. */
aclError single_plan(struct single *s);

/* Queues the calls. */
aclError single_run(struct single *s, struct stream *stream);

/* Gives back what the calls do not need any more. stream: where single_run queued them, or NULL. */
void single_end(struct single *s, struct stream *stream);

/* ---- For plans ------------------------------------------------------------------------------- */

/* Refuses the operator with a status and a text; the first of them counts. */
void single_fail(struct single *s, aclError status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Refuses what is not implemented of an operator: `where` says where it is. */
void single_refuse(struct single *s, const char *where);

struct single_ints {
    int64_t count;
    const int64_t *values;
};

/* An operand by its place in the row; NULL where it is left out. */
const struct single_view *single_input(struct single *s, int place);
const struct single_view *single_output(struct single *s, int place);

/* The value of an attribute by its place in the row: what was given, or the row's. */
const struct attribute_value *single_attribute(const struct single *s, int place);
struct single_ints single_integers(const struct single *s, int place);

/* Item of a list, counted from 0; fails where there is none. */
int64_t single_item(struct single *s, struct single_ints list, int64_t index);
double single_real_item(struct single *s, const struct attribute_value *list, int64_t index);

/* All elements of an input as integers. They lie in host memory. */
struct single_ints single_numbers(struct single *s, const struct single_view *view);

/* The same, and one element as a number, where they may lie in device memory: they are read after
 * the work queued so far. */
struct single_ints single_lengths(struct single *s, const struct single_view *view);
double single_number(struct single *s, const struct single_view *view);

/* The same elements as other dims: the last two dims swapped where `swap`; `count` of a dim from
 * `from` on; those of one index of a dim, without it; the dims in another sequence; the elements of
 * a dense view in another shape. Axes below 0 count from the end. */
const struct single_view *single_turned(struct single *s, const struct single_view *view,
                                        bool swap);
const struct single_view *single_part(struct single *s, const struct single_view *view,
                                      int64_t axis, int64_t from, int64_t count);
const struct single_view *single_at(struct single *s, const struct single_view *view, int64_t axis,
                                    int64_t index);
const struct single_view *single_permuted(struct single *s, const struct single_view *view,
                                          struct single_ints perm);
const struct single_view *single_shaped(struct single *s, const struct single_view *view,
                                        struct single_ints dims);
/* As another type of as many bits. */
const struct single_view *single_typed(struct single *s, const struct single_view *view,
                                       aclDataType type);

int64_t single_size(struct single *s, const struct single_view *view); /* how many elements */
int64_t single_dim(struct single *s, const struct single_view *view, int64_t axis);
int64_t single_axis(struct single *s, const struct single_view *view, int64_t axis);

/* Device memory until the calls have run, contents undefined. */
const struct single_view *single_temporary(struct single *s, aclDataType type, int32_t rank,
                                           const int64_t *dims);
const struct single_view *single_like(struct single *s, const struct single_view *view);
const struct single_view *single_like_of(struct single *s, const struct single_view *view,
                                         int64_t type);

/* Objects for calls. A view that is NULL gives NULL. */
const aclTensor *single_tensor(struct single *s, const struct single_view *view);
const aclTensorList *single_list(struct single *s, const struct single_view *const *views,
                                 int count);
const aclTensorList *single_many(struct single *s, int place); /* the members of an input */
/* A list as long as `which`: the members where it is not 0, in their sequence; elsewhere tensors of
 * no elements, which stand for whole dims. */
const aclTensorList *single_picked(struct single *s, int place, struct single_ints which);
const aclScalar *single_scalar_real(struct single *s, double value);
const aclScalar *single_scalar_integer(struct single *s, int64_t value);
/* The first element of an input. One in device memory is read when the stream's work has run. */
const aclScalar *single_scalar_of(struct single *s, const struct single_view *view);
const aclIntArray *single_int_array(struct single *s, struct single_ints list);
const aclFloatArray *single_float_array(struct single *s, const struct attribute_value *value);
const aclBoolArray *single_bool_array(struct single *s, int count, const bool *values);

/* Appends a call: its phase one, with a value for each of its parameters. */
void single_call(struct single *s, const struct operator *call, const union given *given);

#endif
