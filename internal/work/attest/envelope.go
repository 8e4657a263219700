// Package attest reads, writes, signs and verifies statements about artifacts: in-toto Statements (v1) in envelopes of DSSE (v1). It
// knows nothing about plans.
//
// An envelope comes from somebody who may want to pass something off as approved. So [Read] accepts only what has one meaning:
// JSON in which no name occurs twice, names in the case that DSSE gives them, base64 with one spelling for each text. What a
// signature is about is the bytes that [Signed.Payload] has, and nothing else is read after they have been verified.
//
// DSSE is as short as [encode] and the code is in the standard library. The library of its authors would bring an SSH
// implementation with it, prints to standard output, and counts keys by the names that the envelope gives them. The tests compare with it.
package attest

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// PayloadType is the type of the payload of all envelopes that planfmt reads and writes: an in-toto Statement.
const PayloadType = "application/vnd.in-toto+json"

// Limits, far above what anybody needs.
const (
	MaxSize       = 32 << 20 // bytes of a document
	maxSignatures = 256
)

// bundlePrefix begins the media types of Sigstore's bundles, which have an envelope in them.
const bundlePrefix = "application/vnd.dev.sigstore.bundle"

// Signed is a statement with what has been signed. It has not been verified.
type Signed struct {
	// Payload is the statement: what the signatures are about.
	Payload []byte
	// Signatures are all signatures, in the order of the envelope. They are nil for a statement without an envelope.
	Signatures []Signature
}

// Signature is a signature of a payload.
type Signature struct {
	// KeyID is what the envelope says about the key. Nothing proves it.
	KeyID string
	Sig   []byte
}

// IsBare reports whether the statement stood in the document as it is, in no envelope.
func (s *Signed) IsBare() bool { return s.Signatures == nil }

// encode returns the bytes that are signed: DSSE's pre-authentication encoding.
func encode(payloadType string, payload []byte) []byte {
	b := []byte("DSSEv1 ")
	b = strconv.AppendInt(b, int64(len(payloadType)), 10)
	b = append(b, ' ')
	b = append(b, payloadType...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(len(payload)), 10)
	b = append(b, ' ')
	return append(b, payload...)
}

// Read reads a document: an envelope, a bundle of Sigstore with an envelope in it, or a statement as it is.
func Read(document []byte) (*Signed, error) {
	v, err := parse(document)
	if err != nil {
		return nil, err
	}
	switch {
	case v.Get("dsseEnvelope").Kind() != values.Absent:
		if media, err := text(v, "mediaType"); err != nil || !strings.HasPrefix(media, bundlePrefix) {
			return nil, errors.New("it has a dsseEnvelope, but not the mediaType of a bundle of Sigstore")
		}
		if v = v.Get("dsseEnvelope"); v.Kind() != values.Object {
			return nil, fmt.Errorf("dsseEnvelope: want object, have %s", v.Kind())
		}
		return readEnvelope(v)
	case v.Get("payload").Kind() != values.Absent, v.Get("signatures").Kind() != values.Absent, v.Get("payloadType").Kind() != values.Absent:
		if v.Get("_type").Kind() != values.Absent {
			return nil, errors.New("it is both an envelope and a statement")
		}
		return readEnvelope(v)
	case v.Get("_type").Kind() != values.Absent:
		return &Signed{Payload: document}, nil
	}
	return nil, errors.New("it is neither a DSSE envelope nor an in-toto Statement")
}

// parse parses a document that is one JSON object, in which no name occurs twice in an object.
func parse(document []byte) (values.Value, error) {
	if len(document) > MaxSize {
		return values.Value{}, fmt.Errorf("it has more than %d bytes", MaxSize)
	}
	v, err := (&values.Parser{Names: values.Unique}).Parse(document)
	if err == nil && v.Kind() != values.Object {
		err = fmt.Errorf("want a JSON object, have %s", v.Kind())
	}
	return v, err
}

// text returns a member that has to be a string.
func text(v values.Value, name string) (string, error) {
	m := v.Get(name)
	switch m.Kind() {
	case values.String:
		return m.Text(), nil
	case values.Absent:
		return "", fmt.Errorf("%s is missing", name)
	}
	return "", fmt.Errorf("%s: want string, have %s", name, m.Kind())
}

func readEnvelope(v values.Value) (*Signed, error) {
	payloadType, err := text(v, "payloadType")
	if err != nil {
		return nil, err
	}
	if payloadType != PayloadType {
		return nil, fmt.Errorf("payloadType: want %s, have %s", PayloadType, plans.DescribeText(payloadType))
	}
	s := &Signed{}
	if s.Payload, err = decodeMember(v, "payload"); err != nil {
		return nil, err
	}
	all := v.Get("signatures")
	switch {
	case all.Kind() == values.Absent:
		return nil, errors.New("signatures is missing")
	case all.Kind() != values.Array:
		return nil, fmt.Errorf("signatures: want array, have %s", all.Kind())
	case all.Len() == 0:
		return nil, errors.New("signatures is empty")
	case all.Len() > maxSignatures:
		return nil, fmt.Errorf("it has %d signatures, more than the %d that planfmt reads", all.Len(), maxSignatures)
	}
	for i, e := range all.Elems() {
		where := "signatures[" + strconv.Itoa(i) + "]"
		if e.Kind() != values.Object {
			return nil, fmt.Errorf("%s: want object, have %s", where, e.Kind())
		}
		var sig Signature
		if k := e.Get("keyid"); !k.IsNull() {
			if sig.KeyID, err = text(e, "keyid"); err != nil {
				return nil, fmt.Errorf("%s.%w", where, err)
			}
		}
		if sig.Sig, err = decodeMember(e, "sig"); err != nil {
			return nil, fmt.Errorf("%s.%w", where, err)
		}
		s.Signatures = append(s.Signatures, sig)
	}
	return s, nil
}

// The two alphabets that DSSE allows. Padding is needed in both, and what does not end on a byte is padded with zero bits, so that
// nobody can spell the same bytes in another way.
var (
	standard = base64.StdEncoding.Strict()
	forURLs  = base64.URLEncoding.Strict()
)

// decodeMember decodes a member in base64.
func decodeMember(v values.Value, name string) ([]byte, error) {
	s, err := text(v, name)
	switch {
	case err != nil:
		return nil, err
	case s == "":
		return nil, fmt.Errorf("%s is empty", name)
	case strings.ContainsAny(s, "\r\n"): // which encoding/base64 ignores
		return nil, fmt.Errorf("%s is not valid base64: it has a line end", name)
	}
	encoding := standard
	if strings.ContainsAny(s, "-_") {
		encoding = forURLs
	}
	b, err := encoding.DecodeString(s)
	if err != nil {
		return nil, fmt.Errorf("%s is not valid base64: %w", name, err)
	}
	return b, nil
}

// envelope is how an envelope is written.
type envelope struct {
	PayloadType string      `json:"payloadType"`
	Payload     []byte      `json:"payload"`
	Signatures  []signature `json:"signatures"`
}

type signature struct {
	KeyID string `json:"keyid"`
	Sig   []byte `json:"sig"`
}

// Sign returns an envelope with a statement, which a key has signed, as a line of JSON. The envelope does not name the key: programs that
// use the library of DSSE's authors, such as cosign, would only try a key that they call by the same name.
func Sign(statement []byte, key *PrivateKey) ([]byte, error) {
	sig, err := key.sign(encode(PayloadType, statement))
	if err != nil {
		return nil, err
	}
	out, err := json.Marshal(envelope{PayloadType, statement, []signature{{"", sig}}})
	return append(out, '\n'), err
}

// Verify returns those of the keys that have signed the payload, each once, in their order. It does not look at the names that the
// envelope gives to keys: each signature is tried with each key.
func (s *Signed) Verify(keys []*PublicKey) []*PublicKey {
	var by []*PublicKey
	message := encode(PayloadType, s.Payload)
	for _, k := range Distinct(keys) {
		for _, sig := range s.Signatures {
			if k.verify(message, sig.Sig) {
				by = append(by, k)
				break
			}
		}
	}
	return by
}
