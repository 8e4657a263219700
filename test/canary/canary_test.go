package canary_test

import (
	"bytes"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// treatment is what is done to a document before it is shown.
type treatment struct {
	name    string
	strip   bool                      // the marks are taken away
	schemas func(map[string]any) bool // change the schemas; false does without
	marks   func(map[string]any)      // change the marks of a document in which canaries are; may be nil
	copies  bool                      // canaries stand where they are not marked, too
	names   bool                      // values are hidden because of their names
}

var treatments = []treatment{
	{name: "with schemas", schemas: kit.KeepSchemas},
	{name: "without schemas", schemas: kit.DropSchemas},
	{name: "with schemas of other types", schemas: otherTypes},
	{name: "with schemas of another version", schemas: otherVersion},
	{name: "with changed nesting", schemas: kit.OtherNesting},
	{name: "marks stripped, with schemas", strip: true, schemas: kit.KeepSchemas},
	{name: "marks stripped, without schemas", strip: true, schemas: kit.DropSchemas},
	{name: "marks stripped, with schemas of another version", strip: true, schemas: otherVersion},
	{name: "marks stripped, with changed nesting", strip: true, schemas: kit.OtherNesting},
	{name: "marked before", schemas: kit.KeepSchemas, marks: markedBefore},
	{name: "marked after", schemas: kit.DropSchemas, marks: markedAfter},
	{name: "malformed marks", schemas: kit.DropSchemas, marks: malformedMarks},
	{name: "short marks", schemas: kit.KeepSchemas, marks: shortMarks},
	{name: "copies", schemas: kit.DropSchemas, marks: copyCanaries, copies: true},
	{name: "only named like secrets", schemas: kit.DropSchemas, marks: nameCanaries, names: true},
	{name: "outputs marked where they are declared", schemas: kit.KeepSchemas, marks: flagOutputs},
}

// TestCanaries plants canaries in the goldens, and looks for them behind every entrance. The goldens get one of the treatments
// each, in turn, and with PLANFMT_TEST=exhaustive, all get all.
func TestCanaries(t *testing.T) {
	t.Parallel()
	var sum planted
	for i, g := range kit.Goldens(t) {
		switch {
		case sampling.Exhaustive(), strings.HasSuffix(filepath.ToSlash(g.File), "sensitive/blocks.txtar"): // which has secrets in any case
			sum.add(runCanaries(t, g.File, g.Archive, treatments))
		case sampling.TakesOneOf(2*sampling.Share(), t.Name(), g.File):
			sum.add(runCanaries(t, g.File, g.Archive, treatments[i%len(treatments):][:1]))
		}
	}
	t.Log(sum)
	if sum.canaries == 0 || sum.canaries < 100 && sampling.Full() {
		t.Errorf("only %d canaries", sum.canaries)
	}
}

// TestCanariesRecorded plants canaries in the recorded cases: in one of eight, others in each turn and with another treatment each time. With
// PLANFMT_TEST=exhaustive, all get all treatments.
func TestCanariesRecorded(t *testing.T) {
	var all lockedSum
	kit.InParts(t, func(t *testing.T, cases iter.Seq[kit.RecordedCase]) {
		var sum planted
		for c := range cases {
			switch {
			case sampling.Exhaustive():
				sum.add(runCanaries(t, c.Name, c.Archive, treatments))
			case (c.Number+sampling.Turn())%8 == 0:
				sum.add(runCanaries(t, c.Name, c.Archive, treatments[(c.Number+sampling.Turn())/8%len(treatments):][:1]))
			}
		}
		all.add(sum)
	})
	t.Log(all.planted)
}

// FuzzSecrets plants canaries in any plan, with any schemas. TestCanaries does it with the goldens.
func FuzzSecrets(f *testing.F) {
	for i, g := range kit.Goldens(f) {
		if i == 0 || sampling.Fuzzing() {
			f.Add(g.Document(), g.Schemas(), uint8(i))
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
		sum.add(tr.run(t, name, kit.Document(archive), kit.Section(archive, "schemas.json"), i%2 == 1))
	}
	return sum
}

// prepare treats a document and plants canaries in it. It reports false if that cannot be done.
func (tr treatment) prepare(doc, schemas []byte, tofu bool) (in canaryDocument, opts planfmt.Options, count int, ok bool) {
	var plan, types map[string]any
	if kit.Decode(doc, &plan) != nil {
		return in, opts, 0, false
	}
	if kit.Decode(schemas, &types) != nil || !tr.schemas(types) {
		types = nil
	}
	p := kit.Canaries{Schemas: types, Strip: tr.strip}
	p.Document(plan)
	if tr.marks != nil {
		tr.marks(plan)
	}
	if tofu {
		opts.Product = "opentofu"
	}
	if types != nil {
		opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(kit.Encode(types))}
	}
	opts.MaskNames = tr.names
	in = canaryDocument{text: kit.Encode(plan), plan: plan, copies: tr.copies}
	if tr.copies {
		opts.MaskCopies = planfmt.ChoiceAlways
	}
	return in, opts, bytes.Count(in.text, []byte(kit.Canary)), true
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
		if i := bytes.Index(all.Bytes(), []byte(kit.Canary)); i >= 0 {
			out.leaks++
			t.Errorf("%s, %s, %s: a secret comes out: …%s", name, tr.name, e.name, all.Bytes()[max(0, i-300):min(all.Len(), i+60)])
		}
	}
	return out
}

// unmarked returns the document with its canaries, and without marks.
func (d canaryDocument) unmarked() canaryDocument {
	var plan map[string]any
	if kit.Decode(d.text, &plan) != nil {
		return d
	}
	none := func(c map[string]any) { c["before_sensitive"], c["after_sensitive"] = false, false }
	eachChange(plan, none)
	for _, o := range kit.Object(plan["output_changes"]) {
		none(kit.Object(o))
	}
	return canaryDocument{text: kit.Encode(plan), plan: plan, copies: d.copies}
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
	doc := kit.PlanOf([]string{
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
			if found := bytes.Contains(all.Bytes(), []byte(kit.Canary)); found != (!masked && !e.quiet && e.name != "log") {
				t.Errorf("%s, masked %v: found %v in %s", e.name, masked, found, all.String())
			}
		}
	}
}
