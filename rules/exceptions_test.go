package rules_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/planfmt/planfmt/rules"
)

func readExceptions(t *testing.T, text string) *rules.Exceptions {
	t.Helper()
	e, err := rules.ReadExceptions("e.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return e
}

// exception returns a file with one exception, of which some lines are replaced.
func exception(lines ...string) string {
	all := map[string]string{"policy": "resource_policy.aws_s3_bucket.private", "address": "aws_s3_bucket.a", "reason": "OPS-1", "until": "2027-03-31"}
	order := []string{"policy", "address", "reason", "until"}
	for _, line := range lines {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		if _, ok := all[key]; !ok {
			order = append(order, key)
		}
		all[key] = value
	}
	text := "exceptions:\n  -\n"
	for _, key := range order {
		if all[key] != "-" {
			text += "    " + key + ": " + all[key] + "\n"
		}
	}
	return text
}

// TestExceptionsThatAreNone tries what an attacker, or somebody in a hurry, may write. Each of these is an error as a whole: nothing of it
// counts. fits says that the published schema cannot express why.
func TestExceptionsThatAreNone(t *testing.T) {
	s := exceptionsSchema(t)
	for _, tt := range []struct {
		text, want string
		fits       bool
	}{
		{exception("address: '**'"), "matches too much", false},
		{exception("address: '*.*'"), "matches too much", true},
		{exception("address: '**.*'"), "matches too much", true},
		{exception("address: '*.*[*]'"), "matches too much", true},
		{exception("address: 'aws_*.*'"), "matches too much", true},
		{exception("address: '*.main'"), "matches too much", true},
		{exception("address: '**.main'"), "matches too much", true},
		{exception("address: '**.main.**'"), "matches too much", true},
		{exception("address: '*.main.**'"), "matches too much", true},
		{exception("address: '**.main[*].**'"), "matches too much", true},
		{exception("address: 'module.**'"), "matches too much", true},
		{exception("address: 'module.*.**'"), "matches too much", true},
		{exception("address: 'module.*.*.*'"), "matches too much", true},
		{exception("address: 'module.*'"), "matches too much", true},
		{exception("address: 'module.**.*'"), "matches too much", true},
		{exception("address: 'data.*'"), "matches too much", true},
		{exception("address: 'provider.*'"), "matches too much", true},
		{exception("address: '*'"), "a type and a name", false},
		{exception("address: plan*"), "a type and a name", false},
		{exception("address: aws_s3_bucket"), "a type and a name", false},
		{exception("address: ''"), "text in one line", false},
		{exception("address: ' aws_s3_bucket.a'"), "text in one line", true},
		{exception("address: 'aws_s3_bucket.a[0'"), "closing ]", true},
		{exception("address: 'address=aws_s3_bucket.a'"), "cannot be in a glob", true},
		{exception("address: [a.b]"), "want text, have a list", false},
		{exception("policy: ''"), "text in one line", false},
		{exception("policy: 5"), "needs quotes", false},
		{exception("until: 2026-02-30"), "day of the calendar", true},
		{exception("until: 2027-02-29"), "day of the calendar", true},
		{exception("until: 2027-3-31"), "day of the calendar", false},
		{exception("until: 27-03-31"), "day of the calendar", false},
		{exception("until: 20270331"), "day of the calendar", false},
		{exception("until: 2027-03-31T00:00:00Z"), "day of the calendar", false},
		{exception("until: never"), "day of the calendar", false},
		{exception("until: ''"), "day of the calendar", false},
		{exception("until:"), "day of the calendar", false},
		{exception("until: ~"), "day of the calendar", false},
		{exception("until: -"), "until is missing", false},
		{exception("policy: -"), "policy is missing", false},
		{exception("address: -"), "address is missing", false},
		{exception("utnil: 2027-03-31"), `unknown key "utnil" (did you mean until?)`, false},
		{exception("operation: delete"), "unknown key", false},
		{exception("reason: [a]"), "want text", false},
		{exception("reason: 5"), "needs quotes", false},
		{exception("reason: " + strings.Repeat("x", 1001)), "1001 bytes", false},
		{exception() + "    until: 2099-01-01\n", `the key "until" is also in line`, false},
		{exception() + "exceptions: []\n", `the key "exceptions" is also in line 1`, false},
		{exception() + "  - policy: resource_policy.aws_s3_bucket.private\n    address: aws_s3_bucket.a\n    until: 2099-01-01\n    reason: x\n", "in line 3 has the same policy and address", true},
		{exception() + "---\n" + exception(), "second document", true},
		{exception("reason: &r OPS-1"), "anchors and aliases", true},
		{exception() + "  - *r\n", "anchors and aliases", false},
		{"exceptions: &a []\n", "anchors and aliases", true},
		{exception("policy: !!str x"), "tag", true},
		{"exceptions:\n  - <<: {policy: a}\n    address: a.b\n    until: 2027-03-31\n", "unknown key", true},
		{"exceptions:\n  - &x {policy: a, address: a.b, until: 2027-03-31}\n", "anchors and aliases", true},
		{"exceptions: {policy: a}\n", "want a list", false},
		{"exceptions: [a]\n", "want keys with values", false},
		{"exceptions: [~]\n", "want keys with values", false},
		{"- policy: a\n", "want keys with values", false},
		{"exception: []\n", "did you mean exceptions?", false},
		{"exceptions: [\n", "invalid YAML", false},
		{"\x00", "invalid YAML", false},
	} {
		e, err := rules.ReadExceptions("e.yaml", strings.NewReader(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) || e != nil {
			t.Errorf("%s\nis %v, with the error %v; want %q", tt.text, e, err, tt.want)
			continue
		}
		if err := err.Error(); !strings.HasPrefix(err, "e.yaml: ") || strings.Contains(err, "\n") || strings.Contains(err, "hunter2") {
			t.Errorf("the error is %q", err)
		}
		var v any
		if yaml.Unmarshal([]byte(tt.text), &v) == nil {
			if fits := s.Validate(asText(t, tt.text)) == nil; fits && !tt.fits {
				t.Errorf("%s\nfits the schema", tt.text)
			}
		}
	}
}

// exceptionsSchema is the published schema of the file.
func exceptionsSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(read(t, "schema", "exceptions-1.0.json")))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s", parsed); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("s")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asText is asJSON for files in which days have no quotes.
func asText(t *testing.T, text string) any {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(text), &n); err != nil {
		t.Fatal(err)
	}
	var quote func(*yaml.Node)
	quote = func(n *yaml.Node) {
		if n.ShortTag() == "!!timestamp" {
			n.Tag, n.Style = "!!str", yaml.DoubleQuotedStyle
		}
		for _, c := range n.Content {
			quote(c)
		}
	}
	quote(&n)
	quoted, err := yaml.Marshal(&n)
	if err != nil {
		t.Fatal(err)
	}
	return asJSON(t, string(quoted))
}

func TestExceptionsThatFit(t *testing.T) {
	s := exceptionsSchema(t)
	_, example, _ := strings.Cut(read(t, "exceptions.md"), "```yaml\n")
	example, _, ok := strings.Cut(example, "```")
	if !ok {
		t.Fatal("docs/exceptions.md has no example of a file")
	}
	for _, text := range []string{
		"", "{}", "exceptions:", "exceptions: []", "# nothing\n", example,
		exception(), exception("until: '2028-02-29'"), exception("owner: team-a"), exception("owner:"), exception("reason:"), exception("reason: >\n      two\n      lines"),
		exception("address: plan"), exception("address: module.net"), exception("address: module.net.**"), exception("address: provider.aws"),
		exception("address: 'module.a.provider.aws.eu'"), exception("address: 'aws_s3_bucket.a[*]'"), exception("address: '**.aws_s3_bucket.*'"),
		exception(`address: aws_s3_bucket.a["x.y"]`), exception("policy: private"), exception("policy: resource_policy.aws_*.private"),
		strings.ReplaceAll(exception(), "\n", "\r\n"),
	} {
		readExceptions(t, text)
		if strings.TrimSpace(strings.TrimPrefix(text, "# nothing")) == "" {
			continue
		}
		if err := s.Validate(asText(t, text)); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
	e := readExceptions(t, exception("reason: '  two   words\t'")).All[0]
	if e.Reason != "two words" || e.Until != "2027-03-31" || e.Line != 3 {
		t.Errorf("%+v", e)
	}
	for reason, want := range map[string]string{`"..."`: "", "'-'": "", `"\u200b"`: "", `"\u00a0\u2060"`: "", `"\u202e!"`: "", `"\u3164"`: "", `"\u115f\u1160"`: "", `"\uffa0"`: "", `"\U00016fe4"`: "", `"\u2800"`: "", `"\U00013441"`: "", "'#1'": "#1", "оплата": "оплата", "'理由'": "理由"} {
		if e := readExceptions(t, exception("reason: "+reason)).All[0]; e.Reason != want {
			t.Errorf("%s: the reason is %q, want %q", reason, e.Reason, want)
		}
	}
}

// TestExceptionMatches: an address is what is written, an index and all, and stars stay within their segment.
func TestExceptionMatches(t *testing.T) {
	for _, tt := range []struct {
		policy, address string
		other, object   string
		want            bool
	}{
		{"resource_policy.a.p", "a.b", "resource_policy.a.p", "a.b", true},
		{"p", "a.b", "resource_policy.a.p", "a.b", true},
		{"a.p", "a.b", "resource_policy.a.p", "a.b", false},
		{"resource_policy.a.p", "a.b", "resource_policy.b.p", "a.b", false},
		{"resource_policy.*.p", "a.b", "resource_policy.a.p", "a.b", false}, // names have no stars
		{"resource_policy.*.p", "a.b", "resource_policy.*.p", "a.b", true},
		{"P", "a.b", "resource_policy.a.p", "a.b", false},
		{"p", "a.b", "p", "a.b", true},
		{"p", "a.b", "p", "a.b[0]", false},
		{"p", "a.b[0]", "p", "a.b", false},
		{"p", "a.b[0]", "p", "a.b[0]", true},
		{"p", "a.b[0]", "p", "a.b[00]", false},
		{"p", "a.b[*]", "p", "a.b[7]", true},
		{"p", "a.b[*]", "p", "a.b", false},
		{"p", "a.b[*]", "p", `a.b["x"]`, true},
		{"p", `a.b["x*"]`, "p", `a.b["xyz"]`, true},
		{"p", `a.b["x\*"]`, "p", `a.b["xyz"]`, false},
		{"p", `a.b["x\*"]`, "p", `a.b["x*"]`, true},
		{"p", "a.*", "p", "a.b", true},
		{"p", "a.*", "p", "a.b[0]", false},
		{"p", "a.*[*]", "p", "a.b[0]", true},
		{"p", "a.*", "p", "module.m.a.b", false},
		{"p", "a.**", "p", "a.b[0]", true},
		{"p", "data.a.**", "p", "data.a.b", true},
		{"p", "a.**", "p", "b.a", false},
		{"p", "module.m.**", "p", "module.m.a.b", true},
		{"p", "module.m.**", "p", "module.m.module.n.a.b[0]", true},
		{"p", "module.m.**", "p", "module.m[0].a.b", false},
		{"p", "module.m[*].**", "p", "module.m[0].a.b", true},
		{"p", "module.m.**", "p", "module.mm.a.b", false},
		{"p", "module.m", "p", "module.m", true},
		{"p", "module.m", "p", "module.m.a.b", false},
		{"p", "plan", "p", "plan", true},
		{"p", "plan", "p", "a.plan", false},
		{"p", "a.b", "p", `a.x["a.b"]`, false},
		{"p", "**.a.b", "p", `c.d["x.a.b"]`, false},
		{"p", "**.a.b", "p", "a.b", true},
		{"p", "a.b", "p", "a.b ", false},
		{"p", "a.b", "p", "A.b", false},
	} {
		e := readExceptions(t, exception("policy: '"+tt.policy+"'", "address: '"+tt.address+"'"))
		if got := len(e.Find(tt.other, label(tt.other), tt.object)) > 0; got != tt.want {
			t.Errorf("%s for %s excepts %s for %s: %t", tt.policy, tt.address, tt.other, tt.object, got)
		}
	}
	e := readExceptions(t, exception("policy: p", "address: a.b"))
	for object, want := range map[string]int{"a.b[0]": 1, `a.b["x[0]"]`: 1, "a.b": 0, "a.c[0]": 0, "a.b[0]]": 0, "]": 0, "": 0} {
		if got := len(e.OtherInstances("x.p", "p", object)); got != want {
			t.Errorf("%q is another instance of %d exceptions", object, got)
		}
	}
}

func TestDays(t *testing.T) {
	zone := time.FixedZone("", 5*3600)
	if got := rules.DayOf(time.Date(2026, 11, 28, 3, 0, 0, 0, zone)); got != "2026-11-27" {
		t.Errorf("the day in UTC is %s", got)
	}
	if got, err := rules.Day("2028-02-28").Plus(2); got != "2028-03-01" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// TestDraft: a draft says what was drafted once somebody has given reasons, and nothing more, whatever the addresses are.
func TestDraft(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	keys := []string{"0", "17", `"x"`, `"a.b"`, `"*"`, `"\\*"`, `"${"`, `": #"`, `"é\u200b"`, `"'"`, `"- a"`, `"` + strings.Repeat("long ", 60) + `"`, `"x\ny"`, "*", "x", `"`}
	names := []string{"aws_s3_bucket", "a", "module.m", "data.x", "y", "true", "null", "1_a", "a b", "a\x1b", "a: b", "**", "*"}
	for range 300 {
		draft := rules.Draft{Until: "2027-03-31"}
		drafted := map[string]bool{}
		for range 1 + random.IntN(5) {
			address := names[random.IntN(len(names))] + "." + names[random.IntN(len(names))]
			if random.IntN(2) == 0 {
				address += "[" + keys[random.IntN(len(keys))] + "]"
			}
			draft.Add("resource_policy.*.p", address)
			draft.Add("resource_policy.*.p", address)
			drafted[address] = true
		}
		var b strings.Builder
		if _, err := draft.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		if e := readExceptions(t, b.String()); len(e.All) != draft.Len() || draft.Len() > 0 && e.All[0].Reason != "" {
			t.Fatalf("%d exceptions, or with reasons:\n%s", len(e.All), b.String())
		}
		e := readExceptions(t, strings.ReplaceAll(b.String(), "reason:\n", "reason: x\n"))
		matched := 0
		for address := range drafted {
			n := len(e.Find("resource_policy.*.p", "p", address))
			matched += n
			if n == 0 && !strings.Contains(b.String(), "There can be no exception for "+fmt.Sprintf("%q", address)+".") || n > 1 {
				t.Fatalf("%q is excepted %d times:\n%s", address, n, b.String())
			}
		}
		if matched != draft.Len() {
			t.Fatalf("%d exceptions match %d objects:\n%s", draft.Len(), matched, b.String())
		}
	}
}

// label returns the last label of a policy whose label has no dots.
func label(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// FuzzExceptions: what is read names a policy, something that is not everything, and a day.
func FuzzExceptions(f *testing.F) {
	f.Add(exception())
	f.Add(exception("address: '**.a.*[*]'", "until: '2027-01-01'"))
	f.Add("exceptions: [{policy: p, address: 'a.b[\"\\*\"]', until: 2027-01-01}]")
	f.Fuzz(func(t *testing.T, text string) {
		e, err := rules.ReadExceptions("e.yaml", strings.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has a line feed: %q", err)
			}
			return
		}
		for _, one := range e.All {
			if _, err := rules.ParseDay(string(one.Until)); err != nil || one.Policy == "" || one.Line < 1 || strings.ContainsAny(one.Reason+one.Owner, "\n\r") {
				t.Errorf("%+v", one)
			}
			if len(e.Find(one.Policy, label(one.Policy), "zz_type.zz_name")) > 0 && !strings.Contains(one.Address, "zz_") {
				t.Errorf("%s matches an object of which it says nothing", one.Address)
			}
		}
	})
}
