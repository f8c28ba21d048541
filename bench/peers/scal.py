"""x *= a."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    s = peer.State(a=inputs(peer.real, 1)[0], x=inputs(peer.real, n))
    s.x0 = s.x.copy()
    return s


def numpy(s):
    np.multiply(s.x, s.a, out=s.x)


@kernel
def scal(a, x):
    for i in prange(len(x)):
        x[i] *= a


def numba(s):
    scal(s.a, s.x)


def output(s):
    return [s.x]


def reset(s):
    s.x[:] = s.x0


peer.main(setup, numpy, numba, output, reset)
