/* SPDX-License-Identifier: Apache-2.0 */
/* TurboQuantCompressLatent: what its checks, shape, list and kernel share. */
#ifndef ACLNN_PY_OPS_OTHER_LATENT_H
#define ACLNN_PY_OPS_OTHER_LATENT_H

#define LATENT_NUMBERS 512
#define LATENT_CENTROIDS 16
#define LATENT_BYTES 320 /* codes, the norm as a float16, and zeros up to a multiple of 64 */

#endif
