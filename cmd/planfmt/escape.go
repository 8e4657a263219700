package main

import (
	"strconv"
	"strings"
	"unicode"
)

// escape spells what a terminal would act on.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
