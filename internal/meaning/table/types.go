package table

import "github.com/planfmt/planfmt/internal/meaning/fact"

// Table is what is known about types. It has no code for any of them.
type Table struct {
	// Version tells apart tables with different contents.
	Version string

	Network    NetworkWords
	AWS        AWSWords
	Azure      AzureWords
	Google     GoogleWords
	Kubernetes KubernetesWords

	// Any is what the names of attributes say in every type.
	Any Entry

	types []typeEntry // that are built in
	added []typeEntry // by users
	plain []string    // types that need no entry
}

// NetworkWords are the words that all dialects of networks share.
type NetworkWords struct {
	Everyone, Internet          []string
	Private4, Private6, Public6 []string
	Wide4, Wide6                int
	Web                         map[string][]int // ports by protocol
	WebProtocols                []string
	Protocols                   map[string]int
	AllProtocols                []string
	WithPorts                   []int
	Services                    map[int]string
	Inside                      []string // words for addresses of one's own network
}

// AWSWords are the words about rights in AWS.
type AWSWords struct {
	Escalation, Reading, Secrets, Restricting     []string
	Federated                                     map[string]string // issuer -> the key that narrows it
	ManagedAdmin, ManagedWildcard, ManagedReading []string
}

// AzureWords are the words about rights and firewalls in Azure.
type AzureWords struct {
	ServicesFrom, ServicesTo string
	Roles                    map[string]string // GUID, in lower case -> name
	Admin, Broad, Reading    []string
}

// GoogleWords are the words about rights in Google Cloud.
type GoogleWords struct {
	Everyone, Admin, Escalation, Careful, EscalatingPermissions, Reading []string
}

// KubernetesWords are the words about rights in Kubernetes.
type KubernetesWords struct {
	Everyone, Admin, Broad, EscalatingVerbs, SecretResources, Reading []string
}

// Entry is what is known about a type.
type Entry struct {
	Holds      string // what goes with an object
	Runs       string // what a replacement interrupts
	Guards     *Guard
	Network    []Network
	Access     []Access
	Settings   []Setting
	Interrupts []Interrupt
	Scales     []string
	Images     []string
	Routine    []Routine
	Manifest   []string // attributes that have an object of Kubernetes
}

// Guard says that the object itself guards something.
type Guard struct {
	Kind     fact.Kind // Exposes or Loses
	What     string
	Say      string
	Severity fact.Severity
}

// Interrupt says that a change of some attributes interrupts what runs.
type Interrupt struct {
	How   string // restart, upgrade, rolling
	Paths []string
}

// Routine are attributes of a class that matters to nobody: tags, description, version, computed.
type Routine struct {
	Class string
	Paths []string
}

// Network says where a type has rules about traffic, or what it is reached by. Paths are relative to a rule, or begin with ^ at the object;
// see [leaf.Side.Walk].
type Network struct {
	Rules     string // "." is the object itself
	Only      string // a block without which the object says nothing about traffic
	Gone      string // "unsaid": if the block goes, nobody knows what follows
	When      []Match
	Direction Choice // in, out
	Effect    Choice // allow, deny; always allow if it is zero
	Priority  string
	Part      bool // the rule is one of a list that is elsewhere
	Protocol  Term
	Ports     Ports
	ICMPType  string
	ICMPCode  string
	Beside    bool             // the peers of the other direction are those on this side: whom of one's own a rule is about
	Narrowed  []string         // blocks that say more of whom a rule is about, in words that nobody reads here
	Peers     map[string]Peers // by direction; "" for both
	// PortsIn and PeersIn are lists of their own within a rule.
	PortsIn *PortsIn
	PeersIn *PeersIn

	AbsentIsEveryone bool   // no peers are everyone
	EmptyIsEveryone  bool   // no rules are everyone
	Rest             Choice // what happens to what no rule matches: allow, deny
	EveryoneIf       *Match
	EveryoneIfNo     string // a block without which everyone is let in
	EveryoneIfGone   bool   // if the object goes, everyone is let in
	AzureServices    bool
	Service          string
	Web              bool
	Severity         fact.Severity
	Created          fact.Severity
}

// Match says that an attribute has one of some values.
type Match struct {
	At         string
	Is         []string // scalars as text
	Default    string   // of an attribute that is absent
	HasDefault bool
}

// Choice says what the value of an attribute means.
type Choice struct {
	Is      string // it is always this
	At      string
	Cases   []Case // in the order of their meanings' names
	Default string // the meaning if the attribute is absent
	Other   string // the meaning of other values
}

// Case is one meaning of the values of an attribute. Values are globs.
type Case struct {
	Meaning string
	Values  []string
}

// Term is a value, or the path of one. Both are empty if there is none.
type Term struct{ Is, At string }

// Ports say where the ports of a rule are: From and To, or lists of ranges such as 22 or 8000-8080, or always the same.
type Ports struct {
	From, To string
	List     []string
	Is       string
	Always   bool // ports count even if the protocol is every one
}

// Peers are the paths of peers, by their class.
type Peers struct {
	CIDR, Group, List, Tag []string
	Self                   string
	RangeFrom, RangeTo     string
}

// PortsIn says where the ports are that stand in a list within a rule.
type PortsIn struct{ List, Port, End, Protocol, Default string }

// PeersIn says where the peers are that stand in a list within a rule. Others are members that narrow whom a peer is within the cluster.
type PeersIn struct {
	List, CIDR, Except string
	Others             []string
}

// Access says where a type has rights. One of Document to ACLGrants is set.
type Access struct {
	Document     string // "**": any string that is a policy
	As           string // identity, resource, trust, limit
	Attachment   string
	Binding      *Binding
	GooglePolicy string
	Bindings     string // a list of bindings, whose parts are Role and Members
	Role         string
	Members      []string
	Rules        string // of Kubernetes
	Permissions  string
	Statement    *Statement
	Vault        string
	VaultHCL     string
	ACL          string
	ACLGrants    string

	Dialect       string // aws, azure, google, kubernetes, plain
	Holder        string // the path of who has the rights
	Severity      fact.Severity
	Authoritative string // of what the object sets all rights
	Careful       bool
	Wide          bool     // the rights are not limited to a namespace
	Everyone      []string // members that stand for everyone
	Admin         []string // roles that may do everything
}

// Binding says where the parts of a binding of a role to members are. A role that begins with = is that text.
type Binding struct {
	Role       []string
	Members    []string
	Subjects   string // of Kubernetes: blocks with kind and name
	Scope      string
	Condition  string
	EveryoneIf string
}

// Statement says where the parts of a single statement of AWS are.
type Statement struct {
	Principal, Action, Resource string
	Conditions                  []ConditionAt // sorted by key
}

// ConditionAt is a condition whose value an attribute has.
type ConditionAt struct{ Key, At string }

// Setting says how the values of an attribute compare.
type Setting struct {
	At                    []string
	Kind                  fact.Kind // Exposes, Loses or Changes if it gets worse
	What                  string
	Say                   string
	Bad, Good             []string   // scalars as text; globs
	Order                 [][]string // the worst first
	Weak                  int        // that many of the worst steps and one more are told of what is created; -1 if none are
	Number                bool       // more is better
	Zero                  string     // none, forever: what 0 means
	Absent                string     // forever: what nothing means
	Unit                  string
	Presence, PresenceBad bool
	Members, MembersBad   bool
	Block, Invert         bool
	Default               string
	HasDefault            bool
	NoCreate              bool // nothing is told of what is created
	Created               fact.Severity
	Severity              fact.Severity
	BadWords, GoodWords   string
	// Added says that a user has added it: then it stands beside what the table has for the same attribute, and does not replace it.
	Added bool
}
