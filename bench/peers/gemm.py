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
    # Strips of four rows and of 256 columns: each number of b that is loaded serves four rows, and the
    # strip of c stays in the first-level cache. (np.dot would be a call of OpenBLAS here, too.)
    n = a.shape[0]
    rows, cols = 4, 256
    for block in prange((n + rows - 1) // rows):
        i = block * rows
        if i + rows > n:
            for r in range(i, n):
                c[r, :] = 0
                for k in range(n):
                    for j in range(n):
                        c[r, j] += a[r, k] * b[k, j]
            continue
        for lo in range(0, n, cols):
            hi = min(lo + cols, n)
            c[i : i + rows, lo:hi] = 0
            for k in range(n):
                a0, a1, a2, a3 = a[i, k], a[i + 1, k], a[i + 2, k], a[i + 3, k]
                for j in range(lo, hi):
                    bkj = b[k, j]
                    c[i, j] += a0 * bkj
                    c[i + 1, j] += a1 * bkj
                    c[i + 2, j] += a2 * bkj
                    c[i + 3, j] += a3 * bkj


def numba(s):
    gemm(s.a, s.b, s.c)


def output(s):
    return [s.c]


peer.main(setup, numpy, numba, output)
