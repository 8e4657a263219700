// Package sorted sorts slices. Unlike [slices.SortStableFunc], of which the compiler makes several kilobytes of code for each type of element,
// it does nearly all of its work in one function for all types. The page without a server has a limit for its size.
package sorted

// Stable sorts a slice by a comparison, and keeps the order of equal elements. It takes time in proportion to n log n, and memory for another
// slice unless the elements are in order already.
func Stable[T any](s []T, compare func(a, b T) int) {
	order := arrange(len(s), func(i, j int) bool { return compare(s[i], s[j]) <= 0 })
	if order == nil {
		return
	}
	moved := make([]T, len(s))
	for to, from := range order {
		moved[to] = s[from]
	}
	copy(s, moved)
}

// arrange returns the indices of n elements in their order, or nil if they are in order. inOrder reports whether one element may stand before
// another one. It merges runs of growing length, from one of two lists into the other.
func arrange(n int, inOrder func(i, j int) bool) []int {
	is := true
	for i := 1; i < n && is; i++ {
		is = inOrder(i-1, i)
	}
	if is {
		return nil
	}
	both := make([]int, 2*n)
	from, to := both[:n], both[n:]
	for i := range from {
		from[i] = i
	}
	for run := 1; run < n; run *= 2 {
		for start := 0; start < n; start += 2 * run {
			middle, end := min(start+run, n), min(start+2*run, n)
			merge(to[start:end], from[start:middle], from[middle:end], inOrder)
		}
		from, to = to, from
	}
	return from
}

// merge writes two sorted lists of indices as one.
func merge(to, a, b []int, inOrder func(i, j int) bool) {
	for k := range to {
		if len(b) == 0 || len(a) > 0 && inOrder(a[0], b[0]) {
			to[k], a = a[0], a[1:]
		} else {
			to[k], b = b[0], b[1:]
		}
	}
}
