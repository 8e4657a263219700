package plans_test

import (
	"math"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
)

func TestParseIndex(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "0.0": 0, "0e99999999999999999999": 0, "1": 1, "1.0": 1, "10e-1": 1, "0.1E+1": 1, "12": 12, "120": 120, "1.2e2": 120, "0.00012e6": 120,
		"9007199254740992": 1 << 53, "9007199254740992.00": 1 << 53, "9007199254740993": -1, "9007199254740992.1": -1, "9e15": 9e15, "1e16": -1,
		"-1": -1, "0.5": -1, "1e-400": -1, "0.99999999999999999999": -1, "1.00000000000000000001": -1, "1e400": -1,
		"1e99999999999999999999": -1, "1e-99999999999999999999": -1, "1e-1": -1, "18446744073709551617": -1,
		"1" + strings.Repeat("0", 1000) + "e-1000": 1, "0." + strings.Repeat("0", 1000) + "1e1001": 1, "": -1, "x": -1, "-": -1, "1e": -1,
	} {
		if want > math.MaxInt {
			want = -1 // it is not an index on a processor of 32 bits
		}
		step, ok := plans.ParseIndex(text)
		if i, _ := step.Index(); ok != (want >= 0) || ok && int64(i) != want {
			t.Errorf("%.30s: have %d, %v, want %d", text, i, ok, want)
		}
	}
}
