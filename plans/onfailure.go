package plans

import "strings"

// OnFailure says what apply does if an action fails that a change has triggered, as configurations spell it.
type OnFailure string

// What apply does if an action fails.
const (
	HaltOnFailure     OnFailure = "halt"     // it ends with an error; the only thing that Terraform before 1.16 does
	TaintOnFailure    OnFailure = "taint"    // it also marks the resource as tainted, so that the next plan replaces it
	ContinueOnFailure OnFailure = "continue" // it goes on
)

// jsonOnFailure is what the JSON of plans writes in front of the name.
const jsonOnFailure = "ActionOnFailure"

// JSON spells it as the JSON of plans does. It is empty for what is not known.
func (f OnFailure) JSON() string {
	if f == "" {
		return ""
	}
	return jsonOnFailure + strings.ToUpper(string(f[:1])) + string(f[1:])
}

// ParseOnFailure reads what the JSON of plans says, which may be nothing. ok is false if it is not a choice that is known.
func ParseOnFailure(text string) (f OnFailure, ok bool) {
	for _, f := range []OnFailure{"", HaltOnFailure, TaintOnFailure, ContinueOnFailure} {
		if f.JSON() == text || strings.TrimPrefix(f.JSON(), jsonOnFailure) == text { // some versions write Halt, others ActionOnFailureHalt
			return f, true
		}
	}
	return "", false
}
