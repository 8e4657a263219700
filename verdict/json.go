package verdict

import "errors"

// errNoJSON is what encoding/json says of the types below. It would write the names of the fields, and nothing of what is packed.
var errNoJSON = errors.New("planfmt's verdicts have no JSON of their own: planfmt.WriteVerdicts with the format json writes the document that docs/schema/check-1.json describes")

// MarshalJSON fails.
func (Report) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Result) MarshalJSON() ([]byte, error) { return nil, errNoJSON }

// MarshalJSON fails.
func (Cause) MarshalJSON() ([]byte, error) { return nil, errNoJSON }
