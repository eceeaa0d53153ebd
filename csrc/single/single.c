/* SPDX-License-Identifier: Apache-2.0 */
/* The operands of a single operator, and its calls in a row. */
#include "single/single.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/entry_current.h"
#include "base/half.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_base_rt.h"
#include "impl/aclnn/acl_meta.h"
#include "runtime/memory/device_memory.h"
#include "runtime/stream/stream.h"

struct single_memory {
    struct single_memory *next;
    struct device_allocation allocation;
};

struct single_handle {
    struct single_handle *next;
    const void *handle;
    enum handle_kind kind;
};

struct single_step {
    struct single_step *next;
    const struct operator *call;
    aclOpExecutor *executor;
};

void single_fail(struct single *s, aclError status, const char *format, ...)
{
    char text[512];
    va_list values;
    if (s->status != ACL_SUCCESS)
        return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    s->status = report(status, "%s", text);
}

void single_refuse(struct single *s, const char *where)
{
    single_fail(s, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                "the single operator %s is implemented only where %s", s->row->name, where);
}

static void *take(struct single *s, size_t bytes)
{
    void *taken = s->status == ACL_SUCCESS ? arena_take(&s->arena, bytes) : NULL;
    if (taken == NULL)
        single_fail(s, ACL_ERROR_BAD_ALLOC, "no host memory for %s", s->row->name);
    else
        memset(taken, 0, bytes);
    return taken;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static int compare_name(const void *type, const void *row)
{
    return strcmp(type, ((const struct single_row *)row)->name);
}

const struct single_row *single_find(const char *type)
{
    return bsearch(type, single_rows, (size_t)single_row_count, sizeof *single_rows, compare_name);
}

static bool has_many(const struct single_operand *operands, int count)
{
    for (int i = 0; i < count; i++)
        if (operands[i].is_many)
            return true;
    return false;
}

/* The operand of a row that the given tensor of that number is for. */
static int place_of(const struct single_operand *operands, int count, int given_count, int number)
{
    int more = given_count - count; /* members of the list behind the first one */
    for (int i = 0; i < count; i++) {
        int past = i + 1 + (operands[i].is_many ? more : 0);
        if (number < past)
            return i;
        if (operands[i].is_many)
            number -= more;
    }
    return count - 1;
}

/* ---- Operands -------------------------------------------------------------------------------- */

static void make_dense(struct single_view *view)
{
    uint64_t stride = 1;
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        view->strides[i] = (int64_t)stride;
        stride *= (uint64_t)view->dims[i];
    }
}

static int64_t bytes_of(aclDataType type, int64_t count)
{
    return (data_type_bits(type) * count + 7) / 8;
}

/* Whether a size of the shape is not known. */
static bool is_dynamic(const struct tensor_shape *shape)
{
    for (int32_t i = 0; i < shape->rank; i++)
        if (shape->dims[i] < 0)
            return true;
    return false;
}

static aclError check_size(const char *operand, const struct tensor_desc *desc, size_t size)
{
    int64_t count = 0;
    char dims[160];
    dims_describe(desc->shape.dims, desc->shape.rank, dims, sizeof dims);
    if (is_dynamic(&desc->shape))
        return report(ACL_ERROR_OP_UNSUPPORTED_DYNAMIC,
                      "the shape of %s is %s; all sizes have to be known", operand, dims);
    if (!tensor_shape_count(&desc->shape, &count) || count > INT64_MAX / 64)
        return report(ACL_ERROR_INVALID_PARAM, "the shape of %s is %s; it has too many elements",
                      operand, dims);
    int64_t bytes = bytes_of(desc->type, count);
    if ((uint64_t)bytes > size)
        return report(ACL_ERROR_INVALID_PARAM,
                      "the data buffer of %s has %zu bytes; %s%s takes %" PRId64, operand, size,
                      data_type_name(desc->type), dims, bytes);
    return ACL_SUCCESS;
}

/* What is known of an operand from its description and its buffer. */
static struct single_view *new_view(struct single *s, const char *operand,
                                    const struct tensor_desc *desc, const aclDataBuffer *buffer)
{
    struct single_view *view = take(s, sizeof *view);
    void *data = aclGetDataBufferAddrImpl(buffer);
    size_t size = aclGetDataBufferSizeV2Impl(buffer);
    if (view == NULL)
        return NULL;
    if (desc->constant != NULL)
        size = desc->constant_size;
    s->status = check_size(operand, desc, size);
    view->type = desc->type;
    view->format = desc->format;
    view->rank = desc->shape.rank;
    memcpy(view->dims, desc->shape.dims, (size_t)view->rank * sizeof *view->dims);
    make_dense(view);
    if (desc->constant != NULL) {
        void *copy = take(s, desc->constant_size);
        if (copy != NULL)
            memcpy(copy, desc->constant, desc->constant_size);
        view->host = copy;
    } else if (desc->placement != ACL_MEMTYPE_DEVICE) {
        view->host = data;
    } else {
        view->data = data;
    }
    if (view->host != NULL && device_memory_is_device(view->host))
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "%s lies in device memory (%p), and its description says in host memory",
                    operand, view->host);
    return s->status == ACL_SUCCESS ? view : NULL;
}

static struct single_view *new_input(struct single *s, const struct single_given *given, int number)
{
    const struct single_operand *operand =
        &s->row->inputs[place_of(s->row->inputs, s->row->input_count, given->input_count, number)];
    const struct tensor_desc *desc = tensor_desc_acquire(given->input_descs[number], operand->name);
    struct single_view *view = NULL;
    if (desc == NULL) {
        s->status = ACL_ERROR_INVALID_PARAM;
        return NULL;
    }
    if (desc->type != ACL_DT_UNDEFINED)
        view = new_view(s, operand->name, desc, given->inputs[number]);
    else if (!operand->is_optional)
        single_fail(s, ACL_ERROR_OP_INPUT_NOT_MATCH,
                    "%s of %s is left out (ACL_DT_UNDEFINED); it is required", operand->name,
                    s->row->name);
    tensor_desc_release(given->input_descs[number]);
    return view;
}

static struct single_view *new_output(struct single *s, const struct single_given *given,
                                      int number)
{
    const char *name = s->row->outputs[number].name;
    const struct tensor_desc *desc = tensor_desc_acquire(given->output_descs[number], name);
    struct single_view *view = NULL;
    if (desc == NULL) {
        s->status = ACL_ERROR_INVALID_PARAM;
        return NULL;
    }
    if (desc->type != ACL_DT_UNDEFINED)
        view = new_view(s, name, desc, given->outputs[number]);
    else if (!s->row->outputs[number].is_optional)
        single_fail(s, ACL_ERROR_OP_OUTPUT_NOT_MATCH,
                    "%s of %s is left out (ACL_DT_UNDEFINED); it is required", name, s->row->name);
    if (view != NULL && view->host != NULL)
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "%s of %s lies in host memory; device memory is "
                    "required",
                    name, s->row->name);
    if (view != NULL)
        view->output = number + 1;
    tensor_desc_release(given->output_descs[number]);
    return view;
}

/* The fewest tensors that operands take: optional ones at the end may be left out. */
static int fewest(const struct single_operand *operands, int count)
{
    while (count > 0 && operands[count - 1].is_optional)
        count--;
    return count;
}

static aclError check_count(const struct single_row *row, bool of_inputs, int given)
{
    const struct single_operand *operands = of_inputs ? row->inputs : row->outputs;
    int most = of_inputs ? row->input_count : row->output_count;
    int least = fewest(operands, most);
    bool is_open = has_many(operands, most);
    if (given >= least && (given <= most || is_open))
        return ACL_SUCCESS;
    return report(of_inputs ? ACL_ERROR_OP_INPUT_NOT_MATCH : ACL_ERROR_OP_OUTPUT_NOT_MATCH,
                  "%s is given %d %s(s); it has %d%s", row->name, given,
                  of_inputs ? "input" : "output", least,
                  is_open        ? " or more"
                  : least < most ? ", and optional ones behind"
                                 : "");
}

/* ---- Attributes ------------------------------------------------------------------------------ */

/* The plug-in of PyTorch gives some strings as bools: those count as not given. */
static bool is_mistaken(enum attribute_kind given, enum attribute_kind wanted)
{
    return given == ATTRIBUTE_BOOL && wanted == ATTRIBUTE_STRING;
}

static bool goes_as(enum attribute_kind given, enum attribute_kind wanted)
{
    return given == wanted || is_mistaken(given, wanted) ||
           (given == ATTRIBUTE_INT && wanted == ATTRIBUTE_DATA_TYPE) ||
           (given == ATTRIBUTE_DATA_TYPE && wanted == ATTRIBUTE_INT);
}

static aclError check_attributes(const struct single_row *row, const struct attributes *attributes)
{
    for (int i = 0; i < row->attribute_count; i++) {
        const struct single_attribute *attribute = &row->attributes[i];
        const struct attribute_value *found = attributes_find(attributes, attribute->name);
        if (found == NULL && attribute->is_required)
            return report(ACL_ERROR_OP_ATTR_NOT_MATCH, "%s has no attribute %s; a %s is required",
                          row->name, attribute->name, attribute_kind_name(attribute->kind));
        if (found != NULL && !goes_as(found->kind, attribute->kind))
            return report(ACL_ERROR_OP_ATTR_NOT_MATCH,
                          "the attribute %s of %s is a %s; a %s is required", attribute->name,
                          row->name, attribute_kind_name(found->kind),
                          attribute_kind_name(attribute->kind));
    }
    return ACL_SUCCESS;
}

const struct attribute_value *single_attribute(const struct single *s, int place)
{
    const struct single_attribute *attribute = &s->row->attributes[place];
    const struct attribute_value *found = attributes_find(s->attributes, attribute->name);
    bool counts = found != NULL && !is_mistaken(found->kind, attribute->kind);
    return counts ? found : &attribute->value;
}

struct single_ints single_integers(const struct single *s, int place)
{
    const struct attribute_value *value = single_attribute(s, place);
    return (struct single_ints){value->count, value->integers};
}

/* ---- Begin and end --------------------------------------------------------------------------- */

static void begin(struct single *s, const struct single_row *row, int32_t device, int input_count,
                  int output_count)
{
    memset(s, 0, sizeof *s);
    arena_start(&s->arena, NULL, 0);
    s->row = row;
    s->device = device;
    s->input_count = input_count;
    s->output_count = output_count;
    s->inputs = take(s, (size_t)input_count * sizeof *s->inputs + 1);
    s->outputs = take(s, (size_t)output_count * sizeof *s->outputs + 1);
    s->output_tensors = take(s, (size_t)output_count * sizeof *s->output_tensors + 1);
}

static aclError check_given(const struct single_row *row, const struct single_given *given,
                            const struct attributes *attributes)
{
    aclError status = check_count(row, true, given->input_count);
    if (status == ACL_SUCCESS)
        status = check_count(row, false, given->output_count);
    if (status == ACL_SUCCESS)
        status = check_attributes(row, attributes);
    return status;
}

aclError single_begin(struct single *s, const struct single_row *row,
                      const struct single_given *given, const struct attributes *attributes,
                      int32_t device)
{
    begin(s, row, device, given->input_count, given->output_count);
    s->attributes = attributes;
    if (s->status == ACL_SUCCESS)
        s->status = check_given(row, given, attributes);
    for (int i = 0; s->status == ACL_SUCCESS && i < given->input_count; i++)
        s->inputs[i] = new_input(s, given, i);
    for (int i = 0; s->status == ACL_SUCCESS && i < given->output_count; i++)
        s->outputs[i] = new_output(s, given, i);
    return s->status;
}

/* A copy of a view, dense; NULL for one that is left out. */
static struct single_view *dense_copy(struct single *s, const struct single_view *view)
{
    struct single_view *copy = view->type != ACL_DT_UNDEFINED ? take(s, sizeof *copy) : NULL;
    if (copy == NULL)
        return NULL;
    *copy = *view;
    make_dense(copy);
    return copy;
}

aclError single_begin_views(struct single *s, const struct single_row *row, int32_t device,
                            int input_count, const struct single_view *inputs, int output_count,
                            const struct single_view *outputs)
{
    begin(s, row, device, input_count, output_count);
    for (int i = 0; s->status == ACL_SUCCESS && i < input_count; i++)
        s->inputs[i] = dense_copy(s, &inputs[i]);
    for (int i = 0; s->status == ACL_SUCCESS && i < output_count; i++)
        s->outputs[i] = dense_copy(s, &outputs[i]);
    return s->status;
}

aclError single_plan(struct single *s)
{
    s->row->plan(s);
    return s->status;
}

/* Phase two refuses memory and, behind stream_acquire, hardly anything else. */
static aclError status_of_run(aclnnStatus status)
{
    if (status == ACLNN_ERR_PARAM_INVALID || status == ACLNN_ERR_PARAM_NULLPTR)
        return ACL_ERROR_INVALID_PARAM;
    return status == ACL_ERROR_RT_FEATURE_NOT_SUPPORT ? status : ACL_ERROR_INTERNAL_ERROR;
}

aclError single_run(struct single *s, struct stream *stream)
{
    for (const struct single_step *step = s->first; step != NULL; step = step->next) {
        aclnnStatus status = operator_run_alone(step->executor, s->row->name, stream);
        if (status != ACLNN_SUCCESS)
            return report(status_of_run(status),
                          "%s is refused by %s with %d; see the text behind this one", s->row->name,
                          step->call->name, status);
    }
    return ACL_SUCCESS;
}

/* A task that keeps memory until the work before it is done, and then frees it. */
struct keeper {
    struct task task;
    struct single_memory *memory;
};

static void free_memory(struct single_memory *memory)
{
    while (memory != NULL) {
        struct single_memory *next = memory->next;
        device_memory_free_found(&memory->allocation);
        free(memory);
        memory = next;
    }
}

static void run_keeper(struct task *task, struct stream *stream, struct task_failure *failure)
{
    (void)task, (void)stream, (void)failure;
}

static void destroy_keeper(struct task *task)
{
    struct keeper *keeper = (struct keeper *)task;
    free_memory(keeper->memory);
    free(keeper);
}

static void keep_memory(struct single *s, struct stream *stream)
{
    struct keeper *keeper = calloc(1, sizeof *keeper);
    if (keeper == NULL) {
        stream_wait(stream);
        free_memory(s->memory);
        return;
    }
    keeper->memory = s->memory;
    keeper->task.name = s->row->name;
    keeper->task.run = run_keeper;
    keeper->task.destroy = destroy_keeper;
    /* Where the tasks of operators in a graph are replaced, it goes with those it stands behind. */
    keeper->task.type = ACL_MODEL_RI_TASK_KERNEL;
    stream_submit(stream, &keeper->task);
}

void single_end(struct single *s, struct stream *stream)
{
    for (const struct single_handle *made = s->handles; made != NULL; made = made->next)
        handle_close(made->handle, made->kind, entry_name());
    for (const struct single_step *step = s->first; step != NULL; step = step->next)
        handle_close(step->executor, HANDLE_EXECUTOR, entry_name());
    if (s->memory != NULL && stream != NULL)
        keep_memory(s, stream);
    else
        free_memory(s->memory);
    arena_end(&s->arena);
}

/* ---- Operands of plans ----------------------------------------------------------------------- */

const struct single_view *single_input(struct single *s, int place)
{
    const struct single_row *row = s->row;
    for (int i = 0; i < s->input_count; i++)
        if (place_of(row->inputs, row->input_count, s->input_count, i) == place)
            return s->inputs[i];
    return NULL;
}

const struct single_view *single_output(struct single *s, int place)
{
    return place < s->output_count ? s->outputs[place] : NULL;
}

int64_t single_item(struct single *s, struct single_ints list, int64_t index)
{
    if (index >= 0 && index < list.count)
        return list.values[index];
    single_fail(s, ACL_ERROR_OP_ATTR_NOT_MATCH,
                "a list of %s has %" PRId64 " number(s); it needs more", s->row->name, list.count);
    return 0;
}

double single_real_item(struct single *s, const struct attribute_value *list, int64_t index)
{
    if (index >= 0 && index < list->count)
        return list->reals[index];
    single_fail(s, ACL_ERROR_OP_ATTR_NOT_MATCH,
                "a list of %s has %" PRId32 " number(s); it needs more", s->row->name, list->count);
    return 0;
}

static int64_t element_count(const struct single_view *view)
{
    int64_t count = 1;
    for (int32_t i = 0; i < view->rank; i++)
        count *= view->dims[i];
    return count;
}

static bool read_integer(const struct single_view *view, int64_t index, int64_t *value)
{
    switch (view->type) {
    case ACL_INT64:
    case ACL_UINT64: *value = ((const int64_t *)view->host)[index]; return true;
    case ACL_INT32: *value = ((const int32_t *)view->host)[index]; return true;
    case ACL_INT16: *value = ((const int16_t *)view->host)[index]; return true;
    case ACL_INT8: *value = ((const int8_t *)view->host)[index]; return true;
    case ACL_UINT8:
    case ACL_BOOL: *value = ((const uint8_t *)view->host)[index]; return true;
    default: return false;
    }
}

static bool read_real(const struct single_view *view, double *value)
{
    int64_t integer = 0;
    switch (view->type) {
    case ACL_DOUBLE: *value = *(const double *)view->host; return true;
    case ACL_FLOAT: *value = given_float(*(const float *)view->host); return true;
    case ACL_FLOAT16:
        *value = given_float(float_of_float16(*(const uint16_t *)view->host));
        return true;
    case ACL_BF16:
        *value = given_float(float_of_bfloat16(*(const uint16_t *)view->host));
        return true;
    default:
        if (!read_integer(view, 0, &integer))
            return false;
        *value = (double)integer;
        return true;
    }
}

/* Whether the elements can be read now; refuses the operator otherwise. */
static bool is_readable(struct single *s, const struct single_view *view)
{
    if (view == NULL || s->status != ACL_SUCCESS)
        return false;
    if (view->host == NULL)
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "an input of %s, %s, lies in device memory; its elements say what the operator "
                    "does, and have to lie in host memory (aclSetTensorPlaceMent or "
                    "aclSetTensorConst)",
                    s->row->name, data_type_name(view->type));
    return view->host != NULL;
}

static void refuse_type(struct single *s, const struct single_view *view)
{
    single_fail(s, ACL_ERROR_UNSUPPORTED_DATA_TYPE,
                "an input of %s in host memory is %s; its elements cannot be read", s->row->name,
                data_type_name(view->type));
}

/* Elements in host memory. */
static struct single_ints integers_of(struct single *s, const struct single_view *view)
{
    struct single_ints list = {0, NULL};
    int64_t count = element_count(view);
    int64_t *values = take(s, (size_t)count * sizeof *values + 1);
    for (int64_t i = 0; values != NULL && i < count; i++)
        if (!read_integer(view, i, &values[i])) {
            refuse_type(s, view);
            return list;
        }
    return (struct single_ints){values == NULL ? 0 : count, values};
}

struct single_ints single_numbers(struct single *s, const struct single_view *view)
{
    return is_readable(s, view) ? integers_of(s, view) : (struct single_ints){0, NULL};
}

/* The elements of an input in device memory, after the work queued so far: it may write them. */
static const void *wait_for(struct single *s, const struct single_view *view)
{
    aclError status = stream_refuse_captured(s->stream, "is waited for");
    if (status == ACL_SUCCESS)
        status = stream_check_wait(s->stream);
    if (status != ACL_SUCCESS) {
        s->status = status;
        return NULL;
    }
    stream_wait(s->stream);
    return (const char *)view->data + device_memory_kernel_offset(view->data);
}

/* Where elements are read: in host memory, or in device memory. */
static const void *elements_of(struct single *s, const struct single_view *view)
{
    if (view == NULL || s->status != ACL_SUCCESS)
        return NULL;
    if (view->host == NULL && view->data != NULL && s->stream != NULL && element_count(view) > 0)
        return wait_for(s, view);
    return is_readable(s, view) ? view->host : NULL;
}

struct single_ints single_lengths(struct single *s, const struct single_view *view)
{
    const void *elements = elements_of(s, view);
    if (elements == NULL)
        return (struct single_ints){0, NULL};
    struct single_view here = *view;
    here.host = elements;
    return integers_of(s, &here);
}

double single_number(struct single *s, const struct single_view *view)
{
    const void *element = elements_of(s, view);
    double value = 0;
    if (element == NULL)
        return 0;
    struct single_view here = *view;
    here.host = element;
    if (element_count(view) < 1 || !read_real(&here, &value))
        refuse_type(s, view);
    return value;
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* A copy of a view, to be changed. Elements in host memory come to the device first. */
static struct single_view *changed(struct single *s, const struct single_view *view);

int64_t single_axis(struct single *s, const struct single_view *view, int64_t axis)
{
    int64_t rank = view == NULL ? 1 : view->rank > 0 ? view->rank : 1;
    if (axis < -rank || axis >= rank) {
        single_fail(s, ACL_ERROR_OP_ATTR_NOT_MATCH,
                    "an axis of %s is %" PRId64 "; its tensor has %" PRId64 " dimension(s)",
                    s->row->name, axis, rank);
        return 0;
    }
    return axis < 0 ? axis + rank : axis;
}

int64_t single_size(struct single *s, const struct single_view *view)
{
    (void)s;
    return view == NULL ? 0 : element_count(view);
}

int64_t single_dim(struct single *s, const struct single_view *view, int64_t axis)
{
    axis = single_axis(s, view, axis);
    return s->status == ACL_SUCCESS && view != NULL && view->rank > 0 ? view->dims[axis] : 1;
}

static void swap(int64_t *a, int64_t *b)
{
    int64_t kept = *a;
    *a = *b;
    *b = kept;
}

const struct single_view *single_turned(struct single *s, const struct single_view *view,
                                        bool swap_last)
{
    if (!swap_last || view == NULL || view->rank < 2)
        return view;
    struct single_view *copy = changed(s, view);
    if (copy == NULL)
        return view;
    swap(&copy->dims[copy->rank - 1], &copy->dims[copy->rank - 2]);
    swap(&copy->strides[copy->rank - 1], &copy->strides[copy->rank - 2]);
    return copy;
}

const struct single_view *single_part(struct single *s, const struct single_view *view,
                                      int64_t axis, int64_t from, int64_t count)
{
    struct single_view *copy = changed(s, view);
    axis = single_axis(s, view, axis);
    if (copy == NULL || s->status != ACL_SUCCESS || copy->rank == 0)
        return view;
    if (from < 0 || count < 0 || from > copy->dims[axis] - count) {
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "a dimension of %s has %" PRId64 " elements; %" PRId64 " from %" PRId64
                    " on are needed",
                    s->row->name, copy->dims[axis], count, from);
        return view;
    }
    copy->dims[axis] = count;
    copy->offset += from * copy->strides[axis];
    return copy;
}

const struct single_view *single_at(struct single *s, const struct single_view *view, int64_t axis,
                                    int64_t index)
{
    struct single_view *copy = changed(s, single_part(s, view, axis, index, 1));
    if (copy == NULL || copy->rank == 0)
        return view;
    axis = single_axis(s, view, axis);
    copy->rank--;
    for (int64_t i = axis; i < copy->rank; i++) {
        copy->dims[i] = copy->dims[i + 1];
        copy->strides[i] = copy->strides[i + 1];
    }
    return copy;
}

const struct single_view *single_permuted(struct single *s, const struct single_view *view,
                                          struct single_ints perm)
{
    struct single_view *copy = changed(s, view);
    if (copy == NULL)
        return view;
    uint64_t seen = 0;
    for (int32_t i = 0; i < copy->rank && perm.count == copy->rank; i++) {
        int64_t axis = single_axis(s, view, perm.values[i]);
        seen |= (uint64_t)1 << axis;
        copy->dims[i] = view->dims[axis];
        copy->strides[i] = view->strides[axis];
    }
    if (seen != ((uint64_t)1 << copy->rank) - 1)
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "a permutation of %s does not name each of %d dimension(s) once", s->row->name,
                    copy->rank);
    return copy;
}

const struct single_view *single_shaped(struct single *s, const struct single_view *view,
                                        struct single_ints dims)
{
    struct single_view *copy = changed(s, view);
    if (copy == NULL)
        return view;
    copy->rank = (int32_t)(dims.count < TENSOR_MAX_DIMS ? dims.count : TENSOR_MAX_DIMS);
    memcpy(copy->dims, dims.values, (size_t)copy->rank * sizeof *copy->dims);
    make_dense(copy);
    if (element_count(copy) != element_count(view))
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "a tensor of %s has %" PRId64 " elements; %" PRId64 " are needed", s->row->name,
                    element_count(view), element_count(copy));
    return copy;
}

const struct single_view *single_typed(struct single *s, const struct single_view *view,
                                       aclDataType type)
{
    struct single_view *copy = changed(s, view);
    if (copy == NULL)
        return view;
    copy->type = type;
    return copy;
}

/* ---- Temporary memory ------------------------------------------------------------------------ */

static void *take_memory(struct single *s, int64_t bytes)
{
    struct single_memory *memory = s->status == ACL_SUCCESS ? malloc(sizeof *memory) : NULL;
    size_t size = bytes > 0 ? (size_t)bytes : 1;
    void *address = memory == NULL ? NULL : device_memory_allocate(s->device, size, size);
    if (address == NULL) {
        free(memory);
        single_fail(s, ACL_ERROR_RT_MEMORY_ALLOCATION,
                    "the device has no %" PRId64 " bytes left for what %s needs meanwhile", bytes,
                    s->row->name);
        return NULL;
    }
    memory->next = s->memory;
    device_memory_find(address, &memory->allocation);
    s->memory = memory;
    return address;
}

static struct single_view *temporary(struct single *s, aclDataType type, int32_t rank,
                                     const int64_t *dims)
{
    struct single_view *view = take(s, sizeof *view);
    if (view == NULL)
        return NULL;
    view->type = type;
    view->format = ACL_FORMAT_ND;
    view->rank = rank;
    memcpy(view->dims, dims, (size_t)rank * sizeof *dims);
    make_dense(view);
    view->data = take_memory(s, bytes_of(type, element_count(view)));
    return view;
}

const struct single_view *single_temporary(struct single *s, aclDataType type, int32_t rank,
                                           const int64_t *dims)
{
    return temporary(s, type, rank, dims);
}

const struct single_view *single_like_of(struct single *s, const struct single_view *view,
                                         int64_t type)
{
    if (view == NULL)
        return NULL;
    struct single_view *like = temporary(s, (aclDataType)type, view->rank, view->dims);
    if (like != NULL && !format_is_private(view->format))
        like->format = view->format;
    return like;
}

const struct single_view *single_like(struct single *s, const struct single_view *view)
{
    return view == NULL ? NULL : single_like_of(s, view, view->type);
}

/* Copies elements from host memory to the device. */
static void *bring(struct single *s, const struct single_view *view)
{
    int64_t bytes = bytes_of(view->type, element_count(view));
    char *address = take_memory(s, bytes);
    if (address != NULL)
        memcpy(address + device_memory_kernel_offset(address), view->host, (size_t)bytes);
    return address;
}

static struct single_view *changed(struct single *s, const struct single_view *view)
{
    struct single_view *copy = view == NULL ? NULL : take(s, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *view;
    if (copy->host != NULL)
        copy->data = bring(s, view);
    copy->host = NULL;
    return copy;
}

/* ---- Objects --------------------------------------------------------------------------------- */

/* Notes a handle, which ends with the operator. */
static const void *note(struct single *s, const void *handle, enum handle_kind kind)
{
    struct single_handle *made = take(s, sizeof *made);
    if (made == NULL || handle == NULL) {
        handle_close(handle, kind, entry_name());
        single_fail(s, ACL_ERROR_BAD_ALLOC, "no host memory for %s", s->row->name);
        return NULL;
    }
    *made = (struct single_handle){s->handles, handle, kind};
    s->handles = made;
    return handle;
}

const aclTensor *single_tensor(struct single *s, const struct single_view *view)
{
    if (view == NULL || s->status != ACL_SUCCESS)
        return NULL;
    void *data = view->host != NULL ? bring(s, view) : view->data;
    int64_t storage = element_count(view);
    int64_t reach = storage > 0;
    for (int32_t i = 0; i < view->rank && reach > 0; i++)
        reach += (view->dims[i] - 1) * view->strides[i];
    storage = (reach > storage ? reach : storage) + view->offset;
    const aclTensor *tensor = note(s,
                                   aclCreateTensorImpl(view->dims, (uint64_t)view->rank, view->type,
                                                       view->strides, view->offset, view->format,
                                                       &storage, 1, data),
                                   HANDLE_TENSOR);
    if (view->output > 0)
        s->output_tensors[view->output - 1] = tensor;
    return tensor;
}

const aclTensorList *single_list(struct single *s, const struct single_view *const *views,
                                 int count)
{
    const aclTensor **members = take(s, (size_t)count * sizeof *members + 1);
    for (int i = 0; members != NULL && i < count; i++)
        members[i] = single_tensor(s, views[i]);
    if (s->status != ACL_SUCCESS)
        return NULL;
    return note(s, aclCreateTensorListImpl(members, (uint64_t)count), HANDLE_TENSOR_LIST);
}

/* The members of an input, and how many: NULL if there is no memory. */
static const struct single_view **members_of(struct single *s, int place, int *count)
{
    const struct single_row *row = s->row;
    const struct single_view **members = take(s, (size_t)s->input_count * sizeof *members + 1);
    *count = 0;
    for (int i = 0; members != NULL && i < s->input_count; i++)
        if (place_of(row->inputs, row->input_count, s->input_count, i) == place)
            members[(*count)++] = s->inputs[i];
    return members;
}

const aclTensorList *single_many(struct single *s, int place)
{
    int count;
    const struct single_view **members = members_of(s, place, &count);
    return single_list(s, members, count);
}

const aclTensorList *single_picked(struct single *s, int place, struct single_ints which)
{
    int count, next = 0;
    const struct single_view **members = members_of(s, place, &count);
    const struct single_view **picked = take(s, (size_t)which.count * sizeof *picked + 1);
    for (int64_t i = 0; members != NULL && picked != NULL && i < which.count; i++) {
        if (which.values[i] == 0)
            picked[i] = single_temporary(s, ACL_INT64, 1, (const int64_t[]){0});
        else if (next < count)
            picked[i] = members[next++];
        else
            single_refuse(s, "indexed_sizes has no more ones than there are indices");
    }
    return single_list(s, picked, (int)which.count);
}

static const aclScalar *scalar(struct single *s, const void *value, aclDataType type)
{
    if (s->status != ACL_SUCCESS)
        return NULL;
    return note(s, aclCreateScalarImpl((void *)(uintptr_t)value, type), HANDLE_SCALAR);
}

const aclScalar *single_scalar_real(struct single *s, double value)
{
    return scalar(s, &value, ACL_DOUBLE);
}

const aclScalar *single_scalar_integer(struct single *s, int64_t value)
{
    return scalar(s, &value, ACL_INT64);
}

const aclScalar *single_scalar_of(struct single *s, const struct single_view *view)
{
    const void *value = elements_of(s, view);
    return value == NULL ? NULL : scalar(s, value, view->type);
}

const aclIntArray *single_int_array(struct single *s, struct single_ints list)
{
    if (s->status != ACL_SUCCESS)
        return NULL;
    return note(s, aclCreateIntArrayImpl(list.values, (uint64_t)list.count), HANDLE_INT_ARRAY);
}

const aclFloatArray *single_float_array(struct single *s, const struct attribute_value *value)
{
    if (s->status != ACL_SUCCESS)
        return NULL;
    return note(s, aclCreateFloatArrayImpl(value->reals, (uint64_t)value->count),
                HANDLE_FLOAT_ARRAY);
}

const aclBoolArray *single_bool_array(struct single *s, int count, const bool *values)
{
    if (s->status != ACL_SUCCESS)
        return NULL;
    return note(s, aclCreateBoolArrayImpl(values, (uint64_t)count), HANDLE_BOOL_ARRAY);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

void single_call(struct single *s, const struct operator *call, const union given *given)
{
    struct single_step *step = take(s, sizeof *step);
    uint64_t size = 0;
    if (step == NULL)
        return;
    aclnnStatus status = operator_size(call, given, &size, &step->executor);
    if (status != ACLNN_SUCCESS) {
        single_fail(s, status == ACL_ERROR_RT_FEATURE_NOT_SUPPORT ? status : ACL_ERROR_GE_FAILURE,
                    "%s is refused by %s with %d; see the text behind this one", s->row->name,
                    call->name, status);
        return;
    }
    step->call = call;
    if (s->last != NULL)
        s->last->next = step;
    else
        s->first = step;
    s->last = step;
}
