// blas.h: OpenBLAS for either type of numbers, on as many threads as peer.h was asked for.
#ifndef BLAS_H
#define BLAS_H

#include <cblas.h>

#include "peer.h"

#ifdef FLOAT32
#define BLAS(f) cblas_s##f
#else
#define BLAS(f) cblas_d##f
#endif

static inline void blas_threads(void) { openblas_set_num_threads(peer_threads); }

#endif
