import type { ToolCall } from "#core/tool-call.ts";
import { defineAgent, type Play } from "../../agent.ts";
import { NETWORK_RULES } from "./network-rules.ts";
import type { Rule } from "./rule.ts";
import { readSpecifications } from "./specifications.ts";
import { WORKLOAD_RULES } from "./workload-rules.ts";

/** Reads specifications, and never a pod, an event, a log, a metric or an alert: what it earns, the world gives away. */
export default defineAgent({
  id: "read-specifications",
  title: "reads specifications by fixed rules, and looks at no symptom",
  ignoresSymptoms: true,
  play: playBySpecifications,
});

const RULES: readonly Rule[] = [...WORKLOAD_RULES, ...NETWORK_RULES].sort((a, b) => b.rank - a.rank);

/** The findings of the rule that finds least, of several the one of highest rank: what only one object has is odder than what many have. */
const rarest = <T>(found: readonly (readonly T[])[]): readonly T[] =>
  found.filter(({ length }) => length > 0).sort((a, b) => a.length - b.length)[0] ?? [];

function* playBySpecifications(): Play {
  const specs = yield* readSpecifications();
  const found = rarest(RULES.map((rule) => rule.find(specs).map((finding) => ({ type: rule.type, ...finding }))))[0];
  const says = found?.says ?? "No specification is odd";
  const causes = found === undefined ? [] : [{ resource: found.resource, fault_type: found.type }];
  yield { call: { name: "submit_diagnosis", arguments: { root_causes: causes } }, says };
  for (const call of found?.repair ?? []) yield { call, says };
  const done: ToolCall = { name: "submit_mitigation", arguments: {} };
  yield { call: done, says };
}
