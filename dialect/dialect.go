// Package dialect holds the differences between products. A [Dialect] is a value:
// reports take their words from it, the differ its rules. No other package knows
// about products; even detecting them is done here, by [DetectByChange] and
// [DetectByProvider].
package dialect

import "fmt"

// Rules say how the differ compares for a product. The zero value is for Terraform.
type Rules struct {
	// AlignLists pairs the elements of lists by longest common subsequence
	// even when the lengths are equal.
	AlignLists bool
	// PairTexts takes two strings in a list, at least one of which has several
	// lines, for the same element, changed, if they have a line in common.
	PairTexts bool
	// PairAdded lets an element that is added to a list be paired with any later
	// element from before, even with one that has an equal element after.
	PairAdded bool
	// FoldDirectStringsOnly reads an empty string as null where it is the value
	// of an attribute directly in a block, of any type, and nowhere else.
	FoldDirectStringsOnly bool
	// ForgetAsDelete shows the body of a forgotten resource as deleted instead of
	// unchanged.
	ForgetAsDelete bool
	// UnknownBlockApart shows a block type that is unknown as a whole as one block,
	// which does not affect the action of the body around it.
	UnknownBlockApart bool
	// FlagBeforeUnknown repeats the mark of what forces the replacement on the
	// value before, if the value after is unknown.
	FlagBeforeUnknown bool
	// WriteOnlyAsAttribute gives a write-only attribute the action of the
	// attributes beside it, even an update, and goes by its own path to decide
	// whether it forces the replacement. It is never shown as sensitive.
	WriteOnlyAsAttribute bool
}

// Dialect is a product: its names, the words of its reports, and its rules.
type Dialect struct {
	Name    string // terraform
	Product string // Terraform
	Command string // terraform
	// Registry is the host of the providers for which a configuration names none.
	Registry string
	// ReadsTofuFiles says that files which end with .tofu are a part of a configuration.
	ReadsTofuFiles bool

	Rules Rules
	Words Words
}

const (
	openTofuName     = "opentofu"
	openTofuRegistry = "registry.opentofu.org"
)

// Terraform is HashiCorp Terraform.
func Terraform() Dialect {
	return Dialect{
		Name: "terraform", Product: "Terraform", Command: "terraform", Registry: "registry.terraform.io",
		Words: commonWords("Terraform", "terraform"),
	}
}

// OpenTofu is OpenTofu.
func OpenTofu() Dialect {
	return Dialect{
		Name: openTofuName, Product: "OpenTofu", Command: "tofu", Registry: openTofuRegistry, ReadsTofuFiles: true,
		Rules: Rules{
			AlignLists: true, PairTexts: true, PairAdded: true,
			FoldDirectStringsOnly: true,
			ForgetAsDelete:        true,
			UnknownBlockApart:     true,
			FlagBeforeUnknown:     true,
			WriteOnlyAsAttribute:  true,
		},
		Words: openTofuWords("OpenTofu", "tofu"),
	}
}

// PadsElapsed reports whether a version of the product writes how long something has been under
// way as 00m10s, and not as 10s. Terraform does from 1.12 on.
func (d Dialect) PadsElapsed(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return false
	}
	return d.Name == "terraform" && (major > 1 || major == 1 && minor >= 12)
}

// All returns all dialects.
func All() []Dialect { return []Dialect{Terraform(), OpenTofu()} }

// Names returns the names of all dialects, in the same order. It is for lists of valid values: to make a dialect takes longer.
func Names() []string { return []string{"terraform", "opentofu"} }
