"""Matrix times matrix."""

import numpy as np
import peer
from peer import helper, kernel, prange


def setup(inputs, n):
    return peer.State(
        a=inputs(peer.real, n * n).reshape(n, n), b=inputs(peer.real, n * n).reshape(n, n), c=peer.array(peer.real, n * n).reshape(n, n)
    )


def numpy(s):
    np.matmul(s.a, s.b, out=s.c)


@helper
def eight(c, b0, b1, b2, b3, b4, b5, b6, b7, a0, a1, a2, a3, a4, a5, a6, a7):
    for j in range(len(c)):
        c[j] += a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j] + a4 * b4[j] + a5 * b5[j] + a6 * b6[j] + a7 * b7[j]


@helper
def one(c, b, a):
    for j in range(len(c)):
        c[j] += a * b[j]


@kernel
def gemm(a, b, c):
    # Eight rows of b at once are added to a row of c; bands of c use a block of b again while it is in the
    # second-level cache. The innermost loops are functions of their own, or Numba would not vectorise
    # them. (np.dot would be a call of OpenBLAS here, too.)
    n = a.shape[0]
    rows, depth = 32, 64
    for band in prange((n + rows - 1) // rows):
        lo, hi = band * rows, min(band * rows + rows, n)
        c[lo:hi] = 0
        for block in range(0, n, depth):
            last = min(block + depth, n)
            whole = block + (last - block) // 8 * 8
            for i in range(lo, hi):
                for k in range(block, whole, 8):
                    r, f = b[k : k + 8], a[i, k : k + 8]
                    eight(c[i], r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7])
                for k in range(whole, last):
                    one(c[i], b[k], a[i, k])


def numba(s):
    gemm(s.a, s.b, s.c)


def output(s):
    return [s.c]


peer.main(setup, numpy, numba, output)
