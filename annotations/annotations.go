// Package annotations has what other programs say about resources: findings of scanners, costs, and owners. It reads the reports of these
// programs, see [Read], and knows nothing about plans.
package annotations

import (
	"cmp"
	"math/big"
	"strings"

	"github.com/planfmt/planfmt/internal/base/enum"
)

// Level is how serious a finding is, in SARIF's words. The greater one is the worse one.
type Level uint8

// The levels.
const (
	// None is the level of what is not a finding: costs, owners, and remarks.
	None Level = iota
	// Note is for what is good to know.
	Note
	// Warning is for what may be wrong.
	Warning
	// Error is for what is wrong.
	Error
)

var levels = enum.New[Level]("level", "none", "note", "warning", "error")

// Levels returns the names of all levels.
func Levels() []string { return levels.All() }

// String returns the name of the level.
func (l Level) String() string { return levels.String(l) }

// MarshalText returns the name of the level.
func (l Level) MarshalText() ([]byte, error) { return levels.Marshal(l) }

// UnmarshalText sets the level by its name. If there is no such name, the error lists
// all of them.
func (l *Level) UnmarshalText(text []byte) error { return levels.Unmarshal(text, l) }

// Annotation is what a program says about a resource. All texts are somebody else's: they may contain anything.
type Annotation struct {
	// Tool is the name of the program, and Rule the rule that it has applied. Each may be empty.
	Tool string `json:"tool,omitempty"`
	Rule string `json:"rule,omitempty"`
	// Level is [None] for what is not a finding.
	Level Level `json:"level"`
	// Title says in a line what it is, and Text says more. Each may be empty.
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"`
	// URL is where to read on. It begins with https://, or is empty.
	URL string `json:"url,omitempty"`
	// Number is a decimal number, empty if there is none, and Unit what it counts: "USD/month". Of a cost, Number is what the resource will
	// cost, and Before is what it costs now, empty if that is not known.
	Number Number `json:"number,omitempty"`
	Before Number `json:"before,omitempty"`
	Unit   string `json:"unit,omitempty"`
	// Owners are who owns the file in which the resource is declared: "@team" or an address.
	Owners []string `json:"owners,omitempty"`
	// Shared is how many resources the annotation is about, if there are several: the instances of one that was named without a key, or what
	// a block declares. A number is for all of them, and stands at the first.
	Shared int `json:"shared,omitempty"`
	// Place is what the annotation is about, as the program says.
	Place Place `json:"place"`
}

// IsFinding reports whether the annotation is the finding of a scanner.
func (a *Annotation) IsFinding() bool { return a.Level > None }

// isCost reports whether the number is an amount per time: "USD/month".
func (a *Annotation) isCost() bool { return a.Number != "" && IsCost(a.Unit) }

// IsCost reports whether a unit is that of costs: an amount per time, such as "USD/month".
func IsCost(unit string) bool { return strings.Contains(unit, "/") }

// Name returns the shortest text by which a reader knows what the annotation says.
func (a *Annotation) Name() string { return cmp.Or(a.Title, a.Rule, a.Text) }

// Place is what an annotation is about: an address, or lines of a file. If it has both, the address counts if the document has it.
type Place struct {
	// Address is that of a resource. If it has no instance key, it stands for all instances.
	Address string `json:"address,omitempty"`
	// File is the name of a file with slashes, relative to the repository or to the root module. Line and EndLine are the first and the last
	// line; the first of the file is 1. Line is 0 if nothing is known, and EndLine is at least Line.
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	EndLine int    `json:"end_line,omitempty"`
}

// Number is a decimal number as text, such as "742.64". The zero value stands for no number.
type Number string

// mostDigits is how many digits a number has at most, on either side of the point.
const mostDigits = 30

// ParseNumber returns a number. It has an optional sign, digits, and optionally a point and more digits; there is no exponent.
func ParseNumber(text string) (Number, bool) {
	digits := strings.TrimPrefix(text, "-")
	whole, fraction, hasPoint := strings.Cut(digits, ".")
	if !isDigits(whole) || hasPoint && !isDigits(fraction) {
		return "", false
	}
	return Number(text), true
}

func isDigits(s string) bool {
	return s != "" && len(s) <= mostDigits && strings.Trim(s, "0123456789") == ""
}

// fixed returns the value times 10 to the power of [mostDigits]; 0 for no number.
func (n Number) fixed() *big.Int {
	whole, fraction, _ := strings.Cut(string(n), ".")
	i, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", max(mostDigits-len(fraction), 0)), 10)
	if !ok {
		return new(big.Int)
	}
	return i
}

// numberOf returns the number for such a value.
func numberOf(i *big.Int) Number {
	digits := new(big.Int).Abs(i).String()
	if n := mostDigits + 1 - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	point := len(digits) - mostDigits
	text := strings.TrimSuffix(strings.TrimRight(digits[:point]+"."+digits[point:], "0"), ".")
	if i.Sign() < 0 {
		text = "-" + text
	}
	return Number(text)
}

// Add returns the sum of two numbers. Nothing is rounded.
func (n Number) Add(other Number) Number {
	return numberOf(new(big.Int).Add(n.fixed(), other.fixed()))
}

// Sub returns the difference of two numbers. Nothing is rounded.
func (n Number) Sub(other Number) Number {
	return numberOf(new(big.Int).Sub(n.fixed(), other.fixed()))
}

// Sign returns -1, 0 or 1.
func (n Number) Sign() int { return n.fixed().Sign() }

// Compare compares two numbers.
func (n Number) Compare(other Number) int { return n.fixed().Cmp(other.fixed()) }

// Round returns the number with two digits behind the point, half away from zero, or with none if it is a whole number. A number that is not
// zero but would become zero stays as it is.
func (n Number) Round() Number {
	const shown = 2
	value := n.fixed()
	whole := numberOf(value)
	if !strings.Contains(string(whole), ".") {
		return whole
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(mostDigits-shown), nil)
	half := new(big.Int).Quo(unit, big.NewInt(2))
	if value.Sign() < 0 {
		half.Neg(half)
	}
	steps := new(big.Int).Quo(new(big.Int).Add(value, half), unit) // towards zero
	if steps.Sign() == 0 {
		return n
	}
	rounded := string(numberOf(steps.Mul(steps, unit)))
	at := strings.IndexByte(rounded, '.')
	if at < 0 {
		at = len(rounded)
		rounded += "."
	}
	return Number(rounded + strings.Repeat("0", shown-(len(rounded)-at-1)))
}
