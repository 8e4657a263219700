package view

import "github.com/planfmt/planfmt/doc"

// Theme says how the view is coloured. The zero value is without colour.
type Theme struct {
	Colors Colors
	Light  bool // the background of the terminal is light
}

// Colors is how many colours there are.
type Colors uint8

// The numbers of colours.
const (
	NoColors   Colors = iota // only bold, underlined and reversed text
	Colors16                 // those that the terminal's user has chosen
	ColorsTrue               // 24 bits
)

// tone is what a piece of text of the view itself is; texts of the plan have a [doc.Role].
type tone uint8

const (
	plainTone  tone = iota
	faintTone       // what is less important: hints, counts, dividers
	barTone         // the background of the line with the title and of that with the counts
	cursorTone      // the background of the line that is selected, where keys go
	quietTone       // likewise, in the other pane
	matchTone       // what has been searched for
	alertTone       // an error
	promptTone      // what is asked
)

// reversed is the code for text in the colour of the background, and the other way round.
const reversed = "7"

// look is how text looks: parameters of SGR codes, without colours, in 16 colours, and in true colour on a dark
// and on a light background. If one is empty, the one before it counts.
type look struct{ plain, few, dark, light string }

var roleLooks = [...]look{
	doc.Key:           {dark: "38;2;156;200;240", light: "38;2;10;70;130"},
	doc.Type:          {dark: "38;2;200;180;250", light: "38;2;90;40;150"},
	doc.Changed:       {plain: "4", few: "1;4"},
	doc.Number:        {dark: "38;2;230;190;130", light: "38;2;140;70;0"},
	doc.Bool:          {dark: "38;2;230;190;130", light: "38;2;140;70;0"},
	doc.Null:          {few: "90", dark: "38;2;130;138;150", light: "38;2;110;115;125"},
	doc.NullNote:      {few: "90", dark: "38;2;130;138;150", light: "38;2;110;115;125"},
	doc.Arrow:         {few: "33", dark: "38;2;240;200;100", light: "38;2;150;95;0"},
	doc.UnknownArrow:  {dark: "38;2;240;200;100", light: "38;2;150;95;0"},
	doc.Unknown:       {dark: "3;38;2;150;190;210", light: "3;38;2;30;90;120"},
	doc.Sensitive:     {dark: "3;38;2;220;160;200", light: "3;38;2;140;30;100"},
	doc.WriteOnly:     {dark: "3;38;2;220;160;200", light: "3;38;2;140;30;100"},
	doc.Forces:        {plain: "1", few: "31", dark: "38;2;255;120;110", light: "38;2;190;20;20"},
	doc.Comment:       {dark: "38;2;150;158;170", light: "38;2;90;98;110"},
	doc.Hidden:        {few: "90", dark: "38;2;130;138;150", light: "38;2;110;115;125"},
	doc.Warning:       {few: "33", dark: "38;2;240;200;100", light: "38;2;150;95;0"},
	doc.Alert:         {plain: "1", few: "31", dark: "38;2;255;120;110", light: "38;2;190;20;20"},
	doc.Bold:          {plain: "1"},
	doc.Danger:        {plain: "1", few: "1;31", dark: "1;38;2;255;120;110", light: "1;38;2;190;20;20"},
	doc.Good:          {plain: "1", few: "1;32", dark: "1;38;2;130;215;120", light: "1;38;2;20;110;20"},
	doc.Note:          {plain: "1", few: "1;36", dark: "1;38;2;110;205;215", light: "1;38;2;0;105;120"},
	doc.Caution:       {few: "33", dark: "38;2;240;200;100", light: "38;2;150;95;0"},
	doc.StrongCaution: {plain: "1", few: "1;33", dark: "1;38;2;240;200;100", light: "1;38;2;150;95;0"},
	doc.SignCreate:    {few: "32", dark: "38;2;130;215;120", light: "38;2;20;110;20"},
	doc.SignUpdate:    {few: "33", dark: "38;2;240;200;100", light: "38;2;150;95;0"},
	doc.SignDelete:    {few: "31", dark: "38;2;255;120;110", light: "38;2;190;20;20"},
	doc.SignRead:      {few: "36", dark: "38;2;110;205;215", light: "38;2;0;105;120"},
	doc.Divider:       {few: "90", dark: "38;2;90;98;110", light: "38;2;170;175;185"},
	doc.Address:       {plain: "1"},
	doc.Marked:        {plain: "4"},
}

// sideLooks are values that are deleted or added: red and green, as their signs are. Values that do not change have neither colour.
var sideLooks = [...]look{
	oldSide: roleLooks[doc.SignDelete],
	newSide: roleLooks[doc.SignCreate],
}

// changedLooks are the words in such values by which both sides differ.
var changedLooks = [...]look{
	oldSide: {plain: "4", few: "1;4;31", dark: "1;4;38;2;255;150;140", light: "1;4;38;2;170;10;10"},
	newSide: {plain: "4", few: "1;4;32", dark: "1;4;38;2;160;235;150", light: "1;4;38;2;10;90;10"},
}

var toneLooks = [...]look{
	faintTone:  {few: "90", dark: "38;2;140;148;160", light: "38;2;100;108;120"},
	barTone:    {plain: reversed, dark: "48;2;40;46;60;38;2;215;220;230", light: "48;2;215;222;235;38;2;30;36;50"},
	cursorTone: {plain: reversed, dark: "48;2;52;62;86", light: "48;2;200;214;240"},
	quietTone:  {plain: "4", dark: "48;2;38;42;52", light: "48;2;228;231;238"},
	matchTone:  {plain: reversed, few: "30;43", dark: "48;2;240;200;100;38;2;20;20;20", light: "48;2;255;225;110;38;2;20;20;20"},
	alertTone:  {plain: "1", few: "1;31", dark: "1;38;2;255;120;110", light: "1;38;2;190;20;20"},
	promptTone: {plain: "1"},
}

// code returns the parameters of a look.
func (t Theme) code(l look) string {
	code := l.plain
	if t.Colors >= Colors16 && l.few != "" {
		code = l.few
	}
	if t.Colors >= ColorsTrue {
		switch {
		case t.Light && l.light != "":
			code = l.light
		case !t.Light && l.dark != "":
			code = l.dark
		}
	}
	return code
}

func (t Theme) role(r doc.Role, s changeSide) string {
	switch {
	case s != bothSides && r == doc.Changed:
		return t.code(changedLooks[s])
	case s != bothSides:
		return t.code(sideLooks[s])
	}
	if int(r) >= len(roleLooks) {
		return ""
	}
	return t.code(roleLooks[r])
}

func (t Theme) tone(x tone) string { return t.code(toneLooks[x]) }
