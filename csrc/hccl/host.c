/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/host.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"

#define BACKLOG 1024
#define BASE_PORTS 16

/* ---- Interfaces ------------------------------------------------------------------------------ */

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

/* Whether HCCL_SOCKET_IFNAME lets an interface pass. */
static bool passes(const char *list, const char *name)
{
    bool excludes = *list == '^';
    list += excludes;
    bool exact = *list == '=';
    list += exact;
    char piece[IFNAMSIZ];
    bool found = false;
    while ((list = text_next_piece(list, ',', piece, sizeof piece)) != NULL)
        found |= exact ? strcmp(piece, name) == 0 : strncmp(piece, name, strlen(piece)) == 0;
    return found != excludes;
}

/* The smaller the better; interfaces of one rank are taken by name. */
static int rank_of(const char *name)
{
    if (strcmp(name, "lo") == 0)
        return 2;
    return strncmp(name, "docker", strlen("docker")) == 0;
}

static bool is_better(const struct ifaddrs *entry, const struct ifaddrs *best)
{
    if (best == NULL)
        return true;
    int a = rank_of(entry->ifa_name);
    int b = rank_of(best->ifa_name);
    return a != b ? a < b : strcmp(entry->ifa_name, best->ifa_name) < 0;
}

static void write_address(const struct ifaddrs *entry, char *out, size_t size)
{
    const struct sockaddr_in *address = (const struct sockaddr_in *)(const void *)entry->ifa_addr;
    inet_ntop(AF_INET, &address->sin_addr, out, (socklen_t)size);
}

static bool is_usable(const struct ifaddrs *entry)
{
    return entry->ifa_addr != NULL && entry->ifa_addr->sa_family == AF_INET &&
           (entry->ifa_flags & IFF_UP) != 0;
}

/* The interface to use; NULL when there is none. */
static const struct ifaddrs *choose(const struct ifaddrs *all)
{
    const char *wanted = setting("HCCL_IF_IP");
    const char *names = setting("HCCL_SOCKET_IFNAME");
    const struct ifaddrs *best = NULL;
    for (; all != NULL; all = all->ifa_next) {
        char address[HOST_TEXT];
        if (!is_usable(all))
            continue;
        write_address(all, address, sizeof address);
        bool fits = wanted != NULL  ? strcmp(address, wanted) == 0
                    : names != NULL ? passes(names, all->ifa_name)
                                    : true;
        if (fits && is_better(all, best))
            best = all;
    }
    return best;
}

void host_address(char *out, size_t size)
{
    struct ifaddrs *all = NULL;
    const char *wanted = setting("HCCL_IF_IP");
    snprintf(out, size, "%s", wanted != NULL ? wanted : "127.0.0.1");
    if (wanted != NULL || getifaddrs(&all) != 0)
        return;
    const struct ifaddrs *chosen = choose(all);
    if (chosen != NULL)
        write_address(chosen, out, size);
    freeifaddrs(all);
}

bool host_network(char *out, size_t size)
{
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) != 0)
        return false;
    const struct ifaddrs *chosen = choose(all);
    if (chosen != NULL)
        snprintf(out, size, "%s", chosen->ifa_name);
    freeifaddrs(all);
    return chosen != NULL;
}

bool host_ports(char *out, size_t size)
{
    const char *value = setting("HCCL_HOST_SOCKET_PORT_RANGE");
    if (value == NULL || strcmp(value, "auto") == 0)
        return false;
    snprintf(out, size, "%s", value);
    return true;
}

/* ---- Sockets --------------------------------------------------------------------------------- */

static int new_socket(void)
{
    int yes = 1;
    int result = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (result >= 0)
        setsockopt(result, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return result;
}

static bool make_name(const char *address, uint16_t port, struct sockaddr_in *out)
{
    *out = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port)};
    errno = EINVAL;
    return inet_pton(AF_INET, address, &out->sin_addr) == 1;
}

static bool listen_at(int file, const char *address, uint16_t port)
{
    int yes = 1;
    struct sockaddr_in name;
    if (port != 0)
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    return make_name(address, port, &name) &&
           bind(file, (const struct sockaddr *)&name, sizeof name) == 0 &&
           listen(file, BACKLOG) == 0;
}

static bool listen_between(int file, const char *address, unsigned long first, unsigned long last)
{
    for (unsigned long port = first; port <= last && port <= UINT16_MAX; port++)
        if (listen_at(file, address, (uint16_t)port))
            return true;
    return false;
}

/* Tries the ports of a list of ranges. */
static bool listen_in(int file, const char *address, const char *ranges)
{
    char piece[HOST_TEXT];
    while ((ranges = text_next_piece(ranges, ',', piece, sizeof piece)) != NULL) {
        char *end = NULL;
        unsigned long first = strtoul(piece, &end, 10);
        unsigned long last = *end == '-' ? strtoul(end + 1, NULL, 10) : first;
        if (first > 0 && listen_between(file, address, first, last))
            return true;
    }
    return false;
}

static bool listen_as_asked(int file, const char *address, uint16_t port)
{
    char ranges[512];
    const char *base = setting("HCCL_IF_BASE_PORT");
    if (port != 0)
        return listen_at(file, address, port);
    if (host_ports(ranges, sizeof ranges))
        return listen_in(file, address, ranges);
    if (base != NULL) {
        unsigned long first = strtoul(base, NULL, 10);
        return listen_between(file, address, first, first + BASE_PORTS - 1);
    }
    return listen_at(file, address, 0);
}

int host_listen(const char *address, uint16_t *port)
{
    struct sockaddr_in name;
    socklen_t size = sizeof name;
    int file = new_socket();
    if (file < 0)
        return -1;
    if (!listen_as_asked(file, address, *port) ||
        getsockname(file, (struct sockaddr *)&name, &size) != 0) {
        int why = errno;
        close(file);
        errno = why;
        return -1;
    }
    *port = ntohs(name.sin_port);
    return file;
}

int host_connect(const char *address, uint16_t port)
{
    struct sockaddr_in name;
    int file = new_socket();
    if (file < 0)
        return -1;
    if (!make_name(address, port, &name) ||
        connect(file, (const struct sockaddr *)&name, sizeof name) != 0) {
        int why = errno;
        close(file);
        errno = why;
        return -1;
    }
    return file;
}
