package showjson

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/dialect"
)

// versionForm is what the JSON of a version of a product has. The JSON of a plan has always been printed
// by the version that made the plan.
type versionForm struct {
	version string // of the format
	// marks and stateMarks say that changes and planned values have marks of what is sensitive.
	marks, stateMarks bool
	replacePaths      bool
	outputTypes       bool
	errored           bool
	applyable         bool // and complete
	onFailure         bool // what apply does if an action fails
	forgotten         bool // planned_values have objects that are forgotten
	config            ConfigForm
}

// ConfigForm is what the configuration in the JSON of a version has.
type ConfigForm struct {
	// Registry is the host of providers for which the configuration names none: registry.terraform.io.
	Registry   string
	Actions    bool
	Deprecated bool // what is deprecated says so
	Types      bool // variables have their types, and say whether they are required; they and outputs say whether they are ephemeral
}

// ConfigFormOf returns the form of a version of a product. If the version is not known, it is a new one.
func ConfigFormOf(d dialect.Dialect, terraformVersion string) ConfigForm {
	v, isOpenTofu := versionOf(terraformVersion), d.Name == dialect.OpenTofu().Name
	return ConfigForm{Registry: d.Registry, Actions: !isOpenTofu && !v.before(1, 14, 0), Deprecated: isOpenTofu && !v.before(1, 10, 0), Types: isOpenTofu && !v.before(1, 11, 0)}
}

// versionOf returns a version, or a new one if it cannot be read.
func versionOf(text string) version {
	if v, ok := parseVersion(text); ok {
		return v
	}
	return version{major: latestMajor}
}

// latestPlanFormat is the version of the format of new versions.
const latestPlanFormat = "1.2"

// formOf returns the form of the version that made a plan. If the version is not known, it
// is a new one.
func formOf(p Plan) versionForm {
	openTofu := p.Dialect.Name == dialect.OpenTofu().Name
	f := versionForm{
		version: cmp.Or(p.FormatVersion, latestPlanFormat), marks: true, stateMarks: true, replacePaths: true, outputTypes: true, errored: true,
		config: ConfigFormOf(p.Dialect, p.TerraformVersion),
	}
	v := versionOf(p.TerraformVersion)
	if openTofu {
		f.forgotten = true
		return f
	}
	f.forgotten = v.before(1, 15, 6)
	f.onFailure = !v.before(1, 16, 0)
	f.applyable = !v.before(1, 8, 0)
	f.errored = !v.before(1, 6, 0) || p.Whole
	f.outputTypes = !v.before(1, 2, 0)
	f.replacePaths = !v.before(1, 1, 0) || p.Whole
	f.stateMarks = !v.before(1, 0, 0)
	f.marks = !v.before(0, 15, 0)
	return f
}

// latestMajor is behind all versions that there are.
const latestMajor = 1 << 20

// version is the version of a product.
type version struct{ major, minor, patch int }

// parseVersion reads a version. What comes behind the patch, such as -dev, does not count.
func parseVersion(text string) (v version, ok bool) {
	text, _, _ = strings.Cut(text, "-")
	parts := strings.SplitN(text, ".", 3)
	for i, to := range []*int{&v.major, &v.minor, &v.patch} {
		if i == len(parts) {
			return v, i > 1
		}
		n, err := strconv.Atoi(parts[i])
		if err != nil {
			return v, i > 1
		}
		*to = n
	}
	return v, true
}

func (v version) before(major, minor, patch int) bool {
	return cmp.Or(cmp.Compare(v.major, major), cmp.Compare(v.minor, minor), cmp.Compare(v.patch, patch)) < 0
}
