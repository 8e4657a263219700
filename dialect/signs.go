package dialect

import (
	"slices"
	"strings"
)

// Signs are what a document has only if it is a product's, so that the product
// need not be told. Most documents have some: the providers' addresses.
type Signs struct {
	Registry string   // host of the providers' registry
	Reasons  []string // values of action_reason
	Actions  []string // lists of actions, joined by commas
}

// signs are those of the products that can be told from Terraform, by name.
// They are apart from All, which makes all of the words, since every entry of a
// document is looked at for signs.
func signs(yield func(string, Signs) bool) {
	yield(openTofuName, Signs{
		Registry: "registry.opentofu.org",
		Reasons: []string{
			"delete_because_enabled_false",
			"forgot_because_lifecycle_destroy_in_state", "forgot_because_lifecycle_destroy_in_config",
		},
		Actions: []string{"forget,create"},
	})
}

// OfProvider is the name of the dialect whose registry a provider's address is
// in, empty if it tells nothing.
func OfProvider(address string) string {
	for name, s := range signs {
		if rest, ok := strings.CutPrefix(address, s.Registry); ok && strings.HasPrefix(rest, "/") {
			return name
		}
	}
	return ""
}

// OfChange is the name of the dialect that a change is told by, empty if it
// tells nothing: by its provider, the reason for it, or its list of actions,
// joined by commas.
func OfChange(provider, reason, actions string) string {
	if name := OfProvider(provider); name != "" {
		return name
	}
	for name, s := range signs {
		if slices.Contains(s.Reasons, reason) || slices.Contains(s.Actions, actions) {
			return name
		}
	}
	return ""
}

// Named is the dialect of a name, and whether there is one. No name at all is
// the dialect that is taken where nothing tells: Terraform.
func Named(name string) (Dialect, bool) {
	if name == "" {
		return Terraform(), true
	}
	for _, d := range All() {
		if d.Name == name {
			return d, true
		}
	}
	return Dialect{}, false
}
