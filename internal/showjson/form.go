package showjson

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/dialect"
)

// form is what the JSON of a version of a product has. The JSON of a plan has always been printed
// by the version that made the plan.
type form struct {
	version string // of the format
	// marks and stateMarks say that changes and planned values have marks of what is sensitive.
	marks, stateMarks bool
	replacePaths      bool
	outputTypes       bool
	errored           bool
	applyable         bool // and complete
	onFailure         bool // what apply does if an action fails
}

// latestPlanFormat is the version of the format of new versions.
const latestPlanFormat = "1.2"

// formOf returns the form of the version that made a plan. If the version is not known, it
// is a new one.
func formOf(p Plan) form {
	openTofu := p.Dialect.Name == dialect.OpenTofu().Name
	f := form{version: cmp.Or(p.FormatVersion, latestPlanFormat), marks: true, stateMarks: true, replacePaths: true, outputTypes: true, errored: true, applyable: !openTofu, onFailure: !openTofu}
	v, ok := parseVersion(p.TerraformVersion)
	if !ok || openTofu {
		return f
	}
	f.onFailure = !v.before(1, 16)
	f.applyable = !v.before(1, 8)
	f.errored = !v.before(1, 6)
	f.outputTypes = !v.before(1, 2)
	f.replacePaths = !v.before(1, 1)
	f.stateMarks = !v.before(1, 0)
	f.marks = !v.before(0, 15)
	return f
}

// version is the version of a product, without the last part.
type version struct{ major, minor int }

func parseVersion(text string) (v version, ok bool) {
	major, rest, _ := strings.Cut(text, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, err1 := strconv.Atoi(major)
	b, err2 := strconv.Atoi(minor)
	return version{a, b}, err1 == nil && err2 == nil
}

func (v version) before(major, minor int) bool {
	return v.major < major || v.major == major && v.minor < minor
}
