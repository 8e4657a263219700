package human

import (
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/paper/text"
)

// addDiagnostic adds an error or a warning, as the programs print it.
func (l *Log) addDiagnostic(p *text.Page, d *jsonlog.Diagnostic) {
	frame := text.DiagnosticFrame{Width: l.opts.Width, Underlines: l.opts.Underlines, NoBoxes: l.opts.NoBoxes}
	frame.Add(p, d)
}
