package differ_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// A Differ compares each change as a new one does. Its results stay as they are when it
// compares the next change, and when the memory of the documents is used again.
func TestResultsStay(t *testing.T) {
	block := thing()
	text := func(r differ.Result) string {
		return fmt.Sprint(r.Diff.Text(), "\n", r.Errs, "\n", strings.Join(r.Extra, " "))
	}
	var (
		parsers      [2]values.Parser
		sources      [2][]byte
		d            = differ.New(differ.Options{})
		results      []differ.Result
		texts, fresh []string
	)
	parse := func(side int, document string) values.Value {
		sources[side] = append(sources[side][:0], document...)
		v, err := parsers[side].Parse(sources[side])
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for n := range 20 {
		document := `{"a":"{\"k%[1]d\":[%[1]d,\"x\"]}","extra%[1]d":1,"list":["l%[1]d","m"],"many":[{"a":"%[1]d","more%[1]d":[]}],"one":%[2]s}`
		one := `{"b":"line\nanother %d"}`
		if n%3 == 0 {
			one = `[%d]`
		}
		c := values.Change{
			Before: parse(0, fmt.Sprintf(document, 100+n, fmt.Sprintf(one, n))),
			After:  parse(1, fmt.Sprintf(document, 200+n, fmt.Sprintf(one, 50+n))),
		}
		results = append(results, d.Resource(c, plans.Update, block))
		texts = append(texts, text(results[n]))
		fresh = append(fresh, text(differ.Options{}.Resource(c, plans.Update, block)))
	}
	for side := range sources {
		clear(sources[side])
	}
	for n, r := range results {
		if !slices.Contains(r.Extra, fmt.Sprint("extra", 100+n)) || !slices.Contains(r.Extra, fmt.Sprint("many.more", 200+n)) {
			t.Errorf("change %d: the schema lacks more than %q", n, r.Extra)
		}
		if have := text(r); have != fresh[n] || texts[n] != fresh[n] {
			t.Errorf("change %d: have\n%s\nat first\n%s\nwith a Differ of its own\n%s", n, have, texts[n], fresh[n])
		}
	}
}

// What a comparison needs for a value is not allocated for each value.
func TestFewAllocations(t *testing.T) {
	const many = 1000
	side := func(format string) values.Value {
		var elements []string
		for i := range many {
			elements = append(elements, fmt.Sprintf(format, i))
		}
		return values.Of(`{"list":[` + strings.Join(elements, ",") + `]}`)
	}
	c := values.Change{Before: side(`"old %d"`), After: side(`"new %d"`)}
	d, block := differ.New(differ.Options{}), thing()
	if n := testing.AllocsPerRun(10, func() { d.Resource(c, plans.Update, block) }); n > many/4 {
		t.Errorf("%v allocations for %d elements", n, many)
	}
}
