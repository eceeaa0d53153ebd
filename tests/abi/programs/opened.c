/* SPDX-License-Identifier: Apache-2.0 */
/* dlopen of a library, twice; the arguments: its name and the flags, such as lg. Also C++. */
#define OPENED
#include "use.h"

static void open_and_use(const char *name, int flags)
{
    void *library = dlopen(name, flags);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    struct functions functions = find_functions(library);
    use(&functions);
    CHECK(dlclose(library) == 0);
}

int main(int argc, char **argv)
{
    CHECK(argc == 3);
    const char *letters = argv[2];
    int flags = strchr(letters, 'l') != NULL ? RTLD_LAZY : RTLD_NOW;
    flags |= strchr(letters, 'g') != NULL ? RTLD_GLOBAL : RTLD_LOCAL;
    flags |= strchr(letters, 'd') != NULL ? RTLD_DEEPBIND : 0;
    open_and_use(argv[1], flags);
    open_and_use(argv[1], flags);
    return 0;
}
