package model

import (
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/near"
)

// words returns the strings that an expression can be, or that can be among its elements. It returns nil
// if they are not known.
func (b *binder) words(e Expr) *types.Words {
	switch e := e.(type) {
	case *Root:
		return b.scope.Words[e.Name]
	case *Variable:
		return e.words
	case *Attr:
		return attrWords(e.Object, e.Name)
	case *Index:
		if name, ok := constantString(e.Key); ok {
			if w := attrWords(e.Collection, name); w != nil {
				return w
			}
		}
		return b.words(e.Collection)
	case *Splat:
		return b.words(e.Each)
	case *For:
		if e.Key == nil {
			return b.words(e.Value)
		}
	}
	return nil
}

func attrWords(object Expr, name string) *types.Words {
	o, ok := types.NonNull(types.Resolve(object.Type())).(types.Object)
	if !ok {
		return nil
	}
	return o.Attrs[name].Words
}

// knownWords warns of a constant, or of elements of one, that an expression is compared with, but never is.
func (b *binder) knownWords(e, constant Expr) {
	l, ok := constant.(*Literal)
	if !ok || !l.Value.IsKnown() || l.Value.IsNull() {
		return
	}
	w := b.words(e)
	if w == nil {
		return
	}
	constants := []value.Candidate{{Value: l.Value}}
	if members, ok := l.Value.Members(); ok {
		constants = members
	}
	for _, m := range constants {
		c := m.Value
		if !c.IsKnown() || c.IsNull() || c.Type() != cty.String {
			continue
		}
		if word := c.Cty().AsString(); !slices.Contains(w.All, word) {
			b.warnf(l.Range(), "Unknown word", "%s", noWord(e, word, w))
		}
	}
}

// noWord says that an expression is never so, and what may be meant.
func noWord(e Expr, word string, w *types.Words) string {
	of := ""
	if name, ok := Text(e); ok {
		of = " of " + name
	}
	quoted := make([]string, len(w.All))
	for i, one := range w.All {
		quoted[i] = types.Literal(cty.StringVal(one))
	}
	last := len(quoted) - 1
	text := types.Literal(cty.StringVal(word)) + " is none of the values" + of + ", which can be "
	if last > 0 {
		text += strings.Join(quoted[:last], ", ") + " or "
	}
	text += quoted[last] + "."
	meant := ""
	if w.Meant != nil {
		meant = w.Meant(word)
	}
	if instead := w.Instead[meant]; instead != "" {
		return text + " " + instead
	}
	if found := near.Names(strings.ToLower(word), w.All, 1); meant == "" && len(found) == 1 {
		meant = found[0]
	}
	if meant != "" {
		text += " Did you mean " + types.Literal(cty.StringVal(meant)) + "?"
	}
	return text
}
