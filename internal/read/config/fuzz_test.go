package config_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// FuzzParse checks that any configuration can be read and described. The fuzzer itself reports what takes long.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		_ = describe(config.Parse(snapshot(text), config.Options{}))
	})
}

// TestNesting checks that what is nested too deep does not end the program, and that what real
// configurations have is not too deep.
func TestNesting(t *testing.T) {
	sampling.SkipShort(t)
	many := 20_000
	if sampling.Full() {
		many = 100_000
	}
	rep := strings.Repeat
	for name, text := range map[string]string{
		"parentheses": "a = " + rep("(", many),
		"brackets":    "a = " + rep("[", many),
		"objects":     "a = " + rep("{a=", many),
		"blocks":      rep("a {\n", many),
		"signs":       "a = " + rep("-", many) + "1",
		"nots":        "a = " + rep("!", many) + "true",
		"sums":        "a = 1" + rep("+1", many),
		"newlines":    "a = (1" + rep("+\n1", many) + ")",
		"conditions":  "a = " + rep("b?1:", many) + "1",
		"for":         "a = {for k, v in x : k => 1" + rep(" + \n1", many) + "}",
		"indexes":     "a = f(x)" + rep("[a.b[0]]", many),
		"templates":   "a = " + rep(`"${`, many),
		"directives":  "a = <<E\n" + rep("%{if a}", many) + "\nE\n",
		"comments":    "a = (" + rep("+#\n1", many) + ")",
		"splats":      "a = x" + rep("[*]", many),
		"number":      "a = " + rep("9", many),
		"fraction":    "a = [1, -0." + rep("1", many) + "]",
	} {
		if !sampling.TakesOneOf(4, t.Name(), name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			c := config.Parse(snapshot("-- m-/a.tf --\nlocals {\n"+text+"\n}\n"), config.Options{})
			if len(c.Problems) == 0 {
				t.Error("no problem")
			}
			_ = describe(c)
		})
	}
	for name, text := range map[string]string{
		"arrays":    rep("[", many),
		"objects":   rep(`{"a":`, many),
		"templates": `{"locals":{"a":"` + rep("${(", many) + `"}}`,
		"number":    `{"locals":{"a":` + rep("9", many) + `}}`,
		"fraction":  `{"locals":{"a":[1, -0.` + rep("1", many) + `]}}`,
	} {
		t.Run("json "+name, func(t *testing.T) {
			c := config.Parse(snapshot("-- m-/a.tf.json --\n"+text), config.Options{})
			if len(c.Problems) == 0 {
				t.Error("no problem")
			}
			_ = describe(c)
		})
	}
	var items strings.Builder
	for range many / 5 {
		items.WriteString("  { a = b ? 1 : 2, c = -1 + f(x[0].y) },\n  # comment -----\n  \"a-${b}\",\n")
	}
	c := config.Parse(snapshot("-- m-/a.tf --\nlocals {\na = [\n"+items.String()+"]\n}\n"+rep("locals {\n  x = a ? b : c\n  y = !a\n}\n", many/20)), config.Options{})
	if len(c.Problems) > 0 {
		t.Error(c.Problems[0])
	}
}

// TestLongReferences checks that the parts of a long reference are not much longer than itself.
func TestLongReferences(t *testing.T) {
	const steps = 10_000
	text := "a.b" + strings.Repeat(".c", steps)
	c := config.Parse(snapshot("-- m-/a.tf --\noutput \"x\" {\n  value = "+text+"\n}\n"), config.Options{})
	refs := c.Root.Outputs[0].Value.References()
	if refs[0] != text || refs[len(refs)-1] != "a.b" {
		t.Errorf("begins with %.20q and ends with %.20q", refs[0], refs[len(refs)-1])
	}
	if size := len(strings.Join(refs, "")); size > 2*len(text) {
		t.Errorf("%d references have %d bytes", len(refs), size)
	}
}

// TestCostlyConstants checks that a short text is not evaluated if that costs much: the loops alone would make 65 million elements.
func TestCostlyConstants(t *testing.T) {
	list := "[" + strings.Repeat("1,", 90) + "]"
	text := "locals {\n  loops = " + strings.Repeat("[for x in "+list+" : ", 4) + "x" + strings.Repeat("]", 4) + "\n  large = 1e999999999\n  modulo = 1e999999999 % 7\n}\n"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c := config.Parse(snapshot("-- m-/a.tf --\n"+text), config.Options{})
	for _, l := range c.Root.Locals {
		if v, ok := l.Value.Constant(); ok {
			t.Errorf("%s is a constant with %d bytes", l.Name, len(v.JSON()))
		}
	}
	runtime.ReadMemStats(&after)
	if size := after.TotalAlloc - before.TotalAlloc; size > 64<<20 {
		t.Errorf("%d bytes were allocated", size)
	}
}
