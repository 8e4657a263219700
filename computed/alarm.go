package computed

import "github.com/planfmt/planfmt/internal/base/enum"

// AlarmKind is something in a plan that a pipeline may want to stop for. Rules and conditions, which mute what is shown, mute no alarm but UnmutedDriftAlarm.
type AlarmKind uint8

// The kinds of alarms.
const (
	// DestroyAlarm is an object that is destroyed, replaced objects included.
	DestroyAlarm AlarmKind = iota
	// ReplaceAlarm is a resource that is replaced.
	ReplaceAlarm
	// ForgetAlarm is an object that leaves the state without being destroyed.
	ForgetAlarm
	// DriftAlarm is a resource that has been changed outside of the product.
	DriftAlarm
	// HazardAlarm is what a built-in policy points out, see Hazard.
	HazardAlarm
	// MutedDestroyAlarm is a DestroyAlarm that rules or a condition of the user mute.
	MutedDestroyAlarm
	// FindingAlarm is a resource that changes, and of which an annotation is a finding that is serious enough.
	FindingAlarm
	// UnmutedDriftAlarm is a DriftAlarm that no rule and no condition mutes.
	UnmutedDriftAlarm
)

var alarmKinds = enum.New[AlarmKind]("alarm", "destroy", "replace", "forget", "drift", "hazard", "muted-destroy", "finding", "unmuted-drift")

// String returns the name of the kind.
func (k AlarmKind) String() string { return alarmKinds.String(k) }

// MarshalText returns the name of the kind.
func (k AlarmKind) MarshalText() ([]byte, error) { return alarmKinds.Marshal(k) }

// UnmarshalText sets the kind by its name. If there is no such name, the error lists the
// valid ones. "delete" is another name for "destroy".
func (k *AlarmKind) UnmarshalText(text []byte) error {
	if string(text) == "delete" {
		*k = DestroyAlarm
		return nil
	}
	return alarmKinds.Unmarshal(text, k)
}

// AlarmKinds returns the names of all kinds.
func AlarmKinds() []string { return alarmKinds.All() }

// Alarm is what a plan has of a kind.
type Alarm struct {
	Kind AlarmKind
	// Objects are the addresses of the resources, each once, in the order of the plan, with the keys of deposed objects: a.b (deposed 1234abcd).
	// The plan as a whole is "the plan".
	Objects []string
	// Doubts say why there may be more of the kind, in no order: each is a sentence or a part of one. A pipeline must not take a plan without
	// Objects, but with Doubts, for one that has nothing of the kind.
	Doubts []string
}
