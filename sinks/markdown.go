package sinks

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/doc"
)

// Flavour says what a place that shows Markdown can do. The zero Flavour is none of [Flavours].
type Flavour struct {
	Name string
	// Limit is the size of the longest text that the place accepts, in bytes of UTF-8. Some of the
	// places count characters instead, of which there are never more than bytes.
	Limit int
	// HasDetails says that <details> and <summary> work. Otherwise, HTML is shown as text.
	HasDetails bool
	// HasDiff says that the lines of a fence with the language diff are coloured by the signs
	// in their first columns.
	HasDiff bool
	// Changed is the sign of a change in place in such a fence: ! where this has a colour of its
	// own, otherwise ~.
	Changed string
	// HasAlerts says that a quotation that begins with [!CAUTION] is drawn as a warning.
	HasAlerts bool
	// HasMermaid says that a fence with the language mermaid is drawn as the picture that it describes.
	HasMermaid bool
	// Comment is the format of an invisible comment, with %s for its text.
	Comment string
}

const htmlComment = "<!-- %s -->"

// Flavours returns all flavours. The first is the default.
func Flavours() []Flavour {
	return []Flavour{
		{Name: "github", HasAlerts: true, HasMermaid: true, Limit: 65_536, HasDetails: true, HasDiff: true, Changed: "!", Comment: htmlComment},
		{Name: "gitlab", HasAlerts: true, HasMermaid: true, Limit: 1_000_000, HasDetails: true, HasDiff: true, Changed: "!", Comment: htmlComment},
		// Azure DevOps gives ! the colour of what is added.
		{Name: "azure-devops", Limit: 150_000, HasDetails: true, HasDiff: true, Changed: "~", Comment: htmlComment},
		{Name: "bitbucket", Limit: 32_768, Changed: "~", Comment: "[//]: # (%s)"},
		{Name: "step-summary", HasAlerts: true, HasMermaid: true, Limit: 1 << 20, HasDetails: true, HasDiff: true, Changed: "!", Comment: htmlComment},
	}
}

// FlavourNames returns the names of all flavours.
func FlavourNames() []string {
	var names []string
	for _, f := range Flavours() {
		names = append(names, f.Name)
	}
	return names
}

// FlavourNamed returns the flavour with a name. If there is none, the error lists the valid
// names.
func FlavourNamed(name string) (Flavour, error) {
	for _, f := range Flavours() {
		if f.Name == name {
			return f, nil
		}
	}
	return Flavour{}, fmt.Errorf("unknown flavour %q; valid values: %s", name, strings.Join(FlavourNames(), ", "))
}

// FenceComposer returns a [Composer] for the lines of a fence in the language diff. The signs
// stand in column 0.
func (f Flavour) FenceComposer() Composer {
	return Composer{EscapeRunnerCommands: true, plain: true, Margin: f.margin}
}

// margin returns a sign as it stands in column 0. Only what is created, and nothing else, may
// look like an addition. The order of a replacement shows, so that one that begins with a
// creation is marked as a change.
func (f Flavour) margin(s doc.Sign) []doc.Span {
	switch s {
	case doc.Update:
		return []doc.Span{{Role: doc.SignUpdate, Text: f.Changed}}
	case doc.CreateThenDelete, doc.CreateThenForget:
		if f.HasDiff {
			return append([]doc.Span{{Role: doc.SignUpdate, Text: f.Changed}}, s.Spans()...)
		}
	}
	return s.Spans()
}

// Fence returns the two lines around texts in a fence, with their line feeds, so that no line of
// the texts ends the fence. In the language diff, a text has signs in column 0.
func (f Flavour) Fence(language string, texts ...[]byte) (opening, closing string) {
	longest := 2
	for _, text := range texts {
		longest = max(longest, longestRun(text, '`'))
	}
	ticks := strings.Repeat("`", longest+1)
	if language == "diff" && !f.HasDiff {
		language = ""
	}
	return ticks + language + "\n", ticks + "\n"
}

// longestRun returns how often a byte occurs in a row at most.
func longestRun[T string | []byte](text T, c byte) int {
	most, n := 0, 0
	for i := range len(text) {
		if text[i] != c {
			n = 0
			continue
		}
		n++
		most = max(most, n)
	}
	return most
}

// Inline is a place for text within a line of Markdown. Text from a plan can do nothing there:
// what could be a link, a mention, a reference, markup or a command stands in code, where no
// flavour looks for any of them. Escapes are not enough, because the places look for mentions
// and references after they have turned Markdown into HTML.
type Inline uint8

// The places.
const (
	InText Inline = iota // in a paragraph, a heading or an item of a list
	InCell               // in a cell of a table
	InHTML               // between the tags of an HTML element
)

// mostTicks is how many backticks may open code. GitHub and GitLab take more of them for text, so
// that what follows would not be code.
const mostTicks = 80

// Code returns a text as code. The backticks in it are escaped, as [Escape] does it, if there are
// so many in a row that no more of them could stand around it.
func (in Inline) Code(text string) string {
	text = Escape(text)
	if in == InHTML {
		return "<code>" + escapeHTML(text) + "</code>"
	}
	if strings.Trim(text, " \t") == "" {
		text = `"` + text + `"` // blanks alone are not code
	}
	if longestRun(text, '`') >= mostTicks {
		text = strings.ReplaceAll(text, "`", hex(`\x`, '`', 2))
	}
	ticks := strings.Repeat("`", longestRun(text, '`')+1)
	if text[0] == '`' || text[len(text)-1] == '`' || text[0] == ' ' && text[len(text)-1] == ' ' {
		text = " " + text + " "
	}
	if in == InCell {
		text = strings.ReplaceAll(text, "|", `\|`)
	}
	return ticks + text + ticks
}

// Bold returns a text in bold type. The text is in the notation of the place already.
func (in Inline) Bold(text string) string {
	if in == InHTML {
		return "<b>" + text + "</b>"
	}
	return "**" + text + "**"
}

// Words returns a text in which only words that mean nothing to Markdown are not in code. White
// space becomes single blanks.
func (in Inline) Words(text string) string {
	var b strings.Builder
	var code []string
	flush := func() {
		if len(code) > 0 {
			text := strings.Join(code, " ")
			before, text, after := cutPunctuation(text)
			b.WriteString(escapeHTML(before) + in.Code(text) + escapeHTML(after))
			code = nil
		}
	}
	words := strings.Fields(text)
	for i, word := range words {
		word = Escape(word)
		quiet := isQuiet(word, i == 0) && !isInChange(words, i)
		if quiet || len(code) == 0 {
			flush()
			if i > 0 {
				b.WriteByte(' ')
			}
		}
		if quiet {
			b.WriteString(escapeHTML(word))
		} else {
			code = append(code, word)
		}
	}
	flush()
	return b.String()
}

// escapeHTML escapes a text between the tags of an element. Quiet words need no other escape
// outside of HTML, either.
func escapeHTML(text string) string { return textEscapes.Replace(text) }

var textEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

const (
	openings = `("'`
	closings = `)"',;:.!?`
)

// cutPunctuation cuts the punctuation off both ends of a text, unless there is nothing else.
func cutPunctuation(text string) (before, middle, after string) {
	middle = strings.TrimLeft(text, openings)
	before = text[:len(text)-len(middle)]
	trimmed := strings.TrimRight(middle, closings)
	middle, after = trimmed, middle[len(trimmed):]
	if middle == "" || strings.Count(before+after, "(") != strings.Count(before+after, ")") {
		return "", text, ""
	}
	return before, middle, after
}

// isInChange reports whether a word is a part of a change of a number of which another part is no quiet word: (10 -> 22.50). All of it is code
// then.
func isInChange(words []string, i int) bool {
	for arrow := max(i-1, 1); arrow <= min(i+1, len(words)-2); arrow++ {
		before, after := words[arrow-1], words[arrow+1]
		if words[arrow] == "->" && isNumber(before) && isNumber(after) {
			return !isQuiet(before, false) || !isQuiet(after, false)
		}
	}
	return false
}

// isNumber reports whether a word is a number or a price, apart from the punctuation around it.
func isNumber(word string) bool {
	core := strings.TrimRight(strings.TrimLeft(word, openings+"+-$€£"), closings)
	return core != "" && strings.Trim(core, "0123456789.") == ""
}

// isQuiet reports whether a word means nothing to any flavour, even where it is the first one
// of a line. Words of letters only do not, with a few exceptions, nor do small numbers.
func isQuiet(word string, first bool) bool {
	switch word {
	case "->", "<-", "-", "=", "&", "/", "…":
		return !first
	}
	if isDigits(strings.TrimPrefix(word, "+")) {
		return len(word) < minSHA
	}
	core := strings.TrimRight(strings.TrimLeft(word, openings), closings)
	if core == "" || first && !startsWithLetter(core) {
		return false
	}
	if isDigits(core) {
		return len(core) < minSHA
	}
	hex := true
	for i, r := range core {
		switch {
		case r == '-' || r == '\'':
			// A letter on either side.
			if i == 0 || i == len(core)-1 {
				return false
			}
		case r >= utf8.RuneSelf || unicode.IsLetter(r):
		default:
			return false
		}
		hex = hex && strings.ContainsRune("abcdefABCDEF", r)
	}
	return !(hex && len(core) >= minSHA) && !strings.EqualFold(core, "www") && !strings.Contains(core, "--")
}

// minSHA is the length from which on a word may be taken for the name of a commit.
const minSHA = 7

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
