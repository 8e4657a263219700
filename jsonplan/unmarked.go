package jsonplan

import (
	"github.com/planfmt/planfmt/internal/jsondoc"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Unmarked recognises entries that say that nothing in them is sensitive, by the bytes of a few of their members, without
// parsing them. It is for one goroutine. The zero value is ready for use.
type Unmarked struct {
	reader entryReader
	parser values.Parser
}

// maxBrackets is how many brackets and braces an entry may have, so that no value in it is nested too deep for a [jsondoc.Parser].
const maxBrackets = 900

// Change returns the ID of the schema of an element of resource_changes or resource_drift. It reports false if the entry has to
// be parsed: because it has marks, or none at all, or because [ReadHeader] may find something wrong with it. The outline has the
// members of "change", too.
func (u *Unmarked) Change(o *jsondoc.Outline) (id schema.ID, ok bool) {
	id, ok = u.id(o)
	address, _ := o.Text("address")
	name, _ := o.Text("name")
	if !ok || id.Type == "" || len(address) == 0 || len(name) == 0 {
		return id, false
	}
	for _, member := range []string{"module_address", "previous_address", "deposed", "action_reason"} {
		if _, ok := o.Text(member); !ok {
			return id, false
		}
	}
	if k := firstByte(o.Raw("index")); k == '{' || k == '[' || k == 't' || k == 'f' {
		return id, false
	}
	generated := o.Inner("generated_config")
	return id, u.isAction(o.Inner("actions")) && isNull(o.Inner("importing")) && (isNull(generated) || firstByte(generated) == '"') &&
		saysNothing(o.Inner("before_sensitive")) && saysNothing(o.Inner("after_sensitive")) && isTree(o.Inner("after_unknown"), true)
}

// Instance does the same for an instance in the values of a state.
func (u *Unmarked) Instance(o *jsondoc.Outline) (id schema.ID, ok bool) {
	id, ok = u.id(o)
	instance := o.Raw("values")
	return id, ok && (isNull(instance) || instance[0] == '{') && saysNothing(o.Raw("sensitive_values"))
}

// id returns the ID of the schema of an entry that has one.
func (u *Unmarked) id(o *jsondoc.Outline) (schema.ID, bool) {
	mode, ok1 := o.Text("mode")
	typ, ok2 := o.Text("type")
	provider, ok3 := o.Text("provider_name")
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
