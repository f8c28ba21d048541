"""Escape counts of the Mandelbrot set, float64."""

import numpy as np
import peer
from peer import helper, kernel, prange

LEFT, TOP, SPAN = -2.0, -1.25, 2.5


def setup(inputs, w, h, steps):
    return peer.State(count=peer.array(np.int32, w * h).reshape(h, w), steps=steps)


def numpy(s):
    h, w = s.count.shape
    re = LEFT + np.arange(w) * (SPAN / w)
    im = TOP + np.arange(h) * (SPAN / h)
    # A few rows at a time, and of these only the points that are still inside.
    for lo in range(0, h, 16):
        c = (re[None, :] + 1j * im[lo : lo + 16, None]).ravel()
        z = np.zeros_like(c)
        where = np.arange(len(c))
        count = np.full(len(c), s.steps, np.int32)
        for n in range(s.steps):
            inside = z.real * z.real + z.imag * z.imag <= 4
            if not inside.all():
                count[where[~inside]] = n
                z, c, where = z[inside], c[inside], where[inside]
                if not len(z):
                    break
            np.multiply(z, z, out=z)
            np.add(z, c, out=z)
        s.count[lo : lo + 16] = count.reshape(-1, w)


@helper
def escape(cr, ci, steps):
    zr = zi = 0.0
    for n in range(steps):
        r2, i2 = zr * zr, zi * zi
        if r2 + i2 > 4:
            return n
        zi = 2 * zr * zi + ci
        zr = r2 - i2 + cr
    return steps


@kernel
def mandelbrot(count, steps):
    h, w = count.shape
    dx, dy = SPAN / w, SPAN / h
    for y in prange(h):
        for x in range(w):
            count[y, x] = escape(LEFT + x * dx, TOP + y * dy, steps)


def numba(s):
    mandelbrot(s.count, s.steps)


def output(s):
    return [s.count]


peer.main(setup, numpy, numba, output)
