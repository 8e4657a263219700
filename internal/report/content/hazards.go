package content

// HazardItem is a kind of hazard, with the objects that are in danger.
type HazardItem struct {
	ItemText
	Objects []string // their addresses, as they are written
	About   string   // the address of the only one
}

// fewObjects is how many objects of a hazard, or of a message of a policy, are named in a line.
const fewObjects = 5

// Shown returns how many objects are named in the line.
func (it *HazardItem) Shown() int { return FewOf(len(it.Objects)) }

// FewOf returns how many of so many objects are named in a line. One more takes no more room than its count.
func FewOf(n int) int {
	if n <= fewObjects+1 {
		return n
	}
	return fewObjects
}
