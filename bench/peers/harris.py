"""Harris corners, float32."""

import numpy as np
import peer
from peer import kernel, prange

K, THRESHOLD, TWO, HALF, ONE, SCALE = map(np.float32, (0.04, 0.001, 2, 0.5, 1, 1 / 12))


def setup(inputs, w, h):
    def picture():
        return peer.array(np.float32, w * h).reshape(h, w)

    return peer.State(
        img=inputs(np.float32, w * h).reshape(h, w),
        out=picture(),
        xx=picture(),
        yy=picture(),
        xy=picture(),
    )


def numpy(s):
    a = s.img

    def at(dy, dx, a=a):
        return a[1 + dy : a.shape[0] - 1 + dy, 1 + dx : a.shape[1] - 1 + dx]

    ix = (at(-1, 1) + TWO * at(0, 1) + at(1, 1) - at(-1, -1) - TWO * at(0, -1) - at(1, -1)) * SCALE
    iy = (at(1, -1) + TWO * at(1, 0) + at(1, 1) - at(-1, -1) - TWO * at(-1, 0) - at(-1, 1)) * SCALE
    s.xx[1:-1, 1:-1] = ix * ix
    s.yy[1:-1, 1:-1] = iy * iy
    s.xy[1:-1, 1:-1] = ix * iy

    def box(p):
        return sum(at(dy, dx, p) for dy in (-1, 0, 1) for dx in (-1, 0, 1))

    sxx, syy, sxy = box(s.xx), box(s.yy), box(s.xy)
    trace = sxx + syy
    np.multiply(a, HALF, out=s.out)
    s.out[1:-1, 1:-1][sxx * syy - sxy * sxy - K * trace * trace > THRESHOLD] = 1


@kernel
def derive(a, xx, yy, xy):
    h, w = a.shape
    for y in prange(1, h - 1):
        for x in range(1, w - 1):
            ix = (
                a[y - 1, x + 1] + TWO * a[y, x + 1] + a[y + 1, x + 1] - a[y - 1, x - 1] - TWO * a[y, x - 1] - a[y + 1, x - 1]
            ) * SCALE
            iy = (
                a[y + 1, x - 1] + TWO * a[y + 1, x] + a[y + 1, x + 1] - a[y - 1, x - 1] - TWO * a[y - 1, x] - a[y - 1, x + 1]
            ) * SCALE
            xx[y, x] = ix * ix
            yy[y, x] = iy * iy
            xy[y, x] = ix * iy


@peer.helper
def box(p, y, x):
    return (
        (p[y - 1, x - 1] + p[y - 1, x] + p[y - 1, x + 1])
        + (p[y, x - 1] + p[y, x] + p[y, x + 1])
        + (p[y + 1, x - 1] + p[y + 1, x] + p[y + 1, x + 1])
    )


@kernel
def respond(a, xx, yy, xy, out):
    h, w = a.shape
    for y in prange(h):
        for x in range(w):
            out[y, x] = a[y, x] * HALF
        if y > 0 and y < h - 1:
            for x in range(1, w - 1):
                sxx = box(xx, y, x)
                syy = box(yy, y, x)
                sxy = box(xy, y, x)
                trace = sxx + syy
                r = sxx * syy - sxy * sxy - K * trace * trace
                out[y, x] = ONE if r > THRESHOLD else a[y, x] * HALF


def numba(s):
    derive(s.img, s.xx, s.yy, s.xy)
    respond(s.img, s.xx, s.yy, s.xy, s.out)


def output(s):
    return [s.out]


peer.main(setup, numpy, numba, output)
