package options

import "github.com/spf13/pflag"

// AddExplainFlag adds the flag for reports on schemas.
func AddExplainFlag(flags *pflag.FlagSet, explain *bool) {
	flags.BoolVar(explain, "explain-schemas", false, "report on standard error where each type's schema comes from and why its keys were interpreted as they were")
}
