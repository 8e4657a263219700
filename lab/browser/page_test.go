package browser_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/lab/browser"
)

// limit is how long anything may take, also while the machine has much else to do: tests fail then that would never end.
const limit = 3 * time.Minute

// chromium is the browser of all tests, nil if there is none.
var chromium *browser.Browser

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	defer closeFoxes()
	path, err := browser.Find()
	switch {
	case errors.Is(err, browser.ErrNone):
		return m.Run() // needChromium skips the tests
	case err == nil:
		chromium, err = browser.Start(context.Background(), path)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer chromium.Close()
	return m.Run()
}

// tab is a tab of a test.
type tab struct {
	*browser.Tab
	t testing.TB
}

// needChromium skips a test if there is no browser.
func needChromium(t testing.TB) {
	t.Helper()
	if chromium == nil {
		t.Skip("not run:", browser.ErrNone)
	}
}

// newTab opens an empty tab that has the focus. Without a browser, the test is skipped.
func newTab(t testing.TB) *tab {
	t.Helper()
	needChromium(t)
	opened, err := chromium.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(opened.Close)
	p := &tab{opened, t}
	command(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return p
}

// open opens the page of a plan. When the test ends, nothing must have happened that a page
// never does, see check.
func open(t testing.TB, p plan) *tab {
	t.Helper()
	tab := newTab(t)
	tab.load(p.write(t, planfmt.Options{}), "")
	return tab
}

// load opens a file. When the test ends, the tab must have opened nothing else.
func (p *tab) load(path, fragment string) {
	p.t.Helper()
	p.Seen()
	p.navigate(path, fragment)
	p.t.Cleanup(func() { p.check(path) })
}

func (p *tab) navigate(path, fragment string) {
	p.t.Helper()
	do(p, chromedp.Navigate(browser.FileURL(path, fragment)))
}

// check says what the tab has done that the page at a path never does: requests, dialogs,
// navigations, messages on the console, and whatever its Content-Security-Policy forbids.
func (p *tab) check(path string) {
	p.t.Helper()
	seen, own := p.Seen(), browser.FileURL(path, "")
	isOwn := func(url string) bool { return url == own || strings.HasPrefix(url, own+"#") }
	for _, url := range seen.Requests {
		if !isOwn(url) {
			p.t.Errorf("the page requested %s", url)
		}
	}
	for _, url := range seen.Navigations {
		if !isOwn(url) {
			p.t.Errorf("the page went to %s", url)
		}
	}
	for what, list := range map[string][]string{"opened a dialog": seen.Dialogs, "violated its policy": seen.Violations, "wrote to the console": seen.Messages} {
		for _, text := range list {
			p.t.Errorf("the page %s: %s", what, text)
		}
	}
}

// evaluate returns the value of a JavaScript expression, in which $1, $2, ... are arguments.
func evaluate[T any](p *tab, expression string, args ...any) T {
	p.t.Helper()
	for i, arg := range slices.Backward(args) {
		text, err := json.Marshal(arg)
		if err != nil {
			p.t.Fatal(err)
		}
		expression = strings.ReplaceAll(expression, fmt.Sprintf("$%d", i+1), string(text))
	}
	return action(p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

func action[T any](p *tab, a chromedp.Action[T]) T {
	p.t.Helper()
	v, err := browser.Run(p.Tab, limit, a)
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

func do(p *tab, actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	for _, a := range actions {
		action(p, a)
	}
}

func command[P, R any](p *tab, c cdp.Command[P, R], params P) R {
	p.t.Helper()
	return action(p, browser.Command(c, params))
}

// press presses keys, one by one. Unlike those of chromedp, these type nothing if the page
// prevents it, as those of a keyboard.
func (p *tab) press(keys string, modifiers ...kb.Modifier) {
	p.t.Helper()
	for _, r := range keys {
		key, ok := kb.Keys[r]
		if !ok {
			p.t.Fatalf("no key for %q", r)
		}
		params := input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeKeyDown, Key: key.Key, Code: key.Code,
			WindowsVirtualKeyCode: key.Windows, NativeVirtualKeyCode: key.Native,
		}
		for _, m := range modifiers {
			params.Modifiers |= int64(m)
		}
		if key.Shift {
			params.Modifiers |= int64(kb.ModifierShift)
		}
		if key.Print && params.Modifiers&^int64(kb.ModifierShift) == 0 {
			params.Text, params.UnmodifiedText = key.Text, key.Unmodified
		}
		command(p, input.DispatchKeyEvent, params)
		params.Type, params.Text, params.UnmodifiedText = input.DispatchKeyEventTypeKeyUp, "", ""
		command(p, input.DispatchKeyEvent, params)
	}
}

// click clicks on the middle of an element, which it scrolls into view. If something else is
// there, the test fails.
func (p *tab) click(element string) {
	p.t.Helper()
	for range 2 { // what comes onto the screen may turn out to be higher than was thought
		evaluate[any](p, `(`+element+`.scrollIntoView({block: "center", behavior: "instant"}), null)`)
		time.Sleep(50 * time.Millisecond) // until it has been laid out, also if the page may not run scripts
	}
	at := evaluate[struct {
		X, Y    float64
		Covered string
	}](p, `(() => {
		const e = `+element+`;
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		const top = document.elementFromPoint(x, y);
		return {X: x, Y: y, Covered: e.contains(top) ? "" : top ? top.outerHTML.slice(0, 200) : "nothing"};
	})()`)
	if at.Covered != "" {
		p.t.Fatalf("%s cannot be clicked on: at %g,%g there is %s", element, at.X, at.Y, at.Covered)
	}
	do(p, chromedp.MouseClickXY(at.X, at.Y))
}

// wait waits until an expression is true.
func (p *tab) wait(what, expression string, args ...any) {
	p.t.Helper()
	for end := time.Now().Add(limit); !evaluate[bool](p, "Boolean("+expression+")", args...); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("after %v, there is still not what is waited for: %s", limit, what)
		}
	}
}

// same fails the test if what the page has is not what it should have.
func same[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
