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
