// SPDX-License-Identifier: Apache-2.0
// The header of libc_sec.so, included and linked as CANN's examples do.
#include <securec.h>

#include <cstdio>
#include <cstring>

static int failures = 0;
#define CHECK(condition)                                  \
  do {                                                    \
    if (!(condition)) {                                   \
      std::printf("line %d: %s\n", __LINE__, #condition); \
      failures++;                                         \
    }                                                     \
  } while (0)

static_assert(EINVAL_AND_RESET == (EINVAL | 128) && ERANGE_AND_RESET == (ERANGE | 128), "");
static_assert(EOVERLAP_AND_RESET == 182 && SECUREC_MEM_MAX_LEN == 2147483647, "");

static int print(char *text, size_t room, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = vsprintf_s(text, room, format, values);
  va_end(values);
  return length;
}

int main() {
  char text[8] = "";
  CHECK(strcpy_s(text, sizeof text, "seven++") == EOK && std::strcmp(text, "seven++") == 0);
  CHECK(strcpy_s(text, sizeof text, "eight+++") == ERANGE_AND_RESET && text[0] == '\0');
  CHECK(strcpy_s(nullptr, sizeof text, "a") == EINVAL);
  CHECK(strncpy_s(text, sizeof text, "abcdef", 3) == EOK);
  CHECK(strcat_s(text, sizeof text, "de") == EOK && strncat_s(text, sizeof text, "fgh", 2) == EOK);
  CHECK(std::strcmp(text, "abcdefg") == 0);
  CHECK(memmove_s(text + 1, 7, text, 3) == EOK && std::strcmp(text, "aabcefg") == 0);
  CHECK(memcpy_s(text + 1, 7, text, 3) == EOVERLAP_AND_RESET && text[1] == 0 && text[7] == 0);
  CHECK(memset_s(text, sizeof text, 'x', 7) == EOK && std::strcmp(text, "xxxxxxx") == 0);
  CHECK(sprintf_s(text, sizeof text, "%d+%d", 12, 34) == 5 && std::strcmp(text, "12+34") == 0);
  CHECK(snprintf_s(text, sizeof text, 3, "%s", "long text") == -1 && std::strcmp(text, "lon") == 0);
  CHECK(print(text, sizeof text, "%s", "too long") == -1 && text[0] == '\0');
  char parts[] = "a,b", *rest = nullptr;
  CHECK(std::strcmp(strtok_s(parts, ",", &rest), "a") == 0);
  CHECK(std::strcmp(strtok_s(nullptr, ",", &rest), "b") == 0);
  CHECK(strtok_s(nullptr, ",", &rest) == nullptr);
  std::printf("%d failures\n", failures);
  return failures != 0;
}
