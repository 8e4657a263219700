package agents

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/policy"
)

// What check reads, plan_check reads, or both say why they do not. No file with the name of a policy is left out without a word: not in a
// directory whose name begins with a dot, not one that is no file, and not one behind a link.
func TestPolicyFilesAreThoseOfCheck(t *testing.T) {
	var read, refused int
	for seed := range sampling.Seeds(1000) {
		d := drawnTree{Rand: rand.New(rand.NewPCG(uint64(seed), 7)), top: t.TempDir()}
		d.draw(filepath.Join(d.top, "root"), 0)
		dir := filepath.Join(d.top, "root", []string{"", "", "a", ".x"}[d.IntN(4)])
		want, err := policy.ReadFiles(dir)
		roots, rootErr := OpenRoots([]string{filepath.Join(d.top, "root")})
		if rootErr != nil {
			t.Fatal(rootErr)
		}
		got, gotErr := policy.ReadFilesIn(policyTree{roots}, dir)
		if err := roots.Close(); err != nil {
			t.Fatal(err)
		}
		switch {
		case err != nil && gotErr == nil && !strings.Contains(err.Error(), "o.policy.hcl is not read"): // a hidden link out of the root cannot be looked at
			t.Errorf("seed %d: plan_check reads what check does not: %v", seed, err)
		case err == nil && gotErr != nil && !strings.Contains(gotErr.Error(), "leads out of the directory"):
			t.Errorf("seed %d: check reads what plan_check does not: %v", seed, gotErr)
		case err == nil && gotErr == nil && !slices.EqualFunc(got.Policies, want.Policies, sameSource):
			t.Errorf("seed %d: %v, want %v", seed, got.Policies, want.Policies)
		}
		if err != nil {
			refused++
			continue
		}
		read++
		for _, name := range d.findPolicies(t, dir) {
			text, err := os.ReadFile(name)
			if err != nil || !slices.ContainsFunc(want.Policies, func(p policy.Source) bool { return string(p.Text) == string(text) }) {
				t.Errorf("seed %d: nobody says that %s is not read (%v)", seed, name, err)
			}
		}
	}
	if read == 0 || refused == 0 {
		t.Errorf("%d are read, %d refused", read, refused)
	}
}

func sameSource(a, b policy.Source) bool {
	return a.Name == b.Name && string(a.Text) == string(b.Text) && a.Set == b.Set
}

// drawnTree makes directories with policies.
type drawnTree struct {
	*rand.Rand
	top   string
	files int
	dirs  []string
}

// draw fills a directory. Each file has a text of its own.
func (d *drawnTree) draw(dir string, depth int) {
	_ = os.MkdirAll(dir, 0o700)
	d.dirs = append(d.dirs, dir)
	for range 1 + d.IntN(3) {
		name := filepath.Join(dir, []string{"p.policy.hcl", "q.policy.hcl", "j.policy.hcl.json", ".policy.hcl", ".h.policy.hcl", "t.policytest.hcl", "readme.md", "r.policies.hcl"}[d.IntN(8)])
		if _, err := os.Lstat(name); err == nil {
			continue // to write to a named pipe would take for ever
		}
		switch d.IntN(24) {
		case 0:
			mkfifo(name)
		case 1:
			_ = os.Symlink("nowhere", name)
		case 2, 3, 4, 5:
			d.link(dir)
		case 6:
			_ = os.Symlink(os.DevNull, name)
		default:
			d.files++
			_ = os.WriteFile(name, fmt.Appendf(nil, "# %d", d.files), 0o600)
		}
	}
	if depth < 3 {
		for range d.IntN(3) {
			d.draw(filepath.Join(dir, []string{"a", "b", "c", ".x", "d.policy.hcl"}[d.IntN(5)]), depth+1)
		}
	}
}

// link makes a link to a directory or to a file that is called otherwise, below the root or, rarely, beside it.
func (d *drawnTree) link(dir string) {
	to := d.dirs[d.IntN(len(d.dirs))]
	if d.IntN(6) == 0 {
		to = filepath.Join(d.top, "beside")
		_ = os.MkdirAll(to, 0o700)
		_ = os.WriteFile(filepath.Join(to, "o.policy.hcl"), []byte("# beside"), 0o600)
	}
	name := []string{"l", ".l", "m.policy.hcl"}[d.IntN(3)]
	if name == "m.policy.hcl" && d.IntN(2) == 0 {
		d.files++
		to = filepath.Join(to, fmt.Sprintf("real%d.hcl", d.files))
		_ = os.WriteFile(to, fmt.Appendf(nil, "# %d", d.files), 0o600)
	}
	if rel, err := filepath.Rel(dir, to); err == nil {
		_ = os.Symlink(rel, filepath.Join(dir, name))
	}
}

// findPolicies returns what has the name of a policy, as find does: below a directory and the directories that links in it lead to.
func (d *drawnTree) findPolicies(t *testing.T, dir string) (names []string) {
	todo, done := []string{dir}, map[string]bool{}
	for len(todo) > 0 {
		at, err := filepath.EvalSymlinks(todo[0])
		todo = todo[1:]
		if done[at] || err != nil {
			continue
		}
		done[at] = true
		entries, err := os.ReadDir(at)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := filepath.Join(at, e.Name())
			if info, err := os.Stat(name); err == nil && info.IsDir() {
				todo = append(todo, name)
			} else if strings.HasSuffix(name, ".policy.hcl") || strings.HasSuffix(name, ".policy.hcl.json") {
				names = append(names, name)
			}
		}
	}
	return names
}
