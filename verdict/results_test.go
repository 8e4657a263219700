package verdict

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/plans"
)

// TestResults packs results, some of which say the same, and unpacks them again.
func TestResults(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var policies []*Policy
	for i := range 300 {
		policies = append(policies, &Policy{Name: fmt.Sprint("p", i)})
	}
	text := func() string { return []string{"", "a", "b\x00\xff", "long enough to be told apart"}[r.IntN(4)] }
	at := func() diag.Range { return diag.Range{File: text(), Start: diag.Pos{Line: r.IntN(3)}} }
	path := func() plans.Path {
		p := plans.Path{}
		for range r.IntN(3) {
			p = p.Child([]plans.Step{plans.Key(text()), plans.Index(r.IntN(300)), plans.Index(-1)}[r.IntN(3)])
		}
		return p
	}
	var want []Result
	for i := range 3000 {
		address := fmt.Sprint("a.b", i/20)
		one := Result{Policy: policies[r.IntN(len(policies))], Level: Level(r.IntN(3)), Address: address, Operation: []string{"create", "delete"}[i/10%2], Outcome: Pass}
		if r.IntN(2) == 0 {
			one.Policy, one.Level = policies[i%20], Mandatory // in order, as policies judge
		}
		if r.IntN(3) == 0 {
			one.Outcome, one.Message = Outcome(r.IntN(int(Error)+1)), text()
			for range r.IntN(3) {
				c := Condition{Outcome: Outcome(r.IntN(int(Error) + 1)), Range: at(), Failing: at(), Message: text(), Info: text()}
				for range r.IntN(3) {
					c.Values = append(c.Values, Shown{Range: at(), Text: text()})
				}
				one.Conditions = append(one.Conditions, c)
			}
			for range r.IntN(3) {
				c := Cause{Address: []string{address, text()}[r.IntN(2)], Path: path(), Reason: text(), NoSchema: r.IntN(2) == 0}
				for range r.IntN(3) {
					c.References = append(c.References, text())
				}
				one.Causes = append(one.Causes, c)
			}
			for range r.IntN(2) {
				one.Diagnostics = append(one.Diagnostics, &diag.Diagnostic{Summary: text(), Subject: at()})
			}
		}
		want = append(want, one)
	}
	var packed Results
	packed.Add(want...)
	if packed.Len() != len(want) {
		t.Errorf("%d results, want %d", packed.Len(), len(want))
	}
	i, others := 0, 0
	for ref, got := range packed.All() {
		if text := fmt.Sprintf("%+v", got.Causes); text != fmt.Sprintf("%+v", want[i].Causes) {
			t.Errorf("result %d has the causes %s", i, text)
		}
		w := want[i]
		got.Causes, w.Causes = nil, nil // paths have no ==
		if !reflect.DeepEqual(got, w) {
			t.Fatalf("result %d is %+v, want %+v", i, got, w)
		}
		if !ref.OnlyPassed() {
			others++
		}
		i++
	}
	for range packed.Others() {
		others--
	}
	sum := 0
	for one, n := range packed.Tally() {
		sum += n
		for _, w := range want {
			if w.Policy == one.Policy && w.Level == one.Level && w.Outcome == one.Outcome {
				n--
			}
		}
		if n != 0 {
			t.Errorf("%s with the level %s and the outcome %s is counted wrong by %d", one.Policy.Name, one.Level, one.Outcome, n)
		}
	}
	if i != len(want) || sum != len(want) || others != 0 {
		t.Errorf("%d results and %d in the tally, want %d; the others differ by %d", i, sum, len(want), others)
	}
}

// TestResultsAreSmall: a result that has passed takes a byte, and one that says the same of another object a few.
func TestResultsAreSmall(t *testing.T) {
	var policies []*Policy
	for range 500 {
		policies = append(policies, &Policy{})
	}
	var r Results
	for i := range 100 {
		address := fmt.Sprint("a.b", i)
		for k, p := range policies {
			one := Result{Policy: p, Address: address, Outcome: Pass}
			if k%10 == 0 {
				one.Outcome, one.Message, one.Causes = Undecided, "Not known yet.", []Cause{{Address: address, Reason: "known after apply"}}
			}
			r.Add(one)
		}
	}
	if most := r.Len() * 12 / 10; len(r.verdicts) > most || len(r.details.all) != 1 {
		t.Errorf("%d results take %d bytes and %d details", r.Len(), len(r.verdicts), len(r.details.all))
	}
}
