package planfmt

import (
	"reflect"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/schema"
)

// TestSettingsHaveAllOptions checks that no option is lost on the way to the settings of the engine: of options that are all set, no
// setting is left zero. The fields of the options are checked as well, so that a new one has to be set here.
func TestSettingsHaveAllOptions(t *testing.T) {
	where, diags := NewWhere("", "true")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var muted rules.Set
	if err := muted.AddHide("type=aws_instance"); err != nil {
		t.Fatal(err)
	}
	opts := Options{
		Input:      Input{Mode: plans.RefreshOnlyMode, Product: "opentofu", Strict: true, MemoryLimit: 1, MaxUnpacked: 1, MaxResources: 1, TempDir: "t", States: ChoiceAlways},
		Comparison: Comparison{Layers: []schema.Layer{{Source: &schema.Set{}}}, RequireExact: true, MatchBy: []string{"id"}, ShowSensitive: true, Wrap: func(_ Owner, d computed.Diff) computed.Diff { return d }, Workers: 1},
		Selection:  Selection{Rules: muted, FileRules: &rules.File{}, Where: where, Drift: rules.AllDrift, ShowUnchanged: true, RequireMatch: true, Checker: rules.NewChecker},
		SourceOptions: SourceOptions{
			ConfigDir: "c", ConfigWithin: "w", LinkTemplate: "https://example.com/{path}", ConfigPlaces: []ConfigPlace{{Path: "p", Dir: "d"}}, LocalLinks: true,
		},
		Policies: &PolicyOptions{Policies: []policy.Source{{}}, Assumptions: []AssumptionFile{{}}, Override: []string{"o"}},
		HashKey:  make([]byte, 16), HashLikeJSON: true, MaxSteps: 1, Alarms: []AlarmKind{computed.ReplaceAlarm}, AlarmLevel: annotations.Error, Annotations: []*annotations.Report{{Name: "r"}},
		Warn: func(Warning) {}, Progress: func(Progress) {},
		watch: func(compare.Work, string) {},
	}
	for _, part := range []any{opts.Input, opts.Selection, opts.SourceOptions} {
		wantNoZero(t, part)
	}
	s, err := opts.session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wantNoZero(t, s.Opts.Selection)
	wantNoZero(t, s.Opts.Declarations)
	wantNoZero(t, s.Opts.Declarations.ConfigPlaces[0])
	wantNoZero(t, s.Opts.Storing)
	// Those who open documents set the first two, states are asked for here, so that no plan is needed, and NamedSchemas is the number of files, of which there are none here.
	wantNoZero(t, s.Opts, "KeepVariables", "Overview", "NamedSchemas", "Several", "NeedsPlan")
}

// wantNoZero checks that no field of a struct is zero, apart from some.
func wantNoZero(t *testing.T, in any, but ...string) {
	t.Helper()
	v := reflect.ValueOf(in)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if v.Field(i).IsZero() && !slices.Contains(but, name) {
			t.Errorf("%s.%s is not set", v.Type(), name)
		}
	}
}
