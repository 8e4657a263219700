package plans

// ActionReason says why a plan takes an action, as the plan spells it. It is
// empty if the action needs no explanation. Products add reasons from time to
// time, so there may be others than the ones below.
type ActionReason string

// The reasons for actions that are known here.
const (
	ReplaceBecauseTainted      ActionReason = "replace_because_tainted"
	ReplaceBecauseCannotUpdate ActionReason = "replace_because_cannot_update"
	ReplaceByRequest           ActionReason = "replace_by_request"
	ReplaceByTriggers          ActionReason = "replace_by_triggers"

	DeleteBecauseNoResourceConfig ActionReason = "delete_because_no_resource_config"
	DeleteBecauseWrongRepetition  ActionReason = "delete_because_wrong_repetition"
	DeleteBecauseCountIndex       ActionReason = "delete_because_count_index"
	DeleteBecauseEachKey          ActionReason = "delete_because_each_key"
	DeleteBecauseNoModule         ActionReason = "delete_because_no_module"
	DeleteBecauseNoMoveTarget     ActionReason = "delete_because_no_move_target"
	DeleteBecauseEnabledFalse     ActionReason = "delete_because_enabled_false"               // OpenTofu
	ForgotBecauseDestroyInState   ActionReason = "forgot_because_lifecycle_destroy_in_state"  // OpenTofu
	ForgotBecauseDestroyInConfig  ActionReason = "forgot_because_lifecycle_destroy_in_config" // OpenTofu
	ReadBecauseConfigUnknown      ActionReason = "read_because_config_unknown"
	ReadBecauseDependencyPending  ActionReason = "read_because_dependency_pending"
	ReadBecauseCheckNested        ActionReason = "read_because_check_nested"
)

// The reasons for what differs between two states. No product has them.
const (
	ReplacedByAnother ActionReason = "another_id" // the object has another id
	BecameTainted     ActionReason = "became_tainted"
	NoLongerTainted   ActionReason = "no_longer_tainted"
	OtherProvider     ActionReason = "another_provider"
)

// DeferredReason says why a plan leaves a change for later, as the plan spells
// it.
type DeferredReason string

// The reasons for deferring that are known here.
const (
	DeferredInstanceCountUnknown  DeferredReason = "instance_count_unknown"
	DeferredResourceConfigUnknown DeferredReason = "resource_config_unknown"
	DeferredProviderConfigUnknown DeferredReason = "provider_config_unknown"
	DeferredPrereq                DeferredReason = "deferred_prereq"
	DeferredAbsentPrereq          DeferredReason = "absent_prereq"
)

// Totals are the numbers of the line that sums up a plan. A replacement counts as
// one object to add and one to destroy, or to forget.
type Totals struct {
	Import, Add, Change, Destroy, Forget int
	Invoke                               int // actions
}
