package human

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// noteLines is how many lines of an annotation's text a resource has.
const noteLines = 8

// writeAnnotations writes what other programs say about a resource, as comments above it.
func writeAnnotations(w *doc.Writer, r *computed.Resource) {
	entry := doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}}
	for i := range r.Annotations {
		a := &r.Annotations[i]
		w.Line(entry, append([]doc.Span{{Role: doc.Comment, Text: "# "}}, wording.AnnotationSpans(a)...)...)
		text := a.Text
		if a.Title == "" {
			_, text, _ = strings.Cut(text, "\n") // the first line stands above
		}
		if text == "" || text == a.Title {
			continue
		}
		lines := strings.Split(text, "\n")
		for k, line := range lines {
			if k == noteLines-1 && len(lines) > noteLines {
				w.Line(entry, doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("#   (%d more lines)", len(lines)-k)})
				break
			}
			if line = strings.TrimSpace(line); line != "" {
				w.Line(entry, doc.Span{Role: doc.Comment, Text: "#   " + line})
			}
		}
	}
}
