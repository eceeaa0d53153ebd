/* SPDX-License-Identifier: Apache-2.0 */
/* mspti/mspti.h: activities of the library, as records in memory of the program. */
#ifndef MSPTI_MSPTI_H
#define MSPTI_MSPTI_H

#include "mspti_activity.h"
#include "mspti_callback.h"
#include "mspti_result.h"

#endif
