"""Black-Scholes prices of European options, float64."""

import math

import numpy as np
import peer
from peer import helper, kernel, prange


def setup(inputs, n):
    return peer.State(
        market=[inputs(np.float64, n) for _ in range(5)],
        call=peer.array(np.float64, n),
        put=peer.array(np.float64, n),
    )


# P and Q give N(-x) = exp(-x^2/2) P(x)/Q(x) for x >= 0: NumPy itself has no error function. As in blackscholes.c.
P = (
    8.0096824164637809438e-5, 0.0015907451791061126773, 0.014475856874580677862, 0.07701473975331671137,
    0.25451404809656475875, 0.50231665614039003503, 0.50000000000000002203,
)
Q = (
    0.00020076928286710124565, 0.0039875591942374248988, 0.036483265736157552669, 0.19707598566388341501,
    0.67345395985554088377, 1.4472292776973736811, 1.8025178730836561626, 1.0,
)


def normal(x):
    y = np.exp(-0.5 * x * x) * np.polyval(P, np.abs(x)) / np.polyval(Q, np.abs(x))
    return np.where(x < 0, y, 1 - y)


def numpy(s):
    # A few thousand options at a time, so that intermediate values stay in the caches.
    for lo in range(0, len(s.call), 8192):
        part = slice(lo, lo + 8192)
        p, k, r, v, t = (a[part] for a in s.market)
        sd = v * np.sqrt(t)
        d1 = (np.log(p / k) + (r + 0.5 * v * v) * t) / sd
        n1, n2 = normal(d1), normal(d1 - sd)
        ke = k * np.exp(-r * t)
        s.call[part] = p * n1 - ke * n2
        s.put[part] = ke * (1 - n2) - p * (1 - n1)


@helper
def cnd(x):
    return 0.5 * (1 + math.erf(x * math.sqrt(0.5)))


@kernel
def price(s, k, r, v, t, call, put):
    for i in prange(len(s)):
        sd = v[i] * math.sqrt(t[i])
        d1 = (math.log(s[i] / k[i]) + (r[i] + 0.5 * v[i] * v[i]) * t[i]) / sd
        n1 = cnd(d1)
        n2 = cnd(d1 - sd)
        ke = k[i] * math.exp(-r[i] * t[i])
        call[i] = s[i] * n1 - ke * n2
        put[i] = ke * (1 - n2) - s[i] * (1 - n1)


def numba(s):
    price(*s.market, s.call, s.put)


def output(s):
    return [s.call, s.put]


peer.main(setup, numpy, numba, output)
