/* SPDX-License-Identifier: Apache-2.0 */
/* The network of this rank: which address and ports HCCL's variables of the environment ask for. */
#ifndef ACLNN_PY_HCCL_HOST_H
#define ACLNN_PY_HCCL_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HOST_TEXT 64

/*
 * The address of this machine that others reach it at, as text: HCCL_IF_IP; else that of the first
 * interface by name that HCCL_SOCKET_IFNAME lets pass ("eth": begins so, "^eth": does not, "=eth0":
 * is so, "^=eth0": is not; a list has commas); else of the first that is neither docker's nor lo,
 * then docker's, then lo.
 */
void host_address(char *out, size_t size);

/* The name of the interface with that address; false when none has it. */
bool host_network(char *out, size_t size);

/* The ports of HCCL_HOST_SOCKET_PORT_RANGE, as "60000-60050,60100"; false when it is not set, or
 * "auto". */
bool host_ports(char *out, size_t size);

/* A socket that listens at an address: at `port`; if that is 0, at one of host_ports, at
 * HCCL_IF_BASE_PORT or one of the 15 behind it, or at any. *port becomes the one it has. -1, with
 * errno, when none is free. */
int host_listen(const char *address, uint16_t *port);

/* A socket that is connected; -1, with errno. */
int host_connect(const char *address, uint16_t port);

#endif
