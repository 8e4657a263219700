package annotations

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Declared is where a resource is declared.
type Declared struct {
	// File is relative to the root module, and Repo to the repository; Repo is empty if that is not known.
	File, Repo string
	// Line and LastLine are those of the block. LastLine is 0 if it is not known.
	Line, LastLine int
}

// has reports whether lines from a place in the file are in the block. Lines that are in no block, but include the beginning of one,
// are about that block; beginsAlone says that they include no other's.
func (d *Declared) has(p *Place, beginsAlone bool) bool {
	switch {
	case p.Line == 0:
		return false
	case p.Line >= d.Line && p.Line <= max(d.Line, d.LastLine):
		return true
	}
	return beginsAlone && p.Line <= d.Line && d.Line <= p.EndLine
}

// Files finds blocks by files and lines.
type Files struct {
	byFile map[string][]*numberedBlock // by their names relative to the root module
	byRepo map[string][]*numberedBlock
}

// numberedBlock is a block with the numbers of the resources that it declares.
type numberedBlock struct {
	Declared
	resources []int
}

// Add adds a resource, by its number, and where it is declared.
func (f *Files) Add(number int, d Declared) {
	if d.File == "" || d.Line == 0 {
		return
	}
	if f.byFile == nil {
		f.byFile, f.byRepo = map[string][]*numberedBlock{}, map[string][]*numberedBlock{}
	}
	for _, b := range f.byFile[d.File] {
		if b.Line == d.Line {
			b.resources = append(b.resources, number)
			return
		}
	}
	b := &numberedBlock{d, []int{number}}
	f.byFile[d.File] = append(f.byFile[d.File], b)
	if d.Repo != "" {
		f.byRepo[d.Repo] = append(f.byRepo[d.Repo], b)
	}
}

// blockAt returns the block among some that a place is in, or nil.
func blockAt(blocks []*numberedBlock, p *Place) *numberedBlock {
	begins := 0
	for _, b := range blocks {
		if p.Line <= b.Line && b.Line <= p.EndLine {
			begins++
		}
	}
	for _, b := range blocks {
		if b.has(p, begins == 1) {
			return b
		}
	}
	return nil
}

// base says to what the names of files in a report are relative.
type base struct {
	repo    bool   // to the repository
	prefix  string // of the names, before those relative to the root module
	unclear bool   // the names fit in several ways
}

// baseOf finds out to what the names of files in a report are relative. If it is known where the root module is in the repository, and
// a name begins there, they are relative to the repository. Otherwise they are relative to the root module, or to a directory around it
// that must be the only one that fits.
func (f *Files) baseOf(r *Report) base {
	prefixes := map[string]bool{}
	for i := range r.Annotations {
		p := &r.Annotations[i].Place
		if p.File == "" {
			continue
		}
		if blockAt(f.byRepo[p.File], p) != nil && f.byFile[p.File] == nil {
			return base{repo: true}
		}
		if blocks := f.byFile[p.File]; blocks != nil {
			if blockAt(blocks, p) != nil {
				prefixes[""] = true
			}
			continue
		}
		for dir, rest := "", p.File; ; {
			step, after, deeper := strings.Cut(rest, "/")
			if !deeper {
				break
			}
			dir, rest = path.Join(dir, step), after
			if blockAt(f.byFile[rest], p) != nil {
				prefixes[dir] = true
				break
			}
		}
	}
	if len(f.byRepo) > 0 { // a name that does not begin where the root module is has nothing to do with it
		return base{}
	}
	switch len(prefixes) {
	case 0:
		return base{}
	case 1:
		for p := range prefixes {
			return base{prefix: p}
		}
	}
	return base{unclear: true}
}

// block returns the block that a place is in, or nil.
func (f *Files) block(p *Place, b base) *numberedBlock {
	switch {
	case b.unclear || p.File == "":
		return nil
	case b.repo:
		return blockAt(f.byRepo[p.File], p)
	case b.prefix != "":
		rest, ok := strings.CutPrefix(p.File, b.prefix+"/")
		if !ok {
			return nil
		}
		return blockAt(f.byFile[rest], p)
	}
	return blockAt(f.byFile[p.File], p)
}

// hasOther reports whether an address without its instance keys is that of a resource.
func (a *Addresses) hasOther(address string) bool {
	name, _ := splitKeys(address)
	return address != "" && len(a.byName[name]) > 0
}

// Addresses finds resources by their addresses.
type Addresses struct {
	byName  map[string][]addressed // without instance keys
	exactly map[string][]int       // by all of the address
	found   map[string][]int       // what has been looked for without instance keys: of that, there may be much
}

type addressed struct {
	number int
	keys   []string
}

// Add adds a resource by its number. Numbers are added in ascending order.
func (a *Addresses) Add(number int, address string) {
	if a.byName == nil {
		a.byName, a.exactly, a.found = map[string][]addressed{}, map[string][]int{}, map[string][]int{}
	}
	name, keys := splitKeys(address)
	a.byName[name] = append(a.byName[name], addressed{number, keys})
	joined := joinKeys(name, keys)
	if n := len(a.exactly[joined]); n == 0 || a.exactly[joined][n-1] != number {
		a.exactly[joined] = append(a.exactly[joined], number)
	}
}

// joinKeys returns a text that no other name with keys has.
func joinKeys(name string, keys []string) string {
	b := strconv.AppendInt(nil, int64(len(name)), 10)
	b = append(append(b, ':'), name...)
	for _, k := range keys {
		b = append(append(strconv.AppendInt(b, int64(len(k)), 10), ':'), k...)
	}
	return string(b)
}

// Find returns the resources with an address. Where it has no instance key, it stands for all instances. Some programs leave out that
// a name is a module's, or say that it is a resource's.
func (a *Addresses) Find(address string) []int {
	if a.byName == nil {
		return nil
	}
	address = strings.TrimPrefix(address, "resource.")
	name, keys := splitKeys(address)
	if a.byName[name] == nil {
		name, keys = "module."+name, append([]string{""}, keys...)
	}
	joined := joinKeys(name, keys)
	if !slices.Contains(keys, "") {
		return a.exactly[joined]
	}
	found, ok := a.found[joined]
	if !ok {
		for _, one := range a.byName[name] {
			if slices.EqualFunc(one.keys, keys, func(has, want string) bool { return want == "" || has == want }) {
				found = append(found, one.number)
			}
		}
		found = slices.Compact(found)
		a.found[joined] = found
	}
	return found
}

// splitKeys returns an address without its instance keys, and a key, which may be empty, for each of its names.
func splitKeys(address string) (name string, keys []string) {
	var names []string
	for rest := address; rest != ""; {
		var step, key string
		step, key, rest = plans.CutStep(rest)
		names, keys = append(names, step), append(keys, key)
	}
	return strings.Join(names, "."), keys
}

// Matcher finds the resources that reports are about.
type Matcher struct {
	Addresses Addresses
	Files     Files
	// Subjects are the resources, by their numbers.
	Subjects []Subject
	// Many says that the reports are about several documents, so that what is about nothing in this one may be about another.
	Many bool
}

// Match returns what reports say about each resource, and a summary of it. hide returns a text as it may be shown.
func (m *Matcher) Match(reports []*Report, hide func(string) string) ([][]Annotation, *Summary) {
	all := make([][]Annotation, len(m.Subjects))
	var t summaryTally
	var owners []*Owners
	used, placed, owned, strangers := 0, 0, false, 0
	for _, r := range reports {
		s := Source{Name: r.Name, Format: r.Format, Passed: r.Passed, Suppressed: r.Suppressed, Bad: r.Bad, Unfinished: r.Unfinished, Remarks: slices.Clone(r.Remarks)}
		if r.Owners != nil {
			owners = append(owners, r.Owners)
		}
		b := m.Files.baseOf(r)
		t.covers(r)
		for i := range r.Annotations {
			if used == MaxAnnotations {
				t.LeftOut += len(r.Annotations) - i
				for _, c := range []*Coverage{&t.OfFindings, &t.OfCosts, &t.OfOwners} {
					c.doubt("there are too many annotations")
				}
				break
			}
			used++
			s.Used++
			owned = owned || len(r.Annotations[i].Owners) > 0
			a := r.Annotations[i]
			numbers, why := m.find(&a.Place, b)
			a.hide(hide)
			if len(numbers) == 0 {
				t.lost(&a, a.Place.File != "" && (m.Files.byFile == nil || b.unclear))
				if a.IsFinding() && m.Addresses.hasOther(a.Place.Address) {
					t.OfFindings.doubt("a finding is about an instance that the plan does not have, of a resource that it has")
				}
				if a.isCost() {
					strangers++
				}
				if !m.Many {
					t.Nothing.Add(&a)
					if len(t.Unmatched) < MaxUnmatched {
						t.Unmatched = append(t.Unmatched, Unmatched{a, r.Name, why})
					}
				}
				continue
			}
			if len(numbers) > 1 {
				a.Shared = len(numbers)
			}
			if placed += len(numbers); placed > MaxPlaces {
				numbers = []int{m.foremost(numbers)} // it says for how many it stands
				t.OfFindings.doubt("there are too many annotations to have them at each resource")
				t.OfOwners.doubt(t.OfFindings.Doubt)
			}
			m.price(numbers, &a, r.Format)
			for k, n := range numbers {
				one := a
				if k > 0 { // the number is for all of them
					one.Number, one.Before, one.Unit = "", "", ""
					if one.Name() == "" {
						continue
					}
				}
				all[n] = append(all[n], one)
			}
		}
		t.Sources = append(t.Sources, s)
	}
	if len(owners) > 0 {
		t.doubtOwners(&m.Files)
	}
	m.own(owners, all, hide)
	for i := range m.Subjects {
		t.add(&m.Subjects[i], all[i])
	}
	if strangers > 0 && len(t.costs) == 0 { // of another plan, it seems
		t.OfCosts.doubt("no cost in the reports is about a resource of this plan")
	}
	return all, t.finish(len(owners) > 0 && t.NoOwners == "" || owned)
}

// foremost returns the first of some resources that changes, or else the first one.
func (m *Matcher) foremost(numbers []int) int {
	if i := slices.IndexFunc(numbers, func(n int) bool { return m.Subjects[n].Changes }); i >= 0 {
		return numbers[i]
	}
	return numbers[0]
}

// price notes of resources whose cost nobody knows why that is so. An annotation is about all of them.
func (m *Matcher) price(numbers []int, a *Annotation, of Format) {
	why := ""
	switch {
	case of == Infracost && a.Number == "":
		why = dependsOnUsage
	case a.isCost() && len(numbers) > 1:
		why = "the number is for several instances together"
	default:
		return
	}
	for _, n := range numbers {
		m.Subjects[n].NoCost = why
	}
}

// find returns the resources that a place is in, or why there are none.
func (m *Matcher) find(p *Place, b base) (numbers []int, why string) {
	if p.Address != "" {
		if found := m.Addresses.Find(p.Address); len(found) > 0 {
			return found, ""
		}
	}
	if found := m.Files.block(p, b); found != nil {
		return found.resources, ""
	}
	switch {
	case p.File == "":
		return nil, "no resource has this address"
	case m.Files.byFile == nil:
		why = "planfmt does not know where resources are declared: name the directory of the configuration with --config"
	case b.unclear:
		why = "the names of files in this report fit in several directories: say with --source-root where the configuration is"
	case p.Line == 0:
		why = "it is about a file as a whole"
	default:
		why = "no resource of the plan is declared in these lines"
	}
	return nil, why
}

// doubtOwners notes why a CODEOWNERS file does not tell who owns what: its patterns begin at the root of the repository.
func (t *summaryTally) doubtOwners(f *Files) {
	switch {
	case f.byFile == nil:
		t.NoOwners = "it is not known where resources are declared"
	case len(f.byRepo) == 0:
		t.NoOwners = "it is not known where the configuration is in the repository: see --source-root"
	default:
		return
	}
	t.OfOwners.doubt(t.NoOwners)
}

// own adds who owns the files in which resources are declared, as far as it is known where these are in the repository.
func (m *Matcher) own(owners []*Owners, all [][]Annotation, hide func(string) string) {
	if len(owners) == 0 {
		return
	}
	for file, blocks := range m.Files.byRepo {
		var names []string
		for _, o := range owners {
			for _, name := range o.Of(file) {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		if len(names) == 0 {
			continue
		}
		for _, b := range blocks {
			a := Annotation{Tool: "CODEOWNERS", Title: ownersTitle(names), Owners: names, Place: Place{File: b.File, Line: b.Line, EndLine: max(b.Line, b.LastLine)}}
			a.hide(hide)
			for _, n := range b.resources {
				all[n] = append(all[n], a)
			}
		}
	}
}

// hide replaces texts by what may be shown of them.
func (a *Annotation) hide(hide func(string) string) {
	if hide == nil {
		return
	}
	for _, text := range []*string{&a.Tool, &a.Rule, &a.Title, &a.Text, &a.Unit, &a.Place.Address, &a.Place.File} {
		*text = hide(*text)
	}
	if a.URL != "" && hide(a.URL) != a.URL {
		a.URL = ""
	}
	for i, o := range a.Owners {
		if h := hide(o); h != o {
			a.Owners = slices.Clone(a.Owners)
			a.Owners[i] = h
		}
	}
}
