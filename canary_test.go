package planfmt_test

import (
	"bytes"
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
	"github.com/planfmt/planfmt/internal/testkit/corpus"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// A canary is a string that is planted where a value is sensitive. Whatever
// the schemas, none may come out.
const canary = "CANARY"

// treatment is what is done to a document before it is shown.
type treatment struct {
	name    string
	strip   bool                      // the marks are taken away
	schemas func(map[string]any) bool // change the schemas; false does without
	marks   func(map[string]any)      // change the marks of a document in which canaries are; may be nil
	copies  bool                      // canaries stand where they are not marked, too
	names   bool                      // values are hidden because of their names
}

func keepSchemas(map[string]any) bool { return true }
func dropSchemas(map[string]any) bool { return false }

var treatments = []treatment{
	{name: "with schemas", schemas: keepSchemas},
	{name: "without schemas", schemas: dropSchemas},
	{name: "with schemas of other types", schemas: otherTypes},
	{name: "with schemas of another version", schemas: otherVersion},
	{name: "with changed nesting", schemas: otherNesting},
	{name: "marks stripped, with schemas", strip: true, schemas: keepSchemas},
	{name: "marks stripped, without schemas", strip: true, schemas: dropSchemas},
	{name: "marks stripped, with schemas of another version", strip: true, schemas: otherVersion},
	{name: "marks stripped, with changed nesting", strip: true, schemas: otherNesting},
	{name: "marked before", schemas: keepSchemas, marks: markedBefore},
	{name: "marked after", schemas: dropSchemas, marks: markedAfter},
	{name: "malformed marks", schemas: dropSchemas, marks: malformedMarks},
	{name: "short marks", schemas: keepSchemas, marks: shortMarks},
	{name: "copies", schemas: dropSchemas, marks: copyCanaries, copies: true},
	{name: "only named like secrets", schemas: dropSchemas, marks: nameCanaries, names: true},
	{name: "outputs marked where they are declared", schemas: keepSchemas, marks: flagOutputs},
}

// TestCanaries plants canaries in the goldens, and looks for them behind every entrance. The goldens get one of the treatments
// each, in turn, and with PLANFMT_TEST=exhaustive, all get all.
func TestCanaries(t *testing.T) {
	t.Parallel()
	var sum planted
	for i, g := range goldens(t) {
		switch {
		case sampling.Exhaustive(), strings.HasSuffix(filepath.ToSlash(g.file), "sensitive/blocks.txtar"): // which has secrets in any case
			sum.add(runCanaries(t, g.file, g.archive, treatments))
		case sampling.Takes(t.Name(), g.file):
			sum.add(runCanaries(t, g.file, g.archive, treatments[i%len(treatments):][:1]))
		}
	}
	t.Log(sum)
	if sum.canaries == 0 || sum.canaries < 100 && sampling.Full() {
		t.Errorf("only %d canaries", sum.canaries)
	}
}

// TestCanariesRecorded plants canaries in the recorded cases: in one of four, or in all with PLANFMT_TEST=exhaustive.
func TestCanariesRecorded(t *testing.T) {
	var all lockedSum
	inParts(t, func(t *testing.T, cases iter.Seq[recordedCase]) {
		var sum planted
		for c := range cases {
			switch {
			case sampling.Exhaustive():
				sum.add(runCanaries(t, c.name, c.archive, treatments))
			case c.number%4 == 0:
				sum.add(runCanaries(t, c.name, c.archive, treatments[c.number/4%len(treatments):][:1]))
			}
		}
		all.add(sum)
	})
	t.Log(all.planted)
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
			for name, c := range casesOf(t, suite) {
				if !yield(name, c) {
					return
				}
			}
		}
	}
}

// casesOf yields the cases of an archive.
func casesOf(t *testing.T, suite string) iter.Seq2[string, *txtar.Archive] {
	t.Helper()
	return func(yield func(string, *txtar.Archive) bool) {
		for name, text := range corpus.Each(t, suite) {
			if strings.HasSuffix(name, ".txtar") && !yield(name, txtar.Parse(text)) {
				return
			}
		}
	}
}

// FuzzSecrets plants canaries in any plan, with any schemas. TestCanaries does it with the goldens.
func FuzzSecrets(f *testing.F) {
	for i, g := range goldens(f) {
		if i == 0 || sampling.Fuzzing() {
			f.Add(g.document(), g.schemas(), uint8(i))
		}
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

// lockedSum is a sum to which several parts of a test add.
type lockedSum struct {
	mu sync.Mutex
	planted
}

func (s *lockedSum) add(o planted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.planted.add(o)
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

// prepare treats a document and plants canaries in it. It reports false if that cannot be done.
func (tr treatment) prepare(doc, schemas []byte, tofu bool) (in canaryDocument, opts planfmt.Options, count int, ok bool) {
	var plan, types map[string]any
	if decode(doc, &plan) != nil {
		return in, opts, 0, false
	}
	if decode(schemas, &types) != nil || !tr.schemas(types) {
		types = nil
	}
	p := canaries{schemas: types, strip: tr.strip}
	p.document(plan)
	if tr.marks != nil {
		tr.marks(plan)
	}
	if tofu {
		opts.Product = "opentofu"
	}
	if types != nil {
		opts.Schemas = []planfmt.SchemaSource{schemaText(encode(types))}
	}
	opts.MaskNames = tr.names
	in = canaryDocument{text: encode(plan), plan: plan, copies: tr.copies}
	if tr.copies {
		opts.MaskCopies = planfmt.ChoiceAlways
	}
	return in, opts, bytes.Count(in.text, []byte(canary)), true
}

// run treats a document, plants canaries in it, and looks for them behind every entrance.
func (tr treatment) run(t *testing.T, name string, doc, schemas []byte, tofu bool) planted {
	t.Helper()
	in, opts, count, ok := tr.prepare(doc, schemas, tofu)
	if !ok || count == 0 && !sampling.Exhaustive() { // nothing to look for
		return planted{}
	}
	out := planted{canaries: count}
	for _, e := range entrances {
		var all bytes.Buffer
		e.run(&all, in, opts)
		out.runs++
		if i := bytes.Index(all.Bytes(), []byte(canary)); i >= 0 {
			out.leaks++
			t.Errorf("%s, %s, %s: a secret comes out: …%s", name, tr.name, e.name, all.Bytes()[max(0, i-300):min(all.Len(), i+60)])
		}
	}
	return out
}

// unmarked returns the document with its canaries, and without marks.
func (d canaryDocument) unmarked() canaryDocument {
	var plan map[string]any
	if decode(d.text, &plan) != nil {
		return d
	}
	none := func(c map[string]any) { c["before_sensitive"], c["after_sensitive"] = false, false }
	eachChange(plan, none)
	for _, o := range object(plan["output_changes"]) {
		none(object(o))
	}
	return canaryDocument{text: encode(plan), plan: plan, copies: d.copies}
}

// TestCanariesAreFound is the counterproof: if nothing is marked, each entrance that shows values shows canaries.
func TestCanariesAreFound(t *testing.T) {
	t.Parallel()
	change := func(actions, before, after string) string {
		return `"change":{"actions":[` + actions + `],"before":` + before + `,"after":` + after + `,"after_unknown":{},"before_sensitive":{"v":true,"p":true},"after_sensitive":{"v":true,"p":true}}}`
	}
	entry := func(name string) string {
		return `{"address":"acme_thing.` + name + `","mode":"managed","type":"acme_thing","name":"` + name + `","provider_name":"registry.terraform.io/acme/acme",`
	}
	doc := planOf([]string{
		entry("a") + change(`"update"`, `{"v":"one","p":"1"}`, `{"v":"two","p":"x"}`),
	}, `,"resource_drift":[`+entry("b")+change(`"update"`, `{"v":"three"}`, `{"v":"four"}`)+`],"output_changes":{"o":{"actions":["update"],"before":"five","after":"six","after_unknown":false,"before_sensitive":true,"after_sensitive":true}}`)
	in, opts, count, ok := treatments[1].prepare([]byte(doc), nil, false)
	if !ok || count != 8 {
		t.Fatalf("%d canaries are planted in %s", count, in.text)
	}
	for _, e := range entrances {
		for _, masked := range []bool{true, false} {
			marked, o := in, opts
			if !masked {
				marked, o.MaskCopies = in.unmarked(), planfmt.ChoiceNever
			}
			var all bytes.Buffer
			e.run(&all, marked, o)
			if found := bytes.Contains(all.Bytes(), []byte(canary)); found != (!masked && !e.quiet && e.name != "log") {
				t.Errorf("%s, masked %v: found %v in %s", e.name, masked, found, all.String())
			}
		}
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
	for l := range d.Leaves() {
		fmt.Fprintln(w, l.Path, l.Before, l.After, l.Kind, l.Action, l.Notes, l.Muted, l.Replace)
	}
}
