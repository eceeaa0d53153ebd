/* SPDX-License-Identifier: Apache-2.0 */
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LEAST_DESCRIPTOR 200

static bool write_all(int file, const char *bytes, size_t count)
{
    do {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    } while (count > 0);
    return true;
}

/* The kernel sends SIGPIPE and SIGXFSZ to the thread that writes, so they are blocked on it and
 * taken away there. */
bool output_write(int file, const char *bytes, size_t count)
{
    const struct timespec now = {0, 0};
    sigset_t held;
    sigset_t before;
    sigset_t pending;
    sigemptyset(&held);
    sigaddset(&held, SIGPIPE);
    sigaddset(&held, SIGXFSZ);
    sigpending(&pending);
    if (sigismember(&pending, SIGPIPE))
        sigdelset(&held, SIGPIPE);
    if (sigismember(&pending, SIGXFSZ))
        sigdelset(&held, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    bool written = write_all(file, bytes, count);
    int error = errno;
    if (!written)
        sigtimedwait(&held, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

int output_move_up(int file)
{
    int high = fcntl(file, F_DUPFD_CLOEXEC, LEAST_DESCRIPTOR);
    if (high < 0)
        return file;
    close(file);
    return high;
}

bool output_is_file(int file, dev_t device, ino_t inode)
{
    struct stat status;
    return fstat(file, &status) == 0 && status.st_dev == device && status.st_ino == inode;
}
