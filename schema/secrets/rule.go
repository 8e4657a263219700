package secrets

import (
	"slices"
	"strings"
	"unicode"
)

// Named reports whether an attribute is likely to hold a secret, going by its
// name and that of the block or attribute around it, empty for none. The last
// words of the name decide: db_password, clientSecret, API-KEY. What only says
// something about a secret ends in other words (password_policy, token_ttl,
// secret_arn). What says no more than that it is a value is what is around it:
// connection_string.value.
//
// The lists were tuned on the schemas of two providers and measured on others;
// tools/knownsecrets prints the figures.
func Named(around, name string) bool { return Phrase(around, name) != "" }

// Phrase is the words by which [Named] takes a name for that of a secret, empty
// where it does not.
func Phrase(around, name string) string {
	words := split(name)
	for len(words) > 0 && ending(words, harmless) == "" {
		if p := ending(words, secret); p != "" {
			return p
		}
		if !slices.Contains(forms, words[len(words)-1]) {
			return ""
		}
		words = words[:len(words)-1]
	}
	if len(words) > 0 || around == "" {
		return ""
	}
	return Phrase("", around)
}

// ending is the phrase that the words end in, empty for none.
func ending(words, phrases []string) string {
	for _, p := range phrases {
		want := strings.Split(p, " ")
		if n := len(words) - len(want); n >= 0 && slices.Equal(words[n:], want) {
			return p
		}
	}
	return ""
}

// forms are last words that say how a value is written down, or which one of
// several it is.
var forms = []string{
	"alias", "b64", "base64", "base64sha256", "binary", "body", "content", "contents", "current", "data", "encoded", "encrypted",
	"json", "material", "new", "old", "pem", "plain", "previous", "raw", "rsa", "sha256", "string", "text", "value", "v4", "wo",
	"0", "1", "2", "3",
}

// secret are the last words of names of secrets.
var secret = []string{
	"pass", "passcode", "passphrase", "passwd", "password", "password1", "password2", "passwords", "pwd",
	"credential", "credentials", "jwt", "plaintext", "secret", "secrets", "token", "tokens",
	"access key", "account key", "aes key", "agent key", "api key", "apikey", "application key", "auth key", "authentication key", "authkey", "authorization key",
	"client key", "config key", "connect key", "customer key", "decryption key", "encryption key", "extension key", "function key", "hmac key", "host key", "https key",
	"ingestion key", "insights key", "instrumentation key", "integration key", "license key", "mac key", "master key", "peering key", "policy key",
	"pre shared key", "preshared key", "primary key", "principal key", "private key", "privatekey", "psk", "raw key", "readonly key", "recovery key",
	"sas key", "secondary key", "secret key", "service key", "shared key", "signing key", "ssh private key", "storage key", "subscription key",
	"token key", "validation key", "webhook key", "workspace key", "write key", "encrypted key",
	"connection str", "connection string", "connection strings", "connectionstring", "connection uri", "connection url", "dsn", "sas", "sas uri", "sas url", "secure value", "shared access signature",
	"auth code", "auth string", "authorization code", "kube config", "kube admin config", "kubeconfig", "magic code", "protected settings",
	"pfx", "pfx blob", "pfx certificate", "pkcs12", "plain text", "seed phrase",
}

// harmless are the last words of names that end like those of secrets and are
// none: they say which, how or when.
var harmless = []string{
	"client request token", "client token", "continuation token", "creation token", "http tokens", "idempotency token",
	"lock token", "next token", "page token", "request token", "update token", "verification token", "validation token", "version token",
	"kms encryption key", "kms key", "public key",
	"authorizer credentials",
}

// split takes a name apart into words, in lower case.
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
