package jsonlog

// HideRun replaces the strings in everything that a run has kept, because the log may show
// only at its end that they are sensitive.
func (s *Secrets) HideRun(r *Run) {
	if s.isEmpty() {
		return
	}
	for i := range r.Diagnostics {
		s.HideDiagnostic(&r.Diagnostics[i])
	}
	for _, changes := range [][]Change{r.Planned, r.Drift} {
		for i := range changes {
			s.hideChange(&changes[i])
		}
	}
	for i := range r.Found {
		s.hideFound(&r.Found[i])
	}
	for i := range r.Policies {
		s.hidePolicy(&r.Policies[i])
	}
	for i := range r.Outputs {
		s.HideOutput(&r.Outputs[i])
	}
	for i := range r.Operations {
		s.hideOperation(&r.Operations[i])
	}
	for _, o := range r.Running {
		s.hideOperation(o)
	}
	for i := range r.Invocations {
		r.Invocations[i].Address, r.Invocations[i].Trigger = s.Hide(r.Invocations[i].Address), s.Hide(r.Invocations[i].Trigger)
	}
}

func (s *Secrets) hideOperation(o *Operation) {
	o.Address, o.ID, o.Output = s.Hide(o.Address), s.Hide(o.ID), s.Hide(o.Output)
}

func (s *Secrets) hideChange(c *Change) {
	c.ImportID, c.ImportIdentity, c.Previous = s.Hide(c.ImportID), s.Hide(c.ImportIdentity), s.Hide(c.Previous)
	s.hideResource(&c.Resource)
}
