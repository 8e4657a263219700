package jsonlog_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/plans"
)

// read returns the events of a log, and what a run makes of them.
func read(t testing.TB, log string) ([]jsonlog.Event, *jsonlog.Run, error) {
	t.Helper()
	r := jsonlog.NewReader(strings.NewReader(log))
	r.MaxLine = 10_000
	var all []jsonlog.Event
	run := &jsonlog.Run{}
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all, run, nil
		}
		if err != nil {
			return all, run, err
		}
		run.Add(&e)
		all = append(all, e)
	}
}

const (
	version  = `{"@level":"info","@message":"Terraform 1.11.4","@timestamp":"2026-11-22T07:00:00Z","terraform":"1.11.4","type":"version","ui":"1.2"}` + "\n"
	starts   = `{"@level":"info","@message":"a.b: Creating...","@timestamp":"2026-11-22T07:00:01Z","hook":{"resource":{"addr":"a.b"},"action":"create"},"type":"apply_start"}` + "\n"
	done     = `{"@level":"info","@message":"a.b: Creation complete after 2s","@timestamp":"2026-11-22T07:00:03.5Z","hook":{"resource":{"addr":"a.b"},"action":"create","elapsed_seconds":2},"type":"apply_complete"}` + "\n"
	errored  = `{"@level":"info","@message":"a.b: Creation errored after 2s","@timestamp":"2026-11-22T07:00:03.5Z","hook":{"resource":{"addr":"a.b"},"action":"create","elapsed_seconds":2},"type":"apply_errored"}` + "\n"
	planned  = `{"@level":"info","@message":"Plan: 1 to add, 0 to change, 0 to destroy.","changes":{"add":1,"change":0,"remove":0,"operation":"plan"},"type":"change_summary"}` + "\n"
	applied  = `{"@level":"info","@message":"Apply complete! Resources: 1 added, 0 changed, 0 destroyed.","changes":{"add":1,"change":0,"remove":0,"operation":"apply"},"type":"change_summary"}` + "\n"
	failure  = `{"@level":"error","@message":"Error: x","diagnostic":{"severity":"error","summary":"x","detail":""},"type":"diagnostic"}` + "\n"
	warning  = `{"@level":"warn","@message":"Warning: x","diagnostic":{"severity":"warning","summary":"x","detail":""},"type":"diagnostic"}` + "\n"
	outputs  = `{"@level":"info","@message":"Outputs: 1","outputs":{"o":{"sensitive":false,"type":"string","value":"v"}},"type":"outputs"}` + "\n"
	validate = "{\n  \"format_version\": \"1.0\",\n  \"valid\": true,\n  \"error_count\": 0,\n  \"warning_count\": 0,\n  \"diagnostics\": []\n}\n"
)

func TestEnds(t *testing.T) {
	for name, test := range map[string]struct {
		log  string
		want jsonlog.End
	}{
		"plan":                  {version + planned, jsonlog.Succeeded},
		"apply":                 {version + planned + starts + done + applied, jsonlog.Succeeded},
		"apply without a cause": {version + planned + starts + errored + applied, jsonlog.HasFailed},
		"refresh":               {version + outputs, jsonlog.Succeeded},
		"validate":              {validate, jsonlog.Succeeded},
		"validate on a line":    {`{"format_version":"1.0","valid":false,"error_count":1,"warning_count":0,"diagnostics":[{"severity":"error","summary":"x"}]}`, jsonlog.HasFailed},
		"error":                 {version + failure, jsonlog.HasFailed},
		"warning":               {version + planned + warning, jsonlog.Succeeded},
		"only a warning":        {version + warning, jsonlog.BrokeOff},
		"only the version":      {version, jsonlog.BrokeOff},
		"while applying":        {version + planned + starts, jsonlog.BrokeOff},
		"before the summary":    {version + planned + starts + done, jsonlog.BrokeOff},
		"in the last line":      {version + planned + starts + done + applied[:40], jsonlog.BrokeOff},
		"in a document":         {validate[:60], jsonlog.BrokeOff},
		"no last line feed":     {version + strings.TrimSpace(planned), jsonlog.Succeeded},
		"carriage returns":      {strings.ReplaceAll("\ufeff"+version+planned, "\n", "\r\n"), jsonlog.Succeeded},
		"an error, but runs":    {version + planned + starts + failure, jsonlog.BrokeOff},
		"an unreadable line":    {version + `{"@level":"info","@mess` + "\n" + planned, jsonlog.Succeeded},
		"a line that is long":   {version + `{"@level":"info","@message":"` + strings.Repeat("x", 20_000) + "\"}\n" + planned, jsonlog.Succeeded},
		"two lines in one":      {strings.TrimSpace(version) + planned, jsonlog.Succeeded},
		"text before and after": {"text" + strings.TrimSpace(version) + "text\n" + planned, jsonlog.Succeeded},
		"UTF-16":                {utf16Text(version + planned), jsonlog.Succeeded},
		"gzip":                  {zipped(version + planned), jsonlog.Succeeded},
		"many parts":            {strings.TrimSpace(version) + strings.Repeat("{}", 4_000) + "\n" + planned, jsonlog.Succeeded},
	} {
		events, run, err := read(t, test.log)
		if len(events) > 2_000 {
			t.Errorf("%s: %d events", name, len(events))
		}
		if err != nil || run.End() != test.want {
			t.Errorf("%s: %s, error %v; want %s", name, run.End(), err, test.want)
		}
	}
}

// utf16Text returns a text as PowerShell writes it.
func utf16Text(text string) string {
	b := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		b = append(b, byte(unit), byte(unit>>8))
	}
	return string(b)
}

func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

func TestNoLog(t *testing.T) {
	for name, test := range map[string]struct{ input, want string }{
		"empty": {"", "the input is empty; "},
		"text":  {"hello\n\nworld", "the input has no line of a machine-readable log; "},
		"JSON":  {`{"a":1}` + "\n[1]\n{\n}\n", "the input has no line of a machine-readable log; "},
		"plan":  {`{"format_version":"1.2","planned_values":{}}`, "this is a plan, not a log; "},
		"state": {`{"format_version":"1.0","values":{}}`, "this is a state, not a log; "},
		// Nothing of these is text to pass on: they may have secrets.
		"zip file":                        {"PK\x03\x04\x14\x00\n\n", "this is a zip file, as binary plans are, not a log; "},
		"indented plan":                   {"  {\n \"format_version\": \"1.2\",\n \"planned_values\": {}\n }\n", "this is a plan, not a log; "},
		"plan that begins with a member":  {"{ \"format_version\": \"1.2\",\n \"planned_values\": {}}", "this is a plan, not a log; "},
		"state longer than a line may be": {"{\n\"lineage\": \"x\",\n" + strings.Repeat("\"s\": \"secret\",\n", 1000), "this is a plan, a state or another document, not a log; "},
	} {
		_, _, err := read(t, test.input)
		var wrong *plans.WrongLogError
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

// A plan or a state that is cut off is not text to pass on.
func TestCutOffDocument(t *testing.T) {
	for _, log := range []string{
		`{"format_version":"1.2","resource_changes":[{"after":"secret`,
		`{"version":4,"terraform_version":"1.11.4","outputs":{"o":{"value":"secret"}`,
		"{\n  \"version\": 4,\n  \"lineage\": \"x\",\n  \"outputs\": {\"o\": {\"value\": \"secret\"\n",
	} {
		events, run, err := read(t, log)
		if err != nil || len(events) != 1 || events[0].Type != jsonlog.Broken || strings.Contains(events[0].Text, "secret") {
			t.Errorf("%s: %+v, %v", log, events, err)
		}
		if run.End() != jsonlog.BrokeOff {
			t.Errorf("%s: the run %s", log, run.End())
		}
	}
}

// Text between the lines of the log is passed on in its order, as it is.
func TestText(t *testing.T) {
	events, _, err := read(t, "2026-11-22T07:00:00.5Z "+version+"{\n  \"a\": 1\n"+planned+"x"+strings.TrimSpace(planned)+"y\n\n{\"a\":\xff}\n{}\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range events {
		s := string(e.Type)
		if e.Type == jsonlog.Text {
			s = e.Text
		}
		got = append(got, s)
	}
	want := "version|{|  \"a\": 1|change_summary|x|change_summary|y||{\"a\":\xff}|{}"
	if strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
}

// The values of sensitive outputs are nowhere in what the Reader returns, even if a line
// cannot be read.
func TestSecrets(t *testing.T) {
	const secret = "Tr0ub4dor&3-hunter2"
	sensitive := `{"@level":"info","@message":"Outputs: 1","outputs":{"o":{"sensitive":true,"type":"string","value":"` + secret + `"},"p":{"sensitive":false,"value":["x ` + secret + `"]}},"type":"outputs"}`
	after := strings.ReplaceAll(failure+starts, `"x"`, `"x `+secret+`"`) + "text " + secret + "\n" + sensitive[:len(sensitive)-4]
	events, run, err := read(t, version+sensitive+"\n"+after)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, e := range events {
		all.WriteString(e.Text + e.Message)
		if e.Diagnostic != nil {
			all.WriteString(e.Diagnostic.Summary)
		}
		for _, o := range e.Outputs {
			all.WriteString(o.Value)
		}
	}
	if strings.Contains(all.String(), secret) || strings.Count(all.String(), jsonlog.Hidden) != 3 {
		t.Errorf("the secret is not hidden three times: %s", all.String())
	}
	if run.End() != jsonlog.BrokeOff {
		t.Errorf("the log ends: %s", run.End())
	}
}

func TestDurations(t *testing.T) {
	_, run, err := read(t, version+planned+starts+done+applied)
	if err != nil {
		t.Fatal(err)
	}
	if ops := run.Slowest("apply"); len(ops) != 1 || ops[0].Elapsed.Milliseconds() != 2500 {
		t.Errorf("the operations are %v", ops)
	}
	back := strings.ReplaceAll(done, "07:00:03.5Z", "06:00:03.5Z")
	_, run, err = read(t, version+planned+starts+back+applied)
	if err != nil {
		t.Fatal(err)
	}
	if ops := run.Slowest("apply"); len(ops) != 1 || ops[0].Elapsed.Milliseconds() != 2000 {
		t.Errorf("if the clock goes back, the operations are %v", ops)
	}
}

func FuzzReader(f *testing.F) {
	for _, log := range []string{version + planned + starts + done + applied, validate, version + outputs + failure, "text" + version, `{"@level":{},"type":[]}`} {
		f.Add(log)
	}
	f.Fuzz(func(t *testing.T, log string) {
		events, run, err := read(t, log)
		if err != nil {
			var wrong *plans.WrongLogError
			if !errors.As(err, &wrong) {
				t.Fatal(err)
			}
			return
		}
		line := int64(0)
		for _, e := range events {
			if e.Line < line {
				t.Fatalf("line %d follows line %d", e.Line, line)
			}
			line = e.Line
		}
		run.End()
	})
}
