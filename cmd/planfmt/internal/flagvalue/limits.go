package flagvalue

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
)

// BundleLimits are the limits of a bundle that planfmt finds by itself: more
// than any project needs, but little enough to read before anyone becomes
// impatient.
func BundleLimits() schema.Limits {
	return schema.Limits{Size: 256 << 20, Token: 32 << 20, Types: 50_000}
}

// limitFlags are the flags that raise the limits of schema files, by kind of
// limit.
var limitFlags = [...]string{
	schema.SizeLimit:  "schemas-max-size",
	schema.TokenLimit: "schemas-max-token",
	schema.TypesLimit: "schemas-max-types",
}

// AddLimitFlags adds the flags to a command.
func AddLimitFlags(flags *pflag.FlagSet, l *schema.Limits) {
	d := schema.DefaultLimits()
	Limits.In(flags).Var((*Amount)(&l.Size), limitFlags[schema.SizeLimit],
		fmt.Sprintf("maximum size of a schema file after unpacking, in bytes (default %v; %v for the project's bundle)", Amount(d.Size), Amount(BundleLimits().Size)))
	Limits.In(flags).Var((*Amount)(&l.Token), limitFlags[schema.TokenLimit],
		fmt.Sprintf("maximum size of the schema of a type, in bytes (default %v; %v for the project's bundle)", Amount(d.Token), Amount(BundleLimits().Token)))
	Limits.In(flags).Var((*Amount)(&l.Types), limitFlags[schema.TypesLimit],
		fmt.Sprintf("maximum number of types in a schema file (default %d; %d for the project's bundle)", d.Types, BundleLimits().Types))
}

// AddUnpackedFlag adds the flag for the limit of what plans, states and logs in gzip unpack to.
func AddUnpackedFlag(flags *pflag.FlagSet, limit *int64) {
	Limits.In(flags).Var((*Amount)(limit), "max-unpacked",
		fmt.Sprintf("maximum size of a plan, a state or a log in gzip after unpacking, in bytes (default %v)", Amount(jsondoc.DefaultMaxUnpacked)))
}

// AddResourcesFlag adds the flag for the limit of what is kept of a plan or a state.
func AddResourcesFlag(flags *pflag.FlagSet, most *int) {
	Limits.In(flags).Var((*resourceCount)(most), "max-resources", "maximum number of resources, outputs and actions of a plan or a state that may be shown (default: any number)")
}

// resourceCount is a flag whose value is a number of resources.
type resourceCount int

func (c resourceCount) String() string { return stepCount(c).String() }

func (c *resourceCount) Type() string { return "N" }

func (c *resourceCount) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n <= 0 {
		return fmt.Errorf("invalid value %q: expected a number such as 100000", s)
	}
	*c = resourceCount(n)
	return nil
}

// AddStepsFlag adds the flag for the limit of what the evaluation of expressions can take.
func AddStepsFlag(flags *pflag.FlagSet, steps *int) {
	Limits.In(flags).Var((*stepCount)(steps), "max-steps",
		fmt.Sprintf("maximum number of steps that the evaluation of an expression can take: a policy for a resource, a query or a condition (default %d)", policy.DefaultSteps))
}

// stepCount is a flag whose value is a number of steps.
type stepCount int

func (c stepCount) String() string {
	if c == 0 {
		return ""
	}
	return strconv.Itoa(int(c))
}

func (c *stepCount) Type() string { return "N" }

func (c *stepCount) Set(s string) error {
	const most = 1 << 40
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 || n > most {
		return fmt.Errorf("invalid value %q: expected a number such as 5000000", s)
	}
	*c = stepCount(n)
	return nil
}

// RaiseHint says how to raise the limit that an error is about. It returns an
// empty string for other errors.
func RaiseHint(err error) string {
	if input, ok := errors.AsType[*plans.InputError](err); ok {
		switch input.Kind {
		case plans.InputTooMany:
			return " (to raise the limit, use --max-resources)"
		case plans.InputTooLarge:
			return " (to raise the limit, use --max-unpacked)"
		}
	}
	limit, ok := errors.AsType[*schema.LimitError](err)
	if !ok || int(limit.Kind) >= len(limitFlags) {
		return ""
	}
	return fmt.Sprintf(" (to raise the limit, use --%s)", limitFlags[limit.Kind])
}

// Amount is a flag whose value is a number that may end in K, M or G, powers of
// 1024.
type Amount int64

func (a Amount) String() string {
	for i, unit := range []string{"G", "M", "K"} {
		if size := int64(1) << (30 - 10*i); a != 0 && int64(a)%size == 0 {
			return strconv.FormatInt(int64(a)/size, 10) + unit
		}
	}
	if a == 0 {
		return ""
	}
	return strconv.FormatInt(int64(a), 10)
}

func (a *Amount) Type() string { return "N" }

func (a *Amount) Set(s string) error {
	digits, shift := s, 0
	if unit := strings.IndexByte("KMG", lastByte(strings.ToUpper(s))); unit >= 0 {
		digits, shift = s[:len(s)-1], 10*(unit+1)
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n<<shift>>shift != n {
		return fmt.Errorf("invalid value %q: expected a number such as 500000 or 4G", s)
	}
	*a = Amount(n << shift)
	return nil
}

func lastByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[len(s)-1]
}

// JobCount is a flag whose value is a number of goroutines; 0 means that planfmt chooses.
type JobCount int

func (c *JobCount) String() string {
	if *c == 0 {
		return ""
	}
	return strconv.Itoa(int(*c))
}

// Type names the value in the help.
func (c *JobCount) Type() string { return "N" }

// Set sets the number.
func (c *JobCount) Set(s string) error {
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil || n == 0 {
		return errors.New("want a number from 1 to 65535")
	}
	*c = JobCount(n)
	return nil
}
