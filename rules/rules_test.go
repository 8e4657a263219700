package rules_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// TestSelectors hides resources one rule at a time.
func TestSelectors(t *testing.T) {
	resource := func(address, module, typ string) plans.Header {
		return plans.Header{Address: address, ModuleAddress: module, Type: typ, ProviderName: "registry.terraform.io/hashicorp/aws", Action: plans.Update}
	}
	web := resource("aws_instance.web", "", "aws_instance")
	first := resource("aws_instance.web[0]", "", "aws_instance")
	dotted := resource(`aws_instance.web["a.b"]`, "", "aws_instance")
	bracket := resource(`aws_instance.web["a]\"*"]`, "", "aws_instance")
	data := resource("data.aws_ami.web", "", "aws_ami")
	vpc := resource("module.net.aws_vpc.main", "module.net", "aws_vpc")
	euVPC := resource(`module.net["eu"].aws_vpc.main`, `module.net["eu"]`, "aws_vpc")
	deep := resource("module.net.module.sub[1].aws_subnet.a", "module.net.module.sub[1]", "aws_subnet")
	other := resource("module.other.module.net.aws_vpc.main", "module.other.module.net", "aws_vpc")
	all := []plans.Header{web, first, dotted, bracket, data, vpc, euVPC, deep, other}
	for rule, want := range map[string][]plans.Header{
		"aws_instance.web":                        {web, first, dotted, bracket},
		"address=aws_instance.web":                {web, first, dotted, bracket},
		"aws_instance.web[0]":                     {first},
		"aws_instance.web[1]":                     nil,
		"aws_instance.web[*]":                     {first, dotted, bracket},
		`aws_instance.web["a.b"]`:                 {dotted},
		`aws_instance.web["a.*"]`:                 {dotted},
		`aws_instance.web["*"]`:                   {dotted, bracket},
		`aws_instance.web["a]\"\*"]`:              {bracket},
		`aws_instance.web["a\*b"]`:                nil,
		"*.web":                                   {web, first, dotted, bracket},
		"aws_*.*":                                 {web, first, dotted, bracket},
		"*.*.web":                                 {data},
		"aws_*.w*b":                               {web, first, dotted, bracket},
		"aws_*.we":                                nil,
		"module.net.**":                           {vpc, euVPC, deep},
		`module.net["eu"].**`:                     {euVPC},
		"module.net.*.*":                          {vpc, euVPC},
		"**.module.net.**":                        {vpc, euVPC, deep, other},
		"**.aws_vpc.main":                         {vpc, euVPC, other},
		"**.aws_instance.*":                       {web, first, dotted, bracket},
		"**":                                      all,
		"module.**.aws_vpc.**":                    {vpc, euVPC, other},
		"type=aws_instance":                       {web, first, dotted, bracket},
		"type=aws_*t":                             {deep},
		"type=aws_v*":                             {vpc, euVPC, other},
		"type=*":                                  all,
		"module=module.net":                       {vpc, euVPC},
		"module=module.net.**":                    {vpc, euVPC, deep},
		`module=module.net["*"]`:                  {euVPC},
		"module=**":                               all,
		"module=root":                             {web, first, dotted, bracket, data},
		"module=module.*.module.*":                {deep, other},
		"provider=aws":                            all,
		"provider=hashicorp/*":                    all,
		"provider=registry.terraform.io/*/a*":     all,
		"provider=other/aws":                      nil,
		"provider=x/registry.terraform.io/*/aws":  nil,
		"provider=h*":                             nil,
		"action=update":                           all,
		"action=create":                           nil,
		"module.other.module.net.aws_vpc.main":    {other},
		"module.*.module.*.*.*":                   {deep, other},
		"module.net.module.sub[*].aws_subnet.a":   {deep},
		"module.net.module.sub[2].aws_subnet.a":   nil,
		"module.net.module.sub[1].aws_subnet.a*":  {deep},
		`module.net["e*"].aws_vpc.main`:           {euVPC},
		`module.*["eu"].*.main`:                   {euVPC},
		`module=module.net.module.sub[1]`:         {deep},
		`module=**.module.net`:                    {vpc, euVPC, other},
		`aws_instance.web["a]*"]`:                 {bracket},
		"data.*.*":                                {data},
		"data.**":                                 {data},
		"data.aws_ami.web":                        {data},
		"module.net.**.aws_subnet.a":              {deep},
		"module.net.**.**.aws_subnet.**":          {deep},
		"**.module.**.aws_vpc.main":               {vpc, euVPC, other},
		"**.aws_vpc.main.**":                      {vpc, euVPC, other},
		"**.main":                                 {vpc, euVPC, other},
		"module.*.aws_vpc.m*i*n":                  {vpc, euVPC},
		"module.*.aws_vpc.m*in*n":                 nil,
		"module.net.aws_vpc.main[*]":              nil,
		`module.net[*].aws_vpc.main`:              {euVPC},
		`module.net["eu"].module.x.aws_vpc.main`:  nil,
		"module.net.module.sub.aws_subnet.a":      {deep},
		"module.net.module.sub[01].aws_subnet.a":  nil,
		`module.net.module.sub["1"].aws_subnet.a`: nil,
	} {
		var hide, only rules.Set
		if err := hide.AddHide(rule); err != nil {
			t.Error(err)
			continue
		}
		if err := only.AddOnly(rule); err != nil {
			t.Error(err)
			continue
		}
		var got, wanted []string
		for _, h := range all {
			if hide.Mutes(&h) {
				got = append(got, h.Address)
			}
			if only.Mutes(&h) == hide.Mutes(&h) {
				t.Errorf("%s: --only and --hide do the same with %s", rule, h.Address)
			}
		}
		for _, h := range want {
			wanted = append(wanted, h.Address)
		}
		if strings.Join(got, " ") != strings.Join(wanted, " ") {
			t.Errorf("%s: matches %q, want %q", rule, got, wanted)
		}
	}
}

// Every action has one name, except for one that is unknown.
func TestActions(t *testing.T) {
	names := map[plans.Action][]string{}
	for _, name := range rules.Actions() {
		var s rules.Set
		if err := s.AddHide("action=" + name); err != nil {
			t.Fatal(err)
		}
		for a := plans.NoOp; a <= plans.Unknown; a++ {
			if s.Mutes(&plans.Header{Action: a}) {
				names[a] = append(names[a], name)
			}
		}
	}
	for a, want := range map[plans.Action]string{
		plans.NoOp: "no-op", plans.Create: "create", plans.Read: "read", plans.Update: "update", plans.Delete: "delete",
		plans.DeleteThenCreate: "replace", plans.CreateThenDelete: "replace",
		plans.Forget: "forget", plans.CreateThenForget: "forget", plans.ForgetThenCreate: "forget", plans.Unknown: "",
	} {
		if got := strings.Join(names[a], " "); got != want {
			t.Errorf("%v is %q, want %q", a, got, want)
		}
	}
}

// Several rules --only show what any of them matches; --hide takes away from that.
func TestSets(t *testing.T) {
	var s rules.Set
	if !s.IsEmpty() || s.Mutes(&plans.Header{Address: "a.b"}) || !s.Paths("a").IsEmpty() {
		t.Error("the zero set mutes something")
	}
	for _, err := range []error{s.AddOnly("a.*"), s.AddOnly("b.*"), s.AddHide("*.x")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for address, want := range map[string]bool{"a.b": false, "b.b": false, "c.b": true, "a.x": true} {
		if s.Mutes(&plans.Header{Address: address}) != want {
			t.Errorf("%s: muted is not %v", address, want)
		}
	}
	if s.Len() != 3 || s.IsEmpty() {
		t.Errorf("%d rules", s.Len())
	}
}

func TestInvalidSelectors(t *testing.T) {
	for rule, want := range map[string]string{
		"":                       `invalid rule "": the glob is empty`,
		"type=":                  `invalid rule "type=": the glob is empty`,
		"typ=a":                  `invalid rule "typ=a": unknown key "typ" (did you mean type?); valid values: address, type, module, action, provider`,
		"=a":                     `unknown key ""; valid values`,
		"action=destory":         `invalid rule "action=destory": unknown action "destory"; valid values: create, update, delete, replace, read, forget, no-op`,
		"action=updat":           `did you mean update?`,
		"action=*":               `unknown action "*"`,
		"a.b,c.d":                `invalid rule "a.b,c.d": at character 4 of "a.b,c.d": ',' cannot be in a glob here`,
		"a.é b":                  `at character 4 of "a.é b": ' ' cannot be in a glob here`,
		"a.?":                    `'?' cannot be in a glob here`,
		"a..b":                   `at character 3 of "a..b": there must be a name or *`,
		"a.":                     `at character 3 of "a.": there must be a name or *`,
		".a":                     `at character 1 of ".a": there must be a name or *`,
		"a.b**":                  `at character 3 of "a.b**": ** must be alone between the dots; within a segment, use *`,
		"a.***":                  `** must be alone`,
		"**[0]":                  `** has no index`,
		"a.b[":                   `at character 4 of "a.b[": a closing ] is missing`,
		`a.b["x]`:                `a closing ] is missing`,
		"a.b[x]":                 `an index is a number, a string in double quotes, or *`,
		"a.b[]":                  `an index is a number, a string in double quotes, or *`,
		`a.b["x"y]`:              `there must be nothing after the string of an index`,
		`a.b["]`:                 `a closing ] is missing`,
		"a.b[0]c":                `at character 7 of "a.b[0]c": there must be a dot after an index`,
		"a.b[0][1]":              `there must be a dot after an index`,
		"a.b[0].":                `there must be a name or *`,
		"module.net":             `invalid rule "module.net": it is a module, not a resource; to match what is in the module, use module.net.** or, without the modules in it, module=module.net`,
		"aws_vpc":                `an address has a type and a name, such as aws_vpc.main; to match a type, use type=aws_vpc`,
		"module.net.module":      `an address has a type and a name`,
		"module=net":             `the address of a module is module.NAME`,
		"module=module.net.sub":  `the address of a module is module.NAME`,
		"type=aws_**":            `** is for the segments of addresses and modules; use *`,
		"type=a.b":               `'.' cannot be in a glob here`,
		"provider=a//b":          `there must be a name or *`,
		"provider=a/b[0]":        `'[' cannot be in a glob here`,
		"type=a\nforged":         `'\n' cannot be in a glob here`,
		"aws_instance.web=a":     `unknown key "aws_instance.web"`,
		`a.b["x=y"]["`:           `there must be a dot after an index`,
		`module.a["k=v"].x.y[z]`: `an index is a number`,
	} {
		var s rules.Set
		for _, add := range []func(string) error{s.AddHide, s.AddOnly} {
			err := add(rule)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %s", rule, err, want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: the error has a line feed: %v", rule, err)
			}
		}
		if !s.IsEmpty() {
			t.Errorf("%q has been added", rule)
		}
	}
}

// place is a step of a path in a test: to a set's element if set is true.
type place struct {
	plans.Step
	set bool
}

func at(steps ...any) []place {
	var out []place
	for _, s := range steps {
		switch s := s.(type) {
		case string:
			out = append(out, place{Step: plans.Key(s)})
		case int:
			out = append(out, place{Step: plans.Index(s)})
		case place:
			out = append(out, s)
		}
	}
	return out
}

func TestPaths(t *testing.T) {
	element := place{plans.Index(0), true}
	for _, test := range []struct {
		rule, typ string
		at        []place
		want      bool
	}{
		{`aws_*:tags["LastRun"]`, "aws_vpc", at("tags", "LastRun"), true},
		{`aws_*:tags["LastRun"]`, "google_vpc", at("tags", "LastRun"), false},
		{`aws_*:tags["LastRun"]`, "aws_vpc", at("tags", "lastrun"), false},
		{`aws_*:tags["LastRun"]`, "aws_vpc", at("tags"), false},
		{`aws_*:tags.LastRun`, "aws_vpc", at("tags", "LastRun"), true},
		{`*:tags`, "aws_vpc", at("tags", "x", 0, "y"), true},
		{`*:tags`, "aws_vpc", at("tags_all"), false},
		{`*:disk[0].size`, "x", at("disk", 0, "size"), true},
		{`*:disk[0].size`, "x", at("disk", 1, "size"), false},
		{`*:disk[*].size`, "x", at("disk", 1, "size"), true},
		{`*:disk.*.size`, "x", at("disk", 1, "size"), true},
		{`*:disk.*.size`, "x", at("disk", "label", "size"), true},
		{`*:disk[0].size`, "x", at("disk", "0", "size"), false},
		{`*:disk[0].size`, "x", at("disk", element, "size"), false},
		{`*:disk[*].size`, "x", at("disk", element, "size"), true},
		{`*:*`, "x", at("a"), true},
		{`*:*.b`, "x", at("a", "b"), true},
		{`*:*.b`, "x", at("b"), false},
		{`*:a["x.y[0]"]`, "x", at("a", "x.y[0]"), true},
		{`*:a["\"é\n"]`, "x", at("a", "\"é\n"), true},
		{`*:["odd name"]`, "x", at("odd name"), true},
		{`*:a["*"]`, "x", at("a", "*"), true},
		{`*:a["*"]`, "x", at("a", "b"), false},
		{`*:a["b:c"]`, "x", at("a", "b:c"), true},
		{`x*z:a`, "xyz", at("a"), true},
		{`x*z:a`, "xy", at("a"), false},
	} {
		var s rules.Set
		if err := s.AddIgnore(test.rule); err != nil {
			t.Error(err)
			continue
		}
		p := s.Paths(test.typ)
		got := p.Here()
		for _, step := range test.at {
			if step.set {
				p = p.UnderSet()
			} else {
				p = p.Under(step.Step)
			}
			got = got || p.Here()
		}
		if got != test.want {
			t.Errorf("%s at %v of %s: %v", test.rule, test.at, test.typ, got)
		}
	}
}

// A path that a plan prints is a path in a rule.
func TestPathsAsPrinted(t *testing.T) {
	for _, steps := range [][]plans.Step{
		{plans.Key("tags"), plans.Key("Last Run")},
		{plans.Key("a"), plans.Index(12), plans.Key("é"), plans.Key("")},
		{plans.Key("[0]"), plans.Key("\x00\xff\"\\")},
		{plans.Key("a-b"), plans.Key("0"), plans.Key("*")},
	} {
		path := plans.NewPath(steps...)
		var s rules.Set
		if err := s.AddIgnore("*:" + path.String()); err != nil {
			t.Error(err)
			continue
		}
		p := s.Paths("x")
		for _, step := range steps {
			p = p.Under(step)
		}
		if !p.Here() {
			t.Errorf("%s does not match itself", path)
		}
	}
}

func TestInvalidIgnore(t *testing.T) {
	for rule, want := range map[string]string{
		"":             `invalid rule "": expected TYPE-GLOB:ATTRIBUTE-PATH, such as aws_*:tags["LastRun"]`,
		"tags":         `expected TYPE-GLOB:ATTRIBUTE-PATH`,
		"a:":           `expected TYPE-GLOB:ATTRIBUTE-PATH`,
		":a":           `expected TYPE-GLOB:ATTRIBUTE-PATH`,
		"a.b:c":        `at character 2 of "a.b": '.' cannot be in a glob here`,
		"a:b.":         `at character 3 of "b.": there must be a name after a dot`,
		"a:b..c":       `at character 3 of "b..c": there must be a name`,
		"a:.b":         `at character 1 of ".b": there must be a name`,
		"a:b.[0]":      `there must be a name after a dot`,
		"a:b[0]c":      `at character 5 of "b[0]c": there must be a dot after an index`,
		"a:b[":         `at character 2 of "b[": a closing ] is missing`,
		"a:b[-1]":      `an index is a number, such as [0], a key in double quotes, such as ["Name"], or [*]`,
		"a:b[01]":      `an index is a number`,
		"a:b[x]":       `an index is a number`,
		"a:b['x']":     `an index is a number`,
		`a:b["\q"]`:    `an index is a number`,
		"a:b[0":        `a closing ] is missing`,
		"a:tags.Last*": `* stands for a whole step; a key that contains a star is written ["Last*"]`,
		"a:**":         `* stands for a whole step`,
		"a:tags.0":     `an element of a list is written [0], and a key ["0"]`,
		"a:tags.é":     `a key that is not a plain name is written ["é"]`,
		"a:tags.a b":   `a key that is not a plain name is written ["a b"]`,
	} {
		var s rules.Set
		err := s.AddIgnore(rule)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", rule, err, want)
		}
		if !s.IsEmpty() {
			t.Errorf("%q has been added", rule)
		}
	}
}
