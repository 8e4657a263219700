package kit

import (
	"iter"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
)

// GoldenSections yields what is printed for each section of a case that has output, by the index of its file.
func GoldenSections(t testing.TB, g Golden) iter.Seq2[int, string] {
	t.Helper()
	if g.Document() == nil {
		t.Fatalf("no section %s", strings.Join(Documents, " or "))
	}
	return func(yield func(int, string) bool) {
		for i, f := range g.Archive.Files {
			if isInput(f.Name) {
				continue
			}
			if !yield(i, endLine(renderSection(t, g, f.Name))) {
				return
			}
		}
	}
}

// isInput reports whether a section is what is read, and not what is printed.
func isInput(name string) bool {
	switch name {
	case "plan.json", "state.json", "terraform.tfstate", "schemas.json":
		return true
	}
	return strings.HasPrefix(name, AnnotationsPrefix)
}

func renderSection(t testing.TB, g Golden, name string) string {
	t.Helper()
	opts, plan := g.Opts, g.Document()
	switch name {
	case "text":
	case "ansi":
		opts.Color = true
		got, _ := RenderGolden(plan, opts)
		return strings.ReplaceAll(got, "\x1b", "␛")
	case "readable":
		opts.Readable = planfmt.ChoiceAlways
	case "readable-compact":
		opts.Readable = planfmt.ChoiceAlways
		opts = WithFormat(opts, "compact")
	case "remarks":
		_, got := RenderGolden(plan, opts)
		return got
	default:
		if !isFormat(name) {
			t.Fatalf("unknown section %q; valid values: %s, schemas.json, text, ansi, remarks, and the name of any format", name, strings.Join(Documents, ", "))
		}
		opts = WithFormat(opts, name)
	}
	got, _ := RenderGolden(plan, opts)
	if name == "html" {
		return pageChanges(got)
	}
	return got
}

func isFormat(name string) bool {
	for _, f := range append(AllFormats(), PartialFormats()...) {
		if f.Name == name {
			return true
		}
	}
	return false
}

// pageChanges returns the summary and the changes of a page.
func pageChanges(page string) string {
	_, rest, _ := strings.Cut(page, "<header")
	header, rest, _ := strings.Cut(rest, "</header>\n")
	_, rest, _ = strings.Cut(rest, "<!-- changes -->\n")
	changes, _, _ := strings.Cut(rest, "<!-- end of changes -->\n")
	return "<header" + header + "</header>\n" + changes
}

func endLine(s string) string {
	if s != "" && !strings.HasSuffix(s, "\n") {
		return s + "\n\\ no newline at the end\n"
	}
	return s
}
