package view

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

// hostile is text that does something to a terminal, or that cannot be seen.
const hostile = "\x1b[2J\x1b]52;c;aGk=\a\x1b]0;title\x07\x9b31m\u009b31m\r\n\t\v\f\b\x00\x7f\u0085\u200b\u202e\u2066\u2028\u2029\u061c\ufeff\u00ad\u180e\U000e0041\U000e0001\u3164\ufe0f\U000f0000"

// walk looks at all that there is to see, with so many ways to group it, and calls look for each screen.
func (v *viewer) walk(groups int, look func(screen string)) {
	see := func() { look(v.state.Screen()) }
	see()
	for range groups {
		v.keys("g")
		if v.state.focus != treePane {
			v.keys("tab")
		}
		v.keys("home")
		for last := -1; v.state.cursor != last; {
			last = v.state.cursor
			see()
			for _, keys := range []string{"tab", "zR", "end", "home", "zM", "u", "tab"} {
				v.keys(keys)
				see()
			}
			v.keys("w")
			see()
			v.keys("esc tab")
			if v.state.focus != treePane {
				v.keys("tab")
			}
			v.keys("j")
		}
	}
	for _, keys := range []string{"p", "esc", "?", "end", "esc", "m", "m"} {
		v.keys(keys)
		see()
	}
}

// plantings are documents with text planted in each of their strings, one after the other.
func plantings(t testing.TB, document []byte, text string, stride int) iter.Seq[[]byte] {
	t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	inner := quoted[1 : len(quoted)-1]
	var ends []int
	dec := json.NewDecoder(bytes.NewReader(document))
	for {
		token, err := dec.Token()
		if err != nil {
			break
		}
		if _, ok := token.(string); ok {
			ends = append(ends, int(dec.InputOffset())-1)
		}
	}
	return func(yield func([]byte) bool) {
		for i := 0; i < len(ends); i += stride {
			if !yield(slices.Concat(document[:ends[i]], inner, document[ends[i]:])) {
				return
			}
		}
	}
}

func readTestdata(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../../testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Nothing in a plan does anything to the terminal, whatever is looked at, and wherever in the plan it is.
func TestHostilePlan(t *testing.T) {
	t.Parallel()
	stride := 150
	if sampling.Full() {
		stride = 31
	}
	opened := 0
	for plan := range plantings(t, readTestdata(t, "view/shop.json"), hostile, stride) {
		o, err := planfmt.Open(context.Background(), bytes.NewReader(plan), planfmt.Options{Needs: needs})
		if err != nil {
			if strings.ContainsAny(err.Error(), "\x1b") {
				t.Errorf("an error has ESC: %q", err)
			}
			continue
		}
		opened++
		v := newViewer(t, Options{
			Plan: o, Title: hostile, Ask: &Ask{Refuse: func(context.Context) error { return errors.New(hostile) }},
			Theme: Theme{Colors: Colors(opened % 3)}, Terminal: Terminal{Width: 60 + opened%80, Height: 20},
		})
		v.send(widthsEvent{ruler{ansi.Method(opened % 2)}})
		check := func(screen string) {
			checkScreen(t, v.state, screen)
			for line := range strings.SplitSeq(codes.ReplaceAllString(screen, ""), "\n") {
				if got := safe(line); got != line {
					t.Errorf("a screen has unsafe characters: %q, which would be %q", line, got)
				}
			}
		}
		v.walk(1, check)
		v.state.search, v.state.focus = viewSearch{}, treePane
		v.keys("/")
		v.send(pasteEvent{hostile})
		check(v.state.Screen())
		v.keys("enter")
		check(v.state.Screen())
		v.keys("f")
		v.send(pasteEvent{"?" + hostile})
		v.keys("enter")
		check(v.state.Screen())
		v.keys(`q "yes" enter`)
		check(v.state.Screen())
		if v.state.approved {
			t.Error("the plan is approved")
		}
		v.keys("esc y")
		for _, r := range v.copied {
			if r < ' ' && r != '\n' {
				t.Errorf("%q is copied", v.copied)
				break
			}
		}
		if t.Failed() {
			t.Fatalf("the plan is %.2000s", plan)
		}
		o.Close()
	}
	if opened < 3 {
		t.Errorf("%d plans could be opened", opened)
	}
}

// No screen shows a sensitive value, no search finds one, and none is copied.
func TestSecrets(t *testing.T) {
	t.Parallel()
	v := newViewer(t, Options{Plan: open(t, readTestdata(t, "view/shop.json"), planfmt.Options{}), Terminal: Terminal{Width: 200, Height: 60}})
	secrets := []string{"s3cr3t", "hunter2"}
	v.walk(int(groupings), func(screen string) {
		for _, s := range secrets {
			if strings.Contains(screen, s) {
				t.Errorf("the screen has %q:\n%s", s, screen)
			}
		}
		v.keys("Y")
		for _, s := range secrets {
			if strings.Contains(v.copied, s) {
				t.Errorf("%q has been copied", v.copied)
			}
		}
	})
	for _, s := range secrets {
		v.keys(`/ "` + s + `" enter`)
		if n := len(v.state.search.hits); n > 0 || !v.state.search.done {
			t.Errorf("%q is found in %d places", s, n)
		}
	}
}

// bodies is a sink that collects the lines about a subject.
type bodies struct{ lines *[]string }

func (b bodies) Open(io.Writer) (sinks.Document, error) { return b, nil }
func (b bodies) Close() error                           { return nil }

func (b bodies) Write(lines iter.Seq[doc.Line]) error {
	var c sinks.Composer
	for l := range lines {
		text := strings.TrimSpace(string(c.Compose(l).Text()))
		if l.Subject != nil && text != "" {
			*b.lines = append(*b.lines, text)
		}
	}
	return nil
}

// Everything that the human format shows about resources, outputs and actions is in the view.
func TestNothingIsMissing(t *testing.T) {
	t.Parallel()
	var documents [][]byte
	files, err := filepath.Glob("../../../../testdata/golden/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		if i%3 != 0 || !sampling.Takes(t.Name(), filepath.ToSlash(file)) {
			continue
		}
		golden, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, findDocument(golden))
	}
	documents = append(documents, readTestdata(t, "view/shop.json"))
	for seed := range uint64(6) {
		documents = append(documents, []byte(randplan.Make(randplan.Bytes(seed), randplan.Options{}).Plan))
	}
	looked := 0
	for _, document := range documents {
		var want []string
		var out bytes.Buffer
		opts := planfmt.Options{Layout: planfmt.Layout{Sink: bodies{&want}}}
		if _, err := planfmt.Show(context.Background(), &out, bytes.NewReader(document), opts); err != nil {
			continue
		}
		looked++
		p, err := planfmt.Open(context.Background(), bytes.NewReader(document), planfmt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := newViewer(t, Options{Plan: p, Terminal: Terminal{Width: 300, Height: 100}})
		have := map[string]bool{}
		for i := range v.state.tree.nodes {
			v.state.goTo(i, func(e effect) { v.run([]effect{e}) })
			if v.state.page == nil {
				t.Fatalf("there is no page of %q: %v", v.state.selected().label, v.state.problem)
			}
			var c sinks.Composer
			for _, l := range v.state.page.lines {
				have[strings.Join(strings.Fields(string(c.Compose(l).Text())), " ")] = true
			}
		}
		for _, line := range want {
			// Outputs are aligned with one another only where all of them are shown.
			// More is in folds, and so their numbers are others. What is in them is below.
			if line = strings.Join(strings.Fields(line), " "); !have[line] && !(strings.HasPrefix(line, "# (") && strings.HasSuffix(line, " hidden)")) {
				t.Errorf("the view lacks %q of\n%.3000s", line, document)
				break
			}
		}
		p.Close()
	}
	if looked < len(documents)/2 {
		t.Errorf("%d of %d documents could be shown", looked, len(documents))
	}
}

// Random keys and sizes never lead to a panic, or to a screen of another size.
func TestRandomKeys(t *testing.T) {
	t.Parallel()
	keys := strings.Fields(`j k up down pgup pgdown space ctrl+d ctrl+u home end G tab h l left right enter g za zM zR zm zr u w p m < > = / n N f ]d [d y Y ? esc q a backspace x "yes" "!action=update" "?action=\"update\"" "web" "cloud_server.web"`)
	runs := max(sampling.Count(20), 6) // three themes, with and without a question
	plan := open(t, readTestdata(t, "view/shop.json"), planfmt.Options{})
	state := open(t, documentIn(t, readTestdata(t, "golden/state/modules.txtar")), planfmt.Options{})
	for seed := range runs {
		r := rand.New(rand.NewPCG(uint64(seed), 14))
		o := Options{Plan: plan, Theme: Theme{Colors: Colors(seed % 3)}}
		if seed%5 == 4 {
			o.Plan = state
		}
		if seed%2 == 0 {
			o.Ask = &Ask{Refuse: func(context.Context) error { return errors.New("no") }}
		}
		v := newViewer(t, o)
		for range 300 {
			var did string
			switch n := r.IntN(40); {
			case n == 0:
				v.send(sizeEvent{r.IntN(320), r.IntN(110)})
			case n == 1:
				v.send(mouseEvent{r.IntN(120), r.IntN(40), r.IntN(3)*3 - 3})
			case n == 5:
				v.send(dragEvent{r.IntN(340) - 10, r.IntN(40)})
			case n == 6:
				v.send(releaseEvent{})
			case n == 2 && len(v.held) > 0: // effects are late, and in any order
				held := v.held
				v.hold, v.held = false, nil
				r.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
				v.run(held)
			case n == 3:
				v.hold = !v.hold
			case n == 4:
				v.send(widthsEvent{ruler{ansi.Method(r.IntN(2))}})
			default:
				did = keys[r.IntN(len(keys))]
				v.keys(did)
			}
			checkScreen(t, v.state, v.state.Screen())
			checkTree(t, &v.state)
			if t.Failed() {
				t.Fatalf("seed %d, after %q", seed, did)
			}
		}
	}
}

// checkTree checks that what is selected is on the screen, and the heading of each node that is, but for those of the outermost groups.
func checkTree(t *testing.T, s *State) {
	t.Helper()
	if s.isTooSmall() {
		return
	}
	rows := map[int]bool{}
	stuck := s.stuckHeadings()
	for row := range s.bodyHeight() {
		node := s.nodeInRow(row)
		if node < 0 {
			if empty := s.bodyHeight() - row; s.treeTop > 0 && empty > 4 {
				t.Errorf("the tree begins at %d of %d, and has %d empty rows", s.treeTop, len(s.tree.visible), empty)
			}
			break
		}
		if rows[node] {
			t.Errorf("%q is there twice", s.tree.nodes[node].label)
		}
		rows[node] = true
		if parent := s.tree.nodes[node].parent; parent >= 0 && !rows[parent] && (len(stuck) == 0 || s.tree.nodes[stuck[0]].depth <= s.tree.nodes[parent].depth) && row > 0 {
			t.Errorf("the heading of %q is missing", s.tree.nodes[node].label)
		}
	}
	selected := int(s.tree.visible[s.tree.index(s.cursor)])
	if !rows[selected] || slices.Contains(stuck, selected) {
		t.Errorf("%q is selected, and not on the screen", s.selected().label)
	}
}

// A text that is too long for a prompt does not get into it.
func TestLongPaste(t *testing.T) {
	t.Parallel()
	v := newViewer(t, Options{Plan: open(t, readTestdata(t, "view/shop.json"), planfmt.Options{}), Terminal: Terminal{Width: 80, Height: 24}})
	v.keys("/")
	v.send(pasteEvent{strings.Repeat("é", 100_000)})
	if screen := v.screen(false); !strings.Contains(screen, "what was pasted is too long") || strings.Contains(screen, "éé") {
		t.Errorf("%s", screen)
	}
	v.send(pasteEvent{strings.Repeat("é", maxInput/2-1) + "!"})
	if screen := v.screen(false); !strings.Contains(screen, "éé!") {
		t.Errorf("%s", screen)
	}
}

// TestBundleHides checks that the view says what only a bundle of schemas hides: on the page of the resource, and with the whole document.
func TestBundleHides(t *testing.T) {
	t.Parallel()
	set := &schema.Set{}
	if err := set.Load("bundle", strings.NewReader(`{"format_version":"1.0","provider_schemas":{"r/a/acme":{"resource_schemas":{"acme_rule":{"version":0,"block":{"attributes":{
		"id":{"type":"string"},"cidr":{"type":"string","sensitive":true},"port":{"type":"number","sensitive":true}}}}}}}}`)); err != nil {
		t.Fatal(err)
	}
	const plan = `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[{"address":"acme_rule.a","mode":"managed","type":"acme_rule","name":"a","provider_name":"r/a/acme",
		"change":{"actions":["create"],"before":null,"after":{"id":"1","cidr":"hunter2","port":22222},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}}]}`
	walk := func(opts planfmt.Options) (says, shows int) {
		v := newViewer(t, Options{Plan: open(t, []byte(plan), opts), Terminal: Terminal{Width: 200, Height: 60}})
		v.walk(1, func(screen string) {
			if strings.Contains(screen, "2 values hidden by .planfmt/schemas.json.gz") {
				says++
			}
			if strings.Contains(screen, "hunter2") || strings.Contains(screen, "22222") {
				shows++
			}
		})
		return says, shows
	}
	says, shows := walk(planfmt.Options{Comparison: planfmt.Comparison{Layers: []schema.Layer{{Name: ".planfmt/schemas.json.gz", Source: set, InRepository: true}}}})
	if says < 2 || shows > 0 {
		t.Errorf("with the bundle, %d screens say what it hides, and %d show it", says, shows)
	}
	if says, shows := walk(planfmt.Options{}); says > 0 || shows == 0 {
		t.Errorf("without the bundle, %d screens say what it hides, and %d show it", says, shows)
	}
}
