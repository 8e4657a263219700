// Package age says whether what somebody has made, such as a plan or an approval, still counts.
package age

import (
	"fmt"
	"time"
)

// skew is by how much the clocks of two machines may differ.
const skew = 5 * time.Minute

// Wrong says why something does not count because of its age, without a subject; it returns "" if it counts. most is how old it may be; 0 for
// any age.
func Wrong(made, now time.Time, most time.Duration) string {
	switch age := now.Sub(made); {
	case age < -skew:
		return "was made in the future, at " + made.UTC().Format(time.RFC3339)
	case most > 0 && age > most:
		return fmt.Sprintf("is %s old, and may be %s", age.Round(time.Second), most)
	}
	return ""
}
