package funcs

import (
	"fmt"
	"time"

	yaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/types"
)

func ofDocuments() []*Function {
	str := param("str", types.String, "The text.")
	now := time.Now().UTC().Format(time.RFC3339)
	return []*Function{
		readsJSON(standard(Function{
			Name:        "jsondecode",
			Description: "Returns the value that a JSON document describes.",
			Example:     `jsondecode("{\"a\":[1,null]}")`,
			Result:      `{ a = [1, null] }`,
			Params:      []Param{str},
			Partial:     true,
			Nullable:    true,
		}, stdlib.JSONDecodeFunc)),
		writesJSON(standard(Function{
			Name:        "jsonencode",
			Description: "Returns a value as a JSON document.",
			Example:     `jsonencode({ a = [1] })`,
			Result:      `"{\"a\":[1]}"`,
			Params:      []Param{wide("value", "The value.")},
			Returns:     types.String,
		}, stdlib.JSONEncodeFunc)),
		standard(Function{
			Name:        "yamldecode",
			Description: "Returns the value that a YAML document describes.",
			Example:     `yamldecode("a: 1")`,
			Result:      `{ a = 1 }`,
			Params:      []Param{str},
			Partial:     true,
			Nullable:    true,
		}, yaml.YAMLDecodeFunc),
		standard(Function{
			Name:        "yamlencode",
			Description: "Returns a value as a YAML document.",
			Example:     `yamlencode({ a = 1 })`,
			Result:      `"\"a\": 1\n"`,
			Params:      []Param{wide("value", "The value.")},
			Returns:     types.String,
		}, yaml.YAMLEncodeFunc),
		standard(Function{
			Name:        "csvdecode",
			Description: "Returns the lines of a CSV document as a list of objects, whose attributes are named by its first line.",
			Example:     `csvdecode("a,b\n1,2")`,
			Result:      `tolist([{ a = "1", b = "2" }])`,
			Params:      []Param{str},
			Partial:     true,
		}, stdlib.CSVDecodeFunc),
		standard(Function{
			Name:        "formatdate",
			Description: "Formats a time: YYYY is the year, MM the month, DD the day, hh the hour, mm the minute and ss the second.",
			Example:     `formatdate("DD.MM.YYYY", "2026-11-22T11:20:01Z")`,
			Result:      `"22.11.2026"`,
			Params:      []Param{param("spec", types.String, "The format."), param("timestamp", types.String, "The time: 2026-11-22T11:20:01Z.")},
			Returns:     types.String,
			Partial:     true,
		}, stdlib.FormatDateFunc),
		standard(Function{
			Name:        "timeadd",
			Description: "Adds a duration to a time.",
			Example:     `timeadd("2026-11-22T11:20:01Z", "10m")`,
			Result:      `"2026-11-22T11:30:01Z"`,
			Params:      []Param{param("timestamp", types.String, "The time: 2026-11-22T11:20:01Z."), param("duration", types.String, "The duration, which may be negative: 1h30m.")},
			Returns:     types.String,
			Partial:     true,
		}, stdlib.TimeAddFunc),
		plain(Function{
			Name:        "timecmp",
			Description: "Compares two times. Returns -1 if the first one is earlier, 1 if it is later, and else 0.",
			Example:     `timecmp("2026-11-22T11:20:01Z", "2026-11-22T12:20:01+01:00")`,
			Result:      `0`,
			Params:      []Param{param("a", types.String, "A time: 2026-11-22T11:20:01Z."), param("b", types.String, "Another one.")},
			Returns:     types.Number,
			Range:       sign,
			Partial:     true,
		}, func(args []cty.Value) (cty.Value, error) {
			a, err := parseTime(0, text(args[0]))
			if err != nil {
				return cty.NilVal, err
			}
			b, err := parseTime(1, text(args[1]))
			if err != nil {
				return cty.NilVal, err
			}
			return cty.NumberIntVal(int64(a.Compare(b))), nil
		}),
		plain(Function{
			Name:        "timestamp",
			Description: "Returns the time at which planfmt was started, such as \"2026-11-22T11:20:01Z\".",
			Returns:     types.String,
		}, func([]cty.Value) (cty.Value, error) { return cty.StringVal(now), nil }),
	}
}

func parseTime(i int, text string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, &ArgError{Index: i, Err: fmt.Errorf("%q is not a time, such as \"2026-11-22T11:20:01Z\"", text), Quotes: true}
	}
	return t, nil
}
