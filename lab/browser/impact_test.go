package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestImpact goes through what a resource forces with the keyboard, on a page whose parts are elements from the start, and on one on which
// they become elements when somebody opens them.
func TestImpact(t *testing.T) {
	needChromium(t)
	large := many(200)
	small := estate()
	large.resources, large.config = append(large.resources, small.resources...), small.config
	for name, p := range map[string]plan{"small": small, "large": large} {
		t.Run(name, func(t *testing.T) {
			tab := open(t, p)
			const (
				row    = `document.getElementById("aws_subnet.a")`
				impact = row + `.querySelector(".impact")`
			)
			tab.click(`document.getElementById("collapse")`)
			tab.click(row + `.querySelector("summary")`)
			same(t, "the impact is open", evaluate[bool](tab, impact+`.open`), false)
			if want := "Impact: at least 1 resource depends on it"; evaluate[string](tab, impact+`.querySelector("summary").textContent`) != want {
				t.Errorf("the summary is not %q", want)
			}
			evaluate[any](tab, `(`+impact+`.querySelector("summary").focus(), null)`)
			tab.press(kb.Enter)
			tab.wait("the impact to be there", impact+`.open && `+impact+`.querySelector("a") != null`)
			tab.press(kb.Tab)
			tab.wantFocus("Tab goes to what it forces", "aws_instance.web")
			tab.press(kb.Enter)
			tab.wantTarget("aws_instance.web")
			// The next row is that of the resource, and no part of one.
			tab.press("k")
			if !evaluate[bool](tab, `document.activeElement.matches(".r > summary, .g > summary")`) {
				t.Errorf("k goes to %q", tab.focus())
			}
			// The name of another resource is no text of the row.
			evaluate[any](tab, `(document.getElementById("text").focus(), null)`)
			tab.press("aws_instance.web")
			tab.wait("the filter", `document.getElementById("shown").textContent.startsWith("Showing ")`)
			same(t, "the row is hidden", evaluate[bool](tab, row+`.hidden`), true)
		})
	}
}
