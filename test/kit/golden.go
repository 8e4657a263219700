package kit

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// Golden is a case of testdata/golden.
type Golden struct {
	File    string
	Archive *txtar.Archive
	Opts    planfmt.Options // what the header and the schemas ask for
}

func (g Golden) Document() []byte { return Document(g.Archive) }

func (g Golden) Schemas() []byte { return Section(g.Archive, "schemas.json") }

// SomeGoldens are the cases that a property is checked with: a sample, which depends on the test, or all.
func SomeGoldens(t testing.TB) []Golden {
	t.Helper()
	return slices.DeleteFunc(Goldens(t), func(g Golden) bool { return !sampling.Takes(t.Name(), g.File) })
}

// Goldens are all cases, in the order of their names.
func Goldens(t testing.TB) []Golden {
	t.Helper()
	var all []Golden
	err := filepath.WalkDir(filepath.Join("testdata", "golden"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".txtar" {
			return err
		}
		archive, err := txtar.ParseFile(file)
		if err != nil {
			return err
		}
		opts, err := GoldenOptions(archive)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, Golden{file, archive, opts})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no cases below testdata/golden")
	}
	return all
}

// AnnotationsPrefix is how the names of sections begin that are reports of other programs.
const AnnotationsPrefix = "annotations/"

// Documents are the sections that hold what is shown.
var Documents = []string{"plan.json", "state.json", "terraform.tfstate"}

// GoldenOptions are what the header and the schemas of a case ask for.
func GoldenOptions(archive *txtar.Archive) (planfmt.Options, error) {
	opts := planfmt.Options{Input: planfmt.Input{Mode: plans.NormalMode, Product: "terraform"}}
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		if !ok || strings.HasPrefix(key, "#") {
			continue
		}
		var err error
		switch key {
		case "mode":
			opts.Mode, err = plans.ParseMode(value)
		case "product":
			opts.Product = value
		case "width":
			opts.Width, err = strconv.Atoi(value)
		case "limit":
			opts.Limit, err = strconv.Atoi(value)
		case "group-by":
			err = opts.GroupBy.UnmarshalText([]byte(value))
		case "match-by":
			opts.MatchBy = strings.Split(value, ",")
		case "target":
			opts.Markdown.Flavour, err = sinks.FlavourNamed(value)
		case "max-size":
			opts.Markdown.MaxSize, err = strconv.Atoi(value)
		case "title":
			opts.Title = value
		case "collapse":
			err = opts.Markdown.Collapse.UnmarshalText([]byte(value))
		case "graph":
			opts.Markdown.Graph, err = strconv.ParseBool(value)
		case "comment-id":
			opts.Markdown.CommentID = value
		case "config":
			opts.ConfigDir = filepath.Join("testdata", "golden", filepath.FromSlash(value))
			opts.ConfigPlaces = []planfmt.ConfigPlace{{Path: "."}}
		case "only":
			err = opts.Rules.AddOnly(value)
		case "hide":
			err = opts.Rules.AddHide(value)
		case "ignore":
			err = opts.Rules.AddIgnore(value)
		default:
			err = fmt.Errorf("unknown header %q; valid values: mode, product, width, limit, group-by, match-by, target, max-size, title, collapse, graph, comment-id, config, only, hide, ignore", key)
		}
		if err != nil {
			return opts, err
		}
	}
	if data := Section(archive, "schemas.json"); data != nil {
		opts.Schemas = append(opts.Schemas, SchemaText(data))
	}
	for _, f := range archive.Files {
		name, ok := strings.CutPrefix(f.Name, AnnotationsPrefix)
		if !ok {
			continue
		}
		r, err := annotations.Read(name, annotations.Auto, bytes.NewReader(f.Data))
		if err != nil {
			return opts, fmt.Errorf("%s: %w", f.Name, err)
		}
		opts.Annotations = append(opts.Annotations, r)
	}
	return opts, nil
}

// RenderGolden shows a plan. Remarks are what a user would see on standard
// error.
func RenderGolden(plan []byte, opts planfmt.Options) (text, remarks string) {
	var out, notes strings.Builder
	opts.Warn = func(w planfmt.Warning) { fmt.Fprintln(&notes, w.Text) }
	res, err := planfmt.Show(context.Background(), &out, bytes.NewReader(plan), opts)
	if err != nil {
		fmt.Fprintf(&notes, "error: %v\n", err)
		return out.String(), notes.String()
	}
	for _, p := range res.Problems {
		fmt.Fprintf(&notes, "problem: %v\n", p)
	}
	return out.String(), notes.String()
}

// IsRefused reports whether remarks say that a document could not be shown.
func IsRefused(remarks string) bool { return strings.Contains("\n"+remarks, "\nerror: ") }

// Document is what a case shows.
func Document(archive *txtar.Archive) []byte {
	for _, name := range Documents {
		if data := Section(archive, name); data != nil {
			return data
		}
	}
	return nil
}

// Section returns a section of a case: nil if it has none.
func Section(archive *txtar.Archive, name string) []byte {
	for _, f := range archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// LineDiff shows two texts from their first to their last difference.
func LineDiff(want, got string) string {
	w, g := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	from := 0
	for from < min(len(w), len(g)) && w[from] == g[from] {
		from++
	}
	end := 0
	for end < min(len(w), len(g))-from && w[len(w)-1-end] == g[len(g)-1-end] {
		end++
	}
	var b strings.Builder
	fmt.Fprintf(&b, "from line %d:\n", from+1)
	for _, line := range w[from : len(w)-end] {
		fmt.Fprintf(&b, "want %q\n", line)
	}
	for _, line := range g[from : len(g)-end] {
		fmt.Fprintf(&b, "got  %q\n", line)
	}
	return b.String()
}
