package annotations

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/base/utf"
)

// Format is how a report is written.
type Format uint8

// The formats.
const (
	// Auto recognises the format by the content.
	Auto Format = iota
	// SARIF is version 2.1.0, which nearly all scanners write.
	SARIF
	// Checkov is what checkov -o json writes, and Trivy what trivy config -f json does.
	Checkov
	Trivy
	// Infracost is what infracost breakdown and infracost diff write with --format json, version 0.2.
	Infracost
	// Codeowners is a file CODEOWNERS of GitHub or GitLab.
	Codeowners
	// Own is planfmt's own JSON, as docs/schema/annotations-1.json describes it: an object with a list, a list, or an object on each line.
	Own
)

var formats = enum.New[Format]("format of annotations", "auto", "sarif", "checkov", "trivy", "infracost", "codeowners", "json")

// String returns the name of the format.
func (f Format) String() string { return formats.String(f) }

// MarshalText returns the name of the format.
func (f Format) MarshalText() ([]byte, error) { return formats.Marshal(f) }

// UnmarshalText sets the format by its name. If there is no such name, the error lists
// all of them.
func (f *Format) UnmarshalText(text []byte) error { return formats.Unmarshal(text, f) }

// Limits of a report.
const (
	// MaxSize is how many bytes a report may have.
	MaxSize = 256 << 20
	// MaxAnnotations is how many annotations are used of all reports together.
	MaxAnnotations = 100_000
	// MaxPlaces is at how many resources annotations stand that are about several each. Beyond, each stands at the first one that changes only, and
	// says for how many it is.
	MaxPlaces = 1_000_000
	// MaxText is how many bytes of a text are used.
	MaxText = 2048

	maxRemarks = 20 // how many remarks about bad entries are kept
)

// Report is what a program says, as it has been read.
type Report struct {
	// Name is the name of the file, and Format what it is, never [Auto].
	Name   string
	Format Format
	// Annotations are in the order of the report. Those of a CODEOWNERS file are not there: it has Rules.
	Annotations []Annotation
	Owners      *Owners
	// Passed is how many findings say that all is well, Suppressed how many somebody has suppressed, and Bad how many entries could not
	// be read. They are not among the Annotations.
	Passed, Suppressed, Bad int
	// Unfinished says why the report does not have all that there is to say: nothing was scanned, the scan broke off, or results are missing that
	// the report counts. It is empty for a complete report.
	Unfinished string
	// Remarks say what is wrong with some of the bad entries, and what else is unusual. They have names, but no values of the report.
	Remarks []string
}

// bad counts an entry that cannot be used.
func (r *Report) bad(where, what string) {
	r.Bad++
	r.remark(where + ": " + what)
}

// unfinished notes why there may be more to say than the report does.
func (r *Report) unfinished(where, what string) {
	what = where + ": " + what
	if r.Unfinished == "" {
		r.Unfinished = what
	}
	r.remark("not scanned: " + what)
}

func (r *Report) remark(text string) {
	if len(r.Remarks) < maxRemarks {
		r.Remarks = append(r.Remarks, text)
	}
}

// add adds an annotation, after it has been made safe to handle: texts are cut, and links that are none are left out.
func (r *Report) add(where string, a Annotation) {
	p := &a.Place
	p.Address = strings.TrimSpace(p.Address)
	p.File = cleanFile(p.File)
	if p.Line < 0 || p.File == "" {
		p.Line = 0
	}
	p.EndLine = max(p.EndLine, p.Line)
	if p.Line == 0 {
		p.EndLine = 0
	}
	if p.Address == "" && p.File == "" {
		r.bad(where, "there is neither an address nor a file")
		return
	}
	if a.Name() == "" && a.Number == "" {
		r.bad(where, "there is neither a title nor a text nor a number")
		return
	}
	for _, text := range []*string{&a.Tool, &a.Rule, &a.Title, &a.Text, &a.Unit, &p.Address, &p.File} {
		*text = cut(*text)
	}
	if a.URL != "" && !isLink(a.URL) {
		a.URL = ""
		r.remark(where + ": the link is left out, since it is not one with https://")
	}
	r.Annotations = append(r.Annotations, a)
}

// cut returns at most [MaxText] bytes of a text, without line feeds at its ends.
func cut(s string) string {
	s = strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD"))
	if len(s) <= MaxText {
		return s
	}
	const end = "…"
	n := MaxText - len(end)
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + end
}

// isLink reports whether a text is an address of a page that may be linked to.
func isLink(text string) bool {
	if len(text) > MaxText || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"'<>\\^`{|}", r) }) {
		return false
	}
	u, err := url.Parse(text)
	return err == nil && strings.HasPrefix(text, "https://") && u.Host != "" && u.User == nil
}

// cleanFile returns the name of a file with slashes and without what programs put before it.
func cleanFile(name string) string {
	name = strings.TrimSpace(name)
	if rest, ok := strings.CutPrefix(name, "file://"); ok {
		name = rest
	}
	name = strings.ReplaceAll(name, `\`, "/")
	if name == "" {
		return ""
	}
	name = strings.TrimPrefix(path.Clean(name), "/")
	if name == "." || name == ".." || strings.HasPrefix(name, "../") {
		return ""
	}
	return name
}

// Read reads a report. name is for messages. The error says what is wrong with the report as a whole; what is wrong with a
// single entry is in [Report].Remarks, and the others are there.
func Read(name string, format Format, r io.Reader) (*Report, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > MaxSize:
		return nil, fmt.Errorf("it has more than %d MiB", MaxSize>>20)
	}
	rep := &Report{Name: name}
	text, err = rep.decode(text)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("it is empty")
	}
	if format == Auto {
		if format, err = recognise(text); err != nil {
			return nil, err
		}
	}
	rep.Format = format
	if format != Codeowners {
		if err := checkUnique(text); err != nil {
			return nil, err
		}
	}
	row := &formatRows[min(format, Own)]
	if err := row.read(rep, text); err != nil {
		return nil, fmt.Errorf("as %s: %w", row.title, err)
	}
	return rep, nil
}

// formatRow is what is known of a format: its name in messages, the function that reads it, and the members that show that an object of JSON has the
// format. is is nil if it is not JSON.
type formatRow struct {
	title string
	read  func(*Report, []byte) error
	is    func(*probe) bool
}

// formatRows are the formats, in the order in which they are tried.
var formatRows = [...]formatRow{
	SARIF:      {"SARIF", readSARIF, func(p *probe) bool { return p.Runs != nil }},
	Checkov:    {"JSON of Checkov", readCheckov, func(p *probe) bool { return p.CheckType != nil && p.Results != nil }},
	Trivy:      {"JSON of Trivy", readTrivy, func(p *probe) bool { return p.TrivySchema != nil && p.Artifact != nil }},
	Infracost:  {"JSON of Infracost", readInfracost, func(p *probe) bool { return p.Projects != nil }},
	Codeowners: {"CODEOWNERS", readCodeowners, nil},
	Own:        {"JSON with annotations", readOwn, func(p *probe) bool { return p.Annotations != nil || p.Address != nil || p.File != nil }},
}

// decode returns a text in UTF-8. PowerShell writes UTF-16, with a stray byte at the end of some files.
func (r *Report) decode(text []byte) ([]byte, error) {
	if _, enc := utf.Recognise(text); enc != utf.UTF8 && len(text)%2 == 1 {
		text = text[:len(text)-1]
		r.remark("it is in UTF-16, and has an odd number of bytes: the last one is left out")
	}
	text, err := io.ReadAll(utf.Reader(bufio.NewReader(bytes.NewReader(text))))
	if err == nil && !utf8.Valid(text) {
		err = errors.New("it is not valid UTF-8")
	}
	return text, err
}

// probe are the members by which JSON documents are told apart.
type probe struct {
	Runs        json.RawMessage `json:"runs"`
	CheckType   json.RawMessage `json:"check_type"`
	Results     json.RawMessage `json:"results"`
	TrivySchema json.RawMessage `json:"SchemaVersion"`
	Artifact    json.RawMessage `json:"ArtifactName"`
	Projects    json.RawMessage `json:"projects"`
	Annotations json.RawMessage `json:"annotations"`
	Address     json.RawMessage `json:"address"`
	File        json.RawMessage `json:"file"`
}

var errUnknown = errors.New("it is not one of the reports that planfmt reads: " +
	"SARIF, JSON of Checkov, Trivy or Infracost, CODEOWNERS, or JSON with annotations (name the format with FORMAT:FILE)")

// recognise returns the format of a text.
func recognise(text []byte) (Format, error) {
	first := bytes.TrimLeftFunc(text, unicode.IsSpace)[0]
	switch {
	case first != '{' && looksLikeOwners(text):
		return Codeowners, nil
	case first != '{' && first != '[':
		return Auto, errUnknown
	}
	d := json.NewDecoder(bytes.NewReader(text))
	var p probe
	if first == '[' {
		if _, err := d.Token(); err != nil {
			return Auto, fmt.Errorf("not valid JSON: %w", describe(err))
		}
		if !d.More() {
			return Own, nil
		}
		var kind *json.UnmarshalTypeError
		switch err := d.Decode(&p); {
		case errors.As(err, &kind):
			return Auto, errUnknown
		case err != nil:
			return Auto, fmt.Errorf("not valid JSON: %w", describe(err))
		case p.CheckType != nil:
			return Checkov, nil
		case formatRows[Own].is(&p):
			return Own, nil
		}
		return Auto, errUnknown
	}
	if err := d.Decode(&p); err != nil {
		return Auto, fmt.Errorf("not valid JSON: %w", describe(err))
	}
	for f, row := range formatRows {
		if row.is != nil && row.is(&p) {
			return Format(f), nil
		}
	}
	return Auto, errUnknown
}

// describe returns an error of package json without text of the report.
func describe(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("unexpected character at byte %d", syntax.Offset)
	case errors.As(err, &kind):
		where := ""
		if kind.Field != "" {
			where = kind.Field + ": "
		}
		return fmt.Errorf("%swant %s, have %s", where, wanted(kind), strings.Fields(kind.Value)[0])
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errors.New("it ends too early")
	}
	return errors.New("it is not valid JSON") // what package json says may have text of the report in it
}

func wanted(err *json.UnmarshalTypeError) string {
	switch k := err.Type.Kind().String(); k {
	case "struct", "map":
		return "object"
	case "slice":
		return "list"
	case "int":
		return "whole number"
	default:
		return k
	}
}
