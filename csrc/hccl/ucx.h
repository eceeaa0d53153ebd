/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is used of UCX's interface (UCP, versions 1.13 to 1.22): the beginnings of its structures,
 * as far as the masks say that they are set, and the types of its functions. tests/hccl/test_ucx.py
 * compares them with its headers.
 */
#ifndef ACLNN_PY_HCCL_UCX_H
#define ACLNN_PY_HCCL_UCX_H

#include <stddef.h>
#include <stdint.h>

struct ucp_context;
struct ucp_worker;
struct ucp_ep;
struct ucp_config;
struct ucp_address;

/* A status has one byte. */
typedef signed char ucx_status;

enum { UCX_OK = 0, UCX_IN_PROGRESS = 1, UCX_BUSY = -15, UCX_LAST_ERROR = -100 };
enum { UCX_API_MAJOR = 1, UCX_API_MINOR = 13 };
enum { UCX_FIELD_FEATURES = 1, UCX_FEATURE_TAG = 1, UCX_FEATURE_WAKEUP = 16 };
enum { UCX_FIELD_THREAD_MODE = 1, UCX_THREADS_SERIALIZED = 1 };
enum { UCX_FIELD_ADDRESS = 1, UCX_FIELD_ERROR_MODE = 2, UCX_FIELD_ERROR_HANDLER = 4 };
enum { UCX_ERROR_MODE_NONE = 0 };

struct ucx_params {
    uint64_t field_mask;
    uint64_t features;
    char unused[72];
};

struct ucx_worker_params {
    uint64_t field_mask;
    int thread_mode;
    char unused[188];
};

struct ucx_endpoint_params {
    uint64_t field_mask;
    const struct ucp_address *address;
    int error_mode;
    void (*error_handler)(void *argument, struct ucp_ep *endpoint, ucx_status status);
    void *error_argument;
    char unused[64];
};

struct ucx_request_params {
    uint32_t mask;
    uint32_t flags;
    char unused[88];
};

#endif
