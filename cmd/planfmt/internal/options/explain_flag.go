package options

import (
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
)

// AddExplainFlag adds the flag for reports on schemas.
func AddExplainFlag(flags *pflag.FlagSet, explain *bool) {
	flagvalue.Messages.In(flags).BoolVar(explain, "explain-schemas", false, "report on standard error where each type's schema comes from, and how and why its keys were interpreted")
}
