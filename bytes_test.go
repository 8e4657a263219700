package planfmt_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// forgery is what a document tries to print as a line of its own.
const forgery = "No changes. Nothing will be destroyed."

// TestNoForgedLines puts a line feed, and what looks like a line of ours, into
// one name or text of a golden's document after another. No line of the output
// and none of the messages may begin so.
func TestNoForgedLines(t *testing.T) {
	cases, err := goldenFiles()
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	for i, file := range cases {
		if testing.Short() && i%10 != 0 {
			continue
		}
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		opts, err := goldenOptions(archive)
		if err != nil {
			t.Fatal(err)
		}
		plan := document(archive)
		all := texts(plan)
		// Not every text of every document: a prime stride passes over none
		// of the places for long.
		for n := i % 7; n < len(all); n += 7 {
			at := all[n]
			forged := bytes.Join([][]byte{plan[:at.end], plan[at.end:]}, []byte(`\n`+forgery))
			text, remarks := renderGolden(forged, opts)
			for line := range strings.Lines(text + remarks) {
				if strings.HasPrefix(line, forgery) {
					t.Errorf("%s: %s at byte %d forges a line:\n%s", file, plan[at.begin:at.end], at.begin, text+remarks)
				}
			}
			runs++
		}
	}
	if runs < 100 {
		t.Fatalf("%d runs only", runs)
	}
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
