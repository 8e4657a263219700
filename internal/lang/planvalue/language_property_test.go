package planvalue_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// changeMaker makes changes whose strings are all different, with marks of any shape.
type changeMaker struct {
	*rand.Rand
	strings int
}

func (m *changeMaker) value(depth int) any {
	switch n := m.IntN(10); {
	case n < 2 && depth < 3:
		l := []any{}
		for range m.IntN(4) {
			l = append(l, m.value(depth+1))
		}
		return l
	case n < 4 && depth < 3 || depth == 0:
		o := map[string]any{}
		for _, name := range []string{"a", "b", "c", "password"} {
			if m.IntN(3) > 0 {
				o[name] = m.value(depth + 1)
			}
		}
		return o
	case n == 4:
		return nil
	}
	m.strings++
	return fmt.Sprintf("<%d>", m.strings)
}

// changed returns a value in which some parts are others.
func (m *changeMaker) changed(v any, depth int) any {
	if depth > 0 && m.IntN(6) == 0 {
		return m.value(depth)
	}
	switch v := v.(type) {
	case []any:
		l := []any{}
		for _, e := range v {
			if m.IntN(5) > 0 {
				l = append(l, m.changed(e, depth+1))
			}
		}
		if m.IntN(3) == 0 {
			l = append(l, m.value(depth+1))
		}
		return l
	case map[string]any:
		o := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if m.IntN(6) > 0 {
				o[name] = m.changed(v[name], depth+1)
			}
		}
		return o
	}
	return v
}

// marks returns marks of a value: true here and there, too short, of another shape, or no marks at all.
func (m *changeMaker) marks(v any, depth int) any {
	switch n := m.IntN(14); {
	case n == 0:
		return true
	case n == 1:
		return []any{nil, "x", 0, []any{}, map[string]any{}, []any{true}, map[string]any{"a": true}, []any{false}}[m.IntN(8)]
	}
	switch v := v.(type) {
	case []any:
		l := []any{}
		for _, e := range v[:len(v)-m.IntN(2)*min(len(v), 1)] {
			l = append(l, m.marks(e, depth+1))
		}
		return l
	case map[string]any:
		o := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if m.IntN(3) > 0 {
				o[name] = m.marks(v[name], depth+1)
			}
		}
		return o
	}
	return false
}

var uniqueString = regexp.MustCompile(`<[0-9]+>`)

// TestLanguageHidesWhatDifferHides checks that expressions see no more as open than what the tree of a comparison has, whatever the
// marks.
func TestLanguageHidesWhatDifferHides(t *testing.T) {
	t.Parallel()
	q, diags := planfmt.NewQuery("q", "[[for r in resources : [r.before, r.after]], outputs]")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	hidden, open := 0, 0
	for seed := range sampling.Seeds(3000) {
		m := &changeMaker{Rand: rand.New(rand.NewPCG(seed, 8))}
		change := func() map[string]any {
			before := m.value(0)
			after := m.changed(before, 0)
			return map[string]any{
				"actions": []any{"update"}, "before": before, "after": after, "after_unknown": map[string]any{},
				"before_sensitive": m.marks(before, 0), "after_sensitive": m.marks(after, 0),
			}
		}
		plan := kit.Encode(map[string]any{
			"format_version": "1.2", "terraform_version": "1.9.0",
			"resource_changes": []any{map[string]any{
				"address": "t.a", "mode": "managed", "type": "t", "name": "a", "provider_name": "registry.terraform.io/x/p", "change": change(),
			}},
			"output_changes": map[string]any{"o": change()},
		})
		var tree, asked bytes.Buffer
		var mu sync.Mutex
		var opts planfmt.Options
		opts.Wrap = func(_ planfmt.Owner, d computed.Diff) computed.Diff {
			mu.Lock()
			defer mu.Unlock()
			kit.SpellContent(&tree, d)
			return d
		}
		if _, err := planfmt.Load(context.Background(), bytes.NewReader(plan), opts); err != nil {
			t.Fatal(err)
		}
		if _, err := q.Run(context.Background(), &asked, bytes.NewReader(plan), planfmt.Options{}, "json"); err != nil {
			t.Fatalf("%v: %s", err, plan)
		}
		inTree := map[string]bool{}
		for _, s := range uniqueString.FindAllString(tree.String(), -1) {
			inTree[s] = true
		}
		for _, s := range uniqueString.FindAllString(string(plan), -1) {
			if !inTree[s] {
				hidden++
			}
		}
		for _, s := range uniqueString.FindAllString(asked.String(), -1) {
			if open++; !inTree[s] {
				t.Errorf("seed %d: %s is open, and the comparison hides it:\n%s\n%s", seed, s, plan, asked.String())
				break
			}
		}
	}
	t.Logf("%d strings are hidden, %d are open", hidden, open)
}
