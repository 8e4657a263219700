package annotations

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	Results struct {
		Passed        []json.RawMessage `json:"passed_checks"`
		Failed        []json.RawMessage `json:"failed_checks"`
		Skipped       []json.RawMessage `json:"skipped_checks"`
		ParsingErrors []json.RawMessage `json:"parsing_errors"`
	} `json:"results"`
	Summary struct {
		Failed        int `json:"failed"`
		ParsingErrors int `json:"parsing_errors"`
	} `json:"summary"`
}

// finished notes why a run may not have found all.
func (run *checkovRun) finished(r *Report, in string) {
	res := &run.Results
	switch n := max(len(res.ParsingErrors), run.Summary.ParsingErrors); {
	case n > 0:
		r.unfinished(in+"results", fmt.Sprintf("%d files could not be parsed", n))
	case res.Failed == nil:
		r.unfinished(in+"results", "there is no list of failed checks")
	case len(res.Failed) < run.Summary.Failed:
		r.unfinished(in+"results", fmt.Sprintf("%d failed checks are counted, but %d are listed", run.Summary.Failed, len(res.Failed)))
	}
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
	if len(runs) == 0 {
		r.unfinished("results", "there are no results")
	}
	for i := range runs {
		res, in := &runs[i].Results, ""
		if len(runs) > 1 {
			in = fmt.Sprintf("[%d].", i)
		}
		runs[i].finished(r, in)
		r.Passed += len(res.Passed)
		r.Suppressed += len(res.Skipped)
		for k, text := range res.Failed {
			where := fmt.Sprintf("%sresults.failed_checks[%d]", in, k)
			var c checkovCheck
			if err := parse(text, &c); err != nil {
				r.bad(where, err.Error())
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
	Results []trivyResult `json:"Results"`
}

type trivyResult struct {
	Target            string            `json:"Target"`
	Class             string            `json:"Class"`
	Misconfigurations []json.RawMessage `json:"Misconfigurations"`
	Secrets           []json.RawMessage `json:"Secrets"`
	Vulnerabilities   []json.RawMessage `json:"Vulnerabilities"`
	Summary           *struct {
		Successes int `json:"Successes"`
		Failures  int `json:"Failures"`
	} `json:"MisconfSummary"`
}

// isConfig reports whether the result is of a scan of configurations, and not one of packages or secrets.
func (res *trivyResult) isConfig() bool {
	return res.Class == "config" || res.Misconfigurations != nil || res.Summary != nil
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
	if !slices.ContainsFunc(rep.Results, func(res trivyResult) bool { return res.isConfig() }) {
		r.unfinished("Results", "none is about configuration")
	}
	for i := range rep.Results {
		res := &rep.Results[i]
		before := r.Passed + r.Suppressed
		for k, text := range res.Misconfigurations {
			where := fmt.Sprintf("Results[%d].Misconfigurations[%d]", i, k)
			var f trivyFinding
			if err := parse(text, &f); err != nil {
				r.bad(where, err.Error())
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
		listed := len(res.Misconfigurations) - (r.Passed + r.Suppressed - before)
		if sum := res.Summary; sum != nil {
			r.Passed += max(sum.Successes, 0)
			if listed < sum.Failures {
				r.unfinished(fmt.Sprintf("Results[%d]", i), fmt.Sprintf("the count of failures is %d, but the number listed is %d", sum.Failures, listed))
			}
		}
		if n := len(res.Secrets) + len(res.Vulnerabilities); n > 0 {
			r.remark(fmt.Sprintf("Results[%d]: %d secrets and vulnerabilities are left out, since they are not about a resource", i, n))
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
	Metadata struct {
		Errors []json.RawMessage `json:"errors"`
	} `json:"metadata"`
	Past      *infracostBreakdown `json:"pastBreakdown"`
	Breakdown *infracostBreakdown `json:"breakdown"`
}

type infracostBreakdown struct {
	Resources []json.RawMessage `json:"resources"`
	Total     json.RawMessage   `json:"totalMonthlyCost"`
}

// finished notes why a project may not have the costs of all resources.
func (p *infracostProject) finished(r *Report, where string) {
	switch {
	case len(p.Metadata.Errors) > 0:
		r.unfinished(where, "Infracost reports errors of its own")
	case p.Breakdown == nil || p.Breakdown.Resources == nil:
		r.unfinished(where+".breakdown", "there is no list of resources")
	case p.Past != nil && p.Past.Resources == nil:
		r.unfinished(where+".pastBreakdown", "there is no list of resources")
	}
}

// sums compares what the resources of a breakdown cost with the total that it states. Infracost may round each of the costs.
func (b *infracostBreakdown) sums(r *Report, where string, sum Number) {
	total, ok := numberIn(b.Total)
	if !ok || total == "" {
		return
	}
	d := total.Sub(sum)
	if d.Sign() < 0 {
		d = sum.Sub(total)
	}
	if d.Compare(Number(fmt.Sprintf("%d.%02d", (len(b.Resources)+1)/100, (len(b.Resources)+1)%100))) > 0 { // a cent each
		r.unfinished(where, "the costs of the resources do not add up to the total")
	}
}

type infracostResource struct {
	Name     string          `json:"name"`
	Cost     json.RawMessage `json:"monthlyCost"`
	Metadata struct {
		File  string `json:"filename"`
		Start int    `json:"startLine"`
		End   int    `json:"endLine"`
	} `json:"metadata"`
}

// cost is what a resource costs in a month, before or after. A resource that is there without a number costs what depends on its usage.
type cost struct {
	isThere bool
	Number
}

// infracostFound is a resource in the report of Infracost.
type infracostFound struct {
	where         string
	project       int
	twice         bool // it is in another project, too
	place         Place
	before, after cost
}

// infracostReader reads the projects.
type infracostReader struct {
	*Report
	byName map[string]*infracostFound
	all    []*infracostFound
}

// readInfracost reads what resources cost in a month. A resource that is in several projects is left out, as nobody says which of
// them the plan is for.
func readInfracost(rep *Report, text []byte) error {
	var doc infracostReport
	if err := document(text, &doc); err != nil {
		return err
	}
	if !strings.HasPrefix(doc.Version, "0.") {
		return errors.New("planfmt reads version 0.2 of this format, and this is another one")
	}
	r := infracostReader{Report: rep, byName: map[string]*infracostFound{}}
	if len(doc.Projects) == 0 {
		r.unfinished("projects", "there is no project")
	}
	for i, p := range doc.Projects {
		where := fmt.Sprintf("projects[%d].", i)
		p.finished(rep, strings.TrimSuffix(where, "."))
		r.read(i, where+"breakdown", p.Breakdown, func(f *infracostFound) *cost { return &f.after })
		r.read(i, where+"pastBreakdown", p.Past, func(f *infracostFound) *cost { return &f.before })
	}
	for _, f := range r.all {
		if f.twice {
			r.bad(f.where, "the resource is in several projects, and planfmt cannot tell which of them this plan is for")
			continue
		}
		a := Annotation{Tool: "Infracost", Title: "cost", Place: f.place, Number: f.after.Number, Before: f.before.Number}
		switch {
		case f.after.isThere && a.Number == "", a.Number == "" && a.Before == "":
			a.Title, a.Number, a.Before = "the cost depends on usage", "", ""
		case !f.after.isThere:
			a.Number = "0"
		case !f.before.isThere && doc.Projects[f.project].Past != nil:
			a.Before = "0"
		}
		if a.Number != "" {
			a.Unit = cmp.Or(doc.Currency, "USD") + "/month"
		}
		r.add(f.where, a)
	}
	return nil
}

// read reads the resources of a breakdown, which may be nil.
func (r *infracostReader) read(project int, where string, b *infracostBreakdown, side func(*infracostFound) *cost) {
	if b == nil {
		return
	}
	sum := Number("0")
	for k, text := range b.Resources {
		where := fmt.Sprintf("%s.resources[%d]", where, k)
		var res infracostResource
		if err := parse(text, &res); err != nil {
			r.bad(where, err.Error())
			continue
		}
		number, ok := numberIn(res.Cost)
		switch {
		case !ok:
			r.bad(where, "monthlyCost: want a decimal number")
			continue
		case res.Name == "":
			r.bad(where, "there is no name")
			continue
		}
		f := r.byName[res.Name]
		if f == nil {
			f = &infracostFound{where: where, project: project, place: Place{Address: res.Name, File: res.Metadata.File, Line: res.Metadata.Start, EndLine: res.Metadata.End}}
			r.byName[res.Name], r.all = f, append(r.all, f)
		}
		if side(f).isThere && f.project == project {
			r.bad(where, "the resource occurs twice")
		}
		f.twice = f.twice || f.project != project
		*side(f) = cost{true, number}
		sum = sum.Add(number)
	}
	b.sums(r.Report, where, sum)
}

// numberIn returns the number in a member, as a number or as a string; no number if it is null or not there.
func numberIn(member json.RawMessage) (n Number, ok bool) {
	text := string(member)
	if text == "" || text == "null" {
		return "", true
	}
	if text[0] == '"' && json.Unmarshal(member, &text) != nil {
		return "", false
	}
	return ParseNumber(text)
}
