package jsonplan_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/jsonplan"
)

func ExampleRead() {
	doc := `{"format_version": "1.2", "resource_changes": [
	  {"address": "aws_instance.web", "mode": "managed", "type": "aws_instance", "name": "web",
	   "change": {"actions": ["update"], "before": {"size": "small"}, "after": {"size": "large"}}},
	  {"address": "aws_instance.db", "mode": "managed", "type": "aws_instance", "name": "db",
	   "change": {"actions": ["no-op"], "before": {"size": "small"}, "after": {"size": "small"}}}]}`
	plan, err := jsonplan.Read(context.Background(), strings.NewReader(doc), jsonplan.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	load := plan.Loader()
	for _, rc := range plan.Changes.Slice() {
		change, err := load.Resource(rc, nil)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rc.Address, rc.Action, change.Before.Get("size").Text(), "->", change.After.Get("size").Text())
	}
	_, err = jsonplan.Read(context.Background(), strings.NewReader(`{"format_version": "1.0", "values": {}}`), jsonplan.Options{})
	fmt.Println(err)
	// Output:
	// aws_instance.web update small -> large
	// this is a state, not a plan; pass a plan file, or the output of `terraform show -json FILE`
}
