// Package hostile has names that somebody may have chosen so that what shows them does something else.
package hostile

import "strings"

// Names are names that mean something to those who draw graphs, or to those who show what is drawn.
func Names() []string {
	return []string{
		`t.a["]`, `t.a["x\"]; n9 [label=\"evil"]`, `\N \G \E \L \l \r`, `a\`, `\"`, `a\\`, "<b>bold</b>", "&lt;&quot;&#65;&amp;", "&#x41;", "<!-- -->", "/* c */", "// c", "# c",
		`"]:::evil`, "`code`", "**bold** _it_ __b__ ~~s~~", "1. list", "- list", "+ list", "> quote", "[link](javascript:alert(1))", "www.example.com", "https://example.com/x", "mail@example.com",
		"%%{init: {'theme':'x'}}%%", "%% comment", "#35;", "#quot;", "style n0:#fff;", "classDef x:#fff;", "click n0 href", "end", "subgraph x", "graph TD", "---", "```", "~~~", "fa:fa-ban", "$$x$$",
		"line\nbreak", "tab\there", "\x1b[31mred", "\u202eleft", "::error::x", "##vso[task]", "\xff\xfe", "", " ", "  two  spaces  ", "a | b", "{x}", "(y)", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
		strings.Repeat("long", 300), "ünïcödé 日本語 🙂", "a<br/>b", "&br;",
	}
}
