package attest

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/secure-systems-lab/go-securesystemslib/signerverifier"
)

// TestWeakKeys checks that points of small order are no keys: anybody can make signatures for them. The first is the key of 32 zero bytes.
func TestWeakKeys(t *testing.T) {
	for _, text := range []string{
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000000",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	} {
		key, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		if !isWeak(ed25519.PublicKey(key)) {
			t.Errorf("%s is taken for a key", text)
		}
	}
	for i := range 5 {
		if key := ed25519.NewKeyFromSeed(append(make([]byte, 31), byte(i))); isWeak(key.Public().(ed25519.PublicKey)) {
			t.Errorf("the key of the seed %d is taken for a weak one", i)
		}
	}
}

// TestNotKeys checks what is no key, and that the errors say so without quoting it.
func TestNotKeys(t *testing.T) {
	ed := newKey(t, "ed25519")
	rsaKey, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	p224, err := ecdsa.GenerateKey(elliptic.P224(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	weak := ed25519.PublicKey(make([]byte, 32))
	zero := func(n int) []byte {
		return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: make([]byte, n)})
	}
	for name, file := range map[string][]byte{
		"nothing": nil, "spaces": []byte(" \n"), "no PEM": []byte("ssh-ed25519 AAAA"), "no bytes": zero(0), "a zero": zero(1), "32 zeros": zero(32), "44 zeros": zero(44),
		"a private key": ed.private, "RSA": publicPEM(t, rsaKey.Public()), "P-224": publicPEM(t, p224.Public()), "a weak key": publicPEM(t, weak),
		"two keys": slices.Concat(ed.public, ed.public), "a key and more": slices.Concat(ed.public, []byte("x")), "cut off": ed.public[:len(ed.public)-30],
		"a certificate":   pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("x")}),
		"another label":   bytes.ReplaceAll(ed.public, []byte("PUBLIC KEY"), []byte("SECRET KEY")),
		"bytes behind it": pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: append(block(t, ed.public), 0)}),
	} {
		if _, err := ReadPublicKey(file); err == nil {
			t.Errorf("%s is taken for a public key", name)
		}
	}
	for name, file := range map[string][]byte{
		"nothing": nil, "a public key": ed.public, "RSA": privatePEM(t, rsaKey), "P-224": privatePEM(t, p224), "two keys": slices.Concat(ed.private, ed.private),
		"no bytes":  pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY"}),
		"encrypted": pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED SIGSTORE PRIVATE KEY", Bytes: []byte("x")}),
		"encrypted by OpenSSL": pem.EncodeToMemory(&pem.Block{
			Type: "EC PRIVATE KEY", Headers: map[string]string{"Proc-Type": "4,ENCRYPTED", "DEK-Info": "AES-256-CBC,00"}, Bytes: []byte("x"),
		}),
	} {
		_, err := ReadPrivateKey(file)
		if err == nil {
			t.Errorf("%s is taken for a private key", name)
		} else if len(file) > 40 && strings.Contains(err.Error(), string(file[30:40])) {
			t.Errorf("%s: the error quotes the file: %v", name, err)
		}
	}
	der, err := x509.MarshalECPrivateKey(ecKey(t, newKey(t, "P-256").private))
	if err != nil {
		t.Fatal(err)
	}
	// `openssl ecparam -genkey` writes the parameters in front of the key.
	sec1 := slices.Concat(pem.EncodeToMemory(&pem.Block{Type: "EC PARAMETERS", Bytes: []byte{6, 0}}), pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}))
	if _, err := ReadPrivateKey(sec1); err != nil {
		t.Error(err)
	}
}

// pair is a pair of keys in PEM, and as they are read.
type pair struct {
	private, public []byte
	sign            *PrivateKey
	verify          *PublicKey
}

var kinds = []string{"ed25519", "P-256", "P-384", "P-521"}

func newKey(t testing.TB, kind string) pair {
	t.Helper()
	var key crypto.Signer
	var err error
	if kind == "ed25519" {
		_, key, err = ed25519.GenerateKey(rand.Reader)
	} else {
		key, err = ecdsa.GenerateKey(map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384(), "P-521": elliptic.P521()}[kind], rand.Reader)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := pair{private: privatePEM(t, key), public: publicPEM(t, key.Public())}
	if p.sign, err = ReadPrivateKey(p.private); err != nil {
		t.Fatal(err)
	}
	if p.verify, err = ReadPublicKey(p.public); err != nil {
		t.Fatal(err)
	}
	return p
}

func publicPEM(t testing.TB, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(key)
	if p224, ok := key.(*ecdsa.PublicKey); ok && p224.Curve == elliptic.P224() || err == nil {
		return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	}
	t.Fatal(err)
	return nil
}

func privatePEM(t testing.TB, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func block(t testing.TB, file []byte) []byte {
	t.Helper()
	b, _ := pem.Decode(file)
	return b.Bytes
}

func ecKey(t testing.TB, file []byte) *ecdsa.PrivateKey {
	t.Helper()
	key, err := x509.ParsePKCS8PrivateKey(block(t, file))
	if err != nil {
		t.Fatal(err)
	}
	return key.(*ecdsa.PrivateKey)
}

const statement = `{"_type":"https://in-toto.io/Statement/v1","subject":[{"name":"tfplan","digest":{"sha256":"00"}}],"predicateType":"https://example.com/x","predicate":{"a":1}}`

// theirs returns a key as the library of DSSE's authors has it.
func theirs(t testing.TB, file []byte) dsse.SignerVerifier {
	t.Helper()
	key, err := signerverifier.LoadKey(file)
	if err != nil {
		t.Fatal(err)
	}
	var sv dsse.SignerVerifier
	if key.KeyType == signerverifier.ED25519KeyType {
		sv, err = signerverifier.NewED25519SignerVerifierFromSSLibKey(key)
	} else {
		sv, err = signerverifier.NewECDSASignerVerifierFromSSLibKey(key)
	}
	if err != nil {
		t.Fatal(err)
	}
	return anonymous{sv}
}

// anonymous is a key without a name, as cosign has it.
type anonymous struct{ dsse.SignerVerifier }

func (anonymous) KeyID() (string, error) { return "", nil }

// TestOthers checks that what planfmt signs is right for the library of DSSE's authors, and the other way round.
func TestOthers(t *testing.T) {
	for _, kind := range kinds {
		key := newKey(t, kind)
		ours, err := Sign([]byte(statement), key.sign)
		if err != nil {
			t.Fatal(err)
		}
		var e dsse.Envelope
		if err := json.Unmarshal(ours, &e); err != nil {
			t.Fatal(err)
		}
		v, err := dsse.NewEnvelopeVerifier(theirs(t, key.public))
		if err != nil {
			t.Fatal(err)
		}
		if _, payload, err := v.VerifyAndDecode(t.Context(), &e); err != nil || string(payload) != statement {
			t.Errorf("%s: the library does not verify what planfmt signs: %v", kind, err)
		}
		s, err := dsse.NewEnvelopeSigner(theirs(t, key.private))
		if err != nil {
			t.Fatal(err)
		}
		signed, err := s.SignPayload(t.Context(), PayloadType, []byte(statement))
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.MarshalIndent(signed, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range [][]byte{
			ours, text,
			[]byte(`{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","verificationMaterial":{"publicKey":{"hint":""}},"dsseEnvelope":` + string(text) + `}`),
		} {
			got, err := Read(document)
			if err != nil {
				t.Fatal(err)
			}
			if by := got.Verify([]*PublicKey{newKey(t, kind).verify, key.verify}); len(by) != 1 || by[0].ID() != key.verify.ID() || string(got.Payload) != statement {
				t.Errorf("%s: planfmt does not verify %s", kind, document)
			}
			if by := got.Verify([]*PublicKey{newKey(t, kind).verify}); len(by) > 0 {
				t.Errorf("%s: another key is taken for the one that has signed", kind)
			}
		}
	}
}

// TestSignatureIsOfOneEncoding checks that a signature of the payload in any other form than that of DSSE counts for nothing.
func TestSignatureIsOfOneEncoding(t *testing.T) {
	b64 := base64.StdEncoding.EncodeToString([]byte(statement))
	for _, kind := range kinds {
		key := newKey(t, kind)
		for name, message := range map[string]string{
			"the payload": statement, "the payload in base64": b64, "the encoding of the base64": string(encode(PayloadType, []byte(b64))), "nothing": "",
			"another type": string(encode("application/json", []byte(statement))), "no type": string(encode("", []byte(statement))),
			"another version": strings.Replace(string(encode(PayloadType, []byte(statement))), "DSSEv1", "DSSEv2", 1),
			"no lengths":      "DSSEv1 " + PayloadType + " " + statement, "a space more": string(encode(PayloadType, []byte(statement+" "))),
			"the lengths of 0.1": fmt.Sprintf("\x02\x00\x00\x00\x00\x00\x00\x00%s%s", PayloadType, statement),
		} {
			sig, err := key.sign.sign([]byte(message))
			if err != nil {
				t.Fatal(err)
			}
			s := &Signed{Payload: []byte(statement), Signatures: []Signature{{key.verify.ID(), sig}}}
			if len(s.Verify([]*PublicKey{key.verify})) > 0 {
				t.Errorf("%s: a signature of %s counts", kind, name)
			}
		}
		good, err := key.sign.sign(encode(PayloadType, []byte(statement)))
		if err != nil {
			t.Fatal(err)
		}
		for name, sig := range map[string][]byte{
			"nothing": {}, "zeros": make([]byte, len(good)), "a byte more": append(slices.Clone(good), 0), "a byte less": good[:len(good)-1], "twice": slices.Concat(good, good),
			"r and s as zero": {0x30, 6, 2, 1, 0, 2, 1, 0}, "half": good[:len(good)/2],
		} {
			s := &Signed{Payload: []byte(statement), Signatures: []Signature{{"", sig}}}
			if len(s.Verify([]*PublicKey{key.verify})) > 0 {
				t.Errorf("%s: %s counts as a signature", kind, name)
			}
		}
	}
}

// TestKeysCountOnce checks that a key counts once, however often it has signed, and whatever the envelope calls it.
func TestKeysCountOnce(t *testing.T) {
	for _, kind := range kinds {
		key, other := newKey(t, kind), newKey(t, "ed25519")
		s := &Signed{Payload: []byte(statement)}
		for i := range 8 {
			sig, err := key.sign.sign(encode(PayloadType, s.Payload))
			if err != nil {
				t.Fatal(err)
			}
			s.Signatures = append(s.Signatures, Signature{[]string{"", "a", "b", other.verify.ID()}[i%4], sig})
		}
		again, err := ReadPublicKey(key.public)
		if err != nil {
			t.Fatal(err)
		}
		if by := s.Verify([]*PublicKey{key.verify, other.verify, again, key.verify}); len(by) != 1 {
			t.Errorf("%s: %d keys count, want 1", kind, len(by))
		}
	}
}

// TestRejected checks what is not read: what could be read in two ways, and what is not of the one kind that planfmt writes.
func TestRejected(t *testing.T) {
	key := newKey(t, "ed25519")
	good, err := Sign([]byte(statement), key.sign)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSpace(string(good))
	payload := base64.StdEncoding.EncodeToString([]byte(statement))
	evil := base64.StdEncoding.EncodeToString([]byte(strings.Replace(statement, "00", "11", 1)))
	replace := func(old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("no %s in %s", old, text)
		}
		return strings.Replace(text, old, new, 1)
	}
	odd := base64.StdEncoding.EncodeToString([]byte(statement + "  ")) // ends in padding
	for name, document := range map[string]string{
		"nothing": "", "null": "null", "an array": "[" + text + "]", "a string": `"x"`, "no members": "{}", "cut off": text[:len(text)-1],
		"two envelopes": text + text, "two lines": text + "\n" + text, "something behind it": text + "x", "a comment": text + "//", "a byte order mark": "\ufeff" + text, "a zero byte": text + "\x00",
		"two payloads":                     replace(`"payload":`, `"payload":"`+evil+`","payload":`),
		"two payloads, escaped":            replace(`"payload":`, `"p\u0061yload":"`+evil+`","payload":`),
		"two types":                        replace(`"payloadType":`, `"payloadType":"x","payloadType":`),
		"two lists of signatures":          replace(`"signatures":`, `"signatures":[],"signatures":`),
		"two signatures in one":            replace(`"sig":`, `"sig":"AA==","sig":`),
		"names in capitals":                replace(`"payload":`, `"Payload":`),
		"another type":                     replace("application/vnd.in-toto+json", "application/json"),
		"a type in capitals":               replace("application/vnd.in-toto+json", "application/vnd.In-Toto+json"),
		"a type with a parameter":          replace("application/vnd.in-toto+json", "application/vnd.in-toto+json;v=1"),
		"no type":                          replace(`"payloadType":"application/vnd.in-toto+json",`, ""),
		"a type that is a number":          replace(`"application/vnd.in-toto+json"`, "1"),
		"no signatures":                    text[:strings.Index(text, `,"signatures"`)] + "}",
		"an empty list":                    text[:strings.Index(text, `"signatures"`)] + `"signatures":[]}`,
		"signatures null":                  text[:strings.Index(text, `"signatures"`)] + `"signatures":null}`,
		"an object of signatures":          text[:strings.Index(text, `"signatures"`)] + `"signatures":{"sig":"AA=="}}`,
		"a signature null":                 replace(`"signatures":[`, `"signatures":[null,`),
		"an empty signature":               replace(`"signatures":[`, `"signatures":[{"sig":""},`),
		"a signature without one":          replace(`"signatures":[`, `"signatures":[{"keyid":"a"},`),
		"a key that is a number":           replace(`"signatures":[`, `"signatures":[{"keyid":1,"sig":"AA=="},`),
		"too many signatures":              replace(`"signatures":[`, `"signatures":[`+strings.Repeat(`{"sig":"AA=="},`, 300)),
		"an empty payload":                 replace(payload, ""),
		"a payload without its padding":    replace(payload, strings.TrimRight(odd, "=")),
		"a payload with a line end":        replace(payload, payload[:8]+`\n`+payload[8:]),
		"a payload with a space":           replace(payload, payload[:8]+" "+payload[8:]),
		"a payload that goes on":           replace(payload, odd+payload),
		"a payload with other last bits":   replace(payload, strings.TrimRight(odd, "=")[:len(strings.TrimRight(odd, "="))-1]+"h"+strings.Repeat("=", strings.Count(odd, "="))),
		"a payload in both alphabets":      replace(payload, "-_+/"+payload),
		"a payload in hexadecimal":         replace(payload, hex.EncodeToString([]byte(statement))+"!"),
		"a payload that is a statement":    replace(`"`+payload+`"`, statement),
		"an envelope that is a statement":  replace("{", `{"_type":"https://in-toto.io/Statement/v1",`),
		"an envelope in a nameless bundle": `{"dsseEnvelope":` + text + `}`,
		"a bundle of another kind":         `{"mediaType":"application/json","dsseEnvelope":` + text + `}`,
		"a bundle with two envelopes":      `{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","dsseEnvelope":` + text + `,"dsseEnvelope":` + text + `}`,
		"a bundle of a message":            `{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","messageSignature":{}}`,
		"invalid UTF-8":                    replace(`"keyid":"`, "\"keyid\":\"\xff"),
	} {
		s, err := Read([]byte(document))
		if err == nil && string(s.Payload) == statement && name != "a payload in hexadecimal" {
			t.Errorf("%s is read: %.200s", name, document)
		} else if err == nil {
			t.Errorf("%s is read as %.200s", name, s.Payload)
		}
	}
	for name, document := range map[string]string{
		"no type": strings.Replace(statement, `"_type":"https://in-toto.io/Statement/v1",`, "", 1), "version 0.1": strings.Replace(statement, "Statement/v1", "Statement/v0.1", 1),
		"two subjects in two lists": strings.Replace(statement, `"subject":`, `"subject":[],"subject":`, 1), "no subjects": strings.Replace(statement, `"subject":`, `"subjects":`, 1),
		"an empty list": strings.Replace(statement, `{"name":"tfplan","digest":{"sha256":"00"}}`, "", 1), "no digest": strings.Replace(statement, `{"sha256":"00"}`, "{}", 1),
		"two digests of one name": strings.Replace(statement, `{"sha256":"00"}`, `{"sha256":"11","sha256":"00"}`, 1), "a digest that is a number": strings.Replace(statement, `"00"`, "0", 1),
		"a name that is a number": strings.Replace(statement, `"tfplan"`, "1", 1), "no predicate": strings.Replace(statement, `"predicate":`, `"predicat":`, 1),
		"a predicate that is a list": strings.Replace(statement, `{"a":1}`, "[]", 1), "two predicates": strings.Replace(statement, `"predicate":`, `"predicate":{},"predicate":`, 1),
		"two members deep down": strings.Replace(statement, `{"a":1}`, `{"a":{"b":1,"b":2}}`, 1), "no type of the predicate": strings.Replace(statement, `"predicateType":`, `"predicatetype":`, 1),
		"cut off": statement[:len(statement)-1], "two": statement + statement,
	} {
		if _, err := ParseStatement([]byte(document)); err == nil {
			t.Errorf("a statement with %s is read", name)
		}
	}
	if _, err := ParseStatement([]byte(statement)); err != nil {
		t.Error(err)
	}
}

// TestEveryByteCounts changes each byte of an envelope: either it is rejected, or nothing has signed it, or it says the same.
func TestEveryByteCounts(t *testing.T) {
	for _, kind := range kinds[:2] {
		key := newKey(t, kind)
		good, err := Sign([]byte(statement), key.sign)
		if err != nil {
			t.Fatal(err)
		}
		for i := range good {
			for _, b := range []byte{good[i] ^ 1, good[i] ^ 0x20, 'A', '"', '}', 0} {
				bad := slices.Clone(good)
				if bad[i] = b; bytes.Equal(bad, good) {
					continue
				}
				s, err := Read(bad)
				if err == nil && len(s.Verify([]*PublicKey{key.verify})) > 0 && string(s.Payload) != statement {
					t.Fatalf("%s: byte %d as %q: another payload is signed", kind, i, b)
				}
			}
		}
	}
}

// FuzzRead checks that no document makes the reader panic, and that it reads nothing in another way than the library of DSSE's authors.
func FuzzRead(f *testing.F) {
	key := newKey(f, "ed25519")
	good, err := Sign([]byte(statement), key.sign)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(statement))
	f.Add([]byte(`{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","dsseEnvelope":` + string(good) + `}`))
	f.Add([]byte(`{"payloadType":"application/vnd.in-toto+json","payload":"e30=","signatures":[{"sig":"-_-_"},{"keyid":null,"sig":"AA=="}]}`))
	f.Fuzz(func(t *testing.T, document []byte) {
		s, err := Read(document)
		if err != nil {
			return
		}
		_, _ = ParseStatement(s.Payload)
		s.Verify([]*PublicKey{key.verify})
		if s.IsBare() || bytes.Contains(document, []byte("dsseEnvelope")) {
			return
		}
		var e dsse.Envelope
		if err := json.Unmarshal(document, &e); err != nil {
			t.Fatalf("encoding/json rejects it: %v", err)
		}
		payload, err := e.DecodeB64Payload()
		if err != nil || !bytes.Equal(payload, s.Payload) || e.PayloadType != PayloadType || len(e.Signatures) != len(s.Signatures) {
			t.Fatalf("the library reads something else: %v, %q", err, payload)
		}
	})
}
