package dialect

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
)

// texts calls visit for every string in a value.
func texts(v reflect.Value, path string, visit func(path, text string)) {
	switch v.Kind() {
	case reflect.String:
		visit(path, v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			texts(v.Field(i), path+"."+v.Type().Field(i).Name, visit)
		}
	case reflect.Slice:
		if v.Len() == 0 {
			visit(path, "")
		}
		for i := range v.Len() {
			texts(v.Index(i), fmt.Sprintf("%s[%d]", path, i), visit)
		}
	case reflect.Func:
		if v.IsNil() {
			visit(path, "")
		}
	}
}

func TestWordsAreComplete(t *testing.T) {
	silent := map[string]bool{
		".NoChanges.Errored.Text": true, ".NoChanges.Deferred.Text": true,
		"opentofu.NoChanges.Normal.Text": true,
	}
	for _, d := range All() {
		texts(reflect.ValueOf(d.Words), "", func(path, text string) {
			if text == "" && !silent[path] && !silent[d.Name+path] {
				t.Errorf("%s%s is empty", d.Name, path)
			}
			if d.Name != "terraform" && strings.Contains(strings.ToLower(text), "terraform") {
				t.Errorf("%s%s names another product: %q", d.Name, path, text)
			}
			if strings.Trim(text, "\n") != text {
				t.Errorf("%s%s: the report sets the space around text: %q", d.Name, path, text)
			}
		})
	}
}

func spell(p Phrase) string {
	s := ""
	for _, piece := range p {
		s += piece.Text
	}
	return s
}

// Every dialect has a heading for every action, also those that its product
// has not, and only says that an action is unknown if it is.
func TestHeadings(t *testing.T) {
	for _, d := range All() {
		for action := range plans.Unknown + 1 {
			for _, s := range []Subject{
				{},
				{Drift: true},
				{Header: plans.Header{Deposed: "ab", PreviousAddress: "t.old"}},
				{Header: plans.Header{Importing: &plans.Importing{}}},
				{Header: plans.Header{Importing: &plans.Importing{ID: "i"}, PreviousAddress: "t.old", Deposed: "ab"}},
			} {
				s.Action, s.ActionNames, s.Address = action, []string{"[]"}, "t.a"
				h := d.Words.Heading(s)
				if len(h.Lines) == 0 {
					t.Errorf("%s: no heading for %+v", d.Name, s)
					continue
				}
				for _, l := range h.Lines {
					if text := spell(l.Text); !strings.HasPrefix(text, "# ") {
						t.Errorf("%s: %+v: %q is no comment", d.Name, s, text)
					}
				}
				first := spell(h.Lines[0].Text)
				if !strings.Contains(first, "t.a") {
					t.Errorf("%s: %+v: no address in %q", d.Name, s, first)
				}
				if got := strings.HasSuffix(first, "unknown action []"); got != (action == plans.Unknown) {
					t.Errorf("%s: %s: %q", d.Name, action, first)
				}
			}
		}
	}
}

func TestTotals(t *testing.T) {
	n := plans.Totals{Import: 1, Add: 2, Change: 3, Destroy: 4, Forget: 5, Invoke: 6}
	for _, c := range []struct {
		d    Dialect
		n    plans.Totals
		want string
	}{
		{Terraform(), plans.Totals{}, "Plan: 0 to add, 0 to change, 0 to destroy."},
		{Terraform(), n, "Plan: 1 to import, 2 to add, 3 to change, 4 to destroy. Actions: 6 to invoke."},
		{OpenTofu(), n, "Plan: 1 to import, 2 to add, 3 to change, 4 to destroy, 5 to forget. Actions: 6 to invoke."},
	} {
		if got := spell(c.d.Words.Totals(c.n)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.d.Name, got, c.want)
		}
	}
}

func TestDeferred(t *testing.T) {
	seen := map[string]bool{}
	for _, reason := range []plans.DeferredReason{
		plans.DeferredInstanceCountUnknown, plans.DeferredResourceConfigUnknown, plans.DeferredProviderConfigUnknown,
		plans.DeferredPrereq, plans.DeferredAbsentPrereq, "else",
	} {
		lines := Terraform().Words.Deferred("t.a", reason)
		if len(lines) != 2 || spell(lines[0].Text) != "# t.a was deferred" || seen[spell(lines[1].Text)] {
			t.Errorf("%s: %v", reason, lines)
		}
		seen[spell(lines[1].Text)] = true
	}
	if got, want := spell(Terraform().Words.Invocation("action.a.b", "c")), "# action.a.b will be invoked (called from c)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNames(t *testing.T) {
	var names []string
	for _, d := range All() {
		names = append(names, d.Name)
	}
	if !slices.Equal(names, Names()) {
		t.Errorf("%q", names)
	}
}
