package annotations_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/internal/testkit/corpus"
)

// describe writes what has been read, an annotation on each line.
func describe(r *annotations.Report) string {
	var b strings.Builder
	for i := range r.Annotations {
		a := &r.Annotations[i]
		p := a.Place
		fmt.Fprintf(&b, "%s|%s|%s|%s|%s|%s|%s<%s %s|%v|%s %s:%d-%d\n", a.Tool, a.Rule, a.Level, a.Title, a.Text, a.URL, a.Number, a.Before, a.Unit, a.Owners, p.Address, p.File, p.Line, p.EndLine)
	}
	if r.Passed+r.Suppressed+r.Bad > 0 {
		fmt.Fprintf(&b, "passed %d, suppressed %d, bad %d\n", r.Passed, r.Suppressed, r.Bad)
	}
	for _, remark := range r.Remarks {
		fmt.Fprintf(&b, "! %s\n", remark)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	tests := []struct {
		name, in string
		format   annotations.Format
		want     string
	}{
		{
			"SARIF: a result", `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"scan","rules":[
		  {"id":"A","shortDescription":{"text":"Bad thing"},"helpUri":"https://example.com/a","defaultConfiguration":{"level":"note"}},{"id":"B"}]}},"results":[
		  {"ruleId":"A","message":{"text":"it is bad\nhere"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///src/a%20b.tf"},"region":{"startLine":3,"endLine":5}}}]},
		  {"ruleIndex":1,"level":"error","message":{"text":"other"},"locations":[{"logicalLocations":[{"fullyQualifiedName":"module.m.x_y.z[0]"}]}]},
		  {"ruleId":"A/sub","kind":"pass","message":{"text":"fine"},"locations":[]},
		  {"ruleId":"A","message":{"text":"old"},"suppressions":[{"kind":"external"}],"locations":[]},
		  {"ruleId":"A","message":{"text":"x"},"suppressions":[{"status":"rejected"}],"locations":[{"logicalLocations":[{"fullyQualifiedName":"a.b"}]}]}]}]}`,
			annotations.SARIF,
			"scan|A|note|Bad thing|it is bad\nhere|https://example.com/a|< |[]| src/a b.tf:3-5\n" +
				"scan|B|error|other|||< |[]|module.m.x_y.z[0] :0-0\n" +
				"scan|A|note|Bad thing|x|https://example.com/a|< |[]|a.b :0-0\n" +
				"passed 1, suppressed 1, bad 0\n",
		},
		{
			"SARIF: bad results leave the others", `{"runs":[{"tool":{"driver":{"name":"s"}},"results":[7,{"ruleId":5},{"message":{"text":"nowhere"}},
		  {"level":"fatal","message":{"id":"m","arguments":["1"]},"locations":[{"logicalLocations":[{"fullyQualifiedName":"a.b"}]}],"rule":{"id":"R","index":99}}]}]}`,
			annotations.SARIF,
			"s|R|error||||< |[]|a.b :0-0\npassed 0, suppressed 0, bad 3\n" +
				"! runs[0].results[0]: want object, have number\n! runs[0].results[1]: ruleId: want string, have number\n! runs[0].results[2]: there is no location\n" +
				"! runs[0].results[3]: unknown level, taken for error\n",
		},
		{
			"Checkov: two runs", `[{"check_type":"terraform","results":{"passed_checks":[{},{}],"skipped_checks":[{}],"failed_checks":[
		  {"check_id":"C1","check_name":"Name","severity":"LOW","file_path":"\\m\\main.tf","file_line_range":[1,9],"resource":"module.m.a.b","guideline":"http://insecure"},{"check_id":9}]}},
		  {"check_type":"secrets","results":{"failed_checks":[{"check_id":"C2","check_name":"Secret","file_path":"/x.tf","repo_file_path":"/stack/x.tf","file_line_range":[4,4]}]}}]`,
			annotations.Checkov,
			"Checkov|C1|note|Name|||< |[]|module.m.a.b m/main.tf:1-9\nCheckov|C2|error|Secret|||< |[]| stack/x.tf:4-4\npassed 2, suppressed 1, bad 1\n" +
				"! [0].results.failed_checks[0]: the link is left out, since it is not one with https://\n! [0].results.failed_checks[1]: check_id: want string, have number\n",
		},
		{
			"Trivy", `{"SchemaVersion":2,"ArtifactName":".","Results":[{"Target":"main.tf","MisconfSummary":{"Successes":3},"Misconfigurations":[
		  {"ID":"AVD-1","Title":"T","Message":"M","Severity":"MEDIUM","PrimaryURL":"https://avd.example/1","Status":"FAIL","CauseMetadata":{"Resource":"aws_s3_bucket.b","StartLine":2,"EndLine":4}},
		  {"ID":"AVD-2","Title":"U","Severity":"odd","Status":"FAIL","CauseMetadata":{"StartLine":2}},{"ID":"AVD-3","Status":"PASS"}]},{"Target":"lock","Vulnerabilities":[{}]}]}`,
			annotations.Trivy,
			"Trivy|AVD-1|warning|T|M|https://avd.example/1|< |[]|aws_s3_bucket.b main.tf:2-4\nTrivy|AVD-2|error|U|||< |[]| main.tf:2-2\npassed 4, suppressed 0, bad 0\n" +
				"! Results[1]: 1 secrets and vulnerabilities are left out, since they are not about a resource\n",
		},
		{
			"Infracost", `{"version":"0.2","currency":"EUR","projects":[{"name":"p","pastBreakdown":{"resources":[{"name":"a.gone","monthlyCost":"5"},{"name":"a.b","monthlyCost":"1.50"}]},
		  "breakdown":{"resources":[{"name":"a.b","monthlyCost":"2.25"},{"name":"a.new","monthlyCost":"7"},{"name":"a.usage","monthlyCost":null},{"name":"a.huge","monthlyCost":"1e999999999"}]}}]}`,
			annotations.Infracost,
			"Infracost||none|cost|||2.25<1.50 EUR/month|[]|a.b :0-0\nInfracost||none|cost|||7<0 EUR/month|[]|a.new :0-0\nInfracost||none|the cost depends on usage|||< |[]|a.usage :0-0\n" +
				"Infracost||none|cost|||0<5 EUR/month|[]|a.gone :0-0\npassed 0, suppressed 0, bad 1\n! projects[0].breakdown.resources[3]: " + badCost + "\n",
		},
		{
			"Infracost: two projects with the same resource", `{"version":"0.2","projects":[{"breakdown":{"resources":[{"name":"a.b","monthlyCost":"1"}]}},{"breakdown":{"resources":[{"name":"a.b","monthlyCost":"2"},{"name":"a.c","monthlyCost":"3"}]}}]}`,
			annotations.Infracost,
			"Infracost||none|cost|||3< USD/month|[]|a.c :0-0\npassed 0, suppressed 0, bad 1\n! projects[0].breakdown.resources[0]: the resource is in several projects, and planfmt cannot tell which of them this plan is for\n",
		},
		{
			"our own: an object", `{"annotations":[{"address":"a.b","level":"warning","title":"t","number":12.50,"unit":"kg","owners":["@x"," "]},{"file":"./m/../x.tf","line":3,"text":"only text"}]}`,
			annotations.Own, "||warning|t|||12.50< kg|[@x]|a.b :0-0\n||none||only text||< |[]| x.tf:3-3\n",
		},
		{"our own: lines", "{\"address\":\"a.b\",\"title\":\"1\"}\n\n{\"address\":\"a.c\",\"title\":\"2\"}\n", annotations.Own, "||none|1|||< |[]|a.b :0-0\n||none|2|||< |[]|a.c :0-0\n"},
		{
			"our own: what cannot be used", `[{"address":"a.b","levle":"error","title":"t"},{"address":"a.b","level":"fatal"},{"title":"nowhere"},{"address":"a.b"},{"address":"a.b","number":"1e5"},
		  {"address":"a.b","before":1,"title":"t"},{"address":"a.b","title":"kept","url":"https://user@evil/","line":-4,"file":"../../etc"},5]`,
			annotations.Own, "||none|kept|||< |[]|a.b :0-0\npassed 0, suppressed 0, bad 7\n! [0]: it has a member that planfmt does not know\n! [1]: level: want none, note, warning or error\n" +
				"! [2]: there is neither an address nor a file\n! [3]: there is neither a title nor a text nor a number\n! [4]: number: want a decimal number, such as 12.50\n! [5]: before: there is no number\n" +
				"! [6]: the link is left out, since it is not one with https://\n! [7]: want object, have number\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := annotations.Read("r", annotations.Auto, strings.NewReader(test.in))
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(r); got != test.want || r.Format != test.format {
				t.Errorf("%s:\n%swant %s:\n%s", r.Format, got, test.format, test.want)
			}
		})
	}
}

const badCost = "monthlyCost: want a decimal number"

func TestReadErrors(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing", " \n", "it is empty"},
		{"text", "Check: CKV_1: \"x\"\n\tPASSED for resource: a.b\n", "it is not one of the reports that planfmt reads"},
		{"a plan", `{"format_version":"1.2","resource_changes":[]}`, "it is not one of the reports that planfmt reads"},
		{"cut off", `{"runs":[{"tool"`, "not valid JSON: it ends too early"},
		{"a wrong kind", `{"version":"2.1.0","runs":{"a":1}}`, "as SARIF: runs: want list, have object"},
		{"two documents", `{"version":"2.1.0","runs":[]} {}`, "as SARIF: something follows the document"},
		{"deep", `{"runs":` + strings.Repeat("[", 20000), "not valid JSON"},
		{"bytes", "{\"runs\":\"\xff\"}", "it is not valid UTF-8"},
		{"another version of Infracost", `{"version":"1.0","projects":[]}`, "as JSON of Infracost: planfmt reads version 0.2 of this format, and this is another one"},
	}
	for _, test := range tests {
		if r, err := annotations.Read("r", annotations.Auto, strings.NewReader(test.in)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, %v, want %q", test.name, r, err, test.want)
		}
	}
}

func TestReadUTF16(t *testing.T) {
	const text = `{"annotations":[{"address":"a.b","title":"größe 😀"}]}`
	var little, big []byte
	for _, u := range utf16.Encode([]rune(text)) {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	for name, in := range map[string][]byte{
		"little": append([]byte("\xff\xfe"), little...), "big": append([]byte("\xfe\xff"), big...), "mark": append([]byte("\xef\xbb\xbf"), text...),
		"odd": append(append([]byte("\xff\xfe"), little...), '\n'),
	} {
		r, err := annotations.Read("r", annotations.Auto, bytes.NewReader(in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(r.Annotations) != 1 || r.Annotations[0].Title != "größe 😀" || (name == "odd") != (len(r.Remarks) == 1) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestLongTexts(t *testing.T) {
	in, err := json.Marshal([]map[string]string{{"address": "a.b", "title": strings.Repeat("ü", 5000), "text": strings.Repeat("x", 5000)}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := annotations.Read("r", annotations.Own, bytes.NewReader(in))
	if err != nil || len(r.Annotations) != 1 {
		t.Fatal(r, err)
	}
	for _, s := range []string{r.Annotations[0].Title, r.Annotations[0].Text} {
		if len(s) > annotations.MaxText || !utf8.ValidString(s) || !strings.HasSuffix(s, "…") {
			t.Errorf("%d bytes, %q", len(s), s[len(s)-10:])
		}
	}
}

// TestCodeowners has what GitHub and GitLab document about their files.
func TestCodeowners(t *testing.T) {
	const github = `# comment
*       @global1 @global2
*.js    @js-owner #This is an inline comment.
*.go docs@example.com
/build/logs/ @doctocat
docs/*  docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat2
/apps/github
with\ space/ @blank
`
	const gitlab = `* @default
[Database][2] @dba
model/db/
config/db/database-setup.md @docs
!model/db/free.rb

^[Docs]
README.md @readme

[database]
*.sql @sql
`
	tests := []struct{ rules, file, want string }{
		{github, "main.tf", "@global1 @global2"},
		{github, "a/b.js", "@js-owner"},
		{github, "x.go", "docs@example.com"},
		{github, "build/logs/a/b.tf", "@octocat2"},
		{github, "docs/a.tf", "@doctocat"},
		{github, "deep/docs/a.tf", "@global1 @global2"}, // a slash in the middle anchors
		{github, "deep/apps/a.tf", "@octocat"},
		{github, "deep/logs/a.tf", "@octocat2"},
		{github, "apps/github/main.tf", ""},
		{github, "with space/main.tf", "@blank"},
		{gitlab, "main.tf", "@default"},
		{gitlab, "model/db/x.rb", "@default @dba"},
		{gitlab, "model/db/free.rb", "@default"},
		{gitlab, "config/db/database-setup.md", "@default @docs"},
		{gitlab, "a/README.md", "@default @readme"},
		{gitlab, "model/db/a.sql", "@default @sql"},
	}
	for _, test := range tests {
		r, err := annotations.Read("CODEOWNERS", annotations.Auto, strings.NewReader(test.rules))
		if err != nil || r.Format != annotations.Codeowners {
			t.Fatal(r, err)
		}
		if got := strings.Join(r.Owners.Of(test.file), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.file, got, test.want)
		}
	}
	if _, err := annotations.Read("CODEOWNERS", annotations.Codeowners, strings.NewReader("# nothing\n")); err == nil {
		t.Error("a file without rules is read")
	}
}

func TestNumbers(t *testing.T) {
	for _, bad := range []string{"", "-", "1e5", "+1", ".5", "1.", "0x1", "1_000", " 1", "NaN", strings.Repeat("9", 31)} {
		if n, ok := annotations.ParseNumber(bad); ok {
			t.Errorf("%q is taken for %s", bad, n)
		}
	}
	n := func(s string) annotations.Number { return annotations.Number(s) }
	tests := []struct{ got, want annotations.Number }{
		{n("0.1").Add("0.2"), "0.3"},
		{n("5").Sub("7.25"), "-2.25"},
		{n("0.1").Sub("0.10"), "0"},
		{n("1361.3075").Round(), "1361.31"},
		{n("-0.005").Round(), "-0.01"},
		{n("0.0001").Round(), "0.0001"},
		{n("12.00").Round(), "12"},
		{n("999999999999999999999999999999").Add("0.000000000000000000000000000001"), "999999999999999999999999999999.000000000000000000000000000001"},
	}
	for i, test := range tests {
		if test.got != test.want {
			t.Errorf("%d: %s, want %s", i, test.got, test.want)
		}
	}
}

// TestRealReports compares what is read of real reports with the sums that the programs themselves have written into them.
func TestRealReports(t *testing.T) {
	for _, file := range corpus.Files(t, "annotations.tar.gz") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		r, err := annotations.Read(name, annotations.Auto, bytes.NewReader(text))
		if strings.HasSuffix(name, "_plan.json") || name == "not-quite.sarif" {
			if err == nil {
				t.Errorf("%s is read as %s", name, r.Format)
			}
			continue
		}
		if err != nil || r.Bad > 0 || r.Unfinished != "" {
			t.Errorf("%s: %v %v", name, r, err)
			continue
		}
		if bytes.HasPrefix(text, []byte("\xff\xfe")) {
			var units []uint16
			for b := text[2:]; len(b) > 1; b = b[2:] {
				units = append(units, uint16(b[0])|uint16(b[1])<<8)
			}
			text = []byte(string(utf16.Decode(units)))
		}
		var sums struct {
			Summary struct {
				Failed, Passed int
			}
			Total string `json:"totalMonthlyCost"`
			Past  string `json:"pastTotalMonthlyCost"`
		}
		if err := json.Unmarshal(text, &sums); err != nil {
			t.Fatal(name, err)
		}
		switch r.Format {
		case annotations.Checkov:
			if len(r.Annotations) != sums.Summary.Failed || r.Passed != sums.Summary.Passed {
				t.Errorf("%s: %d failed and %d passed, want %+v", name, len(r.Annotations), r.Passed, sums.Summary)
			}
		case annotations.SARIF:
			if n := bytes.Count(text, []byte(`"ruleIndex"`)); len(r.Annotations) != n {
				t.Errorf("%s: %d results, want %d", name, len(r.Annotations), n)
			}
		case annotations.Infracost:
			after, before := new(big.Rat), new(big.Rat)
			for _, a := range r.Annotations {
				add := func(to *big.Rat, n annotations.Number) {
					if one, ok := new(big.Rat).SetString(string(n)); ok {
						to.Add(to, one)
					}
				}
				add(after, a.Number)
				add(before, a.Before)
			}
			for _, one := range []struct {
				got  *big.Rat
				want string
			}{{after, sums.Total}, {before, sums.Past}} {
				if want, ok := new(big.Rat).SetString(one.want); ok && want.Cmp(one.got) != 0 {
					t.Errorf("%s: the sum is %s, want %s", name, one.got.FloatString(4), one.want)
				}
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"s","rules":[{"id":"A"}]}},"results":[{"ruleId":"A","ruleIndex":0,"message":{"text":"x {0}","arguments":["y"]},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.tf"},"region":{"startLine":1}}}]}]}]}`), uint8(0))
	f.Add([]byte(`{"check_type":"terraform","results":{"failed_checks":[{"check_id":"C","check_name":"n","file_path":"/a.tf","file_line_range":[1,2],"resource":"a.b"}]}}`), uint8(0))
	f.Add([]byte(`{"SchemaVersion":2,"ArtifactName":"","Results":[{"Target":"a.tf","Misconfigurations":[{"ID":"1","Title":"t","Severity":"LOW","CauseMetadata":{"StartLine":1}}]}]}`), uint8(0))
	f.Add([]byte(`{"version":"0.2","projects":[{"breakdown":{"resources":[{"name":"a.b","monthlyCost":"1.5"}]}}]}`), uint8(0))
	f.Add([]byte("* @a\n[S][2] @b\n/x/**/y*.tf @c\n!z\n"), uint8(5))
	f.Add([]byte(`[{"address":"a[\"k\"].b","level":"error","title":"t","number":"1","before":0,"unit":"u","url":"https://x","owners":["@o"]}]`), uint8(6))
	f.Fuzz(func(t *testing.T, text []byte, format uint8) {
		r, err := annotations.Read("r", annotations.Format(format%7), bytes.NewReader(text))
		if err != nil {
			if !utf8.ValidString(err.Error()) {
				t.Errorf("the error is not UTF-8: %q", err)
			}
			return
		}
		var m annotations.Matcher
		m.Subjects = []annotations.Subject{{Address: "a.b", Changes: true, Action: "update"}}
		m.Addresses.Add(0, "a.b")
		m.Files.Add(0, annotations.Declared{File: "a.tf", Line: 1, LastLine: 4})
		for i := range r.Annotations {
			a := &r.Annotations[i]
			for _, s := range []string{a.Tool, a.Rule, a.Title, a.Text, a.Unit, a.Place.Address, a.Place.File} {
				if len(s) > annotations.MaxText || !utf8.ValidString(s) {
					t.Errorf("a text of %d bytes", len(s))
				}
			}
			if a.URL != "" && !strings.HasPrefix(a.URL, "https://") {
				t.Errorf("the link %q", a.URL)
			}
			for _, n := range []annotations.Number{a.Number, a.Before} {
				if _, ok := annotations.ParseNumber(string(n)); n != "" && !ok {
					t.Errorf("the number %q", n)
				}
			}
			if strings.HasPrefix(a.Place.File, "/") || a.Place.File == ".." || strings.HasPrefix(a.Place.File, "../") || a.Place.Line > a.Place.EndLine {
				t.Errorf("the place %+v", a.Place)
			}
		}
		found, sum := m.Match([]*annotations.Report{r}, nil)
		counted := sum.Nothing.Sum() + sum.LeftOut
		for _, a := range found[0] {
			if a.Tool != "CODEOWNERS" || len(a.Owners) == 0 {
				counted++
			}
		}
		if counted != len(r.Annotations) {
			t.Errorf("%d annotations, but %d are shown or counted", len(r.Annotations), counted)
		}
	})
}
