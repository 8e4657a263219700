package jsonplan

import "github.com/planfmt/planfmt/internal/read/jsondoc"

// sharedEntry is what the entries about resources of one type have in common.
type sharedEntry struct {
	mode, typ, provider string
	wanted              bool // all evidence about the type is of use
	hasVersion          bool // the evidence has the version of its schema
}

// kindKey is what tells kinds apart.
type kindKey struct{ mode, typ, provider string }

// kind returns the kind of an entry with an outline, given its members. It reports false if one of
// these is not a string.
func (r *planReader) kind(o *jsondoc.Outline, mode, typ, provider int) (*sharedEntry, bool) {
	m, ok1 := o.Text(mode)
	t, ok2 := o.Text(typ)
	p, ok3 := o.Text(provider)
	if !ok1 || !ok2 || !ok3 {
		return nil, false
	}
	if k := r.kinds[kindKey{string(m), string(t), string(p)}]; k != nil {
		return k, true
	}
	return r.kindOf(string(m), string(t), string(p)), true
}

// kindOf returns the kind with a mode, a type and a provider.
func (r *planReader) kindOf(mode, typ, provider string) *sharedEntry {
	const most = 10_000
	key := kindKey{mode, typ, provider}
	if k := r.kinds[key]; k != nil {
		return k
	}
	k := &sharedEntry{mode: mode, typ: typ, provider: provider}
	k.wanted = r.opts.Evidence != nil && r.opts.Evidence.Wants(provider, mode, typ)
	if len(r.kinds) < most {
		if r.kinds == nil {
			r.kinds = map[kindKey]*sharedEntry{}
		}
		r.kinds[key] = k
	}
	return k
}
