"""Sum of |x|."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    return peer.State(x=inputs(peer.real, n), t=peer.array(peer.real, n), result=np.zeros(1))


def numpy(s):
    np.abs(s.x, out=s.t)
    s.result[0] = np.sum(s.t)


@kernel
def asum(x):
    total = x[0] * 0
    for i in prange(len(x)):
        total += abs(x[i])
    return total


def numba(s):
    s.result[0] = asum(s.x)


def output(s):
    return [s.result]


peer.main(setup, numpy, numba, output)
