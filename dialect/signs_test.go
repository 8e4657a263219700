package dialect

import (
	"testing"

	"github.com/planfmt/planfmt/plans"
)

func TestSigns(t *testing.T) {
	for _, test := range []struct {
		provider, reason string
		action           plans.Action
		want             string
	}{
		{"", "", plans.NoOp, ""},
		{"registry.terraform.io/a/b", "delete_because_count_index", plans.Delete, ""},
		{"registry.opentofu.org/a/b", "", plans.Create, "opentofu"},
		{"registry.opentofu.org", "", plans.Create, ""},
		{"registry.opentofu.org.example/a/b", "", plans.Create, ""},
		{"", "delete_because_enabled_false", plans.Delete, "opentofu"},
		{"registry.terraform.io/a/b", "", plans.ForgetThenCreate, "opentofu"},
		{"", "", plans.CreateThenForget, ""},
	} {
		if have := DetectByChange(test.provider, plans.ActionReason(test.reason), test.action); have != test.want {
			t.Errorf("%+v: have %q", test, have)
		}
	}
	for name := range signs {
		if _, ok := Lookup(name); !ok {
			t.Errorf("no dialect is named %q", name)
		}
	}
	if d, ok := Lookup(""); !ok || d.Name != "terraform" {
		t.Errorf("without a name: %q %v", d.Name, ok)
	}
	if _, ok := Lookup("pulumi"); ok {
		t.Error("there is a dialect of a name that is none")
	}
}
