package driver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Applied is what became of a plan that was applied.
type Applied struct {
	Log, State []byte
	// Succeeded says that terraform did.
	Succeeded bool
	// Journal has what the provider has done: lines with the operation and the key of the object.
	Journal []byte
}

// apply applies the last plan. If interruptAt is set, terraform is interrupted when its log has that text.
func (w *workplace) apply(ctx context.Context, v Verb, interruptAt string) error {
	c, compare := w.planned, w.prepared || slices.Contains(v.Args, "outcome")
	w.planned, w.prepared = Case{}, false
	journal := filepath.Join(w.dir, "store", "journal")
	if err := os.Remove(journal); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	log, failed := w.applyLogged(ctx, interruptAt)
	if v.Fails != (failed != nil) {
		return fmt.Errorf("terraform apply: fails: %w\n%s", failed, log)
	}
	if c.JSON == nil || !compare {
		return nil
	}
	c.Step, c.Kind, c.Mode, c.Text, c.ANSI = c.Step+"-outcome", "outcome", "", nil, nil
	c.Applied = Applied{Log: log, Succeeded: failed == nil}
	for name, to := range map[string]*[]byte{journal: &c.Applied.Journal, filepath.Join(w.dir, "terraform.tfstate"): &c.Applied.State} {
		text, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		*to = text
	}
	w.found(c)
	return nil
}

// applyLogged applies the plan, and returns the log of that.
func (w *workplace) applyLogged(ctx context.Context, interruptAt string) ([]byte, error) {
	if interruptAt == "" {
		return w.run(ctx, w.dir, "apply", "-input=false", "-json", "tfplan")
	}
	cmd := w.command(ctx, w.dir, "apply", "-input=false", "-json", "tfplan")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var log bytes.Buffer
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for sent := false; lines.Scan(); {
		log.Write(append(lines.Bytes(), '\n'))
		if !sent && strings.Contains(lines.Text(), interruptAt) {
			sent = true
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				return nil, err
			}
		}
	}
	return log.Bytes(), errors.Join(lines.Err(), cmd.Wait())
}

// planned is a change of a plan, as its JSON has it.
type planned struct {
	Address, Type, Deposed string
	Previous               string `json:"previous_address"`
	Mode                   string
	Change                 struct {
		Actions       []string
		Before, After map[string]any
		Importing     any
	}
}

// Key is the key of the object in the provider's store.
func (p *planned) key() string {
	for _, side := range []map[string]any{p.Change.Before, p.Change.After} {
		if key, ok := side["key"].(string); ok {
			return key
		}
	}
	return ""
}

// truth says which changes have been done, by what the provider has written down and by the state file. What neither says is missing. It has no code
// of planfmt's: it is what planfmt is compared with.
func truth(c Case) (map[string]bool, []planned, error) {
	var plan struct {
		Changes []planned `json:"resource_changes"`
	}
	var state struct {
		Resources []struct {
			Module, Mode, Type, Name string
			Instances                []struct {
				Key     any `json:"index_key"`
				Status  string
				Deposed string
				Attrs   map[string]any `json:"attributes"`
			}
		}
	}
	if err := json.Unmarshal(c.JSON, &plan); err != nil {
		return nil, nil, err
	}
	if len(c.Applied.State) > 0 {
		if err := json.Unmarshal(c.Applied.State, &state); err != nil {
			return nil, nil, err
		}
	}
	type object struct {
		tainted bool
		id      any
	}
	there := map[string]object{}
	for _, r := range state.Resources {
		for _, i := range r.Instances {
			address := r.Type + "." + r.Name
			if r.Module != "" {
				address = r.Module + "." + address
			}
			switch key := i.Key.(type) {
			case float64:
				address += fmt.Sprintf("[%d]", int(key))
			case string:
				address += fmt.Sprintf("[%q]", key)
			}
			there[address+" "+i.Deposed] = object{i.Status == "tainted", i.Attrs["id"]}
		}
	}
	journal := map[string]bool{}
	for line := range strings.Lines(string(c.Applied.Journal)) {
		journal[strings.TrimSpace(line)] = true
	}
	done := map[string]bool{}
	var changes []planned
	for _, p := range plan.Changes {
		name := p.Address + " " + p.Deposed
		is, exists := there[name]
		actions := strings.Join(p.Change.Actions, " ")
		if p.Mode != "managed" || actions == "no-op" && (p.Previous == "" || p.Previous == p.Address) && p.Change.Importing == nil {
			continue
		}
		changes = append(changes, p)
		switch {
		case c.Applied.Succeeded:
			done[name] = true
		case actions == "no-op":
			done[name] = exists
		case actions == "delete", actions == "forget":
			done[name] = !exists
		case p.key() == "" && actions == "create":
			done[name] = exists && !is.tainted
		case p.key() == "" && actions != "update":
			done[name] = exists && !is.tainted && is.id != p.Change.Before["id"]
		case p.key() == "":
			// The state does not say more than what planfmt reads in it, too.
		default:
			all := exists && !is.tainted
			for _, action := range p.Change.Actions {
				all = all && journal[action+" "+p.key()]
			}
			done[name] = all
		}
	}
	return done, changes, nil
}

// CheckOutcome compares what planfmt tells about a plan that was applied with what was done. It returns the differences, or an empty string.
func (p Planfmt) CheckOutcome(ctx context.Context, c Case) string {
	done, changes, err := truth(c)
	if err != nil {
		return "    " + err.Error() + "\n"
	}
	dir, err := os.MkdirTemp("", "outcome-")
	if err != nil {
		return "    " + err.Error() + "\n"
	}
	defer os.RemoveAll(dir)
	state := c.Applied.State
	if len(state) == 0 {
		state = []byte(`{"version":4,"terraform_version":"1.0.0","serial":1,"lineage":"","outputs":{},"resources":[]}`)
	}
	for name, text := range map[string][]byte{"plan.json": c.JSON, "tfplan": c.File, "log": c.Applied.Log, "state": state} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return "    " + err.Error() + "\n"
		}
	}
	var out strings.Builder
	for _, by := range [][]string{{"plan.json", "--log", "log"}, {"plan.json", "--state", "state"}, {"tfplan", "--log", "log", "--state", "state"}} {
		wrong, err := p.outcome(ctx, dir, by, done, changes, c.Applied.Succeeded)
		if err != nil {
			wrong = []string{err.Error()}
		}
		for _, text := range wrong {
			fmt.Fprintf(&out, "    by %s: %s\n", strings.Join(by, " "), text)
		}
	}
	status, text, err := p.status(ctx, dir, "log", "--plan", "tfplan", "log")
	if want := c.Applied.Succeeded; err != nil || (status == 0) != want || !strings.Contains(text, "done as planned") && !strings.Contains(text, "The plan changes no resources") {
		fmt.Fprintf(&out, "    planfmt log --plan: status %d, %v\n%s", status, err, indent(text))
	}
	return out.String()
}

// outcome returns what is wrong with an outcome by some documents.
func (p Planfmt) outcome(ctx context.Context, dir string, by []string, done map[string]bool, changes []planned, succeeded bool) (wrong []string, err error) {
	args := append([]string{"outcome", "-f", "json"}, by...)
	status, text, err := p.status(ctx, dir, args...)
	if err != nil {
		return nil, err
	}
	var doc struct {
		AsPlanned bool `json:"as_planned"`
		Resources []struct{ Address, Deposed, Outcome string }
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	hasLog, hasState := slices.Contains(by, "--log"), slices.Contains(by, "--state")
	told := map[string]string{}
	for _, r := range doc.Resources {
		told[r.Address+" "+r.Deposed] = r.Outcome
	}
	for i := range changes {
		c := &changes[i]
		name := c.Address + " " + c.Deposed
		is, ok := told[name]
		want, known := done[name]
		action := strings.Join(c.Change.Actions, " ")
		switch {
		case !ok:
			wrong = append(wrong, name+"is missing")
		case is == "unclear" && (!hasLog || !hasState && (action == "no-op" || action == "forget" || c.Deposed != "" || !succeeded)):
		case known && (is == "as_planned") != want:
			wrong = append(wrong, fmt.Sprintf("%s(%s) is %s, and done is %t", name, action, is, want))
		}
	}
	if hasLog && (status == 0) != succeeded || (status == 0) != doc.AsPlanned {
		wrong = append(wrong, fmt.Sprintf("status %d; terraform succeeded: %t", status, succeeded))
	}
	return wrong, nil
}

// status runs planfmt in a directory, and returns its exit status and what it prints. A status that it has only after errors is an error.
func (p Planfmt) status(ctx context.Context, dir string, args ...string) (int, string, error) {
	if p.SchemaFile != "" {
		args = append(args, "--schemas="+p.SchemaFile)
	}
	cmd := exec.CommandContext(ctx, p.Binary, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) && (exit.ExitCode() == 2 || exit.ExitCode() == 1 && args[0] == "log") {
		return exit.ExitCode(), stdout.String(), nil
	}
	if err != nil {
		return 0, "", fmt.Errorf("planfmt %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return 0, stdout.String(), nil
}
