package plans

import (
	"errors"
	"strconv"
	"strings"
	"testing"
)

func TestActions(t *testing.T) {
	for a := NoOp; a < Unknown; a++ {
		got, ok := ParseAction(strings.Split(a.String(), ","))
		if got != a || !ok {
			t.Errorf("%v reads back as %v, %v", a, got, ok)
		}
	}
	for _, steps := range [][]string{nil, {}, {""}, {"unknown"}, {"Create"}, {"create", "update"}, {"create", "delete", "create"}, {"create,delete", ""}} {
		if got, ok := ParseAction(steps); got != Unknown || ok {
			t.Errorf("%q reads as %v, %v", steps, got, ok)
		}
	}
	if s := Action(200).String(); s != "action(200)" {
		t.Errorf("an action that does not exist is %q", s)
	}
}

func TestPathString(t *testing.T) {
	for want, p := range map[string]Path{
		"":                   NewPath(),
		"a":                  NewPath(Key("a")),
		"disk[0].size":       NewPath(Key("disk"), Index(0), Key("size")),
		`tags["Name tag"]`:   NewPath(Key("tags"), Key("Name tag")),
		`["0"][1].x`:         NewPath(Key("0"), Index(1), Key("x")),
		"a-b._c.d1":          NewPath(Key("a-b"), Key("_c"), Key("d1")),
		`a[""]["-b"]["é\n"]`: NewPath(Key("a"), Key(""), Key("-b"), Key("é\n")),
	} {
		if got := p.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestSteps(t *testing.T) {
	if k, ok := Key("a").Key(); k != "a" || !ok {
		t.Errorf("Key: %q, %v", k, ok)
	}
	if _, ok := Key("a").Index(); ok {
		t.Error("a key is an index")
	}
	if i, ok := Index(3).Index(); i != 3 || !ok {
		t.Errorf("Index: %d, %v", i, ok)
	}
	if _, ok := Index(3).Key(); ok {
		t.Error("an index is a key")
	}
}

func TestLast(t *testing.T) {
	if _, ok := NewPath().Last(); ok {
		t.Error("the empty path has a last step")
	}
	if last, ok := NewPath(Key("a"), Index(2)).Last(); last != Index(2) || !ok {
		t.Errorf("the last step is %v, %v", last, ok)
	}
}

// Two children of a path never write over each other's last step.
func TestChildrenAreApart(t *testing.T) {
	parent := NewPath(Key("a"))
	x, y := parent.Child(Key("x")), parent.Child(Key("y"))
	if x.String() != "a.x" || y.String() != "a.y" || parent.String() != "a" {
		t.Errorf("%s and %s of %s", x, y, parent)
	}
}

// walk goes down a set.
func walk(s PathSet, steps ...Step) PathSet {
	for _, step := range steps {
		s = s.Under(step)
	}
	return s
}

func TestExactPaths(t *testing.T) {
	s := ExactPaths([]Path{NewPath(Key("a")), NewPath(Key("l"), Index(1), Key("x")), NewPath(Key("l"), Key("2"))})
	for _, test := range []struct {
		at             []Step
		matches, empty bool
	}{
		{nil, false, false},
		{[]Step{Key("a")}, true, false},
		{[]Step{Key("a"), Key("b")}, false, true},
		{[]Step{Key("b")}, false, true},
		{[]Step{Key("l")}, false, false},
		{[]Step{Key("l"), Index(1)}, false, false},
		{[]Step{Key("l"), Index(1), Key("x")}, true, false},
		{[]Step{Key("l"), Index(2)}, true, false}, // spelled "2"
		{[]Step{Key("l"), Key("2")}, true, false},
		{[]Step{Key("l"), Key("1")}, false, true}, // an index is no key
	} {
		got := walk(s, test.at...)
		if got.Matches() != test.matches || got.Empty() != test.empty || got.All() {
			t.Errorf("at %s: matches %v, empty %v, all %v", NewPath(test.at...), got.Matches(), got.Empty(), got.All())
		}
	}
	if text := s.String(); text != `[a l[1].x l["2"]]` {
		t.Errorf("the paths are %s", text)
	}
	if root := ExactPaths([]Path{NewPath()}); !root.Matches() || root.Under(Key("a")).Matches() {
		t.Error("the empty path is the root, and only that")
	}
	if none := (PathSet{}); none.Matches() || !none.Empty() || none.Under(Index(0)).Matches() {
		t.Error("the zero set has members")
	}
}

func TestPrefixPaths(t *testing.T) {
	s := PrefixPaths([]Path{NewPath(Key("a")), NewPath(Key("l"), Index(1), Key("x"))})
	for _, test := range []struct {
		at           []Step
		matches, all bool
	}{
		{nil, true, false},
		{[]Step{Key("a")}, true, true},
		{[]Step{Key("a"), Key("b"), Index(7)}, true, true},
		{[]Step{Key("b")}, false, false},
		{[]Step{Key("l")}, true, false},
		{[]Step{Key("l"), Index(0)}, false, false},
		{[]Step{Key("l"), Index(1)}, true, false},
		{[]Step{Key("l"), Index(1), Key("x")}, true, true},
		{[]Step{Key("l"), Index(1), Key("y")}, false, false},
		{[]Step{Key("l"), Index(1), Key("y"), Key("z")}, false, false},
	} {
		got := walk(s, test.at...)
		if got.Matches() != test.matches || got.All() != test.all {
			t.Errorf("at %s: matches %v, all %v", NewPath(test.at...), got.Matches(), got.All())
		}
	}
	for name, s := range map[string]PathSet{"the empty path": PrefixPaths([]Path{NewPath()}), "no path and a longer one": PrefixPaths([]Path{NewPath(), NewPath(Key("a"))})} {
		if !s.Matches() || !s.All() || s.Empty() || !walk(s, Key("a"), Index(1)).All() {
			t.Errorf("%s does not have every node", name)
		}
	}
	if none := PrefixPaths(nil); none.Matches() || !none.Empty() {
		t.Error("no paths have members")
	}
}

func TestError(t *testing.T) {
	cause := errors.New("want string, have list")
	for want, e := range map[string]*Error{
		"want string, have list":                              {},
		"aws_instance.web: want string, have list":            {Address: "aws_instance.web"},
		"a.b: after: want string, have list":                  {Address: "a.b", Field: "after"},
		`a.b: after.tags["The name"]: want string, have list`: {Address: "a.b", Field: "after", Path: NewPath(Key("tags"), Key("The name"))},
		`after["x y"][0]: want string, have list`:             {Field: "after", Path: NewPath(Key("x y"), Index(0))},
		"disk[0].size: want string, have list":                {Path: NewPath(Key("disk"), Index(0), Key("size"))},
	} {
		e.Err = cause
		if got := e.Error(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if !errors.Is(e, cause) {
			t.Errorf("%s: the cause is lost", want)
		}
	}
}

// TestPaths checks that paths that share an allocation are those of Path.Child.
func TestPaths(t *testing.T) {
	for _, paths := range []*Paths{nil, new(Paths)} {
		var got, want []Path
		add := func(parent Path, s Step) Path {
			got, want = append(got, paths.Child(parent, s)), append(want, parent.Child(s))
			return got[len(got)-1]
		}
		var parent Path
		for i := range 40 {
			parent = add(parent, Key(strconv.Itoa(i)))
			for j := range 5 {
				add(parent, Index(j))
			}
		}
		for i := range got {
			if !got[i].Equal(want[i]) || i > 0 && got[i].Equal(want[i-1]) {
				t.Fatalf("path %d is %s, want %s", i, got[i], want[i])
			}
		}
	}
}
