/* SPDX-License-Identifier: Apache-2.0 */
/* aclrtProfTrace: bytes of the program's own, as a mark on a stream. */
#include <stdio.h>

#include "base/report.h"
#include "impl/acl/acl_prof.h"
#include "profile/marks.h"

/* The vendor's task takes so many, and fills up with zeros. */
#define BYTES 18

aclError aclrtProfTraceImpl(void *userdata, int32_t length, aclrtStream stream)
{
    const unsigned char *bytes = userdata;
    char text[2 * BYTES + 1];
    if (userdata == NULL)
        return REPORT_NULL("userdata");
    if (length <= 0 || length > BYTES)
        return report(ACL_ERROR_RT_PARAM_INVALID, "length is %d; 1 to %d bytes are required",
                      length, BYTES);
    for (size_t i = 0; i < BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", i < (size_t)length ? bytes[i] : 0U);
    return marks_queue(stream, TRACE_MARK, TRACE_WHOLE, text, marks_number());
}
