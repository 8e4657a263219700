package model

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/types"
)

// narrow takes null out of the type of a path that a condition says is not null.
func (b *binder) narrow(e Expr) Expr {
	if len(b.nonNull) == 0 {
		return e
	}
	p, ok := path(e)
	if !ok || !b.nonNull[p] {
		return e
	}
	switch e := e.(type) {
	case *Attr:
		e.Typ, e.NotNull = types.NonNull(e.Typ), true
	case *Index:
		e.Typ, e.NotNull = types.NonNull(e.Typ), true
	case *Variable:
		e.Typ, e.NotNull = types.NonNull(e.Typ), true
	case *Root:
		e.Typ = types.NonNull(e.Typ)
	}
	return e
}

// assume makes the binder rely on a condition until the function that it returns is
// called.
func (b *binder) assume(condition Expr, truth bool) func() {
	outer := b.nonNull
	found := (&conditions{locals: b.scope.Locals, seen: map[string]bool{}}).notNull(condition, truth)
	if len(found) == 0 {
		return func() {}
	}
	inner := make(map[string]bool, len(outer)+len(found))
	for p := range outer {
		inner[p] = true
	}
	for _, p := range found {
		inner[p] = true
	}
	b.nonNull = inner
	return func() { b.nonNull = outer }
}

// forget drops what is assumed of variables that have gone out of scope.
func (b *binder) forget(slots int) {
	for p := range b.nonNull {
		v, ok := strings.CutPrefix(strings.TrimPrefix(p, unless), "#")
		if !ok {
			continue
		}
		n := 0
		for n < len(v) && v[n] >= '0' && v[n] <= '9' {
			n++
		}
		if slot, err := strconv.Atoi(v[:n]); err == nil && slot >= slots {
			delete(b.nonNull, p)
		}
	}
}

// conditions finds out what a condition says.
type conditions struct {
	locals map[string]Expr
	// seen are the references to locals that have been followed. One of them is enough of each, as
	// locals can refer to locals any number of times.
	seen map[string]bool
}

// notNull returns the paths that are not null if a condition is true, or false.
func (c *conditions) notNull(e Expr, truth bool) []string {
	switch e := e.(type) {
	case *Attr:
		root, ok := e.Object.(*Root)
		if !ok || root.Name != "local" {
			break
		}
		name := strconv.FormatBool(truth) + e.Name
		if local, ok := c.locals[e.Name]; ok && !c.seen[name] {
			c.seen[name] = true
			return c.notNull(local, truth)
		}
	case *Unary:
		if e.Op == Not {
			return c.notNull(e.Operand, !truth)
		}
	case *Can:
		if truth {
			return c.used(e.Operand)
		}
	case *Conditional:
		// If one of the results is never so, it is the other one.
		if isBool(e.Else, !truth) {
			return append(c.notNull(e.Condition, true), c.notNull(e.Then, truth)...)
		}
		if isBool(e.Then, !truth) {
			return append(c.notNull(e.Condition, false), c.notNull(e.Else, truth)...)
		}
	case *Binary:
		switch {
		case e.Op == And && truth, e.Op == Or && !truth:
			return append(c.notNull(e.Left, truth), c.notNull(e.Right, truth)...)
		case e.Op == NotEqual && truth, e.Op == Equal && !truth:
			if isNull(e.Right) {
				return c.ofPath(e.Left)
			}
			if isNull(e.Left) {
				return c.ofPath(e.Right)
			}
		case e.Op == Equal && truth, e.Op == NotEqual && !truth:
			var found []string
			if !types.MayBeNull(e.Right.Type()) && e.Right.Type() != types.Any {
				found = c.ofPath(e.Left)
			}
			if !types.MayBeNull(e.Left.Type()) && e.Left.Type() != types.Any {
				found = append(found, c.ofPath(e.Right)...)
			}
			return append(found, c.used(e)...)
		}
	}
	return c.used(e)
}

// used returns the paths that are not null if an expression has a value, as it would be an error
// otherwise.
func (c *conditions) used(e Expr) []string {
	switch e := e.(type) {
	case *Unary:
		return append(c.ofPath(e.Operand), c.used(e.Operand)...)
	case *Binary:
		switch e.Op {
		case Equal, NotEqual:
			return append(c.used(e.Left), c.used(e.Right)...)
		case And, Or:
			// An error of the right operand does not matter if the left one decides. Nor does one of
			// the left operand if the right one decides, but that is rarely meant.
			return likely(append(c.ofPath(e.Left), c.used(e.Left)...))
		}
		return slices.Concat(c.ofPath(e.Left), c.used(e.Left), c.ofPath(e.Right), c.used(e.Right))
	case *Call:
		var found []string
		for i, a := range e.Args {
			if e.Expand && i == len(e.Args)-1 {
				break
			}
			if p := e.Function.Param(i); p != nil && !p.Null {
				found = append(found, c.ofPath(a)...)
			}
			found = append(found, c.used(a)...)
		}
		return found
	case *Template:
		var found []string
		for _, p := range e.Parts {
			found = append(found, c.ofPath(p)...)
		}
		return found
	}
	return nil
}

// unless is in front of paths that are only likely not to be null: what is done with them should
// not give another warning.
const unless = "?"

func likely(paths []string) []string {
	for i, p := range paths {
		if !strings.HasPrefix(p, unless) {
			paths[i] = unless + p
		}
	}
	return paths
}

func isBool(e Expr, b bool) bool {
	l, ok := e.(*Literal)
	return ok && l.Value.IsKnown() && !l.Value.IsNull() && l.Value.Type() == cty.Bool && l.Value.Cty().True() == b
}

func isNull(e Expr) bool {
	l, ok := e.(*Literal)
	return ok && l.Value.IsNull()
}

// ofPath is the path of an expression, and those of the objects it is in: what has an attribute is
// not null. If it is a call of try for a path and null, it is the path that succeeds.
func (c *conditions) ofPath(e Expr) []string {
	if t, ok := e.(*Try); ok && len(t.Alternatives) == 2 && isNull(t.Alternatives[1]) {
		return c.ofPath(t.Alternatives[0])
	}
	var all []string
	for {
		all = append(all, aliases(e, c.locals)...)
		switch x := e.(type) {
		case *Attr:
			e = x.Object
		case *Index:
			e = x.Collection
		default:
			return all
		}
	}
}

// Path names a reference with constant steps. Two references with the same path have the
// same value wherever the same variables are in scope. It reports false for other expressions.
func Path(e Expr) (string, bool) { return path(e) }

// path names a reference with constant steps. Two references with the same path are equal.
func path(e Expr) (string, bool) {
	switch e := e.(type) {
	case *Root:
		return e.Name, true
	case *Variable:
		return "#" + strconv.Itoa(e.Slot), true
	case *Attr:
		if p, ok := path(e.Object); ok {
			return p + "." + e.Name, true
		}
	case *Index:
		key, ok := constantString(e.Key)
		if !ok {
			return "", false
		}
		if p, ok := path(e.Collection); ok {
			return p + "[" + strconv.Quote(key) + "]", true
		}
	}
	return "", false
}

// Text returns a reference with constant steps as it can be written, and false for other
// expressions and for the element of a splat.
func Text(e Expr) (string, bool) {
	switch e := e.(type) {
	case *Root:
		return e.Name, true
	case *Variable:
		return e.Name, e.Name != ""
	case *Attr:
		object, ok := Text(e.Object)
		return object + "." + e.Name, ok
	case *Index:
		l, literal := e.Key.(*Literal)
		collection, ok := Text(e.Collection)
		if !ok || !literal || isInvalid(l) {
			return "", false
		}
		return collection + "[" + types.Literal(l.Value.Cty()) + "]", true
	}
	return "", false
}
