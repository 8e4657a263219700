// Package sampling says how many of its inputs a test takes.
//
// Properties are checked with every golden and with thousands of random inputs. That takes many minutes, which CI has and somebody who
// changes a line has not. So tests take samples, unless the environment variable PLANFMT_TEST says otherwise:
//
//	             goldens        random inputs
//	(not set)    one of 24      one of 24
//	full         all            all                   what CI takes
//	exhaustive   all            many times as many    takes hours
//
// Where inputs are few, dear, and unlike each other, as the sessions of the command are, a test takes one of fewer.
//
// A test whose inputs are dear even for CI takes one of some of them with full, too, and others in each turn ([TakesInTurn]). The turn is a number in the
// environment variable PLANFMT_TURN, for which CI takes the number of commits: so a run can be repeated, and a few runs have taken all.
//
// With -short, as under the race detector, samples are smaller still. Samples are always the same: which goldens a test takes depends on
// their names and on its own, so that each golden is taken by some tests. Fuzzing begins with everything.
//
// It is for tests only.
package sampling

import (
	"flag"
	"hash/fnv"
	"io"
	"iter"
	"os"
	"strconv"
	"testing"
)

// Variable is the environment variable that says how much tests take.
const Variable = "PLANFMT_TEST"

// TurnVariable is the environment variable with the number of the turn. Without it, it is turn 0.
const TurnVariable = "PLANFMT_TURN"

// One of so many inputs is taken, by default and with -short.
const (
	share      = 24
	shortShare = 48
)

// Full reports whether tests take all of their inputs.
func Full() bool { return os.Getenv(Variable) == "full" || Exhaustive() || Fuzzing() }

// Exhaustive reports whether tests take hours.
func Exhaustive() bool { return os.Getenv(Variable) == "exhaustive" }

// Fuzzing reports whether a fuzz target is run for new inputs, not only with its seeds.
func Fuzzing() bool {
	f := flag.Lookup("test.fuzz")
	return f != nil && f.Value.String() != ""
}

// Share returns of how many inputs one is taken: 1 if all are.
func Share() int {
	switch {
	case Full():
		return 1
	case testing.Short():
		return shortShare
	}
	return share
}

// SkipShort skips a test with -short. It is for what takes long under the race detector, and cannot have races: it runs in one
// goroutine, or in other processes.
func SkipShort(t testing.TB) {
	t.Helper()
	if testing.Short() && !Full() {
		t.Skip("it has no races, and is not run with -short")
	}
}

// Count returns how many of n inputs are taken: at least one.
func Count(n int) int {
	return max(n/Share(), min(n, 1))
}

// CountOf is Count for a test that would take too long with all of its inputs: full are those of [Full], all those of [Exhaustive].
func CountOf(full, all int) int {
	if Exhaustive() {
		return all
	}
	return Count(full)
}

// Seeds yields the numbers of the random inputs that are taken: from 0 to Count(n).
func Seeds(n int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for seed := range uint64(Count(n)) {
			if !yield(seed) {
				return
			}
		}
	}
}

// Takes reports whether a test takes an input, both of which are given by their names.
func Takes(test, input string) bool { return TakesOneOf(Share(), test, input) }

// TakesOneOf is [Takes] for a test that takes one of n inputs, or all with PLANFMT_TEST=full: of few inputs, more are taken than of many.
func TakesOneOf(n int, test, input string) bool {
	if Full() {
		return true
	}
	return draw(test, input)%uint32(n) == 0
}

// TakesInTurn is [Takes] for inputs that are dear even for CI: with PLANFMT_TEST=full, a test takes one of n, and within n turns, all.
func TakesInTurn(n int, test, input string) bool {
	if !Full() || Exhaustive() || Fuzzing() {
		return Takes(test, input)
	}
	return (draw(test, input)+uint32(Turn()))%uint32(n) == 0
}

// SeedsInTurn is [Seeds] for inputs that are dear even for CI, see [TakesInTurn].
func SeedsInTurn(shares, n int) iter.Seq[uint64] {
	if !Full() || Exhaustive() || Fuzzing() {
		return Seeds(n)
	}
	return func(yield func(uint64) bool) {
		for seed := Turn() % shares; seed < n; seed += shares {
			if !yield(uint64(seed)) {
				return
			}
		}
	}
}

// Turn returns the number of the turn, which is not negative.
func Turn() int {
	n, err := strconv.Atoi(os.Getenv(TurnVariable))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// draw returns a number that depends on the names of a test and of an input.
func draw(test, input string) uint32 {
	h := fnv.New32a()
	io.WriteString(h, test)
	io.WriteString(h, "\x00")
	io.WriteString(h, input)
	// The last bits of an FNV hash depend on the last bytes only: mix them.
	sum := h.Sum32()
	sum ^= sum >> 16
	sum *= 0x45d9f3b
	sum ^= sum >> 16
	return sum
}
