/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/wire.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#include "base/thread.h"

#define SEND_SECONDS 10

/* Waits until the file is ready for an event: 1, 0 when the time is over. */
static int await(int file, short event, int64_t deadline)
{
    for (;;) {
        int64_t left = deadline - monotonic_nanoseconds();
        struct pollfd waits = {file, event, 0};
        if (left <= 0)
            return 0;
        int64_t milliseconds = left / 1000000 + 1;
        if (poll(&waits, 1, milliseconds < 1000 ? (int)milliseconds : 1000) > 0)
            return 1;
    }
}

bool wire_send(int file, const void *bytes, size_t count)
{
    const char *at = bytes;
    int64_t deadline = monotonic_nanoseconds() + (int64_t)SEND_SECONDS * 1000000000;
    while (count > 0) {
        ssize_t sent = send(file, at, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            at += sent;
            count -= (size_t)sent;
        } else if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (await(file, POLLOUT, deadline) == 0)
                return false;
        } else if (sent < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

int wire_receive(int file, void *bytes, size_t count, int64_t deadline)
{
    char *at = bytes;
    while (count > 0) {
        ssize_t got = recv(file, at, count, MSG_DONTWAIT);
        if (got > 0) {
            at += got;
            count -= (size_t)got;
        } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (await(file, POLLIN, deadline) == 0)
                return 0;
        } else if (got == 0 || errno != EINTR) {
            return -1;
        }
    }
    return 1;
}
