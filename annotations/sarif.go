package annotations

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// The parts of SARIF 2.1.0 that are used (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). Results are parsed one by one, so that a bad
// one leaves the others.
type sarifLog struct {
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver     sarifComponent   `json:"driver"`
		Extensions []sarifComponent `json:"extensions"`
	} `json:"tool"`
	Results     []json.RawMessage `json:"results"`
	Invocations []sarifInvocation `json:"invocations"`
	External    struct {
		Results []json.RawMessage `json:"results"`
	} `json:"externalPropertyFileReferences"`
}

// sarifInvocation says how the scanner ran.
type sarifInvocation struct {
	Successful  *bool               `json:"executionSuccessful"`
	Execution   []sarifNotification `json:"toolExecutionNotifications"`
	Configuring []sarifNotification `json:"toolConfigurationNotifications"`
}

type sarifNotification struct {
	Level string `json:"level"`
}

type sarifComponent struct {
	Name  string            `json:"name"`
	Rules []json.RawMessage `json:"rules"`
}

type sarifRule struct {
	ID               string       `json:"id"`
	Name             string       `json:"name"`
	ShortDescription sarifMessage `json:"shortDescription"`
	HelpURI          string       `json:"helpUri"`
	Default          struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
	Messages map[string]sarifMessage `json:"messageStrings"`
}

type sarifMessage struct {
	Text      string   `json:"text"`
	ID        string   `json:"id"`
	Arguments []string `json:"arguments"`
}

type sarifResult struct {
	RuleID    string        `json:"ruleId"`
	RuleIndex *int          `json:"ruleIndex"`
	Rule      *sarifRuleRef `json:"rule"`
	Kind      string        `json:"kind"`
	Level     string        `json:"level"`
	Message   sarifMessage  `json:"message"`
	Locations []struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region struct {
				Start int `json:"startLine"`
				End   int `json:"endLine"`
			} `json:"region"`
		} `json:"physicalLocation"`
		Logical []struct {
			Name string `json:"fullyQualifiedName"`
		} `json:"logicalLocations"`
	} `json:"locations"`
	Suppressions []struct {
		Status string `json:"status"`
	} `json:"suppressions"`
	Baseline string `json:"baselineState"`
}

// isSuppressed reports whether a result has suppressions, none of which is rejected or under review (3.27.23).
func (res *sarifResult) isSuppressed() bool {
	for _, s := range res.Suppressions {
		if s.Status != "" && s.Status != "accepted" {
			return false
		}
	}
	return len(res.Suppressions) > 0
}

type sarifRuleRef struct {
	ID        string `json:"id"`
	Index     *int   `json:"index"`
	Component *struct {
		Index *int `json:"index"`
	} `json:"toolComponent"`
}

func readSARIF(r *Report, text []byte) error {
	var log sarifLog
	if err := document(text, &log); err != nil {
		return err
	}
	if log.Version != "" && log.Version != "2.1.0" {
		r.remark("its version is not 2.1.0, but it is read as if it were")
	}
	if len(log.Runs) == 0 {
		r.unfinished("runs", "there is no run")
	}
	for i := range log.Runs {
		r.sarifFinished(fmt.Sprintf("runs[%d]", i), &log.Runs[i])
		run := sarifReader{Report: r, run: &log.Runs[i], rules: map[*sarifComponent][]sarifRule{}}
		for k, text := range log.Runs[i].Results {
			where := fmt.Sprintf("runs[%d].results[%d]", i, k)
			var result sarifResult
			if err := parse(text, &result); err != nil {
				r.bad(where, err.Error())
				continue
			}
			run.add(where, &result)
		}
	}
	return nil
}

// sarifFinished notes why a run may not have found all: without results, nothing was scanned (3.14.23), and an error of the scanner itself has
// halted it, or its results are not complete (3.58.6).
func (r *Report) sarifFinished(where string, run *sarifRun) {
	if run.Results == nil {
		r.unfinished(where+".results", "there is no list of results")
	}
	if len(run.External.Results) > 0 {
		r.unfinished(where, "there are results in other files")
	}
	for i, inv := range run.Invocations {
		in := fmt.Sprintf("%s.invocations[%d]", where, i)
		if inv.Successful != nil && !*inv.Successful {
			r.unfinished(in, "the scanner has failed")
		}
		for _, n := range slices.Concat(inv.Execution, inv.Configuring) {
			if n.Level == "error" {
				r.unfinished(in, "the scanner reports an error of its own")
				break
			}
		}
	}
}

type sarifReader struct {
	*Report
	run   *sarifRun
	rules map[*sarifComponent][]sarifRule
}

// rulesOf returns the rules of a component, each at its index. One that cannot be read is empty.
func (r *sarifReader) rulesOf(c *sarifComponent) []sarifRule {
	all, ok := r.rules[c]
	if !ok {
		all = make([]sarifRule, len(c.Rules))
		for i, text := range c.Rules {
			if err := parse(text, &all[i]); err != nil { // it may have said that its results are errors
				r.bad(fmt.Sprintf("rules[%d]", i), err.Error())
				all[i] = sarifRule{}
			}
		}
		r.rules[c] = all
	}
	return all
}

// rule returns the rule that a result is for: by its index, else by its name.
func (r *sarifReader) rule(res *sarifResult) *sarifRule {
	component, index, id := &r.run.Tool.Driver, res.RuleIndex, res.RuleID
	if ref := res.Rule; ref != nil {
		index, id = cmp.Or(ref.Index, index), cmp.Or(id, ref.ID)
		if c := ref.Component; c != nil && c.Index != nil {
			if *c.Index < 0 || *c.Index >= len(r.run.Tool.Extensions) {
				return nil
			}
			component = &r.run.Tool.Extensions[*c.Index]
		}
	}
	rules := r.rulesOf(component)
	if index != nil && *index >= 0 && *index < len(rules) && (id == "" || isRule(id, rules[*index].ID)) {
		return &rules[*index]
	}
	for i := range rules {
		if id != "" && isRule(id, rules[i].ID) {
			return &rules[i]
		}
	}
	return nil
}

// isRule reports whether a rule has an id, which may have more parts than that of the rule.
func isRule(id, rule string) bool {
	return rule != "" && (id == rule || strings.HasPrefix(id, rule+"/"))
}

func (r *sarifReader) add(where string, res *sarifResult) {
	switch {
	case res.isSuppressed():
		r.Suppressed++
		return
	case res.Baseline == "absent", res.Kind == "pass", res.Kind == "notApplicable":
		r.Passed++
		return
	}
	rule := r.rule(res)
	if rule == nil {
		rule = &sarifRule{}
	}
	a := Annotation{Tool: r.run.Tool.Driver.Name, Rule: cmp.Or(res.RuleID, rule.ID), URL: rule.HelpURI}
	if res.Rule != nil {
		a.Rule = cmp.Or(a.Rule, res.Rule.ID)
	}
	level := cmp.Or(res.Level, rule.Default.Level, "warning")
	if res.Kind != "" && res.Kind != "fail" && res.Level == "" {
		level = "note" // open, review, informational
	}
	if err := a.Level.UnmarshalText([]byte(level)); err != nil {
		a.Level = Error
		r.remark(where + ": unknown level, taken for error")
	}
	if a.Level == None {
		a.Level = Note
	}
	message := r.text(res, rule)
	a.Title = firstLine(cmp.Or(rule.ShortDescription.Text, message, rule.Name))
	if message != a.Title {
		a.Text = message
	}
	if len(res.Locations) == 0 {
		r.bad(where, "there is no location")
		return
	}
	for i := range res.Locations {
		at := &res.Locations[i]
		file := at.Physical.Artifact.URI
		if plain, err := url.PathUnescape(file); err == nil {
			file = plain
		}
		a.Place = Place{File: file, Line: at.Physical.Region.Start, EndLine: at.Physical.Region.End}
		for _, l := range at.Logical {
			if a.Place.Address == "" {
				a.Place.Address = l.Name
			}
		}
		r.Report.add(where, a)
	}
}

// text returns the message of a result, which may be one of its rule.
func (r *sarifReader) text(res *sarifResult, rule *sarifRule) string {
	text := res.Message.Text
	if text == "" && res.Message.ID != "" {
		text = rule.Messages[res.Message.ID].Text
	}
	if len(res.Message.Arguments) == 0 {
		return text
	}
	var pairs []string
	for i, arg := range res.Message.Arguments {
		pairs = append(pairs, "{"+strconv.Itoa(i)+"}", arg)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}
