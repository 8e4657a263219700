package planvalue

import (
	"cmp"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"golang.org/x/text/unicode/norm"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Fact is what is known about an unknown value. The zero Fact says nothing.
type Fact struct {
	values.Refinement
	// Suffix is what a string ends with.
	Suffix string
	// Document is what a string says that is JSON, or nil.
	Document *value.Value
	// Members are elements that a map has for certain.
	Members map[string]value.Value
	// Identity is a name that two values share only if they are equal.
	Identity string
	// Among is a name that values share of which no two with different identities are equal. It may be empty.
	Among string
	// From says where the fact is from, for messages: "the schema", "main.tf:3".
	From string
}

// Facts says what is known about the unknown values of an object, beyond what the plan and the schema
// say.
type Facts interface {
	// Of returns what is known about the value at a path, in order of preference.
	Of(path plans.Path) []Fact
}

// SeveralFacts are facts from several places.
type SeveralFacts []Facts

// Of returns the facts from all places.
func (s SeveralFacts) Of(path plans.Path) []Fact {
	var all []Fact
	for _, f := range s {
		if f == nil {
			continue
		}
		all = append(all, f.Of(path)...)
	}
	return all
}

// known is what all facts about a value say together.
type known struct {
	Fact
	// prefixFrom and so on say where a part is from.
	prefixFrom, suffixFrom, numberFrom, lengthFrom string
}

// contradiction says that two facts exclude each other.
type contradiction struct{ a, b, what string }

func (c *contradiction) String() string {
	if c.a == c.b {
		return fmt.Sprintf("what %s says about %s contradicts itself", c.a, c.what)
	}
	return fmt.Sprintf("%s and %s contradict each other about %s", c.a, c.b, c.what)
}

// add adds a fact. If it contradicts what is known, add says so.
func (k *known) add(f Fact) *contradiction {
	k.NotNull = k.NotNull || f.NotNull
	if k.Identity == "" {
		k.Identity, k.Among = f.Identity, f.Among
	}
	if k.Document == nil {
		k.Document = f.Document
	}
	if k.Members == nil {
		k.Members = f.Members
	}
	if f.Prefix != "" {
		short, long := f.Prefix, k.Prefix
		if len(short) > len(long) {
			short, long = long, short
		}
		if !strings.HasPrefix(long, short) {
			return &contradiction{k.prefixFrom, f.From, "the beginning"}
		}
		if long != k.Prefix {
			k.Prefix, k.prefixFrom = long, f.From
		}
	}
	if f.Suffix != "" {
		short, long := f.Suffix, k.Suffix
		if len(short) > len(long) {
			short, long = long, short
		}
		if !strings.HasSuffix(long, short) {
			return &contradiction{k.suffixFrom, f.From, "the end"}
		}
		if long != k.Suffix {
			k.Suffix, k.suffixFrom = long, f.From
		}
	}
	if both, changed := intersect(k.Number, f.Number); both.IsEmpty() {
		return &contradiction{cmp.Or(k.numberFrom, f.From), f.From, "the number"}
	} else if changed {
		k.Number, k.numberFrom = both, f.From
	}
	if both, changed := intersect(k.Length, f.Length); both.IsEmpty() || lengthIsEmpty(both) {
		return &contradiction{cmp.Or(k.lengthFrom, f.From), f.From, "the number of elements"}
	} else if changed {
		k.Length, k.lengthFrom = both, f.From
	}
	return nil
}

// intersect returns the numbers that are in both ranges, and whether that are fewer than those of a.
func intersect(a, b values.Range) (both values.Range, changed bool) {
	both = a
	if b.Min.Number != "" && (a.Min.Number == "" || !(values.Range{Min: b.Min}).Contains(a.Min.Number) || b.Min.IsBeyond && !a.Min.IsBeyond) {
		both.Min, changed = b.Min, true
	}
	if b.Max.Number != "" && (a.Max.Number == "" || !(values.Range{Max: b.Max}).Contains(a.Max.Number) || b.Max.IsBeyond && !a.Max.IsBeyond) {
		both.Max, changed = b.Max, true
	}
	return both, changed
}

// lengths returns a range of numbers of elements. The upper one is -1 if there is none.
func lengths(r values.Range) (lower, upper int) {
	upper = -1
	if n, err := strconv.Atoi(r.Min.Number); err == nil {
		lower = max(n, 0)
		if r.Min.IsBeyond {
			lower++
		}
	}
	if n, err := strconv.Atoi(r.Max.Number); err == nil {
		upper = n
		if r.Max.IsBeyond {
			upper--
		}
		upper = max(upper, -1)
	}
	return lower, upper
}

func lengthIsEmpty(r values.Range) bool {
	if r.Max.Number == "" {
		return false
	}
	lower, upper := lengths(r)
	return upper < lower
}

// isWords reports whether a text is not part of a number or a bool, so that what begins or ends with
// it is a string.
func isWords(s string) bool { return strings.Trim(s, "0123456789.+-eEtrufalsTRUFALS") != "" }

// maxCollapse is how many elements a list may have that is made because its length is known.
const maxCollapse = 1000

// refine returns an unknown value with what is known about it. What is known about values of another
// type does not count, and neither does anything about a value of any type.
func (k *known) refine(v value.Value) value.Value {
	t := v.Type()
	if k.Identity != "" {
		v = v.WithIdentityAmong(k.Identity, k.Among)
	}
	if k.Document != nil && t == cty.String {
		v = v.WithDocument(*k.Document)
	}
	if k.Refinement == (values.Refinement{}) && k.Suffix == "" {
		return v
	}
	if k.Prefix != "" && t == cty.String {
		// Who says so has left out what might combine with the rest.
		v = v.WithCty(v.Cty().Refine().StringPrefixFull(norm.NFC.String(k.Prefix)).NewValue())
	}
	f := value.Facts{NotNull: k.NotNull, Suffix: k.Suffix, MinExclusive: k.Number.Min.IsBeyond, MaxExclusive: k.Number.Max.IsBeyond}
	f.Min, _ = parseFloat(k.Number.Min.Number)
	f.Max, _ = parseFloat(k.Number.Max.Number)
	lower, upper := lengths(k.Length)
	if lower <= maxCollapse {
		f.MinLength = lower
	}
	if upper >= 0 {
		f.MaxLength = &upper
	}
	refined, err := value.Refine(v, f)
	if err != nil {
		return v
	}
	if len(k.Members) > 0 && t.IsMapType() && !refined.IsKnown() && !refined.MayBeNull() {
		causes := refined.OwnCauses()
		members := make(map[string]value.Value, len(k.Members))
		for name, m := range k.Members {
			if !m.IsWhollyKnown() {
				m = m.WithCauses(causes...)
			}
			members[name] = m
		}
		refined = refined.WithMembers(members)
	}
	return refined
}

// maxBits is how large or small a number may be. Larger ones would need megabytes as text.
const maxBits = 1 << 15

// parseNumber returns a number exactly. It reports false for numbers that are too large for
// anything.
func parseNumber(text string) (cty.Value, bool) {
	f, ok := parseFloat(text)
	if !ok {
		return cty.NilVal, false
	}
	return cty.NumberVal(f), true
}

func parseFloat(text string) (*big.Float, bool) {
	if text == "" {
		return nil, false
	}
	precision := uint(512)
	if n := 4 * uint(len(text)); n > precision {
		precision = min(n, maxBits)
	}
	f, _, err := big.ParseFloat(text, 10, precision, big.ToNearestEven)
	if err != nil || !fits(f) {
		return nil, false
	}
	return f, true
}

// fits reports whether a number is neither too large nor too small.
func fits(f *big.Float) bool {
	e := f.MantExp(nil)
	return !f.IsInf() && -maxBits <= e && e <= maxBits
}
