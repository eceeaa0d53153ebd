/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions that run single operators. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/data_type.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_op.h"
#include "impl/acl/acl_op_compiler.h"
#include "runtime/stream/stream.h"
#include "single/single.h"

/* ---- Checks in CANN's sequence --------------------------------------------------------------- */

static aclError check_number(const char *argument, int number)
{
    return number >= 0 ? ACL_SUCCESS
                       : report(ACL_ERROR_INVALID_PARAM, "%s is %d; a number from 0 on is required",
                                argument, number);
}

static aclError check_array(const char *argument, int count, const void *const *members,
                            enum handle_kind kind)
{
    char what[128];
    if (members == NULL && count > 0)
        return REPORT_NULL(argument);
    for (int i = 0; i < count; i++)
        if (handle_kind_of(members[i]) != kind)
            return report(ACL_ERROR_INVALID_PARAM, "%s[%d] is %p, %s; a live %s is required",
                          argument, i, members[i],
                          members[i] == NULL ? "NULL"
                                             : handle_describe(members[i], what, sizeof what),
                          handle_kind_name(kind));
    return ACL_SUCCESS;
}

static aclError check_descs(const struct single_given *given)
{
    aclError status = check_array("inputDesc", given->input_count,
                                  (const void *const *)given->input_descs, HANDLE_TENSOR_DESC);
    if (status == ACL_SUCCESS)
        status = check_array("outputDesc", given->output_count,
                             (const void *const *)given->output_descs, HANDLE_TENSOR_DESC);
    return status;
}

static aclError check_given(const char *type, const struct single_given *given, bool has_buffers)
{
    aclError status = check_number("numInputs", given->input_count);
    if (status == ACL_SUCCESS)
        status = check_number("numOutputs", given->output_count);
    if (status == ACL_SUCCESS && type == NULL)
        status = REPORT_NULL("opType");
    if (status == ACL_SUCCESS)
        status = check_descs(given);
    if (status == ACL_SUCCESS && has_buffers)
        status = check_array("inputs", given->input_count, (const void *const *)given->inputs,
                             HANDLE_DATA_BUFFER);
    if (status == ACL_SUCCESS && has_buffers)
        status = check_array("outputs", given->output_count, (const void *const *)given->outputs,
                             HANDLE_DATA_BUFFER);
    return status;
}

static aclError check_compile(aclopCompileType flag, const char *path)
{
    if (flag != ACL_COMPILE_SYS && flag != ACL_COMPILE_UNREGISTERED)
        return report(ACL_ERROR_API_NOT_SUPPORT,
                      "compileFlag is %d; ACL_COMPILE_SYS (0) and ACL_COMPILE_UNREGISTERED (1) are "
                      "possible",
                      (int)flag);
    if (flag == ACL_COMPILE_SYS)
        return ACL_SUCCESS;
    if (path == NULL)
        return REPORT_NULL("opPath");
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "compileFlag is ACL_COMPILE_UNREGISTERED; operators of a program's own cannot be "
                  "compiled here");
}

static aclError find_row(const char *type, const struct single_row **row)
{
    *row = single_find(type);
    return *row != NULL ? ACL_SUCCESS
                        : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                 "the single operator %s is not implemented; "
                                 "docs/reference/single-operators.md lists "
                                 "those that are",
                                 type);
}

/* Whether no output has an element. A size that is not known counts as one. */
static bool is_empty(const struct single_given *given)
{
    for (int i = 0; i < given->output_count; i++) {
        const struct tensor_desc *desc = tensor_desc_acquire(given->output_descs[i], "outputDesc");
        bool has_elements = desc != NULL;
        for (int32_t d = 0; desc != NULL && d < desc->shape.rank; d++)
            has_elements = has_elements && desc->shape.dims[d] != 0;
        if (desc != NULL)
            tensor_desc_release(given->output_descs[i]);
        if (has_elements)
            return false;
    }
    return given->output_count > 0;
}

/* ---- Running --------------------------------------------------------------------------------- */

/* Writes the dims that the calls found into the descriptions of outputs. */
static void refresh(const struct single *s, aclTensorDesc *const *descs)
{
    for (int i = 0; i < s->output_count; i++) {
        struct tensor found;
        struct tensor_desc *desc = tensor_desc_acquire(descs[i], "outputDesc");
        if (desc != NULL && s->output_tensors[i] != NULL &&
            tensor_copy(&found, s->output_tensors[i])) {
            desc->shape.rank = found.rank;
            memcpy(desc->shape.dims, found.dims, (size_t)found.rank * sizeof *found.dims);
            tensor_drop(&found);
        }
        if (desc != NULL)
            tensor_desc_release(descs[i]);
    }
}

static aclError run_found(struct single *s, struct stream *stream, aclTensorDesc *const *refreshed)
{
    bool waits = refreshed != NULL && s->row->finds_dims;
    aclError status = waits ? stream_refuse_captured(stream, "is waited for") : ACL_SUCCESS;
    if (status == ACL_SUCCESS && waits)
        status = stream_check_wait(stream);
    if (status == ACL_SUCCESS)
        status = single_run(s, stream);
    if (status == ACL_SUCCESS && waits) {
        stream_wait(stream);
        refresh(s, refreshed);
    }
    return status;
}

static aclError run_row(const struct single_row *row, const struct single_given *given,
                        const struct attributes *attributes, struct stream *stream,
                        aclTensorDesc *const *refreshed)
{
    struct single s;
    aclError status = single_begin(&s, row, given, attributes, stream_device(stream));
    s.stream = stream;
    if (status == ACL_SUCCESS)
        status = single_plan(&s);
    if (status == ACL_SUCCESS)
        status = run_found(&s, stream, refreshed);
    single_end(&s, stream);
    return status;
}

static aclError run_on(const struct single_row *row, const struct single_given *given,
                       const aclopAttr *attr, aclrtStream handle, aclTensorDesc *const *refreshed)
{
    const struct attributes *attributes = NULL;
    struct stream *stream = NULL;
    if (attr != NULL && (attributes = attributes_acquire(attr, "attr")) == NULL)
        return ACL_ERROR_INVALID_PARAM;
    aclError status = stream_acquire(handle, &stream);
    if (status == ACL_SUCCESS) {
        status = run_row(row, given, attributes, stream, refreshed);
        stream_release(stream);
    }
    if (attributes != NULL)
        attributes_release(attr);
    return status;
}

/* Runs an operator; refreshed: the descriptions that get the dims of results, or NULL. */
static aclError execute(const char *type, const struct single_given *given, const aclopAttr *attr,
                        aclrtStream stream, aclTensorDesc *const *refreshed)
{
    const struct single_row *row = NULL;
    aclError status = check_given(type, given, true);
    if (status != ACL_SUCCESS || is_empty(given))
        return status;
    status = find_row(type, &row);
    return status == ACL_SUCCESS ? run_on(row, given, attr, stream, refreshed) : status;
}

aclError aclopExecuteImpl(const char *opType, int numInputs, const aclTensorDesc *const inputDesc[],
                          const aclDataBuffer *const inputs[], int numOutputs,
                          const aclTensorDesc *const outputDesc[], aclDataBuffer *const outputs[],
                          const aclopAttr *attr, aclrtStream stream)
{
    const struct single_given given = {
        numInputs, numOutputs, inputDesc, outputDesc, inputs, (const aclDataBuffer *const *)outputs,
    };
    return execute(opType, &given, attr, stream, NULL);
}

aclError aclopExecuteV2Impl(const char *opType, int numInputs, aclTensorDesc *inputDesc[],
                            aclDataBuffer *inputs[], int numOutputs, aclTensorDesc *outputDesc[],
                            aclDataBuffer *outputs[], aclopAttr *attr, aclrtStream stream)
{
    const struct single_given given = {
        numInputs,
        numOutputs,
        (const aclTensorDesc *const *)inputDesc,
        (const aclTensorDesc *const *)outputDesc,
        (const aclDataBuffer *const *)inputs,
        (const aclDataBuffer *const *)outputs,
    };
    return execute(opType, &given, attr, stream, outputDesc);
}

aclError aclopCompileAndExecuteImpl(const char *opType, int numInputs,
                                    const aclTensorDesc *const inputDesc[],
                                    const aclDataBuffer *const inputs[], int numOutputs,
                                    const aclTensorDesc *const outputDesc[],
                                    aclDataBuffer *const outputs[], const aclopAttr *attr,
                                    aclopEngineType engineType, aclopCompileType compileFlag,
                                    const char *opPath, aclrtStream stream)
{
    (void)engineType;
    aclError status = check_compile(compileFlag, opPath);
    return status == ACL_SUCCESS ? aclopExecuteImpl(opType, numInputs, inputDesc, inputs,
                                                    numOutputs, outputDesc, outputs, attr, stream)
                                 : status;
}

aclError aclopCompileAndExecuteV2Impl(const char *opType, int numInputs, aclTensorDesc *inputDesc[],
                                      aclDataBuffer *inputs[], int numOutputs,
                                      aclTensorDesc *outputDesc[], aclDataBuffer *outputs[],
                                      aclopAttr *attr, aclopEngineType engineType,
                                      aclopCompileType compileFlag, const char *opPath,
                                      aclrtStream stream)
{
    (void)engineType;
    aclError status = check_compile(compileFlag, opPath);
    return status == ACL_SUCCESS ? aclopExecuteV2Impl(opType, numInputs, inputDesc, inputs,
                                                      numOutputs, outputDesc, outputs, attr, stream)
                                 : status;
}

aclError aclopCastImpl(const aclTensorDesc *srcDesc, const aclDataBuffer *srcBuffer,
                       const aclTensorDesc *dstDesc, aclDataBuffer *dstBuffer, uint8_t truncate,
                       aclrtStream stream)
{
    (void)truncate;
    return aclopExecuteImpl("Cast", 1, &srcDesc, &srcBuffer, 1, &dstDesc, &dstBuffer, NULL, stream);
}

/* ---- Compiling and loading ------------------------------------------------------------------- */

static aclError check_placement(const char *argument, int count, const aclTensorDesc *const *descs)
{
    for (int i = 0; i < count; i++) {
        const struct tensor_desc *desc = tensor_desc_acquire(descs[i], argument);
        bool on_device = desc != NULL && desc->placement == ACL_MEMTYPE_DEVICE;
        if (desc != NULL)
            tensor_desc_release(descs[i]);
        if (!on_device)
            return report(ACL_ERROR_API_NOT_SUPPORT,
                          "%s[%d] lies in host memory; an operator that is compiled alone has all "
                          "operands in device memory",
                          argument, i);
    }
    return ACL_SUCCESS;
}

aclError aclopCompileImpl(const char *opType, int numInputs, const aclTensorDesc *const inputDesc[],
                          int numOutputs, const aclTensorDesc *const outputDesc[],
                          const aclopAttr *attr, aclopEngineType engineType,
                          aclopCompileType compileFlag, const char *opPath)
{
    (void)attr, (void)engineType;
    const struct single_given given = {numInputs, numOutputs, inputDesc, outputDesc, NULL, NULL};
    const struct single_row *row = NULL;
    aclError status = check_compile(compileFlag, opPath);
    if (status == ACL_SUCCESS)
        status = check_given(opType, &given, false);
    if (status == ACL_SUCCESS)
        status = check_placement("inputDesc", numInputs, inputDesc);
    if (status == ACL_SUCCESS)
        status = check_placement("outputDesc", numOutputs, outputDesc);
    return status == ACL_SUCCESS ? find_row(opType, &row) : status;
}

static _Atomic bool has_model_dir;

aclError aclopSetModelDirImpl(const char *modelDir)
{
    struct stat found;
    if (modelDir == NULL)
        return REPORT_NULL("modelDir");
    if (stat(modelDir, &found) != 0 || !S_ISDIR(found.st_mode))
        return report(ACL_ERROR_READ_MODEL_FAILURE, "modelDir is \"%s\", which is no directory",
                      modelDir);
    if (atomic_exchange(&has_model_dir, true))
        return report(ACL_ERROR_REPEAT_INITIALIZE,
                      "modelDir is \"%s\"; a directory was set before, and a process has one",
                      modelDir);
    return ACL_SUCCESS;
}

aclError aclopLoadImpl(const void *model, size_t modelSize)
{
    if (model == NULL)
        return REPORT_NULL("model");
    if (modelSize == 0)
        return report(ACL_ERROR_INVALID_PARAM, "modelSize is 0; the bytes of the model are "
                                               "required");
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "an om cannot be read here, since its form is not public; operators of "
                  "docs/reference/single-operators.md run without");
}

aclError aclopSetMaxOpQueueNumImpl(uint64_t maxOpNum)
{
    return maxOpNum > 0
               ? ACL_SUCCESS
               : report(ACL_ERROR_INVALID_PARAM, "maxOpNum is 0; a number from 1 on is required");
}
