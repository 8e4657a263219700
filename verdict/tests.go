package verdict

import "github.com/planfmt/planfmt/diag"

// Tests is what tests of policies have shown.
type Tests struct {
	Files []TestFile
	// Diagnostics are warnings about the policies and their tests.
	Diagnostics diag.List
}

// TestFile is what the tests in one file have shown.
type TestFile struct {
	// Name is the path of the file.
	Name string
	// Mocks are in the order of the file, without those of data sources.
	Mocks []Mock
	// Plan is the plan that the policies have judged, or empty. Verdicts are those about it that are there or expected, sorted
	// by policy, address and operation.
	Plan     string
	Verdicts []PlanVerdict
}

// PlanVerdict is a verdict about a plan, and the one that is expected. The outcome Skipped stands for no verdict.
type PlanVerdict struct {
	Policy, Address, Operation string
	Outcome, Expected          Outcome
	// Message says why the policy has failed, or could not be evaluated.
	Message string
}

// AsExpected reports whether the verdict is the expected one.
func (v *PlanVerdict) AsExpected() bool { return v.Outcome == v.Expected }

// Mock is what policies say about a mock.
type Mock struct {
	// Name is kind.label1.label2: resource.aws_ebs_volume.encrypted.
	Name string
	// Range is the head of the mock's block.
	Range diag.Range
	// Results are those of all policies that have a label for the mock, in the order of the policies. There are
	// none if the mock is skipped or could not be evaluated.
	Results []Result
	// Outcome is the worst outcome of the results. It is Error if the mock could not be evaluated,
	// and Skipped if there are no results.
	Outcome Outcome
	// ExpectFailure means that a policy has to fail for the mock.
	ExpectFailure bool
	// AsExpected means that the test has succeeded: a policy has failed if that was expected,
	// and none has if not. There was no error, and nothing was undecided.
	AsExpected bool
	// Explanations say how the results come about, if somebody has asked for that.
	Explanations []Explanation
	// Message says why there are no results, or is empty.
	Message string
	// Diagnostics are what is wrong with the mock itself.
	Diagnostics diag.List
	// Planned is what would come out if the mock was a plan, with the types and nulls of its schema: the results
	// that differ from those in Results. It is empty unless somebody asked for it.
	Planned []Planned
}

// Planned is a result that would be another one if the mock was a plan.
type Planned struct {
	Policy       *Policy
	Mock, AsPlan Outcome
	// Message is that of the result as a plan.
	Message string
}

// TestCounts are the numbers of mocks, and of verdicts about plans, that have passed, been skipped and failed.
type TestCounts struct{ Passed, Skipped, Failed int }

// Count counts the mocks. Those that are not as expected have failed, even if they have been skipped.
func (t *Tests) Count() TestCounts {
	var c TestCounts
	for _, f := range t.Files {
		for i := range f.Mocks {
			switch m := &f.Mocks[i]; {
			case !m.AsExpected:
				c.Failed++
			case m.Outcome == Skipped:
				c.Skipped++
			default:
				c.Passed++
			}
		}
		for i := range f.Verdicts {
			if f.Verdicts[i].AsExpected() {
				c.Passed++
			} else {
				c.Failed++
			}
		}
	}
	return c
}

// TestsNothing reports whether all mocks of the file have been skipped.
func (f *TestFile) TestsNothing() bool {
	for i := range f.Mocks {
		if f.Mocks[i].Outcome != Skipped {
			return false
		}
	}
	return len(f.Mocks) > 0 && f.Plan == ""
}
