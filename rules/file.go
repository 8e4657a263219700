package rules

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/planfmt/planfmt/plans"
)

// File has the rules of a file.
//
// Whoever proposes a change can also propose a change of the file, to hide the other one. So
// rules of a file do not apply to everything that [Set] matches: see [ProtectsResource] and
// [ProtectsName].
type File struct {
	Name string // as it is to be printed
	Set
	Drift         Drift // AutoDrift if the file does not say
	ShowUnchanged bool
	// MaskNames hides values because of their names, see the option of that name of the package planfmt. Unlike what else a file says, it
	// applies to everything.
	MaskNames bool
}

// ProtectsResource reports whether the rules of a file never mute a resource, nor changes in
// it: something is destroyed, replaced or forgotten, or the type says that it is about
// permissions.
func ProtectsResource(h *plans.Header) bool {
	switch h.Action {
	case plans.Delete, plans.DeleteThenCreate, plans.CreateThenDelete,
		plans.Forget, plans.CreateThenForget, plans.ForgetThenCreate, plans.Unknown:
		return true
	}
	return ProtectsName(h.Type)
}

// ProtectsName reports whether the name of a type or of an attribute says that it is about
// permissions. The rules of a file never mute such a resource or attribute, nor anything in
// it.
func ProtectsName(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "policy") || strings.Contains(name, "iam")
}

// Limits for files. They are far above what anybody writes.
const (
	maxFileSize  = 256 << 10 // bytes
	maxFileRules = 2000
)

// Read reads a file of rules in YAML: docs/schema/rules-1.0.json describes it. name is what
// the file is called in errors, which also have the line. An empty file has no rules.
func Read(name string, r io.Reader) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFileSize+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	case len(data) > maxFileSize:
		return nil, fmt.Errorf("%s: the file has more than %d bytes", plans.SpellName(name), maxFileSize)
	}
	f := &File{Name: name}
	if err := f.parse(data); err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	}
	return f, nil
}

type fileKey struct {
	name string
	set  func(*File, *yaml.Node) error
}

// fileKeys are the keys of a file.
var fileKeys = []fileKey{
	{"only", func(f *File, n *yaml.Node) error { return eachRule(n, f.AddOnly) }},
	{"hide", func(f *File, n *yaml.Node) error { return eachRule(n, f.AddHide) }},
	{"ignore", func(f *File, n *yaml.Node) error { return eachRule(n, f.AddIgnore) }},
	{"drift", func(f *File, n *yaml.Node) error { return f.setDrift(n) }},
	{"show-unchanged", func(f *File, n *yaml.Node) error { return setBool(n, &f.ShowUnchanged) }},
	{"mask-names", func(f *File, n *yaml.Node) error { return setBool(n, &f.MaskNames) }},
}

// FileKeys returns the keys that a file can have.
func FileKeys() []string {
	all := make([]string, 0, len(fileKeys))
	for _, k := range fileKeys {
		all = append(all, k.name)
	}
	return all
}

// parse parses the file.
func (f *File) parse(data []byte) error {
	root, err := singleDocument(data)
	if err != nil || root == nil || isNull(root) {
		return err
	}
	if err := eachMember(root, FileKeys(), f.set); err != nil {
		return err
	}
	if f.Len() > maxFileRules {
		return fmt.Errorf("it has %d rules; there can be %d", f.Len(), maxFileRules)
	}
	return nil
}

// set sets what a key says. A key without a value says nothing.
func (f *File) set(key string, value *yaml.Node) error {
	if isNull(value) {
		return nil
	}
	i := slices.IndexFunc(fileKeys, func(k fileKey) bool { return k.name == key })
	return fileKeys[i].set(f, value)
}

// eachRule adds the rules of a list.
func eachRule(list *yaml.Node, add func(string) error) error {
	if err := want(list, yaml.SequenceNode); err != nil {
		return err
	}
	for _, n := range list.Content {
		text, err := text(n)
		if err != nil {
			return err
		}
		if err := add(text); err != nil {
			return atLine(n, errors.New(describe(err)))
		}
	}
	return nil
}

func (f *File) setDrift(n *yaml.Node) error {
	name, err := text(n)
	if err != nil {
		return err
	}
	for _, c := range []Drift{AllDrift, RelevantDrift, NoDrift} {
		if c.String() == name {
			f.Drift = c
			return nil
		}
	}
	return errors.New(describe(unknownName("value", name, []string{AllDrift.String(), RelevantDrift.String(), NoDrift.String()})))
}

func setBool(n *yaml.Node, to *bool) error {
	if err := want(n, yaml.ScalarNode); err != nil {
		return err
	}
	if n.ShortTag() != "!!bool" || n.Decode(to) != nil {
		return atLine(n, fmt.Errorf("want true or false, have %s", kindOf(n)))
	}
	return nil
}
