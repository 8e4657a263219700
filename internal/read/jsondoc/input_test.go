package jsondoc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/planfmt/planfmt/internal/testkit/encoded"
	"github.com/planfmt/planfmt/plans"
)

// newScanner opens a document to read it.
func newScanner(ctx context.Context, r io.Reader, opts Options) (*Scanner, error) {
	in, err := Open(ctx, r)
	if err != nil {
		return nil, err
	}
	return NewScanner(in, opts)
}

// readPlan reads a document as a plan of which nothing is of use.
func readPlan(ctx context.Context, r io.Reader, opts Options) error {
	s, err := newScanner(ctx, r, opts)
	if err != nil {
		return err
	}
	defer s.Store().Close()
	h, err := s.Document(func(string) error { return s.Skip() })
	if err != nil {
		return err
	}
	return h.NotPlan()
}

func TestBadInput(t *testing.T) {
	const ok = `{"format_version":"1.2","resource_changes":[]}`
	gz := encoded.Gzip([]byte(strings.Repeat(" ", 100_000) + ok))
	damaged := bytes.Clone(gz)
	damaged[len(damaged)-6] ^= 1
	half := encoded.UTF16([]byte(`{"output_changes":{"a`), false, true)
	tests := map[string]struct {
		in   string
		kind plans.InputKind
		want string // the whole message
	}{
		"empty":       {"", plans.InputEmpty, "the input is empty; " + hintShow},
		"blank":       {" \r\n\t", plans.InputEmpty, "the input is empty; " + hintShow},
		"many blanks": {strings.Repeat(" \n", 10_000), plans.InputEmpty, "the input is empty; " + hintShow},
		"only a mark": {"\xef\xbb\xbf", plans.InputEmpty, "the input is empty; " + hintShow},
		"word":        {"hello\nworld", plans.InputNotJSON, `this is not JSON; ` + hintShow},
		"escapes":     {"\x1b]0;evil\a" + strings.Repeat("x", 100), plans.InputNotJSON, `this is not JSON; ` + hintShow},
		"date":        {"2026-01-01 12:00 INFO go", plans.InputNotJSON, `this is not JSON; ` + hintShow},
		"brackets":    {"[INFO] go\n{}", plans.InputNotJSON, `there is other text before the JSON; pass only the output of ` + "`terraform show -json`"},
		"text before": {"time=12:00 level=info\n{\"a\":1}", plans.InputNotJSON, `there is other text before the JSON; pass only the output of ` + "`terraform show -json`"},
		"human": {
			"\n\x1b[1mTerraform used the selected providers to generate\n", plans.InputHumanText,
			`this is a plan as text, not JSON; ` + hintLog,
		},
		"error box": {"╷\n│ Error: x", plans.InputHumanText, `this is not JSON but an error message from the program that should have printed it`},

		"number":         {"12", plans.InputNotPlan, "this JSON is neither a plan nor a state: it is a number, not an object; " + hintShow},
		"null":           {"null", plans.InputNotPlan, "this JSON is neither a plan nor a state: it is null, not an object; " + hintShow},
		"list":           {"[{}]", plans.InputNotPlan, "this JSON is neither a plan nor a state: it is a list, not an object; " + hintShow},
		"list, cut":      {"[1,", plans.InputCutOff, "the document is cut off at byte 3, line 1"},
		"encrypted":      {`{"serial":1,"lineage":"x","meta":{},"encrypted_data":"AA==","encryption_version":"v0"}`, plans.InputNotPlan, "this is a state that OpenTofu has encrypted; where its key is, run `tofu show -json FILE`, and pass the output"},
		"encrypted plan": {`{"meta":{},"encrypted_data":"AA==","encryption_version":"v0"}`, plans.InputNotPlan, "this is a plan file that OpenTofu has encrypted; where its key is, run `tofu show -json FILE`, and pass the output"},
		"empty object":   {"{}", plans.InputNotPlan, "this JSON is neither a plan nor a state: it is an empty object; " + hintShow},
		"other object":   {`{"foo":1,"b\nar":2}`, plans.InputNotPlan, `this JSON is neither a plan nor a state: it has none of their members; it begins with "foo", "b\nar"; ` + hintShow},

		"cut early":       {`{"format_version`, plans.InputCutOff, "the document is cut off at byte 16, line 1"},
		"cut in an entry": {"{\"resource_changes\":[\n{\"change\":{\"before", plans.InputCutOff, "the document is cut off at byte 40, line 2, inside /resource_changes/0/change"},
		"cut between":     {ok[:len(ok)-1], plans.InputCutOff, "the document is cut off at byte 45, line 1"},
		"cut in skipped":  {`{"planned_values":{"root_module":{"resources":[{}`, plans.InputCutOff, "the document is cut off at byte 49, line 1, inside /planned_values/root_module/resources"},
		"gzip, cut":       {string(gz[:len(gz)-20]), plans.InputCutOff, "the gzip data is cut off"},
		"gzip, damaged":   {string(damaged), plans.InputEncoding, "the gzip data is damaged"},
		"gzip, none":      {"\x1f\x8b", plans.InputEncoding, "the input looks like gzip data but is not: unexpected EOF"},

		"several":         {ok + "\n" + ok + "\n", plans.InputSeveral, "the input has several JSON documents; the second one begins at byte 47, line 2; " + hintSeveral},
		"several, spaced": {ok + strings.Repeat("\n", 9000) + ok, plans.InputSeveral, "the input has several JSON documents; the second one begins at byte 9046, line 9001; " + hintSeveral},
		"trailing":        {ok + "\nDone.\n", plans.InputSeveral, `the JSON is followed by other text (byte 47, line 2); pass a single JSON document`},
		"brace":           {ok + "}", plans.InputSeveral, `the JSON is followed by other text (byte 46, line 1); pass a single JSON document`},
		"wrapper, before": {"[command]/opt/terraform-bin show -json tfplan\n" + ok, plans.InputWrapper, `the input begins with "[command]", a line that the setup-terraform action's wrapper adds; ` + hintWrapper},
		"wrapper, debug":  {"::debug::stdout: {}\n", plans.InputWrapper, `the input begins with "::", a command for the CI runner that the setup-terraform action's wrapper adds; ` + hintWrapper},
		"wrapper, after":  {ok + "\n::debug::Terraform exited with code 0.\n", plans.InputWrapper, `the JSON is followed by "::", a command for the CI runner that the setup-terraform action's wrapper adds (byte 47, line 2); ` + hintWrapper},

		"state":          {`{"format_version":"1.0","terraform_version":"1.9.0","values":{"root_module":{}}}`, plans.InputState, "this is a state, not a plan; " + hintShow},
		"empty state":    {`{"format_version":"1.0"}`, plans.InputState, "this is a state without any resources, not a plan; " + hintShow},
		"state file":     {`{"version":4,"terraform_version":"1.9.0","serial":1,"lineage":"x","outputs":{},"resources":[]}`, plans.InputState, "this is a state file, not a plan; " + hintShow},
		"log":            {"{\"@level\":\"info\",\"@message\":\"Terraform 1.9\",\"type\":\"version\"}\n{", plans.InputLog, "this is a machine-readable log, not a plan; " + hintShowLog},
		"log, reordered": {`{"type":"version","@level":"info"}`, plans.InputLog, "this is a machine-readable log, not a plan; " + hintShowLog},
		"schemas":        {`{"format_version":"1.0","provider_schemas":{"a":{"b":[1]}}}`, plans.InputSchemas, "this is a set of provider schemas, not a plan; " + hintSchemas},
		"old binary":     {"tfplan\x02\x0f\xff\x81", plans.InputVersion, "this is a plan file of Terraform 0.11 or older, which planfmt does not read; the version of Terraform that wrote it can print it: `terraform show FILE`"},
		"binary":         {"PK\x03\x04\x14\x00\b\x00", plans.InputBinaryPlan, "this is a binary plan file, not JSON; " + hintBinary},

		"no colon":       {`{"resource_changes" []}`, plans.InputNotJSON, "at /resource_changes (byte 20, line 1): this is not JSON: invalid character '[' after object name (expecting ':')"},
		"mismatch":       {`{"resource_changes":[}}`, plans.InputNotJSON, "at /resource_changes/0 (byte 21, line 1): this is not JSON: invalid character '}' at start of value"},
		"duplicate":      {`{"resource_changes":[],"resource_changes":[]}`, plans.InputNotJSON, `at /resource_changes (byte 23, line 1): the name "resource_changes" stands twice in one object`},
		"two colons":     {`{"resource_changes"::[]}`, plans.InputNotJSON, `at /resource_changes (byte 20, line 1): this is not JSON: invalid character ':' at start of value`},
		"UTF-8, name":    {"{\"res\xff\":1}", plans.InputEncoding, "at byte 5, line 1: invalid UTF-8"},
		"deep":           {`{"resource_changes":[` + strings.Repeat(`[`, 100_000), plans.InputTooDeep, ""},
		"deep, top":      {strings.Repeat(`[`, 100_000), plans.InputTooDeep, ""},
		"deep, skipped":  {`{"x":` + strings.Repeat(`{"a":`, 100_000), plans.InputTooDeep, ""},
		"lone surrogate": {string(append(half, encoded.Units(false, 0xd800, 'x')...)), plans.InputEncoding, "the UTF-16 text is broken: half a surrogate pair, d800, at byte 44"},
		"last surrogate": {string(append(half, encoded.Units(false, 0xd800)...)), plans.InputEncoding, "the UTF-16 text is broken: half a surrogate pair, d800, at byte 44"},
		"odd UTF-16":     {string(append(half, 'x')), plans.InputCutOff, "the document is cut off: half a character of UTF-16 at byte 44"},
		"UTF-16, cut":    {string(half), plans.InputCutOff, "the document is cut off at byte 21 of the text as UTF-8, line 1, inside /output_changes"},

		"version number":  {`{"format_version":1.2}`, plans.InputStructure, "at /format_version (byte 17, line 1): expected a string, found a number"},
		"version nothing": {`{"format_version":"new"}`, plans.InputVersion, `invalid format_version: expected a version such as "1.2", found a text of 3 characters`},
		"no version":      {`{"resource_changes":[]}`, plans.InputNotPlan, `this JSON is neither a plan nor a state: it has "resource_changes", but no format_version; ` + hintShow},
		"version null":    {`{"format_version":null,"planned_values":{}}`, plans.InputNotPlan, `this JSON is neither a plan nor a state: it has "planned_values", but no format_version; ` + hintShow},
		"version empty":   {`{"format_version":"","output_changes":{}}`, plans.InputNotPlan, `this JSON is neither a plan nor a state: it has "output_changes", but no format_version; ` + hintShow},
		"state, none":     {`{"values":{}}`, plans.InputNotPlan, `this JSON is neither a plan nor a state: it has "values", but no format_version; ` + hintShow},
		"weak, none":      {`{"configuration":{},"prior_state":{}}`, plans.InputNotPlan, `this JSON is neither a plan nor a state: it has none of their members; it begins with "configuration", "prior_state"; ` + hintShow},
		"version 2":       {`{"format_version":"2.0","resource_changes":5}`, plans.InputVersion, `unsupported format_version "2.0": planfmt supports formats up to 1.x; a newer planfmt may support it`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, strict := range []bool{false, true} {
				for _, r := range []interface{ Read([]byte) (int, error) }{
					strings.NewReader(tt.in),
					iotest.OneByteReader(strings.NewReader(tt.in)),
					iotest.DataErrReader(strings.NewReader(tt.in)),
				} {
					err := readPlan(context.Background(), r, Options{Strict: strict})
					if strict && name == "duplicate" {
						tt.want = `at byte 23, line 1: this is not JSON: a name stands twice in one object`
					}
					var ie *plans.InputError
					if !errors.As(err, &ie) {
						t.Fatalf("got %v", err)
					}
					if ie.Kind != tt.kind || tt.want != "" && err.Error() != tt.want {
						t.Errorf("strict: %v; got kind %s: %s\nwant kind %s: %s", strict, ie.Kind, err, tt.kind, tt.want)
					}
					if len(err.Error()) > 500 {
						t.Errorf("the message is %d bytes long", len(err.Error()))
					}
				}
			}
		})
	}
}

// TestSkipped shows which mistakes in what is skipped are found.
func TestSkipped(t *testing.T) {
	const found = "not empty"
	for name, tt := range map[string]struct {
		in          string
		lax, strict string // the error; empty for none
	}{
		"word":      {"{\n\"x\": [\n  {\"a\": tru}\n]}", "", "at /x/0/a (byte 20, line 3): this is not JSON: invalid character '}' in literal true (expecting 'e')"},
		"UTF-8":     {"{\"x\":[{\"address\":\"a\xffb\"}]}", "", "at /x/0/address (byte 19, line 1): invalid UTF-8"},
		"control":   {"{\"x\":[\"a\nb\"]}", "", "at /x/0 (byte 8, line 1): this is not JSON: invalid character '\\n' in string (expecting non-control character)"},
		"escape":    {`{"x":["\x"]}`, "", "at /x/0 (byte 7, line 1): this is not JSON: invalid escape sequence in string"},
		"surrogate": {`{"x":["\ud800"]}`, "", "at /x/0 (byte 7, line 1): this is not JSON: invalid surrogate pair in string"},
		"number":    {`{"x":[01.e]}`, "", "at /x (byte 7, line 1): this is not JSON: invalid character '1' after array element (expecting ',' or ']')"},
		"comma":     {`{"x":[1,]}`, "", "at /x (byte 7, line 1): this is not JSON: invalid character ',' at start of value"},
		"colon":     {`{"x":{"a"}}`, "", "at /x/a (byte 9, line 1): this is not JSON: invalid character '}' after object name (expecting ':')"},
		"twice":     {`{"x":{"a":1,"a":2}}`, "", "at /x (byte 12, line 1): this is not JSON: a name stands twice in one object"},
		"brackets":  {`{"x":[{]}}`, "at /x/0 (byte 7, line 1): this is not JSON: invalid character ']' at start of value", "at /x/0 (byte 7, line 1): this is not JSON: invalid character ']' at start of value"},
		"byte":      {`{"x":[1;2]}`, "at /x (byte 7, line 1): this is not JSON: invalid character ';' after array element (expecting ',' or ']')", "at /x (byte 7, line 1): this is not JSON: invalid character ';' after array element (expecting ',' or ']')"},
		"earlier":   {`{"x":[01,{]}`, "at /x (byte 7, line 1): this is not JSON: invalid character '1' after array element (expecting ',' or ']')", "at /x (byte 7, line 1): this is not JSON: invalid character '1' after array element (expecting ',' or ']')"},
		"string":    {`{"x":["a]}`, "the document is cut off at byte 10, line 1, inside /x/0", "the document is cut off at byte 10, line 1, inside /x/0"},
		"long":      {`{"x":["` + strings.Repeat("a", bufferSize) + `",tru]}`, found, found},
		"names":     {`{"x":1,"y":{},"x":2}`, `at /x (byte 14, line 1): the name "x" stands twice in one object`, "at byte 14, line 1: this is not JSON: a name stands twice in one object"},
		"after":     {`{"x":1}]`, `the JSON is followed by other text (byte 7, line 1); pass a single JSON document`, `the JSON is followed by other text (byte 7, line 1); pass a single JSON document`},
	} {
		for strict, want := range map[bool]string{false: tt.lax, true: tt.strict} {
			s, err := newScanner(t.Context(), strings.NewReader(tt.in), Options{Strict: strict})
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Document(func(string) error { return s.Skip() })
			switch {
			case want == found && err != nil, want == "" && err == nil:
			case err == nil, err.Error() != want:
				t.Errorf("%s, strict: %v: have %v, want %s", name, strict, err, want)
			}
		}
	}
}

func TestQuotePointer(t *testing.T) {
	for in, want := range map[string]string{
		"/a/0/b":                       "/a/0/b",
		"/a\x1b[31m":                   `"/a\x1b[31m"`,
		"/##[group]":                   `"/##[group]"`,
		"/" + strings.Repeat("é", 100): "..." + strings.Repeat("é", 60),
	} {
		if got := quotePointer(in); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

// TestSamples recognises documents of every other kind that a machine at hand
// may have: PLANFMT_SAMPLES names a folder with tfplans, states and logs.
func TestSamples(t *testing.T) {
	dir := os.Getenv("PLANFMT_SAMPLES")
	if dir == "" {
		t.Skip("PLANFMT_SAMPLES names no folder with tfplans, states and logs, which are no part of the project")
	}
	for pattern, kind := range map[string]plans.InputKind{"tfplans/*/*": plans.InputBinaryPlan, "states/*/*": plans.InputState, "logs/*/*": plans.InputLog} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, name := range files {
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			err = readPlan(context.Background(), f, Options{})
			f.Close()
			var ie *plans.InputError
			if !errors.As(err, &ie) || ie.Kind != kind {
				t.Errorf("%s: %v", name, err)
			}
		}
		t.Logf("%s: %d files", pattern, len(files))
	}
}

// changing is a file that has other bytes when it is read again.
type changing struct {
	*strings.Reader
	again *strings.Reader
}

func (c changing) ReadAt(p []byte, off int64) (int, error) { return c.again.ReadAt(p, off) }

// TestLongChanged changes a file while a value is read that is longer than the buffer.
func TestLongChanged(t *testing.T) {
	before := `{"format_version":"1.2","x":"` + strings.Repeat("x", 2*longSize*bufferSize) + `","y":1}`
	for after, want := range map[string]string{
		before:                              "",
		before[:len(before)-9]:              "the plan's file became shorter while planfmt was reading it",
		strings.ToUpper(before):             "the plan's file changed while planfmt was reading it",
		before[:len(before)-8] + `,"y":1}}`: "the plan's file changed while planfmt was reading it",
	} {
		s, err := newScanner(t.Context(), changing{strings.NewReader(before), strings.NewReader(before[:headLen] + after[headLen:])}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Document(func(string) error {
			_, err := s.Raw()
			return err
		})
		if have := fmt.Sprint(err); want == "" && err != nil || !strings.Contains(have, want) {
			t.Errorf("have %s, want %s", have, want)
		}
	}
}

// TestMessagesQuoteNothing plants a secret in the text around and in place of documents.
func TestMessagesQuoteNothing(t *testing.T) {
	const secret = "hunter2"
	valid := `{"format_version":"1.2","resource_changes":[]}`
	for _, input := range []string{
		"db_password = \"" + secret + "\"", secret + "\n" + valid, "::add-mask::" + secret + "\n" + valid, "[command]" + secret + "\n" + valid,
		valid + secret, valid + "\n" + secret, valid + "\n::debug::" + secret, valid + "\"" + secret + "\"",
		"Error: " + secret, "No changes. " + secret, `"` + secret + `"`, `["` + secret + `"]`,
		`{"format_version":"1.2","resource_changes":[` + secret + `]}`,
	} {
		if err := readPlan(t.Context(), strings.NewReader(input), Options{}); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", input, err)
		}
	}
}
