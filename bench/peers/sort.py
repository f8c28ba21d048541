"""Keys in order, uint32 with values that go along if there are any."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    pairs = peer.real is None
    key = np.uint32 if pairs else peer.real
    m = n if pairs else 0
    return peer.State(
        keys=inputs(key, n),
        values=inputs(np.uint32, m),
        out=peer.array(key, n),
        out_values=peer.array(np.uint32, m),
        other=peer.array(key, n),
        other_values=peer.array(np.uint32, m),
    )


def numpy(s):
    if len(s.values) > 0:
        at = np.argsort(s.keys, kind="stable")
        np.take(s.keys, at, out=s.out)
        np.take(s.values, at, out=s.out_values)
    else:
        s.out[:] = s.keys
        s.out.sort()


@kernel
def digits(keys, values, to, to_values, shift, bands):
    n = len(keys)
    pairs = len(values) > 0
    at = np.zeros((bands, 256), np.int64)
    for b in prange(bands):
        for i in range(n * b // bands, n * (b + 1) // bands):
            at[b, keys[i] >> shift & 255] += 1
    total = 0
    for d in range(256):
        for b in range(bands):
            count = at[b, d]
            at[b, d] = total
            total += count
    for b in prange(bands):
        for i in range(n * b // bands, n * (b + 1) // bands):
            k = keys[i]
            d = k >> shift & 255
            p = at[b, d]
            at[b, d] = p + 1
            to[p] = k
            if pairs:
                to_values[p] = values[i]


def numba(s):
    keys, values = s.keys, s.values
    for shift in range(0, 8 * s.keys.itemsize, 16):
        unsigned = s.keys.dtype.type
        digits(keys, values, s.other, s.other_values, unsigned(shift), peer.threads())
        digits(s.other, s.other_values, s.out, s.out_values, unsigned(shift + 8), peer.threads())
        keys, values = s.out, s.out_values


def output(s):
    return [s.out, s.out_values]


peer.main(setup, numpy, numba, output)
