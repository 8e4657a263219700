package kit

// SecretPlan has the word hunter2 in every kind of place that can be marked
// sensitive: attributes, map values, set elements, blocks, whole resources,
// JSON in strings, outputs, drift, one side or both.
const SecretPlan = `{
  "format_version": "1.2",
  "relevant_attributes": [{"resource": "a_b.drift", "attribute": ["x"]}],
  "resource_drift": [{"address": "a_b.drift", "mode": "managed", "type": "a_b", "name": "drift", "provider_name": "p", "change": {
    "actions": ["update"], "before": {"x": "hunter2"}, "after": {"x": "new hunter2"}, "before_sensitive": {"x": true}, "after_sensitive": {"x": true}}}],
  "resource_changes": [
    {"address": "a_b.parts", "mode": "managed", "type": "a_b", "name": "parts", "provider_name": "p", "change": {
      "actions": ["update"],
      "before": {"x": "hunter2", "m": {"k": "hunter2", "l": "seen"}, "s": ["hunter2", "seen"], "o": [{"i": "hunter2", "j": 1}], "b": [{"w": "hunter2"}], "j": "{\"a\":\"hunter2\"}"},
      "after": {"x": "hunter2!", "m": {"k": "other hunter2", "l": "also seen"}, "s": ["hunter2!", "seen"], "o": [{"i": "hunter2", "j": 2}], "b": [{"w": "hunter2"}, {"w": "hunter2!"}], "j": "{\"a\":\"hunter2!\"}"},
      "before_sensitive": {"x": true, "m": {"k": true}, "s": [true, false], "o": [{"i": true}], "b": true, "j": true},
      "after_sensitive": {"m": {"k": true}, "s": [true, false], "o": [{"i": true}], "b": [{"w": true}, {"w": true}], "j": true}}},
    {"address": "a_b.whole", "mode": "managed", "type": "a_b", "name": "whole", "provider_name": "p", "change": {
      "actions": ["create"], "before": null, "after": {"x": "hunter2", "hunter2": {"hunter2": 1}}, "before_sensitive": false, "after_sensitive": true}},
    {"address": "a_b.shape", "mode": "managed", "type": "a_b", "name": "shape", "provider_name": "p", "change": {
      "actions": ["delete"], "before": {"x": ["hunter2"]}, "after": null, "before_sensitive": {"x": {"y": true}}, "after_sensitive": false}},
    {"address": "a_b.keys", "mode": "managed", "type": "a_b", "name": "keys", "provider_name": "p", "change": {
      "actions": ["delete", "create"], "before": {"x": "1", "m": {"hunter2": "1"}, "j": "1"}, "after": {"x": "2", "m": {}, "j": "1"}, "after_unknown": {"m": {"hunter2": true}},
      "before_sensitive": {"m": true, "j": true}, "after_sensitive": {"m": true, "j": true}, "replace_paths": [["m", "hunter2"], ["m", "more hunter2"], ["j", "hunter2"], ["x"]]}},
    {"address": "a_b.made", "mode": "managed", "type": "a_b", "name": "made", "provider_name": "p", "change": {
      "actions": ["create"], "before": null, "after": {}, "after_unknown": {"x": true}}}],
  "configuration": {"root_module": {"resources": [
    {"address": "a_b.keys", "mode": "managed", "type": "a_b", "name": "keys", "expressions": {"m": {"references": ["a_b.made.x", "a_b.made"]}}},
    {"address": "a_b.made", "mode": "managed", "type": "a_b", "name": "made"}]}},
  "output_changes": {"o": {"actions": ["update"], "before": {"k": "hunter2"}, "after": ["hunter2"], "before_sensitive": true, "after_sensitive": true}}
}`
