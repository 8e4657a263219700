package jsonplan

import (
	"bytes"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Most entries of a large plan are no-ops. They are recognised by the bytes of a few
// of their members, without being parsed: nothing else in them is validated.

// leaveOut leaves out an entry in which nothing happens. address is the one in its outline,
// which may be empty. leaveOut returns false if the entry has to be parsed: because
// something happens in it, because it is not spelled as Terraform does, or because it is
// evidence or has secrets that somebody wants.
func (r *reader) leaveOut(o *jsondoc.Outline, address []byte) bool {
	if !o.Regular || !isNoOp(o) {
		return false
	}
	mode, ok1 := r.textMember(o, entryMode)
	typ, ok2 := r.textMember(o, entryType)
	name, ok3 := o.Text(entryName)
	provider, ok4 := r.textMember(o, entryProvider)
	reason, ok5 := r.textMember(o, entryReason)
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || len(address) == 0 || typ == "" || len(name) == 0 || mode != "managed" && mode != "data" {
		return false
	}
	if r.secrets != nil && !isUnset(o.Raw(changeBeforeSensitive)) {
		return false
	}
	if ev := r.opts.Evidence; ev != nil && (r.opts.NoOpsAsEvidence || ev.Wants(provider, mode, typ)) {
		// Whether an entry is parsed must not depend on how fast others are.
		if r.settle != nil && r.settle() != nil {
			return false
		}
		paths := o.Raw(changePaths)
		if !isNull(paths) && string(paths) != "[]" || !ev.KnowsChange(provider, mode, typ, values.ChangeText{
			Before: o.Raw(changeBefore), After: o.Raw(changeAfter),
			Unknown:         o.Raw(changeUnknown),
			BeforeSensitive: o.Raw(changeBeforeSensitive), AfterSensitive: o.Raw(changeAfterSensitive),
		}) {
			return false
		}
	}
	if p := &r.plan.Product; *p == "" {
		*p = dialect.DetectByChange(provider, plans.ActionReason(reason), plans.NoOp)
	}
	r.plan.NoOps++
	return true
}

// textMember is a string member that many entries have: one copy of it is kept.
func (r *reader) textMember(o *jsondoc.Outline, member int) (string, bool) {
	text, ok := o.Text(member)
	return r.words.KeepBytes(text), ok
}

// isNoOp reports whether the bytes of an entry show that nothing happens in it, and
// that nothing in its header is wrong. See hidden, which decides for all others.
func isNoOp(o *jsondoc.Outline) bool {
	if string(o.Raw(changeActions)) != `["no-op"]` {
		return false
	}
	for _, member := range []int{entryModule, entryDeposed} {
		if _, ok := o.Text(member); !ok {
			return false
		}
	}
	if k := firstByte(o.Raw(entryIndex)); k == '{' || k == '[' || k == 't' || k == 'f' {
		return false
	}
	previous := o.Raw(entryPrevious)
	return (isNull(previous) || bytes.Equal(previous, o.Raw(entryAddress))) &&
		isNull(o.Raw(changeImporting)) &&
		(isNull(o.Raw(changeGenerated)) || firstByte(o.Raw(changeGenerated)) == '"') &&
		bytes.Equal(o.Raw(changeBefore), o.Raw(changeAfter)) &&
		bytes.Equal(o.Raw(changeBeforeSensitive), o.Raw(changeAfterSensitive)) &&
		isMark(o.Raw(changeBeforeSensitive)) &&
		isUnset(o.Raw(changeUnknown))
}

func firstByte(raw []byte) byte {
	if len(raw) == 0 {
		return 0
	}
	return raw[0]
}

func isNull(raw []byte) bool { return len(raw) == 0 || string(raw) == "null" }

// isMark reports whether a value may be a tree of flags.
func isMark(raw []byte) bool { return isNull(raw) || raw[0] == '{' || raw[0] == 't' || raw[0] == 'f' }

// isUnset reports whether a tree of flags is an object, or a single flag, and has
// nothing that is set: besides names, it has only false.
func isUnset(raw []byte) bool { return isTree(raw, false) }

// isTree does the same if isSet is false. Otherwise, flags may be set.
func isTree(raw []byte, isSet bool) bool {
	if isNull(raw) {
		return true
	}
	if raw[0] != '{' && raw[0] != 'f' && raw[0] != 't' {
		return false
	}
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '}', '[', ']', ',', ' ', '\n', '\r', '\t':
		case 'f':
			if !bytes.HasPrefix(raw[i:], []byte("false")) {
				return false
			}
			i += len("false") - 1
		case 't':
			if !isSet || !bytes.HasPrefix(raw[i:], []byte("true")) {
				return false
			}
			i += len("true") - 1
		case '"':
			n := bytes.IndexByte(raw[i+1:], '"')
			if i += n + 2; n < 0 || i >= len(raw) || raw[i] != ':' || raw[i-2] == '\\' {
				return false // a value, or a name with escapes
			}
		default:
			return false
		}
	}
	return true
}
