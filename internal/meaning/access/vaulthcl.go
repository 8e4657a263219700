package access

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// A vaultRule says what may be done with the paths of Vault that a pattern matches.
type vaultRule struct {
	path         string
	capabilities []string
}

// vaultPolicy returns the facts of a policy of Vault, in HCL or JSON.
func (r reader) vaultPolicy(e table.Access) []fact.Fact {
	before, after := dropHiddenTwins(r.before.Root.Walk(e.VaultHCL), r.after.Root.Walk(e.VaultHCL))
	w := vaultWriter{at: tops(slices.Concat(before, after)...)}
	if open := onlyOpen(after); len(open) > 0 {
		return []fact.Fact{w.open(open)}
	}
	if alike(before, after) {
		return nil
	}
	old, new := readVaultRules(before), readVaultRules(after)
	hidden := onlyOpen(before)
	facts := w.coming(fact.Grants, old, new, hidden)
	if len(hidden) == 0 {
		facts = append(facts, w.coming(fact.Revokes, new, old, nil)...)
	}
	if len(facts) == 0 && len(old) > 0 && len(new) > 0 {
		facts = append(facts, sameMeaning(w.at))
	}
	return facts
}

func readVaultRules(parts []leaf.Node) []vaultRule {
	var rules []vaultRule
	for _, n := range parts {
		if doc, ok := n.Document(); ok {
			rules = append(rules, rulesInJSON(doc)...)
		} else if text, ok := n.Text(); ok {
			rules = append(rules, rulesInHCL(text)...)
		}
	}
	return rules
}

func rulesInJSON(doc leaf.Node) []vaultRule {
	var rules []vaultRule
	for path, body := range doc.Member("path").Members() {
		rules = append(rules, vaultRule{path, textsOf(body.Member("capabilities"))})
	}
	return rules
}

// rulesInHCL reads the blocks path "p" { capabilities = ["c"] }. It looks at tokens, one after the other, so that no nesting is too deep for it; what
// else stands in a block is skipped.
func rulesInHCL(text string) []vaultRule {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	var rules []vaultRule
	depth := 0
	for i, token := range tokens {
		switch token.Type {
		case hclsyntax.TokenOBrace:
			depth++
		case hclsyntax.TokenCBrace:
			depth--
		case hclsyntax.TokenIdent:
			rest := tokens[i+1:]
			switch name := string(token.Bytes); {
			case name == "path" && depth == 0:
				rules = append(rules, vaultRule{path: strings.Join(stringsUntil(rest, hclsyntax.TokenOBrace), "")})
			case name == "capabilities" && depth == 1 && len(rules) > 0:
				rules[len(rules)-1].capabilities = stringsUntil(rest, hclsyntax.TokenCBrack)
			}
		}
	}
	return rules
}

// stringsUntil returns the contents of strings up to a token.
func stringsUntil(tokens hclsyntax.Tokens, end hclsyntax.TokenType) []string {
	var texts []string
	for _, token := range tokens {
		switch token.Type {
		case end, hclsyntax.TokenEOF:
			return texts
		case hclsyntax.TokenQuotedLit:
			texts = append(texts, string(token.Bytes))
		}
	}
	return texts
}

const denyCapability = "deny"

// has reports whether a rule gives a capability. One that denies gives none.
func (r vaultRule) has(capability string) bool {
	return slices.Contains(r.capabilities, capability) && (capability == denyCapability || !slices.Contains(r.capabilities, denyCapability))
}

// covers reports whether the pattern of a rule matches what another one does: a star at the end is any rest, a plus is any segment.
func (r vaultRule) covers(path string) bool {
	prefix, isGlob := strings.CutSuffix(r.path, "*")
	segments, others := strings.Split(prefix, "/"), strings.Split(path, "/")
	if !isGlob {
		return slices.EqualFunc(segments, others, coversSegment)
	}
	last := len(segments) - 1
	if len(others) <= last || !slices.EqualFunc(segments[:last], others[:last], coversSegment) {
		return false
	}
	return strings.HasPrefix(others[last], segments[last])
}

func coversSegment(pattern, segment string) bool {
	return pattern == segment || pattern == "+" && !strings.HasSuffix(segment, "*")
}

// deciding returns the rule that decides about a path: Vault takes the one that says most.
func deciding(rules []vaultRule, path string) vaultRule {
	var best vaultRule
	for _, r := range rules {
		if r.covers(path) && (best.path == "" || best.covers(r.path)) {
			best = r
		}
	}
	return best
}

// A vaultWriter makes facts of the rules of Vault.
type vaultWriter struct{ at []string }

// coming returns a fact for each path on which capabilities are new.
func (w vaultWriter) coming(kind fact.Kind, old, new []vaultRule, hidden []leaf.Node) []fact.Fact {
	var facts []fact.Fact
	for _, r := range new {
		before := deciding(old, r.path)
		var found []string
		for _, capability := range r.capabilities {
			if capability != denyCapability && r.has(capability) && !before.has(capability) {
				found = append(found, capability)
			}
		}
		if len(found) > 0 {
			facts = append(facts, w.fact(kind, r.path, found, before, hidden))
		}
	}
	for _, r := range old {
		if r.has(denyCapability) && deciding(new, r.path).path == "" {
			facts = append(facts, w.freed(kind, r))
		}
	}
	return facts
}

func (w vaultWriter) fact(kind fact.Kind, path string, capabilities []string, before vaultRule, hidden []leaf.Node) fact.Fact {
	f := fact.Fact{Kind: kind, Severity: fact.Note, Change: fact.New, At: w.at, Rights: w.rights(path, capabilities)}
	if len(before.capabilities) > 0 && !before.has(denyCapability) {
		f.Change = fact.Wider
	}
	f.Severity, f.Rights.Flags = weighCapabilities(path, capabilities)
	if len(hidden) > 0 {
		f.Certainty, f.Because, f.Severity = fact.Hidden, pathsOf(hidden), f.Severity.AtMost(fact.Caution)
	}
	turn(&f)
	return f
}

// freed is the fact that a denial goes or comes: what else somebody has decides whether anything is allowed.
func (w vaultWriter) freed(kind fact.Kind, r vaultRule) fact.Fact {
	f := fact.Fact{
		Kind: kind, Certainty: fact.Possible, Severity: fact.Caution, Change: fact.New, At: w.at, Because: []string{fact.BecauseDeny},
		Rights: w.rights(r.path, nil),
	}
	turn(&f)
	return f
}

func (w vaultWriter) rights(path string, capabilities []string) *fact.Rights {
	r := &fact.Rights{Who: fact.WhoHolder, Actions: capabilities, Condition: fact.ConditionNone, As: "vault"}
	if path != "" {
		r.Resources = []string{path}
	}
	return r
}

func (w vaultWriter) open(open []leaf.Node) fact.Fact {
	return fact.Fact{
		Kind: fact.Grants, Certainty: uncertainty(open), Severity: fact.Caution, Change: fact.Undecided, At: w.at, Because: pathsOf(open),
		Rights: w.rights("", nil),
	}
}

// weighCapabilities says how much capabilities on a path matter.
func weighCapabilities(path string, capabilities []string) (fact.Severity, []fact.Flag) {
	writes := slices.ContainsFunc(capabilities, func(c string) bool { return c != "read" && c != "list" })
	switch everything := strings.Trim(path, "*+/") == ""; {
	case everything && writes:
		return fact.Danger, []fact.Flag{fact.FlagAdmin, fact.FlagWildcardResources}
	case everything:
		return fact.Caution, []fact.Flag{fact.FlagWildcardResources}
	case slices.Contains(capabilities, "sudo"):
		return fact.Caution, nil
	}
	return fact.Note, nil
}
