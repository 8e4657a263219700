package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// words returns the strings that an expression can be, or that can be among its elements. It returns nil
// if they are not known.
func (b *binder) words(e Expr) *types.Words {
	switch e := b.local(e).(type) {
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
	case *Try:
		return b.wordsOrElse(e.Alternatives)
	case *Call:
		if len(e.Args) > 0 && slices.Contains(elementFunctions, e.Function.Name) {
			return b.words(e.Args[0])
		}
	}
	return nil
}

// wordsOrElse returns the strings that the first of several expressions can be, and those behind it, which are constants.
func (b *binder) wordsOrElse(alternatives []Expr) *types.Words {
	w := b.words(alternatives[0])
	if w == nil {
		return nil
	}
	more := *w
	more.All = slices.Clone(w.All)
	for _, e := range alternatives[1:] {
		l, ok := e.(*Literal)
		if !ok {
			return nil
		}
		if text, ok := constantString(l); ok {
			more.All = append(more.All, text)
		}
	}
	return &more
}

// elementFunctions return elements of their first argument, or some of them, or what it is in another type.
var elementFunctions = []string{
	"distinct", "element", "flatten", "one", "reverse", "setintersection", "setsubtract", "slice", "sort", "tolist", "toset",
}

func attrWords(object Expr, name string) *types.Words {
	o, ok := types.NonNull(types.Resolve(object.Type())).(types.Object)
	if !ok {
		return nil
	}
	return o.Attrs[name].Words
}

// local returns what local.NAME stands for, or e for anything else.
func (b *binder) local(e Expr) Expr {
	for range b.scope.Locals {
		attr, ok := e.(*Attr)
		if !ok {
			break
		}
		root, ok := attr.Object.(*Root)
		if !ok || root.Name != "local" || b.scope.Locals[attr.Name] == nil {
			break
		}
		e = b.scope.Locals[attr.Name]
	}
	return e
}

// knownWords warns of a constant, or of elements of one, that an expression is compared with, but never is. In a gate, that is an error:
// what never matches lets everything pass. It returns what stands for the constant: synonyms become the words that they stand for.
func (b *binder) knownWords(e, constant Expr) Expr {
	w := b.words(e)
	if w == nil {
		return constant
	}
	return b.inWords(e, constant, w, constant.Range())
}

func (b *binder) inWords(e, constant Expr, w *types.Words, at diag.Range) Expr {
	switch c := b.local(constant).(type) {
	case *Conditional:
		chosen := *c
		chosen.Then, chosen.Else = b.inWords(e, c.Then, w, at), b.inWords(e, c.Else, w, at)
		return &chosen
	case *Literal:
		if !c.Value.IsKnown() || c.Value.IsNull() {
			return constant
		}
		members, many := c.Value.Members()
		if !many {
			members = []value.Candidate{{Value: c.Value}}
		}
		isSynonym := false
		for _, m := range members {
			isSynonym = b.word(e, m.Value, w, at) || isSynonym
		}
		if isSynonym {
			return &Literal{c.Node, withoutSynonyms(c.Value, w)}
		}
	}
	return constant
}

// word checks a constant that an expression is compared with, and reports whether it is a synonym.
func (b *binder) word(e Expr, c value.Value, w *types.Words, at diag.Range) bool {
	if !c.IsKnown() || c.IsNull() || c.Type() != cty.String {
		return false
	}
	written := c.Cty().AsString()
	word, isSynonym := w.Synonyms[written]
	if !isSynonym {
		word = written
	}
	severity := b.unlessGate()
	if !slices.Contains(w.All, word) {
		b.report(severity, at, "Unknown word", "%s", noWord(e, word, w))
	}
	b.isWide = b.isWide || slices.Contains(w.Wide, word)
	if text := narrowText(e, word, w); text != "" && (b.scope.Gate || isSynonym) {
		if !isSynonym {
			severity = diag.Warning // the word itself is as precise as it is meant
		}
		b.partial = append(b.partial, &diag.Diagnostic{
			Severity: severity, Summary: "Replacements are missed", Detail: text, Subject: at,
		})
	}
	return isSynonym
}

// narrowText says what to write to find more than a comparison with a word does, or nothing.
func narrowText(e Expr, word string, w *types.Words) string {
	format := w.Narrow[word]
	if format == "" {
		return ""
	}
	object := "r."
	switch e := e.(type) {
	case *Root:
		object = ""
	case *Attr:
		if text, ok := Text(e.Object); ok {
			object = text + "."
		}
	}
	return fmt.Sprintf(format, object)
}

// withoutSynonyms returns a constant, or a collection of these, with the words that synonyms stand for.
func withoutSynonyms(v value.Value, w *types.Words) value.Value {
	changed, err := cty.Transform(v.Cty(), func(_ cty.Path, c cty.Value) (cty.Value, error) {
		if c.Type() != cty.String || !c.IsKnown() || c.IsNull() {
			return c, nil
		}
		if word, ok := w.Synonyms[c.AsString()]; ok {
			return cty.StringVal(word), nil
		}
		return c, nil
	})
	if err != nil {
		return v
	}
	return value.Of(changed)
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
	text := types.Literal(cty.StringVal(word)) + " is not one of the values" + of + ", which can be "
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
	if meant == "" {
		meant = nearWord(word, w)
	}
	if wider := narrowText(e, meant, w); wider != "" {
		return text + " " + wider
	}
	if meant != "" {
		text += " Did you mean " + types.Literal(cty.StringVal(meant)) + "?"
	}
	return text
}

// nearWord returns the word that may be misspelt as another one, or an empty one.
func nearWord(word string, w *types.Words) string {
	found := near.Names(strings.ToLower(word), slices.Concat(w.All, slices.Collect(maps.Keys(w.Synonyms))), 1)
	if len(found) == 0 {
		return ""
	}
	if meant, ok := w.Synonyms[found[0]]; ok {
		return meant
	}
	return found[0]
}
