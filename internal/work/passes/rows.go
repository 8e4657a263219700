package passes

import (
	"sync"

	"github.com/planfmt/planfmt/internal/work/engine"
)

// All returns all passes, each after those that it depends on.
func All() []engine.PassRow {
	builtin := sync.OnceValue(newBuiltinHazards)
	return []engine.PassRow{
		{Name: "declarations", Start: startDeclarations},
		{Name: "secrets", Start: startSecrets},
		{Name: "causes", Start: startCauses},
		{Name: "undone", Start: startUndone, PlansOnly: true},
		{Name: "meaning", Start: startMeaning, After: func(*engine.Request) []string { return []string{"secrets"} }, PlansOnly: true, Compares: true},
		{Name: "graph", Start: startGraph, After: func(*engine.Request) []string { return []string{"causes"} }, PlansOnly: true},
		{Name: "annotations", Start: startAnnotations, After: func(*engine.Request) []string { return []string{"secrets"} }},
		{Name: "where", Start: startWhere, After: beforeWhere, Selection: true},
		{Name: "muting", Start: startMuting, After: afterWhere, Selection: true},
		{Name: "hazards", Start: func(r *engine.Request) (engine.Pass, error) { return startHazards(r, builtin) }, After: afterWhere, PlansOnly: true},
		{Name: "alarms", Start: startAlarms, After: func(*engine.Request) []string { return []string{"where", "muting", "hazards", "annotations"} }, PlansOnly: true},
		{Name: "renames", Start: startRenames, PlansOnly: true, Compares: true},
		{Name: "provisioners", Start: startProvisioners, PlansOnly: true},
		{Name: "hash", Start: startHash, PlansOnly: true},
		{Name: "verdicts", Start: startVerdicts, After: func(*engine.Request) []string { return []string{"secrets", "causes", "graph", "annotations"} }},
	}
}

func afterWhere(*engine.Request) []string { return []string{"where"} }
