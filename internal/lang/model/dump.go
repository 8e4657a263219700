package model

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/internal/lang/types"
)

// Dump returns an expression as an indented tree, for tests: one line for each
// node, with what it is, its range, its type and, of a literal, its value.
func Dump(e Expr) string {
	var b strings.Builder
	dump(&b, e, "", 0)
	return b.String()
}

func dump(b *strings.Builder, e Expr, label string, depth int) {
	at := e.Range()
	fmt.Fprintf(b, "%s%s%s @%d-%d : %s\n", strings.Repeat("  ", depth), label, Describe(e), at.Start.Byte, at.End.Byte, e.Type())
	for _, c := range children(e) {
		dump(b, c.expr, c.label, depth+1)
	}
}

// Describe returns what an expression is, without its parts: "attr name".
func Describe(e Expr) string {
	switch e := e.(type) {
	case *Literal:
		if !e.Value.IsKnown() {
			return "invalid"
		}
		return "literal " + types.Literal(e.Value.Cty())
	case *Template:
		return "template"
	case *Join:
		return "join"
	case *Root:
		return "root " + e.Name
	case *Variable:
		return fmt.Sprintf("variable %s#%d", e.Name, e.Slot)
	case *Attr:
		return "attr " + e.Name
	case *Index:
		return "index"
	case *Splat:
		return fmt.Sprintf("splat #%d", e.Slot)
	case *Unary:
		return "unary " + e.Op.String()
	case *Binary:
		return "binary " + e.Op.String()
	case *Conditional:
		return "conditional"
	case *Tuple:
		return "tuple"
	case *Object:
		return "object"
	case *For:
		text := fmt.Sprintf("for %s#%d", e.ValueName, e.ValueSlot)
		if e.KeySlot >= 0 {
			text = fmt.Sprintf("for %s#%d, %s#%d", e.KeyName, e.KeySlot, e.ValueName, e.ValueSlot)
		}
		if e.Group {
			text += " grouped"
		}
		return text
	case *Call:
		if e.Expand {
			return "call " + e.Function.Name + " with ..."
		}
		return "call " + e.Function.Name
	case *Try:
		return "try"
	case *Can:
		return "can"
	case *Print:
		return "print"
	case *Convert:
		return "convert to " + e.To.String()
	case *HostCall:
		if e.Of != nil {
			return "host call " + e.Of.String()
		}
		return "host call " + e.Name
	}
	return fmt.Sprintf("%T", e)
}

// child is a part of an expression. The label says which one it is where that is not
// clear from the order: "if ".
type child struct {
	label string
	expr  Expr
}

// Children returns the parts of an expression in the order of their evaluation.
func Children(e Expr) []Expr {
	parts := children(e)
	all := make([]Expr, len(parts))
	for i, p := range parts {
		all[i] = p.expr
	}
	return all
}

// children is Children with labels.
func children(e Expr) []child {
	switch e := e.(type) {
	case *Template:
		return unlabelled(e.Parts)
	case *Join:
		return unlabelled([]Expr{e.Tuple})
	case *Attr:
		return unlabelled([]Expr{e.Object})
	case *Index:
		return unlabelled([]Expr{e.Collection, e.Key})
	case *Splat:
		return []child{{"", e.Source}, {"each ", e.Each}}
	case *Unary:
		return unlabelled([]Expr{e.Operand})
	case *Binary:
		return unlabelled([]Expr{e.Left, e.Right})
	case *Conditional:
		return []child{{"", e.Condition}, {"then ", e.Then}, {"else ", e.Else}}
	case *Tuple:
		return unlabelled(e.Elems)
	case *Object:
		var all []child
		for _, item := range e.Items {
			all = append(all, child{"key ", item.Key}, child{"value ", item.Value})
		}
		return all
	case *For:
		all := []child{{"in ", e.Source}}
		if e.Condition != nil {
			all = append(all, child{"if ", e.Condition})
		}
		if e.Key != nil {
			all = append(all, child{"key ", e.Key})
		}
		return append(all, child{"value ", e.Value})
	case *Call:
		return unlabelled(e.Args)
	case *Try:
		return unlabelled(e.Alternatives)
	case *Can:
		return unlabelled([]Expr{e.Operand})
	case *Print:
		if e.Label == nil {
			return unlabelled([]Expr{e.Operand})
		}
		return unlabelled([]Expr{e.Operand, e.Label})
	case *Convert:
		return unlabelled([]Expr{e.Operand})
	case *HostCall:
		return unlabelled(e.Args)
	}
	return nil
}

func unlabelled(parts []Expr) []child {
	all := make([]child, len(parts))
	for i, p := range parts {
		all[i] = child{expr: p}
	}
	return all
}
