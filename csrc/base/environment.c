/* SPDX-License-Identifier: Apache-2.0 */
#include "base/environment.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cpu.h"
#include "base/entry.h"
#include "base/finding_file.h"
#include "base/number.h"
#include "base/output.h"
#include "base/status.h"
#include "base/text.h"
#include "base/trace_file.h"

extern char **environ;

static struct environment settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void tell(const char *format, ...)
{
    char line[512];
    va_list arguments;
    int length = snprintf(line, sizeof line, "aclnn_py: ");
    va_start(arguments, format);
    length += vsnprintf(line + length, sizeof line - 1 - (size_t)length, format, arguments);
    va_end(arguments);
    length = (int)clamp(length, 0, sizeof line - 2);
    line[length] = '\n';
    (void)output_write(STDERR_FILENO, line, (size_t)length + 1);
}

/* Keeps a message about the first variable that is wrong. The setting keeps its default. */
static void complain(const char *variable, const char *value, const char *allowed)
{
    if (settings.problem[0] == '\0')
        snprintf(settings.problem, sizeof settings.problem, "%s=%.60s: %s", variable, value,
                 allowed);
}

/* The index of value in a NULL-ended list of names; -1 when it is not among them. */
static int choice(const char *value, const char *const names[])
{
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(value, names[i]) == 0)
            return i;
    return -1;
}

static void complain_of_soc(const char *value)
{
    char text[200];
    snprintf(text, sizeof text, SOC_EXPECTED, soc_suggestion(value));
    complain("ACLNN_SOC", value, text);
}

static void read_soc(void)
{
    const char *value = getenv("ACLNN_SOC");
    bool given = value != NULL && *value != '\0';
    if (!soc_parse(given ? value : SOC_DEFAULT, &settings.soc))
        complain_of_soc(value);
}

/* How many processes a launcher as torchrun has started on this machine; 1: none says it. */
static uint64_t local_ranks(void)
{
    uint64_t number = 1;
    const char *value = getenv("LOCAL_WORLD_SIZE");
    if (value == NULL || !text_parse_number(value, 1, UINT32_MAX, &number))
        return 1;
    return number;
}

/* Each process of a launcher has a device, unless ACLNN_DEVICES says how many there are.
 * ASCEND_RT_VISIBLE_DEVICES names devices, as on a machine with cards; the first entry that names
 * no device ends it. All emulated devices are alike. */
static void read_devices(void)
{
    uint64_t number = local_ranks() < MAX_DEVICES ? local_ranks() : MAX_DEVICES;
    const char *value = getenv("ACLNN_DEVICES");
    if (value != NULL && *value != '\0' && !text_parse_number(value, 1, MAX_DEVICES, &number))
        complain("ACLNN_DEVICES", value, "expected a number from 1 to 16");
    settings.device_count = (uint32_t)number;
    for (int32_t i = 0; i < MAX_DEVICES; i++)
        settings.devices[i] = i;

    const char *visible = getenv("ASCEND_RT_VISIBLE_DEVICES");
    if (visible == NULL)
        return;
    char piece[16];
    uint32_t seen = 0;
    uint32_t count = 0;
    while ((visible = text_next_piece(visible, ',', piece, sizeof piece)) != NULL) {
        uint64_t id;
        if (!text_parse_number(piece, 0, settings.device_count - 1, &id) || (seen >> id & 1) != 0)
            break;
        seen |= 1u << id;
        settings.devices[count++] = (int32_t)id;
    }
    settings.device_count = count;
}

static void read_isa(void)
{
    static const char *const names[] = {"best", "v2", "v3", "v4", "aarch64", NULL};
    const char *value = getenv("ACLNN_ISA");
    if (value == NULL || *value == '\0' || strcmp(value, "best") == 0)
        return;
    if (choice(value, names) < 0)
        complain("ACLNN_ISA", value, "expected v2, v3 or v4 (x86_64), or aarch64");
    else if (!cpu_runs(value))
        complain("ACLNN_ISA", value, "this machine does not have the instructions of that level");
    else
        snprintf(settings.isa, sizeof settings.isa, "%s", value);
}

/* The processes of a launcher share the CPUs. */
static void read_worker_threads(void)
{
    int64_t share = cpu_count() / (int64_t)local_ranks();
    settings.worker_threads = (uint32_t)clamp(share, 1, MAX_WORKER_THREADS);
    const char *value = getenv("ACLNN_CORES");
    uint64_t number;
    if (value == NULL || *value == '\0')
        return;
    if (text_parse_number(value, 1, MAX_WORKER_THREADS, &number))
        settings.worker_threads = (uint32_t)number;
    else
        complain("ACLNN_CORES", value, "expected a number from 1 to 64");
}

static void read_modes(void)
{
    static const char *const streams[] = {"async", "lazy", "sync", NULL};
    const char *value = getenv("ACLNN_STREAM");
    if (value != NULL && *value != '\0') {
        int mode = choice(value, streams);
        if (mode < 0)
            complain("ACLNN_STREAM", value, "expected async, lazy or sync");
        else
            settings.stream_mode = (enum stream_mode)mode;
    }
}

static void read_transport(void)
{
    static const char *const names[] = {"any", "tcp", NULL};
    const char *value = getenv("ACLNN_TRANSPORT");
    if (value == NULL || *value == '\0')
        return;
    int transport = choice(value, names);
    if (transport < 0)
        complain("ACLNN_TRANSPORT", value, "expected any or tcp");
    else
        settings.transport = (enum transport)transport;
}

/* A mode, and "nan" with it or alone. */
static void read_checks(void)
{
    static const char *const checks[] = {"on", "off", "isolate", "lenient", NULL};
    const char *value = getenv("ACLNN_CHECK");
    const char *list = value != NULL && *value != '\0' ? value : NULL;
    int modes = 0;
    char piece[16];
    while ((list = text_next_piece(list, ',', piece, sizeof piece)) != NULL) {
        int mode = choice(piece, checks);
        if (strcmp(piece, "nan") == 0) {
            settings.checks_nan = true;
            continue;
        }
        if (mode < 0 || ++modes > 1) {
            complain(
                "ACLNN_CHECK", value,
                "expected one of on, off, isolate and lenient, or nan, or both as isolate,nan");
            return;
        }
        settings.check_mode = (enum check_mode)mode;
    }
}

static void read_log(void)
{
    static const char *const names[] = {"api", "mem", "stream", "kernel", "finding", NULL};
    const char *list = getenv("ACLNN_LOG");
    const char *value = list;
    if (list == NULL || strcmp(list, "off") == 0)
        return;
    char piece[16];
    while ((list = text_next_piece(list, ',', piece, sizeof piece)) != NULL) {
        int category = choice(piece, names);
        if (category < 0)
            complain("ACLNN_LOG", value,
                     "expected off, or a list of api, mem, stream, kernel, finding");
        else
            settings.log_categories |= 1u << category;
    }
}

static bool is_function(const char *name, size_t length)
{
    for (int i = 0; entry_functions[i] != NULL; i++)
        if (strlen(entry_functions[i]) == length && memcmp(entry_functions[i], name, length) == 0)
            return true;
    return false;
}

/* Reads "@N" or "~N/M[:SEED]", which follows the name of a function. */
static bool read_when(const char *text, struct fault *fault)
{
    char share[24];
    char chances[24];
    uint64_t number = 0;
    uint64_t of = 0;
    uint64_t seed = 0;
    if (*text == '@') {
        bool good = text_parse_number(text + 1, 1, UINT32_MAX, &number);
        fault->count = (unsigned long)number;
        return good;
    }
    const char *behind = text_next_piece(text + 1, '/', share, sizeof share);
    if (behind == NULL)
        return false;
    behind = text_next_piece(behind, ':', chances, sizeof chances);
    if (!text_parse_number(share, 1, UINT32_MAX, &number) ||
        !text_parse_number(chances, number, UINT32_MAX, &of) ||
        (behind != NULL && *behind != '\0' && !text_parse_number(behind, 0, UINT32_MAX, &seed)))
        return false;
    fault->probability = (double)number / (double)of;
    fault->seed = (unsigned long)seed;
    return true;
}

static bool read_fault(const char *piece, struct fault *fault)
{
    size_t length = strcspn(piece, "@~");
    if (piece[length] == '\0' || length >= sizeof fault->function)
        return false;
    memcpy(fault->function, piece, length);
    snprintf(fault->given, sizeof fault->given, "%s", piece);
    bool known = strcmp(fault->function, "*") == 0 || strcmp(fault->function, "launch") == 0 ||
                 is_function(piece, length);
    return known && read_when(piece + length, fault);
}

static void read_faults(void)
{
    static const char allowed[] =
        "expected FUNCTION@N or FUNCTION~N/M[:SEED] with a function of this library, * or launch, "
        "for example aclrtMalloc@3 or launch~1/100:7, or a list of these, 64 at most";
    const char *list = getenv("ACLNN_FAULT");
    const char *value = list;
    char piece[128];
    while ((list = text_next_piece(list, ',', piece, sizeof piece)) != NULL) {
        struct fault fault = {.count = 0};
        if (settings.fault_count == MAX_FAULTS || !read_fault(piece, &fault)) {
            complain("ACLNN_FAULT", value, allowed);
            return;
        }
        settings.faults[settings.fault_count++] = fault;
    }
}

/* Reads "FUNCTION=STATUS", where STATUS is a number, a name, NULL or "*". */
static bool read_expectation(const char *piece, struct expected *expected)
{
    uint64_t number;
    size_t length = strcspn(piece, "=");
    const char *status = piece + length + 1;
    if (piece[length] == '\0' || length >= sizeof expected->function)
        return false;
    memcpy(expected->function, piece, length);
    expected->any_status = strcmp(status, "*") == 0;
    expected->is_null = strcmp(status, "NULL") == 0;
    if (text_parse_number(status, 1, INT32_MAX, &number))
        expected->status = (int)number;
    else if (!expected->any_status && !expected->is_null &&
             (!status_parse(status, &expected->status) || expected->status == 0))
        return false;
    return strcmp(expected->function, "*") == 0 || is_function(piece, length);
}

static void read_expectations(void)
{
    static const char allowed[] =
        "expected FUNCTION=STATUS with a function of this library or * and a status, by number or "
        "name, NULL or *, for example aclrtMalloc=207001, or a list of these, 32 at most";
    const char *list = getenv("ACLNN_EXPECT");
    const char *value = list;
    char piece[160];
    while ((list = text_next_piece(list, ',', piece, sizeof piece)) != NULL) {
        struct expected expected = {.status = 0};
        if (settings.expected_count == MAX_EXPECTED || !read_expectation(piece, &expected)) {
            complain("ACLNN_EXPECT", value, allowed);
            return;
        }
        settings.expected[settings.expected_count++] = expected;
    }
}

/* The file is made at once, so that a reader can tell "no findings" from "nothing was written". */
static void read_findings(void)
{
    const char *value = getenv("ACLNN_FINDINGS");
    if (value == NULL || *value == '\0')
        return;
    const char *problem = finding_file_open(value, getenv("ACLNN_FINDINGS_DESCRIPTOR"));
    if (problem != NULL)
        complain("ACLNN_FINDINGS", value, problem);
}

static void read_trace(void)
{
    const char *value = getenv("ACLNN_TRACE");
    if (value == NULL || *value == '\0')
        return;
    const char *problem = trace_file_open(value);
    if (problem != NULL)
        complain("ACLNN_TRACE", value, problem);
}

/* The path is made absolute, because the program may change its directory before the file is
 * needed. */
static void read_blas(void)
{
    const char *value = getenv("ACLNN_BLAS");
    if (value == NULL || *value == '\0')
        return;
    if (realpath(value, settings.blas) == NULL || access(settings.blas, R_OK) != 0) {
        settings.blas[0] = '\0';
        complain("ACLNN_BLAS", value, "the file cannot be read");
    }
}

/* ---- Names that nobody reads ----------------------------------------------------------------- */

static const char *const variables[] = {
#define ACL_VARIABLE(name) #name,
#include "base/variable.def"
#undef ACL_VARIABLE
};

#define VARIABLE_COUNT (sizeof variables / sizeof variables[0])

static bool is_variable(const char *name)
{
    for (size_t i = 0; i < VARIABLE_COUNT; i++)
        if (strcmp(variables[i], name) == 0)
            return true;
    return false;
}

/* Tells of an unknown variable, which may have been meant for this library, and ignores it. */
static void tell_unknown(const char *name)
{
    const char *nearest = variables[0];
    for (size_t i = 1; i < VARIABLE_COUNT; i++)
        if (text_distance(name, variables[i]) < text_distance(name, nearest))
            nearest = variables[i];
    tell("%s is set, and no such variable is read; the nearest is %s", name, nearest);
}

static void look_for_unknown(void)
{
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        char name[TEXT_NAME_MAX];
        if (strncmp(*entry, "ACLNN_", strlen("ACLNN_")) != 0)
            continue;
        text_next_piece(*entry, '=', name, sizeof name);
        if (!is_variable(name))
            tell_unknown(name);
    }
}

static void read_environment(void)
{
    look_for_unknown();
    read_soc();
    read_devices();
    read_isa();
    read_worker_threads();
    read_modes();
    read_checks();
    read_log();
    read_faults();
    read_expectations();
    read_findings();
    read_trace();
    read_blas();
    read_transport();
    if (settings.problem[0] != '\0')
        tell("%s", settings.problem);
}

const struct environment *environment(void)
{
    pthread_once(&once, read_environment);
    return &settings;
}
