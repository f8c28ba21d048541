"""Jacobi steps of a 7-point stencil in a cube, float32."""

import numpy as np
import peer
from peer import kernel, prange

SIXTH = np.float32(1 / 6)


def setup(inputs, n, steps):
    start = inputs(np.float32, n**3).reshape(n, n, n)
    a, b = (peer.array(np.float32, n**3).reshape(n, n, n) for _ in range(2))
    a[...], b[...] = start, start
    return peer.State(start=start, a=a, b=b, steps=steps & ~1)


def run(s, step):
    step(s.start, s.b)
    step(s.b, s.a)
    for _ in range(s.steps // 2 - 1):
        step(s.a, s.b)
        step(s.b, s.a)


def whole(p, q):
    to = q[1:-1, 1:-1, 1:-1]
    np.add(p[:-2, 1:-1, 1:-1], p[2:, 1:-1, 1:-1], out=to)
    for side in (p[1:-1, :-2, 1:-1], p[1:-1, 2:, 1:-1], p[1:-1, 1:-1, :-2], p[1:-1, 1:-1, 2:]):
        np.add(to, side, out=to)
    np.multiply(to, SIXTH, out=to)


def numpy(s):
    run(s, whole)


@kernel
def jacobi(p, q):
    n = p.shape[0]
    for z in prange(1, n - 1):
        for y in range(1, n - 1):
            for x in range(1, n - 1):
                q[z, y, x] = (
                    p[z - 1, y, x] + p[z, y - 1, x] + p[z, y, x - 1] + p[z, y, x + 1] + p[z, y + 1, x] + p[z + 1, y, x]
                ) * SIXTH


def numba(s):
    run(s, jacobi)


def output(s):
    return [s.a]


peer.main(setup, numpy, numba, output)
