/* SPDX-License-Identifier: Apache-2.0 */
/* BidirectionLSTM: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/common.h"
#include "declared/rnn.h"
#include "ops/common/list.h"
#include "ops/rnn/rnn.h"

#define MOST_GIVEN 12
#define RESULTS 3
#define STATES 2

/* The operands of a call in the vendor's sequence: x, states, weights and biases of each direction,
 * and how many rows each step has; L0_NONE for those that it does not read. */
struct bidirection {
    int given[MOST_GIVEN];
    int results[RESULTS];
    bool is_packed;
};

/* What the device makes, for the size. */
static void launch(struct l0_list *list, const struct bidirection *b)
{
    int inputs[MOST_GIVEN];
    int made[RESULTS];
    int count = 0;
    for (int i = 0; i < MOST_GIVEN; i++)
        if (b->given[i] != L0_NONE)
            inputs[count++] = l0_contiguous(list, b->given[i]);
    for (int i = 0; i < RESULTS; i++) {
        const struct l0_tensor like = list->tensors[b->results[i]];
        made[i] = l0_new_shaped(list, "result", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_BidirectionLSTM, inputs, count, 0, made, RESULTS, NULL);
    for (int i = 0; i < RESULTS; i++)
        l0_launch_view_copy(list, made[i], b->results[i]);
}

static struct recurrent *layers_of(struct l0_list *list, const struct bidirection *b, bool has_bias,
                                   bool has_both)
{
    struct recurrent *r = l0_take(list, sizeof *r);
    const struct l0_tensor x = list->tensors[b->given[0]];
    const struct l0_tensor state = list->tensors[b->given[1]];
    bool has_lengths = b->given[MOST_GIVEN - 1] != L0_NONE;
    if (r == NULL)
        return NULL;
    memset(r, 0, sizeof *r);
    r->is_lstm = true;
    r->gates = 4;
    r->lists = 7;
    r->batch = state.dims[1];
    r->hidden = state.dims[2];
    r->inputs = x.dims[x.rank - 1];
    r->steps = has_lengths ? list->tensors[b->given[MOST_GIVEN - 1]].dims[0] : x.dims[0];
    r->layers = 1;
    r->directions = has_both ? 2 : 1;
    r->has_bias = has_bias;
    r->has_state = true;
    r->has_lengths = has_lengths;
    r->type = ACL_FLOAT16;
    if (rnn_build_step(r, false, list->arena))
        return r;
    l0_no_memory(list);
    return NULL;
}

/* Rows that lie one behind the other as steps of the whole batch, or back. */
static int spread(struct l0_list *list, const struct l0_row *row, int rows, int lengths,
                  const int64_t *dims, int32_t rank)
{
    int made = l0_new_shaped(list, "rows", ACL_FLOAT16, dims, rank);
    if (rows != L0_NONE && lengths != L0_NONE && made != L0_NONE)
        l0_step(list, L0_STEP_APPLY, row, (int[]){rows, lengths}, 2, &made, 1, NULL);
    return made;
}

static void append_work(struct l0_list *list, const struct bidirection *b,
                        const struct recurrent *r)
{
    int inputs[MOST_GIVEN];
    int made[RESULTS];
    int64_t columns = r->directions * r->hidden;
    const int64_t whole[] = {r->steps, r->batch, r->inputs};
    const int64_t output[] = {r->steps, r->batch, columns};
    int lengths = list_dense_of(list, b->given[MOST_GIVEN - 1], ACL_INT64);
    int count = 0;
    inputs[count++] = b->is_packed
                          ? spread(list, &l0_UnpackedRows,
                                   list_dense_of(list, b->given[0], ACL_FLOAT16), lengths, whole, 3)
                          : b->given[0];
    for (int direction = 0; direction < r->directions; direction++)
        for (int64_t i = 0; i < recurrent_params(r); i++)
            inputs[count++] = b->given[3 + 4 * direction + i];
    for (int i = 0; i < STATES; i++)
        inputs[count++] = b->given[1 + i];
    if (lengths != L0_NONE)
        inputs[count++] = lengths;
    made[0] = l0_new_shaped(list, "output", ACL_FLOAT16, output, 3);
    for (int i = 1; i < RESULTS; i++) {
        const struct l0_tensor like = list->tensors[b->results[i]];
        made[i] = l0_new_shaped(list, "state", ACL_FLOAT16, like.dims, 3);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_BidirectionLSTM, inputs, count, made, RESULTS, r);
    if (b->is_packed)
        made[0] = spread(list, &l0_PackedRows, made[0], lengths, list->tensors[b->results[0]].dims,
                         2);
    for (int i = 0; i < RESULTS; i++)
        list_store_reshaped(list, made[i], b->results[i]);
}

static void bidirection(struct l0_list *list, const struct bidirection *b, bool isbias,
                        bool has_both)
{
    for (int i = 0; i < 5; i++)
        if (b->given[i] == L0_NONE)
            return;
    launch(list, b);
    struct recurrent *r = layers_of(list, b, isbias, has_both);
    if (r != NULL && list->status == ACLNN_SUCCESS)
        append_work(list, b, r);
}

void rnn_list_bidirection_lstm(struct l0_list *list, int x, int initH, int initC, int wIh, int wHh,
                               int bIh, int bHh, int wIhReverse, int wHhReverse, int bIhReverse,
                               int bHhReverse, bool isbias, bool bidirectional, int yOut,
                               int outputHOut, int outputCOut)
{
    const struct bidirection b = {{x, initH, initC, wIh, wHh, bIh, bHh, wIhReverse, wHhReverse,
                                   bIhReverse, bHhReverse, L0_NONE},
                                  {yOut, outputHOut, outputCOut},
                                  false};
    bidirection(list, &b, isbias, bidirectional);
}

void rnn_list_bidirection_lstm_v2(struct l0_list *list, int x, int initH, int initC, int wIh,
                                  int wHh, int bIh, int bHh, int wIhReverse, int wHhReverse,
                                  int bIhReverse, int bHhReverse, int batchSize, bool isbias,
                                  bool bidirectional, bool packed, int yOut, int outputHOut,
                                  int outputCOut)
{
    const struct bidirection b = {{x, initH, initC, wIh, wHh, bIh, bHh, wIhReverse, wHhReverse,
                                   bIhReverse, bHhReverse, batchSize},
                                  {yOut, outputHOut, outputCOut},
                                  packed && batchSize != L0_NONE};
    bidirection(list, &b, isbias, bidirectional);
}
