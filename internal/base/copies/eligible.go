package copies

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/lazy"
)

// minLength is how long a string has to be, in characters.
const minLength = 8

// Eligible reports whether a sensitive string counts: whether other strings that are the same
// are likely to be copies of it. A reviewer has to see what everybody knows or may guess, such as
// 0.0.0.0/0, wherever it stands, even if somebody marks it as sensitive in one place. So these do
// not count:
//
//   - strings of fewer than 8 characters
//   - numbers, versions, dates and times, bools, and words for null
//   - IP addresses, CIDRs, MAC addresses, host names and e-mail addresses
//   - UUIDs and ARNs
//   - ids that providers assign: i-0123456789abcdef0, us-east-1_AbCdEfGhI
//   - paths of all kinds, in files, of keys in buckets, of images: /etc/ssl/certs, C:\Temp,
//     projects/web/topics/orders, nginx@sha256:...
//   - URLs, unless they have a password, or a part that looks random
//   - references such as ${var.name}
//   - single words, of any case: Administrator, PAY_PER_REQUEST, AmazonSSMManagedInstanceCore;
//     also with up to two digits, such as postgres14, or all in upper case with more, such
//     as ECDSA384
//   - names made of words, numbers and abbreviations with separators between them:
//     payment-api-production, us-east-1a, db.t3.medium, Standard_D2s_v3; also if up to 15
//     characters that look random follow, such as web-7d9c5b6f4-x2x5z
//   - several of these, with spaces or line feeds between them; several addresses, ids and the
//     like, with commas, semicolons or bars between them, too
//   - policies in JSON, and other JSON documents in which no name or string indicates a secret
//   - names of several capitalised words, of which one is common in the names of infrastructure,
//     such as User Access Administrator
//   - words about what is let through: permit ip any any
//
// Everything else counts: passwords, tokens, keys, connection strings, texts of several lines,
// and passphrases. Those are three words or more with spaces between them, or four or more, of at
// least four letters each, with one kind of separator, none of which is common in names of
// infrastructure.
//
// What looks random is found by the way that letters and digits mix, and by the pairs of letters
// that are common in English. So a password of letters only may be taken for a word: that is rare
// if it is random, and likely if people can pronounce it.
func Eligible(text string) bool {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) < minLength {
		return false
	}
	if d, ok := readDocument(text); ok {
		return d.isEligible()
	}
	fields := strings.Fields(text)
	if len(fields) == 1 {
		return eligibleWord(text)
	}
	words, plain := 0, 0
	for _, f := range fields {
		f = strings.Trim(f, ",;")
		switch {
		case utf8.RuneCountInString(f) >= minLength && eligibleWord(f):
			return true
		case isKnownForm(f) || !hasLetter(f):
			plain++
		case isLetters(strings.Trim(f, ".:!?'\"()")):
			words++
		}
	}
	if strings.Contains(text, "\n") {
		return plain < len(fields)
	}
	return words >= 3 && !isTitle(fields) && !isRule(fields)
}

// isRule reports whether words are about what is let through, such as "allow tcp from any".
func isRule(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return ruleWords()[strings.ToLower(w)] })
}

// isTitle reports whether words are a name such as Storage Blob Data Owner.
func isTitle(words []string) bool {
	common := false
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		if unicode.IsLower(r) {
			return false
		}
		common = common || commonWords()[strings.ToLower(w)]
	}
	return common
}

// eligibleWord is [Eligible] for a text without white space.
func eligibleWord(text string) bool {
	switch {
	case isKnownForm(text) || isListOfKnownForms(text):
		return false
	case strings.Contains(text, "=") && credentials().MatchString(text), text[0] == 'A' && accessKey().MatchString(text):
		return true
	case strings.Contains(text, "://"):
		return isSecretURL(text)
	case isReference(text):
		return false
	case text[0] == '{' || text[0] == '[' || text[0] == '<' || text[0] == '"':
		return true // a document
	case isPath(text):
		return false
	case hasPasswordCharacters(text):
		return true
	}
	t := analyse(text)
	switch {
	case t.words == 0 && !t.startsWithWord && (t.random >= minRandom && 2*t.random >= t.letters+t.digits || hasSymbols(text)):
		return true
	case t.random >= minLength:
		return t.random > maxSuffix || !t.startsWithWord || t.tokens < 2
	case t.tokens == 1:
		return t.digits > 2 && t.letters >= 5 && strings.ToUpper(text) != text
	}
	return t.isPassphrase()
}

const (
	// maxSuffix is how many characters that look random may be behind the words of a name.
	maxSuffix = 15
	// minRandom is how many have to be in a text without words.
	minRandom = 6
)

var (
	credentials = lazy.Regexp(`(?i)(password|passwd|pwd|secret|token|accountkey|accesskey|access_key|apikey|api_key|sig)=[^;&]+`)
	accessKey   = lazy.Regexp(`^A(KIA|SIA)[A-Z0-9]{16,}$`)
	number      = lazy.Regexp(`^[-+]?[0-9][0-9.,_:/+-]*([eE][-+]?[0-9]+)?[%a-zA-Z]{0,3}$`)
	timestamp   = lazy.Regexp(`^[0-9]{4}-?[0-9]{2}-?[0-9]{2}([T_-]?[0-9]{2}:?[0-9]{2}(:?[0-9]{2})?(\.[0-9]+)?)?(Z|UTC|[-+][0-9:]+)?$`)
	version     = lazy.Regexp(`^([~^<>=!]{1,2})?[vV]?[0-9]+(\.[0-9]+)+([-+._][0-9A-Za-z.+-]{1,20})?$`)
	hardware    = lazy.Regexp(`^([0-9a-fA-F]{2}[:-]){5,7}[0-9a-fA-F]{2}$`)
	uuid        = lazy.Regexp(`^\{?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\}?$`)
	assigned    = lazy.Regexp(`^[a-z]{1,12}(-[a-z]{1,12}){0,3}-([0-9a-f]{8}|[0-9a-f]{17})$|^[a-z]{2,3}(-[a-z]+)+-[0-9]_[0-9A-Za-z]{9}$|^Z0[A-Z0-9]{18,20}$|^[EZ][A-Z0-9]{12,13}$|^o-[a-z0-9]{10}$|^A(IDA|ROA|GPA|IPA|NPA|NVA)[A-Z0-9]{16,17}$|^terraform-[0-9]{18,}[0-9a-f]*$`)
	hostname    = lazy.Regexp(`^(\*\.|\.)?([0-9A-Za-z_]([0-9A-Za-z_-]{0,61}[0-9A-Za-z])?\.)+[A-Za-z]{2,24}\.?(:[0-9]{1,5})?$`)
	email       = lazy.Regexp(`^((deleted:)?(user|group|serviceAccount):)?[0-9A-Za-z._+-]{2,64}@([0-9A-Za-z-]+\.)+[A-Za-z]{2,24}$`)
	image       = lazy.Regexp(`^[0-9A-Za-z._/:-]*@?(sha1|sha256|sha512):[0-9a-f]{32,128}$`)
	drive       = lazy.Regexp(`^([A-Za-z]:|\\)\\`)
	segment     = lazy.Regexp(`^[0-9A-Za-z._@ :*$~%{}()=,-]*$`)
	schedule    = lazy.Regexp(`^(cron|rate|at)\(`)
)

// knownForms are forms that secrets do not have. Each has a text without which it need not be tried: that takes much longer.
var knownForms = [...]struct {
	has  string
	form func() *regexp.Regexp
}{{"", number}, {"", timestamp}, {".", version}, {"", hardware}, {"-", uuid}, {"", assigned}, {"@", email}, {":", image}}

// isKnownForm reports whether a text has a form that secrets do not have.
func isKnownForm(text string) bool {
	if strings.HasPrefix(text, "arn:") || schedule().MatchString(text) {
		return true
	}
	if _, err := netip.ParsePrefix(text); err == nil {
		return true
	}
	if _, err := netip.ParseAddr(text); err == nil {
		return true
	}
	if _, err := netip.ParseAddrPort(text); err == nil {
		return true
	}
	for _, f := range knownForms {
		if strings.Contains(text, f.has) && f.form().MatchString(text) {
			return true
		}
	}
	return isHostname(text)
}

// isListOfKnownForms reports whether a text is several of the forms that secrets do not have.
func isListOfKnownForms(text string) bool {
	for _, separator := range []string{",", "|", ";"} {
		if parts := strings.Split(text, separator); len(parts) > 1 {
			return !slices.ContainsFunc(parts, func(part string) bool { return !isKnownForm(part) })
		}
	}
	return false
}

// isHostname reports whether a text is the name of a host, perhaps with a port. A label with both
// cases is none of a host, as in a.SECRETtoken: those are tokens.
func isHostname(text string) bool {
	if !strings.Contains(text, ".") || !hostname().MatchString(text) {
		return false
	}
	lower, upper := strings.ToLower(text), strings.ToUpper(text)
	if text == lower || text == upper {
		return true
	}
	return analyse(text).random < minLength
}

// isSecretURL reports whether a URL has a password, or a part that looks random.
func isSecretURL(text string) bool {
	_, rest, _ := strings.Cut(text, "://")
	host, path, _ := strings.Cut(rest, "/")
	if user, _, ok := strings.Cut(host, "@"); ok {
		if _, password, ok := strings.Cut(user, ":"); ok && password != "" {
			return true
		}
	}
	// An authority may lack the slash: postgres://u:p/w@h
	if i := strings.LastIndexByte(rest, '@'); i > 0 && strings.Contains(rest[:i], ":") {
		return true
	}
	const long = 16
	for _, part := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("/?&=.:-", r) }) {
		if len(part) >= long && analyse(part).random >= long && !isHex(part) {
			return true
		}
	}
	return false
}

// isReference reports whether a text refers to something: ${aws:username}, $context.requestId,
// {{resolve:ssm:name}}, @Microsoft.KeyVault(...).
func isReference(text string) bool {
	rest, ok := strings.CutPrefix(text, "$")
	if !ok {
		rest, ok = strings.CutPrefix(text, "{")
		return ok && strings.HasPrefix(rest, "{") && strings.HasSuffix(text, "}}")
	}
	if strings.HasPrefix(rest, "{") && strings.HasSuffix(rest, "}") {
		return true
	}
	return isNameOf(rest) && analyse(rest).random < minLength
}

// isNameOf reports whether a text has only letters, digits, dots and underscores.
func isNameOf(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r != '.' && r != '_' && !isLetterOrDigit(r) })
}

// isPath reports whether a text is a path, of which no part looks random.
func isPath(text string) bool {
	if drive().MatchString(text) {
		return true
	}
	if !strings.Contains(text, "/") || strings.HasSuffix(text, "=") {
		return false
	}
	rooted := text[0] == '/' || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") || strings.HasPrefix(text, "~/")
	parts := strings.Split(text, "/")
	for _, part := range parts {
		known := part == "" || isKnownForm(part) || isHex(part)
		switch {
		case known:
		case rooted && len(parts) > 2 && segment().MatchString(part) && analyse(part).random <= 2*maxSuffix:
		case !segment().MatchString(part):
			return false
		case analyse(part).random >= minLength && eligibleWord(part):
			return false
		}
	}
	// A key in base64 may have slashes, too.
	return rooted || analyse(text).random <= 2*maxSuffix || strings.ToLower(text) == text
}

// hasPasswordCharacters reports whether a text has characters that passwords have, and names
// and expressions do not.
func hasPasswordCharacters(text string) bool {
	if !hasLetter(text) {
		return false
	}
	if strings.ContainsAny(text[1:], "!#") || strings.Contains(text[1:], "^") {
		return true
	}
	_, after, ok := strings.Cut(text, "@")
	if ok && (version().MatchString(after) || isLetters(after) || len(after) > 0 && after[0] == 'v') {
		ok = false // lodash@4.17.21, actions/checkout@v4
	}
	isQuery := strings.Contains(text, "=")
	special := ok || strings.ContainsAny(text[1:], "$%") || strings.Contains(text, "&") && !isQuery
	return special && strings.ContainsAny(text, "0123456789")
}

// hasSymbols reports whether a text has at least two of the characters that passwords have more
// often than names.
func hasSymbols(text string) bool {
	n := 0
	for _, r := range `!#$%^&*()+=[]{}<>|?;~@"'` + "`" {
		if strings.ContainsRune(text, r) {
			n++
		}
	}
	return n >= 2
}

func hasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

func isLetters(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isHex reports whether a text is the digest of something in a path or URL, in lower case.
func isHex(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'f') })
}
