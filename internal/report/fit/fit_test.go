package fit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/report/fit"
)

// word says as many of its letters as its level.
type word struct {
	text  string
	level fit.Level
}

func (w *word) Say(level fit.Level, room int) (more int, said bool) {
	if more = int(level - w.level); more <= 0 || more > room {
		return 0, false
	}
	w.level = level
	return more, true
}

func (w *word) GiveUp(level fit.Level) (room int) {
	room = int(w.level - (level - 1))
	w.level = level - 1
	return room
}

func said(words []*word) string {
	var all []string
	for _, w := range words {
		all = append(all, w.text[:w.level])
	}
	return strings.Join(all, ",")
}

func TestFill(t *testing.T) {
	words := []*word{{text: "routine"}, {text: "danger"}, {text: "note"}}
	c := fit.New[*word](11)
	if !c.Take(2) || c.Take(10) {
		t.Error("what stands before all items takes what there is, and no more")
	}
	c.Offer(words[0], 3, 7, 1)
	c.Offer(words[1], 1, 6)
	c.Offer(words[2], 2, 4, 2)
	c.Fill()
	if got := said(words); got != "r,danger,no" {
		t.Errorf("said %s", got)
	}
	var left []string
	for w := range c.Left() {
		left = append(left, w.text)
	}
	if !slices.Equal(left, []string{"note", "routine"}) {
		t.Errorf("left out: %v", left)
	}
	c.Release(3)
	c.Fill()
	if got := said(words); got != "r,danger,note" {
		t.Errorf("said %s when there is more room", got)
	}
}

func TestGiveUp(t *testing.T) {
	words := []*word{{text: "ab", level: 2}, {text: "cd", level: 2}, {text: "ef", level: 2}}
	for room, want := range map[int]string{0: "ab,cd,ef", -1: "ab,cd,e", -2: "ab,c,e", -3: "a,c,e", -4: "a,c,", -7: ",,"} {
		for _, w := range words {
			w.level = 2
		}
		c := fit.New[*word](room)
		for i, w := range words {
			c.Offer(w, 10+i, 2)
			c.Offer(w, i, 1)
		}
		fit.GiveUp(c)
		if got := said(words); got != want {
			t.Errorf("room %d: %s, want %s", room, got, want)
		}
	}
}
