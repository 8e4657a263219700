package jsondoc

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// TestSkipWithGaps compares with jsontext for values that are much longer than the buffer: what
// is wrong with them is found, and messages say the same.
func TestSkipWithGaps(t *testing.T) {
	pieces := []string{
		`x`, `yyyyyyyyy`, `\\`, `\\\\\\\\\\`, `\"`, `\n`, `\u00e9`, `é`, `€`, `😀`, `\ud83d\ude00`, `\uD83D\uDE00`, `\ud83d\ude00\ud83d\ude00\ud83d\ude00`,
		`\udbff\udfff`, `\ud7ff`, `ud83d`, ` `, `12345678901234567890`,
	}
	wrong := []string{`\ud83d`, `\ude00`, `\ud83d\ud83d\ude00`, `\u12`, `\x`, "\xff", "\xf0\x9f\x98", "\n", "\x00", `\`, `"`, `\u`, `\ud83d\u`, "\x80\x80\x80\x80\x80\x80\x80\x80"}
	numbers := []string{"0", "-1.5e+30", "1" + strings.Repeat("0", 100), "0." + strings.Repeat("12345", 30), "1e" + strings.Repeat("9", 99), strings.Repeat("12", 40) + "." + strings.Repeat("34", 40) + "E-" + strings.Repeat("56", 40)}
	wrongNumbers := []string{"01", "-", "1.", "1" + strings.Repeat("0", 100) + ".", strings.Repeat("0", 100), strings.Repeat("7", 90) + "x", strings.Repeat("e", 300), "1e" + strings.Repeat("9", 99) + ".", strings.Repeat("-", 200), "truetruetruetruetruetruetruetruetruetrue"}
	rnd := rand.New(rand.NewPCG(1, 2))
	pick := func(list []string) string { return list[rnd.IntN(len(list))] }
	str := func(mistake bool) string {
		var b strings.Builder
		n := rnd.IntN(30)
		at := rnd.IntN(n + 1)
		for i := range n + 1 {
			if mistake && i == at {
				b.WriteString(pick(wrong))
			}
			b.WriteString(pick(pieces))
		}
		return `"` + b.String() + `"`
	}
	blanks := func() string { return strings.Repeat(pick([]string{" ", "\n", " \r\n\t"}), rnd.IntN(4)*rnd.IntN(20)) }
	var value func(depth int, mistake bool) string
	value = func(depth int, mistake bool) string {
		var b strings.Builder
		open := "[{"[rnd.IntN(2)]
		b.WriteByte(open)
		n := 1 + rnd.IntN(5)
		at := rnd.IntN(n)
		for i := range n {
			here := mistake && i == at
			if i > 0 {
				b.WriteString(blanks() + ",")
			}
			b.WriteString(blanks())
			if open == '{' {
				b.WriteString(str(here && rnd.IntN(2) == 0) + blanks() + ":" + blanks())
			}
			switch k := rnd.IntN(4); {
			case here && rnd.IntN(9) == 0:
				b.WriteString(pick([]string{",", "", ":", "1 2", "}", "]", "nul", ";"}))
			case k == 0 && depth < 4:
				b.WriteString(value(depth+1, here))
			case k == 1:
				b.WriteString(pick(map[bool][]string{false: numbers, true: wrongNumbers}[here]))
			default:
				b.WriteString(str(here))
			}
		}
		b.WriteString(blanks())
		b.WriteByte(open + 2)
		return b.String()
	}
	n := sampling.Count(10_000)
	for i := range n {
		// The value is longer than any of the buffers, so that all of it is checked.
		doc := `{"a":{"b":["` + strings.Repeat("é", 20) + `",` + value(0, i%3 > 0) + `]}}`
		if i%5 == 0 {
			doc = doc[:rnd.IntN(len(doc))]
		}
		want, wantErr := read(newOracle(bytes.NewBuffer([]byte(doc))), skipValues)
		for _, size := range []int{8, 16, 33} {
			have, err := read(newLexer(iotest.HalfReader(strings.NewReader(doc)), size), skipValues)
			if describe(err) != describe(wantErr) || strings.Join(have, "\n") != strings.Join(want, "\n") {
				t.Fatalf("%q, buffer of %d:\nhave %s\n%s\nwant %s\n%s", doc, size, describe(err), have, describe(wantErr), want)
			}
		}
	}
}

// stream repeats a text between two others, in pieces that a pipe may have.
func stream(before, text string, size int, after string) io.Reader {
	text = strings.Repeat(text, 64<<10/len(text)+1)
	readers := []io.Reader{strings.NewReader(before)}
	for n := 0; n < size; n += len(text) {
		readers = append(readers, strings.NewReader(text))
	}
	return io.MultiReader(append(readers, strings.NewReader(after))...)
}

// TestSkippedIsNotKept reads documents in which long parts are not needed, also such that end
// with a mistake behind them, and looks at the buffer.
func TestSkippedIsNotKept(t *testing.T) {
	sampling.SkipShort(t)
	size := 3 << 19
	if sampling.Full() {
		size = 50 << 20
	}
	for name, part := range map[string][3]string{
		"blanks before a name":    {"", " \n", ""},
		"blanks before a colon":   {`"z"`, "\n", ":1,"},
		"blanks before a value":   {`"z":`, "\t ", "1,"},
		"blanks before a comma":   {`"z":1`, " ", ","},
		"blanks inside":           {`"z":[1,`, " ", "2],"},
		"a string":                {`"z":"`, "xyz", `",`},
		"a string with escapes":   {`"z":"`, `\\\"\u00e9`, `",`},
		"backslashes":             {`"z":"`, `\\`, `",`},
		"pairs of surrogates":     {`"z":"`, `\ud83d\ude00`, `",`},
		"a name inside":           {`"z":{"`, `n`, `":1},`},
		"a flat array":            {`"z":[1`, `,"a",22`, `],`},
		"a flat object":           {`"z":{"":1`, `,"a":22`, `},`},
		"an array with depth":     {`"z":[1`, `,[[[{"a":[]}]]]`, `],`},
		"a number":                {`"z":`, `1234567890`, `,`},
		"digits behind the point": {`"z":0.`, `1234567890`, `,`},
	} {
		t.Run(name, func(t *testing.T) {
			for end, want := range map[string]string{
				`"errored":false}`:  "",
				"\n\n\"errored\"x}": "this is not JSON",
				"\n\n\"errored":     "cut off",
			} {
				prefix := `{"format_version":"1.2",` + "\n"
				s, err := newScanner(context.Background(), stream(prefix+part[0], part[1], size, part[2]+end), Options{})
				if err != nil {
					t.Fatal(err)
				}
				most := 0
				l := s.tok.(*lexer)
				_, err = s.Document(func(string) error {
					err := s.Skip()
					most = max(most, cap(l.buf))
					return err
				})
				s.Store().Close()
				most = max(most, cap(l.buf))
				if most > 4*bufferSize {
					t.Errorf("the buffer grew to %d bytes", most)
				}
				if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("have %v, want %q", err, want)
				}
				if err == nil {
					continue
				}
				text, readErr := io.ReadAll(stream(prefix+part[0], part[1], size, part[2]+end))
				if readErr != nil {
					t.Fatal(readErr)
				}
				at := len(text) // where the document is cut off
				if want != "cut off" {
					at = bytes.LastIndexByte(text, 'x')
				}
				place := fmt.Sprintf("byte %d, line %d", at, 1+bytes.Count(text[:at], []byte("\n")))
				if !strings.Contains(err.Error(), place) {
					t.Errorf("have %v, want %s", err, place)
				}
			}
		})
	}
}
