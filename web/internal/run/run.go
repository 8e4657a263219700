// Package run is planfmt for a page in a browser that needs no server. [Run] reads the documents that the
// user has chosen on the page and shows them. web/wasm makes it a program for browsers, web/internal/shell is
// the page, and web/build puts both into one file. The package knows nothing about browsers, so tests need
// none.
//
// A page has neither files nor temporary files, so the limit of memory is off, and a file that somebody has chosen is read piece by
// piece. The program (web/wasm) runs in a worker and posts what it writes in parts. The shell (page.js) adds the text bit by bit, as
// textContent, and shows the format html in a frame with a sandbox. It reads no text of the program but the codes of colours. The
// program must not have more than 5 MB when it is compressed (web/build). Therefore slices are sorted by package sorted, functions
// are inlined only where most of the time is spent, and the table of known facts is a file beside the program.
package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/sinks"
)

// Request is what somebody wants to see. The page sends it as JSON.
type Request struct {
	// Format is the name of one of planfmt.Formats, or why.
	Format string `json:"format"`
	// Address is that of a resource, for why.
	Address string `json:"address"`
	// Only and Hide are rules, as of --only and --hide, and Where is a condition, as of --where.
	Only  []string `json:"only"`
	Hide  []string `json:"hide"`
	Where string   `json:"where"`
	// Readable is a choice, as of --readable.
	Readable planfmt.Choice `json:"readable"`
}

// whyFormat is the name of the format of `planfmt why`.
const whyFormat = "why"

// File is a file that somebody has chosen. Its readers may be read again.
type File struct {
	Name string
	Open func() io.Reader
}

// Files are the files that somebody has chosen. Only the plan is needed.
type Files struct {
	Plan File
	// Old, if not nil, is another plan or state: then the page shows what differs from it, as `planfmt diff` does.
	Old     *File
	Schemas []File
	Rules   *File
	Reports []File // what other programs say, as of --annotate
	// Facts is the table of facts about well-known providers. If it is nil, that of the program is used.
	Facts *facts.Table
}

// Page is where the result goes, while it is being made. Its methods are called by one goroutine at a time.
type Page interface {
	// Progress is called often.
	Progress(planfmt.Progress)
	// Overview is called once, when the document has been read. Much is left to do then.
	Overview(Overview)
	// Write gets the next part of the document in its format. Parts of texts end with a line feed
	// wherever lines are short enough. The page must not keep the bytes.
	Write(part []byte)
	// Say gets what the command prints to standard error: a line, or a few, without a line feed at the end.
	// They are safe to be shown, but not markup.
	Say(text string)
}

// Result is how it ended.
type Result struct {
	// Status is the exit status of the command, without --detailed-exitcode. It is 2 if two documents differ.
	Status int `json:"status"`
	// Compared says that two documents have been compared.
	Compared bool `json:"compared"`
	// Complete says that all of the document has been written, although parts of it may have problems.
	// What has been written otherwise is a part of it, and must not be shown.
	Complete bool `json:"complete"`
	// Problems is how many parts could not be rendered properly, and how many reports could not be read.
	Problems int `json:"problems"`
	// Changes says whether there is anything to do, or whether two documents differ.
	Changes bool `json:"changes"`
	// Muted is how many changes rules mute.
	Muted int `json:"muted"`
	// Replaced are the addresses of resources that are replaced, and then of those that are destroyed.
	// There are not too many of them to choose from.
	Replaced []string `json:"replaced"`
}

// Run reads a plan or a state and shows it on the page. If this is not possible, it says why.
func Run(ctx context.Context, req Request, files Files, page Page) Result {
	res, err := run(ctx, req, files, page)
	if err == nil {
		return res
	}
	var panicked *planfmt.PanicError
	if errors.As(err, &panicked) {
		say(page, fmt.Sprintf("this is a bug in planfmt. Please report it with the following:\npanic: %v\n\n%s", panicked.Value, panicked.Stack))
		return Result{Status: 70}
	}
	say(page, err.Error())
	return Result{Status: 1}
}

// run turns panics into errors, also those of the readers: nothing in a file may end the program.
func run(ctx context.Context, req Request, files Files, page Page) (res Result, err error) {
	defer caught.As(&err)
	opts, err := options(req, files, page)
	if err != nil {
		return Result{}, err
	}
	if files.Old != nil {
		return compare(ctx, req, files, opts, page)
	}
	unreadable := annotate(files.Reports, &opts, page)
	res, err = show(ctx, req, files, opts, page)
	if unreadable > 0 && err == nil {
		res.Problems += unreadable
		res.Status = 1
	}
	return res, err
}

// say says something as the command does. The text may have been taken from a document.
func say(page Page, text string) { page.Say(sinks.EscapeLines("planfmt: " + text)) }

// options returns the options for the library.
func options(req Request, files Files, page Page) (planfmt.Options, error) {
	opts := planfmt.Options{Format: req.Format, Progress: page.Progress}
	opts.Overview = func(sum computed.Summary) { page.Overview(newOverview(sum)) }
	opts.Warn = func(w planfmt.Warning) { say(page, w.Text) }
	// There is no file system, so nothing can go to temporary files.
	opts.MemoryLimit = math.MaxInt64
	opts.Color, opts.InAutomation = true, true
	opts.Width = 100
	opts.Readable, opts.KnownFacts = req.Readable, files.Facts
	if req.Format == whyFormat {
		if req.Address == "" {
			return opts, errors.New("no address: choose a resource, such as aws_instance.web")
		}
		opts.Formats, opts.ShowUnchanged = []planfmt.Format{planfmt.WhyFormat(req.Address)}, true
	}
	for _, rule := range req.Only {
		if err := opts.Rules.AddOnly(rule); err != nil {
			return opts, fmt.Errorf("only: %w", err)
		}
	}
	for _, rule := range req.Hide {
		if err := opts.Rules.AddHide(rule); err != nil {
			return opts, fmt.Errorf("hide: %w", err)
		}
	}
	if req.Where != "" {
		where, diags := planfmt.NewWhere("where", req.Where)
		for _, d := range diags {
			if where != nil { // otherwise, these are the error
				say(page, d.Error())
			}
		}
		if where == nil {
			return opts, diags.Err()
		}
		opts.Where = where
	}
	for _, f := range files.Schemas {
		opts.Schemas = append(opts.Schemas, planfmt.SchemaSource{Name: f.Name, Open: func() (io.ReadCloser, error) { return io.NopCloser(f.Open()), nil }})
	}
	if files.Rules != nil {
		var err error
		if opts.FileRules, err = rules.Read(files.Rules.Name, files.Rules.Open()); err != nil {
			return opts, err
		}
	}
	return opts, nil
}

// annotate adds what other programs say. A report that cannot be read is said, and the plan is shown without it.
func annotate(reports []File, opts *planfmt.Options, page Page) (unreadable int) {
	for _, f := range reports {
		rep, err := annotations.Read(f.Name, annotations.Auto, f.Open())
		if err != nil {
			unreadable++
			say(page, fmt.Sprintf("%s: %v", plans.SpellName(f.Name), err))
			continue
		}
		for _, remark := range rep.Remarks {
			say(page, fmt.Sprintf("%s: %s", plans.SpellName(f.Name), remark))
		}
		opts.Annotations = append(opts.Annotations, rep)
	}
	return unreadable
}

func show(ctx context.Context, req Request, files Files, opts planfmt.Options, page Page) (Result, error) {
	asked, err := newAsked(opts)
	if err != nil {
		return Result{}, err
	}
	opts.Formats = append(opts.Formats, asked.format)
	out := &postedParts{page: page}
	res, err := planfmt.ShowAll(ctx, files.Plan.Open(), opts,
		planfmt.Target{W: io.Discard, Format: asked.format.Name, Layout: opts.Layout},
		planfmt.Target{W: out, Format: opts.Format, Layout: opts.Layout})
	if err != nil {
		if _, ok := errors.AsType[*planfmt.SchemaError](err); ok {
			return Result{}, err
		}
		if option, ok := errors.AsType[*planfmt.OptionError](err); ok {
			return Result{}, option.Err
		}
		return Result{}, fmt.Errorf("%s: %w", plans.SpellName(files.Plan.Name), err)
	}
	out.flush()
	for _, p := range res.Problems {
		say(page, p.Error())
	}
	sayRules(page, files.Rules, res.Summaries[1].RulesFile != "", len(res.Summaries[1].Muted))
	if what := infer.Guessed(res.Types); what != "" {
		say(page, what+". Add provider schemas for exact output")
	}
	result := Result{Complete: true, Problems: len(res.Problems), Changes: res.Changes, Muted: len(res.Summaries[1].Muted), Replaced: asked.replaced()}
	if result.Problems > 0 {
		result.Status = 1
	}
	return result, nil
}

// sayRules says that the rules of a file were used, or why not.
func sayRules(page Page, file *File, used bool, muted int) {
	switch {
	case file == nil:
	case !used:
		say(page, "the rules in "+plans.SpellName(file.Name)+" are not used: rules from a file do not apply to this format")
	case muted == 1:
		say(page, "using the rules in "+plans.SpellName(file.Name)+": 1 change is muted")
	default:
		say(page, fmt.Sprintf("using the rules in %s: %d changes are muted", plans.SpellName(file.Name), muted))
	}
}

// partSize is about how many bytes a part has. The page shows a part without a noticeable delay.
const partSize = 32 << 10

// postedParts passes what is written to a page, in parts.
type postedParts struct {
	page Page
	buf  []byte
}

func (p *postedParts) Write(b []byte) (int, error) {
	n := len(b)
	for len(p.buf)+len(b) >= partSize {
		room := partSize - len(p.buf)
		p.buf = append(p.buf, b[:room]...)
		b = b[room:]
		end := cut(p.buf)
		p.page.Write(p.buf[:end])
		p.buf = append(p.buf[:0], p.buf[end:]...)
	}
	p.buf = append(p.buf, b...)
	return n, nil
}

func (p *postedParts) flush() {
	if len(p.buf) > 0 {
		p.page.Write(p.buf)
		p.buf = p.buf[:0]
	}
}
