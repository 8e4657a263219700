package view

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/planfmt/planfmt"
)

func TestShortNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		about string
		room  int
		names []string
		want  []string
	}{
		{"there is room", 12, []string{"aws_vpc.main", "aws_vpc.mine"}, []string{"aws_vpc.main", "aws_vpc.mine"}},
		{"the end tells them apart", 16, []string{`aws_subnet.private["eu-1a"]`, `aws_subnet.private["eu-1b"]`}, []string{`aws_su…["eu-1a"]`, `aws_su…["eu-1b"]`}},
		{"the beginning does", 12, []string{"aws_iam_role.the_same_name", "aws_iam_user.the_same_name"}, []string{"aws_iam_rol…", "aws_iam_use…"}},
		{"only the middle does", 14, []string{
			"aws_security_group_rule.front-in-http-from-the-whole-world", "aws_security_group_rule.front-ou-http-from-the-whole-world",
		}, []string{"…ont-in-http-…", "…ont-ou-http-…"}},
		{"two places do", 20, []string{
			`module.region["production-eu"].cloud_bucket.alerts`, `module.region["production-eu"].cloud_bucket.traces`,
			`module.region["production-us"].cloud_bucket.alerts`, `module.region["production-us"].cloud_bucket.traces`,
		}, []string{`…on-eu"].c…et.alerts`, `…on-eu"].c…et.traces`, `…on-us"].c…et.alerts`, `…on-us"].c…et.traces`}},
		{"more places do", 13, []string{
			"aaaaaaaaaaaaaaaaaaa1aaaaaaaaaaaaaaaaaaaaaaaaaaaaa1aaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaa1aaaaaaaaaaaaaaaaaaaaaaaaaaaaa2aaaaaaaaaaaaaaaaaaa",
			"aaaaaaaaaaaaaaaaaaa2aaaaaaaaaaaaaaaaaaaaaaaaaaaaa1aaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaa2aaaaaaaaaaaaaaaaaaaaaaaaaaaaa2aaaaaaaaaaaaaaaaaaa",
		}, []string{"aaaaaaaaaa…#1", "aaaaaaaaaa…#2", "aaaaaaaaaa…#3", "aaaaaaaaaa…#4"}},
		{"one looks like another that has room", 6, []string{"a…cdef", "abcdef", "ab…def", "aQQQQQcdef"}, []string{"a…cdef", "abcdef", "ab…def", "aQ…def"}},
		{"wide characters", 13, []string{"リソース名前その一番", "リソース名前その二番"}, []string{"リソ…その一番", "リソ…その二番"}},
	} {
		var all []siblingName
		for _, n := range test.names {
			all = append(all, siblingName{n, test.room})
		}
		for i, s := range shortenNames(ruler{}, all) {
			if got := s.text(test.names[i]); got != test.want[i] {
				t.Errorf("%s: %s is shown as %q, want %q", test.about, test.names[i], got, test.want[i])
			}
		}
	}
}

// Names that differ never look the same, none is wider than its room, and equal ones look the same.
func TestShortNamesDiffer(t *testing.T) {
	t.Parallel()
	words := []string{"a", "b", "aws_subnet", ".", "_", `["`, `"]`, "private", "日本", "é", "e\u0301", "👩‍👩‍👧", "…", "#1", "1", "0000000000", "0000000000"}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 28))
		measure := ruler{ansi.Method(seed % 2)}
		size := 1 + r.IntN(12)
		some := words[r.IntN(8):]
		all := make([]siblingName, 1+r.IntN(60))
		for i := range all {
			var b strings.Builder
			for range 1 + r.IntN(size) {
				b.WriteString(some[r.IntN(len(some))])
			}
			all[i] = siblingName{b.String(), minRoom + r.IntN(2)*r.IntN(20)}
		}
		looks := map[string]string{}
		for i, s := range shortenNames(measure, all) {
			n := all[i]
			text := s.text(n.text)
			if w := measure.width(text); w > n.room {
				t.Errorf("seed %d: %q has %d cells and takes %d", seed, text, n.room, w)
			}
			if other, ok := looks[text]; ok && other != n.text {
				t.Errorf("seed %d: %q and %q are both shown as %q", seed, other, n.text, text)
			}
			looks[text] = n.text
			if measure.width(n.text) <= n.room && text != n.text {
				t.Errorf("seed %d: %q has room, and is shown as %q", seed, n.text, text)
			}
			if !slices.IsSortedFunc(s.parts, func(a, b textSpan) int { return a.start - b.end }) {
				t.Errorf("seed %d: the parts of %q are %v", seed, n.text, s.parts)
			}
		}
	}
}

// In the tree, too, siblings do not look the same, however narrow it is and however deep they are.
func TestSiblingsDiffer(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`{"format_version":"1.2","resource_changes":[`)
	const count = 120
	for i := range count {
		module := strings.TrimSuffix(strings.Repeat("module.an_environment_with_a_long_name.", i%8+1), ".")
		name := fmt.Sprintf("the_name_that_all_of_them_have_%03d_and_this_too", i)
		fmt.Fprintf(&b, `{"address":"%s.demo_disk_with_a_long_type.%s","module_address":%[1]q,"mode":"managed","type":"demo_disk_with_a_long_type","name":%[2]q,
			"change":{"actions":["create"],"before":null,"after":{"a":"1"}}},`, module, name)
	}
	plan := strings.TrimSuffix(b.String(), ",") + `]}`
	for _, width := range []int{40, 60, 79, 80, 100, 200} {
		v := newViewer(t, Options{Plan: open(t, []byte(plan), planfmt.Options{}), Terminal: Terminal{Width: width, Height: 24}})
		for range groupings {
			v.keys("g")
			s := &v.state
			treeWidth, _, _ := s.panes()
			looks := map[string]bool{}
			seen := 0
			for i := range s.tree.nodes {
				n := &s.tree.nodes[i]
				row := s.treeRow(i, treeWidth, nil)
				var text strings.Builder
				for _, p := range row.pieces {
					text.WriteString(p.text)
				}
				key := fmt.Sprint(n.parent, " ", strings.TrimSpace(strings.TrimPrefix(text.String(), ">")))
				if looks[key] {
					t.Errorf("%d columns, by %s: two siblings look like %s", width, s.tree.by, key)
				}
				looks[key] = true
				if row.width > treeWidth {
					t.Errorf("%d columns: %q is wider than the tree", width, text.String())
				}
				if n.kind == resourceNode {
					seen++
				}
			}
			if seen != count {
				t.Errorf("%d of %d resources are in the tree", seen, count)
			}
		}
	}
}
