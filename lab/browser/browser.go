// Package browser opens pages in a headless Chromium or Firefox, and records what they do. The tests
// of this module use planfmt's pages as their readers do; cmd/pictures draws the pictures
// in docs.
package browser

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Variable is the environment variable that names the Chromium to use.
const Variable = "PLANFMT_CHROMIUM"

// ErrNone says that there is no browser.
var ErrNone = errors.New("there is no Chromium in PATH, and " + Variable + " names none")

// Find returns the path of the Chromium to use: the one that [Variable] names, or else the
// first in PATH. If there is none, the error is [ErrNone].
func Find() (string, error) {
	if name := os.Getenv(Variable); name != "" {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("%s: %w", Variable, err)
		}
		return path, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}

// Browser is a running Chromium.
type Browser struct {
	ctx   context.Context
	close func()
}

// Start starts the Chromium at a path. It runs until the caller closes it, or until the
// context ends.
func Start(ctx context.Context, path string) (*Browser, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.WindowSize(1280, 900),
		chromedp.Flag("lang", "en-US"),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // as root, Chromium does not start with its sandbox
	}
	ctx, stopChromium := chromedp.NewExecAllocator(ctx, options...)
	ctx, stopTab := chromedp.NewContext(ctx)
	stop := func() { stopTab(); stopChromium() }
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Browser{ctx, stop}, nil
}

// Close ends the Chromium.
func (b *Browser) Close() { b.close() }

// Tab is a tab of a browser.
type Tab struct {
	ctx   context.Context
	close func()

	mu   sync.Mutex
	seen Seen
}

// Seen is what the pages in a tab have done.
type Seen struct {
	Requests    []string // URLs, whatever came of the requests
	Messages    []string // on the console, from the page or from the browser, and exceptions
	Violations  []string // of the Content-Security-Policy: the directive, the kind, the URL
	Dialogs     []string // their messages; each is dismissed
	Navigations []string // URLs of documents, without those that differ only in the fragment
}

// Open opens an empty tab, which the caller must close.
func (b *Browser) Open() (*Tab, error) {
	return attach(chromedp.NewContext(b.ctx))
}

// attach returns the tab of a context, and records what it does from now on.
func attach(ctx context.Context, stop context.CancelFunc) (*Tab, error) {
	t := &Tab{ctx: ctx, close: stop}
	err := chromedp.Listen(ctx, t.record)
	if err == nil {
		err = enable(ctx)
	}
	if err != nil {
		stop()
		return nil, err
	}
	return t, nil
}

// Frame attaches to the frame of a tab that has a process of its own, as one in a sandbox does, and an address that
// begins with prefix. There must be exactly one. The caller closes it.
func (t *Tab) Frame(prefix string) (*Tab, error) {
	targets, err := chromedp.Targets(t.ctx)
	if err != nil {
		return nil, err
	}
	own := chromedp.FromContext(t.ctx).Target.TargetID
	var found []target.ID
	for _, info := range targets {
		if info.Type == "iframe" && info.ParentFrameID == cdp.FrameID(own) && strings.HasPrefix(info.URL, prefix) {
			found = append(found, info.TargetID)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("the tab has %d frames with a process of their own", len(found))
	}
	return attach(chromedp.NewContext(t.ctx, chromedp.WithTargetID(found[0]), chromedp.WithDetachOnCancel()))
}

// Upload chooses files in an input of a page, given as a JavaScript expression, as somebody does with the dialog of the browser.
func (t *Tab) Upload(limit time.Duration, input string, files ...string) error {
	found, err := Run(t, limit, Command(runtime.Evaluate, runtime.EvaluateParams{Expression: input}))
	if err != nil {
		return err
	}
	if found.Result == nil || found.Result.ObjectID == "" {
		return fmt.Errorf("there is no input %s", input)
	}
	var paths []string
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		paths = append(paths, path)
	}
	_, err = Run(t, limit, Command(dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: paths, ObjectID: found.Result.ObjectID}))
	return err
}

// enable turns on the events that chromedp does not turn on itself. It turns off those for
// chromedp's selectors, which are not used here and make large pages slower.
func enable(ctx context.Context) error {
	for _, command := range []cdp.Command[cdp.Empty, cdp.Empty]{audits.Enable, css.Disable, dom.Disable} {
		if _, err := chromedp.Call(ctx, command, cdp.Empty{}); err != nil {
			return fmt.Errorf("%s: %w", command.Method, err)
		}
	}
	return nil
}

// Close closes the tab.
func (t *Tab) Close() { t.close() }

// Seen returns what the tab has done since the last call, or since it was opened.
func (t *Tab) Seen() Seen {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := t.seen
	t.seen = Seen{}
	return seen
}

// Run runs an action in a tab, for some time at most.
func Run[T any](t *Tab, limit time.Duration, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(t.ctx, limit)
	defer cancel()
	return chromedp.Run(ctx, action)
}

// Command returns the action that sends a command of the protocol.
func Command[P, R any](command cdp.Command[P, R], params P) chromedp.Action[R] {
	return func(ctx context.Context, t *chromedp.Target) (R, error) {
		return cdp.Call(ctx, t, command, params)
	}
}

// RunBrowser sends a command of the protocol that is for the browser as a whole.
func RunBrowser[P, R any](t *Tab, limit time.Duration, command cdp.Command[P, R], params P) (R, error) {
	ctx, cancel := context.WithTimeout(t.ctx, limit)
	defer cancel()
	return chromedp.CallBrowser(ctx, command, params)
}

// record is called with each event, and must not wait.
func (t *Tab) record(event any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		t.seen.Requests = append(t.seen.Requests, e.Request.URL)
	case *network.EventWebSocketCreated:
		t.seen.Requests = append(t.seen.Requests, e.URL)
	case *runtime.EventConsoleAPICalled:
		text := "console." + string(e.Type)
		for _, arg := range e.Args {
			text += " " + string(arg.Value) + arg.Description
		}
		t.seen.Messages = append(t.seen.Messages, text)
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		t.seen.Messages = append(t.seen.Messages, text)
	case *log.EventEntryAdded:
		t.seen.Messages = append(t.seen.Messages, fmt.Sprintf("%s %s: %s", e.Entry.Source, e.Entry.Level, e.Entry.Text))
	case *audits.EventIssueAdded:
		if d := e.Issue.Details.ContentSecurityPolicyIssueDetails; d != nil {
			t.seen.Violations = append(t.seen.Violations, fmt.Sprintf("%s %s %s", d.ViolatedDirective, d.ContentSecurityPolicyViolationType, d.BlockedURL))
		}
	case *page.EventFrameNavigated:
		if e.Frame.ParentID != "" {
			return
		}
		t.seen.Navigations = append(t.seen.Navigations, e.Frame.URL)
	case *page.EventJavascriptDialogOpening:
		t.seen.Dialogs = append(t.seen.Dialogs, e.Message)
		// The page waits for an answer. If the tab is closed first, nobody needs one.
		go func() {
			_, _ = chromedp.Call(t.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: false})
		}()
	}
}

// FileURL returns the URL of a file. The fragment is percent-encoded.
func FileURL(path, fragment string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), Fragment: fragment}
	return u.String()
}
