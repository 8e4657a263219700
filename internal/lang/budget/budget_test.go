package budget_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/budget"
)

func TestBudget(t *testing.T) {
	b := budget.New(10)
	if !b.Spend(4) || !b.Spend(6) || b.Left() != 0 || b.Exceeded() || b.Err() != nil {
		t.Fatalf("10 of 10 steps: %+v", b)
	}
	if b.Spend(1) || !b.Exceeded() || b.Spend(0) {
		t.Error("the budget is not exceeded, or not for good")
	}
	if err := b.Err(); err == nil || !strings.Contains(err.Detail, "10 steps") || !strings.Contains(err.Detail, "--max-steps") {
		t.Errorf("the error %v does not name the limit and its flag", err)
	}
	if b := budget.New(1 << 20); b.Spend(int(^uint(0)>>1)) || b.Left() != 0 {
		t.Error("the greatest number of steps is not too much")
	}
}

func TestRun(t *testing.T) {
	r := budget.NewRun(1000, 10) // 10 whole evaluations, and 10 steps for each object
	for range 10 {
		b := r.Begin()
		b.Spend(1000)
		r.End(b)
	}
	if r.Err() != nil {
		t.Fatal("the run is exceeded too early")
	}
	b := r.Begin()
	b.Spend(101)
	r.End(b)
	if err := r.Err(); err == nil || !strings.Contains(err.Detail, "10100 steps") || !strings.Contains(err.Detail, "--max-steps") {
		t.Errorf("the error is %v", err)
	}
	if b := r.Begin(); b.Spend(1) || b.Err() == nil {
		t.Error("there is an evaluation after the run is exceeded")
	}
	if all, most := r.Used(); all != 10101 || most != 1000 {
		t.Errorf("%d steps, at most %d", all, most)
	}
}

func TestOtherStepsCountOnce(t *testing.T) {
	r := budget.NewRun(1000, 0)
	shared := r.Begin()
	shared.Spend(900)
	r.End(shared)
	for range 1000 {
		b := r.Begin()
		if !b.Spend(1) || !b.SpendOther(shared.Used()) {
			t.Fatal("901 of 1000 steps are too many")
		}
		if b.Used() != 901 || b.SpendOther(100) || b.Used() != 1000 {
			t.Fatalf("%d steps", b.Used())
		}
		r.End(b)
	}
	if all, most := r.Used(); all != 1900 || most != 1000 {
		t.Errorf("%d steps, at most %d", all, most)
	}
}
