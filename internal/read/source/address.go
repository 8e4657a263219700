package source

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// CheckAddress makes it an error if the mode, the type or any other part of an address that an entry has as a member contradicts its
// address: people approve the address, and what judges the entry goes by the members. A member that is missing contradicts nothing.
// The module is then that of the address, also if the address names none, as in plans that somebody has shortened by hand.
func (e *Entry) CheckAddress(rc *Resource, address string) {
	p := plans.SplitAddress(address)
	if p.Name == "" {
		return // of a text that is not even the beginning of an address, nothing can be told
	}
	if e.checkMode(rc.Mode, p.Mode); !p.Whole {
		return
	}
	e.checkName("module_address", rc.ModuleAddress, p.Module)
	rc.ModuleAddress = p.Module
	e.checkName("type", rc.Type, p.Type)
	e.checkName("name", rc.Name, p.Name)
	e.checkIndex(rc.Index, p.Key)
}

// CheckActionAddress does so for the address of an action: module.a.action.type.name.
func (e *Entry) CheckActionAddress(a *Action) {
	_, rest := plans.SplitModule(a.Address)
	rest, ok := strings.CutPrefix(rest, "action.")
	if p := plans.SplitAddress(rest); ok && p.Whole {
		e.checkName("type", a.Type, p.Type)
		e.checkName("name", a.Name, p.Name)
	}
}

// checkMode leaves out what is not a mode at all: the reader says so.
func (e *Entry) checkMode(have, want string) {
	if (have == "managed" || have == "data") && have != want {
		e.Fail("mode", "want %q, as the address says, have %s", want, SpellMode(have))
	}
}

// checkName checks a member that is a part of the address as it stands.
func (e *Entry) checkName(field, have, want string) {
	if have != "" && want != "" && have != want {
		e.Fail(field, "want %s, as the address says, have %s", strconv.Quote(want), plans.DescribeText(have))
	}
}

// checkIndex checks the key of an instance. One that is not spelled as in configuration says nothing.
func (e *Entry) checkIndex(have plans.InstanceKey, key string) {
	if have.IsNone() || "["+string(have)+"]" == key {
		return
	}
	want, ok := plans.ParseKey(strings.TrimSuffix(strings.TrimPrefix(key, "["), "]"))
	switch {
	case key == "":
		e.Fail("index", "want none, as the address says, have one")
	case ok && (want.IsString() != have.IsString() || want.Text() != have.Text()):
		e.Fail("index", "want that of the address, have another one")
	}
}
