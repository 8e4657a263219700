package report

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/verdict"
)

// CheckSARIF writes what policies say about a plan in SARIF 2.1.0. The rules are the policies; what is undecided
// is a result of the kind "open". Diagnostics are about the policies, and
// notifications. So is that the plan is not complete.
func CheckSARIF(w io.Writer, rep *verdict.Report, diags diag.List, opts Options) error {
	rules := map[*verdict.Policy]int{}
	var policies []*verdict.Policy
	add := func(p *verdict.Policy) {
		if _, ok := rules[p]; !ok && p != nil {
			rules[p] = len(policies)
			policies = append(policies, p)
		}
	}
	for _, p := range rep.Policies {
		add(p)
	}
	for r := range rep.Results.Tally() {
		add(r.Policy)
	}
	e := &jsonEncoder{encoder{w: w}}
	e.open('{')
	e.text("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
	e.text("version", "2.1.0")
	e.list("runs", "\n", 1, func(int) {
		e.open('{')
		e.key("tool")
		e.open('{')
		e.key("driver")
		e.sarifDriver(opts.Version, policies)
		e.close("}")
		e.elements("results", "\n", func(next func() bool) {
			for _, r := range rep.Results.Others() {
				class := classOfResult(rep, &r)
				if class >= classPassed {
					continue
				}
				for _, f := range findingsOf(&r) {
					if !next() {
						return
					}
					e.raw("\n")
					e.sarifResult(class, &f, rules)
				}
			}
		})
		e.list("invocations", "\n", 1, func(int) { e.sarifInvocation(rep, diags) })
		e.close("}")
	})
	e.raw("}\n")
	if e.err != nil {
		return e.err
	}
	return writeAll(w, e.b)
}

// sarifDriver writes the version of planfmt, and the policies as rules.
func (e *jsonEncoder) sarifDriver(version string, policies []*verdict.Policy) {
	e.open('{')
	e.text("name", "planfmt")
	e.word("version", version)
	e.list("rules", "\n", len(policies), func(i int) {
		p := policies[i]
		e.raw("\n")
		e.open('{')
		e.text("id", p.Name)
		e.key("shortDescription")
		e.open('{')
		e.text("text", p.Name)
		e.close("}")
		if p.Set != "" {
			e.key("properties")
			e.open('{')
			e.text("set", p.Set)
			e.close("}")
		}
		e.close("}")
	})
	e.close("}")
}

// sarifInvocation writes what is wrong with the policies, and that the plan is not complete.
func (e *jsonEncoder) sarifInvocation(rep *verdict.Report, diags diag.List) {
	e.open('{')
	e.truth("executionSuccessful", !diags.HasErrors())
	e.some("toolConfigurationNotifications", len(diags), func(i int) {
		d := diags[i]
		e.open('{')
		e.text("level", d.Severity.String())
		e.sarifMessage(messageOf(d))
		e.sarifLocations(d.Subject, "")
		e.close("}")
	})
	incomplete := 0
	if rep.Incomplete != "" {
		incomplete = 1
	}
	if n := incomplete + len(rep.Idle); n > 0 {
		e.list("toolExecutionNotifications", "", n, func(i int) {
			e.open('{')
			if i >= incomplete {
				x := &rep.Idle[i-incomplete]
				e.text("level", "warning")
				e.sarifMessage(idleTitle + ": " + x.Text())
				e.sarifLocations(x.Range, "")
				e.close("}")
				return
			}
			level := [...]string{verdict.UnknownWarns: "warning", verdict.UnknownFails: "error", verdict.UnknownPasses: "note"}[rep.OnUnknown]
			e.text("level", level)
			e.sarifMessage(incompleteTitle + ": " + incompleteText(rep))
			e.close("}")
		})
	}
	e.close("}")
}

func (e *jsonEncoder) sarifResult(class verdictClass, f *finding, rules map[*verdict.Policy]int) {
	r := f.result
	e.open('{')
	e.text("ruleId", r.Policy.Name)
	e.number("ruleIndex", rules[r.Policy])
	switch class {
	case classError, classFailed:
		e.text("level", "error")
	case classExcepted:
		if r.Level == verdict.Advisory {
			e.text("level", "warning")
		} else {
			e.text("level", "error")
		}
	case classUndecided, classMaybeAdvised:
		e.text("kind", "open")
		e.text("level", "none")
	default:
		e.text("level", "warning")
	}
	e.sarifMessage(findingText(f))
	at := f.at
	if at.IsZero() {
		at = r.Policy.Range
	}
	e.sarifLocations(at, r.Address)
	// The same condition on the same object is the same result, wherever the lines are.
	sum := sha256.Sum256([]byte(strings.Join([]string{r.Policy.Set, r.Policy.Name, r.Address, r.Operation, f.message}, "\x00")))
	e.key("partialFingerprints")
	e.open('{')
	e.text("planfmt/v1", hex.EncodeToString(sum[:16]))
	e.close("}")
	e.key("properties")
	e.open('{')
	e.text("outcome", r.Outcome.String())
	e.text("enforcementLevel", r.Level.String())
	e.word("operation", r.Operation)
	e.close("}")
	e.sarifSuppression(r.Exception)
	e.close("}")
}

// sarifSuppression writes that a result is accepted, if it is.
func (e *jsonEncoder) sarifSuppression(x *verdict.Exception) {
	if x == nil {
		return
	}
	e.list("suppressions", "", 1, func(int) {
		e.open('{')
		e.text("kind", "external")
		e.text("status", "accepted")
		e.text("justification", x.Text())
		e.close("}")
	})
}

func (e *jsonEncoder) sarifMessage(text string) {
	e.key("message")
	e.open('{')
	e.text("text", text)
	e.close("}")
}

// sarifLocations writes where something is: a place in a policy file, and an object of the plan.
func (e *jsonEncoder) sarifLocations(at diag.Range, address string) {
	if !isInFile(at) {
		at = diag.Range{}
	}
	if at.IsZero() && address == "" {
		return
	}
	e.list("locations", "", 1, func(int) {
		e.open('{')
		if !at.IsZero() {
			e.key("physicalLocation")
			e.open('{')
			e.key("artifactLocation")
			e.open('{')
			e.text("uri", sarifURI(at.File))
			e.close("}")
			e.key("region")
			e.open('{')
			e.number("startLine", at.Start.Line)
			e.number("endLine", at.End.Line)
			e.close("}}")
		}
		if address != "" {
			e.list("logicalLocations", "", 1, func(int) {
				e.open('{')
				e.text("fullyQualifiedName", address)
				e.text("kind", "resource")
				e.close("}")
			})
		}
		e.close("}")
	})
}

// sarifURI returns the name of a file as a relative reference.
func sarifURI(file string) string {
	var b strings.Builder
	for _, c := range []byte(filepath.ToSlash(file)) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~/!$&'()*+,;=@", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + strings.ToUpper(hex.EncodeToString([]byte{c})))
		}
	}
	return b.String()
}
