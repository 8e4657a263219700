package margin_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/examples/margin"
)

func Example() {
	plan, err := os.Open("../../testdata/example/plan.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	var out bytes.Buffer
	_, err = planfmt.Show(context.Background(), &out, plan, planfmt.Options{Layout: planfmt.Layout{Sink: margin.Sink{}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, " ") && strings.Contains(line, " resource ") {
			fmt.Print(line)
		}
	}
	// Output:
	// -   resource "aws_cloudwatch_log_group" "old" {
	// ~   resource "aws_db_instance" "main" {
	// ~   resource "aws_iam_policy" "deploy" {
	// -/+ resource "aws_instance" "web" {
	// +   resource "aws_route53_record" "www" {
}
