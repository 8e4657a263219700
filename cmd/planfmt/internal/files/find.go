package files

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Found is a plan or a state that the command line names, or that a search has found.
type Found struct {
	Path  string // "-" for standard input
	Err   error  // why the file cannot be read, if the search has noticed
	Whole bool   // the path is not that of a plan: its name is all of it
	// InDirectory says that a directory was searched, so that nobody has named the file.
	InDirectory bool
	// Text is the document, if it is one of several in a file. Part is its number, from 1, and Unit the name that stands before it.
	Text []byte
	Part int
	Unit string
}

// Search finds the plans that arguments stand for.
type Search struct {
	// Recursive says that directories are searched with all directories in them.
	Recursive bool
	// DotFolders are names of directories that begin with a dot, and are searched all the same.
	DotFolders []string

	found []Found
}

// IsSearched reports whether an argument stands for any number of plans: a directory, or a
// pattern that is not the name of a file.
func IsSearched(arg string) bool {
	if arg == "-" || arg == "" {
		return false
	}
	if info, err := os.Stat(arg); err == nil {
		return info.IsDir()
	}
	_, err := os.Lstat(arg)
	return err != nil && strings.ContainsAny(arg, "*?[")
}

// All returns the plans that the arguments stand for, in their order. An argument that stands for
// none is there with an error. A file is there only once; also tells the others.
func (s *Search) All(args []string, also func(string)) ([]Found, error) {
	s.found = nil
	for _, arg := range args {
		n := len(s.found)
		switch {
		case !IsSearched(arg):
			s.found = append(s.found, Found{Path: arg})
			continue
		case isDir(arg):
			s.directory(arg)
		default:
			if err := s.glob(arg); err != nil {
				return nil, err
			}
		}
		if len(s.found) == n {
			s.found = append(s.found, Found{Path: arg, Err: s.nothing(arg), Whole: true})
		}
	}
	return s.unique(also)
}

// nothing returns the error for an argument that stands for no plan.
func (s *Search) nothing(arg string) error {
	if !isDir(arg) {
		return errors.New("no plan matches this pattern")
	}
	if !s.Recursive {
		return fmt.Errorf("there is no plan in this directory: no file is named %s (to search its subdirectories, too, use --recursive)", strings.Join(planPatterns, ", "))
	}
	return fmt.Errorf("there is no plan in this directory or its subdirectories: no file is named %s", strings.Join(planPatterns, ", "))
}

// planPatterns are the names of files that are plans.
var planPatterns = []string{"*.tfplan", "tfplan", "plan.json", "*.plan.json"}

func isPlanName(name string) bool {
	return !strings.HasPrefix(name, ".") && slices.ContainsFunc(planPatterns, func(pattern string) bool {
		ok, _ := filepath.Match(pattern, name)
		return ok
	})
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// directory adds the plans in a directory, in the order of their names. It does not follow links to
// directories, so that the search ends, and stays within the directory.
func (s *Search) directory(dir string) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if s.Recursive && s.enters(e.Name()) {
				s.directory(name)
			}
		case isPlanName(e.Name()):
			n := len(s.found)
			s.file(name)
			for i := range s.found[n:] {
				s.found[n+i].InDirectory = true
			}
		}
	}
	if err != nil {
		s.found = append(s.found, Found{Path: dir, Err: TrimName(err), Whole: true})
	}
}

// enters reports whether a search goes on in a directory in another one.
func (s *Search) enters(name string) bool {
	return !strings.HasPrefix(name, ".") || slices.ContainsFunc(s.DotFolders, func(pattern string) bool {
		ok, _ := filepath.Match(pattern, name)
		return ok
	})
}

// file adds a file that has the name of a plan. A link may lead to a directory, which is none.
func (s *Search) file(name string) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		s.found = append(s.found, Found{Path: name, Err: TrimName(err)})
	case info.IsDir():
	case !info.Mode().IsRegular():
		s.found = append(s.found, Found{Path: name, Err: errors.New("not a regular file")})
	default:
		s.found = append(s.found, Found{Path: name})
	}
}

// glob adds the files that match a pattern. ** stands for any number of directories. Neither it
// nor * stands for names that begin with a dot. A directory that matches is searched, unless the
// pattern has a ** and so looks into directories itself.
func (s *Search) glob(pattern string) error {
	g := globber{Search: s, seen: map[string]bool{}}
	dir := filepath.VolumeName(pattern)
	text := filepath.ToSlash(pattern[len(dir):])
	if strings.HasPrefix(text, "/") {
		dir += string(filepath.Separator)
	}
	var parts []string
	for part := range strings.SplitSeq(text, "/") {
		if _, err := filepath.Match(part, ""); err != nil {
			return fmt.Errorf("%s: the pattern is invalid: a [ has no ], or nothing is between them", plans.SpellName(pattern))
		}
		again := part == "**" && len(parts) > 0 && parts[len(parts)-1] == part
		if part != "" && !again {
			parts = append(parts, part)
		}
		g.deep = g.deep || part == "**"
	}
	if parts[len(parts)-1] == "**" {
		parts = append(parts, "*")
	}
	g.match(dir, parts)
	return nil
}

// globber is a search with a pattern.
type globber struct {
	*Search
	deep bool // the pattern has a **
	seen map[string]bool
}

// match adds what matches the parts of a pattern below a directory.
func (g *globber) match(dir string, parts []string) {
	if len(parts) == 0 {
		g.matched(dir)
		return
	}
	part, rest := parts[0], parts[1:]
	if part == "**" {
		g.match(dir, rest)
	} else if !strings.ContainsAny(part, "*?[") {
		name := filepath.Join(dir, part)
		if _, err := os.Lstat(name); err == nil && (len(rest) == 0 || isDir(name)) {
			g.match(name, rest)
		}
		return
	}
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if part == "**" {
			if e.IsDir() && g.enters(e.Name()) {
				g.match(name, parts)
			}
			continue
		}
		if ok, _ := filepath.Match(part, e.Name()); !ok || !strings.HasPrefix(part, ".") && !g.enters(e.Name()) {
			continue
		}
		if len(rest) == 0 || e.IsDir() || isDir(name) {
			g.match(name, rest)
		}
	}
	if err != nil && !g.seen[dir] {
		g.seen[dir] = true
		g.found = append(g.found, Found{Path: cmp.Or(dir, "."), Err: TrimName(err), Whole: true})
	}
}

// matched adds a file that matches, or the plans in a directory that does.
func (g *globber) matched(name string) {
	switch {
	case g.seen[name]:
	case !isDir(name):
		g.file(name)
	case !g.deep:
		g.directory(name)
	}
	g.seen[name] = true
}

// unique returns what has been found, with each file only once.
func (s *Search) unique(also func(string)) ([]Found, error) {
	type likely struct {
		size int64
		time int64
	}
	known := map[likely][]int{}
	infos := make([]os.FileInfo, 0, len(s.found))
	var all []Found
	for _, f := range s.found {
		var info os.FileInfo
		switch {
		case f.Path == "-":
			if slices.ContainsFunc(all, func(g Found) bool { return g.Path == "-" }) {
				return nil, errors.New("standard input (-) can only be read once")
			}
		case f.Err == nil:
			info, _ = os.Stat(f.Path) // the error comes when the file is opened
		}
		if info != nil {
			key := likely{info.Size(), info.ModTime().UnixNano()}
			if i := slices.IndexFunc(known[key], func(i int) bool { return os.SameFile(infos[i], info) }); i >= 0 {
				also(sameFile(f.Path, all[known[key][i]].Path))
				continue
			}
			known[key] = append(known[key], len(all))
		}
		all, infos = append(all, f), append(infos, info)
	}
	return all, nil
}

// sameFile returns the message for a file that is the same as an earlier one.
func sameFile(path, before string) string {
	if SamePath(path, before) {
		return fmt.Sprintf("%s: found twice, but shown only once", plans.SpellName(path))
	}
	return fmt.Sprintf("%s: the same file as %s, so it is not shown again", plans.SpellName(path), plans.SpellName(before))
}
