package runlog

import (
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/machine"
)

// format is a format that a log can be written in.
type format struct {
	planfmt.FormatInfo
	write func(io.Writer, layout.Options) (logWriter, error)
}

// formats returns all of them, with the names that they have for plans.
func formats() []format {
	comment := planfmt.Uses{Title: true, Markdown: true, Size: true}
	return []format{
		{planfmt.FormatInfo{Name: "human", Help: "what the program prints without -json"}, to(human.NewLog)},
		{planfmt.FormatInfo{Name: "markdown", Help: "a comment for a pull request", Uses: comment}, to(report.NewLogMarkdown)},
		{planfmt.FormatInfo{Name: "html", Help: "a page for a browser, one file", Uses: planfmt.Uses{Title: true}}, to(report.NewLogHTML)},
		{planfmt.FormatInfo{Name: "json", Help: "a summary as a document for programs"}, to(machine.NewLogJSON)},
	}
}

// to turns the constructor of a report into one for a format.
func to[W logWriter](newReport func(io.Writer, layout.Options) (W, error)) func(io.Writer, layout.Options) (logWriter, error) {
	return func(w io.Writer, o layout.Options) (logWriter, error) { return newReport(w, o) }
}

// Formats returns the formats of [Show]. The first is the default.
func Formats() []planfmt.FormatInfo {
	var all []planfmt.FormatInfo
	for _, f := range formats() {
		all = append(all, f.FormatInfo)
	}
	return all
}

// formatNamed returns the format with a name; if that is empty, the first.
func formatNamed(name string) (format, error) {
	f, err := enum.Find("format", formats(), func(f *format) string { return f.Name }, name)
	if err != nil {
		return f, &planfmt.OptionError{Field: "Format", Err: err}
	}
	return f, nil
}
