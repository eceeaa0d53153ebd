/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/program_call.h"

#include "base/entry.h"
#include "base/entry_current.h"

void program_call(void (*function)(void *), void *data)
{
    struct entry_call call = entry_current;
    int failure = entry_last_failure(false);
    function(data);
    entry_set_last_failure(failure);
    entry_current = call;
}
