// Package fact contains what is said about the meaning of a change: a [Fact], its members, their order, and the words in which people read
// them. The package computes nothing from values: internal/meaning and the rooms below it do.
package fact

import "github.com/planfmt/planfmt/values"

// Fact says one thing that a change means. Members that do not apply are zero.
type Fact struct {
	Kind      Kind
	Certainty Certainty
	Severity  Severity
	Change    Change

	// At are the attributes of the object that the fact is about, without indexes.
	At []string
	// Because says what decides about a fact that is not certain: the paths of what is unknown or hidden, or one of the words below.
	Because []string

	// Exactly one of these is set for opens and closes (Traffic), and for grants and revokes (Rights).
	Traffic *Traffic
	Rights  *Rights

	// What and How belong to all other kinds: the guard, the thing that goes, what is interrupted, the class of routine.
	What, How string
	// Name is that of the part of the object, such as a container in a document.
	Name string
	// From and To are the values of a setting, a size or an image. They are absent where a side has none, or where it may not be shown.
	From, To values.Value
	// Beside says of something routine that other things change, too.
	Beside bool
	// Direction is "up" or "down" for a size whose values are numbers.
	Direction string

	// Words are what the table calls it. They are for rows and sentences, and not a member of their own.
	Words Words
}

// The words that Because may have instead of paths.
const (
	BecauseDeny          = "deny"          // a denial goes or comes, and what allows is not known here
	BecauseCondition     = "condition"     // conditions cannot be compared
	BecauseLimit         = "limit"         // the document only limits what others grant
	BecauseAuthoritative = "authoritative" // what others had is not known here
	BecauseTooLarge      = "too large"     // a limit of the computation is hit
)

// Words are the table's words for a fact.
type Words struct {
	Say  string // what a setting, a guard or a thing is called
	Bad  string // what is said instead of the values if the setting gets worse
	Good string // and if it gets better
	Unit string // of numbers
	// From and To are said instead of the values: "forever".
	From, To string
}

// Traffic says what may be sent from or to whom.
type Traffic struct {
	Direction string // in, out
	Protocol  string // a name, a number, all, unknown
	Ports     string // 22, 8000-8080, all, "type 8", unknown
	Peer      Peer
	// Peers are those that come or go: prefixes as CIDR, merged and sorted, or the name of one. Except are those within them that are left out.
	Peers, Except []string
	// Was are the peers among whom the same was allowed before, or is allowed afterwards if the fact closes something.
	Was []string
	// Service is what is reached, if not a port says so: "the database".
	Service string
}

// Peer is the class of the peers of traffic.
type Peer string

// The classes of peers.
const (
	PeerInternet Peer = "internet"
	PeerWide     Peer = "wide"
	PeerPublic   Peer = "public"
	PeerPrivate  Peer = "private"
	PeerGroup    Peer = "group"
	PeerList     Peer = "list"
	PeerTag      Peer = "tag"
	PeerSelf     Peer = "self"
	PeerUnknown  Peer = "unknown"
)

// Rights say who may do what on what.
type Rights struct {
	Principal string // everyone, an account, an ARN, a member; "unknown" if it is; empty if the holder of a policy is meant
	Who       Who
	// Actions are what may be done, or the role; what causes the severity comes first. Resources are on what.
	Actions, Resources []string
	// One of them that stands for everything else begins with "all but ": NotAction, NotResource.
	Condition Condition
	// ConditionKeys are the keys of the conditions that count, such as aws:ResourceTag/team.
	ConditionKeys []string
	Flags         []Flag // in the order of the constants
	As            string // identity, resource, trust, limit, or the dialect of a binding
	Holder        string // who or what has the policy, if the object says so
	Scope         string // of a binding
	IsRole        bool   // Actions are roles, which somebody has, and not what may be done
}

// Who is the class of a principal.
type Who string

// The classes of principals.
const (
	WhoEveryone     Who = "everyone"
	WhoAccount      Who = "account"
	WhoOwnAccount   Who = "own account"
	WhoOtherAccount Who = "other account"
	WhoService      Who = "service"
	WhoFederated    Who = "federated"
	WhoHolder       Who = "holder"
	WhoUnknown      Who = "unknown"
)

// Condition says what happens to the condition of a right.
type Condition string

// What happens to conditions.
const (
	ConditionNone    Condition = "none"
	ConditionPresent Condition = "present"
	ConditionWider   Condition = "wider"
	ConditionGone    Condition = "gone"
	ConditionChanged Condition = "changed"
)

// Flag says why a right matters.
type Flag string

// The flags, in the order in which a fact has them.
const (
	FlagPublic            Flag = "public"
	FlagCrossAccount      Flag = "cross_account"
	FlagAdmin             Flag = "admin"
	FlagEscalation        Flag = "escalation"
	FlagWildcardActions   Flag = "wildcard_actions"
	FlagWildcardResources Flag = "wildcard_resources"
	FlagNotAction         Flag = "not_action"
)
