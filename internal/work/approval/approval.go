// Package approval says what has been approved, and whether a plan is that: the predicate of the statements that `planfmt approve`
// writes, and the rules by which `planfmt verify` accepts them. docs/approval.md and docs/schema/approval-1.0.json describe the predicate.
//
// A predicate has no values of the plan: addresses, names, numbers and digests only.
//
// A fact in an approval is a member of planned, with a description in docs/schema/approval-1.0.json. It must not be a value of the
// plan. If it decides whether an approval counts, Terms.accept compares it, and readPlan rejects every form of it but the one that
// is written.
package approval

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/attest"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// PredicateType is the type of predicates, with its version. It is where the schema is published.
const PredicateType = "https://raw.githubusercontent.com/planfmt/planfmt/main/docs/schema/approval-1.0.json"

// fileDigest is the name of the digest of a subject that is the SHA-256 of the file.
const fileDigest = "sha256"

// hashForm is a form of the hash of what a plan would do, as docs/hash.md defines it.
type hashForm struct {
	prefix string // of the text
	digest string // the name among the digests of a subject
	keyed  bool
}

// hashForms are all forms.
func hashForms() []hashForm {
	return []hashForm{
		{"sha256:", "planfmt_plan_sha256", false},
		{"hmac-sha256:", "planfmt_plan_hmac_sha256", true},
		{"file-sha256:", "planfmt_file_sha256", false},
		{"file-hmac-sha256:", "planfmt_file_hmac_sha256", true},
	}
}

// formOf returns the form of the text of a hash, and its hexadecimal digits.
func formOf(text string) (hashForm, string) {
	for _, f := range hashForms() {
		if digits, ok := strings.CutPrefix(text, f.prefix); ok {
			return f, digits
		}
	}
	return hashForm{}, ""
}

// jsonText is a text that may come from a plan. In JSON, it is as safe to print as what [sinks.Escape] returns.
type jsonText string

// MarshalJSON escapes the text.
func (t jsonText) MarshalJSON() ([]byte, error) { return sinks.AppendJSON(nil, string(t)), nil }

// Predicate is what an approval says besides the digests of the plans.
type Predicate struct {
	ApprovedBy jsonText `json:"approvedBy"`
	// ApprovedAt is RFC 3339, in UTC.
	ApprovedAt string    `json:"approvedAt"`
	Planfmt    program   `json:"planfmt"`
	Plans      []planned `json:"plans"`
}

type subject struct {
	Name    jsonText          `json:"name"`
	Digests map[string]string `json:"digest"`
}

type program struct {
	Version jsonText `json:"version"`
}

// planned is what is approved of one plan.
type planned struct {
	Name             jsonText       `json:"name"`
	PlannedAt        jsonText       `json:"plannedAt,omitempty"`
	Product          string         `json:"product"`
	TerraformVersion jsonText       `json:"terraformVersion,omitempty"`
	Mode             string         `json:"mode"`
	Scope            *approvedScope `json:"scope,omitempty"`
	Workspace        jsonText       `json:"workspace,omitempty"`
	State            *approvedState `json:"state,omitempty"`
	Counts           counts         `json:"counts"`
	// NotCovered says what the hash of the plan does not cover. It is nil if the approval has no hash.
	NotCovered []string `json:"hashDoesNotCover"`
	Hazards    []hazard `json:"hazards"`
	Policies   []judged `json:"policies"`
	Rules      inForce  `json:"rules"`
}

type approvedScope struct {
	Targets  []jsonText `json:"targets,omitempty"`
	Excludes []jsonText `json:"excludes,omitempty"`
	Replaces []jsonText `json:"replaces,omitempty"`
	Invokes  []jsonText `json:"invokes,omitempty"`
}

type approvedState struct {
	Lineage jsonText `json:"lineage,omitempty"`
	Serial  jsonText `json:"serial,omitempty"`
}

type counts struct {
	Import  int `json:"import"`
	Add     int `json:"add"`
	Change  int `json:"change"`
	Destroy int `json:"destroy"`
	Replace int `json:"replace"`
	Forget  int `json:"forget"`
	Move    int `json:"move"`
	Invoke  int `json:"invoke"`
	Drift   int `json:"drift"`
}

type hazard struct {
	Address jsonText `json:"address,omitempty"`
	Deposed jsonText `json:"deposed,omitempty"`
	Policy  jsonText `json:"policy"`
}

// judged is what a policy says: how many objects there are for each outcome.
type judged struct {
	Name       jsonText `json:"name"`
	Set        jsonText `json:"set,omitempty"`
	Level      string   `json:"level,omitempty"`
	Pass       int      `json:"pass"`
	Fail       int      `json:"fail"`
	Undecided  int      `json:"undecided"`
	Error      int      `json:"error"`
	Overridden bool     `json:"overridden"`
}

// inForce are the rules that mute changes, and how many changes they mute.
type inForce struct {
	File   jsonText   `json:"file,omitempty"`
	Only   []jsonText `json:"only,omitempty"`
	Hide   []jsonText `json:"hide,omitempty"`
	Ignore []jsonText `json:"ignore,omitempty"`
	Where  jsonText   `json:"where,omitempty"`
	Grep   []jsonText `json:"grep,omitempty"`
	Muted  int        `json:"muted"`
}

// Subject is a plan that is approved.
type Subject struct {
	Name string
	// Digest is the SHA-256 of its file.
	Digest  []byte
	Summary *computed.Summary
	// Rules are those of the command line, File those of a file, if they apply.
	Rules *rules.Set
	File  *rules.File
}

// LeavesOutHash reports whether an approval cannot have the hash of the plan: whoever has it could find values by trying that are hidden
// everywhere else.
func LeavesOutHash(h *computed.Hash) bool {
	form, _ := formOf(h.Text)
	return h.Exposes && !form.keyed
}

// Statement returns the statement that somebody has approved plans, as JSON.
func Statement(by string, at time.Time, version string, subjects []Subject) ([]byte, error) {
	p := Predicate{ApprovedBy: jsonText(by), ApprovedAt: at.UTC().Format(time.RFC3339), Planfmt: program{jsonText(version)}}
	all := make([]subject, len(subjects))
	for i := range subjects {
		s := &subjects[i]
		digests := map[string]string{fileDigest: hex.EncodeToString(s.Digest)}
		if h := s.Summary.Hash; h != nil && !LeavesOutHash(h) {
			form, digits := formOf(h.Text)
			digests[form.digest] = digits
		}
		all[i] = subject{jsonText(s.Name), digests}
		p.Plans = append(p.Plans, s.planned())
	}
	return attest.MarshalStatement(all, PredicateType, p)
}

func (s *Subject) planned() planned {
	sum := s.Summary
	total := sum.Totals()
	p := planned{
		Name: jsonText(s.Name), PlannedAt: jsonText(sum.Timestamp), Product: sum.Product, TerraformVersion: jsonText(sum.TerraformVersion),
		Mode: sum.Mode.String(), Workspace: jsonText(sum.Workspace),
		Counts: counts{
			Import: total.Import, Add: total.Add, Change: total.Change, Destroy: total.Destroy, Forget: total.Forget, Invoke: total.Invoke,
			Replace: sum.Counts[plans.DeleteThenCreate] + sum.Counts[plans.CreateThenDelete], Move: sum.Moves, Drift: sum.DriftCount,
		},
		NotCovered: notCovered(sum), Hazards: []hazard{}, Policies: judgedBy(sum.Verdicts), Rules: s.inForce(),
	}
	if c := sum.Scope; len(c.Targets)+len(c.Excludes)+len(c.Replaces)+len(c.Invokes) > 0 {
		p.Scope = &approvedScope{texts(c.Targets), texts(c.Excludes), texts(c.Replaces), texts(c.Invokes)}
	}
	if sum.Lineage != "" || sum.Serial != "" {
		p.State = &approvedState{jsonText(sum.Lineage), jsonText(sum.Serial)}
	}
	for _, h := range sum.Hazards {
		p.Hazards = append(p.Hazards, hazard{jsonText(h.Address), jsonText(h.Deposed), jsonText(h.Policy)})
	}
	return p
}

func texts(all []string) (out []jsonText) {
	for _, s := range all {
		out = append(out, jsonText(s))
	}
	return out
}

// notCovered says what the hash does not cover of what the plan has. docs/hash.md has all that hashes never cover.
func notCovered(sum *computed.Summary) []string {
	if sum.Hash == nil || LeavesOutHash(sum.Hash) {
		return nil
	}
	missing := []string{}
	add := func(is bool, what string) {
		if is {
			missing = append(missing, what)
		}
	}
	missing = append(missing, sum.Hash.NotCovered()...)
	add(sum.DriftCount > 0, "drift")
	add(sum.DeferredCount > 0, "deferred changes")
	add(len(sum.Checks) > 0, "checks")
	return missing
}

// judgedBy returns what policies say, in their order.
func judgedBy(rep *verdict.Report) []judged {
	all := []judged{}
	if rep == nil {
		return all
	}
	type key struct {
		policy *verdict.Policy
		level  verdict.Level
	}
	at := map[key]int{}
	for r, n := range rep.Results.Tally() {
		k := key{r.Policy, r.Level}
		i, seen := at[k]
		if !seen {
			i = len(all)
			at[k] = i
			all = append(all, judged{
				Name: jsonText(r.Policy.Name), Set: jsonText(r.Policy.Set), Level: r.Level.String(), Overridden: slices.Contains(rep.Overridden, r.Policy),
			})
		}
		switch j := &all[i]; r.Outcome {
		case verdict.Pass:
			j.Pass += n
		case verdict.Fail:
			j.Fail += n
		case verdict.Undecided:
			j.Undecided += n
		case verdict.Error:
			j.Error += n
		case verdict.Skipped:
		}
	}
	for _, p := range rep.Policies {
		if !slices.ContainsFunc(all, func(j judged) bool { return string(j.Name) == p.Name && string(j.Set) == p.Set }) {
			all = append(all, judged{Name: jsonText(p.Name), Set: jsonText(p.Set)}) // it has judged nothing
		}
	}
	slices.SortStableFunc(all, func(a, b judged) int {
		return cmp.Or(strings.Compare(string(a.Set), string(b.Set)), strings.Compare(string(a.Name), string(b.Name)))
	})
	return all
}

func (s *Subject) inForce() inForce {
	in := inForce{File: jsonText(s.Summary.RulesFile), Muted: len(s.Summary.Muted)}
	add := func(set *rules.Set) {
		for kind, rule := range set.All() {
			list := map[string]*[]jsonText{"only": &in.Only, "hide": &in.Hide, "ignore": &in.Ignore}[kind]
			*list = append(*list, jsonText(rule))
		}
	}
	if s.Rules != nil {
		add(s.Rules)
	}
	if s.File != nil && s.Summary.RulesFile != "" {
		add(&s.File.Set)
	}
	if w := s.Summary.Where; w != nil {
		in.Where, in.Grep = jsonText(w.Condition), texts(w.Texts)
	}
	return in
}
