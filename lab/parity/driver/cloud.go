package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/planfmt/planfmt/internal/testkit/randplan"
)

// Cloud makes the real terraform render any plan from its JSON.
//
// Terraform renders JSON in one case: for remote runs, whose plans it downloads, redacted, from HCP Terraform. Here, a
// server on this machine takes the place of HCP Terraform and serves the plan. The CLI configuration says where the
// server is; no other host is asked.
type Cloud struct {
	tf     *Terraform
	server *http.Server
	dir    string

	mu    sync.Mutex
	plans map[string]cloudPlan // by the run's ID
}

type cloudPlan struct {
	json        []byte
	refreshOnly bool
}

const cloudHost = "planfmt.test"

// StartCloud starts the server and sets up a working directory that is connected to it. Close it after use.
func (t *Terraform) StartCloud(ctx context.Context) (*Cloud, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	tf := &Terraform{Binary: t.Binary, Dir: filepath.Join(t.Dir, "cloud")} // with a CLI configuration of its own
	c := &Cloud{tf: tf, dir: filepath.Join(tf.Dir, "work"), plans: map[string]cloudPlan{}}
	c.server = &http.Server{Handler: http.HandlerFunc(c.serve), ReadHeaderTimeout: time.Minute}
	go c.server.Serve(listener)
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return nil, err
	}
	// The token is a dummy, since the server does not check it.
	rc := fmt.Sprintf("host %q {\n  services = {\n    \"tfe.v2\" = \"http://%s/api/v2/\"\n  }\n}\ncredentials %q {\n  token = \"none\"\n}\n",
		cloudHost, listener.Addr(), cloudHost)
	config := fmt.Sprintf("terraform {\n  cloud {\n    hostname     = %q\n    organization = \"o\"\n    workspaces {\n      name = \"w\"\n    }\n  }\n}\n", cloudHost)
	for name, text := range map[string]string{tf.rc(): rc, filepath.Join(c.dir, "main.tf"): config} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	_, err = tf.run(ctx, c.dir, "init", "-no-color", "-input=false")
	return c, err
}

// Close stops the server.
func (c *Cloud) Close() error { return c.server.Close() }

// Draw makes terraform render a plan.
func (c *Cloud) Draw(ctx context.Context, name string, doc randplan.Document) (Case, error) {
	out := Case{Scenario: "made", Step: name, Kind: "plan", Mode: doc.Mode, Schemas: doc.Schemas}
	var err error
	if out.JSON, err = redactedPlan(doc); err != nil {
		return out, err
	}
	run := "run-" + name
	c.mu.Lock()
	c.plans[run] = cloudPlan{out.JSON, doc.Mode == "refresh-only"}
	c.mu.Unlock()
	bookmark := filepath.Join(c.dir, name+".tfplan")
	text := fmt.Sprintf(`{"remote_plan_format":1,"run_id":%q,"hostname":%q}`, run, cloudHost)
	if err := os.WriteFile(bookmark, []byte(text), 0o644); err != nil {
		return out, err
	}
	for _, ask := range []struct {
		args []string
		into *[]byte
	}{{[]string{"show", "-no-color", bookmark}, &out.Text}, {[]string{"show", bookmark}, &out.ANSI}} {
		text, err := c.tf.run(ctx, c.dir, ask.args...)
		if err != nil {
			return out, err
		}
		if *ask.into, err = unwrapped(text); err != nil {
			return out, err
		}
	}
	return out, nil
}

// redactedPlan returns a plan as HCP Terraform serves it: with its schemas, and with the version under another name.
func redactedPlan(doc randplan.Document) ([]byte, error) {
	var plan, schemas map[string]json.RawMessage
	if err := json.Unmarshal(doc.Plan, &plan); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(doc.Schemas, &schemas); err != nil {
		return nil, err
	}
	plan["plan_format_version"] = plan["format_version"]
	plan["provider_format_version"] = schemas["format_version"]
	plan["provider_schemas"] = schemas["provider_schemas"]
	delete(plan, "format_version")
	return json.Marshal(plan)
}

// unwrapped returns terraform's output without the two lines above and the two lines below the plan, which are about
// the run.
func unwrapped(text []byte) ([]byte, error) {
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i := len(lines) - 1; i > 2; i-- {
		if bytes.Contains(lines[i], []byte("Run status: ")) {
			return bytes.Join(lines[2:i-1], nil), nil
		}
	}
	return nil, fmt.Errorf("unexpected output of terraform for a run:\n%s", text)
}

// serve answers the requests with which terraform connects a directory to HCP Terraform and shows a run.
func (c *Cloud) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/vnd.api+json")
	w.Header().Set("TFP-API-Version", "2.6")
	workspace := `{"id":"ws-1","type":"workspaces","attributes":{"name":"w","terraform-version":"latest","operations":true,` +
		`"permissions":{}},"relationships":{"organization":{"data":{"id":"o","type":"organizations"}}}}`
	path := strings.TrimPrefix(r.URL.Path, "/api/v2/")
	parts := strings.Split(path, "/")
	id := ""
	if len(parts) > 1 {
		id = strings.TrimPrefix(parts[1], "plan-")
	}
	c.mu.Lock()
	plan, known := c.plans[id]
	c.mu.Unlock()
	switch {
	case path == "ping":
	case path == "organizations/o/entitlement-set":
		fmt.Fprint(w, `{"data":{"id":"o","type":"entitlement-sets","attributes":{"operations":true,"state-storage":true}}}`)
	case path == "organizations/o/workspaces/w":
		fmt.Fprintf(w, `{"data":%s}`, workspace)
	case parts[0] == "runs" && known:
		fmt.Fprintf(w, `{"data":{"id":%q,"type":"runs","attributes":{"status":"planned","refresh-only":%s,"permissions":{},"actions":{}},`+
			`"relationships":{"plan":{"data":{"id":"plan-%s","type":"plans"}},"workspace":{"data":{"id":"ws-1","type":"workspaces"}}}},`+
			`"included":[%s,{"id":"plan-%s","type":"plans","attributes":{"status":"finished"}}]}`,
			id, strconv.FormatBool(plan.refreshOnly), id, workspace, id)
	case parts[0] == "plans" && known && strings.HasSuffix(path, "/json-output-redacted"):
		w.Header().Set("Content-Type", "application/json")
		w.Write(plan.json)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"errors":[{"status":"404","title":"not found"}]}`)
	}
}
