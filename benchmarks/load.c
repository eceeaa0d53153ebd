/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the start of a native process costs: loading the library and aclInit. It is not linked
 * with the library, so that the loading can be measured. Prints two numbers in nanoseconds: dlopen
 * alone, and all of it.
 *
 *     cc -O2 load.c -o load -ldl && ./load PATH/libascendcl.so
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"

int main(int count, char **arguments)
{
    int (*initialize)(const char *) = NULL;
    if (count != 2)
        return 2;
    int64_t begin = now();
    void *library = dlopen(arguments[1], RTLD_NOW);
    int64_t loaded = now();
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    void *symbol = dlsym(library, "aclInit");
    if (symbol == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    memcpy(&initialize, &symbol, sizeof symbol); /* C has no cast from objects to functions */
    int status = initialize(NULL);
    int64_t end = now();
    printf("%" PRId64 " %" PRId64 "\n", loaded - begin, end - begin);
    return status != 0;
}
