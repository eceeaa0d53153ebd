/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/common/doubles.h"

#include "instructions.h"
#include "runtime/cores/ai_cores.h"
#include "vector/vector.h"

static void run(int operation, double *numbers, int64_t count)
{
    char *address = (char *)numbers;
    vector_levels[ai_cores_level()].operations[operation][ACL_DOUBLE](
        count, (char *const[]){address, address});
}

void doubles_exp(double *numbers, int64_t count)
{
    run(VECTOR_EXP, numbers, count);
}

double double_exp(double x)
{
    run(VECTOR_EXP, &x, 1);
    return x;
}

double double_cos(double x)
{
    run(VECTOR_COS, &x, 1);
    return x;
}

double double_sin(double x)
{
    run(VECTOR_SIN, &x, 1);
    return x;
}
