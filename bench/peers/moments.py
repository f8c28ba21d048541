"""Minimum, maximum, mean and variance."""

import numpy as np
import peer
from peer import helper, kernel, prange


def setup(inputs, n):
    return peer.State(x=inputs(np.float32, n), result=np.zeros(4))


def numpy(s):
    s.result[:] = np.min(s.x), np.max(s.x), np.mean(s.x, dtype=np.float64), np.var(s.x, dtype=np.float64)


@helper
def summary(x):
    least, most = x[0], x[0]
    total, squares = 0.0, 0.0
    for i in range(len(x)):
        v = x[i]
        if v < least:
            least = v
        if v > most:
            most = v
        d = np.float64(v)
        total += d
        squares += d * d
    return least, most, total, squares


@kernel
def moments(x):
    # The inner loop is a function of its own, or Numba would not vectorise it.
    n, block = len(x), 8192
    least, most = np.float32(np.inf), np.float32(-np.inf)
    total, squares = 0.0, 0.0
    for b in prange((n + block - 1) // block):
        low, high, t, s = summary(x[b * block : min(n, (b + 1) * block)])
        least = min(least, low)
        most = max(most, high)
        total += t
        squares += s
    mean = total / n
    return least, most, mean, squares / n - mean * mean


def numba(s):
    s.result[:] = moments(s.x)


def output(s):
    return [s.result]


peer.main(setup, numpy, numba, output)
