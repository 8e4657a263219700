package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// FirefoxVariable is the environment variable that names the Firefox to use.
const FirefoxVariable = "PLANFMT_FIREFOX"

// ErrNoFirefox says that there is no Firefox.
var ErrNoFirefox = errors.New("there is no Firefox in PATH, and " + FirefoxVariable + " names none")

// FindFirefox returns the path of the Firefox to use: the one that [FirefoxVariable] names, or else the first in PATH. If there is none,
// the error is [ErrNoFirefox].
func FindFirefox() (string, error) {
	if name := os.Getenv(FirefoxVariable); name != "" {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("%s: %w", FirefoxVariable, err)
		}
		return path, nil
	}
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoFirefox
}

// Firefox is a running Firefox with one tab, which is driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/).
type Firefox struct {
	cmd     *exec.Cmd
	profile string
	conn    *websocket.Conn
	tab     string // its browsing context

	mu      sync.Mutex
	last    int // the ID of the last command
	waiting map[int]chan bidiMessage
	failed  error // why there are no more answers
	seen    Seen
	frames  []string // the browsing contexts in the tab, in the order in which they came
}

// bidiMessage is what Firefox sends: the answer to a command, or an event.
type bidiMessage struct {
	Type    string
	ID      int
	Result  json.RawMessage
	Error   string
	Message string
	Method  string
	Params  json.RawMessage
}

// StartFirefox starts the Firefox at a path, with a profile that is gone when it is closed. dark says which colours it prefers.
func StartFirefox(ctx context.Context, path string, dark bool) (_ *Firefox, err error) {
	f := &Firefox{waiting: map[int]chan bidiMessage{}}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if f.profile, err = os.MkdirTemp("", "planfmt-firefox-"); err != nil {
		return nil, err
	}
	scheme := 1
	if dark {
		scheme = 0
	}
	// What Firefox asks the network for by itself is turned off. The page's colours are those of the content, whatever the desktop says.
	prefs := fmt.Sprintf(`user_pref("layout.css.prefers-color-scheme.content-override", %d);
user_pref("intl.accept_languages", "en-US");
user_pref("remote.active-protocols", 1);
user_pref("app.update.disabledForTesting", true);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.server", "");
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("extensions.update.enabled", false);
user_pref("browser.safebrowsing.downloads.remote.enabled", false);
`, scheme)
	if err := os.WriteFile(filepath.Join(f.profile, "user.js"), []byte(prefs), 0o600); err != nil {
		return nil, err
	}
	f.cmd = exec.CommandContext(ctx, path, "--headless", "--no-remote", "--profile", f.profile, "--remote-debugging-port", "0", "--width", "1280", "--height", "900", "about:blank")
	f.cmd.Env = append(os.Environ(), "HOME="+f.profile, "MOZ_CRASHREPORTER_DISABLE=1", "MOZ_DISABLE_AUTO_SAFE_MODE=1")
	f.cmd.WaitDelay = 5 * time.Second
	said, err := f.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := f.cmd.Start(); err != nil {
		return nil, err
	}
	address, err := bidiAddress(said)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if f.conn, _, err = websocket.Dial(ctx, address+"/session", nil); err != nil {
		return nil, err
	}
	f.conn.SetReadLimit(64 << 20)
	go f.listen()
	if err := f.Call(time.Minute, "session.new", object{"capabilities": object{"alwaysMatch": object{"unhandledPromptBehavior": object{"default": "dismiss"}}}}, nil); err != nil {
		return nil, err
	}
	var tabs struct{ Contexts []struct{ Context string } }
	if err := f.Call(time.Minute, "browsingContext.getTree", object{}, &tabs); err != nil {
		return nil, err
	}
	if len(tabs.Contexts) != 1 {
		return nil, fmt.Errorf("%s: there are %d tabs", path, len(tabs.Contexts))
	}
	f.tab = tabs.Contexts[0].Context
	events := []string{"log.entryAdded", "network.beforeRequestSent", "browsingContext.navigationStarted", "browsingContext.contextCreated", "browsingContext.userPromptOpened"}
	return f, f.Call(time.Minute, "session.subscribe", object{"events": events}, nil)
}

type object = map[string]any

// bidiAddress returns the address that Firefox prints when it has started. What it prints afterwards is of no interest.
func bidiAddress(said io.Reader) (string, error) {
	lines := bufio.NewScanner(said)
	var all []string
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
			go func() { _, _ = io.Copy(io.Discard, said) }()
			return strings.TrimSpace(address), nil
		}
		all = append(all, lines.Text())
	}
	return "", fmt.Errorf("it has ended, and said: %s", strings.Join(all, "\n"))
}

// Close ends the Firefox.
func (f *Firefox) Close() {
	if f.conn != nil {
		_ = f.Call(5*time.Second, "browser.close", object{}, nil)
		_ = f.conn.CloseNow()
	}
	if f.cmd != nil && f.cmd.Process != nil {
		ended := time.AfterFunc(5*time.Second, func() { _ = f.cmd.Process.Kill() })
		_ = f.cmd.Wait()
		ended.Stop()
	}
	if f.profile != "" {
		_ = os.RemoveAll(f.profile)
	}
}

// listen hands out what Firefox sends, until it sends no more.
func (f *Firefox) listen() {
	for {
		_, data, err := f.conn.Read(context.Background())
		var m bidiMessage
		if err == nil {
			err = json.Unmarshal(data, &m)
		}
		f.mu.Lock()
		switch {
		case err != nil:
			f.failed = err
			for id, w := range f.waiting {
				close(w)
				delete(f.waiting, id)
			}
			f.mu.Unlock()
			return
		case m.Type == "event":
			f.record(m.Method, m.Params)
		case f.waiting[m.ID] != nil:
			f.waiting[m.ID] <- m
			delete(f.waiting, m.ID)
		}
		f.mu.Unlock()
	}
}

// record keeps what an event says.
func (f *Firefox) record(method string, params json.RawMessage) {
	var e struct {
		URL, Context, Parent string
		Type, Message, Text  string
		Level, Method        string
		Request              struct{ URL string }
	}
	if err := json.Unmarshal(params, &e); err != nil {
		f.seen.Messages = append(f.seen.Messages, fmt.Sprintf("%s: %v", method, err))
		return
	}
	switch method {
	case "log.entryAdded":
		f.seen.Messages = append(f.seen.Messages, e.Type+" "+e.Level+": "+e.Text)
	case "network.beforeRequestSent":
		f.seen.Requests = append(f.seen.Requests, e.Request.URL)
	case "browsingContext.navigationStarted":
		if e.Context == f.tab {
			f.seen.Navigations = append(f.seen.Navigations, e.URL)
		}
	case "browsingContext.contextCreated":
		if e.Parent != "" {
			f.frames = append(f.frames, e.Context)
		}
	case "browsingContext.userPromptOpened":
		f.seen.Dialogs = append(f.seen.Dialogs, e.Message)
	}
}

// Seen returns what the tab has done since the last call.
func (f *Firefox) Seen() Seen {
	f.mu.Lock()
	defer f.mu.Unlock()
	seen := f.seen
	f.seen = Seen{}
	return seen
}

// Call sends a command, and waits for its result for some time at most.
func (f *Firefox) Call(limit time.Duration, method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	answer := make(chan bidiMessage, 1)
	f.mu.Lock()
	if f.failed != nil {
		defer f.mu.Unlock()
		return fmt.Errorf("%s: %w", method, f.failed)
	}
	f.last++
	id := f.last
	f.waiting[id] = answer
	f.mu.Unlock()
	data, err := json.Marshal(object{"id": id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := f.conn.Write(ctx, websocket.MessageText, data); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case m, ok := <-answer:
		switch {
		case !ok:
			return fmt.Errorf("%s: Firefox has gone away", method)
		case m.Type == "error":
			return fmt.Errorf("%s: %s: %s", method, m.Error, m.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// Tab returns the browsing context of the tab.
func (f *Firefox) Tab() string { return f.tab }

// Frames returns the browsing contexts that have been made in the tab, some of which may be gone.
func (f *Firefox) Frames() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.frames)
}

// Navigate opens a URL, and waits until it is loaded.
func (f *Firefox) Navigate(limit time.Duration, url string) error {
	return f.Call(limit, "browsingContext.navigate", object{"context": f.tab, "url": url, "wait": "complete"}, nil)
}

// Evaluate returns the value of a JavaScript expression in a browsing context, as JSON. If it is a promise, it is waited for.
func (f *Firefox) Evaluate(limit time.Duration, frame, expression string) (json.RawMessage, error) {
	var got struct {
		Type             string
		Result           struct{ Type, Value string }
		ExceptionDetails struct{ Text string }
	}
	// In a sandbox, the policy of the page does not count, and its script runs all the same.
	wrapped := "(async () => JSON.stringify(await (" + expression + ")) ?? 'null')()"
	err := f.Call(limit, "script.evaluate", object{"expression": wrapped, "target": object{"context": frame}, "awaitPromise": true, "userActivation": true}, &got)
	switch {
	case err != nil:
		return nil, err
	case got.Type != "success":
		return nil, errors.New(got.ExceptionDetails.Text)
	}
	return json.RawMessage(got.Result.Value), nil
}

// Press types keys: characters, or those of WebDriver's private use area.
func (f *Firefox) Press(limit time.Duration, keys string) error {
	var actions []object
	for _, r := range keys {
		actions = append(actions, object{"type": "keyDown", "value": string(r)}, object{"type": "keyUp", "value": string(r)})
	}
	return f.Call(limit, "input.performActions", object{"context": f.tab, "actions": []object{{"type": "key", "id": "keyboard", "actions": actions}}}, nil)
}

// Click clicks at a place of the window.
func (f *Firefox) Click(limit time.Duration, x, y int) error {
	return f.Call(limit, "input.performActions", object{"context": f.tab, "actions": []object{{
		"type": "pointer", "id": "mouse", "actions": []object{{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}},
	}}}, nil)
}

// Upload chooses files in an input of the page, which a CSS selector names.
func (f *Firefox) Upload(limit time.Duration, selector string, files ...string) error {
	var found struct {
		Nodes []struct {
			SharedID string `json:"sharedId"`
		}
	}
	if err := f.Call(limit, "browsingContext.locateNodes", object{"context": f.tab, "locator": object{"type": "css", "value": selector}}, &found); err != nil {
		return err
	}
	if len(found.Nodes) != 1 {
		return fmt.Errorf("%d inputs are %s", len(found.Nodes), selector)
	}
	return f.Call(limit, "input.setFiles", object{"context": f.tab, "element": object{"sharedId": found.Nodes[0].SharedID}, "files": files}, nil)
}
