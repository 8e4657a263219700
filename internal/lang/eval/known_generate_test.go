package eval

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// knownGenerator writes random expressions over known values, by what they are meant to be: b is a bool, n a number, s a string, l
// a list, a set or a tuple, m a map or an object, and a is anything. Some of them are meant to be something else than what is
// expected around them.
type knownGenerator struct {
	*rand.Rand
	next int
	// vars are the variables of the for expressions around.
	vars []string
	// terraform means that functions are called that go-cty does not have.
	terraform bool
}

// knownLeaves are expressions without parts.
var knownLeaves = map[byte][]string{
	'b': {"true", "false", `"true"`, `"false"`, "local.b"},
	'n': {
		"0", "1", "2", "3", "-1", "0.5", "1e3", "25e-1", "-0.0", "12345678901234567890123456789", "0.1", "1e60", `"2"`, `"0x1"`, `"1e2"`,
		"local.n", "local.big", "length(local.ls)",
	},
	's': {
		`""`, `"a"`, `"b"`, `"ab"`, `"a,b"`, `"1"`, `"01"`, `"true"`, `"A b"`, `" x "`, `"é"`, `"e\u0301"`, `"日本"`, `"👩‍👩‍👧"`, `"a\nb"`, `"x-y"`,
		`"%d"`, `"%s"`, `"%v-%q"`, `"10.0.0.0/8"`, `"2020-02-29T23:59:58Z"`, `"a=$${b}"`, `"[1, null, {\"a\": []}]"`, `"x,y\n1,2"`, `"(a)(b)?"`,
		"local.s", "local.text", "tostring(1.50)",
	},
	'l': {
		"[]", "[1, 2]", `["a", "b"]`, `[1, "a"]`, "[null]", "[1, null, []]", "[{a = 1}, {a = 2}]", `[{a = 1}, {b = "x"}]`, `[[1], ["a"]]`, "[[], [1, 2]]",
		"[true, 1]", "[{}, {a = null}]", "tolist([])", "toset([])", `tolist(["a", "b", "a"])`, `toset(["b", "a"])`, "tolist([{a = 1}])", "toset([[1], [2]])",
		"toset([{a = 1}, {a = 2}])", `tolist([[], ["x"]])`, "local.ls", "local.ln", "local.ss", "local.sn", "local.lo", "local.so", "local.ll", "local.t", "local.no",
		"local.sl", "local.lm",
	},
	'm': {
		"{}", "{a = 1}", `{a = 1, b = "x"}`, "{a = null}", "{b = [], a = {c = 1}}", "tomap({})", "tomap({a = 1})", `tomap({a = "x", b = 2})`, "tomap({a = [1], b = []})",
		`{"é" = 1}`, `{(1) = 2}`, "local.ms", "local.mn", "local.mo", "local.o", "local.deep",
	},
}

// knownCalls are calls of functions that go-cty has, by what they return. A letter after a percent sign is an argument.
var knownCalls = map[byte][]string{
	'b': {"contains(%l, [%a])", "contains(%l, 1)", `contains(%l, "a")`, "contains([%b, %n, {a = 1}], {a = %n})", "can(%a)", "tobool(%a)"},
	'n': {
		"abs(%n)", "ceil(%n)", "floor(%n)", "log(%n, %n)", "max(%n, %n)", "min(%n, %n, %n)", "max(%l...)", "parseint(%s, %n)", "pow(%n, %n)", "signum(%n)", "tonumber(%a)",
	},
	's': {
		"upper(%s)", "lower(%s)", "title(%s)", "strrev(%s)", "chomp(%s)", "indent(%n, %s)", "substr(%s, %n, %n)", "trim(%s, %s)", "trimprefix(%s, %s)", "trimsuffix(%s, %s)",
		"trimspace(%s)", "join(%s, %l)", "join(%s, %l, %l)", "format(%s, %a)", `format("%%s-%%v", [%a], {x = %a})`, `format("%%5.2f|%%q|%%#v", %n, %s, [%a])`, "jsonencode(%a)", "tostring(%a)",
		`format("%%[2]s%%[1]s", %s, %s)`, "formatdate(\"YYYY-MM-DD'T'hh\", %s)", "timeadd(%s, \"1h\")", `regex("[a-z]+", %s)`,
	},
	'l': {
		"concat(%l, %l)", "concat(%l)", "concat(%l, %l, %l)", "flatten(%l)", "flatten([%l, %a])", "flatten([%l, [%l]])", "distinct(%l)", "compact(%l)", "keys(%m)", "values(%m)",
		"chunklist(%l, %n)", "coalescelist(%l, %l)", "reverse(%l)", "sort(%l)", "slice(%l, %n, %n)", "slice(%l, 0, 1)", "setunion(%l, %l)", "setintersection(%l, %l)",
		"setsubtract(%l, %l)", "setproduct(%l, %l)", "tolist(%l)", "toset(%l)", "tolist(%a)", "toset(%a)", "tolist([%a, %a])", "tolist([%a, %a, %a])", "toset([%a, null, %a])",
		"split(%s, %s)", `formatlist("%%s-%%s", %a, %a)`, "range(%n)", "range(%n, %n)", "range(%n, %n, %n)", `regexall("(.)", %s)`, `regexall("(?P<x>.)", %s)`, "csvdecode(%s)",
		"concat([%a], %l)", "concat(tolist([]), %l)", "tolist(%m)", "values(tomap(%m))", "setunion(%l, [%a])", "concat(%l, tolist([%m]))",
	},
	'm': {"merge(%m, %m)", "merge(%m, {c = %a})", "merge(%l...)", "zipmap(%l, %l)", "tomap(%m)", "tomap(%a)", "tomap({a = %a, b = %a})", "tomap({a = %a, b = %a, c = %a})", `regex("(?P<x>.)(?P<y>b)?", %s)`},
	'a': {"element(%l, %n)", "try(%a, %a)", "try(%a)", "jsondecode(%s)", "jsondecode(jsonencode(%a))", "tostring(%a)"},
}

// otherCalls are calls of functions that go-cty has, but not Terraform, and that Terraform 1.11 answers in another way.
var otherCalls = map[byte][]string{
	's': {`format("%%s-%%v", %a, %a)`, `format("%%q|%%#v", %s, %a)`}, // Terraform 1.11 does not know what it formats if that is null
	'l': {"setsymmetricdifference(%l, %l)"},
}

// terraformCalls are calls of functions that only Terraform has, or that it has changed.
var terraformCalls = map[byte][]string{
	'b': {"alltrue(%l)", "anytrue(%l)", "alltrue([%b, %b])", "anytrue([%b, %b])", "startswith(%s, %s)", "endswith(%s, %s)", "strcontains(%s, %s)", "issensitive(%a)"},
	'n': {"length(%l)", "length(%m)", "length(%s)", "length(%a)", "index(%l, %a)", "sum(%l)", "sum([%n, %n])", `timecmp(%s, "2020-02-29T23:59:58Z")`},
	's': {
		"base64encode(%s)", "base64decode(%s)", "base64decode(base64encode(%s))", "md5(%s)", "sha1(%s)", "sha256(%s)", "sha512(%s)", "base64sha256(%s)", "base64sha512(%s)",
		"urlencode(%s)", "basename(%s)", "dirname(%s)", "cidrhost(%s, %n)", "cidrnetmask(%s)", "cidrsubnet(%s, %n, %n)", "replace(%s, %s, %s)", `replace(%s, "/[a-z]/", "<$0>")`,
		"yamlencode(%a)",
	},
	'l': {"cidrsubnets(%s, %n, %n)"},
	'a': {"lookup(%m, %s, %a)", `lookup(%m, "a", %a)`, "coalesce(%a, %a)", "coalesce(%s, %s)", "one(%l)", "one([%a])", "yamldecode(%s)", "yamldecode(yamlencode(%a))", "nonsensitive(%a)"},
}

func (g *knownGenerator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *knownGenerator) kind() byte { return "bnslm"[g.IntN(5)] }

// expr writes an expression that is meant to be of a kind.
func (g *knownGenerator) expr(kind byte, depth int) string {
	switch {
	case g.IntN(30) == 0:
		return "null"
	case kind == 'a' && (depth <= 0 || g.IntN(4) > 0), g.IntN(20) == 0:
		kind = g.kind()
	}
	if depth <= 0 {
		return g.leaf(kind)
	}
	switch g.IntN(12) {
	case 0:
		return g.leaf(kind)
	case 1, 2:
		return g.conditional(kind, depth)
	case 3:
		return g.part(kind, depth)
	case 4:
		return fmt.Sprintf("try(%s, %s)", g.expr(kind, depth-1), g.expr(kind, depth-1))
	case 5, 6, 7, 8:
		if s := g.call(kind, depth); s != "" {
			return s
		}
	}
	return g.form(kind, depth)
}

func (g *knownGenerator) leaf(kind byte) string {
	if len(g.vars) > 0 && g.IntN(3) == 0 {
		return g.pick(g.vars...)
	}
	if kind == 'a' {
		kind = g.kind()
	}
	return g.pick(knownLeaves[kind]...)
}

// conditional writes a condition with branches that often are of different types, or have errors.
func (g *knownGenerator) conditional(kind byte, depth int) string {
	other := kind
	if g.IntN(6) == 0 {
		other = g.kind()
	}
	a, b := g.expr(kind, depth-1), g.expr(other, depth-1)
	if g.IntN(3) == 0 {
		b = g.failing(kind, depth-1)
	}
	if g.IntN(2) == 0 {
		a, b = b, a
	}
	return fmt.Sprintf("(%s ? %s : %s)", g.expr('b', min(depth-1, 1)), a, b)
}

// failing writes an expression with an error in it, which values do not show before they are looked at.
func (g *knownGenerator) failing(kind byte, depth int) string {
	bad := g.pick(`parseint(local.text, 10)`, "local.ls[99]", "local.o.missing", `tonumber(local.text)`, "local.none[0]", `element(local.no, 0)`, `regex("z{9}", local.text)`)
	switch kind {
	case 'b':
		other := bad
		if !g.terraform {
			other = fmt.Sprintf("(%s && %s)", bad, g.operand(depth))
		}
		return g.pick("("+bad+" == 1)", "!"+bad, "("+bad+" > 1)", bad, other)
	case 'n':
		return g.pick("("+bad+" + 1)", "-"+bad, bad)
	case 's':
		return g.pick(`"x${`+bad+`}"`, bad, `"${`+bad+`}"`, `"%{ if `+bad+` }x%{ endif }"`, `"%{ for x in `+bad+` }x%{ endfor }"`)
	case 'm':
		return g.pick(
			fmt.Sprintf("{a = %s, b = %s}", bad, g.expr('a', depth)), fmt.Sprintf("{(%s) = %s}", bad, g.expr('a', depth)), fmt.Sprintf("merge({a = %s}, %s)", bad, g.expr('m', depth)),
			fmt.Sprintf("{for k, v in %s : k => %s}", g.expr('m', depth), bad), fmt.Sprintf("{for k, v in %s : %s => v}", g.expr('m', depth), bad),
			fmt.Sprintf("{for k, v in %s : k => %s...}", g.expr('m', depth), bad), bad,
		)
	}
	return g.pick(
		fmt.Sprintf("[%s, %s]", bad, g.expr('a', depth)), fmt.Sprintf("[%s, %s]", g.expr('a', depth), bad), fmt.Sprintf("[for x in %s : %s]", g.expr('l', depth), bad),
		fmt.Sprintf("[for x in %s : x if %s]", g.expr('l', depth), bad), fmt.Sprintf("%s[*].missing", g.expr('l', depth)), bad, "["+bad+"]", fmt.Sprintf("[[%s], %s]", bad, g.expr('l', depth)),
		fmt.Sprintf("[for x in %s : [x, %s]]", bad, g.expr('a', depth)), fmt.Sprintf("[{a = %s}, %s]", bad, g.expr('m', depth)),
		fmt.Sprintf("[(%s ? %s : %s)]", bad, g.expr('a', depth), g.expr('a', depth)), fmt.Sprintf("[(true ? %s : %s)]", bad, g.expr('a', depth)),
	)
}

// part writes an expression for a part of a collection.
func (g *knownGenerator) part(kind byte, depth int) string {
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("[%s, %s][%s]", g.expr(kind, depth-1), g.expr('a', depth-1), g.pick("0", "0", "1", "-1", g.expr('n', 0)))
	case 1:
		return fmt.Sprintf("{a = %s, b = %s}%s", g.expr(kind, depth-1), g.expr('a', depth-1), g.pick(".a", `["a"]`, ".b", ".c"))
	case 2:
		return fmt.Sprintf("%s[%s]", g.expr('l', depth-1), g.pick("0", "0", "1", `"0"`, g.expr('n', 0)))
	case 3:
		return fmt.Sprintf("%s[%s]", g.expr('m', depth-1), g.pick(`"a"`, `"a"`, `"b"`, g.expr('s', 0)))
	case 4:
		return g.expr('m', depth-1) + g.pick(".a", ".b")
	}
	return fmt.Sprintf("tolist([%s, %s])[%s]", g.expr(kind, depth-1), g.expr(kind, depth-1), g.pick("0", "1"))
}

func (g *knownGenerator) call(kind byte, depth int) string {
	choice := knownCalls[kind]
	switch {
	case g.terraform && g.IntN(2) == 0:
		choice = terraformCalls[kind]
	case !g.terraform && g.IntN(20) == 0:
		choice = otherCalls[kind]
	}
	if len(choice) == 0 {
		return ""
	}
	return g.fill(g.pick(choice...), depth-1)
}

// fill writes expressions for the letters of a form.
func (g *knownGenerator) fill(form string, depth int) string {
	var b strings.Builder
	for i := 0; i < len(form); i++ {
		if form[i] != '%' {
			b.WriteByte(form[i])
			continue
		}
		i++
		if form[i] == '%' {
			b.WriteByte('%')
			continue
		}
		b.WriteString(g.expr(form[i], depth))
	}
	return b.String()
}

// within writes an expression in a for expression with variables of its own.
func (g *knownGenerator) within(kind byte, depth int, vars ...string) string {
	old := g.vars
	g.vars = append(vars, old...)
	defer func() { g.vars = old }()
	return g.expr(kind, depth)
}

func (g *knownGenerator) fresh() string {
	g.next++
	return fmt.Sprintf("x%d", g.next)
}

// form writes an expression that is no call.
func (g *knownGenerator) form(kind byte, depth int) string {
	d := depth - 1
	switch kind {
	case 'b':
		switch g.IntN(5) {
		case 0:
			return fmt.Sprintf("(%s %s %s)", g.expr('n', d), g.pick("<", "<=", ">", ">="), g.expr('n', d))
		case 1:
			k := g.kind()
			return fmt.Sprintf("(%s %s %s)", g.expr(k, d), g.pick("==", "!="), g.expr(k, d))
		case 2:
			return "!" + g.expr('b', d)
		case 3:
			return fmt.Sprintf("(%s %s null)", g.expr('a', d), g.pick("==", "!="))
		}
		return fmt.Sprintf("(%s %s %s)", g.operand(d), g.pick("&&", "||"), g.operand(d))
	case 'n':
		if g.IntN(5) == 0 {
			return "-" + g.expr('n', d)
		}
		return fmt.Sprintf("(%s %s %s)", g.expr('n', d), g.pick("+", "-", "*", "/", "%"), g.expr('n', d))
	case 's':
		return g.template(depth)
	case 'm':
		return g.mapping(depth)
	}
	return g.sequence(depth)
}

// operand writes an operand of && or ||, which is not null: planfmt takes that for a mistake, as Terraform 1.11 does, while HCL has become less
// strict. For Terraform 1.11, it has no errors: only later ones leave out what is not needed.
func (g *knownGenerator) operand(depth int) string {
	if g.terraform {
		return g.pick("true", "false", "local.b", fmt.Sprintf("can(%s)", g.expr('a', depth)))
	}
	return g.pick("true", "false", "local.b",
		fmt.Sprintf("can(%s)", g.expr('a', depth)), fmt.Sprintf("(%s == %s)", g.expr('n', depth), g.expr('n', depth)), fmt.Sprintf("(%s < %s)", g.expr('n', depth), g.expr('n', depth)),
		fmt.Sprintf("!%s", g.expr('b', depth)), fmt.Sprintf("contains(%s, 1)", g.expr('l', depth)))
}

func (g *knownGenerator) template(depth int) string {
	d := depth - 1
	switch g.IntN(6) {
	case 0:
		x := g.fresh()
		return fmt.Sprintf(`"%%{ for %s in %s }<${%s}>%%{ endfor }"`, x, g.expr('l', d), g.within('s', d-1, x))
	case 1:
		return fmt.Sprintf(`"%%{ if %s }${%s}%%{ else }y%%{ endif }"`, g.expr('b', d), g.expr('s', d))
	case 2:
		return fmt.Sprintf(`"${%s}"`, g.expr('a', d))
	}
	return fmt.Sprintf(`"%s${%s}%s${%s}"`, g.pick("", "a", "é"), g.expr("bns"[g.IntN(3)], d), g.pick("", "-", "\\n"), g.expr("ns"[g.IntN(2)], d))
}

func (g *knownGenerator) sequence(depth int) string {
	d := depth - 1
	x, y := g.fresh(), g.fresh()
	switch g.IntN(9) {
	case 0:
		return fmt.Sprintf("[%s]", g.expr('a', d))
	case 1:
		return fmt.Sprintf("[%s, %s, %s]", g.expr('a', d), g.expr('a', d), g.expr('a', d))
	case 2:
		return fmt.Sprintf("[for %s in %s : %s]", x, g.expr("lm"[g.IntN(2)], d), g.within('a', d, x))
	case 3:
		return fmt.Sprintf("[for %s, %s in %s : %s if %s]", x, y, g.expr("lm"[g.IntN(2)], d), g.within('a', d, y, x), g.within('b', d, y, x))
	case 4:
		return "(" + g.expr("lma"[g.IntN(3)], d) + ")" + g.pick("[*]", "[*].a", ".*.a", `[*]["a"]`, "[*][0]")
	case 5:
		k := g.kind()
		return fmt.Sprintf("%s([%s, %s])", g.pick("tolist", "toset"), g.expr(k, d), g.expr(k, d))
	}
	k := g.kind()
	return fmt.Sprintf("[%s, %s]", g.expr(k, d), g.expr(k, d))
}

func (g *knownGenerator) mapping(depth int) string {
	d := depth - 1
	x, y := g.fresh(), g.fresh()
	switch g.IntN(7) {
	case 0:
		return fmt.Sprintf("{a = %s}", g.expr('a', d))
	case 1:
		return fmt.Sprintf("{for %s, %s in %s : %s => %s}", x, y, g.expr("lm"[g.IntN(2)], d), g.pick(x, g.within('s', d, x, y)), g.within('a', d, y, x))
	case 2:
		return fmt.Sprintf("{for %s in %s : %s => %s...}", x, g.expr("lm"[g.IntN(2)], d), g.within('s', d, x), g.within('a', d, x))
	case 3:
		return fmt.Sprintf("tomap({a = %s, %s = %s})", g.expr('a', d), g.pick("b", `"a b"`, "(1)"), g.expr('a', d))
	case 4:
		return fmt.Sprintf("{(%s) = %s}", g.expr('s', d), g.expr('a', d))
	}
	return fmt.Sprintf("{a = %s, b = %s}", g.expr('a', d), g.expr('a', d))
}
