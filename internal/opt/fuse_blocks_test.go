package opt

import (
	"strings"
	"testing"
)

// inBlocks goes over blocks of n elements, and has what they give put together by op, collected.
func inBlocks(name, block, op string) string {
	return strings.NewReplacer("NAME", name, "BLOCK", block, "OP", op).Replace(`
		%NAME = multi %count : []f64 (%NAMEr: i64) {
		  %NAMElo = mul %NAMEr, %BLOCK : i64
		  %NAMEleft = sub %n, %NAMElo : i64
		  %NAMEm = min %BLOCK, %NAMEleft : i64
		  %NAMEs = multi %NAMEm : f64 (%NAMEi: i64) {
		    %NAMEat = add %NAMElo, %NAMEi : i64
		    %NAMEv = load %x, %NAMEat : f64
		    reduce %NAMEv, %z (%NAMEa: f64, %NAMEb: f64) {
		      %NAMEc = OP %NAMEa, %NAMEb : f64
		      yield %NAMEc
		    }
		    yield
		  }
		  collect %NAMEs
		  yield
		}
`)
}

const (
	blocksHeader = "func @f(%x: []f64, %y: []f64, %n: i64, %m: i64, %b: bool) -> (f64, []f64, []f64)"
	blocksFirst  = "%z = const 0 : f64\n%most = const 8191 : i64\n%block = const 8192 : i64\n%bits = const 13 : u64\n%up = add %n, %most : i64\n%count = shr %up, %bits : i64\n"
	blocksEnd    = "return %z, %p, %q\n"
)

// TestFuseBlocks has two loops over the same blocks become one, with one loop in it.
func TestFuseBlocks(t *testing.T) {
	between := "if %b {\ncheck.index %n, %m\nyield\n} {\nyield\n}\nloop ^0 {\nif %b {\nbreak ^0\n} {\nyield\n}\ncontinue ^0\n}\n"
	for _, what := range []string{"", between} {
		f := parse(t, blocksHeader+" {\n"+blocksFirst+inBlocks("p", "block", "min")+what+inBlocks("q", "block", "add")+blocksEnd+"}\n")
		if Fuse(f); multis(f) != 2 {
			t.Errorf("%d loops are left\n%v", multis(f), f)
		}
	}
}

// TestFuseBlocksNot has what only looks like it.
func TestFuseBlocksNot(t *testing.T) {
	testApart(t, blocksHeader, []untouched{
		{"blocks of other lengths", blocksFirst + inBlocks("p", "block", "min") + inBlocks("q", "most", "add") + blocksEnd},
		{"one without a loop", blocksFirst + inBlocks("p", "block", "min") + "%q = multi %count : []f64 (%i: i64) {\n%v = load %x, %i : f64\ncollect %v\nyield\n}\n" + blocksEnd},
		{"a loop in the loop", blocksFirst + inBlocks("p", "block", "min") +
			strings.Replace(inBlocks("q", "block", "add"), "%qv = load %x, %qat : f64", "%qw = load %x, %qat : f64\n%qv = for %n, %m, %qw <ints=[1]> : f64 (%k: i64, %u: f64) {\n%u1 = mul %u, %u : f64\nyield %u1\n}", 1) + blocksEnd},
		{"memory changes between", blocksFirst + inBlocks("p", "block", "min") + "store %y, %n, %z\n" + inBlocks("q", "block", "add") + blocksEnd},
		{"a check between", blocksFirst + inBlocks("p", "block", "min") + "check.index %n, %m\n" + inBlocks("q", "block", "add") + blocksEnd},
	})
}

// TestFuseCut has a reduction of all elements beside a loop over the blocks of the canonical order: on either side of it.
func TestFuseCut(t *testing.T) {
	whole := sum("s", "%n", "%i: i64", "%sv = load %x, %i : f64", "%sv")
	end := strings.Replace(blocksEnd, "%z, %p, %q", "%s, %p, %p", 1)
	for _, text := range []string{whole + inBlocks("p", "block", "min"), inBlocks("p", "block", "min") + whole} {
		f := parse(t, blocksHeader+" {\n"+blocksFirst+text+end+"}\n")
		if Fuse(f); multis(f) != 2 {
			t.Errorf("%d loops are left\n%v", multis(f), f)
		}
	}
	testApart(t, blocksHeader, []untouched{
		{"of other elements", blocksFirst + strings.ReplaceAll(whole, "multi %n", "multi %m") + inBlocks("p", "block", "min") + end},
		{"one too few in a block", blocksFirst + whole + inBlocks("p", "most", "min") + end},
		{"one block too few", strings.Replace(blocksFirst, "const 8191", "const 8190", 1) + whole + inBlocks("p", "block", "min") + end},
		{"blocks from elsewhere", blocksFirst + whole + strings.Replace(inBlocks("p", "block", "min"), "mul %pr,", "mul %m,", 1) + end},
		{"what is left of other elements", blocksFirst + whole + strings.Replace(inBlocks("p", "block", "min"), "sub %n,", "sub %m,", 1) + end},
		{"it may fail", blocksFirst + strings.Replace(whole, "%sv = load", "check.index %i, %m\n%sv = load", 1) + inBlocks("p", "block", "min") + end},
		{"in the order of indices", blocksFirst + "multi %m (%k: i64) {\n" + strings.Replace(whole, "%z (", "%z <mode=inorder> (", 1) + inBlocks("p", "block", "min") +
			"%pv0 = load %p, %k : f64\n%r = add %s, %pv0 : f64\nstore %y, %k, %r\nyield\n}\nreturn %z, %x, %y\n"},
		{"memory changes between", blocksFirst + whole + "store %x, %n, %z\n" + inBlocks("p", "block", "min") + end},
	})
}
