package planfmt

// Unmask returns the options with the mask switched off, for the proof that tests find what comes out without it.
func Unmask(o Options) Options {
	o.unmasked = true
	o.MaskCopies = Never
	return o
}
