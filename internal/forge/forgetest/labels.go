package forgetest

import (
	"fmt"
	"hash/crc32"
	"net/http"
	"strings"
)

func (s *Server) gitHubLabels(mux *http.ServeMux) {
	all := func(w http.ResponseWriter) {
		labels := []any{}
		for i, name := range s.labels {
			labels = append(labels, map[string]any{"id": i + 1, "node_id": fmt.Sprintf("LA_%d", i+1), "url": s.URL + "/repos/owner/repo/labels/x", "name": name, "color": "ededed", "default": false, "description": nil})
		}
		answer(w, http.StatusOK, labels)
	}
	const labels = "/repos/owner/repo/issues/7/labels"
	mux.HandleFunc("GET "+labels, func(w http.ResponseWriter, _ *http.Request) { all(w) })
	mux.HandleFunc("POST "+labels, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range body[struct{ Labels []string }](r).Labels {
			s.label(name)
		}
		all(w)
	})
	mux.HandleFunc("DELETE "+labels+"/{name}", func(w http.ResponseWriter, r *http.Request) {
		if !s.unlabel(r.PathValue("name")) {
			answer(w, http.StatusNotFound, map[string]any{"message": "Label does not exist", "documentation_url": "https://docs.github.com/rest/issues/labels#remove-a-label-from-an-issue", "status": "404"})
			return
		}
		all(w)
	})
}

func (s *Server) gitLabLabels(mux *http.ServeMux) {
	mergeRequest := func(w http.ResponseWriter) {
		labels := append([]string{}, s.labels...) // never null
		answer(w, http.StatusOK, map[string]any{"id": 900, "iid": Pull, "project_id": 42, "title": "Change", "state": "opened", "labels": labels})
	}
	const at = "/api/v4/projects/{project}/merge_requests/7"
	mux.HandleFunc("GET "+at, func(w http.ResponseWriter, _ *http.Request) { mergeRequest(w) })
	mux.HandleFunc("PUT "+at, func(w http.ResponseWriter, r *http.Request) {
		change := body[map[string]string](r)
		if len(change) == 0 {
			answer(w, http.StatusBadRequest, map[string]any{"error": "assignee_id, labels, ... are missing, at least one parameter must be provided"})
			return
		}
		for name := range strings.SplitSeq(change["remove_labels"], ",") {
			s.unlabel(name)
		}
		for name := range strings.SplitSeq(change["add_labels"], ",") {
			if name != "" {
				s.label(name)
			}
		}
		mergeRequest(w)
	})
}

func (s *Server) azureLabels(mux *http.ServeMux) {
	id := func(name string) string {
		return fmt.Sprintf("%08x-0000-4000-8000-000000000000", crc32.ChecksumIEEE([]byte(strings.ToLower(name))))
	}
	shape := func(name string) map[string]any {
		return map[string]any{"id": id(name), "name": name, "active": true, "url": s.URL + "/x"}
	}
	const labels = "/project/_apis/git/repositories/repo/pullRequests/7/labels"
	mux.HandleFunc("GET "+labels, func(w http.ResponseWriter, _ *http.Request) {
		all := []any{}
		for _, name := range s.labels {
			all = append(all, shape(name))
		}
		answer(w, http.StatusOK, map[string]any{"value": all, "count": len(all)})
	})
	mux.HandleFunc("POST "+labels, func(w http.ResponseWriter, r *http.Request) {
		name := body[struct{ Name string }](r).Name
		s.label(name)
		answer(w, http.StatusOK, shape(name))
	})
	mux.HandleFunc("DELETE "+labels+"/{id}", func(w http.ResponseWriter, r *http.Request) {
		for _, name := range s.labels {
			if id(name) == r.PathValue("id") {
				s.unlabel(name)
				return
			}
		}
		notFound(w)
	})
}
