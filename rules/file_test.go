package rules_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

func TestRead(t *testing.T) {
	f, err := rules.Read("rules.yaml", strings.NewReader(`
# what our nightly job writes
only: [module.net.**, type=aws_*]
hide:
  - action=read
  - aws_instance.web["a.b"]   # plain text
ignore:
  - 'aws_*:tags["LastRun"]'
drift: relevant
show-unchanged: true
mask-names: true
`))
	if err != nil {
		t.Fatal(err)
	}
	if f.Len() != 5 || f.Name != "rules.yaml" || f.Drift != rules.RelevantDrift || !f.ShowUnchanged || !f.MaskNames {
		t.Errorf("%+v", f)
	}
	if !f.Mutes(&plans.Header{Address: "module.net.aws_vpc.a", Action: plans.Read}) || f.Paths("aws_vpc").IsEmpty() {
		t.Error("the rules do not mute what they match")
	}
	for _, text := range []string{"", "# nothing\n", "---\n", "hide:\n", "{}", "hide: []\ndrift:\nshow-unchanged:\n", "null", "\ufeffhide: []"} {
		f, err := rules.Read("x", strings.NewReader(text))
		if err != nil || f.Len() != 0 || f.Drift != rules.AutoDrift || f.ShowUnchanged {
			t.Errorf("%q: %+v, %v", text, f, err)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"hid: []":                         `r.yaml: line 1: unknown key "hid" (did you mean hide?); valid values: only, hide, ignore, drift, show-unchanged, mask-names`,
		"\nshow-sensitive: true":          `r.yaml: line 2: unknown key "show-sensitive"`,
		"exitcode-muted: true":            `unknown key "exitcode-muted"`,
		"hide: []\nonly: []\nhide: []":    `r.yaml: line 3: the key "hide" is also in line 1`,
		"hide: action=read":               `r.yaml: line 1: hide: want a list, have text`,
		"hide:\n- action=read\n- 5":       `r.yaml: line 3: hide: want text, have a value that needs quotes to be text`,
		"hide:\n- true":                   `want text, have a value that needs quotes to be text`,
		"hide:\n-":                        `want text, have nothing`,
		"hide:\n- {a: b}":                 `r.yaml: line 2: hide: want text, have keys with values`,
		"hide:\n- [a]":                    `r.yaml: line 2: hide: want text, have a list`,
		"hide: {a: b}":                    `r.yaml: line 1: hide: want a list, have keys with values`,
		"ignore:\n- a:b\n- tags":          `r.yaml: line 3: ignore: invalid rule (a text of 4 characters): expected TYPE-GLOB:ATTRIBUTE-PATH`,
		"only:\n- type=aws_*\n- typ=x":    `r.yaml: line 3: only: invalid rule (a text of 5 characters): unknown key (a text of 3 characters) (did you mean type?)`,
		"drift: every":                    `r.yaml: line 1: drift: unknown value (a text of 5 characters); valid values: all, relevant, none`,
		"drift: auto":                     `unknown value (a text of 4 characters)`,
		"drift: [all]":                    `r.yaml: line 1: drift: want text, have a list`,
		"show-unchanged: 'true'":          `r.yaml: line 1: show-unchanged: want true or false, have text`,
		"show-unchanged: 1":               `want true or false, have a value that needs quotes to be text`,
		"- a":                             `r.yaml: line 1: want keys with values, have a list`,
		"text":                            `r.yaml: line 1: want keys with values, have text`,
		"? [a]\n: b":                      `line 1: want text, have a list`,
		"hide: &a [a.b]":                  `r.yaml: line 1: hide: anchors and aliases cannot be used here; repeat the text`,
		"hide: &a [a.b]\nonly: *a":        `anchors and aliases cannot be used here`,
		"hide:\n- &a a.b\n- *a":           `r.yaml: line 2: hide: anchors and aliases`,
		"<<: {hide: []}":                  `unknown key "<<"`,
		"&a hide: []":                     `anchors and aliases`,
		"hide: !!binary aGk=":             `r.yaml: line 1: hide: the tag !!binary cannot be used here`,
		"hide: !!null a.b":                `r.yaml: line 1: hide: the tag !!null cannot be used here`,
		"hide:\n- !!null a.b":             `r.yaml: line 2: hide: the tag !!null cannot be used here`,
		"!!null text":                     `r.yaml: line 1: the tag !!null cannot be used here`,
		"hide:\n- !!binary aGk=":          `the tag !!binary cannot be used here`,
		"hide: []\n---\nonly: []":         `r.yaml: line 2: there is a second document; only one is allowed`,
		"hide: [":                         `r.yaml: invalid YAML: line 1: `,
		"hide: []\n\tonly: []":            `r.yaml: invalid YAML: `,
		"hide: \"\x01\"":                  `r.yaml: invalid YAML: `,
		strings.Repeat("#", 1<<20):        `r.yaml: the file has more than 262144 bytes`,
		"hide: " + strings.Repeat("[", 9): `r.yaml: invalid YAML: `,
		"hide:\n" + strings.Repeat("- a.b\n", 2001): `r.yaml: it has 2001 rules; there can be 2000`,
	} {
		f, err := rules.Read("r.yaml", strings.NewReader(text))
		if f != nil || err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := rules.Read("a\nb", iotest.ErrReader(broken)); !errors.Is(err, broken) || err.Error() != `a\nb: broken` {
		t.Error(err)
	}
}

// Nested aliases would expand to more than the memory holds.
func TestBillionLaughs(t *testing.T) {
	text := "a: &a [lol, lol]\n"
	for c := 'b'; c <= 'z'; c++ {
		before := string(c - 1)
		text += string(c) + ": &" + string(c) + " [*" + before + ", *" + before + ", *" + before + "]\n"
	}
	text += "hide: *z\n"
	if f, err := rules.Read("r.yaml", strings.NewReader(text)); err == nil {
		t.Errorf("%d rules", f.Len())
	}
}

func TestProtects(t *testing.T) {
	for name, want := range map[string]bool{
		"aws_iam_role": true, "aws_s3_bucket_policy": true, "Policy": true, "assumeRolePolicyDocument": true, "IAM": true,
		"aws_vpc": false, "tags": false, "": false,
	} {
		if rules.ProtectsName(name) != want {
			t.Errorf("%s: not %v", name, want)
		}
		if rules.ProtectsResource(&plans.Header{Type: name, Action: plans.Update}) != want {
			t.Errorf("a resource of type %s: not %v", name, want)
		}
	}
	for a := plans.NoOp; a <= plans.Unknown; a++ {
		harmless := a == plans.NoOp || a == plans.Create || a == plans.Read || a == plans.Update
		if rules.ProtectsResource(&plans.Header{Type: "x", Action: a}) == harmless {
			t.Errorf("%v: not %v", a, !harmless)
		}
	}
}
