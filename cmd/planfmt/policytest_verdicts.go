package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// verdictsVersion is the version of files with expected verdicts, see docs/schema/verdicts-1.0.json.
const verdictsVersion = "1.0"

// expectedVerdict is a verdict in a file with expected verdicts.
type expectedVerdict struct {
	Policy    string          `json:"policy"`
	Address   string          `json:"address"`
	Operation string          `json:"operation"`
	Outcome   verdict.Outcome `json:"outcome"`
}

func compareSubjects(a, b expectedVerdict) int {
	return cmp.Or(cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.Address, b.Address), cmp.Compare(a.Operation, b.Operation))
}

// compareVerdicts orders by outcome what policies of the same name say about the same object.
func compareVerdicts(a, b expectedVerdict) int {
	return cmp.Or(compareSubjects(a, b), cmp.Compare(a.Outcome, b.Outcome))
}

// appendVerdicts appends a file with expected verdicts: one on each line, in their order, so that a comparison of two such files is one of
// verdicts.
func appendVerdicts(b []byte, all []expectedVerdict) []byte {
	b = append(b, `{"format_version": "`+verdictsVersion+`", "verdicts": [`...)
	for i, v := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = sinks.AppendJSON(append(b, "\n"+`{"policy": `...), v.Policy)
		if v.Address != "" {
			b = sinks.AppendJSON(append(b, `, "address": `...), v.Address)
		}
		if v.Operation != "" {
			b = sinks.AppendJSON(append(b, `, "operation": `...), v.Operation)
		}
		b = append(sinks.AppendJSON(append(b, `, "outcome": `...), v.Outcome.String()), '}')
	}
	return append(b, "\n]}\n"...)
}

// parseVerdicts reads a file with expected verdicts. What it does not know is an error.
func parseVerdicts(text []byte) ([]expectedVerdict, error) {
	var file struct {
		Version  string             `json:"format_version"`
		Verdicts *[]expectedVerdict `json:"verdicts"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, fmt.Errorf("no file with verdicts: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("no file with verdicts: there is something after its end")
	}
	if file.Version != verdictsVersion {
		return nil, fmt.Errorf("format_version is %q, and not %q", file.Version, verdictsVersion)
	}
	if file.Verdicts == nil {
		return nil, errors.New("no file with verdicts: it has no member verdicts")
	}
	for i, v := range *file.Verdicts {
		if v.Policy == "" || v.Outcome == verdict.Skipped {
			return nil, fmt.Errorf("the verdict number %d has no policy, or no outcome that is pass, undecided, fail or error", i+1)
		}
	}
	slices.SortStableFunc(*file.Verdicts, compareVerdicts)
	return *file.Verdicts, nil
}

// matchVerdicts pairs the verdicts that there are with those that are expected. Both are sorted. Messages are those of the verdicts.
func matchVerdicts(found []expectedVerdict, messages []string, expected []expectedVerdict) []verdict.PlanVerdict {
	var all []verdict.PlanVerdict
	add := func(v expectedVerdict, outcome, want verdict.Outcome, message string) {
		all = append(all, verdict.PlanVerdict{Policy: v.Policy, Address: v.Address, Operation: v.Operation, Outcome: outcome, Expected: want, Message: message})
	}
	i, k := 0, 0
	for i < len(found) || k < len(expected) {
		order := -1
		switch {
		case i == len(found):
			order = 1
		case k < len(expected):
			order = compareSubjects(found[i], expected[k])
		}
		switch {
		case order < 0:
			add(found[i], found[i].Outcome, verdict.Skipped, messages[i])
			i++
		case order > 0:
			add(expected[k], verdict.Skipped, expected[k].Outcome, "")
			k++
		default:
			add(found[i], found[i].Outcome, expected[k].Outcome, messages[i])
			i, k = i+1, k+1
		}
	}
	return all
}
