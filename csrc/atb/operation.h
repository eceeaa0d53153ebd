/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations of atb: an object with a parameter, which Setup checks against its tensors, and
 * Execute runs as aclnn calls in a row (single/single.h). What differs between them is a kind.
 */
#ifndef ACLNN_PY_ATB_OPERATION_H
#define ACLNN_PY_ATB_OPERATION_H

#include "atb/call.h"
#include "atb/layout.h"
#include "single/plans.h"

/* A kind of operation. The functions below may rely on what `check` has found right. */
struct atb_kind {
    const char *name; /* what GetName returns */
    const char *setup_name;
    const char *execute_name;
    const char *infer_name;
    size_t param_size;
    int32_t (*check)(const void *param); /* reports what is wrong or not implemented */
    int (*input_count)(const void *param);
    int (*output_count)(const void *param);
    /* Checks the shapes of inputs, and says what outputs are; reports. */
    int32_t (*infer)(const void *param, const struct atb_desc *in, struct atb_desc *out);
    void (*plan)(struct single *s, const void *param);
    unsigned optional; /* a bit for each input that may be left out */
};

#define ATB_KIND(word, identifier)                                                           \
    .name = #word "Operation", .setup_name = #word "Operation::Setup",                       \
    .execute_name = #word "Operation::Execute", .infer_name = #word "Operation::InferShape", \
    .param_size = sizeof(struct identifier)

/* atb::CreateOperation, CloneOperationParam and UpdateOperationParam of a kind. */
int32_t atb_operation_create(const struct atb_kind *kind, const void *param,
                             struct atb_operation **operation);
int32_t atb_operation_clone_param(const struct atb_kind *kind,
                                  const struct atb_operation *operation, void *param);
int32_t atb_operation_update_param(const struct atb_kind *kind, struct atb_operation *operation,
                                   const void *param);

/* The same three of a parameter that is not implemented, "atb::infer::LinearSparseParam". */
int32_t atb_operation_refuse(const char *function, const char *param);

int32_t atb_operation_destroy(struct atb_operation *operation);
int32_t atb_operation_set_stream_id(struct atb_operation *operation, uint32_t number);
uint32_t atb_operation_stream_id(struct atb_operation *operation);

/* atb::Utils. Sizes of what has no dimensions, or one that is not above 0, are 0. */
uint64_t atb_element_count(const struct atb_desc *desc);
uint64_t atb_byte_count(const struct atb_desc *desc);
void atb_quant_param_convert(const float *source, uint64_t *target, uint64_t count);
int32_t atb_set_log_level(int32_t level);
int32_t atb_reset_log_level(void);
struct atb_std_string atb_version(void);

/* ---- For graphs ------------------------------------------------------------------------------ */

/* Makes a vector have so many members, as SVector::resize does; false when memory is short. */
bool atb_descs_resize(struct atb_descs *vector, size_t count);
bool atb_tensors_resize(struct atb_tensors *vector, size_t count);

/* Bytes of the parts of a workspace: multiples of 512, as ATB's. */
uint64_t atb_aligned(uint64_t bytes);

#endif
