package funcs

import (
	"slices"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func of(args []cty.Value) []value.Value {
	all := make([]value.Value, len(args))
	for i, a := range args {
		all[i] = value.Of(a)
	}
	return all
}

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range All() {
		switch {
		case seen[f.Name]:
			t.Errorf("%s is there twice", f.Name)
		case f.Description == "" || f.Description[len(f.Description)-1] != '.':
			t.Errorf("%s has no description of whole sentences", f.Name)
		case f.Example == "" && f.Call != nil && f.Name != "timestamp":
			t.Errorf("%s has no example", f.Name)
		case f.Returns == nil && f.Type == nil:
			t.Errorf("%s has no type", f.Name)
		}
		seen[f.Name] = true
		params := f.Params
		if f.Variadic != nil {
			params = append(params[:len(params):len(params)], *f.Variadic)
		}
		for _, p := range params {
			if p.Name == "" || p.Type == nil || p.Description == "" || p.Description[len(p.Description)-1] != '.' {
				t.Errorf("%s: the parameter %q lacks something", f.Name, p.Name)
			}
		}
		if f.Partial && !f.Nullable && len(params) > 0 && !slices.ContainsFunc(params, func(p Param) bool { return !p.Total }) {
			t.Errorf("%s may fail, but not because of any argument", f.Name)
		}
	}
	for _, f := range Core() {
		if f.Extension {
			t.Errorf("%s is an extension", f.Name)
		}
	}
}

func TestUnknown(t *testing.T) {
	str := func(prefix string) cty.Value {
		return cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull(prefix).NewValue()
	}
	s := cty.StringVal
	unknown := cty.UnknownVal(cty.Bool)
	for _, c := range []struct {
		name string
		args []cty.Value
		want cty.Value
	}{
		{"startswith", []cty.Value{str("acme-prod-"), s("acme-")}, cty.True},
		{"startswith", []cty.Value{str("acme-"), s("acme-prod-")}, unknown},
		{"startswith", []cty.Value{str("acme-"), s("corp-")}, cty.False},
		{"startswith", []cty.Value{str(""), s("")}, cty.True},
		{"startswith", []cty.Value{s("acme"), str("b")}, cty.False},
		{"startswith", []cty.Value{s("acme"), str("a")}, unknown},
		{"startswith", []cty.Value{str("a"), str("b")}, cty.False},
		{"endswith", []cty.Value{str("acme-"), s("-")}, unknown},
		{"contains_substring", []cty.Value{str("acme-"), s("me")}, cty.True},
		{"contains_substring", []cty.Value{str("acme-"), s("zz")}, unknown},
		{"contains_substring", []cty.Value{s("acme-"), str("zz")}, cty.False},
		{"regex_match", []cty.Value{str("acme-prod-"), s("^acme-(prod|dev)-")}, cty.True},
		{"regex_match", []cty.Value{str("acme-prod-"), s("^corp-")}, cty.False},
		{"regex_match", []cty.Value{str("acme-prod-"), s("corp-")}, unknown},
		{"regex_match", []cty.Value{str("acme-prod-"), s("prod")}, cty.True},
		{"regex_match", []cty.Value{str("acme-prod-"), s("^acme-prod-$")}, unknown},
		{"regex_match", []cty.Value{str("acme-prod-"), s("^acme-$")}, cty.False},
		{"regex_match", []cty.Value{str("acme-prod-"), s("^[a-z-]+$")}, unknown},
		{"regex_match", []cty.Value{str("acme-prod-"), s("^[a-z]+$")}, cty.False},
		{"regex_match", []cty.Value{str("acme-prod-"), s("^acme.*x$")}, unknown},
		{"regex_match", []cty.Value{str("acme-prod-"), s(`^acme\b`)}, cty.True},
		{"regex_match", []cty.Value{str("acme-prod"), s(`^acme-prod\b`)}, unknown},
		{"regex_match", []cty.Value{str(""), s("")}, cty.True},
		{"regex_match", []cty.Value{str("a\n"), s("(?m)^x")}, unknown},
		{"regex_match", []cty.Value{str("a"), s("(?m)^x")}, unknown},
		{"regex_match", []cty.Value{str("a"), s("^(?:b|c)")}, cty.False},
		{"length", []cty.Value{cty.UnknownVal(cty.Tuple([]cty.Type{cty.String}))}, cty.NumberIntVal(1)},
		{"alltrue", []cty.Value{cty.TupleVal([]cty.Value{unknown, cty.False})}, cty.False},
		{"alltrue", []cty.Value{cty.TupleVal([]cty.Value{unknown, cty.True})}, unknown},
		{"anytrue", []cty.Value{cty.TupleVal([]cty.Value{unknown, cty.True})}, cty.True},
		{"anytrue", []cty.Value{cty.TupleVal([]cty.Value{unknown, cty.False})}, unknown},
		{"valuetostring", []cty.Value{cty.UnknownVal(cty.String)}, s("(unknown)")},
		{"valuetostring", []cty.Value{cty.NullVal(cty.String)}, s("(null)")},
	} {
		f := named(t, c.name)
		r, err := Call(f, of(c.args), budget.New(0))
		if err != nil {
			t.Errorf("%s(%#v): %v", c.name, c.args, err)
			continue
		}
		got := r.Value.Cty()
		if got.IsKnown() != c.want.IsKnown() || got.IsKnown() && !got.RawEquals(c.want) {
			t.Errorf("%s(%#v) is %#v, not %#v", c.name, c.args, got, c.want)
		}
	}
}

func named(t *testing.T, name string) *Function {
	t.Helper()
	for _, f := range All() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

func TestSetProductIsLimited(t *testing.T) {
	numbers := make([]cty.Value, 100)
	for i := range numbers {
		numbers[i] = cty.NumberIntVal(int64(i))
	}
	args := []value.Value{}
	for range 8 {
		args = append(args, value.Of(cty.ListVal(numbers)))
	}
	if _, err := setProduct(args); err == nil {
		t.Error("a product of 10^16 elements is no error")
	}
	if r, err := setProduct(args[:2]); err != nil || r.Value.Type().IsTupleType() {
		t.Errorf("a product of 10,000 elements is %v, %v", r.Value, err)
	}
}

// TestKnownEnds shows what functions say about the beginning and the end of what is not wholly known.
func TestKnownEnds(t *testing.T) {
	s := func(s string) value.Value { return value.Of(cty.StringVal(s)) }
	n := func(n int64) value.Value { return value.Of(cty.NumberIntVal(n)) }
	between := func(prefix, suffix string) value.Value {
		v, err := value.Refine(value.Unknown(cty.String), value.Facts{NotNull: true, Prefix: prefix, Suffix: suffix})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	name := between("acme-prod-", "-end")
	for _, c := range []struct {
		name           string
		args           []value.Value
		prefix, suffix string
		known          bool
	}{
		{"upper", []value.Value{name}, "ACME-PROD-", "-END", false},
		{"lower", []value.Value{between("A-é-", "É-B")}, "a-", "-b", false},
		{"trimprefix", []value.Value{name, s("acme-")}, "prod-", "-end", false},
		{"trimprefix", []value.Value{name, s("x")}, "acme-prod-", "-end", false},
		{"trimprefix", []value.Value{between("", "-end"), s("a-")}, "", "end", false},
		{"trimsuffix", []value.Value{name, s("-end")}, "acme-pro", "", false},
		{"trimsuffix", []value.Value{name, s("x")}, "acme-prod-", "-end", false},
		{"trimsuffix", []value.Value{name, s("d")}, "acme-prod-", "-en", false},
		{"trimspace", []value.Value{between(" a-", "-b ")}, "a-", "-b", false},
		{"trim", []value.Value{name, s("ad")}, "cme-prod-", "-en", false},
		{"chomp", []value.Value{between("a-", "-b\n")}, "a-", "-b", false},
		{"substr", []value.Value{name, n(0), n(4)}, "acme", "acme", true},
		{"substr", []value.Value{name, n(5), n(4)}, "prod", "prod", true},
		{"substr", []value.Value{name, n(0), n(9)}, "acme-prod", "acme-prod", true},
		{"substr", []value.Value{name, n(0), n(10)}, "acme-pro", "", false}, // the last may combine with what follows
		{"substr", []value.Value{name, n(5), n(-1)}, "pro", "", false},
		{"substr", []value.Value{name, n(-4), n(4)}, "", "", false},
		{"format", []value.Value{s("%s/%s-%02d"), s("x"), name, n(7)}, "x/acme-prod-", "-end-07", false},
		{"format", []value.Value{s("%%%s"), value.Unknown(cty.String)}, "%", "", false},
		{"format", []value.Value{s("a-%[1]s-b"), name}, "a-", "", false},
		{"coalesce", []value.Value{value.Unknown(cty.String), s("a")}, "", "", false},
		{"coalesce", []value.Value{name, s("b")}, "acme-prod-", "-end", false},
		{"coalesce", []value.Value{s(""), name}, "acme-prod-", "-end", false},
	} {
		r, err := Call(named(t, c.name), c.args, budget.New(0))
		if err != nil {
			t.Errorf("%s(%#v): %v", c.name, ctys(c.args), err)
			continue
		}
		if p, s := prefix(r.Value), suffix(r.Value); p != c.prefix || s != c.suffix || r.Value.IsKnown() != c.known {
			t.Errorf("%s(%#v) begins with %q and ends with %q, not with %q and %q", c.name, ctys(c.args), p, s, c.prefix, c.suffix)
		}
	}
}
