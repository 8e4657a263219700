package annotations

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// severities are the levels for the severities that scanners have. An unknown one is an error: it must not be overlooked.
var severities = map[string]Level{
	"INFO": Note, "LOW": Note, "UNKNOWN": Note, "MEDIUM": Warning, "HIGH": Error, "CRITICAL": Error, "": Error,
}

func severity(name string) Level {
	if l, ok := severities[strings.ToUpper(strings.TrimSpace(name))]; ok {
		return l
	}
	return Error
}

type checkovRun struct {
	CheckType string `json:"check_type"`
	Results   struct {
		Passed  []json.RawMessage `json:"passed_checks"`
		Failed  []json.RawMessage `json:"failed_checks"`
		Skipped []json.RawMessage `json:"skipped_checks"`
	} `json:"results"`
}

type checkovCheck struct {
	ID        string `json:"check_id"`
	Name      string `json:"check_name"`
	Severity  string `json:"severity"`
	File      string `json:"file_path"`
	RepoFile  string `json:"repo_file_path"`
	Lines     []int  `json:"file_line_range"`
	Resource  string `json:"resource"`
	Address   string `json:"resource_address"`
	Guideline string `json:"guideline"`
	Text      string `json:"description"`
}

// readCheckov reads what Checkov writes: a run, or a list of runs.
func readCheckov(r *Report, text []byte) error {
	var runs []checkovRun
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		if err := document(text, &runs); err != nil {
			return err
		}
	} else {
		runs = make([]checkovRun, 1)
		if err := document(text, &runs[0]); err != nil {
			return err
		}
	}
	for i := range runs {
		res := &runs[i].Results
		r.Passed += len(res.Passed)
		r.Suppressed += len(res.Skipped)
		for k, text := range res.Failed {
			where := fmt.Sprintf("results.failed_checks[%d]", k)
			var c checkovCheck
			if err := json.Unmarshal(text, &c); err != nil {
				r.bad(where, describe(err).Error())
				continue
			}
			a := Annotation{Tool: "Checkov", Rule: c.ID, Level: severity(c.Severity), Title: firstLine(c.Name), Text: c.Text, URL: c.Guideline}
			a.Place = Place{Address: cmp.Or(c.Address, c.Resource), File: cmp.Or(c.RepoFile, c.File)}
			if len(c.Lines) == 2 {
				a.Place.Line, a.Place.EndLine = c.Lines[0], c.Lines[1]
			}
			r.add(where, a)
		}
	}
	return nil
}

type trivyReport struct {
	Results []struct {
		Target            string            `json:"Target"`
		Misconfigurations []json.RawMessage `json:"Misconfigurations"`
		Secrets           []json.RawMessage `json:"Secrets"`
		Vulnerabilities   []json.RawMessage `json:"Vulnerabilities"`
		Summary           struct {
			Successes int `json:"Successes"`
		} `json:"MisconfSummary"`
	} `json:"Results"`
}

type trivyFinding struct {
	ID       string `json:"ID"`
	AVDID    string `json:"AVDID"`
	Title    string `json:"Title"`
	Text     string `json:"Message"`
	Severity string `json:"Severity"`
	URL      string `json:"PrimaryURL"`
	Status   string `json:"Status"`
	Cause    struct {
		Resource  string `json:"Resource"`
		StartLine int    `json:"StartLine"`
		EndLine   int    `json:"EndLine"`
	} `json:"CauseMetadata"`
}

func readTrivy(r *Report, text []byte) error {
	var rep trivyReport
	if err := document(text, &rep); err != nil {
		return err
	}
	for i := range rep.Results {
		res := &rep.Results[i]
		r.Passed += max(res.Summary.Successes, 0)
		for k, text := range res.Misconfigurations {
			where := fmt.Sprintf("Results[%d].Misconfigurations[%d]", i, k)
			var f trivyFinding
			if err := json.Unmarshal(text, &f); err != nil {
				r.bad(where, describe(err).Error())
				continue
			}
			switch f.Status {
			case "PASS":
				r.Passed++
				continue
			case "EXCEPTION":
				r.Suppressed++
				continue
			}
			a := Annotation{Tool: "Trivy", Rule: cmp.Or(f.AVDID, f.ID), Level: severity(f.Severity), Title: firstLine(f.Title), Text: f.Text, URL: f.URL}
			a.Place = Place{Address: f.Cause.Resource, File: res.Target, Line: f.Cause.StartLine, EndLine: f.Cause.EndLine}
			r.add(where, a)
		}
		if n := len(res.Secrets) + len(res.Vulnerabilities); n > 0 {
			r.remark(fmt.Sprintf("Results[%d]: %d secrets and vulnerabilities are left out, since they are about no resource", i, n))
		}
	}
	return nil
}

type infracostReport struct {
	Version  string             `json:"version"`
	Currency string             `json:"currency"`
	Projects []infracostProject `json:"projects"`
}

type infracostProject struct {
	Name      string              `json:"name"`
	Past      *infracostBreakdown `json:"pastBreakdown"`
	Breakdown *infracostBreakdown `json:"breakdown"`
}

type infracostBreakdown struct {
	Resources []json.RawMessage `json:"resources"`
}

type infracostResource struct {
	Name     string       `json:"name"`
	Cost     *json.Number `json:"monthlyCost"`
	Metadata struct {
		File  string `json:"filename"`
		Start int    `json:"startLine"`
		End   int    `json:"endLine"`
	} `json:"metadata"`
}

// cost is what a resource costs in a month, before and after. Each is nil if it is not there.
type cost struct{ before, after *Number }

// readInfracost reads what resources cost in a month. A resource that is in several projects is left out, as nobody says which of
// them the plan is for.
func readInfracost(r *Report, text []byte) error {
	var rep infracostReport
	if err := document(text, &rep); err != nil {
		return err
	}
	if !strings.HasPrefix(rep.Version, "0.") {
		return errors.New("the version is not 0.2, which planfmt reads")
	}
	unit := cmp.Or(rep.Currency, "USD") + "/month"
	type found struct {
		project int
		twice   bool
		places  Place
		cost
	}
	all, order := map[string]*found{}, []string{}
	for i := range rep.Projects {
		p := &rep.Projects[i]
		read := func(b *infracostBreakdown, name string, set func(*cost, *Number)) {
			if b == nil {
				return
			}
			for k, text := range b.Resources {
				where := fmt.Sprintf("projects[%d].%s.resources[%d]", i, name, k)
				var res infracostResource
				if err := json.Unmarshal(text, &res); err != nil {
					r.bad(where, describe(err).Error())
					continue
				}
				var number *Number
				if res.Cost != nil {
					n, ok := ParseNumber(res.Cost.String())
					if !ok {
						r.bad(where, "monthlyCost: want a decimal number")
						continue
					}
					number = &n
				}
				if res.Name == "" {
					r.bad(where, "there is no name")
					continue
				}
				f := all[res.Name]
				if f == nil {
					f = &found{project: i, places: Place{Address: res.Name, File: res.Metadata.File, Line: res.Metadata.Start, EndLine: res.Metadata.End}}
					all[res.Name] = f
					order = append(order, res.Name)
				}
				f.twice = f.twice || f.project != i
				set(&f.cost, number)
			}
		}
		read(p.Breakdown, "breakdown", func(c *cost, n *Number) { c.after = n })
		read(p.Past, "pastBreakdown", func(c *cost, n *Number) { c.before = n })
	}
	for _, name := range order {
		f := all[name]
		switch {
		case f.twice:
			r.bad("the cost of one of the resources", "it is in several projects, and planfmt cannot tell which of them this plan is for")
			continue
		case f.before == nil && f.after == nil:
			r.add("a resource", Annotation{Tool: "Infracost", Title: "the cost depends on usage", Place: f.places})
			continue
		}
		a := Annotation{Tool: "Infracost", Title: "cost", Unit: unit, Number: "0", Place: f.places}
		if f.after != nil {
			a.Number = *f.after
		}
		if hasPast := rep.Projects[f.project].Past != nil; f.before != nil {
			a.Before = *f.before
		} else if hasPast {
			a.Before = "0"
		}
		r.add("a resource", a)
	}
	return nil
}
