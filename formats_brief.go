//go:build !planfmt_no_policies

package planfmt

import "github.com/planfmt/planfmt/internal/report"

// briefCells returns the format brief. It is for prompts, which programs without policies, such as the page, do not write.
func briefCells(uses Uses, needs Needs) []planCell {
	return []planCell{
		{"brief", planIn(report.NewBrief), manyIn(report.NewManyBrief), "what a model or a person needs in little room: what compact says in at most so many bytes", uses, needs},
	}
}
