// Package planhash computes the hash of what a plan would do, so that an approval can be
// bound to it. docs/hash.md defines the hash; this package implements the definition and
// nothing else.
//
// A [Hasher] turns each entry of a plan into a digest, and a [Plan] combines the digests.
// Both use only what stands in the document: its raw values, and its own marks of what is
// sensitive. They know no schemas, tables or rules, and never change a value that they read.
//
// docs/hash.md is the definition, and test/reference has a second implementation, written from that page alone. A new field of the
// plan that says what would be done has to enter in all three, with a new version in the tag at the start; the test vectors are in
// testdata/hash. Which parts of the configuration enter is known only after all entries have been looked at: [Deciding] collects
// what they leave open, and closure.go follows the references, in the tokens of a plan file (written.go) or in what JSON says
// (stated.go).
package planhash

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// version stands at the start of what is hashed. A change of the definition needs another.
const version = "planfmt-hash-3"

// MinKey is the least number of bytes in a key.
const MinKey = 16

// Plan combines the digests of a plan's entries. The zero Plan has none.
type Plan struct {
	Errored bool            // making the plan ended with an error
	Storing jsondoc.Options // where digests are kept if there are many
	entries digests
	hides   bool
	ofFile  bool // anything that only a plan file says has entered
}

// Entry is the digest of an entry. It may depend on sensitive values, so it must never be
// shown.
type Entry struct {
	sum   [sha256.Size]byte
	hides bool
}

// Add adds an entry. The order of the calls does not matter. The error is a *plans.TempError.
func (p *Plan) Add(e Entry) error {
	p.hides = p.hides || e.hides
	return p.entries.add(e.sum, p.Storing)
}

// Close removes the temporary file, if there is one.
func (p *Plan) Close() error { return p.entries.store.Close() }

// Hash returns the hash of the plan. With a key, it is an HMAC, and the entries must be those
// of a [Hasher] that has Sensitive set. The error is about the temporary file.
func (p *Plan) Hash(key []byte) (computed.Hash, error) {
	name, h := "sha256:", sha256.New()
	if len(key) > 0 {
		name, h = "hmac-sha256:", hmac.New(sha256.New, key)
	}
	form, how := "plan", "planned"
	if p.ofFile {
		name, form = "file-"+name, "file"
	}
	if p.Errored {
		how = "errored"
	}
	h.Write(appendText(appendText(appendText(nil, version), form), how))
	if err := p.entries.each(func(sum []byte) { h.Write(sum) }); err != nil {
		return computed.Hash{}, err
	}
	return computed.Hash{Text: name + hex.EncodeToString(h.Sum(nil)), CoversSensitive: !p.hides}, nil
}

// Enters reports whether an entry of resource_changes is part of the hash.
func Enters(r *source.Resource) bool { return r.Shown() }

// Resource returns the digest of an entry of resource_changes. If any of it cannot be read,
// the digest would be that of something else, so this is an error. Errors are of type
// *plans.Error and name the address.
func (h *Hasher) Resource(r *source.Resource, v source.RawValues) (Entry, error) {
	if err := readable(r); err != nil {
		return Entry{}, err
	}
	previous := ""
	if r.Moved() {
		previous = r.PreviousAddress
	}
	h.begin("resource", r.Address, r.Deposed, r.ProviderName, r.Action.String(), previous)
	if err := h.importing(r.Importing); err != nil {
		return Entry{}, &plans.Error{Address: r.Address, Field: "change.importing.identity", Err: err}
	}
	h.paths(v.Change)
	h.change(r.Action, v)
	return h.end(), nil
}

// readable returns what is wrong with an entry.
func readable(r *source.Resource) error {
	if err := r.Err(); err != nil {
		return err
	}
	if problems := r.Problems(); len(problems) > 0 {
		return problems[0]
	}
	return nil
}

// Rest adds the outputs and the actions to invoke, which are all that enters besides the
// resources and the configuration. d is told of them; it may be nil. If the document itself shows that entries are missing, this is an error; so is a digest that cannot be kept.
func (h *Hasher) Rest(p *Plan, d *Deciding, f *source.Facts, l source.Loader) error {
	if f.Lacking != nil {
		return f.Lacking
	}
	for _, o := range f.Outputs {
		if o.Err == nil && o.Action == plans.NoOp {
			continue
		}
		e, err := h.output(o, d, l)
		if err != nil {
			return err
		}
		if err := p.Add(e); err != nil {
			return err
		}
	}
	for _, a := range f.Actions {
		e, err := h.action(a, l)
		if err != nil {
			return err
		}
		d.action(a)
		if err := p.Add(e); err != nil {
			return err
		}
	}
	return nil
}

func (h *Hasher) output(o *source.Output, d *Deciding, l source.Loader) (Entry, error) {
	if o.Err != nil {
		return Entry{}, o.Err
	}
	v, _, err := l.Output(o)
	if err != nil {
		return Entry{}, err
	}
	d.output(o, v)
	h.begin("output", o.Name, o.Action.String())
	h.change(o.Action, v)
	return h.end(), nil
}

func (h *Hasher) action(a *source.Action, l source.Loader) (Entry, error) {
	if a.Err != nil {
		return Entry{}, a.Err
	}
	v, err := l.Config(a)
	if err != nil {
		return Entry{}, err
	}
	h.invocation(a, v)
	return h.end(), nil
}

// Values returns the digest of what an action does to values. It does not say what they belong to.
func (h *Hasher) Values(a plans.Action, v source.RawValues) [sha256.Size]byte {
	h.begin("values")
	h.change(a, v)
	return h.end().sum
}

// Invocation returns the digest of an action to invoke, which has these values.
func (h *Hasher) Invocation(a *source.Action, v source.RawValues) [sha256.Size]byte {
	h.invocation(a, v)
	return h.end().sum
}

// invocation writes an action to invoke.
func (h *Hasher) invocation(a *source.Action, v source.RawValues) {
	h.begin("action", a.Address, a.ProviderName)
	if t := a.Lifecycle; t != nil {
		h.write('+')
		h.text(t.ResourceAddress)
		h.text(t.Event)
		h.text(strconv.Itoa(t.BlockIndex))
		h.text(strconv.Itoa(t.Index))
		h.text(string(t.Failure()))
	} else {
		h.write('-')
	}
	if a.Invoked {
		h.write('+')
		h.text(a.Caller)
	} else {
		h.write('-')
	}
	h.change(plans.Create, v)
}

// importing writes how the object is found that is imported.
func (h *Hasher) importing(i *plans.Importing) error {
	if i == nil {
		h.write('-')
		return nil
	}
	h.write('+')
	h.text(i.ID)
	h.write("ft"[b2i(i.Unknown)])
	var identity values.Value
	if i.Identity != "" {
		var err error
		if identity, err = h.identities.ParseString(i.Identity); err != nil {
			return err
		}
	}
	h.side(marked{value: identity}, marked{})
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// change writes what happens to the values. What an action destroys or forgets, it does so as
// a whole, and what it makes is new as a whole.
func (h *Hasher) change(a plans.Action, v source.RawValues) {
	c := v.Change
	switch a {
	case plans.Delete, plans.Forget:
		c = values.Change{}
	case plans.Create, plans.Read:
		c.Before = values.Value{}
	}
	before, after := withMarks(c.Before, c.BeforeSensitive), withMarks(c.After, c.AfterSensitive)
	h.side(before, after)
	h.side(after, before)
	h.unknown(c)
}
