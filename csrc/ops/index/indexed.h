/* SPDX-License-Identifier: Apache-2.0 */
/* Work by index. Tensors of indices name elements of one tensor, which go together with the
 * elements of another. A gather reads them (out = self by index). A scatter changes them, in the
 * sequence of the indices (out = self, into which the source is put, added, ... by index).
 *
 * The work consists of loops. Each loop walks a dimension of each tensor, or none; a dimension that
 * no loop walks is one that indices name. */
#ifndef ACLNN_PY_OPS_INDEX_INDEXED_H
#define ACLNN_PY_OPS_INDEX_INDEXED_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/schedule.h"
#include "workspace/l0.h"

/* The most loops: dimensions of a tensor and of what indexes it. */
#define INDEXED_MAX_LOOPS 16
#define INDEXED_MAX_COMPONENTS 8

/* The most tensors of indices: those of components, and the numbers of elements that masks
 * choose. */
#define INDEXED_MAX_INDICES (2 * INDEXED_MAX_COMPONENTS)

/* How a scatter joins a value with what is there already. */
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
    int32_t self;  /* the dimension of the indexed tensor that it walks; -1: none */
    int32_t other; /* the dimension of out of a gather, or of the source of a scatter; -1: none */
};

/* Indices into one dimension of the indexed tensor. */
struct indexed_component {
    int32_t input;    /* index among the work's inputs */
    int32_t names;    /* the dimension that they index */
    int32_t part_dim; /* when the tensor has the indices of several dimensions: its dimension for
                       * these, */
    int64_t part;     /* and the position in that; otherwise -1 and 0 */
    int64_t reach;    /* how many elements behind the named one a loop walks */
    int32_t entry;    /* index in the call's list of indices, for messages; -1: it is no list */
    int32_t found_by; /* for a mask: the input that holds the number of its elements; 0: none */
    int32_t dims[INDEXED_MAX_LOOPS]; /* by loop: the dimension of the indices that it walks; -1:
                                      * none */
};

/* Attributes of rows that run gather or scatter. The inputs are the indexed tensor, the tensors of
 * indices, and for a scatter the source. */
struct indexed {
    enum indexed_operation operation;
    bool from_end;    /* negative indices count from the end */
    const char *name; /* the name of the indices in messages */
    int32_t loop_count;
    struct indexed_loop loops[INDEXED_MAX_LOOPS];
    int32_t component_count;
    struct indexed_component components[INDEXED_MAX_COMPONENTS];
    /* With masks: the loop over the elements that they choose, whose count is that of the other
     * indices, and the number that must be chosen; -1: any. */
    int32_t found_loop;
    int64_t found_count;
};

/* Appends a loop and returns its number. */
int32_t index_add_loop(struct indexed *indexed, int64_t count, int32_t self, int32_t other);

/* Appends indices, whose tensor no loop walks yet. */
struct indexed_component *index_add_component(struct indexed *indexed, int32_t input,
                                              int32_t names);

/* Attributes without loops and components, in the list's arena; NULL after an error. */
struct indexed *index_new(struct l0_list *list, enum indexed_operation operation, const char *name);

/* Sets up rows of self along a dimension, named by one tensor of indices: the loops of both and the
 * component. Both share the first `batches` dimensions, which are walked together. */
void index_rows(struct indexed *indexed, const struct l0_tensor *self, int32_t dim,
                const struct l0_tensor *index, int32_t batches);

/* Sets up single elements: one index for each, along a dimension. */
void index_move_elements(struct indexed *indexed, int32_t dim, const struct l0_tensor *index);

/* Appends the step of a gather or a scatter. CANN's operators are appended separately. */
void index_list_gather_step(struct l0_list *list, struct indexed *indexed, int self,
                            const int *indices, int count, int out);
void index_list_scatter_step(struct l0_list *list, struct indexed *indexed, int self,
                             const int *indices, int count, int source, int out);

/* The operand of an operation that adds: halves become float32. */
int index_list_widened(struct l0_list *list, int tensor, enum indexed_operation operation);

/* Appends the steps of a scatter from self, which has at least one dimension, to the caller's out.
 * Halves are added in float32 and rounded once. */
void index_list_scatter_into(struct l0_list *list, struct indexed *indexed, int self,
                             const int *indices, int count, int source, int out);

/* Appends the steps that put slots into self, which go to the caller's data: where each begins
 * along a dimension, or its row and where, the places say. */
void index_list_put_slots(struct l0_list *list, int self, int places, int slots, int64_t axis,
                          int data);

/* Copies all elements of a view to another view of the same dims, which shares no memory with
 * it. */
void index_kernel_copy(const struct work_view *from, const struct work_view *to,
                       struct task_failure *failure);

/* For work whose first output is its first input with changes: copies the input when both do not
 * share their memory. */
void index_kernel_copy_self(const struct work *work, struct task_failure *failure);

#endif
