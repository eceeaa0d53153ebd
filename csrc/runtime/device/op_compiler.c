/* SPDX-License-Identifier: Apache-2.0 */
/* Options of the vendor's compiler of single operators. Nothing is compiled here. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl_op_compiler.h"
#include "base/report.h"
#include "impl/acl/acl_op_compiler.h"

#define OPTIONS (ACL_OP_DEBUG_OPTION + 1)

static pthread_mutex_t values_lock = PTHREAD_MUTEX_INITIALIZER;
static char *values[OPTIONS]; /* guarded by values_lock; NULL until it is set */

static bool is_option(aclCompileOpt opt)
{
    return (int)opt >= 0 && (int)opt < OPTIONS;
}

static aclError refuse_option(aclCompileOpt opt)
{
    return report(ACL_ERROR_INVALID_PARAM, "opt is %d; options are numbered from 0 to %d", (int)opt,
                  OPTIONS - 1);
}

/* The caller holds the lock. */
static const char *value_of(aclCompileOpt opt)
{
    if (values[opt] != NULL)
        return values[opt];
    return opt == ACL_OP_JIT_COMPILE ? "disable" : "";
}

aclError aclSetCompileoptImpl(aclCompileOpt opt, const char *value)
{
    if (!is_option(opt))
        return refuse_option(opt);
    if (value == NULL)
        return REPORT_NULL("value");
    char *copy = strdup(value);
    if (copy == NULL)
        return report(ACL_ERROR_BAD_ALLOC, "there is no memory for the value of an option");
    pthread_mutex_lock(&values_lock);
    char *before = values[opt];
    values[opt] = copy;
    pthread_mutex_unlock(&values_lock);
    free(before);
    return ACL_SUCCESS;
}

size_t aclGetCompileoptSizeImpl(aclCompileOpt opt)
{
    if (!is_option(opt)) {
        refuse_option(opt);
        return 0;
    }
    pthread_mutex_lock(&values_lock);
    size_t size = strlen(value_of(opt)) + 1;
    pthread_mutex_unlock(&values_lock);
    return size;
}

aclError aclGetCompileoptImpl(aclCompileOpt opt, char *value, size_t length)
{
    if (!is_option(opt))
        return refuse_option(opt);
    if (value == NULL)
        return REPORT_NULL("value");
    pthread_mutex_lock(&values_lock);
    const char *held = value_of(opt);
    size_t size = strlen(held) + 1;
    if (size <= length)
        memcpy(value, held, size);
    pthread_mutex_unlock(&values_lock);
    return size <= length
               ? ACL_SUCCESS
               : report(ACL_ERROR_INVALID_PARAM,
                        "length is %zu; the value and its end take %zu bytes", length, size);
}
