package options

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/plans"
)

// AddKeyFlag adds the flag for the key of a hash.
func AddKeyFlag(flags *pflag.FlagSet, name *flagvalue.FileName) {
	flagvalue.Contents.In(flags).Var(name, "key-file", "make the hash an HMAC with the key in FILE, so that it covers sensitive values")
}

// maxKey is how many bytes a key file may have.
const maxKey = 64 << 10

// ReadKey reads the key of a hash from a file. The line end after the key is not part of it.
// Without a file, there is no key.
func ReadKey(file flagvalue.FileName) ([]byte, error) {
	if file == "" {
		return nil, nil
	}
	key, err := ReadSmall(string(file), maxKey)
	if err != nil {
		return nil, err
	}
	if n := len(key); n > 0 && key[n-1] == '\n' {
		key = key[:n-1]
		if n > 1 && key[n-2] == '\r' {
			key = key[:n-2]
		}
	}
	switch {
	case len(key) == 0:
		err = errors.New("the key is empty")
	case len(key) < planhash.MinKey:
		err = fmt.Errorf("the key has %d bytes, which is too short: at least %d are needed", len(key), planhash.MinKey)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(string(file)), err)
	}
	return key, nil
}

// NotCovered says for each thing that a hash does not cover how to cover it. what is which hash it is.
func NotCovered(what string, h *computed.Hash) (all []string) {
	for _, missing := range h.NotCovered() {
		how := "To cover it, pass the plan file itself, or compare files ('planfmt verify --match file')"
		if missing == "sensitive values" {
			how = "To cover them, use --key-file"
		}
		all = append(all, fmt.Sprintf("%s does not cover %s. %s", what, missing, how))
	}
	return all
}
