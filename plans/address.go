package plans

import "strings"

// ResourceMode returns the mode of the resource with an address: managed or data.
// Only what follows the modules counts, so module.x["data.y"].aws_vpc.z is managed.
func ResourceMode(address string) string {
	for {
		rest, ok := strings.CutPrefix(address, "module.")
		if !ok {
			break
		}
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			break
		}
		if rest = rest[end:]; rest[0] == '[' {
			rest = afterKey(rest)
		}
		if rest, ok = strings.CutPrefix(rest, "."); !ok {
			break
		}
		address = rest
	}
	if strings.HasPrefix(address, "data.") {
		return "data"
	}
	return "managed"
}

// afterKey returns what follows the key of an instance, such as ["a"] or [0].
func afterKey(s string) string {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && c == ']':
			return s[i+1:]
		}
	}
	return ""
}
