package infer

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// TestRules checks what is concluded from one piece of evidence each: what the
// key x, or the key of the path, is taken for.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		name, config, before, after, unknown string
		written                              string // the configuration as its text has it
		data                                 bool
		replace                              plans.Path
		is                                   string
	}{
		{name: "write-only by a constant", config: `{"x":{"constant_value":"s"}}`, after: `{"x":null}`, is: "write-only attribute"},
		{name: "a constant that may be the default", config: `{"x":{"constant_value":""}}`, after: `{"x":null}`, is: ""},
		{name: "a reference may be null", config: `{"x":{"references":["var.x"]}}`, after: `{"x":null}`, is: ""},
		{name: "write-only by an ephemeral value", config: `{"x":{"references":["ephemeral.random.p.result"]}}`, after: `{"x":null}`, is: "write-only attribute"},
		{name: "a constant that was not applied", config: `{"x":{"constant_value":"s"}}`, before: `{"x":null}`, is: ""},
		{name: "a list that the old SDK may drop", config: `{"x":{"constant_value":["s"]}}`, after: `{"x":null}`, is: ""},
		{name: "a list in a new provider", config: `{"x":{"constant_value":["s"]}}`, after: `{"x":null,"o":{"a":1,"b":"s","c":[{"d":1}]}}`, is: "write-only attribute"},
		{name: "objects without configuration", before: `{"x":[{"a":"1"}]}`, is: "block, list"},
		{name: "objects that were null", before: `{"x":null}`, after: `{"x":[{"a":"1"}]}`, is: "set(object({a=string}))"},
		{name: "a dynamic block", config: `{"y":{"constant_value":1}}`, after: `{"x":[{"a":"1","b":null}]}`, is: "block, list"},
		{name: "an attribute in the syntax of blocks", config: `{"y":{"constant_value":1}}`, after: `{"x":[{"a":"1","b":"","c":[]}]}`, is: "set(object({a=string, b=string, c=list(string)}))"},
		{name: "what a data source read", data: true, config: `{"y":{"constant_value":1}}`, after: `{"x":[{"a":"1"}]}`, is: "set(object({a=string}))"},
		{name: "unknown, named as blocks are", config: `{}`, after: `{}`, unknown: `{"logging_config":true}`, is: "block, list"},
		{name: "unknown, not named so", config: `{}`, after: `{}`, unknown: `{"x":true}`, is: "string"},
		{name: "named as a block, with another end", config: `{}`, after: `{}`, unknown: `{"session_affinity":true}`, is: "string"},
		{name: "a part forces the replacement", config: `{"x":{"references":["var.x"]}}`, before: `{"x":[{"a":"1"}]}`, after: `{"x":[{"a":"2"}]}`, replace: plans.NewPath(plans.Key("x"), plans.Index(0), plans.Key("a")), is: "nested attribute"},
		{name: "a member of an object forces it", config: `{"x":{"references":["var.x"]}}`, before: `{"x":{"a":"1"}}`, after: `{"x":{"a":"2"}}`, replace: plans.NewPath(plans.Key("x"), plans.Key("a")), is: "nested attribute"},
		{name: "unknown, null elsewhere", before: `{"logging_config":null}`, after: `{}`, unknown: `{"logging_config":true}`, is: "string"},
		{name: "unknown, beside its plural", after: `{"logging_configs":["a"]}`, unknown: `{"logging_config":true}`, is: "string"},
		{name: "unknown, beside a name like it", config: `{"y_x":[{}]}`, after: `{}`, unknown: `{"session_x":true,"x":true}`, is: "block, list"},
		{name: "unknown, beside blocks of its singular", config: `{"x":[{}]}`, after: `{}`, unknown: `{"xs":true}`, is: "block, list"},
		{name: "unknown, a block elsewhere", config: `{"y":[{"x":[{}]}]}`, after: `{}`, unknown: `{"x":true}`, is: "block, list"},
		{name: "objects, an attribute elsewhere", config: `{"y":[{"x":{"references":["var.x"]}}]}`, before: `{"x":[{"a":"1"}],"y":[{"x":[{"a":"1"}]}]}`, after: `{"x":[{"a":"1"}],"y":[]}`, is: "set(object({a=string}))"},
		{name: "two in the order of a set", config: `{"x":[{}]}`, before: `{"x":[{"a":"1","b":"1","c":"1"},{"a":"2","b":"1","c":"1"}]}`, after: `{"x":[{"a":"1","b":"1","c":"1"},{"a":"3","b":"1","c":"1"}]}`, is: "block, set"},
		{name: "one changes less as a list", config: `{"x":[{}]}`, before: `{"x":[{"a":"1","b":"1","c":"1"}]}`, after: `{"x":[{"a":"2","b":"1","c":"1"}]}`, is: "block, list"},
		{name: "objects that change less as a list", config: `{"x":{"references":["var.x"]}}`, before: `{"x":[{"a":"1","b":"1","c":"1"}]}`, after: `{"x":[{"a":"2","b":"1","c":"1"}]}`, is: "list(object({a=string, b=string, c=string}))"},
		{name: "the first of two goes", config: `{"x":[{}]}`, before: `{"x":[{"a":"2","b":"1"},{"a":"1","b":"2"}]}`, after: `{"x":[{"a":"1","b":"2"}]}`, is: "block, list"},
		{name: "the first of two goes, in the order of a set", config: `{"x":[{}]}`, before: `{"x":[{"a":"1","b":"1"},{"a":"2","b":"2"}]}`, after: `{"x":[{"a":"2","b":"2"}]}`, is: "block, set"},
		{name: "an object of anything", after: `{"x":{"properties":{"addressSpace":{"n":1},"more":"s"}}}`, is: "any"},
		{name: "labels", after: `{"x":{"a.b":1,"c":2}}`, is: "map(number)"},
		{name: "labels of different things", after: `{"x":{"a.b":1,"c":"s"}}`, is: "any"},
		{name: "a list of different things", after: `{"x":[1,"s"]}`, is: "any"},
		{name: "a block that was empty, in a new provider", config: `{"y":{"constant_value":1}}`, before: `{"x":[],"o":{"a":1,"b":{"c":1}}}`, after: `{"x":[{"a":"1"}],"o":null}`, is: "block, list"},
		{name: "written as a block", written: `{"x":[{"a":{}}]}`, after: `{"x":[{"a":"1"}]}`, is: "block, list"},
		{name: "a single block", written: `{"x":[{"a":{}}]}`, after: `{"x":{"a":"1"}}`, is: "block, single"},
		{name: "a map of blocks", written: `{"x":{"k":{"a":{}}}}`, after: `{"x":{"k":{"a":"1"}}}`, is: "block, map"},
		{name: "a block that became nothing", written: `{"x":[{}]}`, after: `{"x":null}`, is: "block, list"},
		{name: "assigned, and written as a block", written: `{"x":{"references":["var.x"]}}`, after: `{"x":[{"a":"1"}]}`, is: "set(object({a=string}))"},
		{name: "an attribute written as a block", written: `{"x":[{"a":{}}]}`, after: `{"x":[{"a":"1","b":"","c":[]}]}`, is: "set(object({a=string, b=string, c=list(string)}))"},
		{name: "not even a dynamic block", written: `{"y":{}}`, after: `{"x":[{"a":"1","b":null}]}`, is: "set(object({a=string, b=string}))"},
		{name: "assigned by a function", written: `{"x":{}}`, after: `{"x":[{"a":"1"}]}`, is: "set(object({a=string}))"},
		{name: "text or a list", before: `{"x":"s"}`, after: `{"x":["s",{"a":1}],"o":{"a":1,"b":{"c":1}}}`, is: "any"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := &Evidence{}
			id := schema.ID{Provider: "p", Kind: schema.Resource, Type: "t"}
			if test.data {
				id.Kind = schema.DataSource
			}
			c := values.Change{}
			c.Before, c.After = values.Of(test.before), values.Of(test.after)
			c.Unknown = values.UnknownFlags(values.Of(test.unknown))
			if !test.replace.IsEmpty() {
				c.ReplacePaths = plans.ExactPaths([]plans.Path{test.replace})
			}
			e.Add(id, c)
			if test.config != "" {
				mode := "managed"
				if test.data {
					mode = "data"
				}
				e.Config("p", mode, "t", values.Of(test.config))
			}
			if test.written != "" {
				e.Written("p", "managed", "t", values.Of(test.written))
			}
			_, decisions := infer(e.lookup(id), nil, e.newRelatedKeys(id, Names{}))
			is := ""
			for _, d := range decisions {
				switch d.Path {
				case "x", "logging_config", "session_affinity":
					is = d.Is
				}
			}
			if is != test.is {
				t.Errorf("taken for %q, want %q", is, test.is)
			}
		})
	}
}

// Deeply nested objects take time in proportion to their depth, and not twice as
// much for each level.
func TestDeepObjects(t *testing.T) {
	for name, member := range map[string]string{"one member": `{"a":`, "two members": `{"b":1,"a":`, "labels": `{"a b":`} {
		deep := strings.Repeat(member, 300) + "1" + strings.Repeat("}", 300)
		id := schema.ID{Provider: "p", Type: "t"}
		r := &Resolver{Evidence: &Evidence{}}
		v := values.Of(`{"x":` + deep + `}`)
		r.Evidence.Add(id, values.Change{After: v})
		if found, err := r.Resolve(id); err != nil || found.Block == nil {
			t.Errorf("%s: %v, %v", name, found.Block, err)
		}
	}
}
