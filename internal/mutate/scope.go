//go:build unix

package main

import (
	"path"
	"slices"
)

// scope lists the files whose conditions decide whether a transformation is right, or the IR well formed, those first that most depends on. What only estimates
// whether something pays, such as internal/opt/latency.go, is not among them.
var scope = []string{
	"internal/analysis/memory.go", "internal/analysis/alias.go", "internal/analysis/objects.go",
	"internal/analysis/reorder.go", "internal/analysis/trial.go", "internal/analysis/dimensions.go", "internal/analysis/loops.go", "internal/analysis/shape.go", "internal/analysis/outcome.go", "internal/analysis/fills.go", "internal/analysis/condition.go", "internal/analysis/throughout.go", "internal/analysis/halves.go", "internal/analysis/source.go",
	"internal/sched/space.go", "internal/sched/dimensions.go",
	"internal/sched/plain.go", "internal/sched/attempt.go", "internal/sched/interchange.go", "internal/sched/whole.go", "internal/sched/promote.go", "internal/sched/promote_last.go", "internal/sched/transpose.go", "internal/sched/aheadrows.go", "internal/sched/aheadsplit.go", "internal/sched/distribute.go", "internal/sched/fusewhere.go", "internal/sched/promote_plain.go", "internal/sched/rounds.go", "internal/sched/rounds_count.go",
	"internal/opt/licm.go", "internal/opt/storesahead.go", "internal/opt/hoistarrays.go", "internal/opt/readinplace.go", "internal/opt/ranges.go", "internal/opt/ranges_bisect.go", "internal/opt/clamps.go",
	"internal/border/overlap.go", "internal/pipeline/leave.go",
	"internal/ir/verify.go", "internal/ir/rules.go", "internal/ir/rules_control.go",
	"internal/sched/merge.go", "internal/sched/pieces.go", "internal/sched/inner.go", "internal/sched/turns.go", "internal/sched/turn.go", "internal/sched/relay.go", "internal/sched/long.go", "internal/sched/rounds_emit.go", "internal/sched/nested.go", "internal/sched/pack.go", "internal/sched/group.go", "internal/sched/places.go", "internal/sched/arenas.go", "internal/sched/arenaroom.go", "internal/sched/stacks.go", "internal/sched/ownscratch.go", "internal/sched/shift.go", "internal/sched/cover.go", "internal/sched/uncleared.go",
	"internal/opt/fuse.go", "internal/opt/fuse_merge.go", "internal/opt/fuse_blocks.go", "internal/opt/fuse_cut.go", "internal/opt/fuse_inline.go", "internal/opt/fuse_forward.go", "internal/opt/fuse_keep.go", "internal/opt/collect.go", "internal/ir/multi.go", "internal/opt/sink.go", "internal/opt/exits.go", "internal/opt/accumulate.go", "internal/opt/winner.go", "internal/opt/winner_first.go", "internal/opt/locate.go", "internal/opt/sought.go", "internal/opt/ranked.go", "internal/opt/growing.go", "internal/opt/bins.go", "internal/opt/placing.go", "internal/opt/sift.go", "internal/opt/compact.go", "internal/opt/compact_emit.go", "internal/opt/compact_exit.go", "internal/opt/rangechecks.go", "internal/opt/running.go", "internal/opt/recurrence.go", "internal/opt/windows.go", "internal/opt/windows_shift.go", "internal/opt/windows_summands.go", "internal/opt/windows_inner.go", "internal/opt/windows_emit.go", "internal/opt/search.go", "internal/opt/search_ends.go", "internal/opt/search_room.go", "internal/opt/endsahead.go", "internal/opt/tableranges.go", "internal/opt/carrykeys.go", "internal/opt/between.go",
	"internal/opt/narrow.go", "internal/analysis/width.go", "internal/opt/narrow_guard.go", "internal/opt/narrow_reduce.go", "internal/opt/narrow_places.go", "internal/opt/cutoff.go", "internal/opt/signs.go", "internal/opt/singles.go", "internal/ir/single.go", "internal/analysis/mixture.go",
	"internal/opt/cse.go", "internal/opt/common.go", "internal/opt/rotate.go", "internal/opt/unroll.go", "internal/opt/again.go", "internal/opt/unroll_clipped.go", "internal/opt/unroll_lookups.go", "internal/opt/several.go", "internal/opt/splitarrays.go",
	"internal/opt/tables.go", "internal/opt/flatrows.go", "internal/opt/periods.go", "internal/opt/rebase.go", "internal/opt/splitslices.go", "internal/opt/growth.go", "internal/opt/growth_ahead.go", "internal/opt/growth_fill.go", "internal/opt/growth_folded.go", "internal/opt/growth_inside.go", "internal/opt/growth_local.go", "internal/opt/growth_never.go", "internal/opt/growth_own.go", "internal/opt/growth_nil.go", "internal/opt/growth_old.go", "internal/opt/growth_whole.go", "internal/opt/growth_within.go", "internal/opt/closed.go", "internal/opt/closed_up.go", "internal/opt/divided.go", "internal/opt/carry.go", "internal/opt/peel.go",
	"internal/opt/contract.go", "internal/opt/contract_reduce.go", "internal/analysis/induction.go", "internal/opt/counted.go", "internal/opt/counted_trips.go", "internal/opt/counted_steps.go", "internal/opt/directions.go", "internal/opt/once.go", "internal/opt/inplace.go", "internal/opt/moves.go", "internal/opt/shorten.go",
	"internal/opt/algebra.go", "internal/opt/strength.go", "internal/opt/reciprocals.go", "internal/opt/quotients.go", "internal/opt/rules.go", "internal/opt/fold.go",
	"internal/simd/check.go", "internal/simd/counts.go", "internal/simd/choices.go", "internal/simd/switches.go", "internal/simd/limits.go", "internal/simd/words.go", "internal/simd/apartwords.go", "internal/simd/pack.go", "internal/simd/delay.go",
}

// leaving lists files that one normal form, one fusion and schedules are to replace: only -file asks for them, and their survivors have no tests.
var leaving = []string{
	"internal/opt/privatise.go", "internal/opt/privatise_arms.go",
	"internal/sched/layout.go", // of a pipeline
	"internal/sched/spread.go",
	"internal/sched/blank.go",
	"internal/sched/guard.go", "internal/sched/demand.go", "internal/sched/follows.go", "internal/sched/extreme.go", "internal/sched/ranged.go", "internal/sched/domain.go", "internal/sched/widen.go", "internal/sched/unclip.go",
	"internal/simd/hoist.go", "internal/simd/border.go", "internal/cfamily/hoist.go",
}

// suites are the packages whose tests are asked about a package's mutants, one after the other.
var suites = map[string][]string{
	"internal/ir":       {"internal/ir"},
	"internal/analysis": {"internal/analysis", "internal/opt", "internal/sched", "internal/simd", "internal/pipeline"},
	"internal/opt":      {"internal/opt", "internal/pipeline", "internal/simd", "internal/difftest"},
	"internal/sched":    {"internal/sched", "internal/opt", "internal/simd", "internal/difftest"},
	"internal/simd":     {"internal/simd", "internal/difftest"},
	"internal/border":   {"internal/border", "internal/difftest"},
	"internal/pipeline": {"internal/pipeline", "internal/difftest"},
	"internal/cfamily":  {"internal/cfamily", "internal/ctarget", "internal/difftest"},
}

// packagesOf lists the packages of files, in order.
func packagesOf(files []string) (dirs []string) {
	for _, f := range files {
		if d := path.Dir(f); !slices.Contains(dirs, d) {
			dirs = append(dirs, d)
		}
	}
	return dirs
}
