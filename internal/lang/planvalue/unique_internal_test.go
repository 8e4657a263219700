package planvalue

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
)

// TestAmong checks of which references it is known that no two lead to equal values.
func TestAmong(t *testing.T) {
	for reference, want := range map[string]string{
		"aws_vpc.a.id":                            "aws_vpc.id",
		"aws_vpc.a[0].id":                         "aws_vpc.id",
		`aws_vpc.a["x-1.y"].arn`:                  "aws_vpc.arn",
		`module.m["eu"].module.n[3].aws_vpc.a.id`: "aws_vpc.id",
		"aws_vpc.a.name":                          "", // not an ID
		"aws_vpc.a.id.x":                          "",
		"data.aws_vpc.a.id":                       "", // may be the same object
		"module.m.data.aws_vpc.a.id":              "",
		"aws_s3_object.a.id":                      "", // not unique
		"aws_iam_role.a.arn":                      "",
		`aws_vpc.a["x\"y"].id`:                    "", // may be spelled in two ways
		`aws_vpc.a["${x}"].id`:                    "",
		`aws_vpc.a["é"].id`:                       "",
		"aws_vpc.a[00].id":                        "",
		"aws_vpc.a[*].id":                         "",
		"aws_vpc.id":                              "",
		"module.aws_vpc.id":                       "",
		"aws_vpc.a.id as string":                  "",
		"aws_vpc.a.tags.id":                       "",
	} {
		if got := among(reference, cty.String); got != want {
			t.Errorf("%s: have %q, want %q", reference, got, want)
		}
		if got := among(reference, cty.Number); got != "" {
			t.Errorf("%s as a number: have %q", reference, got)
		}
	}
}

// TestSameAmong checks that values are unequal only if they have a name in common, and are not both null.
func TestSameAmong(t *testing.T) {
	unknown := func(id, among string, null bool) value.Value {
		v := value.Unknown(cty.String).WithIdentityAmong(id, among)
		if !null {
			v = v.NotNull()
		}
		return v
	}
	for _, test := range []struct {
		a, b value.Value
		want value.Truth
	}{
		{unknown("a", "ids", false), unknown("b", "ids", false), value.Never},
		{unknown("a", "ids", false), unknown("b", "ids", true), value.Never},
		{unknown("a", "ids", true), unknown("b", "ids", true), value.Maybe},
		{unknown("a", "ids", false), unknown("a", "ids", false), value.Always},
		{unknown("a", "ids", false), unknown("b", "others", false), value.Maybe},
		{unknown("a", "", false), unknown("b", "", false), value.Maybe},
		{unknown("a", "ids", false), value.Unknown(cty.String).NotNull(), value.Maybe},
		{unknown("a", "ids", false), value.Of(cty.StringVal("x")), value.Maybe},
		// What is made of a value is none of these.
		{unknown("a", "ids", false).WithIdentity("c"), unknown("b", "ids", false), value.Maybe},
	} {
		if got := value.Same(test.a, test.b); got != test.want {
			t.Errorf("%v and %v: have %v, want %v", test.a.Identity(), test.b.Identity(), got, test.want)
		}
	}
}
