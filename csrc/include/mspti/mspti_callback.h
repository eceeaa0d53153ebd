/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mspti/mspti_callback.h: who asks for activities.
 *
 * The subscriber's function is never called: calls and their ends are told as activities
 * (MSPTI_ACTIVITY_KIND_ACL_API). msptiEnableCallback and msptiEnableDomain are left out.
 */
#ifndef MSPTI_MSPTI_CALLBACK_H
#define MSPTI_MSPTI_CALLBACK_H

#include "acl/acl_base.h"
#include "mspti_result.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct msptiSubscriber_st
    *msptiSubscriberHandle; /* opaque; release with msptiUnsubscribe */

typedef uint32_t msptiCallbackId;

typedef enum {
    MSPTI_CB_DOMAIN_INVALID = 0,
    MSPTI_CB_DOMAIN_RUNTIME = 1,
    MSPTI_CB_DOMAIN_HCCL = 2,
    MSPTI_CB_DOMAIN_SIZE,
    MSPTI_CB_DOMAIN_FORCE_INT = 0x7fffffff
} msptiCallbackDomain;

typedef void (*msptiCallbackFunc)(void *userdata, msptiCallbackDomain domain, msptiCallbackId cbid,
                                  const void *cbdata);

/*
 * msptiSubscribe, msptiUnsubscribe: a process has one subscriber. Nothing has to be preloaded.
 * Errors: subscriber NULL or none MSPTI_ERROR_INVALID_PARAMETER; a second one
 * MSPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED.
 */
ACL_FUNC_VISIBILITY msptiResult msptiSubscribe(msptiSubscriberHandle *subscriber,
                                               msptiCallbackFunc callback, void *userdata);
ACL_FUNC_VISIBILITY msptiResult msptiUnsubscribe(msptiSubscriberHandle subscriber);

#ifdef __cplusplus
}
#endif

#endif
