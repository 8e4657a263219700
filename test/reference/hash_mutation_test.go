package reference_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// TestEachChangeIsNoticed changes plans in one place that no mark hides: another value, null, unknown, a member or an element more
// or fewer. The hash changes, DiffPlans finds it, and so do the digests that a comment remembers; or the plan is refused.
// PLANFMT_TEST=exhaustive makes 20,000 changes, also of the plans in PLANFMT_CASES.
func TestEachChangeIsNoticed(t *testing.T) {
	t.Parallel()
	all, most := hashedPlans(t), sampling.Count(300)
	if sampling.Exhaustive() {
		most = 20_000
		if os.Getenv("PLANFMT_CASES") != "" {
			for name, archive := range kit.RecordedCases(t) {
				if doc := kit.Document(archive); doc != nil && len(doc) < 1<<20 {
					all[name] = doc
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	var places []mutated
	plans := 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		doc, err := decodeAny(all[name])
		if err != nil || get(doc, "resource_changes") == (absence{}) {
			continue
		}
		in := mutants(doc)
		if len(in) == 0 {
			continue
		}
		plans++
		as := &hashedPlan{text: all[name]}
		// As many of a plan as of all others, if it has so many.
		r.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		for i, m := range in {
			places = append(places, mutated{name: name, doc: as, place: m, rank: i})
		}
	}
	slices.SortStableFunc(places, func(a, b mutated) int { return cmp.Compare(a.rank, b.rank) })
	var c mutationCount
	kinds := map[string]int{}
	for round := 0; c.made < most && round < 20; round++ {
		for _, p := range places {
			if c.made >= most {
				break
			}
			p.check(t, r, &c, kinds)
		}
	}
	t.Logf("%d changes in %d plans: %d are refused, %d mean nothing to diff, %d are seen in a comment; not noticed by the hash: %d, by diff: %d, by what comments remember: %d",
		c.made, plans, c.refused, c.same, c.drawn, c.hash, c.diff, c.digest)
	if c.made < most {
		t.Errorf("only %d changes", c.made)
	}
	t.Log(kinds)
}

type mutationCount struct{ made, refused, same, drawn, hash, diff, digest int }

// mutated is a plan that is to be changed in a place.
type mutated struct {
	name  string
	doc   *hashedPlan
	place mutant
	rank  int
}

// hashedPlan is a plan as it was.
type hashedPlan struct {
	text       []byte
	hash       string // empty until it has been computed
	remembered comment
}

// comment is what a comment remembers of a plan, and what it shows.
type comment struct{ marker, body string }

func (p mutated) check(t *testing.T, r *rand.Rand, c *mutationCount, kinds map[string]int) {
	t.Helper()
	doc, err := decodeAny(p.doc.text)
	if err != nil {
		t.Fatal(err)
	}
	m, ok := p.place.in(doc)
	if !ok {
		t.Fatalf("%s: the place %v is gone", p.name, p.place.path)
	}
	made := m.mutate(r)
	if made.what == "" || made.hidden {
		return
	}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	opts := planfmt.Options{Comparison: planfmt.Comparison{MaskCopies: planfmt.ChoiceNever, ShowUnmarked: []string{"*:*"}}}
	if p.doc.hash == "" {
		if p.doc.hash, _, err = hashBoth(p.doc.text); err != nil {
			t.Fatal(p.name, err)
		}
		p.doc.remembered = remember(t, p.doc.text, opts.Comparison)
	}
	c.made++
	kinds[strings.Trim(digits().ReplaceAllString(made.what, ""), " ")]++
	is, err := planfmt.Hash(context.Background(), bytes.NewReader(text), planfmt.Options{})
	if err != nil {
		c.refused++
		return
	}
	fail := func(count *int, what string) {
		if *count++; *count <= 20 {
			t.Errorf("%s: %s %s %v: %s: %s:\n%s", p.name, m.entry, m.side.value, m.path, made.what, what, cutText(text))
		}
	}
	if p.doc.hash == is.Text {
		fail(&c.hash, "the hash stays")
	}
	from, to := p.doc.text, text
	if strings.HasPrefix(made.what, "what was unknown") {
		from, to = to, from // the other way round, it would be expected
	}
	switch res, err := planfmt.DiffPlans(context.Background(), bytes.NewReader(from), bytes.NewReader(to), opts); {
	case !made.means:
		c.same++
	case err == nil && !res.Different && len(res.Problems) == 0:
		fail(&c.diff, "the plans are the same for planfmt diff")
	}
	now := remember(t, text, opts.Comparison)
	if now.body != p.doc.remembered.body {
		c.drawn++
	}
	if now.marker == p.doc.remembered.marker && (now.body != p.doc.remembered.body || !made.near) {
		fail(&c.digest, "a comment remembers the same")
	}
}

func cutText(text []byte) []byte { return text[:min(len(text), 2_000)] }

// remember returns the comment about a plan.
func remember(t *testing.T, plan []byte, c planfmt.Comparison) comment {
	t.Helper()
	opts := kit.CommentOptions(sinks.Flavours()[0], 0, "")
	opts.Comparison = c
	marker, body, _ := strings.Cut(kit.ShowText(t, plan, opts), "\n")
	return comment{marker, body}
}

var digits = lazy.Regexp(`[0-9 ]+of [0-9]+| at [0-9]+`)
