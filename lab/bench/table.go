package main

import (
	"fmt"
	"io"
	"strings"
)

// figure is a number that was measured, with its goal.
type figure struct {
	what  string
	value float64
	unit  string
	goal  goal
}

// goal is a limit of a figure. The zero value is no goal.
type goal struct {
	limit   float64
	atLeast bool // otherwise the figure should not be larger
}

func atMost(limit float64) goal  { return goal{limit: limit} }
func atLeast(limit float64) goal { return goal{limit: limit, atLeast: true} }

// verdict says whether the figure reaches its goal.
func (f figure) verdict() string {
	switch {
	case f.goal.limit == 0:
		return ""
	case f.goal.atLeast == (f.value >= f.goal.limit), f.value == f.goal.limit:
		return "yes"
	}
	return "**no**"
}

func (g goal) spell(unit string) string {
	switch {
	case g.limit == 0:
		return ""
	case g.atLeast:
		return ">= " + number(g.limit, unit)
	}
	return "<= " + number(g.limit, unit)
}

// number spells a value with three significant digits.
func number(v float64, unit string) string {
	text := fmt.Sprintf("%.3g", v)
	if v >= 1000 {
		text = fmt.Sprintf("%.0f", v)
	}
	return strings.TrimSpace(text + " " + unit)
}

// writeTable writes the figures as a table in Markdown.
func writeTable(w io.Writer, figures []figure) {
	rows := [][4]string{{"what", "measured", "goal", "reached"}}
	for _, f := range figures {
		rows = append(rows, [4]string{f.what, number(f.value, f.unit), f.goal.spell(f.unit), f.verdict()})
	}
	var widths [4]int
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], len(cell))
		}
	}
	for n, r := range rows {
		fmt.Fprintf(w, "| %-*s | %*s | %*s | %-*s |\n", widths[0], r[0], widths[1], r[1], widths[2], r[2], widths[3], r[3])
		if n == 0 {
			fmt.Fprintf(w, "|%s|%s:|%s:|%s|\n", strings.Repeat("-", widths[0]+2), strings.Repeat("-", widths[1]+1),
				strings.Repeat("-", widths[2]+1), strings.Repeat("-", widths[3]+2))
		}
	}
}
