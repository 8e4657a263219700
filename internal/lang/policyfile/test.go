package policyfile

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/enum"
)

// TestFile is a file with tests of policies.
type TestFile struct {
	// Name is the path of the file, as the user gave it.
	Name string
	Text []byte
	// Targets are the policy files to test. HasTargets means that the file lists
	// them; if not, all policies are to be tested.
	Targets    []TestTarget
	HasTargets bool
	Inputs     []NamedExpr
	Locals     []NamedExpr // names are unique
	// Plan is a plan that the policies are to judge, relative to the directory of the test file like a target, or nil.
	Plan *TestTarget
	// Planfmt is where the file says that it is for planfmt, and for no other program. It is nil if it does not.
	Planfmt *diag.Range
	Mocks   []*Mock // (kind, type, name) is unique
}

// TestTarget is a policy file or a directory, relative to the directory of the
// test file.
type TestTarget struct {
	Path string
	At   diag.Range
}

// MockKind is a kind of mocks.
type MockKind uint8

// The kinds of mocks.
const (
	MockResource MockKind = iota
	MockModule
	MockProvider
	MockData
)

var mockKinds = enum.New[MockKind]("kind of mocks", "resource", "module", "provider", "data")

// String returns the name of the kind.
func (k MockKind) String() string { return mockKinds.String(k) }

// MarshalText returns the name of the kind.
func (k MockKind) MarshalText() ([]byte, error) { return mockKinds.Marshal(k) }

// UnmarshalText sets the kind by its name. If there is no such name, the error lists
// all of them.
func (k *MockKind) UnmarshalText(text []byte) error { return mockKinds.Unmarshal(text, k) }

// Mock is a resource, a module, a provider or a data source that a test makes up.
type Mock struct {
	Kind MockKind
	// Type is the first label, which is the source of a module. Name is the second one.
	Type, Name string
	At         diag.Range // the head of the block
	// Each of these may be nil.
	Attrs, Prior, Meta  hclsyntax.Expression
	ExpectFailure, Skip hclsyntax.Expression
	Inputs              []NamedExpr
}

// Address returns the name of a mock for reports: resource.aws_s3_bucket.good.
func (m *Mock) Address() string { return m.Kind.String() + "." + m.Type + "." + m.Name }

func testFileSpec() *bodySpec {
	open := bodySpec{open: true}
	mock := func(names ...string) bodySpec {
		return bodySpec{args: args(names...)}
	}
	judged := func(names ...string) bodySpec {
		b := mock(append(names, "expect_failure", "skip")...)
		b.blocks = []blockSpec{{name: "inputs", once: true, body: open}}
		return b
	}
	return &bodySpec{blocks: []blockSpec{
		{name: "policy", once: true, body: bodySpec{blocks: []blockSpec{ownSpec()}}},
		{name: "policytest", once: true, body: bodySpec{
			args: args("targets", "plan"),
			blocks: []blockSpec{
				{name: "terraform_config", once: true, body: bodySpec{args: args("required_version")}},
				{name: "plugins", once: true, body: open},
			},
		}},
		{name: "inputs", once: true, body: open},
		{name: "locals", body: open},
		{name: "resource", labels: []string{"type of the resource", "name"}, body: judged("attrs", "prior_attrs", "meta")},
		{name: "module", labels: []string{"source of the module", "name"}, body: judged("attrs", "meta")},
		{name: "provider", labels: []string{"type of the provider", "name"}, body: judged("attrs", "meta")},
		{name: "data", labels: []string{"type of the data source", "name"}, body: mock("attrs", "skip")},
	}}
}

// ParseTest parses a file with tests. It is in JSON if its name ends with .json. If
// there are errors, the file has what could be read.
func ParseTest(name string, text []byte) (*TestFile, diag.List) {
	f := &TestFile{Name: name, Text: text}
	b, diags := parseBody(name, text, testFileSpec())
	if b == nil {
		return f, diags
	}
	r := &fileReader{diags: diags}
	r.testFile(f, r.check(b, testFileSpec(), "A test file", whole(name)))
	r.diags.Sort()
	return f, r.diags
}

func (r *fileReader) testFile(f *TestFile, b *body) {
	if p := b.first("policy"); p != nil {
		f.Planfmt = r.own(p.body)
	}
	if p := b.first("policytest"); p != nil {
		r.targets(f, p.body)
		r.plan(f, p.body)
		r.environment(p.body)
	}
	f.Inputs = r.locals(b.all("inputs"))
	f.Locals = r.locals(b.all("locals"))
	r.cycles(f.Locals)
	seen := map[string]diag.Range{}
	for _, one := range b.blocks {
		var kind MockKind
		if slices.Contains([]string{"policy", "policytest", "inputs", "locals"}, one.Type) || kind.UnmarshalText([]byte(one.Type)) != nil {
			continue
		}
		m := &Mock{
			Kind: kind, Type: one.Labels[0], Name: one.Labels[1], At: one.at,
			Attrs: one.body.arg("attrs"), Prior: one.body.arg("prior_attrs"), Meta: one.body.arg("meta"),
			ExpectFailure: one.body.arg("expect_failure"), Skip: one.body.arg("skip"),
			Inputs: r.locals(one.body.all("inputs")),
		}
		if r.unique(seen, "mock", m.Address(), m.At) {
			f.Mocks = append(f.Mocks, m)
		}
	}
}

func (r *fileReader) targets(f *TestFile, b *body) {
	e := b.arg("targets")
	if e == nil {
		return
	}
	f.HasTargets = true
	tuple, ok := e.(*hclsyntax.TupleConsExpr)
	if !ok {
		r.errorAt(Range(e.Range()), "Invalid targets", "The argument \"targets\" must be a list of paths: [\"a.policy.hcl\"].")
		return
	}
	for _, t := range tuple.Exprs {
		path, ok := literalString(t)
		if !ok || path == "" {
			r.errorAt(Range(t.Range()), "Invalid target", "A target is the path of a policy file, or of a directory with policy files, as a string without references.")
			continue
		}
		f.Targets = append(f.Targets, TestTarget{Path: path, At: Range(t.Range())})
	}
}

// plan reads which plan the policies are to judge.
func (r *fileReader) plan(f *TestFile, b *body) {
	e := b.arg("plan")
	if e == nil {
		return
	}
	path, ok := literalString(e)
	switch {
	case !ok || path == "":
		r.errorAt(Range(e.Range()), "Invalid plan", "A plan is the path of a file, as a string without references.")
	case f.Planfmt == nil:
		r.errorAt(Range(e.Range()), "Not marked as planfmt's own", "Only planfmt has the argument \"plan\". A file with one must say so: policy { planfmt { version = \">= 1.0\" } }.")
	default:
		f.Plan = &TestTarget{Path: path, At: Range(e.Range())}
	}
}
