package planhash

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/values"
)

// writtenPieces are the pieces of the configuration in a plan file.
type writtenPieces struct {
	*config.Pieces
	variables map[string]*source.Variable
	load      source.Loader
}

func newWrittenPieces(f *source.Facts, l source.Loader) *writtenPieces {
	return &writtenPieces{f.Written.Pieces, variablesOf(f), l}
}

func variablesOf(f *source.Facts) map[string]*source.Variable {
	all := map[string]*source.Variable{}
	for _, v := range f.Variables {
		all[v.Name] = v
	}
	return all
}

func (w *writtenPieces) always() (all []pieceName) {
	for _, m := range w.Modules() {
		for _, prefix := range []string{"provider.", "ephemeral.", "removed"} {
			for _, label := range w.Labels(m, prefix) {
				all = append(all, pieceName{m, label})
			}
		}
	}
	return append(all, pieceName{"", config.LockLabel})
}

func (w *writtenPieces) arguments(b blockName) ([]string, error) {
	return w.Arguments(b.module, b.address), nil
}

func (w *writtenPieces) declares(b blockName) bool { return w.Declares(b.module, b.address) }

func (w *writtenPieces) outputs(module string) []string { return w.Labels(module, "output.") }

func (w *writtenPieces) hidden(n pieceName) (bool, error) { return w.Hidden(n.module, n.label), nil }

func (w *writtenPieces) kinds(n pieceName) (all []string, err error) {
	for _, tokens := range w.Written(n.module, n.label) {
		if i := slices.IndexFunc(tokens, func(t config.Token) bool { return t.Kind == config.Literal }); i >= 0 {
			all = append(all, tokens[i].Text)
		}
	}
	return all, nil
}

func (w *writtenPieces) isConstant(pieceName) bool { return true }

func (w *writtenPieces) isBlocks(pieceName) bool { return false }

func (w *writtenPieces) write(h *Hasher, n pieceName, masked bool, visit func(string, config.Reference)) (bool, error) {
	places := w.Written(n.module, n.label)
	for _, tokens := range places {
		h.write('(')
		h.tokens(tokens, masked)
		h.write(')')
		config.References(tokens, func(r config.Reference) { visit(n.module, r) })
	}
	if name, ok := rootVariable(n); ok && len(places) > 0 {
		return true, w.value(h, name, masked)
	}
	return len(places) > 0, nil
}

func (w *writtenPieces) literals(n pieceName, visit func(name, text string)) error {
	_, whole, _ := strings.Cut(n.label, ".")
	for _, tokens := range w.Written(n.module, n.label) {
		name, before := "", ""
		config.EachToken(tokens, false, func(t config.Token, masked bool) {
			switch {
			case t.Kind == config.Sign && (t.Text == "=" || t.Text == ":"):
				name = before
			case t.Kind == config.Literal && !masked:
				visit(name, t.Text)
				visit(whole, t.Text)
			}
			if t.Kind != config.Sign {
				before = t.Text
			}
		})
	}
	name, ok := rootVariable(n)
	if v := w.variables[name]; ok && v != nil {
		value, err := w.load.Variable(v)
		stringsIn(name, value, visit)
		return err
	}
	return nil
}

// value writes the value of a variable of the root module.
func (w *writtenPieces) value(h *Hasher, name string, masked bool) error {
	v := w.variables[name]
	if v == nil {
		h.write('-')
		return nil
	}
	value, err := w.load.Variable(v)
	if err != nil {
		return err
	}
	h.write('+')
	h.constant(value, masked)
	return nil
}

// tokens writes the tokens of a piece. Literals that are masked are left out.
func (h *Hasher) tokens(tokens []config.Token, masked bool) {
	wasMasked := false
	config.EachToken(tokens, masked, func(t config.Token, masked bool) {
		isMasked := masked && !h.Sensitive && t.Kind == config.Literal
		switch {
		case isMasked && wasMasked:
		case isMasked:
			h.write('*')
			h.hides = true
		case t.Kind == config.Literal:
			h.write('w')
			h.text(t.Text)
		default:
			h.write('y')
			h.text(t.Text)
		}
		wasMasked = isMasked
	})
}

// constant writes a value of the configuration as a whole.
func (h *Hasher) constant(v values.Value, masked bool) {
	if masked && holdsSomething(v) {
		h.write('*')
		h.hides = true
		return
	}
	h.side(marked{value: v}, marked{})
}
