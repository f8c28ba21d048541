"""5 x 5 Gaussian blur of a picture's interior, float32."""

import numpy as np
import peer
from peer import kernel, prange

A, B, C, D, E, F = map(np.float32, (0.1621, 0.0983, 0.0219, 0.0596, 0.0133, 0.0030))
WEIGHTS = np.array(
    [[F, E, C, E, F], [E, D, B, D, E], [C, B, A, B, C], [E, D, B, D, E], [F, E, C, E, F]], np.float32
)


def setup(inputs, w, h):
    return peer.State(
        a=inputs(np.float32, w * h).reshape(h, w),
        out=peer.array(np.float32, w * h).reshape(h, w),
        sum=peer.array(np.float32, (w - 4) * (h - 4)).reshape(h - 4, w - 4),
        term=peer.array(np.float32, (w - 4) * (h - 4)).reshape(h - 4, w - 4),
    )


def numpy(s):
    h, w = s.a.shape
    s.sum[...] = 0
    for dy in range(5):
        for dx in range(5):
            np.multiply(s.a[dy : h - 4 + dy, dx : w - 4 + dx], WEIGHTS[dy, dx], out=s.term)
            np.add(s.sum, s.term, out=s.sum)
    s.out[2:-2, 2:-2] = s.sum


@kernel
def gauss5(a, out):
    h, w = a.shape
    for y in prange(2, h - 2):
        for x in range(2, w - 2):
            out[y, x] = (
                A * a[y, x]
                + B * (a[y - 1, x] + a[y + 1, x] + a[y, x - 1] + a[y, x + 1])
                + C * (a[y - 2, x] + a[y + 2, x] + a[y, x - 2] + a[y, x + 2])
                + D * (a[y - 1, x - 1] + a[y - 1, x + 1] + a[y + 1, x - 1] + a[y + 1, x + 1])
                + E
                * (
                    (a[y - 2, x - 1] + a[y - 2, x + 1] + a[y + 2, x - 1] + a[y + 2, x + 1])
                    + (a[y - 1, x - 2] + a[y - 1, x + 2] + a[y + 1, x - 2] + a[y + 1, x + 2])
                )
                + F * (a[y - 2, x - 2] + a[y - 2, x + 2] + a[y + 2, x - 2] + a[y + 2, x + 2])
            )


def numba(s):
    gauss5(s.a, s.out)


def output(s):
    return [s.out]


peer.main(setup, numpy, numba, output)
