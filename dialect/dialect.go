// Package dialect holds what each product says and does differently. A [Dialect]
// is a value: reports take their words from it, the differ its rules. No other
// package knows about products; even detecting them is done here, by
// [DetectByChange] and [DetectByProvider].
package dialect

// Rules are the choices that the differ makes by product.
type Rules struct {
	// AlignLists pairs the elements of lists by longest common subsequence
	// even when the lengths are equal.
	AlignLists bool
	// PairTexts takes two strings in a list, one of several lines, for the
	// same element changed when they have a line in common.
	PairTexts bool
	// PairAdded lets an element that is added to a list be any element still
	// to come from before, changed, even one that has an equal after.
	PairAdded bool
	// FoldDirectStringsOnly reads an empty string as null where it is the value
	// of an attribute directly in a block, of any type, and nowhere else.
	FoldDirectStringsOnly bool
	// ForgetAsDelete draws the body of a forgotten resource as deleted, and
	// not as unchanged.
	ForgetAsDelete bool
	// UnknownBlockApart draws a block type that is wholly unknown as one block
	// that does not count for what happens to the body around it.
	UnknownBlockApart bool
	// FlagBeforeUnknown marks what forces the replacement on both halves when
	// a value becomes unknown.
	FlagBeforeUnknown bool
	// WriteOnlyAsAttribute lets happen to a write-only attribute what happens
	// to the attributes beside it, updates too, and judges its replacement by
	// its own path. None is shown as sensitive.
	WriteOnlyAsAttribute bool
}

// Dialect is a product: what it is called, how it words a report, and which
// rules it compares by.
type Dialect struct {
	Name    string // terraform
	Product string // Terraform
	Command string // terraform

	Rules Rules
	Words Words
}

const openTofuName = "opentofu"

// Terraform is HashiCorp Terraform.
func Terraform() Dialect {
	return Dialect{Name: "terraform", Product: "Terraform", Command: "terraform", Words: commonWords("Terraform", "terraform")}
}

// OpenTofu is OpenTofu.
func OpenTofu() Dialect {
	return Dialect{
		Name: openTofuName, Product: "OpenTofu", Command: "tofu",
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

// All are the dialects there are.
func All() []Dialect { return []Dialect{Terraform(), OpenTofu()} }
