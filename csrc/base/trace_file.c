/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "base/text.h"

/* So many names are tried when files are in use. */
#define NAMES 1000

static char path[1024]; /* absolute, because the program may change its directory; "": no file */
static char wanted[sizeof path]; /* the name as it was given */
static pid_t owner;              /* the process that opened it */
static int descriptor = -1;
static dev_t device; /* of the file that was opened */
static ino_t inode;
static bool is_broken;

int trace_rank(void)
{
    static const char *const variables[] = {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK",
                                            "SLURM_PROCID"};
    uint64_t rank;
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && text_parse_number(value, 0, INT32_MAX, &rank))
            return (int)rank;
    }
    return -1;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* A text that grows to a size; false once it was too long. */
struct name {
    char text[sizeof path];
    size_t length;
};

static bool put(struct name *name, const char *text, size_t length)
{
    if (name->length + length >= sizeof name->text)
        return false;
    memcpy(name->text + name->length, text, length);
    name->text[name->length += length] = '\0';
    return true;
}

static bool put_number(struct name *name, int number)
{
    char digits[12];
    return put(name, digits, (size_t)snprintf(digits, sizeof digits, "%d", number));
}

/* Puts what stands behind a percent sign; false also for a letter that means nothing. */
static bool put_meant(struct name *name, char letter)
{
    switch (letter) {
    case 'p': return put_number(name, getpid());
    case 'r': return put_number(name, trace_rank() > 0 ? trace_rank() : 0);
    case '%': return put(name, "%", 1);
    default: return false;
    }
}

/* The absolute name with what %p and %r stand for. */
static bool expand(const char *given, struct name *name)
{
    name->length = 0;
    if (*given != '/') {
        if (getcwd(name->text, sizeof name->text) == NULL)
            return false;
        name->length = strlen(name->text);
        if (!put(name, "/", 1))
            return false;
    }
    for (; *given != '\0'; given++) {
        bool good = *given == '%' ? put_meant(name, given[1]) : put(name, given, 1);
        if (!good)
            return false;
        given += *given == '%';
    }
    return true;
}

/* The name with the number of this process before its ending, and from the second such name on
 * another number. */
static bool put_beside(const struct name *name, int attempt, struct name *out)
{
    const char *slash = strrchr(name->text, '/');
    const char *point = strchr(slash + 1 + (slash[1] == '.'), '.');
    const char *ending = point != NULL ? point : name->text + name->length;
    out->length = 0;
    bool good = put(out, name->text, (size_t)(ending - name->text)) && put(out, ".", 1) &&
                put_number(out, getpid());
    if (attempt > 1)
        good = good && put(out, ".", 1) && put_number(out, attempt);
    return good && put(out, ending, strlen(ending));
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Whether the file is the trace of this process before it became another program. */
static bool is_own(int file)
{
    char begin[512];
    char mark[64];
    ssize_t size = pread(file, begin, sizeof begin - 1, 0);
    begin[size > 0 ? size : 0] = '\0';
    snprintf(mark, sizeof mark, "\"pid\":%d,\"name\":\"process_name\"", (int)getpid());
    return strstr(begin, mark) != NULL;
}

/* The number of the open and locked file; -1 with errno, which is EWOULDBLOCK for one that has to
 * be left alone. */
static int open_name(const char *name)
{
    struct stat status;
    int low = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    if (low < 0)
        return -1;
    int file = output_move_up(low);
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        bool is_taken = flock(file, LOCK_EX | LOCK_NB) != 0 || is_own(file);
        if (is_taken || ftruncate(file, 0) != 0) {
            int error = is_taken ? EWOULDBLOCK : errno;
            close(file);
            errno = error;
            return -1;
        }
    }
    device = status.st_dev;
    inode = status.st_ino;
    return file;
}

/* Opens the file, or one beside it. */
static bool open_one(const struct name *name)
{
    struct name tried = *name;
    for (int attempt = 1; attempt < NAMES; attempt++) {
        descriptor = open_name(tried.text);
        if (descriptor >= 0)
            break;
        if (errno != EWOULDBLOCK || !put_beside(name, attempt, &tried))
            return false;
    }
    memcpy(path, tried.text, tried.length + 1);
    return descriptor >= 0;
}

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text);
    return length >= strlen(ending) && strcmp(text + length - strlen(ending), ending) == 0;
}

const char *trace_file_open(const char *given)
{
    static char problem[160];
    struct name name;
    char why[100];
    owner = getpid();
    if (ends_with(given, ".gz"))
        return "the library writes no gzip; aclnn run --trace does, and aclnn trace --output";
    if (!expand(given, &name))
        return "expected the name of a file of at most 1023 bytes with its directory, in which %p "
               "is the process, %r the rank and %% a percent sign";
    if (given != wanted)
        snprintf(wanted, sizeof wanted, "%s", given);
    if (!open_one(&name) || !output_write(descriptor, "[\n", 2)) {
        snprintf(problem, sizeof problem, "the file cannot be written: %s",
                 strerror_r(errno, why, sizeof why));
        path[0] = '\0';
        return problem;
    }
    return NULL;
}

bool trace_file_is_open(void)
{
    return path[0] != '\0';
}

bool trace_file_claim(void)
{
    if (trace_file_is_open() && owner != getpid()) {
        close(descriptor);
        (void)trace_file_open(wanted);
    }
    return trace_file_is_open();
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void tell(const char *why)
{
    char line[sizeof path + 200];
    int length = snprintf(line, sizeof line,
                          "aclnn_py: the trace %s ends here, because it cannot be written any "
                          "further: %s\n",
                          path, why);
    (void)output_write(STDERR_FILENO, line, (size_t)length);
}

/* Opens it again under its name, which may be another file's by now. */
static bool reopen(void)
{
    int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return false;
    if (!output_is_file(file, device, inode)) {
        close(file);
        errno = ENOENT;
        return false;
    }
    descriptor = file;
    return true;
}

bool trace_file_append(const char *bytes, size_t count)
{
    char why[100];
    if (!is_broken && (!(output_is_file(descriptor, device, inode) || reopen()) ||
                       !output_write(descriptor, bytes, count))) {
        is_broken = true;
        tell(strerror_r(errno, why, sizeof why));
    }
    return !is_broken;
}

void trace_file_close(void)
{
    if (output_is_file(descriptor, device, inode))
        close(descriptor);
}
