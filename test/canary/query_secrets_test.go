package canary_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/rules"
)

// guessedPlan is a plan with a secret in each place in which a plan can have one, and with copies of it.
func guessedPlan(secret string) []byte {
	return []byte(strings.ReplaceAll(`{"format_version":"1.2","terraform_version":"1.9.0",
"variables":{"token":{"value":"SECRET"},"plain":{"value":"seen"}},
"configuration":{"root_module":{"variables":{"token":{"sensitive":true},"plain":{}}}},
"resource_changes":[
 {"address":"a.b","mode":"managed","type":"a","name":"b","provider_name":"p","change":{"actions":["update"],
  "before":{"p":"SECRET","q":"SECRET","m":{"k":"SECRET"},"l":["SECRET"],"plain":"x"},"after":{"p":"SECRET","q":"SECRET","m":{"k":"SECRET"},"l":["SECRET"],"plain":"y"},
  "before_sensitive":{"p":true,"m":{"k":true},"l":true},"after_sensitive":{"p":true,"m":true,"l":[true]},"after_unknown":{}}},
 {"address":"a.c","mode":"managed","type":"a","name":"c","provider_name":"p","change":{"actions":["create"],"before":null,
  "after":{"p":"SECRET","q":"-","m":{},"l":[],"plain":"z"},"before_sensitive":false,"after_sensitive":{"p":true},"after_unknown":{}}}],
"checks":[{"address":{"kind":"check","to_display":"check.c"},"status":"fail","instances":[{"address":{"to_display":"check.c"},"status":"fail","problems":[{"message":"it is SECRET"}]}]}],
"output_changes":{"o":{"actions":["create"],"before":null,"after":"SECRET","after_unknown":false,"before_sensitive":true,"after_sensitive":true}}}`, "SECRET", secret))
}

// secretQuestions ask for the secret, each in another way. %s is where it stands; GUESS is what is asked for.
var secretQuestions = []string{
	`%s == "GUESS"`, `%s != "GUESS"`, `startswith(%s, substr("GUESS", 0, 4))`, `length(%s) > 9`, `can(regex("^kT9", %s))`, `try(parseint(%s, 36), 1) > 5`,
	`contains(["GUESS"], %s)`, `{ GUESS = 1 }[%s] == 1`, `[1, 2, 3][length(%s) > 9 ? 0 : 1] == 1`, `sha256(%s) == sha256("GUESS")`,
	`try({ for k in [%s] : k => 1 }["GUESS"], 0) == 1`, `length(distinct([%s, "GUESS"])) == 1`, `format("%%s", %s) == "GUESS"`, `upper(%s) == upper("GUESS")`,
	`length(setintersection([%s], ["GUESS"])) == 1`, `%s == "GUESS" || false`, `!(%s == "GUESS")`, `length([for x in [%s] : x if x == "GUESS"]) == 1`,
}

var secretPlaces = []string{"PLACE.p", "PLACE.q", "PLACE.m.k", "PLACE.m[\"k\"]", "PLACE.l[0]", "one(PLACE.l)", "values(PLACE.m)[0]", "jsonencode(PLACE.m)", "join(\",\", PLACE.l)"}

// Whatever a query or a condition without secrets asks, the answer is the same whatever the secret is.
func TestQueriesWithoutSecrets(t *testing.T) {
	t.Parallel()
	const one, other = "kT9!vR2#qLx8zW", "pA7%mN4@cYe"
	query := func(expr, secret string) string {
		q, diags := planfmt.NewQuery("q", expr)
		if diags.HasErrors() {
			return "static: " + diags.Error()
		}
		var out bytes.Buffer
		_, err := q.WithoutSecrets().Run(t.Context(), &out, bytes.NewReader(guessedPlan(secret)), planfmt.Options{}, "json")
		return fmt.Sprint(out.String(), err)
	}
	asked := 0
	ask := func(expr string) {
		expr = strings.ReplaceAll(expr, "GUESS", one)
		asked++
		a, b := query(expr, one), query(expr, other)
		if a != b || strings.Contains(a, other) || strings.Contains(b, other) {
			t.Errorf("%s:\n%s\n%s", expr, a, b)
		}
	}
	for _, question := range secretQuestions {
		for _, at := range secretPlaces {
			if !sampling.TakesOneOf(4, t.Name(), question+at) {
				continue
			}
			for _, side := range []string{"r.before", "r.after"} {
				q := fmt.Sprintf(question, strings.ReplaceAll(at, "PLACE", side))
				ask(`[for r in resources : r.address if ` + q + `]`)
				ask(`[for r in resources : (` + q + `) ? "yes" : "no"]`)
			}
		}
		for _, at := range []string{"variables.token", "outputs.o.after", `outputs["o"].after`, "checks[0].instances[0].messages[0]"} {
			ask(fmt.Sprintf(question, at))
		}
	}
	for _, expr := range []string{"resources", "variables", "outputs", "resources[*].after", "[for r in resources : keys(r.after.m)]"} {
		ask(expr)
	}
	// It does see what is not sensitive.
	if got := query(`[for r in resources : r.address if r.after.plain == "y"]`, one); !strings.Contains(got, "a.b") {
		t.Errorf("got %s", got)
	}
	if got := query(`variables.plain == "seen"`, one); !strings.HasPrefix(got, "true") {
		t.Errorf("got %s", got)
	}

	selected := func(where, secret string) string {
		w, diags := planfmt.NewWhere("w", where)
		if diags.HasErrors() {
			return "static: " + diags.Error()
		}
		opts := planfmt.Options{Format: "json", Selection: planfmt.Selection{Where: w.WithoutSecrets(), Drift: rules.AllDrift}}
		var out bytes.Buffer
		_, err := planfmt.Show(t.Context(), &out, bytes.NewReader(guessedPlan(secret)), opts)
		if d, ok := err.(diag.List); ok {
			return d.Error()
		}
		return fmt.Sprint(out.String(), err)
	}
	for _, question := range secretQuestions {
		for _, at := range secretPlaces {
			if !sampling.TakesOneOf(4, t.Name(), at+question) {
				continue
			}
			expr := strings.ReplaceAll(fmt.Sprintf(question, strings.ReplaceAll(at, "PLACE", "after")), "GUESS", one)
			// Whether a value is the same as before shows in the plan itself; nothing else may differ.
			if a, b := selected(expr, one), selected(expr, other); a != b {
				t.Errorf("--where %s:\n%s\n%s", expr, a, b)
			}
		}
	}
	if asked < 100 || asked < 500 && sampling.Full() {
		t.Errorf("only %d questions", asked)
	}
	// With secrets, there is a difference: the questions are good ones.
	q, _ := planfmt.NewQuery("q", `[for r in resources : r.address if r.after.p == "`+one+`"]`)
	var a, b bytes.Buffer
	_, _ = q.Run(t.Context(), &a, bytes.NewReader(guessedPlan(one)), planfmt.Options{}, "json")
	_, _ = q.Run(t.Context(), &b, bytes.NewReader(guessedPlan(other)), planfmt.Options{}, "json")
	if a.String() == b.String() {
		t.Errorf("nothing differs without the mask: %s", a.String())
	}
}
