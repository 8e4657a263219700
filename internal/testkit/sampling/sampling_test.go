package sampling_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

func TestFull(t *testing.T) {
	for value, want := range map[string]bool{"": false, "full": true, "exhaustive": true} {
		t.Setenv(sampling.Variable, value)
		if got := sampling.Full(); got != want {
			t.Errorf("%s=%s: %v", sampling.Variable, value, got)
		}
		if n := sampling.Count(100); (n == 100) != want || n == 0 {
			t.Errorf("%s=%s: %d of 100", sampling.Variable, value, n)
		}
		if n := len(slices.Collect(sampling.Seeds(3))); (n == 3) != want || n == 0 {
			t.Errorf("%s=%s: %d of 3", sampling.Variable, value, n)
		}
	}
}

// Each test takes its share of the inputs, each input is taken by some tests, and with full all take all.
func TestTakes(t *testing.T) {
	t.Setenv(sampling.Variable, "")
	const inputs = 1200
	tests := 4 * sampling.Share() // so many that few inputs are left out by chance
	byInput := map[int]int{}
	for test := range tests {
		taken := 0
		for input := range inputs {
			if sampling.Takes(fmt.Sprint("Test", test), fmt.Sprintf("testdata/%d.txtar", input)) {
				taken++
				byInput[input]++
			}
		}
		if want := inputs / sampling.Share(); taken < want/2 || taken > want*2 {
			t.Errorf("test %d takes %d inputs, want about %d", test, taken, want)
		}
	}
	if len(byInput) < inputs*9/10 {
		t.Errorf("only %d of %d inputs are taken", len(byInput), inputs)
	}
	t.Setenv(sampling.Variable, "full")
	if !sampling.Takes("Test", "any") || !sampling.Takes("Other", "any") {
		t.Error("not all are taken")
	}
}

// With full, each turn takes its share of the dear inputs, and so many turns as there are shares take each of them once.
func TestTakesInTurn(t *testing.T) {
	t.Setenv(sampling.Variable, "full")
	const inputs, turns = 400, 4
	taken := map[int]int{}
	for turn := range turns {
		t.Setenv(sampling.TurnVariable, fmt.Sprint(100+turn))
		before := len(taken)
		for input := range inputs {
			if sampling.TakesInTurn(turns, "Test", fmt.Sprint(input)) {
				taken[input]++
			}
		}
		if n := len(taken) - before; n < inputs/turns/2 || n > inputs/turns*2 {
			t.Errorf("turn %d takes %d inputs", turn, n)
		}
	}
	if len(taken) != inputs {
		t.Errorf("%d turns take %d of %d inputs", turns, len(taken), inputs)
	}
	for input, n := range taken {
		if n != 1 {
			t.Errorf("input %d is taken %d times", input, n)
		}
	}
	seeds := map[uint64]bool{}
	for turn := range turns {
		t.Setenv(sampling.TurnVariable, fmt.Sprint(7+turn))
		for seed := range sampling.SeedsInTurn(turns, 10) {
			seeds[seed] = true
		}
	}
	if len(seeds) != 10 {
		t.Errorf("%d turns take the seeds %v", turns, seeds)
	}
	t.Setenv(sampling.Variable, "exhaustive")
	if !sampling.TakesInTurn(turns, "Test", "any") || !sampling.TakesInTurn(turns, "Test", "other") {
		t.Error("not all are taken")
	}
}
