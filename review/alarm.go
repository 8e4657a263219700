package review

import (
	"net/netip"
	"strings"

	"github.com/planfmt/planfmt/computed"
)

// isAlarming reports whether a reviewer should not miss what a value becomes, among many others that
// change alike: it may open something to everybody. This is the only place that says which values these
// are. The list may be incomplete, since it only decides what comes first: nothing is left unsaid because of
// it. Only strings can be here. Bools and numbers never differ between resources that change alike, unless they
// are ids or names.
func isAlarming(d *computed.Diff) bool {
	if d.Renderer == nil {
		return false
	}
	after := d.Renderer.Content().After.Literal
	return after.Kind == computed.StringLiteral && isOpen(after.Text)
}

// wideIPv4 and wideIPv6 are the longest prefixes of networks that are as good as open to everybody: somebody who may
// not write 0.0.0.0/0 writes 0.0.0.0/1 and 128.0.0.0/1.
const (
	wideIPv4 = 7
	wideIPv6 = 15
)

// isOpen reports whether a text stands for everybody or everything.
func isOpen(text string) bool {
	text = strings.TrimSpace(text)
	if network, err := netip.ParsePrefix(text); err == nil {
		return network.Bits() <= wideIPv4 || network.Addr().Is6() && network.Bits() <= wideIPv6
	}
	if address, err := netip.ParseAddr(text); err == nil {
		return address.IsUnspecified() // servers listen everywhere there
	}
	if strings.HasPrefix(text, "*") || strings.HasSuffix(text, ":*") || strings.HasSuffix(text, "/*") && strings.Contains(text, ":") {
		return true // of actions, resources, principals, hosts: *, *:*, *.*, s3:*, arn:aws:s3:::bucket/*
	}
	text = strings.ToLower(text)
	if cut := strings.LastIndexAny(text, "/:"); cut >= 0 {
		switch text[cut+1:] {
		case "allusers", "allauthenticatedusers", "owner", "editor", "administratoraccess", "root":
			return true // of URIs of grantees, members of IAM bindings, roles, ARNs of policies and accounts
		}
		return false
	}
	switch text {
	case "public", "public-read", "public-read-write", "authenticated-read", "website", "blob", "container", // access to storage
		"allusers", "allauthenticatedusers", "everyone", "anonymous", "internet", "any", // who is meant
		"administratoraccess", "administrator", "owner", "cluster-admin", "system:masters": // what they may do
		return true
	}
	return false
}
