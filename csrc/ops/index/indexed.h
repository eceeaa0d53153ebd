/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Work by index: elements of one tensor whose places tensors of indices name, against those of
 * another. A gather reads them (out = self by index), a scatter changes them, in the order of the
 * indices (out = self, in which the source is put, added, ... by index).
 *
 * The work goes over loops. Each loop is a dimension of the tensors that it walks, or of none of
 * them; a dimension that no loop walks is one that indices name.
 */
#ifndef ACLNN_PY_OPS_INDEX_INDEXED_H
#define ACLNN_PY_OPS_INDEX_INDEXED_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/schedule.h"
#include "workspace/l0.h"

/* Dimensions of a tensor and of what indexes it. */
#define INDEXED_MAX_LOOPS 16
#define INDEXED_MAX_COMPONENTS 8

/* Tensors of indices: those of components, and how many places masks have. */
#define INDEXED_MAX_INDICES (2 * INDEXED_MAX_COMPONENTS)

/* What a scatter does with what is there already. */
enum indexed_operation {
    INDEXED_MOVE,
    INDEXED_ADD,
    INDEXED_MULTIPLY,
    INDEXED_DIVIDE,
    INDEXED_MAXIMUM,
    INDEXED_MINIMUM,
};

struct indexed_loop {
    int64_t count;
    int32_t self;  /* the dimension that is walked: of what is indexed; -1: none */
    int32_t other; /* of out of a gather, of the source of a scatter; -1: none */
};

/* Indices into one dimension of what is indexed. */
struct indexed_component {
    int32_t input;    /* of the work's inputs */
    int32_t names;    /* the dimension that they are places in */
    int32_t part_dim; /* where their tensor has those of other dimensions too: its dimension, */
    int64_t part;     /* and the place in it; -1 and 0 otherwise */
    int64_t reach;    /* places behind the one that is named which a loop walks */
    int32_t entry;    /* of a list of indices, for messages; -1: it is no list */
    int32_t found_by; /* of a mask: the input that has the number of its places; 0: none */
    int32_t dims[INDEXED_MAX_LOOPS]; /* of their tensor, by loop; -1: none */
};

/*
 * Attributes of rows that run gather or scatter. Inputs are what is indexed, the tensors of
 * indices, and the source of a scatter.
 */
struct indexed {
    enum indexed_operation operation;
    bool from_end;    /* negative indices count from the end */
    const char *name; /* of the indices, in messages */
    int32_t loop_count;
    struct indexed_loop loops[INDEXED_MAX_LOOPS];
    int32_t component_count;
    struct indexed_component components[INDEXED_MAX_COMPONENTS];
    /* With masks: the loop over their places, whose count is that of the other indices, and what
       both have to be together; -1: whatever is found. */
    int32_t found_loop;
    int64_t found_count;
};

/* A loop that is appended; its number. */
int32_t index_add_loop(struct indexed *indexed, int64_t count, int32_t self, int32_t other);

/* Indices that are appended, whose tensor no loop walks yet. */
struct indexed_component *index_add_component(struct indexed *indexed, int32_t input,
                                              int32_t names);

/* Attributes without loops and components, in the list's arena; NULL after an error. */
struct indexed *index_new(struct l0_list *list, enum indexed_operation operation, const char *name);

/* Rows of self along a dimension by one tensor of indices: loops of both and the component. With
   batches, so many first dimensions of both are walked together. */
void index_rows(struct indexed *indexed, const struct l0_tensor *self, int32_t dim,
                const struct l0_tensor *index, int32_t batches);

/* Single elements: one index for each element, along a dimension. */
void index_move_elements(struct indexed *indexed, int32_t dim, const struct l0_tensor *index);

/* The step of a gather or a scatter on tensors of the list, beside the operators that CANN has. */
void index_list_gather_step(struct l0_list *list, struct indexed *indexed, int self,
                            const int *indices, int count, int out);
void index_list_scatter_step(struct l0_list *list, struct indexed *indexed, int self,
                             const int *indices, int count, int source, int out);

/* An operand of an operation that sums: halves in float32. */
int index_list_widened(struct l0_list *list, int tensor, enum indexed_operation operation);

/* The steps of a scatter from self, with at least one dimension, to the caller's out: halves are
   added up in float32, and rounded once. */
void index_list_scatter_into(struct l0_list *list, struct indexed *indexed, int self,
                             const int *indices, int count, int source, int out);

/* All elements of a view to those of another of the same dims, which shares no memory with it. */
void index_kernel_copy(const struct work_view *from, const struct work_view *to,
                       struct task_failure *failure);

/* Of a work whose first output is its first input with changes: what is not changed, where they
   are apart. */
void index_kernel_copy_self(const struct work *work, struct task_failure *failure);

#endif
