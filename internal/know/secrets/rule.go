package secrets

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Named reports whether an attribute is likely to hold a secret, going by its
// name and by around, which is the name of the block or attribute that contains
// it, or empty. The last words of the name decide: db_password, clientSecret,
// API-KEY. Names of things that describe a secret end in other words
// (password_policy, token_ttl, secret_arn). If a name only says that this is a
// value, around decides: connection_string.value.
//
// The lists were tuned on the schemas of two providers and measured on others;
// lab/tools/knownsecrets prints the figures.
func Named(around, name string) bool { return Phrase(around, name) != "" }

// Phrase returns the words because of which [Named] takes a name for that of a
// secret, or an empty string if it does not.
func Phrase(around, name string) string {
	if isOrdinary(name) {
		return ""
	}
	words := strings.Join(split(name), " ")
	for words != "" && findEnding(words, harmless) == "" {
		if p := findEnding(words, secret); p != "" {
			return p
		}
		rest, last := cutLast(words)
		if _, of := cutLast(rest); last == "key" && of != "" && !slices.Contains(keysOf, of) {
			return last
		}
		if !slices.Contains(forms, last) {
			return ""
		}
		words = rest
	}
	if words != "" || around == "" {
		return ""
	}
	return Phrase("", around)
}

// isOrdinary reports whether the last word of a name shows that the name is not that
// of a secret. Nearly all names are like that, and have only lower-case letters,
// digits and underscores. It returns false if it does not know.
func isOrdinary(name string) bool {
	start := 0 // of the last word
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_':
			start = i + 1
		case (c < 'a' || c > 'z') && (c < '0' || c > '9'):
			return false
		}
	}
	return start < len(name) && !telling()[name[start:]]
}

// telling returns the last words with which a name may be that of a secret.
var telling = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{"key": true}
	for _, phrase := range slices.Concat(secret, forms) {
		_, last := cutLast(phrase)
		words[last] = true
	}
	return words
})

// cutLast cuts off the last word.
func cutLast(words string) (rest, last string) {
	i := strings.LastIndexByte(words, ' ')
	return words[:max(i, 0)], words[i+1:]
}

// findEnding returns the phrase that the words end in, or an empty string.
func findEnding(words string, phrases []string) string {
	for _, p := range phrases {
		if rest, ok := strings.CutSuffix(words, p); ok && (rest == "" || strings.HasSuffix(rest, " ")) {
			return p
		}
	}
	return ""
}

// forms are last words that say how a value is written, or which of several
// values it is.
var forms = []string{
	"alias", "b64", "base64", "base64sha256", "binary", "body", "content", "contents", "current", "data", "encoded", "encrypted",
	"json", "material", "new", "old", "pem", "plain", "previous", "raw", "rsa", "sha256", "string", "text", "value", "v4", "wo",
	"0", "1", "2", "3",
}

// secret are the last words of the names of secrets.
var secret = []string{
	"pass", "passcode", "passphrase", "passwd", "password", "password1", "password2", "passwords", "pwd",
	"credential", "credentials", "jwt", "plaintext", "secret", "secrets", "token", "tokens",
	"privatekey", "accesskey", "secretkey", "apikey", "authkey", "psk",
	"connection str", "connection string", "connection strings", "connectionstring", "connection uri", "connection url", "dsn", "sas", "sas uri", "sas url", "secure value", "shared access signature",
	"auth code", "auth string", "authorization code", "kube config", "kube admin config", "kubeconfig", "magic code", "protected settings",
	"pfx", "pfx blob", "pfx certificate", "pkcs12", "plain text", "seed phrase",
}

// harmless are the last words of names that end like those of secrets, but say
// which, how or when.
var harmless = []string{
	"client request token", "client token", "continuation token", "creation token", "http tokens", "idempotency token",
	"lock token", "next token", "page token", "request token", "update token", "verification token", "validation token", "version token",
	"kms encryption key",
	"authorizer credentials",
}

// keysOf are words before key that say that the key identifies something, finds
// it, or is public. Any other key is taken for one that opens something, unless
// the name is only key.
var keysOf = []string{
	"attribute", "body", "block", "boundary", "bucket", "cache", "cluster", "clustering", "column", "composite", "condition", "consumer", "context",
	"dimension", "dist", "element", "entity", "event", "field", "file", "filter", "foreign", "gpg", "group", "grouping", "hash", "header", "id", "idempotency", "identity",
	"index", "item", "job", "join", "kms", "label", "lookup", "managed", "map", "mapping", "match", "merge", "message", "meta", "metadata", "metric", "name", "node", "object",
	"of", "order", "parameter", "parent", "partition", "path", "pgp", "prefix", "project", "property", "public", "query", "range", "rate", "record",
	"resource", "response", "role", "roles", "route", "routing", "row", "rule", "s3", "schema", "selector", "session", "shard", "sort", "source", "subject", "table", "tag", "target",
	"template", "terraform", "topology", "unique", "user", "value", "variable", "zone",
}

// split splits a name into words, in lower case.
func split(name string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	var before rune
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && unicode.IsLower(before):
			flush()
			word.WriteRune(unicode.ToLower(r))
		default:
			word.WriteRune(unicode.ToLower(r))
		}
		before = r
	}
	flush()
	return words
}
