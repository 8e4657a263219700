package dialect

import "testing"

func TestSigns(t *testing.T) {
	for _, test := range []struct{ provider, reason, actions, want string }{
		{"", "", "", ""},
		{"registry.terraform.io/a/b", "delete_because_count_index", "delete", ""},
		{"registry.opentofu.org/a/b", "", "create", "opentofu"},
		{"registry.opentofu.org", "", "create", ""},
		{"registry.opentofu.org.example/a/b", "", "create", ""},
		{"", "delete_because_enabled_false", "delete", "opentofu"},
		{"registry.terraform.io/a/b", "", "forget,create", "opentofu"},
		{"", "", "create,forget", ""},
	} {
		if have := OfChange(test.provider, test.reason, test.actions); have != test.want {
			t.Errorf("%q: have %q", test, have)
		}
	}
	for name := range signs {
		if _, ok := Named(name); !ok {
			t.Errorf("no dialect is named %q", name)
		}
	}
	if d, ok := Named(""); !ok || d.Name != "terraform" {
		t.Errorf("without a name: %q %v", d.Name, ok)
	}
	if _, ok := Named("pulumi"); ok {
		t.Error("there is a dialect of a name that is none")
	}
}

func TestMarksStates(t *testing.T) {
	for _, test := range []struct {
		dialect Dialect
		version string
		want    bool
	}{
		{Terraform(), "1.10.5", false},
		{Terraform(), "1.11.0", true},
		{Terraform(), "2.0", true},
		{Terraform(), "0.12.31", false},
		{Terraform(), "", false},
		{OpenTofu(), "1.11.0", false},
	} {
		if have := test.dialect.MarksStates(test.version); have != test.want {
			t.Errorf("%s %s: have %v", test.dialect.Name, test.version, have)
		}
	}
}
