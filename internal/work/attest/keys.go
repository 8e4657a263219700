package attest

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
)

// PublicKey is a key that verifies signatures: ed25519, or ECDSA on one of NIST's curves P-256, P-384 and P-521.
type PublicKey struct {
	key crypto.PublicKey
	id  string
}

// PrivateKey is a key that signs.
type PrivateKey struct {
	key    crypto.Signer
	public *PublicKey
}

// ID returns the SHA-256 of the key in the form of PKIX, in hexadecimal digits. Two keys are the same if their IDs are.
func (k *PublicKey) ID() string { return k.id }

// Public returns the key that verifies what this one signs.
func (k *PrivateKey) Public() *PublicKey { return k.public }

// Distinct returns keys without those that stand further in front.
func Distinct(keys []*PublicKey) []*PublicKey {
	var all []*PublicKey
	seen := map[string]bool{}
	for _, k := range keys {
		if !seen[k.id] {
			seen[k.id] = true
			all = append(all, k)
		}
	}
	return all
}

// ReadPublicKey reads the key in a PEM file.
func ReadPublicKey(file []byte) (*PublicKey, error) {
	block, err := onlyBlock(file)
	if err != nil {
		return nil, err
	}
	switch {
	case block.Type == "PUBLIC KEY":
	case isPrivate(block.Type):
		return nil, errors.New("this is a private key, which is for approving; to verify, pass the public key: openssl pkey -in KEY -pubout")
	case block.Type == "CERTIFICATE":
		return nil, errors.New("this is a certificate; pass the public key in it: openssl x509 -in CERTIFICATE -noout -pubkey")
	default:
		return nil, errors.New("want PUBLIC KEY in the PEM file, have something else")
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("the key cannot be read: %w", err)
	}
	return newPublicKey(key)
}

// ReadPrivateKey reads the key in a PEM file.
func ReadPrivateKey(file []byte) (*PrivateKey, error) {
	block, err := onlyBlock(file)
	if err != nil {
		return nil, err
	}
	var key any
	switch {
	case block.Type == "PUBLIC KEY":
		return nil, errors.New("this is a public key, which is for verifying; to sign, pass the private key")
	case strings.Contains(block.Type, "ENCRYPTED"), block.Headers["DEK-Info"] != "":
		return nil, errors.New("the key is encrypted, which planfmt does not read; decrypt it with `openssl pkey -in KEY`, or use --statement and let another program sign")
	case block.Type == "PRIVATE KEY":
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case block.Type == "EC PRIVATE KEY":
		key, err = x509.ParseECPrivateKey(block.Bytes)
	default:
		return nil, errors.New("want PRIVATE KEY in the PEM file, have something else")
	}
	if err != nil {
		return nil, errors.New("the key cannot be read") // the error might quote it
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, errUnknownKey
	}
	public, err := newPublicKey(signer.Public())
	if err != nil {
		return nil, err
	}
	return &PrivateKey{signer, public}, nil
}

func isPrivate(typ string) bool { return strings.HasSuffix(typ, "PRIVATE KEY") }

// onlyBlock returns the only block of a PEM file. OpenSSL writes the parameters of a curve in front of a private key.
func onlyBlock(file []byte) (*pem.Block, error) {
	if len(bytes.TrimSpace(file)) == 0 {
		return nil, errors.New("the file of the key is empty")
	}
	var found *pem.Block
	for {
		block, rest := pem.Decode(file)
		switch {
		case block == nil && found == nil:
			return nil, errors.New("this is not a key in a PEM file")
		case block == nil && len(bytes.TrimSpace(file)) > 0:
			return nil, errors.New("something follows the key in the PEM file")
		case block == nil:
			return found, nil
		case found != nil:
			return nil, errors.New("the PEM file has more than one key; pass a file for each")
		case block.Type != "EC PARAMETERS":
			found = block
		}
		file = rest
	}
}

var errUnknownKey = errors.New("the key is of a kind that planfmt does not use: want ed25519, or ECDSA on P-256, P-384 or P-521")

func newPublicKey(key crypto.PublicKey) (*PublicKey, error) {
	switch k := key.(type) {
	case ed25519.PublicKey:
		if len(k) != ed25519.PublicKeySize {
			return nil, errUnknownKey
		}
		if isWeak(k) {
			return nil, errors.New("the key is a point of small order: anybody can make signatures for it")
		}
	case *ecdsa.PublicKey:
		if k.Curve != elliptic.P256() && k.Curve != elliptic.P384() && k.Curve != elliptic.P521() {
			return nil, errUnknownKey
		}
	default:
		return nil, errUnknownKey
	}
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return nil, fmt.Errorf("the key cannot be read: %w", err)
	}
	sum := sha256.Sum256(der)
	return &PublicKey{key, hex.EncodeToString(sum[:])}, nil
}

// isWeak reports whether a key is a point of small order, such as one of 32 zero bytes. For such a key, the signature that consists of the
// neutral point and the number zero is right for one message in eight, at least. For every other key it is never right.
func isWeak(k ed25519.PublicKey) bool {
	var neutral [ed25519.SignatureSize]byte
	neutral[0] = 1
	for i := range 128 {
		if ed25519.Verify(k, []byte{byte(i)}, neutral[:]) {
			return true
		}
	}
	return false
}

// digest returns what ECDSA signs of a message: the digest whose size is that of the curve.
func digest(k *ecdsa.PublicKey, message []byte) ([]byte, crypto.Hash) {
	switch k.Curve {
	case elliptic.P384():
		sum := sha512.Sum384(message)
		return sum[:], crypto.SHA384
	case elliptic.P521():
		sum := sha512.Sum512(message)
		return sum[:], crypto.SHA512
	}
	sum := sha256.Sum256(message)
	return sum[:], crypto.SHA256
}

func (k *PrivateKey) sign(message []byte) ([]byte, error) {
	if public, ok := k.public.key.(*ecdsa.PublicKey); ok {
		sum, hash := digest(public, message)
		return k.key.Sign(rand.Reader, sum, hash)
	}
	return k.key.Sign(rand.Reader, message, crypto.Hash(0))
}

func (k *PublicKey) verify(message, sig []byte) bool {
	switch key := k.key.(type) {
	case ed25519.PublicKey:
		return len(sig) == ed25519.SignatureSize && ed25519.Verify(key, message, sig)
	case *ecdsa.PublicKey:
		sum, _ := digest(key, message)
		return ecdsa.VerifyASN1(key, sum, sig)
	}
	return false
}
