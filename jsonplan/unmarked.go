package jsonplan

import (
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Unmarked recognises entries that say that nothing in them is sensitive, by the bytes of a few of their members, without
// parsing them. It is for one goroutine.
type Unmarked struct {
	reader    entryReader
	parser    values.Parser
	outliners outliners
}

// NewUnmarked returns an Unmarked.
func NewUnmarked() *Unmarked { return &Unmarked{outliners: newOutliners()} }

// maxBrackets is how many brackets and braces an entry may have, so that no value in it is nested too deep for a [jsondoc.Parser].
const maxBrackets = 900

// Change reads an element of resource_changes or resource_drift, and returns the ID of its schema. It reports false if the entry
// has to be parsed: because it has marks, or none at all, or because [ReadHeader] may find something wrong with it.
func (u *Unmarked) Change(s *jsondoc.Scanner) (id schema.ID, ok bool, err error) {
	o, err := s.Outline(u.outliners.entries)
	if err != nil {
		return id, false, err
	}
	id, ok = u.id(&o, entryMode, entryType, entryProvider)
	return id, ok && id.Type != "" && u.isChange(&o), nil
}

// isChange reports whether nothing is wrong with the header of an entry, and nothing is marked.
func (u *Unmarked) isChange(o *jsondoc.Outline) bool {
	address, _ := o.Text(entryAddress)
	name, _ := o.Text(entryName)
	if len(address) == 0 || len(name) == 0 || !agrees(o) {
		return false
	}
	for _, member := range []int{entryModule, entryPrevious, entryDeposed, entryReason} {
		if _, ok := o.Text(member); !ok {
			return false
		}
	}
	if k := firstByte(o.Raw(entryIndex)); k == '{' || k == '[' || k == 't' || k == 'f' {
		return false
	}
	generated := o.Raw(changeGenerated)
	return u.isAction(o.Raw(changeActions)) && isNull(o.Raw(changeImporting)) && (isNull(generated) || firstByte(generated) == '"') &&
		saysNothing(o.Raw(changeBeforeSensitive)) && saysNothing(o.Raw(changeAfterSensitive)) && isTree(o.Raw(changeUnknown), true)
}

// Instance does the same for an instance in the values of a state.
func (u *Unmarked) Instance(s *jsondoc.Scanner) (id schema.ID, ok bool, err error) {
	o, err := s.Outline(u.outliners.instances)
	if err != nil {
		return id, false, err
	}
	id, ok = u.id(&o, instanceMode, instanceType, instanceProvider)
	instance := o.Raw(instanceValues)
	return id, ok && (isNull(instance) || instance[0] == '{') && saysNothing(o.Raw(instanceSensitive)), nil
}

// id returns the ID of the schema of an entry that has one, given its members.
func (u *Unmarked) id(o *jsondoc.Outline, modeMember, typeMember, providerMember int) (schema.ID, bool) {
	mode, ok1 := o.Text(modeMember)
	typ, ok2 := o.Text(typeMember)
	provider, ok3 := o.Text(providerMember)
	if !o.Whole || !ok1 || !ok2 || !ok3 || string(mode) != "managed" && string(mode) != "data" ||
		o.Brackets() > maxBrackets {
		return schema.ID{}, false
	}
	words := &u.reader.words
	return schema.IDOf(words.KeepBytes(provider), words.KeepBytes(mode), words.KeepBytes(typ)), true
}

// isAction reports whether a text is a list of actions that has a meaning.
func (u *Unmarked) isAction(raw []byte) bool {
	if _, known := u.reader.actions[string(raw)]; known {
		return true
	}
	list, err := u.parser.Parse(raw)
	if err != nil {
		return false
	}
	_, _, err = u.reader.action(list)
	return err == nil
}

// saysNothing reports whether marks are there, and nothing is marked.
func saysNothing(raw []byte) bool { return !isNull(raw) && isUnset(raw) }
