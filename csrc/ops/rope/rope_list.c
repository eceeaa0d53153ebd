/* SPDX-License-Identifier: Apache-2.0 */
/* Rotary position embedding: lists of L0 operators. */
#include "ops/rope/rope.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/rope.h"
#include "workspace/l0_operators.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

static struct rotary *new_rotary(struct l0_list *list, int64_t mode)
{
    struct rotary *rotary = l0_take(list, sizeof *rotary);
    if (rotary != NULL)
        *rotary = (struct rotary){.mode = (enum rotary_mode)mode};
    return rotary;
}

static int result_like(struct l0_list *list, const struct l0_row *row, int tensor)
{
    const struct l0_tensor like = list->tensors[tensor];
    return l0_new_shaped(list, row->name, like.type, like.dims, like.rank);
}

/* What the kernel of 910B asks for, of which the row says nothing. */
static void ask(struct l0_list *list, uint64_t more)
{
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + more);
}

/* ---- Rotary position embedding --------------------------------------------------------------- */
void rope_list_rotary(struct l0_list *list, const struct l0_row *row, int x, int cosines, int sines,
                      int64_t mode, int out)
{
    struct rotary *rotary = new_rotary(list, mode);
    const int inputs[] = {l0_contiguous(list, x), l0_contiguous(list, cosines),
                          l0_contiguous(list, sines)};
    if (rotary == NULL || inputs[0] == L0_NONE || inputs[1] == L0_NONE || inputs[2] == L0_NONE)
        return;
    int turned = result_like(list, row, inputs[0]);
    l0_apply(list, row, inputs, 3, 0, &turned, 1, rotary);
    if (row == &l0_RotaryPositionEmbedding)
        ask(list, 0);
    l0_view_copy(list, turned, out);
}

#define MATRIX_BLOCK (128 * 128 * 4)
#define MATRIX_BLOCKS 8 /* that a core keeps */

void rope_list_rotary_by(struct l0_list *list, int x, int cosines, int sines, int64_t mode,
                         int rotate, int out)
{
    if (rotate == L0_NONE) {
        rope_list_rotary(list, &l0_RotaryPositionEmbedding, x, cosines, sines, mode, out);
        return;
    }
    const int inputs[] = {l0_contiguous(list, x), l0_contiguous(list, cosines),
                          l0_contiguous(list, sines), l0_contiguous(list, rotate)};
    for (int i = 0; i < 4; i++)
        if (inputs[i] == L0_NONE)
            return;
    int turned = result_like(list, &l0_RotaryByMatrix, inputs[0]);
    l0_apply(list, &l0_RotaryByMatrix, inputs, 4, 0, &turned, 1, NULL);
    ask(list, (uint64_t)list->soc->ai_cores * MATRIX_BLOCK * MATRIX_BLOCKS);
    l0_view_copy(list, turned, out);
}

void rope_list_rotary_grad(struct l0_list *list, int dy, int cosines, int sines, int x,
                           int64_t mode, int dx, int dcos, int dsin)
{
    struct rotary *rotary = new_rotary(list, mode);
    struct rotary *angles = new_rotary(list, mode);
    const struct l0_row *row = &l0_RotaryPositionEmbeddingGrad;
    bool has_x = x != L0_NONE;
    int inputs[] = {l0_contiguous(list, dy), l0_contiguous(list, cosines),
                    l0_contiguous(list, sines), has_x ? l0_contiguous(list, x) : L0_NONE};
    if (angles == NULL || inputs[0] == L0_NONE || inputs[1] == L0_NONE || inputs[2] == L0_NONE ||
        (has_x && inputs[3] == L0_NONE))
        return;
    rotary->is_backward = true;
    angles->is_of_angles = true;
    int results[] = {result_like(list, row, inputs[0]), result_like(list, row, inputs[1]),
                     result_like(list, row, inputs[2])};
    l0_launch_row(list, row, inputs, has_x ? 4 : 3, 0, results, 3, rotary);
    l0_step(list, L0_STEP_APPLY, &l0_RotaryPositionEmbedding, inputs, 3, results, 1, rotary);
    l0_view_copy(list, results[0], dx);
    if (!has_x)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_RotaryPositionEmbedding, (int[]){inputs[0], inputs[3]}, 2,
            &results[1], 2, angles);
    l0_view_copy(list, results[1], dcos);
    l0_view_copy(list, results[2], dsin);
}

static void rotate_pair(struct l0_list *list, int query, int key, int cosines, int sines, int mode)
{
    struct rotary *rotary = new_rotary(list, mode);
    const struct l0_row *row = &l0_ApplyRotaryPosEmb;
    const int inputs[] = {l0_contiguous(list, query), l0_contiguous(list, key),
                          l0_contiguous(list, cosines), l0_contiguous(list, sines)};
    for (int i = 0; i < 4; i++)
        if (inputs[i] == L0_NONE)
            return;
    if (rotary == NULL)
        return;
    int results[] = {result_like(list, row, inputs[0]), result_like(list, row, inputs[1])};
    l0_launch_row(list, row, inputs, 4, 0, results, 2, NULL);
    for (int i = 0; i < 2; i++)
        l0_step(list, L0_STEP_APPLY, &l0_RotaryPositionEmbedding,
                (int[]){inputs[i], inputs[2], inputs[3]}, 3, &results[i], 1, rotary);
    l0_view_copy(list, results[0], query);
    l0_view_copy(list, results[1], key);
}

void rope_list_rotated_pair(struct l0_list *list, int query, int key, int cosines, int sines)
{
    rotate_pair(list, query, key, cosines, sines, HALVES);
}

void rope_list_rotated_pair_by(struct l0_list *list, int query, int key, int cosines, int sines,
                               const char *mode)
{
    rotate_pair(list, query, key, cosines, sines, rope_mode_named(mode));
}

/* The operator changes the caller's tensor, or its dense copy, of which other columns stay. */
void rope_list_rotary_part(struct l0_list *list, const struct l0_row *row, int x, int cosines,
                           int sines, const struct array *array)
{
    bool is_backward = row == &l0_InplacePartialRotaryMulGrad;
    struct rotary *rotary = new_rotary(list, NEIGHBOURS);
    int inputs[] = {l0_contiguous(list, x), l0_contiguous(list, cosines),
                    l0_contiguous(list, sines)};
    if (rotary == NULL || list->status != ACLNN_SUCCESS)
        return;
    rotary->is_backward = is_backward;
    const struct rope_part p = rope_part_of(array, is_backward ? 0 : list->tensors[x].dims[3]);
    l0_launch_row(list, row, inputs, 3, 0, NULL, 0, NULL);
    if (inputs[0] != x)
        l0_launch_view_copy(list, inputs[0], x);
    if (p.first == p.past || list->tensors[cosines].elements == 0)
        return;
    int place = l0_part(list, x, 3, p.first, p.past - p.first);
    inputs[0] = l0_part(list, inputs[0], 3, p.first, p.past - p.first);
    if (place == L0_NONE || inputs[0] == L0_NONE)
        return;
    int turned = result_like(list, row, inputs[0]);
    l0_step(list, L0_STEP_APPLY, &l0_RotaryPositionEmbedding, inputs, 3, &turned, 1, rotary);
    l0_step(list, L0_STEP_STORE, NULL, &turned, 1, &place, 1, NULL);
}
