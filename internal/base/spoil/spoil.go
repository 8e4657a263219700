// Package spoil overwrites memory that its owner is about to use again, so that tests find whoever still refers to it. It
// does so in builds with the race detector, or with the build tag spoil, and costs nothing in others.
package spoil

// Bytes overwrites bytes that nobody may refer to any more.
func Bytes(b []byte) {
	Items(b, 0xff)
}

// Items overwrites items that nobody may refer to any more by one that no text or index is like. Those beyond the length are
// overwritten, too.
func Items[T any](items []T, with T) {
	if !On {
		return
	}
	items = items[:cap(items)]
	for i := range items {
		items[i] = with
	}
}
