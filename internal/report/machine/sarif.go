package machine

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/json"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/verdict"
)

// CheckSARIF writes what policies say about a plan in SARIF 2.1.0. The rules are the policies; what is undecided
// is a result of the kind "open". Diagnostics are about the policies, and
// notifications. So is that the plan is not complete.
func CheckSARIF(w io.Writer, rep *verdict.Report, diags diag.List, opts layout.Options) error {
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
	e := &jsonEncoder{json.Encoder{Out: w}}
	e.Open('{')
	e.Text("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
	e.Text("version", "2.1.0")
	e.List("runs", "\n", 1, func(int) {
		e.Open('{')
		e.Object("tool", func() {
			e.Key("driver")
			e.sarifDriver(opts.Version, policies)
		})
		e.Elements("results", "\n", func(next func() bool) {
			for _, r := range rep.Results.Others() {
				class := content.ClassOfResult(rep, &r)
				if class >= content.ClassPassed {
					continue
				}
				for _, f := range content.FindingsOf(&r) {
					if !next() {
						return
					}
					e.Raw("\n")
					e.sarifResult(class, &f, rules)
				}
			}
		})
		e.List("invocations", "\n", 1, func(int) { e.sarifInvocation(rep, diags) })
		e.Close("}")
	})
	e.Raw("}\n")
	return e.Finish()
}

// sarifDriver writes the version of planfmt, and the policies as rules.
func (e *jsonEncoder) sarifDriver(version string, policies []*verdict.Policy) {
	e.Open('{')
	e.Text("name", "planfmt")
	e.Word("version", version)
	e.List("rules", "\n", len(policies), func(i int) {
		p := policies[i]
		e.Raw("\n")
		e.Open('{')
		e.Text("id", p.Name)
		e.Object("shortDescription", func() { e.Text("text", p.Name) })
		if p.Set != "" {
			e.Object("properties", func() { e.Text("set", p.Set) })
		}
		e.Close("}")
	})
	e.Close("}")
}

// sarifInvocation writes what is wrong with the policies, and that the plan is not complete.
func (e *jsonEncoder) sarifInvocation(rep *verdict.Report, diags diag.List) {
	e.Open('{')
	e.Truth("executionSuccessful", !diags.HasErrors())
	e.SomeObjects("toolConfigurationNotifications", len(diags), func(i int) {
		d := diags[i]
		e.Text("level", d.Severity.String())
		e.sarifMessage(wording.MessageOf(d))
		e.sarifLocations(d.Subject, "")
	})
	incomplete := 0
	if rep.Incomplete != "" {
		incomplete = 1
	}
	if n := incomplete + len(rep.Idle); n > 0 {
		e.List("toolExecutionNotifications", "", n, func(i int) {
			e.Open('{')
			if i >= incomplete {
				x := &rep.Idle[i-incomplete]
				e.Text("level", "warning")
				e.sarifMessage(wording.IdleTitle + ": " + x.Text())
				e.sarifLocations(x.Range, "")
				e.Close("}")
				return
			}
			level := [...]string{verdict.UnknownWarns: "warning", verdict.UnknownFails: "error", verdict.UnknownPasses: "note"}[rep.OnUnknown]
			e.Text("level", level)
			e.sarifMessage(wording.IncompleteTitle + ": " + wording.IncompleteText(rep))
			e.Close("}")
		})
	}
	e.Close("}")
}

func (e *jsonEncoder) sarifResult(class content.VerdictClass, f *content.Finding, rules map[*verdict.Policy]int) {
	r := f.Result
	e.Open('{')
	e.Text("ruleId", r.Policy.Name)
	e.Number("ruleIndex", rules[r.Policy])
	switch class {
	case content.ClassError, content.ClassFailed:
		e.Text("level", "error")
	case content.ClassExcepted:
		if r.Level == verdict.Advisory {
			e.Text("level", "warning")
		} else {
			e.Text("level", "error")
		}
	case content.ClassUndecided, content.ClassMaybeAdvised:
		e.Text("kind", "open")
		e.Text("level", "none")
	default:
		e.Text("level", "warning")
	}
	e.sarifMessage(content.FindingText(f))
	at := f.At
	if at.IsZero() {
		at = r.Policy.Range
	}
	e.sarifLocations(at, r.Address)
	// The same condition on the same object is the same result, wherever the lines are.
	sum := sha256.Sum256([]byte(strings.Join([]string{r.Policy.Set, r.Policy.Name, r.Address, r.Operation, f.Message}, "\x00")))
	e.Object("partialFingerprints", func() { e.Text("planfmt/v1", hex.EncodeToString(sum[:16])) })
	e.Object("properties", func() {
		e.Text("outcome", r.Outcome.String())
		e.Text("enforcementLevel", r.Level.String())
		e.Word("operation", r.Operation)
	})
	e.sarifSuppression(r.Exception)
	e.Close("}")
}

// sarifSuppression writes that a result is accepted, if it is.
func (e *jsonEncoder) sarifSuppression(x *verdict.Exception) {
	if x == nil {
		return
	}
	e.Objects("suppressions", "", 1, func(int) {
		e.Text("kind", "external")
		e.Text("status", "accepted")
		e.Text("justification", x.Text())
	})
}

func (e *jsonEncoder) sarifMessage(text string) {
	e.Object("message", func() { e.Text("text", text) })
}

// sarifLocations writes where something is: a place in a policy file, and an object of the plan.
func (e *jsonEncoder) sarifLocations(at diag.Range, address string) {
	if !wording.IsInFile(at) {
		at = diag.Range{}
	}
	if at.IsZero() && address == "" {
		return
	}
	e.Objects("locations", "", 1, func(int) {
		if !at.IsZero() {
			e.Key("physicalLocation")
			e.Open('{')
			e.Object("artifactLocation", func() { e.Text("uri", sarifURI(at.File)) })
			e.Key("region")
			e.Open('{')
			e.Number("startLine", at.Start.Line)
			e.Number("endLine", at.End.Line)
			e.Close("}}")
		}
		if address != "" {
			e.Objects("logicalLocations", "", 1, func(int) {
				e.Text("fullyQualifiedName", address)
				e.Text("kind", "resource")
			})
		}
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
