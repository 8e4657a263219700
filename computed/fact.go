package computed

import "github.com/planfmt/planfmt/internal/meaning/fact"

// MeaningFact says one thing that a change means, such as what it opens or loses. docs/meaning.md describes all kinds.
type MeaningFact = fact.Fact

// Coverage says what of a document was looked at for facts.
type Coverage = fact.Coverage
