package kit

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
)

// OutcomeOf returns what became of a plan, in a format.
func OutcomeOf(t *testing.T, format, plan, log, state string) (string, bool) {
	t.Helper()
	in := planfmt.OutcomeInput{Plan: strings.NewReader(plan)}
	if log != "" {
		in.Log = strings.NewReader(log)
	}
	if state != "" {
		in.State = strings.NewReader(state)
	}
	var out bytes.Buffer
	res, err := planfmt.Outcome(context.Background(), in, planfmt.Options{}, planfmt.Target{W: &out, Format: format})
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), res.AsPlanned
}

// outcomes are the outcomes in the format json, by address.
func OutcomesOf(t *testing.T, plan, log, state string) map[string]string {
	t.Helper()
	text, _ := OutcomeOf(t, "json", plan, log, state)
	var doc struct {
		Resources []struct{ Address, Outcome string }
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, r := range doc.Resources {
		all[r.Address] = r.Outcome
	}
	return all
}
