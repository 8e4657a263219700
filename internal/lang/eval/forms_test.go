package eval

import (
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// forms are expressions that have a value of any type T. In them, @T is an expression of this type, and @b, @n, @s, @S
// and @o are those of other types. After "for @x in @src", @x is a variable, and may be in @xT, @xs and @xb.
var forms = []string{
	// What a for expression makes, grouped or not.
	`{for @x in @src : @xs => @xT...}["a"][0]`,
	`{for @x in @src : "a" => @xT... if @xb}.a[0]`,
	`{for @x in @src : @xs => @xT if @xb}.a`,
	`{for @x in @src : @xs => @xT}[@s]`,
	`[for @x in @src : @xT if @xb][0]`,
	`[for @x in @src : @xT][@n]`,
	`[for k, g in {for @x in @src : @xs => @xT...} : g[0]][0]`,
	`[for k, @x in v.o : @xT if k == "p"][0]`,
	`[for k, @x in v.ms : @xT if k == @s][0]`,
	`[for i, @x in v.t : @xT if i < @n][0]`,
	// Keys that are computed.
	`{(@s) = @T, x = @T}.x`,
	`{(@s) = @T, a = @T}["a"]`,
	`{(@s) = @T, (@s) = @T}[@s]`,
	`{"${@s}b" = @T}.ab`,
	`{p = @T, q = @T}[@s]`,
	// Splats.
	`([{x = @T}, {x = @T}][*].x)[0]`,
	`[{x = [@T]}].*.x[0][0]`,
	`([[@T], [@T]][*][0])[@n]`,
	`(@T[*])[0]`,
	`(try(@T, null)[*])[0]`,
	`([for @x in @src : {x = @xT}][*].x)[0]`,
	// Conditions that are not known.
	`(@b ? [@T] : [@T, @T])[@n]`,
	`(@b ? {a = @T} : {a = @T}).a`,
	`[for @x in @src : @xT if @b][0]`,
	`(@b ? @T : null)`,
}

// caught are forms that HCL does not have by itself.
var caught = []string{
	`try(@T, @T)`,
	`try({for @x in @src : @xs => @xT}.a, @T)`,
	`try(try({(@s) = @T}.a, [@T][@n]), @T)`,
	`try([for @x in @src : @xT][@n], @T)`,
	`(can(@T) ? @T : @T)`,
	`(can(try(@s + 1, @T)) && @b ? @T : @T)`,
	`(try(@T, null) == null ? @T : try(@T, @T))`,
	`[for @x in @src : @xT if can(@x.p)][0]`,
	`try([for @x in @src : @xT if can(@x.q + 1)][0], @T)`,
	`element([@T, @T], @n)`,
	`element([for @x in @src : @xT], @n)`,
	`lookup({a = @T}, @s, @T)`,
	`lookup(v.ms, @s, @T)`,
	`one([for @x in [@T] : @x if @b])`,
	`values({for @x in @src : @xs => @xT})[0]`,
	`jsondecode(jsonencode(@T))`,
	`jsondecode(jsonencode({a = @T})).a`,
	`flatten([[@T], [for @x in @src : @xT]])[@n]`,
	`concat([@T], [for @x in @src : @xT])[@n]`,
	`zipmap(["a", @s], [@T, @T]).a`,
	`merge({a = @T}, {(@s) = @T}).a`,
	`merge({a = @T}, @b ? {b = @T} : {a = @T}).a`,
	`reverse([@T, @T])[@n]`,
	`reverse([for @x in @src : @xT])[0]`,
	`distinct([@T, @T])[@n]`,
	`slice([@T, @T, @T], @n, @n)[0]`,
	`slice([for @x in @src : @xT], 0, @n)[0]`,
	`coalescelist([for @x in @src : @xT if @xb], [@T])[0]`,
	`setproduct([@T], [@T, @T])[0][0]`,
	`tolist(toset([@T, @T]))[0]`,
	`tolist([@T, @T])[@n]`,
	`chunklist([@T, @T], @n)[0][0]`,
	`nonsensitive(@T)`,
	`concat(v.ll...)[@n] == "a" ? @T : @T`,
	`merge([{a = @T}, {(@s) = @T}]...).a`,
	`(length([for @x in @src : @xT if @xb]) == @n ? @T : @T)`,
	`(contains([for @x in @src : @xT if @xb], @T) ? @T : @T)`,
	`(index([@s, @s, "a"], @s) == 1 ? @T : @T)`,
	`coalesce(@T, @T)`,
	`(regex("^(a|b)(c)?", @s)[1] == null ? @T : @T)`,
	`(length(regexall("a|b", @s)) > @n ? @T : @T)`,
	`(replace(@s, @s, "x") == @s ? @T : @T)`,
	`(format("%5s|%-3v|%q", @s, @n, @s) < 1 ? @T : @T)`,
	`(format("%s-%03d", @s, @n) == "a-001" ? @T : @T)`,
	`(formatlist("%s-%s", @S, @s)[0] == "a-b" ? @T : @T)`,
	`(sum([@n, @n]) > @n ? @T : @T)`,
	`(sum([for @x in v.ln : @x]) > @n ? @T : @T)`,
	`(substr(@s, @n, @n) == @s ? @T : @T)`,
	`(indent(@n, @s) == @s ? @T : @T)`,
	`(semvercmp("1.2.${@n}", "1.2.3") < 0 ? @T : @T)`,
	`(setsymmetricdifference(@S, v.ss) == toset(@S) ? @T : @T)`,
	`(valuetostring([@T]) != "" ? @T : @T)`,
	`(type(@T) == "string" ? @T : @T)`,
}

// form writes one of the forms.
func (g *generator) form(t cty.Type, depth int) string {
	choice := forms
	if g.all {
		choice = append(choice[:len(choice):len(choice)], caught...)
	}
	x := g.fresh()
	var bound []variable
	inner := func(t cty.Type) string { return g.with(bound, t, depth-2) }
	var b strings.Builder
	for rest := g.pick(choice...); rest != ""; {
		before, after, found := strings.Cut(rest, "@")
		b.WriteString(before)
		if !found {
			break
		}
		switch rest = after; {
		case strings.HasPrefix(rest, "src"):
			source, elem := g.source(depth - 2)
			bound = []variable{{x, elem}}
			b.WriteString(source)
			rest = rest[3:]
		case strings.HasPrefix(rest, "xT"):
			b.WriteString(inner(t))
			rest = rest[2:]
		case strings.HasPrefix(rest, "xs"):
			b.WriteString(inner(cty.String))
			rest = rest[2:]
		case strings.HasPrefix(rest, "xb"):
			b.WriteString(inner(cty.Bool))
			rest = rest[2:]
		case rest[0] == 'x':
			b.WriteString(x)
			rest = rest[1:]
		default:
			types := map[byte]cty.Type{'T': t, 'b': cty.Bool, 'n': cty.Number, 's': cty.String, 'S': cty.List(cty.String), 'o': rule}
			b.WriteString(g.expr(types[rest[0]], depth-1))
			rest = rest[1:]
		}
	}
	return b.String()
}

// directives writes a text with conditions in it.
func (g *generator) directives(depth int) string {
	return fmt.Sprintf("\"%s%%{ if %s }%s${%s}%%{ else }%s%%{ endif }%s\"", g.pick("", "a", "ab"),
		g.expr(cty.Bool, depth-1), g.pick("", "a"), g.expr(cty.String, depth-1), g.pick("", "ab", "b"), g.pick("", "x"))
}
