package access

import (
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
)

// The members that lists of buckets' rights name in words.
const (
	everybody     = "everyone"
	authenticated = "every AWS account"
)

// cannedACL says what the name of a list of rights stands for, but for what the owner of the object may do anyway.
func cannedACL(name string) []tuple {
	switch name {
	case "public-read":
		return []tuple{right("read", everybody)}
	case "public-read-write":
		return []tuple{right("read", everybody), right("write", everybody)}
	case "authenticated-read":
		return []tuple{right("read", authenticated)}
	case "aws-exec-read":
		return []tuple{right("read", "service:ec2.amazonaws.com")}
	case "log-delivery-write":
		return []tuple{right("write", "service:logging.s3.amazonaws.com"), right("read_acp", "service:logging.s3.amazonaws.com")}
	case "bucket-owner-read":
		return []tuple{right("read", "the bucket's owner")}
	case "bucket-owner-full-control":
		return []tuple{right("full_control", "the bucket's owner")}
	}
	return nil
}

func right(action, member string) tuple {
	return tuple{role: part{text: action}, member: part{text: member}}
}

// aclTuples reads canned lists of rights.
func aclTuples(names []leaf.Node) []tuple {
	var all []tuple
	for _, n := range names {
		if n.IsOpen() {
			all = append(all, tuple{role: part{node: n}, member: part{node: n}})
			continue
		}
		text, _ := n.Text()
		for _, t := range cannedACL(text) {
			t.role.node = n
			all = append(all, t)
		}
	}
	return all
}

// aclGrantTuples reads the grants of a list of rights.
func aclGrantTuples(grants []leaf.Node) []tuple {
	var all []tuple
	for _, grant := range grants {
		role := onePart(grant, "permission")
		role.text = strings.ToLower(role.text)
		for _, grantee := range grant.Walk("grantee") {
			all = append(all, tuple{role: role, member: granteePart(grantee)})
		}
	}
	return all
}

// granteePart reads a grantee: a group, by its URI, or an account.
func granteePart(n leaf.Node) part {
	if n.IsOpen() {
		return part{node: n}
	}
	if uri := onePart(n, "uri"); !uri.isEmpty() {
		switch uri.text[strings.LastIndex(uri.text, "/")+1:] {
		case "AllUsers":
			uri.text = everybody
		case "AuthenticatedUsers":
			uri.text = authenticated
		}
		return uri
	}
	for _, path := range []string{"id", "email_address"} {
		if p := onePart(n, path); !p.isEmpty() {
			return p
		}
	}
	return part{text: unknown}
}

func aclDialect() dialect {
	return dialect{
		covers: func(old, new string) bool { return old == new || old == "full_control" },
		weigh:  func(tuple) (fact.Severity, []fact.Flag) { return fact.Note, nil },
		public: func(member string) bool { return member == everybody || member == authenticated },
		joined: true,
	}
}
