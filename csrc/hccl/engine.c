/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/engine.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/loading.h"
#include "base/log.h"
#include "base/report.h"
#include "base/thread.h"
#include "hccl/host.h"
#include "hccl/ucx.h"

/* Names of UCX's functions begin with this in the copies of build_support/ucx.py. */
#define PREFIX "aclnn_"
#define LIBRARY "ucx/libaclnn_ucp.so"

/* How many files UCX opens, with some to spare. */
#define DESCRIPTORS 32

/* How often a thread that waits spins, and then lets others run, before it sleeps. */
#define SPINS 100
#define YIELDS 300
#define SLEEP_MILLISECONDS 5

static struct {
    ucx_status (*config_read)(const char *prefix, const char *file, struct ucp_config **out);
    ucx_status (*config_modify)(struct ucp_config *config, const char *name, const char *value);
    void (*config_release)(struct ucp_config *config);
    ucx_status (*init_version)(unsigned major, unsigned minor, const struct ucx_params *params,
                               const struct ucp_config *config, struct ucp_context **out);
    ucx_status (*worker_create)(struct ucp_context *context, const struct ucx_worker_params *params,
                                struct ucp_worker **out);
    ucx_status (*worker_get_address)(struct ucp_worker *worker, struct ucp_address **out,
                                     size_t *bytes);
    ucx_status (*worker_get_efd)(struct ucp_worker *worker, int *out);
    ucx_status (*worker_arm)(struct ucp_worker *worker);
    unsigned (*worker_progress)(struct ucp_worker *worker);
    void *(*worker_flush_nbx)(struct ucp_worker *worker, const struct ucx_request_params *params);
    ucx_status (*ep_create)(struct ucp_worker *worker, const struct ucx_endpoint_params *params,
                            struct ucp_ep **out);
    void *(*tag_send_nbx)(struct ucp_ep *endpoint, const void *bytes, size_t count, uint64_t tag,
                          const struct ucx_request_params *params);
    void *(*tag_recv_nbx)(struct ucp_worker *worker, void *bytes, size_t count, uint64_t tag,
                          uint64_t mask, const struct ucx_request_params *params);
    ucx_status (*request_check_status)(void *request);
    void (*request_cancel)(struct ucp_worker *worker, void *request);
    void (*request_free)(void *request);
    const char *(*status_string)(ucx_status status);
} ucx;

struct engine_peer {
    struct engine_peer *next;
    uint64_t process;
    struct ucp_ep *endpoint;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_once_t process_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t process;
static _Atomic bool started;
static struct ucp_context *context;
static struct ucp_worker *worker;
static struct ucp_address *address;
static size_t address_bytes;
static int descriptor = -1;
static struct engine_peer *peers;
static HcclResult failure; /* why it did not start */
static char problem[PATH_MAX + 512];
_Atomic int engine_movers;

/* ---- Loading --------------------------------------------------------------------------------- */

static bool is_there(const char *directory, char *file, size_t size)
{
    snprintf(file, size, "%s/" LIBRARY, directory);
    return access(file, R_OK) == 0;
}

static bool find_functions(void *library)
{
    const struct {
        const char *name;
        void **place;
    } functions[] = {
        {"ucp_config_read", (void **)&ucx.config_read},
        {"ucp_config_modify", (void **)&ucx.config_modify},
        {"ucp_config_release", (void **)&ucx.config_release},
        {"ucp_init_version", (void **)&ucx.init_version},
        {"ucp_worker_create", (void **)&ucx.worker_create},
        {"ucp_worker_get_address", (void **)&ucx.worker_get_address},
        {"ucp_worker_get_efd", (void **)&ucx.worker_get_efd},
        {"ucp_worker_arm", (void **)&ucx.worker_arm},
        {"ucp_worker_progress", (void **)&ucx.worker_progress},
        {"ucp_worker_flush_nbx", (void **)&ucx.worker_flush_nbx},
        {"ucp_ep_create", (void **)&ucx.ep_create},
        {"ucp_tag_send_nbx", (void **)&ucx.tag_send_nbx},
        {"ucp_tag_recv_nbx", (void **)&ucx.tag_recv_nbx},
        {"ucp_request_check_status", (void **)&ucx.request_check_status},
        {"ucp_request_cancel", (void **)&ucx.request_cancel},
        {"ucp_request_free", (void **)&ucx.request_free},
        {"ucs_status_string", (void **)&ucx.status_string},
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, PREFIX "%s", functions[i].name);
        *functions[i].place = dlsym(library, name);
        if (*functions[i].place == NULL)
            return false;
    }
    return true;
}

static void fail(HcclResult status, const char *what, const char *why)
{
    failure = status;
    snprintf(problem, sizeof problem, "%s: %.3000s", what, why);
}

static bool load(void)
{
    char directory[PATH_MAX];
    char file[PATH_MAX + 64];
    if (!loading_own_directory(directory) || !is_there(directory, file, sizeof file)) {
        fail(HCCL_E_NOT_SUPPORT, "there is none beside the library",
             "install it (pip install 'aclnn-py[hccl]'; in a checkout: make venv)");
        return false;
    }
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *why = dlerror();
        fail(HCCL_E_NOT_SUPPORT, "UCX cannot be loaded", why != NULL ? why : "no host memory");
        return false;
    }
    if (find_functions(library))
        return true;
    fail(HCCL_E_NOT_SUPPORT, "UCX lacks a function that is needed", file);
    return false;
}

/* ---- Starting -------------------------------------------------------------------------------- */

static bool check(ucx_status status, const char *what)
{
    if (status != UCX_OK)
        fail(HCCL_E_INTERNAL, what, ucx.status_string(status));
    return status == UCX_OK;
}

/* Which transports and networks it may use. Device memory is host memory that nobody registers. */
static bool configure(struct ucp_config *config)
{
    char network[64];
    char ports[64];
    const char *transports = environment()->transport == TRANSPORT_TCP ? "self,tcp"
                                                                       : "self,posix,sysv,cma,tcp";
    bool good = check(ucx.config_modify(config, "TLS", transports), "UCX has no such transports");
    if (good && host_network(network, sizeof network))
        good = check(ucx.config_modify(config, "NET_DEVICES", network), "UCX has no such network");
    if (good && host_ports(ports, sizeof ports))
        good = check(ucx.config_modify(config, "TCP_PORT_RANGE", ports),
                     "UCX takes no such ports (HCCL_HOST_SOCKET_PORT_RANGE)");
    return good;
}

static bool open_context(void)
{
    struct ucp_config *config;
    const struct ucx_params params = {.field_mask = UCX_FIELD_FEATURES,
                                      .features = UCX_FEATURE_TAG | UCX_FEATURE_WAKEUP};
    if (!check(ucx.config_read("ACLNN", NULL, &config), "UCX's settings"))
        return false;
    bool good = configure(config) &&
                check(ucx.init_version(UCX_API_MAJOR, UCX_API_MINOR, &params, config, &context),
                      "UCX does not start");
    ucx.config_release(config);
    return good;
}

static bool open_worker(void)
{
    const struct ucx_worker_params params = {.field_mask = UCX_FIELD_THREAD_MODE,
                                             .thread_mode = UCX_THREADS_SERIALIZED};
    return check(ucx.worker_create(context, &params, &worker), "UCX opens no worker") &&
           check(ucx.worker_get_address(worker, &address, &address_bytes), "UCX has no address") &&
           check(ucx.worker_get_efd(worker, &descriptor), "UCX has no descriptor to wait on");
}

/* UCX ends the process where it has too few descriptors. */
static bool has_descriptors(void)
{
    int files[DESCRIPTORS];
    size_t count = 0;
    while (count < DESCRIPTORS && (files[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        count++;
    bool enough = count == DESCRIPTORS;
    while (count > 0)
        close(files[--count]);
    if (!enough)
        fail(HCCL_E_INTERNAL, "this process may open too few files more",
             "raise its limit (ulimit -n)");
    return enough;
}

static void *load_and_open(void *unused)
{
    (void)unused;
    return has_descriptors() && load() && open_context() && open_worker() ? worker : NULL;
}

static void end(void);

/* UCX reads settings while it is loaded. Those of the program, which may have a UCX of its own, are
 * not meant for this one. It must not put itself before the C library's functions of memory. */
static void start(void)
{
    static char events[] = "UCX_MEM_EVENTS=n";
    static char hooks[] = "UCX_MEM_MMAP_HOOK_MODE=none";
    static char unused[] = "UCX_WARN_UNUSED_ENV_VARS=n";
    static char level[] = "UCX_LOG_LEVEL=fatal";
    static char signals[] = "UCX_HANDLE_ERRORS=none";
    static char *const settings[] = {events, hooks, unused, level, signals, NULL};
    static const char *const hidden[] = {"UCX_", NULL};
    failure = HCCL_E_INTERNAL;
    snprintf(problem, sizeof problem, "no host memory");
    if (loading_with_settings(settings, hidden, load_and_open, NULL) != NULL) {
        atomic_store(&started, true);
        (void)atexit(end);
        log_line(LOG_STREAM, "UCX started");
    }
}

HcclResult engine_start(void)
{
    pthread_once(&once, start);
    if (atomic_load(&started))
        return HCCL_SUCCESS;
    return (HcclResult)report((int)failure, "communicators of more than one rank need UCX: %s",
                              problem);
}

bool engine_is_started(void)
{
    return atomic_load(&started);
}

static void draw_process(void)
{
    if (getrandom(&process, sizeof process, 0) != (ssize_t)sizeof process)
        process = (uint64_t)getpid() << 32 ^ (uint64_t)monotonic_nanoseconds();
}

uint64_t engine_process(void)
{
    pthread_once(&process_once, draw_process);
    return process;
}

const void *engine_address(size_t *bytes)
{
    *bytes = address_bytes;
    return address;
}

/* ---- Peers ----------------------------------------------------------------------------------- */

void engine_lock(void)
{
    pthread_mutex_lock(&lock);
}

void engine_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

/* With a handler UCX tells of a connection that breaks, and goes on. The messages on it fail. */
static void ignore_error(void *argument, struct ucp_ep *endpoint, ucx_status status)
{
    (void)argument;
    (void)endpoint;
    (void)status;
}

static struct engine_peer *find_peer(uint64_t number)
{
    struct engine_peer *peer = peers;
    while (peer != NULL && peer->process != number)
        peer = peer->next;
    return peer;
}

/* Failure of peers is told by the control line (line.h): UCX' own mode for that excludes shared
 * memory. */
static struct engine_peer *new_peer(uint64_t number, const void *of)
{
    const struct ucx_endpoint_params params = {
        .field_mask = UCX_FIELD_ADDRESS | UCX_FIELD_ERROR_MODE | UCX_FIELD_ERROR_HANDLER,
        .address = of,
        .error_mode = UCX_ERROR_MODE_NONE,
        .error_handler = ignore_error,
    };
    struct engine_peer *peer = calloc(1, sizeof *peer);
    if (peer == NULL)
        return NULL;
    ucx_status status = ucx.ep_create(worker, &params, &peer->endpoint);
    if (status != UCX_OK) {
        snprintf(problem, sizeof problem, "%s", ucx.status_string(status));
        free(peer);
        return NULL;
    }
    peer->process = number;
    peer->next = peers;
    peers = peer;
    return peer;
}

struct engine_peer *engine_connect(uint64_t number, const void *of, size_t bytes)
{
    (void)bytes;
    engine_lock();
    struct engine_peer *peer = find_peer(number);
    if (peer == NULL)
        peer = new_peer(number, of);
    engine_unlock();
    if (peer == NULL)
        report(HCCL_E_TCP_CONNECT, "UCX cannot reach the process of another rank: %s", problem);
    return peer;
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* A request, or a status that stands for one. */
static bool take(void *result, struct engine_request **out)
{
    intptr_t number = (intptr_t)result;
    *out = NULL;
    if (number < 0 && number >= UCX_LAST_ERROR)
        return false;
    *out = result;
    return true;
}

bool engine_send(struct engine_peer *peer, uint64_t tag, const void *bytes, size_t count,
                 struct engine_request **out)
{
    const struct ucx_request_params params = {.mask = 0};
    return take(ucx.tag_send_nbx(peer->endpoint, bytes, count, tag, &params), out);
}

bool engine_receive(uint64_t tag, void *bytes, size_t count, struct engine_request **out)
{
    const struct ucx_request_params params = {.mask = 0};
    return take(ucx.tag_recv_nbx(worker, bytes, count, tag, UINT64_MAX, &params), out);
}

enum engine_state engine_look(struct engine_request *request)
{
    ucx_status status = ucx.request_check_status(request);
    if (status == UCX_IN_PROGRESS)
        return ENGINE_UNDER_WAY;
    ucx.request_free(request);
    return status == UCX_OK ? ENGINE_DONE : ENGINE_FAILED;
}

void engine_drop(struct engine_request *request)
{
    ucx.request_cancel(worker, request);
    ucx.request_free(request);
}

bool engine_progress(void)
{
    return ucx.worker_progress(worker) != 0;
}

bool engine_arm(void)
{
    return ucx.worker_arm(worker) == UCX_OK;
}

int engine_descriptor(void)
{
    return descriptor;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static void relax(void)
{
#if defined __x86_64__
    __builtin_ia32_pause();
#else
    atomic_signal_fence(memory_order_seq_cst);
#endif
}

void engine_pause(unsigned idle)
{
    if (idle < SPINS) {
        relax();
        return;
    }
    if (idle < YIELDS) {
        sched_yield();
        return;
    }
    engine_lock();
    bool armed = engine_arm();
    engine_unlock();
    struct pollfd waits = {descriptor, POLLIN, 0};
    if (armed)
        (void)poll(&waits, 1, SLEEP_MILLISECONDS);
}

/* ---- The end of the process ------------------------------------------------------------------ */

/* Messages that this rank need not wait for may still be in UCX's hands when the process ends. */
static void flush(void)
{
    const struct ucx_request_params params = {.mask = 0};
    struct engine_request *request;
    int64_t end = monotonic_nanoseconds() + 1000000000;
    if (!take(ucx.worker_flush_nbx(worker, &params), &request) || request == NULL)
        return;
    while (monotonic_nanoseconds() < end && engine_look(request) == ENGINE_UNDER_WAY)
        (void)engine_progress();
}

static void end(void)
{
    if (atomic_load(&started) && pthread_mutex_trylock(&lock) == 0) {
        flush();
        pthread_mutex_unlock(&lock);
    }
}
