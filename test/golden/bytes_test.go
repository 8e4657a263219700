package golden_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// forgery is what a document tries to print as a line of its own.
const forgery = "No changes. Nothing will be destroyed."

// TestNoForgedLines puts a line feed, and what looks like a line of ours, into
// one name or text of a golden's document after another. No line of the output
// in any format and none of the messages may begin so.
func TestNoForgedLines(t *testing.T) {
	t.Parallel()
	runs := 0
	// Not every text of every document: prime strides pass over none of the places for long.
	inPlan, inSchemas := 17, 23
	if !sampling.Full() {
		inPlan, inSchemas = 53, 59
	}
	for i, g := range kit.SomeGoldens(t) {
		plan, schemas := g.Document(), g.Schemas()
		check := func(at textAt, document []byte, plan []byte, opts planfmt.Options) {
			text, remarks := kit.RenderGolden(plan, kit.WithFormat(opts, "every"))
			for line := range strings.Lines(text + remarks) {
				if strings.HasPrefix(line, forgery) {
					t.Errorf("%s: %s at byte %d forges a line:\n%s", g.File, document[at.begin:at.end], at.begin, text+remarks)
				}
			}
			runs++
		}
		all := texts(plan)
		for n := i % inPlan; n < len(all); n += inPlan {
			check(all[n], plan, forged(plan, all[n]), g.Opts)
		}
		all = texts(schemas)
		for n := i % inSchemas; n < len(all); n += inSchemas {
			opts := g.Opts
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(forged(schemas, all[n]))}
			check(all[n], schemas, plan, opts)
		}
	}
	if runs < 100 && sampling.Full() {
		t.Fatalf("%d runs only", runs)
	}
}

func forged(document []byte, at textAt) []byte {
	return bytes.Join([][]byte{document[:at.end], document[at.end:]}, []byte(`\n`+forgery))
}

// textAt is where the characters of a string of JSON stand.
type textAt struct{ begin, end int }

// texts finds the strings of a document, names of members too.
func texts(document []byte) (all []textAt) {
	dec := json.NewDecoder(bytes.NewReader(document))
	for {
		token, err := dec.Token()
		if err != nil {
			return all
		}
		if _, ok := token.(string); !ok {
			continue
		}
		end := int(dec.InputOffset()) - 1
		begin := end
		for begin > 0 && (document[begin-1] != '"' || begin > 1 && document[begin-2] == '\\') {
			begin--
		}
		all = append(all, textAt{begin, end})
	}
}
