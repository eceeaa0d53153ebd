/* SPDX-License-Identifier: Apache-2.0 */
/* Products while there is no host memory: OpenBLAS writes to what it could not get. */
/* not under thread, valgrind: they bring their own malloc */
#include <stdio.h>

#include "../stress/failing_memory.h"
#include "base/report.h"
#include "check.h"
#include "products/blas.h"

#define MOST 40

static double real_at(bool is_double, const void *memory, int64_t at)
{
    return is_double ? ((const double *)memory)[at] : (double)((const float *)memory)[at];
}

static void put(bool is_double, void *memory, int64_t at, double value)
{
    if (is_double)
        ((double *)memory)[at] = value;
    else
        ((float *)memory)[at] = (float)value;
}

/* Small whole numbers, so that every order of the sums gives one result. */
static void check_product(bool is_double, bool by_columns, bool add, int rows, int columns,
                          int depth)
{
    static double left[MOST * MOST];
    static double right[MOST * MOST];
    static double out[MOST * MOST];
    struct blas_matrix a = {left, MOST, by_columns};
    struct blas_matrix b = {right, MOST, by_columns};
    struct blas_matrix c = {out, MOST, by_columns};
    for (int i = 0; i < MOST * MOST; i++) {
        put(is_double, left, i, i % 7 - 3);
        put(is_double, right, i, i % 5 - 2);
        put(is_double, out, i, 1);
    }
    arm(1, true);
    blas_gemm(is_double, rows, columns, depth, &a, &b, add, &c);
    (void)disarm();
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++) {
            double sum = i < rows && j < columns && !add ? 0 : 1;
            for (int k = 0; i < rows && j < columns && k < depth; k++)
                sum += real_at(is_double, left, by_columns ? k * MOST + i : i * MOST + k) *
                       real_at(is_double, right, by_columns ? j * MOST + k : k * MOST + j);
            CHECK(real_at(is_double, out, by_columns ? j * MOST + i : i * MOST + j) == sum);
        }
}

int main(void)
{
    static const int depths[] = {3, 15, 16, 31, 32, 33, 40};
    if (blas_check() != 0) {
        fprintf(stderr, "%s\n", report_take());
        return 1;
    }
    for (int kind = 0; kind < 8; kind++)
        for (int places = 2; places <= 36; places++)
            for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
                check_product((kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0, 5, places,
                              depths[i]);
                check_product((kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0, places, 5,
                              depths[i]);
            }
    return 0;
}
