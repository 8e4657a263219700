package files

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/base/inorder"
	"github.com/planfmt/planfmt/plans"
)

// A directory often has a plan twice: `terraform plan -out tfplan` writes the binary file, and
// `terraform show -json tfplan` the JSON. A search of the directory finds both.

// candidate is a file that may be the twin of another one in its directory.
type candidate struct {
	number int // in the list of what has been found
	path   string
	id     planfmt.Identity
	err    error
	taken  bool // the twin has been found
}

// stem returns the distinctive part of a plan's file name, and whether the name is that of JSON.
func (c *candidate) stem() (stem string, isJSON bool) {
	name := filepath.Base(c.path)
	if base, ok := strings.CutSuffix(name, "plan.json"); ok {
		stem, isJSON = base, true
	} else {
		stem = strings.TrimSuffix(name, "tfplan")
	}
	if stem == "plan." { // plan.tfplan
		stem = ""
	}
	return stem, isJSON
}

// siblings are the files of a directory that may be twins: binary plans, and JSON.
type siblings struct{ binary, json []*candidate }

// WithoutTwins leaves out binary plans whose JSON a search has found in the same directory. The JSON
// stays, because its marks of sensitive values are complete in all versions. also gets a message for
// each file that is left out or may be a twin. Files that the user has named always stay. The error
// is that of ctx.
func WithoutTwins(ctx context.Context, all []Found, also func(string)) ([]Found, error) {
	var folders []*siblings
	byDir := map[string]*siblings{}
	for i, f := range all {
		if !f.InDirectory || f.Err != nil {
			continue
		}
		dir := filepath.Dir(f.Path)
		if byDir[dir] == nil {
			byDir[dir] = &siblings{}
			folders = append(folders, byDir[dir])
		}
		c := &candidate{number: i, path: f.Path}
		if _, isJSON := c.stem(); isJSON {
			byDir[dir].json = append(byDir[dir].json, c)
		} else {
			byDir[dir].binary = append(byDir[dir].binary, c)
		}
	}
	folders = slices.DeleteFunc(folders, func(s *siblings) bool { return len(s.binary) == 0 || len(s.json) == 0 })
	if err := identify(ctx, folders); err != nil {
		return nil, err
	}
	out := map[int]bool{}
	for _, s := range folders {
		for _, b := range s.binary {
			if s.findTwin(b, also) {
				out[b.number] = true
			}
		}
	}
	var kept []Found
	for i, f := range all {
		if !out[i] {
			kept = append(kept, f)
		}
	}
	return kept, nil
}

// identify sets the identities of all files.
func identify(ctx context.Context, folders []*siblings) error {
	// Two plans that differ only in a secret are not the same.
	var opts planfmt.Options
	opts.HashKey, opts.Workers = []byte(rand.Text()), 1
	pool := inorder.New(0, func() func(*candidate) *candidate {
		return func(c *candidate) *candidate {
			f, err := OpenRegular(c.path)
			if err != nil {
				c.err = err
				return c
			}
			defer f.Close()
			c.id, c.err = planfmt.Identify(ctx, f, opts)
			return c
		}
	}, func(*candidate) error { return ctx.Err() })
	defer pool.Close()
	for _, s := range folders {
		for _, c := range slices.Concat(s.binary, s.json) {
			if err := cmp.Or(ctx.Err(), pool.Add(c)); err != nil {
				return err
			}
		}
	}
	return cmp.Or(pool.Wait(), ctx.Err())
}

// findTwin reports whether a binary plan has its JSON in the same directory.
func (s *siblings) findTwin(b *candidate, also func(string)) bool {
	if b.err != nil {
		return false // the report says why
	}
	for _, j := range s.json {
		if j.err == nil && !j.taken && b.id.Timestamp != "" && b.id == j.id {
			j.taken = true
			also(fmt.Sprintf("%s: the same plan as %s, so it is not shown again", plans.SpellName(b.path), plans.SpellName(j.path)))
			return true
		}
	}
	stem, _ := b.stem()
	for _, j := range s.json {
		other, _ := j.stem()
		if j.err != nil || j.taken || other != stem && len(s.binary)+len(s.json) > 2 {
			continue
		}
		why := "not the same plan as %s, which was made at another time, so both are shown"
		switch {
		case b.id.Timestamp == "" || j.id.Timestamp == "":
			why = "may be the same plan as %s, but at least one of them does not say when it was made, so both are shown"
		case b.id.Timestamp == j.id.Timestamp && b.id.TerraformVersion == j.id.TerraformVersion:
			why = "made at the same time as %s, but seems to do something else, so both are shown"
		}
		also(plans.SpellName(b.path) + ": " + fmt.Sprintf(why, plans.SpellName(j.path)))
		break
	}
	return false
}
