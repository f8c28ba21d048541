package rt

import (
	"os"
	"strconv"
	"strings"
	"sync"
)

// LastLevelCache is the size in bytes of the cache that cores share, as far as the operating system tells; else a usual one.
var LastLevelCache = sync.OnceValue(func() int { return cacheOf(3, 32<<20) })

// SecondLevelCache is that of a core's own cache.
var SecondLevelCache = sync.OnceValue(func() int { return cacheOf(2, 1<<20) })

// cacheOf is the size of the cache of a level.
func cacheOf(level, usual int) int {
	text, err := os.ReadFile("/sys/devices/system/cpu/cpu0/cache/index" + strconv.Itoa(level) + "/size")
	if err != nil {
		return usual
	}
	return cacheSize(strings.TrimSpace(string(text)), usual)
}

// cacheSize reads "32768K" or "32M".
func cacheSize(text string, usual int) int {
	unit := 1
	switch {
	case strings.HasSuffix(text, "K"):
		unit = 1 << 10
	case strings.HasSuffix(text, "M"):
		unit = 1 << 20
	}
	n, err := strconv.Atoi(strings.TrimRight(text, "KM"))
	if err != nil || n <= 0 {
		return usual
	}
	return n * unit
}
