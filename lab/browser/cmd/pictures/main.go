// Command pictures draws what the README shows of the formats html and markdown: the page of
// the example plan in light, in dark and on a telephone, and the comment on a pull request as
// GitHub would show it; and the page that needs no server, with the same plan. It needs Chromium, and cmark-gfm for the comment. What fonts there
// are shows in the pictures, so they differ between machines.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/lab/browser"
)

// limit is how long any step of drawing may take.
const limit = time.Minute

func main() {
	root := flag.String("root", "../..", "the `directory` of the repository: the plan in its testdata/example is drawn, to its docs")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

// picture is a picture of the example plan.
type picture struct {
	name          string // of the file
	format        string
	width, height int64 // of the window
	phone         bool
	dark          bool
	// page makes a page of what the format writes; nil if that is one.
	page func(text []byte) ([]byte, error)
	// prepare is a script to run in the page before it is drawn.
	prepare string
	// uploads are the files to choose on the page that needs no server, in which the report is in a frame. If there are
	// any, that page is drawn, and prepare runs in the frame.
	uploads []upload
}

// upload is a file in testdata/example for an input of a page.
type upload struct{ input, file string }

func pictures() []picture {
	// The replacement is what a reader would open first.
	open := `document.querySelectorAll("details[id]").forEach(d => { d.open = d.id === "aws_instance.web" })`
	return []picture{
		{name: "html-light.png", format: "html", width: 1100, height: 960, prepare: open},
		{name: "html-dark.png", format: "html", width: 1100, height: 960, prepare: open, dark: true},
		{name: "html-narrow.png", format: "html", width: 390, height: 844, prepare: open, phone: true},
		{name: "markdown.png", format: "markdown", width: 900, height: 900, page: comment, prepare: `document.querySelector("details").open = true`},
		{name: "web.png", width: 1100, height: 1100, prepare: open, uploads: []upload{{"schemas", "schemas.json"}, {"plan", "plan.json"}}},
	}
}

func run(root string) error {
	path, err := browser.Find()
	if err != nil {
		return err
	}
	b, err := browser.Start(context.Background(), path)
	if err != nil {
		return err
	}
	defer b.Close()
	dir, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, p := range pictures() {
		page := filepath.Join(dir, p.name+".html")
		if err := p.write(root, page); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		drawn, err := p.draw(b, root, page)
		if err == nil {
			drawn, err = reduce(drawn)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		file := filepath.Join(root, "docs", p.name)
		if err := os.WriteFile(file, drawn, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", file, len(drawn))
	}
	return nil
}

// write writes the page that is to be drawn to a file.
func (p picture) write(root, file string) error {
	if len(p.uploads) > 0 {
		build := exec.Command("go", "run", "./web/build", "-o", file)
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("make web: %w\n%s", err, out)
		}
		return nil
	}
	text, err := show(root, p.format)
	if err == nil && p.page != nil {
		text, err = p.page(text)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

// show writes the example plan in a format.
func show(root, format string) ([]byte, error) {
	example := filepath.Join(root, "testdata", "example")
	plan, err := os.Open(filepath.Join(example, "plan.json"))
	if err != nil {
		return nil, err
	}
	defer plan.Close()
	schemas := filepath.Join(example, "schemas.json")
	opts := planfmt.Options{Format: format}
	opts.Schemas = []planfmt.SchemaSource{{Name: schemas, Open: func() (io.ReadCloser, error) { return os.Open(schemas) }}}
	var out bytes.Buffer
	_, err = planfmt.Show(context.Background(), &out, plan, opts)
	return out.Bytes(), err
}

// draw returns a picture of a page, as PNG.
func (p picture) draw(b *browser.Browser, root, page string) ([]byte, error) {
	t, err := b.Open()
	if err != nil {
		return nil, err
	}
	defer t.Close()
	scheme := "light"
	if p.dark {
		scheme = "dark"
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := browser.Run(t, limit, browser.Command(emulation.SetEmulatedMedia, media)); err != nil {
		return nil, err
	}
	screen := chromedp.EmulateViewport(p.width, p.height)
	if p.phone {
		screen = chromedp.EmulateViewport(p.width, p.height, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	if _, err := browser.Run(t, limit, chromedp.Steps(screen, chromedp.Navigate(browser.FileURL(page, "")))); err != nil {
		return nil, err
	}
	prepared := t
	if len(p.uploads) > 0 {
		for _, u := range p.uploads {
			if err := t.Upload(limit, `document.getElementById("`+u.input+`")`, filepath.Join(root, "testdata", "example", u.file)); err != nil {
				return nil, err
			}
		}
		frame, err := report(t)
		if err != nil {
			return nil, err
		}
		defer frame.Close()
		prepared = frame
	}
	prepare := chromedp.Evaluate[chromedp.Void](p.prepare+`; new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`, chromedp.EvalAwaitPromise)
	if _, err := browser.Run(prepared, limit, prepare); err != nil {
		return nil, err
	}
	return browser.Run(t, limit, chromedp.CaptureScreenshot())
}

// report returns the frame with the report on the page that needs no server, when it is complete.
func report(t *browser.Tab) (*browser.Tab, error) {
	var frame *browser.Tab
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if frame == nil {
			opened, err := t.Frame("about:srcdoc")
			if err != nil {
				continue
			}
			frame = opened
		}
		complete, err := browser.Run(frame, limit, chromedp.Evaluate[bool](`document.readyState === "complete" && document.documentElement.classList.contains("js")`))
		if err != nil || complete {
			return frame, err
		}
	}
	return nil, errors.New("the page shows no report")
}

// reduce returns a picture with 256 colours, in as few bytes as the package png can write. The
// pages have few colours; the others are those at the edges of letters.
func reduce(text []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	count := map[color.Color]int{}
	bounds := full.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[color.RGBAModel.Convert(full.At(x, y))]++
		}
	}
	var palette color.Palette
	for c := range count {
		palette = append(palette, c)
	}
	slices.SortFunc(palette, func(a, b color.Color) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		p, q := a.(color.RGBA), b.(color.RGBA)
		return slices.Compare([]uint8{p.R, p.G, p.B}, []uint8{q.R, q.G, q.B})
	})
	few := image.NewPaletted(bounds, apart(palette))
	draw.Draw(few, bounds, full, bounds.Min, draw.Src)
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, few)
	return out.Bytes(), err
}

// apart returns at most 256 of the colours, and the more frequent of those that are alike. They
// come in the order of how frequent they are.
func apart(all color.Palette) color.Palette {
	for distance := uint32(0); ; distance = 2*distance + 1 {
		var chosen color.Palette
		for _, c := range all {
			if len(chosen) == 0 || squared(c, chosen.Convert(c)) > distance {
				chosen = append(chosen, c)
			}
			if len(chosen) > 256 {
				break
			}
		}
		if len(chosen) <= 256 {
			return chosen
		}
	}
}

// squared returns the square of the distance between two colours, with 255 from black to white in
// each direction.
func squared(a, b color.Color) uint32 {
	p, q := a.(color.RGBA), b.(color.RGBA)
	square := func(x, y uint8) uint32 {
		d := max(x, y) - min(x, y)
		return uint32(d) * uint32(d)
	}
	return square(p.R, q.R) + square(p.G, q.G) + square(p.B, q.B)
}

// comment returns a page with Markdown in it, much as GitHub shows it in a comment.
func comment(markdown []byte) ([]byte, error) {
	cmark := exec.Command("cmark-gfm", "--extension", "table", "--extension", "tagfilter", "--extension", "autolink", "--unsafe")
	cmark.Stdin = bytes.NewReader(markdown)
	out, err := cmark.Output()
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("cmark-gfm is not installed")
		}
		return nil, fmt.Errorf("cmark-gfm: %w", err)
	}
	out = alert.ReplaceAll(out, []byte(`<blockquote class="alert"><p class="title">Caution</p><p>`))
	return fmt.Appendf(nil, page, fence.ReplaceAllFunc(out, colour)), nil
}

// alert is how an alert begins, which GitHub draws with a title and a red bar, and cmark-gfm does not know.
var alert = regexp.MustCompile(`<blockquote>\s*<p>\[!CAUTION\]\s*`)

// fence is a fence of a diff, as cmark-gfm writes it.
var fence = regexp.MustCompile(`(?s)(<pre><code class="language-diff">)(.*?)(</code></pre>)`)

// colour colours the lines of a diff by their first characters.
func colour(text []byte) []byte {
	parts := fence.FindSubmatch(text)
	var out strings.Builder
	for line := range strings.Lines(string(parts[2])) {
		class := map[byte]string{'+': "add", '-': "del", '!': "chg", '@': "hunk", '#': "note"}[html.UnescapeString(line)[0]]
		if class == "" {
			out.WriteString(line)
			continue
		}
		fmt.Fprintf(&out, `<span class="%s">%s</span>`, class, strings.TrimSuffix(line, "\n"))
		out.WriteByte('\n')
	}
	return slices.Concat(parts[1], []byte(out.String()), parts[3])
}

const page = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>A comment</title>
<style>
body { margin: 24px; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", Helvetica, Arial, sans-serif; color: #1f2328; background: #fff }
article { border: 1px solid #d1d9e0; border-radius: 6px; padding: 16px; max-width: 820px }
h1, h2 { border-bottom: 1px solid #d1d9e0b3; padding-bottom: .3em; margin: 0 0 16px; line-height: 1.25 }
h1 { font-size: 2em } h2 { font-size: 1.5em } h3 { font-size: 1.25em; margin: 24px 0 16px } h4 { font-size: 1em; margin: 24px 0 16px }
p, table, pre, details, ul { margin: 0 0 16px }
table { border-collapse: collapse; display: block; overflow: auto }
th, td { border: 1px solid #d1d9e0; padding: 6px 13px }
tr:nth-child(2n) { background: #f6f8fa }
code, pre { font: 12px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
code { background: #818b981f; border-radius: 6px; padding: .2em .4em }
pre { background: #f6f8fa; border-radius: 6px; padding: 16px; overflow: auto }
pre code { background: none; padding: 0 }
summary { cursor: default }
blockquote { margin: 0 0 16px; padding: 0 1em; border-left: .25em solid #d1d9e0; color: #59636e }
.alert { padding: 8px 16px; border-left-color: #cf222e; color: inherit } .alert > :last-child { margin-bottom: 0 } .title { color: #cf222e; font-weight: 500 }
pre span { display: inline-block }
.add { color: #116329; background: #dafbe1 } .del { color: #82071e; background: #ffebe9 }
.chg { color: #953800; background: #ffd8b5 } .hunk { color: #8250df; font-weight: bold } .note { color: #59636e }
</style>
<article>
%s
</article>
</html>
`
