package jsonplan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/testkit/encoded"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

func fullPlan(t testing.TB) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "full.json"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func readString(t testing.TB, s string, opts Options) *Plan {
	t.Helper()
	if !strings.Contains(s, `"format_version"`) {
		s = strings.Replace(s, "{", `{"format_version":"1.2",`, 1)
	}
	p, err := Read(context.Background(), strings.NewReader(s), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// reorder writes JSON anew with the members of every object in another order.
func reorder(t testing.TB, raw []byte, order func(names []string)) []byte {
	t.Helper()
	var write func(v jsontext.Value) []byte
	write = func(v jsontext.Value) []byte {
		switch v.Kind() {
		case '{':
			var m map[string]jsontext.Value
			unmarshal(t, v, &m)
			names := make([]string, 0, len(m))
			for n := range m {
				names = append(names, n)
			}
			slices.Sort(names)
			order(names)
			out := []byte{'{'}
			for i, n := range names {
				if i > 0 {
					out = append(out, ',')
				}
				q, _ := jsontext.AppendQuote(nil, n)
				out = append(append(append(out, q...), ':'), write(m[n])...)
			}
			return append(out, '}')
		case '[':
			var l []jsontext.Value
			unmarshal(t, v, &l)
			out := []byte{'['}
			for i, e := range l {
				if i > 0 {
					out = append(out, ',')
				}
				out = append(out, write(e)...)
			}
			return append(out, ']')
		}
		return v
	}
	return write(raw)
}

// unmarshal reads the members or elements of one level, as raw text.
func unmarshal[T map[string]jsontext.Value | []jsontext.Value](t testing.TB, v jsontext.Value, out *T) {
	t.Helper()
	switch out := any(out).(type) {
	case *map[string]jsontext.Value:
		var m map[string]json.RawMessage
		if err := json.Unmarshal(v, &m); err != nil {
			t.Fatal(err)
		}
		*out = map[string]jsontext.Value{}
		for k, e := range m {
			(*out)[k] = jsontext.Value(bytes.TrimSpace(e))
		}
	case *[]jsontext.Value:
		var l []json.RawMessage
		if err := json.Unmarshal(v, &l); err != nil {
			t.Fatal(err)
		}
		for _, e := range l {
			*out = append(*out, jsontext.Value(bytes.TrimSpace(e)))
		}
	}
}

// describe spells everything that a plan says, all changes loaded.
func describe(t testing.TB, p *Plan) string {
	t.Helper()
	var b strings.Builder
	change := func(c values.Change, err error) {
		fmt.Fprintf(&b, "    %v %s %s %s %s %s %v\n", err, canonical(c.Before), canonical(c.After), flags(c.Unknown),
			flags(c.BeforeSensitive), flags(c.AfterSensitive), c.ReplacePaths)
	}
	resource := func(section string, rc *source.Resource) {
		cp := *rc
		cp.Handle, cp.Importing = 0, nil
		cp.SetFaults(nil, nil)
		fmt.Fprintf(&b, "%s %+v err=%v %v\n", section, cp, rc.Err(), rc.Problems())
		if imp := rc.Importing; imp != nil {
			fmt.Fprintf(&b, "    importing %q %v %s\n", imp.ID, imp.Unknown, canonical(values.Of(imp.Identity)))
		}
		change(loadChange(p, rc))
	}
	applyable := "nil"
	if p.Applyable != nil {
		applyable = fmt.Sprint(*p.Applyable)
	}
	fmt.Fprintln(&b, p.FormatVersion, p.TerraformVersion, p.Errored, applyable, p.hasChanges, p.priorManaged, p.Product, p.NoOps, p.Warnings, p.Relevant)
	for _, rc := range p.Changes.Slice() {
		resource("change", rc)
	}
	for _, rc := range p.Drift {
		resource("drift", rc)
	}
	for _, d := range p.Deferred {
		resource("deferred "+string(d.DeferredReason), d)
	}
	for _, a := range p.Actions {
		fmt.Fprintf(&b, "action %s %s %s %s %v %v %v %v\n", a.Address, a.Type, a.Name, a.ProviderName, a.HasConfig, a.Lifecycle, a.Invoked, a.Err)
		change(loadConfig(p, a))
	}
	for _, o := range p.Outputs {
		fmt.Fprintf(&b, "output %s %v %v\n", o.Name, o.Action, o.Err)
		change(loadOutput(p, o))
	}
	return b.String()
}

// flags is canonical for trees of flags.
func flags(f values.Flags) string { return canonical(values.Of(f.String())) }

// canonical is the text of a value without regard to spaces and order.
func canonical(v values.Value) string {
	if v.Kind() == values.Absent {
		return "-"
	}
	raw := jsontext.Value(v.JSON())
	if err := raw.Compact(); err != nil {
		return err.Error()
	}
	w := values.Of(string(raw))
	if w.Kind() != values.Object && w.Kind() != values.Array {
		return string(raw)
	}
	var b strings.Builder
	for _, e := range w.Elems() {
		b.WriteString(canonical(e) + ",")
	}
	for _, m := range w.Members() {
		b.WriteString(m.Name + ":" + canonical(m.Value) + ",")
	}
	return w.Kind().String() + "(" + b.String() + ")"
}

func TestReadFull(t *testing.T) {
	p := readString(t, string(fullPlan(t)), Options{})
	if p.FormatVersion != "1.2" || p.TerraformVersion != "1.14.0" || p.Errored || p.Applyable == nil || !*p.Applyable {
		t.Errorf("facts: %+v", p)
	}
	if !p.hasChanges || !p.priorManaged || p.Product != "" || p.NoOps != 1 {
		t.Errorf("flags: %+v", p)
	}
	var got []string
	for _, rc := range p.Changes.Slice() {
		got = append(got, rc.Address+" "+rc.Action.String())
		if rc.Err() != nil {
			t.Error(rc.Err())
		}
	}
	want := []string{
		"thing_a.one update", "thing_a.moved no-op", `thing_a.taken["k"] no-op`,
		"module.m.thing_b.two[0] delete,create", "data.thing_d.gone delete",
	}
	if !slices.Equal(got, want) {
		t.Errorf("changes: %q", got)
	}
	if len(p.Drift) != 1 || len(p.Deferred) != 1 || len(p.Actions) != 2 || len(p.Outputs) != 2 || len(p.Relevant) != 3 {
		t.Errorf("lengths: %+v", p)
	}
	imp := p.Changes.Slice()[2]
	if imp.Importing == nil || imp.Importing.ID != "i-1" || !strings.Contains(imp.Importing.Identity, `"eu"`) || !imp.GeneratedConfig || imp.Index != `"k"` || imp.Moved() {
		t.Errorf("import: %+v", imp)
	}
	two := p.Changes.Slice()[3]
	if two.Deposed != "abcd1234" || two.ModuleAddress != "module.m" || two.Index != "0" || two.ActionReason != "replace_because_cannot_update" {
		t.Errorf("header: %+v", two)
	}
	c, err := loadChange(p, two)
	if err != nil {
		t.Fatal(err)
	}
	if c.BeforeExplicit || c.AfterExplicit || c.After.Get("id").Text() != "12345678901234567890.5" || !c.AfterSensitive.At(plans.Key("id")).All() {
		t.Errorf("change: %+v", c)
	}
	m, err := c.AsMap()
	if err != nil {
		t.Fatal(err)
	}
	disk, err := m.GetChild("disk").AsSlice()
	if err != nil {
		t.Fatal(err)
	}
	first, _ := disk.GetChild(0, 0).AsMap()
	if !first.GetChild("size").Replaces() || !m.GetChild("id").Replaces() || m.Replaces() || !m.GetChild("set").Replaces() {
		t.Error("replace paths")
	}
	if !c.RelevantAttributes.All() {
		t.Error("relevant attributes of a root are not all")
	}
	if got := p.Relevant[2].Attribute.String(); got != "disk" {
		t.Errorf("a path with an odd step: %s", got)
	}
	d, err := loadChange(p, p.Deferred[0])
	if err != nil || d.After.Get("name").Text() != "l" || p.Deferred[0].DeferredReason != "provider_config_unknown" {
		t.Errorf("deferred: %v %v", d, err)
	}
	if p.Outputs[0].Name != "a" || p.Outputs[1].Name != "z" {
		t.Error("outputs are not sorted")
	}
	o, err := loadOutput(p, p.Outputs[1])
	if err != nil || o.After.Text() != "new" {
		t.Errorf("output: %v %v", o, err)
	}
	a := p.Actions[0]
	cfg, err := loadConfig(p, a)
	if err != nil || !cfg.AfterSensitive.At(plans.Key("a")).All() || !cfg.BeforeSensitive.At(plans.Key("a")).All() || !cfg.Unknown.At(plans.Key("b")).All() || cfg.Before.Get("a").Text() != "1" || !cfg.Before.Equal(cfg.After) {
		t.Errorf("config: %+v %v", cfg, err)
	}
	if want := (source.LifecycleTrigger{ResourceAddress: "thing_a.one", Event: "AfterUpdate", BlockIndex: 1, Index: 2}); a.Lifecycle == nil || *a.Lifecycle != want || a.Invoked || !a.HasConfig {
		t.Errorf("action: %+v", a)
	}
	if b := p.Actions[1]; b.Lifecycle != nil || !b.Invoked || b.HasConfig {
		t.Errorf("action: %+v", b)
	}
}

// TestReadWays reads the same plan in every way there is, and finds the same.
func TestReadWays(t *testing.T) {
	full := fullPlan(t)
	want := describe(t, readString(t, string(full), Options{}))
	indexed := bytes.Index(full, []byte("planned_values"))
	docs := map[string][]byte{
		"as it is": full,
		"sorted":   reorder(t, full, func([]string) {}),
		"reversed": reorder(t, full, slices.Reverse[[]string]),
		"mark":     append([]byte("\xef\xbb\xbf"), full...),
		"blanks":   append(append([]byte("\r\n \t"), full...), bytes.Repeat([]byte(" \n"), 5000)...),
		"UTF-16LE": encoded.UTF16(full, false, true),
		"UTF-16BE": encoded.UTF16(full, true, true),
		"no mark":  encoded.UTF16(full, false, false),
		"gzip":     encoded.Gzip(full),
		"both":     encoded.Gzip(encoded.UTF16(full, false, true)),
	}
	file := func(t *testing.T, doc []byte, skip int64) *os.File {
		name := filepath.Join(t.TempDir(), "plan.json")
		if err := os.WriteFile(name, append(make([]byte, skip), doc...), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Seek(skip, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	ways := map[string]struct {
		open func(t *testing.T, doc []byte) io.Reader
		opts Options
	}{
		"stream in memory": {open: func(_ *testing.T, doc []byte) io.Reader { return stream{bytes.NewReader(doc)} }},
		"stream, small":    {open: func(_ *testing.T, doc []byte) io.Reader { return stream{bytes.NewReader(doc)} }, opts: Options{Options: jsondoc.Options{MemoryLimit: 500}}},
		"stream on disk":   {open: func(_ *testing.T, doc []byte) io.Reader { return stream{bytes.NewReader(doc)} }, opts: Options{Options: jsondoc.Options{MemoryLimit: -1}}},
		"byte by byte":     {open: func(_ *testing.T, doc []byte) io.Reader { return iotest.OneByteReader(bytes.NewReader(doc)) }},
		"seekable":         {open: func(_ *testing.T, doc []byte) io.Reader { return bytes.NewReader(doc) }},
		"file":             {open: func(t *testing.T, doc []byte) io.Reader { return file(t, doc, 0) }},
		"file, in middle":  {open: func(t *testing.T, doc []byte) io.Reader { return file(t, doc, int64(indexed)) }},
	}
	for dn, doc := range docs {
		for wn, way := range ways {
			t.Run(dn+"/"+wn, func(t *testing.T) {
				opts := way.opts
				opts.TempDir = t.TempDir()
				p, err := Read(context.Background(), way.open(t, doc), opts)
				if err != nil {
					t.Fatal(err)
				}
				if got := describe(t, p); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
				if left, _ := os.ReadDir(opts.TempDir); len(left) > 0 {
					t.Errorf("the temporary file has a name: %v", left)
				}
				if err := errors.Join(p.Close(), p.Close()); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// stream hides everything but Read.
type stream struct{ io.Reader }

func TestReadConcurrently(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"format_version":"1.2","resource_changes":[`)
	const n = 200
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"address":"a.x%d","mode":"managed","type":"a","name":"x%d","change":{"actions":["create"],"before":null,"after":{"k":"%s %d"}}}`, i, i, strings.Repeat("v", i), i)
	}
	b.WriteString(`]}`)
	for name, r := range map[string]io.Reader{"spool": stream{strings.NewReader(b.String())}, "input": strings.NewReader(b.String())} {
		t.Run(name, func(t *testing.T) {
			p, err := Read(context.Background(), r, Options{Options: jsondoc.Options{MemoryLimit: 10_000, TempDir: t.TempDir()}})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					for i, rc := range p.Changes.Slice() {
						c, err := loadChange(p, rc)
						if want := fmt.Sprintf("%s %d", strings.Repeat("v", i), i); err != nil || c.After.Get("k").Text() != want {
							t.Errorf("%s: %v", rc.Address, err)
							return
						}
					}
				})
			}
			wg.Wait()
		})
	}
}

func TestFileChangesUnderneath(t *testing.T) {
	full := fullPlan(t)
	name := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(name, full, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := Read(context.Background(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	load := func() string {
		_, err := loadChange(p, p.Changes.Slice()[0])
		return fmt.Sprint(err)
	}
	if got := load(); got != "<nil>" {
		t.Error(got)
	}
	if err := os.WriteFile(name, bytes.ReplaceAll(full, []byte("one"), []byte("eno")), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := load(), "thing_a.one: the plan's file changed while planfmt was reading it"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := os.Truncate(name, 100); err != nil {
		t.Fatal(err)
	}
	if got, want := load(), "thing_a.one: the plan's file became shorter while planfmt was reading it"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestClosed(t *testing.T) {
	p, err := Read(context.Background(), stream{bytes.NewReader(fullPlan(t))}, Options{Options: jsondoc.Options{MemoryLimit: -1, TempDir: t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	if _, err := loadChange(p, p.Changes.Slice()[0]); !errors.Is(err, jsondoc.ErrClosed) {
		t.Errorf("got %v", err)
	}
	if _, err := loadChange(new(Plan), &source.Resource{Header: plans.Header{Address: "a.b"}}); err == nil {
		t.Error("an entry without bytes can be loaded")
	}
	if err := new(Plan).Close(); err != nil {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := io.MultiReader(strings.NewReader(`{"format_version":"1.2","resource_changes":[`), readerFunc(func(p []byte) (int, error) {
		cancel()
		return copy(p, `{},`), nil
	}))
	if _, err := Read(ctx, r, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := Read(ctx, strings.NewReader(`{}`), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestReadErrorIsPassedOn(t *testing.T) {
	broken := errors.New("broken")
	for _, before := range []string{"", `{"format_version":"1.2",`} {
		_, err := Read(context.Background(), io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken)), Options{})
		if !errors.Is(err, broken) {
			t.Errorf("after %q: %v", before, err)
		}
	}
	_, err := Read(context.Background(), stream{bytes.NewReader(fullPlan(t))}, Options{Options: jsondoc.Options{MemoryLimit: -1, TempDir: filepath.Join(t.TempDir(), "none")}})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// TestEntries reads one entry each: the facts that are kept, and what is wrong.
func TestEntries(t *testing.T) {
	const head = `"address":"a.x","mode":"managed","type":"a","name":"x"`
	tests := map[string]struct {
		entry  string
		action plans.Action
		err    string // empty for none
		hidden bool
	}{
		"not an object":      {`5`, plans.Unknown, "resource_changes[0]: want object, have number", false},
		"null":               {`null`, plans.Unknown, "resource_changes[0]: want object, have null", false},
		"empty":              {`{}`, plans.Unknown, `resource_changes[0]: mode: want "managed" or "data", have none`, false},
		"no type":            {`{"address":"a.x","mode":"managed","name":"x","change":{"actions":["create"]}}`, plans.Create, "a.x: type: want the resource's type, have none", false},
		"no address":         {`{"mode":"data","type":"a","name":"x","index":1,"module_address":"module.m","change":{"actions":["read"],"after":{}}}`, plans.Read, "", false},
		"address is none":    {`{"address":7,"mode":"data","type":"a","name":"x","change":{"actions":["read"]}}`, plans.Read, "resource_changes[0]: address: want string, have number", false},
		"mode":               {`{"address":"a.x","mode":"ephe\u001bmeral","type":"a","name":"x","change":{"actions":["open"]}}`, plans.Unknown, `a.x: mode: want "managed" or "data", have a text of 10 characters`, false},
		"no change":          {`{` + head + `}`, plans.Unknown, "a.x: change: want object, have nothing", false},
		"change is a list":   {`{` + head + `,"change":[]}`, plans.Unknown, "a.x: change: want object, have list", false},
		"no actions":         {`{` + head + `,"change":{}}`, plans.Unknown, "a.x: change.actions: want list, have nothing", false},
		"empty actions":      {`{` + head + `,"change":{"actions":[]}}`, plans.Unknown, "a.x: change.actions: no such action: []", false},
		"unknown action":     {`{` + head + `,"change":{"actions":["explode"]}}`, plans.Unknown, `a.x: change.actions: no such action: ["explode"]`, false},
		"action is a number": {`{` + head + `,"change":{"actions":[1]}}`, plans.Unknown, "a.x: change.actions: want strings, have number", false},
		"index":              {`{` + head + `,"index":{},"change":{"actions":["create"]}}`, plans.Create, "a.x: index: want string or number, have object", false},
		"importing":          {`{` + head + `,"change":{"actions":["create"],"importing":"id"}}`, plans.Create, "a.x: change.importing: want object, have string", false},
		"generated config":   {`{` + head + `,"change":{"actions":["create"],"generated_config":1}}`, plans.Create, "a.x: change.generated_config: want string, have number", false},

		"no-op":                   {`{` + head + `,"change":{"actions":["no-op"],"before":{"a":1},"after":{"a":1}}}`, plans.NoOp, "", true},
		"no-op, unmoved":          {`{` + head + `,"previous_address":"a.x","change":{"actions":["no-op"],"importing":null}}`, plans.NoOp, "", true},
		"no-op, moved":            {`{` + head + `,"previous_address":"a.y","change":{"actions":["no-op"]}}`, plans.NoOp, "", false},
		"no-op, imported":         {`{` + head + `,"change":{"actions":["no-op"],"importing":{}}}`, plans.NoOp, "", false},
		"no-op that differs":      {`{` + head + `,"change":{"actions":["no-op"],"before":1,"after":2}}`, plans.NoOp, "", false},
		"no-op, sensitivity":      {`{` + head + `,"change":{"actions":["no-op"],"before_sensitive":{},"after_sensitive":{"a":true}}}`, plans.NoOp, "", false},
		"no-op, unknown":          {`{` + head + `,"change":{"actions":["no-op"],"after_unknown":{"a":[false,true]}}}`, plans.NoOp, "", false},
		"no-op, none unknown":     {`{` + head + `,"change":{"actions":["no-op"],"after_unknown":{"a":[false,null]}}}`, plans.NoOp, "", true},
		"unknown is a string":     {`{` + head + `,"change":{"actions":["no-op"],"after_unknown":{"a":[false,"true"]}}}`, plans.NoOp, "a.x: change.after_unknown: want bools, have string", false},
		"update, no before":       {`{` + head + `,"change":{"actions":["update"],"after":{}}}`, plans.Update, "a.x: change.before: want the values of the resource, have nothing", false},
		"update, no after":        {`{` + head + `,"change":{"actions":["update"],"before":{}}}`, plans.Update, "a.x: change.after: want the values of the resource, have nothing", false},
		"update to unknown":       {`{` + head + `,"change":{"actions":["update"],"before":{},"after_unknown":true}}`, plans.Update, "", false},
		"delete, no before":       {`{` + head + `,"change":{"actions":["delete"],"before":null,"after":null}}`, plans.Delete, "a.x: change.before: want the values of the resource, have null", false},
		"replace, no after":       {`{` + head + `,"change":{"actions":["delete","create"],"before":{}}}`, plans.DeleteThenCreate, "a.x: change.after: want the values of the resource, have nothing", false},
		"create, no after":        {`{` + head + `,"change":{"actions":["create"],"before":{}}}`, plans.Create, "a.x: change.after: want the values of the resource, have nothing", false},
		"no-op with a wrong mode": {`{"address":"a.x","mode":"m","type":"a","name":"x","change":{"actions":["no-op"]}}`, plans.NoOp, `a.x: mode: want "managed" or "data", have a text of one character`, false},
		"create, part unknown":    {`{` + head + `,"change":{"actions":["create"],"before":null,"after_unknown":{"id":true}}}`, plans.Create, "", false},
		"read, no after":          {`{` + head + `,"change":{"actions":["read"],"before":null}}`, plans.Read, "a.x: change.after: want the values of the resource, have nothing", false},
		"forget, no before":       {`{` + head + `,"change":{"actions":["forget"],"before":null,"after":null}}`, plans.Forget, "a.x: change.before: want the values of the resource, have null", false},
		"data delete":             {`{"address":"data.a.x","mode":"data","type":"a","name":"x","change":{"actions":["delete"]}}`, plans.Delete, "", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			const other = `{"address":"a.other","mode":"managed","type":"a","name":"other","change":{"actions":["create"]}}`
			doc := `{"resource_changes":[` + tt.entry + `,` + other + `]}`
			p := readString(t, doc, Options{})
			if len(p.Changes.Slice()) == 0 || p.Changes.Slice()[len(p.Changes.Slice())-1].Address != "a.other" {
				t.Fatal("the next entry is lost")
			}
			if hidden := len(p.Changes.Slice()) == 1; hidden != tt.hidden || (p.NoOps == 1) != tt.hidden {
				t.Errorf("hidden: %v", hidden)
			}
			p = readString(t, doc, Options{KeepNoOps: true})
			if len(p.Changes.Slice()) != 2 {
				t.Fatalf("%d changes", len(p.Changes.Slice()))
			}
			rc := p.Changes.Slice()[0]
			got := ""
			err := rc.Err()
			if err == nil {
				err = errors.Join(rc.Problems()...)
			}
			if err != nil {
				got = err.Error()
				if pe := new(plans.Error); !errors.As(err, &pe) {
					t.Errorf("the error is a %T", err)
				}
			}
			if lacks := strings.Contains(got, "want the values of the resource"); lacks && rc.Err() != nil {
				t.Errorf("a side that is missing keeps the entry from being shown: %v", rc.Err())
			}
			if got != tt.err || rc.Action != tt.action {
				t.Errorf("got %v, %s; want %v, %s", rc.Action, got, tt.action, tt.err)
			}
			if rc.Address == "" {
				t.Error("no address")
			}
			if _, err := loadChange(p, rc); err != nil && rc.Err() == nil {
				t.Error(err)
			}
		})
	}
	p := readString(t, `{"resource_changes":[`+tests["no address"].entry+`]}`, Options{})
	if got := p.Changes.Slice()[0].Address; got != "module.m.data.a.x[1]" {
		t.Errorf("address %s", got)
	}
}

func TestOtherEntries(t *testing.T) {
	p := readString(t, `{
		"deferred_changes": [1, {"reason": 2, "resource_change": null}, {"reason": "r"}],
		"action_invocations": [null, {"address": "action.a.b", "type": "a", "name": "b", "lifecycle_action_trigger": 5}, {"address": "action.a.c", "type": "a", "name": "c", "lifecycle_action_trigger": {"action_trigger_event": "AfterCreate", "actions_list_index": 1.5}}],
		"output_changes": {"b": 1, "a": {"actions": ["never"], "after": 1}},
		"relevant_attributes": [1, {"resource": "a.b"}, {"resource": 5, "attribute": ["z"]}, {"resource": "a.b", "attribute": ["x", -1]}, {"resource": "a.b", "attribute": ["y", null]}, {"resource": "a.b", "attribute": ["set", {"in": 1}, "z"]}]
	}`, Options{})
	var got []string
	add := func(err error) { got = append(got, fmt.Sprint(err)) }
	for _, d := range p.Deferred {
		add(d.Err())
	}
	for _, a := range p.Actions {
		add(a.Err)
	}
	for _, o := range p.Outputs {
		add(o.Err)
	}
	for _, r := range p.Relevant {
		got = append(got, r.Resource+" "+r.Attribute.String())
	}
	for _, err := range p.Problems {
		add(err)
	}
	_, err := loadOutput(p, p.Outputs[1])
	add(err)
	c, err := loadOutput(p, p.Outputs[0])
	add(err)
	got = append(got, c.After.Text())
	_, err = loadChange(p, p.Deferred[0])
	add(err)
	want := []string{
		"deferred_changes[0]: want object, have number",
		"deferred_changes[1]: want object, have null",
		"deferred_changes[2]: want object, have nothing",
		"action_invocations[0]: want object, have null",
		"action.a.b: lifecycle_action_trigger: want object, have number",
		"action.a.c: lifecycle_action_trigger.actions_list_index: want a whole number",
		`output.a: actions: no such action: ["never"]`,
		"output.b: want object, have number",
		" ", "a.b ", " z", "a.b x", "a.b y", "a.b set", // no resource stands for any
		"relevant_attributes[0]: want object, have number",
		"relevant_attributes[1]: attribute: want list, have nothing",
		"relevant_attributes[2]: resource: want string, have number",
		`relevant_attributes[3]: attribute[1]: want the index of an element, have another number`,
		"relevant_attributes[4]: attribute[1]: want string or number, have null",
		"output.b: want object, have number",
		"<nil>", "1",
		"deferred_changes[0]: want object, have number",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestProducts(t *testing.T) {
	entry := func(members, actions string) string {
		return `{"resource_changes":[{"address":"a.x","mode":"managed","type":"a","name":"x",` + members + `"change":{"actions":[` + actions + `]}}]}`
	}
	for doc, want := range map[string]bool{
		entry(`"provider_name":"registry.terraform.io/a/b",`, `"create"`):                                                                            false,
		entry(`"provider_name":"registry.opentofu.org/a/b",`, `"create"`):                                                                            true,
		entry(`"provider_name":"registry.opentofu.org/a/b",`, `"no-op"`):                                                                             true,
		entry(`"provider_name":"registry.opentofu.org.example/a/b",`, `"create"`):                                                                    false,
		entry(`"action_reason":"delete_because_enabled_false",`, `"delete"`):                                                                         true,
		entry(`"action_reason":"delete_because_count_index",`, `"delete"`):                                                                           false,
		entry(``, `"forget","create"`):                                                                                                               true,
		entry(``, `"create","forget"`):                                                                                                               false,
		`{"planned_values":{},"configuration":{"provider_config":{"a":{"full_name":"registry.opentofu.org/a/b"}}}}`:                                  true,
		`{"planned_values":{},"configuration":[]}`:                                                                                                   false,
		`{"planned_values":{},"prior_state":{"values":{"root_module":{"resources":[{"mode":"data","provider_name":"registry.opentofu.org/a/b"}]}}}}`: true,
		`{"planned_values":{},"prior_state":{"values":{"root_module":{"child_modules":[{"resources":[{"mode":"data","provider_name":"registry.terraform.io/a/b"}]}]}}}}`: false,
	} {
		p := readString(t, doc, Options{})
		if (p.Product == "opentofu") != want || p.priorManaged {
			t.Errorf("%s: product %q, managed %v", doc, p.Product, p.priorManaged)
		}
	}
}

func TestVersions(t *testing.T) {
	for version, want := range map[string]string{
		`"0.1"`: "", `"1.0"`: "", `"1.2"`: "", `"1.3"`: "the plan has format 1.3, but this planfmt knows only formats up to 1.2: something may be missing",
	} {
		p := readString(t, `{"output_changes":{},"format_version":`+version+`}`, Options{})
		if got := strings.Join(p.Warnings, "|"); got != want {
			t.Errorf("%s: %s", version, got)
		}
	}
}

func loadChange(p *Plan, rc *source.Resource) (values.Change, error) {
	in, err := p.Loader().Resource(rc, nil)
	return in.Change, err
}

func loadConfig(p *Plan, a *source.Action) (values.Change, error) {
	in, err := p.Loader().Config(a)
	return in.Change, err
}

func loadOutput(p *Plan, o *source.Output) (values.Change, error) {
	in, _, err := p.Loader().Output(o)
	return in.Change, err
}

// TestComplete checks that a wrong value is a problem, and not the end of reading.
func TestComplete(t *testing.T) {
	for in, want := range map[string]string{
		`{"resource_changes":[]}`:                   "not said",
		`{"resource_changes":[],"complete":null}`:   "not said",
		`{"complete":true,"resource_changes":[]}`:   "true",
		`{"resource_changes":[],"complete":false}`:  "false",
		`{"resource_changes":[],"complete":"true"}`: "not said, complete: want bool, have string",
		`{"complete":{"a":[]},"errored":true}`:      "not said, complete: want bool, have object",
	} {
		p := readString(t, in, Options{})
		got := "not said"
		if p.Complete != nil {
			got = fmt.Sprint(*p.Complete)
		}
		for _, err := range p.Problems {
			got += ", " + err.Error()
		}
		if got != want {
			t.Errorf("%s: have %s, want %s", in, got, want)
		}
	}
}

func TestChecks(t *testing.T) {
	p := readString(t, `{"checks":[{"address":{"kind":"check","name":"c","to_display":"check.c"},"status":"fail","instances":[
		{"address":{"to_display":"check.c"},"status":"fail","problems":[{"message":"m"}]}]},0],"resource_changes":[]}`, Options{})
	want := `[{check.c check fail [{check.c fail [m]}]} {checks[1]  unknown []}] [checks[1]: want object, have number]`
	if got := fmt.Sprint(p.Checks, p.Problems); got != want {
		t.Errorf("have %s\nwant %s", got, want)
	}
}
