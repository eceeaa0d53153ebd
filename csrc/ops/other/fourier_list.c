/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms of sequences and of their windows: lists of L0 operators. */
#include "ops/other/fourier.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/other.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "declared/fill.h"
#include "declared/pad.h"
#include "declared/reduce.h"
#include "ops/common/list.h"

#define MOST_ALONG 8

static aclDataType wide(aclDataType type)
{
    return type_is_complex(type) ? ACL_COMPLEX128 : ACL_DOUBLE;
}

/* Appends the step that does the work, and stores what it makes. */
static void apply(struct l0_list *list, const struct l0_row *row, const struct fourier *given,
                  const int *operands, int count, int out)
{
    struct fourier *fourier = l0_take(list, sizeof *fourier);
    const struct l0_tensor result = list->tensors[out];
    bool is_complex = type_is_complex(result.type);
    int inputs[2];
    for (int i = 0; i < count; i++)
        inputs[i] = list_dense_of(list, operands[i], wide(list->tensors[operands[i]].type));
    int made = l0_new_shaped(list, "frequencies", is_complex ? ACL_COMPLEX128 : ACL_DOUBLE,
                             result.dims, result.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    *fourier = *given;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, &made, 1, fourier);
    list_store_reshaped(list, made, out);
}

/* ---- Whole sequences ------------------------------------------------------------------------- */

/* The operators that turn the dimension to the end and cut or pad it, for the size. */
static int launch_turned(struct l0_list *list, int self, int32_t dim, int64_t length)
{
    int64_t order[MOST_ALONG];
    const int64_t across[] = {1, 0};
    int dense = l0_contiguous(list, self);
    const struct l0_tensor given = list->tensors[dense];
    int32_t last = given.rank - 1;
    for (int32_t i = 0; i < given.rank; i++)
        order[i] = i == dim ? last : i == last ? dim : i;
    if (given.rank > 1)
        dense = list_launch_transpose(list, dense, order);
    if (dense == L0_NONE || list->tensors[dense].elements == 0)
        return dense;
    int64_t places = given.dims[dim];
    int64_t rows = given.elements / places;
    const int64_t flat[] = {rows, places};
    const int64_t cut[] = {length, rows};
    int turned = list_launch_transpose(list, l0_reshape(list, dense, flat, 2), across);
    if (length == places || turned == L0_NONE)
        return dense;
    int other = l0_new_shaped(list, "cut", ACL_FLOAT, cut, 2);
    l0_launch_row(list, length < places ? &l0_Slice : &l0_Pad, &turned, 1, 0, &other, 1, NULL);
    return list_launch_transpose(list, other, across);
}

static void launch_rfft(struct l0_list *list, int self, int32_t dim, int64_t length, int out)
{
    int64_t dims[MOST_ALONG];
    int64_t order[MOST_ALONG];
    int turned = launch_turned(list, self, dim, length);
    const struct l0_tensor result = list->tensors[out];
    int32_t last = result.rank - 2;
    if (turned == L0_NONE)
        return;
    for (int32_t i = 0; i < result.rank; i++) {
        order[i] = i == dim ? last : i == last ? dim : i;
        dims[i] = result.dims[order[i]];
    }
    int table = l0_host_tensor(list, "dft", ACL_FLOAT, 1);
    int made = l0_new_shaped(list, "frequencies", ACL_FLOAT, dims, result.rank);
    l0_launch_row(list, &l0_Rfft1D, (int[]){turned, table}, 2, 0, &made, 1, NULL);
    if (result.rank > 2)
        made = list_launch_transpose(list, made, order);
    l0_launch_view_copy(list, made, out);
}

void other_list_rfft(struct l0_list *list, int self, int64_t n, int64_t dim, int64_t norm, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[self];
    int32_t along = (int32_t)(dim < 0 ? dim + given.rank : dim);
    int64_t places = given.dims[along];
    int64_t length = n < 0 ? places : n;
    struct fourier fourier = {.sequences = given.elements / places,
                              .places = places,
                              .columns = 1,
                              .length = length,
                              .frequencies = length / 2 + 1,
                              .windows = 1,
                              .factor = norm == 2   ? 1 / (double)length
                                        : norm == 3 ? 1 / sqrt((double)length)
                                                    : 1};
    for (int32_t i = along + 1; i < given.rank; i++)
        fourier.columns *= given.dims[i];
    launch_rfft(list, self, along, length, out);
    apply(list, &l0_Rfft1D, &fourier, &self, 1, out);
}

/* ---- Windows of sequences -------------------------------------------------------------------- */

#define LINE 512 /* bytes */

static uint64_t lines(int64_t numbers)
{
    uint64_t bytes = (uint64_t)numbers * sizeof(float);
    return (bytes + LINE - 1) / LINE * LINE;
}

static bool is_of_speech(const struct fourier *f, double factor, bool onesided, bool is_pair)
{
    return f->length == 400 && f->hop == 160 && factor == 1 && onesided && is_pair;
}

/* The kernel's workspace: the windows, products and factors that lie in it. */
static uint64_t kernel_bytes(const struct l0_list *list, const struct fourier *f, bool is_own)
{
    const uint64_t fixed = 16 << 20;
    const int64_t package = 32;
    int64_t padded = (f->length + package - 1) / package * package;
    int64_t made = f->sequences * f->windows * f->frequencies * 2;
    if (is_own)
        return fixed + lines(made) + lines((int64_t)list->soc->ai_cores * f->windows * f->length);
    return 2 * fixed + lines(f->sequences * f->windows * padded) + lines(made) +
           lines(f->frequencies * padded * 2);
}

/* The operators of float32: a window padded to whole packages, and a product with the factors. */
static void launch_on_cores(struct l0_list *list, const struct fourier *f, int self, int window,
                            bool is_own, int64_t width, int made)
{
    const int64_t numbers = is_own ? 8 : 32;
    int64_t padded = (f->length + numbers - 1) / numbers * numbers;
    int inputs[3] = {self, l0_host_tensor(list, "dft", ACL_FLOAT, f->frequencies * padded * 2),
                     window};
    if (width < padded) {
        if (window == L0_NONE) {
            int ones = l0_host_tensor(list, "ones", ACL_FLOAT, width);
            window = l0_new_shaped(list, "ones", ACL_FLOAT, &width, 1);
            l0_launch_row(list, &l0_OnesLike, &ones, 1, 0, &window, 1, NULL);
        }
        inputs[2] = l0_new_shaped(list, "padded", ACL_FLOAT, &padded, 1);
        l0_launch_row(list, &l0_PadV3, &window, 1, 0, &inputs[2], 1, NULL);
    }
    if (is_own && inputs[2] != L0_NONE) {
        const int64_t dims[] = {2, f->frequencies, padded};
        int scaled = l0_new_shaped(list, "scaled", ACL_FLOAT, dims, 3);
        l0_launch_row(list, &l0_Mul, (int[]){inputs[1], inputs[2]}, 2, 0, &scaled, 1, NULL);
        inputs[1] = scaled;
        inputs[2] = L0_NONE;
    }
    l0_launch_row(list, &l0_STFT, inputs, inputs[2] == L0_NONE ? 2 : 3, 0, &made, 1, NULL);
    l0_kernel_workspace(list, kernel_bytes(list, f, is_own));
}

static bool is_on_cores(const struct l0_list *list, const struct fourier *f, int self, bool is_own)
{
    const int64_t most_factors = (int64_t)500 << 20;
    const int64_t numbers = is_own ? 8 : 32;
    int64_t padded = (f->length + numbers - 1) / numbers * numbers;
    return list->tensors[self].type == ACL_FLOAT && f->frequencies * padded * 8 <= most_factors;
}

void other_list_stft(struct l0_list *list, int self, int windowOptional, int out, int64_t nFft,
                     int64_t hopLength, int64_t winLength, bool normalized, bool onesided)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[self];
    const struct l0_tensor result = list->tensors[out];
    const int operands[] = {self, windowOptional};
    int64_t places = given.dims[given.rank - 1];
    bool is_pair = !type_is_complex(result.type);
    struct fourier fourier = {.sequences = given.rank == 2 ? given.dims[0] : 1,
                              .places = places,
                              .columns = 1,
                              .length = nFft,
                              .frequencies = onesided ? nFft / 2 + 1 : nFft,
                              .windows = (places - nFft) / hopLength + 1,
                              .hop = hopLength,
                              .width = winLength,
                              .factor = normalized ? 1 / sqrt((double)nFft) : 1};
    bool is_own = is_of_speech(&fourier, fourier.factor, onesided, is_pair);
    int dense = l0_contiguous(list, self);
    int made = l0_new_shaped(list, "frequencies", result.type, result.dims, result.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    if (is_on_cores(list, &fourier, self, is_own))
        launch_on_cores(list, &fourier, dense, windowOptional, is_own, winLength, made);
    else
        l0_launch_row(list, &l0_STFT, (int[]){dense, windowOptional}, 1, 0, &made, 1, NULL);
    l0_launch_view_copy(list, made, out);
    int window = windowOptional;
    if (window == L0_NONE && winLength < nFft) {
        int one = list_constant(list, "one", 1, ACL_DOUBLE);
        window = l0_new_shaped(list, "ones", ACL_DOUBLE, &winLength, 1);
        if (list->status != ACLNN_SUCCESS)
            return;
        l0_step(list, L0_STEP_APPLY, &l0_Fill, &one, 1, &window, 1, NULL);
    }
    if (window == L0_NONE)
        fourier.width = 0;
    apply(list, &l0_STFT, &fourier, (int[]){operands[0], window}, window == L0_NONE ? 1 : 2, out);
}
