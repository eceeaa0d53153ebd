/* SPDX-License-Identifier: Apache-2.0 */
/* For checks and plans of kinds: what several of them do. */
#ifndef ACLNN_PY_ATB_PLAN_H
#define ACLNN_PY_ATB_PLAN_H

#include "atb/operation.h"
#include "atb/params.h"

typedef const struct single_view *atb_view;

/* ---- Checks: each reports -------------------------------------------------------------------- */

/* Refuses a parameter that is not implemented: `where` says when an operation is. */
int32_t atb_only(bool holds, const char *where);
/* Refuses a parameter that there is not. */
int32_t atb_require(bool holds, const char *what);
int32_t atb_check_rank(const char *what, const struct atb_desc *desc, uint64_t least,
                       uint64_t most);
int32_t atb_check_dim(const char *what, int64_t is, int64_t required);
int32_t atb_check_same(const char *what, const struct atb_desc *desc, const struct atb_desc *other);

/* Refuses a list that is not of `least` to `most` members, which lie in it. */
#define ATB_CHECK_LIST(what, list, least, most) \
    atb_check_list(what, (list)->count, (list)->outside, least, most)
int32_t atb_check_list(const char *what, size_t count, const void *outside, size_t least,
                       size_t most);

/* The dimension that a number means, which counts from the end if below 0; -1 if there is none. */
int atb_axis(const struct atb_desc *desc, int64_t axis);
int32_t atb_check_axis(const char *what, const struct atb_desc *desc, int64_t axis);

/* The size of a dimension, which counts from the end if below 0. */
int64_t atb_dim(const struct atb_desc *desc, int dim);

/* ---- Plans ----------------------------------------------------------------------------------- */

/* Stops a plan with a status of atb's. */
void atb_fail(struct single *s, enum atb_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

atb_view atb_in(const struct single *s, int place);
atb_view atb_out(const struct single *s, int place);

/* Elements of a view in another arrangement. offset: in elements, from the view's own. */
#define ATB_VIEW(s, view, offset, dims, strides) \
    atb_arranged(s, view, offset, (int32_t)(sizeof(dims) / sizeof *(dims)), dims, strides)
atb_view atb_arranged(struct single *s, atb_view view, int64_t offset, int32_t rank,
                      const int64_t *dims, const int64_t *strides);
/* The elements of a dense view in another shape. */
#define ATB_SHAPED(s, view, ...)                                                           \
    single_shaped(s, view,                                                                 \
                  (struct single_ints){sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), \
                                       (const int64_t[]){__VA_ARGS__}})
#define ATB_TEMPORARY(s, type, ...)                                                          \
    single_temporary(s, type, (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), \
                     (const int64_t[]){__VA_ARGS__})

/* How many inputs or outputs there are, whatever the parameter is. */
int atb_one(const void *param);
int atb_two(const void *param);
int atb_three(const void *param);

/* A dense copy in float32. */
atb_view atb_float(struct single *s, atb_view view);

/* The same of factors, of which int64 holds the bits of a float32 (Utils::QuantParamConvert). */
atb_view atb_factors(struct single *s, atb_view view);

/* a * b in float32, which broadcast to a. */
atb_view atb_product(struct single *s, atb_view a, atb_view b);

/* What an aclnn call is given for a parameter. */
#define ATB_TENSOR(view) {.handle = single_tensor(s, view)}
#define ATB_SCALAR(value) {.handle = single_scalar_real(s, value)}
#define ATB_INTEGER(value) {.integer = (value)}
#define ATB_REAL(value) {.real = (value)}
#define ATB_NONE {.handle = NULL}
#define ATB_CALL(call, ...) \
    single_call(s, &operator_aclnn##call, (const union given[]){__VA_ARGS__})

#endif
