package planvalue

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/values"
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

// TestOtherID checks that an unknown ID is only taken for that of another object if it is known not to be that of the same one, and that an ID
// of two addresses says nothing.
func TestOtherID(t *testing.T) {
	var r Related
	add := func(address, id string) {
		v, err := (&values.Parser{}).ParseString(`{"id": "` + id + `"}`)
		if err != nil {
			t.Fatal(err)
		}
		r.AddIDs(address, "aws_vpc", v, values.Flags{}, values.Flags{})
	}
	add("aws_vpc.a", "vpc-1")
	add("aws_vpc.b", "vpc-2")
	add("aws_vpc.c", "vpc-2")
	unknown := func(reference string) value.Value {
		return value.Unknown(cty.String).WithIdentityAmong(identity(reference, cty.String), "aws_vpc.id").NotNull()
	}
	for _, test := range []struct {
		reference, id string
		want          bool
	}{
		{"aws_vpc.new.id", "vpc-1", true},
		{"aws_vpc.b.id", "vpc-1", true},
		{"aws_vpc.a.id", "vpc-1", false}, // it may not be known because of a condition
		{"aws_vpc.new.id", "vpc-2", false},
		{"aws_vpc.new.id", "vpc-3", false},
	} {
		known := value.Of(cty.StringVal(test.id))
		for _, got := range []bool{r.otherID(unknown(test.reference), known), r.otherID(known, unknown(test.reference))} {
			if got != test.want {
				t.Errorf("%s and %s: have %v, want %v", test.reference, test.id, got, test.want)
			}
		}
	}
}
