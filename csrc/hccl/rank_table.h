/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rank tables: JSON files with "status" ("completed"), "server_count" and "server_list", of which
 * each server has "server_id" and "device", a list with "device_id", "rank_id", and perhaps
 * "device_ip" and "device_port". All numbers are texts.
 */
#ifndef ACLNN_PY_HCCL_RANK_TABLE_H
#define ACLNN_PY_HCCL_RANK_TABLE_H

#include "hccl/wire.h"

/* What a rank learns: where all meet, how many they are. */
struct rank_table {
    struct wire_root root;
    uint32_t size;
};

/* Reads a file. Reports and returns HCCL_E_PTR, HCCL_E_OPEN_FILE_FAILURE, HCCL_E_MEMORY,
 * HCCL_E_PARA for what is no such table. */
HcclResult rank_table_read(const char *path, struct rank_table *out);

#endif
