/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ge::AscendString: a text that programs with either layout of std::string share. It is a
 * shared_ptr; what that owns is the library's affair, and here the text itself. A string that was
 * made of NULL, or of nothing, has none: it is "", and different from "".
 */
#include "libraries/ascend_string.h"

#include <string.h>

#include "base/text.h"

void ascend_string_make_part(struct cxx_shared *self, const char *text, size_t length)
    EXPORT_AS("_ZN2ge12AscendStringC1EPKcm");
void ascend_string_make_part(struct cxx_shared *self, const char *text, size_t length)
{
    *self = (struct cxx_shared){0};
    char *copy = text == NULL ? NULL : cxx_shared_make(self, length + 1);
    if (copy != NULL)
        memcpy(copy, text, length);
}
void ascend_string_make_part_of_base(struct cxx_shared *self, const char *text, size_t length)
    ALSO_AS("_ZN2ge12AscendStringC2EPKcm", "_ZN2ge12AscendStringC1EPKcm");

void ascend_string_make_text(struct cxx_shared *self, const char *text)
    EXPORT_AS("_ZN2ge12AscendStringC1EPKc");
void ascend_string_make_text(struct cxx_shared *self, const char *text)
{
    ascend_string_make(self, text);
}
void ascend_string_make_base(struct cxx_shared *self, const char *text)
    ALSO_AS("_ZN2ge12AscendStringC2EPKc", "_ZN2ge12AscendStringC1EPKc");

void ascend_string_make(struct cxx_shared *self, const char *text)
{
    ascend_string_make_part(self, text, text == NULL ? 0 : strlen(text));
}

const char *ascend_string_text(const struct cxx_shared *self)
    EXPORT_AS("_ZNK2ge12AscendString9GetStringEv");
const char *ascend_string_text(const struct cxx_shared *self)
{
    return self->object == NULL ? "" : self->object;
}

size_t ascend_string_length(const struct cxx_shared *self)
    EXPORT_AS("_ZNK2ge12AscendString9GetLengthEv");
size_t ascend_string_length(const struct cxx_shared *self)
{
    return strlen(ascend_string_text(self));
}

/* std::string::npos where it is not found. */
size_t ascend_string_find(const struct cxx_shared *self, const struct cxx_shared *part)
    EXPORT_AS("_ZNK2ge12AscendString4FindERKS0_");
size_t ascend_string_find(const struct cxx_shared *self, const struct cxx_shared *part)
{
    if (self->object == NULL || part->object == NULL)
        return SIZE_MAX;
    const char *text = self->object;
    const char *found = strstr(text, part->object);
    return found == NULL ? SIZE_MAX : (size_t)(found - text);
}

size_t ascend_string_hash(const struct cxx_shared *self) EXPORT_AS("_ZNK2ge12AscendString4HashEv");
size_t ascend_string_hash(const struct cxx_shared *self)
{
    const char *text = ascend_string_text(self);
    return text_hash(text, strlen(text));
}

/* As strcmp does; NULL stands before every text. */
static int compare(const char *text, const char *other)
{
    if (text == NULL || other == NULL)
        return (text != NULL) - (other != NULL);
    return strcmp(text, other);
}

bool ascend_string_is_less(const struct cxx_shared *self, const struct cxx_shared *other)
    EXPORT_AS("_ZNK2ge12AscendStringltERKS0_");
bool ascend_string_is_less(const struct cxx_shared *self, const struct cxx_shared *other)
{
    return compare(self->object, other->object) < 0;
}

bool ascend_string_is_more(const struct cxx_shared *self, const struct cxx_shared *other)
    EXPORT_AS("_ZNK2ge12AscendStringgtERKS0_");
bool ascend_string_is_more(const struct cxx_shared *self, const struct cxx_shared *other)
{
    return compare(self->object, other->object) > 0;
}

bool ascend_string_is_not_more(const struct cxx_shared *self, const struct cxx_shared *other)
    EXPORT_AS("_ZNK2ge12AscendStringleERKS0_");
bool ascend_string_is_not_more(const struct cxx_shared *self, const struct cxx_shared *other)
{
    return compare(self->object, other->object) <= 0;
}

bool ascend_string_is_not_less(const struct cxx_shared *self, const struct cxx_shared *other)
    EXPORT_AS("_ZNK2ge12AscendStringgeERKS0_");
bool ascend_string_is_not_less(const struct cxx_shared *self, const struct cxx_shared *other)
{
    return compare(self->object, other->object) >= 0;
}

bool ascend_string_equals(const struct cxx_shared *self, const struct cxx_shared *other)
    EXPORT_AS("_ZNK2ge12AscendStringeqERKS0_");
bool ascend_string_equals(const struct cxx_shared *self, const struct cxx_shared *other)
{
    return compare(self->object, other->object) == 0;
}

bool ascend_string_differs(const struct cxx_shared *self, const struct cxx_shared *other)
    EXPORT_AS("_ZNK2ge12AscendStringneERKS0_");
bool ascend_string_differs(const struct cxx_shared *self, const struct cxx_shared *other)
{
    return compare(self->object, other->object) != 0;
}

bool ascend_string_equals_text(const struct cxx_shared *self, const char *text)
    EXPORT_AS("_ZNK2ge12AscendStringeqEPKc");
bool ascend_string_equals_text(const struct cxx_shared *self, const char *text)
{
    return compare(self->object, text) == 0;
}

bool ascend_string_differs_from_text(const struct cxx_shared *self, const char *text)
    EXPORT_AS("_ZNK2ge12AscendStringneEPKc");
bool ascend_string_differs_from_text(const struct cxx_shared *self, const char *text)
{
    return compare(self->object, text) != 0;
}
