package agents

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/planfmt/planfmt/sinks"
)

// Stdio is the transport of [Server.Run]: a message in each line. The SDK's ends with the first line that is not a message; this one answers that with an
// error, and goes on, since other calls may be running.
func Stdio(in io.Reader, out io.Writer) mcp.Transport {
	w := &lockedWriter{w: out}
	return &mcp.IOTransport{Reader: &messages{in: bufio.NewReader(in), errs: w}, Writer: w}
}

// mostLine is how many bytes a message may have. The SDK has the same limit.
const mostLine = mcp.DefaultMaxLineLength - 1

// messages is a reader of the lines that are messages.
type messages struct {
	in   *bufio.Reader
	errs io.Writer // of answers to lines that are none
	rest []byte    // of the line that is being read
}

func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.line()
		if err != nil && !errors.Is(err, errLine) {
			return 0, err
		}
		if len(bytes.TrimSpace(line)) == 0 && err == nil {
			continue
		}
		if err == nil {
			err = checkMessage(line)
		}
		if err != nil {
			if _, err := m.errs.Write(refusal(line, err)); err != nil {
				return 0, err
			}
			continue
		}
		m.rest = line
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// Close is for the SDK. Standard input stays open.
func (m *messages) Close() error { return nil }

// errLine is for lines that are too long.
var errLine = fmt.Errorf("a message may have at most %d bytes", mostLine)

// line returns the next line, with its line feed. What the input ends with in the middle of a line is not a message.
func (m *messages) line() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := m.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > mostLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0 && !long:
			return append(line, '\n'), nil
		case err != nil:
			return nil, err
		case long:
			return nil, errLine
		default:
			return line, nil
		}
	}
}

// checkMessage says why a line is neither a message nor a list of messages, which one revision of the protocol allows.
func checkMessage(line []byte) error {
	all := []json.RawMessage{line}
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte("[")) {
		if err := json.Unmarshal(line, &all); err != nil {
			return err
		}
	}
	for _, one := range all {
		if _, err := jsonrpc.DecodeMessage(one); err != nil {
			return err
		}
	}
	return nil
}

// refusal is the answer to a line that is not a message. It has the ID if there is one.
func refusal(line []byte, err error) []byte {
	var request struct {
		ID any `json:"id"`
	}
	code := jsonrpc.CodeInvalidRequest
	if json.Unmarshal(line, &request) != nil {
		code = jsonrpc.CodeParseError
	}
	switch request.ID.(type) {
	case string, float64:
	default:
		request.ID = nil
	}
	const most = 200
	text, _ := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": request.ID, "error": map[string]any{"code": code, "message": "this line is no message: " + clip(sinks.Escape(err.Error()), most)},
	})
	return append(text, '\n')
}

// lockedWriter is for several who write whole lines. It stays open.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// Close is for the SDK.
func (l *lockedWriter) Close() error { return nil }
