package plans

import (
	"cmp"
	"strings"
)

// ResourceMode returns the mode of the resource with an address: managed or data.
// Only what follows the modules counts, so module.x["data.y"].aws_vpc.z is managed.
func ResourceMode(address string) string {
	_, address = SplitModule(address)
	if strings.HasPrefix(address, "data.") {
		return "data"
	}
	return "managed"
}

// KeyLen returns the length of the key of an instance that a text begins with, such as ["a"]
// or [0], brackets included. It is 0 if there is none, or if no bracket closes it.
func KeyLen(s string) int {
	if s == "" || s[0] != '[' {
		return 0
	}
	quoted := false
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && c == ']':
			return i + 1
		}
	}
	return 0
}

// SplitModule splits the address of a resource into that of its module, which is empty for
// the root module, and the rest.
func SplitModule(address string) (module, resource string) {
	rest := address
	for {
		_, _, after, ok := cutModule(rest)
		if !ok {
			return strings.TrimSuffix(address[:len(address)-len(rest)], "."), rest
		}
		rest = after
	}
}

// AddressParts are the parts of the address of a resource or of an instance, as the address has them.
type AddressParts struct {
	Module     string // empty for the root module
	Mode       string // managed, data or ephemeral
	Type, Name string
	Key        string // with its brackets: [0], ["a"] or AnyKey
	Whole      bool   // the address has a type and a name, and nothing else
}

// AnyKey is the key in the address of all instances whose keys are not known.
const AnyKey = "[*]"

// SplitAddress splits the address of a resource. Of what is not one, there are the parts that can be told.
func SplitAddress(address string) AddressParts {
	module, rest := SplitModule(address)
	p := AddressParts{Module: module, Mode: "managed"}
	for _, mode := range []string{"data", "ephemeral"} {
		if after, ok := strings.CutPrefix(rest, mode+"."); ok {
			p.Mode, rest = mode, after
			break
		}
	}
	var key, after string
	p.Type, key, rest = CutStep(rest)
	p.Name, p.Key, after = CutStep(rest)
	p.Whole = p.Type != "" && p.Name != "" && key == "" && after == ""
	return p
}

// SplitKey splits an address into that of all instances of a resource or a module, and the
// key of the instance as the address has it: [0] or ["a"]. It is empty if there is none.
func SplitKey(address string) (all, key string) {
	rest := address
	for rest != "" {
		if _, key, rest = CutStep(rest); rest == "" {
			return strings.TrimSuffix(address, key), key
		}
	}
	return address, ""
}

// Keys returns the keys of all instances in an address, those of modules first, each as the
// plan's JSON has it: 0 or "a".
func Keys(address string) []InstanceKey {
	var keys []InstanceKey
	for rest := address; rest != ""; {
		var key string
		if _, key, rest = CutStep(rest); len(key) > 2 {
			keys = append(keys, InstanceKey(key[1:len(key)-1]))
		}
	}
	return keys
}

// CompareAddresses puts the addresses of resources in their natural order: those of a module
// come before those of the modules in it, index numbers are compared as numbers, and
// everything else as text.
func CompareAddresses(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		nameX, keyX, restX, inX := cutModule(x)
		nameY, keyY, restY, inY := cutModule(y)
		switch {
		case inX && !inY:
			return 1
		case inY && !inX:
			return -1
		case !inX:
			nameX, keyX, restX = CutStep(x)
			nameY, keyY, restY = CutStep(y)
		}
		if c := cmp.Or(strings.Compare(nameX, nameY), compareKeys(keyX, keyY)); c != 0 {
			return c
		}
		x, y = restX, restY
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// compareKeys compares keys as addresses have them: numbers come before strings.
func compareKeys(a, b string) int {
	x, y := isNumberKey(a), isNumberKey(b)
	switch {
	case a == "" || b == "", x && y && len(a) != len(b):
		return cmp.Compare(len(a), len(b))
	case x != y && x:
		return -1
	case x != y:
		return 1
	}
	return strings.Compare(a, b)
}

func isNumberKey(key string) bool {
	return len(key) > 2 && strings.Trim(key[1:len(key)-1], "0123456789") == ""
}

// cutModule cuts the first module off an address, if it begins with one.
func cutModule(address string) (name, key, rest string, ok bool) {
	rest, ok = strings.CutPrefix(address, "module.")
	if !ok {
		return "", "", address, false
	}
	if name, key, rest = CutStep(rest); rest == "" {
		return "", "", address, false
	}
	return name, key, rest, true
}

// CutStep cuts the first name off an address, with the key behind it, and the period behind
// that. What is not an address is one name, as a whole; a key that does not end is the rest of
// the text.
func CutStep(address string) (name, key, rest string) {
	end := strings.IndexAny(address, ".[")
	if end < 0 {
		return address, "", ""
	}
	name, rest = address[:end], address[end:]
	if rest[0] == '[' {
		n := KeyLen(rest)
		if n == 0 {
			n = len(rest)
		}
		if n < len(rest) && rest[n] != '.' {
			return address, "", ""
		}
		key, rest = rest[:n], rest[n:]
	}
	return name, key, strings.TrimPrefix(rest, ".")
}
