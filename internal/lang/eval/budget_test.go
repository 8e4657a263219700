package eval_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// limited binds an expression without constants, and evaluates it.
func limited(t *testing.T, src string, b *budget.Budget) eval.Result {
	t.Helper()
	syntax, diags := policyfile.ParseExpression("q", []byte(src))
	if diags.HasErrors() {
		t.Fatalf("%s: %v", src, diags.Err())
	}
	bound, diags := model.Bind(syntax, model.Scope{Functions: funcs.All(), Bare: true})
	if diags.HasErrors() {
		t.Fatalf("%s: %v", src, diags.Err())
	}
	return eval.Eval(bound, nil, b)
}

// let makes a name for a value that is not a constant to the binder.
func let(name, val, in string) string { return fmt.Sprintf("[for %s in [%s] : %s]", name, val, in) }

// laughs is a YAML document that is short and has 9 to the power of n parts.
func laughs(n int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), ","))
	}
	return b.String()
}

const (
	// big is a text of 1 MB, and many a list of 100,000 elements.
	big  = `join("", [for a in range(1000) : join("", [for b in range(1000) : "x"])])`
	many = `flatten([for a in range(100) : range(1000)])`
)

// TestHostile evaluates small expressions that are much work. All exceed a small budget, and nothing around them helps. It takes one
// of eight; PLANFMT_TEST=full takes all.
func TestHostile(t *testing.T) {
	sampling.SkipShort(t)
	for name, src := range map[string]string{
		"loops":         `sum([for a in range(1000) : sum([for b in range(1000) : sum([for c in range(1000) : a * b * c])])])`,
		"objects":       `[for a in range(1000) : { for b in range(1000) : "x${b}" => range(100) }]`,
		"conditions":    `[for a in range(1000) : [for b in range(1000) : b if b == a]]`,
		"templates":     `[for a in range(1000) : [for b in range(100) : "%{for c in range(100)}${c}%{endfor}"]]`,
		"splats":        let("l", `[for a in range(1000) : { b = a }]`, `[for a in range(1000) : l[*].b]`),
		"equality":      let("l", `range(1000)`, `[for a in range(1000) : [for b in range(100) : l == l]]`),
		"conditionals":  let("l", `range(1000)`, `[for a in range(1000) : [for b in range(100) : length(a == b ? l : [])]]`),
		"tuples":        let("l", `range(1000)`, `[for a in range(1000) : [for b in range(1000) : [l, l][0]]]`),
		"length":        let("l", `range(1000)`, `[for a in range(1000) : [for b in range(1000) : length(l)]]`),
		"distinct":      `distinct(` + many + `)`,
		"contains":      let("l", many, `[for a in range(1000) : contains(l, -1)]`),
		"setproduct":    `setproduct(range(1000), range(1000), range(1000))`,
		"setproducts":   `[for a in range(10) : setproduct(range(300), range(300))]`,
		"sets":          let("l", many, `[for a in range(100) : setunion(l, [a])]`),
		"mixed list":    `toset(concat([for a in range(1000) : [a]], [for a in range(1000) : [[a]]]))`,
		"flatten":       `flatten([for a in range(1000) : [for b in range(1000) : [b]]])`,
		"concat":        let("l", many, `[for a in range(100) : concat(l, l)]`),
		"chunklist":     let("l", many, `[for a in range(100) : chunklist(l, 1)]`),
		"replace":       let("s", big, `replace(s, "x", s)`),
		"replace regex": let("s", big, `replace(s, "/x*/", "$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0")`),
		"replace none":  let("s", big, `replace(s, "", s)`),
		"join":          let("s", big, `join(s, range(1000))`),
		"format":        let("s", big, `format("`+strings.Repeat("%[1]s", 1000)+`", s)`),
		"format widths": `format("` + strings.Repeat("%9999s", 700) + `", "a")`,
		"formatlist":    `[for a in range(1000) : formatlist("%9999s%s", [for b in range(100) : "x"], "a")]`,
		"indent":        let("s", `join("\n", range(1000))`, `[for a in range(1000) : indent(10000, s)]`),
		"split":         let("s", big, `split("", s)`),
		"regexall":      let("s", big, `regexall("", s)`),
		"regexall big":  let("s", big, `regexall("(x)(x)(x)", s)`),
		"regex":         let("s", big, `regex("(x{1,30}){30}y", s)`),
		"jsonencode":    let("l", many, `[for a in range(100) : length(jsonencode(l))]`),
		"jsondecode":    `jsondecode("[${join(",", ` + many + `)}]")`,
		"json, deep":    `jsondecode(join("", concat([for a in range(1000) : join("", [for b in range(1000) : "["])])))`,
		"yamlencode":    let("l", many, `[for a in range(100) : length(yamlencode(l))]`),
		"yamldecode":    `yamldecode(` + strconv.Quote(laughs(8)) + `)`,
		"yaml merge":    `yamldecode(` + strconv.Quote(laughs(8)) + `)["a7"]`,
		"yaml, spelled": `yamldecode(` + strconv.Quote(laughs(8)+"b: !!str &b [") + `)`,
		"csvdecode":     `csvdecode("a,b\n${join("\n", [for a in ` + many + ` : "1,2"])}")`,
		"substr":        let("s", big, `[for a in range(100) : substr(s, 0, 1)]`),
		"strrev":        let("s", big, `[for a in range(100) : strrev(s)]`),
		"hashes":        let("s", big, `[for a in range(1000) : sha512(s)]`),
		"json numbers":  `jsonencode(tonumber("1e600000000"))`,
		"floor":         `floor(tonumber("1e600000000"))`,
		"modulo":        `tonumber("1e600000000") % 3`,
		"digits":        `parseint(join("", [for a in range(1000) : join("", [for b in range(1000) : "9"])]), 10)`,
		"json digits":   `jsondecode(join("", [for a in range(1000) : join("", [for b in range(1000) : "9"])]))`,
		"cidrsubnets":   `[for a in range(1000) : cidrsubnets("10.0.0.0/8", [for b in range(1000) : 24]...)]`,
		"values":        let("o", `{ for a in range(1000) : "x${a}" => a }`, `[for a in range(1000) : values(o)]`),
		"merge":         let("o", `{ for a in range(1000) : "x${a}" => a }`, `[for a in range(1000) : merge(o, o)]`),
		"zipmap":        let("l", `[for a in range(1000) : "x${a}"]`, `[for a in range(1000) : zipmap(l, l)]`),
		"sort":          let("l", `[for a in range(1000) : "x${a}"]`, `[for a in range(1000) : sort(l)]`),
		"type":          let("l", many, `[for a in range(100) : type(l)]`),
	} {
		for form, src := range map[string]string{
			"":                  src,
			"try":               "try(" + src + ", 1)",
			"can":               "can(" + src + ")",
			"try in a branch":   "true ? 1 : try(length(" + src + "), 1)",
			"can beside a true": "true || can(" + src + ")",
			"in try in can":     "can(try([for x in [1] : " + src + "], 1))",
		} {
			if form != "" && form != "try" && !slices.Contains([]string{"loops", "splats", "setproduct", "yamldecode", "modulo"}, name) {
				continue
			}
			if name != "loops" && !sampling.TakesOneOf(8, t.Name()+form, name) {
				continue
			}
			b := budget.New(100_000)
			r := limited(t, src, b)
			switch {
			case r.Err == nil:
				t.Errorf("%s, %s: no error after %d steps", name, form, b.Used())
			case !b.Exceeded():
				t.Errorf("%s, %s: %v after %d steps", name, form, r.Err, b.Used())
			case !strings.Contains(r.Err.Detail, "100000 steps") || !strings.Contains(r.Err.Detail, "--max-steps"):
				t.Errorf("%s, %s: %v", name, form, r.Err)
			case r.Err.Subject.IsZero():
				t.Errorf("%s, %s: the error is nowhere", name, form)
			}
		}
	}
}

// TestSteps says what usual expressions take, and that one which takes all of its budget succeeds.
func TestSteps(t *testing.T) {
	for src, most := range map[string]int{
		`1 + 1`: 10,
		`length([for a in range(100) : a if a > 10])`:                                                             1500,
		`jsonencode({ a = [1, 2], b = { c = "d" } })`:                                                             60,
		`[for a in jsondecode("{\"Statement\":[{\"Effect\":\"Allow\",\"Action\":\"*\"}]}").Statement : a.Effect]`: 120,
		`distinct([for a in range(100) : "x${a % 10}"])`:                                                          5000,
		`yamldecode("a: &a [1, 2]\nb: *a").b`:                                                                     150,
		`regexall("[a-z]+", "some words of a sentence")`:                                                          60,
	} {
		b := budget.New(0)
		if r := limited(t, src, b); r.Err != nil || b.Used() > most {
			t.Errorf("%s takes %d steps, and not %d at most: %v", src, b.Used(), most, r.Err)
		}
		exact := budget.New(b.Used())
		if r := limited(t, src, exact); r.Err != nil {
			t.Errorf("%s: %v", src, r.Err)
		}
		if r := limited(t, src, budget.New(b.Used()-1)); r.Err == nil {
			t.Errorf("%s takes fewer steps at another time", src)
		}
	}
}

func TestConstantsAreLimited(t *testing.T) {
	b := budget.New(50_000)
	constant := eval.Constants(b)
	src := `[for a in range(1000) : [for b in range(1000) : a]]`
	syntax, _ := policyfile.ParseExpression("q", []byte(src))
	for range 100 {
		if _, diags := model.Bind(syntax, model.Scope{Functions: funcs.All(), Bare: true, Constant: constant}); diags.HasErrors() {
			t.Fatal(diags.Err())
		}
	}
	if !b.Exceeded() {
		t.Errorf("100 large constants take %d steps", b.Used())
	}
}
