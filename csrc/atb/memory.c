/* SPDX-License-Identifier: Apache-2.0 */
#include "atb/memory.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* The program's operator new, which may be its own. Without one nothing but malloc can be behind
 * operator delete. operator new(size_t, nothrow) would need a symbol of libstdc++. */
void *atb_memory_new(size_t size)
{
    union {
        void *object;
        void *(*function)(size_t size);
    } found = {dlsym(RTLD_DEFAULT, "_Znwm")};
    return found.object != NULL ? found.function(size) : malloc(size);
}

struct atb_std_string atb_string_new(const char *text)
{
    size_t length = strlen(text);
    /* libstdc++ takes a text of up to 15 bytes for one that lies in the string, by its place alone;
     * its room is never below that. */
    size_t room = length > 15 ? length : 15;
    struct atb_std_string made = {atb_memory_new(room + 1), length, room, 0};
    if (made.text != NULL)
        memcpy(made.text, text, length + 1);
    return made;
}
