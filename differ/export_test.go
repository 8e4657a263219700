package differ

// NewEager returns a Differ that makes all parts of its results at once.
func NewEager(o Options) *Differ {
	d := New(o)
	d.eager = true
	return d
}

// NewWatched returns a Differ that calls made whenever parts of a result are made on
// demand, with the text that was kept for this.
func NewWatched(o Options, made func(text string)) *Differ {
	d := New(o)
	d.onMake = made
	return d
}
