package planfmt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/test/kit"
)

func ExampleOpen() {
	ctx := context.Background()
	plan, err := planfmt.Open(ctx, strings.NewReader(examplePlan), planfmt.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	for i, entry := range plan.Entries() {
		fmt.Println(entry.Address, entry.Action)
		if entry.Action != plans.Update {
			continue
		}
		r, err := plan.Resource(ctx, i) // its values are compared only now
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Body.Text())
	}
	// Output:
	// demo_disk.data update
	// {
	//         name = "data"
	//       ~ size = 8 -> 16
	//         # (1 unchanged attribute hidden)
	//     }
}

// openedText has what tests compare of a document: the same for Load, Open and All.
func openedText(s computed.Summary, all []computed.Resource) string {
	var b strings.Builder
	s.Verdicts = nil
	fmt.Fprintln(&b, s.Mode, s.Counts, s.DriftCount, s.Muted, s.Renames, s.Problems, len(s.Outputs))
	if s.Where != nil {
		fmt.Fprintf(&b, "%+v\n", *s.Where)
	}
	if s.Hash != nil {
		fmt.Fprintln(&b, *s.Hash)
	}
	for _, r := range all {
		fmt.Fprintln(&b, r.Section, r.Address, r.Deposed, r.Action, r.Relevant, r.Muted, r.Declared, r.Cause != nil, r.Err, r.Problems, r.ReplacePaths, r.Masked, r.Copies)
		if r.Body.Renderer != nil {
			fmt.Fprintln(&b, r.Body.Text(), r.Body.Muted)
		}
	}
	return b.String()
}

// compareOpened compares what an opened document says with what Load says of the same one.
func compareOpened(t *testing.T, name string, o *planfmt.OpenPlan, want *computed.Plan) {
	t.Helper()
	ctx := context.Background()
	var one, all []computed.Resource
	entries := o.Entries()
	for i := range entries {
		r, err := o.Resource(ctx, i)
		if err != nil {
			t.Fatalf("%s: resource %d: %v", name, i, err)
		}
		e := &entries[i]
		if e.Address != r.Address || e.Section != r.Section || e.Action != r.Action || e.Muted != r.Muted || e.Cause != r.Cause || e.Declared != r.Declared || e.Relevant != r.Relevant {
			t.Errorf("%s: entry %d is %+v, the resource %+v", name, i, e, r)
		}
		one = append(one, r)
	}
	out, err := o.All(ctx, func(i int, r computed.Resource) error {
		if i != len(all) {
			t.Errorf("%s: All passes %d after %d", name, i, len(all))
		}
		all = append(all, r)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	wanted := openedText(want.Summary, want.Resources)
	if got := openedText(o.Summary(), one); got != wanted {
		t.Errorf("%s: Resource says\n%s\nLoad says\n%s", name, got, wanted)
	}
	if got := openedText(o.Summary(), all); got != wanted {
		t.Errorf("%s: All says\n%s\nLoad says\n%s", name, got, wanted)
	}
	if got, want := fmt.Sprint(out.Problems), fmt.Sprint(want.Problems); got != want {
		t.Errorf("%s: problems %s, want %s", name, got, want)
	}
}

// TestOpenIsLoad checks that a document that is opened has the same in it as one that is loaded, with and
// without a selection that is made later.
func TestOpenIsLoad(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	type input struct {
		name string
		plan []byte
		opts planfmt.Options
	}
	var inputs []input
	for _, g := range kit.SomeGoldens(t) {
		if doc := g.Document(); len(doc) > 0 {
			inputs = append(inputs, input{g.File, doc, g.Opts})
		}
	}
	for seed := range sampling.Seeds(60) {
		inputs = append(inputs, input{fmt.Sprint("seed ", seed), []byte(randplan.Make(randplan.Bytes(seed), randplan.Options{}).Plan), planfmt.Options{}})
	}
	opened := 0
	for i, in := range inputs {
		opts := in.opts
		opts.Needs = planfmt.Needs{Drift: i%2 == 0, Muted: true, NoOps: true, Causes: true, Hash: true, MaskCopies: i%3 != 0, Readable: i%5 == 0, Words: i%2 == 1}
		opts.ShowUnchanged = i%4 == 0
		want, err := planfmt.Load(ctx, bytes.NewReader(in.plan), opts)
		o, errOpen := planfmt.Open(ctx, bytes.NewReader(in.plan), opts)
		if fmt.Sprint(err) != fmt.Sprint(errOpen) {
			t.Errorf("%s: Load says %v, Open %v", in.name, err, errOpen)
		}
		if err != nil || errOpen != nil {
			continue
		}
		opened++
		compareOpened(t, in.name, o, want)

		opts = kit.WithRules(t, opts, "action=update", "")
		opts.Where = kit.NewWhere(t, `type != "demo_disk" && length(after) > 1`)
		want, err = planfmt.Load(ctx, bytes.NewReader(in.plan), opts)
		if err != nil {
			t.Fatal(err)
		}
		selected, err := o.Select(ctx, opts.Rules, opts.Where)
		if err != nil {
			t.Fatal(err)
		}
		compareOpened(t, in.name+", selected", selected, want)
		if again, err := selected.Select(ctx, rules.Set{}, nil); err != nil {
			t.Error(err)
		} else if got, want := openedText(again.Summary(), again.Entries()), openedText(o.Summary(), o.Entries()); in.opts.Rules.IsEmpty() && in.opts.Where == nil && got != want {
			t.Errorf("%s: without the selection\n%s\nbefore it\n%s", in.name, got, want)
		}
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	}
	if opened < len(inputs)/2 {
		t.Errorf("%d of %d documents were opened", opened, len(inputs))
	}
}

// A document is used by several goroutines, of which one closes it.
func TestOpenedAtATime(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	// A pipe cannot seek, so that the values are in a file of planfmt's own.
	o, err := planfmt.Open(ctx, io.MultiReader(strings.NewReader(kit.ManyChanges(400))), planfmt.Options{Input: planfmt.Input{MemoryLimit: 1000, TempDir: t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	entries := o.Entries()
	if len(o.Types()) != 1 || o.Dialect().Name != "terraform" {
		t.Errorf("types %v, product %q", o.Types(), o.Dialect().Name)
	}
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for i := range entries {
				i = (i*7 + g*31) % len(entries)
				r, err := o.Resource(ctx, i)
				if errors.Is(err, planfmt.ErrClosed) {
					return
				}
				if err != nil || r.Address != entries[i].Address || r.Body.Action != plans.Update {
					t.Errorf("resource %d: %v, %v", i, r.Address, err)
				}
			}
		})
	}
	group.Go(func() {
		if _, err := o.All(ctx, func(int, computed.Resource) error { return nil }); err != nil && !errors.Is(err, planfmt.ErrClosed) {
			t.Error(err)
		}
		if _, err := o.Select(ctx, rules.Set{}, kit.NewWhere(t, `action == "update"`)); err != nil && !errors.Is(err, planfmt.ErrClosed) {
			t.Error(err)
		}
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	group.Wait()
	if _, err := o.Resource(ctx, 0); !errors.Is(err, planfmt.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if err := o.Close(); err != nil {
		t.Errorf("closed again: %v", err)
	}
}

// While All goes through the resources, one is compared again and again until somebody closes the document.
func TestOpenedInAll(t *testing.T) {
	t.Parallel()
	o, err := planfmt.Open(t.Context(), strings.NewReader(examplePlan), planfmt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error)
	_, err = o.All(t.Context(), func(i int, _ computed.Resource) error {
		go func() { closed <- o.Close() }()
		for {
			if _, err := o.Resource(t.Context(), i); err != nil {
				return err
			}
		}
	})
	if !errors.Is(err, planfmt.ErrClosed) {
		t.Errorf("%v", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := planfmt.Open(ctx, nil, planfmt.Options{}); !errors.Is(err, planfmt.ErrNoReader) {
		t.Errorf("without a reader: %v", err)
	}
	if _, err := planfmt.Open(ctx, strings.NewReader(examplePlan[:100]), planfmt.Options{}); err == nil {
		t.Error("a plan that is cut off is opened")
	}
	opts := planfmt.Options{Comparison: planfmt.Comparison{RequireExact: true}}
	var inexact *planfmt.InexactError
	if _, err := planfmt.Open(ctx, strings.NewReader(examplePlan), opts); !errors.As(err, &inexact) {
		t.Errorf("without schemas: %v", err)
	}
	o, err := planfmt.Open(ctx, strings.NewReader(examplePlan), planfmt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, i := range []int{-1, 1} {
		if _, err := o.Resource(ctx, i); err == nil {
			t.Errorf("there is a resource %d", i)
		}
	}
	var option *planfmt.OptionError
	if _, err := o.Select(ctx, rules.Set{}, kit.NewWhere(t, `cause != null`)); !errors.As(err, &option) {
		t.Errorf("a condition about causes: %v", err)
	}
	stop := errors.New("stop")
	if _, err := o.All(ctx, func(int, computed.Resource) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("have %v, want that of the function", err)
	}
	cancel()
	if _, err := o.Resource(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancel: %v", err)
	}
	if _, err := o.All(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancel: %v", err)
	}
}
