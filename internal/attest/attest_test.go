package attest

import (
	"crypto/ed25519"
	"encoding/hex"
	"testing"
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
