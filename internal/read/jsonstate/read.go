package jsonstate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

const (
	hintPlan    = "jsonplan reads plans"
	hintUpgrade = "to convert it to version 4, run `terraform state pull` with Terraform 0.12 or later"
	hintLost    = "pass the unfiltered output of `terraform show -json`, or the whole state file"
	hintNewer   = "a newer planfmt may support it; you can also pass the output of `terraform show -json`, whose format changes less often"
	// StoredFormat is the version of state files that planfmt reads.
	StoredFormat = 4
	// LatestMinor is how far planfmt knows the JSON of states in every detail: up to format_version 1.LatestMinor.
	LatestMinor = 0
)

// Read reads a state to its end, in either form. If the document as a whole is
// not a valid state, the error is a *plans.InputError. If one entry is not
// valid, the error is in that entry, and the rest is read. For encodings, and
// for input that can be read again, see jsonplan.Read.
func Read(ctx context.Context, r io.Reader, opts source.Options) (*State, error) {
	in, err := jsondoc.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	s, err := jsondoc.NewScanner(in, opts.Options)
	if err != nil {
		return nil, err
	}
	rd := NewReader(s, opts.Evidence)
	rd.r.keepDependencies = opts.KeepDependencies
	var st *State
	h, err := s.Document(rd.Member)
	if err == nil {
		st, err = rd.State(h)
	}
	if err != nil {
		s.Store().Close()
		return nil, err
	}
	return st, nil
}

// Reader makes a state from what a Scanner finds. [Read] uses the two; use them
// yourself if a document may be something other than a state.
type Reader struct {
	r *stateReader
	// Checks is where the Reader puts the results of checks of the JSON form. Plans have
	// these, too, so the Readers for one document may share it.
	Checks *source.Checks
}

// NewReader returns a Reader for one document. The sink may be nil.
func NewReader(s *jsondoc.Scanner, evidence source.EvidenceSink) *Reader {
	return &Reader{&stateReader{Scanner: s, evidence: evidence, state: &State{store: s.Store()}}, &source.Checks{}}
}

// Knows reports whether only states have a top-level member of that name.
func (r *Reader) Knows(name string) bool {
	switch name {
	case "values", "version", "lineage", "serial", "resources", "outputs", "check_results":
		return true
	}
	return false
}

// Member reads a top-level member of the document. It skips members that states do
// not have.
func (r *Reader) Member(name string) error {
	if name == "checks" {
		return r.Checks.Read(r.r.Scanner, name, source.JSONChecks())
	}
	return r.r.member(name)
}

// State returns the state, after the document has been read. If the document is not
// a state, the error says what it is.
func (r *Reader) State(h jsondoc.Header) (*State, error) {
	s, err := r.r.finish(h)
	if err != nil {
		return nil, err
	}
	checks := r.Checks
	if s.Stored {
		checks = &r.r.checks
	}
	s.Checks, s.Problems = checks.List, append(s.Problems, checks.Problems...)
	return s, nil
}

// stateReader reads the members of a state.
type stateReader struct {
	*jsondoc.Scanner
	evidence source.EvidenceSink
	state    *State

	keepDependencies bool     // those that a state file records
	dependencies     []string // of the instance that has been read last

	root    module        // in the JSON form
	stored  module        // in the state file; becomes a tree only at the end
	unknown string        // the first unknown member of values or of a module
	version string        // of the state file
	checks  source.Checks // likewise
	words   values.Words  // strings that many entries have

	odd       source.Members
	ephemeral source.Ephemeral
}

// member reads a top-level member.
func (r *stateReader) member(name string) error {
	switch name {
	case "values":
		return r.Object(r.value)
	case "version":
		v, err := r.Value()
		r.version = v.Text()
		return err
	case "lineage":
		v, err := r.Value()
		if v.Kind() == values.String {
			r.state.Lineage = v.Text()
		}
		return err
	case "serial":
		v, err := r.Value()
		if v.Kind() == values.Number {
			r.state.Serial = v.Text()
		}
		return err
	case "outputs":
		return r.outputs()
	case "resources":
		return r.Array(r.group)
	case "check_results":
		return r.storedChecks(name)
	}
	r.odd.Look(nil, name)
	return r.Skip()
}

// finish makes the state of what has been read.
func (r *stateReader) finish(h jsondoc.Header) (*State, error) {
	switch h.Kind() {
	case jsondoc.State, jsondoc.StateFile:
	case jsondoc.Plan:
		return nil, &plans.InputError{Kind: plans.InputNotPlan, Msg: "this is a plan, not a state", Hint: hintPlan}
	default:
		return nil, h.NotPlan()
	}
	s := r.state
	s.FormatVersion, s.TerraformVersion = h.FormatVersion, h.TerraformVersion
	s.facts.State = true
	s.Stored = h.Kind() == jsondoc.StateFile
	root := &r.root
	if s.Stored {
		if err := checkVersion(r.version); err != nil {
			return nil, err
		}
		root = tree(r.stored.resources)
	} else if later := h.LaterFormat(LatestMinor); later != "" {
		s.Warnings = append(s.Warnings, later)
	}
	if garbled := h.GarbledText(); garbled != "" {
		s.Warnings = append(s.Warnings, garbled)
	}
	s.Resources = root.flatten(false, nil)
	s.Empty = len(s.Resources) == 0 && len(root.children) == 0 && len(s.Outputs) == 0
	if err := r.checkComplete(h); err != nil {
		return nil, err
	}
	if text := r.ephemeral.Warning(); text != "" {
		s.Warnings = append(s.Warnings, text)
	}
	s.Warnings = append(s.Warnings, r.odd.Warnings("state")...)
	sorted.Stable(s.Outputs, func(a, b *source.Output) int { return strings.Compare(a.Name, b.Name) })
	r.addEvidence()
	return s, nil
}

// checkComplete rejects a document that looks like an empty state because its content
// has been lost. The JSON of no state at all has a format version and nothing else,
// but never a version that only plans have. A state file always has resources.
func (r *stateReader) checkComplete(h jsondoc.Header) error {
	switch s := r.state; {
	case !s.Empty:
		return nil
	case !s.Stored && !h.Has("values") && h.IsLater(LatestMinor):
		return &plans.InputError{
			Kind: plans.InputIncomplete,
			Msg:  fmt.Sprintf("the document has format version %s, as plans do, but none of the members of a plan", s.FormatVersion),
			Hint: hintLost,
		}
	case r.unknown != "":
		return &plans.InputError{
			Kind: plans.InputIncomplete,
			Msg:  fmt.Sprintf("the state has no resources and no outputs, but %s, which is unknown", jsondoc.Quote(r.unknown)),
			Hint: hintLost,
		}
	case s.Stored && !h.Has("resources"):
		return &plans.InputError{Kind: plans.InputIncomplete, Msg: "the state file lacks \"resources\", which even an empty state file has", Hint: hintLost}
	}
	return nil
}

// checkVersion rejects versions of state files other than the supported one.
func checkVersion(version string) error {
	n, err := strconv.Atoi(version)
	switch {
	case err != nil || n < 1:
		return &plans.InputError{Kind: plans.InputVersion, Msg: "version: expected the number of a state file's version, such as 4"}
	case n < StoredFormat:
		return &plans.InputError{
			Kind: plans.InputVersion,
			Msg:  fmt.Sprintf("unsupported state file version %d, from Terraform before 0.12", n),
			Hint: hintUpgrade,
		}
	case n > StoredFormat:
		return &plans.InputError{Kind: plans.InputVersion, Msg: fmt.Sprintf("unsupported state file version %d: planfmt supports version %d", n, StoredFormat), Hint: hintNewer}
	}
	return nil
}

// addEvidence passes the values of all instances on as evidence. It can only do so at
// the end, since the type of an instance may come after its values.
func (r *stateReader) addEvidence() {
	if r.evidence == nil {
		return
	}
	l := r.state.NewLoader()
	for _, res := range r.state.Resources {
		if res.Type == "" || res.Err() != nil {
			continue
		}
		in, err := l.Instance(res, nil)
		if err != nil {
			continue
		}
		if in.SchemaVersion != "" {
			r.evidence.Version(res.ProviderName, res.Mode, res.Type, in.SchemaVersion)
		}
		// Flat values show too little to choose a schema by.
		if !in.flat || r.evidence.Wants(res.ProviderName, res.Mode, res.Type) {
			r.evidence.Values(res.ProviderName, res.Mode, res.Type, in.Values, in.Sensitive)
		}
	}
}

// value reads a member of values.
func (r *stateReader) value(name string) error {
	switch name {
	case "outputs":
		return r.outputs()
	case "root_module":
		return r.module(&r.root)
	}
	r.odd.Look(nil, name)
	r.unknown = cmp.Or(r.unknown, "values."+name)
	return r.Skip()
}

// module reads a module of the JSON form, including the modules inside it.
func (r *stateReader) module(m *module) error {
	return r.Object(func(name string) (err error) {
		switch name {
		case "address":
			m.address, err = r.Text()
			return err
		case "resources":
			return r.Array(func(i int) error { return r.resource(m, i) })
		case "child_modules":
			return r.Array(func(int) error {
				child := &module{}
				m.children = append(m.children, child)
				return r.module(child)
			})
		}
		r.odd.Look(nil, name)
		r.unknown = cmp.Or(r.unknown, name)
		return r.Skip()
	})
}

// resource reads a resource of the JSON form.
func (r *stateReader) resource(m *module, i int) (err error) {
	v, err := r.Value()
	if err != nil {
		return err
	}
	h := header{source.Entry{Address: "resources[" + strconv.Itoa(i) + "]"}}
	if m.address != "" {
		h.Address = m.address + "." + h.Address
	}
	res := &source.Resource{Header: plans.Header{Address: h.Address}}
	r.odd.LookIn(nil, v)
	if r.isEphemeral(v) {
		return nil
	}
	m.resources = append(m.resources, res)
	if v.Kind() != values.Object {
		h.Fail("", "want object, have %s", v.Kind())
		res.Fail(h.Err)
		return r.Store().Count() // it is kept, although it has no values
	}
	if a := h.Text(v, "address"); a != "" {
		h.Address = a
	}
	res.Mode, res.Type = h.Word(&r.words, v, "mode"), h.Word(&r.words, v, "type")
	if a := v.Get("address"); res.Mode == "" && a.Kind() == values.String {
		res.Mode = plans.ResourceMode(a.Text())
	}
	res.Name = h.Text(v, "name")
	res.ProviderName = h.Word(&r.words, v, "provider_name")
	res.Index = h.index(v, "index")
	res.Tainted = h.flag(v, "tainted")
	res.Deposed = h.Text(v, "deposed_key")
	h.check(res)
	if a := v.Get("address"); a.Kind() == values.String {
		res.ModuleAddress = m.address
		h.CheckAddress(res, a.Text())
	}
	h.FailDuplicate(r.Parser().DuplicateError(2))
	if h.Address != res.Address {
		res.Address = h.Address
	} else if res.Type != "" && res.Name != "" {
		res.ModuleAddress = m.address
		res.Address = res.InstanceAddress()
	}
	r.product(res.ProviderName)
	if k := v.Get("values").Kind(); k != values.Object && k != values.Null && k != values.Absent {
		h.Fail("values", "want object, have %s", k)
	}
	res.Fail(h.Err)
	res.Handle, err = r.keep()
	return err
}

// isEphemeral reports whether an entry of the JSON form is that of an ephemeral resource, which no program writes there. One is
// counted and not shown, as in plans.
func (r *stateReader) isEphemeral(v values.Value) bool {
	address := v.Get("address").Text()
	if v.Get("mode").Text() != "ephemeral" || !source.IsEphemeral(address) || r.Parser().DuplicateError(2) != nil {
		return false
	}
	r.ephemeral.Add(address)
	return true
}

// product notes which product's registry a provider is from.
func (r *stateReader) product(provider string) {
	if r.state.Product == "" {
		r.state.Product = dialect.DetectByProvider(provider)
	}
}

// outputs reads the outputs, which look the same in both forms.
func (r *stateReader) outputs() error {
	return r.Object(func(name string) error {
		v, err := r.Value()
		if err != nil {
			return err
		}
		r.odd.LookIn(nil, v)
		h := header{source.Entry{Address: "output." + name}}
		o := &source.Output{Name: name}
		if v.Kind() != values.Object {
			h.Fail("", "want object, have %s", v.Kind())
		}
		h.flag(v, "sensitive")
		h.FailDuplicate(r.Parser().DuplicateError(1))
		o.Sensitive = values.Flagged(v.Get("sensitive"))
		o.Err = h.Err
		r.state.Outputs = append(r.state.Outputs, o)
		o.Handle, err = r.keep()
		return err
	})
}

// header reads the members of an entry that say what it is about.
type header struct{ source.Entry }

// flag returns a bool member. It is false if the member is absent or null.
func (h *header) flag(v values.Value, name string) bool {
	m := v.Get(name)
	if k := m.Kind(); k != values.Bool && k != values.Absent && k != values.Null {
		h.Fail(name, "want bool, have %s", k)
	}
	return m.IsTrue()
}

// index returns the key of an instance.
func (h *header) index(v values.Value, name string) plans.InstanceKey {
	m := v.Get(name)
	switch m.Kind() {
	case values.String, values.Number:
		return plans.InstanceKey(m.JSON())
	case values.Absent, values.Null:
	default:
		h.Fail(name, "want string or number, have %s", m.Kind())
	}
	return ""
}

// check checks that the resource has what every resource has.
func (h *header) check(r *source.Resource) {
	switch {
	case r.Mode != "managed" && r.Mode != "data":
		h.Fail("mode", "want \"managed\" or \"data\", have %s", plans.DescribeText(r.Mode))
	case r.Type == "":
		h.Fail("type", "want the resource's type, have none")
	case r.Name == "":
		h.Fail("name", "want the resource's name, have none")
	}
}
