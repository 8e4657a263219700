package planfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/planfmt/planfmt/plans"
)

// FormatVersion is the version of the format that all versions of Terraform since 0.12, and
// all of OpenTofu, write.
const FormatVersion = 3

// freeFields is how many fields a plan may have in any case; entries of its lists are some of them.
// Beyond that, it may have one for each byte of the file. Each costs about a kilobyte of memory, but
// deflate packs hundreds of empty ones into a byte. Real ones have addresses, which differ: even
// instances that differ in nothing else need about three bytes each.
const freeFields = 100_000

// EntryError is what is wrong with an entry of a plan, apart from which the plan can be read.
type EntryError struct {
	Where string // the list and the index in it, such as resource_changes[3]
	Err   error
}

// Error says where, then what.
func (e *EntryError) Error() string { return e.Where + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *EntryError) Unwrap() error { return e.Err }

// Plan reads the plan as a stream, and calls each with the entries of its lists, in the file's
// order. An entry, and whatever is in it, is valid during the call only. If an entry is
// damaged, err is an *EntryError, and the entry has what could be read of it. If the plan as
// a whole cannot be read, or is of an unknown version, the error is a *plans.InputError.
// If each returns an error, Plan returns it.
func (f *File) Plan(each func(e Entry, err error) error) (*Message, error) {
	r, err := f.Open(PlanMember)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	s := &scan{
		stream:  stream{r: bufio.NewReaderSize(r, 256<<10), size: int64(f.members[PlanMember].UncompressedSize64)},
		message: &Message{Mode: plans.NormalMode}, each: each,
	}
	most := max(freeFields, f.bytes.Size())
	for n := int64(0); ; n++ {
		field, err := s.next()
		if err == io.EOF {
			break
		}
		if err == nil && n >= most {
			err = unsafe("%s has more than %d fields, in a file of %s", PlanMember, most, formatSize(uint64(f.bytes.Size())))
		}
		if err == nil {
			err = s.field(field)
		}
		if err != nil {
			return nil, err
		}
	}
	s.message.Unknown = s.unknown
	return s.message, s.checkVersion()
}

// scan reads a message Plan.
type scan struct {
	stream
	message   *Message
	each      func(Entry, error) error
	counts    map[string]int // of entries, by list
	seen      seenFields
	variables map[string]bool // by name
	skipped   bool            // a field that means something else since Terraform 1.2
}

// checkVersion rejects versions that are not known. The version is the first field, so that
// no entry is read before.
func (s *scan) checkVersion() error {
	switch v := s.message.Version; {
	case v == FormatVersion:
		return nil
	case v == 0:
		return broken("%s: it has no format version, so it is not a plan of Terraform or OpenTofu", PlanMember)
	default:
		return &plans.InputError{
			Kind: plans.InputVersion,
			Msg:  fmt.Sprintf("the plan file has format version %d, but planfmt knows only version %d", v, FormatVersion),
			Hint: "a newer planfmt may support it; the program that wrote the file can print it: `terraform show FILE` or `tofu show FILE`",
		}
	}
}

// entryField reads a field that is an entry of a list, such as a change, and reports whether it is one.
func (s *scan) entryField(f field) (isEntry bool, err error) {
	switch f.number {
	case 2:
		return true, entry(s, f, "variables", s.variable)
	case 3, 18:
		list, name := Changes, "resource_changes"
		if f.number == 18 {
			list, name = Drift, "resource_drift"
		}
		return true, entry(s, f, name, func(f field) (*ResourceChange, error) {
			r, err := f.resourceChange()
			r.List = list
			return r, err
		})
	case 4:
		return true, entry(s, f, "output_changes", field.outputChange)
	case 19:
		return true, entry(s, f, "check_results", field.check)
	case 27:
		return true, entry(s, f, "deferred_changes", field.deferredChange)
	case 30:
		return true, entry(s, f, "action_invocations", field.actionInvocation)
	case 31:
		return true, entry(s, f, "deferred_action_invocations", field.deferredAction)
	}
	return false, nil
}

// field reads a field of the message.
func (s *scan) field(f field) error {
	m := s.message
	s.seen.unknown = f.unknown
	err := planType.check(&s.seen, f)
	if err != nil {
		return s.broken(err)
	}
	if f.number == 1 {
		m.Version = f.num
		return s.checkVersion()
	}
	if isEntry, err := s.entryField(f); isEntry {
		return err
	}
	switch f.number {
	case 5:
		err = f.texts(&m.Targets)
	case 6:
		err = f.texts(&m.Excludes)
	case 13:
		err = f.backend(&m.Backend)
		m.Backend.clone()
	case 14:
		if len(m.Relevant) > 0 || s.skipped { // what that field means depends on this one
			err = wireErrorf("the field terraform_version of Plan comes behind relevant_attributes")
			break
		}
		err = f.text(&m.TerraformVersion)
	case 15:
		if m.isBefore("v1.2") {
			s.skipped = true // the checksums of providers
			return nil
		}
		if err = f.relevant(&m.Relevant); err == nil {
			m.Relevant[len(m.Relevant)-1].Attribute.clone()
		}
	case 16:
		err = f.texts(&m.ForceReplace)
	case 17:
		err = s.mode(f)
	case 20:
		err = f.bool(&m.Errored)
	case 21:
		err = f.text(&m.Timestamp)
	case 22:
		// In Terraform, this is a message, which begins with its first field. In OpenTofu, it is
		// the name of an ephemeral variable.
		if len(f.bytes) > 0 && f.bytes[0] > ' ' && utf8.Valid(f.bytes) {
			err = f.texts(&m.ApplyTimeVariables)
		} else {
			err = f.sub(functionType, nothing)
		}
	case 25:
		err = f.flag(&m.Applyable)
	case 26:
		err = f.flag(&m.Complete)
	case 28:
		err = f.texts(&m.ApplyTimeVariables)
	case 29:
		err = f.backend(&m.StateStore)
		m.StateStore.clone()
	case 32:
		err = f.texts(&m.ActionTargets)
	}
	if err != nil {
		return s.broken(err)
	}
	return nil
}

// broken adds to an error where it is.
func (s *scan) broken(err error) error {
	return broken("%s, before byte %d: %v", PlanMember, s.off, err)
}

// variable reads an element of the variables. Of two with the same name, others see the last one.
func (s *scan) variable(f field) (*Variable, error) {
	v, err := f.variable()
	if err == nil && s.variables[v.Name] {
		return v, wireErrorf("an earlier element has the same key")
	}
	if s.variables == nil {
		s.variables = map[string]bool{}
	}
	s.variables[v.Name] = true
	return v, err
}

// mode reads how the plan was made.
func (s *scan) mode(f field) error {
	modes := []plans.Mode{plans.NormalMode, plans.DestroyMode, plans.RefreshOnlyMode}
	if f.num >= uint64(len(modes)) {
		return fmt.Errorf("mode %d is not known", f.num)
	}
	s.message.Mode = modes[f.num]
	return nil
}

// entry reads an entry and passes it on.
func entry[T Entry](s *scan, f field, list string, read func(field) (T, error)) error {
	if s.message.Version == 0 {
		return s.checkVersion() // all programs write the version first
	}
	if s.counts == nil {
		s.counts = map[string]int{}
	}
	where := fmt.Sprintf("%s[%d]", list, s.counts[list])
	s.counts[list]++
	e, err := read(f)
	if wrong, ok := errors.AsType[*wireError](err); ok {
		return s.broken(fmt.Errorf("%s: %w", where, wrong))
	}
	if err != nil {
		err = &EntryError{Where: where, Err: err}
	}
	return s.each(e, err)
}

// clone copies what refers to the bytes of the message.
func (b *Backend) clone() { b.Config = append(Dynamic(nil), b.Config...) }

func (p Path) clone() {
	for i := range p {
		if p[i].Key != nil {
			p[i].Key = append(Dynamic(nil), p[i].Key...)
		}
	}
}
