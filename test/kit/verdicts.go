package kit

import (
	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/policy"
)

// JudgedBy adds a policy file to the built-in ones.
func JudgedBy(text string) *planfmt.PolicyOptions {
	return &planfmt.PolicyOptions{Policies: append(hazards.Sources(), policy.Source{Name: "p.policy.hcl", Text: []byte(text)})}
}
