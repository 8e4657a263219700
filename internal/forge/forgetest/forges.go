package forgetest

import (
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

func (s *Server) gitHub(mux *http.ServeMux) {
	shape := func(c Comment) map[string]any {
		return map[string]any{
			"id": c.ID, "node_id": node(c), "body": c.Body, "html_url": fmt.Sprintf("https://github.example/owner/repo/pull/%d#issuecomment-%d", Pull, c.ID),
			"url": fmt.Sprintf("https://api.github.example/repos/owner/repo/issues/comments/%d", c.ID), "issue_url": fmt.Sprintf("https://api.github.example/repos/owner/repo/issues/%d", Pull),
			"user": gitHubBot(), "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z", "author_association": "NONE", "performed_via_github_app": nil,
		}
	}
	type text struct{ Body string }
	mux.HandleFunc("POST /repos/owner/repo/issues/7/comments", func(w http.ResponseWriter, r *http.Request) {
		answer(w, http.StatusCreated, shape(*s.add(Me, body[text](r).Body)))
	})
	mux.HandleFunc("PATCH /repos/owner/repo/issues/comments/{id}", func(w http.ResponseWriter, r *http.Request) {
		s.withOwnComment(w, r, func(i int) {
			s.edit(i, Me, body[text](r).Body)
			answer(w, http.StatusOK, shape(s.comments[i]))
		})
	})
	mux.HandleFunc("DELETE /repos/owner/repo/issues/comments/{id}", s.remove)
	mux.HandleFunc("POST /graphql", s.graphQL)
	s.gitHubLabels(mux)
}

// gitHubBot is the user of a job's token.
func gitHubBot() map[string]any {
	user := map[string]any{"login": "github-actions[bot]", "id": 41898282, "node_id": "MDM6Qm90NDE4OTgyODI=", "type": "Bot", "site_admin": false, "gravatar_id": ""}
	for _, name := range []string{"avatar", "html", "events", "followers", "following", "gists", "organizations", "received_events", "repos", "starred", "subscriptions"} {
		user[name+"_url"] = "https://api.github.example/users/github-actions%5Bbot%5D/" + name
	}
	user["url"] = "https://api.github.example/users/github-actions%5Bbot%5D"
	return user
}

func node(c Comment) string { return fmt.Sprintf("IC_%d", c.ID) }

func (s *Server) graphQL(w http.ResponseWriter, r *http.Request) {
	q := body[struct {
		Query     string
		Variables struct {
			Owner, Name, ID string
			Number          int
			After           *string
		}
	}](r)
	if strings.HasPrefix(q.Query, "mutation") {
		i := s.find(strings.TrimPrefix(q.Variables.ID, "IC_"))
		if i < 0 {
			answer(w, http.StatusOK, map[string]any{"data": map[string]any{"minimizeComment": nil}, "errors": []any{map[string]any{"type": "NOT_FOUND", "message": "Could not resolve to a node with the global id of '" + q.Variables.ID + "'"}}})
			return
		}
		if s.readOnly {
			answer(w, http.StatusOK, map[string]any{"data": map[string]any{"minimizeComment": nil}, "errors": []any{map[string]any{"type": "FORBIDDEN", "message": "Resource not accessible by integration"}}})
			return
		}
		s.comments[i].Minimised = true
		answer(w, http.StatusOK, map[string]any{"data": map[string]any{"minimizeComment": map[string]any{"minimizedComment": map[string]any{"isMinimized": true}}}})
		return
	}
	if q.Variables.Owner != "owner" || q.Variables.Name != "repo" || q.Variables.Number != Pull {
		answer(w, http.StatusOK, map[string]any{"data": map[string]any{"repository": nil}, "errors": []any{map[string]any{"type": "NOT_FOUND", "message": "Could not resolve to a Repository with the name '" + q.Variables.Owner + "/" + q.Variables.Name + "'."}}})
		return
	}
	field := regexp.MustCompile(`id number: (\w+)`).FindStringSubmatch(q.Query)[1]
	if s.IsOld && field == "fullDatabaseId" {
		answer(w, http.StatusOK, map[string]any{"errors": []any{map[string]any{
			"path": []any{"query", "repository", "pullRequest", "comments", "nodes", "number"}, "extensions": map[string]any{"code": "undefinedField", "typeName": "IssueComment", "fieldName": field},
			"message": "Field 'fullDatabaseId' doesn't exist on type 'IssueComment'",
		}}})
		return
	}
	id := func(c Comment) any {
		switch {
		case field == "fullDatabaseId":
			return strconv.Itoa(c.ID)
		case c.ID > math.MaxInt32:
			return nil
		}
		return c.ID
	}
	number := "1"
	if q.Variables.After != nil {
		number = *q.Variables.After
	}
	page, more := s.page(number, false)
	nodes := []any{}
	for _, c := range page {
		nodes = append(nodes, map[string]any{"id": node(c), "number": id(c), "body": c.Body, "viewerDidAuthor": c.Author == Me, "isMinimized": c.Minimised, "url": "https://github.example/" + strconv.Itoa(c.ID), "lastEditedAt": changedAt(c), "author": actor(c.Author), "editor": actor(c.Editor)})
	}
	n, _ := strconv.Atoi(number)
	info := map[string]any{"hasNextPage": more, "endCursor": strconv.Itoa(n + 1)}
	answer(w, http.StatusOK, map[string]any{"data": map[string]any{"repository": map[string]any{"pullRequest": map[string]any{"comments": map[string]any{"nodes": nodes, "pageInfo": info}}}}})
}

func (s *Server) gitLab(mux *http.ServeMux) {
	shape := func(c Comment) map[string]any {
		author, _ := strconv.Atoi(c.Author)
		return map[string]any{"id": c.ID, "type": nil, "body": c.Body, "system": false, "updated_at": c.Changed.Format(time.RFC3339), "noteable_type": "MergeRequest", "author": map[string]any{"id": author, "username": "u" + c.Author}}
	}
	type text struct{ Body string }
	mux.HandleFunc("GET /api/v4/user", func(w http.ResponseWriter, _ *http.Request) {
		id, _ := strconv.Atoi(Me)
		answer(w, http.StatusOK, map[string]any{"id": id, "username": "project_1_bot"})
	})
	mux.HandleFunc("/api/v4/projects/{project}/merge_requests/7/notes", func(w http.ResponseWriter, r *http.Request) {
		if p := r.PathValue("project"); p != "group/project" && p != "42" {
			answer(w, http.StatusNotFound, map[string]any{"message": "404 Project Not Found"})
			return
		}
		if r.Method == http.MethodPost {
			answer(w, http.StatusCreated, shape(*s.add(Me, body[text](r).Body)))
			return
		}
		page, more := s.page(r.URL.Query().Get("page"), true)
		notes := []any{map[string]any{"id": 1, "body": "changed the title", "system": true, "author": map[string]any{"id": 11}}}
		for _, c := range page {
			notes = append(notes, shape(c))
		}
		if more {
			q := r.URL.Query()
			n, _ := strconv.Atoi(q.Get("page"))
			q.Set("page", strconv.Itoa(max(n, 1)+1))
			w.Header().Set("Link", fmt.Sprintf(`<%s%s?%s>; rel="next", <%[1]s/>; rel="first"`, s.URL, r.URL.EscapedPath(), q.Encode()))
		}
		answer(w, http.StatusOK, notes)
	})
	mux.HandleFunc("PUT /api/v4/projects/{project}/merge_requests/7/notes/{id}", func(w http.ResponseWriter, r *http.Request) {
		s.withOwnComment(w, r, func(i int) {
			s.edit(i, Me, body[text](r).Body)
			answer(w, http.StatusOK, shape(s.comments[i]))
		})
	})
	mux.HandleFunc("DELETE /api/v4/projects/{project}/merge_requests/7/notes/{id}", s.remove)
	s.gitLabLabels(mux)
}

func (s *Server) azureDevOps(mux *http.ServeMux) {
	comment := func(c Comment) map[string]any {
		return map[string]any{"id": 1, "parentCommentId": 0, "content": c.Body, "commentType": "text", "author": map[string]any{"id": strings.ToUpper(c.Author), "displayName": "Build Service"}}
	}
	thread := func(c Comment) map[string]any {
		return map[string]any{"id": c.ID, "status": "closed", "isDeleted": false, "comments": []any{comment(c), map[string]any{"id": 2, "parentCommentId": 1, "content": "a reply", "commentType": "text", "author": map[string]any{"id": Me}}}}
	}
	mux.HandleFunc("GET /_apis/connectionData", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"authenticatedUser": map[string]any{"id": Me, "providerDisplayName": "Build Service"}, "instanceId": "x"})
	})
	const threads = "/project/_apis/git/repositories/repo/pullRequests/7/threads"
	mux.HandleFunc("GET "+threads, func(w http.ResponseWriter, _ *http.Request) {
		all := []any{map[string]any{"id": 1, "comments": []any{map[string]any{"id": 1, "content": "voted", "commentType": "system", "author": map[string]any{"id": Me}}}}}
		for _, c := range s.comments {
			all = append(all, thread(c))
		}
		answer(w, http.StatusOK, map[string]any{"value": all, "count": len(all)})
	})
	mux.HandleFunc("POST "+threads, func(w http.ResponseWriter, r *http.Request) {
		t := body[struct {
			Comments []struct{ Content string }
			Status   int
		}](r)
		if len(t.Comments) != 1 || t.Status != 4 {
			answer(w, http.StatusBadRequest, map[string]any{"message": "TF400898: bad thread"})
			return
		}
		answer(w, http.StatusOK, thread(*s.add(Me, t.Comments[0].Content)))
	})
	mux.HandleFunc("PATCH "+threads+"/{id}/comments/1", func(w http.ResponseWriter, r *http.Request) {
		s.withOwnComment(w, r, func(i int) {
			s.comments[i].Body = body[struct{ Content string }](r).Content
			answer(w, http.StatusOK, comment(s.comments[i]))
		})
	})
	mux.HandleFunc("DELETE "+threads+"/{id}/comments/1", s.remove)
	s.azureLabels(mux)
}

func (s *Server) bitbucket(mux *http.ServeMux) {
	user := func(id string) map[string]any { return map[string]any{"type": "app_user", "uuid": "{" + id + "}"} }
	shape := func(c Comment) map[string]any {
		return map[string]any{
			"type": "pullrequest_comment", "id": c.ID, "deleted": false, "content": map[string]any{"raw": c.Body, "markup": "markdown"}, "user": user(c.Author),
			"links": map[string]any{"html": map[string]any{"href": "https://bitbucket.example/" + strconv.Itoa(c.ID)}},
		}
	}
	type text struct{ Content struct{ Raw string } }
	mux.HandleFunc("GET /2.0/user", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, user(Me))
	})
	const comments = "/2.0/repositories/owner/repo/pullrequests/7/comments"
	mux.HandleFunc("GET "+comments, func(w http.ResponseWriter, r *http.Request) {
		page, more := s.page(r.URL.Query().Get("page"), false)
		all := []any{
			map[string]any{"type": "pullrequest_comment", "id": 1, "deleted": true, "content": map[string]any{"raw": ""}, "user": user(Me)},
			map[string]any{
				"type": "pullrequest_comment", "id": 2, "deleted": false, "parent": map[string]any{"type": "pullrequest_comment", "id": 3},
				"content": map[string]any{"raw": "a reply"}, "user": user(Me),
			},
		}
		for _, c := range page {
			all = append(all, shape(c))
		}
		list := map[string]any{"values": all, "pagelen": s.PageSize, "page": 1}
		if more {
			q := r.URL.Query()
			n, _ := strconv.Atoi(q.Get("page"))
			q.Set("page", strconv.Itoa(max(n, 1)+1))
			list["next"] = s.URL + r.URL.Path + "?" + q.Encode()
		}
		answer(w, http.StatusOK, list)
	})
	mux.HandleFunc("POST "+comments, func(w http.ResponseWriter, r *http.Request) {
		answer(w, http.StatusCreated, shape(*s.add(Me, body[text](r).Content.Raw)))
	})
	mux.HandleFunc("PUT "+comments+"/{id}", func(w http.ResponseWriter, r *http.Request) {
		s.withOwnComment(w, r, func(i int) {
			s.comments[i].Body = body[text](r).Content.Raw
			answer(w, http.StatusOK, shape(s.comments[i]))
		})
	})
	mux.HandleFunc("DELETE "+comments+"/{id}", s.remove)
}

// Path is the path of the address of the interface.
func (s *Server) Path() string {
	return map[string]string{"gitlab": "/api/v4", "bitbucket": "/2.0"}[s.kind]
}

// actor is a user of GitHub, or null.
func actor(author string) any {
	if author == "" {
		return nil
	}
	return map[string]any{"login": "u" + author}
}

// changedAt is when a comment was edited, or null.
func changedAt(c Comment) any {
	if c.Editor == "" {
		return nil
	}
	return c.Changed.Format(time.RFC3339)
}
