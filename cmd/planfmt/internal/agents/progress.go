package agents

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/planfmt/planfmt"
)

// progressKey is the key of a context for a function that tells the client of a call how much of a document has been read.
type progressKey struct{}

// withProgress returns a context for a call. A client that passes no token does not want to know.
func withProgress(ctx context.Context, req *mcp.CallToolRequest) context.Context {
	token := req.Params.GetProgressToken()
	if token == nil {
		return ctx
	}
	return context.WithValue(ctx, progressKey{}, func(done, total int64) {
		// If the client does not get this, it still gets the answer.
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total), Message: "bytes of the document are read",
		})
	})
}

// progress returns a function for the library that tells the client of a call, some 20 times, how many bytes of a document have been read. It
// is nil if the client does not want to know.
func progress(ctx context.Context, size int64) func(planfmt.Progress) {
	tell, ok := ctx.Value(progressKey{}).(func(done, total int64))
	if !ok {
		return nil
	}
	const steps = 20
	told := int64(0)
	return func(p planfmt.Progress) {
		if n := min(p.Bytes, size); n > told && (n-told >= size/steps || n == size) {
			told = n
			tell(n, size)
		}
	}
}
