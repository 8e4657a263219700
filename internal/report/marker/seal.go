package marker

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// A comment that is sealed has a code of authentication at the end of its marker, for the whole text: whoever edits the comment
// without the key cannot make one that fits. The code is HMAC-SHA256 in Base64; while it is computed, openSeal stands in its place. Line
// ends and the white space at both ends do not count, since forges change them.
const (
	sealName = " mac="
	openSeal = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" // as long as a code
)

// SealComment returns a comment with the code for a key, if its layout was Sealed.
func SealComment(comment string, key []byte) string {
	line, rest, _ := strings.Cut(comment, "\n")
	return strings.Replace(line, sealName+openSeal, sealName+sealOf(comment, key), 1) + "\n" + rest
}

// IsSealed reports whether a comment is as planfmt sealed it with a key.
func IsSealed(comment string, key []byte) bool {
	line, rest, _ := strings.Cut(comment, "\n")
	before, after, found := strings.Cut(line, sealName)
	if !found || len(after) < len(openSeal) {
		return false
	}
	code, end := after[:len(openSeal)], after[len(openSeal):]
	return hmac.Equal([]byte(code), []byte(sealOf(before+sealName+openSeal+end+"\n"+rest, key)))
}

// sealOf returns the code for a comment with an openSeal.
func sealOf(comment string, key []byte) string {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(strings.TrimSpace(strings.ReplaceAll(comment, "\r\n", "\n")))) // never fails
	return base64.RawStdEncoding.EncodeToString(mac.Sum(nil))
}
