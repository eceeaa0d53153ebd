/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library that `aclnn record` preloads. It stands in front of the functions of acl and aclnn,
 * whoever's library they are in, and writes each two-phase call to a file
 * (docs/reference/recordings.md). Of that library it uses exported functions only; base/json.c is
 * linked into this one, too.
 *
 * Handles are opaque, and there is no getter for the values of scalars and arrays and for the
 * elements of lists: these are kept from the calls that make them. Tensors are asked when they are
 * needed, as their addresses and shapes change; that a handle is one, and still the same one, is
 * known from the same calls.
 *
 * A call that the library makes while it carries out another one is not recorded.
 */
#include "record/record.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <math.h>
#include <pthread.h>
#include <search.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "acl/acl.h"
#include "base/json.h"

/* The largest span of memory, in bytes, in which the elements of a view are read. */
static const int64_t largest_span = INT64_C(1) << 30;

/*-**********************************************
 *  The file
 ************************************************/

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static _Atomic int file = -1;
static bool with_data;
static int64_t largest_tensor; /* the most bytes of one tensor that are stored */
static uint32_t crc_table[256];

/* Guards what is known of handles and calls. Nothing is written, and the library not called, with
 * it held. */
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static uint64_t call_count;

static pthread_mutex_t describing = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pid_t described; /* the process that has been described in the file */

/* A forked child has the locks as its own thread left them, whatever the other threads were at. */
static void lock_all(void)
{
    pthread_mutex_lock(&describing);
    pthread_mutex_lock(&guard);
}

static void unlock_all(void)
{
    pthread_mutex_unlock(&guard);
    pthread_mutex_unlock(&describing);
}

/* The CRC of zlib, gzip and PNG. */
static void fill_crc_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value >> 1 ^ (value & 1 ? 0xEDB88320u : 0);
        crc_table[i] = value;
    }
}

/* Before the program has a thread. */
__attribute__((constructor)) static void prepare(void)
{
    fill_crc_table();
    pthread_atfork(lock_all, unlock_all, unlock_all);
}

/* Whether this thread is in the recorder, or in a call that is recorded. */
static _Thread_local bool is_inside;

static void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void complain(const char *format, ...)
{
    char line[512];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    dprintf(STDERR_FILENO, "aclnn record: %s\n", line);
}

static void open_file(void)
{
    const char *path = getenv("ACL_RECORD_FILE"), *limit = getenv("ACL_RECORD_DATA");
    if (path == NULL)
        return;
    with_data = limit != NULL;
    largest_tensor = with_data ? strtoll(limit, NULL, 10) : 0;
    file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0)
        complain("%s: %s; nothing is recorded", path, strerror(errno));
}

static bool is_recording(void)
{
    pthread_once(&opened, open_file);
    return !is_inside && file >= 0;
}

/* Bytes that grow. When memory is short they are lost, and with them their entry. */
struct text {
    char *at;
    size_t length, room;
    bool is_lost;
};

static char *room_for(struct text *text, size_t count)
{
    if (text->room - text->length < count) {
        size_t room = 2 * (text->length + count);
        char *at = text->is_lost ? NULL : realloc(text->at, room);
        if (at == NULL) {
            text->is_lost = true;
            return NULL;
        }
        text->at = at;
        text->room = room;
    }
    text->length += count;
    return text->at + text->length - count;
}

/* Entries are compact JSON in ASCII, in memory that grows. */
static void grow_json(struct json_writer *json, size_t size)
{
    char *text = realloc(json->text, 2 * size);
    if (text == NULL)
        return;
    json->text = text;
    json->size = 2 * size;
}

static struct json_writer new_json(void)
{
    return (struct json_writer){.is_compact = true, .is_ascii = true, .grow = grow_json};
}

static void add_integers(struct json_writer *json, const char *name, const int64_t *values,
                         uint64_t count)
{
    json_open(json, name, '[');
    for (uint64_t i = 0; i < count; i++)
        json_number(json, NULL, values[i]);
    json_close(json, ']');
}

static void add_address(struct json_writer *json, const char *name, const void *address)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%#" PRIxPTR, (uintptr_t)address);
    json_string(json, name, digits);
}

/* Begins an entry. */
static void begin_entry(struct json_writer *json, const char *kind)
{
    json_open(json, NULL, '{');
    json_string(json, "kind", kind);
    json_number(json, "process", getpid());
}

static uint32_t crc32_of(uint32_t crc, const char *bytes, size_t count)
{
    crc = ~crc;
    for (size_t i = 0; i < count; i++)
        crc = crc >> 8 ^ crc_table[(crc ^ (unsigned char)bytes[i]) & 0xff];
    return ~crc;
}

/* Leaves out what is written of the parts, which are so many; the first that is left. */
static int skip_written(struct iovec *parts, int part, int count, size_t written)
{
    for (; part < count && written >= parts[part].iov_len; part++)
        written -= parts[part].iov_len;
    if (part < count) {
        parts[part].iov_base = (char *)parts[part].iov_base + written;
        parts[part].iov_len -= written;
    }
    return part;
}

/* One system call, at the end of the file: other threads and processes write there too. */
static void write_parts(struct iovec *parts, int count)
{
    for (int part = 0; part < count && file >= 0;) {
        ssize_t written = writev(file, parts + part, count - part);
        if (written >= 0) {
            part = skip_written(parts, part, count, (size_t)written);
        } else if (errno != EINTR) {
            complain("the file cannot be written: %s; the recording ends", strerror(errno));
            file = -1; /* it stays open: another thread may be writing to it */
        }
    }
}

/* Writes a record and releases its parts. */
static void write_record(struct json_writer *json, struct text *data)
{
    char frame[64];
    if (json->is_full || data->is_lost) {
        complain("out of memory: a call is left out");
    } else {
        uint32_t crc = crc32_of(crc32_of(0, json->text, json->length), data->at, data->length);
        int length = snprintf(frame, sizeof frame, "@%zu %zu %08" PRIx32 "\n", json->length,
                              data->length, crc);
        struct iovec parts[] = {{frame, (size_t)length},
                                {json->text, json->length},
                                {"\n", 1},
                                {data->at, data->length},
                                {"\n", 1}};
        write_parts(parts, (int)(sizeof parts / sizeof parts[0]));
    }
    free(json->text);
    free(data->at);
}

/*-**********************************************
 *  The functions behind the wrappers
 ************************************************/

/* Functions that have a wrapper here, and functions that are only called. */
#define WRAPPED(X)                       \
    X(aclCreateTensor)                   \
    X(aclDestroyTensor)                  \
    X(aclCreateScalar)                   \
    X(aclDestroyScalar)                  \
    X(aclCreateIntArray)                 \
    X(aclDestroyIntArray)                \
    X(aclCreateFloatArray)               \
    X(aclDestroyFloatArray)              \
    X(aclCreateBoolArray)                \
    X(aclDestroyBoolArray)               \
    X(aclCreateTensorList)               \
    X(aclDestroyTensorList)              \
    X(aclCreateScalarList)               \
    X(aclDestroyScalarList)              \
    X(aclSetAclOpExecutorRepeatable)     \
    X(aclDestroyAclOpExecutor)           \
    X(aclrtSynchronizeStream)            \
    X(aclrtSynchronizeStreamWithTimeout) \
    X(aclrtSynchronizeDevice)            \
    X(aclrtSynchronizeDeviceWithTimeout) \
    X(aclrtDestroyStream)                \
    X(aclrtDestroyStreamForce)
#define CALLED(X)          \
    X(aclGetViewShape)     \
    X(aclGetStorageShape)  \
    X(aclGetViewStrides)   \
    X(aclGetViewOffset)    \
    X(aclGetFormat)        \
    X(aclGetDataType)      \
    X(aclGetRawTensorAddr) \
    X(aclrtGetSocName)     \
    X(aclrtMemcpy)

#define NUMBER_OF(NAME) NUMBER_##NAME,
enum { WRAPPED(NUMBER_OF) CALLED(NUMBER_OF) FUNCTION_COUNT };

struct function {
    const char *name;
    any_function *wrapper;
    any_function *_Atomic real;
};

#define WRAPPED_ROW(NAME) {#NAME, (any_function *)NAME, NULL},
#define CALLED_ROW(NAME) {#NAME, NULL, NULL},
static struct function functions[] = {WRAPPED(WRAPPED_ROW) CALLED(CALLED_ROW)};

#define REAL(NAME) ((__typeof__(&NAME))real_function(NUMBER_##NAME))

typedef void *dlsym_function(void *, const char *);

static dlsym_function *real_dlsym(void)
{
    static _Atomic(dlsym_function *) known;
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"};
    dlsym_function *found = known;
    for (size_t i = 0; found == NULL && i < sizeof versions / sizeof versions[0]; i++)
        *(void **)&found = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
    if (found == NULL) {
        complain("this C library has no dlsym that is known here");
        _exit(127);
    }
    known = found;
    return found;
}

static int add_path(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    struct text *paths = context;
    if (object->dlpi_name != NULL && object->dlpi_name[0] != 0) {
        size_t length = strlen(object->dlpi_name) + 1;
        char *at = room_for(paths, length);
        if (at != NULL)
            memcpy(at, object->dlpi_name, length);
    }
    return 0;
}

/* Finds a function in libraries that were opened for another library only, as plug-ins are. */
static any_function *find_anywhere(const char *name, any_function *wrapper)
{
    any_function *found = NULL;
    struct text paths = {NULL, 0, 0, false};
    dl_iterate_phdr(add_path, &paths); /* nothing may be opened inside the callback */
    for (size_t at = 0; found == NULL && at < paths.length; at += strlen(paths.at + at) + 1) {
        void *library = dlopen(paths.at + at, RTLD_LAZY | RTLD_NOLOAD);
        if (library == NULL)
            continue;
        *(void **)&found = real_dlsym()(library, name);
        if (found == wrapper)
            found = NULL;
        dlclose(library);
    }
    free(paths.at);
    return found;
}

static any_function *find(any_function *_Atomic *known, const char *name, any_function *wrapper)
{
    any_function *found = *known;
    if (found == NULL) {
        *(void **)&found = real_dlsym()(RTLD_NEXT, name);
        if (found == NULL)
            found = find_anywhere(name, wrapper);
        *known = found;
    }
    return found;
}

/* Ends the process as the dynamic linker would: the wrapper has hidden from it that a name is
 * missing. */
static any_function *or_end(any_function *found, const char *name)
{
    if (found == NULL) {
        complain("no library has %s", name);
        _exit(127);
    }
    return found;
}

static any_function *real_function(int number)
{
    struct function *function = &functions[number];
    return or_end(find(&function->real, function->name, function->wrapper), function->name);
}

static any_function *find_phase(struct record_call *call, int phase)
{
    char name[256];
    snprintf(name, sizeof name, phase == 0 ? "%sGetWorkspaceSize" : "%s", call->name);
    return find(&call->real[phase], name, call->wrappers[phase]);
}

any_function *record_real(struct record_call *call, int phase)
{
    return or_end(find_phase(call, phase), call->name);
}

static int compare_names(const void *name, const void *call)
{
    return strcmp(name, ((const struct record_call *)call)->name);
}

/* The wrapper of a name that a library has; NULL when there is none. `real` is what was found. */
static any_function *wrapper_of(const char *name, any_function *real)
{
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strcmp(functions[i].name, name) == 0 && functions[i].wrapper != NULL) {
            any_function *none = NULL;
            if (real != NULL && real != functions[i].wrapper)
                atomic_compare_exchange_strong(&functions[i].real, &none, real);
            else if (find(&functions[i].real, name, functions[i].wrapper) == NULL)
                return NULL;
            return functions[i].wrapper;
        }
    static const char suffix[] = "GetWorkspaceSize";
    char stem[256];
    size_t length = strlen(name), tail = sizeof suffix - 1;
    int phase = length > tail && strcmp(name + length - tail, suffix) == 0 ? 0 : 1;
    length -= phase == 0 ? tail : 0;
    if (length >= sizeof stem)
        return NULL;
    memcpy(stem, name, length);
    stem[length] = 0;
    struct record_call *call = bsearch(stem, record_calls, record_call_count, sizeof *call,
                                       compare_names);
    if (call == NULL)
        return NULL;
    any_function *none = NULL;
    if (real != NULL && real != call->wrappers[phase])
        atomic_compare_exchange_strong(&call->real[phase], &none, real);
    else if (find_phase(call, phase) == NULL)
        return NULL;
    return call->wrappers[phase];
}

/* A look-up of a name in a library passes preloaded functions by, and Python's ctypes and PyTorch's
 * plug-in look up all of their names so: they get the wrapper. RTLD_NEXT means the libraries behind
 * the caller's, which the real dlsym knows from its return address. So this jumps to it. */
WRAPPER void *dlsym(void *restrict handle, const char *restrict name)
{
    dlsym_function *real = real_dlsym();
    if (handle == RTLD_NEXT || strncmp(name, "acl", 3) != 0)
        return real(handle, name);
    any_function *found, *wrapper;
    *(void **)&found = real(handle, name);
    if (found == NULL && handle != RTLD_DEFAULT)
        return NULL;
    wrapper = wrapper_of(name, found);
    if (wrapper != NULL)
        dlerror(); /* forgets errors of the look-ups here */
    return *(void **)(wrapper != NULL ? &wrapper : &found);
}

/*-**********************************************
 *  Handles
 ************************************************/

/* A handle that the program has made. `values` are those of a scalar (bytes) or an array, or the
 * handles of a list. `serial` tells it from a later object with the same handle. */
struct handle {
    const void *address;
    uint64_t serial;
    aclDataType type;
    uint64_t count;
    void *values;
};

/* What phase one has made, until phase two has run it or until it is destroyed. */
struct operand {
    const void *handle;
    uint64_t serial; /* 0 for NULL, and for a handle that is not known */
    char role;
};

static void *handles, *executors; /* trees of struct handle, and of struct record_phase_one */

static int64_t bits_of(aclDataType type)
{
    switch ((int)type) {
#define ACL_DATA_TYPE(NAME, VALUE, BITS, ...) \
    case VALUE: return BITS;
#include "base/data_type.def"
#undef ACL_DATA_TYPE
    default: return 0;
    }
}

static bool is_private(aclFormat format)
{
    switch ((int)format) {
#define ACL_FORMAT(NAME, VALUE, IS_PRIVATE, ...) \
    case VALUE: return IS_PRIVATE;
#include "base/format.def"
#undef ACL_FORMAT
    default: return false;
    }
}

/* The nodes of both trees begin with the address that they are found by. */
static int compare_addresses(const void *one, const void *other)
{
    uintptr_t a = (uintptr_t)*(const void *const *)one, b = (uintptr_t)*(const void *const *)other;
    return (a > b) - (a < b);
}

/* The node of an address, taken out of its tree if wanted. The caller holds the guard. */
static void *look_up(void **tree, const void *address, bool is_removed)
{
    void *found = tfind(&address, tree, compare_addresses);
    if (found == NULL)
        return NULL;
    found = *(void **)found;
    if (is_removed)
        tdelete(&address, tree, compare_addresses);
    return found;
}

static void forget(const void *address)
{
    pthread_mutex_lock(&guard);
    struct handle *old = look_up(&handles, address, true);
    pthread_mutex_unlock(&guard);
    if (old != NULL)
        free(old->values);
    free(old);
}

/* A list is destroyed together with its elements. */
static void forget_list(const void *address)
{
    pthread_mutex_lock(&guard);
    struct handle *old = look_up(&handles, address, true);
    pthread_mutex_unlock(&guard);
    for (uint64_t i = 0; old != NULL && i < old->count; i++)
        forget(((const void **)old->values)[i]);
    if (old != NULL)
        free(old->values);
    free(old);
}

/* Remembers a handle with its values, and returns it. A handle that cannot be remembered counts as
 * unknown. */
static void *keep(void *address, aclDataType type, const void *values, uint64_t count, size_t size)
{
    static uint64_t serials;
    if (address == NULL || !is_recording())
        return address;
    forget(address);
    if (values == NULL)
        count = 0;
    struct handle *made = malloc(sizeof *made);
    void *copy = malloc(count * size + 16);
    if (made == NULL || copy == NULL) {
        free(made);
        free(copy);
        return address;
    }
    memset(copy, 0, 16);
    if (count > 0)
        memcpy(copy, values, count * size);
    pthread_mutex_lock(&guard);
    *made = (struct handle){address, ++serials, type, count, copy};
    bool is_kept = tsearch(made, &handles, compare_addresses) != NULL;
    pthread_mutex_unlock(&guard);
    if (!is_kept)
        complain("out of memory: an operand will not be known");
    return address;
}

WRAPPER aclTensor *aclCreateTensor(const int64_t *viewDims, uint64_t viewDimsNum,
                                   aclDataType dataType, const int64_t *stride, int64_t offset,
                                   aclFormat format, const int64_t *storageDims,
                                   uint64_t storageDimsNum, void *tensorData)
{
    return keep(REAL(aclCreateTensor)(viewDims, viewDimsNum, dataType, stride, offset, format,
                                      storageDims, storageDimsNum, tensorData),
                dataType, NULL, 0, 0);
}

WRAPPER aclScalar *aclCreateScalar(void *value, aclDataType dataType)
{
    return keep(REAL(aclCreateScalar)(value, dataType), dataType, value, 1,
                (size_t)(bits_of(dataType) + 7) / 8);
}

#define CREATE(KIND, VALUES, TYPE)                                                         \
    WRAPPER acl##KIND *aclCreate##KIND(VALUES value, uint64_t size)                        \
    {                                                                                      \
        return keep(REAL(aclCreate##KIND)(value, size), TYPE, value, size, sizeof *value); \
    }
CREATE(IntArray, const int64_t *, ACL_INT64)
CREATE(FloatArray, const float *, ACL_FLOAT)
CREATE(BoolArray, const bool *, ACL_BOOL)
CREATE(TensorList, const aclTensor *const *, ACL_DT_UNDEFINED)
CREATE(ScalarList, const aclScalar *const *, ACL_DT_UNDEFINED)

/* A handle is forgotten before it is destroyed: another thread may be given the same one at
 * once. */
#define DESTROY(KIND, FORGET)                                     \
    WRAPPER aclnnStatus aclDestroy##KIND(const acl##KIND *handle) \
    {                                                             \
        if (!is_inside)                                           \
            FORGET(handle);                                       \
        return REAL(aclDestroy##KIND)(handle);                    \
    }
DESTROY(Tensor, forget)
DESTROY(Scalar, forget)
DESTROY(IntArray, forget)
DESTROY(FloatArray, forget)
DESTROY(BoolArray, forget)
DESTROY(TensorList, forget_list)
DESTROY(ScalarList, forget_list)

/*-**********************************************
 *  Tensors
 ************************************************/

struct view {
    aclDataType type;
    aclFormat format;
    int64_t offset;
    int64_t *dims, *strides, *storage;
    uint64_t rank, stride_count, storage_rank;
    void *address;
};

static void release(struct view *view)
{
    free(view->dims);
    free(view->strides);
    free(view->storage);
}

/* Asks the library for the properties of a tensor. False, with nothing to release, when it does not
 * answer. */
static bool ask(const aclTensor *tensor, struct view *view)
{
    memset(view, 0, sizeof *view);
    if (REAL(aclGetViewShape)(tensor, &view->dims, &view->rank) == 0 &&
        REAL(aclGetViewStrides)(tensor, &view->strides, &view->stride_count) == 0 &&
        REAL(aclGetStorageShape)(tensor, &view->storage, &view->storage_rank) == 0 &&
        REAL(aclGetViewOffset)(tensor, &view->offset) == 0 &&
        REAL(aclGetFormat)(tensor, &view->format) == 0 &&
        REAL(aclGetDataType)(tensor, &view->type) == 0 &&
        REAL(aclGetRawTensorAddr)(tensor, &view->address) == 0 && view->stride_count == view->rank)
        return true;
    release(view);
    return false;
}

/* The product of dimensions; -1 when one is negative or the product does not fit into int64_t. */
static int64_t product(const int64_t *dims, uint64_t rank)
{
    int64_t all = 1;
    for (uint64_t i = 0; i < rank; i++)
        if (dims[i] < 0 || __builtin_mul_overflow(all, dims[i], &all))
            return -1;
    return all;
}

static bool is_dense(const struct view *view)
{
    int64_t step = 1;
    for (uint64_t i = view->rank; i-- > 0; step *= view->dims[i])
        if (view->dims[i] != 1 && view->strides[i] != step)
            return false;
    return true;
}

/* The lowest and the highest element of a view that is not empty, counted from its address; false
 * when these do not fit into int64_t. */
static bool reach(const struct view *view, int64_t *lowest, int64_t *highest)
{
    *lowest = *highest = view->offset;
    for (uint64_t i = 0; i < view->rank; i++) {
        int64_t *end = view->strides[i] < 0 ? lowest : highest, distance;
        if (__builtin_mul_overflow(view->dims[i] - 1, view->strides[i], &distance) ||
            __builtin_add_overflow(*end, distance, end))
            return false;
    }
    return true;
}

/* Takes elements of a span of memory in row-major sequence: all, or for each k the element number k
 * * step + k * 2654435761 mod step. */
static void take_elements(const struct view *view, const char *origin, size_t size, int64_t total,
                          int64_t step, char *to)
{
    for (int64_t k = 0; k * step < total; k++, to += size) {
        int64_t rest = k * step + (int64_t)((uint64_t)k * 2654435761u % (uint64_t)step), place = 0;
        rest = rest < total ? rest : total - 1;
        for (uint64_t i = view->rank; i-- > 0; rest /= view->dims[i])
            place += rest % view->dims[i] * view->strides[i];
        memcpy(to, origin + place * (int64_t)size, size);
    }
}

static void refuse_elements(struct json_writer *json, const char *why)
{
    json_open(json, NULL, '{');
    json_string(json, "none", why);
    json_close(json, '}');
}

/* Copies a tensor's elements from the device to `data`, and notes in `json` where they are, or why
 * not. Elements that strides do not describe are copied as bytes: private formats with their whole
 * storage, and types of less than a byte when they are dense. */
static void read_elements(const struct view *view, bool is_sampled, struct json_writer *json,
                          struct text *data)
{
    int64_t bits = bits_of(view->type), total = product(view->dims, view->rank), step = 1;
    int64_t lowest = 0, highest = 0, start, span, stored, size = bits / 8;
    bool is_raw = bits % 8 != 0 || is_private(view->format);
    const char *refusal = NULL;
    char why[80];
    if (bits == 0 || total < 0)
        refusal = "it has no elements that are known";
    else if (is_raw && !is_private(view->format) && !is_dense(view))
        refusal = "its elements are smaller than a byte, and not dense";
    else if (is_raw)
        total = is_private(view->format) ? product(view->storage, view->storage_rank) : total;
    else if (total > 0 && !reach(view, &lowest, &highest))
        refusal = "its elements lie too far apart";
    if (refusal == NULL && (total < 0 || total > largest_span || highest - lowest > largest_span))
        refusal = "its elements span more than 1 GiB";
    if (refusal != NULL) {
        refuse_elements(json, refusal);
        return;
    }
    if (is_raw) {
        start = is_private(view->format) ? 0 : view->offset * bits / 8;
        span = stored = (total * bits + 7) / 8;
        size = 1;
        total = span;
    } else {
        start = lowest * size;
        span = total == 0 ? 0 : (highest - lowest + 1) * size;
        stored = total * size;
    }
    if (stored > largest_tensor) {
        if (is_raw || !is_sampled || largest_tensor < size) {
            snprintf(why, sizeof why, "it has %" PRId64 " bytes, more than --limit", stored);
            refuse_elements(json, why);
            return;
        }
        int64_t count = largest_tensor / size;
        step = (total + count - 1) / count;
        stored = (total + step - 1) / step * size;
    }
    if (span > largest_span) {
        refuse_elements(json, "its elements span more than 1 GiB");
        return;
    }
    char *host = span == 0 ? NULL : malloc((size_t)span);
    int status = span == 0 ? 0
                 : host == NULL
                     ? -1
                     : REAL(aclrtMemcpy)(host, (size_t)span, (const char *)view->address + start,
                                         (size_t)span, ACL_MEMCPY_DEVICE_TO_HOST);
    char *to = status == 0 ? room_for(data, (size_t)stored) : NULL;
    if (to == NULL) {
        snprintf(why, sizeof why, "it cannot be read: %d", status);
        refuse_elements(json, why);
    } else {
        if (stored == span && step == 1 && (is_raw || is_dense(view)))
            memcpy(to, host == NULL ? to : host, (size_t)stored);
        else
            take_elements(view, host + (view->offset - lowest) * size, (size_t)size, total, step,
                          to);
        json_open(json, NULL, '{');
        json_unsigned(json, "at", data->length - (size_t)stored);
        json_number(json, "size", stored);
        json_number(json, "step", step);
        json_truth(json, "raw", is_raw);
        json_close(json, '}');
    }
    free(host);
}

/*-**********************************************
 *  Phase one
 ************************************************/

struct record_phase_one {
    const aclOpExecutor *executor; /* the trees are sorted by it */
    uint64_t number, workspace_size;
    bool is_repeatable;
    struct record_call *call;
    struct json_writer json;
    struct operand *operands;
    struct view *views; /* as they were in phase one */
    size_t operand_count;
};

static void discard(struct record_phase_one *made)
{
    if (made == NULL)
        return;
    for (size_t i = 0; i < made->operand_count; i++)
        release(&made->views[i]);
    free(made->operands);
    free(made->views);
    free(made->json.text);
    free(made);
}

static void add_tensor(struct record_phase_one *made, const void *handle, char role)
{
    struct json_writer *json = &made->json;
    struct operand operand = {handle, 0, role};
    struct view view = {0};
    size_t count = made->operand_count + 1;
    pthread_mutex_lock(&guard);
    const struct handle *known = look_up(&handles, handle, false);
    operand.serial = known == NULL ? 0 : known->serial;
    pthread_mutex_unlock(&guard);
    if (operand.serial != 0 && !ask(handle, &view))
        operand.serial = 0;
    struct operand *operands = realloc(made->operands, count * sizeof *operands);
    if (operands != NULL)
        made->operands = operands;
    struct view *views = realloc(made->views, count * sizeof *views);
    if (views != NULL)
        made->views = views;
    if (operands == NULL || views == NULL) {
        json->is_full = true;
        release(&view);
        return;
    }
    operands[count - 1] = operand;
    views[count - 1] = view;
    made->operand_count = count;
    if (handle == NULL) {
        json_null(json, NULL);
        return;
    }
    if (operand.serial == 0) {
        json_string(json, NULL, "unknown");
        return;
    }
    json_open(json, NULL, '{');
    json_number(json, "type", view.type);
    json_number(json, "format", view.format);
    json_number(json, "offset", view.offset);
    add_address(json, "address", view.address);
    add_integers(json, "shape", view.dims, view.rank);
    add_integers(json, "strides", view.strides, view.rank);
    add_integers(json, "storage", view.storage, view.storage_rank);
    json_close(json, '}');
}

/* Writes a scalar, an array, or a list of either kind. The caller holds the guard, except for
 * tensor lists. */
static void add_values(struct json_writer *json, const struct handle *known, char kind)
{
    const unsigned char *bytes = known->values;
    if (kind == 's') {
        char digits[2 * 16 + 1] = ""; /* of the largest type, complex128 */
        for (int64_t i = 0; i < (bits_of(known->type) + 7) / 8 && i < 16; i++)
            snprintf(digits + 2 * i, 3, "%02x", bytes[i]);
        json_open(json, NULL, '{');
        json_number(json, "type", known->type);
        json_string(json, "hex", digits);
        json_close(json, '}');
    } else if (kind == 'i') {
        add_integers(json, NULL, known->values, known->count);
    } else {
        json_open(json, NULL, '[');
        for (uint64_t i = 0; i < known->count; i++) {
            if (kind == 'f')
                json_real(json, NULL, (double)((const float *)known->values)[i]);
            else
                json_number(json, NULL, bytes[i]);
        }
        json_close(json, ']');
    }
}

static void add_handle(struct record_phase_one *made, const void *handle, char kind, char role)
{
    struct json_writer *json = &made->json;
    if (handle == NULL) {
        json_null(json, NULL);
        return;
    }
    const void **elements = NULL;
    uint64_t count = 0;
    pthread_mutex_lock(&guard);
    const struct handle *known = look_up(&handles, handle, false);
    if (known == NULL) {
        json_string(json, NULL, "unknown");
    } else if (kind == 'T' || kind == 'S') {
        count = known->count;
        elements = malloc(count * sizeof *elements + 1);
        if (elements != NULL)
            memcpy(elements, known->values, count * sizeof *elements);
        json->is_full |= elements == NULL;
    } else {
        add_values(json, known, kind);
    }
    pthread_mutex_unlock(&guard);
    if (elements == NULL)
        return;
    json_open(json, NULL, '[');
    for (uint64_t i = 0; i < count; i++) {
        if (kind == 'T')
            add_tensor(made, elements[i], role);
        else
            add_handle(made, elements[i], 's', role);
    }
    json_close(json, ']');
    free(elements);
}

static const char *word_of(char letter)
{
    static const char *const words[] = {
        "ttensor",      "sscalar", "iint_array", "ffloat_array", "bbool_array",
        "Ttensor_list", "ctext",   "ninteger",   "rreal",        "Sscalar_list",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i][0] == letter)
            return words[i] + 1;
    return "";
}

struct record_phase_one *record_before(struct record_call *call, const union record_value *values)
{
    if (!is_recording())
        return NULL;
    struct record_phase_one *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    is_inside = true;
    made->call = call;
    made->json = new_json();
    struct json_writer *json = &made->json;
    for (const char *at = call->parameters; *at != 0; values++) {
        char kind = at[0], role = at[1];
        size_t length = strcspn(at + 3, " ");
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)length, at + 3);
        json_open(json, NULL, '{');
        json_string(json, "name", name);
        json_string(json, "kind", word_of(kind));
        json_string(json, "role", role == 'o' ? "out" : role == 'x' ? "in_out" : "in");
        json_name(json, "value");
        if (kind == 'n')
            json_number(json, NULL, values->integer);
        else if (kind == 'r')
            json_real(json, NULL, values->real);
        else if (kind == 't')
            add_tensor(made, values->handle, role);
        else if (kind == 'c' && values->handle != NULL)
            json_string(json, NULL, values->handle);
        else
            add_handle(made, kind == 'c' ? NULL : values->handle, kind, role);
        json_close(json, '}');
        at += 3 + length;
        at += *at == ' ';
    }
    return made;
}

static void write_process(void)
{
    char program[PATH_MAX] = "";
    Dl_info library = {0};
    any_function *one = real_function(NUMBER_aclrtMemcpy);
    const char *product_name = REAL(aclrtGetSocName)();
    struct json_writer json = new_json();
    struct text data = {0};
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        program[0] = 0;
    dladdr(*(void **)&one, &library);
    begin_entry(&json, "process");
    json_string(&json, "program", program);
    json_string(&json, "library", library.dli_fname != NULL ? library.dli_fname : "");
    json_string(&json, "product", product_name != NULL ? product_name : "");
    json_truth(&json, "data", with_data);
    json_number(&json, "limit", largest_tensor);
    json_close(&json, '}');
    write_record(&json, &data);
}

/* A process says who it is before it writes anything else. */
static void describe_process(void)
{
    if (described == getpid())
        return;
    pthread_mutex_lock(&describing);
    if (described != getpid())
        write_process();
    described = getpid();
    pthread_mutex_unlock(&describing);
}

aclnnStatus record_after(struct record_phase_one *made, aclnnStatus status,
                         const uint64_t *workspace_size, aclOpExecutor *const *executor)
{
    if (made == NULL)
        return status;
    bool is_made = status == 0 && executor != NULL && *executor != NULL;
    struct json_writer json = new_json();
    struct text data = {0};
    if (is_made && workspace_size != NULL)
        made->workspace_size = *workspace_size;
    describe_process();
    pthread_mutex_lock(&guard);
    made->number = ++call_count;
    pthread_mutex_unlock(&guard);
    begin_entry(&json, "call");
    json_number(&json, "thread", syscall(SYS_gettid));
    json_unsigned(&json, "call", made->number);
    json_string(&json, "name", made->call->name);
    json_number(&json, "status", status);
    json_unsigned(&json, "workspace", made->workspace_size);
    json_open(&json, "arguments", '[');
    json_values(&json, &made->json);
    json_close(&json, ']');
    json_close(&json, '}');
    struct record_phase_one *old = NULL;
    is_made = is_made && !json.is_full;
    if (is_made) {
        made->executor = *executor;
        pthread_mutex_lock(&guard);
        old = look_up(&executors, made->executor, true);
        is_made = tsearch(made, &executors, compare_addresses) != NULL;
        pthread_mutex_unlock(&guard);
    }
    write_record(&json, &data);
    discard(old);
    if (!is_made)
        discard(made);
    is_inside = false;
    return status;
}

WRAPPER aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor *executor)
{
    aclnnStatus status = REAL(aclSetAclOpExecutorRepeatable)(executor);
    pthread_mutex_lock(&guard);
    struct record_phase_one *made = look_up(&executors, executor, false);
    if (made != NULL && status == 0)
        made->is_repeatable = true;
    pthread_mutex_unlock(&guard);
    return status;
}

WRAPPER aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor *executor)
{
    pthread_mutex_lock(&guard);
    struct record_phase_one *made = is_inside ? NULL : look_up(&executors, executor, true);
    pthread_mutex_unlock(&guard);
    discard(made);
    return REAL(aclDestroyAclOpExecutor)(executor);
}

/*-**********************************************
 *  Phase two
 ************************************************/

/* A failure that the recorder's synchronize was told of instead of the program's next one. */
struct failure {
    const void *stream;
    aclError status;
};

static struct failure failures[64];

static aclError synchronize(aclrtStream stream)
{
    aclError status = REAL(aclrtSynchronizeStream)(stream);
    pthread_mutex_lock(&guard);
    for (size_t i = 0; status != 0 && i < sizeof failures / sizeof failures[0]; i++)
        if (failures[i].status == 0) {
            failures[i] = (struct failure){stream, status};
            break;
        }
    pthread_mutex_unlock(&guard);
    return status;
}

/* Returns to the program's own synchronize, of one stream or of all, what the recorder's was told;
 * once. */
static aclError told(aclError status, bool is_of_all, const void *stream)
{
    pthread_mutex_lock(&guard);
    for (size_t i = 0; !is_inside && i < sizeof failures / sizeof failures[0]; i++)
        if (failures[i].status != 0 && (is_of_all || failures[i].stream == stream)) {
            status = status == 0 ? failures[i].status : status;
            failures[i].status = 0;
        }
    pthread_mutex_unlock(&guard);
    return status;
}

WRAPPER aclError aclrtSynchronizeStream(aclrtStream stream)
{
    return told(REAL(aclrtSynchronizeStream)(stream), false, stream);
}

WRAPPER aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout)
{
    return told(REAL(aclrtSynchronizeStreamWithTimeout)(stream, timeout), false, stream);
}

WRAPPER aclError aclrtSynchronizeDevice(void)
{
    return told(REAL(aclrtSynchronizeDevice)(), true, NULL);
}

WRAPPER aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout)
{
    return told(REAL(aclrtSynchronizeDeviceWithTimeout)(timeout), true, NULL);
}

WRAPPER aclError aclrtDestroyStream(aclrtStream stream)
{
    told(0, false, stream);
    return REAL(aclrtDestroyStream)(stream);
}

WRAPPER aclError aclrtDestroyStreamForce(aclrtStream stream)
{
    told(0, false, stream);
    return REAL(aclrtDestroyStreamForce)(stream);
}

/* Writes the tensors of a call before or after its run. An output may keep some of its elements. */
static void look_at(struct record_phase_one *made, struct json_writer *parts, struct text *data,
                    bool is_after, bool is_read)
{
    for (size_t i = 0; i < made->operand_count; i++) {
        const struct operand *operand = &made->operands[i];
        if (operand->serial == 0)
            continue;
        pthread_mutex_lock(&guard);
        const struct handle *known = look_up(&handles, operand->handle, false);
        bool is_alive = known != NULL && known->serial == operand->serial;
        pthread_mutex_unlock(&guard);
        struct view now;
        if (is_alive && ask(operand->handle, &now)) { /* address and shape may have changed */
            release(&made->views[i]);
            made->views[i] = now;
        }
        const struct view *view = &made->views[i];
        if (!is_after) {
            parts[i] = new_json();
            json_open(&parts[i], NULL, '{');
            add_address(&parts[i], "address", view->address);
        }
        if (is_after && operand->role == 'i')
            continue;
        if (is_after)
            add_integers(&parts[i], "shape", view->dims, view->rank);
        if (is_read && with_data) {
            json_name(&parts[i], is_after ? "after" : "before");
            read_elements(view, is_after, &parts[i], data);
        }
    }
}

typedef aclnnStatus phase_two(void *, uint64_t, aclOpExecutor *, aclrtStream);

struct record_run {
    struct record_call *call;
    struct record_phase_one *made;
    struct json_writer *parts; /* of made's operands; NULL when there is no memory */
    struct text data;
};

struct record_run *record_run_before(struct record_call *call, aclOpExecutor *executor,
                                     void *stream)
{
    struct record_run *run = is_recording() ? calloc(1, sizeof *run) : NULL;
    if (run == NULL)
        return NULL;
    is_inside = true;
    pthread_mutex_lock(&guard);
    struct record_phase_one *made = look_up(&executors, executor, false);
    if (made != NULL && !made->is_repeatable)
        look_up(&executors, executor, true);
    pthread_mutex_unlock(&guard);

    run->call = call;
    run->made = made;
    run->parts = calloc((made == NULL ? 0 : made->operand_count) + 1, sizeof *run->parts);
    aclError earlier = synchronize(stream);
    if (made != NULL && run->parts != NULL)
        look_at(made, run->parts, &run->data, false, earlier == 0);
    return run;
}

aclnnStatus record_run_after(struct record_run *run, aclnnStatus status, void *workspace,
                             uint64_t workspace_size, void *stream)
{
    if (run == NULL)
        return status;
    const struct record_call *call = run->call;
    struct record_phase_one *made = run->made;
    struct json_writer *parts = run->parts, json = new_json();
    size_t count = made == NULL ? 0 : made->operand_count;
    bool is_seen = made != NULL && parts != NULL;
    aclError end = status == 0 ? synchronize(stream) : 0;
    if (is_seen)
        look_at(made, parts, &run->data, true, status == 0 && end == 0);

    describe_process();
    begin_entry(&json, "run");
    json_number(&json, "thread", syscall(SYS_gettid));
    json_unsigned(&json, "call", made == NULL ? 0 : made->number);
    json_string(&json, "name", call->name);
    json_truth(&json, "repeatable", made != NULL && made->is_repeatable);
    add_address(&json, "stream", stream);
    add_address(&json, "workspace", workspace);
    json_unsigned(&json, "workspace_size", workspace_size);
    json_number(&json, "status", status);
    json_number(&json, "synchronize", end);
    json_open(&json, "tensors", '[');
    for (size_t i = 0; is_seen && i < count; i++) {
        if (parts[i].length > 0) {
            json_close(&parts[i], '}');
            json_values(&json, &parts[i]);
        } else {
            json_null(&json, NULL);
        }
        free(parts[i].text);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json.is_full |= parts == NULL;
    write_record(&json, &run->data);
    free(parts);
    free(run);
    if (made != NULL && !made->is_repeatable)
        discard(made);
    is_inside = false;
    return status;
}

aclnnStatus record_phase_two(struct record_call *call, void *workspace, uint64_t workspace_size,
                             aclOpExecutor *executor, void *stream)
{
    phase_two *real = (phase_two *)record_real(call, 1);
    struct record_run *run = record_run_before(call, executor, stream);
    aclnnStatus status = real(workspace, workspace_size, executor, stream);
    return record_run_after(run, status, workspace, workspace_size, stream);
}
