/* SPDX-License-Identifier: Apache-2.0 */
#include "atb/context.h"

#include <stdlib.h>
#include <string.h>

#include "atb/call.h"
#include "atb/memory.h"
#include "base/cxx.h"

struct context {
    struct atb_context object;
    size_t count; /* of streams */
    void **streams;
    bool copies_tiling_asynchronously;
    int32_t execute_type;
};

static const struct context *of(const struct atb_context *self)
{
    return (const struct context *)self;
}

static struct context *own(struct atb_context *self)
{
    return (struct context *)self;
}

/* ---- The functions of the class -------------------------------------------------------------- */

static void end(struct atb_context *self)
{
    free(own(self)->streams);
    own(self)->streams = NULL;
}

static void end_and_free(struct atb_context *self)
{
    end(self);
    free(self);
}

static int32_t keep_streams(struct context *context, size_t count, void *const *streams)
{
    void **kept = malloc(count * sizeof *kept);
    if (kept == NULL)
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for %zu stream(s)", count);
    memcpy(kept, streams, count * sizeof *kept);
    free(context->streams);
    context->streams = kept;
    context->count = count;
    return ATB_NO_ERROR;
}

static int32_t set_stream(struct atb_context *self, void *stream)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::Context::SetExecuteStream", &status))
        status = keep_streams(own(self), 1, &stream);
    return atb_call_close(&call, status);
}

static void *stream(const struct atb_context *self)
{
    return atb_context_stream(self, 0);
}

static int32_t set_async_tiling(struct atb_context *self, bool enable)
{
    own(self)->copies_tiling_asynchronously = enable;
    return ATB_NO_ERROR;
}

static bool async_tiling(const struct atb_context *self)
{
    return of(self)->copies_tiling_asynchronously;
}

static int32_t set_streams(struct atb_context *self, const struct atb_std_vector *streams)
{
    struct atb_call call;
    int32_t status;
    size_t count = ((uintptr_t)streams->past - (uintptr_t)streams->first) / sizeof(void *);
    if (atb_call_open(&call, "atb::Context::SetExecuteStreams", &status))
        status = count > 0 ? keep_streams(own(self), count, streams->first)
                           : atb_report(ATB_ERROR_INVALID_PARAM,
                                        "streams is empty; one stream at least is required");
    return atb_call_close(&call, status);
}

static struct atb_std_vector streams(struct atb_context *self)
{
    struct atb_std_vector found = {NULL, NULL, NULL};
    const struct context *context = of(self);
    void **copy = cxx_new(context->count * sizeof *copy);
    if (copy == NULL)
        return found;
    memcpy(copy, context->streams, context->count * sizeof *copy);
    found.first = copy;
    found.past = found.room = copy + context->count;
    return found;
}

static int32_t set_execute_type(struct atb_context *self, int32_t type)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::Context::SetExecuteType", &status)) {
        bool exists = type >= ATB_EXECUTE_NORMAL && type <= ATB_EXECUTE_LAUNCH;
        status = exists ? ATB_NO_ERROR
                        : atb_report(ATB_ERROR_INVALID_PARAM,
                                     "type is %d; EXECUTE_NORMAL (0) to EXECUTE_LAUNCH (2) is "
                                     "required",
                                     type);
        if (exists)
            own(self)->execute_type = type;
    }
    return atb_call_close(&call, status);
}

static int32_t execute_type(struct atb_context *self)
{
    return of(self)->execute_type;
}

static int32_t set_launch_mode(struct atb_context *self, int32_t mode)
{
    struct atb_call call;
    int32_t status;
    (void)self;
    if (atb_call_open(&call, "atb::Context::SetLaunchMode", &status))
        status = mode == 0
                     ? ATB_NO_ERROR
                     : atb_report(ATB_ERROR_CANN_ERROR,
                                  "mode is %d; only KERNEL_LAUNCH_MODE (0) is implemented", mode);
    return atb_call_close(&call, status);
}

static int32_t launch_mode(struct atb_context *self)
{
    (void)self;
    return 0;
}

static const ATB_TABLE(atb_context_functions) table = {
    0,
    NULL,
    {end, end_and_free, set_stream, stream, set_async_tiling, async_tiling, set_streams, streams,
     set_execute_type, execute_type, set_launch_mode, launch_mode},
};

/* ---- Contexts -------------------------------------------------------------------------------- */

static int32_t create(struct atb_context **out)
{
    static void *const none[1] = {NULL};
    struct context *context = calloc(1, sizeof *context);
    if (context == NULL)
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a context");
    context->object.functions = &table.functions;
    int32_t status = keep_streams(context, 1, none);
    if (status == ATB_NO_ERROR)
        *out = &context->object;
    else
        free(context);
    return status;
}

static int32_t check_blocks(const char *argument, uint32_t value, uint32_t least)
{
    if (value >= least && value <= 1024)
        return ATB_NO_ERROR;
    return atb_report(ATB_ERROR_INVALID_PARAM, "%s is %u; %u to 1024 is required", argument, value,
                      least);
}

int32_t atb_context_create_sized(struct atb_context **context, uint32_t host_blocks,
                                 uint32_t device_blocks)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::CreateContext", &status)) {
        status = context != NULL ? ATB_NO_ERROR
                                 : atb_report(ATB_ERROR_INVALID_PARAM, "context is NULL");
        if (status == ATB_NO_ERROR)
            status = check_blocks("hostTilingBlockNum", host_blocks, 128);
        if (status == ATB_NO_ERROR)
            status = check_blocks("deviceTilingBlockNum", device_blocks, 32);
        if (status == ATB_NO_ERROR)
            status = create(context);
    }
    return atb_call_close(&call, status);
}

int32_t atb_context_create(struct atb_context **context)
{
    return atb_context_create_sized(context, 128, 32);
}

int32_t atb_context_create_with(struct atb_context **context, const struct atb_std_function *alloc,
                                const struct atb_std_function *dealloc)
{
    (void)alloc, (void)dealloc; /* for memory of tilings, which no kernel needs here */
    return atb_context_create(context);
}

int32_t atb_context_destroy(struct atb_context *context)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::DestroyContext", &status)) {
        status = ATB_NO_ERROR;
        if (context != NULL && context->functions == &table.functions)
            end_and_free(context);
    }
    return atb_call_close(&call, status);
}

int32_t atb_context_check(const struct atb_context *context)
{
    if (context == NULL)
        return atb_report(ATB_ERROR_INVALID_PARAM, "context is NULL");
    if (context->functions != &table.functions)
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "context is %p, which atb::CreateContext did not make",
                          (const void *)context);
    return ATB_NO_ERROR;
}

void *atb_context_stream(const struct atb_context *context, uint32_t number)
{
    return number < of(context)->count ? of(context)->streams[number] : NULL;
}

int32_t atb_context_execute_type(const struct atb_context *context)
{
    return of(context)->execute_type;
}
