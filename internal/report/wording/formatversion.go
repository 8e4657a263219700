package wording

import (
	"slices"
	"strconv"

	"github.com/planfmt/planfmt/computed"
)

// KnownFormat is the newest format_version whose every detail is known here.
const KnownFormat = 1.2

// knownSchemaFormat is the same for files of schemas.
const knownSchemaFormat = 1.0

// HasLaterFormat reports whether the format of a plan or of its schemas is later than those that planfmt knows. Then, the plan may
// say something that nobody sees.
func HasLaterFormat(s *computed.Summary) bool {
	return IsLater(s.FormatVersion, KnownFormat) || slices.ContainsFunc(s.SchemaFormatVersions, IsLaterSchema)
}

// IsLater reports whether a format version is later than one that is known. Both
// are decimal numbers: 1.10 is 1.1.
func IsLater(version string, known float64) bool {
	v, err := strconv.ParseFloat(version, 64)
	return err == nil && v > known
}

func IsLaterSchema(version string) bool { return IsLater(version, knownSchemaFormat) }

// KnownStateFormat is the newest format_version of a state whose every detail
// is known here.
const KnownStateFormat = 1.0
