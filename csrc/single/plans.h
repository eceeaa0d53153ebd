/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What rows of operators.toml may say beside operands, attributes and calls: functions of their
 * expressions, which build_support/single.py lists with the kinds of what they take and give, and
 * plans that are written in C.
 */
#ifndef ACLNN_PY_SINGLE_PLANS_H
#define ACLNN_PY_SINGLE_PLANS_H

#include "single/single.h"

/* ---- Functions ------------------------------------------------------------------------------- */

int64_t single_rank(struct single *s, const struct single_view *view);
int64_t single_type(struct single *s, const struct single_view *view);
int64_t single_format(struct single *s, const struct single_view *view);
int64_t single_count(struct single *s, struct single_ints list);
bool single_is_text(struct single *s, const char *text, const char *other);
struct single_ints single_dims(struct single *s, const struct single_view *view);
/* The dims from an axis on. */
struct single_ints single_tail(struct single *s, const struct single_view *view, int64_t axis);
/* The numbers of the axes from one on, and of all but one. */
struct single_ints single_axes_from(struct single *s, const struct single_view *view, int64_t axis);
struct single_ints single_axes_but(struct single *s, const struct single_view *view, int64_t axis);
/* The widths before and behind each dim, from the first on, in the sequence of aclnn: from the last
 * dim on. If not contiguous all widths before come first. */
struct single_ints single_pads(struct single *s, struct single_ints widths, bool contiguous);
/* The number of a loss' reduction: "none", "mean" or "sum". */
int64_t single_reduction(struct single *s, const char *reduction);

/* The elements in another type: as they are, or memory with a Cast in front of what follows. */
const struct single_view *single_cast(struct single *s, const struct single_view *view,
                                      int64_t type);
/* `target`, which gets the elements of `source` first unless it lies there already. */
const struct single_view *single_into(struct single *s, const struct single_view *target,
                                      const struct single_view *source);
/* A dense view with a dim of one element more, at an axis of the result. */
const struct single_view *single_widened(struct single *s, const struct single_view *view,
                                         int64_t axis);
/* Memory for a fold over some axes, each of which has one element. */
const struct single_view *single_reduced(struct single *s, const struct single_view *view,
                                         struct single_ints axes);
/* The places around images [N, C, H, W] that their windows want, left, right, above and below: none
 * but where padding is SAME, whose odd place is on the right and below. The windows are as many as
 * `out` has; `first` is where ksize and strides have those of H, before those of W. */
struct single_ints single_around(struct single *s, const struct single_view *images,
                                 const struct single_view *out, struct single_ints ksize,
                                 struct single_ints strides, int64_t first, const char *padding);
/* Memory for images with such places around them. */
const struct single_view *single_wider(struct single *s, const struct single_view *images,
                                       struct single_ints sides);
/* Images [N, C, H, W] with zeros around them, as many as pads say: above, below, left and right.
 * The images themselves where opposite sides have as many. */
const struct single_view *single_padded(struct single *s, const struct single_view *images,
                                        struct single_ints pads);
/* So many elements of each dim from some on. */
const struct single_view *single_box(struct single *s, const struct single_view *view,
                                     struct single_ints from, struct single_ints sizes);
/* Elements of each dim from a place on, in steps; all of a dim whose bit in `whole` is set, in its
 * direction. sizes are how many; they leave out dims whose bit in `dropped` is set. */
const struct single_view *single_stepped(struct single *s, const struct single_view *view,
                                         struct single_ints from, struct single_ints steps,
                                         int64_t whole, struct single_ints sizes, int64_t dropped);
/* With the format that says what its dims are: NCL, NCHW or NCDHW by their number. */
const struct single_view *single_image(struct single *s, const struct single_view *view);
/* Sizes, strides and an offset over the memory of a view. */
const struct single_view *single_strided(struct single *s, const struct single_view *view,
                                         struct single_ints sizes, struct single_ints strides,
                                         int64_t offset);

/* The seed of random numbers: the first one; where both are 0, which leaves it to the operator, -1
 * in the first call of the process that does so, -2 in the next. */
int64_t single_drawn(struct single *s, int64_t seed, int64_t seed2);

/* A dense view with all dims behind the first as one. */
const struct single_view *single_rows_of(struct single *s, const struct single_view *view);
/* A list of what the last dim has at each of its places. */
const aclTensorList *single_columns(struct single *s, const struct single_view *view);

/* Calls of plans in C, with what they are given. */
void single_copy(struct single *s, const struct single_view *to, const struct single_view *from);

/* ---- Plans (recurrent.c) --------------------------------------------------------------------- */

void single_plan_dynamic_rnn(struct single *s);
void single_plan_dynamic_rnn_grad(struct single *s);
void single_plan_dynamic_rnn_v2(struct single *s);
void single_plan_dynamic_rnn_v2_grad(struct single *s);
void single_plan_dynamic_gru_v2(struct single *s);
void single_plan_dynamic_gru_v2_grad(struct single *s);

#endif
