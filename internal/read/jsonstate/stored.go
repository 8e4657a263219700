package jsonstate

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// group reads a resource of a state file, with its instances. Its members come
// in any order, so the instances get what they share at the end.
func (r *stateReader) group(i int) error {
	where := "resources[" + strconv.Itoa(i) + "]"
	if r.Next() != values.Object {
		v, err := r.Value()
		if err == nil {
			h := header{source.Entry{Address: where}}
			h.Fail("", "want object, have %s", v.Kind())
			res := &source.Resource{Header: plans.Header{Address: where}}
			res.Fail(h.Err)
			r.stored.resources = append(r.stored.resources, res)
			err = r.Store().Count()
		}
		return err
	}
	var shared source.Resource
	var provider string
	var instances []*source.Resource
	var dependencies [][]string // by instance
	h := header{source.Entry{Address: where}}
	err := r.Object(func(name string) error {
		if name == "instances" {
			return r.Array(func(n int) error {
				res, err := r.instance(where + ".instances[" + strconv.Itoa(n) + "]")
				instances, dependencies = append(instances, res), append(dependencies, r.dependencies)
				return err
			})
		}
		var field *string
		switch name {
		case "module":
			field = &shared.ModuleAddress
		case "mode":
			field = &shared.Mode
		case "type":
			field = &shared.Type
		case "name":
			field = &shared.Name
		case "provider":
			field = &provider
		default:
			r.odd.Look(nil, name)
			return r.Skip()
		}
		v, err := r.Value()
		switch v.Kind() {
		case values.String:
			*field = r.words.Text(v)
		case values.Absent, values.Null:
		default:
			h.Fail(name, "want string, have %s", v.Kind())
		}
		return err
	})
	shared.ProviderName = r.words.Keep(plans.ProviderAddress(provider))
	if shared.Mode == "ephemeral" && shared.Type != "" && shared.Name != "" && h.Err == nil {
		r.ephemeral.Add(shared.InstanceAddress())
		return err
	}
	r.product(shared.ProviderName)
	h.check(&shared)
	for i, res := range instances {
		own := res.Header
		res.Header = shared.Header
		res.Address, res.Index, res.Deposed, res.Tainted = own.Address, own.Index, own.Deposed, own.Tainted
		if h.Err != nil && res.Err() == nil {
			res.Fail(h.Err)
		}
		if res.Type != "" && res.Name != "" {
			res.Address = res.Header.InstanceAddress()
			if r.keepDependencies && res.Deposed == "" {
				r.state.Recorded = append(r.state.Recorded, source.Recorded{Address: res.Address, DependsOn: dependencies[i]})
			}
		}
	}
	r.stored.resources = append(r.stored.resources, instances...)
	return err
}

// instance reads an instance of a resource in a state file.
func (r *stateReader) instance(where string) (*source.Resource, error) {
	res := &source.Resource{Header: plans.Header{Address: where}}
	v, err := r.Value()
	if err != nil {
		return res, err
	}
	r.odd.LookIn(nil, v)
	r.dependencies = nil
	if r.keepDependencies {
		for _, e := range v.Get("dependencies").Elems() {
			if e.Kind() == values.String && !e.IsEmptyString() {
				r.dependencies = append(r.dependencies, r.words.Text(e))
			}
		}
	}
	h := header{source.Entry{Address: where}}
	if v.Kind() != values.Object {
		h.Fail("", "want object, have %s", v.Kind())
	}
	res.Index = h.index(v, "index_key")
	res.Deposed = h.Text(v, "deposed")
	res.Tainted = h.Text(v, "status") == "tainted"
	h.FailDuplicate(r.Parser().DuplicateError(2))
	res.Fail(h.Err)
	res.Handle, err = r.keep()
	return res, err
}

// tree sorts the instances of a state file into their modules, and everything
// into the order of the JSON form: modules by the bytes of their addresses,
// resources by mode (data sources first), type and name, instances by their
// keys, each before its deposed objects.
func tree(resources []*source.Resource) *module {
	root := &module{}
	modules := map[string]*module{"": root}
	var find func(string) *module
	find = func(address string) *module {
		if m := modules[address]; m != nil {
			return m
		}
		m := &module{address: address}
		modules[address] = m
		parent := find(parentModule(address))
		parent.children = append(parent.children, m)
		return m
	}
	for _, r := range resources {
		m := find(r.ModuleAddress)
		m.resources = append(m.resources, r)
	}
	for _, m := range modules {
		sorted.Stable(m.resources, compareResources)
		sorted.Stable(m.children, func(a, b *module) int { return strings.Compare(a.address, b.address) })
	}
	return root
}

func compareResources(a, b *source.Resource) int {
	mode := func(r *source.Resource) int {
		if r.Mode == "data" {
			return 0
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(mode(a), mode(b)),
		strings.Compare(a.Type, b.Type),
		strings.Compare(a.Name, b.Name),
		a.Index.Compare(b.Index),
		strings.Compare(a.Deposed, b.Deposed),
	)
}

// parentModule returns the address of the module around a module:
// module.a["x.y"] for module.a["x.y"].module.b. For anything that is not an
// address, it returns that of the root module.
func parentModule(address string) string {
	const step = ".module."
	last := 0
	quoted := false
	for i := 0; i < len(address); i++ {
		switch c := address[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(address[i:], step):
			last = i
		}
	}
	return address[:last]
}

// storedChecks reads the results of checks in a state file.
func (r *stateReader) storedChecks(name string) error {
	err := r.checks.Read(r.Scanner, name, source.CheckForm{
		Address: "config_addr", Kind: "object_kind", Instances: "objects",
		InstanceAddress: "object_addr", Messages: "failure_messages",
	})
	for i, c := range r.checks.List {
		if c.Kind == "output" {
			r.checks.List[i].Kind = "output_value" // as the JSON form calls it
		}
	}
	return err
}
