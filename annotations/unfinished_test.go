package annotations_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/annotations"
)

// TestUnfinished reads reports of scans that were not made, broke off, or list less than they count. None of them may count as one that has
// found nothing.
func TestUnfinished(t *testing.T) {
	sarif := func(runs string) string { return `{"version":"2.1.0","runs":` + runs + `}` }
	run := func(members string) string { return sarif(`[{"tool":{"driver":{"name":"s"}}` + members + `}]`) }
	checkov := func(members string) string { return `{"check_type":"terraform",` + members + `}` }
	trivy := func(members string) string { return `{"SchemaVersion":2,"ArtifactName":"."` + members + `}` }
	cost := func(projects string) string { return `{"version":"0.2","currency":"USD","projects":` + projects + `}` }
	const finding = `{"Status":"FAIL","ID":"1","Title":"t","CauseMetadata":{"Resource":"a.b"}}`
	tests := []struct {
		format annotations.Format
		text   string
		want   string // what is said; empty for a complete report
	}{
		{annotations.SARIF, run(`,"results":[]`), ""},
		{annotations.SARIF, run(`,"results":[],"invocations":[{"executionSuccessful":true,"toolExecutionNotifications":[{"level":"warning","message":{"text":"w"}},{"message":{"text":"w"}}]}]`), ""},
		{annotations.SARIF, `{"version":"2.1.0"}`, "runs: there is no run"},
		{annotations.SARIF, sarif("null"), "runs: there is no run"},
		{annotations.SARIF, sarif("[]"), "runs: there is no run"},
		{annotations.SARIF, run(""), "runs[0].results: there is no list of results"},
		{annotations.SARIF, run(`,"results":null`), "runs[0].results: there is no list of results"},
		{annotations.SARIF, sarif(`[{"tool":{"driver":{"name":"a"}},"results":[]},{"tool":{"driver":{"name":"b"}}}]`), "runs[1].results"},
		{annotations.SARIF, run(`,"results":[],"invocations":[{"executionSuccessful":true},{"executionSuccessful":false}]`), "invocations[1]: the scanner has failed"},
		{annotations.SARIF, run(`,"results":[],"invocations":[{"toolExecutionNotifications":[{"level":"error"}]}]`), "an error of its own"},
		{annotations.SARIF, run(`,"results":[],"invocations":[{"toolConfigurationNotifications":[{"level":"error"}]}]`), "an error of its own"},
		{annotations.SARIF, run(`,"results":[],"externalPropertyFileReferences":{"results":[{"itemCount":9}]}`), "in other files"},

		{annotations.Checkov, checkov(`"results":{"failed_checks":[]},"summary":{"failed":0,"parsing_errors":0}`), ""},
		{annotations.Checkov, checkov(`"results":{"failed_checks":[],"parsing_errors":[]}`), ""},
		{annotations.Checkov, checkov(`"results":{"failed_checks":[],"parsing_errors":["/x.tf"]}`), "1 files could not be parsed"},
		{annotations.Checkov, checkov(`"results":{"failed_checks":[]},"summary":{"parsing_errors":2}`), "2 files could not be parsed"},
		{annotations.Checkov, checkov(`"results":{"failed_checks":[]},"summary":{"failed":3}`), "3 failed checks are counted, but 0 are listed"},
		{annotations.Checkov, checkov(`"results":{},"summary":{"failed":0}`), "no list"},
		{annotations.Checkov, checkov(`"results":{"failed_checks":null}`), "no list"},
		{annotations.Checkov, checkov(`"results":null`), "no list"},
		{annotations.Checkov, `{"passed":0,"failed":0}`, "no list"},
		{annotations.Checkov, `[]`, "there are no results"},
		{annotations.Checkov, `[` + checkov(`"results":{"failed_checks":[]}`) + `,` + checkov(`"summary":{"failed":1}`) + `]`, "[1].results"},

		{annotations.Trivy, trivy(`,"Results":[{"Target":"a.tf","Class":"config"}]`), ""},
		{annotations.Trivy, trivy(`,"Results":[{"Target":"a.tf","MisconfSummary":{"Successes":2,"Failures":0}}]`), ""},
		{annotations.Trivy, trivy(`,"Results":[{"Target":"a.tf","Class":"config","MisconfSummary":{"Failures":1},"Misconfigurations":[` + finding + `]}]`), ""},
		{annotations.Trivy, trivy(``), "none is about configuration"},
		{annotations.Trivy, trivy(`,"Results":null`), "none is about configuration"},
		{annotations.Trivy, trivy(`,"Results":[]`), "none is about configuration"},
		{annotations.Trivy, trivy(`,"Results":[{"Target":"go.sum","Class":"lang-pkgs","Vulnerabilities":[]}]`), "none is about configuration"},
		{annotations.Trivy, trivy(`,"Results":[{"Target":"a.tf","Class":"config","MisconfSummary":{"Failures":2},"Misconfigurations":[` + finding + `]}]`), "the count of failures is 2, but the number listed is 1"},
		{annotations.Trivy, trivy(`,"Results":[{"Class":"config","MisconfSummary":{"Failures":1},"Misconfigurations":[{"Status":"PASS"}]}]`), "the count of failures is 1, but the number listed is 0"},

		{annotations.Infracost, cost(`[{"breakdown":{"resources":[{"name":"a.b","monthlyCost":"1.004"}],"totalMonthlyCost":"1"}}]`), ""},
		{annotations.Infracost, cost(`[]`), "projects: there is no project"},
		{annotations.Infracost, cost(`null`), "projects: there is no project"},
		{annotations.Infracost, cost(`[{"metadata":{"errors":[{"code":1}]},"breakdown":{"resources":[]}}]`), "errors of its own"},
		{annotations.Infracost, cost(`[{"breakdown":{"resources":[]}},{"metadata":{}}]`), "projects[1].breakdown"},
		{annotations.Infracost, cost(`[{"breakdown":{}}]`), "no list of resources"},
		{annotations.Infracost, cost(`[{"breakdown":{"resources":[]},"pastBreakdown":{}}]`), "pastBreakdown: there is no list"},
		{annotations.Infracost, cost(`[{"breakdown":{"resources":[],"totalMonthlyCost":"900"}}]`), "do not add up"},
		{annotations.Infracost, cost(`[{"breakdown":{"resources":[]},"pastBreakdown":{"resources":[],"totalMonthlyCost":"900"}}]`), "do not add up"},
	}
	for _, test := range tests {
		r, err := annotations.Read("r", test.format, strings.NewReader(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if (r.Unfinished == "") != (test.want == "") || !strings.Contains(r.Unfinished, test.want) {
			t.Errorf("%s: %q, want %q", test.text, r.Unfinished, test.want)
		}
		m := annotations.Matcher{Subjects: []annotations.Subject{{Address: "a.b", Changes: true}}}
		m.Addresses.Add(0, "a.b")
		m.Files.Add(0, annotations.Declared{File: "x.tf", Line: 1})
		_, sum := m.Match([]*annotations.Report{r}, nil)
		coverage := sum.OfFindings
		if test.format == annotations.Infracost {
			coverage = sum.OfCosts
		}
		if !coverage.Given || (coverage.Doubt == "") != (test.want == "") {
			t.Errorf("%s: %+v", test.text, coverage)
		}
	}
}

// TestAmbiguousNames gives a name twice, or in another case, at each place of a report of each format. Programs differ in which of the members they
// take, so that no report may be read as if there were one.
func TestAmbiguousNames(t *testing.T) {
	reports := map[annotations.Format]string{
		annotations.SARIF: `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"s","rules":[{"id":"A"}]}},"invocations":[{"executionSuccessful":true}],` +
			`"results":[{"ruleId":"A","level":"error","message":{"text":"m"},"suppressions":[{"status":"rejected"}],"locations":[{"logicalLocations":[{"fullyQualifiedName":"a.b"}]}]}]}]}`,
		annotations.Checkov:   `{"check_type":"terraform","results":{"failed_checks":[{"check_id":"C","check_name":"n","severity":"LOW","resource":"a.b"}]},"summary":{"failed":1}}`,
		annotations.Trivy:     `{"SchemaVersion":2,"ArtifactName":".","Results":[{"Target":"a.tf","Misconfigurations":[{"ID":"1","Title":"t","Severity":"LOW","Status":"FAIL","CauseMetadata":{"Resource":"a.b"}}]}]}`,
		annotations.Infracost: `{"version":"0.2","currency":"USD","projects":[{"metadata":{"errors":[]},"breakdown":{"resources":[{"name":"a.b","monthlyCost":"1"}]}}]}`,
		annotations.Own:       `{"annotations":[{"address":"a.b","level":"error","title":"t","number":"1","unit":"USD/month"}]}`,
	}
	for format, text := range reports {
		if r, err := annotations.Read("r", format, strings.NewReader(text)); err != nil || r.Bad > 0 || r.Unfinished != "" {
			t.Fatal(format, err, r)
		}
		names := 0
		for at := 0; ; names++ {
			name, begin, ok := nextName(text, at)
			if !ok {
				break
			}
			at = begin + len(name) + 2
			for _, other := range []string{name, strings.ToUpper(name[:1]) + name[1:], strings.ToUpper(name), strings.ToLower(name)} {
				twice := text[:begin] + fmt.Sprintf("%q:null,", other) + text[begin:]
				alone := text[:begin] + fmt.Sprintf("%q", other) + text[begin+len(name)+2:]
				refused(t, format, twice, other == name || isRead(name))
				if other != name {
					refused(t, format, alone, isRead(name))
				}
			}
		}
		if names < 6 {
			t.Errorf("%s: %d names", format, names)
		}
	}
}

// isRead reports whether planfmt reads the member with a name. It may be spelled in any case otherwise.
func isRead(name string) bool {
	return name != "SchemaVersion" && name != "ArtifactName" && name != "check_type"
}

func refused(t *testing.T, format annotations.Format, text string, want bool) {
	t.Helper()
	if !want {
		return
	}
	if r, err := annotations.Read("r", format, strings.NewReader(text)); err == nil && r.Bad == 0 {
		t.Errorf("%s is read as if nothing were wrong: %+v", text, r)
	}
}

// nextName returns the next name of a member in a JSON text without escapes, and where it begins.
func nextName(text string, from int) (name string, begin int, ok bool) {
	for i := from; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		end := i + 1 + strings.IndexByte(text[i+1:], '"')
		if strings.HasPrefix(text[end+1:], ":") {
			return text[i+1 : end], i, true
		}
		i = end
	}
	return "", 0, false
}

// TestSuppressions: a finding is suppressed only if all of its suppressions are accepted.
func TestSuppressions(t *testing.T) {
	for statuses, want := range map[string]bool{
		"": false, `{"kind":"inSource"}`: true, `{"status":"accepted"}`: true, `{"status":"accepted"},{"kind":"external"}`: true,
		`{"status":"rejected"}`: false, `{"status":"underReview"}`: false, `{"status":"accepted"},{"status":"rejected"}`: false,
		`{"status":"underReview"},{"kind":"inSource"}`: false,
	} {
		text := `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"s"}},"results":[{"level":"error","message":{"text":"m"},"suppressions":[` + statuses +
			`],"locations":[{"logicalLocations":[{"fullyQualifiedName":"a.b"}]}]}]}]}`
		r, err := annotations.Read("r", annotations.SARIF, strings.NewReader(text))
		if err != nil || (r.Suppressed == 1) != want || (len(r.Annotations) == 1) == want {
			t.Errorf("[%s]: suppressed %v, want %v: %v", statuses, !want, want, err)
		}
	}
}
