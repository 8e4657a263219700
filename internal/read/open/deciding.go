package open

import (
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/planfile"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/values"
)

// readDeciding keeps what a plan file has besides the plan that decides what is done when it is applied.
func (p *PlanFile) readDeciding() error {
	if !p.Opts.KeepDeciding {
		return nil
	}
	files, err := snapshot(p.File)
	if err != nil {
		return err
	}
	var lock []byte
	if p.File.Has(planfile.LockMember) {
		if lock, err = p.File.Member(planfile.LockMember); err != nil {
			return err
		}
	}
	w := &source.Written{}
	w.Pieces, w.Wrong = config.NewPieces(files, lock)
	if w.Backend, err = p.Backend(); err != nil && w.Wrong == nil {
		w.Wrong = err
	}
	if p.state != nil {
		w.State = p.state.Resources
		load := p.state.NewLoader()
		var parser values.Parser
		w.Object = func(r *source.Resource) (values.Value, error) {
			text, err := load.Text(r)
			if err != nil {
				return values.Value{}, err
			}
			return parser.Parse(text)
		}
	}
	p.Facts().Written = w
	return nil
}
