package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// TestsText writes what tests of policies have shown as text: a line for each mock, what is not as expected with
// the reasons, and the numbers.
func TestsText(w io.Writer, t *verdict.Tests) error {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(sinks.Escape(fmt.Sprintf(format, args...)))
		b.WriteByte('\n')
	}
	for _, f := range t.Files {
		line("%s", f.Name)
		for i := range f.Mocks {
			m := &f.Mocks[i]
			word := m.Outcome.String()
			if m.ExpectFailure && m.AsExpected {
				word += ", as expected"
			}
			if m.AsExpected {
				line("  ok      %s: %s", m.Name, word)
				continue
			}
			expected := "no failure"
			if m.ExpectFailure {
				expected = "a failure"
			}
			line("  NOT OK  %s: %s, and %s was expected", m.Name, word, expected)
			if m.Message != "" {
				line("          %s", m.Message)
			}
			for k := range m.Results {
				r := &m.Results[k]
				if r.Message != "" {
					line("          %s: %s: %s", r.Policy.Name, r.Outcome, r.Message)
				}
			}
		}
	}
	expected, unexpected := t.Count()
	if unexpected == 0 {
		line("%d mocks, all as expected", expected)
	} else {
		line("%d mocks, %d not as expected", expected+unexpected, unexpected)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
