package plans

import (
	"bytes"
	"encoding/json"
	"errors"
)

// MarshalJSON returns the step as a string, the name of a member, or as a
// number, the index of an element.
func (s Step) MarshalJSON() ([]byte, error) {
	if s.isKey() {
		return json.Marshal(s.key)
	}
	return json.Marshal(s.index)
}

// UnmarshalJSON reads what MarshalJSON returns. Anything else is an error.
func (s *Step) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	var step Step
	var err error
	if len(data) > 0 && data[0] == '"' {
		step = Key("")
		err = json.Unmarshal(data, &step.key)
	} else if err = json.Unmarshal(data, &step.index); err == nil && (step.index < 0 || string(data) == "null") {
		err = errors.New("not an index")
	}
	if err != nil {
		return errors.New("step of a path: want a string, or an index from 0")
	}
	*s = step
	return nil
}

// MarshalJSON returns the path as a list of its steps: ["tags","Name"],
// ["disk",0,"size"]. The plan format spells paths in the same way, and jq's
// getpath takes them. The empty path is []. Characters in names that are not
// valid UTF-8 become U+FFFD, as in all JSON. For messages, use [Path.String].
func (p Path) MarshalJSON() ([]byte, error) { return json.Marshal(p.Steps()) }

// UnmarshalJSON reads what MarshalJSON returns. If it is an error, p stays as it
// is.
func (p *Path) UnmarshalJSON(data []byte) error {
	var steps []Step
	if err := json.Unmarshal(data, &steps); err != nil {
		return err
	}
	if steps == nil {
		return errors.New("path: want a list of steps")
	}
	*p = NewPath(steps...)
	return nil
}
