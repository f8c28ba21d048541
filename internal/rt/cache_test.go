package rt

import "testing"

func TestCacheSize(t *testing.T) {
	for text, want := range map[string]int{"32768K": 32 << 20, "16M": 16 << 20, "65536": 65536, "": 7, "x": 7, "-3K": 7} {
		if got := cacheSize(text, 7); got != want {
			t.Errorf("%q: %d, not %d", text, got, want)
		}
	}
	if LastLevelCache() < 1<<16 || SecondLevelCache() < 1<<16 {
		t.Errorf("the last-level cache has %d bytes, the second %d", LastLevelCache(), SecondLevelCache())
	}
}
