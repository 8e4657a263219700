package marker

import (
	"errors"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/sinks"
)

// CheckReportURL says what is wrong with a [layout.Markdown].ReportURL, if anything is.
func CheckReportURL(address string) error {
	rest, ok := strings.CutPrefix(address, "http://")
	if ok {
		rest = "https://" + rest
	} else {
		rest = address
	}
	switch {
	case !sinks.IsLink(rest):
		return errors.New("expected an address that begins with https:// or http:// and has no characters that mean something to Markdown: write those as %XX")
	case len(address) > maxReportURL:
		return fmt.Errorf("the address is longer than %d bytes", maxReportURL)
	}
	return nil
}

const maxReportURL = 2000
