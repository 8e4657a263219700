package policy

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/base/hclname"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/verdict"
)

// What stands in messages for values that are not shown.
const (
	sensitiveText   = "(sensitive value)"
	unavailableText = "(not available)"
)

// message returns the text of a message. Nothing in it can change a verdict: for a part that cannot be
// evaluated, is not known yet or must not be shown, there is a text that says so.
func (h *scopeHost) message(e model.Expr) string {
	var b strings.Builder
	if t, ok := e.(*model.Template); ok {
		for _, part := range t.Parts {
			b.WriteString(messagePart(h.eval(part)))
		}
	} else {
		b.WriteString(messagePart(h.eval(e)))
	}
	return strings.TrimSpace(b.String())
}

func messagePart(r eval.Result) string {
	if r.Err != nil {
		return unavailableText
	}
	v := r.Value
	switch {
	case v.HasSensitive():
		return sensitiveText
	case v.IsNull() && r.MayFail != nil:
		return value.UnknownText(r.Causes)
	case v.IsNull():
		return "(null)"
	}
	s, _, err := value.Convert(v, cty.String)
	switch {
	case err != nil:
		return unavailableText
	case !s.IsKnown():
		return value.UnknownText(v.Causes())
	}
	return s.Cty().AsString()
}

const (
	// maxShown is how many parts of a condition are shown.
	maxShown = 8
	// maxShownText is how many bytes of a value are shown.
	maxShownText = 100
)

// shown returns the values of the parts of a condition.
func (h *scopeHost) shown(e model.Expr) []verdict.Shown {
	s := shower{host: h, seen: map[string]bool{}}
	s.visit(e)
	return s.all
}

type shower struct {
	host *scopeHost
	all  []verdict.Shown
	seen map[string]bool // ranges
}

// visit shows the parts of an expression that are references, and what is not a constant in calls.
// What depends on the variables of a loop has no single value.
func (s *shower) visit(e model.Expr) {
	if e == nil || len(s.all) >= maxShown {
		return
	}
	switch e := e.(type) {
	case *model.Template:
		s.visitAll(e.Parts)
	case *model.Attr:
		if !closed(e) {
			s.visit(e.Object)
			return
		}
		v, ok := s.show(e)
		if root, isRoot := e.Object.(*model.Root); ok && isRoot && root.Name == "local" && v.Type() == cty.Bool {
			// How a bool comes about says more than the bool.
			if l := s.host.local(e.Name); l != nil {
				s.visit(l)
			}
		}
	case *model.Index:
		if !closed(e) {
			s.visit(e.Collection)
			s.visit(e.Key)
			return
		}
		s.show(e)
	case *model.Splat:
		s.visit(e.Source)
	case *model.Unary:
		s.visit(e.Operand)
	case *model.Binary:
		s.visit(e.Left)
		s.visit(e.Right)
	case *model.Conditional:
		s.visit(e.Condition)
		s.visit(e.Then)
		s.visit(e.Else)
	case *model.For:
		s.visit(e.Source)
	case *model.Call:
		s.visitAll(e.Args)
	case *model.HostCall:
		s.visitAll(e.Args)
	case *model.Try:
		s.show(e)
	case *model.Convert:
		s.visit(e.Operand)
	case *model.Object:
		for _, item := range e.Items {
			s.visit(item.Value)
		}
	case *model.Tuple:
		s.visitAll(e.Elems)
	}
}

func (s *shower) visitAll(all []model.Expr) {
	for _, e := range all {
		s.visit(e)
	}
}

func (s *shower) show(e model.Expr) (value.Value, bool) {
	at := e.Range().String()
	if s.seen[at] {
		return value.Value{}, false
	}
	s.seen[at] = true
	r := s.host.eval(e)
	if r.Err != nil {
		return value.Value{}, false
	}
	text := showValue(r.Value)
	if r.Value.IsNull() && r.MayFail != nil { // in some worlds, there is no value
		text = value.UnknownText(r.Causes)
	}
	s.all = append(s.all, verdict.Shown{Range: e.Range(), Text: text})
	return r.Value, true
}

// local returns the expression of a local, or nil.
func (h *scopeHost) local(name string) model.Expr {
	l := &h.locals
	if i, ok := l.byName[name]; ok {
		return l.locals[i].expr
	}
	if l.outer != nil {
		if i, ok := l.outer.shared.unit.byName[name]; ok {
			return l.outer.shared.unit.locals[i].expr
		}
	}
	return nil
}

// closed reports whether a reference has constant keys only.
func closed(e model.Expr) bool {
	for {
		switch x := e.(type) {
		case *model.Root:
			return true
		case *model.Attr:
			e = x.Object
		case *model.Index:
			if _, ok := x.Key.(*model.Literal); !ok {
				return false
			}
			e = x.Collection
		default:
			return false
		}
	}
}

// showValue returns a short text for a value: as an expression, in one line, without
// what is sensitive.
func showValue(v value.Value) string { return showUpTo(v, maxShownText) }

// showUpTo is showValue with so many bytes at most.
func showUpTo(v value.Value, most int) string {
	w := valueWriter{most: most}
	w.write(v)
	s := w.String()
	if len(s) <= most {
		return s
	}
	n := most
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + " .."
}

// valueWriter writes values, and no more of them than it takes to see that there is too much.
type valueWriter struct {
	strings.Builder
	most int
}

func (b *valueWriter) write(v value.Value) {
	t := v.Type()
	switch {
	case b.Len() > b.most:
	case v.IsSensitive():
		b.WriteString(sensitiveText)
	case !v.IsKnown():
		b.WriteString(value.UnknownText(v.Causes()))
	case v.IsNull():
		b.WriteString("null")
	case t == cty.String:
		b.WriteString(strconv.Quote(v.Cty().AsString()))
	case t == cty.Number:
		b.WriteString(number(v.Cty().AsBigFloat()))
	case t == cty.Bool:
		b.WriteString(strconv.FormatBool(v.Cty().True()))
	case t.IsListType(), t.IsTupleType(), t.IsSetType():
		b.WriteByte('[')
		for i, e := range v.Elems() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.write(e)
		}
		b.WriteByte(']')
	case t.IsMapType(), t.IsObjectType():
		b.WriteByte('{')
		first := true
		for it := v.Cty().ElementIterator(); it.Next(); {
			key, _ := it.Element()
			name := key.AsString()
			if !first {
				b.WriteString(", ")
			}
			first = false
			b.WriteString(hclname.Quote(name) + " = ")
			part, _ := v.Attr(name)
			b.write(part)
		}
		b.WriteByte('}')
	default:
		b.WriteString(t.FriendlyName())
	}
}

func number(f *big.Float) string {
	if f.MantExp(nil) < 300 && f.IsInt() { // no text of millions of digits
		return f.Text('f', 0)
	}
	return f.Text('g', -1)
}
