package rig

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// cpuInfo is a field of the first processor in /proc/cpuinfo, "" where there is none.
func cpuInfo(field string) string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(line, ":")
		if ok && strings.TrimSpace(name) == field {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

var cpuFlags = sync.OnceValue(func() string { return cpuInfo("flags") })

func CPUHas(flag string) bool { return slices.Contains(strings.Fields(cpuFlags()), flag) }

// Machine describes what the numbers were measured on.
func Machine() string {
	model := cpuInfo("model name")
	if model == "" {
		model = runtime.GOARCH
	}
	widest := "no AVX2"
	switch {
	case CPUHas("avx512f"):
		widest = "AVX-512"
	case CPUHas("avx2"):
		widest = "AVX2"
	}
	parts := []string{model, widest, fmt.Sprintf("%d threads", runtime.GOMAXPROCS(0)), runtime.Version()}
	for _, cc := range Compilers() {
		out, err := exec.Command(cc, "-dumpversion").Output()
		if err == nil {
			parts = append(parts, filepath.Base(cc)+" "+strings.TrimSpace(string(out)))
		}
	}
	return strings.Join(parts, ", ")
}
