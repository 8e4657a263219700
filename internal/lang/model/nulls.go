package model

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/types"
)

// Null is a warning of what may be null in a local. It is for those who use the local.
type Null struct {
	paths []string // of what may be null
	found *diag.Diagnostic
}

// nullable warns of a value that may be null where null is an error. Want says what must
// be there.
func (b *binder) nullable(e Expr, want string) {
	if b.tolerant > 0 || !types.MayBeNull(e.Type()) {
		return
	}
	paths := aliases(e, b.scope.Locals)
	if b.ruledOut(paths) || b.hardly(e, map[string]bool{}) {
		return
	}
	b.warnNull(Null{paths, &diag.Diagnostic{
		Severity: diag.Warning, Summary: "Value may be null", Detail: want + ", and this may be null.", Subject: e.Range(),
	}})
}

func (b *binder) warnNull(n Null) {
	if !b.lazy {
		b.diags = append(b.diags, n.found)
		return
	}
	// Where the local is used, other variables are in scope.
	n.paths = slices.DeleteFunc(n.paths, func(p string) bool { return strings.HasPrefix(p, "#") })
	b.waiting = append(b.waiting, n)
}

// uses warns of what may be null in a local that is used.
func (b *binder) uses(local string) {
	if b.tolerant > 0 {
		return
	}
	for _, n := range b.scope.LocalNulls[local] {
		if !b.ruledOut(n.paths) {
			b.warnNull(Null{slices.Clone(n.paths), n.found})
		}
	}
}

// ruledOut reports whether a condition says of any of the paths that it is not null.
func (b *binder) ruledOut(paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return b.nonNull[p] || b.nonNull[unless+p] })
}

// hardly reports whether an expression that may be null by its type hardly ever is, since the provider fills in what it refers to.
// In public plans, 4% of the values of such attributes are null, and most of those are from older releases of the provider, in which they were not
// computed; of other optional attributes, half are. Seen are the locals that have been followed.
func (b *binder) hardly(e Expr, seen map[string]bool) bool {
	if !types.MayBeNull(e.Type()) {
		return true
	}
	switch e := e.(type) {
	case *Attr:
		if root, ok := e.Object.(*Root); ok && root.Name == "local" {
			local := b.scope.Locals[e.Name]
			if local == nil || seen[e.Name] {
				return false
			}
			seen[e.Name] = true
			return b.hardly(local, seen)
		}
		return b.hardly(e.Object, seen) && types.HardlyNull(e.Object.Type(), e.Name)
	case *Try:
		return !slices.ContainsFunc(e.Alternatives, func(a Expr) bool { return !b.hardly(a, seen) })
	case *Conditional:
		return b.hardly(e.Then, seen) && b.hardly(e.Else, seen)
	}
	return false
}

// maxAliases is how many locals are followed that are names of other locals.
const maxAliases = 16

// aliases returns the paths of an expression. There are several if it is a local that is a name for something else.
func aliases(e Expr, locals map[string]Expr) []string {
	var all []string
	for range maxAliases {
		p, ok := path(e)
		if !ok {
			break
		}
		all = append(all, p)
		attr, ok := e.(*Attr)
		if !ok {
			break
		}
		if root, ok := attr.Object.(*Root); !ok || root.Name != "local" || locals[attr.Name] == nil {
			break
		}
		e = locals[attr.Name]
		if t, ok := e.(*Try); ok && len(t.Alternatives) == 2 && isNull(t.Alternatives[1]) {
			e = t.Alternatives[0]
		}
	}
	return all
}
