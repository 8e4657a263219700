package meaning_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning"
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// labelled is a plan with the facts that it must have, those that it must not have, and a part of its row.
type labelled struct {
	name     string
	changes  []addressed
	want     []values.Value
	unwanted []values.Value
	row      string
	plan     values.Value
}

// addressed is a change with its address.
type addressed struct {
	address string
	meaning.Change
}

// TestCases compares the facts of the labelled plans in testdata/cases. A label matches a fact if each of its members agrees, of lists all
// parts. No fact of danger or caution may be without a label.
func TestCases(t *testing.T) {
	reader := meaning.NewReader(table.Default())
	for _, c := range readCases(t) {
		t.Run(c.name, func(t *testing.T) {
			var got []values.Value
			var facts []fact.Fact
			for _, change := range c.changes {
				for _, f := range reader.Facts(change.Change).Facts {
					got = append(got, withAddress(f, change.address))
					facts = append(facts, f)
				}
			}
			compareLabels(t, c, got)
			if rows := fact.Row(facts); !strings.Contains(rows, c.row) {
				t.Errorf("row: %q is not in %q", c.row, rows)
			}
		})
	}
}

func compareLabels(t *testing.T, c labelled, got []values.Value) {
	used := map[int]bool{}
	for _, label := range c.want {
		found := false
		for i, f := range got {
			if !used[i] && agrees(label, f) {
				used[i], found = true, true
				break
			}
		}
		if !found {
			t.Errorf("missing: %s", strings.Join(strings.Fields(label.JSON()), " "))
		}
	}
	for i, f := range got {
		severity := f.Get("severity").Text()
		isWrong := !used[i] && (severity == "danger" || severity == "caution")
		for _, label := range c.unwanted {
			isWrong = isWrong || agrees(label, f)
		}
		if isWrong {
			t.Errorf("wrong: %s", f.JSON())
		}
	}
	if t.Failed() {
		for _, f := range got {
			t.Logf("got: %s", f.JSON())
		}
	}
}

func agrees(label, f values.Value) bool {
	for _, m := range label.Members() {
		got := f.Get(m.Name)
		switch {
		case m.Value.IsNull():
		case m.Value.Kind() == values.Array:
			for _, part := range m.Value.Elems() {
				found := false
				for _, e := range got.Elems() {
					found = found || e.Equal(part)
				}
				if !found {
					return false
				}
			}
		case !got.Equal(m.Value):
			return false
		}
	}
	return true
}

func withAddress(f fact.Fact, address string) values.Value {
	members := []values.Member{{Name: "address", Value: values.NewString(address)}}
	for name, v := range f.Members() {
		members = append(members, values.Member{Name: name, Value: v})
	}
	return values.NewObject(members...)
}

func readCases(t testing.TB) []labelled {
	t.Helper()
	files, err := filepath.Glob("testdata/cases/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	var all []labelled
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc := values.Of(string(text))
		c := labelled{name: strings.TrimSuffix(filepath.Base(file), ".json"), row: doc.Get("row").Text(), plan: doc.Get("plan"), changes: readChanges(doc.Get("plan"))}
		for _, f := range doc.Get("facts").Elems() {
			c.want = append(c.want, f)
		}
		for _, f := range doc.Get("not").Elems() {
			c.unwanted = append(c.unwanted, f)
		}
		all = append(all, c)
	}
	return all
}

// readPlans returns the changes of the labelled plans as the plans have them.
func readPlans(t testing.TB) []struct {
	name    string
	changes []raw
} {
	var all []struct {
		name    string
		changes []raw
	}
	for _, c := range readCases(t) {
		one := struct {
			name    string
			changes []raw
		}{name: c.name}
		for _, r := range c.plan.Get("resource_changes").Elems() {
			change := r.Get("change")
			one.changes = append(one.changes, raw{
				typ: r.Get("type").Text(), action: actionOf(change), before: change.Get("before"), after: change.Get("after"),
				unknown:      values.UnknownFlags(change.Get("after_unknown")),
				hiddenBefore: values.SensitiveFlags(change.Get("before_sensitive")), hiddenAfter: values.SensitiveFlags(change.Get("after_sensitive")),
			})
		}
		all = append(all, one)
	}
	return all
}

func actionOf(change values.Value) plans.Action {
	var steps []string
	for _, s := range change.Get("actions").Elems() {
		steps = append(steps, s.Text())
	}
	action, _ := plans.ParseAction(steps)
	return action
}

func readChanges(plan values.Value) []addressed {
	drift := map[string]values.Value{}
	for _, r := range plan.Get("resource_drift").Elems() {
		drift[r.Get("address").Text()] = r.Get("change")
	}
	var all []addressed
	for _, r := range plan.Get("resource_changes").Elems() {
		change := r.Get("change")
		c := addressed{r.Get("address").Text(), meaning.Change{Type: r.Get("type").Text(), Action: actionOf(change)}}
		c.Before, c.After = readSides(change)
		c.DriftBefore, c.DriftAfter = readSides(drift[c.address])
		all = append(all, c)
	}
	return all
}

func readSides(change values.Value) (before, after leaf.Side) {
	before = leaf.NewSide(leaf.Source{Value: change.Get("before"), Sensitive: values.SensitiveFlags(change.Get("before_sensitive"))})
	after = leaf.NewSide(leaf.Source{
		Value: change.Get("after"), Sensitive: values.SensitiveFlags(change.Get("after_sensitive")), Unknown: values.UnknownFlags(change.Get("after_unknown")),
	})
	return before, after
}
