package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/creack/pty"
)

// viewed are the resources of the plan that is viewed.
const viewed = 15_000

// viewKeys are the keys whose answers are measured: what each moves or opens has to be on the screen at once.
var viewKeys = [...]string{"j", "\x1b[6~", "\x1b[F", "\x1b[H", "]d"}

// rounds is how often each of them is pressed.
const rounds = 8

// view measures the interactive view in a terminal: how long its first screen takes, compared with the format compact, and
// how long keys take.
func (s *session) view() error {
	plan, err := s.file("resources", s.small(viewed))
	if err != nil {
		return err
	}
	schemas, err := s.file("schemas", 0)
	if err != nil {
		return err
	}
	compact := s.show("--format=compact", "--schemas="+schemas, plan)
	interactive := s.show("--interactive", "--schemas="+schemas, plan)
	interactive.hidden = append(interactive.hidden, "TERM=xterm-256color", "COLORTERM=", "NO_COLOR=1")
	var compacts, firsts, keys []float64
	for round := range s.runs + 1 {
		if round == 0 && s.runs == 1 {
			continue // a quick run needs no warm-up
		}
		c, err := compact.run()
		if err != nil {
			return fmt.Errorf("%s: %w", compact, err)
		}
		first, answers, err := interactive.look()
		if errors.Is(err, pty.ErrUnsupported) {
			fmt.Fprintln(s.out, "\nThe view is not measured: there are no pseudo terminals on this system.")
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", interactive, err)
		}
		if round > 0 {
			compacts, firsts, keys = append(compacts, c.wall), append(firsts, first), append(keys, answers...)
		}
	}
	first, whole := median(firsts), median(compacts)
	slowest := slices.Max(keys)
	fmt.Fprintf(s.out, "\nThe view of %d resources, by the clock: compact %.3f s, first screen %.3f s, a key %.1f ms (the slowest of %d: %.1f ms)\n",
		s.small(viewed), whole, first, 1000*median(keys), len(keys), 1000*slowest)
	what := fmt.Sprintf("%d resources, ", s.small(viewed))
	s.figure(what+"first screen of the view / compact", first/whole, "", goal{})
	s.figure(what+"first screen of the view - compact", 1000*(first-whole), "ms", atMost(100))
	s.figure(what+"a key in the view", 1000*median(keys), "ms", atMost(16))
	return nil
}

// look runs the command in a terminal, presses keys, and leaves it. It returns how many seconds the first screen takes, and
// each of the keys.
func (c command) look() (first float64, keys []float64, err error) {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Env = c.dir, slices.Concat(os.Environ(), c.env, c.hidden)
	start := time.Now()
	screen, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 200, Rows: 60})
	if err != nil {
		return 0, nil, err
	}
	defer screen.Close()
	defer cmd.Wait()
	defer cmd.Process.Kill()

	drawn := make(chan []byte)
	go func() {
		defer close(drawn)
		for {
			b := make([]byte, 1<<16)
			n, err := screen.Read(b)
			if err != nil {
				return
			}
			drawn <- b[:n]
		}
	}()
	// wait returns when a text has been drawn, or anything, if it is empty. It reports false if that takes too long.
	wait := func(text string, most time.Duration) bool {
		timeout := time.After(most)
		var all []byte
		for {
			select {
			case b, ok := <-drawn:
				if all = append(all, b...); bytes.Contains(all, []byte(text)) {
					return ok
				}
				if !ok {
					return false
				}
			case <-timeout:
				return false
			}
		}
	}
	const long = time.Minute
	if !wait("help", long) { // the last line of the screen has it
		return 0, nil, errors.New("there is no first screen")
	}
	first = time.Since(start).Seconds()
	for wait("", time.Second) { // until everything has been compared, and the counts do not change any more
	}
	for range rounds {
		for _, key := range viewKeys {
			start := time.Now()
			if _, err := screen.WriteString(key); err != nil {
				return 0, nil, err
			}
			if !wait("", long) {
				return 0, nil, fmt.Errorf("the key %q is not answered", key)
			}
			keys = append(keys, time.Since(start).Seconds())
			for wait("", 50*time.Millisecond) { // the rest of the answer
			}
			// The view draws 60 frames a second. Keys come at all times of a frame.
			time.Sleep(time.Duration(len(keys)*7%17) * time.Millisecond)
		}
	}
	_, err = screen.WriteString("q")
	for wait("", long) { // until it has ended
	}
	return first, keys, err
}
