/* SPDX-License-Identifier: Apache-2.0 */
#include "libraries/refuse.h"

#include "acl/acl_base.h"
#include "base/entry.h"
#include "base/log_call.h"

void library_refuse(const char *function)
{
    struct entry_call outer;
    int status = entry_unsupported(&outer, function, ENTRY_ACL_STATUS,
                                   ACL_ERROR_RT_FEATURE_NOT_SUPPORT, NULL);
    entry_failed(function, ENTRY_VALUE, status);
    if (entry_end(&outer, ENTRY_VALUE, status)) {
        log_call(function, ">s", status);
        entry_close(&outer);
    }
}

void library_refuse_aloud(atomic_flag *is_said, const char *function)
{
    library_refuse(function);
    if (!atomic_flag_test_and_set(is_said))
        entry_say_unsupported(function);
}
