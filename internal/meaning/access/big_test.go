package access_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// TestBigPolicies compares policies that are as large as AWS takes them, about 20 kB, and have nothing in common: everything is decided. Those that are
// twenty times as large are given up at some point, and it is said why.
func TestBigPolicies(t *testing.T) {
	random, known := rand.New(rand.NewPCG(5, 6)), table.Default()
	for _, f := range factsOf(known, drawBig(random, 40, 20, 5), drawBig(random, 40, 20, 5)) {
		if slices.Contains(f.Because, fact.BecauseTooLarge) {
			t.Fatalf("20 kB are too large: %s", f.Text())
		}
	}
	if !sampling.Full() {
		return // giving up takes as long as it may
	}
	tooLarge := 0
	for _, f := range factsOf(known, drawBig(random, 300, 50, 20), drawBig(random, 300, 50, 20)) {
		if slices.Contains(f.Because, fact.BecauseTooLarge) {
			tooLarge++
		}
	}
	if tooLarge == 0 {
		t.Error("400 kB are compared: if that is so cheap now, take a larger document")
	}
}

func drawBig(random *rand.Rand, statements, actions, resources int) drawnPolicy {
	var p drawnPolicy
	for range statements {
		s := drawnStatement{Effect: "Allow", Principal: "*"}
		for range actions {
			s.Action = append(s.Action, fmt.Sprintf("s%d:%s%c%s", random.IntN(8), one(random, []string{"Get", "Put", "List"}), 'A'+random.IntN(8), one(random, []string{"", "*"})))
		}
		for range resources {
			s.Resource = append(s.Resource, fmt.Sprintf("arn:aws:s%d:::x%d%s", random.IntN(8), random.IntN(50), one(random, []string{"", "/*", "-?"})))
		}
		if random.IntN(3) == 0 {
			s.Condition = map[string]map[string]any{"StringEquals": {fmt.Sprint("k", random.IntN(4)): []string{fmt.Sprint(random.IntN(4))}}}
		}
		p.Statement = append(p.Statement, s)
	}
	return p
}
