// Package config reads configurations: the files in which Terraform and OpenTofu describe what
// there is to be.
//
// The files come from the snapshot in a binary plan ([Archive]) or from a directory ([Dir]).
// [Parse] turns them into a tree of modules. It never evaluates anything that needs a variable or a
// function. What cannot be read is a [Problem], and the rest is used.
//
// A position in the tree is that of the block which declares a resource or another object. If
// an override file changes it, too, its position stays the same.
package config

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Config is a configuration.
type Config struct {
	Root *Module
	// Problems is what could not be read, in the order of the modules and their files.
	Problems []*Problem

	files map[string][sha256.Size]byte // of the root module, by name
}

// Module is a module of the configuration. Several calls of the same module are several
// modules.
type Module struct {
	// Key has the names of the calls that lead to the module, with dots between them: net.sub.
	// It is empty for the root module. Path has the same names.
	Key  string
	Path []string
	// Source is as the manifest says. It is empty for the root module. Version is empty for
	// modules that do not come from a registry.
	Source, Version string
	// Dir is the directory of the module, relative to that in which the plan was made. It has
	// slashes in it, and may start with "..". It is "." for the root module.
	Dir string
	// Found says whether the files of the module were there.
	Found bool

	Parent *Module
	// Calls, Resources and all that follow are sorted by name. Resources are sorted by mode
	// and address: those that are managed come first.
	Calls     []*Call
	Resources []*Resource
	Outputs   []*Output
	Variables []*Variable
	Locals    []*Local
	Providers []*Provider
	Required  []*RequiredProvider
	Checks    []*Check
	Actions   []*Action
	// Moved, Import and Removed are in the order of the text.
	Moved, Imports, Removed []*Statement

	byAddress map[string]*Resource
}

// Address is the address of the module without instance keys: module.net.module.sub. It is
// empty for the root module.
func (m *Module) Address() string {
	var b strings.Builder
	for i, name := range m.Path {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString("module.")
		b.WriteString(name)
	}
	return b.String()
}

// Call returns the call with a name, or nil.
func (m *Module) Call(name string) *Call { return find(m.Calls, name) }

// Resource returns a resource by its address in the module, without instance key:
// data.aws_ami.web. It returns nil if there is none.
func (m *Module) Resource(address string) *Resource { return m.byAddress[address] }

// Variable returns the variable with a name, or nil.
func (m *Module) Variable(name string) *Variable { return find(m.Variables, name) }

// Local returns the local with a name, or nil.
func (m *Module) Local(name string) *Local { return find(m.Locals, name) }

// Output returns the output with a name, or nil.
func (m *Module) Output(name string) *Output { return find(m.Outputs, name) }

type named interface{ declaredName() string }

// find returns the element of a sorted list with a name, or nil.
func find[T named](list []T, name string) (found T) {
	i, ok := slices.BinarySearchFunc(list, name, func(e T, name string) int { return strings.Compare(e.declaredName(), name) })
	if !ok {
		return found
	}
	return list[i]
}

// Resource is a block that declares a resource, a data source or an ephemeral resource.
type Resource struct {
	Mode           string // managed, data or ephemeral, as in plans
	Type, Name     string
	Count, ForEach *Expression
	DependsOn      []string
	// Body has what belongs to the type: not count, lifecycle and the other arguments that all
	// resources have.
	Body         *Body
	Lifecycle    *Body // nil if there is none
	Provisioners []*Block
	Position     plans.Position
	// LastLine is the last line of the block, and 0 in JSON's syntax, where that is not known.
	LastLine int

	written string // the provider, if the block names one
}

func (r *Resource) declaredName() string { return r.Address() }

// Address is the address of the resource in its module, without instance key.
func (r *Resource) Address() string {
	switch r.Mode {
	case ModeData:
		return "data." + r.Type + "." + r.Name
	case ModeEphemeral:
		return "ephemeral." + r.Type + "." + r.Name
	}
	return r.Type + "." + r.Name
}

// The modes of resources.
const (
	ModeManaged   = "managed"
	ModeData      = "data"
	ModeEphemeral = "ephemeral"
)

// Call is a block that calls a module.
type Call struct {
	Name            string
	Source, Version string // as written; empty if not a constant
	Count, ForEach  *Expression
	DependsOn       []string
	// Providers says which providers the module is given: the names in the module, and the
	// names here. It is nil if the block does not say.
	Providers map[string]string
	Inputs    *Body
	Module    *Module // never nil
	Position  plans.Position
}

func (c *Call) declaredName() string { return c.Name }

// Output is an output of a module.
type Output struct {
	Name        string
	Description string
	Deprecated  string // what to do instead; only in OpenTofu
	Sensitive   bool
	Ephemeral   bool
	Value       *Expression // nil if there is none
	DependsOn   []string
	Position    plans.Position
}

func (o *Output) declaredName() string { return o.Name }

// Variable is an input variable of a module.
type Variable struct {
	Name        string
	Description string
	Deprecated  string // as in Output
	Sensitive   bool
	Ephemeral   bool
	Type        *Expression // nil if there is none
	Default     *Expression // nil if there is none
	Position    plans.Position
}

func (v *Variable) declaredName() string { return v.Name }

// Local is a local value.
type Local struct {
	Name     string
	Value    *Expression
	Position plans.Position
}

func (l *Local) declaredName() string { return l.Name }

// Provider is a configuration of a provider.
type Provider struct {
	Name, Alias string
	Version     string // the constraint as written; modern configurations have it in terraform blocks
	Body        *Body
	Position    plans.Position
}

func (p *Provider) declaredName() string { return p.Key() }

// Key is the name with the alias: aws.east.
func (p *Provider) Key() string {
	if p.Alias == "" {
		return p.Name
	}
	return p.Name + "." + p.Alias
}

// RequiredProvider says which provider a name in a module stands for.
type RequiredProvider struct {
	Name            string
	Source, Version string // as written; empty where the block does not say
	Aliases         []string
	Position        plans.Position
}

func (r *RequiredProvider) declaredName() string { return r.Name }

// Check is a check block.
type Check struct {
	Name     string
	Position plans.Position
}

func (c *Check) declaredName() string { return c.Name }

// Action is an action that changes of resources or the command line can invoke.
type Action struct {
	Type, Name     string
	Provider       string // as Resource.Provider
	Count, ForEach *Expression
	Config         *Body // nil if there is none
	Position       plans.Position
}

// Address is the address of the action in its module, without instance key.
func (a *Action) Address() string { return "action." + a.Type + "." + a.Name }

func (a *Action) declaredName() string { return a.Address() }

// Statement is a moved, import or removed block.
type Statement struct {
	Body     *Body
	Position plans.Position
}

// Problem is a part of a configuration that could not be read.
type Problem struct {
	Position plans.Position // the Line may be 0
	Text     string         // a sentence without a period
}

func (p *Problem) Error() string {
	name := plans.SpellName(p.Position.File)
	if p.Position.Line > 0 {
		name = fmt.Sprintf("%s:%d", name, p.Position.Line)
	}
	if p.Position.Module != "" {
		name = plans.SpellName(p.Position.Module) + ", " + name
	}
	return name + ": " + plans.SpellName(p.Text)
}

// isLocal reports whether a source is a directory relative to the module with the call.
func isLocal(source string) bool {
	return strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../") || source == "." || source == ".."
}

// position returns the place of a line in a file of the module.
func (m *Module) position(file string, line int) plans.Position {
	origin := m
	for origin.Parent != nil && isLocal(origin.Source) {
		origin = origin.Parent
	}
	if origin.Parent == nil {
		return plans.Position{File: path.Join(m.Dir, file), Line: line}
	}
	name, _ := strings.CutPrefix(path.Join(m.Dir, file), path.Clean(origin.Dir)+"/")
	return plans.Position{File: name, Line: line, Module: shortSource(origin.Source), Version: origin.Version}
}

// shortSource returns a source as configurations write it, without the name of a public registry.
func shortSource(source string) string {
	for _, host := range []string{"registry.terraform.io/", "registry.opentofu.org/"} {
		if rest, ok := strings.CutPrefix(source, host); ok {
			return rest
		}
	}
	return source
}
