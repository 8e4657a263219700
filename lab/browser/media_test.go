package browser_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/planfmt/planfmt"
)

// TestWithoutScript reads a page whose script does not run.
func TestWithoutScript(t *testing.T) {
	tab := newTab(t)
	command(tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	path := estate().write(t, planfmt.Options{})
	tab.load(path, "")
	for _, r := range estate().resources {
		if !evaluate[bool](tab, `document.querySelector("main").textContent.includes($1)`, r.typ+"."+r.name) {
			t.Errorf("%s is not on the page", r.address())
		}
	}
	for _, text := range []string{"nginx=1.26", "10.0.2.0/24", "known after apply", "203.0.113.11"} {
		if !evaluate[bool](tab, `document.querySelector("main").textContent.includes($1)`, text) {
			t.Errorf("%q is not on the page", text)
		}
	}
	if dead := evaluate[[]string](tab, `[...document.querySelectorAll("button, input, select, output")].filter(e => e.checkVisibility()).map(e => e.outerHTML)`); len(dead) > 0 {
		t.Errorf("without its script, the page shows controls that do nothing: %q", dead)
	}
	// The browser itself folds, and goes to fragments.
	tab.click(`document.getElementById("aws_instance.web").querySelector("summary")`)
	was := evaluate[bool](tab, `document.getElementById("aws_instance.web").open`)
	tab.click(`document.getElementById("aws_instance.web").querySelector("summary")`)
	if evaluate[bool](tab, `document.getElementById("aws_instance.web").open`) == was {
		t.Error("a click on a summary does not fold")
	}
	tab.navigate(path, "aws_subnet.a")
	if !evaluate[bool](tab, `document.querySelector(":target")?.id == "aws_subnet.a"`) {
		t.Error("the browser does not find the resource of a fragment")
	}
}

// TestPrint prints a page on which everything is folded.
func TestPrint(t *testing.T) {
	tab := open(t, estate())
	tab.click(`document.getElementById("collapse")`)
	command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	for _, text := range []string{"nginx=1.26", "10.0.2.0/24", "allocated_storage", "203.0.113.11", "mail.example.com"} {
		visible := evaluate[bool](tab, `(() => {
			const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
			let all = "";
			while (walker.nextNode()) {
				if (walker.currentNode.parentElement.checkVisibility({visibilityProperty: true})) all += walker.currentNode.data;
			}
			return all.includes($1);
		})()`, text)
		if !visible {
			t.Errorf("on paper, %q is not shown", text)
		}
	}
	if shown := evaluate[[]string](tab, `[...document.querySelectorAll("button, input, select")].filter(e => e.checkVisibility()).map(e => e.outerHTML)`); len(shown) > 0 {
		t.Errorf("on paper, there are controls: %q", shown)
	}
	command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	pdf := action(tab, chromedp.PrintToPDF())
	if pdftotext, err := exec.LookPath("pdftotext"); err != nil {
		t.Log("pdftotext is not installed: only the style for print is checked, not a printed page")
	} else {
		path := filepath.Join(t.TempDir(), "plan.pdf")
		if err := os.WriteFile(path, pdf, 0o600); err != nil {
			t.Fatal(err)
		}
		text, err := exec.Command(pdftotext, "-layout", path, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"nginx=1.26", "10.0.2.0/24", "allocated_storage", "203.0.113.11", "mail.example.com"} {
			if !bytes.Contains(text, []byte(want)) {
				t.Errorf("the printed page lacks %q:\n%s", want, text)
			}
		}
	}
	if open := evaluate[int](tab, `document.querySelectorAll("details.r[open]").length`); open > 0 {
		t.Errorf("after printing, %d resources are open that were not", open)
	}
}

// TestPhone reads a page on a narrow screen.
func TestPhone(t *testing.T) {
	needChromium(t)
	for _, c := range []struct {
		name string
		plan plan
	}{{"usual", estate()}, {"long words", longWords()}} {
		t.Run(c.name, func(t *testing.T) {
			tab := newTab(t)
			do(tab, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
			tab.load(c.plan.write(t, planfmt.Options{}), "")
			for _, id := range []string{"collapse", "expand"} {
				tab.click(`document.getElementById(` + quoted(id) + `)`)
				wide := evaluate[[]int](tab, `[document.documentElement.scrollWidth, document.documentElement.clientWidth, document.body.scrollWidth]`)
				if wide[0] > wide[1] || wide[2] > wide[1] {
					t.Errorf("after %s, the page is %d wide, on a screen of %d; too wide are %q", id, wide[0], wide[1], evaluate[[]string](tab, `[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 120)).slice(0, 5)`))
				}
			}
			small := evaluate[[]string](tab, `[...document.querySelectorAll("button, select, summary, input:not([type=checkbox])")].filter(e => e.checkVisibility() && !e.closest(".code") && e.getBoundingClientRect().height < 24).map(e => e.outerHTML.slice(0, 120)).slice(0, 5)`)
			if len(small) > 0 {
				t.Errorf("too small for a finger: %q", small)
			}
			if size := evaluate[float64](tab, `parseFloat(getComputedStyle(document.getElementById("text")).fontSize)`); size < 16 {
				t.Errorf("the letters of the text filter have %g px: with less than 16, telephones zoom in when it gets the focus", size)
			}
		})
	}
}

// longWords is a plan with names and values that no line has room for.
func longWords() plan {
	long := strings.Repeat("abcdefghij", 40)
	return plan{
		resources: []resource{
			{typ: "aws_instance", name: long, actions: update, before: object{"name": long, long: 1}, after: object{"name": long + "x", long: 2}},
			{module: "module." + long, typ: long, name: "b", key: long, actions: replace, before: object{"name": long, "user_data": long + "\na\n"}, after: object{"name": "b", "user_data": long + "\nb\n"}, forcing: []string{"name"}},
		},
		outputs: object{long: object{"actions": update, "before": long, "after": long + "x", "after_unknown": false, "before_sensitive": false, "after_sensitive": false}},
		checks: []object{{
			"address": object{"kind": "check", "name": long, "to_display": "check." + long}, "status": "fail",
			"instances": []object{{"address": object{"to_display": "check." + long}, "status": "fail", "problems": []object{{"message": long}}}},
		}},
	}
}
