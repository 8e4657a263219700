package differ

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/values"
)

func TestAlign(t *testing.T) {
	byValue := dialect.Rules{AlignLists: true}
	texts := dialect.Rules{AlignLists: true, PairTexts: true}
	added := dialect.Rules{AlignLists: true, PairAdded: true}
	for _, test := range []struct {
		name          string
		rules         dialect.Rules
		objects       bool
		before, after string
		want          string // before>after, by index, - for none
	}{
		{"by index", dialect.Rules{}, false, `[1,2,3]`, `[2,3,4]`, "0>0 1>1 2>2"},
		{"nothing gone", dialect.Rules{}, false, `[1,2,2]`, `[2,1,2]`, "0>- 1>0 ->1 2>2"},
		{"by value", byValue, false, `[1,2,3]`, `[2,3,4]`, "0>- 1>0 2>1 ->2"},
		{"objects that go", byValue, true, `[{"k":1},{"k":2}]`, `[{"k":3},{"k":2}]`, "0>0 1>1"},
		{"objects that come", byValue, true, `[{"k":1},{"k":2}]`, `[{"k":9},{"k":1}]`, "->0 0>1 1>-"},
		{"objects that come, paired", added, true, `[{"k":1},{"k":2}]`, `[{"k":9},{"k":1}]`, "0>0 1>1"},
		{"nothing left to pair", added, true, `[{"k":1}]`, `[{"k":9},{"k":1}]`, "0>0 ->1"},
		{"no objects", added, false, `[1]`, `[9,1]`, "->0 0>1"},
		{"texts", texts, false, `["a\nb","x"]`, `["a\nc","x"]`, "0>0 1>1"},
		{"a text and a line", texts, false, `["a\nb"]`, `["b"]`, "0>0"},
		{"texts with no line in common", texts, false, `["a\nb"]`, `["c\nd"]`, "0>- ->0"},
		{"lines", texts, false, `["a"]`, `["b"]`, "0>- ->0"},
		{"text and number", texts, false, `["a\nb"]`, `[1]`, "0>- ->0"},
		{"empty", added, true, `[]`, `[1]`, "->0"},
		{"nulls", byValue, false, `[null,1]`, `[1,null]`, "0>- 1>0 ->1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := listAligner{rules: test.rules, old: values.Of(test.before), new: values.Of(test.after)}
			if test.objects {
				a.elements = objectElements
			}
			got := a.pairs()
			if s := spell(got); s != test.want {
				t.Errorf("got %s, want %s", s, test.want)
			}
		})
	}
}

func TestSetPairs(t *testing.T) {
	for _, test := range []struct {
		name                   string
		before, after, unknown string
		wasSensitive           string
		isSensitive            string
		want                   string
	}{
		{"order does not count", `[1,2]`, `[2,1]`, ``, ``, ``, "0>1 1>0"},
		{"sensitivity does", `["a"]`, `["a"]`, ``, `[true]`, ``, "0>- ->0"},
		{"on both sides", `["a"]`, `["a"]`, ``, `[true]`, `[true]`, "0>0"},
		{"unknown", `["a"]`, `["b",null]`, `[false,true]`, ``, ``, "0>- ->0 ->1"},
		{"the known one of two", `[{"a":1}]`, `[{"a":1},{"a":1}]`, `[{"b":true},{}]`, ``, ``, "0>1 ->0"},
		{"one of two with unknown parts", `[{"a":1}]`, `[{"a":1},{"a":1}]`, `[{"b":true},{"b":true}]`, ``, ``, "0>0 ->1"},
		{"flags that do not fit", `["a"]`, `["a"]`, ``, `[{"b":true}]`, ``, "0>- ->0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := pairSet(&values.Change{
				Before: values.Of(test.before), After: values.Of(test.after), Unknown: values.UnknownFlags(values.Of(test.unknown)),
				BeforeSensitive: values.SensitiveFlags(values.Of(test.wasSensitive)), AfterSensitive: values.SensitiveFlags(values.Of(test.isSensitive)),
			})
			if s := spell(got); s != test.want {
				t.Errorf("got %s, want %s", s, test.want)
			}
		})
	}
}

func spell(pairs []pair) string {
	index := func(i int) string {
		if i < 0 {
			return "-"
		}
		return fmt.Sprint(i)
	}
	var out []string
	for _, p := range pairs {
		out = append(out, index(p.before)+">"+index(p.after))
	}
	return strings.Join(out, " ")
}
