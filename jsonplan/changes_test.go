package jsonplan

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/planfmt/planfmt/failure"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/values"
)

// changesDocument returns a plan with so many changes, on a line each. replace changes
// some of them.
func changesDocument(n int, replace map[int]string) string {
	var b strings.Builder
	b.WriteString(`{"format_version":"1.2","resource_changes":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		entry := fmt.Sprintf(`{"address":"a.b[%d]","mode":"managed","type":"a","name":"b","index":%[1]d,"change":{"actions":["create"],"before":null,"after":{"x":%q}}}`,
			i, strings.Repeat("x", i%7*1000))
		if other, ok := replace[i]; ok {
			entry = other
		}
		b.WriteString("\n" + entry)
	}
	b.WriteString("]}\n")
	return b.String()
}

// Changes are in the document's order, however many goroutines read them, and however
// long they are.
func TestChangesInOrder(t *testing.T) {
	const n = 300
	long := map[int]string{}
	for _, i := range []int{99, 100, 200} {
		long[i] = fmt.Sprintf(`{"address":"a.b[%d]","mode":"managed","type":"a","name":"b","index":%[1]d,"change":{"actions":["create"],"before":null,"after":{"x":%q}}}`,
			i, strings.Repeat("x", maxBatched+i))
	}
	doc := changesDocument(n, long)
	for _, workers := range []int{0, 1, 5} {
		for _, r := range []io.Reader{strings.NewReader(doc), iotest.HalfReader(strings.NewReader(doc))} {
			p, err := Read(t.Context(), r, Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Changes.Slice()) != n {
				t.Fatalf("%d changes", len(p.Changes.Slice()))
			}
			for i, rc := range p.Changes.Slice() {
				length := i % 7 * 1000
				if long[i] != "" {
					length = maxBatched + i
				}
				for range 2 { // the first Loader may get what has been parsed already
					v, err := p.Loader().Resource(rc, nil)
					if want := fmt.Sprintf("a.b[%d]", i); err != nil || rc.Address != want || len(v.After.Get("x").Text()) != length {
						t.Errorf("change %d is %s: %v", i, rc.Address, err)
					}
				}
			}
			p.Close()
		}
	}
}

// The first mistake in the document is the error, also if one behind it is found sooner.
func TestFirstError(t *testing.T) {
	broken := func(kind string) string {
		return `{"address":"a.b","change":{"actions":["create"],"after":{"x":` + kind + `}}}`
	}
	deep := strings.Repeat("[", values.MaxDepth) + strings.Repeat("]", values.MaxDepth)
	cut := errors.New("cut")
	for _, first := range []int{0, 1, 50, 149} {
		for name, tt := range map[string]struct{ entry, want string }{
			"number": {broken("01"), "this is not JSON: invalid character '1' after object value (expecting ',' or '}')"},
			"half":   {broken(`"\ud800"`), "this is not JSON: invalid surrogate pair in string"},
			"deep":   {broken(deep), "nested deeper than 1000 levels"},
			"long":   {broken(`"` + strings.Repeat("x", maxBatched) + `",`), "this is not JSON: invalid character '}' at start of string"},
		} {
			doc := changesDocument(160, map[int]string{first: tt.entry, first + 1: broken("tru"), 155: broken("x")})
			doc = strings.TrimSuffix(doc, "}\n")
			for how, r := range map[string]io.Reader{
				"cut off": strings.NewReader(doc),
				"failing": io.MultiReader(strings.NewReader(doc), iotest.ErrReader(cut)),
				"strict":  strings.NewReader(doc),
			} {
				_, err := Read(t.Context(), r, Options{Options: jsondoc.Options{Strict: how == "strict"}})
				place := fmt.Sprintf("at /resource_changes/%d", first)
				line := fmt.Sprintf(", line %d)", first+2)
				if err == nil || !strings.HasPrefix(err.Error(), place) || !strings.Contains(err.Error(), line) || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%s, %s: have %.200v, want %s... %s", name, how, err, place, tt.want)
				}
			}
		}
	}
}

// panicking is a sink that panics.
type panicking struct{ notes }

func (panicking) Change(string, string, string, values.Change) { panic("sink") }

// A panic in a goroutine that reads changes is an error.
func TestPanic(t *testing.T) {
	_, err := Read(t.Context(), strings.NewReader(changesDocument(100, nil)), Options{Evidence: &panicking{}})
	if p, ok := errors.AsType[*failure.Panic](err); !ok || p.Value != "sink" {
		t.Errorf("have %v", err)
	}
}

// Addresses are found in planned_values in whatever order they are.
func TestListing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var l listing
		var want []string
		known := map[string]bool{}
		var planned, listed []string
		for i := range random.IntN(12) {
			name := fmt.Sprintf("module.m[%d].a.b%02d", i/3, i)
			if random.IntN(4) > 0 {
				planned = append(planned, name)
			}
			if len(planned) > 0 && random.IntN(6) == 0 {
				planned = append(planned, planned[random.IntN(len(planned))])
			}
			if random.IntN(4) > 0 {
				listed = append(listed, name)
				known[name] = true
			}
		}
		if random.IntN(2) == 0 {
			random.Shuffle(len(listed), func(i, j int) { listed[i], listed[j] = listed[j], listed[i] })
		}
		late := random.IntN(4) == 0
		for i := range 2 {
			if late == (i == 1) {
				for _, name := range planned {
					l.planned.add([]byte(name))
				}
				continue
			}
			for _, name := range listed {
				l.add([]byte(name))
			}
		}
		for _, name := range planned {
			if !known[name] {
				want = append(want, name)
			}
		}
		slices.Sort(want)
		m := l.findMissing()
		if have := strings.Join(m.names, " "); m.n != len(want) || have != strings.Join(want[:min(len(want), 3)], " ") {
			t.Errorf("planned %v, listed %v: %d missing: %s", planned, listed, m.n, have)
		}
	}
}

// Whatever ends the work early, no goroutine waits for a turn that never comes.
func TestEndedEarly(t *testing.T) {
	const n = 150 // in about seven batches
	for range max(sampling.Count(40), 10) {
		at := rand.IntN(n)
		doc := changesDocument(n, map[int]string{at: "\"\xff\""})
		if p, err := Read(t.Context(), strings.NewReader(doc), Options{Workers: 3}); err == nil {
			p.Close()
			t.Fatalf("no error for the entry %d", at)
		}
		func() {
			defer func() { _ = recover() }()
			r := io.MultiReader(strings.NewReader(changesDocument(n, nil)[:rand.IntN(400_000)]), panickingReader{})
			if p, err := Read(t.Context(), r, Options{Workers: 3}); err == nil {
				p.Close()
				t.Fatal("no error for half a document")
			}
		}()
	}
}

// panickingReader panics.
type panickingReader struct{}

func (panickingReader) Read([]byte) (int, error) { panic("read") }
