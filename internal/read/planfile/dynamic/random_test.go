package dynamic_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"

	"github.com/planfmt/planfmt/internal/read/planfile/dynamic"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// maker makes random types and values of them.
type maker struct{ *rand.Rand }

func (m maker) name() string {
	names := []string{"a", "b", "id", "name", "tags", "é", "a.b", "\"", "new\nline", "", "value", strings.Repeat("long", 20)}
	return names[m.IntN(len(names))]
}

func (m maker) typ(depth int) cty.Type {
	if depth <= 0 || m.IntN(3) == 0 {
		return []cty.Type{cty.String, cty.Number, cty.Bool, cty.DynamicPseudoType}[m.IntN(4)]
	}
	switch m.IntN(5) {
	case 0:
		return cty.List(m.concrete(depth - 1))
	case 1:
		return cty.Set(m.concrete(depth - 1))
	case 2:
		return cty.Map(m.concrete(depth - 1))
	case 3:
		types := make([]cty.Type, m.IntN(4))
		for i := range types {
			types[i] = m.typ(depth - 1)
		}
		return cty.Tuple(types)
	}
	types := map[string]cty.Type{}
	for range m.IntN(5) {
		types[m.name()] = m.typ(depth - 1)
	}
	return cty.Object(types)
}

// concrete returns a type for the elements of a collection, which must all have the same.
func (m maker) concrete(depth int) cty.Type {
	for {
		if t := m.typ(depth); !t.HasDynamicTypes() {
			return t
		}
	}
}

func (m maker) number() cty.Value {
	texts := []string{
		"0", "1", "-1", "127", "128", "-33", "255", "256", "65536", "4294967296", "9223372036854775807", "-9223372036854775808",
		"18446744073709551615", "0.1", "-2.5", "1e20", "1e400", "1e-30", "1234567890.0987654321", strings.Repeat("7", 200), "3.14159265358979323846264338327950288",
	}
	if m.IntN(2) == 0 {
		return cty.NumberFloatVal(m.NormFloat64() * 1e6)
	}
	return cty.MustParseNumberVal(texts[m.IntN(len(texts))])
}

func (m maker) text() string {
	texts := []string{"", "a", "text", "\x00\x1f\x7f", "é\U0001f642", "\"\\/", "line\nline", "\u2028", strings.Repeat("x", 40), strings.Repeat("y", 300), strings.Repeat("z", 70000), "0.1", "null"}
	return texts[m.IntN(len(texts))]
}

func (m maker) value(t cty.Type, depth int) cty.Value {
	if t == cty.DynamicPseudoType {
		switch m.IntN(8) {
		case 0:
			return cty.DynamicVal
		case 1:
			return cty.NullVal(t)
		}
		return m.value(m.concrete(depth), depth)
	}
	switch m.IntN(8) {
	case 0:
		return m.unknown(t)
	case 1:
		return cty.NullVal(t)
	}
	switch {
	case t == cty.String:
		return cty.StringVal(m.text())
	case t == cty.Number:
		return m.number()
	case t == cty.Bool:
		return cty.BoolVal(m.IntN(2) == 0)
	case t.IsListType(), t.IsSetType():
		var elems []cty.Value
		for range m.length() {
			elems = append(elems, m.value(t.ElementType(), depth-1))
		}
		switch {
		case len(elems) == 0 && t.IsListType():
			return cty.ListValEmpty(t.ElementType())
		case len(elems) == 0:
			return cty.SetValEmpty(t.ElementType())
		case t.IsListType():
			return cty.ListVal(elems)
		}
		return cty.SetVal(elems)
	case t.IsMapType():
		elems := map[string]cty.Value{}
		for range m.length() {
			elems[m.name()] = m.value(t.ElementType(), depth-1)
		}
		if len(elems) == 0 {
			return cty.MapValEmpty(t.ElementType())
		}
		return cty.MapVal(elems)
	case t.IsTupleType():
		var elems []cty.Value
		for _, t := range t.TupleElementTypes() {
			elems = append(elems, m.value(t, depth-1))
		}
		return cty.TupleVal(elems)
	}
	members := map[string]cty.Value{}
	for name, t := range t.AttributeTypes() {
		members[name] = m.value(t, depth-1)
	}
	return cty.ObjectVal(members)
}

func (m maker) length() int {
	if m.IntN(50) == 0 {
		return 20
	}
	return m.IntN(4)
}

func (m maker) unknown(t cty.Type) cty.Value {
	v := cty.UnknownVal(t)
	if m.IntN(3) == 0 {
		return v
	}
	r := v.Refine()
	if m.IntN(2) == 0 {
		r = r.NotNull()
	}
	low := m.IntN(10)
	switch {
	case t == cty.String && m.IntN(2) == 0:
		r = r.StringPrefixFull(m.text())
	case t == cty.Number:
		if m.IntN(2) == 0 {
			r = r.NumberRangeLowerBound(cty.NumberFloatVal(float64(low)-2.5), m.IntN(2) == 0)
		}
		if m.IntN(2) == 0 {
			r = r.NumberRangeUpperBound(number("1e30").Add(cty.NumberIntVal(int64(low))), m.IntN(2) == 0)
		}
	case t.IsCollectionType():
		if m.IntN(2) == 0 {
			r = r.CollectionLengthLowerBound(low)
		}
		if m.IntN(2) == 0 {
			r = r.CollectionLengthUpperBound(low + 1 + m.IntN(300))
		}
	}
	return r.NewValue()
}

// expected is what a decoded value should be, worked out from go-cty's.
type expected struct {
	untyped bool // no type is known but those that values say
	refined map[string]values.Refinement
}

// spell returns the known part and all of the tree of what is unknown. The known part is
// empty if all is unknown.
func (e *expected) spell(v cty.Value, t cty.Type, path plans.Path) (known, unknown string) {
	if t == cty.DynamicPseudoType && v.Type() != t {
		inner := expected{refined: e.refined} // its type is there
		return inner.spell(v, v.Type(), path)
	}
	switch {
	case !v.IsKnown():
		if r := refinementOf(v.Range()); r != (values.Refinement{}) {
			e.refined[path.String()] = r
		}
		return "", "true"
	case v.IsNull():
		return "null", "false"
	}
	switch {
	case t == cty.String:
		return values.NewString(v.AsString()).JSON(), "false"
	case t == cty.Number:
		f := v.AsBigFloat()
		text := f.Text('f', -1)
		if e.untyped && !isBinary(f) {
			text = strconv.Quote(text)
		}
		return text, "false"
	case t == cty.Bool:
		return strconv.FormatBool(v.True()), "false"
	case t.IsMapType() || t.IsObjectType():
		return e.members(v, t, path)
	}
	var all, trees []string
	i := 0
	for _, element := range v.Elements() {
		typ := element.Type()
		if t.IsTupleType() {
			typ = t.TupleElementType(i)
		}
		part, tree := e.spell(element, typ, path.Child(plans.Index(i)))
		if part == "" {
			part = "null"
		}
		all, trees = append(all, part), append(trees, tree)
		i++
	}
	return "[" + strings.Join(all, ",") + "]", "[" + strings.Join(trees, ",") + "]"
}

// members spells an object or a map.
func (e *expected) members(v cty.Value, t cty.Type, path plans.Path) (known, unknown string) {
	var all, trees []string
	for key, member := range v.Elements() {
		typ := member.Type()
		if t.IsObjectType() {
			typ = t.AttributeType(key.AsString())
		}
		part, tree := e.spell(member, typ, path.Child(plans.Key(key.AsString())))
		name := values.NewString(key.AsString()).JSON()
		if part != "" {
			all = append(all, name+":"+part)
		}
		if tree != "false" {
			trees = append(trees, name+":"+tree)
		}
	}
	return "{" + strings.Join(all, ",") + "}", "{" + strings.Join(trees, ",") + "}"
}

// isBinary reports whether a number is written as such, and not as a string.
func isBinary(f *big.Float) bool {
	if _, acc := f.Int64(); acc == big.Exact {
		return true
	}
	_, acc := f.Float64()
	return acc == big.Exact && !f.IsInt()
}

func refinementOf(r cty.ValueRange) values.Refinement {
	var out values.Refinement
	t := r.TypeConstraint()
	if t == cty.DynamicPseudoType {
		return out
	}
	out.NotNull = r.DefinitelyNotNull()
	switch {
	case t == cty.String:
		out.Prefix = r.StringPrefix()
	case t == cty.Number:
		low, isIn := r.NumberLowerBound()
		out.Number.Min = boundOf(low, isIn)
		high, isIn := r.NumberUpperBound()
		out.Number.Max = boundOf(high, isIn)
	case t.IsCollectionType():
		if n := r.LengthLowerBound(); n > 0 {
			out.Length.Min.Number = strconv.Itoa(n)
		}
		if n := r.LengthUpperBound(); n < int(^uint(0)>>1) {
			out.Length.Max.Number = strconv.Itoa(n)
		}
	}
	return out
}

func boundOf(n cty.Value, isIn bool) values.Bound {
	if !n.IsKnown() || n.AsBigFloat().IsInf() {
		return values.Bound{}
	}
	return values.Bound{Number: n.AsBigFloat().Text('f', -1), IsBeyond: !isIn}
}

// check decodes bytes and compares the result with what go-cty makes of them.
func check(raw []byte, v cty.Value, t cty.Type, untyped bool) error {
	typ := dynamic.AttributeType(&schema.Attribute{Type: t})
	if untyped {
		typ = dynamic.Type{}
	}
	have, err := dynamic.Decode(raw, typ)
	if err != nil {
		return err
	}
	e := expected{untyped: untyped, refined: map[string]values.Refinement{}}
	known, unknown := e.spell(v, t, plans.Path{})
	switch {
	case !have.Known.Equal(values.Of(known)) || (have.Known.Kind() == values.Absent) != (known == ""):
		return fmt.Errorf("have %s, want %s", have.Known.JSON(), known)
	case !have.AfterUnknown().Equal(values.Of(unknown)):
		return fmt.Errorf("have the tree %s, want %s", have.AfterUnknown().JSON(), unknown)
	case have.Unknown.Kind() == values.Absent && strings.Contains(unknown, "true"):
		return fmt.Errorf("no tree for %s", unknown)
	}
	return e.checkUnknown(have.Unknown, have.Refinements, plans.Path{})
}

// checkUnknown checks the refinements of all that is unknown, and that there are no others.
func (e *expected) checkUnknown(tree values.Value, r values.Refinements, path plans.Path) error {
	if have, want := r.Of(), e.refined[path.String()]; have != want {
		return fmt.Errorf("%s: have %+v, want %+v", path, have, want)
	}
	for i, part := range tree.Elems() {
		step := plans.Index(i)
		if err := e.checkUnknown(part, r.At(step), path.Child(step)); err != nil {
			return err
		}
	}
	for _, m := range tree.Members() {
		step := plans.Key(m.Name)
		if err := e.checkUnknown(m.Value, r.At(step), path.Child(step)); err != nil {
			return err
		}
	}
	return nil
}

// TestRandomValues compares with what go-cty says about random values of random types.
func TestRandomValues(t *testing.T) {
	for seed := range uint64(max(sampling.Count(2_000), 500)) {
		m := maker{rand.New(rand.NewPCG(seed, 1))}
		typ := m.typ(4)
		raw := marshal(t, m.value(typ, 3), typ)
		v, err := ctymsgpack.Unmarshal(raw, typ) // since it may know less about what is unknown
		if err != nil {
			t.Fatal(err)
		}
		for _, untyped := range []bool{false, true} {
			if err := check(raw, v, typ, untyped); err != nil {
				t.Fatalf("seed %d, %#v, untyped %v: %x: %v", seed, typ, untyped, raw, err)
			}
		}
	}
}

// TestMutatedValues changes bytes of values, doubles members and elements, writes lengths and numbers in more bytes than
// they need, and changes what is said about unknown values. The Decoder rejects the result, or makes of it what go-cty makes
// of it.
func TestMutatedValues(t *testing.T) {
	n := sampling.Count(20_000)
	if sampling.Exhaustive() {
		n = 200_000
	}
	rejected, same, refined := 0, 0, 0
	for seed := range uint64(n) {
		m := maker{rand.New(rand.NewPCG(seed, 2))}
		typ := m.typ(3)
		value := m.value(typ, 3)
		if m.IntN(3) == 0 {
			value = m.unknown(typ)
		}
		raw := marshal(t, value, typ)
		for range 1 + m.IntN(2) {
			if m.IntN(2) == 0 {
				raw = m.mutateRefinement(raw)
			} else {
				raw = m.mutate(raw)
			}
		}
		v, err := dynamic.Decode(raw, dynamic.AttributeType(&schema.Attribute{Type: typ}))
		own, ownErr := dynamic.Decode(withType(t, raw, typ), dynamic.OwnType())
		if err != nil && ownErr != nil {
			rejected++
			continue
		}
		want, ok := unmarshal(raw, typ)
		if !ok && ownErr == nil {
			t.Fatalf("seed %d: %x as %#v is an error for go-cty, and %s here", seed, raw, typ, own.Known.JSON())
		}
		if known := own.Known.JSON(); ownErr == nil && cty.NormalizeString(known) == known && !hasSets(want) {
			if err := check(withType(t, raw, typ), want, cty.DynamicPseudoType, false); err != nil {
				t.Fatalf("seed %d: %x as %#v, with its type: %v", seed, raw, typ, err)
			}
		}
		if err != nil {
			rejected++
			continue
		}
		checkValid(t, v, raw)
		if known := v.Known.JSON(); cty.NormalizeString(known) != known {
			continue
		}
		if !ok || hasSets(want) {
			continue // the value contradicts its schema, which may be that of another version
		}
		if err := check(raw, want, typ, false); err != nil {
			t.Fatalf("seed %d: %x as %#v: %v", seed, raw, typ, err)
		}
		same++
		if !v.Refinements.IsEmpty() {
			refined++
		}
	}
	if rejected < n/10 || same < n/5 || refined < n/50 {
		t.Errorf("of %d values, %d were rejected and %d are the same, %d of them refined: too few", n, rejected, same, refined)
	}
	t.Logf("%d values: %d rejected, %d the same, %d of them refined", n, rejected, same, refined)
}

// withType returns a value with its type, as those of outputs are.
func withType(t *testing.T, raw []byte, typ cty.Type) []byte {
	t.Helper()
	text, err := typ.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat([]byte{0x92, 0xc6, 0, 0, byte(len(text) >> 8), byte(len(text))}, text, raw)
}

// mutateRefinement changes what is said about the first unknown value of which something is said.
func (m maker) mutateRefinement(raw []byte) []byte {
	at := bytes.IndexByte(raw, 0x0c) - 1
	var header, length int // in bytes
	switch {
	case at >= 0 && raw[at] >= 0xd5 && raw[at] <= 0xd8:
		header, length = 2, 1<<(raw[at]-0xd4)
	case at >= 1 && raw[at-1] == 0xc7:
		at--
		header, length = 3, int(raw[at+1])
	}
	if length < 2 || at+header+length > len(raw) || length > 200 {
		return m.mutate(raw)
	}
	body := bytes.Clone(raw[at+header : at+header+length])
	entry := [][]byte{
		{1, 0xc2},
		{1, 0xc3},
		{2, 0xa1, 'a'},
		{2, 0xa0},
		{3, 0x92, 5, 0xc3},
		{4, 0x92, 5, 0xc3},
		{4, 0x92, 5, 0xc2},
		{3, 0x92, 0xa1, '5', 0xc3},
		{3, 0x92, 0xcb, 0x3f, 0xb9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a, 0xc3},
		{4, 0x92, 0xa3, '0', '.', '1', 0xc3},
		{4, 0x92, 0xca, 0x7f, 0x80, 0, 0, 0xc3},
		{5, 0},
		{5, 1},
		{6, 0},
		{6, 1},
		{6, 2},
		{5, 0xff},
		{6, 0xd3, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
		{0, 7},
		{7, 6},
		{7, 0xc0},
		{0xff, 1},
		{0xc0, 1},
	}[m.IntN(23)]
	switch m.IntN(6) {
	case 0: // any byte
		body[m.IntN(len(body))] = byte(m.IntN(256))
	case 1: // another property at the start
		body = slices.Concat([]byte{body[0] + 1}, entry, body[1:])
	case 2: // and at the end
		body = slices.Concat([]byte{body[0] + 1}, body[1:], entry)
	case 3: // nothing but these
		body = slices.Concat([]byte{0x82, 1, 0xc2}, entry)
	case 4:
		body = slices.Concat([]byte{0x84, 1, 0xc2}, entry, entry, []byte{7, 0xc0})
		body[len(body)-len(entry)-2] = byte(m.IntN(8))
	case 5: // more, or fewer, than there are
		body[0] += byte(m.IntN(3)) - 1
	}
	return slices.Concat(raw[:at], []byte{0xc7, byte(len(body)), 0x0c}, body, raw[at+header+length:])
}

// mutate changes a value as bytes.
func (m maker) mutate(raw []byte) []byte {
	at := m.IntN(len(raw))
	switch m.IntN(6) {
	case 0:
		raw = bytes.Clone(raw)
		raw[at] = byte(m.IntN(256))
	case 1: // a piece, twice
		end := at + 1 + m.IntN(min(12, len(raw)-at))
		raw = slices.Insert(bytes.Clone(raw), at, raw[at:end]...)
	case 2: // a member more, or less, than the map says
		raw = bytes.Clone(raw)
		if raw[at]&0xf0 == 0x80 {
			raw[at]++
		}
	case 3: // the first name, twice
		if i := bytes.IndexFunc(raw, func(r rune) bool { return r >= 'a' && r <= 'z' }); i > 0 && raw[0]&0xf0 == 0x80 {
			raw = append(append([]byte{raw[0] + 1}, raw[i-1:]...), raw[i-1:min(len(raw), i+1)]...)
			raw = append(raw, 0xc0)
		}
	case 4: // a small number, string, array or map in a longer form
		long := map[byte][]byte{0x80: {0xde, 0}, 0x90: {0xdc, 0}}
		if form := long[raw[at]&0xf0]; form != nil {
			raw = slices.Concat(raw[:at], form, []byte{raw[at] & 0xf}, raw[at+1:])
		} else if raw[at] < 0x80 {
			raw = slices.Concat(raw[:at], []byte{0xd3, 0, 0, 0, 0, 0, 0, 0, raw[at]}, raw[at+1:])
		}
	case 5: // an extension
		raw = slices.Concat(raw[:at], []byte{0xd4, byte(m.IntN(14)), 0}, raw[at:])
	}
	return raw
}

// FuzzDecode checks that whatever both go-cty and the Decoder accept is the same for both, and
// that the Decoder makes valid values of everything that it accepts.
func FuzzDecode(f *testing.F) {
	for seed := range uint64(50) {
		m := maker{rand.New(rand.NewPCG(seed, 1))}
		typ := m.typ(3)
		text, err := typ.MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		if raw := marshal(f, m.value(typ, 3), typ); len(raw) < 1000 {
			f.Add(raw, text)
		}
	}
	f.Fuzz(func(t *testing.T, raw, text []byte) {
		if v, err := dynamic.Decode(raw, dynamic.Type{}); err == nil {
			checkValid(t, v, raw)
		}
		var typ cty.Type
		if err := typ.UnmarshalJSON(text); err != nil {
			return
		}
		v, err := dynamic.Decode(raw, dynamic.AttributeType(&schema.Attribute{Type: typ}))
		if err != nil {
			return
		}
		checkValid(t, v, raw)
		if known := v.Known.JSON(); cty.NormalizeString(known) != known {
			return // go-cty normalises strings when they are read, which makes no difference to what it writes
		}
		if want, ok := unmarshal(raw, typ); ok && !hasSets(want) {
			if err := check(raw, want, typ, false); err != nil {
				t.Errorf("%x as %s: %v", raw, text, err)
			}
		}
	})
}

// checkValid checks that a value is what it would be if it were parsed from its own text.
func checkValid(t *testing.T, v dynamic.Value, raw []byte) {
	t.Helper()
	for _, part := range []values.Value{v.Known, v.Unknown} {
		if part.Kind() == values.Absent {
			continue
		}
		text := part.JSON()
		if len(text) > 9<<20+9*len(raw) {
			t.Errorf("%d bytes become %d", len(raw), len(text))
		}
		parsed, err := new(values.Parser).ParseString(text)
		if err != nil || !parsed.Equal(part) || !part.Equal(parsed) || part.Hash() != parsed.Hash() {
			t.Errorf("%x: %s: %v", raw, text, err)
		}
	}
}

// unmarshal decodes with go-cty, which panics if refinements contradict each other.
func unmarshal(raw []byte, typ cty.Type) (v cty.Value, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	v, err := ctymsgpack.Unmarshal(raw, typ)
	return v, err == nil
}

// hasSets reports whether there is a set in a value. go-cty changes their order.
func hasSets(v cty.Value) (has bool) {
	_ = cty.Walk(v, func(_ cty.Path, part cty.Value) (bool, error) {
		has = has || part.Type().IsSetType() && part.IsKnown() && !part.IsNull()
		return !has, nil
	})
	return has
}
