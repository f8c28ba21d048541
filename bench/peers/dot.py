"""Dot product."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    return peer.State(x=inputs(peer.real, n), y=inputs(peer.real, n), result=np.zeros(1))


def numpy(s):
    s.result[0] = np.dot(s.x, s.y)


@kernel
def dot(x, y):
    total = x[0] * 0
    for i in prange(len(x)):
        total += x[i] * y[i]
    return total


def numba(s):
    s.result[0] = dot(s.x, s.y)


def output(s):
    return [s.result]


peer.main(setup, numpy, numba, output)
