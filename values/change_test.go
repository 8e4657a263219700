package values

import (
	"errors"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/plans"
)

func TestChangeOfMap(t *testing.T) {
	c := Change{
		Before:          Of(`{"a": 1, "n": null, "b": 2}`),
		After:           Of(`{"a": 3, "c": null}`),
		Unknown:         UnknownFlags(Of(`{"u": true, "a": false}`)),
		BeforeSensitive: SensitiveFlags(Of(`{"a": true, "s": {}}`)),
		AfterSensitive:  SensitiveFlags(Of(`true`)),
		ReplacePaths:    plans.ExactPaths([]plans.Path{plans.NewPath(plans.Key("a"))}),
		Path:            plans.NewPath(plans.Key("m")),
	}
	m, err := c.AsMap()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Keys(), []string{"a", "b", "c", "n"}; !slices.Equal(got, want) {
		t.Errorf("keys %q, want %q", got, want)
	}
	if got, want := m.AllKeys(), []string{"a", "b", "c", "n", "s", "u"}; !slices.Equal(got, want) {
		t.Errorf("all keys %q, want %q", got, want)
	}
	for key, want := range map[string]struct {
		before, after                      string
		beforeExplicit, afterExplicit      bool
		unknown, wasSensitive, isSensitive bool
		replaces                           bool
	}{
		"a": {"1", "3", true, true, false, true, true, true},
		"b": {"2", "", true, false, false, false, true, false},
		"c": {"", "null", false, true, false, false, true, false},
		"n": {"null", "", true, false, false, false, true, false},
		"u": {"", "", false, false, true, false, true, false},
		"s": {"", "", false, false, false, false, true, false},
	} {
		got := m.GetChild(key)
		if got.Before.JSON() != want.before || got.After.JSON() != want.after {
			t.Errorf("%s: %s -> %s", key, got.Before.JSON(), got.After.JSON())
		}
		if got.BeforeExplicit != want.beforeExplicit || got.AfterExplicit != want.afterExplicit {
			t.Errorf("%s: explicit before %v, after %v", key, got.BeforeExplicit, got.AfterExplicit)
		}
		if on := got.Sensitive(); on != (plans.Sides{Before: want.wasSensitive, After: want.isSensitive}) || got.IsUnknown() != want.unknown {
			t.Errorf("%s: sensitive %+v, unknown %v", key, on, got.IsUnknown())
		}
		if got.Replaces() != want.replaces || !got.RelevantAttributes.All() {
			t.Errorf("%s: replaces %v, all relevant %v", key, got.Replaces(), got.RelevantAttributes.All())
		}
		if p := got.Path.String(); p != "m."+key {
			t.Errorf("%s: the path is %s", key, p)
		}
	}
}

func TestIsUnchanged(t *testing.T) {
	for _, test := range []struct {
		before, after, unknown, wasSensitive, isSensitive string
		want                                              bool
	}{
		{`{"a":[1,"x"]}`, `{"a":[1,"x"]}`, ``, ``, ``, true},
		{`{"a":[1,"x"]}`, `{"a": [1, "\u0078"]}`, `{"a":[false]}`, `{"a":[false]}`, `{"a": [false]}`, true},
		{`{"a":1}`, `{"a":2}`, ``, ``, ``, false},
		{`{"a":1}`, `{"a":1}`, `{"a":true}`, ``, ``, false},
		{`{"a":1}`, `{"a":1}`, ``, `{"a":true}`, `{}`, false},
		{`{"a":1}`, `{"a":1}`, ``, ``, `{}`, false}, // absent marks are not the same as none
		{`{"a":1}`, `{"a":1}`, ``, `null`, ``, false},
		{`null`, `null`, ``, ``, ``, true},
		{`null`, ``, ``, ``, ``, false},
	} {
		c := Change{
			Before: Of(test.before), After: Of(test.after), Unknown: UnknownFlags(Of(test.unknown)),
			BeforeSensitive: SensitiveFlags(Of(test.wasSensitive)), AfterSensitive: SensitiveFlags(Of(test.isSensitive)),
		}
		if have := c.IsUnchanged(); have != test.want {
			t.Errorf("%+v: unchanged is %v", test, have)
		}
		c.AfterExplicit = true
		if c.IsUnchanged() {
			t.Errorf("%+v: unchanged, but explicit on one side only", test)
		}
	}
}

func TestChangeOfSlice(t *testing.T) {
	c := Change{
		Before: Of(`[1, null]`), After: Of(`[3, 4, 5]`),
		Unknown: UnknownFlags(Of(`[false, false, true]`)), BeforeSensitive: SensitiveFlags(Of(`[true]`)), AfterSensitive: SensitiveFlags(Of(`[false, true]`)),
		ReplacePaths: plans.ExactPaths([]plans.Path{plans.NewPath(plans.Index(1))}),
	}
	s, err := c.AsSlice()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		before, after                int
		was, is, path                string
		wasSensitive, isSensitive    bool
		unknown, replaces            bool
		beforeExplicit, afterExplict bool
	}{
		{0, 0, "1", "3", "[0]", true, false, false, false, true, true},
		{0, 1, "1", "4", "[0]", true, true, false, false, true, true},
		{1, -1, "null", "", "[1]", true, false, false, true, true, false},
		{-1, 2, "", "5", "[2]", false, true, true, false, false, true},
		{-1, 1, "", "4", "[1]", false, true, false, true, false, true},
		{7, 1, "", "4", "[1]", false, true, false, true, false, true},
		{1, 7, "null", "", "[1]", true, false, false, true, true, false},
	} {
		got := s.GetChild(test.before, test.after)
		on := got.Sensitive()
		if got.Before.JSON() != test.was || got.After.JSON() != test.is || got.Path.String() != test.path ||
			on != (plans.Sides{Before: test.wasSensitive, After: test.isSensitive}) || got.IsUnknown() != test.unknown || got.Replaces() != test.replaces ||
			got.BeforeExplicit != test.beforeExplicit || got.AfterExplicit != test.afterExplict {
			t.Errorf("from %d to %d: %s -> %s at %s, sensitive %+v, unknown %v, replaces %v, explicit %v -> %v", test.before, test.after,
				got.Before.JSON(), got.After.JSON(), got.Path, on, got.IsUnknown(), got.Replaces(), got.BeforeExplicit, got.AfterExplicit)
		}
	}
}

func TestChangeOfOtherKinds(t *testing.T) {
	at := plans.NewPath(plans.Key("tags"), plans.Key("the name"))
	for _, test := range []struct {
		c    Change
		kind Kind
		want string
	}{
		{Change{Before: Of(`"x"`), Path: at}, Object, `before.tags["the name"]: want object, have string`},
		{Change{Before: Of(`null`), After: Of(`1`), Path: at}, Array, `after.tags["the name"]: want list, have number`},
		{Change{After: Of(`{}`)}, Array, `after: want list, have object`},
		{Change{Before: Of(`[]`), After: Of(`null`)}, Array, ""},
		{Change{}, Object, ""},
	} {
		var err error
		if test.kind == Object {
			_, err = test.c.AsMap()
		} else {
			_, err = test.c.AsSlice()
		}
		if test.want == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
			continue
		}
		var kind *KindError
		if !errors.As(err, &kind) || kind.Want != test.kind {
			t.Errorf("%v: no KindError that wants it", err)
		}
	}
}
