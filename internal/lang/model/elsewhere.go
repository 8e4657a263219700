package model

import (
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/near"
)

// meantFunction says which function is meant by a name that is none, as a sentence, or returns an empty string.
func (b *binder) meantFunction(name string) string {
	if instead := functionElsewhere(strings.ToLower(name)); instead != "" {
		if !strings.Contains(instead, " ") && b.exists(instead) {
			return " Did you mean " + b.prefix() + instead + "?"
		}
		if strings.Contains(instead, " ") {
			return " " + instead
		}
	}
	names := []string{"try", "can"}
	for _, f := range b.scope.Functions {
		names = append(names, f.Name)
	}
	for n := range b.scope.HostCalls {
		names = append(names, n)
	}
	if found := near.Names(name, slices.Collect(maps.Keys(b.scope.Helpers)), 1); len(found) == 1 {
		return " Did you mean " + found[0] + "?"
	}
	return suggest(name, names, b.prefix())
}

// functionElsewhere returns what does what a function of other languages does: the name of a function, or a
// sentence.
func functionElsewhere(name string) string {
	switch name {
	case "len", "count", "size":
		return "length"
	case "any", "some", "exists":
		return "anytrue"
	case "all", "every":
		return "alltrue"
	case "has", "includes", "include", "in", "member":
		return "contains"
	case "hasprefix", "has_prefix", "starts_with":
		return "startswith"
	case "hassuffix", "has_suffix", "ends_with":
		return "endswith"
	case "upcase", "uppercase", "to_upper", "toupper":
		return "upper"
	case "downcase", "lowercase", "to_lower", "tolower":
		return "lower"
	case "uniq", "unique":
		return "distinct"
	case "strip", "trim_space":
		return "trimspace"
	case "match", "matches", "test", "re_match":
		return "The function regex finds a match, and can says whether there is one."
	case "str", "string":
		return "tostring"
	case "number", "int", "float", "to_number":
		return "tonumber"
	case "bool", "boolean":
		return "tobool"
	case "list", "array", "tuple":
		return "tolist"
	case "set":
		return "toset"
	case "default", "ifnull", "if_null", "nvl":
		return "coalesce"
	case "concatenate", "append":
		return "concat"
	case "select", "filter", "where", "map", "each", "foreach", "reject":
		return "Write a for expression: [for x in list : x.name if x.name != \"\"]."
	case "group", "group_by", "groupby":
		return "Write a for expression that groups: { for x in list : x.name => x... }."
	case "if", "iif":
		return "Write condition ? then : else."
	case "sum_by", "reduce", "fold":
		return "The function sum adds the numbers of a list; a for expression picks them."
	case "to_list":
		return "tolist"
	case "walk":
		return "Write a for expression for each level: [for x in list : [for y in x.parts : y.name]]."
	case "sprintf":
		return "format"
	case "not":
		return "Write !condition."
	}
	return ""
}
