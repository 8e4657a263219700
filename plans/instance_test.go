package plans

import "testing"

func TestProviderAddress(t *testing.T) {
	for ref, want := range map[string]string{
		`provider["registry.terraform.io/hashicorp/aws"]`:                "registry.terraform.io/hashicorp/aws",
		`provider["registry.terraform.io/hashicorp/aws"].west`:           "registry.terraform.io/hashicorp/aws",
		`module.a["x"].provider["registry.opentofu.org/a/b"].west["eu"]`: "registry.opentofu.org/a/b",
		`provider.aws`:            "registry.terraform.io/hashicorp/aws",
		`module.m.provider.aws.w`: "registry.terraform.io/hashicorp/aws",
		`provider.terraform`:      "terraform.io/builtin/terraform",
		``:                        "",
		`aws`:                     "aws",
	} {
		if have := ProviderAddress(ref); have != want {
			t.Errorf("%s: have %s, want %s", ref, have, want)
		}
	}
}

// TestKeys checks that keys of instances keep their strings on the way through an address.
func TestKeys(t *testing.T) {
	for key, want := range map[string]string{
		"":           `a.b[""]`,
		"x":          `a.b["x"]`,
		`"\`:         `a.b["\"\\"]`,
		"${a}%{b}$$": `a.b["$${a}%%{b}$$"]`,
		"\n\r\t\x1b": `a.b["\n\r\t\u001b"]`,
		"é😀\u202e":   `a.b["é😀\u202e"]`,
		"\U000e0001": `a.b["\U000e0001"]`,
		"]. [":       `a.b["]. ["]`,
	} {
		h := Header{Type: "a", Name: "b", Index: StringKey(key)}
		have := h.InstanceAddress()
		if have != want {
			t.Errorf("%q: have %s, want %s", key, have, want)
		}
		_, step := SplitKey(have)
		if k, ok := ParseKey(step[1 : len(step)-1]); !ok || k.Text() != key {
			t.Errorf("%q: have %q back, %v", key, k.Text(), ok)
		}
	}
	for _, text := range []string{"", `"`, `"a`, `"\"`, `"\x"`, `"\u12"`, `a`, `"a"b"`, "-1", "1.5"} {
		if k, ok := ParseKey(text); ok {
			t.Errorf("%s: have %s", text, k)
		}
	}
}
