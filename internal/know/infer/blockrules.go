package infer

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// candidate is a key that may be a block type, with what is known about it.
type candidate struct {
	n       *inference
	name    string
	body, s *keyEvidence // the evidence about the objects that contain the key, and about the key
	known   *facts.Member

	// mode and nesting say how the block type nests, unless a rule says otherwise.
	mode    schema.NestingMode
	nesting Nesting
	voted   *vote
}

// vote is what related keys are.
type vote struct {
	isBlock bool
	why     string
	clear   bool // they agree
}

// related returns what the related keys are.
func (c *candidate) related() vote {
	if c.voted == nil {
		var v vote
		v.isBlock, v.why, v.clear = c.n.related.classify(c.name, c.body, c.s)
		c.voted = &v
	}
	return *c.voted
}

func (c *candidate) hasArrays() bool    { return c.s.kinds.has(values.Array) }
func (c *candidate) hasObjects() bool   { return c.s.kinds.has(values.Object) }
func (c *candidate) hasNulls() bool     { return c.s.kinds.has(values.Null) }
func (c *candidate) isConfigured() bool { return c.body.bodies > 0 }

// hasLists reports whether there are lists of objects.
func (c *candidate) hasLists() bool { return c.s.hasObjectElems() }

// isFilled reports whether new objects have lists of objects that the configuration does not set.
func (c *candidate) isFilled() bool { return c.isConfigured() && c.s.filled && c.hasLists() }

// isSingle reports whether the configuration has a single block, or a map of blocks.
func (c *candidate) isSingle() bool { return c.s.form == formBlock && !c.hasArrays() }

// isMap reports whether the configuration has a map of blocks, if isSingle holds.
func (c *candidate) isMap() bool {
	return c.isKnown(facts.FormBlock) && c.known.Nesting == facts.Map || c.s.isLabelled()
}

// isWritten reports whether the text of the configuration has blocks. In the old SDK, a list of objects can be an
// attribute although it is written as blocks.
func (c *candidate) isWritten() bool { return c.s.form == formWritten }

// isKnown reports whether the facts have the key in one of the forms.
func (c *candidate) isKnown(forms ...facts.Form) bool {
	return c.known != nil && slices.Contains(forms, c.known.Form)
}

// isKnownBlock reports whether the facts have the key as a block type, and the values may be those of it.
func (c *candidate) isKnownBlock() bool {
	if !c.isKnown(facts.FormBlock) {
		return false
	}
	if c.mode == schema.NestingSingle || c.mode == schema.NestingMap {
		return !c.hasArrays()
	}
	return !c.hasObjects()
}

// isResult reports whether a list of objects is probably a result of a data source.
func (c *candidate) isResult() bool {
	return c.hasLists() && c.n.data && (c.isConfigured() || !c.n.blockName(c.name) && !hasWord("filter rule action", c.name))
}

// ruleOutcome is what a rule takes a key for.
type ruleOutcome uint8

const (
	isAttribute ruleOutcome = iota
	isBlockType             // one that nests as the candidate says
	isSingleBlock
	isBlockMap
)

// blockRule says what a key is if a condition holds.
type blockRule struct {
	when       func(*candidate) bool
	is         ruleOutcome
	confidence Confidence
	// why is empty if it is obvious that the key is an attribute. [inference.whyAttribute] gives the reason then.
	why string
	// related says that the reason is that of the related keys.
	related bool
	// nesting is how the block type nests, if the rule says that better than the candidate.
	nesting Nesting
}

// blockRules decide whether a key is a block type. The first one that applies counts. A key to which none
// applies is an attribute.
//
// First come what the values and the configuration prove, what planfmt knows from the provider, and what the text
// of the configuration shows; then what is likely by the other keys, by the values, and by the name.
var blockRules = [...]blockRule{
	// The values and the configuration.
	{
		when: func(c *candidate) bool {
			e := c.s.elem
			return c.s.scalars() != 0 || e != nil && (e.scalars() != 0 || e.kinds.has(values.Array)) || c.s.form == formAttribute
		},
		is: isAttribute,
	},
	{
		when: func(c *candidate) bool { return c.s.elem != nil && c.s.elem.masked && c.s.form == formUnsaid },
		is:   isAttribute, confidence: Likely, why: "an element is sensitive as a whole, and no block can be",
	},
	{
		when: func(c *candidate) bool { return c.s.large || c.s.elem != nil && c.s.elem.large },
		is:   isAttribute, confidence: Likely, why: "it has objects with more keys than any block",
	},
	{
		when: func(c *candidate) bool { return c.s.form == formBlocks },
		is:   isBlockType, confidence: Certain, why: "the configuration has blocks with this name",
	},
	{
		when: func(c *candidate) bool { return c.isSingle() && c.isMap() },
		is:   isBlockMap, confidence: Certain, why: "the configuration has a map of blocks with this name",
		nesting: Nesting{Confidence: Likely, Why: "it contains only blocks, which differ from place to place"},
	},
	{
		when: func(c *candidate) bool { return c.isSingle() && c.s.setsAttribute() },
		is:   isSingleBlock, confidence: Certain, why: "the configuration has a block with this name",
		nesting: Nesting{Why: "the configuration sets attributes in it"},
	},
	{
		when: (*candidate).isSingle,
		is:   isSingleBlock, confidence: Certain, why: "the configuration has a block with this name",
		nesting: Nesting{Confidence: Likely, Why: "maps of blocks are rare"},
	},

	// The provider.
	{
		when: (*candidate).isKnownBlock,
		is:   isBlockType, confidence: Likely, why: "planfmt knows it from the provider",
	},
	{
		when: func(c *candidate) bool { return c.isKnown(facts.FormAttribute, facts.FormNested) },
		is:   isAttribute,
	},

	// The text of the configuration.
	{
		when: func(c *candidate) bool { return c.isWritten() && c.s.labelled },
		is:   isBlockMap, confidence: Certain, why: "the configuration has blocks with this name and a label",
		nesting: Nesting{Why: "it has a label"},
	},
	{
		when: func(c *candidate) bool { return c.isWritten() && c.hasObjects() && !c.hasArrays() },
		is:   isSingleBlock, confidence: Certain, why: "the configuration has a block with this name",
		nesting: Nesting{Why: "it has no label"},
	},
	{
		when: func(c *candidate) bool { return c.isWritten() && c.hasLists() && c.s.completed() && !c.n.modern },
		is:   isAttribute, confidence: CoinToss, why: emptyInsteadOfNull,
	},
	{
		when: func(c *candidate) bool { return c.isWritten() && c.n.modern },
		is:   isBlockType, confidence: Certain, why: "the configuration has blocks with this name",
	},
	{
		when: (*candidate).isWritten,
		is:   isBlockType, confidence: Likely, why: "the configuration has blocks with this name",
	},

	// Objects, and timeouts.
	{
		when: func(c *candidate) bool { return c.name == "timeouts" && !(c.hasObjects() && c.hasArrays()) },
		is:   isSingleBlock, confidence: Likely, why: "timeouts is a block in nearly every provider",
	},
	{
		when: (*candidate).hasObjects,
		is:   isAttribute,
	},

	// The other keys.
	{
		when: (*candidate).isResult,
		is:   isAttribute, confidence: Likely, why: "the configuration does not set it, and nine in ten such lists are results of the data source",
	},
	{
		when: func(c *candidate) bool { return c.related().clear && c.related().isBlock && !c.hasNulls() },
		is:   isBlockType, confidence: Likely, related: true,
	},
	{
		when: func(c *candidate) bool {
			return c.related().clear && !c.related().isBlock && (c.hasLists() || c.s.filled || !c.s.emptied)
		},
		is: isAttribute, confidence: Likely, related: true,
	},

	// The values of new objects, of which the JSON of the configuration lacks attributes that are written as blocks.
	{
		when: func(c *candidate) bool { return c.isFilled() && c.body.fromText },
		is:   isAttribute, confidence: Likely, why: "new objects have it although the configuration does not write it, not even as a dynamic block",
	},
	{
		when: func(c *candidate) bool { return c.isFilled() && c.s.completed() && !c.n.blockName(c.name) },
		is:   isAttribute, confidence: CoinToss, why: emptyInsteadOfNull,
	},
	{
		when: (*candidate).isFilled,
		is:   isBlockType, confidence: Likely, why: "new objects have it although the configuration does not set it, which suggests a dynamic block",
	},
	{
		when: func(c *candidate) bool { return c.s.emptied && !c.s.filled && !c.hasLists() },
		is:   isBlockType, confidence: Likely, why: "it is an empty list in new objects, as an absent block would be",
	},

	// All values.
	{
		when: func(c *candidate) bool { return c.hasLists() && !c.n.data && c.hasNulls() },
		is:   isAttribute, confidence: Likely, why: "it is null elsewhere, where a repeatable block would be an empty list",
	},
	{
		when: func(c *candidate) bool { return c.hasLists() && c.n.modern && c.s.blank },
		is:   isBlockType, confidence: Likely, why: "it is an empty list elsewhere and never null, while new providers set unused attributes to null",
	},
	{
		when: func(c *candidate) bool { return c.hasLists() && c.n.modern && !strings.Contains(c.name, "block") },
		is:   isAttribute,
	},

	// The name.
	{
		when: func(c *candidate) bool {
			return c.hasLists() && !c.isConfigured() && !hasWord(computedWords, lastWord(c.name))
		},
		is: isBlockType, confidence: Likely, why: "it is a list of objects, there is no configuration, and nearly all such lists are blocks",
	},
	{
		when: func(c *candidate) bool { return c.hasLists() && !plural(c.name) },
		is:   isBlockType, confidence: CoinToss, why: "it is a list of objects and has a name typical of blocks",
	},
	{
		when: func(c *candidate) bool { return c.hasArrays() && !c.hasLists() && !plural(c.name) },
		is:   isBlockType, confidence: CoinToss, why: "it is an empty list and has a name typical of blocks",
	},
	{
		when: func(c *candidate) bool { return c.s.values() == 0 && c.hasNulls() },
		is:   isAttribute, confidence: Likely, why: "it is null elsewhere, and most keys are attributes",
	},
	{
		when: func(c *candidate) bool { return c.s.values() == 0 && c.s.unknown && c.n.blockName(c.name) },
		is:   isBlockType, confidence: CoinToss, why: "only its name is known, which is typical of blocks",
	},
}

const emptyInsteadOfNull = "new objects have it with empty strings or lists instead of nulls, as is typical of attributes that may be written as blocks"

// isBlock decides whether a key is a block type, and how it nests.
func (n *inference) isBlock(path, name string, body, s *keyEvidence, known *facts.Member) (schema.NestingMode, bool) {
	n.notBlock = ""
	c := &candidate{n: n, name: name, body: body, s: s, known: known}
	c.mode, c.nesting = n.mode(s, known)
	for i := range blockRules {
		if r := &blockRules[i]; r.when(c) {
			return c.apply(r, path)
		}
	}
	return 0, false
}

// apply takes the candidate for what a rule says.
func (c *candidate) apply(r *blockRule, path string) (schema.NestingMode, bool) {
	why := r.why
	if r.related {
		why = c.related().why
	}
	if r.is == isAttribute {
		c.n.notBlock, c.n.confidence = why, r.confidence
		return 0, false
	}
	mode, nesting := c.mode, c.nesting
	switch r.is {
	case isSingleBlock:
		mode = schema.NestingSingle
	case isBlockMap:
		mode = schema.NestingMap
	}
	if r.nesting.Why != "" {
		nesting = r.nesting
	}
	nesting.Is, nesting.Shows = mode.String(), nesting.Shows || mode == schema.NestingSingle || mode == schema.NestingMap
	c.n.decide(Decision{Path: path, Is: "block, " + nesting.Is, IsBlock: true, Confidence: r.confidence, Why: why, Nesting: nesting})
	return mode, true
}
