"""y += a x."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    s = peer.State(a=inputs(peer.real, 1)[0], x=inputs(peer.real, n), y=inputs(peer.real, n), t=peer.array(peer.real, n))
    s.y0 = s.y.copy()
    return s


def numpy(s):
    np.multiply(s.x, s.a, out=s.t)
    np.add(s.y, s.t, out=s.y)


@kernel
def axpy(a, x, y):
    for i in prange(len(x)):
        y[i] += a * x[i]


def numba(s):
    axpy(s.a, s.x, s.y)


def output(s):
    return [s.y]


def reset(s):
    s.y[:] = s.y0


peer.main(setup, numpy, numba, output, reset)
