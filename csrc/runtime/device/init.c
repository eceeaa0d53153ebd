/* SPDX-License-Identifier: Apache-2.0 */
/* aclInit and aclFinalize. No other function depends on them: no aclrt function requires
 * aclInit. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry.h"
#include "base/environment.h"
#include "base/json.h"
#include "base/report.h"
#include "base/trace.h"
#include "impl/acl/acl_rt.h"
#include "impl/aclnn/aclnn_base.h"
#include "runtime/device/init_callback.h"
#include "runtime/stream/context.h"

/* A larger file is refused as a configuration. */
#define MAX_CONFIG_BYTES (16u << 20)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t init_count;
static bool finalized;
static char *first_config; /* the file that the first aclInit read; NULL: it read none */
static bool config_known;

static aclError read_config(const char *path, char **out)
{
    *out = NULL;
    if (path == NULL || *path == '\0')
        return ACL_SUCCESS;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        char why[128];
        return report(ACL_ERROR_INVALID_FILE, "configPath is \"%s\": %s", path,
                      strerror_r(errno, why, sizeof why));
    }
    char *text = malloc(MAX_CONFIG_BYTES + 1);
    size_t size = text != NULL ? fread(text, 1, MAX_CONFIG_BYTES + 1, file) : 0;
    bool failed = text == NULL || ferror(file) != 0;
    fclose(file);
    if (failed || size > MAX_CONFIG_BYTES) {
        free(text);
        return report(ACL_ERROR_INVALID_FILE,
                      "configPath is \"%s\": it cannot be read, or is over 16 MiB", path);
    }
    if (!json_is_valid(text, size)) {
        free(text);
        return report(ACL_ERROR_PARSE_FILE, "configPath is \"%s\": it is not valid JSON", path);
    }
    text[size] = '\0';
    char *fitted = realloc(text, size + 1);
    *out = fitted != NULL ? fitted : text;
    return ACL_SUCCESS;
}

static bool same_config(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Reads the vendor's "defaultDevice": {"default_device": "0"}, whose value is a text of decimal
 * digits without leading zeros. -1 when it is not given. */
static aclError read_default_device(const char *config, int32_t *device)
{
    *device = -1;
    if (config == NULL)
        return ACL_SUCCESS;
    struct json_part all = {config, strlen(config)};
    struct json_part given = json_member(json_member(all, "defaultDevice"), "default_device");
    if (given.text == NULL)
        return ACL_SUCCESS;
    long long number = -1;
    int read = 0;
    char first = given.size > 2 ? given.text[1] : '\0';
    bool decimal = given.text[0] == '"' && first >= '0' && first <= '9' && given.size < 20 &&
                   (first != '0' || given.size == 3) &&
                   sscanf(given.text, "\"%lld%n", &number, &read) == 1 &&
                   (size_t)read + 1 == given.size;
    if (!decimal)
        return report(ACL_ERROR_FAILURE,
                      "configPath has the default_device %.*s; a text with 0 or a positive decimal "
                      "number is required",
                      given.size < 40 ? (int)given.size : 40, given.text);
    aclError status = device_check(number);
    if (status == ACL_SUCCESS)
        *device = (int32_t)number;
    return status;
}

/* The caller holds the lock. config now belongs to this function. */
static aclError initialize(char *config, int32_t default_device)
{
    if (config_known && !same_config(first_config, config)) {
        free(config);
        return report(ACL_ERROR_INVALID_PARAM,
                      "configPath holds something else than the file of the first aclInit; the "
                      "configuration of a process is fixed");
    }
    if (!config_known) {
        first_config = config;
        config_known = true;
    } else {
        free(config);
    }
    if (init_count++ > 0)
        return report(ACL_ERROR_REPEAT_INITIALIZE,
                      "aclInit was called before without aclFinalize; everything stays usable");
    finalized = false;
    context_set_default_device(default_device, aclrtSetDeviceImpl);
    entry_initialized(true);
    return ACL_SUCCESS;
}

/* A function of the program has refused: aclInit is not in force. */
static void undo(void)
{
    pthread_mutex_lock(&lock);
    init_count = 0;
    context_set_default_device(-1, aclrtSetDeviceImpl);
    entry_initialized(false);
    pthread_mutex_unlock(&lock);
}

aclError aclInitImpl(const char *configPath)
{
    const char *problem = environment()->problem;
    if (problem[0] != '\0')
        return report_as("EH0009", ACL_ERROR_INTERNAL_ERROR, "the environment is wrong: %s",
                         problem);
    char *config = NULL;
    aclError status = read_config(configPath, &config);
    if (status != ACL_SUCCESS)
        return status;
    int32_t default_device;
    status = read_default_device(config, &default_device);
    if (status != ACL_SUCCESS) {
        free(config);
        return status;
    }
    pthread_mutex_lock(&lock);
    status = initialize(config, default_device);
    const char *text = first_config;
    pthread_mutex_unlock(&lock);
    if (status != ACL_SUCCESS)
        return status;
    status = init_callback_initialized(text);
    if (status != ACL_SUCCESS)
        undo();
    return status;
}

/* The caller holds the lock. */
static aclError finalize(void)
{
    if (finalized)
        return report(ACL_ERROR_REPEAT_FINALIZE, "aclFinalize was called already");
    init_count = 0;
    finalized = true;
    context_set_default_device(-1, aclrtSetDeviceImpl);
    entry_initialized(false);
    trace_flush();
    return ACL_SUCCESS;
}

aclError aclFinalizeImpl(void)
{
    pthread_mutex_lock(&lock);
    aclError status = finalize();
    pthread_mutex_unlock(&lock);
    return status == ACL_SUCCESS ? init_callback_finalized() : status;
}

aclError aclFinalizeReferenceImpl(uint64_t *refCount)
{
    aclError status = ACL_SUCCESS;
    pthread_mutex_lock(&lock);
    bool ends = init_count == 1;
    if (init_count > 1)
        init_count--;
    else if (ends)
        status = finalize();
    else
        status = report(ACL_ERROR_REPEAT_FINALIZE, "aclInit is not in force");
    if (refCount != NULL)
        *refCount = init_count;
    pthread_mutex_unlock(&lock);
    return ends && status == ACL_SUCCESS ? init_callback_finalized() : status;
}

/* The vendor loads operator packages here and accepts any configuration. This library contains all
 * of its operators, so there is nothing to do. */
aclnnStatus aclnnInitImpl(const char *configPath)
{
    (void)configPath;
    return OK;
}

aclnnStatus aclnnFinalizeImpl(void)
{
    return OK;
}

const char *aclGetRecentErrMsgImpl(void)
{
    return report_take();
}
