/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_RUNTIME_WATCH_MEMORY_HOME_H
#define ACLNN_PY_RUNTIME_WATCH_MEMORY_HOME_H

#include <stdint.h>

/*
 * Where the bytes [first, past) really lie: from an address on that they have alone, and keep. What
 * is mapped at two addresses (aclrtMapMem) has one home. Nobody touches memory by this address.
 */
struct memory_home {
    uintptr_t first;
    uintptr_t past;
    uintptr_t home; /* of the first */
};

#endif
