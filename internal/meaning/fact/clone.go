package fact

import "strings"

// Clone returns a fact that shares no memory with the document.
func (f Fact) Clone() Fact {
	f.At, f.Because, f.Name = cloneTexts(f.At), cloneTexts(f.Because), strings.Clone(f.Name)
	f.From, f.To = f.From.Clone(), f.To.Clone()
	f.Words.From, f.Words.To = strings.Clone(f.Words.From), strings.Clone(f.Words.To)
	if f.Traffic != nil {
		t := *f.Traffic
		t.Protocol, t.Ports, t.Peers, t.Except, t.Was = strings.Clone(t.Protocol), strings.Clone(t.Ports), cloneTexts(t.Peers), cloneTexts(t.Except), cloneTexts(t.Was)
		f.Traffic = &t
	}
	if f.Rights != nil {
		r := *f.Rights
		r.Principal, r.Holder, r.Scope = strings.Clone(r.Principal), strings.Clone(r.Holder), strings.Clone(r.Scope)
		r.Actions, r.Resources, r.ConditionKeys = cloneTexts(r.Actions), cloneTexts(r.Resources), cloneTexts(r.ConditionKeys)
		f.Rights = &r
	}
	return f
}

func cloneTexts(all []string) []string {
	if all == nil {
		return nil
	}
	clones := make([]string, len(all))
	for i, s := range all {
		clones[i] = strings.Clone(s)
	}
	return clones
}
