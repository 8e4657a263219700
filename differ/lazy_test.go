package differ_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

// checkLazy compares twice: once all parts are made at once, once those that do not change
// are made on demand. The results must be the same, and nothing may be made to draw what
// changes.
func checkLazy(t *testing.T, o differ.Options, compare func(*differ.Differ) differ.Result) {
	t.Helper()
	var made []string
	var mu sync.Mutex
	lazy, eager := compare(differ.NewWatched(o, func(text string) {
		mu.Lock()
		made = append(made, text)
		mu.Unlock()
	})), compare(differ.NewEager(o))
	if have, want := errorTexts(lazy.Errs), errorTexts(eager.Errs); !slices.Equal(have, want) {
		t.Fatalf("errors %q, and if all parts are made %q", have, want)
	}
	if !slices.Equal(lazy.Extra, eager.Extra) {
		t.Fatalf("extra names %q, and if all parts are made %q", lazy.Extra, eager.Extra)
	}
	if have, want := lines(t, lazy.Diff, computed.RenderHumanOpts{}), lines(t, eager.Diff, computed.RenderHumanOpts{}); have != want {
		t.Fatalf("drawn as\n%s\nand if all parts are made\n%s", have, want)
	}
	if len(made) > 0 {
		t.Fatalf("parts are made only to draw what changes: %q\n%s", made, lazy.Diff.Text())
	}
	// Several programs may ask for the parts at the same time.
	want := lines(t, eager.Diff, computed.RenderHumanOpts{ShowUnchanged: true})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if have := lines(t, lazy.Diff, computed.RenderHumanOpts{ShowUnchanged: true}); have != want {
				t.Errorf("with all parts, drawn as\n%s\nand if they are made at once\n%s", have, want)
			}
		})
	}
	wg.Wait()
	folded := computed.RenderHumanOpts{FoldUnchanged: true}
	if have, want := lines(t, lazy.Diff, folded), lines(t, eager.Diff, folded); have != want {
		t.Errorf("with folds, drawn as\n%s\nand if all parts are made at once\n%s", have, want)
	}
	checkFolds(t, eager.Diff)
	for _, text := range made {
		checkHidden(t, "the copy of an unchanged part", text)
	}
	lazy = compare(differ.New(o))
	compareTrees(t, lazy.Diff, eager.Diff)
	changed := lazy.Diff.Transform(func(d computed.Diff) computed.Diff { return d })
	compareTrees(t, changed, eager.Diff)
	checkTransient(t, o, eager.Diff, compare)
}

// checkTransient checks that a transient comparison has the same result, which is drawn from the values as long as nobody
// asks for parts.
func checkTransient(t *testing.T, o differ.Options, eager computed.Diff, compare func(*differ.Differ) differ.Result) {
	t.Helper()
	o.Transient = true
	d := differ.New(o)
	compare(d)
	diff := compare(d).Diff
	for _, opts := range []computed.RenderHumanOpts{{}, {HideSigns: true}, {NoNullSuffix: true, Forces: computed.ForcesAlways}} {
		if have, want := direct(t, diff, opts), direct(t, eager, opts); have != want {
			t.Fatalf("if the comparison is transient, drawn as\n%s\nnot\n%s", have, want)
		}
	}
	compareTrees(t, diff, eager)
	compareTrees(t, diff.Transform(func(d computed.Diff) computed.Diff { return d }), eager)
	if have, want := lines(t, diff, computed.RenderHumanOpts{}), lines(t, eager, computed.RenderHumanOpts{}); have != want {
		t.Fatalf("if the comparison is transient, the lines are\n%s\nnot\n%s", have, want)
	}
}

// direct returns a diff as the sink of plain text draws it without lines.
func direct(t *testing.T, d computed.Diff, opts computed.RenderHumanOpts) string {
	var b strings.Builder
	page, err := sinks.Text{}.Open(&b)
	if err != nil {
		t.Fatal(err)
	}
	write, _ := page.(sinks.AllPreparer).PrepareAll(func(w *doc.Writer) {
		w.Begin(doc.Entry{})
		d.RenderHuman(w, opts)
		w.End()
	})
	if err := write(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func errorTexts(errs []error) []string {
	var out []string
	for _, err := range errs {
		out = append(out, err.Error())
	}
	return out
}

func lines(t *testing.T, d computed.Diff, opts computed.RenderHumanOpts) string {
	var b strings.Builder
	if err := sinks.Write(&b, sinks.Text{}, d.Lines(opts)); err != nil {
		t.Error(err)
	}
	for line := range d.Lines(opts) {
		fmt.Fprintln(&b, line.Path, line.Fold, line.OpensFold)
	}
	return b.String()
}

// checkFolds checks that a drawing with folds is the one without them, if the folds are
// closed. Only lines of texts are hidden in addition.
func checkFolds(t *testing.T, d computed.Diff) {
	t.Helper()
	var closed []string
	isText, fold, opens := false, 0, false
	for line := range d.Lines(computed.RenderHumanOpts{FoldUnchanged: true}) {
		if line.Fold > fold && !(opens && line.Fold == fold+1) {
			t.Fatalf("no line announces the fold of %s", line.Text.Bytes)
		}
		if fold, opens = line.Fold, line.OpensFold; fold == 0 {
			isText = isText || opens && bytes.Contains(line.Text.Bytes, []byte("unchanged line"))
			closed = append(closed, string(line.Text.Bytes))
		}
	}
	var want []string
	for line := range d.Lines(computed.RenderHumanOpts{}) {
		want = append(want, string(line.Text.Bytes))
	}
	if !isText && !slices.Equal(closed, want) {
		t.Fatalf("with closed folds, drawn as\n%s\nand without folds\n%s", strings.Join(closed, "\n"), strings.Join(want, "\n"))
	}
}

func compareTrees(t *testing.T, have, want computed.Diff) {
	t.Helper()
	h, w := have.Content(), want.Content()
	hParts, wParts := slices.Collect(h.Children()), slices.Collect(w.Children())
	if len(hParts) != len(wParts) {
		t.Fatalf("%s: %d parts, and if they are made at once %d", have.Path, len(hParts), len(wParts))
	}
	for i := range hParts {
		compareTrees(t, hParts[i].Diff, wParts[i].Diff)
		hParts[i].Diff, wParts[i].Diff = computed.Diff{}, computed.Diff{}
		if !reflect.DeepEqual(hParts[i], wParts[i]) {
			t.Fatalf("%s: part %d is %+v, and if it is made at once %+v", have.Path, i, hParts[i], wParts[i])
		}
	}
	beforeHave, afterHave := h.Count()
	beforeWant, afterWant := w.Count()
	if beforeHave != beforeWant || afterHave != afterWant {
		t.Fatalf("%s: %d and %d parts, not %d and %d", have.Path, beforeHave, afterHave, beforeWant, afterWant)
	}
	for _, c := range []*computed.Content{&h, &w} {
		c.Parts, c.Made, c.Unmade, c.UnmadeBlocks = nil, nil, 0, 0
	}
	if !reflect.DeepEqual(h, w) {
		t.Fatalf("%s: the content is %+v, and if it is made at once %+v", have.Path, h, w)
	}
	if have.Path.String() != want.Path.String() || have.Action != want.Action || have.Replace != want.Replace || have.Before != want.Before || have.After != want.After {
		t.Fatalf("%+v, and if it is made at once %+v", have, want)
	}
	var changed, changedWant []string
	for d, names := range map[*computed.Diff]*[]string{&have: &changed, &want: &changedWant} {
		d.Walk(func(d computed.Diff) computed.Visit {
			if d.Action == plans.NoOp {
				return computed.SkipParts
			}
			*names = append(*names, d.Path.String())
			return computed.SkipUnchanged
		})
	}
	if !slices.Equal(changed, changedWant) {
		t.Fatalf("these change: %q, and if all is made at once: %q", changed, changedWant)
	}
}

// The resources of all goldens are the same, however they are compared: with their
// schemas, without any, and as drift of which little matters.
func TestGoldensAreLazy(t *testing.T) {
	compared, exact := 0, 0
	err := filepath.WalkDir(filepath.Join("..", "testdata", "golden"), func(file string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".txtar" || !sampling.Takes(t.Name(), filepath.ToSlash(file)) {
			return err
		}
		archive, err := txtar.ParseFile(file)
		if err != nil {
			return err
		}
		sections := map[string][]byte{}
		for _, f := range archive.Files {
			sections[f.Name] = f.Data
		}
		p, err := jsonplan.Read(t.Context(), bytes.NewReader(sections["plan.json"]), jsonplan.Options{KeepNoOps: true})
		if err != nil {
			return nil // a state, or a document that is rejected
		}
		defer p.Close()
		var schemas schema.Set
		_ = schemas.Load(file, bytes.NewReader(sections["schemas.json"])) // which is about mistakes in some of them
		load := p.Loader()
		for _, r := range slices.Concat(p.Changes.Slice(), p.Drift, p.Deferred) {
			in, err := load.Resource(r, nil)
			if r.Err() != nil || err != nil {
				continue
			}
			block := &schema.Block{}
			if found, err := schemas.Lookup(schema.IDOf(r.ProviderName, r.Mode, r.Type)); err == nil && len(found) > 0 {
				block = found[0].Block
				exact++
			}
			compared++
			for _, d := range dialect.All() {
				o := differ.Options{Rules: d.Rules}
				checkLazy(t, o, func(d *differ.Differ) differ.Result { return d.Resource(in.Change, r.Action, block) })
				checkLazy(t, o, func(d *differ.Differ) differ.Result { return d.Output(in.Change) })
				drift := in.Change
				drift.RelevantAttributes = plans.OnlyPaths(plans.PrefixPaths([]plans.Path{plans.NewPath(plans.Key("id"))}))
				checkLazy(t, o, func(d *differ.Differ) differ.Result { return d.Resource(drift, plans.Update, block) })
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if compared == 0 || sampling.Full() && (compared < 200 || exact < 100) {
		t.Errorf("only %d resources, %d of them with schemas", compared, exact)
	}
}
