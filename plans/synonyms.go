package plans

import "strings"

// MeantAction returns the action that a word stands for which plans do not use: "delete" for "destroy". For
// one that replaces, which plans have as two, it is "replace". If the word is none of these, it is empty.
func MeantAction(word string) string {
	switch strings.ToLower(word) {
	case "destroy", "destroyed", "remove", "removed":
		return "delete"
	case "add", "added", "new":
		return "create"
	case "change", "changed", "modify", "modified":
		return "update"
	case "none", "nothing", "unchanged":
		return "no-op"
	case "replace", "recreate":
		return "replace"
	}
	return ""
}
