package machine

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// CheckJUnit writes what policies say about a plan as a report of JUnit: a suite for each policy, and
// a test case for each object. What is only advisory or overridden, and what is undecided unless it fails, counts
// as skipped, with the reason. A plan that is not complete is undecided as a whole. Errors among the diagnostics are
// about the policies; each is an error in a suite of its own.
func CheckJUnit(w io.Writer, rep *verdict.Report, diags diag.List, _ layout.Options) error {
	var suites []junitSuite
	if diags.HasErrors() {
		suites = append(suites, junitProblems(diags))
	}
	if rep.Incomplete != "" {
		c := junitCase{Class: "plan", Name: wording.IncompleteTitle}
		if rep.OnUnknown == verdict.UnknownFails {
			c.Failure = &junitNote{Message: wording.IncompleteText(rep), Type: verdict.Undecided.String()}
		} else {
			c.Skipped = &junitSkip{Message: wording.IncompleteText(rep)}
		}
		suites = append(suites, junitSuite{Name: "plan", Cases: []junitCase{c}})
	}
	index := map[*verdict.Policy]int{}
	for _, result := range rep.Results.All() {
		r := &result
		k, ok := index[r.Policy]
		if !ok {
			k = len(suites)
			index[r.Policy] = k
			suites = append(suites, junitSuite{Name: r.Policy.Name})
		}
		c := junitCase{Class: r.Policy.Name, Name: wording.SubjectOf(r), File: r.Policy.Range.File}
		class := content.ClassOfResult(rep, r)
		note := &junitNote{Message: cmp.Or(r.Message, strings.ToLower(content.ClassTitles[class])), Type: r.Outcome.String(), Text: resultText(r)}
		switch {
		case class == content.ClassError:
			c.Error = note
		case class == content.ClassFailed, class == content.ClassUndecided && rep.OnUnknown == verdict.UnknownFails:
			c.Failure = note
		case class != content.ClassPassed:
			message := strings.ToLower(content.ClassTitles[class])
			if r.Message != "" {
				message += ": " + r.Message
			}
			if r.Exception != nil {
				message += " " + wording.ExceptionText(r.Exception)
			}
			c.Skipped = &junitSkip{Message: message}
		}
		suites[k].Cases = append(suites[k].Cases, c)
	}
	if len(rep.Idle) > 0 {
		suites = append(suites, junitIdle(rep))
	}
	return writeJUnit(w, "planfmt check", suites)
}

// junitProblems is a suite with a case for each error in the policies.
func junitProblems(diags diag.List) junitSuite {
	s := junitSuite{Name: "policies"}
	for _, d := range diags {
		if d.Severity != diag.Error {
			continue
		}
		c := junitCase{Class: "policies", Name: d.Summary, File: d.Subject.File}
		if !d.Subject.IsZero() {
			c.Name += " (" + d.Subject.String() + ")"
		}
		c.Error = &junitNote{Message: wording.MessageOf(d), Type: d.Severity.String(), Text: d.Error()}
		s.Cases = append(s.Cases, c)
	}
	return s
}

// junitIdle is a suite with a skipped case for each exception that excepts nothing.
func junitIdle(rep *verdict.Report) junitSuite {
	s := junitSuite{Name: "exceptions"}
	for i := range rep.Idle {
		x := &rep.Idle[i]
		s.Cases = append(s.Cases, junitCase{
			Class: "exceptions", Name: x.Policy + " for " + x.Address + " (" + x.Range.String() + ")", File: x.Range.File,
			Skipped: &junitSkip{Message: wording.IdleTitle + ": " + x.Text()},
		})
	}
	return s
}

// TestsJUnit writes what tests of policies have shown as a report of JUnit: a suite for each file, and a test case
// for each mock and for each verdict about a plan. Errors among the diagnostics are about the policies and the tests; each is an error in a suite of its own.
func TestsJUnit(w io.Writer, t *verdict.Tests, diags diag.List) error {
	var suites []junitSuite
	if diags.HasErrors() {
		suites = append(suites, junitProblems(diags))
	}
	for _, f := range t.Files {
		s := junitSuite{Name: f.Name}
		for i := range f.Mocks {
			m := &f.Mocks[i]
			c := junitCase{Class: f.Name, Name: m.Name, File: f.Name}
			note := &junitNote{Message: wording.UnexpectedText(m), Type: m.Outcome.String(), Text: strings.Join(wording.MockReasons(m), "\n")}
			switch {
			case !m.AsExpected && m.Outcome == verdict.Error:
				c.Error = note
			case !m.AsExpected:
				c.Failure = note
			case m.Outcome == verdict.Skipped:
				c.Skipped = &junitSkip{Message: m.Message}
			}
			s.Cases = append(s.Cases, c)
		}
		for i := range f.Verdicts {
			v := &f.Verdicts[i]
			c := junitCase{Class: f.Name, Name: v.Policy + " for " + wording.VerdictSubject(v), File: f.Name}
			if !v.AsExpected() {
				c.Failure = &junitNote{Message: fmt.Sprintf("expected %s, and the outcome is %s", v.Expected, v.Outcome), Type: v.Outcome.String(), Text: v.Message}
			}
			s.Cases = append(s.Cases, c)
		}
		suites = append(suites, s)
	}
	return writeJUnit(w, "planfmt test", suites)
}

// resultText is all that a result says.
func resultText(r *verdict.Result) string {
	var lines []string
	for _, f := range content.FindingsOf(r) {
		text := f.Message
		if !f.At.IsZero() {
			text = f.At.String() + ": " + text
		}
		lines = append(lines, text)
	}
	for i := range r.Causes {
		lines = append(lines, "waits for "+wording.WaitText(&r.Causes[i]))
	}
	return strings.Join(lines, "\n")
}

type (
	junitCounts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	junitSuite struct {
		Name string `xml:"name,attr"`
		junitCounts
		Cases []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string     `xml:"classname,attr"`
		Name    string     `xml:"name,attr"`
		File    string     `xml:"file,attr,omitempty"`
		Failure *junitNote `xml:"failure"`
		Error   *junitNote `xml:"error"`
		Skipped *junitSkip `xml:"skipped"`
	}
	junitNote struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkip struct {
		Message string `xml:"message,attr,omitempty"`
	}
)

// writeJUnit writes a report with the numbers of its cases. Unsafe characters are escaped, as they
// are in every text.
func writeJUnit(w io.Writer, name string, suites []junitSuite) error {
	doc := struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Suites []junitSuite `xml:"testsuite"`
	}{Name: name, Suites: suites}
	for i := range suites {
		s := &suites[i]
		s.Name = sinks.Escape(s.Name)
		for k := range s.Cases {
			c := &s.Cases[k]
			c.Class, c.Name, c.File = sinks.Escape(c.Class), sinks.Escape(c.Name), sinks.Escape(c.File)
			s.Tests++
			for _, n := range []*junitNote{c.Failure, c.Error} {
				if n != nil {
					n.Message, n.Text = sinks.Escape(n.Message), sinks.EscapeLines(n.Text)
				}
			}
			switch {
			case c.Failure != nil:
				s.Failures++
			case c.Error != nil:
				s.Errors++
			case c.Skipped != nil:
				c.Skipped.Message = sinks.Escape(c.Skipped.Message)
				s.Skipped++
			}
		}
		doc.Tests += s.Tests
		doc.Failures += s.Failures
		doc.Errors += s.Errors
		doc.Skipped += s.junitCounts.Skipped
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", "  ")
	if err := e.Encode(doc); err != nil {
		return fmt.Errorf("JUnit: %w", err)
	}
	b.WriteByte('\n')
	return paper.WriteAll(w, b.Bytes())
}
