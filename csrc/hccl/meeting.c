/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/meeting.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/report.h"
#include "base/thread.h"
#include "hccl/attendant.h"
#include "hccl/engine.h"

#define SECOND INT64_C(1000000000)

/* The attendant's thread alone works on meetings, once they are open. */

struct guest;

struct meeting {
    struct watch watch; /* of the socket that listens */
    unsigned users;     /* that watch, and the guests */
    struct wire_root root;
    uint32_t size;        /* how many ranks are to come; 0: nobody has said it yet */
    uint32_t first;       /* the rank that said it */
    uint32_t present;     /* how many are there */
    bool is_complete;     /* all have got the book */
    bool is_closed;       /* nobody is let in any more */
    struct guest **ranks; /* by their numbers */
    struct guest *guests;
};

/* A connection. */
struct guest {
    struct watch watch;
    struct guest *next;
    struct meeting *meeting;
    struct wire_hello hello;
    char *address;
    size_t got;    /* bytes of the hello, and of the address behind it */
    bool is_known; /* it is a rank */
    bool has_left; /* it has ended its communicator */
};

/* ---- The end --------------------------------------------------------------------------------- */

static void release(struct meeting *meeting)
{
    if (--meeting->users > 0)
        return;
    free((void *)meeting->ranks);
    free(meeting);
}

static void close_listener(struct watch *watch)
{
    struct meeting *meeting = (struct meeting *)watch;
    close(watch->file);
    release(meeting);
}

static void stop_listening(struct meeting *meeting)
{
    if (meeting->is_closed)
        return;
    meeting->is_closed = true;
    attendant_end(&meeting->watch);
}

static void close_guest(struct watch *watch)
{
    struct guest *guest = (struct guest *)watch;
    struct guest **place = &guest->meeting->guests;
    while (*place != guest)
        place = &(*place)->next;
    *place = guest->next;
    close(watch->file);
    release(guest->meeting);
    free(guest->address);
    free(guest);
}

/* ---- Notes ----------------------------------------------------------------------------------- */

static void refuse(struct guest *guest, HcclResult status, const char *text)
{
    struct wire_note note = {.kind = WIRE_REFUSED, .status = (int32_t)status};
    snprintf(note.text, sizeof note.text, "%s", text);
    (void)wire_send(guest->watch.file, &note, sizeof note);
    attendant_end(&guest->watch);
}

/* Refuses all who have come: the communicator will not be. */
static void refuse_all(struct meeting *meeting, HcclResult status, const char *text)
{
    for (struct guest *guest = meeting->guests; guest != NULL; guest = guest->next)
        if (!guest->watch.ended)
            refuse(guest, status, text);
    stop_listening(meeting);
}

static void tell_others(const struct meeting *meeting, const struct guest *from,
                        const struct wire_note *note)
{
    for (struct guest *guest = meeting->guests; guest != NULL; guest = guest->next)
        if (guest != from && guest->is_known && !guest->has_left && !guest->watch.ended)
            (void)wire_send(guest->watch.file, note, sizeof *note);
}

/* ---- The book -------------------------------------------------------------------------------- */

static char *write_book(const struct meeting *meeting, uint32_t *bytes)
{
    size_t count = 0;
    for (uint32_t rank = 0; rank < meeting->size; rank++)
        count += sizeof(struct wire_hello) + meeting->ranks[rank]->hello.address_bytes;
    char *book = malloc(count);
    char *at = book;
    for (uint32_t rank = 0; book != NULL && rank < meeting->size; rank++) {
        const struct guest *guest = meeting->ranks[rank];
        memcpy(at, &guest->hello, sizeof guest->hello);
        at += sizeof guest->hello;
        memcpy(at, guest->address, guest->hello.address_bytes);
        at += guest->hello.address_bytes;
    }
    *bytes = (uint32_t)count;
    return book;
}

static void complete(struct meeting *meeting)
{
    struct wire_note note = {.kind = WIRE_BOOK, .process = engine_process()};
    char *book = write_book(meeting, &note.bytes);
    if (book == NULL || getrandom(&note.number, sizeof note.number, 0) < 0) {
        refuse_all(meeting, HCCL_E_MEMORY, "the process of the root info has no host memory");
        free(book);
        return;
    }
    meeting->is_complete = true;
    for (uint32_t rank = 0; rank < meeting->size; rank++) {
        int file = meeting->ranks[rank]->watch.file;
        if (wire_send(file, &note, sizeof note))
            (void)wire_send(file, book, note.bytes);
    }
    free(book);
    stop_listening(meeting);
}

/* ---- Introductions --------------------------------------------------------------------------- */

static bool is_ours(const struct meeting *meeting, const struct wire_hello *hello)
{
    return hello->magic == WIRE_MAGIC &&
           memcmp(hello->secret, meeting->root.secret, sizeof hello->secret) == 0 &&
           hello->address_bytes <= WIRE_MOST_ADDRESS && hello->size > 0 &&
           hello->size <= WIRE_MOST_RANKS && hello->rank < hello->size;
}

/* The first who comes says how many there are, and how long all of them wait. */
static bool begin(struct meeting *meeting, const struct guest *guest)
{
    if (meeting->size != 0)
        return true;
    meeting->ranks = calloc(guest->hello.size, sizeof *meeting->ranks);
    if (meeting->ranks == NULL)
        return false;
    meeting->size = guest->hello.size;
    meeting->first = guest->hello.rank;
    meeting->watch.deadline = monotonic_nanoseconds() + guest->hello.timeout * SECOND;
    return true;
}

static void admit(struct guest *guest)
{
    struct meeting *meeting = guest->meeting;
    char text[480];
    if (!begin(meeting, guest)) {
        refuse(guest, HCCL_E_MEMORY, "the process of the root info has no host memory");
        return;
    }
    if (guest->hello.size != meeting->size) {
        snprintf(text, sizeof text,
                 "rank %u says that there are %u ranks, and rank %u that there are %u; all pass "
                 "the same nRanks",
                 guest->hello.rank, guest->hello.size, meeting->first, meeting->size);
        refuse_all(meeting, HCCL_E_PARA, text);
        return;
    }
    if (meeting->ranks[guest->hello.rank] != NULL) {
        snprintf(text, sizeof text,
                 "rank %u is there already; each rank makes its communicator once, and a root info "
                 "is for one communicator",
                 guest->hello.rank);
        refuse(guest, HCCL_E_PARA, text);
        return;
    }
    meeting->ranks[guest->hello.rank] = guest;
    guest->is_known = true;
    if (++meeting->present == meeting->size)
        complete(meeting);
}

/* A connection that ends before all are there: its rank may come again. */
static void forget(struct guest *guest)
{
    struct meeting *meeting = guest->meeting;
    if (guest->is_known && meeting->ranks[guest->hello.rank] == guest) {
        meeting->ranks[guest->hello.rank] = NULL;
        meeting->present--;
    }
    guest->is_known = false;
    attendant_end(&guest->watch);
}

/* Reads what there is of so many bytes at a place: 1 when they are whole, 0 when not yet, -1 when
 * the connection has ended. */
static int read_part(struct guest *guest, void *to, size_t offset, size_t bytes)
{
    size_t have = guest->got - offset;
    ssize_t got = recv(guest->watch.file, (char *)to + have, bytes - have, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (got <= 0)
        return -1;
    guest->got += (size_t)got;
    return guest->got == offset + bytes;
}

/* The hello is whole: makes room for the address. 1, or -1 when it is no rank of this meeting. */
static int greet(struct guest *guest)
{
    if (guest->address == NULL && is_ours(guest->meeting, &guest->hello))
        guest->address = malloc(guest->hello.address_bytes + 1);
    return guest->address != NULL ? 1 : -1;
}

static void read_hello(struct guest *guest)
{
    const size_t whole = sizeof guest->hello;
    int state = guest->got < whole ? read_part(guest, &guest->hello, 0, whole) : 1;
    if (state == 1)
        state = greet(guest);
    if (state == 1 && guest->hello.address_bytes > 0)
        state = read_part(guest, guest->address, whole, guest->hello.address_bytes);
    if (state < 0)
        forget(guest);
    else if (state == 1)
        admit(guest);
}

/* ---- Control lines --------------------------------------------------------------------------- */

static void lose(struct guest *guest)
{
    const struct wire_note note = {.kind = WIRE_GONE, .rank = guest->hello.rank};
    if (!guest->meeting->is_complete) {
        forget(guest);
        return;
    }
    if (!guest->has_left)
        tell_others(guest->meeting, guest, &note);
    attendant_end(&guest->watch);
}

static void read_note(struct guest *guest)
{
    struct wire_note note;
    ssize_t got = recv(guest->watch.file, &note, sizeof note, MSG_DONTWAIT | MSG_PEEK);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        lose(guest);
        return;
    }
    if (wire_receive(guest->watch.file, &note, sizeof note, monotonic_nanoseconds() + SECOND) < 1)
        return;
    note.rank = guest->hello.rank;
    if (note.kind == WIRE_LEFT)
        guest->has_left = true;
    if (note.kind == WIRE_LEFT || note.kind == WIRE_BROKEN)
        tell_others(guest->meeting, guest, &note);
}

static void attend_guest(struct watch *watch)
{
    struct guest *guest = (struct guest *)watch;
    if (guest->is_known)
        read_note(guest);
    else
        read_hello(guest);
}

/* ---- The listener ---------------------------------------------------------------------------- */

static void let_in(struct meeting *meeting, int file)
{
    struct guest *guest = calloc(1, sizeof *guest);
    if (guest == NULL) {
        close(file);
        return;
    }
    guest->meeting = meeting;
    guest->watch.file = file;
    guest->watch.attend = attend_guest;
    guest->watch.close = close_guest;
    guest->next = meeting->guests;
    meeting->guests = guest;
    meeting->users++;
    (void)attendant_watch(&guest->watch);
}

/* "1, 2 and 5 more" */
static void list_missing(const struct meeting *meeting, char *out, size_t size)
{
    size_t length = 0;
    unsigned more = 0;
    out[0] = '\0';
    for (uint32_t rank = 0; rank < meeting->size; rank++) {
        if (meeting->ranks[rank] != NULL)
            continue;
        if (length > size - 64)
            more++;
        else
            length += (size_t)snprintf(out + length, size - length, "%s%u", length > 0 ? ", " : "",
                                       rank);
    }
    if (more > 0)
        snprintf(out + length, size - length, " and %u more", more);
}

static void give_up(struct meeting *meeting)
{
    char missing[256];
    char text[480];
    if (meeting->size == 0) {
        stop_listening(meeting);
        return;
    }
    list_missing(meeting, missing, sizeof missing);
    snprintf(text, sizeof text,
             "of %u ranks %u came in time; missing: rank %s. HCCL_CONNECT_TIMEOUT says how long to "
             "wait",
             meeting->size, meeting->present, missing);
    refuse_all(meeting, HCCL_E_TIMEOUT, text);
}

static void attend_listener(struct watch *watch)
{
    struct meeting *meeting = (struct meeting *)watch;
    if (meeting->is_closed)
        return;
    int file = accept4(watch->file, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (file >= 0)
        let_in(meeting, file);
    else if (watch->deadline != 0 && watch->deadline <= monotonic_nanoseconds())
        give_up(meeting);
}

static HcclResult report_listen(const struct wire_root *root)
{
    char why[128];
    return (HcclResult)report(
        HCCL_E_TCP_CONNECT,
        "ranks cannot meet at %s: no port is free there, or it is no address of this machine (%s); "
        "HCCL_IF_IP, HCCL_SOCKET_IFNAME, HCCL_IF_BASE_PORT and HCCL_HOST_SOCKET_PORT_RANGE choose "
        "it",
        root->host, strerror_r(errno, why, sizeof why));
}

HcclResult meeting_open(struct wire_root *root, uint32_t seconds)
{
    int file = host_listen(root->host, &root->port);
    if (file < 0)
        return report_listen(root);
    struct meeting *meeting = calloc(1, sizeof *meeting);
    if (meeting == NULL) {
        close(file);
        return (HcclResult)report(HCCL_E_MEMORY, "no host memory for a root info");
    }
    (void)fcntl(file, F_SETFL, O_NONBLOCK);
    meeting->root = *root;
    meeting->users = 1;
    meeting->watch.file = file;
    meeting->watch.attend = attend_listener;
    meeting->watch.close = close_listener;
    meeting->watch.deadline = monotonic_nanoseconds() + seconds * SECOND;
    if (attendant_watch(&meeting->watch))
        return HCCL_SUCCESS;
    close(file);
    free(meeting);
    return (HcclResult)report(HCCL_E_SYSCALL, "no thread can be started for communication");
}
