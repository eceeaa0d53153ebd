/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L0 list: what an aclnn call becomes in CANN's phase one.
 *
 * CANN turns a call into small operators ("level 0") that hand tensors to each other. An operator
 * of this library describes its list with the functions of l0_operators.h, one call for each that
 * CANN makes, in CANN's order; planner.h then lays the list out and gives the workspace size.
 *
 * Two read it: the planner for bytes, from the operators, and the executor for work, from the
 * steps. They differ where the device copies only because its kernels want dense tensors, or writes
 * a result straight to its place: Contiguous is an operator and no step, a store may be a step and
 * no operator.
 *
 * A list works on figures alone: no memory is touched, and its cost does not depend on how large
 * the tensors are. The first error stays in the list, and everything after it does nothing; so
 * callers test once, at the end.
 */
#ifndef ACLNN_PY_WORKSPACE_L0_H
#define ACLNN_PY_WORKSPACE_L0_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "base/arena.h"
#include "base/soc.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

/* No tensor: what every call after an error gives, and the end of a row of tensors. It may be
   looked up: list->tensors has one of no dimensions there. */
#define L0_NONE (-1)

/* A set of data types: bit t is data type t. */
#define L0_TYPE(type) ((uint64_t)1 << (type))

/* Whether a type is in a set: ACL_DT_UNDEFINED (-1) is in none. */
static inline bool l0_has_type(uint64_t types, aclDataType type)
{
    return type >= 0 && type < 64 && (types >> type & 1) != 0;
}

/* What sizes rest on besides public facts. */
#define L0_ASSUME_SORT "sort"
#define L0_ASSUME_TRANSPOSE "transpose"
#define L0_ASSUME_SLICE "slice"
#define L0_ASSUME_950_AS_STRIDED "950:AsStrided=16MiB"
#define L0_ASSUME_950_BROADCAST_TO "950:BroadcastTo=16MiB"
#define L0_ASSUME_950_SLICE "950:Slice=16MiB"
#define L0_ASSUME_950_STRIDED_SLICE "950:StridedSlice=16MiB"
#define L0_ASSUME_950_TRANSPOSE "950:Transpose=16MiB"
#define L0_ASSUME_STORAGE "storage"

/* Most different assumptions that one list can rest on. */
#define L0_MAX_ASSUMPTIONS 16

enum l0_engine { L0_AI_CORE, L0_AI_CPU, L0_COPY };

enum l0_kind {
    L0_USER,      /* the caller's, or redirected to the caller's */
    L0_HOST,      /* a constant in host memory */
    L0_DEVICE,    /* in the workspace, when an operator writes it */
    L0_WORKSPACE, /* a kernel's own, for as long as it runs */
};

/* ---- The table of L0 operators; rows are made from the [l0.*] tables of csrc/ops ------------- */

enum l0_work {
    L0_WORK_VECTOR, /* a vector operation on every element */
    L0_WORK_FOLD,   /* a vector operation that folds dimensions */
    L0_WORK_FILL,   /* writes its input, broadcast to the output */
    L0_WORK_STEPS,  /* that of steps which the list function appends, by other rows */
    L0_WORK_VIEW,   /* none: its output has the elements of its input, in the same order */
    L0_WORK_COPY,   /* moves elements between views */
    L0_WORK_RUN,    /* a function of its own */
    L0_WORK_ROWS,   /* a formula with folds */
};

/* What a formula calculates, a term after the other: build_support/operators/formula.py. */
enum l0_term_kind {
    L0_TERM_INPUT,
    L0_TERM_NUMBER,
    L0_TERM_COUNT,    /* of the elements that are folded */
    L0_TERM_POSITION, /* of the element among them */
    L0_TERM_APPLY,
    L0_TERM_FOLD,
    L0_TERM_CAST,
};

struct l0_term {
    enum l0_term_kind kind;
    int operation;    /* VECTOR_..., of APPLY and FOLD */
    aclDataType type; /* of CAST, and of FOLD where it is not the input's */
    double number;    /* of NUMBER */
    int input_count;
    int inputs[6]; /* earlier terms */
};

/*
 * A formula over the dimensions that the attributes, an l0_fold, name. The first input has the
 * shape of the elements, the others are broadcast to it, or are constants. Halves are float32.
 * Without attributes it folds nothing, and all inputs are broadcast to the output.
 */
struct l0_rows {
    int input_count; /* the first terms */
    int term_count;
    const struct l0_term *terms;
    int output_count;
    const int *outputs; /* terms */
};

struct l0_run;
struct l0_copy;
struct l0_list;

/*
 * How the kernel of a fold splits its work on Ascend950: adds what it asks for, and the figures
 * that this follows from, to the operator that was appended last, which folds these dims of a
 * tensor. False, and nothing added, where that is not known.
 */
typedef bool l0_tiling(struct l0_list *list, int tensor, uint64_t folded);

struct l0_row {
    const char *name; /* CANN's operator type: "Add" */
    enum l0_work work;
    int operation;                      /* VECTOR_... of the first two kinds of work */
    const struct l0_copy *const *copy;  /* of L0_WORK_COPY, by level: executor/copies.h */
    const struct l0_run *const *run;    /* of L0_WORK_RUN, by level: executor/schedule.h */
    const struct l0_rows *rows;         /* of L0_WORK_ROWS */
    l0_tiling *tiling;                  /* of folds, where it is known; NULL otherwise */
    uint64_t ai_core[ARCHITECTURES];    /* bit t: data type t runs on the AI cores */
    int64_t workspace[ARCHITECTURES];   /* bytes that its kernel on the AI cores asks for; -1:
                                              none, or by its tiling */
    const char *assumed[ARCHITECTURES]; /* what its size there rests on; NULL for public facts */
};

/* ---- The list -------------------------------------------------------------------------------- */

/*
 * A tensor object. Several objects may be views of one storage, which is the first of them: who
 * reads or writes any of them uses the storage. Beyond the view of the caller's tensors all are
 * dense.
 */
struct l0_tensor {
    const char *name;           /* what it holds: "grad" */
    const struct tensor *given; /* the caller's tensor and its view; NULL for all others */
    const void *value;          /* of a constant in host memory; NULL where nobody reads it here */
    enum l0_kind kind;          /* of the storage: see l0_kind() */
    aclDataType type;
    int32_t rank; /* -1: a list of bytes whose shape does not matter */
    const int64_t *dims;
    int64_t elements;
    uint64_t bytes;
    int storage;
    int source; /* the tensor whose elements these are, in the same order, or L0_NONE: a copy that
                   only the device makes */
    int whole;  /* the tensor that it is a part of along a dimension, or L0_NONE */
    int32_t part_dim;
    int64_t part_first;
    bool is_placed; /* the planner's */
};

struct l0_operator {
    const char *name; /* CANN's operator type: "Cast" */
    enum l0_engine engine;
    int input_count;
    int output_count;
    int workspace_count;
    int *inputs;
    int *outputs;
    int *workspaces;
};

/* What the list computes, step by step: what the executor reads. */
enum l0_step_kind {
    L0_STEP_APPLY, /* a row's work */
    L0_STEP_CAST,  /* the input in the output's type */
    L0_STEP_STORE, /* the input, in the caller's tensor */
    L0_STEP_EACH,  /* a row's vector work on every member of lists */
};

struct l0_step {
    enum l0_step_kind kind;
    const struct l0_row *row; /* of L0_STEP_APPLY */
    int input_count;
    int output_count;
    int *inputs;
    int *outputs;
    const void
        *attributes; /* l0_fold of a fold and of rows, l0_each of lists, else the row's own */
};

/* Attributes of a fold, and of rows. */
struct l0_fold {
    uint64_t dims; /* bit d: dimension d of the input is folded */
};

/* Attributes of work on lists: inputs are the members of the lists, one list after the other, then
   what is the same for all; outputs are the caller's, a member each. */
struct l0_each {
    int count;          /* members of each list */
    int lists;          /* that are read */
    int factors;        /* so many of them, the last, have one element for each member */
    bool is_spread;     /* of one tensor: element i is that of member i; else all have its first */
    bool factors_first; /* in the row's work, before the other lists */
};

/* One figure of a kernel's tiling, in the vendor's name; words for those people look for first. */
struct l0_figure {
    int operator; /* position of the operator it belongs to */
    const char *name;
    const char *words;
    int64_t value;
};

struct l0_list {
    struct arena *arena; /* that everything below lies in */
    const struct soc *soc;
    enum soc_architecture architecture;
    bool deterministic;
    bool wants_figures; /* somebody will read them */
    bool doubts_copies; /* nobody has executed this call's copies on Ascend950: each is assumed */
    bool asks_nothing;  /* the vendor answers 0 bytes, whatever its operators ask for */
    aclnnStatus status; /* of the first error, which has been reported unless is_too_large */
    bool is_too_large;  /* a tensor does not fit into 63 bits */
    int assumption_count;
    const char *assumptions[L0_MAX_ASSUMPTIONS];
    int operator_count;
    int tensor_count;
    int step_count;
    int figure_count;
    int operator_room;
    int tensor_room;
    int step_room;
    int figure_room;
    struct l0_operator *operators;
    struct l0_tensor none;     /* tensors[L0_NONE] of a list without others */
    struct l0_tensor *tensors; /* from L0_NONE */
    struct l0_step *steps;
    struct l0_figure *figures;
};

/* An empty list for a product. */
void l0_start(struct l0_list *list, struct arena *arena, const struct soc *soc, bool deterministic);

/*
 * A piece of the list's arena, contents undefined; NULL after an error, which memory that is short
 * is too.
 */
void *l0_take(struct l0_list *list, size_t size);

/* The error of a list that is short of memory; reports it where there is none yet. NULL. */
void *l0_no_memory(struct l0_list *list);

/* Makes room at once for so many more tensors: for lists of thousands. */
void l0_expect(struct l0_list *list, int tensors);

/* ---- Tensors: each gives the position of a tensor object, or L0_NONE after an error ---------- */

/* A tensor of the caller's. */
int l0_user_tensor(struct l0_list *list, const char *name, const struct tensor *tensor);

/* A dense tensor without memory yet: it takes workspace once an operator writes it. */
int l0_new_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements);
int l0_new_shaped(struct l0_list *list, const char *name, aclDataType type, const int64_t *dims,
                  int32_t rank);

/* A constant in host memory, which nobody reads here. */
int l0_host_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements);

/* A constant of one element: the scalar in another type, as CANN converts it. */
int l0_constant(struct l0_list *list, const char *name, const struct scalar *scalar,
                aclDataType type);

/* Another object over the same storage, read as another type. */
int l0_view(struct l0_list *list, int tensor, aclDataType type);

/* Another object over the same storage with other dimensions, of as many elements. */
int l0_reshape(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank);

/* Another object over the same storage: count places of a dimension, from the first on. */
int l0_part(struct l0_list *list, int tensor, int32_t dim, int64_t first, int64_t count);

/* From here on whatever is in the storage of tensor lies in the caller's memory. */
void l0_redirect_to_user(struct l0_list *list, int tensor);

enum l0_kind l0_kind(const struct l0_list *list, int tensor);

/* ---- Operators ------------------------------------------------------------------------------- */

/*
 * Appends an operator that reads inputs and writes outputs (both end with L0_NONE), for the size
 * alone. Appends nothing after an error, or when an argument is L0_NONE because of one.
 */
void l0_launch(struct l0_list *list, const char *name, enum l0_engine engine, const int *inputs,
               const int *outputs);

/* The same for arrays of so many tensors. */
void l0_launch_many(struct l0_list *list, const char *name, enum l0_engine engine,
                    const int *inputs, int input_count, const int *outputs, int output_count);

/* Appends what the executor does. attributes live as long as the list's arena. */
void l0_step(struct l0_list *list, enum l0_step_kind kind, const struct l0_row *row,
             const int *inputs, int input_count, const int *outputs, int output_count,
             const void *attributes);

/*
 * Appends the operator of a row, with its kernel workspace and its assumption on the product, and
 * the step that does its work. The last so many inputs are constants that the operator has as
 * attributes, not as tensors. It runs on the AI cores where these have the type of the first input
 * (of the first whose type the work leaves open; of the output, where it has no input), else on
 * the device's CPU.
 */
void l0_apply(struct l0_list *list, const struct l0_row *row, const int *inputs, int input_count,
              int attribute_count, const int *outputs, int output_count, const void *attributes);

/* The same without the step, where the steps of other rows do the work. */
void l0_launch_row(struct l0_list *list, const struct l0_row *row, const int *inputs,
                   int input_count, int attribute_count, const int *outputs, int output_count,
                   const void *attributes);

/* A workspace of bytes for the operator that was appended last. A size of 0 counts too. */
void l0_kernel_workspace(struct l0_list *list, uint64_t bytes);

/* A figure of the tiling of the operator that was appended last; words may be NULL. */
void l0_figure(struct l0_list *list, const char *name, const char *words, int64_t value);

/* The size of the last operator rests on an assumption, by a name that lives for ever. */
void l0_assume(struct l0_list *list, const char *assumption);

/* The names of assumptions joined with "+"; cut when they do not fit. Returns text. */
char *l0_describe_assumptions(const struct l0_list *list, char *text, size_t size);

#endif
