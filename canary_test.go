package planfmt_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/report"
)

// A canary is a string that is planted where a value is sensitive. Whatever
// the schemas, none may come out.
const canary = "CANARY"

// treatment is what is done to a document before it is shown.
type treatment struct {
	name    string
	strip   bool                      // the marks are taken away
	schemas func(map[string]any) bool // change the schemas; false does without
}

func keepSchemas(map[string]any) bool { return true }
func dropSchemas(map[string]any) bool { return false }

var treatments = []treatment{
	{"with schemas", false, keepSchemas},
	{"without schemas", false, dropSchemas},
	{"with schemas of other types", false, otherTypes},
	{"with schemas of another version", false, otherVersion},
	{"with changed nesting", false, otherNesting},
	{"marks stripped, with schemas", true, keepSchemas},
	{"marks stripped, without schemas", true, dropSchemas},
	{"marks stripped, with schemas of another version", true, otherVersion},
	{"marks stripped, with changed nesting", true, otherNesting},
}

// TestCanaries plants canaries in all goldens.
func TestCanaries(t *testing.T) {
	t.Parallel()
	var sum planted
	for _, g := range someGoldens(t) {
		sum.add(runCanaries(t, g.file, g.archive, treatments))
	}
	t.Log(sum)
	if sum.canaries < 1000 && !testing.Short() {
		t.Errorf("only %d canaries", sum.canaries)
	}
}

// TestCanariesRecorded plants canaries in the recorded cases. With -short, each case gets one of the treatments, in turn.
func TestCanariesRecorded(t *testing.T) {
	var sum planted
	n := 0
	for name, archive := range recordedCases(t) {
		of := treatments
		if testing.Short() {
			of = treatments[n%len(treatments):][:1]
		}
		n++
		sum.add(runCanaries(t, name, archive, of))
	}
	t.Log(sum)
}

// recordedCases yields cases that are no part of the project: txtar files in archives
// *.tar.gz, in the directory that PLANFMT_CASES names. Without it, the test is skipped.
func recordedCases(t *testing.T) iter.Seq2[string, *txtar.Archive] {
	t.Helper()
	dir := os.Getenv("PLANFMT_CASES")
	if dir == "" {
		t.Skip("PLANFMT_CASES names no directory with recorded cases")
	}
	suites, err := filepath.Glob(filepath.Join(dir, "*.tar.gz"))
	if err != nil || len(suites) == 0 {
		t.Fatalf("%s: no suites: %v", dir, err)
	}
	return func(yield func(string, *txtar.Archive) bool) {
		for _, suite := range suites {
			if !yieldCases(t, suite, yield) {
				return
			}
		}
	}
}

// yieldCases yields the cases of an archive. It returns false if yield wants no more.
func yieldCases(t *testing.T, suite string, yield func(string, *txtar.Archive) bool) bool {
	t.Helper()
	f, err := os.Open(suite)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		head, err := r.Next()
		if err == io.EOF {
			return true
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(head.Name, ".txtar") && !yield(head.Name, txtar.Parse(data)) {
			return false
		}
	}
}

// FuzzSecrets plants canaries in any plan, with any schemas.
func FuzzSecrets(f *testing.F) {
	for i, g := range someGoldens(f) {
		f.Add(g.document(), g.schemas(), uint8(i))
	}
	f.Fuzz(func(t *testing.T, doc, schemas []byte, i uint8) {
		treatments[int(i)%len(treatments)].run(t, "fuzzed", doc, schemas, i >= 128)
	})
}

// planted counts what was done.
type planted struct{ documents, runs, canaries, leaks int }

func (p *planted) add(o planted) {
	p.documents += o.documents
	p.runs += o.runs
	p.canaries += o.canaries
	p.leaks += o.leaks
}

func (p planted) String() string {
	return fmt.Sprintf("%d documents, %d runs, %d canaries, %d runs with leaks", p.documents, p.runs, p.canaries, p.leaks)
}

func runCanaries(t *testing.T, name string, archive *txtar.Archive, treatments []treatment) planted {
	sum := planted{documents: 1}
	for i, tr := range treatments {
		sum.add(tr.run(t, name, document(archive), section(archive, "schemas.json"), i%2 == 1))
	}
	return sum
}

// run treats a document, plants canaries in it, shows it in every format and
// looks for them.
func (tr treatment) run(t *testing.T, name string, doc, schemas []byte, tofu bool) planted {
	t.Helper()
	var plan, types map[string]any
	if decode(doc, &plan) != nil {
		return planted{}
	}
	if decode(schemas, &types) != nil || !tr.schemas(types) {
		types = nil
	}
	p := canaries{schemas: types, strip: tr.strip}
	p.document(plan)
	var opts planfmt.Options
	if tofu {
		opts.Product = "opentofu"
	}
	if types != nil {
		text, err := json.Marshal(types)
		if err != nil {
			t.Fatal(err)
		}
		opts.Schemas = []planfmt.SchemaSource{schemaText(text)}
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	var all, content bytes.Buffer
	var mu sync.Mutex // values are wrapped by several workers
	opts.Warn = func(w planfmt.Warning) { fmt.Fprintln(&all, w.Text) }
	opts.Wrap = func(_ planfmt.Owner, d computed.Diff) computed.Diff {
		mu.Lock()
		defer mu.Unlock()
		spellContent(&content, d)
		return d
	}
	res, err := planfmt.Show(context.Background(), &all, bytes.NewReader(text), withFormat(opts, "every"))
	if err != nil {
		fmt.Fprintln(&all, err)
	} else {
		fmt.Fprintln(&all, res.Problems, res.Types, res.Masked)
	}
	all.Write(content.Bytes())
	queryEverything(&all, text, opts)
	checkEverything(&all, text, opts)
	out := planted{runs: 1, canaries: p.count}
	if i := bytes.Index(all.Bytes(), []byte(canary)); i >= 0 {
		out.leaks++
		t.Errorf("%s, %s: a secret comes out: …%s", name, tr.name, all.Bytes()[max(0, i-300):min(all.Len(), i+60)])
	}
	return out
}

// queryEverything writes what queries find in a document: its values, texts that are made of
// them, and what goes wrong with them.
func queryEverything(w io.Writer, doc []byte, opts planfmt.Options) {
	for _, text := range []string{
		"[resources, drift, deferred, outputs, plan, variables]",
		"[for r in resources : [try(jsonencode(r), 0), try(keys(r.after), 0), try([for k, v in r.before : \"${k}=${v}\"], 0), try(regex(\"^x$\", r.after.password), 0)]]",
		"[for r in concat(resources[*], drift[*]) : [for v in r.after : parseint(v, 10)]]",
		"{ for r in resources : r.address => { for k, v in r.after : try(tostring(v), k) => k... }... }",
	} {
		q, diags := planfmt.NewQuery("q", text)
		fmt.Fprintln(w, diags)
		if diags.HasErrors() {
			continue
		}
		res, err := q.Run(context.Background(), w, bytes.NewReader(doc), opts, report.QueryJSON)
		fmt.Fprintln(w, res, err)
	}
}

// spellContent writes all that machines are told of a value.
func spellContent(w io.Writer, d computed.Diff) {
	d.Walk(func(d computed.Diff) computed.Visit {
		c := d.Content()
		before, after := c.Count()
		fmt.Fprintln(w, d.Path, c.Before, c.After, before, after, c.Kind, c.Form, c.Notes, d.Type)
		for p := range c.Children() {
			fmt.Fprintln(w, p.Key, p.BlockType, p.Nesting, p.Forces)
		}
		return computed.Continue
	})
}
