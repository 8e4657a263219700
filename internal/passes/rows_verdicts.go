//go:build !planfmt_no_policies

package passes

import "github.com/planfmt/planfmt/internal/engine"

// verdictRows returns the pass that judges documents by policies of the user. Programs that never do so, such as the page, are smaller without it.
func verdictRows() []engine.PassRow {
	return []engine.PassRow{
		{Name: "verdicts", Start: startVerdicts, After: func(*engine.Request) []string { return []string{"secrets", "causes"} }},
	}
}
