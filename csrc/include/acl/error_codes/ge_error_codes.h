/* SPDX-License-Identifier: Apache-2.0 */
/*
 * error_codes/ge_error_codes.h: status codes of the graph engine.
 *
 * Listed so that programs build. There is no graph engine here: no function returns them.
 */
#ifndef ACL_ERROR_CODES_GE_ERROR_CODES_H
#define ACL_ERROR_CODES_GE_ERROR_CODES_H

#include <stdint.h>

/* table: status.def GE */
/* end of table */

#endif
