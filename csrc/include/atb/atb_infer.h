/* SPDX-License-Identifier: Apache-2.0 */
/* atb/atb_infer.h: all of atb. */
#ifndef ATB_ATBINFER_H
#define ATB_ATBINFER_H

#include "atb/context.h"
#include "atb/infer_op_params.h"
#include "atb/operation.h"
#include "atb/svector.h"
#include "atb/train_op_params.h"
#include "atb/types.h"
#include "atb/utils.h"

#endif
