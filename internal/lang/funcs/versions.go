package funcs

import (
	"fmt"
	"strings"

	version "github.com/hashicorp/go-version"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/mod/semver"

	"github.com/planfmt/planfmt/internal/lang/types"
)

func ofVersions() []*Function {
	return []*Function{
		plain(Function{
			Name:        "semverconstraint",
			Description: "Returns whether a version meets a constraint, as they are in required_providers.",
			Example:     `semverconstraint("4.67.3", "~> 4.67.0")`,
			Result:      `true`,
			Params: []Param{
				param("version", types.String, "A version: 1.2.3."),
				param("constraint", types.String, "Conditions with the operators =, !=, >, >=, <, <= and ~>, separated by commas. All must be met."),
			},
			Type: func(args []Arg) (types.Type, error) {
				if text, ok := args[0].constant(); ok {
					if _, err := version.NewVersion(text); err != nil {
						return nil, badVersion(0, text)
					}
				}
				if text, ok := args[1].constant(); ok {
					if _, err := version.NewConstraint(text); err != nil {
						return nil, badConstraint(1, text)
					}
				}
				return types.Bool, nil
			},
			Partial: true,
		}, func(args []cty.Value) (cty.Value, error) {
			v, err := version.NewVersion(text(args[0]))
			if err != nil {
				return cty.NilVal, badVersion(0, text(args[0]))
			}
			c, err := version.NewConstraint(text(args[1]))
			if err != nil {
				return cty.NilVal, badConstraint(1, text(args[1]))
			}
			return cty.BoolVal(c.Check(v)), nil
		}),
		plain(Function{
			Name:        "semvercmp",
			Description: "Compares two semantic versions. Returns -1 if the first one is lower, 1 if it is higher, and else 0. Build metadata does not count.",
			Example:     `semvercmp("1.10.0", "1.9.0")`,
			Result:      `1`,
			Params: []Param{
				param("a", types.String, "A semantic version: 1.2.3 or 1.2.3-beta.1."),
				param("b", types.String, "Another one."),
			},
			Type: func(args []Arg) (types.Type, error) {
				for i, a := range args {
					if text, ok := a.constant(); ok {
						if _, err := strictVersion(i, text); err != nil {
							return nil, err
						}
					}
				}
				return types.Number, nil
			},
			Range:   sign,
			Partial: true,
		}, func(args []cty.Value) (cty.Value, error) {
			a, err := strictVersion(0, text(args[0]))
			if err != nil {
				return cty.NilVal, err
			}
			b, err := strictVersion(1, text(args[1]))
			if err != nil {
				return cty.NilVal, err
			}
			return cty.NumberIntVal(int64(semver.Compare(a, b))), nil
		}),
	}
}

func badVersion(i int, text string) error {
	return &ArgError{Index: i, Err: fmt.Errorf("%q is not a version, such as \"1.2.3\"", text), Quotes: true}
}

func badConstraint(i int, text string) error {
	return &ArgError{Index: i, Err: fmt.Errorf("%q is not a version constraint, such as \">= 1.2.0, < 2.0.0\"", text), Quotes: true}
}

// strictVersion returns a semantic version for package semver, which would also take
// versions with fewer than three numbers.
func strictVersion(i int, text string) (string, error) {
	v := "v" + text
	core, _, _ := strings.Cut(v, "+")
	if !semver.IsValid(v) || semver.Canonical(v) != core {
		return "", &ArgError{Index: i, Err: fmt.Errorf("%q is not a semantic version, such as \"1.2.3\"", text), Quotes: true}
	}
	return v, nil
}
