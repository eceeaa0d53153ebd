/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products while the process forks and while it ends: neither disturbs them, and they do not
 * disturb the end.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "products/product.h"

/* not under thread, valgrind: they do not follow a fork beside other threads */

enum { SIDE = 192, LANES = 2 };

static float ones[SIDE * SIDE];
static _Atomic int rounds[LANES];

static void *multiply_for_ever(void *number)
{
    static _Thread_local float out[SIDE * SIDE];
    _Atomic int *done = number;
    struct product p = {.rows = SIDE, .columns = SIDE, .depth = SIDE};
    p.left.type = p.right.type = p.out.type = ACL_FLOAT;
    p.left.row_stride = p.right.row_stride = p.out.row_stride = SIDE;
    p.left.column_stride = p.right.column_stride = p.out.column_stride = 1;
    CHECK(product_check(&p) == 0 && product_scratch(&p) == 0);
    for (;;) {
        product_matrix(&p, ones, ones, out, NULL);
        if (atomic_fetch_add(done, 1) < 50)
            CHECK(out[0] == SIDE && out[SIDE * SIDE - 1] == SIDE);
    }
    return NULL;
}

static void wait_for(int more)
{
    for (int i = 0; i < LANES; i++)
        for (int until = rounds[i] + more; rounds[i] < until;)
            usleep(100);
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < SIDE * SIDE; i++)
        ones[i] = 1;
    for (int i = 0; i < LANES; i++)
        CHECK(pthread_create(&thread, NULL, multiply_for_ever, &rounds[i]) == 0);
    wait_for(1);
    for (int i = 0; i < 5; i++) {
        pid_t child = fork();
        int status = 1;
        if (child == 0)
            _exit(0);
        CHECK(waitpid(child, &status, 0) == child && status == 0);
        wait_for(3);
    }
    return 0; /* and the threads run on until the process is gone */
}
