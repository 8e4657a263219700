package wording

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/testkit/goldenflag"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/verdict"
)

// wordList collects what functions say.
type wordList struct{ strings.Builder }

// say adds a line: what is worded, and the words, which are quoted as texts are.
func (w *wordList) say(what, words any) { fmt.Fprintf(w, "%v = %q\n", what, words) }

// TestWords compares the words of this package with testdata/words.txt. What is worded by the formats is in their goldens; here is each word, also
// those that few plans need.
func TestWords(t *testing.T) {
	w := &wordList{}
	wordsOfReasons(w)
	placeWords(w)
	countWords(w)
	graphWords(w)
	verdictWords(w)
	runWords(w)
	goldenflag.Compare(t, filepath.Join("testdata", "words.txt"), w.String())
}

func wordsOfReasons(w *wordList) {
	reasons := []plans.ActionReason{
		plans.ReplaceBecauseTainted, plans.ReplaceBecauseCannotUpdate, plans.ReplaceByRequest, plans.ReplaceByTriggers, plans.ReplacedByAnother,
		plans.DeleteBecauseNoResourceConfig, plans.DeleteBecauseWrongRepetition, plans.DeleteBecauseCountIndex, plans.DeleteBecauseEachKey,
		plans.DeleteBecauseNoModule, plans.DeleteBecauseNoMoveTarget, plans.DeleteBecauseEnabledFalse,
		plans.ReadBecauseConfigUnknown, plans.ReadBecauseDependencyPending, plans.ReadBecauseCheckNested,
		plans.BecameTainted, plans.NoLongerTainted, plans.OtherProvider,
	}
	remark := func(what string, r computed.Resource, class review.Class) {
		if words := Remarks(&r, class); len(words) > 0 {
			w.say(what, words)
		}
	}
	for _, reason := range reasons {
		for _, class := range []review.Class{review.Replace, review.Delete, review.Update, review.Read} {
			for _, key := range []plans.InstanceKey{"", "0", `"k"`} {
				h := plans.Header{ActionReason: reason, ModuleAddress: "module.m", Index: key}
				if reason == plans.DeleteBecauseNoMoveTarget {
					h.PreviousAddress, h.Address = "a.old", "a.new"
				}
				if key == "" || reason == plans.DeleteBecauseWrongRepetition {
					remark(fmt.Sprintf("%v %s%s", class, reason, key), computed.Resource{Header: h}, class)
				}
			}
		}
		w.say(fmt.Sprint(reason, " has left"), fmt.Sprint(HasLeft(&plans.Header{ActionReason: reason})))
	}
	for _, a := range []plans.Action{plans.CreateThenForget, plans.ForgetThenCreate} {
		remark(fmt.Sprint(a), computed.Resource{Header: plans.Header{Action: a}}, review.Replace)
		remark(fmt.Sprint(a, " tainted"), computed.Resource{Header: plans.Header{Action: a, ActionReason: plans.ReplaceBecauseTainted}}, review.Replace)
	}
	for _, d := range []plans.DeferredReason{
		plans.DeferredInstanceCountUnknown, plans.DeferredResourceConfigUnknown, plans.DeferredProviderConfigUnknown, plans.DeferredPrereq, plans.DeferredAbsentPrereq,
	} {
		remark(string(d), computed.Resource{Header: plans.Header{DeferredReason: d}}, review.Deferred)
	}
	remark("forgotten and deposed", computed.Resource{Header: plans.Header{Deposed: "abcd1234"}}, review.Forget)
	remark("deleted outside", computed.Resource{Header: plans.Header{Action: plans.Delete}}, review.Drift)
	remark("moved", computed.Resource{Header: plans.Header{Address: "a.b", PreviousAddress: "a.a"}}, review.Move)
	remark("unknown action", computed.Resource{Header: plans.Header{ActionNames: []string{"merge", "split"}}}, review.Unknown)
	for what, i := range map[string]plans.Importing{"imported": {ID: "i-1"}} {
		remark(what, computed.Resource{Header: plans.Header{Importing: &i, GeneratedConfig: true}}, review.Import)
	}
	for _, i := range []plans.Importing{{ID: "i-1"}, {Identity: "{}"}, {Unknown: true}, {}} {
		w.say(fmt.Sprintf("import %q %q %v", i.ID, i.Identity, i.Unknown), importWords(&i))
	}
	for _, planned := range []bool{true, false} {
		w.say(fmt.Sprint("drift ", planned), DriftWords(planned))
	}
	for _, a := range []plans.Action{plans.Update, plans.Create} {
		w.say(fmt.Sprint("undoes ", a), UndoesWords(&plans.Header{Action: a}, "Terraform"))
	}
	for _, f := range []plans.OnFailure{"", plans.HaltOnFailure, plans.TaintOnFailure, plans.ContinueOnFailure, "retry"} {
		w.say(fmt.Sprint("on failure ", f), FailureWords(f))
	}
	for _, r := range []computed.Rename{
		{From: "a.a", To: "a.b", Same: 3, Compared: 4, Derived: []string{"name"}, Different: []string{"x", "y"}, Hidden: []string{"p"}},
		{From: "a.a", To: "a.b", Same: 3, Compared: 5, Derived: []string{"n", "m"}, Different: []string{"z"}, Hidden: []string{"p", "q"}, Forcing: []string{"z"}},
		{From: "a.a", To: "a.b", Same: 3, Compared: 5, Forcing: []string{"a", "b", "c", "d", "e", "f"}},
	} {
		w.say("rename to come", RenameWords(&r, true))
		w.say("rename", RenameWords(&r, false))
	}
}

func placeWords(w *wordList) {
	text := func(p plans.Position) string { return p.String() }
	at := []plans.Position{{File: "a.tf", Line: 1}, {File: "b.tf", Line: 2}, {File: "c.tf", Line: 3}, {File: "d.tf", Line: 4}, {File: "e.tf", Line: 5}}
	for _, n := range []int{0, 1, 3, 4, 5} {
		w.say(fmt.Sprint(n, " places"), SourceWords(at[:n], text))
	}
	paths := []string{"a", "b", "c", "d", "e", "f"}
	for _, n := range []int{1, 4, 5, 6} {
		w.say(fmt.Sprint(n, " paths"), FewPaths(paths[:n]))
	}
	where := computed.Where{
		Texts: []string{"a\nb", `c"`}, Condition: "action ==\n \"delete\"", Shown: 1, Total: 3,
		Undecided: []computed.Undecided{{Causes: []string{"a", "b", "c", "d"}}, {Causes: []string{"a", "b", "c"}}}, Failed: []computed.Undecided{{}},
	}
	w.say("where", WhereText(&where))
	where.Texts = where.Texts[:1]
	where.Total = 1
	w.say("where one", WhereText(&where))
	for _, l := range WhereLists(&where) {
		w.say(fmt.Sprint("where, ", len(l.All)), l.Title)
		for _, u := range l.All {
			w.say("causes", CauseWords(u))
		}
	}
	w.say("rules", ByRules(&computed.Summary{}))
	w.say("rules with a condition", ByRules(&computed.Summary{Where: &where}))
	w.say("deposed", WithDeposed("a.b", "abcd1234"))
	w.say("not deposed", WithDeposed("a.b", ""))
	w.say("whole", []string{WholeWord(plans.Create), WholeWord(plans.Delete)})
	w.say("reordered", Elided([]computed.Note{computed.NoteReordered}))
	w.say("formatting", Elided([]computed.Note{computed.NoteFormatting}))
	w.say("clipped", []string{Clipped("abcdef", 6), Clipped("abcdef", 5), EndOf("abcdef", 5), EndOf("abcdef", 3), FirstLineOf("a\nb"), Capital("abc")})
}

func countWords(w *wordList) {
	w.say("more", []string{MoreText(0), MoreText(1), MoreText(2)})
	for _, c := range []annotations.Counts{{}, {Errors: 1, Warnings: 2, Notes: 1, Others: 3}, {Errors: 2, Warnings: 1, Notes: 2, Others: 1}, {Others: 2}} {
		w.say(fmt.Sprintf("%+v", c), []string{FoundText(c), CountsOf(c)})
	}
	w.say("sum", CountsOf(FoundSum(annotations.Counts{Errors: 1, Notes: 2, Others: 4}, annotations.Counts{Errors: 2, Warnings: 1, Notes: 3, Others: 1})))
	for _, c := range [][3]string{{"USD/month", "10.00", "22.5"}, {"USD/month", "22.5", "10"}, {"USD/month", "10", "10"}, {"", "0", "3"}, {"USD", "", "3"}} {
		w.say(strings.Join(c[:], ","), CostText(c[0], annotations.Number(c[1]), annotations.Number(c[2])))
	}
	for _, d := range []time.Duration{-time.Second, 0, 2500 * time.Millisecond, 10 * time.Second, 59 * time.Second, 90 * time.Second, 3600 * time.Second, 2*time.Hour + 5*time.Minute} {
		w.say(d, ShortDuration(d))
	}
}

func graphWords(w *wordList) {
	for _, i := range []computed.GraphInstance{
		{Failed: true}, {Deferred: true}, {Imported: true}, {Moved: true}, {}, {Action: plans.CreateThenDelete}, {Action: plans.Delete, Deposed: "abcd1234"},
	} {
		w.say("instance", GraphWord(&i))
	}
	gone, kept := computed.GraphInstance{Action: plans.Delete}, computed.GraphInstance{Action: plans.Update}
	for _, n := range []computed.GraphNode{
		{},
		{Unchanged: 1},
		{Unchanged: 2},
		{Kind: computed.ModuleNode, Members: 3, Drifted: true},
		{Kind: computed.ModuleNode, Members: 1},
		{Instances: []computed.GraphInstance{gone}},
		{Instances: []computed.GraphInstance{gone, kept, gone}, Unchanged: 1},
	} {
		w.say("node", NodeWords(&n))
	}
	for _, how := range []computed.Dependency{
		computed.ByReference, computed.ForcesReplacement, computed.ForcesReplacement | computed.ByReference, computed.ByDependsOn, computed.ByDependsOn | computed.ByReference,
		computed.ByProvider | computed.ByState, computed.ByReference | computed.AnyInstance,
	} {
		w.say(fmt.Sprint("edge ", how), EdgeWords(how))
	}
}

func verdictWords(w *wordList) {
	for o := verdict.Skipped; o <= verdict.Error; o++ {
		w.say(o, ExplainedOutcome(o))
	}
	for _, r := range []verdict.Result{{Address: "a.b", Operation: "create"}, {Mock: "good"}, {}} {
		w.say("subject", SubjectOf(&r))
	}
	w.say("subject of a verdict", []string{VerdictSubject(&verdict.PlanVerdict{}), VerdictSubject(&verdict.PlanVerdict{Address: "a.b", Operation: "delete"})})
	path := plans.NewPath(plans.Key("id"))
	for _, c := range []verdict.Cause{
		{Address: "a.b", Path: path, Reason: "known after apply", References: []string{"var.x", "local.y"}}, {Path: path}, {Address: "a.b", Path: plans.NewPath(plans.Index(0))}, {Reason: "known after apply"},
	} {
		w.say("waits for", WaitText(&c))
	}
	w.say("incomplete", IncompleteText(&verdict.Report{Incomplete: "It is."}))
	w.say("incomplete, unknown passes", IncompleteText(&verdict.Report{Incomplete: "It is.", OnUnknown: verdict.UnknownPasses}))
	for _, m := range []verdict.Mock{{Outcome: verdict.Fail}, {AsExpected: true, Outcome: verdict.Skipped}, {AsExpected: true, Outcome: verdict.Pass}, {ExpectFailure: true, Outcome: verdict.Pass}} {
		status, role := MockStatus(&m)
		w.say(fmt.Sprint("mock ", status, " ", role), UnexpectedText(&m))
	}
	m := verdict.Mock{Message: "m", Diagnostics: diag.List{{Summary: "s", Detail: "d"}}, Results: []verdict.Result{{Policy: &verdict.Policy{Name: "p"}, Message: "r", Outcome: verdict.Fail}, {Outcome: verdict.Fail}}}
	w.say("reasons", MockReasons(&m))
	for _, file := range []string{"builtin:hazards", "--assert", "p.policy.hcl", ""} {
		at := diag.Range{File: file}
		w.say("place "+file, fmt.Sprint(IsBuiltin(at), IsInFile(at)))
	}
	w.say("message", []string{MessageOf(&diag.Diagnostic{Summary: "s"}), MessageOf(&diag.Diagnostic{Summary: "s", Detail: "d"})})
}

func runWords(w *wordList) {
	for _, s := range []jsonlog.Summary{
		{Operation: "apply", Totals: plans.Totals{Add: 1, Change: 2, Destroy: 3}},
		{Operation: "apply", Totals: plans.Totals{Import: 4, Forget: 5, Invoke: 2}, InvokeFailed: 1},
		{Operation: "destroy", Totals: plans.Totals{Destroy: 6}},
		{Operation: "apply", Totals: plans.Totals{Invoke: 1}},
	} {
		w.say(fmt.Sprintf("%+v", s), []string{AppliedText(&jsonlog.Event{Summary: &s}), appliedCounts(&s)})
	}
	for _, c := range []jsonlog.TestTotals{{Passed: 1, Failed: 2, Errored: 3}, {Passed: 1, Skipped: 2}} {
		w.say("tests", testCounts(&c))
	}
	for _, o := range []jsonlog.Operation{
		{Action: "create"}, {Kind: "action"}, {Action: "create", Phase: jsonlog.Errored}, {Kind: "action", Phase: jsonlog.Errored, Continues: true},
	} {
		w.say("operation", OperationWords(o))
	}
	run := &jsonlog.Run{Unit: "live/vpc"}
	for i := range 12 {
		if i == 1 || i == 2 || i == 11 {
			w.say(fmt.Sprint(i, " under way"), []string{BrokenOffText(run), UnderWayText(run)})
		}
		run.Running = append(run.Running, &jsonlog.Operation{Kind: "apply", Address: fmt.Sprint("a.b", i), Action: "create", Elapsed: time.Duration(i) * time.Second})
	}
	w.say("ids", []string{idText("", ""), idText("", "i-1"), idText("arn", "x"), shortID(strings.Repeat("a", 80)), shortID(strings.Repeat("a", 40) + strings.Repeat("b", 41))})
	for _, p := range []jsonlog.Policy{{Name: "p", Result: "deny", Enforcement: "mandatory", Target: "a.b"}, {Result: "allow", Message: "m"}, {Name: "p"}} {
		w.say(fmt.Sprint("policy ", isMet(&p), " ", PolicyRole(&p)), []string{PolicyText(&jsonlog.Event{Policy: &p, Message: "other"}), PolicyText(&jsonlog.Event{Type: jsonlog.PolicyInfo, Policy: &p}), PolicyResult(&p)})
	}
	for f := range outcome.Fates() {
		w.say(fmt.Sprint("fate ", f), FateTitle(outcome.Fates()[f]))
	}
}
