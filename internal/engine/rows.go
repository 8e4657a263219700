package engine

import "sync"

// All returns all passes. The order is that of dependence.
func All() []passRow {
	builtin := sync.OnceValue(newBuiltinHazards)
	return []passRow{
		{name: "declarations", start: startDeclarations},
		{name: "secrets", start: startSecrets},
		{name: "causes", start: startCauses},
		{name: "where", start: startWhere, after: beforeWhere, selection: true},
		{name: "muting", start: startMuting, after: afterWhere, selection: true},
		{name: "hazards", start: func(r *request) (pass, error) { return startHazards(r, builtin) }, after: afterWhere, plansOnly: true},
		{name: "renames", start: startRenames, plansOnly: true},
		{name: "hash", start: startHash, plansOnly: true},
		{name: "verdicts", start: startVerdicts, after: func(*request) []string { return []string{"secrets"} }},
	}
}

func afterWhere(*request) []string { return []string{"where"} }
