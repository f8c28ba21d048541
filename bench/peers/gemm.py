"""Matrix times matrix."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    return peer.State(
        a=inputs(peer.real, n * n).reshape(n, n), b=inputs(peer.real, n * n).reshape(n, n), c=peer.array(peer.real, n * n).reshape(n, n)
    )


def numpy(s):
    np.matmul(s.a, s.b, out=s.c)


@kernel
def gemm(a, b, c):
    # Eight rows of b are added to a strip of a row of c that stays in the first-level cache.
    # (np.dot would be a call of OpenBLAS here, too.)
    n = a.shape[0]
    cols = 1024
    for i in prange(n):
        for lo in range(0, n, cols):
            hi = min(lo + cols, n)
            c[i, lo:hi] = 0
            whole = n - n % 8
            for k in range(0, whole, 8):
                a0, a1, a2, a3 = a[i, k], a[i, k + 1], a[i, k + 2], a[i, k + 3]
                a4, a5, a6, a7 = a[i, k + 4], a[i, k + 5], a[i, k + 6], a[i, k + 7]
                for j in range(lo, hi):
                    c[i, j] += (
                        a0 * b[k, j]
                        + a1 * b[k + 1, j]
                        + a2 * b[k + 2, j]
                        + a3 * b[k + 3, j]
                        + a4 * b[k + 4, j]
                        + a5 * b[k + 5, j]
                        + a6 * b[k + 6, j]
                        + a7 * b[k + 7, j]
                    )
            for k in range(whole, n):
                for j in range(lo, hi):
                    c[i, j] += a[i, k] * b[k, j]


def numba(s):
    gemm(s.a, s.b, s.c)


def output(s):
    return [s.c]


peer.main(setup, numpy, numba, output)
