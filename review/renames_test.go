package review_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// renameCase makes plans that destroy and create objects.
type renameCase struct {
	changes []string
	config  string // of the plan
}

// add adds a change. The members of its values are JSON, without the braces.
func (c *renameCase) add(action, reason, address, index, body, marks string) {
	module, resource := "", address
	if i := strings.LastIndex(address, "thing."); i > 0 {
		module, resource = strings.TrimSuffix(address[:i], "."), address[i:]
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(resource, "thing."), "[")
	before, after, unknown, beforeMarks, afterMarks := `{"id":"i-`+fmt.Sprint(len(c.changes))+`",`+body+`}`, "null", "{}", "{"+marks+"}", "false"
	if action == "create" {
		before, after, unknown, beforeMarks, afterMarks = "null", "{"+body+"}", `{"id":true}`, "false", "{"+marks+"}"
	}
	if index != "" {
		index = `"index":` + index + `,`
	}
	c.changes = append(c.changes, fmt.Sprintf(`{"address":%q,"module_address":%q,"mode":"managed","type":"thing","name":%q,%s"provider_name":"registry.terraform.io/a/b","action_reason":%q,
"change":{"actions":[%q],"before":%s,"after":%s,"after_unknown":%s,"before_sensitive":%s,"after_sensitive":%s}}`,
		address, module, name, index, reason, action, before, after, unknown, beforeMarks, afterMarks))
}

func (c *renameCase) load(tb testing.TB) *computed.Plan {
	tb.Helper()
	text := `{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[` + strings.Join(c.changes, ",\n") + `]` + c.config + `}`
	p, err := planfmt.Load(context.Background(), strings.NewReader(text), planfmt.Options{Needs: planfmt.Needs{Causes: true}})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func (c *renameCase) renames(tb testing.TB) string {
	tb.Helper()
	var b strings.Builder
	for _, r := range c.load(tb).Summary.Renames {
		fmt.Fprintf(&b, "%s -> %s %d/%d", r.From, r.To, r.Same, r.Compared)
		for _, names := range []struct {
			what string
			all  []string
		}{{"derived", r.Derived}, {"different", r.Different}, {"hidden", r.Hidden}, {"forcing", r.Forcing}} {
			if len(names.all) > 0 {
				fmt.Fprintf(&b, " %s %s", names.what, strings.Join(names.all, ","))
			}
		}
		if hasBlock := review.Moved([]computed.Rename{r}) != ""; hasBlock != (len(r.Derived)+len(r.Different) == 0) {
			tb.Errorf("%s: a moved block: %v", r.From, hasBlock)
		}
		b.WriteByte('\n')
		if r.FromModule != "" {
			fmt.Fprintf(&b, "  %s -> %s\n", r.FromModule, r.ToModule)
		}
	}
	return b.String()
}

func TestRenames(t *testing.T) {
	const (
		eachKey  = "delete_because_each_key"
		noConfig = "delete_because_no_resource_config"
		noModule = "delete_because_no_module"
		common   = `"region":"eu-central-1","on":true,"tags":{"team":"platform","cost":"4711"}`
	)
	tests := []struct {
		name string
		make func(*renameCase)
		want string
	}{
		{"a new key", func(c *renameCase) {
			c.add("delete", eachKey, `thing.a["x"]`, `"x"`, common+`,"name":"web-x","image":"ami-1234567890"`, "")
			c.add("create", "", `thing.a["y"]`, `"y"`, common+`,"name":"web-y","image":"ami-1234567890"`, "")
		}, "thing.a[\"x\"] -> thing.a[\"y\"] 4/5 derived name\n"},
		{"a new key in a part of a value", func(c *renameCase) {
			c.add("delete", eachKey, `thing.a["x"]`, `"x"`, `"input":{"name":"web-x","image":"ami-1234567890"}`, "")
			c.add("create", "", `thing.a["y"]`, `"y"`, `"input":{"name":"web-y","image":"ami-1234567890"}`, "")
		}, "thing.a[\"x\"] -> thing.a[\"y\"] 0/1 derived input\n"},
		{"another object", func(c *renameCase) {
			c.add("delete", eachKey, `thing.a["x"]`, `"x"`, common+`,"name":"frontend","image":"ami-1234567890"`, "")
			c.add("create", "", `thing.a["y"]`, `"y"`, common+`,"name":"database","image":"ami-9876543210"`, "")
		}, ""},
		{"another provider", func(c *renameCase) {
			c.add("delete", eachKey, `thing.a["x"]`, `"x"`, common, "")
			c.add("create", "", `thing.a["y"]`, `"y"`, common, "")
			c.changes[1] = strings.Replace(c.changes[1], "a/b", "a/c", 1)
		}, ""},
		{"deposed", func(c *renameCase) {
			c.add("delete", "", `thing.a["x"]`, `"x"`, common, "")
			c.changes[0] = strings.Replace(c.changes[0], `"mode"`, `"deposed":"12345678","mode"`, 1)
			c.add("create", "", `thing.a["y"]`, `"y"`, common, "")
		}, ""},
		{"the block is gone", func(c *renameCase) { // so it is not the one that the new object is from
			c.add("delete", noConfig, `thing.a["x"]`, `"x"`, common, "")
			c.add("create", "", `thing.a["y"]`, `"y"`, common, "")
		}, ""},
		{"nothing to move to", func(c *renameCase) {
			c.add("delete", "delete_because_no_move_target", `thing.a`, "", common, "")
			c.add("create", "", `thing.b`, "", common, "")
		}, ""},
		{"another name", func(c *renameCase) {
			c.add("delete", noConfig, `thing.a`, "", common, "")
			c.add("create", "", `thing.b`, "", common, "")
		}, "thing.a -> thing.b 3/3\n"},
		{"into a module", func(c *renameCase) {
			c.add("delete", noConfig, `thing.a`, "", common+`,"size":10`, "")
			c.add("delete", noConfig, `thing.b`, "", common+`,"size":20`, "")
			c.add("create", "", `module.m.thing.a`, "", common+`,"size":10`, "")
			c.add("create", "", `module.m.thing.b`, "", common+`,"size":20`, "")
		}, "thing.a -> module.m.thing.a 4/4\nthing.b -> module.m.thing.b 4/4\n"},
		{"twins into a module", func(c *renameCase) {
			c.add("delete", noConfig, `thing.b`, "", common, "")
			c.add("delete", noConfig, `thing.a`, "", common, "")
			c.add("create", "", `module.m.thing.a`, "", common, "")
			c.add("create", "", `module.m.thing.b`, "", common, "")
		}, "thing.a -> module.m.thing.a 3/3\nthing.b -> module.m.thing.b 3/3\n"},
		{"twins in order", func(c *renameCase) {
			for i := range 3 {
				c.add("delete", "delete_because_wrong_repetition", fmt.Sprintf("thing.a[%d]", 12-i*2), fmt.Sprint(12-i*2), common, "")
			}
			c.add("create", "", `thing.a["q"]`, `"q"`, common, "")
			c.add("create", "", `thing.a["p"]`, `"p"`, common, "")
		}, "thing.a[8] -> thing.a[\"p\"] 3/3\nthing.a[10] -> thing.a[\"q\"] 3/3\n"},
		{"which of two", func(c *renameCase) { // each could be each, and they are not the same
			c.add("delete", eachKey, `thing.a["x"]`, `"x"`, common+`,"name":"x"`, "")
			c.add("create", "", `thing.a["y"]`, `"y"`, common+`,"name":"y"`, "")
			c.add("create", "", `thing.a["z"]`, `"z"`, common+`,"name":"z"`, "")
		}, ""},
		{"a module that moves as a whole", func(c *renameCase) {
			c.add("delete", noModule, `module.a["k"].module.n.thing.x`, "", common+`,"text":"the first long text"`, "")
			c.add("delete", noModule, `module.a["k"].thing.y[0]`, "0", common+`,"text":"another long text"`, "")
			c.add("create", "", `module.b["k"].module.n.thing.x`, "", common+`,"text":"the first long text"`, "")
			c.add("create", "", `module.b["k"].thing.y[0]`, "0", common+`,"text":"another long text"`, "")
		}, "module.a[\"k\"].thing.y[0] -> module.b[\"k\"].thing.y[0] 4/4\n  module.a[\"k\"] -> module.b[\"k\"]\n" +
			"module.a[\"k\"].module.n.thing.x -> module.b[\"k\"].module.n.thing.x 4/4\n  module.a[\"k\"] -> module.b[\"k\"]\n"},
		{"a module that is not called any more", func(c *renameCase) {
			c.add("delete", noConfig, `module.a.thing.x`, "", common, "")
			c.add("create", "", `module.b.thing.x`, "", common, "")
			c.config = `,"configuration":{"root_module":{"module_calls":{"b":{"module":{"resources":[]}}}}}`
		}, "module.a.thing.x -> module.b.thing.x 3/3\n  module.a -> module.b\n"},
		{"a module that is still called", func(c *renameCase) {
			c.add("delete", noConfig, `module.a.thing.x`, "", common, "")
			c.add("create", "", `module.b.thing.x`, "", common, "")
			c.config = `,"configuration":{"root_module":{"module_calls":{"a":{"module":{}},"b":{"module":{}}}}}`
		}, "module.a.thing.x -> module.b.thing.x 3/3\n"},
		{"a module of which something is destroyed", func(c *renameCase) {
			c.add("delete", noModule, `module.a.thing.x`, "", common+`,"text":"the first long text"`, "")
			c.add("delete", noModule, `module.a.thing.y`, "", `"text":"another long text"`, "")
			c.add("create", "", `module.b.thing.x`, "", common+`,"text":"the first long text"`, "")
		}, "module.a.thing.x -> module.b.thing.x 4/4\n"},
		{"what is sensitive is not compared", func(c *renameCase) {
			c.add("delete", eachKey, `thing.a["x"]`, `"x"`, common+`,"secret":"hunter2hunter2","list":["long long text",1]`, `"secret":true,"list":[true,false]`)
			c.add("create", "", `thing.a["y"]`, `"y"`, common+`,"secret":"something else","list":["long long text",1]`, "")
		}, "thing.a[\"x\"] -> thing.a[\"y\"] 3/3 hidden list,secret\n"},
		{"another small value", func(c *renameCase) {
			c.add("delete", noConfig, `thing.a`, "", common+`,"size":1,"note":"","text":"a long text that nobody else has"`, "")
			c.add("create", "", `thing.b`, "", common+`,"size":2,"note":null,"text":"a long text that nobody else has"`, "")
		}, "thing.a -> thing.b 4/5 different size\n"},
		{"a value on one side", func(c *renameCase) {
			c.add("delete", noConfig, `thing.a`, "", common+`,"zone":null,"text":"a long text that nobody else has"`, "")
			c.add("create", "", `thing.b`, "", common+`,"zone":"z","text":"a long text that nobody else has"`, "")
		}, "thing.a -> thing.b 4/5 different zone\n"},
		{"a value beside an unknown one", func(c *renameCase) {
			c.add("delete", noConfig, `thing.a`, "", common+`,"disk":[{"id":"d-1","size":1}],"text":"a long text that nobody else has"`, "")
			c.add("create", "", `thing.b`, "", common+`,"disk":[{"size":2}],"text":"a long text that nobody else has"`, "")
			c.changes[1] = strings.Replace(c.changes[1], `{"id":true}`, `{"id":true,"disk":[{"id":true}]}`, 1)
		}, "thing.a -> thing.b 4/5 different disk\n"},
		{"the same beside an unknown one", func(c *renameCase) {
			c.add("delete", noConfig, `thing.a`, "", common+`,"disk":[{"id":"d-1","size":1}],"text":"a long text that nobody else has"`, "")
			c.add("create", "", `thing.b`, "", common+`,"disk":[{"size":1}],"text":"a long text that nobody else has"`, "")
			c.changes[1] = strings.Replace(c.changes[1], `{"id":true}`, `{"id":true,"disk":[{"id":true}]}`, 1)
		}, "thing.a -> thing.b 4/4\n"},
		{"what forces the replacement of another one", func(c *renameCase) {
			c.add("delete", eachKey, `thing.a["x"]`, `"x"`, common+`,"name":"web-x"`, "")
			c.add("create", "", `thing.a["y"]`, `"y"`, common+`,"name":"web-y"`, "")
			c.add("create", "", `thing.c`, "", `"name":"c"`, "")
			c.changes[2] = strings.NewReplacer(`["create"],"before":null`, `["delete","create"],"replace_paths":[["name"]],"before":{"name":"b"}`).Replace(c.changes[2])
		}, "thing.a[\"x\"] -> thing.a[\"y\"] 3/4 derived name forcing name\n"},
		{"a module with an object that differs", func(c *renameCase) {
			c.add("delete", noModule, `module.a.thing.x`, "", common+`,"size":1,"text":"the first long text"`, "")
			c.add("delete", noModule, `module.a.thing.y`, "", common+`,"text":"another long text"`, "")
			c.add("create", "", `module.b.thing.x`, "", common+`,"size":2,"text":"the first long text"`, "")
			c.add("create", "", `module.b.thing.y`, "", common+`,"text":"another long text"`, "")
		}, "module.a.thing.x -> module.b.thing.x 4/5 different size\n  module.a -> module.b\nmodule.a.thing.y -> module.b.thing.y 4/4\n  module.a -> module.b\n"},
		{"only secrets are the same", func(c *renameCase) {
			c.add("delete", eachKey, `thing.a["x"]`, `"x"`, `"name":"one","password":"hunter2hunter2hunter2"`, `"password":true`)
			c.add("create", "", `thing.a["y"]`, `"y"`, `"name":"one","password":"hunter2hunter2hunter2"`, `"password":true`)
		}, ""},
		{"unrelated among similar ones", func(c *renameCase) {
			for i := range 3 {
				c.add("delete", eachKey, fmt.Sprintf(`thing.a["old%d"]`, i), fmt.Sprintf(`"old%d"`, i), common+fmt.Sprintf(`,"name":"old%d","user":"person number %d","size":%d`, i, i*37, i), "")
				c.add("create", "", fmt.Sprintf(`thing.a["new%d"]`, i), fmt.Sprintf(`"new%d"`, i), common+fmt.Sprintf(`,"name":"new%d","user":"somebody else %d","size":%d`, i, i*41, i), "")
			}
		}, ""},
		{"unrelated, with names made of the keys only", func(c *renameCase) {
			for i := range 3 {
				c.add("delete", eachKey, fmt.Sprintf(`thing.a["old%d"]`, i), fmt.Sprintf(`"old%d"`, i), common+fmt.Sprintf(`,"name":"old%d"`, i), "")
				c.add("create", "", fmt.Sprintf(`thing.a["new%d"]`, i), fmt.Sprintf(`"new%d"`, i), common+fmt.Sprintf(`,"name":"new%d"`, i), "")
			}
		}, ""},
		{"several renames among similar ones", func(c *renameCase) {
			for i := range 4 {
				c.add("delete", eachKey, fmt.Sprintf(`thing.a["old%d"]`, i), fmt.Sprintf(`"old%d"`, i), common+fmt.Sprintf(`,"name":"old%d","user":"person number %d"`, i, i*37), "")
				c.add("create", "", fmt.Sprintf(`thing.a["new%d"]`, 3-i), fmt.Sprintf(`"new%d"`, 3-i), common+fmt.Sprintf(`,"name":"new%d","user":"person number %d"`, 3-i, i*37), "")
			}
		}, "thing.a[\"old3\"] -> thing.a[\"new0\"] 4/5 derived name\nthing.a[\"old2\"] -> thing.a[\"new1\"] 4/5 derived name\nthing.a[\"old1\"] -> thing.a[\"new2\"] 4/5 derived name\nthing.a[\"old0\"] -> thing.a[\"new3\"] 4/5 derived name\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var c renameCase
			test.make(&c)
			if got := c.renames(t); got != test.want {
				t.Errorf("have\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestRenamesNotAskedFor checks that only formats that want renames pay for them.
func TestRenamesNotAskedFor(t *testing.T) {
	var c renameCase
	c.add("delete", "", "thing.a", "", `"text":"some long text"`, "")
	c.add("create", "", "thing.b", "", `"text":"some long text"`, "")
	text := `{"format_version":"1.2","resource_changes":[` + strings.Join(c.changes, ",") + `]}`
	p, err := planfmt.Load(context.Background(), strings.NewReader(text), planfmt.Options{})
	if err != nil || len(p.Summary.Renames) > 0 || len(c.load(t).Summary.Renames) != 1 {
		t.Errorf("have %v, %v", p.Summary.Renames, err)
	}
}

// TestManyRenames checks that the work does not grow with the square of the number of objects: each comparison that may lead to a
// rename is remembered, which takes memory.
func TestManyRenames(t *testing.T) {
	small, large := costOfRenames(t, 300), costOfRenames(t, 1200)
	if large > 6*small {
		t.Errorf("%d bytes are allocated, and %d for four times as many objects", small, large)
	}
}

// costOfRenames returns how many bytes it allocates to find n renames.
func costOfRenames(t *testing.T, n int) uint64 {
	t.Helper()
	var c renameCase
	for i := range n {
		body := fmt.Sprintf(`"region":"eu-central-1","name":"thing-%%s-%d","user":"person number %d","zone":"zone-%d","tags":{"team":"team-%d"},"size":%d`, i, i, i%3, i%50, i%10)
		c.add("delete", "", fmt.Sprintf("thing.old[%d]", i), fmt.Sprint(i), fmt.Sprintf(body, "old"), "")
		c.add("create", "", fmt.Sprintf("thing.new[%d]", i), fmt.Sprint(i), fmt.Sprintf(body, "new"), "")
	}
	p := c.load(t)
	if len(p.Summary.Renames) != n {
		t.Errorf("have %d renames, want %d", len(p.Summary.Renames), n)
	}
	var objects []*review.Object
	for _, r := range p.Resources {
		if o, ok := new(review.Objects).New(&r.Header, r.Body); ok {
			objects = append(objects, o)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	review.Renames(objects, func(func(*plans.Header) bool) {}, nil, nil)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
