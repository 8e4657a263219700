package facts

// Forms counts what a key is in the types of a provider. Each type counts once.
type Forms struct {
	Blocks, Objects, Attributes int // Objects are attributes that hold objects
}

// Forms returns what each key is in a provider's types, at any depth, or nil if
// nothing is known about the provider. If the table lacks a type, its keys are
// likely to mean the same as in other types of the provider. Forms unpacks
// everything that the table has for the provider. The map must not be changed.
func (t *Table) Forms(provider string, kind Kind) map[string]Forms {
	s := t.section(provider)
	if s == nil || s.open() != nil {
		return nil
	}
	f := &s.forms[kind]
	f.once.Do(func() { f.all = s.countForms(kind) })
	return f.all
}

func (s *section) countForms(kind Kind) map[string]Forms {
	all := map[string]Forms{}
	for _, at := range s.types {
		c := &s.chunks[at.chunk]
		if at.kind != kind || c.open() != nil {
			continue
		}
		one := map[string]Forms{}
		c.roots[at.ordinal].forms(one, map[*Block]bool{})
		for name, f := range one {
			sum := all[name]
			sum.Blocks += min(f.Blocks, 1)
			sum.Objects += min(f.Objects, 1)
			sum.Attributes += min(f.Attributes, 1)
			all[name] = sum
		}
	}
	return all
}

func (b *Block) forms(all map[string]Forms, done map[*Block]bool) {
	if b == nil || done[b] {
		return
	}
	done[b] = true
	for _, m := range b.Members {
		f := all[m.Name]
		switch {
		case m.Form == FormBlock:
			f.Blocks++
			m.Block.forms(all, done)
		case m.Form == FormNested, m.Form == FormAttribute && m.Type.objects():
			f.Objects++
		case m.Form == FormAttribute:
			f.Attributes++
		}
		all[m.Name] = f
	}
}

// objects reports whether values of the type are objects or hold them.
func (t *Type) objects() bool {
	for ; t != nil; t = t.Elem {
		if t.Kind == TypeObject || t.Kind == TypeDynamic {
			return true
		}
	}
	return false
}
