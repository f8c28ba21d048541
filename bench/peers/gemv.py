"""Matrix times vector."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, m, n):
    return peer.State(a=inputs(peer.real, m * n).reshape(m, n), x=inputs(peer.real, n), y=peer.array(peer.real, m))


def numpy(s):
    np.dot(s.a, s.x, out=s.y)


@kernel
def gemv(a, x, y):
    for i in prange(a.shape[0]):
        total = x[0] * 0
        for j in range(a.shape[1]):
            total += a[i, j] * x[j]
        y[i] = total


def numba(s):
    gemv(s.a, s.x, s.y)


def output(s):
    return [s.y]


peer.main(setup, numpy, numba, output)
