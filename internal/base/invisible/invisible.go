// Package invisible tells which characters nobody can see.
package invisible

import "unicode"

// blank are characters without a glyph, or with an empty one, although their categories are those of letters, symbols and marks. Unicode
// does not list them anywhere.
var blank = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x2800, Hi: 0x2800, Stride: 1}, // the Braille pattern without dots
	},
	R32: []unicode.Range32{
		{Lo: 0x1107f, Hi: 0x1107f, Stride: 1}, // the joiner of Brahmi numbers
		{Lo: 0x13441, Hi: 0x13442, Stride: 1}, // Egyptian blanks
		{Lo: 0x16fe4, Hi: 0x16fe4, Stride: 1}, // the filler of the Khitan script
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1}, // a note without a head
	},
}

// Is reports whether a character cannot be seen, and is not an ordinary space either: it is in one of the classes Cf, Zl and Zp, has the property
// Default_Ignorable_Code_Point, or has no glyph.
func Is(r rune) bool {
	// Default_Ignorable_Code_Point is derived from Cf and the last two of Unicode's own tables, less some characters of Cf.
	return unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, blank)
}
