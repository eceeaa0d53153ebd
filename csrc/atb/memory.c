/* SPDX-License-Identifier: Apache-2.0 */
#include "atb/memory.h"

#include <string.h>

#include "base/cxx.h"

struct atb_std_string atb_string_new(const char *text)
{
    size_t length = strlen(text);
    /* libstdc++ takes a text of up to 15 bytes for one that lies in the string, by its place alone;
     * its room is never below that. */
    size_t room = length > 15 ? length : 15;
    struct atb_std_string made = {cxx_new(room + 1), length, room, 0};
    if (made.text != NULL)
        memcpy(made.text, text, length + 1);
    return made;
}
