/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L0 list: what an aclnn call becomes in CANN's phase one.
 *
 * CANN turns a call into small operators ("level 0") that hand tensors to each other. An operator
 * of this library describes its list with the functions of l0_operators.h, one call for each that
 * CANN makes, in CANN's order; planner.h then lays the list out and gives the workspace size.
 *
 * A list works on figures alone: no memory is touched, and its cost does not depend on how large
 * the tensors are. The first error stays in the list, and everything after it does nothing; so
 * callers test once, at the end.
 */
#ifndef ACLNN_PY_WORKSPACE_L0_H
#define ACLNN_PY_WORKSPACE_L0_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "base/soc.h"
#include "tensor/tensor.h"

#define L0_MAX_OPERATORS 20
#define L0_MAX_TENSORS 64
#define L0_MAX_FIGURES 160
#define L0_MAX_ARGUMENTS 4

/* No tensor: what every call after an error gives. */
#define L0_NONE (-1)

enum l0_engine { L0_AI_CORE, L0_AI_CPU, L0_COPY };

enum l0_kind {
    L0_USER,      /* the caller's, or redirected to the caller's */
    L0_HOST,      /* a constant in host memory */
    L0_DEVICE,    /* in the workspace, when an operator writes it */
    L0_WORKSPACE, /* a kernel's own, for as long as it runs */
};

/* What a size rests on besides public facts; the texts are in l0.c. */
enum l0_assumption {
    L0_ASSUME_SORT = 1 << 0,
    L0_ASSUME_TRANSPOSE = 1 << 1,
    L0_ASSUME_SLICE = 1 << 2,
    L0_ASSUME_950_AS_STRIDED = 1 << 3,
    L0_ASSUME_950_BROADCAST_TO = 1 << 4,
    L0_ASSUME_950_SLICE = 1 << 5,
    L0_ASSUME_950_STRIDED_SLICE = 1 << 6,
    L0_ASSUME_950_TRANSPOSE = 1 << 7,
    L0_ASSUME_STORAGE = 1 << 8,
};
#define L0_ASSUMPTION_COUNT 9

/*
 * A tensor object. Several objects may be views of one storage, which is the first of them: who
 * reads or writes any of them uses the storage. Beyond the view of the caller's tensors all are
 * dense.
 */
struct l0_tensor {
    const char *name;           /* what it holds: "grad" */
    const struct tensor *given; /* the caller's tensor and its view; NULL for all others */
    enum l0_kind kind;          /* of the storage: see l0_kind() */
    aclDataType type;
    int64_t elements;
    uint64_t bytes;
    int storage;
};

struct l0_operator {
    const char *name; /* CANN's operator type: "Cast" */
    enum l0_engine engine;
    int input_count;
    int output_count;
    int workspace_count;
    int inputs[L0_MAX_ARGUMENTS];
    int outputs[L0_MAX_ARGUMENTS];
    int workspaces[L0_MAX_ARGUMENTS];
};

/* One figure of a kernel's tiling, in the vendor's name; words for those people look for first. */
struct l0_figure {
    int operator; /* position of the operator it belongs to */
    const char *name;
    const char *words;
    int64_t value;
};

struct l0_list {
    const struct soc *soc;
    bool deterministic;
    aclnnStatus status; /* of the first error, which has been reported unless is_too_large */
    bool is_too_large;  /* a tensor does not fit into 63 bits */
    unsigned assumptions;
    int operator_count;
    int tensor_count;
    int figure_count;
    struct l0_operator operators[L0_MAX_OPERATORS];
    struct l0_tensor tensors[L0_MAX_TENSORS];
    struct l0_figure *figures; /* L0_MAX_FIGURES of them; NULL when nobody will read them */
};

/* An empty list for a product. */
void l0_start(struct l0_list *list, const struct soc *soc, bool deterministic,
              struct l0_figure *figures);

/* ---- Tensors: each gives the position of a tensor object, or L0_NONE after an error ---------- */

/* A tensor of the caller's. */
int l0_user_tensor(struct l0_list *list, const char *name, const struct tensor *tensor);

/* A dense tensor without memory yet: it takes workspace once an operator writes it. */
int l0_new_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements);

/* A constant in host memory. */
int l0_host_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements);

/* Another object over the same storage, read as another type. */
int l0_view(struct l0_list *list, int tensor, aclDataType type);

/* From here on whatever is in the storage of tensor lies in the caller's memory. */
void l0_redirect_to_user(struct l0_list *list, int tensor);

enum l0_kind l0_kind(const struct l0_list *list, int tensor);

/* ---- Operators -------------------------------------------------------------------------------*/

/*
 * Appends an operator that reads inputs and writes outputs (both end with L0_NONE). Appends nothing
 * after an error, or when an argument is L0_NONE because of one.
 */
void l0_launch(struct l0_list *list, const char *name, enum l0_engine engine, const int *inputs,
               const int *outputs);

/* A workspace of bytes for the operator that was appended last. A size of 0 counts too. */
void l0_kernel_workspace(struct l0_list *list, uint64_t bytes);

/* A figure of the tiling of the operator that was appended last; words may be NULL. */
static inline void l0_figure(struct l0_list *list, const char *name, const char *words,
                             int64_t value)
{
    if (list->figures != NULL && list->status == ACLNN_SUCCESS &&
        list->figure_count < L0_MAX_FIGURES)
        list->figures[list->figure_count++] = (struct l0_figure){list->operator_count - 1, name,
                                                                 words, value};
}

/* The size of the last operator rests on an assumption. */
void l0_assume(struct l0_list *list, enum l0_assumption assumption);

/* The names of assumptions joined with "+"; cut when they do not fit. Returns text. */
char *l0_describe_assumptions(unsigned assumptions, char *text, size_t size);
const char *l0_assumption_name(int bit);

#endif
