package table

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
)

func (e *Entry) read(i item) {
	i.fields(map[string]func(item){
		"holds": setText(&e.Holds), "runs": setText(&e.Runs),
		"guards": func(i item) { e.Guards = &Guard{}; e.Guards.read(i) },
		"network": func(i item) {
			for _, one := range i.list() {
				e.Network = append(e.Network, readNetwork(one))
			}
		},
		"access": func(i item) {
			for _, one := range i.list() {
				e.Access = append(e.Access, readAccess(one))
			}
		},
		"settings": func(i item) {
			for _, one := range i.list() {
				e.Settings = append(e.Settings, readSetting(one))
			}
		},
		"interrupts": func(i item) {
			i.each(func(how string, m item) { e.Interrupts = append(e.Interrupts, Interrupt{how, m.paths()}) })
		},
		"scales": setPaths(&e.Scales), "images": setPaths(&e.Images),
		"routine": func(i item) {
			i.each(func(class string, m item) { e.Routine = append(e.Routine, Routine{class, m.paths()}) })
		},
		"manifest": setPaths(&e.Manifest),
	})
}

// readKind reads which of some kinds an entry says, and of what.
func readKind(kind *fact.Kind, what *string, k fact.Kind) func(item) {
	return func(i item) {
		if *what != "" {
			i.fail("stands beside another kind")
		}
		*kind, *what = k, i.text()
	}
}

func (g *Guard) read(i item) {
	i.fields(map[string]func(item){
		"exposes": readKind(&g.Kind, &g.What, fact.Exposes), "loses": readKind(&g.Kind, &g.What, fact.Loses),
		"say": setText(&g.Say), "severity": setSeverity(&g.Severity),
	})
	if g.What == "" || g.Say == "" {
		i.fail("needs exposes or loses, and say")
	}
}

func readSetting(i item) Setting {
	s := Setting{Weak: -1}
	var number, zero string
	i.fields(map[string]func(item){
		"at":      setPaths(&s.At),
		"exposes": readKind(&s.Kind, &s.What, fact.Exposes), "loses": readKind(&s.Kind, &s.What, fact.Loses), "changes": readKind(&s.Kind, &s.What, fact.Changes),
		"say": setText(&s.Say), "bad": setTexts(&s.Bad), "good": setTexts(&s.Good),
		"order": func(i item) {
			for _, step := range i.list() {
				s.Order = append(s.Order, step.texts())
			}
		},
		"weak": setInt(&s.Weak), "number": setOneOf(&number, "more"), "zero": setOneOf(&zero, "none", "forever"),
		"absent": setOneOf(&s.Absent, "forever"), "unit": setText(&s.Unit),
		"presence": setBool(&s.Presence), "presence_bad": setBool(&s.PresenceBad), "members": setBool(&s.Members), "members_bad": setBool(&s.MembersBad),
		"block": setBool(&s.Block), "invert": setBool(&s.Invert),
		"default": func(i item) { s.Default, s.HasDefault = i.text(), true },
		"create":  func(i item) { s.NoCreate = !i.bool() },
		"created": setSeverity(&s.Created), "severity": setSeverity(&s.Severity),
		"words": func(i item) {
			i.fields(map[string]func(item){"bad": setText(&s.BadWords), "good": setText(&s.GoodWords)})
		},
	})
	s.Number, s.Zero = number != "", zero
	if len(s.At) == 0 || s.What == "" {
		i.fail("needs at, and one of exposes, loses and changes")
	}
	return s
}

func (c *Choice) read(meanings ...string) func(item) {
	return func(i item) {
		if i.v.Kind().String() == "string" {
			c.Is = i.oneOf(meanings...)
			return
		}
		known := map[string]func(item){
			"is": func(i item) { c.Is = i.oneOf(meanings...) }, "at": setPath(&c.At),
			"default": setOneOf(&c.Default, meanings...), "other": setOneOf(&c.Other, append(meanings, "unknown")...),
		}
		for _, meaning := range meanings {
			known[meaning] = func(i item) { c.Cases = append(c.Cases, Case{meaning, i.texts()}) }
		}
		i.fields(known)
		slices.SortFunc(c.Cases, func(a, b Case) int { return strings.Compare(a.Meaning, b.Meaning) })
		if c.Is == "" && c.At == "" {
			i.fail("needs is or at")
		}
	}
}

func readMatch(i item) Match {
	var m Match
	i.fields(map[string]func(item){
		"at": setPath(&m.At), "is": setTexts(&m.Is),
		"default": func(i item) { m.Default, m.HasDefault = i.text(), true },
	})
	if m.At == "" {
		i.fail("needs at")
	}
	return m
}

func setMatch(to **Match) func(item) {
	return func(i item) {
		m := readMatch(i)
		*to = &m
	}
}

func (p *Peers) read(i item) {
	i.fields(map[string]func(item){
		"cidr": setPaths(&p.CIDR), "group": setPaths(&p.Group), "list": setPaths(&p.List), "tag": setPaths(&p.Tag), "self": setPath(&p.Self),
		"range": func(i item) {
			i.fields(map[string]func(item){"from": setPath(&p.RangeFrom), "to": setPath(&p.RangeTo)})
		},
	})
}

// readPeers reads peers, which may be those of one direction or of the other.
func readPeers(i item) map[string]Peers {
	all := map[string]Peers{}
	if i.v.Get("in").IsNull() && i.v.Get("out").IsNull() {
		var p Peers
		p.read(i)
		all[""] = p
		return all
	}
	i.each(func(name string, m item) {
		var p Peers
		p.read(m)
		all[name] = p
	})
	return all
}

func readNetwork(i item) Network {
	var n Network
	i.fields(map[string]func(item){
		"rules": setPath(&n.Rules), "only": setPath(&n.Only), "gone": setOneOf(&n.Gone, "unsaid"),
		"when": func(i item) {
			for _, one := range i.list() {
				n.When = append(n.When, readMatch(one))
			}
		},
		"direction": n.Direction.read("in", "out"), "effect": n.Effect.read("allow", "deny"), "rest": n.Rest.read("allow", "deny"),
		"priority": setPath(&n.Priority), "narrowed": setPaths(&n.Narrowed), "beside": setBool(&n.Beside), "part": setBool(&n.Part),
		"protocol": func(i item) {
			if i.v.Kind().String() == "string" {
				n.Protocol.At = i.path()
				return
			}
			i.fields(map[string]func(item){"is": setText(&n.Protocol.Is)})
		},
		"ports": func(i item) {
			i.fields(map[string]func(item){
				"from": setPath(&n.Ports.From), "to": setPath(&n.Ports.To), "list": setPaths(&n.Ports.List), "is": setText(&n.Ports.Is),
				"always": setBool(&n.Ports.Always),
			})
		},
		"icmp": func(i item) {
			i.fields(map[string]func(item){"type": setPath(&n.ICMPType), "code": setPath(&n.ICMPCode)})
		},
		"peers": func(i item) { n.Peers = readPeers(i) },
		"ports_in": func(i item) {
			p := &PortsIn{}
			i.fields(map[string]func(item){
				"list": setPath(&p.List), "port": setPath(&p.Port), "end": setPath(&p.End), "protocol": setPath(&p.Protocol), "default": setText(&p.Default),
			})
			n.PortsIn = p
		},
		"peers_in": func(i item) {
			p := &PeersIn{}
			i.fields(map[string]func(item){
				"list": setPath(&p.List), "cidr": setPath(&p.CIDR), "except": setPath(&p.Except), "others": setPaths(&p.Others),
			})
			n.PeersIn = p
		},
		"absent": setWord(&n.AbsentIsEveryone, "everyone"), "empty": setWord(&n.EmptyIsEveryone, "everyone"),
		"everyone_if": setMatch(&n.EveryoneIf), "everyone_if_no": setPath(&n.EveryoneIfNo), "everyone_if_gone": setBool(&n.EveryoneIfGone),
		"azure_services": setBool(&n.AzureServices), "service": setText(&n.Service), "web": setBool(&n.Web),
		"severity": setSeverity(&n.Severity), "created": setSeverity(&n.Created),
	})
	if n.Rules == "" || n.Direction.Is == "" && n.Direction.At == "" {
		i.fail("needs rules and direction")
	}
	return n
}

// roles reads paths of roles, of which one that begins with = is a text.
func roles(to *[]string) func(item) {
	return func(i item) {
		for _, one := range i.list() {
			if text := one.text(); strings.HasPrefix(text, "=") {
				*to = append(*to, text)
			} else {
				*to = append(*to, one.path())
			}
		}
	}
}

func (b *Binding) read(i item) {
	i.fields(map[string]func(item){
		"role": roles(&b.Role), "members": setPaths(&b.Members), "subjects": setPath(&b.Subjects), "scope": setPath(&b.Scope),
		"condition": setPath(&b.Condition), "everyone_if": setPath(&b.EveryoneIf),
	})
}

func (s *Statement) read(i item) {
	i.fields(map[string]func(item){
		"principal": setPath(&s.Principal), "action": setPath(&s.Action), "resource": setPath(&s.Resource),
		"conditions": func(i item) {
			i.each(func(key string, m item) { s.Conditions = append(s.Conditions, ConditionAt{key, m.path()}) })
		},
	})
}

func readAccess(i item) Access {
	var a Access
	i.fields(map[string]func(item){
		"document": setPath(&a.Document), "as": setOneOf(&a.As, "identity", "resource", "trust", "limit"), "attachment": setPath(&a.Attachment),
		"binding":       func(i item) { a.Binding = &Binding{}; a.Binding.read(i) },
		"google_policy": setPath(&a.GooglePolicy), "bindings": setPath(&a.Bindings), "role": setPath(&a.Role), "members": setPaths(&a.Members),
		"rules": setPath(&a.Rules), "permissions": setPath(&a.Permissions),
		"statement": func(i item) { a.Statement = &Statement{}; a.Statement.read(i) },
		"vault":     setPath(&a.Vault), "vault_hcl": setPath(&a.VaultHCL), "acl": setPath(&a.ACL), "acl_grants": setPath(&a.ACLGrants),
		"dialect": setOneOf(&a.Dialect, "aws", "azure", "google", "kubernetes", "plain"), "holder": setPath(&a.Holder), "severity": setSeverity(&a.Severity),
		"authoritative": setText(&a.Authoritative), "careful": setBool(&a.Careful), "wide": setBool(&a.Wide),
		"everyone": setTexts(&a.Everyone), "admin": setTexts(&a.Admin),
	})
	return a
}
