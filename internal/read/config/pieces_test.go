package config

import (
	"slices"
	"strings"
	"testing"
)

// pieces returns the pieces of the root module with these files.
func pieces(t *testing.T, files map[string]string) *Pieces {
	t.Helper()
	m := ModuleFiles{Dir: "."}
	for name, text := range files {
		m.Files = append(m.Files, File{name, []byte(text)})
	}
	p, err := NewPieces(Files{Modules: []ModuleFiles{m}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// flat returns all pieces as one text.
func flat(p *Pieces) string {
	var b strings.Builder
	for _, label := range p.Labels("", "") {
		b.WriteString(label + ":")
		for _, tokens := range p.Written("", label) {
			for _, t := range tokens {
				b.WriteString(" " + string("snl"[t.Kind]) + t.Text)
			}
			b.WriteString(";")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestPiecesIgnoreLayout(t *testing.T) {
	one := flat(pieces(t, map[string]string{"a.tf": "resource \"t\" \"n\" {\n  a = [1, var.x]\n  dynamic \"b\" {\n    for_each = local.l\n    content {\n      c = \"x${b.value}\"\n    }\n  }\n}\nlocals {\n l = []\n}\n"}))
	for _, text := range []string{
		"resource \"t\" \"n\" { # comment\n a=[1,\n var.x] // more\n dynamic \"b\" {\n for_each=local.l /* in */\n content { c=\"x${ b.value }\" }\n }\n }\n locals { l=[] }",
		"\ufeff\r\nlocals { l = [] }\r\n\r\nresource \"t\" \"n\" {\r\n a = [ 1 , var.x ]\r\n dynamic \"b\" {\r\n for_each = local.l\r\n content { c = \"x${b.value}\" }\r\n }\r\n}",
	} {
		if other := flat(pieces(t, map[string]string{"b.tf": text})); other != one {
			t.Errorf("have\n%swant\n%s", other, one)
		}
	}
	if other := flat(pieces(t, map[string]string{"a.tf": "resource \"t\" \"n\" {\n  a = [1, var.y]\n}\n"})); other == one {
		t.Error("other text is the same")
	}
}

func TestPiecesOfBothSyntaxes(t *testing.T) {
	native := pieces(t, map[string]string{"a.tf": `
resource "t" "n" {
  a = "${local.l}"
  provisioner "local-exec" {
    command = "true"
  }
}
data "d" "e" {}
variable "v" { sensitive = true }
variable "w" { sensitive = false }
output "o" { value = 1 }
module "m" {
  source = "./m"
}
removed { from = t.gone }
removed {
  from = t.gone
  provisioner "local-exec" { when = destroy }
}
`})
	json := pieces(t, map[string]string{"a.tf.json": `{"resource":{"t":[{"n":{"a":"${local.l}","provisioner":[{"local-exec":{"command":"true"}}]}}]},"data":{"d":{"e":{}}},
"variable":{"v":{"sensitive":true},"w":[{"sensitive":false}]},"output":{"o":{"value":1}},"module":{"m":{"source":"./m","//":"a comment"}},"//":"another",
"removed":[{"from":"t.gone"},{"from":"t.gone","provisioner":[{"local-exec":{"when":"destroy"}}]}]}`})
	if a, b := native.Labels("", ""), json.Labels("", ""); !slices.Equal(a, b) {
		t.Errorf("native %v\nJSON %v", a, b)
	}
	for _, p := range []*Pieces{native, json} {
		if !p.Hidden("", "var.v") || p.Hidden("", "var.w") || p.Hidden("", "output.o") {
			t.Error("which variables are sensitive is wrong")
		}
		if !p.Declares("", "data.d.e") || p.Declares("", "data.d.f") || len(p.Written("", "removed")) != 1 {
			t.Error("a block is missing")
		}
		var found []string
		for _, tokens := range p.Written("", "t.n.a") {
			References(tokens, func(r Reference) { found = append(found, strings.Join(r.Names, ".")) })
		}
		if !slices.Contains(found, "local.l") {
			t.Errorf("references of t.n.a are %v", found)
		}
	}
}

func TestPiecesOfOverrides(t *testing.T) {
	p := pieces(t, map[string]string{"a_override.tf": `locals { x = "late" }`, "z.tf": `locals { x = "early" }`, "z.tofu": `locals { y = 1 }`, ".hidden.tf": `locals { x = 3 }`})
	if all := p.Written("", "local.x"); len(all) != 2 || all[0][3].Text != "early" || all[1][3].Text != "late" || len(p.Written("", "local.y")) != 1 {
		t.Errorf("have %v", all)
	}
}

func TestPiecesThatCannotBeRead(t *testing.T) {
	for name, text := range map[string]string{"a.tf": "resource {", "b.tf.json": `{"resource":{"t":{"n":1}}}`, "c.tf.json": `[]`, "d.tf.json": `{} {}`} {
		if _, err := NewPieces(Files{Modules: []ModuleFiles{{Files: []File{{name, []byte(text)}}}}}, nil); err == nil {
			t.Errorf("%s: no error for %s", name, text)
		}
	}
}

func TestReferences(t *testing.T) {
	for text, want := range map[string]string{
		`aws_x.y.id`:                             "aws_x.y.id 0",
		`aws_x.y[0].id`:                          "aws_x.y.id 2",
		`aws_x.y[each.key].id`:                   "aws_x.y.id 2|each.key 0",
		`aws_x.y.*.id`:                           "aws_x.y.id 2",
		`aws_x.y.0.id`:                           "aws_x.y.id 2",
		`f(module.m["k"].out, sensitive(var.s))`: "f 0|module.m.out 2|sensitive 0|var.s 0 masked",
		`data.t.n.a.b`:                           "data.t.n.a.b 0",
	} {
		var found []string
		References(ReferenceTokens(text), func(r Reference) {
			one := strings.Join(r.Names, ".") + " " + string(rune('0'+r.Brackets))
			if r.Masked {
				one += " masked"
			}
			found = append(found, one)
		})
		if got := strings.Join(found, "|"); got != want {
			t.Errorf("%s: have %s, want %s", text, got, want)
		}
	}
}
