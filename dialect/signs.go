package dialect

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Signs are what only the documents of one product have, so that the product can
// be detected. Most documents have some: the providers' addresses.
type Signs struct {
	Registry string               // host of the providers' registry
	Reasons  []plans.ActionReason // values of action_reason
	Actions  []plans.Action       // actions that no other product plans
	Lock     string               // the command in the comment at the start of a dependency lock file
}

// signs yields the signs of each product that can be told from Terraform, with the
// product's name. They are not part of a Dialect, because every entry of a
// document is checked for signs and making a Dialect makes all of its words.
func signs(yield func(string, Signs) bool) {
	yield(openTofuName, Signs{
		Registry: openTofuRegistry,
		Reasons: []plans.ActionReason{
			plans.DeleteBecauseEnabledFalse,
			plans.ForgotBecauseDestroyInState, plans.ForgotBecauseDestroyInConfig,
		},
		Actions: []plans.Action{plans.ForgetThenCreate},
		Lock:    `"tofu init"`,
	})
}

// DetectByProvider returns the name of the dialect whose registry a provider's
// address is in, or an empty string.
func DetectByProvider(address string) string {
	for name, s := range signs {
		if rest, ok := strings.CutPrefix(address, s.Registry); ok && strings.HasPrefix(rest, "/") {
			return name
		}
	}
	return ""
}

// DetectByChange returns the name of the dialect that a change must come from,
// judging by its provider, its reason and its action. If it may come from any, the
// name is empty.
func DetectByChange(provider string, reason plans.ActionReason, action plans.Action) string {
	if name := DetectByProvider(provider); name != "" {
		return name
	}
	for name, s := range signs {
		if slices.Contains(s.Reasons, reason) || slices.Contains(s.Actions, action) {
			return name
		}
	}
	return ""
}

// Lookup returns the dialect with a name, and whether there is one. The empty name
// stands for Terraform, which is assumed where nothing shows the product.
func Lookup(name string) (Dialect, bool) {
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

// DetectByLock returns the name of the dialect that has written a dependency lock file, or an
// empty string. Its first line is a comment that says which command maintains it.
func DetectByLock(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(line, "#") {
		return ""
	}
	for name, s := range signs {
		if strings.Contains(line, s.Lock) {
			return name
		}
	}
	return ""
}
