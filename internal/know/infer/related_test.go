package infer

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/values"
)

// similarity returns how many words at the end of two names are the same. It does not
// distinguish singular and plural. If all words are the same, it is one more.
func similarity(a, b string) int {
	x, y := strings.Split(a, "_"), strings.Split(b, "_")
	n := 0
	for n < len(x) && n < len(y) && stem(x[len(x)-1-n]) == stem(y[len(y)-1-n]) {
		n++
	}
	if n == len(x) && n == len(y) {
		n++
	}
	return n
}

// nearest looks at all keys of a body.
func nearest(body *keyEvidence, name string) facts.Forms {
	best, votes := 0, facts.Forms{}
	for other, m := range body.members() {
		near := similarity(name, other)
		f := m.provenForms()
		if lastWord(other) != lastWord(name) {
			f.Blocks = 0
		}
		if other != name && near > 0 && near >= best && f != (facts.Forms{}) {
			if near > best {
				best, votes = near, facts.Forms{}
			}
			votes.Blocks += f.Blocks
			votes.Objects += f.Objects
			votes.Attributes += f.Attributes
		}
	}
	return votes
}

func TestNearKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("rule rules disk disks policy policies class _ id")
	for range 20_000 {
		body := &keyEvidence{}
		var names []string
		for range r.IntN(8) {
			name := words[r.IntN(len(words))]
			for range r.IntN(3) {
				name += "_" + words[r.IntN(len(words))]
			}
			m := body.member(name)
			m.form = configuredForm(r.IntN(5))
			if r.IntN(2) == 0 {
				m.kinds.add(values.Object)
			}
			names = append(names, name)
		}
		near := newNearKeys(body)
		for _, name := range append(names, "new_rule") {
			if got, want := near.votes(name, body.members()[name]), nearest(body, name); got != want {
				t.Fatalf("%s of %q: got %+v, want %+v", name, names, got, want)
			}
		}
	}
}
