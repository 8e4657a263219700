package view

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/rules"
)

var update = goldenflag.Update

// viewer drives a state as a user does. Effects run at once.
type viewer struct {
	t      testing.TB
	state  State
	runner *runner
	copied string
	hold   bool // effects are not run
	held   []effect
}

// needs is what the view asks of a document.
var needs = planfmt.Needs{Drift: true, NoOps: true, RulesFile: true, Causes: true, References: true, Impact: true, Graph: true, Hash: true, Hazards: true, MaskCopies: true, Words: true, Readable: true}

func open(t testing.TB, plan []byte, opts planfmt.Options) *planfmt.OpenPlan {
	t.Helper()
	opts.Needs = needs
	opts.Needs.Verdicts = opts.Policies != nil
	o, err := planfmt.Open(context.Background(), bytes.NewReader(plan), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	return o
}

func newViewer(t testing.TB, o Options) *viewer {
	t.Helper()
	if o.Parse == nil {
		o.Parse = parseFilter
	}
	v := &viewer{t: t, runner: newRunner(&o)}
	var effects []effect
	v.state, effects = newState(&o)
	v.run(effects)
	return v
}

// parseFilter reads rules as --hide does, after a !, and conditions after a ?. Everything else is for --only.
func parseFilter(text string) (set rules.Set, where *planfmt.Where, err error) {
	if text == "" {
		return set, nil, nil
	}
	if rule, ok := strings.CutPrefix(text, "!"); ok {
		return set, nil, set.AddHide(rule)
	}
	if expr, ok := strings.CutPrefix(text, "?"); ok {
		where, diags := planfmt.NewWhere("filter", expr)
		if where == nil {
			return set, nil, diags.Err()
		}
		return set, where, nil
	}
	err = set.AddOnly(text)
	return set, nil, err
}

func (v *viewer) send(e event) {
	v.t.Helper()
	var effects []effect
	v.state, effects = v.state.Update(e)
	v.run(effects)
}

func (v *viewer) run(effects []effect) {
	for _, e := range effects {
		if c, ok := e.(copyEffect); ok {
			v.copied = c.text
		}
		if v.hold {
			v.held = append(v.held, e)
			continue
		}
		if run := v.runner.start(context.Background(), e, v.send); run != nil {
			run()
		}
	}
}

// keys presses keys: names with blanks between them. What is in quotes is typed.
func (v *viewer) keys(line string) {
	v.t.Helper()
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if line[0] == '"' {
			text, rest, ok := strings.Cut(line[1:], `"`)
			if !ok {
				v.t.Fatalf("no closing quote: %s", line)
			}
			for _, r := range text {
				v.send(keyEvent{string(r), string(r)})
			}
			line = rest
			continue
		}
		name, rest, _ := strings.Cut(line, " ")
		line = rest
		switch name {
		case "]d", "[d", "za", "zM", "zR", "zm", "zr":
			v.send(keyEvent{name[:1], name[:1]})
			name = name[1:]
		}
		text := ""
		if len(name) == 1 {
			text = name
		}
		v.send(keyEvent{name, text})
	}
}

// codes are the codes of styles: the only ones that a screen may have.
var codes = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// screen returns the screen, as text or with the codes.
func (v *viewer) screen(ansi bool) string {
	text := v.state.Screen()
	checkScreen(v.t, v.state, text)
	if ansi {
		text = strings.ReplaceAll(text, "\x1b", "^")
	} else {
		text = codes.ReplaceAllString(text, "")
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// checkScreen checks that a screen has its size, and no codes but those of styles.
func checkScreen(t testing.TB, s State, text string) {
	t.Helper()
	lines := strings.Split(codes.ReplaceAllString(text, ""), "\n")
	if s.isTooSmall() {
		if len(lines) > max(s.height, 1) {
			t.Errorf("%d lines in %d rows", len(lines), s.height)
		}
	} else if len(lines) != s.height {
		t.Errorf("%d lines in %d rows:\n%s", len(lines), s.height, text)
	}
	for _, l := range lines {
		if w := s.ruler.width(l); w > s.width {
			t.Errorf("a line of %d cells in %d columns: %q", w, s.width, l)
		}
		for _, r := range l {
			if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
				t.Errorf("the screen has %q: %q", r, l)
				break
			}
		}
	}
}

// TestScreens plays the scripts in testdata/view. The commands are:
//
//	open FILE             a section of the archive, or a file below testdata
//	size 80x24            of the terminal
//	theme 16 light        none, 16 or true; dark or light
//	product opentofu
//	rules RULE            as --hide
//	ignore RULE           as --ignore
//	policies SECTION      judge the plan by these policies
//	ask HASH              with the question
//	refuse WHY            yes does not count from now on
//	keys j enter "text"   press keys
//	click 3 4             at a column and a row
//	wheel 3 4 -3          at a column and a row, by so many rows
//	drag 3 4              move the mouse to a column and a row, with its button pressed
//	release               the button
//	screen NAME           compare the screen with a section
//	ansi NAME             likewise, with the codes of the styles
//	copied TEXT           compare what has been copied
//	left no               the view has ended: yes, no
func TestScreens(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../../testdata/view/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			playFile(t, file)
		})
	}
}

func playFile(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	section := func(name string) *txtar.File {
		for i := range archive.Files {
			if archive.Files[i].Name == name {
				return &archive.Files[i]
			}
		}
		return nil
	}
	var v *viewer
	o := Options{}
	var opts planfmt.Options
	var refused error
	changed := false
	start := func() {
		if v == nil {
			v = newViewer(t, o)
		}
	}
	for _, line := range strings.Split(string(archive.Comment), "\n") {
		command, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch command {
		case "", "#":
		case "open":
			var plan []byte
			if s := section(rest); s != nil {
				plan = s.Data
			} else if plan, err = os.ReadFile(filepath.Join("../../../../testdata", rest)); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(rest, ".txtar") {
				plan = documentIn(t, plan)
			}
			o.Plan, o.Title = open(t, plan, opts), filepath.Base(rest)
		case "size":
			var e sizeEvent
			if _, err := fmt.Sscanf(rest, "%dx%d", &e.width, &e.height); err != nil {
				t.Fatal(err)
			}
			if v == nil {
				o.Terminal.Width, o.Terminal.Height = e.width, e.height
			} else {
				v.send(e)
			}
		case "theme":
			o.Theme = Theme{Light: strings.HasSuffix(rest, "light")}
			switch {
			case strings.HasPrefix(rest, "16"):
				o.Theme.Colors = Colors16
			case strings.HasPrefix(rest, "true"):
				o.Theme.Colors = ColorsTrue
			}
			if v != nil {
				v.state.theme = o.Theme
			}
		case "product":
			o.Dialect = dialect.OpenTofu()
			opts.Dialect = o.Dialect
		case "policies":
			judging := planfmt.PolicyOptions{Policies: []policy.Source{{Name: rest, Text: section(rest).Data}}}
			opts.Policies, o.Policies = &judging, judging.SourceText()
		case "ignore":
			if err := opts.Rules.AddIgnore(rest); err != nil {
				t.Fatal(err)
			}
		case "rules":
			if err := opts.Rules.AddHide(rest); err != nil {
				t.Fatal(err)
			}
		case "ask":
			o.Ask = &Ask{Refuse: func(context.Context) error { return refused }}
		case "refuse":
			refused = nil
			if rest != "" {
				refused = errors.New(rest)
			}
		case "keys":
			start()
			v.keys(rest)
		case "click", "wheel":
			start()
			var e mouseEvent
			if n, err := fmt.Sscan(rest, &e.x, &e.y, &e.wheel); n < 2 {
				t.Fatal(err)
			}
			v.send(e)
		case "drag":
			start()
			var e dragEvent
			if _, err := fmt.Sscan(rest, &e.x, &e.y); err != nil {
				t.Fatal(err)
			}
			v.send(e)
		case "release":
			start()
			v.send(releaseEvent{})
		case "screen", "ansi":
			start()
			got := v.screen(command == "ansi")
			s := section(rest)
			if s == nil {
				archive.Files = append(archive.Files, txtar.File{Name: rest})
				s = &archive.Files[len(archive.Files)-1]
			}
			if string(s.Data) != got {
				changed = true
				if !*update {
					t.Errorf("%s: got\n%s\nwant\n%s", rest, got, s.Data)
				}
				s.Data = []byte(got)
			}
		case "copied":
			if strings.TrimSpace(v.copied) != rest {
				t.Errorf("copied %q, want %q", v.copied, rest)
			}
		case "left":
			if !v.state.quit || v.state.approved != (rest == "yes") {
				t.Errorf("quit %v, approved %v, want %s", v.state.quit, v.state.approved, rest)
			}
		default:
			t.Fatalf("unknown command %q", command)
		}
	}
	if *update && changed {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// documentIn returns the plan or the state in a golden file.
func documentIn(t testing.TB, golden []byte) []byte {
	t.Helper()
	found := findDocument(golden)
	if found == nil {
		t.Fatal("the file has no document")
	}
	return found
}

func findDocument(golden []byte) []byte {
	for _, f := range txtar.Parse(golden).Files {
		switch f.Name {
		case "plan.json", "state.json", "terraform.tfstate":
			return f.Data
		}
	}
	return nil
}
