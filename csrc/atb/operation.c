/* SPDX-License-Identifier: Apache-2.0 */
#include "atb/operation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl_base.h"
#include "atb/context.h"
#include "atb/memory.h"
#include "base/data_type.h"
#include "base/report.h"
#include "runtime/stream/stream.h"
#include "tensor/layout.h"
#include "version.h"

struct operation {
    struct atb_operation object;
    const struct atb_kind *kind;
    uint32_t stream_id;
    bool is_set_up;
    const struct atb_context *context; /* of Setup */
    int count; /* of tensors that Setup saw, inputs first; host data is a copy */
    struct atb_tensor *tensors;
    void *param;
};

static const struct atb_operation_functions *functions_of_own(void);

static const struct operation *of(const struct atb_operation *self)
{
    return (const struct operation *)self;
}

static struct operation *own(struct atb_operation *self)
{
    return (struct operation *)self;
}

static int input_count_of(const struct operation *operation)
{
    return operation->kind->input_count(operation->param);
}

static int output_count_of(const struct operation *operation)
{
    return operation->kind->output_count(operation->param);
}

/* ---- Tensors --------------------------------------------------------------------------------- */

uint64_t atb_element_count(const struct atb_desc *desc)
{
    uint64_t count = desc->shape.count > 0 && desc->shape.count <= ATB_MAX_DIM;
    for (uint64_t i = 0; i < desc->shape.count && count > 0; i++) {
        int64_t dim = desc->shape.dims[i];
        bool fits = dim > 0 && !__builtin_mul_overflow(count, (uint64_t)dim, &count);
        count = fits ? count : 0;
    }
    return count;
}

uint64_t atb_byte_count(const struct atb_desc *desc)
{
    uint64_t bytes = 0;
    /* One byte each where the type is not known, and a std::string each of ACL_STRING. */
    int64_t bits = desc->type == ACL_DT_UNDEFINED ? 8
                   : desc->type == ACL_STRING     ? 8 * (int64_t)sizeof(struct atb_std_string)
                                                  : data_type_bits((aclDataType)desc->type);
    bool fits = bits >= 8 &&
                !__builtin_mul_overflow(atb_element_count(desc), (uint64_t)bits / 8, &bytes);
    return fits ? bytes : 0;
}

uint64_t atb_aligned(uint64_t bytes)
{
    return (bytes + 511) / 512 * 512;
}

static bool is_absent(const struct atb_desc *desc)
{
    return desc->type == ACL_DT_UNDEFINED || desc->shape.count == 0;
}

/* Makes room for so many members, outside of the vector where they do not fit into it. */
static bool make_room(void **outside, size_t *capacity, size_t count, size_t size)
{
    bool fits = *outside != NULL ? count <= *capacity : count <= ATB_VECTOR_INLINE;
    void *more = !fits && count <= ATB_VECTOR_MOST ? calloc(ATB_VECTOR_MOST, size) : NULL;
    if (more == NULL)
        return fits;
    free(*outside);
    *outside = more;
    *capacity = ATB_VECTOR_MOST;
    return true;
}

bool atb_descs_resize(struct atb_descs *vector, size_t count)
{
    void *outside = vector->outside;
    if (!make_room(&outside, &vector->capacity, count, sizeof *vector->outside))
        return false;
    vector->outside = outside;
    vector->count = count;
    return true;
}

bool atb_tensors_resize(struct atb_tensors *vector, size_t count)
{
    void *outside = vector->outside;
    if (!make_room(&outside, &vector->capacity, count, sizeof *vector->outside))
        return false;
    vector->outside = outside;
    vector->count = count;
    return true;
}

static int32_t check_desc(const char *what, size_t index, const struct atb_desc *desc)
{
    if (is_absent(desc))
        return ATB_NO_ERROR;
    if (desc->shape.count > ATB_MAX_DIM)
        return atb_report(ATB_ERROR_INVALID_TENSOR_DIM_NUM,
                          "%s[%zu] has %" PRIu64 " dimensions; 1 to 8 are required", what, index,
                          desc->shape.count);
    if (data_type_bits((aclDataType)desc->type) < 8)
        return atb_report(ATB_ERROR_INVALID_TENSOR_INI_MATCH,
                          "%s[%zu] has the data type %d, which operations of atb do not take", what,
                          index, (int)desc->type);
    if (atb_byte_count(desc) == 0) {
        char dims[160];
        dims_describe(desc->shape.dims, (int32_t)desc->shape.count, dims, sizeof dims);
        return atb_report(ATB_ERROR_INVALID_TENSOR_DIM,
                          "the shape of %s[%zu] is %s; sizes above 0 are required", what, index,
                          dims);
    }
    return ATB_NO_ERROR;
}

static int32_t check_tensors(const char *what, int expected, const struct atb_tensors *given)
{
    int32_t status = ATB_NO_ERROR;
    if (given->count != (size_t)expected)
        return atb_report(ATB_ERROR_INVALID_IN_TENSOR_NUM,
                          "variantPack.%s has %zu tensor(s); this operation with its parameter has "
                          "%d",
                          what, given->count, expected);
    for (size_t i = 0; i < given->count && status == ATB_NO_ERROR; i++)
        status = check_desc(what, i, &ATB_MEMBERS(given)[i].desc);
    return status;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static int32_t check_output(size_t index, const struct atb_desc *found,
                            const struct atb_desc *given)
{
    char is[160];
    char follows[160];
    bool same_rank = found->shape.count == given->shape.count;
    size_t bytes = (size_t)found->shape.count * sizeof *found->shape.dims;
    if (same_rank && memcmp(found->shape.dims, given->shape.dims, bytes) == 0 &&
        found->type == given->type)
        return ATB_NO_ERROR;
    dims_describe(given->shape.dims, (int32_t)given->shape.count, is, sizeof is);
    dims_describe(found->shape.dims, (int32_t)found->shape.count, follows, sizeof follows);
    return atb_report(!same_rank                   ? ATB_ERROR_INVALID_TENSOR_DIM_NUM
                      : found->type == given->type ? ATB_ERROR_INVALID_TENSOR_DIM
                                                   : ATB_ERROR_INVALID_TENSOR_INI_MATCH,
                      "outTensors[%zu] is %s%s; %s%s follows from the inputs", index,
                      data_type_name((aclDataType)given->type), is,
                      data_type_name((aclDataType)found->type), follows);
}

/* What outputs are; reports inputs that are missing, or do not go together. */
static int32_t find_outputs(const struct operation *operation, const struct atb_desc *in,
                            struct atb_desc *found)
{
    int inputs = input_count_of(operation);
    for (int i = 0; i < inputs; i++)
        if (is_absent(&in[i]) && !(operation->kind->optional >> i & 1))
            return atb_report(ATB_ERROR_INVALID_TENSOR_DIM_NUM,
                              "inTensors[%d] is left out (no data type, or no dimensions); it is "
                              "required",
                              i);
    return operation->kind->infer(operation->param, in, found);
}

static int32_t check_shapes(const struct operation *operation, const struct atb_desc *in,
                            const struct atb_tensors *out)
{
    struct atb_desc found[ATB_VECTOR_INLINE] = {0};
    int32_t status = find_outputs(operation, in, found);
    for (size_t i = 0; i < out->count && status == ATB_NO_ERROR; i++)
        status = check_output(i, &found[i], &ATB_MEMBERS(out)[i].desc);
    return status;
}

static int32_t infer_found(const struct operation *operation, const struct atb_descs *in,
                           struct atb_descs *out)
{
    struct atb_desc found[ATB_VECTOR_INLINE] = {0};
    int expected = input_count_of(operation);
    int outputs = output_count_of(operation);
    if (in->count != (size_t)expected)
        return atb_report(ATB_ERROR_INVALID_IN_TENSOR_NUM,
                          "inTensorDescs has %zu member(s); this operation with its parameter has "
                          "%d input(s)",
                          in->count, expected);
    int32_t status = ATB_NO_ERROR;
    for (size_t i = 0; i < in->count && status == ATB_NO_ERROR; i++)
        status = check_desc("inTensorDescs", i, &ATB_MEMBERS(in)[i]);
    if (status == ATB_NO_ERROR)
        status = find_outputs(operation, ATB_MEMBERS(in), found);
    if (status != ATB_NO_ERROR)
        return status;
    if (!atb_descs_resize(out, (size_t)outputs))
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for %d description(s)",
                          outputs);
    memcpy(ATB_MEMBERS(out), found, (size_t)outputs * sizeof *found);
    return ATB_NO_ERROR;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static void view_of(const struct atb_tensor *tensor, struct single_view *view)
{
    memset(view, 0, sizeof *view);
    view->type = ACL_DT_UNDEFINED;
    if (is_absent(&tensor->desc))
        return;
    view->type = (aclDataType)tensor->desc.type;
    view->format = ACL_FORMAT_ND;
    view->rank = (int32_t)tensor->desc.shape.count;
    memcpy(view->dims, tensor->desc.shape.dims, (size_t)view->rank * sizeof *view->dims);
    view->data = tensor->device;
    view->host = tensor->device == NULL ? tensor->host : NULL;
}

/* The status of a plan that failed: atb's own, or that a call was refused. */
static int32_t status_of_plan(aclError status)
{
    return status < 100 ? status : ATB_ERROR_CANN_ERROR;
}

/* Makes the plan for tensors, and runs it. run: false makes it alone. */
static int32_t plan_on(const struct operation *operation, const struct atb_tensor *tensors,
                       struct stream *stream, bool run)
{
    const struct single_row row = {.name = operation->kind->name};
    int inputs = input_count_of(operation);
    int outputs = output_count_of(operation);
    struct single_view views[2 * ATB_VECTOR_INLINE];
    struct single s;
    for (int i = 0; i < inputs + outputs; i++)
        view_of(&tensors[i], &views[i]);
    aclError status = single_begin_views(&s, &row, stream_device(stream), inputs, views, outputs,
                                         views + inputs);
    if (status == ACL_SUCCESS) {
        operation->kind->plan(&s, operation->param);
        status = s.status;
    }
    if (status == ACL_SUCCESS && run)
        status = single_run(&s, stream);
    single_end(&s, run ? stream : NULL);
    return status_of_plan(status);
}

static int32_t plan(const struct operation *operation, const struct atb_tensor *tensors, bool run)
{
    struct stream *stream = NULL;
    void *handle = atb_context_stream(operation->context, operation->stream_id);
    if (stream_acquire(handle, &stream) != ACL_SUCCESS)
        return ATB_ERROR_RT_FAIL;
    int32_t status = plan_on(operation, tensors, stream, run);
    stream_release(stream);
    return status;
}

/* ---- Setup ----------------------------------------------------------------------------------- */

static void drop_tensors(struct operation *operation)
{
    for (int i = 0; i < operation->count; i++)
        free(operation->tensors[i].host);
    free(operation->tensors);
    operation->tensors = NULL;
    operation->count = 0;
}

/* A tensor with a copy of its host data, where it has no device data. */
static bool keep_tensor(const struct atb_tensor *given, struct atb_tensor *kept)
{
    size_t bytes = atb_byte_count(&given->desc);
    *kept = *given;
    kept->host = NULL;
    if (is_absent(&given->desc) || given->host == NULL || given->device != NULL)
        return true;
    kept->host = malloc(bytes);
    if (kept->host != NULL)
        memcpy(kept->host, given->host, bytes);
    return kept->host != NULL;
}

static int32_t keep_tensors(struct operation *operation, const struct atb_pack *pack)
{
    size_t count = pack->in.count + pack->out.count;
    bool fits = true;
    drop_tensors(operation);
    operation->tensors = calloc(count + 1, sizeof *operation->tensors);
    for (size_t i = 0; i < count && operation->tensors != NULL && fits; i++) {
        const struct atb_tensor *given = i < pack->in.count
                                             ? &ATB_MEMBERS(&pack->in)[i]
                                             : &ATB_MEMBERS(&pack->out)[i - pack->in.count];
        fits = keep_tensor(given, &operation->tensors[i]);
        operation->count++;
    }
    if (operation->tensors != NULL && fits)
        return ATB_NO_ERROR;
    return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for %zu tensor(s)", count);
}

static int32_t check_pack_shapes(const struct operation *operation, const struct atb_pack *pack)
{
    struct atb_desc in[ATB_VECTOR_INLINE] = {0};
    for (size_t i = 0; i < pack->in.count; i++)
        in[i] = ATB_MEMBERS(&pack->in)[i].desc;
    return check_shapes(operation, in, &pack->out);
}

static int32_t set_up(struct operation *operation, const struct atb_pack *pack,
                      struct atb_context *context)
{
    operation->is_set_up = false;
    operation->context = context;
    int32_t status = atb_context_check(context);
    if (status == ATB_NO_ERROR)
        status = check_tensors("inTensors", input_count_of(operation), &pack->in);
    if (status == ATB_NO_ERROR)
        status = check_tensors("outTensors", output_count_of(operation), &pack->out);
    if (status == ATB_NO_ERROR)
        status = check_pack_shapes(operation, pack);
    if (status == ATB_NO_ERROR)
        status = keep_tensors(operation, pack);
    if (status == ATB_NO_ERROR)
        status = plan(operation, operation->tensors, false);
    operation->is_set_up = status == ATB_NO_ERROR;
    return status;
}

/* ---- Execute --------------------------------------------------------------------------------- */

static int32_t check_same(const char *what, size_t index, const struct atb_tensor *given,
                          const struct atb_tensor *seen)
{
    if (is_absent(&seen->desc))
        return ATB_NO_ERROR;
    uint64_t bytes = atb_byte_count(&seen->desc);
    if (given->size != bytes)
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "%s[%zu].dataSize is %" PRIu64 "; Setup saw a tensor of %" PRIu64
                          " bytes",
                          what, index, given->size, bytes);
    if (given->device == NULL && given->host == NULL)
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "%s[%zu] has neither deviceData nor hostData; one is required", what,
                          index);
    return ATB_NO_ERROR;
}

/* Takes over the addresses of the tensors, which may be others than in Setup. */
static int32_t take_addresses(const char *what, const struct atb_tensors *given,
                              struct atb_tensor *seen)
{
    for (size_t i = 0; i < given->count; i++) {
        const struct atb_tensor *tensor = &ATB_MEMBERS(given)[i];
        int32_t status = check_same(what, i, tensor, &seen[i]);
        if (status != ATB_NO_ERROR)
            return status;
        seen[i].device = tensor->device;
    }
    return ATB_NO_ERROR;
}

/* Then the tensors of Setup are meant, as the pairs of atb_acl.h have it. */
static bool has_no_tensors(const struct atb_pack *pack)
{
    return pack->in.count == 0 && pack->out.count == 0;
}

static int32_t check_execute(const struct operation *operation, const struct atb_pack *pack,
                             const struct atb_context *context)
{
    if (!operation->is_set_up)
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "Setup has not succeeded for this operation; call it first");
    if (context != operation->context)
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "context is %p, and was %p in Setup; the same is required",
                          (const void *)context, (const void *)operation->context);
    if (atb_context_stream(context, operation->stream_id) == NULL)
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "the context has no stream of number %u; SetExecuteStream sets number 0, "
                          "SetExecuteStreams all",
                          operation->stream_id);
    if (has_no_tensors(pack))
        return ATB_NO_ERROR;
    size_t inputs = (size_t)input_count_of(operation);
    if (pack->in.count != inputs || pack->out.count != (size_t)operation->count - inputs)
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "variantPack has %zu inputs and %zu outputs; Setup saw %zu and %zu",
                          pack->in.count, pack->out.count, inputs,
                          (size_t)operation->count - inputs);
    return ATB_NO_ERROR;
}

static int32_t execute_found(struct operation *operation, const struct atb_pack *pack,
                             const struct atb_context *context)
{
    int32_t status = atb_context_check(context);
    if (status == ATB_NO_ERROR)
        status = check_execute(operation, pack, context);
    if (status == ATB_NO_ERROR)
        status = take_addresses("inTensors", &pack->in, operation->tensors);
    if (status == ATB_NO_ERROR)
        status = take_addresses("outTensors", &pack->out, operation->tensors + pack->in.count);
    bool is_check = atb_context_execute_type(context) == ATB_EXECUTE_PRELAUNCH;
    return status == ATB_NO_ERROR && !is_check ? plan(operation, operation->tensors, true) : status;
}

/* ---- The functions of the class -------------------------------------------------------------- */

static void end(struct atb_operation *self)
{
    struct operation *operation = own(self);
    drop_tensors(operation);
    free(operation->param);
    operation->param = NULL;
}

static void end_and_free(struct atb_operation *self)
{
    end(self);
    free(self);
}

static struct atb_std_string name(const struct atb_operation *self)
{
    return atb_string_new(of(self)->kind->name);
}

static int32_t infer_shape(const struct atb_operation *self, const struct atb_descs *in,
                           struct atb_descs *out)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, of(self)->kind->infer_name, &status))
        status = infer_found(of(self), in, out);
    return atb_call_close(&call, status);
}

static uint32_t input_count(const struct atb_operation *self)
{
    return (uint32_t)input_count_of(of(self));
}

static uint32_t output_count(const struct atb_operation *self)
{
    return (uint32_t)output_count_of(of(self));
}

static int32_t setup(struct atb_operation *self, const struct atb_pack *pack,
                     uint64_t *workspace_size, struct atb_context *context)
{
    struct atb_call call;
    int32_t status;
    *workspace_size = 0; /* scratch is the library's own */
    if (atb_call_open(&call, of(self)->kind->setup_name, &status))
        status = set_up(own(self), pack, context);
    return atb_call_close(&call, status);
}

static int32_t execute(struct atb_operation *self, const struct atb_pack *pack, uint8_t *workspace,
                       uint64_t workspace_size, struct atb_context *context)
{
    struct atb_call call;
    int32_t status;
    (void)workspace, (void)workspace_size;
    if (atb_call_open(&call, of(self)->kind->execute_name, &status))
        status = execute_found(own(self), pack, context);
    return atb_call_close(&call, status);
}

static const ATB_TABLE(atb_operation_functions) table = {
    0,
    NULL,
    {end, end_and_free, name, infer_shape, input_count, output_count, setup, execute},
};

static const struct atb_operation_functions *functions_of_own(void)
{
    return &table.functions;
}

/* ---- Operations ------------------------------------------------------------------------------ */

static int32_t create(const struct atb_kind *kind, const void *param, struct atb_operation **out)
{
    struct operation *operation = calloc(1, sizeof *operation);
    void *copy = malloc(kind->param_size);
    if (operation == NULL || copy == NULL) {
        free(operation);
        free(copy);
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for an operation");
    }
    memcpy(copy, param, kind->param_size);
    operation->object.functions = functions_of_own();
    operation->kind = kind;
    operation->param = copy;
    *out = &operation->object;
    return ATB_NO_ERROR;
}

int32_t atb_operation_create(const struct atb_kind *kind, const void *param,
                             struct atb_operation **operation)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::CreateOperation", &status)) {
        status = operation != NULL ? kind->check(param)
                                   : atb_report(ATB_ERROR_INVALID_PARAM, "operation is NULL");
        if (status == ATB_NO_ERROR)
            status = create(kind, param, operation);
    }
    return atb_call_close(&call, status);
}

/* Whether it is an operation of this kind; reports if not. */
static int32_t check_kind(const struct atb_kind *kind, const struct atb_operation *operation)
{
    if (operation == NULL)
        return atb_report(ATB_ERROR_INVALID_PARAM, "operation is NULL");
    if (operation->functions != functions_of_own() || of(operation)->kind != kind)
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "operation is %p, which is no %s that atb::CreateOperation made",
                          (const void *)operation, kind->name);
    return ATB_NO_ERROR;
}

int32_t atb_operation_clone_param(const struct atb_kind *kind,
                                  const struct atb_operation *operation, void *param)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::CloneOperationParam", &status)) {
        status = check_kind(kind, operation);
        if (status == ATB_NO_ERROR)
            memcpy(param, of(operation)->param, kind->param_size);
    }
    return atb_call_close(&call, status);
}

int32_t atb_operation_update_param(const struct atb_kind *kind, struct atb_operation *operation,
                                   const void *param)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::UpdateOperationParam", &status)) {
        status = check_kind(kind, operation);
        if (status == ATB_NO_ERROR)
            status = kind->check(param);
        if (status == ATB_NO_ERROR) {
            memcpy(own(operation)->param, param, kind->param_size);
            own(operation)->is_set_up = false;
        }
    }
    return atb_call_close(&call, status);
}

int32_t atb_operation_refuse(const char *function, const char *param)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, function, &status))
        status = atb_report(ATB_ERROR_CANN_ERROR,
                            "%s is not implemented; docs/reference/atb.md lists the operations "
                            "that are",
                            param);
    return atb_call_close(&call, status);
}

int32_t atb_operation_destroy(struct atb_operation *operation)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::DestroyOperation", &status)) {
        status = ATB_NO_ERROR;
        if (operation != NULL)
            operation->functions->end_and_free(operation);
    }
    return atb_call_close(&call, status);
}

int32_t atb_operation_set_stream_id(struct atb_operation *operation, uint32_t number)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::SetExecuteStreamId", &status)) {
        bool is_own = operation != NULL && operation->functions == functions_of_own();
        status = is_own ? ATB_NO_ERROR
                        : atb_report(ATB_ERROR_INVALID_PARAM,
                                     "operation is %p, which atb::CreateOperation did not make",
                                     (const void *)operation);
        if (is_own)
            own(operation)->stream_id = number;
    }
    return atb_call_close(&call, status);
}

uint32_t atb_operation_stream_id(struct atb_operation *operation)
{
    bool is_own = operation != NULL && operation->functions == functions_of_own();
    return is_own ? of(operation)->stream_id : 0;
}

/* ---- Utils ----------------------------------------------------------------------------------- */

void atb_quant_param_convert(const float *source, uint64_t *target, uint64_t count)
{
    for (uint64_t i = 0; source != NULL && target != NULL && i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &source[i], sizeof bits);
        target[i] = bits;
    }
}

int32_t atb_set_log_level(int32_t level)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::Utils::SetLogLevel", &status))
        status = level >= 0 && level <= 4
                     ? ATB_NO_ERROR
                     : atb_report(ATB_ERROR_INVALID_PARAM,
                                  "atbLogLevel is %d; DEBUG (0) to NONE (4) is required", level);
    return atb_call_close(&call, status);
}

int32_t atb_reset_log_level(void)
{
    return ATB_NO_ERROR;
}

#define TEXT_OF(number) #number
#define DOTTED(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

struct atb_std_string atb_version(void)
{
    return atb_string_new("aclnn_py " DOTTED(VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH));
}
