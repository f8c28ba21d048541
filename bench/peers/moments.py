"""Minimum, maximum, mean and variance."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    return peer.State(x=inputs(np.float32, n), result=np.zeros(4))


def numpy(s):
    s.result[:] = np.min(s.x), np.max(s.x), np.mean(s.x, dtype=np.float64), np.var(s.x, dtype=np.float64)


@kernel
def moments(x):
    least, most = np.float32(np.inf), np.float32(-np.inf)
    total, squares = 0.0, 0.0
    for i in prange(len(x)):
        v = x[i]
        least = min(least, v)
        most = max(most, v)
        total += np.float64(v)
        squares += np.float64(v) * np.float64(v)
    mean = total / len(x)
    return least, most, mean, squares / len(x) - mean * mean


def numba(s):
    s.result[:] = moments(s.x)


def output(s):
    return [s.result]


peer.main(setup, numpy, numba, output)
