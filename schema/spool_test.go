package schema

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// TestSpool loads more text than a Set keeps in memory, and looks up schemas of all parts of it.
func TestSpool(t *testing.T) {
	const types = 1200
	blanks := strings.Repeat(" ", 64<<10)
	entry := func(i int) string {
		return fmt.Sprintf(`"t%d":{"version":%[1]d,"block":{"attributes":{"a%[1]d":{"type":"string"%s}}}}`, i, blanks)
	}
	read, write := io.Pipe()
	go func() {
		fmt.Fprint(write, `{"format_version":"1.0","provider_schemas":{"p/p/p":{"resource_schemas":{`)
		for i := range types {
			if i > 0 {
				fmt.Fprint(write, ",")
			}
			fmt.Fprint(write, entry(i))
		}
		fmt.Fprint(write, "}}}}")
		write.Close()
	}()
	var s Set
	if err := s.Load("schemas.json", read); err != nil {
		t.Fatal(err)
	}
	if s.texts.held > heldTexts && !s.texts.failed {
		t.Errorf("%d bytes are in memory", s.texts.held)
	}
	for _, i := range []int{0, 1, types / 3, types / 2, types - 2, types - 1} {
		for range 2 { // the second time, it has been decoded
			found, err := s.Lookup(ID{Provider: "p/p/p", Kind: Resource, Type: fmt.Sprintf("t%d", i)})
			if err != nil || len(found) != 1 || found[0].Version != fmt.Sprint(i) || found[0].Block.Attribute(fmt.Sprintf("a%d", i)) == nil {
				t.Errorf("t%d: %v, %v", i, found, err)
			}
		}
	}
}

// TestTokenLimit reads schemas with long parts. What nobody wants is not kept, nor is white space, and what is kept takes no more
// memory than the limit.
func TestTokenLimit(t *testing.T) {
	const limit, most = 4 << 20, 10 << 20
	document := func(long string) io.Reader {
		text := strings.NewReader(strings.Repeat(long, 64<<10/len(long)))
		long0, long1, _ := strings.Cut(`{"format_version":"1.0","provider_schemas":{"p/p/p":{"resource_schemas":{"t":{"version":1,"x":[1,LONG 2],"block":{"attributes":{"a":{"type":"string"}}}}}}}}`, "LONG")
		readers := []io.Reader{strings.NewReader(long0)}
		for range 20 << 20 / text.Size() {
			readers = append(readers, io.NewSectionReader(text, 0, text.Size()))
		}
		return io.MultiReader(append(readers, strings.NewReader(long1))...)
	}
	for name, test := range map[string]struct {
		long   string
		want   func(ID) bool
		exceed bool
	}{
		"blanks":            {long: " \n"},
		"numbers":           {long: "1,", exceed: true},
		"strings":           {long: `"          ",`, exceed: true},
		"numbers, unwanted": {long: "1,", want: func(ID) bool { return false }},
	} {
		t.Run(name, func(t *testing.T) {
			s := Set{Limits: Limits{Token: limit}, Want: test.want}
			var before, after runtime.MemStats
			doc := document(test.long)
			runtime.ReadMemStats(&before)
			err := s.Load("schemas.json", doc)
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > most {
				t.Errorf("allocated %d bytes", n)
			}
			var le *LimitError
			if exceeds := errors.As(err, &le) && le.Kind == TokenLimit; exceeds != test.exceed || !exceeds && err != nil {
				t.Fatal(err)
			}
			if test.exceed || test.want != nil {
				return
			}
			found, err := s.Lookup(ID{Provider: "p/p/p", Kind: Resource, Type: "t"})
			if err != nil || len(found) != 1 || found[0].Block.Attribute("a") == nil {
				t.Errorf("%v, %v", found, err)
			}
		})
	}
}
