/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/host_call.h"

#include <pthread.h>

#include "base/entry.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream_queue.h"
#include "runtime/watch/order.h"

/* State of a thread that is restored after it ran a function of a stream. */
struct surroundings {
    aclrtContext context;
    int failure;
    struct order_function function;
};

static void restore(void *argument)
{
    struct surroundings *before = argument;
    order_function_end(&before->function);
    entry_set_last_failure(before->failure);
    context_swap(before->context);
}

void host_call(void (*function)(void *), void *data, struct stream *stream, uint64_t sequence,
               uint64_t launch, bool is_of_host)
{
    struct surroundings before = {.context = context_swap(stream->child.context),
                                  .failure = entry_last_failure(false)};
    order_function_begin(&before.function, &stream->order, sequence, launch, is_of_host);
    pthread_cleanup_push(restore, &before);
    function(data);
    pthread_cleanup_pop(true);
    /* The function may have changed the state of a thread that does the stream's work. */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
}
