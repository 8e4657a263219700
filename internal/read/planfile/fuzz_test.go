package planfile_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/planfile"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/plans"
)

// seeds are plan files of random plans.
func seeds(f *testing.F, add func(file []byte)) {
	for seed := range uint64(20) {
		p := randplan.Make(randplan.Bytes(seed), randplan.Options{})
		if file, err := made.FromJSON(p.Plan, made.Options{Mode: plans.RefreshOnlyMode, Scope: plans.Scope{Targets: []string{"a.b"}}}); err == nil {
			add(file)
		}
	}
}

// readEverything reads a file and loads all values in it. Whatever is wrong with it must be an
// error of the right kind.
func readEverything(t *testing.T, file []byte, pipe bool) {
	t.Helper()
	var in *jsondoc.Input
	var err error
	if pipe {
		in, err = jsondoc.Open(t.Context(), bytes.NewBuffer(file))
	} else {
		in, err = jsondoc.Open(t.Context(), bytes.NewReader(file))
	}
	if err != nil || in.Kind() != jsondoc.PlanFile {
		return
	}
	check := func(err error) bool {
		if _, ok := errors.AsType[*plans.InputError](err); err != nil && !ok {
			t.Fatalf("not an InputError: %v", err)
		}
		return err == nil
	}
	f, err := planfile.Open(t.Context(), in, jsondoc.Options{TempDir: t.TempDir()})
	if !check(err) {
		return
	}
	defer f.Close()
	for _, name := range f.Names() {
		if _, err := f.Member(name); !check(err) {
			return
		}
	}
	p, err := planfile.Read(f, source.Options{KeepNoOps: true})
	if !check(err) {
		return
	}
	defer p.Close()
	load := p.Loader()
	located := func(err error) {
		if _, ok := errors.AsType[*plans.Error](err); err != nil && !ok {
			t.Fatalf("it does not say where: %v", err)
		}
	}
	for _, list := range [][]*source.Resource{p.Changes.Slice(), p.Drift, p.Deferred} {
		for _, r := range list {
			_, err := load.Resource(r, nil)
			located(err)
		}
	}
	for _, o := range p.Outputs {
		_, _, err := load.Output(o)
		located(err)
	}
	for _, a := range p.Actions {
		_, err := load.Config(a)
		located(err)
	}
}

// FuzzArchive reads damaged archives.
func FuzzArchive(f *testing.F) {
	seeds(f, func(file []byte) { f.Add(file, false) })
	f.Fuzz(readEverything)
}

// FuzzMessage reads damaged messages in archives that are not.
func FuzzMessage(f *testing.F) {
	seeds(f, func(file []byte) {
		in, err := jsondoc.Open(f.Context(), bytes.NewReader(file))
		if err != nil {
			f.Fatal(err)
		}
		p, err := planfile.Open(f.Context(), in, jsondoc.Options{})
		if err != nil {
			f.Fatal(err)
		}
		message, err := p.Member(planfile.PlanMember)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(message)
	})
	f.Fuzz(func(t *testing.T, message []byte) {
		var file bytes.Buffer
		err := made.Write(&file, nil, func(w io.Writer) error {
			_, err := w.Write(message)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		readEverything(t, file.Bytes(), len(message)%2 == 0)
	})
}

// FuzzAddress takes addresses apart, and puts them together again.
func FuzzAddress(f *testing.F) {
	for _, a := range []string{"a.b", `module.a["x.y"].module.b[0].data.c.d["$${e}\u001b"]`, "ephemeral.a.b", "module.a"} {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, address string) {
		in, ok := planfile.ParseInstance(address)
		if !ok || !utf8.ValidString(address) { // no message has such an address
			return
		}
		again, ok := planfile.ParseInstance(in.String())
		if !ok || again != in {
			t.Errorf("%q: %+v becomes %+v, %v", address, in, again, strings.ToValidUTF8(in.String(), "?"))
		}
	})
}
