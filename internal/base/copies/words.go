package copies

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/lazy"
)

// analysis is what a text is made of: tokens, which are letters and digits, and anything between
// them.
type analysis struct {
	tokens          int
	letters, digits int
	random          int  // how many characters are in parts that look random
	startsWithWord  bool // of three letters or more
	words           int  // tokens with a word of four letters or more
	lower           int  // tokens of four letters or more, all in lower case
	common          bool // a word is common in names of infrastructure
	separators      string
}

// analyse takes a text apart.
func analyse(text string) analysis {
	var a analysis
	for len(text) > 0 {
		end := strings.IndexFunc(text, isLetterOrDigit)
		if end < 0 {
			end = len(text)
		}
		if end > 0 && a.tokens > 0 && end < len(text) {
			if s := text[:end]; !strings.Contains(a.separators, s) || len(s) > 1 {
				a.separators += s
			}
		}
		text = text[end:]
		end = strings.IndexFunc(text, func(r rune) bool { return !isLetterOrDigit(r) })
		if end < 0 {
			end = len(text)
		}
		if end > 0 {
			a.addToken(text[:end])
		}
		text = text[end:]
	}
	return a
}

// addToken adds a token, which is made of runs of letters and runs of digits.
func (a *analysis) addToken(token string) {
	runs, longest, letters, digits, odd := countRuns(token)
	a.tokens++
	a.letters, a.digits = a.letters+letters, a.digits+digits
	const manyDigits = 6
	switch {
	case letters == 0: // a number
	case digits == 0:
		a.random += odd
		if odd == 0 {
			if a.tokens == 1 && letters >= 3 {
				a.startsWithWord = true
			}
			if letters >= 4 {
				a.words++
			}
		}
		a.common = a.common || commonWords()[strings.ToLower(token)]
		if letters >= 4 && token == strings.ToLower(token) {
			a.lower++
		}
	case letters <= 2 && digits >= 8: // 20240101T120000Z
	case runs == 2 && isDigitAt(token) && letters > 1 && token == strings.ToUpper(token):
		a.random += letters + digits
	case runs == 3 && odd == 0 && letters >= 6 && longest <= 3: // AmazonS3FullAccess
		a.words++
	case runs == 2 && longest <= manyDigits:
		a.random += odd // a word with a number
		if odd == 0 && letters >= 4 {
			a.words++
		}
		a.startsWithWord = a.startsWithWord || a.tokens == 1 && odd == 0 && letters >= 3
	default:
		a.random += letters + digits
	}
}

// countRuns counts the runs of a token, the digits of the longest run of digits, and all letters and digits. odd are the letters in runs that do not
// look like words.
func countRuns(token string) (runs, longest, letters, digits, odd int) {
	for rest := token; rest != ""; runs++ {
		isDigit := isDigitAt(rest)
		end := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsDigit(r) != isDigit })
		if end < 0 {
			end = len(rest)
		}
		run := rest[:end]
		n := utf8.RuneCountInString(run)
		if isDigit {
			digits += n
			longest = max(longest, n)
		} else {
			letters += n
			if !isWord(run) {
				odd += n
			}
		}
		rest = rest[end:]
	}
	return runs, longest, letters, digits, odd
}

func isDigitAt(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsDigit(r)
}

// isPassphrase reports whether a text is four words or more with one kind of separator, none of
// which is common in names.
func (a *analysis) isPassphrase() bool {
	return a.lower >= 4 && a.lower == a.tokens && !a.common && utf8.RuneCountInString(a.separators) == 1
}

// isWord reports whether letters look like a word, or several in a row: whether at least three
// of five pairs of letters are common. Up to three letters are an abbreviation if they have the
// same case, except for the first one.
func isWord(letters string) bool {
	lower := strings.ToLower(letters)
	if commonWords()[lower] {
		return true
	}
	n := utf8.RuneCountInString(letters)
	if n <= 3 {
		_, first := utf8.DecodeRuneInString(letters)
		rest := letters[first:]
		return letters == strings.ToUpper(letters) || rest == strings.ToLower(rest)
	}
	if n != len(letters) {
		return true // of another alphabet, about which nothing is known
	}
	common := 0
	for i := range len(lower) - 1 {
		if strings.IndexByte(pairs[lower[i]-'a'], lower[i+1]) >= 0 {
			common++
		}
	}
	return 5*common >= 3*(len(lower)-1) && !isMixed(letters)
}

// isMixed reports whether the case of letters changes as often as it does in random ones: more
// than in AmazonSSMManagedInstanceCore or IPv4Only.
func isMixed(letters string) bool {
	changes := 0
	for i := range len(letters) - 1 {
		if isUpper(letters[i]) != isUpper(letters[i+1]) {
			changes++
		}
	}
	return len(letters) >= 6 && 5*changes >= 2*len(letters) && !camelCase().MatchString(letters)
}

// camelCase matches several words that are written as one, such as AllowVnetInBound.
var camelCase = lazy.Regexp(`^([A-Z][a-z]{2,}){2}([A-Z][a-z]+)*[A-Z][a-z]{2,}$`)

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// pairs has, for each letter, the letters that often follow it in English words and in the names
// of infrastructure.
var pairs = [26]string{
	"bcdfgiklmnprstuvwx", // a
	"aeiloruy",           // b
	"aehiklortuy",        // c
	"abdeilorsuy",        // d
	"acdeflmnprstvwxy",   // e
	"aefilortu",          // f
	"aehilnorstu",        // g
	"aeiotuy",            // h
	"abcdefglmnoprstvz",  // i
	"aeosu",              // j
	"einsy",              // k
	"adeilostuvy",        // l
	"abeimopsu",          // m
	"acdefgiklopstuy",    // n
	"bcdfglmnoprstuvw",   // o
	"aehiloprstu",        // p
	"u",                  // q
	"acdegikmnorstuy",    // r
	"acehikmopqstuwy",    // s
	"aehiloprstuwy",      // t
	"abcdegilmnprst",     // u
	"aeio",               // v
	"aehinors",           // w
	"acept",              // x
	"eimnops",            // y
	"aeio",               // z
}

// commonWords are words and abbreviations that are common in the names of infrastructure.
var commonWords = lazy.Words(`
	access account active admin administrator agent alarm alert alerts analytics api app application apps archive artifact artifacts
	async audit auth autoscaling aws azure backend backup backups balancer base bastion batch beta billing blob blue
	bucket build cache canary cdn central client cloud cluster codebuild common config connect consumer container contributor
	control core cron customer customers daily dashboard data database dead debug default delivery demo deploy
	deployment dev development dmz dns docker domain east edge elastic email encrypted endpoint engine env
	environment event events example export external failover files finance firewall flow frontend function
	gateway github gitlab global grafana green group groups handler health host http https hub image images import
	infra ingest ingress instance integration internal internet invoice jenkins job jobs kafka key keys kubernetes
	lambda latest launch lb letter linux listener live load local log logging logs machine mail main managed
	management manager master members message messages metrics mgmt microservice mobile module monitor monitoring
	mysql nat network nginx nlb node nodes north notification notifications oidc operator order orders owner
	payment payments peering permission pgsql pipeline platform policy pool portal postgres postgresql preview
	primary private prod producer production profile project prometheus proxy public publisher qa queue rabbitmq
	read reader readonly redis region registry release remote replica report reporting reports request resource
	role root route router rule runner sandbox scheduler schema search secondary security server serverless service
	services session shared site snapshot snowflake sns south sql sqs ssh ssl stack stage staging standard standby
	state static storage store stream subnet sync system task team tenant terraform test testing tls token topic
	traffic transit trigger update upload user users vault version vnet volume vpc vpn waf warehouse web webhook
	website west windows worker workers workspace write writer www xlarge zone
`)

// ruleWords are words that are common in the rules of firewalls and in their descriptions.
var ruleWords = lazy.Words(`accept all allow allowed allows any anywhere block blocked deny denied drop egress everything icmp inbound ingress outbound permit reject tcp udp`)
