package jsonplan

import (
	"bytes"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Most entries of a large plan are no-ops. They are recognised by the bytes of a few
// of their members, without being parsed: nothing else in them is validated.

// idle returns the kind of an entry that is to be left out, because nothing happens in it. address
// is the one in its outline, which may be empty. It returns nil if the entry has to be parsed: because
// something happens in it, because it is not spelled as Terraform does, or because it has secrets that
// somebody wants. asks says that it also has to be parsed if it is evidence that nobody knows.
func (r *planReader) idle(o *jsondoc.Outline, address []byte) (k *sharedEntry, asks bool) {
	if !o.Regular || !isNoOp(o) {
		return nil, false
	}
	k, ok1 := r.kind(o, entryMode, entryType, entryProvider)
	name, ok2 := o.Text(entryName)
	_, ok3 := o.Text(entryReason)
	if !ok1 || !ok2 || !ok3 || len(address) == 0 || k.typ == "" || len(name) == 0 || k.mode != "managed" && k.mode != "data" {
		return nil, false
	}
	if !agrees(o) || r.secrets != nil && !isUnset(o.Raw(changeBeforeSensitive)) {
		return nil, false
	}
	if r.opts.Evidence == nil || !r.opts.NoOpsAsEvidence && !k.wanted {
		return k, false
	}
	if paths := o.Raw(changePaths); !isNull(paths) && string(paths) != "[]" {
		return nil, false
	}
	return k, true
}

// agrees reports whether the bytes of an entry show that no other member contradicts its address. See
// [source.Entry.CheckAddress], which decides for all others.
func agrees(o *jsondoc.Outline) bool {
	rest, _ := o.Text(entryAddress)
	for _, member := range []int{entryModule, entryMode, entryType, entryName} {
		part, ok := o.Text(member)
		switch {
		case !ok:
			return false
		case len(part) == 0, member == entryMode && string(part) == "managed":
			continue
		}
		if rest, ok = bytes.CutPrefix(rest, part); !ok {
			return false
		}
		if member == entryName {
			break
		}
		if rest, ok = bytes.CutPrefix(rest, []byte(".")); !ok {
			return false
		}
	}
	index := o.Raw(entryIndex)
	if isNull(index) {
		return len(rest) == 0
	}
	return len(rest) == len(index)+2 && rest[0] == '[' && bytes.Equal(rest[1:len(rest)-1], index) && rest[len(rest)-1] == ']'
}

// knowsIdle reports whether an entry that is to be left out is no evidence, or none that is new.
func (r *entryReader) knowsIdle(o *jsondoc.Outline, k *sharedEntry) bool {
	return r.evidence.KnowsChange(k.provider, k.mode, k.typ, values.ChangeText{
		Before: o.Raw(changeBefore), After: o.Raw(changeAfter),
		Unknown:         o.Raw(changeUnknown),
		BeforeSensitive: o.Raw(changeBeforeSensitive), AfterSensitive: o.Raw(changeAfterSensitive),
	})
}

// productOfIdle returns the product that an entry that is left out shows.
func productOfIdle(o *jsondoc.Outline, k *sharedEntry) string {
	reason, _ := o.Text(entryReason)
	return dialect.DetectByChange(k.provider, plans.ActionReason(reason), plans.NoOp)
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
