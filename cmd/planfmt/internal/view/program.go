package view

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/base/caught"
)

// ErrInterrupted is the error of [Run] after ctrl-c.
var ErrInterrupted = errors.New("interrupted")

// Run shows the view until the user leaves it, or ctx ends. It reports whether the user has approved the plan:
// [Options].Ask was set, yes was typed, and nothing was said against it.
func Run(ctx context.Context, o Options) (approved bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends all effects
	state, effects := newState(&o)
	m := &model{ctx: ctx, cancel: cancel, state: state, runner: newRunner(&o), first: effects, mouse: o.Mouse, sends: make(chan event)}
	m.askTerminal = o.AskTerminal && o.Theme.Colors == ColorsTrue // other themes are the same on both backgrounds
	environ := o.Terminal.Environ
	if environ == nil {
		environ = []string{}
	}
	p := tea.NewProgram(m,
		tea.WithContext(ctx), tea.WithInput(o.Terminal.In), tea.WithOutput(o.Terminal.Out), tea.WithEnvironment(environ),
		tea.WithoutSignalHandler(),                   // the caller ends ctx
		tea.WithColorProfile(colorprofile.TrueColor), // the theme says which codes there are
		tea.WithWindowSize(state.width, state.height),
	)
	_, err = p.Run()
	switch {
	case m.failed.Load() != nil:
		return false, m.failed.Load()
	case ctx.Err() != nil && !m.state.quit:
		return false, context.Cause(ctx)
	case err != nil:
		return false, fmt.Errorf("the terminal: %w", err)
	case m.interrupted:
		return false, ErrInterrupted
	}
	return m.state.approved, nil
}

// model connects a state with Bubble Tea.
type model struct {
	ctx         context.Context
	cancel      context.CancelFunc
	state       State
	runner      *runner
	first       []effect
	mouse       bool
	askTerminal bool
	interrupted bool
	failed      atomic.Pointer[planfmt.PanicError]
	sends       chan event // what effects bring before they end
}

// catch ends the view after a panic. It must be deferred directly. Bubble Tea would print the panic as it is.
func (m *model) catch() {
	if v := recover(); v != nil {
		m.failed.CompareAndSwap(nil, caught.New(v))
		m.cancel()
	}
}

// sentMsg is an event that an effect has brought.
type sentMsg struct{ event }

// Init runs the effects of the start, behind the first screen.
func (m *model) Init() tea.Cmd {
	all := []tea.Cmd{m.run(m.first), m.receive}
	if m.askTerminal {
		all = append(all, tea.RequestBackgroundColor)
	}
	return tea.Batch(all...)
}

// receive waits for what effects bring.
func (m *model) receive() tea.Msg {
	select {
	case e := <-m.sends:
		return sentMsg{e}
	case <-m.ctx.Done():
		return nil
	}
}

func (m *model) send(e event) {
	select {
	case m.sends <- e:
	case <-m.ctx.Done():
	}
}

// Update passes what happens to the state.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if m.interrupted || m.state.quit {
		return m, nil // what was typed behind the end does not count
	}
	switch msg := msg.(type) {
	case sentMsg:
		return m, tea.Batch(m.update(msg.event), m.receive)
	case tea.KeyPressMsg:
		if m.interrupted = msg.String() == "ctrl+c"; m.interrupted {
			return m, tea.Quit
		}
		return m, m.update(keyEvent{msg.String(), msg.Key().Text})
	case tea.PasteMsg:
		return m, m.update(pasteEvent{msg.Content})
	case tea.WindowSizeMsg:
		return m, m.update(sizeEvent{msg.Width, msg.Height})
	case tea.ModeReportMsg:
		// Bubble Tea measures graphemes from now on if the terminal does.
		if msg.Mode == ansi.ModeUnicodeCore && (msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet) {
			return m, m.update(widthsEvent{ruler{ansi.GraphemeWidth}})
		}
	case tea.BackgroundColorMsg:
		return m, m.update(lightEvent{!msg.IsDark()})
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return m, m.update(mouseEvent{x: msg.X, y: msg.Y})
		}
	case tea.MouseMotionMsg:
		return m, m.update(dragEvent{msg.X, msg.Y})
	case tea.MouseReleaseMsg:
		return m, m.update(releaseEvent{})
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelDown:
			return m, m.update(mouseEvent{msg.X, msg.Y, wheelRows})
		case tea.MouseWheelUp:
			return m, m.update(mouseEvent{msg.X, msg.Y, -wheelRows})
		}
	}
	return m, nil
}

// startDelay is how long nothing is compared that nobody has asked for, so that the first screen comes at once.
const startDelay = 300 * time.Millisecond

// wait returns after a time, or when the view ends.
func (m *model) wait(d time.Duration) {
	select {
	case <-time.After(d):
	case <-m.ctx.Done():
	}
}

// wheelRows is by how many rows a turn of the wheel moves a pane.
const wheelRows = 3

func (m *model) update(e event) tea.Cmd {
	defer m.catch()
	var effects []effect
	m.state, effects = m.state.Update(e)
	return m.run(effects)
}

// run returns the command that runs effects.
func (m *model) run(effects []effect) tea.Cmd {
	var all []tea.Cmd
	for _, e := range effects {
		switch e := e.(type) {
		case copyEffect:
			all = append(all, tea.SetClipboard(e.text))
		case suspendEffect:
			all = append(all, tea.Suspend)
		case quitEffect:
			all = append(all, tea.Quit)
		default:
			_, late := e.(compareEffect)
			if run := m.runner.start(m.ctx, e, m.send); run != nil {
				all = append(all, func() tea.Msg {
					defer m.catch()
					if late {
						m.wait(startDelay)
					}
					run()
					return nil
				})
			}
		}
	}
	return tea.Batch(all...)
}

// View returns the screen.
func (m *model) View() tea.View {
	defer m.catch()
	v := tea.NewView(m.state.Screen())
	v.AltScreen = true
	if m.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if x, y, ok := m.state.Cursor(); ok {
		v.Cursor = tea.NewCursor(x, y)
	}
	return v
}
