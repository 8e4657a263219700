package jsondoc

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/plans"
)

const (
	hintShow    = "pass a plan file, or the output of `terraform show -json FILE`"
	hintLog     = "save the plan with `terraform plan -out=tfplan`, and pass that file"
	hintShowLog = "to show a log, use `planfmt log`; to show a plan, save it with `terraform plan -out=tfplan`, and pass that file"
	hintBinary  = "the package planfile reads these"
	hintWrapper = "set `terraform_wrapper: false` for hashicorp/setup-terraform"
	hintSchemas = "pass it with --schemas, together with a plan"
	hintSeveral = "`planfmt show` and `planfmt comment` take such a file as several plans; other commands take one plan at a time, so save each in a file of its own, as `terragrunt run --all --json-out-dir DIR -- plan` does"
)

// readError is the error for a failure to read the input.
func readError(err error) error {
	var ie *plans.InputError
	var temp *plans.TempError
	var corrupt flate.CorruptInputError
	switch {
	case errors.As(err, &ie):
		return ie
	case errors.As(err, &temp):
		return temp
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &plans.InputError{Kind: plans.InputCutOff, Msg: "the gzip data is cut off"}
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return &plans.InputError{Kind: plans.InputEncoding, Msg: "the gzip data is damaged"}
	}
	return fmt.Errorf("reading the plan: %w", err)
}

// Quote spells a name in a document for a message: escaped, and shortened if it is
// long. What may be a value is never quoted; see [plans.DescribeText].
func Quote(s string) string {
	const limit = 60
	if len(s) <= limit {
		return strconv.Quote(s)
	}
	n := limit
	for n > limit-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return strconv.Quote(s[:n]) + "..."
}

// quoteAll spells a list of texts.
func quoteAll(list []string) string {
	var quoted []string
	for _, s := range list {
		quoted = append(quoted, Quote(s))
	}
	return strings.Join(quoted, ", ")
}

// quotePointer spells a JSON pointer for a message: only its end if it is long,
// and quoted if it has characters that a terminal or a CI runner might obey.
func quotePointer(ptr string) string {
	const limit = 120
	if len(ptr) > limit {
		ptr = "..." + strings.ToValidUTF8(ptr[len(ptr)-limit:], "")
	}
	if q := strconv.Quote(ptr); q != `"`+ptr+`"` || strings.Contains(ptr, "##") {
		return q
	}
	return ptr
}
