package forge

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// client sends requests to one host.
type client struct {
	http      *http.Client
	base      *url.URL // its path does not end in a slash
	token     string
	auth      [2]string // the header with the token: its name and value
	userAgent string
	retry     Retry
	pausing   func(context.Context, time.Duration) error
	now       func() time.Time
}

// maxAnswer is how many bytes an answer may have.
const maxAnswer = 32 << 20

func newClient(cfg Config) (*client, error) {
	base, err := parseAddress(cfg.APIURL)
	if err != nil {
		return nil, &ConfigError{"APIURL", err}
	}
	if cfg.Token == "" {
		return nil, errors.New("there is no token")
	}
	if strings.ContainsFunc(cfg.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the token has characters that no token has, such as white space")
	}
	c := &client{base: base, token: cfg.Token, userAgent: cfg.UserAgent, retry: cfg.Retry.orDefault(), pausing: pause, now: time.Now}
	c.http = &http.Client{
		Transport: &http.Transport{
			Proxy:                 cfg.Proxy,
			DialContext:           (&net.Dialer{Timeout: 15 * time.Second}).DialContext,
			TLSHandshakeTimeout:   15 * time.Second,
			ForceAttemptHTTP2:     true,
			IdleConnTimeout:       30 * time.Second,
			ResponseHeaderTimeout: c.retry.Timeout,
		},
		// Whoever can answer with a redirect must not get the token for another host, or another path.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c, nil
}

// parseAddress parses the address of an interface.
func parseAddress(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Opaque != "":
		return nil, errors.New("the address of the API is not a URL, such as https://git.example.com/api/v3")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the address of the API must not have a user, a query or a fragment")
	case u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())):
		return nil, errors.New("the address of the API must begin with https://, so that nobody can read the token on its way")
	}
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), ""
	return u, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (r Retry) orDefault() Retry {
	if r.Attempts == 0 {
		r.Attempts = 5
	}
	if r.Pause == 0 {
		r.Pause = 500 * time.Millisecond
	}
	if r.MaxWait == 0 {
		r.MaxWait = 2 * time.Minute
	}
	if r.Timeout == 0 {
		r.Timeout = 30 * time.Second
	}
	return r
}

// pause returns how long to wait after an attempt, the first of which is 1: it doubles, and half of it is random, so
// that jobs that failed together do not come again together.
func (r Retry) pause(attempt int) time.Duration {
	p := min(r.Pause<<min(attempt-1, 20), time.Minute)
	return p/2 + rand.N(p/2+1)
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// request is a request to the forge.
type request struct {
	doing  doing
	method string
	at     *url.URL
	accept string // the type of the answer; JSON if it is empty
	body   any    // sent as JSON, unless it is nil
	// once says that the request must not be repeated if it may have been carried out.
	once bool
	// isLimited reports whether an answer with status 200 says that there were too many requests.
	isLimited func(body []byte) bool
}

// answer is the answer to a request that was carried out.
type answer struct {
	header http.Header
	body   []byte
}

// path returns an address below the base. Each element is escaped.
func (c *client) path(elements ...string) *url.URL {
	u := *c.base
	var raw strings.Builder
	raw.WriteString(u.EscapedPath())
	for _, e := range elements {
		raw.WriteString("/" + url.PathEscape(e))
	}
	u.RawPath = raw.String()
	u.Path, _ = url.PathUnescape(u.RawPath)
	return &u
}

func withQuery(u *url.URL, pairs ...string) *url.URL {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	u.RawQuery = q.Encode()
	return u
}

// next returns the address of the next page, which the answer to a request for another page contains. It may be relative
// to that page, and must be on the same host.
func (c *client) next(d doing, page *url.URL, link string) (*url.URL, error) {
	u, err := page.Parse(link)
	if err != nil || !sameHost(u, c.base) || u.User != nil {
		return nil, &Error{doing: d, Message: "the forge says that the next page is on another host"}
	}
	u.Host, u.Fragment, u.RawFragment = c.base.Host, "", ""
	return u, nil
}

// sameHost reports whether addresses are on the same host, and the same port of it.
func sameHost(a, b *url.URL) bool {
	port := func(u *url.URL) string {
		if p := u.Port(); p != "" {
			return p
		}
		return map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return a.Scheme == b.Scheme && a.Host != "" && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

// do sends a request, and repeats it if that makes sense.
func (c *client) do(ctx context.Context, r request) (*answer, error) {
	var body []byte
	if r.body != nil {
		var err error
		if body, err = json.Marshal(r.body); err != nil {
			return nil, &Error{doing: r.doing, Message: "the request cannot be written as JSON"}
		}
	}
	waited := time.Duration(0)
	for attempt := 1; ; attempt++ {
		a, err := c.attempt(ctx, r, body)
		if err == nil {
			return a, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		failed, ok := errors.AsType[*Error](err)
		if !ok || !failed.isTemporary || r.once && failed.Uncertain || attempt >= c.retry.Attempts {
			return nil, err
		}
		wait := c.retry.pause(attempt)
		if failed.wait > 0 {
			wait = failed.wait
		}
		if waited += wait; waited > c.retry.MaxWait {
			if failed.wait > 0 {
				failed.Message = strings.TrimPrefix(failed.Message+fmt.Sprintf("; the forge asks to wait for %s, which is too long", failed.wait.Round(time.Second)), "; ")
			}
			return nil, err
		}
		if err := c.pausing(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// attempt sends a request once.
func (c *client) attempt(ctx context.Context, r request, body []byte) (*answer, error) {
	req, err := http.NewRequest(r.method, r.at.String(), bytes.NewReader(body))
	if err != nil {
		return nil, &Error{doing: r.doing, Message: "the address of the API cannot be used"}
	}
	if req.Header.Set("Accept", "application/json"); r.accept != "" {
		req.Header.Set("Accept", r.accept)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("User-Agent", c.userAgent)
	req.Header.Set(c.auth[0], c.auth[1])
	res, text, err := c.exchange(ctx, req)
	switch {
	case res == nil || res.StatusCode/100 == 2 && err != nil:
		return nil, c.lost(r, err)
	case len(text) > maxAnswer:
		return nil, &Error{doing: r.doing, Status: res.StatusCode, Message: fmt.Sprintf("the answer is longer than %d bytes", maxAnswer), Uncertain: true}
	case res.StatusCode == http.StatusNonAuthoritativeInfo: // of Azure DevOps
		return nil, &Error{doing: r.doing, Status: http.StatusUnauthorized, Message: "the forge answers with its sign-in page"}
	case res.StatusCode/100 != 2:
		return nil, c.refused(r, res, text, body)
	case r.isLimited != nil && r.isLimited(text):
		return nil, &Error{doing: r.doing, Status: http.StatusTooManyRequests, isTemporary: true, wait: c.wait(res.Header)}
	}
	return &answer{header: res.Header, body: text}, nil
}

// exchange sends a request and reads the answer, if one comes within the time of an attempt. When this time is over,
// exchange returns, whatever arrives and wherever it waits: for an address, a proxy, the header, or the next byte of the
// body. If the connection breaks after the header, it returns that and the error.
func (c *client) exchange(ctx context.Context, req *http.Request) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.retry.Timeout)
	defer cancel()
	type arrival struct {
		res  *http.Response
		body []byte
		err  error
	}
	arrived := make(chan arrival, 1)
	go func() {
		res, err := c.http.Do(req.WithContext(ctx))
		if err != nil {
			arrived <- arrival{err: err}
			return
		}
		// The body of some answers, such as those with status 101, does not know the context.
		stop := context.AfterFunc(ctx, func() { res.Body.Close() })
		defer stop()
		defer res.Body.Close()
		body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
		arrived <- arrival{res, body, err}
	}()
	select {
	case a := <-arrived:
		if a.err != nil && ctx.Err() != nil {
			return nil, nil, ctx.Err() // which is the reason, whatever the network calls it
		}
		return a.res, a.body, a.err
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// lost returns the error of a request of which no answer came.
func (c *client) lost(r request, err error) *Error {
	e := &Error{doing: r.doing, Uncertain: true, isTemporary: true}
	if inner, ok := errors.AsType[*url.Error](err); ok {
		err = inner.Err // without the address
	}
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
		e.Uncertain = false // nothing was sent
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		e.Message = fmt.Sprintf("%s did not answer within %s", c.base.Host, c.retry.Timeout)
	default:
		e.Message = c.clean(err.Error())
	}
	return e
}

// refused returns the error of an answer that is not a success. sent is the body of the request.
func (c *client) refused(r request, res *http.Response, body, sent []byte) *Error {
	e := &Error{doing: r.doing, Status: res.StatusCode, Message: c.clean(messageOf(body))}
	if repeats(e.Message, sent) {
		e.Message = "the forge repeats a part of what was sent"
	}
	h := res.Header
	switch s := res.StatusCode; {
	case s/100 == 3:
		e.Message = "the forge redirects to another address, to which no token is sent"
		if to, err := res.Location(); err == nil {
			e.Message = c.clean("the forge redirects to " + to.Scheme + "://" + to.Host + to.EscapedPath() + ", to which no token is sent")
		}
	case s == http.StatusTooManyRequests, s == http.StatusForbidden && (h.Get("Retry-After") != "" || h.Get("X-RateLimit-Remaining") == "0"):
		e.isTemporary, e.isLimit, e.wait = true, true, c.wait(h)
	case s == http.StatusForbidden && strings.Contains(strings.ToLower(e.Message), "secondary rate limit"): // of GitHub, which asks for a minute
		e.isTemporary, e.isLimit, e.wait = true, true, time.Minute
	case s >= 500 && s != http.StatusNotImplemented:
		e.isTemporary, e.Uncertain, e.wait = true, true, c.wait(h)
	case s == http.StatusRequestTimeout:
		e.isTemporary, e.Uncertain = true, true
	}
	return e
}

// wait returns how long the forge asks to wait, or 0.
func (c *client) wait(h http.Header) time.Duration {
	const longest = 1 << 30 // seconds
	after := h.Get("Retry-After")
	if n, err := strconv.Atoi(after); err == nil && n >= 0 {
		return time.Duration(min(n, longest)) * time.Second
	}
	if at, err := http.ParseTime(after); err == nil {
		return max(0, at.Sub(c.now()))
	}
	if h.Get("X-RateLimit-Remaining") == "0" {
		if n, err := strconv.ParseInt(h.Get("X-RateLimit-Reset"), 10, 64); err == nil && n > 0 {
			return max(0, min(time.Unix(n, 0).Sub(c.now()), longest*time.Second))
		}
	}
	return 0
}

// repeats reports whether a message has a part of a text that was sent. What a forge says
// about itself or about the request (the members message and error, see messageOf) helps people, so errors have it. But
// some forges, and proxies before them, repeat what they reject. A log is read by others than the comment, and so no
// message has more of a comment than a few words would have by chance.
func repeats(message string, sent []byte) bool {
	const chance = 16 // bytes that a message and a comment may have in common
	if len(sent) == 0 || len(message) < chance {
		return false
	}
	texts := stringsOf(sent)
	for i := range len(message) - chance + 1 {
		for _, t := range texts {
			if strings.Contains(t, message[i:i+chance]) {
				return true
			}
		}
	}
	return false
}

// stringsOf returns the strings in a JSON document, but for the names of members and the query of GraphQL.
func stringsOf(document []byte) (all []string) {
	var root any
	if json.Unmarshal(document, &root) != nil {
		return nil
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for name, e := range v {
				if name != "query" {
					walk(e)
				}
			}
		}
	}
	walk(root)
	return all
}

// maxMessage is how many bytes a message of a forge may have.
const maxMessage = 300

// clean makes a text that comes from elsewhere short, and takes the token out of it.
func (c *client) clean(text string) string {
	_, credentials, _ := strings.Cut(c.auth[1], " ")
	for _, secret := range []string{c.token, credentials, url.QueryEscape(c.token), url.PathEscape(c.token), base64.StdEncoding.EncodeToString([]byte(c.token))} {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "(token)")
		}
	}
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return text
}

// link returns the address of a comment, as the forge gave it. It is empty if it is not an address, or has the token in it.
func (c *client) link(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || c.clean(address) != address {
		return ""
	}
	return address
}

// decode parses an answer.
func (a *answer) decode(d doing, to any) error {
	if err := json.Unmarshal(a.body, to); err != nil {
		// The answer may have been lost on its way, such as in a proxy: what was asked for may have been done.
		return &Error{doing: d, Message: "the answer is not the JSON that was expected", Uncertain: true}
	}
	return nil
}

// basic returns the value of the header for a user and a password.
func basic(user, password string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password))
}
