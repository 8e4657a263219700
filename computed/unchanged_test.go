package computed_test

import (
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// maker counts how often the parts are made.
type maker struct {
	keys []string
	made int
}

func (m *maker) MakeParts() []computed.Member {
	m.made++
	var out []computed.Member
	for _, key := range m.keys {
		out = append(out, computed.Member{Key: key, Diff: leaf(key, key)})
	}
	return out
}

func leaf(before, after string) computed.Diff {
	d := computed.Diff{Renderer: renderers.Primitive(
		computed.Literal{Kind: computed.NumberLiteral, Text: before}, computed.Literal{Kind: computed.NumberLiteral, Text: after})}
	if before != after {
		d.Action = plans.Update
	}
	return d
}

// Unchanged parts are where they belong, and made once, when somebody asks for them.
func TestUnchanged(t *testing.T) {
	gaps := []computed.Gap{{At: 0, Len: 1}, {At: 1, Len: 2}, {At: 2, Len: 1}}
	elements := []computed.Diff{leaf("x", "y"), leaf("y", "z")}
	members := []computed.Member{{Key: "b", Diff: elements[0]}, {Key: "e", Diff: elements[1]}}
	tests := map[string]struct {
		container func(*computed.Unchanged) computed.DiffRenderer
		made      int // by drawing what changes
		text      string
	}{
		"list": {
			func(u *computed.Unchanged) computed.DiffRenderer { return renderers.List(elements, u) }, 1,
			"[\n        1,\n      ~ x -> y,\n        2,\n        3,\n      ~ y -> z,\n        4,\n    ]",
		},
		"set": {
			func(u *computed.Unchanged) computed.DiffRenderer { return renderers.Set(elements, u) }, 0,
			"[\n      ~ x -> y,\n      ~ y -> z,\n        # (4 unchanged elements hidden)\n    ]",
		},
		"map": {
			func(u *computed.Unchanged) computed.DiffRenderer { return renderers.Map(members, u) }, 0,
			"{\n      ~ \"b\"   = x -> y\n      ~ \"e\"   = y -> z\n        # (4 unchanged elements hidden)\n    }",
		},
		"object": {
			func(u *computed.Unchanged) computed.DiffRenderer { return renderers.Object(members, u) }, 0,
			"{\n      ~ b     = x -> y\n      ~ e     = y -> z\n        # (4 unchanged attributes hidden)\n    }",
		},
		"blocks": {
			func(u *computed.Unchanged) computed.DiffRenderer {
				return renderers.Block(nil, nil, []computed.BlockGroup{{Type: "t", Members: members, Unchanged: u}})
			}, 0,
			"{\n      ~ t x -> y\n      ~ t y -> z\n\n        # (4 unchanged blocks hidden)\n    }",
		},
	}
	for name, test := range tests {
		m := &maker{keys: []string{"1", "2", "3", "4"}}
		d := computed.Diff{Renderer: test.container(&computed.Unchanged{Gaps: gaps, Width: 5, Maker: m}), Action: plans.Update}
		if got := d.Text(); got != test.text || m.made != test.made {
			t.Errorf("%s, parts made %d times:\n%s", name, m.made, got)
		}
		var walked int
		d.Walk(func(computed.Diff) computed.Visit {
			walked++
			return computed.SkipUnchanged
		})
		if walked != 3 || m.made != test.made {
			t.Errorf("%s: %d walked, parts made %d times", name, walked, m.made)
		}
		want := 0
		for range d.Content().MadeParts() {
			want++
		}
		made := 0
		rebuilt := computed.Rebuild(d.Renderer, computed.Replacement{MadeOnly: true, Part: func(d computed.Diff) computed.Diff {
			made++
			return d
		}})
		same := computed.Diff{Renderer: rebuilt, Action: plans.Update}.Text()
		if same != test.text || made != want || m.made != test.made {
			t.Errorf("%s: %d parts replaced, parts made %d times:\n%s", name, made, m.made, same)
		}
		drawn := d.Transform(func(d computed.Diff) computed.Diff {
			if d.Action == plans.NoOp {
				d.Action = plans.Create
			}
			return d
		})
		walked = 0
		drawn.Walk(func(d computed.Diff) computed.Visit {
			if walked++; d.Action == plans.NoOp {
				t.Errorf("%s: not transformed: %s", name, d.Text())
			}
			return computed.Continue
		})
		if before, after := d.Content().Count(); walked != 7 || before != 6 || after != 6 || m.made != 1 {
			t.Errorf("%s: %d walked, %d and %d parts, made %d times", name, walked, before, after, m.made)
		}
	}
}
