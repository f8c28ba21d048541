"""Attraction between all pairs of bodies, float32."""

import math

import numpy as np
import peer
from peer import kernel, prange

SOFTENING, ONE, ZERO = map(np.float32, (1e-3, 1, 0))


def setup(inputs, n):
    return peer.State(bodies=inputs(np.float32, 4 * n).reshape(n, 4), acc=peer.array(np.float32, 3 * n).reshape(n, 3))


def numpy(s):
    p, m = s.bodies[:, :3], s.bodies[:, 3]
    # Some rows of the matrix of pairs at a time, so that it stays in the caches.
    for lo in range(0, len(p), 16):
        d = p.T[:, None, :] - p[lo : lo + 16].T[:, :, None]
        pull = m / np.sqrt((d * d).sum(axis=0) + SOFTENING) ** 3
        s.acc[lo : lo + 16] = (d * pull).sum(axis=2).T


@kernel
def attract(bodies, acc):
    n = len(bodies)
    for i in prange(n):
        x, y, z = bodies[i, 0], bodies[i, 1], bodies[i, 2]
        ax, ay, az = ZERO, ZERO, ZERO
        for j in range(n):
            dx, dy, dz = bodies[j, 0] - x, bodies[j, 1] - y, bodies[j, 2] - z
            inv = ONE / math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING)
            s = bodies[j, 3] * inv * inv * inv
            ax += s * dx
            ay += s * dy
            az += s * dz
        acc[i, 0] = ax
        acc[i, 1] = ay
        acc[i, 2] = az


def numba(s):
    attract(s.bodies, s.acc)


def output(s):
    return [s.acc]


peer.main(setup, numpy, numba, output)
