package differ

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/values"
)

// inherited is what a value inherits from the values around it. It is passed down by
// value, so nothing has to be restored on the way up.
type inherited struct {
	*Differ
	// legacy says that the old plugin SDK may have written the value. The old SDK
	// writes empty strings for nulls.
	legacy bool
	// redacted says that the value is sensitive, or inside a sensitive one, and is
	// dropped after the comparison. Only its action counts. It may be of any type,
	// because a remote run replaces sensitive values with strings.
	redacted bool
	// standIns says that a string may stand for the redacted value as a whole. In its parts, a string
	// is a value like any other.
	standIns bool
	// forces says that the value is in one that forces the replacement.
	forces bool
	// lazy says that what does not change is only counted, unless it is important or
	// beside something that changes. So it need not be made.
	lazy bool
	// depth counts the JSON documents in strings that the value is inside of.
	depth int
	// still says that both sides are the same value, of which the document has the flags only once. What is unknown
	// after is unknown before, too.
	still bool
	// emptied says that the value after has been taken away, although there are flags that say what is
	// unknown in it. It holds for the value only, not for its parts.
	emptied bool
	// around are the copies in the text of the YAML document that the value is in.
	around []string
	// yaml says that the innermost of these is YAML, which has more kinds of scalars than JSON.
	yaml bool
}

// legacyScope is the scope of what the old SDK may have written whatever is around it:
// elements of lists and sets, for example.
func (s inherited) legacyScope() inherited {
	s.legacy = true
	return s
}

// redactedScope is the scope of the parts of a sensitive value.
func (s inherited) redactedScope() inherited {
	s.redacted, s.standIns, s.lazy = true, true, false
	return s
}

// drawnScope is the scope of a value that is drawn even if it does not change, with all
// that is in it.
func (s inherited) drawnScope() inherited {
	s.lazy = false
	return s
}

// memberScope is the scope of an attribute of an object or a block.
func (s inherited) memberScope(name string) inherited {
	if computed.IsImportant(name) {
		return s.drawnScope()
	}
	return s
}

// freezeIrrelevant returns the scope to compare a change in. A part of drift that is not
// relevant is compared as unchanged: then freezeIrrelevant changes the change.
func (s inherited) freezeIrrelevant(c *values.Change) inherited {
	if c.RelevantAttributes.Matches() {
		return s
	}
	*c = repeatBefore(c)
	return s.legacyScope()
}
