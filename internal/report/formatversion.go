package report

import (
	"slices"
	"strconv"

	"github.com/planfmt/planfmt/computed"
)

// knownFormat is the newest format_version whose every detail is known here.
const knownFormat = 1.2

// knownSchemaFormat is the same for files of schemas.
const knownSchemaFormat = 1.0

// HasLaterFormat reports whether the format of a plan or of its schemas is later than those that planfmt knows. Then, the plan may
// say something that nobody sees.
func HasLaterFormat(s *computed.Summary) bool {
	return isLater(s.FormatVersion, knownFormat) || slices.ContainsFunc(s.SchemaFormatVersions, isLaterSchema)
}

// isLater reports whether a format version is later than one that is known. Both
// are decimal numbers: 1.10 is 1.1.
func isLater(version string, known float64) bool {
	v, err := strconv.ParseFloat(version, 64)
	return err == nil && v > known
}

func isLaterSchema(version string) bool { return isLater(version, knownSchemaFormat) }

// knownStateFormat is the newest format_version of a state whose every detail
// is known here.
const knownStateFormat = 1.0
