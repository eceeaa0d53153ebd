/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of ge:: that generated code calls: what they return lies in memory of the caller. */
#ifndef ACLNN_PY_LIBRARIES_GRAPH_H
#define ACLNN_PY_LIBRARIES_GRAPH_H

/* ge::GEGetErrorMsg, GEGetErrorMsgV2: the texts of this thread, as aclGetRecentErrMsg returns them;
 * afterwards there are none. */
void graph_error_text(void *result);
void graph_error_ascend_string(void *result);

/* ge::GEGetWarningMsg, GEGetWarningMsgV2: nothing here warns in words of its own. */
void graph_warning_text(void *result);
void graph_warning_ascend_string(void *result);

/* Makes a ge::Operator without a type, of 24 bytes. */
void graph_operator_make(void *self);

#endif
