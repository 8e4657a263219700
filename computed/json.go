package computed

import "errors"

// errNoJSON is what encoding/json says of the types below. It would write the names of the fields, empty objects for diffs and errors, and
// numbers for kinds: a document that nothing describes.
var errNoJSON = errors.New("planfmt's results have no JSON of their own: planfmt.Show with the format json writes the document that docs/schema describes")

// MarshalJSON fails.
func (Plan) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Summary) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Outcome) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Resource) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Output) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (ActionInvocation) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Cause) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Reference) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Diff) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Leaf) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (PlanDiff) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (PlanDiffOutcome) MarshalJSON() ([]byte, error) { return nil, errNoJSON }
