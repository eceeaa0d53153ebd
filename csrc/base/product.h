/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that only some products have, as the vendor's documentation says. */
#ifndef ACLNN_PY_BASE_PRODUCT_H
#define ACLNN_PY_BASE_PRODUCT_H

/* Families of products, to be joined by |. */
#define PRODUCT_910 1U
#define PRODUCT_910B 2U
#define PRODUCT_910_93 4U
#define PRODUCT_950 8U

/* Returns 0 when the product that is emulated is of one of the families; otherwise reports and
 * returns 207000. `what` completes "Ascend910A has no ...". */
int product_require(unsigned families, const char *what);

#endif
