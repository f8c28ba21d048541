"""Matrix times vector."""

import numpy as np
import peer
from peer import helper, kernel, prange


def setup(inputs, m, n):
    return peer.State(a=inputs(peer.real, m * n).reshape(m, n), x=inputs(peer.real, n), y=peer.array(peer.real, m))


def numpy(s):
    np.dot(s.a, s.x, out=s.y)


@helper
def dot(x, y):
    total = x[0] * 0
    for i in range(len(x)):
        total += x[i] * y[i]
    return total


@kernel
def gemv(a, x, y):
    # The inner loop is a function of its own, or Numba would not vectorise it.
    for i in prange(len(y)):
        y[i] = dot(a[i], x)


def numba(s):
    gemv(s.a, s.x, s.y)


def output(s):
    return [s.y]


peer.main(setup, numpy, numba, output)
